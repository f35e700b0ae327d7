// A tensor of one element (a loss, its scale, a step size) has no bytes to save,
// and often a size of its own: a scale of 65536 is infinite in f16.
// RUN: amp-opt --amp-autocast="f16 report=%t.json" %s -o %t && FileCheck %s < %t
// RUN: amp-opt --amp-autocast=f16 %t | diff %t -
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json

// REPORT: "binding": "parameter"
// CHECK-LABEL: func.func @main(
// CHECK-COUNT-2: linalg.generic {{.*}} outs(%{{.*}} : tensor<f32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<f32>, tensor<f32>)
#none = affine_map<() -> ()>
func.func @main(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>, %scale: tensor<f32>, %finite: tensor<i1>) -> (tensor<16x64xf32>, tensor<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%f : tensor<16x64xf32>) -> tensor<16x64xf32>
  %s = tensor.empty() : tensor<f32>
  %up = linalg.generic {indexing_maps = [#none, #none], iterator_types = []} ins(%scale : tensor<f32>) outs(%s : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %two : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %down = linalg.generic {indexing_maps = [#none, #none], iterator_types = []} ins(%scale : tensor<f32>) outs(%s : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %half : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %next = linalg.generic {indexing_maps = [#none, #none, #none, #none], iterator_types = []} ins(%finite, %up, %down : tensor<i1>, tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) {
  ^bb0(%in: i1, %a: f32, %b: f32, %out: f32):
    %0 = arith.select %in, %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %one = tensor.expand_shape %next [] output_shape [1] : tensor<f32> into tensor<1xf32>
  return %y, %one : tensor<16x64xf32>, tensor<1xf32>
}

// What such numbers are put into, one by one, as a loop's losses are.
// CHECK-LABEL: func.func @log
// CHECK: scf.for {{.*}} -> (tensor<64x64xf16>, tensor<8xf32>)
// CHECK: tensor.insert_slice {{.*}} : tensor<f32> into tensor<8xf32>
func.func @log(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %scale: tensor<f32>) -> (tensor<64x64xf32>, tensor<8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<8xf32>
  %s = tensor.empty() : tensor<f32>
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x, %log = %e) -> (tensor<64x64xf32>, tensor<8xf32>) {
    %y = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %sum = linalg.reduce { arith.addf } ins(%y : tensor<64x64xf32>) outs(%none : tensor<f32>) dimensions = [0, 1]
    %loss = linalg.mul ins(%sum, %scale : tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
    %next = tensor.insert_slice %loss into %log[%i] [1] [1] : tensor<f32> into tensor<8xf32>
    scf.yield %y, %next : tensor<64x64xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<64x64xf32>, tensor<8xf32>
}

// An element of a tensor that is put into another one is none.
// CHECK-LABEL: func.func @elements
// CHECK: tensor.insert_slice {{.*}} : tensor<f16> into tensor<64xf16>
func.func @elements(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %place: tensor<64xindex>) -> tensor<64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %e = tensor.empty() : tensor<64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%to = %e) -> (tensor<64xf32>) {
    %j = tensor.extract %place[%i] : tensor<64xindex>
    %one = tensor.extract_slice %y[%i, %j] [1, 1] [1, 1] : tensor<64x64xf32> to tensor<f32>
    %next = tensor.insert_slice %one into %to[%i] [1] [1] : tensor<f32> into tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}
