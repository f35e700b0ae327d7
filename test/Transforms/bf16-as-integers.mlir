// RUN: amp-opt %s --amp-bf16-as-integers | FileCheck %s

// Bits stay, and kernels stay as they are.
// CHECK: llvm.mlir.global private constant @data(dense<[16256, -16384]> : tensor<2xi16>) {{.*}} : !llvm.array<2 x i16>
llvm.mlir.global private constant @data(dense<[1.0, -2.0]> : tensor<2xbf16>) : !llvm.array<2 x bf16>

// CHECK-LABEL: llvm.func @move(
// CHECK-SAME: %[[C:.*]]: i1, %[[P:.*]]: !llvm.ptr) -> i16
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(16256 : i16) : i16
// CHECK: %[[V:.*]] = llvm.load %[[P]] : !llvm.ptr -> vector<4xi16>
// CHECK: llvm.mlir.constant(dense<16256> : vector<4xi16>) : vector<4xi16>
// CHECK: %[[X:.*]] = llvm.extractelement %[[V]]
// CHECK: llvm.cond_br %[[C]], ^[[NEXT:.*]](%[[ONE]] : i16), ^[[NEXT]](%[[X]] : i16)
// CHECK: ^[[NEXT]](%[[R:.*]]: i16):
// CHECK: llvm.getelementptr %[[P]][1] : (!llvm.ptr) -> !llvm.ptr, i16
// CHECK: llvm.return %[[R]] : i16
llvm.func @move(%c: i1, %p: !llvm.ptr) -> bf16 {
  %i = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1.0 : bf16) : bf16
  %v = llvm.load %p : !llvm.ptr -> vector<4xbf16>
  %ones = llvm.mlir.constant(dense<1.0> : vector<4xbf16>) : vector<4xbf16>
  llvm.store %ones, %p : vector<4xbf16>, !llvm.ptr
  %x = llvm.extractelement %v[%i : i64] : vector<4xbf16>
  llvm.cond_br %c, ^bb1(%one : bf16), ^bb1(%x : bf16)
^bb1(%r: bf16):
  %next = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, bf16
  llvm.store %r, %next : bf16, !llvm.ptr
  llvm.return %r : bf16
}

// CHECK-LABEL: gpu.module @kernels
// CHECK: llvm.func @kernel(%{{.*}}: bf16)
gpu.module @kernels {
  llvm.func @kernel(%x: bf16) {
    llvm.return
  }
}
