// Weighted moments that are taken from each other (SSIM): of values far from
// zero, little is left.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast=f16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -
// RUN: amp-opt %s --amp-autocast="type=f16 assign=greedy" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="type=f16 assign=greedy" | diff %t -

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @variance(
// CHECK-COUNT-2: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
func.func @variance(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %k = arith.constant dense<0.015625> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %square = arith.mulf %x, %x : tensor<64x64xf32>
  %q = linalg.matmul ins(%square, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.matmul ins(%x, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %v = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%q, %m : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %b, %b : f32
    %1 = arith.subf %a, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  return %v : tensor<64x64xf32>
}

// Of two images, op by op.
// CHECK-LABEL: func.func @covariance(
// CHECK-COUNT-3: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: arith.mulf {{.*}} : tensor<64x64xf32>
// CHECK: arith.subf {{.*}} : tensor<64x64xf32>
func.func @covariance(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %k = arith.constant dense<0.015625> : tensor<64x64xf32>
  %product = arith.mulf %x, %y : tensor<64x64xf32>
  %q = linalg.matmul ins(%product, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.matmul ins(%x, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = linalg.matmul ins(%y, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %mn = arith.mulf %m, %n : tensor<64x64xf32>
  %v = arith.subf %q, %mn : tensor<64x64xf32>
  return %v : tensor<64x64xf32>
}

// A window that is computed, as importers leave it.
// CHECK-LABEL: func.func @window(
// CHECK-COUNT-2: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: arith.mulf {{.*}} : tensor<64x64xf32>
// CHECK: arith.subf {{.*}} : tensor<64x64xf32>
func.func @window(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %part = arith.constant dense<0.015625> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %far = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<64x64xf32>) {
  ^bb0(%o: f32):
    %c = linalg.index 0 : index
    %n = arith.index_cast %c : index to i32
    %f = arith.sitofp %n : i32 to f32
    linalg.yield %f : f32
  } -> tensor<64x64xf32>
  %near = arith.negf %far : tensor<64x64xf32>
  %bell = math.exp %near : tensor<64x64xf32>
  %k = arith.mulf %bell, %part : tensor<64x64xf32>
  %square = arith.mulf %x, %x : tensor<64x64xf32>
  %q = linalg.matmul ins(%square, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.matmul ins(%x, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %mm = arith.mulf %m, %m : tensor<64x64xf32>
  %v = arith.subf %q, %mm : tensor<64x64xf32>
  return %v : tensor<64x64xf32>
}

// The weights of the other sum are no constant: two layers.
// CHECK-LABEL: func.func @layers(
// CHECK-COUNT-2: linalg.matmul ins({{.*}} : tensor<64x64x{{b?}}f16>, tensor<64x64x{{b?}}f16>)
func.func @layers(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %k = arith.constant dense<0.015625> : tensor<64x64xf32>
  %square = arith.mulf %x, %x : tensor<64x64xf32>
  %q = linalg.matmul ins(%square, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %mm = arith.mulf %m, %m : tensor<64x64xf32>
  %v = arith.subf %q, %mm : tensor<64x64xf32>
  return %v : tensor<64x64xf32>
}

// What pads the squares does not round them, however low it could work.
// CHECK-LABEL: func.func @padded(
// CHECK-COUNT-2: } : tensor<4000xf32> to tensor<4096xf32>
func.func @padded(%x: tensor<4000xf32>, %other: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %k = arith.constant dense<0.015625> : tensor<64x64xf32>
  %square = arith.mulf %x, %x : tensor<4000xf32>
  %p = tensor.pad %square low[48] high[48] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4000xf32> to tensor<4096xf32>
  %y = tensor.pad %x low[48] high[48] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4000xf32> to tensor<4096xf32>
  %ps = tensor.expand_shape %p [[0, 1]] output_shape [64, 64] : tensor<4096xf32> into tensor<64x64xf32>
  %ys = tensor.expand_shape %y [[0, 1]] output_shape [64, 64] : tensor<4096xf32> into tensor<64x64xf32>
  %q = linalg.matmul ins(%ps, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.matmul ins(%ys, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %free = linalg.matmul ins(%other, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %mm = arith.mulf %m, %m : tensor<64x64xf32>
  %v = arith.subf %q, %mm : tensor<64x64xf32>
  return %v, %free : tensor<64x64xf32>, tensor<64x64xf32>
}

// One product of all in a row, as torchmetrics has its convolution.
// CHECK-LABEL: func.func @in_a_row(
// CHECK: tensor.concat {{.*}} (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<128x64xf32>, tensor<64x64xf32>)
// CHECK: arith.subf {{.*}} : tensor<64x64xf32>
func.func @in_a_row(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %k = arith.constant dense<0.015625> : tensor<64x64xf32>
  %square = arith.mulf %x, %x : tensor<64x64xf32>
  %row = tensor.concat dim(0) %x, %square : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
  %s = linalg.matmul ins(%row, %k : tensor<128x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<128x64xf32>) -> tensor<128x64xf32>
  %m = tensor.extract_slice %s[0, 0] [64, 64] [1, 1] : tensor<128x64xf32> to tensor<64x64xf32>
  %q = tensor.extract_slice %s[64, 0] [64, 64] [1, 1] : tensor<128x64xf32> to tensor<64x64xf32>
  %mm = arith.mulf %m, %m : tensor<64x64xf32>
  %v = arith.subf %q, %mm : tensor<64x64xf32>
  return %v : tensor<64x64xf32>
}

// Weights that are a product of matrices themselves (a Gaussian in two
// directions) add up to one in f32 alone.
// CHECK-LABEL: func.func @product_window(
// CHECK-COUNT-3: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: return
func.func @product_window(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c = arith.constant dense<-4.0> : tensor<64x64xf32>
  %g = math.exp %c : tensor<64x64xf32>
  %k = linalg.matmul ins(%g, %g : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %square = arith.mulf %x, %x : tensor<64x64xf32>
  %q = linalg.matmul ins(%square, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.matmul ins(%x, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %mm = arith.mulf %m, %m : tensor<64x64xf32>
  %v = arith.subf %q, %mm : tensor<64x64xf32>
  return %v : tensor<64x64xf32>
}

// A window along each side, of what a layer made, with a row mirrored in between.
// CHECK-LABEL: func.func @along_each_side(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64x{{b?f16}}>, tensor<64x64x{{b?f16}}>)
// CHECK: arith.mulf %{{.*}} : tensor<64x64xf32>
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK-COUNT-2: tensor.insert_slice {{.*}} into tensor<65x64xf32>
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x65xf32>, tensor<65x64xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK-COUNT-2: tensor.insert_slice {{.*}} into tensor<65x64xf32>
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x65xf32>, tensor<65x64xf32>)
// CHECK: arith.mulf %{{.*}} : tensor<64x64xf32>
// CHECK: arith.subf %{{.*}} : tensor<64x64xf32>
func.func @along_each_side(%h: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %padding = arith.constant dense<0.0> : tensor<65x64xf32>
  %right = arith.constant dense<0.013> : tensor<64x64xf32>
  %left = arith.constant dense<0.017> : tensor<64x65xf32>
  %x = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %squares = arith.mulf %x, %x : tensor<64x64xf32>
  %a1 = linalg.matmul ins(%squares, %right : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %atop = tensor.extract_slice %a1[1, 0] [1, 64] [1, 1] : tensor<64x64xf32> to tensor<1x64xf32>
  %a2 = tensor.insert_slice %atop into %padding[0, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<65x64xf32>
  %a3 = tensor.insert_slice %a1 into %a2[1, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<65x64xf32>
  %a = linalg.matmul ins(%left, %a3 : tensor<64x65xf32>, tensor<65x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m1 = linalg.matmul ins(%x, %right : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %mtop = tensor.extract_slice %m1[1, 0] [1, 64] [1, 1] : tensor<64x64xf32> to tensor<1x64xf32>
  %m2 = tensor.insert_slice %mtop into %padding[0, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<65x64xf32>
  %m3 = tensor.insert_slice %m1 into %m2[1, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<65x64xf32>
  %m = linalg.matmul ins(%left, %m3 : tensor<64x65xf32>, tensor<65x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %square = arith.mulf %m, %m : tensor<64x64xf32>
  %variance = arith.subf %a, %square : tensor<64x64xf32>
  return %variance : tensor<64x64xf32>
}
