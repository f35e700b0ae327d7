// Every way to fail: a located error, exit status 1, and no output.
// RUN: not amp-opt --amp-autocast="type=f8" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not amp-opt --amp-autocast="f16 assign=best" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=ASSIGN
// RUN: not amp-opt --amp-autocast="f16 compute=f64" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=COMPUTE
// RUN: not amp-opt --amp-autocast="f16 accumulate=i32" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=ACCUMULATE
// RUN: not amp-opt --amp-autocast="f16 unlisted=maybe" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=UNLISTED
// RUN: not amp-opt --amp-autocast="f16 signature=both" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=SIGNATURE
// RUN: not amp-opt --amp-autocast="f16 fold-weights=some" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: not amp-opt --amp-autocast="f16 policy=%t.none" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=POLICY
// RUN: not amp-opt --amp-autocast="f16 plan=%t.none" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: not amp-opt --amp-autocast="f16 report=%t.none/r.json" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: not amp-opt --amp-autocast="f16 error-ratio=-1" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=RATIO --implicit-check-not=func.func
// RUN: not amp-opt --amp-autocast="f16 error-ratio=1e400 report=%t.out" --allow-unregistered-dialect %s 2>&1 | FileCheck %s --check-prefix=INFINITE --implicit-check-not=func.func
// RUN: not amp-opt --amp-autocast="f16 unlisted=error" --allow-unregistered-dialect %s -o %t.out 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not ls %t.out

// TYPE: error: expected low type to be {{.*}}, got 'f8'
// ASSIGN: best
// COMPUTE: f64
// ACCUMULATE: i32
// UNLISTED: maybe
// SIGNATURE: both
// FOLD: some
// POLICY: error: expected a readable policy file
// PLAN: error: {{.*}}plan
// REPORT: error: {{.*}}report
// RATIO: autocast-invalid.mlir:{{.*}}: error: expected error-ratio to be 0 or more, got -1
// INFINITE: error: expected error-ratio to be finite, got inf
// ERROR: :[[@LINE+3]]:{{.*}}: error: 'other.op' op has no mixed-precision interface
func.func @f(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = "other.op"(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
