// RUN: amp-opt %s --amp-print-ranges -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Constants, clamps (relu by the largest float is not a bound that is reached),
// bounded functions, products with their operands' order.
// CHECK: tosa.const result 0: [1e-12, 1e-12]; f16 vanishes; bf16 fits
// CHECK: tosa.clamp result 0: [0, 6]
// CHECK: tosa.clamp result 0: [0, inf]; f16 open
// CHECK: tosa.sigmoid result 0: [0, 1]
// CHECK: tosa.tanh result 0: [-1, 1]
// CHECK: tosa.mul result 0: [0, inf]
// CHECK: tosa.add result 0: [1e-12, inf]{{.*}}; f16 becomes-zero; bf16 open
// CHECK: tosa.rsqrt result 0: [0, 1e+06] reaches [1, 1e+06]; f16 overflow; bf16 fits
func.func @elementwise(%x: tensor<4x8xf32>) {
  %eps = "tosa.const"() <{values = dense<1.0e-12> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.clamp %x {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.clamp %x {min_val = 0.0 : f32, max_val = 3.40282347E+38 : f32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tosa.sigmoid %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = tosa.tanh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = tosa.mul %x, %x, %shift : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<1xi8>) -> tensor<4x8xf32>
  %5 = tosa.add %4, %eps : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %6 = tosa.rsqrt %5 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// Reductions by extent, softmax, matrix products and views.
// CHECK: tosa.reduce_max result 0: unknown
// CHECK: tosa.sub result 0: [-inf, 0]
// CHECK: tosa.exp result 0: [0, 1]
// CHECK: tosa.reduce_sum result 0: [0, 8]
// CHECK: tosa.reshape result 0: [0, 1]
// CHECK: tosa.transpose result 0: [0, 1]
// CHECK: tosa.matmul result 0: [0, 8]
// CHECK: tosa.reduce_sum result 0: unknown reaches [-70000, 70000]; f16 overflow; bf16 open
func.func @reductions(%x: tensor<4x8xf32>, %big: tensor<1x70000xf32>) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shape = tosa.const_shape {values = dense<[1, 4, 8]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %0 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %1 = tosa.sub %x, %0 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %2 = tosa.exp %1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = tosa.reduce_sum %2 {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %4 = tosa.reshape %2, %shape : (tensor<4x8xf32>, !tosa.shape<3>) -> tensor<1x4x8xf32>
  %5 = tosa.transpose %4 {perms = array<i32: 0, 2, 1>} : (tensor<1x4x8xf32>) -> tensor<1x8x4xf32>
  %6 = tosa.matmul %4, %5, %zp, %zp : (tensor<1x4x8xf32>, tensor<1x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
  %7 = tosa.reduce_sum %big {axis = 1 : i32} : (tensor<1x70000xf32>) -> tensor<1x1xf32>
  return
}

// -----

// A padded value lies between the data and what is put around it; casts keep
// what is known of numbers; no element of nonnegative data is above the sum of
// its row.
// CHECK: tosa.clamp result 0: [0, 6]
// CHECK: tosa.pad result 0: [-3, 6]
// CHECK: tosa.cast result 0: [0, 6]
// CHECK: tosa.reduce_sum result 0: [0, 48]
// CHECK: tosa.sub result 0: [-48, 0]
func.func @moved(%x: tensor<4x8xf32>) {
  %low = "tosa.const"() <{values = dense<-3.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %around = tosa.const_shape {values = dense<[1, 1, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %0 = tosa.clamp %x {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.pad %0, %around, %low : (tensor<4x8xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<6x8xf32>
  %bf = tosa.cast %0 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  %2 = tosa.cast %bf : (tensor<4x8xbf16>) -> tensor<4x8xf32>
  %3 = tosa.reduce_sum %0 {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %4 = tosa.sub %0, %3 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return
}
