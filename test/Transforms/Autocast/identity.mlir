// Without a matrix product that gains there is nothing to do: the output is the
// input, whatever the options.
// RUN: amp-opt %s > %t.in
// RUN: amp-opt --amp-autocast=f16 %s | diff %t.in -
// RUN: amp-opt --amp-autocast=bf16 %s | diff %t.in -
// RUN: amp-opt --amp-autocast="f16 assign=greedy" %s | diff %t.in -
// RUN: amp-opt --amp-autocast="f16 assign=fixpoint" %s | diff %t.in -
// RUN: amp-opt --amp-autocast="f16 signature=convert compute=low" %s | diff %t.in -

// Elementwise arithmetic, a constant, a sum and a call.
func.func private @callee(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %w = arith.constant dense<0.1> : tensor<64x64xf32>
  %0 = arith.addf %x, %w : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @plain(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %0 = call @callee(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<64x64xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.addf %in, %out : f32
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// Matrix products that are mixed already, f64, or of integers.
func.func @done(%a: tensor<64x64xf16>, %c: tensor<64x64xf32>, %d: tensor<64x64xf64>, %i: tensor<64x64xi32>) -> (tensor<64x64xf32>, tensor<64x64xf64>, tensor<64x64xi32>) {
  %0 = linalg.matmul ins(%a, %a : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%d, %d : tensor<64x64xf64>, tensor<64x64xf64>) outs(%d : tensor<64x64xf64>) -> tensor<64x64xf64>
  %2 = linalg.matmul ins(%i, %i : tensor<64x64xi32>, tensor<64x64xi32>) outs(%i : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %0, %1, %2 : tensor<64x64xf32>, tensor<64x64xf64>, tensor<64x64xi32>
}
