// A rule that wants low what a loop carries until it changes no more holds, for a
// second conversion, too.
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && FileCheck %s < %t.mlir
// RUN: amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -

amp.policy @low {
  amp.rule op("math.tanh") always
}
// CHECK-LABEL: func.func @fixed_point(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xbf16>, tensor<64x16xbf16>)
// CHECK: math.tanh %{{.*}} : tensor<64x16xbf16>
func.func @fixed_point(%w: tensor<64x64xf32>, %x: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %tolerance = arith.constant 1.0e-2 : f32
  %e = tensor.empty() : tensor<64x16xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %r:2 = scf.while (%z = %x, %change = %one) : (tensor<64x16xf32>, f32) -> (tensor<64x16xf32>, f32) {
    %more = arith.cmpf ogt, %change, %tolerance : f32
    scf.condition(%more) %z, %change : tensor<64x16xf32>, f32
  } do {
  ^bb0(%z: tensor<64x16xf32>, %change: f32):
    %p = linalg.matmul ins(%w, %z : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z0 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %next = math.tanh %p : tensor<64x16xf32>
    %d = arith.subf %next, %z : tensor<64x16xf32>
    %a = math.absf %d : tensor<64x16xf32>
    %e0 = tensor.empty() : tensor<f32>
    %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %m = linalg.reduce { arith.maximumf } ins(%a : tensor<64x16xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
    %largest = tensor.extract %m[] : tensor<f32>
    scf.yield %next, %largest : tensor<64x16xf32>, f32
  }
  return %r#0 : tensor<64x16xf32>
}
