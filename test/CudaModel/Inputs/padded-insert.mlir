func.func private @pad(%a: tensor<2x2xf32>) -> tensor<2x3xf32> {
  %c = arith.constant 0.0 : f32
  %x = tensor.pad %a low[0, 1] high[0, 0] {
    ^bb0(%v10: index, %v11: index):
    tensor.yield %c : f32
    } : tensor<2x2xf32> to tensor<2x3xf32>
  return %x : tensor<2x3xf32>
}
func.func @main(%a: tensor<2x2xf32>) -> tensor<4x9xf32> {
  %e = tensor.empty() : tensor<4x9xf32>
  %c = arith.constant 0.0 : f32
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<4x9xf32>) -> tensor<4x9xf32>
  %x = call @pad(%a) : (tensor<2x2xf32>) -> tensor<2x3xf32>
  %r = tensor.insert_slice %x into %f[1, 2] [2, 3] [1, 2] : tensor<2x3xf32> into tensor<4x9xf32>
  return %r : tensor<4x9xf32>
}
