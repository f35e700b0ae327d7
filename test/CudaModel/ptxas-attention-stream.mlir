// A softmax of 500 keys goes from tile to tile of them: a loop, in which the next
// tile is copied, and nothing spills. mma.sync takes 64 keys, 32 instructions of each
// product, wgmma 128: scores from descriptors, then values with weights in registers,
// while the scores of the next tile are on their way. Two warpgroups take turns. With
// few rows in all it stays in three kernels. With 128 keys there is one tile, and room for
// two blocks on a multiprocessor.
// REQUIRES: ptxas
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=isa" | %python %S/Inputs/ptxas.py %ptxas sm_80 | FileCheck %s
// RUN: amp-opt %s --amp-to-nvvm="sm_90a format=isa" | %python %S/Inputs/ptxas.py %ptxas sm_90a \
// RUN:   | FileCheck %s --check-prefixes=WGMMA,ONE
// RUN: sed -e 's/16x500/48x500/g' %s | amp-opt --amp-to-nvvm="sm_90a format=isa" | %python %S/Inputs/ptxas.py %ptxas sm_90a \
// RUN:   | FileCheck %s --check-prefixes=WGMMA,TWO
// RUN: sed -e 's/16x500x500/384x128x128/g' -e 's/16x500/384x128/g' %s | amp-opt --amp-to-nvvm="sm_90a format=isa" \
// RUN:   | %python %S/Inputs/ptxas.py %ptxas sm_90a | FileCheck %s --check-prefix=TILE
// RUN: sed -e 's/16x500/2x500/g' %s | amp-opt --amp-form-kernels | FileCheck %s --check-prefix=FEW

// CHECK-LABEL: .entry attention_0
// CHECK-COUNT-32: mma.sync
// CHECK-NOT: mma.sync
// CHECK: shfl.sync
// CHECK-COUNT-32: mma.sync
// CHECK-NOT: mma.sync
// CHECK: bra
// CHECK: st.global
// WGMMA-LABEL: .entry attention_0
// ONE: .reqntid 256
// TWO: .reqntid 384
// ONE-NOT: setmaxnreg
// TWO: setmaxnreg.inc
// The first tile's scores, before the loop.
// WGMMA-COUNT-4: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16
// WGMMA-NOT: wgmma.mma_async
// WGMMA: wgmma.wait_group.sync.aligned {{.*}}0
// WGMMA: ex2.approx.ftz.f32
// WGMMA: ld.global{{.*}}v2
// WGMMA-COUNT-4: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16
// WGMMA-NOT: ex2
// WGMMA-COUNT-8: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{[{][^{}]*[}]}}, {{[{]%r[0-9]+, %r[0-9]+, %r[0-9]+, %r[0-9]+[}]}}, %rd
// WGMMA-NOT: wgmma.mma_async
// WGMMA: wgmma.wait_group.sync.aligned {{.*}}1
// WGMMA: ex2.approx.ftz.f32
// WGMMA: wgmma.wait_group.sync.aligned {{.*}}0
// The last tile's values, behind it.
// WGMMA-COUNT-8: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// WGMMA-NOT: wgmma.mma_async
// WGMMA: st.global
// TILE-LABEL: .entry attention_0
// TILE: .reqntid 256
// TILE: .minnctapersm 2
// TILE-COUNT-4: wgmma.mma_async.sync.aligned.m64n128k16
// TILE-COUNT-8: wgmma.mma_async.sync.aligned.m64n64k16
// TILE-NOT: wgmma.mma_async
// FEW: call @contraction_0
// FEW-NEXT: call @rows_0
// FEW-NEXT: call @contraction_1

#s = affine_map<(b, i, j, k) -> (b, i, j)>
#o = affine_map<(b, i, j, k) -> (b, i, j)>
#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
#mask = affine_map<(b, i, j) -> (b, j)>
func.func @main(%q: tensor<16x500x64xbf16>, %k: tensor<16x500x64xbf16>, %v: tensor<16x500x64xbf16>,
    %m: tensor<16x500xf32>) -> tensor<16x500x64xbf16> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %far = arith.constant -1.0e30 : f32
  %scale = arith.constant 0.125 : f32
  %e = tensor.empty() : tensor<16x500x500xf32>
  %zs = linalg.fill ins(%z : f32) outs(%e : tensor<16x500x500xf32>) -> tensor<16x500x500xf32>
  %scores = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, j, k)>, #s],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<16x500x64xbf16>, tensor<16x500x64xbf16>) outs(%zs : tensor<16x500x500xf32>) {
  ^bb0(%x: bf16, %y: bf16, %s: f32):
    %1 = arith.extf %x : bf16 to f32
    %2 = arith.extf %y : bf16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<16x500x500xf32>
  %masked = linalg.generic {indexing_maps = [#all, #mask, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores, %m : tensor<16x500x500xf32>, tensor<16x500xf32>)
      outs(%e : tensor<16x500x500xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %1 = arith.mulf %x, %scale : f32
    %2 = arith.addf %1, %y : f32
    %ii = linalg.index 1 : index
    %jj = linalg.index 2 : index
    %c = arith.cmpi ule, %jj, %ii : index
    %out = arith.select %c, %2, %far : f32
    linalg.yield %out : f32
  } -> tensor<16x500x500xf32>
  %er = tensor.empty() : tensor<16x500xf32>
  %l = linalg.fill ins(%least : f32) outs(%er : tensor<16x500xf32>) -> tensor<16x500xf32>
  %most = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%masked : tensor<16x500x500xf32>) outs(%l : tensor<16x500xf32>) {
  ^bb0(%x: f32, %s: f32):
    %1 = arith.maximumf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<16x500xf32>
  %ep = tensor.empty() : tensor<16x500x500xf32>
  %powers = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%masked, %most : tensor<16x500x500xf32>, tensor<16x500xf32>)
      outs(%ep : tensor<16x500x500xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %1 = arith.subf %x, %y : f32
    %wide = math.exp %1 : f32
    
    linalg.yield %wide : f32
  } -> tensor<16x500x500xf32>
  %zr = linalg.fill ins(%z : f32) outs(%er : tensor<16x500xf32>) -> tensor<16x500xf32>
  %sums = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%powers : tensor<16x500x500xf32>) outs(%zr : tensor<16x500xf32>) {
  ^bb0(%x: f32, %s: f32):
    
    %1 = arith.addf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<16x500xf32>
  %ones = arith.constant dense<1.0> : tensor<16x500xf32>
  %shares = arith.divf %ones, %sums : tensor<16x500xf32>
  %ew = tensor.empty() : tensor<16x500x500xbf16>
  %weights = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%powers, %sums : tensor<16x500x500xf32>, tensor<16x500xf32>)
      outs(%ew : tensor<16x500x500xbf16>) {
  ^bb0(%x: f32, %y: f32, %s: bf16):
    
    %1 = arith.divf %x, %y : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<16x500x500xbf16>
  %eo = tensor.empty() : tensor<16x500x64xf32>
  %zo = linalg.fill ins(%z : f32) outs(%eo : tensor<16x500x64xf32>) -> tensor<16x500x64xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, k, j)>, #o],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%weights, %v : tensor<16x500x500xbf16>, tensor<16x500x64xbf16>)
      outs(%zo : tensor<16x500x64xf32>) {
  ^bb0(%x: bf16, %y: bf16, %s: f32):
    %1 = arith.extf %x : bf16 to f32
    %2 = arith.extf %y : bf16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<16x500x64xf32>
  %r = arith.truncf %sum : tensor<16x500x64xf32> to tensor<16x500x64xbf16>
  return %r : tensor<16x500x64xbf16>
}
