// Powers of integers are loops: neither the GPU nor libdevice has them.
// RUN: amp-opt %s --pass-pipeline="builtin.module(gpu.module(amp-expand-integer-powers))" | FileCheck %s
// RUN: amp-opt %s --amp-lower-gpu-kernels | FileCheck %s --check-prefix=LOWERED
// CHECK: gpu.func @powers(%[[X:.*]]: i32, %[[N:.*]]: i32, %{{.*}}: vector<4xi32>
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[N]], %{{.*}} : i32
// CHECK: %[[LAST:.*]] = arith.andi %[[N]], %{{.*}} : i32
// CHECK: %[[STEPS:.*]] = arith.select %[[NEGATIVE]], %[[LAST]], %[[N]] : i32
// CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[X]], %{{.*}} = %[[STEPS]])
// CHECK: math.ipowi {{.*}} : vector<4xi32>
// LOWERED: llvm.cond_br
gpu.module @kernels {
  gpu.func @powers(%x: i32, %n: i32, %v: vector<4xi32>, %out: memref<4xi32>, %more: memref<4xvector<4xi32>>) kernel {
    %i = arith.constant 0 : index
    %0 = math.ipowi %x, %n : i32
    memref.store %0, %out[%i] : memref<4xi32>
    %1 = math.ipowi %v, %v : vector<4xi32>
    memref.store %1, %more[%i] : memref<4xvector<4xi32>>
    gpu.return
  }
}
