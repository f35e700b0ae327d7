// A loop is looked at once all that it reads from outside is known: what it
// reaches is kept when it is widened. It kept what it reached while one call of
// `same` had been seen, [-1, 119996], and an identity put into `same` (a cast
// does it) made another of it.
// Found by amp-fuzz, seed 9800238 at the time.
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | grep remark | FileCheck %s

func.func private @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// CHECK: scf.for result 0: unknown or -inf or +inf or nan; f16 open
func.func @read(%lb: index, %ub: index, %step: index) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %big = arith.constant dense<60000.0> : tensor<4xf32>
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %v = call @same(%half) : (tensor<4xf32>) -> tensor<4xf32>
  %sum = scf.for %i = %lb to %ub step %step iter_args(%a = %zero) -> (tensor<4xf32>) {
    %q = arith.divf %big, %v : tensor<4xf32>
    %b = arith.addf %a, %q : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %sum : tensor<4xf32>
}
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %v = call @same(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %v : tensor<4xf32>
}

// The same within a function, one of whose calls is known later, as what it
// passes comes from a function further down.
// CHECK: scf.for result 0: unknown or -inf or +inf or nan; f16 open
func.func private @sum(%x: tensor<4xf32>, %lb: index, %ub: index, %step: index) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %big = arith.constant dense<60000.0> : tensor<4xf32>
  %sum = scf.for %i = %lb to %ub step %step iter_args(%a = %zero) -> (tensor<4xf32>) {
    %q = arith.divf %big, %x : tensor<4xf32>
    %b = arith.addf %a, %q : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %sum : tensor<4xf32>
}
func.func @known(%lb: index, %ub: index, %step: index) -> tensor<4xf32> {
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %v = call @sum(%half, %lb, %ub, %step) : (tensor<4xf32>, index, index, index) -> tensor<4xf32>
  return %v : tensor<4xf32>
}
func.func @unknown(%x: tensor<4xf32>, %lb: index, %ub: index, %step: index) -> tensor<4xf32> {
  %s = call @later(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %v = call @sum(%s, %lb, %ub, %step) : (tensor<4xf32>, index, index, index) -> tensor<4xf32>
  return %v : tensor<4xf32>
}
func.func private @later(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.absf %x : tensor<4xf32>
  %n = arith.negf %r : tensor<4xf32>
  return %n : tensor<4xf32>
}

// Of blocks, the one that comes last in the text brings the divisor.
// CHECK: arith.addf result 0: unknown or -inf or +inf or nan; f16 open
func.func @blocks(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %big = arith.constant dense<60000.0> : tensor<4xf32>
  %half = arith.constant dense<0.5> : tensor<4xf32>
  cf.cond_br %c, ^join(%half : tensor<4xf32>), ^last
^join(%v: tensor<4xf32>):
  cf.br ^head(%zero : tensor<4xf32>)
^head(%a: tensor<4xf32>):
  %q = arith.divf %big, %v : tensor<4xf32>
  %b = arith.addf %a, %q : tensor<4xf32>
  cf.cond_br %c, ^head(%b : tensor<4xf32>), ^exit
^exit:
  return %b : tensor<4xf32>
^last:
  cf.br ^join(%x : tensor<4xf32>)
}
