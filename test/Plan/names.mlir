// Names of functions, ops and locations that look like parts of a plan, and
// functions of one name in modules without one: the plan is read back.
// RUN: amp-opt %s --allow-unregistered-dialect --amp-autocast="f16 unlisted=ignore save-plan=%t.plan" -o %t.1.mlir
// RUN: FileCheck %s --input-file=%t.plan
// RUN: amp-opt %s --allow-unregistered-dialect --amp-autocast="f16 unlisted=ignore plan=%t.plan save-plan=%t.2.plan" -o %t.2.mlir
// RUN: cmp %t.1.mlir %t.2.mlir
// RUN: cmp %t.plan %t.2.plan

// CHECK: @f/arg#0: -> high
// CHECK: @f#1/arg#0: -> high
// CHECK: @"a::@b"/arg#0: -> high
// CHECK: @a::@b/arg#0: -> high
// CHECK: @f#1/math.exp#0: -> high
// CHECK: @"a: b // c \"d\"\0Ae\\"/linalg.matmul#0: low -> high // "new\0Aline \"quoted\" // x: low"
// CHECK: @"a: b // c \"d\"\0Ae\\"/"odd op: low // y"#0: -> both // "\"q\" "
// CHECK: @"a: b // c \"d\"\0Ae\\"/linalg.matmul#1: low -> high // \{{$}}

// A location in an entry, written as a plan writes it; the check of a converted
// module finds such locations too.
// RUN: echo "amp-plan 1 f32 f16" > %t.loc
// RUN: echo 'loc "new\0Aline \"quoted\" // x: low": high // why' >> %t.loc
// RUN: amp-opt %s --allow-unregistered-dialect --amp-autocast="f16 unlisted=ignore plan=%t.loc save-plan=%t.3.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=LOC --input-file=%t.3.plan
// LOC: linalg.matmul#0: high
// LOC: linalg.matmul#1: low
// RUN: amp-opt %s --allow-unregistered-dialect --mlir-print-debuginfo --amp-autocast="f16 unlisted=ignore" -o %t.low.mlir
// RUN: not amp-opt %t.low.mlir --allow-unregistered-dialect --amp-verify-precision="never=false plan=%t.loc" 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not amp-opt %t.low.mlir --allow-unregistered-dialect --amp-verify-precision="never=false plan=%t.3.plan" 2>&1 | FileCheck %s --check-prefix=PATH
// KEPT: error: {{.*}}the plan '{{.*}}' keeps the op at 'new
// PATH: error: {{.*}}the plan '{{.*}}' keeps '@{{.*}}linalg.matmul#0' high

module {
  func.func private @f(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %e = math.exp %a : tensor<64x64xf32>
    return %e : tensor<64x64xf32>
  }
}
module {
  func.func private @f(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %e = math.exp %a : tensor<64x64xf32>
    return %e : tensor<64x64xf32>
  }
}
func.func @"a: b // c \22d\22\0Ae\5C"(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32> loc("new\0Aline \22quoted\22 // x: low")
  %e = "odd op: low // y"(%c) : (tensor<64x64xf32>) -> tensor<64x64xf32> loc("\22q\22 ")
  %d = linalg.matmul ins(%e, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32> loc("\5C")
  return %d : tensor<64x64xf32>
}
func.func @"a::@b"(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
    return %a : tensor<64x64xf32>
}
module @a {
func.func @b(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
    return %a : tensor<64x64xf32>
}
}
