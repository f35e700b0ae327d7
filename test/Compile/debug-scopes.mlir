// Locations with LLVM's debug scopes, as a debugging front end makes them: kernels
// and the entry are functions of their own, and a scope belongs to one function.
// The object was refused, or its writer crashed.
// RUN: amp-opt %s --amp-drop-debug-scopes --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: amp-compile %s --target=cpu -o %t.so
// RUN: amp-compile %s --target=cuda:sm_80 --kernels=llvm -o %t.gpu.so

#file = #llvm.di_file<"model.py" in "/src">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = true, emissionKind = Full>
#main = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "main", file = #file, line = 1, subprogramFlags = Definition>
#block = #llvm.di_lexical_block<scope = #main, file = #file, line = 2>

// CHECK-NOT: llvm.di_
// CHECK: loc(callsite(fused["act", "model.py":3:4] at "model.py":7:8))
// CHECK: loc(fused<"pass">["a", "b"])
// CHECK: loc("model.py":1:1)
// CHECK-NOT: llvm.di_
func.func @main(%x: tensor<32x64xf32>, %w: tensor<64x64xf32>) -> tensor<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x64xf32>) -> tensor<32x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<32x64xf32>, tensor<64x64xf32>) outs(%init : tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = math.exp %0 : tensor<32x64xf32> loc(callsite(fused<#block>["act", "model.py":3:4] at "model.py":7:8))
  %2 = linalg.matmul ins(%1, %w : tensor<32x64xf32>, tensor<64x64xf32>) outs(%init : tensor<32x64xf32>) -> tensor<32x64xf32> loc(fused<"pass">["a", "b"])
  return %2 : tensor<32x64xf32>
} loc(fused<#main>["model.py":1:1])
