// Standard input is read once: a second file that would come from there is an
// error that says so, not an empty file.
// RUN: amp-opt --amp-autocast="f16 save-plan=%t.plan" %s -o /dev/null
// RUN: not amp-opt --amp-autocast="f16 plan=-" < %s 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not amp-opt --amp-verify-precision="plan=-" - < %s 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not amp-compile - --autocast=f16 --plan=- -o %t.so < %s 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not amp-opt --amp-autocast="f16 plan=- profile=-" %s < %t.plan 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: not amp-opt --amp-diff-plan="- -" %s < %t.plan 2>&1 | FileCheck %s --check-prefix=PLANS
// RUN: amp-opt --amp-autocast="f16 plan=-" %s < %t.plan | FileCheck %s
// MODULE: <stdin>:{{.*}}: error: expected standard input to be read once, got '-' for the module and the plan
// PROFILE: stdin-once.mlir:{{.*}}: error: expected standard input to be read once, got '-' for the plan and the profile
// PLANS: stdin-once.mlir:{{.*}}: error: expected standard input to be read once, got '-' for before and after

// What editors put in front of UTF-8 is no part of a plan or a profile, nor is the
// whole of a binary file part of a message.
// RUN: %python -c "import sys; sys.stdout.buffer.write(b'\xef\xbb\xbf' + open(sys.argv[1], 'rb').read())" %t.plan > %t.bom
// RUN: amp-opt --amp-autocast="f16 plan=%t.bom" %s | FileCheck %s
// RUN: %python -c "import sys; sys.stdout.buffer.write(b'\xef\xbb\xbf{\"version\": 1, \"entries\": []}')" > %t.json
// RUN: amp-opt --amp-autocast="f16 profile=%t.json" %s | FileCheck %s
// RUN: %python -c "print('x' * 100000)" > %t.long
// RUN: not amp-opt --amp-autocast="f16 plan=%t.long" %s 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: long:1:1: error: expected 'amp-plan 1 HIGH LOW' at the head of a plan, got '{{x+}}...'

// CHECK: linalg.matmul {{.*}}tensor<4x4xf16>
func.func @main(%x: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
