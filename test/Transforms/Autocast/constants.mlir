// Weights that are constants become low data, once, shared by all their users;
// with fold-weights=false a cast stays in the program.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s --check-prefixes=CHECK,FOLD
// RUN: amp-opt --amp-autocast="f16 fold-weights=true" %s | FileCheck %s --check-prefixes=CHECK,FOLD
// RUN: amp-opt --amp-autocast="f16 fold-weights=false" %s | FileCheck %s --check-prefixes=CHECK,CAST
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s --check-prefix=BF16

// A dense constant read twice, rounded to nearest even; a splat; a resource,
// whose data is replaced (below) instead of printed.
// CHECK-LABEL: func.func @constants
// FOLD: %[[DENSE:.*]] = arith.constant dense<{{\[\[}}9.997550e-02, 1.999510e-01], [3.000490e-01, 2.048000e+03]]> : tensor<2x2xf16>
// FOLD: %[[SPLAT:.*]] = arith.constant dense<9.997550e-02> : tensor<64x64xf16>
// FOLD: %[[RES:.*]] = arith.constant dense_resource<w_f16> : tensor<2x2xf16>
// FOLD-NOT: arith.constant dense
// CAST: %[[DENSE32:.*]] = arith.constant dense<{{\[\[}}1.000000e-01,{{.*}} : tensor<2x2xf32>
// CAST-NEXT: %[[DENSE:.*]] = arith.truncf %[[DENSE32]] fastmath<contract> : tensor<2x2xf32> to tensor<2x2xf16>
// CAST: %[[SPLAT32:.*]] = arith.constant dense<1.000000e-01> : tensor<64x64xf32>
// CAST-NEXT: %[[SPLAT:.*]] = arith.truncf %[[SPLAT32]] fastmath<contract>
// CAST: %[[RES32:.*]] = arith.constant dense_resource<w> : tensor<2x2xf32>
// CAST-NEXT: %[[RES:.*]] = arith.truncf %[[RES32]] fastmath<contract>
// CAST-NOT: arith.truncf {{.*}} tensor<2x2x
// CHECK: linalg.matmul ins(%{{.*}}, %[[DENSE]] :
// CHECK: linalg.matmul ins(%{{.*}}, %[[RES]] :
// CHECK: linalg.matmul ins(%{{.*}}, %[[DENSE]] :
// CHECK: linalg.matmul ins(%{{.*}}, %[[SPLAT]] :
// CHECK: return
// BF16: arith.constant dense<{{\[\[}}1.000980e-01, 2.001950e-01], [3.007810e-01, 2.048000e+03]]> : tensor<2x2xbf16>
// BF16: arith.constant dense<1.000980e-01> : tensor<64x64xbf16>
// BF16: arith.constant dense_resource<w_bf16> : tensor<2x2xbf16>
func.func @constants(%v: tensor<512x512xf32>, %u: tensor<512x2xf32>, %c: tensor<512x2xf32>, %y: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> (tensor<512x2xf32>, tensor<512x2xf32>, tensor<64x64xf32>) {
  %dense = arith.constant dense<[[0.1, 0.2], [0.3, 2049.0]]> : tensor<2x2xf32>
  %splat = arith.constant dense<0.1> : tensor<64x64xf32>
  %res = arith.constant dense_resource<w> : tensor<2x2xf32>
  %x = linalg.matmul ins(%v, %u : tensor<512x512xf32>, tensor<512x2xf32>) outs(%c : tensor<512x2xf32>) -> tensor<512x2xf32>
  %0 = linalg.matmul ins(%x, %dense : tensor<512x2xf32>, tensor<2x2xf32>) outs(%c : tensor<512x2xf32>) -> tensor<512x2xf32>
  %1 = linalg.matmul ins(%0, %res : tensor<512x2xf32>, tensor<2x2xf32>) outs(%c : tensor<512x2xf32>) -> tensor<512x2xf32>
  %2 = linalg.matmul ins(%1, %dense : tensor<512x2xf32>, tensor<2x2xf32>) outs(%c : tensor<512x2xf32>) -> tensor<512x2xf32>
  %3 = linalg.matmul ins(%y, %splat : tensor<64x64xf32>, tensor<64x64xf32>) outs(%d : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %2, %3 : tensor<512x2xf32>, tensor<512x2xf32>, tensor<64x64xf32>
}

// A constant that is also returned has both types; the f32 one is the original.
// CHECK-LABEL: func.func @two_types
// CHECK-DAG: %[[W32:.*]] = arith.constant dense<{{\[\[}}1.000000e-01, 2.000000e-01], [3.000000e-01, 4.000000e-01]]> : tensor<2x2xf32>
// FOLD-DAG: %[[W:.*]] = arith.constant dense<{{\[\[}}9.997550e-02, {{.*}} : tensor<2x2xf16>
// CHECK: linalg.matmul ins({{.*}} : tensor<512x2xf16>, tensor<2x2xf16>)
// CHECK: return %{{.*}}, %[[W32]] : tensor<512x2xf32>, tensor<2x2xf32>
func.func @two_types(%x: tensor<512x512xf32>, %y: tensor<512x2xf32>, %c: tensor<512x2xf32>) -> (tensor<512x2xf32>, tensor<2x2xf32>) {
  %w = arith.constant dense<[[0.1, 0.2], [0.3, 0.4]]> : tensor<2x2xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<512x512xf32>, tensor<512x2xf32>) outs(%c : tensor<512x2xf32>) -> tensor<512x2xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<512x2xf32>, tensor<2x2xf32>) outs(%c : tensor<512x2xf32>) -> tensor<512x2xf32>
  return %1, %w : tensor<512x2xf32>, tensor<2x2xf32>
}

// A linear layer transposes its weight: the constant above the transpose turns
// low, and nothing is cast.
// CHECK-LABEL: func.func @transposed
// FOLD: %[[W:.*]] = arith.constant dense<2.500000e-01> : tensor<64x64xf16>
// CHECK: %[[TR:.*]] = linalg.transpose ins({{.*}} : tensor<64x64xf16>) outs({{.*}} : tensor<64x64xf16>)
// CHECK-NOT: arith.truncf %[[TR]]
// CHECK: linalg.matmul ins(%{{.*}}, %[[TR]] :
func.func @transposed(%x: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %w = arith.constant dense<0.25> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %t = linalg.transpose ins(%w : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%x, %t : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// 1, 2, 3, 4 in f16 and bf16, and no f32 data left behind.
// FOLD: dialect_resources
// FOLD: w_f16: "0x{{[0-9A-F]+}}003C004000420044"
// FOLD-NOT: 0000803F
// CAST: w: "0x{{[0-9A-F]+}}0000803F000000400000404000008040"
// BF16: w_bf16: "0x{{[0-9A-F]+}}803F004040408040"
{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F000000400000404000008040"
    }
  }
#-}
