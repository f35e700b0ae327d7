// Few long rows over many blocks: the two sums of a norm from one look at the data,
// then their merger, then the result. Others stay whole.
// RUN: amp-opt %S/Inputs/group-norm.mlir --amp-form-kernels | FileCheck %s --check-prefix=NORM
// RUN: amp-opt %s --amp-form-kernels | FileCheck %s
// RUN: amp-opt %S/Inputs/group-norm.mlir --amp-to-nvvm="sm_80 format=llvm" -o /dev/null

// NORM: func.func @main(%[[X:.*]]: tensor<1x4x8x4096xf16>
// NORM: %[[S:.*]]:2 = call @rows_0(%{{.*}}) : (tensor<4x32x1024xf16>) -> (tensor<4x32xf32>, tensor<4x32xf32>)
// NORM: %[[R:.*]]:2 = call @rows_1(%[[S]]#0, %[[S]]#1) : {{.*}} -> (tensor<4xf32>, tensor<4xf32>)
// NORM: call @pointwise_0(%{{.*}}, %[[R]]#0, %[[R]]#1
// NORM-NOT: call

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK: call @rows_0({{.*}}) : (tensor<2x[[P:[0-9]+]]x1024xf32>) -> tensor<2x[[P]]xf32>
// CHECK: call @rows_1({{.*}}) : (tensor<2x[[P]]xf32>, tensor<2xf32>) -> tensor<2xf32>
// Enough rows, or short ones, and sums whose parts cannot be merged.
// CHECK: call @rows_2({{.*}}) : (tensor<128x16384xf32>, tensor<128xf32>)
// CHECK: call @rows_3({{.*}}) : (tensor<2x4096xf32>, tensor<2xf32>)
// CHECK: call @reduction_0({{.*}}) : (tensor<2x16384xf32>, tensor<2xf32>)
func.func @main(%few: tensor<2x16384xf32>, %start: tensor<2xf32>, %many: tensor<128x16384xf32>, %short: tensor<2x4096xf32>, %zeros: tensor<128xf32>)
    -> (tensor<2xf32>, tensor<128xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%few : tensor<2x16384xf32>) outs(%start : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%many : tensor<128x16384xf32>) outs(%zeros : tensor<128xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.maximumf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<128xf32>
  %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%short : tensor<2x4096xf32>) outs(%start : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %3 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%few : tensor<2x16384xf32>) outs(%start : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %o, %o : f32
    %s = arith.addf %m, %a : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<128xf32>, tensor<2xf32>, tensor<2xf32>
}
