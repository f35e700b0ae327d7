// The cell of an LSTM in a short loop stays f32, as where it is written out
// (written-cell.mlir): its products read other things. The state of a gated unit
// is what they read, and is data.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @cell(
// CHECK: scf.for {{.*}} -> (tensor<16x64xbf16>, tensor<16x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<16x64xbf16>, tensor<64x256xbf16>)
// CHECK: %[[KEPT:.*]] = arith.mulf {{.*}} : tensor<16x64xf32>
// CHECK: arith.addf %[[KEPT]], {{.*}} : tensor<16x64xf32>
func.func @cell(%p: tensor<8x16x256xf32>, %w: tensor<64x256xf32>, %start: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r:2 = scf.for %t = %c0 to %c8 step %c1 iter_args(%h = %start, %c = %start) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
    %x = tensor.extract_slice %p[%t, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<8x16x256xf32> to tensor<16x256xf32>
    %m = linalg.matmul ins(%h, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x : tensor<16x256xf32>) -> tensor<16x256xf32>
    %i = tensor.extract_slice %m[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
    %f = tensor.extract_slice %m[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
    %g = tensor.extract_slice %m[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
    %o = tensor.extract_slice %m[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
    %si = tosa.sigmoid %i : (tensor<16x64xf32>) -> tensor<16x64xf32>
    %sf = tosa.sigmoid %f : (tensor<16x64xf32>) -> tensor<16x64xf32>
    %so = tosa.sigmoid %o : (tensor<16x64xf32>) -> tensor<16x64xf32>
    %tg = math.tanh %g : tensor<16x64xf32>
    %k = arith.mulf %sf, %c : tensor<16x64xf32>
    %u = arith.mulf %si, %tg : tensor<16x64xf32>
    %next = arith.addf %k, %u : tensor<16x64xf32>
    %tc = math.tanh %next : tensor<16x64xf32>
    %nh = arith.mulf %so, %tc : tensor<16x64xf32>
    scf.yield %nh, %next : tensor<16x64xf32>, tensor<16x64xf32>
  }
  return %r#0 : tensor<16x64xf32>
}

// CHECK-LABEL: func.func @one_body(
// CHECK: scf.for {{.*}} -> (tensor<16x64xbf16>, tensor<16x64xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64x{{.*}}>, tensor<16x64x{{.*}}>) outs({{.*}} : tensor<16x64xf32>)
func.func @one_body(%p: tensor<8x16x256xf32>, %w: tensor<64x256xf32>, %start: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r:2 = scf.for %t = %c0 to %c8 step %c1 iter_args(%h = %start, %c = %start) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
    %x = tensor.extract_slice %p[%t, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<8x16x256xf32> to tensor<16x256xf32>
    %m = linalg.matmul ins(%h, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x : tensor<16x256xf32>) -> tensor<16x256xf32>
    %i = tensor.extract_slice %m[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
    %f = tensor.extract_slice %m[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
    %g = tensor.extract_slice %m[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
    %o = tensor.extract_slice %m[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
    %si = tosa.sigmoid %i : (tensor<16x64xf32>) -> tensor<16x64xf32>
    %sf = tosa.sigmoid %f : (tensor<16x64xf32>) -> tensor<16x64xf32>
    %so = tosa.sigmoid %o : (tensor<16x64xf32>) -> tensor<16x64xf32>
    %tg = math.tanh %g : tensor<16x64xf32>
    %e = tensor.empty() : tensor<16x64xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%sf, %c, %si, %tg : tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
    ^bb0(%bf: f32, %bc: f32, %bi: f32, %bg: f32, %out: f32):
      %k = arith.mulf %bf, %bc : f32
      %u = arith.mulf %bi, %bg : f32
      %s = arith.addf %k, %u : f32
      linalg.yield %s : f32
    } -> tensor<16x64xf32>
    %tc = math.tanh %next : tensor<16x64xf32>
    %nh = arith.mulf %so, %tc : tensor<16x64xf32>
    scf.yield %nh, %next : tensor<16x64xf32>, tensor<16x64xf32>
  }
  return %r#0 : tensor<16x64xf32>
}

// CHECK-LABEL: func.func @state(
// CHECK: scf.for {{.*}} -> (tensor<16x64xbf16>)
func.func @state(%p: tensor<8x16x256xf32>, %w: tensor<64x256xf32>, %start: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %t = %c0 to %c8 step %c1 iter_args(%h = %start) -> (tensor<16x64xf32>) {
    %x = tensor.extract_slice %p[%t, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<8x16x256xf32> to tensor<16x256xf32>
    %m = linalg.matmul ins(%h, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x : tensor<16x256xf32>) -> tensor<16x256xf32>
    %i = tensor.extract_slice %m[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
    %f = tensor.extract_slice %m[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
    %g = tensor.extract_slice %m[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
    %si = tosa.sigmoid %i : (tensor<16x64xf32>) -> tensor<16x64xf32>
    %sf = tosa.sigmoid %f : (tensor<16x64xf32>) -> tensor<16x64xf32>
    %tg = math.tanh %g : tensor<16x64xf32>
    %k = arith.mulf %sf, %h : tensor<16x64xf32>
    %u = arith.mulf %si, %tg : tensor<16x64xf32>
    %next = arith.addf %k, %u : tensor<16x64xf32>
    scf.yield %next : tensor<16x64xf32>
  }
  return %r : tensor<16x64xf32>
}
