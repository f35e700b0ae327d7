// What only shows once all entries are read, or beside a rule, is an error at
// the line that asks for it as well: it was one at the head of the plan.
// RUN: split-file %s %t
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/reader.plan" 2>&1 | FileCheck %s --check-prefix=READER
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/moved.plan" 2>&1 | FileCheck %s --check-prefix=MOVED
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/label.plan" 2>&1 | FileCheck %s --check-prefix=LABEL
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/storage.plan" 2>&1 | FileCheck %s --check-prefix=STORAGE
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/result.plan" 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/good.plan" | FileCheck %s --check-prefix=GOOD

//--- reader.plan
amp-plan 1 f32 f16
@main/arg#0: -> both
@main/linalg.generic#0: -> low
//--- moved.plan
amp-plan 1 f32 f16
@main/arg#0: -> both
@main/linalg.generic#1: -> low
@main/linalg.generic#2: -> high
//--- label.plan
amp-plan 1 f32 f16
@main/arg#0: -> both
@main/arith.mulf#2: low
//--- storage.plan
amp-plan 1 f32 f16
loc "here": -> both
@main/linalg.generic#1: -> low
//--- result.plan
amp-plan 1 f32 f16
@unused/result#0: -> low
//--- good.plan
amp-plan 1 f32 f16
@unused/result#0: low
@main/linalg.generic#1: -> both
//--- in.mlir
// READER: reader.plan:3:1: error: plan entry '@main/linalg.generic#0' leaves a value without the high copy that a use needs
// READER: in.mlir:{{[0-9]+}}:{{[0-9]+}}: note: used high here
// MOVED: moved.plan:3:1: error: plan entry '@main/linalg.generic#1' drops the high copy of a NEVER op's result, but not that of what it is moved to
// MOVED: note: moved here
// LABEL: label.plan:3:1: error: plan entry '@main/arith.mulf#2' wants low, but the low type cannot hold what is written: range
// STORAGE: storage.plan:3:1: error: plan entry '@main/linalg.generic#1' contradicts line 2
// RESULT: result.plan:2:1: error: plan entry '@unused/result#0' of a function's result needs low or high
// GOOD: func.func private @unused({{.*}}) -> tensor<64x64xf16>
func.func private @unused(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  return %x : tensor<64x64xf32>
}
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %large = arith.constant dense<1.0e3> : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%y : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %7 = arith.negf %in : f32
    linalg.yield %7 : f32
  } -> tensor<64x64xf32>
  %2 = math.tan %1 : tensor<64x64xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %7 = math.tan %in : f32
    linalg.yield %7 : f32
  } -> tensor<64x64xf32> loc("here")
  %4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %7 = math.absf %in : f32
    linalg.yield %7 : f32
  } -> tensor<64x64xf32>
  %5 = linalg.matmul ins(%4, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%y : tensor<64x64xf32>) -> tensor<64x64xf32>
  %6 = arith.mulf %large, %large : tensor<64x64xf32>
  return %2, %5, %6 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
