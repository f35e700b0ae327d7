// An argument that a conversion rounded for a product is a weight in the next one,
// too: what it is added to before a sum of squares is still what carries the square
// (found by amp-fuzz, seeds 722696 and 723081).
// RUN: amp-opt %s --amp-autocast='f16 compute=low accumulate=low' -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-opt %t --amp-autocast='f16 compute=low accumulate=low' | diff %t -

// CHECK: tosa.matmul {{.*}} -> tensor<2x4x4xf16>
// CHECK: tosa.matmul {{.*}} -> tensor<2x4x4xf32>
func.func @tosa(%flag: i1, %a0: tensor<2x4x4xf32>, %a1: tensor<2x4x4xf32>, %a2: tensor<2x4x4xf32>, %a3: tensor<2x4x4xf32>, %a4: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<2x4x1xf32>) {
  %v182 = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %v183 = tosa.matmul %a2, %a4, %v182, %v182 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  %v184 = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %v185 = tosa.matmul %a3, %a0, %v184, %v184 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  %v186 = tosa.pow %a3, %a4 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v187 = tosa.clamp %v185 {min_val = 0.0 : f32, max_val = 3.40282347e+38 : f32} : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v188 = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %v189 = tosa.mul %v187, %a1, %v188 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xi8>) -> tensor<2x4x4xf32>
  %v190 = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %v191 = tosa.mul %a1, %v187, %v190 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xi8>) -> tensor<2x4x4xf32>
  %v192 = tosa.maximum %a4, %v189 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v193 = tosa.pow %a2, %a0 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v194 = tosa.add %a0, %v186 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v195 = tosa.reduce_sum %v192 {axis = 2 : i32} : (tensor<2x4x4xf32>) -> tensor<2x4x1xf32>
  %v196 = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %v197 = tosa.mul %v195, %v195, %v196 : (tensor<2x4x1xf32>, tensor<2x4x1xf32>, tensor<1xi8>) -> tensor<2x4x1xf32>
  %v198 = tosa.sub %v194, %v186 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v199 = tosa.add %v187, %v194 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %v199, %v198, %v197 : tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<2x4x1xf32>
}
