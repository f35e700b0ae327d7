// An error about the model's entry does not print the module.
// RUN: not amp-opt %s --amp-to-nvvm="sm_80 format=isa entry=other" 2>&1 | FileCheck %s --implicit-check-not=func.func

// CHECK: invalid-entry.mlir:{{.*}}: error: expected a function '@other' with a body as the model's entry
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.absf %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
