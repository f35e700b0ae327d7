// Casts of a branch were put into the outer graph: what a region makes is cast in
// that region, each kind of region tested by itself
// (onnxconverter PR 260, 291, onnxruntime issue 7981).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @if
// CHECK: scf.if
// CHECK-NEXT: %[[M:.*]] = linalg.matmul
// CHECK-NEXT: %[[L:.*]] = arith.truncf %[[M]] fastmath<contract>
// CHECK-NEXT: %[[N:.*]] = linalg.matmul ins(%[[L]],
// CHECK: else
// CHECK: return
func.func @if(%p: i1, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = scf.if %p -> (tensor<64x64xf32>) {
    %1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %2 : tensor<64x64xf32>
  } else {
    scf.yield %c : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @switch
// CHECK: scf.index_switch
// CHECK: case 0
// CHECK: %[[M:.*]] = linalg.matmul
// CHECK-NEXT: arith.truncf %[[M]] fastmath<contract>
// CHECK: default
// CHECK: return
func.func @switch(%p: index, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = scf.index_switch %p -> tensor<64x64xf32>
  case 0 {
    %1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %2 : tensor<64x64xf32>
  }
  default {
    scf.yield %c : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @loop
// CHECK: scf.while
// CHECK: %[[M:.*]] = linalg.matmul
// CHECK-NEXT: %[[L:.*]] = arith.truncf %[[M]] fastmath<contract>
// CHECK-NEXT: linalg.matmul ins(%[[L]],
// CHECK: return
func.func @loop(%n: i32, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%i = %n, %h = %x) : (i32, tensor<64x64xf32>) -> (i32, tensor<64x64xf32>) {
    %0 = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    %q = arith.cmpi sgt, %i, %zero : i32
    scf.condition(%q) %i, %1 : i32, tensor<64x64xf32>
  } do {
  ^bb0(%j: i32, %g: tensor<64x64xf32>):
    scf.yield %j, %g : i32, tensor<64x64xf32>
  }
  return %r#1 : tensor<64x64xf32>
}
