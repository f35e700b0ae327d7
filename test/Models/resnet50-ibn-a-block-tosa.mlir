// Cut from resnet50_ibn_a_b1_tosa, products 1 to 4 by utils/make-small-models.py.
// The same in TOSA: mean and variance stay f32.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: tosa.conv2d {{.*}}acc_type = f32{{.*}}xf16>

module {
  func.func @main(%arg0: tensor<64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64x64x1x1xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<64x64x3x3xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64xf32>, %arg10: tensor<256x64x1x1xf32>, %arg11: tensor<256xf32>, %arg12: tensor<256xf32>, %arg13: tensor<256x64x1x1xf32>, %arg14: tensor<256xf32>, %arg15: tensor<256xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64xf32>, %arg18: tensor<32xf32>, %arg19: tensor<32xf32>, %arg20: tensor<64xf32>, %arg21: tensor<64xf32>, %arg22: tensor<256xf32>, %arg23: tensor<256xf32>, %arg24: tensor<256xf32>, %arg25: tensor<256xf32>, %arg26: tensor<1x112x112x64xf32>) -> tensor<1x56x56x256xf32> {
    %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %1 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<64xf32>}> : () -> tensor<64xf32>
    %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %3 = tosa.const_shape  {values = dense<[1, 32, 56, 56]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %4 = tosa.const_shape  {values = dense<0> : tensor<4xindex>} : () -> !tosa.shape<4>
    %5 = tosa.const_shape  {values = dense<[0, 32, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %6 = tosa.const_shape  {values = dense<[1, 32, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %7 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<256xf32>}> : () -> tensor<256xf32>
    %8 = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1xf32>}> : () -> tensor<1xf32>
    %9 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1xf32>}> : () -> tensor<1xf32>
    %10 = tosa.const_shape  {values = dense<[64, 1, 1, 64]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %11 = "tosa.const"() <{values = dense<3.18877544E-4> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %12 = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %13 = tosa.const_shape  {values = dense<[256, 1, 1, 64]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %14 = tosa.const_shape  {values = dense<[1, 1, 1, 64]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %15 = tosa.const_shape  {values = dense<[1, 1, 1, 256]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %16 = tosa.add %arg17, %8 : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xf32>
    %17 = tosa.pow %16, %9 : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xf32>
    %18 = tosa.reciprocal %17 : (tensor<64xf32>) -> tensor<64xf32>
    %19 = tosa.reshape %arg16, %14 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %20 = tosa.sub %arg26, %19 : (tensor<1x112x112x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x112x112x64xf32>
    %21 = tosa.reshape %18, %14 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %22 = tosa.mul %20, %21, %2 : (tensor<1x112x112x64xf32>, tensor<1x1x1x64xf32>, tensor<1xi8>) -> tensor<1x112x112x64xf32>
    %23 = tosa.reshape %arg0, %14 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %24 = tosa.mul %22, %23, %2 : (tensor<1x112x112x64xf32>, tensor<1x1x1x64xf32>, tensor<1xi8>) -> tensor<1x112x112x64xf32>
    %25 = tosa.reshape %arg1, %14 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %26 = tosa.add %24, %25 : (tensor<1x112x112x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x112x112x64xf32>
    %27 = tosa.clamp %26 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x112x112x64xf32>) -> tensor<1x112x112x64xf32>
    %28 = tosa.max_pool2d %27 {kernel = array<i64: 3, 3>, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x112x112x64xf32>) -> tensor<1x56x56x64xf32>
    %29 = tosa.reshape %arg2, %10 : (tensor<64x64x1x1xf32>, !tosa.shape<4>) -> tensor<64x1x1x64xf32>
    %30 = tosa.conv2d %28, %29, %1, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x56x56x64xf32>, tensor<64x1x1x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x56x56x64xf32>
    %31 = tosa.transpose %30 {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x56x56x64xf32>) -> tensor<1x64x56x56xf32>
    %32 = tosa.slice %31, %4, %3 : (tensor<1x64x56x56xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x32x56x56xf32>
    %33 = tosa.slice %31, %5, %3 : (tensor<1x64x56x56xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x32x56x56xf32>
    %34 = tosa.reduce_sum %32 {axis = 2 : i32} : (tensor<1x32x56x56xf32>) -> tensor<1x32x1x56xf32>
    %35 = tosa.reduce_sum %34 {axis = 3 : i32} : (tensor<1x32x1x56xf32>) -> tensor<1x32x1x1xf32>
    %36 = tosa.mul %35, %11, %2 : (tensor<1x32x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x32x1x1xf32>
    %37 = tosa.sub %32, %36 : (tensor<1x32x56x56xf32>, tensor<1x32x1x1xf32>) -> tensor<1x32x56x56xf32>
    %38 = tosa.mul %37, %37, %2 : (tensor<1x32x56x56xf32>, tensor<1x32x56x56xf32>, tensor<1xi8>) -> tensor<1x32x56x56xf32>
    %39 = tosa.reduce_sum %38 {axis = 2 : i32} : (tensor<1x32x56x56xf32>) -> tensor<1x32x1x56xf32>
    %40 = tosa.reduce_sum %39 {axis = 3 : i32} : (tensor<1x32x1x56xf32>) -> tensor<1x32x1x1xf32>
    %41 = tosa.mul %40, %11, %2 : (tensor<1x32x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x32x1x1xf32>
    %42 = tosa.add %41, %12 : (tensor<1x32x1x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x32x1x1xf32>
    %43 = tosa.rsqrt %42 : (tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
    %44 = tosa.mul %37, %43, %2 : (tensor<1x32x56x56xf32>, tensor<1x32x1x1xf32>, tensor<1xi8>) -> tensor<1x32x56x56xf32>
    %45 = tosa.reshape %arg3, %6 : (tensor<32xf32>, !tosa.shape<4>) -> tensor<1x32x1x1xf32>
    %46 = tosa.reshape %arg4, %6 : (tensor<32xf32>, !tosa.shape<4>) -> tensor<1x32x1x1xf32>
    %47 = tosa.mul %44, %45, %2 : (tensor<1x32x56x56xf32>, tensor<1x32x1x1xf32>, tensor<1xi8>) -> tensor<1x32x56x56xf32>
    %48 = tosa.add %47, %46 : (tensor<1x32x56x56xf32>, tensor<1x32x1x1xf32>) -> tensor<1x32x56x56xf32>
    %49 = tosa.add %arg19, %8 : (tensor<32xf32>, tensor<1xf32>) -> tensor<32xf32>
    %50 = tosa.pow %49, %9 : (tensor<32xf32>, tensor<1xf32>) -> tensor<32xf32>
    %51 = tosa.reciprocal %50 : (tensor<32xf32>) -> tensor<32xf32>
    %52 = tosa.reshape %arg18, %6 : (tensor<32xf32>, !tosa.shape<4>) -> tensor<1x32x1x1xf32>
    %53 = tosa.sub %33, %52 : (tensor<1x32x56x56xf32>, tensor<1x32x1x1xf32>) -> tensor<1x32x56x56xf32>
    %54 = tosa.reshape %51, %6 : (tensor<32xf32>, !tosa.shape<4>) -> tensor<1x32x1x1xf32>
    %55 = tosa.mul %53, %54, %2 : (tensor<1x32x56x56xf32>, tensor<1x32x1x1xf32>, tensor<1xi8>) -> tensor<1x32x56x56xf32>
    %56 = tosa.reshape %arg5, %6 : (tensor<32xf32>, !tosa.shape<4>) -> tensor<1x32x1x1xf32>
    %57 = tosa.mul %55, %56, %2 : (tensor<1x32x56x56xf32>, tensor<1x32x1x1xf32>, tensor<1xi8>) -> tensor<1x32x56x56xf32>
    %58 = tosa.reshape %arg6, %6 : (tensor<32xf32>, !tosa.shape<4>) -> tensor<1x32x1x1xf32>
    %59 = tosa.add %57, %58 : (tensor<1x32x56x56xf32>, tensor<1x32x1x1xf32>) -> tensor<1x32x56x56xf32>
    %60 = tosa.concat %48, %59 {axis = 1 : i32} : (tensor<1x32x56x56xf32>, tensor<1x32x56x56xf32>) -> tensor<1x64x56x56xf32>
    %61 = tosa.clamp %60 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %62 = tosa.transpose %61 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x64x56x56xf32>) -> tensor<1x56x56x64xf32>
    %63 = tosa.transpose %arg7 {perms = array<i32: 0, 2, 3, 1>} : (tensor<64x64x3x3xf32>) -> tensor<64x3x3x64xf32>
    %64 = tosa.conv2d %62, %63, %1, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x56x56x64xf32>, tensor<64x3x3x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x56x56x64xf32>
    %65 = tosa.add %arg21, %8 : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xf32>
    %66 = tosa.pow %65, %9 : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xf32>
    %67 = tosa.reciprocal %66 : (tensor<64xf32>) -> tensor<64xf32>
    %68 = tosa.reshape %arg20, %14 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %69 = tosa.sub %64, %68 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x56x56x64xf32>
    %70 = tosa.reshape %67, %14 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %71 = tosa.mul %69, %70, %2 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<1xi8>) -> tensor<1x56x56x64xf32>
    %72 = tosa.reshape %arg8, %14 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %73 = tosa.mul %71, %72, %2 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<1xi8>) -> tensor<1x56x56x64xf32>
    %74 = tosa.reshape %arg9, %14 : (tensor<64xf32>, !tosa.shape<4>) -> tensor<1x1x1x64xf32>
    %75 = tosa.add %73, %74 : (tensor<1x56x56x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x56x56x64xf32>
    %76 = tosa.clamp %75 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
    %77 = tosa.reshape %arg10, %13 : (tensor<256x64x1x1xf32>, !tosa.shape<4>) -> tensor<256x1x1x64xf32>
    %78 = tosa.conv2d %76, %77, %7, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x56x56x64xf32>, tensor<256x1x1x64xf32>, tensor<256xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x56x56x256xf32>
    %79 = tosa.add %arg23, %8 : (tensor<256xf32>, tensor<1xf32>) -> tensor<256xf32>
    %80 = tosa.pow %79, %9 : (tensor<256xf32>, tensor<1xf32>) -> tensor<256xf32>
    %81 = tosa.reciprocal %80 : (tensor<256xf32>) -> tensor<256xf32>
    %82 = tosa.reshape %arg22, %15 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %83 = tosa.sub %78, %82 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>) -> tensor<1x56x56x256xf32>
    %84 = tosa.reshape %81, %15 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %85 = tosa.mul %83, %84, %2 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>, tensor<1xi8>) -> tensor<1x56x56x256xf32>
    %86 = tosa.reshape %arg11, %15 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %87 = tosa.mul %85, %86, %2 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>, tensor<1xi8>) -> tensor<1x56x56x256xf32>
    %88 = tosa.reshape %arg12, %15 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %89 = tosa.add %87, %88 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>) -> tensor<1x56x56x256xf32>
    %90 = tosa.reshape %arg13, %13 : (tensor<256x64x1x1xf32>, !tosa.shape<4>) -> tensor<256x1x1x64xf32>
    %91 = tosa.conv2d %28, %90, %7, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x56x56x64xf32>, tensor<256x1x1x64xf32>, tensor<256xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x56x56x256xf32>
    %92 = tosa.add %arg25, %8 : (tensor<256xf32>, tensor<1xf32>) -> tensor<256xf32>
    %93 = tosa.pow %92, %9 : (tensor<256xf32>, tensor<1xf32>) -> tensor<256xf32>
    %94 = tosa.reciprocal %93 : (tensor<256xf32>) -> tensor<256xf32>
    %95 = tosa.reshape %arg24, %15 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %96 = tosa.sub %91, %95 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>) -> tensor<1x56x56x256xf32>
    %97 = tosa.reshape %94, %15 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %98 = tosa.mul %96, %97, %2 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>, tensor<1xi8>) -> tensor<1x56x56x256xf32>
    %99 = tosa.reshape %arg14, %15 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %100 = tosa.mul %98, %99, %2 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>, tensor<1xi8>) -> tensor<1x56x56x256xf32>
    %101 = tosa.reshape %arg15, %15 : (tensor<256xf32>, !tosa.shape<4>) -> tensor<1x1x1x256xf32>
    %102 = tosa.add %100, %101 : (tensor<1x56x56x256xf32>, tensor<1x1x1x256xf32>) -> tensor<1x56x56x256xf32>
    %103 = tosa.add %89, %102 : (tensor<1x56x56x256xf32>, tensor<1x56x56x256xf32>) -> tensor<1x56x56x256xf32>
    %104 = tosa.clamp %103 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x56x56x256xf32>) -> tensor<1x56x56x256xf32>
    return %104 : tensor<1x56x56x256xf32>
  }
}

