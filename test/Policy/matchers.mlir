// Rules that ask the op's interface or look into bodies see linalg.generic.
// RUN: split-file %s %t
// RUN: amp-opt --amp-annotate="f16 policy=%t/sum.mlir" %t/model.mlir | FileCheck %s --check-prefix=SUM
// RUN: amp-opt --amp-annotate="f16 policy=%t/body.mlir" %t/model.mlir | FileCheck %s --check-prefix=BODY
// RUN: amp-opt --amp-annotate="f16 policy=%t/traits.mlir" %t/traits-model.mlir | FileCheck %s --check-prefix=TRAITS

// SUM: linalg.generic
// SUM: amp.reason = "never ({{.*}}rule at sum.mlir:2: sums stay
// BODY: linalg.generic
// BODY: amp.reason = "always ({{.*}}rule at body.mlir:2

// TRAITS: linalg.matmul {{.*}}rule at traits.mlir:2: contraction
// TRAITS: linalg.transpose {{.*}}rule at traits.mlir:3: movement
// TRAITS: math.exp {{.*}}rule at traits.mlir:4: exponential
// TRAITS: math.log {{.*}}rule at traits.mlir:5: logarithm
// TRAITS: math.sin {{.*}}rule at traits.mlir:6: angle
// TRAITS: arith.mulf {{.*}}rule at traits.mlir:7: product
// TRAITS: arith.mulf {{.*}}rule at traits.mlir:8: square
// TRAITS: arith.mulf {{.*}}rule at traits.mlir:9: scale
// TRAITS: linalg.reduce {{.*}}rule at traits.mlir:10: order
// TRAITS: arith.addf {{.*}}"follow (interface:

//--- model.mlir
func.func @sum(%x: tensor<64x64xf32>, %i: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x64xf32>) outs(%i : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
//--- sum.mlir
amp.policy @p {
  amp.rule op("linalg.generic") trait(sum) never because("sums stay")
}
//--- body.mlir
amp.policy @p {
  amp.rule contains("arith.addf") function("s*") always
}
//--- traits-model.mlir
func.func @traits(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %e: tensor<64x64xf32>, %r: tensor<64xf32>) -> tensor<64xf32> {
  %two = arith.constant dense<2.0> : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.transpose ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %2 = math.exp %1 : tensor<64x64xf32>
  %3 = math.log %2 : tensor<64x64xf32>
  %4 = math.sin %3 : tensor<64x64xf32>
  %5 = arith.mulf %4, %x : tensor<64x64xf32>
  %6 = arith.mulf %5, %5 : tensor<64x64xf32>
  %7 = arith.mulf %6, %two : tensor<64x64xf32>
  %8 = linalg.reduce { arith.maximumf } ins(%7 : tensor<64x64xf32>) outs(%r : tensor<64xf32>) dimensions = [1]
  %9 = arith.addf %8, %r : tensor<64xf32>
  return %9 : tensor<64xf32>
}
//--- traits.mlir
amp.policy @p {
  amp.rule trait(contraction) never because("contraction")
  amp.rule trait(movement) never because("movement")
  amp.rule trait(exponential) never because("exponential")
  amp.rule trait(logarithm) never because("logarithm")
  amp.rule trait(absolute_error) never because("angle")
  amp.rule trait(product) never because("product")
  amp.rule trait(square) never because("square")
  amp.rule trait(scale) never because("scale")
  amp.rule trait(order) never because("order")
}
