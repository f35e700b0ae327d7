// What is not recorded is said; an instrumented function is no input.
// RUN: amp-opt --amp-instrument --split-input-file --verify-diagnostics %s -o /dev/null

// expected-warning @below {{values are not recorded: the function is private; inline it first}}
func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.absf %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-warning @below {{1 values are not recorded: they are made below control flow other than scf.for}}
func.func @main(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = scf.if %c -> tensor<4xf32> {
    %1 = math.absf %x : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{is instrumented already}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {amp.recorded = []} {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{expected 'amp.recorded' to be an array, got 3 : i64}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {amp.recorded = 3} {
  return %x : tensor<4xf32>
}
