// With the pass plugin and nothing else, passes bring the models along that
// they ask, and the dialect that they make or parse attributes of.
// DEFINE: %{run} = mlir-opt --load-pass-plugin=%amp_plugin %s

// RUN: mlir-opt --load-pass-plugin=%amp_plugin --pass-pipeline='builtin.module(amp-autocast{type=f16})' %s -o %t.alone.mlir 2> %t.err
// RUN: count 0 < %t.err
// RUN: amp-opt --amp-autocast=f16 %s | cmp - %t.alone.mlir
// RUN: %{run} --pass-pipeline='builtin.module(amp-autocast-pipeline{type=f16})' | FileCheck %s --check-prefix=LOW
// LOW: linalg.matmul {{.*}}tensor<4x8xf16>, tensor<8x16xf16>

// RUN: %{run} --pass-pipeline='builtin.module(amp-annotate{type=f16})' | FileCheck %s --check-prefix=ANNOTATE
// ANNOTATE: linalg.matmul {amp.precision = #amp.precision<(f16, f16, f32) -> (f32)

// RUN: %{run} --pass-pipeline='builtin.module(amp-view-precision{output=%t.dot policy=tensor-cores-only unlisted=error})' -o /dev/null
// RUN: FileCheck %s --check-prefix=VIEW < %t.dot
// VIEW: f16

// RUN: %{run} --pass-pipeline='builtin.module(amp-print-ranges)' -o /dev/null 2>&1 | FileCheck %s --check-prefix=RANGES
// RANGES: remark: linalg.max result 0: [0

// RUN: %{run} --pass-pipeline='builtin.module(amp-instrument)' | FileCheck %s --check-prefix=ROWS
// RUN: %{run} --pass-pipeline='builtin.module(amp-shadow{type=f16})' | FileCheck %s --check-prefix=ROWS
// ROWS: amp.recorded = [{{.*}}@layer/linalg.matmul#0

// RUN: %{run} --pass-pipeline='builtin.module(amp-emulate{type=f16})' | FileCheck %s --check-prefix=SWITCHES
// SWITCHES: amp.switches = [{

// RUN: mlir-opt --load-pass-plugin=%amp_plugin %t.alone.mlir --pass-pipeline='builtin.module(func.func(amp-fold-casts))' | FileCheck %s --check-prefix=LOW
// RUN: sed s/f32/f16/g %s > %t.low.mlir
// RUN: not mlir-opt --load-pass-plugin=%amp_plugin %t.low.mlir --pass-pipeline='builtin.module(amp-verify-precision)' 2>&1 | FileCheck %s --check-prefix=VERIFY
// VERIFY: error: accumulates in 'f16'

func.func @layer(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
      outs(%init : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.max ins(%0, %init : tensor<4x16xf32>, tensor<4x16xf32>)
      outs(%empty : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
