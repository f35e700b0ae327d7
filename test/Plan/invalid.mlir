// Every fault of a plan is an error at its line.
// RUN: split-file %s %t
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/unmatched.plan" 2>&1 | FileCheck %s --check-prefix=UNMATCHED
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/location.plan" 2>&1 | FileCheck %s --check-prefix=LOCATION
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/types.plan" 2>&1 | FileCheck %s --check-prefix=TYPES
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/header.plan" 2>&1 | FileCheck %s --check-prefix=HEADER
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/word.plan" 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/storage.plan" 2>&1 | FileCheck %s --check-prefix=STORAGE
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/twice.plan" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/count.plan" 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/pinned.plan" 2>&1 | FileCheck %s --check-prefix=PINNED
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/copy.plan" 2>&1 | FileCheck %s --check-prefix=COPY
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 plan=%t/missing.plan" 2>&1 | FileCheck %s --check-prefix=MISSING

//--- unmatched.plan
amp-plan 1 f32 f16
// a comment
@main/linalg.matmul#7: high
//--- location.plan
amp-plan 1 f32 f16
loc "decoder/*": high
//--- types.plan
amp-plan 1 f32 bf16
//--- header.plan
@main/linalg.matmul#0: high
//--- word.plan
amp-plan 1 f32 f16
@main/linalg.matmul#0: f8
//--- storage.plan
amp-plan 1 f32 f16
@main/linalg.matmul#0: low -> medium
//--- twice.plan
amp-plan 1 f32 f16
@main/linalg.matmul#0: low
@main/linalg.matmul#0: high
//--- count.plan
amp-plan 1 f32 f16
@main/linalg.matmul#0: low -> high, high
//--- pinned.plan
amp-plan 1 f32 f16
@main/math.exp#0: -> low
//--- copy.plan
amp-plan 1 f32 f16
@main/linalg.matmul#0: low
@main/arg#0: -> high
//--- in.mlir
// UNMATCHED: unmatched.plan:3:1: error: plan entry '@main/linalg.matmul#7' matches nothing
// LOCATION: location.plan:2:1: error: plan entry 'loc "decoder/*"' matches no op
// TYPES: types.plan:1:1: error: the plan is for f32 -> bf16, the conversion is f32 -> f16
// HEADER: header.plan:1:1: error: expected 'amp-plan 1 HIGH LOW' at the head of a plan
// WORD: word.plan:2:24: error: expected low, high or -, got 'f8'
// STORAGE: storage.plan:2:31: error: expected a storage of high, low, both, both-low or -, got 'medium'
// TWICE: twice.plan:3:1: error: plan entry '@main/linalg.matmul#0' is already on line 2
// COUNT: count.plan:2:1: error: plan entry '@main/linalg.matmul#0' lists 2 results, but the op has 1
// PINNED: pinned.plan:2:1: error: plan entry '@main/math.exp#0' {{.*}}high
// COPY: copy.plan:3:1: error: plan entry '@main/arg#0' leaves a value without the low copy that a use needs
// COPY: note: used low here
// MISSING: error: cannot read the plan:
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = math.exp %c : tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}
