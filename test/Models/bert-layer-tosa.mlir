// Cut from bert_base_b1_s128_tosa, products 8 to 15 by utils/make-small-models.py.
// A BERT layer in TOSA.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-8: tosa.matmul {{.*}}xf16>) -> tensor<{{.*}}xf32>

module {
  func.func @main(%arg0: tensor<768xf32>, %arg1: tensor<768xf32>, %arg2: tensor<768xf32>, %arg3: tensor<768x768xf32>, %arg4: tensor<768xf32>, %arg5: tensor<768x768xf32>, %arg6: tensor<768xf32>, %arg7: tensor<768x768xf32>, %arg8: tensor<768xf32>, %arg9: tensor<768x768xf32>, %arg10: tensor<768xf32>, %arg11: tensor<768xf32>, %arg12: tensor<768xf32>, %arg13: tensor<3072x768xf32>, %arg14: tensor<3072xf32>, %arg15: tensor<768x3072xf32>, %arg16: tensor<768xf32>, %arg17: tensor<768xf32>, %arg18: tensor<768xf32>, %arg19: tensor<1x1x1x128xf32>, %arg20: tensor<1x128x768xf32>, %arg21: tensor<1x128x768xf32>) -> tensor<1x128x768xf32> {
    %0 = tosa.const_shape  {values = dense<[1, 128, 768]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %2 = tosa.const_shape  {values = dense<[1, 1, 768]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %3 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %4 = tosa.const_shape  {values = dense<[1, 768, 768]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %5 = tosa.const_shape  {values = dense<[1, 128, 12, 64]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %6 = tosa.const_shape  {values = dense<[12, 128, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %7 = tosa.const_shape  {values = dense<[12, 64, 128]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %8 = tosa.const_shape  {values = dense<[1, 12, 128, 128]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %9 = tosa.const_shape  {values = dense<[12, 128, 128]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %10 = tosa.const_shape  {values = dense<[1, 12, 128, 64]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %11 = tosa.const_shape  {values = dense<[1, 768, 3072]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %12 = tosa.const_shape  {values = dense<[1, 1, 3072]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %13 = tosa.const_shape  {values = dense<[1, 3072, 768]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %14 = "tosa.const"() <{values = dense<0.00130208337> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %15 = "tosa.const"() <{values = dense<9.99999996E-13> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %16 = "tosa.const"() <{values = dense<1.250000e-01> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %17 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %18 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %19 = "tosa.const"() <{values = dense<0.707106769> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %20 = tosa.reshape %arg0, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %21 = tosa.add %arg21, %20 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %22 = tosa.add %arg20, %21 : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    %23 = tosa.reduce_sum %22 {axis = 2 : i32} : (tensor<1x128x768xf32>) -> tensor<1x128x1xf32>
    %24 = tosa.mul %23, %14, %1 : (tensor<1x128x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x128x1xf32>
    %25 = tosa.sub %22, %24 : (tensor<1x128x768xf32>, tensor<1x128x1xf32>) -> tensor<1x128x768xf32>
    %26 = tosa.mul %25, %25, %1 : (tensor<1x128x768xf32>, tensor<1x128x768xf32>, tensor<1xi8>) -> tensor<1x128x768xf32>
    %27 = tosa.reduce_sum %26 {axis = 2 : i32} : (tensor<1x128x768xf32>) -> tensor<1x128x1xf32>
    %28 = tosa.mul %27, %14, %1 : (tensor<1x128x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x128x1xf32>
    %29 = tosa.add %28, %15 : (tensor<1x128x1xf32>, tensor<1x1x1xf32>) -> tensor<1x128x1xf32>
    %30 = tosa.rsqrt %29 : (tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %31 = tosa.mul %25, %30, %1 : (tensor<1x128x768xf32>, tensor<1x128x1xf32>, tensor<1xi8>) -> tensor<1x128x768xf32>
    %32 = tosa.reshape %arg1, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %33 = tosa.mul %31, %32, %1 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>, tensor<1xi8>) -> tensor<1x128x768xf32>
    %34 = tosa.reshape %arg2, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %35 = tosa.add %33, %34 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %36 = tosa.transpose %arg3 {perms = array<i32: 1, 0>} : (tensor<768x768xf32>) -> tensor<768x768xf32>
    %37 = tosa.reshape %36, %4 : (tensor<768x768xf32>, !tosa.shape<3>) -> tensor<1x768x768xf32>
    %38 = tosa.matmul %35, %37, %3, %3 : (tensor<1x128x768xf32>, tensor<1x768x768xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x128x768xf32>
    %39 = tosa.reshape %arg4, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %40 = tosa.add %38, %39 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %41 = tosa.reshape %40, %5 : (tensor<1x128x768xf32>, !tosa.shape<4>) -> tensor<1x128x12x64xf32>
    %42 = tosa.transpose %41 {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32>
    %43 = tosa.transpose %arg5 {perms = array<i32: 1, 0>} : (tensor<768x768xf32>) -> tensor<768x768xf32>
    %44 = tosa.reshape %43, %4 : (tensor<768x768xf32>, !tosa.shape<3>) -> tensor<1x768x768xf32>
    %45 = tosa.matmul %35, %44, %3, %3 : (tensor<1x128x768xf32>, tensor<1x768x768xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x128x768xf32>
    %46 = tosa.reshape %arg6, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %47 = tosa.add %45, %46 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %48 = tosa.reshape %47, %5 : (tensor<1x128x768xf32>, !tosa.shape<4>) -> tensor<1x128x12x64xf32>
    %49 = tosa.transpose %arg7 {perms = array<i32: 1, 0>} : (tensor<768x768xf32>) -> tensor<768x768xf32>
    %50 = tosa.reshape %49, %4 : (tensor<768x768xf32>, !tosa.shape<3>) -> tensor<1x768x768xf32>
    %51 = tosa.matmul %35, %50, %3, %3 : (tensor<1x128x768xf32>, tensor<1x768x768xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x128x768xf32>
    %52 = tosa.reshape %arg8, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %53 = tosa.add %51, %52 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %54 = tosa.reshape %53, %5 : (tensor<1x128x768xf32>, !tosa.shape<4>) -> tensor<1x128x12x64xf32>
    %55 = tosa.transpose %54 {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32>
    %56 = tosa.transpose %48 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x128x12x64xf32>) -> tensor<1x12x64x128xf32>
    %57 = tosa.reshape %42, %6 : (tensor<1x12x128x64xf32>, !tosa.shape<3>) -> tensor<12x128x64xf32>
    %58 = tosa.reshape %56, %7 : (tensor<1x12x64x128xf32>, !tosa.shape<3>) -> tensor<12x64x128xf32>
    %59 = tosa.matmul %57, %58, %3, %3 : (tensor<12x128x64xf32>, tensor<12x64x128xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<12x128x128xf32>
    %60 = tosa.reshape %59, %8 : (tensor<12x128x128xf32>, !tosa.shape<4>) -> tensor<1x12x128x128xf32>
    %61 = tosa.mul %60, %16, %1 : (tensor<1x12x128x128xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x12x128x128xf32>
    %62 = tosa.add %61, %arg19 : (tensor<1x12x128x128xf32>, tensor<1x1x1x128xf32>) -> tensor<1x12x128x128xf32>
    %63 = tosa.reduce_max %62 {axis = 3 : i32} : (tensor<1x12x128x128xf32>) -> tensor<1x12x128x1xf32>
    %64 = tosa.sub %62, %63 : (tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) -> tensor<1x12x128x128xf32>
    %65 = tosa.exp %64 : (tensor<1x12x128x128xf32>) -> tensor<1x12x128x128xf32>
    %66 = tosa.reduce_sum %65 {axis = 3 : i32} : (tensor<1x12x128x128xf32>) -> tensor<1x12x128x1xf32>
    %67 = tosa.reciprocal %66 : (tensor<1x12x128x1xf32>) -> tensor<1x12x128x1xf32>
    %68 = tosa.mul %65, %67, %1 : (tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>, tensor<1xi8>) -> tensor<1x12x128x128xf32>
    %69 = tosa.reshape %68, %9 : (tensor<1x12x128x128xf32>, !tosa.shape<3>) -> tensor<12x128x128xf32>
    %70 = tosa.reshape %55, %6 : (tensor<1x12x128x64xf32>, !tosa.shape<3>) -> tensor<12x128x64xf32>
    %71 = tosa.matmul %69, %70, %3, %3 : (tensor<12x128x128xf32>, tensor<12x128x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<12x128x64xf32>
    %72 = tosa.reshape %71, %10 : (tensor<12x128x64xf32>, !tosa.shape<4>) -> tensor<1x12x128x64xf32>
    %73 = tosa.transpose %72 {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32>
    %74 = tosa.reshape %73, %0 : (tensor<1x128x12x64xf32>, !tosa.shape<3>) -> tensor<1x128x768xf32>
    %75 = tosa.transpose %arg9 {perms = array<i32: 1, 0>} : (tensor<768x768xf32>) -> tensor<768x768xf32>
    %76 = tosa.reshape %75, %4 : (tensor<768x768xf32>, !tosa.shape<3>) -> tensor<1x768x768xf32>
    %77 = tosa.matmul %74, %76, %3, %3 : (tensor<1x128x768xf32>, tensor<1x768x768xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x128x768xf32>
    %78 = tosa.reshape %arg10, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %79 = tosa.add %77, %78 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %80 = tosa.add %35, %79 : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    %81 = tosa.reduce_sum %80 {axis = 2 : i32} : (tensor<1x128x768xf32>) -> tensor<1x128x1xf32>
    %82 = tosa.mul %81, %14, %1 : (tensor<1x128x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x128x1xf32>
    %83 = tosa.sub %80, %82 : (tensor<1x128x768xf32>, tensor<1x128x1xf32>) -> tensor<1x128x768xf32>
    %84 = tosa.mul %83, %83, %1 : (tensor<1x128x768xf32>, tensor<1x128x768xf32>, tensor<1xi8>) -> tensor<1x128x768xf32>
    %85 = tosa.reduce_sum %84 {axis = 2 : i32} : (tensor<1x128x768xf32>) -> tensor<1x128x1xf32>
    %86 = tosa.mul %85, %14, %1 : (tensor<1x128x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x128x1xf32>
    %87 = tosa.add %86, %15 : (tensor<1x128x1xf32>, tensor<1x1x1xf32>) -> tensor<1x128x1xf32>
    %88 = tosa.rsqrt %87 : (tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %89 = tosa.mul %83, %88, %1 : (tensor<1x128x768xf32>, tensor<1x128x1xf32>, tensor<1xi8>) -> tensor<1x128x768xf32>
    %90 = tosa.reshape %arg11, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %91 = tosa.mul %89, %90, %1 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>, tensor<1xi8>) -> tensor<1x128x768xf32>
    %92 = tosa.reshape %arg12, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %93 = tosa.add %91, %92 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %94 = tosa.transpose %arg13 {perms = array<i32: 1, 0>} : (tensor<3072x768xf32>) -> tensor<768x3072xf32>
    %95 = tosa.reshape %94, %11 : (tensor<768x3072xf32>, !tosa.shape<3>) -> tensor<1x768x3072xf32>
    %96 = tosa.matmul %93, %95, %3, %3 : (tensor<1x128x768xf32>, tensor<1x768x3072xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x128x3072xf32>
    %97 = tosa.reshape %arg14, %12 : (tensor<3072xf32>, !tosa.shape<3>) -> tensor<1x1x3072xf32>
    %98 = tosa.add %96, %97 : (tensor<1x128x3072xf32>, tensor<1x1x3072xf32>) -> tensor<1x128x3072xf32>
    %99 = tosa.mul %98, %19, %1 : (tensor<1x128x3072xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x128x3072xf32>
    %100 = tosa.erf %99 : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32>
    %101 = tosa.add %100, %17 : (tensor<1x128x3072xf32>, tensor<1x1x1xf32>) -> tensor<1x128x3072xf32>
    %102 = tosa.mul %18, %101, %1 : (tensor<1x1x1xf32>, tensor<1x128x3072xf32>, tensor<1xi8>) -> tensor<1x128x3072xf32>
    %103 = tosa.mul %98, %102, %1 : (tensor<1x128x3072xf32>, tensor<1x128x3072xf32>, tensor<1xi8>) -> tensor<1x128x3072xf32>
    %104 = tosa.transpose %arg15 {perms = array<i32: 1, 0>} : (tensor<768x3072xf32>) -> tensor<3072x768xf32>
    %105 = tosa.reshape %104, %13 : (tensor<3072x768xf32>, !tosa.shape<3>) -> tensor<1x3072x768xf32>
    %106 = tosa.matmul %103, %105, %3, %3 : (tensor<1x128x3072xf32>, tensor<1x3072x768xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x128x768xf32>
    %107 = tosa.reshape %arg16, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %108 = tosa.add %106, %107 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %109 = tosa.add %93, %108 : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    %110 = tosa.reduce_sum %109 {axis = 2 : i32} : (tensor<1x128x768xf32>) -> tensor<1x128x1xf32>
    %111 = tosa.mul %110, %14, %1 : (tensor<1x128x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x128x1xf32>
    %112 = tosa.sub %109, %111 : (tensor<1x128x768xf32>, tensor<1x128x1xf32>) -> tensor<1x128x768xf32>
    %113 = tosa.mul %112, %112, %1 : (tensor<1x128x768xf32>, tensor<1x128x768xf32>, tensor<1xi8>) -> tensor<1x128x768xf32>
    %114 = tosa.reduce_sum %113 {axis = 2 : i32} : (tensor<1x128x768xf32>) -> tensor<1x128x1xf32>
    %115 = tosa.mul %114, %14, %1 : (tensor<1x128x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x128x1xf32>
    %116 = tosa.add %115, %15 : (tensor<1x128x1xf32>, tensor<1x1x1xf32>) -> tensor<1x128x1xf32>
    %117 = tosa.rsqrt %116 : (tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %118 = tosa.mul %112, %117, %1 : (tensor<1x128x768xf32>, tensor<1x128x1xf32>, tensor<1xi8>) -> tensor<1x128x768xf32>
    %119 = tosa.reshape %arg17, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %120 = tosa.mul %118, %119, %1 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>, tensor<1xi8>) -> tensor<1x128x768xf32>
    %121 = tosa.reshape %arg18, %2 : (tensor<768xf32>, !tosa.shape<3>) -> tensor<1x1x768xf32>
    %122 = tosa.add %120, %121 : (tensor<1x128x768xf32>, tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    return %122 : tensor<1x128x768xf32>
  }
}

