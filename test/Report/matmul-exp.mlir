// The report counts categories, bytes, casts and multiply-adds, and says what
// stayed f32 and why, with its place.
// RUN: amp-opt %s --amp-autocast="f16 report=%t.json" -o %t.mlir
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: amp-opt %s --amp-autocast="f16 report=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TABLE
// The table goes to stderr, so that stdout is IR and nothing else.
// RUN: amp-opt %s --amp-autocast="f16 report=-" 2>/dev/null | amp-opt -o /dev/null
// Two runs write the same bytes.
// RUN: amp-opt %s --amp-autocast="f16 report=%t.2.json" -o %t.mlir
// RUN: cmp %t.json %t.2.json

// JSON: "schema": 1,
// JSON: "low": "f16",
// JSON: "high": "f32",
// JSON: "assign": "optimal",
// JSON: "changed": true,
// JSON: "unchanged_reason": "",
// JSON: "always": 1,
// JSON: "multiply_adds": {
// JSON-NEXT: "total": 262144,
// JSON-NEXT: "low": 262144
// The bytes, but for the cast of the weight, and 0.14 for each multiply-add.
// JSON: "objective": {
// JSON-NEXT: "before": 118620,
// JSON-NEXT: "after": 90112
// JSON: "functions": [
// JSON: "name": "@main",
// JSON: "kept": [
// JSON: "op": "math.exp",
// JSON-NEXT: "category": "never",
// JSON: "paths": [
// JSON-NEXT: "@main/math.exp#0"
// JSON: "locations": [
// JSON-NEXT: "matmul-exp.mlir:[[# @LINE + 20]]:
// JSON: "ops": [
// JSON: "path": "@main/linalg.matmul#0"
// JSON: "category": "always"
// JSON: "precision": "low"
// JSON: "compute": "f16",
// JSON-NEXT: "accumulate": "f32",

// TABLE: mixed precision: f32 -> f16 (assign=optimal, signature=keep)
// TABLE: ops: 1 always,
// TABLE: multiply-adds in f16: 100.0 % of 262144
// TABLE: stayed f32, and why
// TABLE: 1 x math.exp (never,
// TABLE-NEXT: at matmul-exp.mlir:

func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = math.exp %c : tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}
