// Contractions and sums of low inputs need an f32 running value; maxima do not.
// RUN: amp-opt %s --amp-verify-precision --split-input-file --verify-diagnostics

func.func @good(%a: tensor<8x8xf16>, %c: tensor<8x8xf32>, %m: tensor<8xf16>) -> (tensor<8x8xf32>, tensor<8xf16>) {
  %r = linalg.matmul ins(%a, %a : tensor<8x8xf16>, tensor<8x8xf16>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x = linalg.reduce { arith.maximumf } ins(%a : tensor<8x8xf16>) outs(%m : tensor<8xf16>) dimensions = [1]
  return %r, %x : tensor<8x8xf32>, tensor<8xf16>
}

// -----

func.func @matmul(%a: tensor<8x8xf16>, %c: tensor<8x8xf16>) -> tensor<8x8xf16> {
  // expected-error @+1 {{accumulates in 'f16', expected f32 or wider for inputs of 'f16'}}
  %r = linalg.matmul ins(%a, %a : tensor<8x8xf16>, tensor<8x8xf16>) outs(%c : tensor<8x8xf16>) -> tensor<8x8xf16>
  return %r : tensor<8x8xf16>
}

// -----

func.func @conv(%a: tensor<1x8x8x8xbf16>, %f: tensor<8x8x1x1xbf16>, %c: tensor<1x8x8x8xbf16>) -> tensor<1x8x8x8xbf16> {
  // expected-error @+1 {{accumulates in 'bf16'}}
  %r = linalg.conv_2d_nchw_fchw ins(%a, %f : tensor<1x8x8x8xbf16>, tensor<8x8x1x1xbf16>) outs(%c : tensor<1x8x8x8xbf16>) -> tensor<1x8x8x8xbf16>
  return %r : tensor<1x8x8x8xbf16>
}

// -----

func.func @sum(%a: tensor<8x8xf16>, %m: tensor<8xf16>) -> tensor<8xf16> {
  // expected-error @+1 {{accumulates in 'f16'}}
  %x = linalg.reduce { arith.addf } ins(%a : tensor<8x8xf16>) outs(%m : tensor<8xf16>) dimensions = [1]
  return %x : tensor<8xf16>
}

// -----

// An f32 adder inside does not help if the running value is stored in f16.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @stored(%a: tensor<8x8xf16>, %m: tensor<8xf16>) -> tensor<8xf16> {
  // expected-error @+1 {{accumulates in 'f16'}}
  %r = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<8x8xf16>) outs(%m : tensor<8xf16>) {
  ^bb0(%in: f16, %acc: f16):
    %s = arith.addf %in, %acc : f16
    linalg.yield %s : f16
  } -> tensor<8xf16>
  return %r : tensor<8xf16>
}

// -----

func.func @tosa(%a: tensor<1x8x8x8xf16>, %f: tensor<8x1x1x8xf16>, %b: tensor<8xf16>, %z: tensor<1xf16>) -> tensor<1x8x8x8xf16> {
  // expected-error @+1 {{accumulates in 'f16'}}
  %r = tosa.conv2d %a, %f, %b, %z, %z {acc_type = f16, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x8xf16>, tensor<8x1x1x8xf16>, tensor<8xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x8x8x8xf16>
  return %r : tensor<1x8x8x8xf16>
}
