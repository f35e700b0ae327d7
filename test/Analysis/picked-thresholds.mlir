// A number is compared with one that was picked from its own tensor (the k-th
// largest, each with each other): both are read as they were made. Rounded alone,
// the one that decides is larger than all, and nothing is left under its mask.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 assign=greedy" | FileCheck %s

!t = tensor<64x64xf32>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>
#cube = affine_map<(i, j, k) -> (i, j, k)>
#left = affine_map<(i, j, k) -> (i, j)>
#right = affine_map<(i, j, k) -> (i, k)>

// CHECK-LABEL: func.func @threshold
// CHECK: %[[CUT:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<64xindex>) outs(%{{.*}} : tensor<64xf32>)
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} ins(%[[CUT]] : tensor<64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: ins(%{{.*}}, %[[ROWS]] : tensor<64x64xf32>, tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xi1>)
func.func @threshold(%x: !t, %w: !t, %place: tensor<64xindex>, %t: tensor<f32>) -> !t {
  %zero = arith.constant dense<0.0> : !t
  %none = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %e1 = tensor.empty() : tensor<64xf32>
  %m = tensor.empty() : tensor<64x64xi1>
  %p = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %temperature = tensor.extract %t[] : tensor<f32>
  %l = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%p : !t) outs(%e : !t) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.divf %in, %temperature : f32
    linalg.yield %0 : f32
  } -> !t
  %cut = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
         ins(%place : tensor<64xindex>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%in: index, %out: f32):
    %i = linalg.index 0 : index
    %0 = tensor.extract %l[%i, %in] : !t
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %rows = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%cut : tensor<64xf32>) outs(%e : !t) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> !t
  %mask = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%l, %rows : !t, !t) outs(%m : tensor<64x64xi1>) {
  ^bb0(%a: f32, %b: f32, %out: i1):
    %0 = arith.cmpf oge, %a, %b : f32
    linalg.yield %0 : i1
  } -> tensor<64x64xi1>
  %kept = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%mask, %l : tensor<64x64xi1>, !t) outs(%e : !t) {
  ^bb0(%is: i1, %a: f32, %out: f32):
    %0 = arith.select %is, %a, %none : f32
    linalg.yield %0 : f32
  } -> !t
  %r = linalg.matmul ins(%kept, %w : !t, !t) outs(%zero : !t) -> !t
  return %r : !t
}

// A rank: how many are larger.
// CHECK-LABEL: func.func @rank
// CHECK: ins(%{{.*}}, %{{.*}} : tensor<64x64x64xf32>, tensor<64x64x64xf32>) outs(%{{.*}} : tensor<64x64x64xi1>)
func.func @rank(%x: !t, %w: !t) -> (!t, tensor<64x64x64xi1>) {
  %zero = arith.constant dense<0.0> : !t
  %e = tensor.empty() : !t
  %e3 = tensor.empty() : tensor<64x64x64xf32>
  %m = tensor.empty() : tensor<64x64x64xi1>
  %p = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %l = linalg.tanh ins(%p : !t) outs(%e : !t) -> !t
  %a = linalg.generic {indexing_maps = [#left, #cube], iterator_types = ["parallel", "parallel", "parallel"]}
         ins(%l : !t) outs(%e3 : tensor<64x64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<64x64x64xf32>
  %b = linalg.generic {indexing_maps = [#right, #cube], iterator_types = ["parallel", "parallel", "parallel"]}
         ins(%l : !t) outs(%e3 : tensor<64x64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<64x64x64xf32>
  %mask = linalg.generic {indexing_maps = [#cube, #cube, #cube], iterator_types = ["parallel", "parallel", "parallel"]}
         ins(%a, %b : tensor<64x64x64xf32>, tensor<64x64x64xf32>) outs(%m : tensor<64x64x64xi1>) {
  ^bb0(%first: f32, %second: f32, %out: i1):
    %0 = arith.cmpf ogt, %first, %second : f32
    linalg.yield %0 : i1
  } -> tensor<64x64x64xi1>
  %r = linalg.matmul ins(%l, %w : !t, !t) outs(%zero : !t) -> !t
  return %r, %mask : !t, tensor<64x64x64xi1>
}
