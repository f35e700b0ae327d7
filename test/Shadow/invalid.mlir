// Both passes want one function to start from.
// RUN: amp-opt --amp-shadow=f16 --split-input-file --verify-diagnostics %s -o /dev/null
// RUN: amp-opt --amp-emulate=f16 --split-input-file --verify-diagnostics %s -o /dev/null

// expected-note @below {{the first one is here}}
func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// expected-error @below {{expected one public function, got a second one}}
func.func @two(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{expected one public function with a body}}
module {
  func.func private @outside(tensor<4xf32>) -> tensor<4xf32>
}

// -----

// expected-error @below {{expected the function to have one block}}
func.func @main(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^one, ^two
^one:
  return %x : tensor<4xf32>
^two:
  %0 = math.absf %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{expected no other use of the public function; make it private and have a public one call it}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{used here}}
  %0 = call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{expected no other use of the public function; make it private and have a public one call it}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// expected-note @below {{used here}}
func.func private @outside() attributes {entry = @main}
