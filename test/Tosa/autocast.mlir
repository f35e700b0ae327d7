// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s --check-prefixes=CHECK,F16 -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s --check-prefixes=CHECK,BF16 -DT=bf16
// RUN: amp-opt --amp-autocast=f16 %s | mlir-opt --tosa-attach-target="profiles=pro_int,pro_fp" --tosa-validate -o /dev/null
// RUN: amp-opt --amp-autocast=bf16 %s | mlir-opt --tosa-attach-target="profiles=pro_int,pro_fp extensions=bf16" --tosa-validate -o /dev/null

// A convolution reads and writes low, bias and zero points with it, and keeps
// its f32 accumulator; a clamp bound that means "none" becomes infinity.
// CHECK-LABEL: func.func @convolutions
// CHECK: tosa.conv2d {{.*}}acc_type = f32{{.*}} : (tensor<1x32x32x64x[[T]]>, tensor<64x3x3x64x[[T]]>, tensor<64x[[T]]>, tensor<1x[[T]]>, tensor<1x[[T]]>) -> tensor<1x32x32x64x[[T]]>
// F16: tosa.clamp {{.*}}max_val = 0x7C00 : f16, min_val = 0.000000e+00 : f16
// BF16: tosa.clamp {{.*}}max_val = 0x7F80 : bf16, min_val = 0.000000e+00 : bf16
// CHECK-NOT: arith.extf
// CHECK: tosa.conv2d {{.*}}acc_type = f32{{.*}} -> tensor<1x32x32x64x[[T]]>
// CHECK: return {{.*}} : tensor<1x32x32x64xf32>
func.func @convolutions(%x: tensor<1x32x32x64xf32>, %w: tensor<64x3x3x64xf32>) -> tensor<1x32x32x64xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %b = "tosa.const"() {values = dense<0.5> : tensor<64xf32>} : () -> tensor<64xf32>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x32x32x64xf32>, tensor<64x3x3x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x32x64xf32>
  %1 = tosa.clamp %0 {max_val = 3.40282347E+38 : f32, min_val = 0.0 : f32} : (tensor<1x32x32x64xf32>) -> tensor<1x32x32x64xf32>
  %2 = tosa.conv2d %1, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x32x32x64xf32>, tensor<64x3x3x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x32x64xf32>
  return %2 : tensor<1x32x32x64xf32>
}

// A matmul writes its f32 accumulator; exp, the sum and the reciprocal of a
// softmax stay in f32.
// CHECK-LABEL: func.func @attention
// CHECK: tosa.matmul {{.*}} : (tensor<12x128x64x[[T]]>, tensor<12x64x128x[[T]]>, tensor<1x[[T]]>, tensor<1x[[T]]>) -> tensor<12x128x128xf32>
// CHECK: tosa.exp {{.*}} -> tensor<12x128x128xf32>
// CHECK: tosa.reduce_sum {{.*}} -> tensor<12x128x1xf32>
// CHECK: tosa.reciprocal {{.*}} -> tensor<12x128x1xf32>
// CHECK: tosa.matmul {{.*}} : (tensor<12x128x128x[[T]]>, tensor<12x128x64x[[T]]>, tensor<1x[[T]]>, tensor<1x[[T]]>) -> tensor<12x128x64xf32>
func.func @attention(%q: tensor<12x128x64xf32>, %k: tensor<12x64x128xf32>, %v: tensor<12x128x64xf32>) -> tensor<12x128x64xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %s = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.matmul %q, %k, %z, %z : (tensor<12x128x64xf32>, tensor<12x64x128xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<12x128x128xf32>
  %1 = tosa.reduce_max %0 {axis = 2 : i32} : (tensor<12x128x128xf32>) -> tensor<12x128x1xf32>
  %2 = tosa.sub %0, %1 : (tensor<12x128x128xf32>, tensor<12x128x1xf32>) -> tensor<12x128x128xf32>
  %3 = tosa.exp %2 : (tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
  %4 = tosa.reduce_sum %3 {axis = 2 : i32} : (tensor<12x128x128xf32>) -> tensor<12x128x1xf32>
  %5 = tosa.reciprocal %4 : (tensor<12x128x1xf32>) -> tensor<12x128x1xf32>
  %6 = tosa.mul %3, %5, %s : (tensor<12x128x128xf32>, tensor<12x128x1xf32>, tensor<1xi8>) -> tensor<12x128x128xf32>
  %7 = tosa.matmul %6, %v, %z, %z : (tensor<12x128x128xf32>, tensor<12x128x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<12x128x64xf32>
  return %7 : tensor<12x128x64xf32>
}

// Without a contraction nothing changes.
// CHECK-LABEL: func.func @plain
// CHECK-NEXT: tosa.add {{.*}} -> tensor<4x8xf32>
// CHECK-NEXT: return
func.func @plain(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.add %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
