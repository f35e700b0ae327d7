// What is added to an even grid, or to what looks like one, and is no place: see
// positions.mlir for what is.
// RUN: amp-opt %s --amp-autocast="bf16 report=-" -split-input-file -o %t.ir 2>&1 | FileCheck %s --implicit-check-not=": position"

// CHECK: multiply-adds in bf16: 100.0 %
// A distance that is added to logits is no place: an exponential is taken of it.
func.func @alibi(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %grid = arith.constant dense<[0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]> : tensor<8xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %e8 = tensor.empty() : tensor<64x8x8xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %row = linalg.broadcast ins(%grid : tensor<8xf32>) outs(%e8 : tensor<64x8x8xf32>) dimensions = [0, 1]
  %far = tensor.collapse_shape %row [[0], [1, 2]] : tensor<64x8x8xf32> into tensor<64x64xf32>
  %scores = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %biased = arith.addf %scores, %far : tensor<64x64xf32>
  %half = arith.mulf %biased, %biased : tensor<64x64xf32>
  %exp = math.exp %half : tensor<64x64xf32>
  %r = linalg.matmul ins(%exp, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// -----

// CHECK: multiply-adds in bf16: {{.*}} %
// Weights are not even.
func.func @weights(%x: tensor<64x64xf32>, %w: tensor<64x8xf32>, %v: tensor<8x64xf32>) -> tensor<64x64xf32> {
  %bias = arith.constant dense<[0.5, 1.7, 2.4, 3.5, 4.6, 5.5, 6.4, 7.5]> : tensor<8xf32>
  %e = tensor.empty() : tensor<64x8xf32>
  %z = arith.constant dense<0.0> : tensor<64x8xf32>
  %zr = arith.constant dense<0.0> : tensor<64x64xf32>
  %spread = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e : tensor<64x8xf32>) dimensions = [0]
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x8xf32>) outs(%z : tensor<64x8xf32>) -> tensor<64x8xf32>
  %sum = arith.addf %h, %spread : tensor<64x8xf32>
  %r = linalg.matmul ins(%sum, %v : tensor<64x8xf32>, tensor<8x64xf32>) outs(%zr : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}


// -----

// A mask has two numbers.
// CHECK: multiply-adds in bf16: {{[0-9.]+}} %
func.func @mask(%x: tensor<64x64xf32>, %w: tensor<64x8xf32>, %v: tensor<8x64xf32>) -> tensor<64x64xf32> {
  %mask = arith.constant dense<[0.0, 100.0, 0.0, 100.0, 0.0, 100.0, 100.0, 0.0]> : tensor<8xf32>
  %e = tensor.empty() : tensor<64x8xf32>
  %z = arith.constant dense<0.0> : tensor<64x8xf32>
  %zr = arith.constant dense<0.0> : tensor<64x64xf32>
  %spread = linalg.broadcast ins(%mask : tensor<8xf32>) outs(%e : tensor<64x8xf32>) dimensions = [0]
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x8xf32>) outs(%z : tensor<64x8xf32>) -> tensor<64x8xf32>
  %sum = arith.addf %h, %spread : tensor<64x8xf32>
  %r = linalg.matmul ins(%sum, %v : tensor<64x8xf32>, tensor<8x64xf32>) outs(%zr : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
