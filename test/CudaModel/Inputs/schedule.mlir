#id = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
#bias = affine_map<(i, j) -> (j)>
func.func @main(%x: tensor<64x256xf32>, %w1: tensor<256x512xf32>, %w2: tensor<512x256xf32>, %b: tensor<256xf32>, %sched: tensor<8xf32>) -> tensor<64x256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %z1 = arith.constant dense<0.0> : tensor<64x512xf32>
  %z2 = arith.constant dense<0.0> : tensor<64x256xf32>
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%y = %x) -> (tensor<64x256xf32>) {
    %n = arith.addi %i, %c1 : index
    %s = tensor.extract %sched[%i] : tensor<8xf32>
    %t = tensor.extract %sched[%n] : tensor<8xf32>
    %dt = arith.subf %t, %s : f32
    %h = linalg.matmul ins(%y, %w1 : tensor<64x256xf32>, tensor<256x512xf32>) outs(%z1 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %g = math.tanh %h : tensor<64x512xf32>
    %e = linalg.matmul ins(%g, %w2 : tensor<64x512xf32>, tensor<512x256xf32>) outs(%z2 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %o = tensor.empty() : tensor<64x256xf32>
    %u = linalg.generic {indexing_maps = [#id, #id, #bias, #none, #id], iterator_types = ["parallel", "parallel"]} ins(%y, %e, %b, %dt : tensor<64x256xf32>, tensor<64x256xf32>, tensor<256xf32>, f32) outs(%o : tensor<64x256xf32>) {
    ^bb0(%yy: f32, %ee: f32, %bb: f32, %d: f32, %out: f32):
      %p = arith.addf %ee, %bb : f32
      %q = arith.mulf %p, %d : f32
      %v = arith.addf %yy, %q : f32
      linalg.yield %v : f32
    } -> tensor<64x256xf32>
    scf.yield %u : tensor<64x256xf32>
  }
  return %r : tensor<64x256xf32>
}
