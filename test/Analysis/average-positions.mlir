// The average of an even grid is a place (the peak of a heat map, a disparity):
// its shares are not rounded.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s --check-prefixes=CHECK,CHEAP < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="bf16 assign=greedy" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="bf16 assign=greedy" | diff %t -
// RUN: amp-opt %s --amp-autocast="bf16 report=-" -o %t 2>&1 | FileCheck %s --check-prefix=REPORT

// REPORT: linalg.matvec (always, {{.*}}): position

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @disparity(
// CHECK: math.exp {{.*}} : f32
// CHECK-NEXT: linalg.yield {{.*}} : f32
// CHECK: arith.divf
// CHECK-NEXT: linalg.yield {{.*}} : f32
// CHECK: arith.mulf
// CHECK-NEXT: linalg.yield {{.*}} : f32
// CHECK: return
func.func @disparity(%x: tensor<256x32xf32>, %w: tensor<32x32xf32>) -> tensor<256xf32> {
  %zero = arith.constant dense<0.0> : tensor<256x32xf32>
  %zeros = arith.constant dense<0.0> : tensor<256xf32>
  %least = arith.constant dense<0xFF800000> : tensor<256xf32>
  %grid = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]> : tensor<32xf32>
  %e = tensor.empty() : tensor<256x32xf32>
  %cost = linalg.matmul ins(%x, %w : tensor<256x32xf32>, tensor<32x32xf32>) outs(%zero : tensor<256x32xf32>) -> tensor<256x32xf32>
  %most = linalg.reduce {arith.maximumf} ins(%cost : tensor<256x32xf32>) outs(%least : tensor<256xf32>) dimensions = [1]
  %lower = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
             ins(%cost, %most : tensor<256x32xf32>, tensor<256xf32>) outs(%e : tensor<256x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<256x32xf32>
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
           ins(%lower : tensor<256x32xf32>) outs(%e : tensor<256x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  } -> tensor<256x32xf32>
  %whole = linalg.reduce {arith.addf} ins(%exp : tensor<256x32xf32>) outs(%zeros : tensor<256xf32>) dimensions = [1]
  %share = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
             ins(%exp, %whole : tensor<256x32xf32>, tensor<256xf32>) outs(%e : tensor<256x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<256x32xf32>
  %term = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
            ins(%share, %grid : tensor<256x32xf32>, tensor<32xf32>) outs(%e : tensor<256x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<256x32xf32>
  %sum = linalg.reduce {arith.addf} ins(%term : tensor<256x32xf32>) outs(%zeros : tensor<256xf32>) dimensions = [1]
  return %sum : tensor<256xf32>
}

// Of numbers that are no grid, an average is data.
// CHECK-LABEL: func.func @embedding(
// CHEAP: math.exp
// CHEAP-NEXT: arith.truncf {{.*}} : f32 to bf16
// CHECK: return
func.func @embedding(%x: tensor<256x32xf32>, %w: tensor<32x32xf32>) -> tensor<256xf32> {
  %zero = arith.constant dense<0.0> : tensor<256x32xf32>
  %zeros = arith.constant dense<0.0> : tensor<256xf32>
  %least = arith.constant dense<0xFF800000> : tensor<256xf32>
  %grid = arith.constant dense<[-1.46, 1.39, 1.06, -0.98, -0.02, -0.20, 0.61, 1.15, -1.62, -1.89, 1.34, -0.27, 1.05, -1.99, -0.22, 0.89, -1.08, 1.78, 1.61, -1.88, -1.90, 0.17, 1.76, -0.48, -1.13, -0.31, -1.88, -1.11, -0.25, -0.02, -1.07, -1.08]> : tensor<32xf32>
  %e = tensor.empty() : tensor<256x32xf32>
  %cost = linalg.matmul ins(%x, %w : tensor<256x32xf32>, tensor<32x32xf32>) outs(%zero : tensor<256x32xf32>) -> tensor<256x32xf32>
  %most = linalg.reduce {arith.maximumf} ins(%cost : tensor<256x32xf32>) outs(%least : tensor<256xf32>) dimensions = [1]
  %lower = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
             ins(%cost, %most : tensor<256x32xf32>, tensor<256xf32>) outs(%e : tensor<256x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<256x32xf32>
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
           ins(%lower : tensor<256x32xf32>) outs(%e : tensor<256x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  } -> tensor<256x32xf32>
  %whole = linalg.reduce {arith.addf} ins(%exp : tensor<256x32xf32>) outs(%zeros : tensor<256xf32>) dimensions = [1]
  %share = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
             ins(%exp, %whole : tensor<256x32xf32>, tensor<256xf32>) outs(%e : tensor<256x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<256x32xf32>
  %term = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
            ins(%share, %grid : tensor<256x32xf32>, tensor<32xf32>) outs(%e : tensor<256x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<256x32xf32>
  %sum = linalg.reduce {arith.addf} ins(%term : tensor<256x32xf32>) outs(%zeros : tensor<256xf32>) dimensions = [1]
  return %sum : tensor<256xf32>
}

// As a product of matrices, and of a grid that is computed: shifted and scaled.
// CHECK-LABEL: func.func @keypoint(
// CHECK: %[[SHARE:.*]] = linalg.softmax {{.*}} -> tensor<256x32xf32>
// CHECK: linalg.matvec ins(%[[SHARE]], {{.*}} : tensor<256x32xf32>, tensor<32xf32>)
func.func @keypoint(%x: tensor<256x32xf32>, %w: tensor<32x32xf32>) -> tensor<256xf32> {
  %zero = arith.constant dense<0.0> : tensor<256x32xf32>
  %zeros = arith.constant dense<0.0> : tensor<256xf32>
  %two = arith.constant 2.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<256x32xf32>
  %e1 = tensor.empty() : tensor<32xf32>
  %cells = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e1 : tensor<32xf32>) {
  ^bb0(%o: f32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.sitofp %1 : i64 to f32
    linalg.yield %2 : f32
  } -> tensor<32xf32>
  %grid = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
            ins(%cells : tensor<32xf32>) outs(%e1 : tensor<32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %two : f32
    %1 = arith.subf %0, %one : f32
    linalg.yield %1 : f32
  } -> tensor<32xf32>
  %cost = linalg.matmul ins(%x, %w : tensor<256x32xf32>, tensor<32x32xf32>) outs(%zero : tensor<256x32xf32>) -> tensor<256x32xf32>
  %share = linalg.softmax dimension(1) ins(%cost : tensor<256x32xf32>) outs(%e : tensor<256x32xf32>) -> tensor<256x32xf32>
  %sum = linalg.matvec ins(%share, %grid : tensor<256x32xf32>, tensor<32xf32>) outs(%zeros : tensor<256xf32>) -> tensor<256xf32>
  return %sum : tensor<256xf32>
}
