// A parallel loop of the host is a loop: one launch a tile. Its counters may go
// through affine maps.
// RUN: amp-opt %s --amp-form-kernels | FileCheck %s
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=llvm" -o /dev/null

// CHECK-LABEL: func.func @main
// CHECK: %[[C:.*]]:2 = scf.for %[[I:.*]] = %{{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK: scf.for %[[J:.*]] = %{{.*}} iter_args(%[[D:.*]] = %[[A]], %[[E:.*]] = %[[B]])
// CHECK: %[[M:.*]] = func.call @contraction_0(%arg0, %{{.*}}, %[[D]], %{{.*}}, %arg1)
// CHECK: %[[N:.*]] = func.call @pointwise_0(%[[M]])
// CHECK: %[[X:.*]] = func.call @[[INSERT:.*]](%[[M]], %[[D]],
// CHECK: %[[Y:.*]] = func.call @[[INSERT]](%[[N]], %[[E]],
// CHECK: scf.yield %[[X]], %[[Y]]
// CHECK-NOT: forall
func.func @main(%x: tensor<8x12xf32>, %w: tensor<12x6xf32>) -> (tensor<8x12xf32>, tensor<8x12xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x12xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x12xf32>) -> tensor<8x12xf32>
  %0:2 = scf.forall (%i, %j) in (2, 2) shared_outs(%o = %f, %p = %x) -> (tensor<8x12xf32>, tensor<8x12xf32>) {
    %r = affine.apply affine_map<(d) -> (d * 4)>(%i)
    %c = affine.apply affine_map<(d) -> (d * 6)>(%j)
    %s = tensor.extract_slice %x[%r, 0] [4, 12] [1, 1] : tensor<8x12xf32> to tensor<4x12xf32>
    %t = tensor.extract_slice %o[%r, %c] [4, 6] [1, 1] : tensor<8x12xf32> to tensor<4x6xf32>
    %m = linalg.matmul ins(%s, %w : tensor<4x12xf32>, tensor<12x6xf32>) outs(%t : tensor<4x6xf32>) -> tensor<4x6xf32>
    %n = math.absf %m : tensor<4x6xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %m into %o[%r, %c] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<8x12xf32>
      tensor.parallel_insert_slice %n into %p[%r, %c] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<8x12xf32>
    }
  }
  return %0#0, %0#1 : tensor<8x12xf32>, tensor<8x12xf32>
}
