// Two loops add up by one function. How far its sum reaches goes by no order of
// the functions: what they hand each other is taken up for all of them at once.
// RUN: amp-opt --amp-print-ranges --split-input-file %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: arith.addf result 0: [0.1, inf] reaches [0.1, 1.00002e+06]
func.func private @other(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant dense<1.0> : tensor<4x8xf32>
  %large = arith.constant dense<1.0e+06> : tensor<4x8xf32>
  %tenth = arith.constant dense<0.1> : tensor<4x8xf32>
  %r:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %one, %b = %large) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %next = func.call @add(%a, %tenth) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %b, %next : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %x : tensor<4x8xf32>
}
func.func private @loop() -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c200 = arith.constant 200 : index
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %one = arith.constant dense<1.0> : tensor<4x8xf32>
  %r = scf.for %i = %c0 to %c200 step %c1 iter_args(%sum = %zero) -> (tensor<4x8xf32>) {
    %next = func.call @add(%sum, %one) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
func.func private @add(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %sum = arith.addf %a, %b : tensor<4x8xf32>
  return %sum : tensor<4x8xf32>
}

// -----

// CHECK: arith.addf result 0: [0.1, inf] reaches [0.1, 1.00002e+06]
func.func private @loop() -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c200 = arith.constant 200 : index
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %one = arith.constant dense<1.0> : tensor<4x8xf32>
  %r = scf.for %i = %c0 to %c200 step %c1 iter_args(%sum = %zero) -> (tensor<4x8xf32>) {
    %next = func.call @add(%sum, %one) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
func.func private @add(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %sum = arith.addf %a, %b : tensor<4x8xf32>
  return %sum : tensor<4x8xf32>
}
func.func private @other(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant dense<1.0> : tensor<4x8xf32>
  %large = arith.constant dense<1.0e+06> : tensor<4x8xf32>
  %tenth = arith.constant dense<0.1> : tensor<4x8xf32>
  %r:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %one, %b = %large) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %next = func.call @add(%a, %tenth) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %b, %next : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %x : tensor<4x8xf32>
}

// -----

// CHECK: arith.addf result 0: [0.1, inf] reaches [0.1, 1.00002e+06]
func.func private @add(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %sum = arith.addf %a, %b : tensor<4x8xf32>
  return %sum : tensor<4x8xf32>
}
func.func private @other(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant dense<1.0> : tensor<4x8xf32>
  %large = arith.constant dense<1.0e+06> : tensor<4x8xf32>
  %tenth = arith.constant dense<0.1> : tensor<4x8xf32>
  %r:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %one, %b = %large) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %next = func.call @add(%a, %tenth) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %b, %next : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %x : tensor<4x8xf32>
}
func.func private @loop() -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c200 = arith.constant 200 : index
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %one = arith.constant dense<1.0> : tensor<4x8xf32>
  %r = scf.for %i = %c0 to %c200 step %c1 iter_args(%sum = %zero) -> (tensor<4x8xf32>) {
    %next = func.call @add(%sum, %one) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
