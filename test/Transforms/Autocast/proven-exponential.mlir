// An exponential that is proven to be at most 1 (its row's maximum was taken
// off first) may be stored low although a sum reads it; one of any size stays.
// The maximum may come with its index, as exporters write it.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s

#row = affine_map<(d0, d1) -> (d0, d1)>
#one = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @softmax
// CHECK: math.exp
// CHECK-NEXT: arith.truncf {{.*}} fastmath<contract> : f32 to f16
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<8x64xf16>) outs({{.*}} : tensor<8xf32>)
func.func @softmax(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %c0 = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %i0 = arith.constant 0 : i64
  %e = tensor.empty() : tensor<8x64xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %s = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%z : tensor<8x64xf32>) -> tensor<8x64xf32>
  %r = tensor.empty() : tensor<8xf32>
  %ri = tensor.empty() : tensor<8xi64>
  %start = linalg.fill ins(%ninf : f32) outs(%r : tensor<8xf32>) -> tensor<8xf32>
  %index = linalg.fill ins(%i0 : i64) outs(%ri : tensor<8xi64>) -> tensor<8xi64>
  %m:2 = linalg.generic {indexing_maps = [#row, #one, #one], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<8x64xf32>) outs(%start, %index : tensor<8xf32>, tensor<8xi64>) {
  ^bb0(%in: f32, %out: f32, %at: i64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i64
    %max = arith.maximumf %in, %out : f32
    %more = arith.cmpf ogt, %in, %out : f32
    %k = arith.select %more, %j, %at : i64
    linalg.yield %max, %k : f32, i64
  } -> (tensor<8xf32>, tensor<8xi64>)
  %exp = linalg.generic {indexing_maps = [#row, #one, #row], iterator_types = ["parallel", "parallel"]} ins(%s, %m#0 : tensor<8x64xf32>, tensor<8xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %d = arith.subf %in, %max : f32
    %0 = math.exp %d : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %zero = linalg.fill ins(%c0 : f32) outs(%r : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#row, #one], iterator_types = ["parallel", "reduction"]} ins(%exp : tensor<8x64xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#row, #one, #row], iterator_types = ["parallel", "parallel"]} ins(%exp, %sum : tensor<8x64xf32>, tensor<8xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %0 = arith.divf %in, %by : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %y = linalg.matmul ins(%p, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%z : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}

// CHECK-LABEL: func.func @of_any_size
// CHECK: math.exp
// CHECK-NEXT: linalg.yield {{.*}} : f32
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<8x64xf32>) outs({{.*}} : tensor<8xf32>)
func.func @of_any_size(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %s = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%z : tensor<8x64xf32>) -> tensor<8x64xf32>
  %exp = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %r = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%c0 : f32) outs(%r : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#row, #one], iterator_types = ["parallel", "reduction"]} ins(%exp : tensor<8x64xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %sum : tensor<8xf32>
}
