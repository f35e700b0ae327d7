// A product's kernel takes scalars as arguments: what the host knows (a step
// size, a scale that a loop carries) costs no tensor core.
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_80 | FileCheck %s
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_90a | FileCheck %s --check-prefix=HOPPER
// The tool that checks single kernels makes up tensors alone
// (test/CudaModel/emulate-carried.test runs scalars).
// RUN: not amp-gpu-emulate %s --chip=sm_80 2>&1 | FileCheck %s --check-prefix=TOOL
// TOOL: error: expected a kernel that reads tensors alone, got an argument of type 'f16'

// CHECK: llvm.func @scaled({{.*}}: !llvm.ptr<1> {{.*}}, {{.*}}: !llvm.ptr<1> {{.*}}, %[[SCALE:.*]]: f16, %[[ON:.*]]: i8, %[[PLACE:.*]]: i64, {{.*}}: !llvm.ptr<1>
// CHECK-DAG: %[[BIT:.*]] = arith.trunci %[[ON]] : i8 to i1
// CHECK-DAG: arith.index_cast %[[PLACE]] : i64 to index
// CHECK: nvvm.mma.sync
// CHECK: arith.mulf {{.*}}, %[[SCALE]]
// CHECK: arith.select %[[BIT]]
// HOPPER: llvm.func @scaled
// HOPPER: nvvm.wgmma.mma_async
// HOPPER: arith.select
func.func private @scaled(%a: tensor<128x64xf16>, %b: tensor<64x128xf16>, %scale: f16, %on: i1, %place: index) -> tensor<128x128xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x128xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<128x128xf32>) -> tensor<128x128xf32>
  %c = linalg.matmul ins(%a, %b : tensor<128x64xf16>, tensor<64x128xf16>) outs(%z : tensor<128x128xf32>) -> tensor<128x128xf32>
  %i = arith.index_cast %place : index to i32
  %f = arith.sitofp %i : i32 to f16
  %o = tensor.empty() : tensor<128x128xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c, %scale : tensor<128x128xf32>, f16) outs(%o : tensor<128x128xf16>) {
  ^bb0(%x: f32, %s: f16, %out: f16):
    %n = arith.truncf %x : f32 to f16
    %m = arith.mulf %n, %s : f16
    %t = arith.addf %m, %f : f16
    %u = arith.select %on, %t, %n : f16
    linalg.yield %u : f16
  } -> tensor<128x128xf16>
  return %r : tensor<128x128xf16>
}
