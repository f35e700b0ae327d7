// What follows a contraction in its kernel is computed on its accumulators.
// RUN: amp-gpu-emulate %s --chip=sm_80 | FileCheck %s

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
#m0 = affine_map<(m, n) -> (m, 0)>

// CHECK: bias_relu: ok
func.func private @bias_relu(%a: tensor<40x32xf16>, %b: tensor<32x48xf16>, %bias: tensor<48xf32>) -> tensor<40x48xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x48xf32>
  %h = tensor.empty() : tensor<40x48xf16>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<40x48xf32>) -> tensor<40x48xf32>
  %c = linalg.matmul ins(%a, %b : tensor<40x32xf16>, tensor<32x48xf16>) outs(%i : tensor<40x48xf32>) -> tensor<40x48xf32>
  %r = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<40x48xf32>, tensor<48xf32>) outs(%h : tensor<40x48xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.addf %x, %y : f32
    %1 = arith.maximumf %0, %zero : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<40x48xf16>
  return %r : tensor<40x48xf16>
}

// The bias as what the sum starts from; gelu in two ops.
// CHECK: broadcast_gelu: ok
func.func private @broadcast_gelu(%a: tensor<20x32xbf16>, %b: tensor<32x24xbf16>, %bias: tensor<24xbf16>) -> tensor<20x24xbf16> attributes {amp.kernel} {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 0.707106781 : f32
  %e = tensor.empty() : tensor<20x24xf32>
  %h = tensor.empty() : tensor<20x24xbf16>
  %i = linalg.generic {indexing_maps = [#n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%bias : tensor<24xbf16>) outs(%e : tensor<20x24xf32>) {
  ^bb0(%x: bf16, %o: f32):
    %0 = arith.extf %x : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<20x24xf32>
  %c = linalg.matmul ins(%a, %b : tensor<20x32xbf16>, tensor<32x24xbf16>) outs(%i : tensor<20x24xf32>) -> tensor<20x24xf32>
  %r = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<20x24xf32>) outs(%h : tensor<20x24xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.mulf %x, %root : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %x, %half : f32
    %4 = arith.mulf %3, %2 : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<20x24xbf16>
  return %r : tensor<20x24xbf16>
}

// A value per row, one for all, a residual; silu; both types are results.
// CHECK: two_results: ok
func.func private @two_results(%a: tensor<33x40xf16>, %b: tensor<40x26xf16>, %row: tensor<33x1xf32>, %all: tensor<f32>, %res: tensor<33x26xf16>)
    -> (tensor<33x26xf32>, tensor<33x26xf16>) attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<33x26xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<33x26xf32>) -> tensor<33x26xf32>
  %c = linalg.matmul ins(%a, %b : tensor<33x40xf16>, tensor<40x26xf16>) outs(%i : tensor<33x26xf32>) -> tensor<33x26xf32>
  %r = linalg.generic {indexing_maps = [#mn, #m0, #none, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%c, %row, %all, %res : tensor<33x26xf32>, tensor<33x1xf32>, tensor<f32>, tensor<33x26xf16>) outs(%e : tensor<33x26xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f16, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %0, %z : f32
    %2 = arith.negf %1 : f32
    %3 = math.exp %2 : f32
    %4 = arith.addf %3, %one : f32
    %5 = arith.divf %1, %4 : f32
    %6 = arith.extf %w : f16 to f32
    %7 = arith.addf %5, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<33x26xf32>
  %t = arith.truncf %r : tensor<33x26xf32> to tensor<33x26xf16>
  return %r, %t : tensor<33x26xf32>, tensor<33x26xf16>
}

// linalg.index and a select: a causal mask.
// CHECK: mask: ok
func.func private @mask(%a: tensor<24x16xf16>, %b: tensor<16x24xf16>) -> tensor<24x24xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -30000.0 : f32
  %e = tensor.empty() : tensor<24x24xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<24x24xf32>) -> tensor<24x24xf32>
  %c = linalg.matmul ins(%a, %b : tensor<24x16xf16>, tensor<16x24xf16>) outs(%i : tensor<24x24xf32>) -> tensor<24x24xf32>
  %r = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<24x24xf32>) outs(%e : tensor<24x24xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = linalg.index 0 : index
    %1 = linalg.index 1 : index
    %2 = arith.cmpi ule, %1, %0 : index
    %3 = arith.select %2, %x, %low : f32
    linalg.yield %3 : f32
  } -> tensor<24x24xf32>
  return %r : tensor<24x24xf32>
}

// A linear layer's result split into heads and transposed: stores follow.
// CHECK: split_heads: ok
func.func private @split_heads(%a: tensor<30x32xf16>, %b: tensor<32x48xf16>, %bias: tensor<48xf16>) -> tensor<2x3x15x16xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<30x48xf32>
  %h = tensor.empty() : tensor<30x48xf16>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<30x48xf32>) -> tensor<30x48xf32>
  %c = linalg.matmul ins(%a, %b : tensor<30x32xf16>, tensor<32x48xf16>) outs(%i : tensor<30x48xf32>) -> tensor<30x48xf32>
  %r = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<30x48xf32>, tensor<48xf16>) outs(%h : tensor<30x48xf16>) {
  ^bb0(%x: f32, %y: f16, %o: f16):
    %0 = arith.extf %y : f16 to f32
    %1 = arith.addf %x, %0 : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<30x48xf16>
  %x = tensor.expand_shape %r [[0, 1], [2, 3]] output_shape [2, 15, 3, 16] : tensor<30x48xf16> into tensor<2x15x3x16xf16>
  %f = tensor.empty() : tensor<2x3x15x16xf16>
  %t = linalg.transpose ins(%x : tensor<2x15x3x16xf16>) outs(%f : tensor<2x3x15x16xf16>) permutation = [0, 2, 1, 3]
  return %t : tensor<2x3x15x16xf16>
}

// Keys transposed to [b, h, d, s]: nothing that a thread holds is contiguous.
// CHECK: split_keys: ok
func.func private @split_keys(%a: tensor<30x32xf16>, %b: tensor<32x48xf16>) -> tensor<2x3x16x15xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<30x48xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<30x48xf32>) -> tensor<30x48xf32>
  %c = linalg.matmul ins(%a, %b : tensor<30x32xf16>, tensor<32x48xf16>) outs(%i : tensor<30x48xf32>) -> tensor<30x48xf32>
  %r = arith.truncf %c : tensor<30x48xf32> to tensor<30x48xf16>
  %x = tensor.expand_shape %r [[0, 1], [2, 3]] output_shape [2, 15, 3, 16] : tensor<30x48xf16> into tensor<2x15x3x16xf16>
  %f = tensor.empty() : tensor<2x3x16x15xf16>
  %t = linalg.transpose ins(%x : tensor<2x15x3x16xf16>) outs(%f : tensor<2x3x16x15xf16>) permutation = [0, 2, 3, 1]
  return %t : tensor<2x3x16x15xf16>
}

// An activation before the product is computed while its tile is loaded, and the
// other operand is a transposed view.
// CHECK: prologue: ok
func.func private @prologue(%a: tensor<24x32xf32>, %scale: tensor<32xf32>, %b: tensor<40x32xf16>) -> tensor<24x40xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x40xf32>
  %h = tensor.empty() : tensor<24x32xf16>
  %p = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%a, %scale : tensor<24x32xf32>, tensor<32xf32>) outs(%h : tensor<24x32xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.maximumf %0, %zero : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<24x32xf16>
  %f = tensor.empty() : tensor<32x40xf16>
  %bt = linalg.transpose ins(%b : tensor<40x32xf16>) outs(%f : tensor<32x40xf16>) permutation = [1, 0]
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>
  %c = linalg.matmul ins(%p, %bt : tensor<24x32xf16>, tensor<32x40xf16>) outs(%i : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %c : tensor<24x40xf32>
}

// Named elementwise ops and tensor-level arith.
// CHECK: named: ok
func.func private @named(%a: tensor<24x32xf16>, %b: tensor<32x40xf16>, %res: tensor<24x40xf32>) -> tensor<24x40xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant dense<2.0> : tensor<24x40xf32>
  %e = tensor.empty() : tensor<24x40xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>
  %c = linalg.matmul ins(%a, %b : tensor<24x32xf16>, tensor<32x40xf16>) outs(%i : tensor<24x40xf32>) -> tensor<24x40xf32>
  %s = linalg.add ins(%c, %res : tensor<24x40xf32>, tensor<24x40xf32>) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>
  %t = linalg.tanh ins(%s : tensor<24x40xf32>) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>
  %r = arith.mulf %t, %two : tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

// A summand is padded: what is made up must not be read from before its start.
// CHECK: padded_summand: ok
func.func private @padded_summand(%a: tensor<32x64xf16>, %b: tensor<64x32xf16>, %s: tensor<30x29xf32>) -> tensor<32x32xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %s low[1, 2] high[1, 1] {
  ^bb0(%i0: index, %i1: index):
    tensor.yield %zero : f32
  } : tensor<30x29xf32> to tensor<32x32xf32>
  %e = tensor.empty() : tensor<32x32xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %c = linalg.matmul ins(%a, %b : tensor<32x64xf16>, tensor<64x32xf16>) outs(%i : tensor<32x32xf32>) -> tensor<32x32xf32>
  %r = linalg.add ins(%c, %p : tensor<32x32xf32>, tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}
