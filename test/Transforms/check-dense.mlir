// Tensors lie row by row: an encoding that may say otherwise is an error.
// RUN: amp-opt %s --amp-check-dense --verify-diagnostics --split-input-file

func.func @fine(%x: tensor<4xf32>, %y: tensor<?xf32>, %z: memref<4xf32, strided<[2]>>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

#sparse = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
// expected-error@+1 {{expected dense tensors without an encoding, got 'tensor<4xf32, #sparse_tensor.encoding<}}
func.func @argument(%x: tensor<4xf32, #sparse>) {
  return
}

// -----

#sparse = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @within(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected dense tensors without an encoding, got 'tensor<4xf32, #sparse_tensor.encoding<}}
  %0 = sparse_tensor.convert %x : tensor<4xf32> to tensor<4xf32, #sparse>
  return
}

// -----

// expected-error@+1 {{expected dense tensors without an encoding, got 'tensor<4xf32, "rows of 8">'}}
func.func @unknown(%x: tensor<4xf32, "rows of 8">) {
  return
}
