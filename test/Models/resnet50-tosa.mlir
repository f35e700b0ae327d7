// Cut from resnet50_b1_tosa, products 0 to 4 by utils/make-small-models.py.
// Stem and first bottleneck in TOSA, where no op holds a cast: one convolution's
// result must reach the next without a way through f32.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-5: tosa.conv2d {{.*}}acc_type = f32{{.*}}xf16>

module {
  func.func @main(%arg0: tensor<64x3x7x7xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64x64x1x1xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64x64x3x3xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<256x64x1x1xf32>, %arg10: tensor<256xf32>, %arg11: tensor<256xf32>, %arg12: tensor<256x64x1x1xf32>, %arg13: tensor<256xf32>, %arg14: tensor<256xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64xf32>, %arg18: tensor<64xf32>, %arg19: tensor<64xf32>, %arg20: tensor<64xf32>, %arg21: tensor<256xf32>, %arg22: tensor<256xf32>, %arg23: tensor<256xf32>, %arg24: tensor<256xf32>, %arg25: tensor<1x3x224x224xf32>) -> tensor<1x56x56x256xf32> {
    %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %1 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<64xf32>}> : () -> tensor<64xf32>
    %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %3 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<256xf32>}> : () -> tensor<256xf32>
    %4 = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1xf32>}> : () -> tensor<1xf32>
    %5 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1xf32>}> : () -> tensor<1xf32>
    %6 = tosa.const_shape  {values = dense<[64, 1, 1, 64]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %7 = tosa.const_shape  {values = dense<[256, 1, 1, 64]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %8 = tosa.const_shape  {values = dense<[1, 1, 1, 64]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %9 = tosa.const_shape  {values = dense<[1, 1, 1, 256]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %10 = tosa.transpose %arg25 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x3x224x224xf32>) -> tensor<1x224x224x3xf32>
    %11 = tosa.transpose %arg0 {perms = array<i32: 0, 2, 3, 1>} : (tensor<64x3x7x7xf32>) -> tensor<64x7x7x3xf32>
    %12 = tosa.conv2d %10, %11, %1, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 3, 2, 3, 2>, stride = array<i64: 2, 2>} : (tensor<1x224x224x3xf32>, tensor<64x7x7x3xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x112x112x64xf32>
    %13 = tosa.add %arg16, %4 : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xf32>
    %14 = tosa.pow %13, %5 : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xf32>
    %15 = tosa.reciprocal %14 : (tensor<64xf32>) -> tensor<64xf32>
    %16 = tosa.reshape %arg15, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %17 = tosa.sub %12, %16 : (tensor<1x112x112x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x112x112x64xf32>
    %18 = tosa.reshape %15, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %19 = tosa.mul %17, %18, %2 : (tensor<1x112x112x64xf32>, tensor<1x1x1x64xf32>, tensor<1xi8>) -> tensor<1x112x112x64xf32>
    %20 = tosa.reshape %arg1, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %21 = tosa.mul %19, %20, %2 : (tensor<1x112x112x64xf32>, tensor<1x1x1x64xf32>, tensor<1xi8>) -> tensor<1x112x112x64xf32>
    %22 = tosa.reshape %arg2, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %23 = tosa.add %21, %22 : (tensor<1x112x112x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x112x112x64xf32>
    %24 = tosa.clamp %23 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x112x112x64xf32>) -> tensor<1x112x112x64xf32>
    %25 = tosa.max_pool2d %24 {kernel = array<i64: 3, 3>, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x112x112x64xf32>) -> tensor<1x56x56x64xf32>
    %26 = tosa.reshape %arg3, %6 : (tensor<64x64x1x1xf32>, !tosa.shape<4>) -> tensor<64x1x1x64xf32>
    %27 = tosa.conv2d %25, %26, %1, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x56x56x64xf32>, tensor<64x1x1x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x56x56x64xf32>
    %28 = tosa.add %arg18, %4 : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xf32>
    %29 = tosa.pow %28, %5 : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xf32>
    %30 = tosa.reciprocal %29 : (tensor<64xf32>) -> tensor<64xf32>
    %31 = tosa.reshape %arg17, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %32 = tosa.sub %27, %31 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x56x56x64xf32>
    %33 = tosa.reshape %30, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %34 = tosa.mul %32, %33, %2 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<1xi8>) -> tensor<1x56x56x64xf32>
    %35 = tosa.reshape %arg4, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %36 = tosa.mul %34, %35, %2 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<1xi8>) -> tensor<1x56x56x64xf32>
    %37 = tosa.reshape %arg5, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %38 = tosa.add %36, %37 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x56x56x64xf32>
    %39 = tosa.clamp %38 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
    %40 = tosa.transpose %arg6 {perms = array<i32: 0, 2, 3, 1>} : (tensor<64x64x3x3xf32>) -> tensor<64x3x3x64xf32>
    %41 = tosa.conv2d %39, %40, %1, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x56x56x64xf32>, tensor<64x3x3x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x56x56x64xf32>
    %42 = tosa.add %arg20, %4 : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xf32>
    %43 = tosa.pow %42, %5 : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xf32>
    %44 = tosa.reciprocal %43 : (tensor<64xf32>) -> tensor<64xf32>
    %45 = tosa.reshape %arg19, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %46 = tosa.sub %41, %45 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x56x56x64xf32>
    %47 = tosa.reshape %44, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %48 = tosa.mul %46, %47, %2 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<1xi8>) -> tensor<1x56x56x64xf32>
    %49 = tosa.reshape %arg7, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %50 = tosa.mul %48, %49, %2 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<1xi8>) -> tensor<1x56x56x64xf32>
    %51 = tosa.reshape %arg8, %8 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %52 = tosa.add %50, %51 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x56x56x64xf32>
    %53 = tosa.clamp %52 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
    %54 = tosa.reshape %arg9, %7 : (tensor<256x64x1x1xf32>, !tosa.shape<4>) -> tensor<256x1x1x64xf32>
    %55 = tosa.conv2d %53, %54, %3, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x56x56x64xf32>, tensor<256x1x1x64xf32>, tensor<256xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x56x56x256xf32>
    %56 = tosa.add %arg22, %4 : (tensor<256xf32>, tensor<1xf32>) -> tensor<256xf32>
    %57 = tosa.pow %56, %5 : (tensor<256xf32>, tensor<1xf32>) -> tensor<256xf32>
    %58 = tosa.reciprocal %57 : (tensor<256xf32>) -> tensor<256xf32>
    %59 = tosa.reshape %arg21, %9 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %60 = tosa.sub %55, %59 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>) -> tensor<1x56x56x256xf32>
    %61 = tosa.reshape %58, %9 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %62 = tosa.mul %60, %61, %2 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>, tensor<1xi8>) -> tensor<1x56x56x256xf32>
    %63 = tosa.reshape %arg10, %9 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %64 = tosa.mul %62, %63, %2 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>, tensor<1xi8>) -> tensor<1x56x56x256xf32>
    %65 = tosa.reshape %arg11, %9 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %66 = tosa.add %64, %65 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>) -> tensor<1x56x56x256xf32>
    %67 = tosa.reshape %arg12, %7 : (tensor<256x64x1x1xf32>, !tosa.shape<4>) -> tensor<256x1x1x64xf32>
    %68 = tosa.conv2d %25, %67, %3, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x56x56x64xf32>, tensor<256x1x1x64xf32>, tensor<256xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x56x56x256xf32>
    %69 = tosa.add %arg24, %4 : (tensor<256xf32>, tensor<1xf32>) -> tensor<256xf32>
    %70 = tosa.pow %69, %5 : (tensor<256xf32>, tensor<1xf32>) -> tensor<256xf32>
    %71 = tosa.reciprocal %70 : (tensor<256xf32>) -> tensor<256xf32>
    %72 = tosa.reshape %arg23, %9 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %73 = tosa.sub %68, %72 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>) -> tensor<1x56x56x256xf32>
    %74 = tosa.reshape %71, %9 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %75 = tosa.mul %73, %74, %2 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>, tensor<1xi8>) -> tensor<1x56x56x256xf32>
    %76 = tosa.reshape %arg13, %9 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %77 = tosa.mul %75, %76, %2 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>, tensor<1xi8>) -> tensor<1x56x56x256xf32>
    %78 = tosa.reshape %arg14, %9 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %79 = tosa.add %77, %78 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>) -> tensor<1x56x56x256xf32>
    %80 = tosa.add %66, %79 : (tensor<1x56x56x256xf32>, tensor<1x56x56x256xf32>) -> tensor<1x56x56x256xf32>
    %81 = tosa.clamp %80 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x56x56x256xf32>) -> tensor<1x56x56x256xf32>
    return %81 : tensor<1x56x56x256xf32>
  }
}

