// Cut from mobilenetv2_b1_tosa, products 6 to 8 by utils/make-small-models.py.
// The same in TOSA.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: tosa.conv2d {{.*}}xf16>
// CHECK: tosa.depthwise_conv2d {{.*}}xf16>

module {
  func.func @main(%arg0: tensor<24xf32>, %arg1: tensor<24xf32>, %arg2: tensor<144x24x1x1xf32>, %arg3: tensor<144xf32>, %arg4: tensor<144xf32>, %arg5: tensor<144x1x3x3xf32>, %arg6: tensor<144xf32>, %arg7: tensor<144xf32>, %arg8: tensor<24x144x1x1xf32>, %arg9: tensor<24xf32>, %arg10: tensor<24xf32>, %arg11: tensor<24xf32>, %arg12: tensor<24xf32>, %arg13: tensor<144xf32>, %arg14: tensor<144xf32>, %arg15: tensor<144xf32>, %arg16: tensor<144xf32>, %arg17: tensor<24xf32>, %arg18: tensor<24xf32>, %arg19: tensor<1x56x56x24xf32>) -> tensor<1x56x56x24xf32> {
    %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %2 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<24xf32>}> : () -> tensor<24xf32>
    %3 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<144xf32>}> : () -> tensor<144xf32>
    %4 = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1xf32>}> : () -> tensor<1xf32>
    %5 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1xf32>}> : () -> tensor<1xf32>
    %6 = tosa.const_shape  {values = dense<[144, 1, 1, 24]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %7 = tosa.const_shape  {values = dense<[24, 1, 1, 144]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %8 = tosa.const_shape  {values = dense<[1, 1, 1, 24]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %9 = tosa.const_shape  {values = dense<[1, 1, 1, 144]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %10 = tosa.add %arg12, %4 : (tensor<24xf32>, tensor<1xf32>) -> tensor<24xf32>
    %11 = tosa.pow %10, %5 : (tensor<24xf32>, tensor<1xf32>) -> tensor<24xf32>
    %12 = tosa.reciprocal %11 : (tensor<24xf32>) -> tensor<24xf32>
    %13 = tosa.reshape %arg11, %8 : (tensor<24xf32>, !tosa.shape<4>) -> tensor<1x1x1x24xf32>
    %14 = tosa.sub %arg19, %13 : (tensor<1x56x56x24xf32>, tensor<1x1x1x24xf32>) -> tensor<1x56x56x24xf32>
    %15 = tosa.reshape %12, %8 : (tensor<24xf32>, !tosa.shape<4>) -> tensor<1x1x1x24xf32>
    %16 = tosa.mul %14, %15, %1 : (tensor<1x56x56x24xf32>, tensor<1x1x1x24xf32>, tensor<1xi8>) -> tensor<1x56x56x24xf32>
    %17 = tosa.reshape %arg0, %8 : (tensor<24xf32>, !tosa.shape<4>) -> tensor<1x1x1x24xf32>
    %18 = tosa.mul %16, %17, %1 : (tensor<1x56x56x24xf32>, tensor<1x1x1x24xf32>, tensor<1xi8>) -> tensor<1x56x56x24xf32>
    %19 = tosa.reshape %arg1, %8 : (tensor<24xf32>, !tosa.shape<4>) -> tensor<1x1x1x24xf32>
    %20 = tosa.add %18, %19 : (tensor<1x56x56x24xf32>, tensor<1x1x1x24xf32>) -> tensor<1x56x56x24xf32>
    %21 = tosa.reshape %arg2, %6 : (tensor<144x24x1x1xf32>, !tosa.shape<4>) -> tensor<144x1x1x24xf32>
    %22 = tosa.conv2d %20, %21, %3, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x56x56x24xf32>, tensor<144x1x1x24xf32>, tensor<144xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x56x56x144xf32>
    %23 = tosa.add %arg14, %4 : (tensor<144xf32>, tensor<1xf32>) -> tensor<144xf32>
    %24 = tosa.pow %23, %5 : (tensor<144xf32>, tensor<1xf32>) -> tensor<144xf32>
    %25 = tosa.reciprocal %24 : (tensor<144xf32>) -> tensor<144xf32>
    %26 = tosa.reshape %arg13, %9 : (tensor<144xf32>, !tosa.shape<4>) -> tensor<1x1x1x144xf32>
    %27 = tosa.sub %22, %26 : (tensor<1x56x56x144xf32>, tensor<1x1x1x144xf32>) -> tensor<1x56x56x144xf32>
    %28 = tosa.reshape %25, %9 : (tensor<144xf32>, !tosa.shape<4>) -> tensor<1x1x1x144xf32>
    %29 = tosa.mul %27, %28, %1 : (tensor<1x56x56x144xf32>, tensor<1x1x1x144xf32>, tensor<1xi8>) -> tensor<1x56x56x144xf32>
    %30 = tosa.reshape %arg3, %9 : (tensor<144xf32>, !tosa.shape<4>) -> tensor<1x1x1x144xf32>
    %31 = tosa.mul %29, %30, %1 : (tensor<1x56x56x144xf32>, tensor<1x1x1x144xf32>, tensor<1xi8>) -> tensor<1x56x56x144xf32>
    %32 = tosa.reshape %arg4, %9 : (tensor<144xf32>, !tosa.shape<4>) -> tensor<1x1x1x144xf32>
    %33 = tosa.add %31, %32 : (tensor<1x56x56x144xf32>, tensor<1x1x1x144xf32>) -> tensor<1x56x56x144xf32>
    %34 = tosa.clamp %33 {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x56x56x144xf32>) -> tensor<1x56x56x144xf32>
    %35 = tosa.transpose %arg5 {perms = array<i32: 2, 3, 0, 1>} : (tensor<144x1x3x3xf32>) -> tensor<3x3x144x1xf32>
    %36 = tosa.depthwise_conv2d %34, %35, %3, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x56x56x144xf32>, tensor<3x3x144x1xf32>, tensor<144xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x56x56x144xf32>
    %37 = tosa.add %arg16, %4 : (tensor<144xf32>, tensor<1xf32>) -> tensor<144xf32>
    %38 = tosa.pow %37, %5 : (tensor<144xf32>, tensor<1xf32>) -> tensor<144xf32>
    %39 = tosa.reciprocal %38 : (tensor<144xf32>) -> tensor<144xf32>
    %40 = tosa.reshape %arg15, %9 : (tensor<144xf32>, !tosa.shape<4>) -> tensor<1x1x1x144xf32>
    %41 = tosa.sub %36, %40 : (tensor<1x56x56x144xf32>, tensor<1x1x1x144xf32>) -> tensor<1x56x56x144xf32>
    %42 = tosa.reshape %39, %9 : (tensor<144xf32>, !tosa.shape<4>) -> tensor<1x1x1x144xf32>
    %43 = tosa.mul %41, %42, %1 : (tensor<1x56x56x144xf32>, tensor<1x1x1x144xf32>, tensor<1xi8>) -> tensor<1x56x56x144xf32>
    %44 = tosa.reshape %arg6, %9 : (tensor<144xf32>, !tosa.shape<4>) -> tensor<1x1x1x144xf32>
    %45 = tosa.mul %43, %44, %1 : (tensor<1x56x56x144xf32>, tensor<1x1x1x144xf32>, tensor<1xi8>) -> tensor<1x56x56x144xf32>
    %46 = tosa.reshape %arg7, %9 : (tensor<144xf32>, !tosa.shape<4>) -> tensor<1x1x1x144xf32>
    %47 = tosa.add %45, %46 : (tensor<1x56x56x144xf32>, tensor<1x1x1x144xf32>) -> tensor<1x56x56x144xf32>
    %48 = tosa.clamp %47 {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x56x56x144xf32>) -> tensor<1x56x56x144xf32>
    %49 = tosa.reshape %arg8, %7 : (tensor<24x144x1x1xf32>, !tosa.shape<4>) -> tensor<24x1x1x144xf32>
    %50 = tosa.conv2d %48, %49, %2, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x56x56x144xf32>, tensor<24x1x1x144xf32>, tensor<24xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x56x56x24xf32>
    %51 = tosa.add %arg18, %4 : (tensor<24xf32>, tensor<1xf32>) -> tensor<24xf32>
    %52 = tosa.pow %51, %5 : (tensor<24xf32>, tensor<1xf32>) -> tensor<24xf32>
    %53 = tosa.reciprocal %52 : (tensor<24xf32>) -> tensor<24xf32>
    %54 = tosa.reshape %arg17, %8 : (tensor<24xf32>, !tosa.shape<4>) -> tensor<1x1x1x24xf32>
    %55 = tosa.sub %50, %54 : (tensor<1x56x56x24xf32>, tensor<1x1x1x24xf32>) -> tensor<1x56x56x24xf32>
    %56 = tosa.reshape %53, %8 : (tensor<24xf32>, !tosa.shape<4>) -> tensor<1x1x1x24xf32>
    %57 = tosa.mul %55, %56, %1 : (tensor<1x56x56x24xf32>, tensor<1x1x1x24xf32>, tensor<1xi8>) -> tensor<1x56x56x24xf32>
    %58 = tosa.reshape %arg9, %8 : (tensor<24xf32>, !tosa.shape<4>) -> tensor<1x1x1x24xf32>
    %59 = tosa.mul %57, %58, %1 : (tensor<1x56x56x24xf32>, tensor<1x1x1x24xf32>, tensor<1xi8>) -> tensor<1x56x56x24xf32>
    %60 = tosa.reshape %arg10, %8 : (tensor<24xf32>, !tosa.shape<4>) -> tensor<1x1x1x24xf32>
    %61 = tosa.add %59, %60 : (tensor<1x56x56x24xf32>, tensor<1x1x1x24xf32>) -> tensor<1x56x56x24xf32>
    %62 = tosa.add %20, %61 : (tensor<1x56x56x24xf32>, tensor<1x56x56x24xf32>) -> tensor<1x56x56x24xf32>
    return %62 : tensor<1x56x56x24xf32>
  }
}

