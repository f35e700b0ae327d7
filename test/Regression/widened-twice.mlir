// A constant that is stored in f16 and widened by the user, which bf16 reads
// rounded and others as it is: its elements are not at hand, so that it is
// widened first, once.
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s

// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : tensor<8x64xf16> to tensor<8x64xf32>
// CHECK-NOT: arith.extf
// CHECK: arith.truncf %[[WIDE]] {{.*}} : tensor<8x64xf32> to tensor<8x64xbf16>
// CHECK: linalg.matmul {{.*}}xbf16>
// CHECK: math.sin %[[WIDE]] : tensor<8x64xf32>
func.func @main(%w: tensor<64x64xf32>, %o: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %stored = arith.constant dense_resource<absent> : tensor<8x64xf16>
  %x = arith.extf %stored : tensor<8x64xf16> to tensor<8x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%o : tensor<8x64xf32>) -> tensor<8x64xf32>
  %s = math.sin %x : tensor<8x64xf32>
  return %p, %s : tensor<8x64xf32>, tensor<8x64xf32>
}
