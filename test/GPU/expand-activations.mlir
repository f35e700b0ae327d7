// Tensor cores wait for the activations of an epilogue: tanh, what adds 1 to a tanh or an erf, and sigmoids are a few
// instructions without a branch where they are scalars of f32.
// RUN: amp-opt %s --pass-pipeline="builtin.module(gpu.module(amp-expand-activations))" | FileCheck %s
// RUN: amp-opt %s --amp-lower-gpu-kernels | FileCheck %s --check-prefix=LOWERED

// What the sums were made of is not computed; a sigmoid still has libdevice's exp.
// LOWERED-LABEL: llvm.func @sums
// LOWERED-NOT: __nv_{{tanh|erf}}
// LOWERED: llvm.call @__nv_expf
// LOWERED-NOT: llvm.fdiv
// LOWERED: llvm.return

// CHECK-LABEL: gpu.func @sums(%{{.*}}: f32
// CHECK: %[[A:.*]] = arith.mulf
// CHECK-NEXT: %[[E:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[A]])
// CHECK: %[[S:.*]] = llvm.intr.fma(%[[E]],
// CHECK-NEXT: %[[TANH:.*]] = nvvm.rcp.approx.ftz.f %[[S]]
// CHECK: math.absf
// CHECK-COUNT-7: llvm.intr.fma
// CHECK: %[[T:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK: %[[FAR:.*]] = arith.subf %{{.*}}, %[[T]]
// CHECK: %[[ERF:.*]] = arith.select %{{.*}}, %[[T]], %[[FAR]]
// CHECK: %[[EXP:.*]] = math.exp
// CHECK: %[[D:.*]] = llvm.intr.fma(%[[EXP]],
// CHECK-NEXT: %[[R:.*]] = nvvm.rcp.approx.ftz.f %[[D]]
// CHECK: %[[SIGMOID:.*]] = arith.mulf %[[R]],
// CHECK-NOT: arith.divf
// CHECK: memref.store %[[TANH]]
// CHECK: memref.store %[[ERF]]
// CHECK: memref.store %[[SIGMOID]]
gpu.module @kernels {
  gpu.func @sums(%x: f32, %out: memref<3xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1.0 : f32
    %tanh = math.tanh %x : f32
    %0 = arith.addf %tanh, %one : f32
    %erf = math.erf %x : f32
    %1 = arith.addf %one, %erf : f32
    %exp = math.exp %x : f32
    %sum = arith.addf %exp, %one : f32
    %2 = arith.divf %one, %sum : f32
    memref.store %0, %out[%c0] : memref<3xf32>
    memref.store %1, %out[%c1] : memref<3xf32>
    memref.store %2, %out[%c2] : memref<3xf32>
    gpu.return
  }

  // What has another use is needed as it is; tanh by itself is both of its forms, and one is selected.
  // CHECK-LABEL: gpu.func @used_twice(%{{.*}}: f32
  // CHECK: math.absf
  // CHECK: nvvm.rcp.approx.ftz.f
  // CHECK: %[[FAR:.*]] = llvm.intr.fma
  // CHECK-COUNT-5: llvm.intr.fma
  // CHECK: %[[SIGNED:.*]] = math.copysign %[[FAR]],
  // CHECK: %[[TANH:.*]] = arith.select %{{.*}}, %{{.*}}, %[[SIGNED]]
  // CHECK: arith.addf %[[TANH]],
  // CHECK: %[[EXP:.*]] = math.exp
  // CHECK: %[[SUM:.*]] = arith.addf %[[EXP]],
  // CHECK: arith.divf %{{.*}}, %[[SUM]]
  gpu.func @used_twice(%x: f32, %out: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %one = arith.constant 1.0 : f32
    %0 = math.tanh %x : f32
    %1 = arith.addf %0, %one : f32
    %2 = math.exp %x : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.divf %one, %3 : f32
    memref.store %0, %out[%c0] : memref<4xf32>
    memref.store %1, %out[%c1] : memref<4xf32>
    memref.store %3, %out[%c2] : memref<4xf32>
    memref.store %4, %out[%c3] : memref<4xf32>
    gpu.return
  }

  // Other types, other numbers, erf and exp by themselves.
  // CHECK-LABEL: gpu.func @others
  // CHECK: math.tanh %{{.*}} : f16
  // CHECK: arith.addf
  // CHECK: math.tanh %{{.*}} : f64
  // CHECK: math.tanh %{{.*}} : vector<2xf32>
  // CHECK: math.erf %{{.*}} : f32
  // CHECK: arith.addf
  // CHECK: math.exp
  // CHECK: arith.addf
  // CHECK: arith.divf
  gpu.func @others(%h: f16, %d: f64, %v: vector<2xf32>, %x: f32, %y: f32, %half: memref<f16>,
                   %double: memref<f64>, %vector: memref<vector<2xf32>>, %out: memref<2xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %oneHalf = arith.constant 1.0 : f16
    %one = arith.constant 1.0 : f32
    %0 = math.tanh %h : f16
    %1 = arith.addf %0, %oneHalf : f16
    %2 = math.tanh %d : f64
    %3 = math.tanh %v : vector<2xf32>
    %4 = math.erf %x : f32
    %5 = arith.addf %4, %y : f32
    %6 = math.exp %x : f32
    %7 = arith.addf %6, %one : f32
    %8 = arith.divf %y, %7 : f32
    memref.store %1, %half[] : memref<f16>
    memref.store %2, %double[] : memref<f64>
    memref.store %3, %vector[] : memref<vector<2xf32>>
    memref.store %5, %out[%c0] : memref<2xf32>
    memref.store %8, %out[%c1] : memref<2xf32>
    gpu.return
  }
}
