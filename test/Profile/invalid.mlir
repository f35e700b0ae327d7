// Every fault of a profile is an error at its place, and no module comes out.
// RUN: split-file %s %t
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/unmatched.json" 2>&1 | FileCheck %s --check-prefix=UNMATCHED --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/location.json" 2>&1 | FileCheck %s --check-prefix=LOCATION --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/no-part.json" 2>&1 | FileCheck %s --check-prefix=NOPART --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/result.json" 2>&1 | FileCheck %s --check-prefix=RESULT --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/argument.json" 2>&1 | FileCheck %s --check-prefix=ARGUMENT --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/syntax.json" 2>&1 | FileCheck %s --check-prefix=SYNTAX --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/deep.json" 2>&1 | FileCheck %s --check-prefix=DEEP --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/negative.json" 2>&1 | FileCheck %s --check-prefix=NEGATIVE --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/huge.json" 2>&1 | FileCheck %s --check-prefix=HUGE --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/word.json" 2>&1 | FileCheck %s --check-prefix=WORD --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/key.json" 2>&1 | FileCheck %s --check-prefix=KEY --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/order.json" 2>&1 | FileCheck %s --check-prefix=ORDER --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/empty.json" 2>&1 | FileCheck %s --check-prefix=EMPTY --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/nameless.json" 2>&1 | FileCheck %s --check-prefix=NAMELESS --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/both.json" 2>&1 | FileCheck %s --check-prefix=BOTH --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/twice.json" 2>&1 | FileCheck %s --check-prefix=TWICE --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/key-twice.json" 2>&1 | FileCheck %s --check-prefix=KEYTWICE --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/key-escaped.json" 2>&1 | FileCheck %s --check-prefix=KEYESCAPED --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/key-above.json" 2>&1 | FileCheck %s --check-prefix=KEYABOVE --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/version.json" 2>&1 | FileCheck %s --check-prefix=VERSION --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/entries.json" 2>&1 | FileCheck %s --check-prefix=ENTRIES --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/margin.json" 2>&1 | FileCheck %s --check-prefix=MARGIN --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/error.json" 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/rms.json" 2>&1 | FileCheck %s --check-prefix=RMS --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/missing.json" 2>&1 | FileCheck %s --check-prefix=MISSING --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-annotate="f16 profile=%t/negative.json" 2>&1 | FileCheck %s --check-prefix=NEGATIVE --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-view-precision="%t/x.dot profile=%t/negative.json" 2>&1 | FileCheck %s --check-prefix=NEGATIVE --implicit-check-not=func.func
// RUN: not amp-opt %t/fixed.mlir --amp-autocast="f16 profile=%t/fixed.json" 2>&1 | FileCheck %s --check-prefix=FIXED --implicit-check-not=func.func

//--- unmatched.json
{"version": 1, "entries": [
  {"path": "@main/linalg.matmul#0", "price": 1},
  {"path": "@main/linalg.matmul#7", "price": 1}
]}
//--- location.json
{"version": 1, "entries": [{"loc": "decoder/*", "price": 1}]}
//--- no-part.json
{"version": 1, "entries": [{"path": "@main/arith.constant#1", "price": 1}]}
//--- result.json
{"version": 1, "entries": [{"path": "@main/math.exp#0", "result": 1, "price": 1}]}
//--- argument.json
{"version": 1, "entries": [{"path": "@main/arg#0", "result": 0, "price": 1}]}
//--- syntax.json
{"version": 1,
 "entries": [{"path" "@main/math.exp#0"}]}
//--- deep.json
{"version": 1, "entries": [[[[[[[[[]]]]]]]]]}
//--- negative.json
{"version": 1, "entries": [
  {"path": "@main/math.exp#0", "price": -4}
]}
//--- huge.json
{"version": 1, "entries": [{"path": "@main/math.exp#0", "price": 1e300}]}
//--- word.json
{"version": 1, "entries": [{"path": "@main/math.exp#0", "max": "big"}]}
//--- key.json
{"version": 1, "entries": [{"path": "@main/math.exp#0", "prise": 4}]}
//--- order.json
{"version": 1, "entries": [{"path": "@main/math.exp#0", "min": 2, "max": 1}]}
//--- empty.json
{"version": 1, "entries": [{"path": "@main/math.exp#0"}]}
//--- nameless.json
{"version": 1, "entries": [{"price": 4}]}
//--- both.json
{"version": 1, "entries": [{"path": "@main/math.exp#0", "loc": "a", "price": 4}]}
//--- twice.json
{"version": 1, "entries": [
  {"path": "@main/math.exp#0", "price": 1},
  {"path": "@main/math.exp#0", "max": 1}
]}
//--- key-twice.json
{"version": 1, "entries": [{"path": "@main/math.exp#0", "price": 1, "price": 2}]}
//--- key-escaped.json
{"version": 1, "entries": [{"path": "@main/math.exp#0", "price": 1, "\u0070rice": 2}]}
//--- key-above.json
{"version": 1, "comment": "this is one",
 "magin": 4, "entries": [], "more": 0}
//--- version.json
{"version": 2, "entries": []}
//--- entries.json
{"version": 1}
//--- fixed.json
{"version": 1, "entries": [{"path": "@main/arg#0", "max": 70000}]}
//--- fixed.mlir
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %init: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c = linalg.matmul {amp.category = #amp.category<always>} ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
//--- margin.json
{"version": 1, "margin": 0.5, "entries": []}
//--- error.json
{"version": 1, "entries": [{"path": "@main/math.exp#0", "error": -1}]}
//--- rms.json
{"version": 1, "entries": [{"path": "@main/math.exp#0", "rms": -1}]}
//--- in.mlir
// UNMATCHED: unmatched.json:3:3: error: profile entry '@main/linalg.matmul#7' matches nothing
// LOCATION: location.json:1:28: error: profile entry 'decoder/*' matches no op's location
// NOPART: no-part.json:1:28: error: profile entry '@main/arith.constant#1' takes no part in the conversion
// RESULT: result.json:1:28: error: profile entry '@main/math.exp#0' names result 1, but the op has 1
// ARGUMENT: argument.json:1:28: error: profile entry '@main/arg#0' names a result, but is an argument
// SYNTAX: syntax.json:2:{{[0-9]+}}: error: malformed JSON in the profile: expected : after object key
// DEEP: deep.json:1:34: error: expected at most 8 brackets within another
// NEGATIVE: negative.json:2:41: error: expected a price from 0 to 1099511627776 byte equivalents, got '-4'
// HUGE: huge.json:1:66: error: expected a price from 0 to 1099511627776 byte equivalents, got '1.0{{.*}}e+300'
// WORD: word.json:1:64: error: expected a finite number as the max, got '"big"'
// KEY: key.json:1:57: error: expected path, loc, result, price, min, max, rms, error or comment, got 'prise'
// ORDER: order.json:1:64: error: expected min to be at most max, got 2.{{0+}}e+00 and 1.{{0+}}e+00
// EMPTY: empty.json:1:28: error: profile entry '@main/math.exp#0' has neither price nor min nor max nor rms nor error
// NAMELESS: nameless.json:1:28: error: expected a path or a loc in the entry
// BOTH: both.json:1:28: error: expected a path or a loc, got both
// TWICE: twice.json:3:3: error: profile entry '@main/math.exp#0' is already on line 2
// KEYTWICE: key-twice.json:1:{{[0-9]+}}: error: {{.*}}
// KEYESCAPED: key-escaped.json:1:69: error: this key is given twice in its object
// KEYABOVE: key-above.json:2:2: error: expected version, margin, entries or comment, got 'magin'
// VERSION: version.json:1:13: error: expected "version": 1 in the profile, got '2'
// ENTRIES: entries.json:1:1: error: expected "entries": [...] in the profile
// MARGIN: margin.json:1:26: error: expected a margin of 1 or more, got '0.5'
// ERROR: error.json:1:66: error: expected an error of 0 or more, got '-1'
// RMS: rms.json:1:64: error: expected an rms of 0 or more, got '-1'
// MISSING: error: cannot read the profile:
// FIXED: fixed.json:1:28: error: profile entry '@main/arg#0' has a range that the low type cannot hold, but a rule fixes an op low that reads it
// FIXED: note: read low here
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = math.exp %c : tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}
