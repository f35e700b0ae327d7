// A path counts ops, so in another version of a model it leads to another op.
// Calibration puts down the location: where that is a name, and the op has
// another, the entry is an error; it was applied to the wrong op in silence.
// RUN: split-file %s %t
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/op.json" 2>&1 | FileCheck %s --check-prefix=OP --implicit-check-not=func.func
// RUN: not amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/argument.json" 2>&1 | FileCheck %s --check-prefix=ARGUMENT --implicit-check-not=func.func
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 profile=%t/same.json" | FileCheck %s --check-prefix=SAME

// OP: op.json:3:3: error: profile entry '@main/linalg.matmul#0' was measured at 'big', but its path leads to 'stem'
// ARGUMENT: argument.json:1:28: error: profile entry '@main/arg#1' was measured at 'bias', but its path leads to 'weight'

// Lines change with every edit, a part of a fused location may go, and a
// comment may hold anything.
// SAME-COUNT-2: linalg.matmul ins({{.*}}f32>, {{.*}}f32>)

//--- op.json
{"version": 1, "entries": [
  {"path": "@main/arg#1", "max": 1, "comment": {"loc": "weight"}},
  {"path": "@main/linalg.matmul#0", "max": 1e6, "comment": {"loc": "big", "elements": 4096}}
]}
//--- argument.json
{"version": 1, "entries": [{"path": "@main/arg#1", "price": 1, "comment": {"loc": "bias"}}]}
//--- same.json
{"version": 1, "entries": [
  {"path": "@main/linalg.matmul#0", "price": 1e9, "comment": {"loc": "net.mlir:3:5"}},
  {"path": "@main/linalg.matmul#1", "price": 1e9, "comment": {"loc": "net.mlir:3:5; head; scale"}},
  {"path": "@main/arg#0", "max": 1, "comment": {"loc": "in.mlir:99:7"}},
  {"path": "@main/arith.mulf#1", "max": 1, "comment": {"loc": 3}},
  {"path": "@main/arg#1", "max": 1, "comment": {"loc": "unknown"}}
]}
//--- in.mlir
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32> loc("weight")) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32> loc("stem")
  %b = arith.mulf %a, %x : tensor<64x64xf32> loc("product")
  %c = linalg.matmul ins(%b, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32> loc(fused["head", "net.mlir":9:3])
  return %c : tensor<64x64xf32>
}
