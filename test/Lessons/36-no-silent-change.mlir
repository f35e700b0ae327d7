// Values were clamped at 1e4 without a word: constants that leave the low type's
// range are not changed, those that are rounded are counted
// (onnxconverter issues 295, 211).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s --check-prefix=IR
// RUN: amp-opt --amp-autocast=f16 --remarks-filter=amp --remark-policy=all --remark-format=emitRemark %s -o /dev/null 2>&1 | FileCheck %s

// IR-LABEL: func.func @constants
// IR-DAG: arith.constant dense<7.000000e+04> : tensor<64x64xf32>
// IR-DAG: arith.constant dense<2.000000e+04> : tensor<64x64xf16>
// IR-DAG: arith.constant dense<9.99999996E-13> : tensor<64x64xf32>
// IR-NOT: dense<0.000000e+00>
// CHECK: ConstantsChanged {{.*}}Constants=1, Elements=4096
// CHECK: ConstantKept {{.*}}Constants=2, OutOfRange=4096, {{.*}}Underflow=4096
func.func @constants(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %big = arith.constant dense<70000.0> : tensor<64x64xf32>
  %fits = arith.constant dense<20000.0> : tensor<64x64xf32>
  %tiny = arith.constant dense<1.0e-12> : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %big : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%x, %fits : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%x, %tiny : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
