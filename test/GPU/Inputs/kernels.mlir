// Made by utils/make-gpu-kernels.py.

func.func private @square_4096(%a: tensor<4096x4096xf16>, %b: tensor<4096x4096xf16>) -> tensor<4096x4096xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x4096xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4096x4096xf16>, tensor<4096x4096xf16>) outs(%i : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %h = tensor.empty() : tensor<4096x4096xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<4096x4096xf32>) outs(%h : tensor<4096x4096xf16>) {
  ^bb0(%x: f32, %o: f16):
    %t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16
  } -> tensor<4096x4096xf16>
  return %r : tensor<4096x4096xf16>
}

func.func private @square_4096_bf16_nk(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>, %bias: tensor<4096xf32>) -> tensor<4096x4096xbf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x4096xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) outs(%i : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %h = tensor.empty() : tensor<4096x4096xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<4096x4096xf32>, tensor<4096xf32>) outs(%h : tensor<4096x4096xbf16>) {
  ^bb0(%x: f32, %y: f32, %o: bf16):
    %0 = arith.addf %x, %y : f32
    %t = arith.truncf %0 : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<4096x4096xbf16>
  return %r : tensor<4096x4096xbf16>
}

func.func private @bert_ffn_up(%a: tensor<4096x768xf16>, %b: tensor<768x3072xf16>, %bias: tensor<3072xf32>) -> tensor<4096x3072xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x3072xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x3072xf32>) -> tensor<4096x3072xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4096x768xf16>, tensor<768x3072xf16>) outs(%i : tensor<4096x3072xf32>) -> tensor<4096x3072xf32>
  %h = tensor.empty() : tensor<4096x3072xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<4096x3072xf32>, tensor<3072xf32>) outs(%h : tensor<4096x3072xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 0.707106769 : f32
    %3 = arith.mulf %0, %root : f32
    %4 = math.erf %3 : f32
    %5 = arith.addf %4, %one : f32
    %6 = arith.mulf %0, %half : f32
    %7 = arith.mulf %6, %5 : f32
    %t = arith.truncf %7 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<4096x3072xf16>
  return %r : tensor<4096x3072xf16>
}

func.func private @bert_ffn_down(%a: tensor<4096x3072xf16>, %b: tensor<3072x768xf16>, %bias: tensor<768xf32>, %res: tensor<4096x768xf16>) -> tensor<4096x768xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x768xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x768xf32>) -> tensor<4096x768xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4096x3072xf16>, tensor<3072x768xf16>) outs(%i : tensor<4096x768xf32>) -> tensor<4096x768xf32>
  %h = tensor.empty() : tensor<4096x768xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias, %res : tensor<4096x768xf32>, tensor<768xf32>, tensor<4096x768xf16>) outs(%h : tensor<4096x768xf16>) {
  ^bb0(%x: f32, %y: f32, %w: f16, %o: f16):
    %0 = arith.addf %x, %y : f32
    %1 = arith.extf %w : f16 to f32
    %2 = arith.addf %0, %1 : f32
    %t = arith.truncf %2 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<4096x768xf16>
  return %r : tensor<4096x768xf16>
}

func.func private @bert_qkv_small(%a: tensor<128x768xf16>, %b: tensor<768x768xf16>, %bias: tensor<768xf32>) -> tensor<128x768xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x768xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<128x768xf32>) -> tensor<128x768xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<128x768xf16>, tensor<768x768xf16>) outs(%i : tensor<128x768xf32>) -> tensor<128x768xf32>
  %h = tensor.empty() : tensor<128x768xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<128x768xf32>, tensor<768xf32>) outs(%h : tensor<128x768xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %t = arith.truncf %0 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<128x768xf16>
  return %r : tensor<128x768xf16>
}

func.func private @bert_scores(%a: tensor<96x128x64xf16>, %b: tensor<96x128x64xf16>) -> tensor<96x128x128xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<96x128x128xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<96x128x128xf32>) -> tensor<96x128x128xf32>
  %c = linalg.batch_matmul indexing_maps = [affine_map<(b0, m, n, k) -> (b0, m, k)>, affine_map<(b0, m, n, k) -> (b0, n, k)>, affine_map<(b0, m, n, k) -> (b0, m, n)>] ins(%a, %b : tensor<96x128x64xf16>, tensor<96x128x64xf16>) outs(%i : tensor<96x128x128xf32>) -> tensor<96x128x128xf32>
  %h = tensor.empty() : tensor<96x128x128xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%c : tensor<96x128x128xf32>) outs(%h : tensor<96x128x128xf16>) {
  ^bb0(%x: f32, %o: f16):
    %t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16
  } -> tensor<96x128x128xf16>
  return %r : tensor<96x128x128xf16>
}

func.func private @bert_values(%a: tensor<96x128x128xf16>, %b: tensor<96x128x64xf16>) -> tensor<96x128x64xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<96x128x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<96x128x64xf32>) -> tensor<96x128x64xf32>
  %c = linalg.batch_matmul indexing_maps = [affine_map<(b0, m, n, k) -> (b0, m, k)>, affine_map<(b0, m, n, k) -> (b0, k, n)>, affine_map<(b0, m, n, k) -> (b0, m, n)>] ins(%a, %b : tensor<96x128x128xf16>, tensor<96x128x64xf16>) outs(%i : tensor<96x128x64xf32>) -> tensor<96x128x64xf32>
  %h = tensor.empty() : tensor<96x128x64xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%c : tensor<96x128x64xf32>) outs(%h : tensor<96x128x64xf16>) {
  ^bb0(%x: f32, %o: f16):
    %t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16
  } -> tensor<96x128x64xf16>
  return %r : tensor<96x128x64xf16>
}

func.func private @gpt2_logits(%a: tensor<1024x768xf16>, %b: tensor<50257x768xf16>) -> tensor<1024x50257xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x50257xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1024x50257xf32>) -> tensor<1024x50257xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<1024x768xf16>, tensor<50257x768xf16>) outs(%i : tensor<1024x50257xf32>) -> tensor<1024x50257xf32>
  %h = tensor.empty() : tensor<1024x50257xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<1024x50257xf32>) outs(%h : tensor<1024x50257xf16>) {
  ^bb0(%x: f32, %o: f16):
    %t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16
  } -> tensor<1024x50257xf16>
  return %r : tensor<1024x50257xf16>
}

func.func private @gpt2_token(%a: tensor<1x768xf16>, %b: tensor<768x3072xf16>, %bias: tensor<3072xf32>) -> tensor<1x3072xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3072xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3072xf32>) -> tensor<1x3072xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<1x768xf16>, tensor<768x3072xf16>) outs(%i : tensor<1x3072xf32>) -> tensor<1x3072xf32>
  %h = tensor.empty() : tensor<1x3072xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<1x3072xf32>, tensor<3072xf32>) outs(%h : tensor<1x3072xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 0.707106769 : f32
    %3 = arith.mulf %0, %root : f32
    %4 = math.erf %3 : f32
    %5 = arith.addf %4, %one : f32
    %6 = arith.mulf %0, %half : f32
    %7 = arith.mulf %6, %5 : f32
    %t = arith.truncf %7 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<1x3072xf16>
  return %r : tensor<1x3072xf16>
}

func.func private @ragged(%a: tensor<1000x1001xf16>, %b: tensor<1001x1000xf16>) -> tensor<1000x1000xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1000x1000xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<1000x1001xf16>, tensor<1001x1000xf16>) outs(%i : tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
  %h = tensor.empty() : tensor<1000x1000xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<1000x1000xf32>) outs(%h : tensor<1000x1000xf16>) {
  ^bb0(%x: f32, %o: f16):
    %t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16
  } -> tensor<1000x1000xf16>
  return %r : tensor<1000x1000xf16>
}

func.func private @square_8192_f8(%a: tensor<8192x8192xf8E4M3FN>, %b: tensor<8192x8192xf8E4M3FN>) -> tensor<8192x8192xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8192x8192xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<8192x8192xf8E4M3FN>, tensor<8192x8192xf8E4M3FN>) outs(%i : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  %h = tensor.empty() : tensor<8192x8192xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<8192x8192xf32>) outs(%h : tensor<8192x8192xf16>) {
  ^bb0(%x: f32, %o: f16):
    %t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16
  } -> tensor<8192x8192xf16>
  return %r : tensor<8192x8192xf16>
}

func.func private @bert_ffn_up_f8(%a: tensor<4096x768xf8E4M3FN>, %b: tensor<3072x768xf8E4M3FN>, %bias: tensor<3072xf32>) -> tensor<4096x3072xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x3072xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x3072xf32>) -> tensor<4096x3072xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4096x768xf8E4M3FN>, tensor<3072x768xf8E4M3FN>) outs(%i : tensor<4096x3072xf32>) -> tensor<4096x3072xf32>
  %h = tensor.empty() : tensor<4096x3072xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<4096x3072xf32>, tensor<3072xf32>) outs(%h : tensor<4096x3072xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 0.707106769 : f32
    %3 = arith.mulf %0, %root : f32
    %4 = math.erf %3 : f32
    %5 = arith.addf %4, %one : f32
    %6 = arith.mulf %0, %half : f32
    %7 = arith.mulf %6, %5 : f32
    %t = arith.truncf %7 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<4096x3072xf16>
  return %r : tensor<4096x3072xf16>
}

func.func private @bert_qkv_small_f8(%a: tensor<128x768xf8E5M2>, %b: tensor<768x768xf8E5M2>, %bias: tensor<768xf32>) -> tensor<128x768xbf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x768xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<128x768xf32>) -> tensor<128x768xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<128x768xf8E5M2>, tensor<768x768xf8E5M2>) outs(%i : tensor<128x768xf32>) -> tensor<128x768xf32>
  %h = tensor.empty() : tensor<128x768xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<128x768xf32>, tensor<768xf32>) outs(%h : tensor<128x768xbf16>) {
  ^bb0(%x: f32, %y: f32, %o: bf16):
    %0 = arith.addf %x, %y : f32
    %t = arith.truncf %0 : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<128x768xbf16>
  return %r : tensor<128x768xbf16>
}

func.func private @bert_ffn_up_f8_to_f8(%a: tensor<4096x768xf8E4M3FN>, %b: tensor<3072x768xf8E4M3FN>, %bias: tensor<3072xf32>) -> tensor<4096x3072xf8E4M3FN> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x3072xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x3072xf32>) -> tensor<4096x3072xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4096x768xf8E4M3FN>, tensor<3072x768xf8E4M3FN>) outs(%i : tensor<4096x3072xf32>) -> tensor<4096x3072xf32>
  %h = tensor.empty() : tensor<4096x3072xf8E4M3FN>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<4096x3072xf32>, tensor<3072xf32>) outs(%h : tensor<4096x3072xf8E4M3FN>) {
  ^bb0(%x: f32, %y: f32, %o: f8E4M3FN):
    %0 = arith.addf %x, %y : f32
    %3 = arith.maximumf %0, %zero : f32
    %t = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %t : f8E4M3FN
  } -> tensor<4096x3072xf8E4M3FN>
  return %r : tensor<4096x3072xf8E4M3FN>
}

func.func private @gpt2_token_f8(%a: tensor<1x768xf8E4M3FN>, %b: tensor<3072x768xf8E4M3FN>, %bias: tensor<3072xf32>) -> tensor<1x3072xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3072xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3072xf32>) -> tensor<1x3072xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<1x768xf8E4M3FN>, tensor<3072x768xf8E4M3FN>) outs(%i : tensor<1x3072xf32>) -> tensor<1x3072xf32>
  %h = tensor.empty() : tensor<1x3072xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<1x3072xf32>, tensor<3072xf32>) outs(%h : tensor<1x3072xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 0.707106769 : f32
    %3 = arith.mulf %0, %root : f32
    %4 = math.erf %3 : f32
    %5 = arith.addf %4, %one : f32
    %6 = arith.mulf %0, %half : f32
    %7 = arith.mulf %6, %5 : f32
    %t = arith.truncf %7 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<1x3072xf16>
  return %r : tensor<1x3072xf16>
}

func.func private @ragged_f8_rows(%a: tensor<1000x1001xf8E4M3FN>, %b: tensor<1001x1000xf8E4M3FN>) -> tensor<1000x1000xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1000x1000xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<1000x1001xf8E4M3FN>, tensor<1001x1000xf8E4M3FN>) outs(%i : tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
  %h = tensor.empty() : tensor<1000x1000xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<1000x1000xf32>) outs(%h : tensor<1000x1000xf16>) {
  ^bb0(%x: f32, %o: f16):
    %t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16
  } -> tensor<1000x1000xf16>
  return %r : tensor<1000x1000xf16>
}

func.func private @resnet_3x3(%a: tensor<32x58x58x64xf16>, %b: tensor<3x3x64x64xf16>, %bias: tensor<64xf32>) -> tensor<32x56x56x64xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x56x56x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x56x56x64xf32>) -> tensor<32x56x56x64xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%a, %b : tensor<32x58x58x64xf16>, tensor<3x3x64x64xf16>) outs(%i : tensor<32x56x56x64xf32>) -> tensor<32x56x56x64xf32>
  %h = tensor.empty() : tensor<32x56x56x64xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<32x56x56x64xf32>, tensor<64xf32>) outs(%h : tensor<32x56x56x64xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %3 = arith.maximumf %0, %zero : f32
    %t = arith.truncf %3 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<32x56x56x64xf16>
  return %r : tensor<32x56x56x64xf16>
}

func.func private @resnet_3x3_padded(%a: tensor<32x28x28x128xf16>, %b: tensor<3x3x128x128xf16>, %bias: tensor<128xf32>) -> tensor<32x28x28x128xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x28x28x128xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x28x28x128xf32>) -> tensor<32x28x28x128xf32>
  %z = arith.constant 0.0 : f16
  %p = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%0: index, %1: index, %2: index, %3: index):
    tensor.yield %z : f16
  } : tensor<32x28x28x128xf16> to tensor<32x30x30x128xf16>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%p, %b : tensor<32x30x30x128xf16>, tensor<3x3x128x128xf16>) outs(%i : tensor<32x28x28x128xf32>) -> tensor<32x28x28x128xf32>
  %h = tensor.empty() : tensor<32x28x28x128xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<32x28x28x128xf32>, tensor<128xf32>) outs(%h : tensor<32x28x28x128xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %3 = arith.maximumf %0, %zero : f32
    %t = arith.truncf %3 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<32x28x28x128xf16>
  return %r : tensor<32x28x28x128xf16>
}

func.func private @resnet_3x3_padded_b1(%a: tensor<1x56x56x64xf16>, %b: tensor<3x3x64x64xf16>, %bias: tensor<64xf32>, %res: tensor<1x56x56x64xf16>) -> tensor<1x56x56x64xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x56x56x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  %z = arith.constant 0.0 : f16
  %p = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%0: index, %1: index, %2: index, %3: index):
    tensor.yield %z : f16
  } : tensor<1x56x56x64xf16> to tensor<1x58x58x64xf16>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%p, %b : tensor<1x58x58x64xf16>, tensor<3x3x64x64xf16>) outs(%i : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  %h = tensor.empty() : tensor<1x56x56x64xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias, %res : tensor<1x56x56x64xf32>, tensor<64xf32>, tensor<1x56x56x64xf16>) outs(%h : tensor<1x56x56x64xf16>) {
  ^bb0(%x: f32, %y: f32, %w: f16, %o: f16):
    %0 = arith.addf %x, %y : f32
    %1 = arith.extf %w : f16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.maximumf %2, %zero : f32
    %t = arith.truncf %3 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<1x56x56x64xf16>
  return %r : tensor<1x56x56x64xf16>
}

func.func private @resnet_3x3_strided(%a: tensor<32x56x56x128xbf16>, %b: tensor<3x3x128x256xbf16>, %bias: tensor<256xf32>) -> tensor<32x28x28x256xbf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x28x28x256xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x28x28x256xf32>) -> tensor<32x28x28x256xf32>
  %z = arith.constant 0.0 : bf16
  %p = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%0: index, %1: index, %2: index, %3: index):
    tensor.yield %z : bf16
  } : tensor<32x56x56x128xbf16> to tensor<32x58x58x128xbf16>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%p, %b : tensor<32x58x58x128xbf16>, tensor<3x3x128x256xbf16>) outs(%i : tensor<32x28x28x256xf32>) -> tensor<32x28x28x256xf32>
  %h = tensor.empty() : tensor<32x28x28x256xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<32x28x28x256xf32>, tensor<256xf32>) outs(%h : tensor<32x28x28x256xbf16>) {
  ^bb0(%x: f32, %y: f32, %o: bf16):
    %0 = arith.addf %x, %y : f32
    %t = arith.truncf %0 : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<32x28x28x256xbf16>
  return %r : tensor<32x28x28x256xbf16>
}

func.func private @resnet_first_nchw(%a: tensor<32x3x230x230xf16>, %b: tensor<64x3x7x7xf16>, %bias: tensor<64xf32>) -> tensor<32x64x112x112xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64x112x112xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64x112x112xf32>) -> tensor<32x64x112x112xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%a, %b : tensor<32x3x230x230xf16>, tensor<64x3x7x7xf16>) outs(%i : tensor<32x64x112x112xf32>) -> tensor<32x64x112x112xf32>
  %h = tensor.empty() : tensor<32x64x112x112xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<32x64x112x112xf32>, tensor<64xf32>) outs(%h : tensor<32x64x112x112xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %3 = arith.maximumf %0, %zero : f32
    %t = arith.truncf %3 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<32x64x112x112xf16>
  return %r : tensor<32x64x112x112xf16>
}

func.func private @resnet_1x1_nchw(%a: tensor<32x1024x14x14xf16>, %b: tensor<256x1024x1x1xf16>, %bias: tensor<256xf32>, %res: tensor<32x256x14x14xf16>) -> tensor<32x256x14x14xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x256x14x14xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x256x14x14xf32>) -> tensor<32x256x14x14xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%a, %b : tensor<32x1024x14x14xf16>, tensor<256x1024x1x1xf16>) outs(%i : tensor<32x256x14x14xf32>) -> tensor<32x256x14x14xf32>
  %h = tensor.empty() : tensor<32x256x14x14xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias, %res : tensor<32x256x14x14xf32>, tensor<256xf32>, tensor<32x256x14x14xf16>) outs(%h : tensor<32x256x14x14xf16>) {
  ^bb0(%x: f32, %y: f32, %w: f16, %o: f16):
    %0 = arith.addf %x, %y : f32
    %1 = arith.extf %w : f16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.maximumf %2, %zero : f32
    %t = arith.truncf %3 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<32x256x14x14xf16>
  return %r : tensor<32x256x14x14xf16>
}

func.func private @resnet_3x3_nchw(%a: tensor<32x256x16x16xf16>, %b: tensor<256x256x3x3xf16>, %bias: tensor<256xf32>) -> tensor<32x256x14x14xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x256x14x14xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x256x14x14xf32>) -> tensor<32x256x14x14xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%a, %b : tensor<32x256x16x16xf16>, tensor<256x256x3x3xf16>) outs(%i : tensor<32x256x14x14xf32>) -> tensor<32x256x14x14xf32>
  %h = tensor.empty() : tensor<32x256x14x14xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<32x256x14x14xf32>, tensor<256xf32>) outs(%h : tensor<32x256x14x14xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %3 = arith.maximumf %0, %zero : f32
    %t = arith.truncf %3 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<32x256x14x14xf16>
  return %r : tensor<32x256x14x14xf16>
}

func.func private @mobilenet_depthwise(%a: tensor<8x58x58x144xf16>, %b: tensor<3x3x144xf16>, %bias: tensor<144xf32>) -> tensor<8x56x56x144xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x56x56x144xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<8x56x56x144xf32>) -> tensor<8x56x56x144xf32>
  %c = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%a, %b : tensor<8x58x58x144xf16>, tensor<3x3x144xf16>) outs(%i : tensor<8x56x56x144xf32>) -> tensor<8x56x56x144xf32>
  %h = tensor.empty() : tensor<8x56x56x144xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<8x56x56x144xf32>, tensor<144xf32>) outs(%h : tensor<8x56x56x144xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %t = arith.truncf %0 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<8x56x56x144xf16>
  return %r : tensor<8x56x56x144xf16>
}

func.func private @mobilenet_depthwise_nchw(%a: tensor<8x144x58x58xf16>, %b: tensor<144x3x3xf16>, %bias: tensor<144xf32>) -> tensor<8x144x56x56xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x144x56x56xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<8x144x56x56xf32>) -> tensor<8x144x56x56xf32>
  %c = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%a, %b : tensor<8x144x58x58xf16>, tensor<144x3x3xf16>) outs(%i : tensor<8x144x56x56xf32>) -> tensor<8x144x56x56xf32>
  %h = tensor.empty() : tensor<8x144x56x56xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<8x144x56x56xf32>, tensor<144xf32>) outs(%h : tensor<8x144x56x56xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %t = arith.truncf %0 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<8x144x56x56xf16>
  return %r : tensor<8x144x56x56xf16>
}

