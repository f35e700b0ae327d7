// What a loop's sum was found to reach while one call of a function was known
// was kept when the other was, and no longer once the function returned a cast:
// a second conversion rounded the sum, which the first had found too large
// (seed 9800238).
// RUN: amp-opt %s --amp-autocast="f16 assign=greedy" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 assign=greedy" | diff %t -

func.func private @same(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %kept = math.exp %x : tensor<8x8xf32>
  return %x : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @main
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: %[[LOW:.*]] = arith.truncf %[[SUM]]
// CHECK: linalg.matmul ins({{.*}}, %[[LOW]] : tensor<8x8xf16>, tensor<8x8xf16>)
func.func @main() -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %half = arith.constant dense<5.000000e-01> : tensor<8x8xf32>
  %zero = arith.constant dense<0.000000e+00> : tensor<8x8xf32>
  %one = arith.constant dense<1.000000e+00> : tensor<8x4xf32>
  %big = arith.constant dense<6.553600e+04> : tensor<8x8xf32>
  %v = call @same(%half) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = linalg.matmul ins(%v, %half : tensor<8x8xf32>, tensor<8x8xf32>) outs(%big : tensor<8x8xf32>) -> tensor<8x8xf32>
  %sum = scf.for %i = %c0 to %c8 step %c4 iter_args(%a = %zero) -> (tensor<8x8xf32>) {
    %part = tensor.extract_slice %m[%i, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
    %p = linalg.matmul ins(%one, %part : tensor<8x4xf32>, tensor<4x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %p : tensor<8x8xf32>
  }
  %r = linalg.matmul ins(%half, %sum : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
func.func @other(%x: tensor<8x8xf32>) {
  %v = call @same(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
