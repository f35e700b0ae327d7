// What fixes an op low may be without effect: the op is low already, or low
// cannot hold what it reads and nothing is converted. A saved plan says nothing
// of it; said high, it would contradict itself.
// RUN: split-file %s %t
// RUN: amp-opt %t/low.mlir --amp-autocast="f16 save-plan=%t/low.plan" -o %t/low.1
// RUN: FileCheck %s --check-prefix=LOW --input-file=%t/low.plan
// RUN: amp-opt %t/low.mlir --amp-autocast="f16 plan=%t/low.plan save-plan=%t/low.2.plan" -o %t/low.2
// RUN: cmp %t/low.1 %t/low.2
// RUN: cmp %t/low.plan %t/low.2.plan
// RUN: amp-opt %t/large.mlir --amp-autocast="f16 save-plan=%t/large.plan" -o %t/large.1
// RUN: FileCheck %s --check-prefix=LARGE --input-file=%t/large.plan
// RUN: amp-opt %t/large.mlir --amp-autocast="f16 plan=%t/large.plan save-plan=%t/large.2.plan" -o %t/large.2 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: cmp %t/large.1 %t/large.2
// RUN: cmp %t/large.plan %t/large.2.plan

// A plan that asks for something low there is an error.
// RUN: not amp-opt %t/large.mlir --amp-autocast="f16 plan=%t/asks.plan" 2>&1 | FileCheck %s --check-prefix=ASKS

// A cast of an earlier run has no path: the plan leaves it out.
// RUN: amp-opt %t/cast.mlir --amp-autocast="f16 save-plan=%t/cast.plan" -o %t/cast.1
// RUN: FileCheck %s --check-prefix=CAST --input-file=%t/cast.plan
// RUN: amp-opt %t/cast.mlir --amp-autocast="f16 plan=%t/cast.plan save-plan=%t/cast.2.plan" -o %t/cast.2
// RUN: cmp %t/cast.1 %t/cast.2
// RUN: cmp %t/cast.plan %t/cast.2.plan

// LOW-NOT: tosa.matmul
// LOW: @low/arith.addf#0: high -> high
// LARGE: @forced/arg#1: -> high
// LARGE-NOT: @forced/tensor.from_elements#0
// LARGE: @forced/linalg.matmul#0: -> high
// WARNING: warning: an op that must be low reads a value that the low type cannot hold: nothing is converted
// ASKS: asks.plan:3:1: error: plan entry '@forced/math.tanh#0' wants low, but nothing can be: a rule fixes an op low whose data the low type cannot hold
// CAST: amp-plan 1 f32 f16
// CAST-NOT: {{^}}:
// CAST: @main/linalg.matmul#0: low
// CAST-NOT: {{^}}:

//--- low.mlir
func.func @low(%x: tensor<2x64x64xf16>, %y: tensor<2x64x64xf32>) -> tensor<2x64x64xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf16>} : () -> tensor<1xf16>
  %0 = tosa.matmul %x, %x, %z, %z {amp.category = #amp.category<always>} : (tensor<2x64x64xf16>, tensor<2x64x64xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<2x64x64xf32>
  %1 = arith.addf %0, %y : tensor<2x64x64xf32>
  return %1 : tensor<2x64x64xf32>
}
//--- large.mlir
func.func @forced(%w: tensor<1x8xf32>, %c: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %x = arith.constant 1.0e6 : f32
  %a = tensor.from_elements %x, %x : tensor<2x1xf32>
  %0 = linalg.matmul {amp.category = #amp.category<always>} ins(%a, %w : tensor<2x1xf32>, tensor<1x8xf32>) outs(%c : tensor<2x8xf32>) -> tensor<2x8xf32>
  %1 = math.tanh %0 : tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}
//--- asks.plan
amp-plan 1 f32 f16
@forced/arg#1: -> high
@forced/math.tanh#0: -> both
//--- cast.mlir
func.func @main(%x: tensor<64x64xf16>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = arith.extf %x fastmath<contract> : tensor<64x64xf16> to tensor<64x64xf32>
  %1 = arith.extf %x fastmath<contract> : tensor<64x64xf16> to tensor<64x64xf32>
  %2 = arith.addf %0, %1 : tensor<64x64xf32>
  %3 = linalg.matmul ins(%2, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%y : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
