// What a loop adds up by a function widens the end that grows. The other one
// moves once, when another loop, which comes later, hands on what it starts from.
// RUN: amp-opt --amp-print-ranges %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: arith.addf result 0: [0.1, inf]
func.func private @add(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = arith.addf %a, %b : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

func.func @early(%n: index) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1.0> : tensor<4x8xf32>
  %step = arith.constant dense<0.1> : tensor<4x8xf32>
  %r:3 = scf.while (%i = %c0, %a = %one, %b = %one) : (index, tensor<4x8xf32>, tensor<4x8xf32>) -> (index, tensor<4x8xf32>, tensor<4x8xf32>) {
    %more = arith.cmpi ult, %i, %n : index
    scf.condition(%more) %i, %a, %b : index, tensor<4x8xf32>, tensor<4x8xf32>
  } do {
  ^bb0(%i: index, %a: tensor<4x8xf32>, %b: tensor<4x8xf32>):
    %next = func.call @add(%a, %step) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %i, %b, %next : index, tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %r#1 : tensor<4x8xf32>
}

func.func @late(%n: index) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %one = arith.constant dense<1.0> : tensor<4x8xf32>
  cf.br ^head(%c0, %zero : index, tensor<4x8xf32>)
^head(%i: index, %sum: tensor<4x8xf32>):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^exit
^body:
  %next = func.call @add(%sum, %one) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  cf.br ^head(%i, %next : index, tensor<4x8xf32>)
^exit:
  return %sum : tensor<4x8xf32>
}
