// Remarks carry stable names, places and numbers.
// RUN: amp-opt %s --amp-autocast=f16 --remarks-filter=amp --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s

// CHECK: remarks.mlir:[[# @LINE + 10]]:{{.*}}remark: [Passed] Lowered | Category:amp | Function=@main |
// CHECK-SAME: BytesSaved={{[0-9]+}}, Category=always, Reason="{{.+}}", Remark="linalg.matmul runs in f16"
// CHECK: remarks.mlir:[[# @LINE + 9]]:{{.*}}remark: [Missed] KeptHigh | Category:amp | Function=@main |
// CHECK-SAME: Binding=never-op, Category=never, Constraint={{.*}}Remark="math.exp stays f32"
// CHECK: remark: [Analysis] Summary | Category:amp | BytesAfter={{[0-9]+}}, BytesBefore={{[0-9]+}}, {{.*}}MultiplyAdds=262144, MultiplyAddsLow=262144
// CHECK-NOT: Unchanged

func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = math.exp %c : tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}
