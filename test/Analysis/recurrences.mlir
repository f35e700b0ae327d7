// What a loop adds to or scales in each iteration is not rounded each time.
// RUN: amp-opt --amp-autocast=bf16 %s -split-input-file | FileCheck %s
// RUN: amp-opt --amp-autocast="bf16 assign=fixpoint" %s -split-input-file | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -split-input-file -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir -split-input-file | diff %t.mlir -

// The accumulator of a product that is tiled along K, as upstream's tiling
// writes it: through a slice.
// CHECK-LABEL: func.func @sliced(
// CHECK: scf.for {{.*}} -> (tensor<64x128xf32>)
// CHECK: linalg.matmul ins({{.*}}xbf16>) outs({{.*}} : tensor<64x64xf32>)
func.func @sliced(%x: tensor<64x4096xf32>, %w: tensor<4096x64xf32>) -> tensor<64x128xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant 4096 : index
  %z = arith.constant dense<0.0> : tensor<64x128xf32>
  %s = scf.for %k = %c0 to %n step %c4 iter_args(%acc = %z) -> (tensor<64x128xf32>) {
    %a = tensor.extract_slice %x[0, %k] [64, 4] [1, 1] : tensor<64x4096xf32> to tensor<64x4xf32>
    %b = tensor.extract_slice %w[%k, 0] [4, 64] [1, 1] : tensor<4096x64xf32> to tensor<4x64xf32>
    %c = tensor.extract_slice %acc[0, 0] [64, 64] [1, 1] : tensor<64x128xf32> to tensor<64x64xf32>
    %m = linalg.matmul ins(%a, %b : tensor<64x4xf32>, tensor<4x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    %i = tensor.insert_slice %m into %acc[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x128xf32>
    scf.yield %i : tensor<64x128xf32>
  }
  return %s : tensor<64x128xf32>
}

// -----

// Through a choice, two additions and a private function.
// CHECK-LABEL: func.func @choice(
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: scf.if {{.*}} -> (tensor<64x64xf32>)
// CHECK: func.func private @add(%{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64x64x{{b?f[0-9]+}}>) -> tensor<64x64xf32>
func.func @choice(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: i1) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%f0 : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = arith.constant 512 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %i = scf.if %c -> (tensor<64x64xf32>) {
      %a = func.call @add(%acc, %p) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %b = arith.addf %a, %p : tensor<64x64xf32>
      scf.yield %b : tensor<64x64xf32>
    } else {
      scf.yield %acc : tensor<64x64xf32>
    }
    scf.yield %i : tensor<64x64xf32>
  }
  return %s : tensor<64x64xf32>
}
func.func private @add(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %s = arith.addf %a, %b : tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}

// -----

// Between blocks, and in a loop that runs while something holds.
// CHECK-LABEL: func.func @blocks(
// CHECK: ^bb1(%{{.*}}: index, %{{.*}}: tensor<64x64xf32>):
// CHECK: scf.while ({{.*}}) : (tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @blocks(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %n: index) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%f0 : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  cf.br ^head(%c0, %z : index, tensor<64x64xf32>)
^head(%k: index, %acc: tensor<64x64xf32>):
  %goes = arith.cmpi slt, %k, %n : index
  cf.cond_br %goes, ^body, ^exit(%acc : tensor<64x64xf32>)
^body:
    %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = arith.addf %acc, %p : tensor<64x64xf32>
  %next = arith.addi %k, %c1 : index
  cf.br ^head(%next, %a : index, tensor<64x64xf32>)
^exit(%r: tensor<64x64xf32>):
  %s = scf.while (%b = %z) : (tensor<64x64xf32>) -> tensor<64x64xf32> {
    %f = tensor.extract %b[%c0, %c0] : tensor<64x64xf32>
    %more = arith.cmpf olt, %f, %f0 : f32
    scf.condition(%more) %b : tensor<64x64xf32>
  } do {
  ^bb0(%b: tensor<64x64xf32>):
    %d = arith.addf %b, %r : tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return %r, %s : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// A state that others read too, in many iterations: it is added to in f32, and
// its products read a low copy.
// CHECK-LABEL: func.func @state(
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: %[[LOW:.*]] = arith.truncf %{{.*}} : tensor<64x64xf32> to tensor<64x64xbf16>
// CHECK: linalg.matmul ins(%[[LOW]]
func.func @state(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%f0 : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = arith.constant 129 : index
  %decay = arith.constant dense<0.99> : tensor<64x64xf32>
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %d = arith.mulf %h, %decay : tensor<64x64xf32>
    %a = arith.addf %d, %t : tensor<64x64xf32>
    scf.yield %a : tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// Few iterations are the layers of a network, whose stream is rounded as often
// where they are written out. What a product alone hands on is no sum.
// CHECK-LABEL: func.func @layers(
// CHECK: scf.for {{.*}} -> (tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @layers(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%f0 : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = arith.constant 24 : index
  %s:2 = scf.for %k = %c0 to %n step %c1 iter_args(%h = %x, %g = %x) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %p = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %a = arith.addf %h, %t : tensor<64x64xf32>
    %q = linalg.matmul ins(%g, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %u = math.tanh %q : tensor<64x64xf32>
    scf.yield %a, %u : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s#0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%s#1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// A rule that wants it low is obeyed.
// CHECK-LABEL: func.func @ruled(
// CHECK: scf.for {{.*}} -> (tensor<64x64xbf16>)
func.func @ruled(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%f0 : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = arith.constant 4096 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
    %a = arith.addf %acc, %x {amp.result = bf16} : tensor<64x64xf32>
    scf.yield %a : tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
