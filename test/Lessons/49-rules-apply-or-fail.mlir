// A requested precision was ignored for some layers: a rule that cannot be applied is
// an error at the rule (TensorRT issues 1437, 1974, 1196, pytorch/TensorRT issue
// 3947).
// RUN: not amp-opt --amp-autocast=f16 %s -o %t.out 2>&1 | FileCheck %s
// RUN: not ls %t.out

amp.policy @mine {
  // CHECK: :[[@LINE+1]]:3: error: {{.*}}expected accumulate(...) to be a float type, got 'i32'
  amp.rule op("linalg.matmul") accumulate(i32)
}
func.func @f(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
