// Slices of one tensor that only a contraction reads each are read where they lie:
// no kernel copies them, and TMA starts further along the row.
// RUN: amp-opt %s --amp-form-kernels | FileCheck %s
// RUN: amp-opt %s --amp-to-nvvm="sm_90a format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUDIT
// CHECK-LABEL: func.func @main
// CHECK-NOT: call @pointwise
// CHECK: call @contraction
// CHECK-NOT: call @pointwise
// AUDIT: sm_90a contraction_0: {{.*}} wgmma
// AUDIT: sm_90a contraction_1: {{.*}} wgmma
func.func @main(%qkv: tensor<64x384xf16>) -> tensor<2x64x64xf32> {
  %z = arith.constant 0.0 : f32
  %q = tensor.extract_slice %qkv[0, 0] [64, 128] [1, 1] : tensor<64x384xf16> to tensor<64x128xf16>
  %k = tensor.extract_slice %qkv[0, 128] [64, 128] [1, 1] : tensor<64x384xf16> to tensor<64x128xf16>
  %v = tensor.extract_slice %qkv[0, 256] [64, 128] [1, 1] : tensor<64x384xf16> to tensor<64x128xf16>
  %q1 = tensor.expand_shape %q [[0], [1, 2]] output_shape [64, 2, 64] : tensor<64x128xf16> into tensor<64x2x64xf16>
  %k1 = tensor.expand_shape %k [[0], [1, 2]] output_shape [64, 2, 64] : tensor<64x128xf16> into tensor<64x2x64xf16>
  %v1 = tensor.expand_shape %v [[0], [1, 2]] output_shape [64, 2, 64] : tensor<64x128xf16> into tensor<64x2x64xf16>
  %e = tensor.empty() : tensor<2x64x64xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (m, b, k)>, affine_map<(b, m, n, k) -> (n, b, k)>, affine_map<(b, m, n, k) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q1, %k1 : tensor<64x2x64xf16>, tensor<64x2x64xf16>) outs(%i : tensor<2x64x64xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %c, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x64x64xf32>
  %low = arith.truncf %s : tensor<2x64x64xf32> to tensor<2x64x64xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, b, n)>, affine_map<(b, m, n, k) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%low, %v1 : tensor<2x64x64xf16>, tensor<64x2x64xf16>) outs(%i : tensor<2x64x64xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %c, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x64x64xf32>
  return %r : tensor<2x64x64xf32>
}
