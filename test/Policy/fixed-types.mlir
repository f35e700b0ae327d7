// No rule changes the types of an op whose types are its meaning, or those of
// memory and of code elsewhere: a rule of the user's is told so, once per op name,
// a preset is not.
// RUN: echo 'amp.policy @all { amp.rule op("{arith.bitcast,arith.truncf,tensor.cast,bufferization.*}") always }' > %t.mlir
// RUN: amp-opt --amp-autocast="f16 policy=%t.mlir" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: amp-opt --amp-autocast="f16 policy=%t.mlir" %s 2>/dev/null | FileCheck %s
// RUN: amp-opt --amp-autocast="f16 policy=aggressive" %s 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: amp-opt --amp-autocast="f16 policy=tvm" %s 2>&1 | FileCheck %s --implicit-check-not=warning

// WARN: warning: 'arith.bitcast' op keeps its types, whatever a rule says: converts or reinterprets: the type is its meaning
// WARN: warning: 'tensor.cast' op keeps its types, whatever a rule says: one side of the view takes no part
// WARN: warning: 'bufferization.to_tensor' op keeps its types, whatever a rule says: meets memory or code whose type is fixed
// WARN: warning: 'arith.truncf' op keeps its types, whatever a rule says: a cast in the input is part of its meaning

// CHECK-LABEL: func.func @fixed
// CHECK: arith.bitcast {{.*}} : tensor<64x64xi32> to tensor<64x64xf32>
// CHECK: tensor.cast {{.*}} : tensor<*xf32> to tensor<64x64xf32>
// CHECK: bufferization.to_tensor {{.*}} : memref<64x64xf32> to tensor<64x64xf32>
// CHECK: arith.truncf {{%[0-9a-z]+}} : tensor<64x64xf32> to tensor<64x64xf16>
func.func @fixed(%i: tensor<64x64xi32>, %j: tensor<64x64xi32>, %u: tensor<*xf32>, %m: memref<64x64xf32>,
                 %c: tensor<64x64xf32>) -> tensor<64x64xf16> {
  %0 = arith.bitcast %i : tensor<64x64xi32> to tensor<64x64xf32>
  %1 = arith.bitcast %j : tensor<64x64xi32> to tensor<64x64xf32>
  %2 = tensor.cast %u : tensor<*xf32> to tensor<64x64xf32>
  %3 = bufferization.to_tensor %m : memref<64x64xf32> to tensor<64x64xf32>
  %4 = linalg.matmul ins(%0, %1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = linalg.matmul ins(%2, %3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%4 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %6 = arith.truncf %5 : tensor<64x64xf32> to tensor<64x64xf16>
  return %6 : tensor<64x64xf16>
}
