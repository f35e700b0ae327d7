// The emulator names the kernel that reads or writes beside a buffer, though what
// it reads is thrown away, and says by how much.
// RUN: not amp-gpu-emulate %s 2>&1 | FileCheck %s

// CHECK: [[@LINE+1]]:1: error: order 0: thread (0, 0, 0) of block (0, 0, 0) reads 2 bytes that begin 6 bytes before a buffer of 10 bytes
func.func private @before(%x: tensor<5xf16>) -> tensor<4xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.fill ins(%zero : f16) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
gpu.module @before_module {
  llvm.func @before(%x: !llvm.ptr<1>, %r: !llvm.ptr<1>) attributes {amp.launch = {block = array<i64: 1, 1, 1>, cluster = array<i64: 1, 1, 1>, grid = array<i64: 1, 1, 1>, shared = 0 : i64, tensor_maps = []}, gpu.kernel, nvvm.kernel} {
    %0 = llvm.getelementptr %x[-3] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %1 = llvm.load %0 : !llvm.ptr<1> -> f16
    %2 = nvvm.read.ptx.sreg.tid.x : i32
    %3 = llvm.trunc %2 : i32 to i1
    %zero = llvm.mlir.constant(0.0 : f16) : f16
    %4 = llvm.select %3, %1, %zero : i1, f16
    llvm.store %4, %r : f16, !llvm.ptr<1>
    llvm.return
  }
}

// Partly inside.
// CHECK: [[@LINE+1]]:1: error: order 0: thread (0, 0, 0) of block (1, 0, 0) reads 8 bytes that end 2 bytes past a buffer of 10 bytes
func.func private @past(%x: tensor<5xf16>) -> tensor<4xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.fill ins(%zero : f16) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
gpu.module @past_module {
  llvm.func @past(%x: !llvm.ptr<1>, %r: !llvm.ptr<1>) attributes {amp.launch = {block = array<i64: 1, 1, 1>, cluster = array<i64: 1, 1, 1>, grid = array<i64: 2, 1, 1>, shared = 0 : i64, tensor_maps = []}, gpu.kernel, nvvm.kernel} {
    %b = nvvm.read.ptx.sreg.ctaid.x : i32
    %0 = llvm.getelementptr %x[%b] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %1 = llvm.load %0 {alignment = 2 : i64} : !llvm.ptr<1> -> vector<4xf16>
    llvm.store %1, %r : vector<4xf16>, !llvm.ptr<1>
    llvm.return
  }
}

// CHECK: [[@LINE+1]]:1: error: order 0: thread (1, 0, 0) of block (0, 0, 0) writes 4 bytes that end 1 byte past a buffer of 7 bytes
func.func private @write(%x: tensor<5xf16>) -> tensor<7xi8> attributes {amp.kernel} {
  %zero = arith.constant 0 : i8
  %e = tensor.empty() : tensor<7xi8>
  %r = linalg.fill ins(%zero : i8) outs(%e : tensor<7xi8>) -> tensor<7xi8>
  return %r : tensor<7xi8>
}
gpu.module @write_module {
  llvm.func @write(%x: !llvm.ptr<1>, %r: !llvm.ptr<1>) attributes {amp.launch = {block = array<i64: 2, 1, 1>, cluster = array<i64: 1, 1, 1>, grid = array<i64: 1, 1, 1>, shared = 0 : i64, tensor_maps = []}, gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %0 = llvm.getelementptr %r[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %zero, %0 : i32, !llvm.ptr<1>
    llvm.return
  }
}

// CHECK: [[@LINE+1]]:1: error: order 0: thread (0, 0, 0) of block (0, 0, 0) reads 16 bytes that end 8 bytes past a buffer of 40 bytes
func.func private @copy(%x: tensor<20xf16>) -> tensor<4xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.fill ins(%zero : f16) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
gpu.module @copy_module {
  llvm.mlir.global external @copy_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @copy(%x: !llvm.ptr<1>, %r: !llvm.ptr<1>) attributes {amp.launch = {block = array<i64: 1, 1, 1>, cluster = array<i64: 1, 1, 1>, grid = array<i64: 1, 1, 1>, shared = 64 : i64, tensor_maps = []}, gpu.kernel, nvvm.kernel} {
    %shared = llvm.mlir.addressof @copy_shared : !llvm.ptr<3>
    %0 = llvm.getelementptr %x[32] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    nvvm.cp.async.shared.global %shared, %0, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    llvm.return
  }
}

// A copy without bytes reads nothing; 8 of 16 bytes lie inside.
// CHECK: zeros: ok
func.func private @zeros(%x: tensor<20xf16>) -> tensor<4xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.fill ins(%zero : f16) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
gpu.module @zeros_module {
  llvm.mlir.global external @zeros_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @zeros(%x: !llvm.ptr<1>, %r: !llvm.ptr<1>) attributes {amp.launch = {block = array<i64: 1, 1, 1>, cluster = array<i64: 1, 1, 1>, grid = array<i64: 1, 1, 1>, shared = 64 : i64, tensor_maps = []}, gpu.kernel, nvvm.kernel} {
    %shared = llvm.mlir.addressof @zeros_shared : !llvm.ptr<3>
    %none = llvm.mlir.constant(0 : i32) : i32
    %half = llvm.mlir.constant(8 : i32) : i32
    %0 = llvm.getelementptr %x[-64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    %1 = llvm.getelementptr %x[32] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    %to = llvm.getelementptr %shared[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    nvvm.cp.async.shared.global %shared, %0, 16, cache = cg, %none : !llvm.ptr<3>, !llvm.ptr<1>, i32
    nvvm.cp.async.shared.global %to, %1, 16, cache = cg, %half : !llvm.ptr<3>, !llvm.ptr<1>, i32
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    %2 = llvm.load %shared : !llvm.ptr<3> -> vector<4xf16>
    llvm.store %2, %r : vector<4xf16>, !llvm.ptr<1>
    llvm.return
  }
}
