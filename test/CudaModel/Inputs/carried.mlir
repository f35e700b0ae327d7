func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %half = arith.constant 0.5 : f32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:4 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y, %s = %half, %k = %c0) -> (tensor<64x64xf32>, tensor<64x64xf32>, f32, index) {
    %p = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %sp = tensor.splat %s : tensor<64x64xf32>
    %q = arith.mulf %p, %sp : tensor<64x64xf32>
    %t = arith.mulf %s, %half : f32
    %n = arith.addi %k, %i : index
    scf.yield %b, %q, %t, %n : tensor<64x64xf32>, tensor<64x64xf32>, f32, index
  }
  %kk = arith.index_cast %r#3 : index to i32
  %kf = arith.sitofp %kk : i32 to f32
  %f = arith.addf %r#2, %kf : f32
  %sf = tensor.splat %f : tensor<64x64xf32>
  %o = arith.addf %r#0, %sf : tensor<64x64xf32>
  return %o, %r#1 : tensor<64x64xf32>, tensor<64x64xf32>
}
