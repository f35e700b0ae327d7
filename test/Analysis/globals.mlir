// What a constant global holds is known; what others may write is not.
// RUN: amp-opt --amp-print-ranges %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

ml_program.global private @mask(dense<-1.0e9> : tensor<64x64xf32>) : tensor<64x64xf32>
ml_program.global private mutable @state(dense<-1.0e9> : tensor<64x64xf32>) : tensor<64x64xf32>
ml_program.global private @elsewhere(#ml_program.extern : tensor<64x64xf32>) : tensor<64x64xf32>
memref.global "private" constant @buffer : memref<64x64xf32> = dense<-2.0e9>
memref.global "private" @written : memref<64x64xf32> = dense<-2.0e9>

// RANGE: ml_program.global_load_const result 0: [-1e+09, -1e+09]; f16 overflow
// RANGE: ml_program.global_load result 0: unknown or -inf or +inf or nan
// RANGE: ml_program.global_load_const result 0: unknown or -inf or +inf or nan
// RANGE: bufferization.to_tensor result 0: [-2e+09, -2e+09]; f16 overflow
// RANGE: bufferization.to_tensor result 0: unknown or -inf or +inf or nan
// RANGE: bufferization.to_tensor result 0: unknown or -inf or +inf or nan
// CHECK-LABEL: func.func @main
// CHECK-DAG: %[[MASK:.*]] = ml_program.global_load_const @mask
// CHECK-DAG: %[[BUFFER:.*]] = bufferization.to_tensor
// CHECK: arith.addf %{{.*}}, %[[MASK]] : tensor<64x64xf32>
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %m: memref<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %mask = ml_program.global_load_const @mask : tensor<64x64xf32>
  %state = ml_program.global_load @state : tensor<64x64xf32>
  %elsewhere = ml_program.global_load_const @elsewhere : tensor<64x64xf32>
  %b = memref.get_global @buffer : memref<64x64xf32>
  %buffer = bufferization.to_tensor %b restrict : memref<64x64xf32> to tensor<64x64xf32>
  %v = memref.get_global @written : memref<64x64xf32>
  %written = bufferization.to_tensor %v restrict : memref<64x64xf32> to tensor<64x64xf32>
  %argument = bufferization.to_tensor %m restrict : memref<64x64xf32> to tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.addf %0, %mask : tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = arith.addf %0, %buffer : tensor<64x64xf32>
  %4 = linalg.matmul ins(%3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = arith.addf %state, %elsewhere : tensor<64x64xf32>
  %6 = arith.addf %written, %argument : tensor<64x64xf32>
  %7 = linalg.matmul ins(%5, %6 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2, %4, %7 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// A view of one, too, of other elements of its buffer or in another shape.
// RANGE: bufferization.to_tensor result 0: [-2e+09, -2e+09]; f16 overflow
// CHECK-LABEL: func.func @view
// CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<64x32xf32>
func.func @view(%x: tensor<64x64xf32>, %w: tensor<64x32xf32>, %i: tensor<64x32xf32>, %v: tensor<32x64xf32>) -> tensor<64x64xf32> {
  %b = memref.get_global @buffer : memref<64x64xf32>
  %e = memref.expand_shape %b [[0], [1, 2]] output_shape [64, 2, 32] : memref<64x64xf32> into memref<64x2x32xf32>
  %s = memref.subview %e[0, 1, 0] [64, 1, 32] [1, 1, 1] : memref<64x2x32xf32> to memref<64x32xf32, strided<[64, 1], offset: 32>>
  %mask = bufferization.to_tensor %s restrict : memref<64x32xf32, strided<[64, 1], offset: 32>> to tensor<64x32xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x32xf32>) outs(%i : tensor<64x32xf32>) -> tensor<64x32xf32>
  %1 = arith.addf %0, %mask : tensor<64x32xf32>
  %2 = linalg.matmul ins(%1, %v : tensor<64x32xf32>, tensor<32x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
