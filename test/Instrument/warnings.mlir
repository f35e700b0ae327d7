// What is not recorded is said; an instrumented function is no input.
// RUN: amp-opt --amp-instrument --split-input-file --verify-diagnostics %s -o /dev/null

// expected-warning @below {{2 values are not recorded: the function is recursive}}
func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A circle: one of the two is recorded, and every call still fits its callee.
// expected-warning @below {{2 values are not recorded: the function is recursive}}
func.func private @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @two(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @two(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @one(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @one(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-warning @below {{2 values are not recorded: the function is public and called; make it private}}
func.func @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.absf %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-warning @below {{3 values are not recorded: they are made in parallel, or in regions of ops that are no known control flow}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%out = %x) -> tensor<4xf32> {
    %part = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %1 = math.absf %part : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %out[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
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
