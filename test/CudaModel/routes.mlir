// Each way to map loops to threads, on ragged sizes, against the CPU: rows of a
// block and longer than its registers, columns, windows, movement.
// Python cannot load a sanitized library.
// UNSUPPORTED: asan
// RUN: %python %S/Inputs/emulate.py %s sm_80 %cuda_emulator none
// RUN: env AMP_EMULATED_ORDER=1 %python %S/Inputs/emulate.py %s sm_80 %cuda_emulator none
// REQUIRES: numpy

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
func.func @main(%x: tensor<3x2500xf32>, %y: tensor<3x40000xf32>, %z: tensor<700x37xf32>,
                %image: tensor<1x5x9x11xf32>, %p: tensor<6x10xf32>, %q: tensor<6x7xf32>)
    -> (tensor<3x2500xf32>, tensor<3xf32>, tensor<37xf32>, tensor<1x5x4x5xf32>,
        tensor<6x17xf32>, tensor<10x8xf32>, tensor<7x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32

  // A row in the registers of a block.
  %e0 = tensor.empty() : tensor<3x2500xf32>
  %v0 = tensor.empty() : tensor<3xf32>
  %l0 = linalg.fill ins(%low : f32) outs(%v0 : tensor<3xf32>) -> tensor<3xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%v0 : tensor<3xf32>) -> tensor<3xf32>
  %max0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x2500xf32>) outs(%l0 : tensor<3xf32>) {
  ^bb0(%a: f32, %m: f32):
    %0 = arith.maximumf %a, %m : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  %exp0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max0 : tensor<3x2500xf32>, tensor<3xf32>) outs(%e0 : tensor<3x2500xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %0 = arith.subf %a, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x2500xf32>
  %sum0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp0 : tensor<3x2500xf32>) outs(%z0 : tensor<3xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  %softmax = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp0, %sum0 : tensor<3x2500xf32>, tensor<3xf32>) outs(%e0 : tensor<3x2500xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %0 = arith.divf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<3x2500xf32>

  // A row that is read in a loop.
  %e1 = tensor.empty() : tensor<3xf32>
  %f1 = linalg.fill ins(%low : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<3x40000xf32>) outs(%f1 : tensor<3xf32>) {
  ^bb0(%a: f32, %m: f32):
    %0 = arith.maximumf %a, %m : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>

  // Columns, and an elementwise op on their sums.
  %e2 = tensor.empty() : tensor<37xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<37xf32>) -> tensor<37xf32>
  %sums = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%z : tensor<700x37xf32>) outs(%f2 : tensor<37xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = math.absf %a : f32
    %1 = arith.addf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<37xf32>
  %roots = math.sqrt %sums : tensor<37xf32>

  // Windows.
  %e3 = tensor.empty() : tensor<1x5x4x5xf32>
  %f3 = linalg.fill ins(%low : f32) outs(%e3 : tensor<1x5x4x5xf32>) -> tensor<1x5x4x5xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %pool = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%image, %window : tensor<1x5x9x11xf32>, tensor<3x3xf32>)
      outs(%f3 : tensor<1x5x4x5xf32>) -> tensor<1x5x4x5xf32>

  // Movement.
  %concat = tensor.concat dim(1) %p, %q : (tensor<6x10xf32>, tensor<6x7xf32>) -> tensor<6x17xf32>
  %et = tensor.empty() : tensor<10x6xf32>
  %t = linalg.transpose ins(%p : tensor<6x10xf32>) outs(%et : tensor<10x6xf32>) permutation = [1, 0]
  %pad = tensor.pad %t low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<10x6xf32> to tensor<10x8xf32>
  %slice = tensor.extract_slice %z[1, 2] [7, 3] [2, 5] : tensor<700x37xf32> to tensor<7x3xf32>
  %exp = math.exp %slice : tensor<7x3xf32>
  return %softmax, %max, %roots, %pool, %concat, %pad, %exp
      : tensor<3x2500xf32>, tensor<3xf32>, tensor<37xf32>, tensor<1x5x4x5xf32>,
        tensor<6x17xf32>, tensor<10x8xf32>, tensor<7x3xf32>
}
