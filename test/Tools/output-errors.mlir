// What cannot be written is an error, exit status 1, and leaves the old file alone.
// REQUIRES: shell-tools
// RUN: rm -rf %t && mkdir -p %t && echo old > %t/old.mlir

// A full disk: the limit on file sizes stands for it.
// RUN: not bash -c "ulimit -f 1; trap '' XFSZ; amp-opt --amp-autocast=f16 %s -o %t/old.mlir" 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not bash -c "ulimit -f 0; trap '' XFSZ; amp-opt --amp-autocast='f16 save-plan=%t/plan report=%t/report' %s -o /dev/null" 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: cat %t/old.mlir | FileCheck %s --check-prefix=OLD
// RUN: ls %t | count 1
// RUN: not bash -c "amp-opt --amp-autocast=f16 %s > /dev/full" 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not bash -c "amp-opt --amp-autocast='f16 report=/dev/full' %s -o /dev/null" 2>&1 | FileCheck %s --check-prefix=REPORT
// FULL-NOT: Stack dump
// FULL: amp-opt: cannot write '{{.*}}old.mlir': File too large
// PLAN: error: cannot write the {{plan|report}}: cannot write '{{.*}}': File too large
// OLD: old
// DEVICE: amp-opt: cannot write '-': No space left on device
// REPORT: error: cannot write the report: cannot write '/dev/full': No space left on device

// A reader who goes away.
// RUN: %python %S/Inputs/closed-pipe.py amp-opt --amp-autocast=f16 %s 2>&1 | FileCheck %s --check-prefix=PIPE
// PIPE: cannot write '-': Broken pipe
// PIPE: status 1

// A target that is no file, or in no folder.
// RUN: not amp-opt --amp-autocast=f16 %s -o %t/none/out.mlir 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not amp-opt --amp-autocast=f16 %s -o %t 2>&1 | FileCheck %s --check-prefix=ISFOLDER
// RUN: not amp-opt --amp-autocast="f16 save-plan=%t/none/plan" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLANFOLDER
// FOLDER: cannot write '{{.*}}out.mlir': No such file or directory
// ISFOLDER: Is a directory
// PLANFOLDER: error: cannot write the plan: cannot write '{{.*}}plan': No such file or directory

// A report that cannot be written takes the plan of its run along.
// RUN: not amp-opt --amp-autocast="f16 save-plan=%t/plan report=%t/none/report" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORTFOLDER
// RUN: ls %t | count 1
// RUN: amp-opt --amp-autocast="f16 save-plan=%t/both.plan report=%t/both.json" %s -o /dev/null
// RUN: ls %t | count 3
// REPORTFOLDER: error: cannot write the report: cannot write '{{.*}}report': No such file or directory

// Two outputs are two files, by whichever names; stderr takes both, and stdout is
// the module's.
// RUN: not amp-opt --amp-autocast="f16 save-plan=%t/one report=%t/../%basename_t.tmp/one" %s -o %t/never.mlir 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: ls %t | count 3
// RUN: amp-opt --amp-autocast="f16 save-plan=- report=-" %s 2> %t/stderr | FileCheck %s --check-prefix=WRITTEN --implicit-check-not=amp-plan
// RUN: FileCheck %s --check-prefix=STDERR < %t/stderr && rm %t/stderr
// ONE: error: expected save-plan and report to name two files, got '{{.*}}/one' and '{{.*}}/one'
// STDERR-DAG: amp-plan 1 f32 f16
// STDERR-DAG: mixed precision: f32 -> f16

// No output is the module's own file, by whichever name.
// RUN: cp %s %t/own.mlir && ln -s own.mlir %t/own.link
// RUN: not amp-opt --amp-autocast="f16 save-plan=%t/own.mlir" %t/own.mlir -o %t/never.mlir 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not amp-opt --amp-autocast="f16 report=%t/own.link" %t/own.mlir -o %t/never.mlir 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: cp %s %t/own.dot
// RUN: not amp-opt --amp-view-precision=%t/own.dot %t/own.dot 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: cmp %s %t/own.mlir && cmp %s %t/own.dot && rm %t/own.mlir %t/own.link %t/own.dot
// RUN: ls %t | count 3
// OWN: own.{{mlir|dot}}:{{.*}}: error: expected an output beside the module, got '{{.*}}/own.{{mlir|link|dot}}'

// Nor is it a file that the run reads.
// RUN: echo "amp.policy @p {}" > %t/read.policy && echo "{}" > %t/read.json && cp %t/both.plan %t/read.plan
// RUN: not amp-opt --amp-autocast="f16 policy=%t/read.policy report=%t/read.policy" %s -o %t/never.mlir 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not amp-opt --amp-autocast="f16 profile=%t/read.json save-plan=%t/read.json" %s -o %t/never.mlir 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not amp-opt --amp-autocast="f16 plan=%t/read.plan report=%t/read.plan" %s -o %t/never.mlir 2>&1 | FileCheck %s --check-prefix=READ
// RUN: echo "amp.policy @p {}" | cmp - %t/read.policy && cmp %t/both.plan %t/read.plan
// RUN: rm %t/read.policy %t/read.json %t/read.plan
// READ: error: expected an output beside the {{policy|profile|plan}}, got '{{.*}}/read.{{policy|json|plan}}'

// The module that amp-opt writes is an output as the others are, by whichever
// name, and what it reads stays, bytecode too; a module may replace itself.
// RUN: echo kept > %t/x && ln -s x %t/x.link && ln %t/x %t/x.hard
// RUN: not amp-opt --amp-autocast="f16 save-plan=%t/x" %s -o %t/x 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not amp-opt --amp-autocast="f16 report=%t/x.link" %s -o %t/x 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not amp-opt --amp-autocast="f16 report=%t/x" %s -o %t/x.hard 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not amp-opt --amp-view-precision=%t/x.dot %s -o %t/x.dot 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not amp-opt --amp-autocast="f16 save-plan=%t/x" --remarks-output-file=%t/x %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not amp-opt --amp-autocast="f16 plan=%t/both.plan" %s -o %t/both.plan 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not amp-opt --remarks-output-file=%t/x %s -o %t/x.link 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not amp-opt --log-actions-to=%t/x %t/x 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: amp-opt %s --emit-bytecode -o %t/x.mlirbc
// RUN: not amp-opt --amp-autocast="f16 report=%t/x.mlirbc" %t/x.mlirbc -o /dev/null 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: amp-opt --amp-autocast=f16 %t/x.mlirbc -o %t/x.mlirbc && FileCheck %s --check-prefix=WRITTEN < %t/x.mlirbc
// RUN: echo kept | cmp - %t/x && amp-opt --amp-autocast="f16 plan=%t/both.plan" %s -o /dev/null
// RUN: rm %t/x %t/x.link %t/x.hard %t/x.mlirbc && ls %t | count 3
// MODULE: {{output-errors.mlir:.*: error|x.mlirbc:.*: error|amp-opt}}: expected {{(.* to name two files|an output beside the (plan|module))}}, got '

// A device stays a device.
// RUN: amp-opt --amp-autocast="f16 report=/dev/null save-plan=/dev/null" %s -o /dev/null
// RUN: not amp-compile %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=COMPILE
// RUN: test -c /dev/null
// COMPILE: error: expected the name of a file to write, got '/dev/null'

// A link stays one, and so does /dev/stdout; a name may hold what mktemp reads.
// RUN: ln -s old.mlir %t/link.mlir
// RUN: amp-opt --amp-autocast=f16 %s -o %t/link.mlir && test -L %t/link.mlir
// RUN: cat %t/old.mlir | FileCheck %s --check-prefix=WRITTEN
// RUN: bash -c "amp-opt --amp-autocast='f16 save-plan=/dev/stdout' %s -o /dev/null | cat" | FileCheck %s --check-prefix=STDOUT
// RUN: test ! -f /dev/stdout -o -L /dev/stdout
// RUN: amp-opt --amp-autocast=f16 %s -o %t/a%%%%b.mlir
// RUN: ls %t | FileCheck %s --check-prefix=NAMES
// RUN: not bash -c "amp-opt --amp-autocast=f16 %s >&-" 2>&1 | FileCheck %s --check-prefix=CLOSED
// WRITTEN: linalg.matmul {{.*}}f16
// STDOUT: linalg.matmul
// NAMES: a%%b.mlir
// NAMES: link.mlir
// NAMES-NEXT: old.mlir
// CLOSED: amp-opt: cannot write '-': Bad file descriptor

// Killed half-way: what is at the target's place stays.
// RUN: %python %S/Inputs/kill-half-way.py amp-opt %t/old.mlir | FileCheck %s --check-prefix=KILLED
// KILLED: killed, old file kept

func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
