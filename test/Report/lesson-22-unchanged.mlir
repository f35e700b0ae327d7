// Lesson 22: where nothing changes, the report and a remark give the reason.
// RUN: amp-opt %s --amp-autocast="f16 report=-" -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %s --amp-autocast=f16 --remarks-filter=amp --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: nothing changed: no op is ALWAYS
// CHECK: constants: 0 changed
// REMARK: Unchanged
// REMARK-SAME: no op is ALWAYS

func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {
  %e = math.exp %a : tensor<64xf32>
  %s = arith.addf %e, %a : tensor<64xf32>
  return %s : tensor<64xf32>
}
