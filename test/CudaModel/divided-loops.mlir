// Heads that share keys by a map that divides their loop are products on tensor
// cores; a loop that is not divided evenly is read by index.
// RUN: split-file %s %t
// RUN: amp-opt %t/even.mlir "--amp-to-nvvm=sm_90a format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s --check-prefix=EVEN
// RUN: amp-opt %t/odd.mlir --amp-form-kernels | FileCheck %s --check-prefix=ODD
// RUN: amp-opt %t/even.mlir --amp-to-cpu | FileCheck %s --check-prefix=CPU

// EVEN: contraction_0{{.*}}wgmma
// ODD: func.func private @rows_0(%{{.*}}: tensor<7x64x64xf16>, %{{.*}}: tensor<7x64x64xf32>, %[[K:.*]]: tensor<3x64x64xf16>)
// ODD: %[[HEAD:.*]] = linalg.index 0 : index
// ODD: %[[KEY:.*]] = affine.apply {{.*}}[%[[HEAD]]]
// ODD: tensor.extract %[[K]][%[[KEY]],
// CPU: llvm.call @amp_cpu_contract

//--- even.mlir
func.func @main(%q: tensor<8x64x64xf16>, %k: tensor<2x64x64xf16>, %init: tensor<8x64x64xf32>) -> tensor<8x64x64xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(h, m, n, k) -> (h, m, k)>, affine_map<(h, m, n, k) -> (h floordiv 4, k, n)>, affine_map<(h, m, n, k) -> (h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<8x64x64xf16>, tensor<2x64x64xf16>) outs(%init : tensor<8x64x64xf32>) {
  ^bb0(%a: f16, %b: f16, %sum: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x64x64xf32>
  return %0 : tensor<8x64x64xf32>
}

//--- odd.mlir
func.func @main(%q: tensor<7x64x64xf16>, %k: tensor<3x64x64xf16>, %init: tensor<7x64x64xf32>) -> tensor<7x64x64xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(h, m, n, k) -> (h, m, k)>, affine_map<(h, m, n, k) -> (h floordiv 3, k, n)>, affine_map<(h, m, n, k) -> (h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<7x64x64xf16>, tensor<3x64x64xf16>) outs(%init : tensor<7x64x64xf32>) {
  ^bb0(%a: f16, %b: f16, %sum: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<7x64x64xf32>
  return %0 : tensor<7x64x64xf32>
}
