// A value that its op's model, or the end of a scope, rounds by a cast was extended
// again from there instead of read before.
// RUN: amp-opt --amp-autocast="bf16 accumulate=low" %s | FileCheck %s --check-prefix=SUM
// RUN: amp-opt --amp-autocast="f16 assign=greedy absorb=false" %s | FileCheck %s --check-prefix=SCOPE

// TOSA has no matmul of bf16 with a bf16 result.
// SUM-LABEL: func.func @sum
// SUM: %[[M:.*]] = tosa.matmul {{.*}} -> tensor<2x64x64xf32>
// SUM-NEXT: return %[[M]]
func.func @sum(%x: tensor<2x64x64xf32>, %y: tensor<2x64x64xf32>) -> tensor<2x64x64xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.matmul %x, %y, %z, %z : (tensor<2x64x64xf32>, tensor<2x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x64x64xf32>
  return %0 : tensor<2x64x64xf32>
}

// SCOPE-LABEL: func.func @scope
// SCOPE: %[[R:.*]] = linalg.generic
// SCOPE-NOT: arith.extf
// SCOPE: return %{{.*}}, %[[R]]
func.func @scope(%a: tensor<2x64xf32>, %x: tensor<64x64xf32>, %c: tensor<64x64xf32>, %i: tensor<2xf32>) -> (tensor<64x64xf32>, tensor<2xf32>) {
  %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = amp.autocast -> tensor<2xf32> {
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<2x64xf32>) outs(%i : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.addf %out, %in : f32
      linalg.yield %3 : f32
    } -> tensor<2xf32>
    amp.yield %2 : tensor<2xf32>
  }
  return %0, %1 : tensor<64x64xf32>, tensor<2xf32>
}
