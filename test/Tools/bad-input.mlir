// Bad input gives one located error, exit status 1 and no output.
// RUN: split-file %s %t

// Malformed text.
// RUN: not amp-opt --amp-autocast %t/malformed.mlir -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=MALFORMED
// RUN: not ls %t/out.mlir
// RUN: not amp-opt --amp-autocast %t/malformed.mlir 2>/dev/null | count 0
// MALFORMED: malformed.mlir:2:{{[0-9]+}}: error: expected

// A file that does not exist.
// RUN: not amp-opt --amp-autocast %t/missing.mlir -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not ls %t/out.mlir
// MISSING: {{.*}}missing.mlir{{.*}}: No such file or directory

// A misspelt option.
// RUN: not amp-opt --amp-autocast="asign=greedy" %t/good.mlir -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not ls %t/out.mlir
// OPTION: {{.*}}asign

// A value that the option does not have.
// RUN: not amp-opt --amp-autocast="assign=best" %t/good.mlir -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not ls %t/out.mlir
// VALUE: {{.*}}best

// IR that does not verify.
// RUN: not amp-opt --amp-autocast %t/unverifiable.mlir -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=VERIFY
// RUN: not ls %t/out.mlir
// RUN: not amp-opt --amp-autocast %t/unverifiable.mlir 2>/dev/null | count 0
// VERIFY: unverifiable.mlir:2:{{[0-9]+}}: error: type of return operand 0

// Bytecode that is cut short.
// RUN: amp-opt --emit-bytecode %t/good.mlir -o %t/good.mlirbc
// RUN: %python -c "d=open(r'%t/good.mlirbc','rb').read(); open(r'%t/cut.mlirbc','wb').write(d[:len(d)//2])"
// RUN: not amp-opt --amp-autocast %t/cut.mlirbc -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not ls %t/out.mlir
// CUT: error:

//--- good.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
//--- malformed.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- unverifiable.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf16> {
  return %x : tensor<4xf32>
}
