// RUN: not amp-opt %s --amp-specialize-shapes="shapes=0:4" -o %t 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not amp-opt %s --amp-specialize-shapes="shapes=0:4x9" 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not amp-opt %s --amp-specialize-shapes="shapes=2:4x8" 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not amp-opt %s --amp-specialize-shapes="shapes=x" 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not amp-opt %s --amp-specialize-shapes="shapes=0:-1x8" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not amp-opt %s --amp-specialize-shapes="shapes=0:4x8 entry=other" 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not amp-opt %s --amp-specialize-shapes="shapes=0:4x8,1:5x8" 2>&1 | FileCheck %s --check-prefix=CONTRADICTION
// RUN: not amp-compile %s --shapes=0:4x9 -o %t.so 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not ls %t.so

// RANK: :[[@LINE+7]]:17: error: expected a shape that argument 0 of 'main' can have, got '0:4' for 'tensor<?x8xf32>'
// SIZE: :[[@LINE+6]]:17: error: expected a shape that argument 0 of 'main' can have, got '0:4x9' for 'tensor<?x8xf32>'
// NUMBER: :[[@LINE+5]]:1: error: expected one of the 2 arguments of 'main', got '2:4x8'
// TEXT: :[[@LINE+4]]:1: error: expected the number of an argument and its shape, as 0:1x128, got 'x'
// NEGATIVE: :[[@LINE+3]]:1: error: expected the number of an argument and its shape, as 0:1x128, got '0:-1x8'
// ENTRY: error: expected the entry to be a public function with a body that nobody calls, here 'main'; got 'other'
// CONTRADICTION: :[[@LINE+2]]:8: error: {{.*}}4{{.*}}5
func.func @main(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = linalg.add ins(%x, %y : tensor<?x8xf32>, tensor<?x8xf32>) outs(%x : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
