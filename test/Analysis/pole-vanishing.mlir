// A number that keeps a divisor from zero, and that f16 has as zero or as a
// subnormal (`sqrt(v) + 1e-8` of an optimizer's step), does not keep it from there:
// what the divisor is made of stays f32. bf16 has it, and a larger one does in f16.
// RUN: amp-opt %s --amp-autocast=f16 -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s --check-prefix=BF16

// CHECK-LABEL: func @step
// CHECK: %[[G:.*]] = linalg.matmul
// CHECK: %[[S:.*]] = arith.mulf %[[G]], %[[G]] : tensor<64x64xf32>
// CHECK: arith.mulf %[[S]], %{{.*}} : tensor<64x64xf32>
// CHECK: math.sqrt %{{.*}} : tensor<64x64xf32>
// CHECK: %[[D:.*]] = arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK: arith.divf %{{.*}}, %[[D]] : tensor<64x64xf32>
// BF16-LABEL: func @step
// BF16: arith.mulf %{{.*}} : tensor<64x64xbf16>
// BF16: math.sqrt %{{.*}} : tensor<64x64xbf16>
func.func @step(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %u: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %part = arith.constant dense<0.001> : tensor<64x64xf32>
  %least = arith.constant dense<1.0e-8> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %square = arith.mulf %g, %g : tensor<64x64xf32>
  %v = arith.mulf %square, %part : tensor<64x64xf32>
  %root = math.sqrt %v : tensor<64x64xf32>
  %d = arith.addf %root, %least : tensor<64x64xf32>
  %step = arith.divf %g, %d : tensor<64x64xf32>
  %r = linalg.matmul ins(%u, %step : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// CHECK-LABEL: func @large
// CHECK: arith.mulf %{{.*}} : tensor<64x64xf16>
// CHECK: math.sqrt %{{.*}} : tensor<64x64xf16>
func.func @large(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %u: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant dense<1.0e-3> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %h = linalg.matmul ins(%w, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %v = arith.mulf %g, %g : tensor<64x64xf32>
  %root = math.sqrt %v : tensor<64x64xf32>
  %d = arith.addf %root, %least : tensor<64x64xf32>
  %step = arith.divf %h, %d : tensor<64x64xf32>
  %r = linalg.matmul ins(%u, %step : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
