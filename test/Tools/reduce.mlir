// A model that fails shrinks to the op that makes it fail (docs/reduce.md).
// REQUIRES: shell-tools
// RUN: env AMP_FLAGS="--amp-autocast=unlisted=error" AMP_MESSAGE=shape.shape_of AMP_BIN=%amp_build/bin %amp_src/utils/reduce.sh error %s -o %t.mlir 2> %t.log
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=LEFT < %t.log
// LEFT: amp-reduce: 4 of {{[0-9]+}} ops are left, none to take away
// CHECK: func.func @main
// CHECK-NOT: linalg.matmul
// CHECK-NOT: math
// CHECK: shape.shape_of
// CHECK-NOT: linalg.matmul
// CHECK-NOT: math

// One that does not fail is refused.
// RUN: not env AMP_FLAGS="--amp-autocast=f16" AMP_BIN=%amp_build/bin %amp_src/utils/reduce.sh crash %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: does not show the failure

// A property that nobody knows is an error that names those that there are; amp-fuzz,
// which need not be built, by test/Python/test_amp_fuzz.py.
// RUN: not env AMP_BIN=%amp_build/bin %amp_src/utils/reduce.sh bogus %s 2>&1 | FileCheck %s --check-prefix=BOGUS
// BOGUS: error: expected {{a property among crash, error, twice, numeric, converts, .*; got|amp-fuzz, which knows}} 'bogus'

func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<2xindex>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  // Dead, with bodies, one reading the other.
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = linalg.matmul ins(%f, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %h = linalg.map { math.absf } ins(%g : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>)
  %i = linalg.fill ins(%zero : f32) outs(%h : tensor<64x64xf32>) -> tensor<64x64xf32>
  %j = linalg.map { math.absf } ins(%i : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>)
  %k = linalg.fill ins(%zero : f32) outs(%j : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = math.exp %0 : tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = shape.shape_of %x : tensor<64x64xf32> -> tensor<2xindex>
  %3 = arith.addf %2, %0 : tensor<64x64xf32>
  %4 = math.tanh %3 : tensor<64x64xf32>
  return %3, %4, %s : tensor<64x64xf32>, tensor<64x64xf32>, tensor<2xindex>
}
