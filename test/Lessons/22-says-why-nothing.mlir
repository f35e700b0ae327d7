// "AMP has no effect", and no reason given: where nothing changes, a remark says why
// (NVIDIA/tensorflow issue 39).
// RUN: amp-opt --amp-autocast=f16 --remarks-filter=amp --remark-policy=all --remark-format=emitRemark %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: [Missed] Unchanged
// CHECK-SAME: no op is ALWAYS
func.func @nothing(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = math.exp %a : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
