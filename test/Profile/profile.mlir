// A price turns an op high, and back when it is small; a measured range forbids
// low; the report names the profile.
// RUN: split-file %s %t
// RUN: amp-opt %t/in.mlir --amp-autocast=f16 | FileCheck %s --check-prefix=PLAIN
// PLAIN: linalg.matmul ins({{.*}}tensor<64x64xf16>, tensor<64x64xf16>)
// PLAIN: linalg.generic
// PLAIN-SAME: ins({{.*}}) outs({{.*}} : tensor<64x64xf16>)
// PLAIN: linalg.matmul ins({{.*}}tensor<64x64xf16>, tensor<64x64xf16>)

// A price on a contraction is paid for its arithmetic.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/dear.json report=%t/dear.report" | FileCheck %s --check-prefix=DEAR
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t/dear.report
// RUN: amp-opt %t/in.mlir --amp-annotate="f16 profile=%t/dear.json" | FileCheck %s --check-prefix=NOTE
// RUN: amp-opt %t/in.mlir --amp-view-precision="%t/dear.dot collapse=none profile=%t/dear.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=DOT --input-file=%t/dear.dot
// DEAR: linalg.matmul ins({{.*}}tensor<64x64xf16>, tensor<64x64xf16>)
// DEAR: linalg.matmul ins({{.*}}tensor<64x64xf32>, tensor<64x64xf32>)
// REPORT: "path": "@main/linalg.matmul#1"
// REPORT: "precision": "high"
// REPORT-NEXT: "binding": "profile"
// NOTE: linalg.matmul {{.*}}amp.reason = {{.*}}stays f32, bound by profile; f16 would cost {{[0-9]+}} bytes more
// DOT: profile

// One byte more or less does not turn the balance; neither does nothing.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/cheap.json report=%t/cheap.report" | FileCheck %s --check-prefix=PLAIN
// RUN: FileCheck %s --check-prefix=CHEAP --input-file=%t/cheap.report
// CHEAP: "ops": [
// CHEAP-NOT: "binding": "profile"
// RUN: amp-opt %t/in.mlir --amp-autocast=f16 -o %t/none.mlir
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/nothing.json" -o %t/nothing.mlir
// RUN: cmp %t/none.mlir %t/nothing.mlir

// By location, the same.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/location.json" | FileCheck %s --check-prefix=DEAR

// On an op without a label it is paid for each result that is stored low: the
// square is now high in memory and the second product casts it.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/value.json save-plan=%t/value.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=VALUE --input-file=%t/value.plan
// VALUE: @main/linalg.generic#0: -> high
// With a result named, the storage is meant and not the arithmetic.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/result.json save-plan=%t/result.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t/result.plan
// RESULT: @main/linalg.matmul#0: low -> high

// Head-room of two: 32752 is half of the largest f16, and bf16 holds it all.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/over.json report=%t/over.report save-plan=%t/over.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=VALUE --input-file=%t/over.plan
// RUN: FileCheck %s --check-prefix=OVER --input-file=%t/over.report
// OVER: "path": "@main/linalg.generic#0"
// OVER: "binding": "profile"
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/under.json" -o %t/under.mlir
// RUN: cmp %t/none.mlir %t/under.mlir
// RUN: amp-opt %t/in.mlir --amp-autocast="bf16 profile=%t/over.json save-plan=%t/bf16.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=BF16 --input-file=%t/bf16.plan
// BF16: @main/linalg.generic#0: -> low
// All elements round to zero in f16.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/tiny.json save-plan=%t/tiny.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=VALUE --input-file=%t/tiny.plan
// Of most elements f16 has fewer digits than bf16, though none overflows and
// some are normal: the root of their mean square is below twice 2^-17.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/subnormal.json save-plan=%t/subnormal.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=VALUE --input-file=%t/subnormal.plan
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/normal.json" -o %t/normal.mlir
// RUN: cmp %t/none.mlir %t/normal.mlir
// RUN: amp-opt %t/in.mlir --amp-autocast="bf16 profile=%t/subnormal.json save-plan=%t/subnormal.bf16.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=BF16 --input-file=%t/subnormal.bf16.plan
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/subnormal-alone.json" -o %t/alone.mlir
// RUN: cmp %t/none.mlir %t/alone.mlir
// Solvers that read no prices keep to ranges.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 assign=greedy profile=%t/over.json save-plan=%t/greedy.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=VALUE --input-file=%t/greedy.plan

// A range releases nothing: the exponential's argument was range-bound before.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/release.json save-plan=%t/release.plan" -o /dev/null
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 save-plan=%t/none.plan" -o /dev/null
// RUN: cmp %t/none.plan %t/release.plan

// The margin of a profile takes the place of two.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/wide.json save-plan=%t/wide.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=VALUE --input-file=%t/wide.plan
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/narrow.json save-plan=%t/narrow.plan" -o /dev/null
// RUN: cmp %t/none.plan %t/narrow.plan

// Errors of a shadow run change no decision; the picture shows them, large ones in red.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/errors.json save-plan=%t/errors.plan" -o /dev/null
// RUN: cmp %t/none.plan %t/errors.plan
// RUN: amp-opt %t/in.mlir --amp-view-precision="%t/errors.dot collapse=none profile=%t/errors.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=ERRORS --input-file=%t/errors.dot
// RUN: amp-opt %t/in.mlir --amp-view-precision="%t/layers.dot collapse=layer profile=%t/errors.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=LAYERS --input-file=%t/layers.dot
// ERRORS-DAG: COLOR="#C00020">error 1.0e+30<
// ERRORS-DAG: POINT-SIZE="9">error 2.5e-03<
// LAYERS: error 1.0e+30

//--- wide.json
{"version": 1, "margin": 4, "entries": [{"path": "@main/linalg.generic#0", "min": 0, "max": 16377}]}
//--- narrow.json
{"version": 1, "margin": 1, "entries": [{"path": "@main/linalg.generic#0", "min": 0, "max": 65504}]}
//--- errors.json
{"version": 1, "entries": [{"path": "@main/linalg.matmul#0", "error": 0.0025},
  {"path": "@main/linalg.generic#0", "error": 1e30}]}
//--- dear.json
{"version": 1, "entries": [
  {"path": "@main/linalg.matmul#1", "price": 1000000, "comment": "loses two digits"}
]}
//--- cheap.json
{"version": 1, "entries": [{"path": "@main/linalg.matmul#1", "price": 1}]}
//--- nothing.json
{"version": 1, "entries": []}
//--- location.json
{"version": 1, "entries": [{"loc": "encoder/1/*", "price": 1e6}]}
//--- value.json
{"version": 1, "entries": [{"path": "@main/linalg.generic#0", "price": 1000000}]}
//--- result.json
{"version": 1, "entries": [{"path": "@main/linalg.matmul#0", "result": 0, "price": 1000000}]}
//--- over.json
{"version": 1, "entries": [{"path": "@main/linalg.generic#0", "min": 0, "max": 32753}]}
//--- under.json
{"version": 1, "entries": [{"path": "@main/linalg.generic#0", "min": -32752, "max": 0.5}]}
//--- tiny.json
{"version": 1, "entries": [{"path": "@main/linalg.generic#0", "min": 0, "max": 5e-8}]}
//--- subnormal.json
{"version": 1, "entries": [{"path": "@main/linalg.generic#0", "min": 0, "max": 0.5, "rms": 1.5e-5}]}
//--- normal.json
{"version": 1, "entries": [{"path": "@main/linalg.generic#0", "min": 0, "max": 0.5, "rms": 1.54e-5}]}
//--- subnormal-alone.json
{"version": 1, "margin": 1, "entries": [{"path": "@main/linalg.generic#0", "rms": 7.7e-6}]}
//--- release.json
{"version": 1, "entries": [{"path": "@main/linalg.generic#1", "min": 0, "max": 1}]}
//--- in.mlir
#map = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %big = arith.constant 1.0e6 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %relu = arith.maximumf %in, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<64x64xf32>
  %d = linalg.matmul ins(%r, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/1/attention")
  %e = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %larger = arith.maximumf %in, %big : f32
    linalg.yield %larger : f32
  } -> tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}
