// A sum in a loop of blocks stays f32 where the function is called twice in a
// row, on what the first call gave. The loop was overlooked for the function's
// own argument, which goes round with it.
// RUN: amp-opt %s --amp-autocast='f16 assign=fixpoint' | FileCheck %s
// RUN: sed 's/arith.addf %run, %x/arith.addf %x, %run/' %s | amp-opt --amp-autocast='f16 assign=fixpoint' | FileCheck %s

// CHECK-LABEL: func.func private @loop(
// CHECK: ^bb1(%{{.*}}: index, %{{.*}}: tensor<4x8xf32>):
// CHECK-LABEL: func.func @main(
// CHECK: linalg.matmul ins({{.*}} : tensor<4x8xf16>, tensor<8x8xf16>)
func.func private @loop(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 129 : index
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  cf.br ^head(%c0, %zero : index, tensor<4x8xf32>)
^head(%i: index, %run: tensor<4x8xf32>):
  %goes = arith.cmpi slt, %i, %n : index
  cf.cond_br %goes, ^body, ^end
^body:
  %adds = arith.cmpi ne, %i, %c1 : index
  %next = scf.if %adds -> tensor<4x8xf32> {
    %more = arith.addf %run, %x : tensor<4x8xf32>
    scf.yield %more : tensor<4x8xf32>
  } else {
    scf.yield %run : tensor<4x8xf32>
  }
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %next : index, tensor<4x8xf32>)
^end:
  return %run : tensor<4x8xf32>
}
func.func @main(%start: tensor<4x8xf32>, %w: tensor<8x8xf32>, %init: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %x = arith.constant dense<0.0> : tensor<4x8xf32>
  %0 = call @loop(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = call @loop(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.matmul ins(%start, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%init : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
