// Beside an unregistered op, which might refer to any function, each keeps its
// signature: that of one used as a value changed.
// RUN: amp-opt %s --allow-unregistered-dialect --amp-autocast=f16 | FileCheck %s
// CHECK: func.func private @act(%{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @act(%x: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @main() -> ((tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>) {
  %f = constant @act : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  "foo.region"() ({ "foo.end"() : () -> () }) : () -> ()
  return %f : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
}
