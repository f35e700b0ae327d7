// Rules that ask the op's interface or look into bodies see linalg.generic.
// RUN: split-file %s %t
// RUN: amp-opt --amp-annotate="f16 policy=%t/sum.mlir" %t/model.mlir | FileCheck %s --check-prefix=SUM
// RUN: amp-opt --amp-annotate="f16 policy=%t/body.mlir" %t/model.mlir | FileCheck %s --check-prefix=BODY

// SUM: linalg.generic
// SUM: amp.reason = "never ({{.*}}rule at sum.mlir:2: sums stay
// BODY: linalg.generic
// BODY: amp.reason = "always ({{.*}}rule at body.mlir:2

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
