// Both passes want one function to start from.
// RUN: amp-opt --allow-unregistered-dialect --amp-shadow=f16 --split-input-file --verify-diagnostics %s -o /dev/null
// RUN: amp-opt --allow-unregistered-dialect --amp-emulate=f16 --split-input-file --verify-diagnostics %s -o /dev/null

func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// expected-error @below {{expected one public function with a body that nobody calls, or the name of an entry; got 'one', 'two'}}
func.func @two(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{expected one public function with a body that nobody calls, got none}}
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

// Other dialects may have ends of their own.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.absf %x : tensor<4xf32>
  // expected-error @below {{expected the function to end in 'func.return'}}
  "other.return"(%0) : (tensor<4xf32>) -> ()
}

// -----

// expected-error @below {{expected one public function with a body that nobody calls, got none}}
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
  func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// expected-error @below {{expected one public function with a body that nobody calls, got none}}
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
  func.func private @outside() attributes {entry = @main}
}

// -----

// Who calls whom is not known where an op is not.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected registered ops, got 'foo.bar' with a region: which functions it uses is not known}}
  "foo.bar"() ({
    %0 = arith.addf %x, %x : tensor<4xf32>
  }) : () -> ()
  return %x : tensor<4xf32>
}
