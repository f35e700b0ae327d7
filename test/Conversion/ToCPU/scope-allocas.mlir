// RUN: amp-opt %s --amp-cpu-scope-allocas | FileCheck %s
// RUN: amp-opt %s --amp-to-cpu | FileCheck %s --check-prefix=LLVM

// Space of known size belongs to the function, that of unknown size ends with the
// iteration of the innermost loop round it.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: memref.alloca() : memref<8xf32>
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: %[[END:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK: scf.if
// CHECK: memref.alloca(%{{.*}}) : memref<?xf32>
// CHECK: llvm.intr.stackrestore %[[END]] : !llvm.ptr
// CHECK-NEXT: scf.yield
// LLVM: llvm.func
// LLVM: llvm.intr.stacksave
// LLVM: llvm.intr.stackrestore
func.func @main(%x: tensor<8xf32>, %n: tensor<index>, %c: tensor<i1>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %size = tensor.extract %n[] : tensor<index>
  %flag = tensor.extract %c[] : tensor<i1>
  %0 = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %1 = scf.for %j = %c0 to %c9 step %c1 iter_args(%b = %a) -> tensor<8xf32> {
      %fixed = memref.alloca() : memref<8xf32>
      %element = tensor.extract %b[%j] : tensor<8xf32>
      memref.store %element, %fixed[%c1] : memref<8xf32>
      %2 = scf.if %flag -> f32 {
        %open = memref.alloca(%size) : memref<?xf32>
        memref.store %element, %open[%c0] : memref<?xf32>
        %3 = memref.load %open[%c0] : memref<?xf32>
        scf.yield %3 : f32
      } else {
        %3 = memref.load %fixed[%c1] : memref<8xf32>
        scf.yield %3 : f32
      }
      %4 = tensor.insert %2 into %b[%i] : tensor<8xf32>
      scf.yield %4 : tensor<8xf32>
    }
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
