// RUN: amp-opt %s --allow-unregistered-dialect --amp-autocast=f16 | FileCheck %s

// A kernel's shared and private memory are arguments of its block, not of the
// function: they have no attributes there, and its type does not name them.
// Seen in MLIR's own tests (GPU/promotion.mlir).

gpu.module @kernels {
  // CHECK: gpu.func @kernel(%{{.*}}: memref<4xf32> {gpu.test_promote_workgroup})
  // CHECK-SAME: workgroup(%{{.*}} : memref<1x1xf64, #gpu.address_space<workgroup>>) private(%{{.*}} : memref<1x1xi64, 5>) kernel {
  gpu.func @kernel(%arg0: memref<4xf32> {gpu.test_promote_workgroup})
      workgroup(%shared: memref<1x1xf64, #gpu.address_space<workgroup>>)
      private(%own: memref<1x1xi64, 5>)
      kernel {
    "test.use"(%arg0) : (memref<4xf32>) -> ()
    gpu.return
  }

  // What it computes from a range that an argument promises is known.
  // CHECK: gpu.func @product(%{{.*}}: vector<16x16xf32> {amp.range
  // CHECK: vector.contract
  // CHECK-SAME: vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  gpu.func @product(%a: vector<16x16xf32> {amp.range = array<f64: -1.0, 1.0>}, %b: vector<16x16xf32>, %out: memref<16x16xf32>)
      workgroup(%shared: memref<16x16xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : vector<16x16xf32>
    %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %zero : vector<16x16xf32>, vector<16x16xf32> into vector<16x16xf32>
    vector.transfer_write %r, %shared[%c0, %c0] : vector<16x16xf32>, memref<16x16xf32, #gpu.address_space<workgroup>>
    vector.transfer_write %r, %out[%c0, %c0] : vector<16x16xf32>, memref<16x16xf32>
    gpu.return
  }
}
