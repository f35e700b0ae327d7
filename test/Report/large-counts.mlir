// Counts beyond 64 bits stay at what 64 bits hold: multiply-adds were negative, and
// so were bytes, and the fewest bytes lost. A linalg product counts as TOSA's does.
// RUN: split-file %s %t
// RUN: amp-opt %t/loop.mlir --amp-autocast="f16 report=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOP '--implicit-check-not= -{{[0-9]}}'
// RUN: amp-opt %t/loop.mlir --amp-view-precision="%t/loop.dot collapse=function" -o /dev/null
// RUN: FileCheck %s --check-prefix=DOT --input-file=%t/loop.dot
// RUN: amp-opt %t/one.mlir --amp-autocast="f16 report=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: amp-opt %t/tosa.mlir --amp-autocast="f16 report=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: amp-opt %t/rule.mlir --amp-autocast="f16 report=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=RULE

// LOOP: activations {{ *}}9223372.04 TB{{ *}}9223372.04 TB
// LOOP: weights {{ *}}9223372.04 TB{{ *}}4611692.62 TB{{ *}}50.0 %
// LOOP: multiply-adds in f16: 100.0 % of 9223372036854775807
// DOT: 9223372036.85 G multiply-adds
// ONE: multiply-adds in f16: 100.0 % of 18014398509481984
// A tensor of 2^64 elements has more than 1000.
// RULE: warning: the rule matched no op
// RULE: multiply-adds in f16: 100.0 %

//--- loop.mlir
func.func @main(%a: tensor<1048576x1048576xf32>, %b: tensor<1048576x1048576xf32>) -> tensor<1048576x1048576xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ub = arith.constant 1048576 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1048576x1048576xf32>
  %r = scf.for %i = %c0 to %ub step %c1 iter_args(%x0 = %a) -> tensor<1048576x1048576xf32> {
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<1048576x1048576xf32>) -> tensor<1048576x1048576xf32>
    %x1 = linalg.matmul ins(%x0, %b : tensor<1048576x1048576xf32>, tensor<1048576x1048576xf32>) outs(%f : tensor<1048576x1048576xf32>) -> tensor<1048576x1048576xf32>
    %x2 = linalg.matmul ins(%x1, %b : tensor<1048576x1048576xf32>, tensor<1048576x1048576xf32>) outs(%f : tensor<1048576x1048576xf32>) -> tensor<1048576x1048576xf32>
    scf.yield %x2 : tensor<1048576x1048576xf32>
  }
  return %r : tensor<1048576x1048576xf32>
}

//--- one.mlir
func.func @main(%a: tensor<262144x262144xf32>, %b: tensor<262144x262144xf32>) -> tensor<262144x262144xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<262144x262144xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<262144x262144xf32>) -> tensor<262144x262144xf32>
  %m = linalg.matmul ins(%a, %b : tensor<262144x262144xf32>, tensor<262144x262144xf32>) outs(%f : tensor<262144x262144xf32>) -> tensor<262144x262144xf32>
  return %m : tensor<262144x262144xf32>
}

//--- tosa.mlir
func.func @main(%a: tensor<1x262144x262144xf32>, %b: tensor<1x262144x262144xf32>) -> tensor<1x262144x262144xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %m = tosa.matmul %a, %b, %zp, %zp : (tensor<1x262144x262144xf32>, tensor<1x262144x262144xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x262144x262144xf32>
  return %m : tensor<1x262144x262144xf32>
}

//--- rule.mlir
amp.policy @small {
  amp.rule op("linalg.matmul") operand(0) size below(1000) never
}
func.func @main(%a: tensor<4294967296x4294967296xf32>, %b: tensor<4294967296x8xf32>, %i: tensor<4294967296x8xf32>) -> tensor<4294967296x8xf32> {
  %m = linalg.matmul ins(%a, %b : tensor<4294967296x4294967296xf32>, tensor<4294967296x8xf32>) outs(%i : tensor<4294967296x8xf32>) -> tensor<4294967296x8xf32>
  return %m : tensor<4294967296x8xf32>
}
