// Sizes that an importer forgot in front of a concatenation (torch.roll in a Swin
// transformer) are taken from where they are known.
// RUN: amp-opt %s --amp-form-kernels | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-NOT: tensor.cast
// CHECK: call @pointwise_0(%arg0) : (tensor<21x96xf32>) -> tensor<21x96xf32>
// CHECK-NOT: tensor.cast
// CHECK: return
func.func @main(%x: tensor<21x96xf32>) -> tensor<21x96xf32> {
  %0 = tensor.extract_slice %x[3, 0] [18, 96] [1, 1] : tensor<21x96xf32> to tensor<18x96xf32>
  %1 = tensor.cast %0 : tensor<18x96xf32> to tensor<?x96xf32>
  %2 = tensor.extract_slice %x[0, 0] [3, 96] [1, 1] : tensor<21x96xf32> to tensor<3x96xf32>
  %3 = tensor.cast %2 : tensor<3x96xf32> to tensor<?x96xf32>
  %4 = tensor.concat dim(0) %1, %3 : (tensor<?x96xf32>, tensor<?x96xf32>) -> tensor<21x96xf32>
  return %4 : tensor<21x96xf32>
}
