// A private function with amp.kernel is a kernel as it stands: nothing is split, fused
// or generalized in it. The same op outside is split along K.
// RUN: amp-opt %s --amp-to-nvvm="chip=sm_90a format=llvm" --amp-tensor-core-audit 2>&1 | FileCheck %s
// RUN: sed -e 's/@main/@model/' -e 's/func.func private @mine/func.func @main/' -e 's/call @mine/call @main/' %s | not amp-opt --amp-to-nvvm=format=llvm 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: sed -e 's/amp.processors = 2/amp.processors = 0/' %s | not amp-opt 2>&1 | FileCheck %s --check-prefix=COUNT

// CHECK-DAG: mine: {{.*}}wgmma
// CHECK-DAG: contraction_0: {{.*}}K in
// ENTRY: error: expected host code as the model's entry, got a kernel
// COUNT: error: expected 'amp.processors' to be a positive integer, got 0
func.func private @mine(%a: tensor<64x2048xf16>, %b: tensor<2048x64xf16>) -> tensor<64x64xf32> attributes {amp.kernel, amp.processors = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x2048xf16>, tensor<2048x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

func.func @main(%a: tensor<64x2048xf16>, %b: tensor<2048x64xf16>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %mine = call @mine(%a, %b) : (tensor<64x2048xf16>, tensor<2048x64xf16>) -> tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x2048xf16>, tensor<2048x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %mine, %c : tensor<64x64xf32>, tensor<64x64xf32>
}
