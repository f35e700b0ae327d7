// Entries that the module does not allow, or that contradict each other, are
// errors at their line.
// RUN: split-file %s %t
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/fixed.plan" 2>&1 | FileCheck %s --check-prefix=FIXED
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/range.plan" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/absorbs.plan" 2>&1 | FileCheck %s --check-prefix=ABSORBS
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/apart.plan" 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/argument.plan" 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/any.plan" | FileCheck %s --check-prefix=ANY

//--- fixed.plan
amp-plan 1 f32 f16
@main/scf.for#0: -> low, high
@main/scf.for#0/r0.b0/arg#1: -> high
//--- range.plan
amp-plan 1 f32 f16
@main/arith.constant#1: -> low
//--- absorbs.plan
amp-plan 1 f32 f16
@main/linalg.generic#0: low
//--- apart.plan
amp-plan 1 f32 f16
@main/arith.fptosi#0: -> low
//--- argument.plan
amp-plan 1 f32 f16
@main/arg#0: -> low, high
//--- any.plan
amp-plan 1 f32 f16
@main/arith.fptosi#0: -> -
//--- in.mlir
// FIXED: fixed.plan:3:1: error: plan entry '@main/scf.for#0/r0.b0/arg#1' contradicts line 2, to which it is tied
// RANGE: range.plan:2:1: error: plan entry '@main/arith.constant#1' wants a low copy, but the low type cannot hold the value: range
// ABSORBS: absorbs.plan:2:1: error: plan entry '@main/linalg.generic#0' sets the type that the op works in, but the op absorbs casts: set the storage of its results
// APART: apart.plan:2:1: error: plan entry '@main/arith.fptosi#0' sets result 0, which takes no part in the conversion
// ARGUMENT: argument.plan:2:1: error: plan entry '@main/arg#0' of an argument needs one storage, got 2
// ANY: arith.fptosi
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %keep: i1) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xi32>) {
  %c0 = arith.constant 0 : index
  %huge = arith.constant dense<1.0e30> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = arith.maximumf %p, %y : tensor<64x64xf32>
  %1:2 = scf.for %i = %c0 to %c0 step %c0 iter_args(%a = %0, %b = %y) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    scf.yield %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %2 = arith.addf %1#0, %huge : tensor<64x64xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %5 = arith.negf %in : f32
    linalg.yield %5 : f32
  } -> tensor<64x64xf32>
  %4 = arith.fptosi %1#1 : tensor<64x64xf32> to tensor<64x64xi32>
  %6 = linalg.matmul ins(%3, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%1#1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3, %6, %4 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xi32>
}
