// Of blocks, only an edge to one that comes no later in the text counts as a
// loop: what comes in from before a loop may change, too, as the first loop's
// result does here, and the second then starts anew. Where it counted as a turn
// of the loop, the reach depended on how often that happened.
// Found by amp-fuzz, seed 993469 at the time.
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | grep remark | FileCheck %s

// CHECK: arith.mulf result 0: [0, inf] reaches [0, [[REACH:.*]]]; f16
// CHECK: arith.mulf result 0: [0, inf] reaches [0, [[REACH]]]; f16
func.func @behind_a_loop(%c: i1) -> tensor<4xf32> {
  %start = arith.constant dense<0.0> : tensor<4xf32>
  %three = arith.constant dense<3.0> : tensor<4xf32>
  cf.br ^head(%start : tensor<4xf32>)
^head(%a: tensor<4xf32>):
  cf.cond_br %c, ^back, ^next(%a : tensor<4xf32>)
^back:
  cf.br ^head(%three : tensor<4xf32>)
^next(%b: tensor<4xf32>):
  %s = arith.mulf %b, %b : tensor<4xf32>
  cf.cond_br %c, ^next(%s : tensor<4xf32>), ^exit
^exit:
  return %b : tensor<4xf32>
}
func.func @alone(%c: i1, %d: i1) -> tensor<4xf32> {
  %start = arith.constant dense<0.0> : tensor<4xf32>
  %three = arith.constant dense<3.0> : tensor<4xf32>
  %a = arith.select %d, %start, %three : tensor<4xf32>
  cf.br ^next(%a : tensor<4xf32>)
^next(%b: tensor<4xf32>):
  %s = arith.mulf %b, %b : tensor<4xf32>
  cf.cond_br %c, ^next(%s : tensor<4xf32>), ^exit
^exit:
  return %b : tensor<4xf32>
}
