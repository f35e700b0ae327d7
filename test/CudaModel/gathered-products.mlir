// Rows times matrices that each one picks: all with all on tensor cores, then the pick.
// RUN: amp-opt %S/Inputs/experts.mlir --amp-autocast=f16 --amp-form-kernels | FileCheck %s --check-prefix=EXPERTS
// RUN: amp-opt %S/Inputs/experts.mlir --amp-autocast-pipeline=type=f16 --amp-form-kernels | FileCheck %s --check-prefix=EXPERTS
// RUN: amp-opt %S/Inputs/experts.mlir --amp-autocast=f16 --amp-to-nvvm="sm_80 format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUDIT
// RUN: amp-opt %s --amp-form-kernels --split-input-file | FileCheck %s

// EXPERTS-LABEL: func.func @main(
// EXPERTS-DAG: %[[UP:.*]] = call @pointwise_{{.*}}(%arg2) : (tensor<3x96x64xf32>) -> tensor<3x96x64xf16>
// EXPERTS-DAG: %[[DOWN:.*]] = call @pointwise_{{.*}}(%arg3) : (tensor<3x96x32xf32>) -> tensor<3x96x32xf16>
// EXPERTS-DAG: %[[X:.*]] = call @pointwise_{{.*}}(%arg0) : (tensor<48x64xf32>) -> tensor<48x64xf16>
// EXPERTS-DAG: %[[ALL:.*]] = call @contraction_0(%[[UP]], %[[X]]) : {{.*}} -> tensor<3x48x96xf32>
// EXPERTS-DAG: %[[PICKED:.*]]:2 = call @pointwise_{{.*}}(%arg1, %[[ALL]]) : {{.*}} -> (tensor<48x96xf32>, tensor<48x96xf16>)
// EXPERTS: %[[OUT:.*]] = call @contraction_1(%[[PICKED]]#1, %[[DOWN]]) : {{.*}} -> tensor<3x48x32xf32>
// EXPERTS: call @pointwise_4(%arg1, %[[OUT]]) : {{.*}} -> tensor<48x32xf32>
// EXPERTS-NOT: call

// The source's multiply-adds are counted.
// AUDIT: contraction_0: {{.*}}mma.sync{{.*}}; instead of 48x96x1x64)
// AUDIT: contraction_1: {{.*}}mma.sync{{.*}}; instead of 48x1x32x96)
// AUDIT: 100.00 % of 4.424e+05 multiply-adds

#row = affine_map<(t, n, k) -> (t)>
#full = affine_map<(t, n, k) -> (t, n, k)>
#left = affine_map<(t, n, k) -> (t, k)>
#out = affine_map<(t, n, k) -> (t, n)>

// A result that is rounded is kept rounded.
// CHECK-LABEL: func.func @rounded(
// CHECK:       call @contraction_0({{.*}} -> tensor<3x64x96xf16>
// CHECK:       call @pointwise_0({{.*}} -> tensor<64x96xf16>
// CHECK-NOT:   call
// CHECK:       return
func.func @rounded(%x: tensor<64x64xf16>, %picks: tensor<64xindex>, %w: tensor<3x96x64xf16>) -> tensor<64x96xf16> {
  %zero = arith.constant 0.0 : f32
  %eg = tensor.empty() : tensor<64x96x64xf16>
  %g = linalg.generic {indexing_maps = [#row, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%picks : tensor<64xindex>) outs(%eg : tensor<64x96x64xf16>) {
  ^bb0(%i: index, %o: f16):
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %e = tensor.extract %w[%i, %n, %k] : tensor<3x96x64xf16>
    linalg.yield %e : f16
  } -> tensor<64x96x64xf16>
  %e0 = tensor.empty() : tensor<64x96xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64x96xf32>) -> tensor<64x96xf32>
  %p = linalg.generic {indexing_maps = [#left, #full, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %g : tensor<64x64xf16>, tensor<64x96x64xf16>) outs(%f0 : tensor<64x96xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x96xf32>
  %low = arith.truncf %p : tensor<64x96xf32> to tensor<64x96xf16>
  return %low : tensor<64x96xf16>
}

// -----

#row = affine_map<(t, n, k) -> (t)>
#full = affine_map<(t, n, k) -> (t, n, k)>
#left = affine_map<(t, n, k) -> (t, k)>
#out = affine_map<(t, n, k) -> (t, n)>

// Two rows read two of sixteen matrices: as they stand, less is read.
// CHECK-LABEL: func.func @few(
// CHECK:       call @rows_0({{.*}}) : (tensor<2xindex>, tensor<16x96x64xf16>, tensor<2x64xf16>) -> tensor<2x96xf32>
// CHECK-NOT:   call
// CHECK:       return
func.func @few(%x: tensor<2x64xf16>, %picks: tensor<2xindex>, %w: tensor<16x96x64xf16>) -> tensor<2x96xf32> {
  %zero = arith.constant 0.0 : f32
  %eg = tensor.empty() : tensor<2x96x64xf16>
  %g = linalg.generic {indexing_maps = [#row, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%picks : tensor<2xindex>) outs(%eg : tensor<2x96x64xf16>) {
  ^bb0(%i: index, %o: f16):
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %e = tensor.extract %w[%i, %n, %k] : tensor<16x96x64xf16>
    linalg.yield %e : f16
  } -> tensor<2x96x64xf16>
  %e0 = tensor.empty() : tensor<2x96xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x96xf32>) -> tensor<2x96xf32>
  %p = linalg.generic {indexing_maps = [#left, #full, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %g : tensor<2x64xf16>, tensor<2x96x64xf16>) outs(%f0 : tensor<2x96xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x96xf32>
  return %p : tensor<2x96xf32>
}

// -----

#row = affine_map<(t, n, k) -> (t)>
#full = affine_map<(t, n, k) -> (t, n, k)>
#left = affine_map<(t, n, k) -> (t, k)>
#out = affine_map<(t, n, k) -> (t, n)>

// Each row picks another matrix for each of its elements: no product of matrices.
// CHECK-LABEL: func.func @scattered(
// CHECK-NOT:   tensor<3x64x96x
// CHECK:       return
func.func @scattered(%x: tensor<64x64xf16>, %picks: tensor<64xindex>, %w: tensor<160x96x64xf16>) -> tensor<64x96xf32> {
  %zero = arith.constant 0.0 : f32
  %eg = tensor.empty() : tensor<64x96x64xf16>
  %g = linalg.generic {indexing_maps = [#row, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%picks : tensor<64xindex>) outs(%eg : tensor<64x96x64xf16>) {
  ^bb0(%i: index, %o: f16):
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %at = arith.addi %i, %k : index
    %e = tensor.extract %w[%at, %n, %k] : tensor<160x96x64xf16>
    linalg.yield %e : f16
  } -> tensor<64x96x64xf16>
  %e0 = tensor.empty() : tensor<64x96xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64x96xf32>) -> tensor<64x96xf32>
  %p = linalg.generic {indexing_maps = [#left, #full, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %g : tensor<64x64xf16>, tensor<64x96x64xf16>) outs(%f0 : tensor<64x96xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x96xf32>
  return %p : tensor<64x96xf32>
}
