// RUN: amp-opt %s --amp-cpu-lower-vectors --amp-cpu-drop-deallocs | FileCheck %s
// RUN: amp-opt %s --amp-to-cpu -o /dev/null

// CHECK-LABEL: func.func @main
// CHECK-NOT: multi_reduction
// CHECK-NOT: vector.scan
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @main(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %rows = arith.constant dense<0.0> : vector<8xf32>
  %0 = vector.transfer_read %x[%c0, %c0], %zero : tensor<4x8xf32>, vector<4x8xf32>
  %1, %last = vector.scan <add>, %0, %rows {inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<8xf32>
  %2 = vector.multi_reduction <add>, %1, %zeros [1] : vector<4x8xf32> to vector<4xf32>
  %buffer = memref.alloc() : memref<4xf32>
  vector.transfer_write %2, %buffer[%c0] : vector<4xf32>, memref<4xf32>
  %3 = vector.transfer_read %buffer[%c0], %zero : memref<4xf32>, vector<4xf32>
  memref.dealloc %buffer : memref<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %4 = vector.transfer_write %3, %empty[%c0] : vector<4xf32>, tensor<4xf32>
  return %4 : tensor<4xf32>
}

// A low multiply-add rounds once; of f32, LLVM decides.
// CHECK-LABEL: func.func @fma
// CHECK: math.fma %arg0, %arg0, %arg0 : vector<4xf16>
// CHECK: vector.fma %arg1, %arg1, %arg1 : vector<4xf32>
func.func @fma(%h: vector<4xf16>, %x: vector<4xf32>) -> (vector<4xf16>, vector<4xf32>) {
  %0 = vector.fma %h, %h, %h : vector<4xf16>
  %1 = vector.fma %x, %x, %x : vector<4xf32>
  return %0, %1 : vector<4xf16>, vector<4xf32>
}
