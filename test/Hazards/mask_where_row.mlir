// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// The mask built in the graph, where(keep, 0, finfo.min), as transformers does;
// rows may be masked completely. The constant, the mask and the masked scores are
// each beyond f16 and bf16.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#col = affine_map<(d0, d1) -> (0, d1)>

// CHECK-DAG: arith.constant result 0: [-3.40282e+38, -3.40282e+38]; f16 overflow; bf16 overflow
// CHECK-DAG: linalg.generic result 0: [-3.40282e+38, 0] reaches [-3.40282e+38, 0]; f16 overflow; bf16 overflow
// CHECK-DAG: linalg.generic result 0: unknown reaches [-3.40282e+38, 1]; f16 overflow; bf16 overflow
// CHECK-DAG: linalg.generic result 0: [-inf, 0]
// CHECK-DAG: linalg.generic result 0: [0, 1]{{.*}}; f16 fits; bf16 fits
// CHECK-DAG: linalg.generic result 0: [0, 64]
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>, %keep: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %half = arith.constant 5.000000e-01 : f32
  %fmin = arith.constant -3.40282347E+38 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %e1 = tensor.empty() : tensor<8x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %init1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %eb = tensor.empty() : tensor<8x64xi1>
  %kb = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%keep : tensor<8x64xf32>) outs(%eb : tensor<8x64xi1>) {
  ^bb0(%in0: f32, %out: i1):
    %c = arith.cmpf ogt, %in0, %half : f32
    linalg.yield %c : i1
  } -> tensor<8x64xi1>
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%kb : tensor<8x64xi1>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: i1, %out: f32):
    %v = arith.select %in0, %zero, %fmin : f32
    linalg.yield %v : f32
  } -> tensor<8x64xf32>
  %s = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  %sm = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %m : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %a = arith.addf %in0, %in1 : f32
    linalg.yield %a : f32
  } -> tensor<8x64xf32>
  %ninf = arith.constant 0xFF800000 : f32
  %initm = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%sm : tensor<8x64xf32>) outs(%initm : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r = arith.maximumf %in0, %out : f32
    linalg.yield %r : f32
  } -> tensor<8x1xf32>
  %shift = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%sm, %max : tensor<8x64xf32>, tensor<8x1xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %d = arith.subf %in0, %in1 : f32
    linalg.yield %d : f32
  } -> tensor<8x64xf32>
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%shift : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %v = math.exp %in0 : f32
    linalg.yield %v : f32
  } -> tensor<8x64xf32>
  %den = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%exp : tensor<8x64xf32>) outs(%init1 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r = arith.addf %in0, %out : f32
    linalg.yield %r : f32
  } -> tensor<8x1xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%exp, %den : tensor<8x64xf32>, tensor<8x1xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %q = arith.divf %in0, %in1 : f32
    linalg.yield %q : f32
  } -> tensor<8x64xf32>
  %y = linalg.matmul ins(%p, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}
