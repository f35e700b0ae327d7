// What views a value, or is moved from it, holds its elements: a range that the
// low type cannot hold forbids low copies of all. A slice of a value kept f32
// went f16 and was infinite.
// RUN: split-file %s %t
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 save-plan=%t/none.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t/none.plan
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/path.json save-plan=%t/path.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=RANGE --input-file=%t/path.plan
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/location.json save-plan=%t/location.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=RANGE --input-file=%t/location.plan
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/tiny.json save-plan=%t/tiny.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=RANGE --input-file=%t/tiny.plan

// NONE-DAG: @main/tensor.extract_slice#0: -> low
// NONE-DAG: @main/linalg.transpose#0: low -> low
// NONE-DAG: @main/linalg.matmul#0: low
// RANGE-DAG: @main/arith.addf#0: {{.*}}-> high
// RANGE-DAG: @main/tensor.extract_slice#0: -> high
// RANGE-DAG: @main/linalg.transpose#0: high -> high
// RANGE-DAG: @main/linalg.matmul#0: high

// What a slice holds may be smaller: its own range stands, for what is moved
// from it as well.
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/own.json save-plan=%t/own.plan" -o /dev/null
// RUN: FileCheck %s --check-prefix=OWN --input-file=%t/own.plan
// OWN-DAG: @main/arith.addf#0: {{.*}}-> high
// OWN-DAG: @main/tensor.extract_slice#0: -> low
// OWN-DAG: @main/linalg.transpose#0: low -> low
// OWN-DAG: @main/linalg.matmul#0: low

//--- path.json
{"version": 1, "entries": [{"path": "@main/arith.addf#0", "max": 1e6}]}
//--- location.json
{"version": 1, "entries": [{"loc": "h", "max": 1e6}]}
//--- tiny.json
{"version": 1, "entries": [{"path": "@main/arith.addf#0", "min": -1e-9, "max": 1e-9}]}
//--- own.json
{"version": 1, "entries": [
  {"path": "@main/tensor.extract_slice#0", "min": -3, "max": 3},
  {"path": "@main/arith.addf#0", "max": 1e6}
]}
//--- in.mlir
func.func @main(%x: tensor<64x128xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x128xf32>
  %h = arith.addf %x, %one : tensor<64x128xf32> loc("h")
  %s = tensor.extract_slice %h[0, 0] [64, 64] [1, 1] : tensor<64x128xf32> to tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %t = linalg.transpose ins(%s : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %c = linalg.matmul ins(%t, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
