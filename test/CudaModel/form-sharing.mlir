// Equal kernels are one, pads go into what reads them, a transposed weight is
// read where it lies.
// RUN: amp-opt %s --amp-form-kernels --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @shared(
// CHECK:         %[[A:.*]] = call @pointwise_0(%arg0)
// CHECK:         %[[B:.*]] = call @pointwise_0(%arg1)
// CHECK:         return %[[A]], %[[B]]
// CHECK-COUNT-1: func.func private
// CHECK-NOT:     func.func private
func.func @shared(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = math.exp %a : tensor<8x8xf32>
  %1 = math.exp %b : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @transposed(
// CHECK:         call @contraction_0(%arg0, %arg1)
// CHECK-NOT:     call
// CHECK:         return
func.func @transposed(%x: tensor<16x32xf16>, %w: tensor<64x32xf16>)
    -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf16>
  %t = linalg.transpose ins(%w : tensor<64x32xf16>)
                        outs(%e : tensor<32x64xf16>) permutation = [1, 0]
  %o = tensor.empty() : tensor<16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<16x64xf32>) -> tensor<16x64xf32>
  %m = linalg.matmul ins(%x, %t : tensor<16x32xf16>, tensor<32x64xf16>)
                     outs(%f : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %m : tensor<16x64xf32>
}

// -----

// CHECK-LABEL: func.func @padded(
// CHECK:         call @contraction_0(%arg0, %arg1)
// CHECK-NOT:     call
// CHECK:         return
// CHECK-LABEL: func.func private @contraction_0
// CHECK:         tensor.pad
// CHECK:         linalg.conv_2d_nchw_fchw
func.func @padded(%x: tensor<1x8x6x6xf16>, %w: tensor<8x8x3x3xf16>)
    -> tensor<1x8x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0.0 : f16
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %low : f16
  } : tensor<1x8x6x6xf16> to tensor<1x8x8x8xf16>
  %o = tensor.empty() : tensor<1x8x6x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %m = linalg.conv_2d_nchw_fchw
      ins(%p, %w : tensor<1x8x8x8xf16>, tensor<8x8x3x3xf16>)
      outs(%f : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %m : tensor<1x8x6x6xf32>
}
