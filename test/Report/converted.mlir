// The report on a module that was converted before: its products multiply low. It
// said that none did, and that lowering them would cost more than it saves.
// RUN: amp-opt %s --amp-autocast=f16 -o %t.mlir
// RUN: amp-opt %t.mlir --amp-autocast="f16 report=-" -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %t.mlir --amp-autocast=f16 --remarks-filter=amp --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: amp-opt %t.mlir --amp-autocast="bf16 report=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=OTHER

// CHECK: nothing changed: every contraction reads f16, or less, already
// CHECK: multiply-adds in f16: 100.0 % of 1048576
// CHECK-NOT: linalg.matmul
// CHECK-NOT: hint: some multiply-adds
// REMARK-NOT: linalg.matmul
// REMARK: MultiplyAddsLow=1048576
// REMARK-NOT: linalg.matmul
// OTHER: multiply-adds in bf16: 0.0 % of 1048576
// OTHER: stayed f32, and why
// OTHER: linalg.matmul
func.func @main(%x: tensor<128x64xf32>, %w: tensor<64x64xf32>, %init: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<128x64xf32>, tensor<64x64xf32>) outs(%init : tensor<128x64xf32>) -> tensor<128x64xf32>
  %1 = math.tanh %0 : tensor<128x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<128x64xf32>, tensor<64x64xf32>) outs(%init : tensor<128x64xf32>) -> tensor<128x64xf32>
  return %2 : tensor<128x64xf32>
}
