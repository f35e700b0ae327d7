// Ops that share a fill, or an empty tensor, write to one of their own: products
// start from zero instead of adding to a copy of zeros (the third word of a plan).
// RUN: amp-opt %s --amp-cpu-separate-inits | FileCheck %s
// RUN: amp-opt %s --amp-to-cpu="entry=products" | FileCheck %s --check-prefix=CPU

// CPU-DAG: @amp_plan_0(dense<[2, 2, 1, {{.*}}]>
// CPU-DAG: @amp_plan_1(dense<[2, 2, 1, {{.*}}]>
// CPU: llvm.func @amp_model_entry
// CPU-NOT: amp_launch
// CPU: llvm.call @amp_cpu_contract
// CPU-NOT: amp_launch
// CPU: llvm.call @amp_cpu_contract

// CHECK-LABEL: func @products
func.func @products(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  // CHECK: %[[SHARED:.*]] = linalg.fill
  // CHECK: %[[E0:.*]] = tensor.empty() : tensor<64x64xf32>
  // CHECK: %[[F0:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[E0]] :
  // CHECK: linalg.matmul {{.*}} outs(%[[F0]] :
  // CHECK: linalg.matmul {{.*}} outs(%[[SHARED]] :
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// What is written once, and what somebody else made, stays.
// CHECK-LABEL: func @stays
// CHECK-SAME: %{{.*}}: tensor<8xf32>, %[[INTO:.*]]: tensor<8xf32>)
// CHECK-COUNT-2: tensor.empty
// CHECK-NOT: tensor.empty
// CHECK: linalg.exp {{.*}} outs(%[[INTO]] :
// CHECK: linalg.log {{.*}} outs(%[[INTO]] :
func.func @stays(%x: tensor<8xf32>, %into: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.add ins(%x, %i : tensor<8xf32>, tensor<8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%into : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.log ins(%0 : tensor<8xf32>) outs(%into : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Each iteration of a loop writes.
// CHECK-LABEL: func @loop
// CHECK: scf.for
// CHECK: linalg.fill
// CHECK: linalg.matmul
func.func @loop(%x: tensor<64x64xf32>, %from: index, %to: index, %step: index) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = scf.for %k = %from to %to step %step iter_args(%s = %x) -> tensor<64x64xf32> {
    %0 = linalg.matmul ins(%s, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %0 : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
