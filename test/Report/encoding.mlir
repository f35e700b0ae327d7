// Tensors with an encoding keep their type, and the report says so: it said that
// nothing reads or writes f32.
// RUN: amp-opt %s --split-input-file --amp-autocast="f16 report=-" -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %s --split-input-file --amp-autocast=f16 | FileCheck %s --check-prefix=IR
// CHECK-COUNT-2: nothing changed: tensors with an encoding keep their type, and there is no contraction or convolution of other tensors or vectors of f32 that a rule did not exclude
// CHECK-NOT: nothing changed
// IR-NOT: f16
// IR: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32, {layout = "blocked"}>
// IR-NOT: f16
func.func @alone(%x: tensor<64x64xf32, {layout = "blocked"}>, %i: tensor<64x64xf32, {layout = "blocked"}>) -> tensor<64x64xf32, {layout = "blocked"}> {
  %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32, {layout = "blocked"}>, tensor<64x64xf32, {layout = "blocked"}>) outs(%i : tensor<64x64xf32, {layout = "blocked"}>) -> tensor<64x64xf32, {layout = "blocked"}>
  return %0 : tensor<64x64xf32, {layout = "blocked"}>
}

// -----

func.func @beside(%x: tensor<64x64xf32, {layout = "blocked"}>, %y: tensor<64xf32>) -> (tensor<64x64xf32, {layout = "blocked"}>, tensor<64xf32>) {
  %0 = math.tanh %x : tensor<64x64xf32, {layout = "blocked"}>
  %1 = arith.addf %y, %y : tensor<64xf32>
  return %0, %1 : tensor<64x64xf32, {layout = "blocked"}>, tensor<64xf32>
}
