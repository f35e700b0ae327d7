// An op without an interface is declared by nobody, with absorb=false too, where the
// report said `interface`.
// RUN: amp-opt %s --allow-unregistered-dialect --amp-autocast="f16 unlisted=ignore report=%t" -o /dev/null && FileCheck %s --input-file=%t
// RUN: amp-opt %s --allow-unregistered-dialect --amp-autocast="f16 unlisted=ignore absorb=false report=%t" -o /dev/null && FileCheck %s --input-file=%t
// CHECK: "op": "test.op"
// CHECK: "declared_by": "unlisted"
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = "test.op"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
