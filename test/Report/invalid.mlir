// A report that cannot be written is an error, and no IR comes out.
// RUN: not amp-opt %s --amp-autocast="f16 report=%t.none/r.json" 2>&1 | FileCheck %s
// CHECK: error: cannot write the report:
// CHECK-NOT: func.func

func.func @main() {
  return
}
