// Blocks that loop, leave early and branch; rows that are gathered and scattered.
func.func @main(%x: tensor<16x8xf32>, %w: tensor<8x8xf32>, %s: tensor<f32>,
                %i: tensor<5x1xindex>, %k: tensor<i32>) -> (tensor<16x8xf32>, tensor<5x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %half = arith.constant 0.5 : f32
  %zero = arith.constant dense<0.0> : tensor<16x8xf32>
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<16x8xf32>, tensor<5x1xindex>) -> tensor<5x8xf32>
  %t = math.tanh %g : tensor<5x8xf32>
  %p = tensor.scatter %t into %x[%i] scatter_dims([0]) unique : (tensor<5x8xf32>, tensor<16x8xf32>, tensor<5x1xindex>) -> tensor<16x8xf32>
  %e = tensor.extract %s[] : tensor<f32>
  %early = arith.cmpf ogt, %e, %half : f32
  %case = tensor.extract %k[] : tensor<i32>
  cf.br ^head(%p, %c0 : tensor<16x8xf32>, index)
^head(%y: tensor<16x8xf32>, %n: index):
  %goes = arith.cmpi slt, %n, %c4 : index
  cf.cond_br %goes, ^body, ^after(%y : tensor<16x8xf32>)
^body:
  %m = arith.addi %n, %c1 : index
  %z = linalg.matmul ins(%y, %w : tensor<16x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<16x8xf32>) -> tensor<16x8xf32>
  %a = arith.addf %z, %x : tensor<16x8xf32>
  cf.cond_br %early, ^after(%a : tensor<16x8xf32>), ^head(%a, %m : tensor<16x8xf32>, index)
^after(%r: tensor<16x8xf32>):
  cf.switch %case : i32, [ default: ^twice, 1: ^exit(%r : tensor<16x8xf32>), 2: ^square ]
^twice:
  %q = arith.addf %r, %r : tensor<16x8xf32>
  cf.br ^exit(%q : tensor<16x8xf32>)
^square:
  %v = arith.mulf %r, %r : tensor<16x8xf32>
  cf.br ^exit(%v : tensor<16x8xf32>)
^exit(%o: tensor<16x8xf32>):
  return %o, %t : tensor<16x8xf32>, tensor<5x8xf32>
}
