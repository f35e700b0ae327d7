// Channels of zeros where copies move no runs of them otherwise: the kernel that casts
// the picture writes them.
// RUN: amp-opt %S/Inputs/conv-picture.mlir --amp-autocast=f16 --amp-form-kernels | FileCheck %s --check-prefix=PICTURE
// RUN: amp-opt %S/Inputs/conv-picture.mlir --amp-autocast=f16 --amp-form-kernels=layout=keep | FileCheck %s --check-prefix=KEEP
// RUN: amp-opt %S/Inputs/conv-picture.mlir --amp-autocast=f16 --amp-to-nvvm="sm_80 format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUDIT
// RUN: amp-opt %s --amp-form-kernels --split-input-file | FileCheck %s

// PICTURE-LABEL: func.func @main(
// PICTURE-DAG: call @pointwise_{{.*}}(%arg0) : (tensor<2x3x18x18xf32>) -> tensor<2x18x18x4xf16>
// PICTURE-DAG: call @pointwise_{{.*}}(%arg1) : (tensor<32x3x3x3xf32>) -> tensor<32x3x3x4xf16>
// PICTURE-DAG: call @pointwise_{{.*}} : (tensor<12x12x6xf32>) -> tensor<12x12x8xf16>
// PICTURE-DAG: call @pointwise_{{.*}}(%arg3) : (tensor<3x3x6x16xf32>) -> tensor<3x3x8x16xf16>
// PICTURE-DAG: call @pointwise_{{.*}}(%arg4) : (tensor<2x3x18x18xf32>) -> tensor<2x18x18x4xf16>
// PICTURE-NOT: call @pointwise
// The filter that is a constant has them at compile time.
// PICTURE: call @contraction_2(%{{.*}}, %cst{{.*}}) : (tensor<2x18x18x4xf16>, tensor<16x2x2x4xf16>)
// PICTURE-NOT: call

// KEEP: call @contraction_0({{.*}}) : (tensor<2x3x18x18xf16>, tensor<32x3x3x3xf16>)
// KEEP: call @contraction_1({{.*}}) : (tensor<1x12x12x6xf16>, tensor<3x3x6x16xf16>)

// AUDIT: contraction_0: {{.*}} copies of 8 and 8 bytes{{.*}}instead of 1x162x32x27
// AUDIT: contraction_1: {{.*}} copies of 16 and 16 bytes
// AUDIT: contraction_2: {{.*}} copies of 16 and 8 bytes

// Patches of a picture are runs as they are.
// CHECK-LABEL: func.func @patches(
// CHECK:       call @contraction_0({{.*}}) : (tensor<1x3x32x32xf16>, tensor<64x3x8x8xf16>)
func.func @patches(%x: tensor<1x3x32x32xf16>, %w: tensor<64x3x8x8xf16>) -> tensor<1x64x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<8> : vector<2xi64>}
      ins(%x, %w : tensor<1x3x32x32xf16>, tensor<64x3x8x8xf16>) outs(%f : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  return %0 : tensor<1x64x4x4xf32>
}

// -----

// One channel of four would be a picture: gathering costs less.
// CHECK-LABEL: func.func @gray(
// CHECK:       call @contraction_0({{.*}}) : (tensor<1x1x18x18xf16>, tensor<64x1x3x3xf16>)
func.func @gray(%x: tensor<1x1x18x18xf16>, %w: tensor<64x1x3x3xf16>) -> tensor<1x64x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x16x16xf32>) -> tensor<1x64x16x16xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x18x18xf16>, tensor<64x1x3x3xf16>) outs(%f : tensor<1x64x16x16xf32>) -> tensor<1x64x16x16xf32>
  return %0 : tensor<1x64x16x16xf32>
}

// -----

// Tensor cores do not read f32; and an op with a configuration stays as it is.
// CHECK-LABEL: func.func @others(
// CHECK:       call @contraction_0({{.*}}) : (tensor<1x3x18x18xf32>, tensor<64x3x3x3xf32>)
// CHECK:       call @contraction_1({{.*}}) : (tensor<1x3x18x18xf16>, tensor<64x3x3x3xf16>)
func.func @others(%x: tensor<1x3x18x18xf32>, %w: tensor<64x3x3x3xf32>, %y: tensor<1x3x18x18xf16>, %v: tensor<64x3x3x3xf16>)
    -> (tensor<1x64x16x16xf32>, tensor<1x64x16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x16x16xf32>) -> tensor<1x64x16x16xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x18x18xf32>, tensor<64x3x3x3xf32>) outs(%f : tensor<1x64x16x16xf32>) -> tensor<1x64x16x16xf32>
  %1 = linalg.conv_2d_nchw_fchw {amp.gemm_config = {path = "mma.sync"}}
      ins(%y, %v : tensor<1x3x18x18xf16>, tensor<64x3x3x3xf16>) outs(%f : tensor<1x64x16x16xf32>) -> tensor<1x64x16x16xf32>
  return %0, %1 : tensor<1x64x16x16xf32>, tensor<1x64x16x16xf32>
}
