// RUN: amp-opt %s --amp-expand-resize | FileCheck %s

// Half a pixel before the first row, none before the first column.
// CHECK-LABEL: @before
// CHECK-SAME: (%[[X:.*]]: tensor<1x2x3x1xi8>)
// CHECK: %[[OFFSET:.*]] = tosa.const_shape {{.*}}dense<[3, 0]>
// CHECK: %[[ROW:.*]] = tosa.slice %[[X]], {{.*}} -> tensor<1x1x3x1xi8>
// CHECK: %[[ROWS:.*]] = tosa.concat %[[ROW]], %[[X]] {axis = 1 : i32} {{.*}} -> tensor<1x3x3x1xi8>
// CHECK: tosa.resize %[[ROWS]], %{{.*}}, %[[OFFSET]], %{{.*}} -> tensor<1x4x3x1xi32>
func.func @before(%x: tensor<1x2x3x1xi8>) -> tensor<1x4x3x1xi32> {
  %scale = tosa.const_shape {values = dense<[4, 2, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %x, %scale, %offset, %border {mode = BILINEAR} : (tensor<1x2x3x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x3x1xi32>
  return %0 : tensor<1x4x3x1xi32>
}

// Floats and the nearest element are right as they are.
// CHECK-LABEL: @others
// CHECK-NOT: tosa.concat
func.func @others(%x: tensor<1x2x2x1xf32>, %y: tensor<1x2x2x1xi8>) -> (tensor<1x4x4x1xf32>, tensor<1x4x4x1xi8>) {
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<-1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %x, %scale, %offset, %border {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xf32>
  %1 = tosa.resize %y, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x2x2x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xi8>
  return %0, %1 : tensor<1x4x4x1xf32>, tensor<1x4x4x1xi8>
}
