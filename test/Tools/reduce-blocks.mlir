// Branches to blocks further down, with which no two modules count as equal to
// upstream: the work ends all the same, and what is left is there before.
// REQUIRES: shell-tools
// RUN: env AMP_FLAGS="--amp-autocast=unlisted=error" AMP_MESSAGE=shape.shape_of AMP_BIN=%amp_build/bin timeout 120 %amp_src/utils/reduce.sh error %s -o %t.mlir 2> %t.log
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=LEFT < %t.log
// LEFT: ops are left, none to take away

// CHECK-NOT: @unused
// CHECK: func.func @main
// CHECK-NOT: math
// CHECK: shape.shape_of
// CHECK-NOT: math
func.func private @unused(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.exp %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @main(%a: tensor<8xf32>, %flag: i1) -> (tensor<8xf32>, tensor<1xindex>) {
  %dead = math.tanh %a : tensor<8xf32>
  cf.cond_br %flag, ^then, ^end(%a : tensor<8xf32>)
^then:
  %0 = math.exp %a : tensor<8xf32>
  cf.br ^end(%0 : tensor<8xf32>)
^end(%1: tensor<8xf32>):
  %2 = shape.shape_of %1 : tensor<8xf32> -> tensor<1xindex>
  return %1, %2 : tensor<8xf32>, tensor<1xindex>
}
