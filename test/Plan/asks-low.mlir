// A plan that asks for what the conversion does not do is an error at the line
// that does: the module came out in f32, or written otherwise, without a word.
// RUN: split-file %s %t
// RUN: not amp-opt %t/plain.mlir --amp-autocast="f16 plan=%t/plain.plan" 2>&1 | FileCheck %s --check-prefix=PLAIN --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/high.plan" 2>&1 | FileCheck %s --check-prefix=HIGH --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/by-location.plan" 2>&1 | FileCheck %s --check-prefix=BYLOCATION --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/product.plan" 2>&1 | FileCheck %s --check-prefix=PRODUCT --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/argument.plan" 2>&1 | FileCheck %s --check-prefix=ARGUMENT --implicit-check-not=func.func

// PLAIN: plain.plan:3:1: error: plan entry '@main/linalg.generic#0' wants low, but no contraction works low: nothing is converted without one
// HIGH: high.plan:4:1: error: plan entry '@main/arith.maximumf#0' wants low, but no contraction works low: nothing is converted without one
// BYLOCATION: by-location.plan:4:1: error: plan entry 'relu' wants low, but no contraction works low: nothing is converted without one
// PRODUCT: product.plan:2:1: error: plan entry '@main/linalg.matmul#1' cannot be written low with a high copy beside it: expected both, got both-low
// ARGUMENT: argument.plan:2:1: error: plan entry '@main/arg#0' cannot be written low with a high copy beside it: expected both, got both-low

// What asks for nothing low is no error, nor is a location whose ops have no
// label.
// RUN: amp-opt %t/plain.mlir --amp-autocast="f16 plan=%t/nothing.plan" | FileCheck %s --check-prefix=NOTHING
// NOTHING-NOT: f16
// NOTHING: return {{.*}}f32>
// Where it can be, it is written low.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/good.plan save-plan=%t/good.saved" -o /dev/null
// RUN: FileCheck %s --check-prefix=GOOD --input-file=%t/good.saved
// GOOD: @main/arith.maximumf#0: low -> both-low

//--- plain.plan
amp-plan 1 f32 f16
@main/arg#0: -> high
@main/linalg.generic#0: -> both
//--- nothing.plan
amp-plan 1 f32 f16
loc "scale": low
@main/linalg.generic#0: -> high
//--- plain.mlir
#map = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %empty = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.mulf %in, %in : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32> loc("scale")
  return %0 : tensor<64x64xf32>
}
//--- high.plan
amp-plan 1 f32 f16
@main/linalg.matmul#0: high
@main/linalg.matmul#1: high
@main/arith.maximumf#0: low -> both-low
//--- by-location.plan
amp-plan 1 f32 f16
@main/linalg.matmul#0: high
@main/linalg.matmul#1: high
loc "relu": low
//--- product.plan
amp-plan 1 f32 f16
@main/linalg.matmul#1: low -> both-low
//--- argument.plan
amp-plan 1 f32 f16
@main/arg#0: -> both-low
//--- good.plan
amp-plan 1 f32 f16
@main/arith.maximumf#0: low -> both-low
//--- in.mlir
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = arith.maximumf %p, %zero : tensor<64x64xf32> loc("relu")
  %1 = arith.negf %0 : tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
