// The cell of an LSTM that is written out stays f32, as in a loop: what is added
// to it is made of it by way of a product of matrices alone, which reads other
// things. Where such products read the state itself, it is data.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// So it does where the first step has its terms the other way round.
// RUN: sed 's/arith.addf %k0, %u0/arith.addf %u0, %k0/' %s | amp-opt --amp-autocast=f16 | FileCheck %s --check-prefix=SWAPPED

// SWAPPED-LABEL: func.func @cell(
// SWAPPED-SAME: %[[START:[^:]*]]: tensor<16x64xf32>)
// SWAPPED: %[[KEPT:.*]] = arith.mulf %{{.*}}, %[[START]] : tensor<16x64xf32>
// SWAPPED-NEXT: arith.mulf {{.*}} : tensor<16x64xf16>
// SWAPPED: arith.addf %{{.*}}, %[[KEPT]] : tensor<16x64xf32>
// CHECK-LABEL: func.func @cell(
// CHECK: linalg.matmul ins({{.*}} : tensor<16x64xbf16>, tensor<64x256xbf16>)
// CHECK: %[[K0:.*]] = arith.mulf {{.*}} : tensor<16x64xf32>
// CHECK: arith.addf %[[K0]], {{.*}} : tensor<16x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<16x64xbf16>, tensor<64x256xbf16>)
// CHECK: %[[K1:.*]] = arith.mulf {{.*}} : tensor<16x64xf32>
// CHECK: arith.addf %[[K1]], {{.*}} : tensor<16x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<16x64xbf16>, tensor<64x256xbf16>)
// CHECK: %[[K2:.*]] = arith.mulf {{.*}} : tensor<16x64xf32>
// CHECK: arith.addf %[[K2]], {{.*}} : tensor<16x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<16x64xbf16>, tensor<64x256xbf16>)
// CHECK: %[[K3:.*]] = arith.mulf {{.*}} : tensor<16x64xf32>
// CHECK: arith.addf %[[K3]], {{.*}} : tensor<16x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<16x64xbf16>, tensor<64x256xbf16>)
// CHECK: %[[K4:.*]] = arith.mulf {{.*}} : tensor<16x64xf32>
// CHECK: arith.addf %[[K4]], {{.*}} : tensor<16x64xf32>
func.func @cell(%p: tensor<5x16x256xf32>, %w: tensor<64x256xf32>, %h: tensor<16x64xf32>, %start: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %x0 = tensor.extract_slice %p[0, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<5x16x256xf32> to tensor<16x256xf32>
  %m0 = linalg.matmul ins(%h, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x0 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %i0 = tensor.extract_slice %m0[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %f0 = tensor.extract_slice %m0[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %g0 = tensor.extract_slice %m0[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %o0 = tensor.extract_slice %m0[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %si0 = tosa.sigmoid %i0 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %sf0 = tosa.sigmoid %f0 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %so0 = tosa.sigmoid %o0 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %t0 = math.tanh %g0 : tensor<16x64xf32>
  %k0 = arith.mulf %sf0, %start : tensor<16x64xf32>
  %u0 = arith.mulf %si0, %t0 : tensor<16x64xf32>
  %c0 = arith.addf %k0, %u0 : tensor<16x64xf32>
  %tc0 = math.tanh %c0 : tensor<16x64xf32>
  %h0 = arith.mulf %so0, %tc0 : tensor<16x64xf32>
  %x1 = tensor.extract_slice %p[1, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<5x16x256xf32> to tensor<16x256xf32>
  %m1 = linalg.matmul ins(%h0, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x1 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %i1 = tensor.extract_slice %m1[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %f1 = tensor.extract_slice %m1[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %g1 = tensor.extract_slice %m1[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %o1 = tensor.extract_slice %m1[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %si1 = tosa.sigmoid %i1 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %sf1 = tosa.sigmoid %f1 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %so1 = tosa.sigmoid %o1 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %t1 = math.tanh %g1 : tensor<16x64xf32>
  %k1 = arith.mulf %sf1, %c0 : tensor<16x64xf32>
  %u1 = arith.mulf %si1, %t1 : tensor<16x64xf32>
  %c1 = arith.addf %k1, %u1 : tensor<16x64xf32>
  %tc1 = math.tanh %c1 : tensor<16x64xf32>
  %h1 = arith.mulf %so1, %tc1 : tensor<16x64xf32>
  %x2 = tensor.extract_slice %p[2, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<5x16x256xf32> to tensor<16x256xf32>
  %m2 = linalg.matmul ins(%h1, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x2 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %i2 = tensor.extract_slice %m2[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %f2 = tensor.extract_slice %m2[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %g2 = tensor.extract_slice %m2[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %o2 = tensor.extract_slice %m2[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %si2 = tosa.sigmoid %i2 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %sf2 = tosa.sigmoid %f2 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %so2 = tosa.sigmoid %o2 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %t2 = math.tanh %g2 : tensor<16x64xf32>
  %k2 = arith.mulf %sf2, %c1 : tensor<16x64xf32>
  %u2 = arith.mulf %si2, %t2 : tensor<16x64xf32>
  %c2 = arith.addf %k2, %u2 : tensor<16x64xf32>
  %tc2 = math.tanh %c2 : tensor<16x64xf32>
  %h2 = arith.mulf %so2, %tc2 : tensor<16x64xf32>
  %x3 = tensor.extract_slice %p[3, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<5x16x256xf32> to tensor<16x256xf32>
  %m3 = linalg.matmul ins(%h2, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x3 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %i3 = tensor.extract_slice %m3[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %f3 = tensor.extract_slice %m3[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %g3 = tensor.extract_slice %m3[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %o3 = tensor.extract_slice %m3[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %si3 = tosa.sigmoid %i3 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %sf3 = tosa.sigmoid %f3 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %so3 = tosa.sigmoid %o3 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %t3 = math.tanh %g3 : tensor<16x64xf32>
  %k3 = arith.mulf %sf3, %c2 : tensor<16x64xf32>
  %u3 = arith.mulf %si3, %t3 : tensor<16x64xf32>
  %c3 = arith.addf %k3, %u3 : tensor<16x64xf32>
  %tc3 = math.tanh %c3 : tensor<16x64xf32>
  %h3 = arith.mulf %so3, %tc3 : tensor<16x64xf32>
  %x4 = tensor.extract_slice %p[4, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<5x16x256xf32> to tensor<16x256xf32>
  %m4 = linalg.matmul ins(%h3, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x4 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %i4 = tensor.extract_slice %m4[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %f4 = tensor.extract_slice %m4[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %g4 = tensor.extract_slice %m4[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %o4 = tensor.extract_slice %m4[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %si4 = tosa.sigmoid %i4 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %sf4 = tosa.sigmoid %f4 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %so4 = tosa.sigmoid %o4 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %t4 = math.tanh %g4 : tensor<16x64xf32>
  %k4 = arith.mulf %sf4, %c3 : tensor<16x64xf32>
  %u4 = arith.mulf %si4, %t4 : tensor<16x64xf32>
  %c4 = arith.addf %k4, %u4 : tensor<16x64xf32>
  %tc4 = math.tanh %c4 : tensor<16x64xf32>
  %h4 = arith.mulf %so4, %tc4 : tensor<16x64xf32>
  return %h4 : tensor<16x64xf32>
}

// CHECK-LABEL: func.func @state(
// CHECK-COUNT-5: arith.addf {{.*}} : tensor<16x64xbf16>
func.func @state(%p: tensor<5x16x256xf32>, %w: tensor<64x256xf32>, %h: tensor<16x64xf32>, %start: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %x0 = tensor.extract_slice %p[0, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<5x16x256xf32> to tensor<16x256xf32>
  %m0 = linalg.matmul ins(%h, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x0 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %i0 = tensor.extract_slice %m0[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %f0 = tensor.extract_slice %m0[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %g0 = tensor.extract_slice %m0[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %o0 = tensor.extract_slice %m0[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %si0 = tosa.sigmoid %i0 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %sf0 = tosa.sigmoid %f0 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %so0 = tosa.sigmoid %o0 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %t0 = math.tanh %g0 : tensor<16x64xf32>
  %k0 = arith.mulf %sf0, %start : tensor<16x64xf32>
  %u0 = arith.mulf %si0, %t0 : tensor<16x64xf32>
  %c0 = arith.addf %k0, %u0 : tensor<16x64xf32>
  %x1 = tensor.extract_slice %p[1, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<5x16x256xf32> to tensor<16x256xf32>
  %m1 = linalg.matmul ins(%c0, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x1 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %i1 = tensor.extract_slice %m1[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %f1 = tensor.extract_slice %m1[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %g1 = tensor.extract_slice %m1[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %o1 = tensor.extract_slice %m1[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %si1 = tosa.sigmoid %i1 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %sf1 = tosa.sigmoid %f1 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %so1 = tosa.sigmoid %o1 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %t1 = math.tanh %g1 : tensor<16x64xf32>
  %k1 = arith.mulf %sf1, %c0 : tensor<16x64xf32>
  %u1 = arith.mulf %si1, %t1 : tensor<16x64xf32>
  %c1 = arith.addf %k1, %u1 : tensor<16x64xf32>
  %x2 = tensor.extract_slice %p[2, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<5x16x256xf32> to tensor<16x256xf32>
  %m2 = linalg.matmul ins(%c1, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x2 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %i2 = tensor.extract_slice %m2[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %f2 = tensor.extract_slice %m2[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %g2 = tensor.extract_slice %m2[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %o2 = tensor.extract_slice %m2[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %si2 = tosa.sigmoid %i2 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %sf2 = tosa.sigmoid %f2 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %so2 = tosa.sigmoid %o2 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %t2 = math.tanh %g2 : tensor<16x64xf32>
  %k2 = arith.mulf %sf2, %c1 : tensor<16x64xf32>
  %u2 = arith.mulf %si2, %t2 : tensor<16x64xf32>
  %c2 = arith.addf %k2, %u2 : tensor<16x64xf32>
  %x3 = tensor.extract_slice %p[3, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<5x16x256xf32> to tensor<16x256xf32>
  %m3 = linalg.matmul ins(%c2, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x3 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %i3 = tensor.extract_slice %m3[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %f3 = tensor.extract_slice %m3[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %g3 = tensor.extract_slice %m3[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %o3 = tensor.extract_slice %m3[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %si3 = tosa.sigmoid %i3 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %sf3 = tosa.sigmoid %f3 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %so3 = tosa.sigmoid %o3 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %t3 = math.tanh %g3 : tensor<16x64xf32>
  %k3 = arith.mulf %sf3, %c2 : tensor<16x64xf32>
  %u3 = arith.mulf %si3, %t3 : tensor<16x64xf32>
  %c3 = arith.addf %k3, %u3 : tensor<16x64xf32>
  %x4 = tensor.extract_slice %p[4, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<5x16x256xf32> to tensor<16x256xf32>
  %m4 = linalg.matmul ins(%c3, %w : tensor<16x64xf32>, tensor<64x256xf32>) outs(%x4 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %i4 = tensor.extract_slice %m4[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %f4 = tensor.extract_slice %m4[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %g4 = tensor.extract_slice %m4[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %o4 = tensor.extract_slice %m4[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %si4 = tosa.sigmoid %i4 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %sf4 = tosa.sigmoid %f4 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %so4 = tosa.sigmoid %o4 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %t4 = math.tanh %g4 : tensor<16x64xf32>
  %k4 = arith.mulf %sf4, %c3 : tensor<16x64xf32>
  %u4 = arith.mulf %si4, %t4 : tensor<16x64xf32>
  %c4 = arith.addf %k4, %u4 : tensor<16x64xf32>
  return %c4 : tensor<16x64xf32>
}
