// Products of every layout, type and ragged size give what double precision does.
// RUN: amp-gpu-emulate %s --chip=sm_80 | FileCheck %s --implicit-check-not=fma

// CHECK-LABEL: plain: ok
// CHECK-SAME: path = "mma.sync"
func.func private @plain(%a: tensor<128x96xf16>, %b: tensor<96x64xf16>) -> tensor<128x64xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<128x64xf32>) -> tensor<128x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<128x96xf16>, tensor<96x64xf16>) outs(%i : tensor<128x64xf32>) -> tensor<128x64xf32>
  %t = arith.truncf %c : tensor<128x64xf32> to tensor<128x64xf16>
  return %t : tensor<128x64xf16>
}

// A body with a fused multiply-add is the same product.
// CHECK: fused_body: ok
// CHECK-SAME: path = "mma.sync"
func.func private @fused_body(%a: tensor<64x48xf16>, %b: tensor<48x64xf16>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %c = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<64x48xf16>, tensor<48x64xf16>) outs(%i : tensor<64x64xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = math.fma %0, %1, %o : f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

// CHECK: big_tile: ok
// CHECK-SAME: tile = array<i64: 128, 128, 32>
func.func private @big_tile(%a: tensor<200x72xf16>, %b: tensor<72x136xf16>) -> tensor<200x136xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x136xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<200x136xf32>) -> tensor<200x136xf32>
  %c = linalg.matmul {amp.gemm_config = {tile = array<i64: 128, 128, 32>, warps = array<i64: 2, 4>, stages = 3}} ins(%a, %b : tensor<200x72xf16>, tensor<72x136xf16>) outs(%i : tensor<200x136xf32>) -> tensor<200x136xf32>
  return %c : tensor<200x136xf32>
}

// An accumulator that does not start at zero.
// CHECK: accumulate: ok
func.func private @accumulate(%a: tensor<40x48xbf16>, %b: tensor<48x24xbf16>, %i: tensor<40x24xf32>) -> tensor<40x24xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<40x48xbf16>, tensor<48x24xbf16>) outs(%i : tensor<40x24xf32>) -> tensor<40x24xf32>
  return %c : tensor<40x24xf32>
}

// K = 33 and N = 17: no two rows are aligned alike.
// CHECK: odd: ok
func.func private @odd(%a: tensor<35x33xf16>, %b: tensor<33x17xf16>) -> tensor<35x17xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<35x17xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<35x17xf32>) -> tensor<35x17xf32>
  %c = linalg.matmul ins(%a, %b : tensor<35x33xf16>, tensor<33x17xf16>) outs(%i : tensor<35x17xf32>) -> tensor<35x17xf32>
  %t = arith.truncf %c : tensor<35x17xf32> to tensor<35x17xf16>
  return %t : tensor<35x17xf16>
}

// Rows of 4 and of 8 bytes.
// CHECK: narrow: ok
func.func private @narrow(%a: tensor<24x66xf16>, %b: tensor<66x20xf16>) -> tensor<24x20xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<24x20xf32>) -> tensor<24x20xf32>
  %c = linalg.matmul ins(%a, %b : tensor<24x66xf16>, tensor<66x20xf16>) outs(%i : tensor<24x20xf32>) -> tensor<24x20xf32>
  return %c : tensor<24x20xf32>
}

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#nm = affine_map<(m, n, k) -> (n, m)>

// CHECK: transposed_b: ok
func.func private @transposed_b(%a: tensor<50x64xbf16>, %b: tensor<72x64xbf16>) -> tensor<50x72xbf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<50x72xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<50x72xf32>) -> tensor<50x72xf32>
  %c = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<50x64xbf16>, tensor<72x64xbf16>) outs(%i : tensor<50x72xf32>) {
  ^bb0(%x: bf16, %y: bf16, %s: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %s, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<50x72xf32>
  %t = arith.truncf %c : tensor<50x72xf32> to tensor<50x72xbf16>
  return %t : tensor<50x72xbf16>
}

// CHECK: transposed_a: ok
func.func private @transposed_a(%a: tensor<64x40xf16>, %b: tensor<64x32xf16>) -> tensor<40x32xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x32xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<40x32xf32>) -> tensor<40x32xf32>
  %c = linalg.matmul indexing_maps = [#km, #kn, #mn] ins(%a, %b : tensor<64x40xf16>, tensor<64x32xf16>) outs(%i : tensor<40x32xf32>) -> tensor<40x32xf32>
  return %c : tensor<40x32xf32>
}

// The result transposed: operands change sides.
// CHECK: transposed_c: ok
func.func private @transposed_c(%a: tensor<40x64xf16>, %b: tensor<64x24xf16>) -> tensor<24x40xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x40xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>
  %c = linalg.generic {indexing_maps = [#mk, #kn, #nm], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<40x64xf16>, tensor<64x24xf16>) outs(%i : tensor<24x40xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %s, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<24x40xf32>
  return %c : tensor<24x40xf32>
}

// CHECK: batch: ok
func.func private @batch(%a: tensor<6x20x32xf16>, %b: tensor<6x32x40xf16>) -> tensor<6x20x40xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x20x40xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<6x20x40xf32>) -> tensor<6x20x40xf32>
  %c = linalg.batch_matmul ins(%a, %b : tensor<6x20x32xf16>, tensor<6x32x40xf16>) outs(%i : tensor<6x20x40xf32>) -> tensor<6x20x40xf32>
  %t = arith.truncf %c : tensor<6x20x40xf32> to tensor<6x20x40xf16>
  return %t : tensor<6x20x40xf16>
}

// Attention: q [b, s, h, d] times k [b, s, h, d], both with heads inside.
#q = affine_map<(b, h, s, t, d) -> (b, s, h, d)>
#k = affine_map<(b, h, s, t, d) -> (b, t, h, d)>
#o = affine_map<(b, h, s, t, d) -> (b, h, s, t)>
// CHECK: heads: ok
func.func private @heads(%a: tensor<2x20x3x16xf16>, %b: tensor<2x24x3x16xf16>) -> tensor<2x3x20x24xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x20x24xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x20x24xf32>) -> tensor<2x3x20x24xf32>
  %c = linalg.generic {indexing_maps = [#q, #k, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x20x3x16xf16>, tensor<2x24x3x16xf16>) outs(%i : tensor<2x3x20x24xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %s, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x3x20x24xf32>
  return %c : tensor<2x3x20x24xf32>
}

// CHECK: matvec: ok
func.func private @matvec(%a: tensor<100x64xf16>, %b: tensor<64xf16>) -> tensor<100xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<100xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<100xf32>) -> tensor<100xf32>
  %c = linalg.matvec ins(%a, %b : tensor<100x64xf16>, tensor<64xf16>) outs(%i : tensor<100xf32>) -> tensor<100xf32>
  return %c : tensor<100xf32>
}

// CHECK: vecmat: ok
func.func private @vecmat(%a: tensor<64xf16>, %b: tensor<64x100xf16>) -> tensor<100xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<100xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<100xf32>) -> tensor<100xf32>
  %c = linalg.vecmat ins(%a, %b : tensor<64xf16>, tensor<64x100xf16>) outs(%i : tensor<100xf32>) -> tensor<100xf32>
  return %c : tensor<100xf32>
}

// f32 memory that the body rounds before it multiplies.
// CHECK: rounded: ok
func.func private @rounded(%a: tensor<40x48xf32>, %b: tensor<48x24xf16>) -> tensor<40x24xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x24xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<40x24xf32>) -> tensor<40x24xf32>
  %c = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<40x48xf32>, tensor<48x24xf16>) outs(%i : tensor<40x24xf32>) {
  ^bb0(%x: f32, %y: f16, %s: f32):
    %r = arith.truncf %x : f32 to f16
    %0 = arith.extf %r : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %s, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<40x24xf32>
  return %c : tensor<40x24xf32>
}
