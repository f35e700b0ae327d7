// The emulator notices what breaks kernels: a missing barrier, a missing wait, a
// wrong address, too little shared memory, a wrong epilogue.
// RUN: amp-opt %s --amp-emit-contraction-kernels -o %t.mlir
// RUN: amp-gpu-emulate %t.mlir | FileCheck %s --check-prefix=GOOD
// RUN: sed -e '/nvvm.barrier/d' %t.mlir | not amp-gpu-emulate - 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: sed -e '/nvvm.cp.async.wait.group/d' %t.mlir | not amp-gpu-emulate - 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: sed -e 's/mma_layout<col>, num/mma_layout<row>, num/' %t.mlir | not amp-gpu-emulate - 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: sed -e 's/shared = [0-9]* :/shared = 4096 :/' %t.mlir | not amp-gpu-emulate - 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: sed -e 's/arith.maximumf %\([0-9]\)/arith.minimumf %\1/' %t.mlir | not amp-gpu-emulate - 2>&1 | FileCheck %s --check-prefix=VALUE

// GOOD: relu: ok
// VALUE: error: order {{[0-2]}}: element {{[0-9]+}} of result 0 is {{.*}}, expected
// SHARED: error: order 0: {{.*}} writes 16 bytes at 16384 of 4096 bytes of shared memory
func.func private @relu(%a: tensor<64x200xf16>, %b: tensor<200x64xf16>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x200xf16>, tensor<200x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.maximumf %x, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
