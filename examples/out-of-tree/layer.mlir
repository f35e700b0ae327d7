// The wide layers go low and accumulate in f32, the thin one and the norm stay.
// CHECK-LABEL: func.func @layers
// CHECK-SAME: tensor<4x16xf32>
// CHECK: toy.dense {{.*}} : (tensor<4x16xbf16>, tensor<16x32xbf16>) -> tensor<4x32xf32>
// CHECK: toy.relu {{.*}} -> tensor<4x32xbf16>
// CHECK: toy.dense {{.*}} : (tensor<4x32xbf16>, tensor<32x16xbf16>) -> tensor<4x16xf32>
// CHECK: toy.normalize {{.*}} : (tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: toy.dense {{.*}} : (tensor<4x16xf32>, tensor<16x2xf32>) -> tensor<4x2xf32>
func.func @layers(%x: tensor<4x16xf32>, %w0: tensor<16x32xf32>,
                  %w1: tensor<32x16xf32>, %w2: tensor<16x2xf32>) -> tensor<4x2xf32> {
  %0 = toy.dense %x, %w0 : (tensor<4x16xf32>, tensor<16x32xf32>) -> tensor<4x32xf32>
  %1 = toy.relu %0 : (tensor<4x32xf32>) -> tensor<4x32xf32>
  %2 = toy.dense %1, %w1 : (tensor<4x32xf32>, tensor<32x16xf32>) -> tensor<4x16xf32>
  %3 = toy.normalize %2 : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %4 = toy.dense %3, %w2 : (tensor<4x16xf32>, tensor<16x2xf32>) -> tensor<4x2xf32>
  return %4 : tensor<4x2xf32>
}
