// RUN: not amp-opt %s --amp-annotate=i8 2>&1 | FileCheck %s
// CHECK: error: expected low type to be f16 or bf16, got 'i8'
// CHECK-NOT: func.func

func.func @main() {
  return
}
