// An op that is NEVER must not compute low, in tensors, vectors or bodies; in
// f32, and around casts, it may.
// RUN: amp-opt %s --amp-verify-precision --split-input-file --verify-diagnostics

func.func @good(%a: tensor<4xf16>, %b: f16) -> tensor<4xf32> {
  %x = arith.extf %a : tensor<4xf16> to tensor<4xf32>
  %e = math.exp %x : tensor<4xf32>
  %r = arith.maximumf %b, %b : f16
  return %e : tensor<4xf32>
}

// -----

func.func @tensor(%a: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error @+1 {{computes in 'f16', but math.exp is NEVER}}
  %e = math.exp %a : tensor<4xf16>
  return %e : tensor<4xf16>
}

// -----

// An attribute on the op is stronger than what its kind of op declares.
func.func @asked(%a: tensor<4xf16>) -> tensor<4xf16> {
  %0 = math.exp %a {amp.category = #amp.category<always>} : tensor<4xf16>
  %1 = math.exp %0 {amp.category = #amp.category<follow>} : tensor<4xf16>
  // expected-error @+1 {{computes in 'f16', but math.exp is NEVER}}
  %2 = math.exp %1 {amp.category = #amp.category<never>} : tensor<4xf16>
  return %2 : tensor<4xf16>
}

// -----

func.func @vector(%a: vector<4xbf16>) -> vector<4xbf16> {
  // expected-error @+1 {{computes in 'bf16', but math.rsqrt is NEVER}}
  %e = math.rsqrt %a : vector<4xbf16>
  return %e : vector<4xbf16>
}

// -----

#id = affine_map<(d0) -> (d0)>
func.func @body(%a: tensor<4xf16>, %o: tensor<4xf16>) -> tensor<4xf16> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf16>) outs(%o : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    // expected-error @+1 {{computes in 'f16', but math.exp is NEVER}}
    %e = math.exp %in : f16
    linalg.yield %e : f16
  } -> tensor<4xf16>
  return %r : tensor<4xf16>
}

// -----

// Low storage with f32 arithmetic is what the conversion makes.
#id = affine_map<(d0) -> (d0)>
func.func @absorbed(%a: tensor<4xf16>, %o: tensor<4xf16>) -> tensor<4xf16> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf16>) outs(%o : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %x = arith.extf %in : f16 to f32
    %e = math.exp %x : f32
    %t = arith.truncf %e : f32 to f16
    linalg.yield %t : f16
  } -> tensor<4xf16>
  return %r : tensor<4xf16>
}
