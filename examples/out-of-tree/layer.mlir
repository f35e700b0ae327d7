// The wide layers go low and accumulate in f32, the thin one and the norm stay.
// CHECK-LABEL: func.func @layers
// CHECK-SAME: tensor<128x256xf32>
// CHECK: toy.dense {{.*}} : (tensor<128x256xbf16>, tensor<256x512xbf16>) -> tensor<128x512xf32>
// CHECK: toy.relu {{.*}} -> tensor<128x512xbf16>
// CHECK: toy.dense {{.*}} : (tensor<128x512xbf16>, tensor<512x256xbf16>) -> tensor<128x256xf32>
// CHECK: toy.normalize {{.*}} : (tensor<128x256xf32>) -> tensor<128x256xf32>
// CHECK: toy.dense {{.*}} : (tensor<128x256xf32>, tensor<256x2xf32>) -> tensor<128x2xf32>
func.func @layers(%x: tensor<128x256xf32>, %w0: tensor<256x512xf32>,
                  %w1: tensor<512x256xf32>, %w2: tensor<256x2xf32>)
    -> tensor<128x2xf32> {
  %0 = toy.dense %x, %w0 : (tensor<128x256xf32>, tensor<256x512xf32>) -> tensor<128x512xf32>
  %1 = toy.relu %0 : (tensor<128x512xf32>) -> tensor<128x512xf32>
  %2 = toy.dense %1, %w1 : (tensor<128x512xf32>, tensor<512x256xf32>) -> tensor<128x256xf32>
  %3 = toy.normalize %2 : (tensor<128x256xf32>) -> tensor<128x256xf32>
  %4 = toy.dense %3, %w2 : (tensor<128x256xf32>, tensor<256x2xf32>) -> tensor<128x2xf32>
  return %4 : tensor<128x2xf32>
}
