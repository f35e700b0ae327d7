// Targets round to nearest even, whatever upstream's lowering makes of a mode.
// RUN: split-file %s %t
// RUN: amp-opt %t/fine.mlir --amp-nearest-rounding | FileCheck %s
// RUN: amp-opt %t/bad.mlir --amp-nearest-rounding --verify-diagnostics
// RUN: amp-compile %t/fine.mlir -o %t/out.so
// RUN: not amp-compile %t/bad.mlir -o %t/bad.so 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not ls %t/bad.so
// BAD: bad.mlir:3:{{[0-9]+}}: error: 'arith.truncf' op expected rounding to_nearest_even, got downward

//--- fine.mlir
// CHECK: arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xbf16>
// CHECK: arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xf16>
func.func @main(%x: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xf16>) {
  %0 = arith.truncf %x to_nearest_even : tensor<4xf32> to tensor<4xbf16>
  %1 = arith.truncf %x : tensor<4xf32> to tensor<4xf16>
  return %0, %1 : tensor<4xbf16>, tensor<4xf16>
}
//--- bad.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf16> {
  // expected-error@+1 {{'arith.truncf' op expected rounding to_nearest_even, got downward}}
  %0 = arith.truncf %x downward : tensor<4xf32> to tensor<4xf16>
  return %0 : tensor<4xf16>
}
