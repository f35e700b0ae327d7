// Sums and delicate ops make more than a product's factors had: what is taken
// from each other of that is read in f32, and so is what spreads or moves it.
// RUN: amp-opt %s --amp-autocast=bf16 -split-input-file -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 -split-input-file | diff %t -
// RUN: amp-opt %s --amp-autocast="bf16 assign=fixpoint" -split-input-file | FileCheck %s

#one = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// Sums less their mean: what spreads the mean does not round it.
// CHECK-LABEL: func.func @mean
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<f32>) outs(%{{.*}} : tensor<64xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64xf32>)
func.func @mean(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %start = arith.constant dense<0.0> : tensor<f32>
  %count = arith.constant dense<64.0> : tensor<f32>
  %e = tensor.empty() : tensor<64xf32>
  %e0 = tensor.empty() : tensor<f32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.reduce {arith.addf} ins(%h : tensor<64x64xf32>) outs(%zeros : tensor<64xf32>) dimensions = [1]
  %t = linalg.reduce {arith.addf} ins(%s : tensor<64xf32>) outs(%start : tensor<f32>) dimensions = [0]
  %m = linalg.div ins(%t, %count : tensor<f32>, tensor<f32>) outs(%e0 : tensor<f32>) -> tensor<f32>
  %b = linalg.generic {indexing_maps = [#none, #one], iterator_types = ["parallel"]} ins(%m : tensor<f32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]} ins(%s, %b : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%sum: f32, %mean: f32, %out: f32):
    %0 = arith.subf %sum, %mean : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %d : tensor<64xf32>
}

// -----

#window = affine_map<(i, j, k) -> (i, j + k)>
#length = affine_map<(i, j, k) -> (k)>
#place = affine_map<(i, j, k) -> (i, j)>

// A running sum, which a function of its own makes, less itself.
// CHECK-LABEL: func.func @parts
// CHECK: call @running(%{{.*}}) : (tensor<64x127xbf16>) -> tensor<64x64xf32>
// CHECK: linalg.sub ins(%{{.*}}, %{{.*}} : tensor<64x60xf32>, tensor<64x60xf32>)
func.func @parts(%x: tensor<64x64xf32>, %w: tensor<64x127xf32>) -> tensor<64x60xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x127xf32>
  %e = tensor.empty() : tensor<64x60xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x127xf32>) outs(%zero : tensor<64x127xf32>) -> tensor<64x127xf32>
  %c = call @running(%h) : (tensor<64x127xf32>) -> tensor<64x64xf32>
  %a = tensor.extract_slice %c[0, 4] [64, 60] [1, 1] : tensor<64x64xf32> to tensor<64x60xf32>
  %b = tensor.extract_slice %c[0, 0] [64, 60] [1, 1] : tensor<64x64xf32> to tensor<64x60xf32>
  %d = linalg.sub ins(%a, %b : tensor<64x60xf32>, tensor<64x60xf32>) outs(%e : tensor<64x60xf32>) -> tensor<64x60xf32>
  return %d : tensor<64x60xf32>
}
func.func private @running(%h: tensor<64x127xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %size = tensor.empty() : tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#window, #length, #place], iterator_types = ["parallel", "parallel", "reduction"]}
         ins(%h, %size : tensor<64x127xf32>, tensor<64xf32>) outs(%zero : tensor<64x64xf32>) {
  ^bb0(%in: f32, %unused: f32, %sum: f32):
    %0 = arith.addf %sum, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}
