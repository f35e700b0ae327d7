// What a masked product gives was taken for numbers made of integers, as the
// mask is all that its op reads: what computes of it read it high, and converting
// again, with the product low, did not.
// RUN: amp-opt %s --amp-autocast=f16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -

// CHECK-LABEL: func.func @product(
// CHECK: math.asinh {{.*}} : tensor<16x16xf16>
func.func @product(%m: vector<16x16x16xi1>, %a: vector<16x16xf32>, %b: vector<16x16xf32>, %c: vector<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %i = arith.constant 0 : index
  %e = arith.constant dense<0.0> : tensor<16x16xf32>
  %0 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<16x16xf32>, vector<16x16xf32> into vector<16x16xf32> } : vector<16x16x16xi1> -> vector<16x16xf32>
  %1 = vector.transfer_write %0, %e[%i, %i] {in_bounds = [true, true]} : vector<16x16xf32>, tensor<16x16xf32>
  %2 = math.asinh %1 : tensor<16x16xf32>
  %3 = math.asinh %2 : tensor<16x16xf32>
  %4 = linalg.matmul ins(%3, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %4 : tensor<16x16xf32>
}

// What it masks is an input, though, keeps its digits.
// CHECK-LABEL: func.func @read(
// CHECK: math.asinh {{.*}} : tensor<16x16xf32>
func.func @read(%m: vector<16x16xi1>, %a: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %i = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %e = arith.constant dense<0.0> : tensor<16x16xf32>
  %0 = vector.mask %m { vector.transfer_read %a[%i, %i], %z {in_bounds = [true, true]} : tensor<16x16xf32>, vector<16x16xf32> } : vector<16x16xi1> -> vector<16x16xf32>
  %1 = vector.transfer_write %0, %e[%i, %i] {in_bounds = [true, true]} : vector<16x16xf32>, tensor<16x16xf32>
  %2 = math.asinh %1 : tensor<16x16xf32>
  %4 = linalg.matmul ins(%2, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %4 : tensor<16x16xf32>
}
