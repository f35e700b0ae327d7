// Every message of the dialect's parsers and verifiers.
// RUN: amp-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

amp.policy @p {
  // expected-error @+1 {{expected op(...) to be an op name 'dialect.op' or a glob of that form, got 'matmul'}}
  amp.rule op("matmul") never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected op(...) to be an op name 'dialect.op' or a glob of that form, got 'linalg.mat mul'}}
  amp.rule op("linalg.mat mul") never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected op(...) to be a glob, got 'linalg.[conv': }}
  amp.rule op("linalg.[conv") never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected contains(...) to be an op name 'dialect.op' or a glob of that form, got 'exp'}}
  amp.rule contains("exp") never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected dialect(...) to be a glob, got '{': }}
  amp.rule dialect("{") never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected function(...) to be a glob, got '[': }}
  amp.rule function("[") never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected location(...) to be a POSIX extended regular expression, got 'layer(1': }}
  amp.rule location("layer(1") never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected a line of at least 1, got 0}}
  amp.rule at("model.py":0) never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected at(...) to name a file, got ''}}
  amp.rule at("") never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected a file with line 3}}
  "amp.rule"() <{line = 3 : i64, category = #amp.category<never>}> : () -> ()
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected accumulate(...) to be a float type, got 'i32'}}
  amp.rule accumulate(i32)
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected result(...) to be a float type, got 'tensor<2xf16>'}}
  amp.rule result(tensor<2xf16>)
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected at least one of a category, an accumulation type and a result type}}
  "amp.rule"() <{op_name = "linalg.matmul"}> : () -> ()
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected a matcher, or one of 'always', 'follow', 'never', 'accumulate(TYPE)', 'result(TYPE)'}}
  amp.rule op("linalg.matmul") nevr
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected one category, got 'never' and 'always'}}
  amp.rule never always
}

// -----

amp.policy @p {
  // expected-error @+1 {{'op' is given twice in this rule}}
  amp.rule op("linalg.matmul") op("linalg.dot") never
}

// -----

amp.policy @p {
  // expected-error @+1 {{'result' is set twice in this rule}}
  amp.rule result(f16) result(f32)
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected each attribute to be named once, got 'groups'}}
  amp.rule attr("groups") attr("groups" = 4) never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected one of never, follow, always, got 'sometimes'}}
  amp.rule declares(sometimes) never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected one of sum, order, square, exponential, movement, contraction, product, absolute_error, scale, logarithm, difference, got 'slow'}}
  amp.rule trait(slow) never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected 'dim(N)', 'rank', 'size' or 'shape(...)' after 'operand(1)'}}
  amp.rule operand(1) below(64) never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected an operand index}}
  amp.rule operand(f16) never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected 'below(N)' or 'at_least(N)' after 'dim'}}
  amp.rule operand(1) dim(0) never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected a bound that some extent meets, got at_least(64) below(64)}}
  amp.rule operand(1) dim(0) at_least(64) below(64) never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected a non-negative bound, got -3}}
  amp.rule operand(1) dim(0) at_least(-3) never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected a non-negative dimension, got -1}}
  amp.rule operand(1) dim(-1) below(64) never
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected a non-negative operand index, got -1}}
  amp.rule operand(-1) rank below(4) never
}

// -----

// expected-error @+1 {{expected 'operand(N)' or 'result(N)'}}
"test.op"() {a = #amp.bound<dim(0) below(3)>} : () -> ()

// -----

// Equal matchers, other settings: which one wins is nobody's intention.
amp.policy @p {
  // expected-note @+1 {{the earlier rule is here}}
  amp.rule op("linalg.matmul") operand(0) rank below(4) always
  amp.rule op("linalg.matmul") never
  // expected-error @+1 {{expected one category for these matchers, got another than an earlier rule of the same rank}}
  amp.rule op("linalg.matmul") operand(0) rank below(4) never
}

// -----

amp.policy @p {
  // expected-note @+1 {{the earlier rule is here}}
  amp.rule op("linalg.matmul") accumulate(f32)
  // expected-error @+1 {{expected one accumulation type for these matchers}}
  amp.rule op("linalg.matmul") accumulate(f16)
}

// -----

amp.policy @p {
  // expected-note @+1 {{the earlier rule is here}}
  amp.rule op("linalg.matmul") result(f32)
  // expected-error @+1 {{expected one result type for these matchers}}
  amp.rule op("linalg.matmul") result(f16)
}

// -----

// Settings that add up are no conflict.
amp.policy @p {
  amp.rule op("linalg.matmul") always
  amp.rule op("linalg.matmul") accumulate(f32)
}

// -----

amp.policy @p {
  // expected-error @+1 {{expected only 'amp.rule' ops in a policy, got 'test.op'}}
  "test.op"() : () -> ()
}

// -----

// expected-error @+1 {{'amp.rule' op expects parent op 'amp.policy'}}
amp.rule never

// -----

// expected-error @+1 {{expected dtype to be a float type of fewer than 32 bits such as f16 or bf16, got 'f64'}}
amp.autocast dtype(f64) {
}

// -----

// expected-error @+1 {{expected dtype to be a float type of fewer than 32 bits such as f16 or bf16, got 'i8'}}
amp.autocast dtype(i8) {
}

// -----

func.func @count(%a: f32) {
  %r = amp.autocast -> f32 {
    // expected-error @+1 {{expected 1 values, one per result of the enclosing scope, got 0}}
    amp.yield
  }
  return
}

// -----

func.func @type(%a: f32) {
  %r = amp.autocast -> f16 {
    // expected-error @+1 {{expected value 0 to be of the result's type 'f16', got 'f32'}}
    amp.yield %a : f32
  }
  return
}

// -----

func.func @outside(%a: f32) {
  // expected-error @+1 {{'amp.yield' op expects parent op 'amp.autocast'}}
  amp.yield
}

// -----

// expected-error @+1 {{expected 'amp.category' to be a #amp.category attribute, got "never"}}
"test.op"() {amp.category = "never"} : () -> ()

// -----

// expected-error @+1 {{expected 'amp.accumulate' to be a float type, got i32}}
"test.op"() {amp.accumulate = i32} : () -> ()

// -----

// expected-error @+1 {{expected 'amp.result' to be a float type, got 1 : i64}}
"test.op"() {amp.result = 1} : () -> ()

// -----

// expected-error @+1 {{expected 'amp.precision' to be a #amp.precision attribute, got f16}}
"test.op"() {amp.precision = f16} : () -> ()

// -----

// expected-error @+1 {{expected 'amp.precision' to list 0 operands and 0 results, got 1 and 0}}
"test.op"() {amp.precision = #amp.precision<(f16) -> (), compute = f32, accumulate = f32>} : () -> ()

// -----

// expected-error @+1 {{expected 'amp.reason' to be a string, got 1 : i64}}
"test.op"() {amp.reason = 1} : () -> ()

// -----

// expected-error @+1 {{unknown attribute 'amp.categroy' of the amp dialect on an operation}}
"test.op"() {amp.categroy = 1} : () -> ()

// -----

// expected-error @+1 {{expected the compute type to be a float type, got 'i8'}}
"test.op"() {a = #amp.precision<() -> (), compute = i8, accumulate = f32>} : () -> ()

// -----

// expected-error @+1 {{expected the accumulation type to be a float type, got 'i8'}}
"test.op"() {a = #amp.precision<() -> (), compute = f32, accumulate = i8>} : () -> ()

// -----

// expected-error @+1 {{expected the accumulation type 'f16' to be at least as wide as the compute type 'f32'}}
"test.op"() {a = #amp.precision<() -> (), compute = f32, accumulate = f16>} : () -> ()

// -----

// expected-error @+1 {{unknown attribute 'amp.rang' of the amp dialect on an argument}}
func.func private @f(f32 {amp.rang = 1})

// -----

// expected-error @+1 {{expected 'amp.range' to be array<f64: MIN, MAX>, got 1 : i64}}
func.func private @f(f32 {amp.range = 1})

// -----

// expected-error @+1 {{expected 'amp.range' to have its minimum first, got array<f64: 1.000000e+00, 0.000000e+00>}}
func.func private @f(f32 {amp.range = array<f64: 1.0, 0.0>})

// -----

// expected-error @+1 {{expected 'amp.kernel' to be a unit attribute, got 1 : i64}}
func.func private @kernel() attributes {amp.kernel = 1 : i64}

// -----

// expected-error @+1 {{expected 'amp.launch' to be a dictionary, got 2 : i64}}
func.func private @kernel() attributes {amp.launch = 2 : i64}

// -----

// Another terminator, in generic form, is an error before it is looked into.
func.func @terminator() {
  // expected-error @+2 {{op expects regions to end with 'amp.yield', found 'test.end'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'amp.yield'}}
  "amp.autocast"() ({
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @empty() {
  // expected-error @+1 {{op expects a non-empty block}}
  "amp.autocast"() ({
  ^bb0:
  }) : () -> ()
  return
}
