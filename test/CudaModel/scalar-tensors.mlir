// Single elements outside of kernels: tensors made of scalars become ops of loops, an
// element of many is read from a slice of one.
// RUN: amp-opt %s --amp-form-kernels --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @splat
// CHECK: %[[S:.*]] = call @pointwise_0(%arg0) : (tensor<8xf32>) -> tensor<f32>
// CHECK: %[[E:.*]] = tensor.extract %[[S]][] : tensor<f32>
// CHECK: call @pointwise_1(%[[E]]) : (f32) -> tensor<4x4xf32>
// CHECK-LABEL: func.func private @pointwise_0
// CHECK: tensor.extract_slice %arg0[1] [1] [1]
func.func @splat(%x: tensor<8xf32>) -> tensor<4x4xf32> {
  %c1 = arith.constant 1 : index
  %e = tensor.extract %x[%c1] : tensor<8xf32>
  %f = tensor.splat %e : tensor<4x4xf32>
  return %f : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func.func @generate
// CHECK: call @pointwise_0(%arg0) : (tensor<8xf32>) -> tensor<8x8xf32>
// CHECK-LABEL: func.func private @pointwise_0
// CHECK: linalg.index 1
// CHECK: tensor.extract %arg0
func.func @generate(%x: tensor<8xf32>) -> tensor<8x8xf32> {
  %f = tensor.generate {
  ^bb0(%i: index, %j: index):
    %e = tensor.extract %x[%j] : tensor<8xf32>
    tensor.yield %e : f32
  } : tensor<8x8xf32>
  return %f : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @insert
// CHECK: %[[P:.*]] = tensor.extract %arg1[] : tensor<i64>
// CHECK: %[[I:.*]] = arith.index_cast %[[P]]
// CHECK: call @pointwise_0(%arg0, %[[I]])
// CHECK-LABEL: func.func private @pointwise_0
// CHECK: %[[AT:.*]] = linalg.index 0
// CHECK: %[[THERE:.*]] = arith.cmpi eq, %[[AT]], %arg1
// CHECK: arith.select %[[THERE]]
func.func @insert(%x: tensor<8xf32>, %p: tensor<i64>) -> tensor<8xf32> {
  %i = tensor.extract %p[] : tensor<i64>
  %c1 = arith.index_cast %i : i64 to index
  %e = arith.constant 2.0 : f32
  %f = tensor.insert %e into %x[%c1] : tensor<8xf32>
  return %f : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @from_elements
// CHECK-COUNT-2: tensor.extract {{.*}}[] : tensor<f32>
// CHECK: call @pointwise_{{.*}} -> tensor<2xf32>
// CHECK-NOT: call
// CHECK: return
func.func @from_elements(%x: tensor<8xf32>) -> tensor<2xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.extract %x[%c1] : tensor<8xf32>
  %g = tensor.extract %x[%c3] : tensor<8xf32>
  %f = tensor.from_elements %e, %g : tensor<2xf32>
  return %f : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func private @pointwise_0
// CHECK: %[[LOW:.*]] = arith.constant 1.001360e-05 : f16
// CHECK: tensor.pad
// CHECK: tensor.yield %[[LOW]] : f16
func.func @rounded_pad(%x: tensor<6xf16>) -> tensor<7xf16> {
  %c = arith.constant 1.0e-5 : f32
  %0 = tensor.pad %x low[1] high[0] {
  ^bb0(%i: index):
    %low = arith.truncf %c : f32 to f16
    tensor.yield %low : f16
  } : tensor<6xf16> to tensor<7xf16>
  return %0 : tensor<7xf16>
}

// -----

// A schedule that a loop walks over.
// CHECK-LABEL: func.func @schedule
// CHECK: scf.for %[[I:[a-z0-9]+]] =
// CHECK: %[[S:.*]] = func.call @pointwise_0(%arg1, %[[I]]) : (tensor<8xf32>, index) -> tensor<f32>
// CHECK: %[[E:.*]] = tensor.extract %[[S]][] : tensor<f32>
// CHECK: func.call @pointwise_1({{.*}}%[[E]]
// CHECK-LABEL: func.func private @pointwise_0
// CHECK: tensor.extract_slice %arg0[%arg1] [1] [1]
func.func @schedule(%x: tensor<4x4xf32>, %steps: tensor<8xf32>) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%y = %x) -> (tensor<4x4xf32>) {
    %e = tensor.extract %steps[%i] : tensor<8xf32>
    %f = tensor.splat %e : tensor<4x4xf32>
    %g = arith.addf %y, %f : tensor<4x4xf32>
    scf.yield %g : tensor<4x4xf32>
  }
  return %r : tensor<4x4xf32>
}
