// The scores and weights of 256 keys stay in registers, where rows are no softmax:
// nothing spills, and two products by tensor cores lie round the row.
// REQUIRES: ptxas
// RUN: sed -e 's/math.exp %1/arith.mulf %1, %1/' %s | amp-opt --amp-to-nvvm="sm_80 format=isa" | %python %S/Inputs/ptxas.py %ptxas sm_80 | FileCheck %s
// RUN: sed -e 's/math.exp %1/arith.mulf %1, %1/' %s | amp-opt --amp-to-nvvm="sm_90a format=isa" | %python %S/Inputs/ptxas.py %ptxas sm_90a | FileCheck %s

// CHECK-LABEL: .entry attention_0
// CHECK-COUNT-128: mma.sync
// CHECK-NOT: st.global
// CHECK: shfl.sync
// CHECK-NOT: st.global
// CHECK-COUNT-128: mma.sync
// CHECK: st.global

#s = affine_map<(b, i, j, k) -> (b, i, j)>
#o = affine_map<(b, i, j, k) -> (b, i, j)>
#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
#mask = affine_map<(b, i, j) -> (b, j)>
func.func @main(%q: tensor<8x256x64xf16>, %k: tensor<8x256x64xf16>, %v: tensor<8x256x64xf16>,
    %m: tensor<8x256xf32>) -> tensor<8x256x64xf16> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %far = arith.constant -1.0e30 : f32
  %scale = arith.constant 0.125 : f32
  %e = tensor.empty() : tensor<8x256x256xf32>
  %zs = linalg.fill ins(%z : f32) outs(%e : tensor<8x256x256xf32>) -> tensor<8x256x256xf32>
  %scores = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, j, k)>, #s],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<8x256x64xf16>, tensor<8x256x64xf16>) outs(%zs : tensor<8x256x256xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %1 = arith.extf %x : f16 to f32
    %2 = arith.extf %y : f16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<8x256x256xf32>
  %masked = linalg.generic {indexing_maps = [#all, #mask, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores, %m : tensor<8x256x256xf32>, tensor<8x256xf32>)
      outs(%e : tensor<8x256x256xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %1 = arith.mulf %x, %scale : f32
    %2 = arith.addf %1, %y : f32
    %out = arith.addf %2, %z : f32
    linalg.yield %out : f32
  } -> tensor<8x256x256xf32>
  %er = tensor.empty() : tensor<8x256xf32>
  %l = linalg.fill ins(%least : f32) outs(%er : tensor<8x256xf32>) -> tensor<8x256xf32>
  %most = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%masked : tensor<8x256x256xf32>) outs(%l : tensor<8x256xf32>) {
  ^bb0(%x: f32, %s: f32):
    %1 = arith.maximumf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<8x256xf32>
  %ep = tensor.empty() : tensor<8x256x256xf32>
  %powers = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%masked, %most : tensor<8x256x256xf32>, tensor<8x256xf32>)
      outs(%ep : tensor<8x256x256xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %1 = arith.subf %x, %y : f32
    %wide = math.exp %1 : f32
    
    linalg.yield %wide : f32
  } -> tensor<8x256x256xf32>
  %zr = linalg.fill ins(%z : f32) outs(%er : tensor<8x256xf32>) -> tensor<8x256xf32>
  %sums = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%powers : tensor<8x256x256xf32>) outs(%zr : tensor<8x256xf32>) {
  ^bb0(%x: f32, %s: f32):
    
    %1 = arith.addf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<8x256xf32>
  %ones = arith.constant dense<1.0> : tensor<8x256xf32>
  %shares = arith.divf %ones, %sums : tensor<8x256xf32>
  %ew = tensor.empty() : tensor<8x256x256xf16>
  %weights = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%powers, %sums : tensor<8x256x256xf32>, tensor<8x256xf32>)
      outs(%ew : tensor<8x256x256xf16>) {
  ^bb0(%x: f32, %y: f32, %s: f16):
    
    %1 = arith.divf %x, %y : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<8x256x256xf16>
  %eo = tensor.empty() : tensor<8x256x64xf32>
  %zo = linalg.fill ins(%z : f32) outs(%eo : tensor<8x256x64xf32>) -> tensor<8x256x64xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, k, j)>, #o],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%weights, %v : tensor<8x256x256xf16>, tensor<8x256x64xf16>)
      outs(%zo : tensor<8x256x64xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %1 = arith.extf %x : f16 to f32
    %2 = arith.extf %y : f16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<8x256x64xf32>
  %r = arith.truncf %sum : tensor<8x256x64xf32> to tensor<8x256x64xf16>
  return %r : tensor<8x256x64xf16>
}
