// What a loop carries as numbers is made of what goes round, too: of the largest
// element, or of a loss. They are taken out of what is high, whichever types the
// assignment likes, as else the loop never ends.
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast='f16 assign=greedy' %s | FileCheck %s
// RUN: amp-opt --amp-autocast='f16 assign=greedy absorb=false' %s -o %t && FileCheck %s < %t
// RUN: amp-opt --amp-autocast='f16 assign=greedy absorb=false' %t | diff %t -
// RUN: amp-opt --convert-scf-to-cf --amp-autocast=bf16 %s | FileCheck %s --check-prefix=BLOCKS

// The last loss is a number that the loop carries beside its state, and goes
// into a history as well.
// CHECK-LABEL: func.func @history(
// CHECK: scf.while {{.*}} -> (tensor<64x16xf32>, f32,
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
// CHECK: tensor.extract {{.*}} : tensor<f32>
// BLOCKS-LABEL: func.func @history(
// BLOCKS: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
func.func @history(%a: tensor<64x64xf32>, %b: tensor<64x16xf32>) -> (tensor<64x16xf32>, tensor<100xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<64x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %losses = tensor.empty() : tensor<100xf32>
  %scalar = tensor.empty() : tensor<f32>
  %least = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %r:4 = scf.while (%x = %b, %last = %one, %history = %losses, %i = %i0) : (tensor<64x16xf32>, f32, tensor<100xf32>, index) -> (tensor<64x16xf32>, f32, tensor<100xf32>, index) {
    %ax = linalg.matmul ins(%a, %x : tensor<64x64xf32>, tensor<64x16xf32>) outs(%init : tensor<64x16xf32>) -> tensor<64x16xf32>
    %next = math.tanh %ax : tensor<64x16xf32>
    %squares = arith.mulf %next, %next : tensor<64x16xf32>
    %sum = linalg.reduce { arith.addf } ins(%squares : tensor<64x16xf32>) outs(%least : tensor<f32>) dimensions = [0, 1]
    %loss = tensor.extract %sum[] : tensor<f32>
    %change = arith.subf %loss, %last : f32
    %size = math.absf %change : f32
    %more = arith.cmpf ogt, %size, %eps : f32
    %longer = tensor.insert %last into %history[%i] : tensor<100xf32>
    %j = arith.addi %i, %i1 : index
    scf.condition(%more) %next, %loss, %longer, %j : tensor<64x16xf32>, f32, tensor<100xf32>, index
  } do {
  ^bb0(%x: tensor<64x16xf32>, %loss: f32, %history: tensor<100xf32>, %i: index):
    scf.yield %x, %loss, %history, %i : tensor<64x16xf32>, f32, tensor<100xf32>, index
  }
  return %r#0, %r#2 : tensor<64x16xf32>, tensor<100xf32>
}

// What the maximum starts from is had in either type.
// CHECK-LABEL: func.func @largest(
// CHECK: scf.while {{.*}} -> (tensor<64x16xf32>, f32, f32)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
// CHECK: linalg.reduce { arith.maximumf } ins({{.*}} : tensor<64x16xf32>) outs({{.*}} : tensor<f32>)
// CHECK: tensor.extract {{.*}} : tensor<f32>
// BLOCKS-LABEL: func.func @largest(
// BLOCKS: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
func.func @largest(%a: tensor<64x64xf32>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x16xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %start = arith.constant dense<1.0> : tensor<64x16xf32>
  %init = arith.constant dense<0.0> : tensor<64x16xf32>
  %least = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:3 = scf.while (%v = %start, %last = %zero) : (tensor<64x16xf32>, f32) -> (tensor<64x16xf32>, f32, f32) {
    %av = linalg.matmul ins(%a, %v : tensor<64x64xf32>, tensor<64x16xf32>) outs(%init : tensor<64x16xf32>) -> tensor<64x16xf32>
    %abs = math.absf %av : tensor<64x16xf32>
    %max = linalg.reduce { arith.maximumf } ins(%abs : tensor<64x16xf32>) outs(%least : tensor<f32>) dimensions = [0, 1]
    %norm = tensor.extract %max[] : tensor<f32>
    %change = arith.subf %norm, %last : f32
    %more = arith.cmpf ogt, %change, %eps : f32
    scf.condition(%more) %av, %norm, %last : tensor<64x16xf32>, f32, f32
  } do {
  ^bb0(%av: tensor<64x16xf32>, %norm: f32, %last: f32):
    scf.yield %av, %norm : tensor<64x16xf32>, f32
  }
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r#0, %y : tensor<64x16xf32>, tensor<64x64xf32>
}
