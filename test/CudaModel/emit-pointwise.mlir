// A cast of a large tensor moves 16 bytes an access and handles eight elements a
// thread; the buffers are known to be aligned and apart.
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=isa" | FileCheck %s

// CHECK: .entry pointwise_0(
// CHECK-SAME: .maxntid 256, 1, 1
// CHECK-SAME: ld.global.nc.v4.b32
// CHECK-SAME: ld.global.nc.v4.b32
// CHECK-SAME: cvt.rn.f16x2.f32
// CHECK-SAME: st.global.v4.b32
// CHECK-NOT: ld.global
func.func @main(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf16> {
  %0 = arith.truncf %x : tensor<1024x1024xf32> to tensor<1024x1024xf16>
  return %0 : tensor<1024x1024xf16>
}
