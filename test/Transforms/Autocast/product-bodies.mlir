// Which bodies are products, and which of their factors may be rounded first: a
// factor is read low, what an exponential or a root is taken of is not.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#i = affine_map<(i, j, k) -> (i)>

// CHECK-LABEL: func.func @fused
// CHECK: ^bb0(%{{.*}}: [[T]], %{{.*}}: [[T]], %{{.*}}: f32):
// CHECK: math.fma {{.*}} : f32
func.func @fused(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = math.fma %x, %y, %o : f32
    linalg.yield %s : f32
  } -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}

// An update of a factorisation: what is there less a product.
// CHECK-LABEL: func.func @less
// CHECK: ^bb0(%{{.*}}: [[T]], %{{.*}}: [[T]], %{{.*}}: f32):
// CHECK: arith.subf {{.*}} : f32
func.func @less(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.subf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}

// A product less what is there flips the sign at each step: no product.
// CHECK-LABEL: func.func @flips
// CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
func.func @flips(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.subf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}

// A norm that was fused into its product: the variance stays f32, whose root a
// small one would spoil.
// CHECK-LABEL: func.func @norm
// CHECK: ^bb0(%{{.*}}: [[T]], %{{.*}}: f32, %{{.*}}: [[T]], %{{.*}}: f32):
// CHECK: math.rsqrt {{.*}} : f32
func.func @norm(%a: tensor<256x256xf32>, %v: tensor<256xf32>, %b: tensor<256x256xf32>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %eps = arith.constant 1.0e-5 : f32
  %0 = linalg.generic {indexing_maps = [#ik, #i, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %v, %b : tensor<256x256xf32>, tensor<256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) {
  ^bb0(%x: f32, %variance: f32, %y: f32, %o: f32):
    %e = arith.addf %variance, %eps : f32
    %r = math.rsqrt %e : f32
    %n = arith.mulf %x, %r : f32
    %m = arith.mulf %n, %y : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}

// Attention's weights times its values: the denominator stays f32.
// CHECK-LABEL: func.func @quotient
// CHECK: ^bb0(%{{.*}}: [[T]], %{{.*}}: f32, %{{.*}}: [[T]], %{{.*}}: f32):
func.func @quotient(%a: tensor<256x256xf32>, %d: tensor<256xf32>, %b: tensor<256x256xf32>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = linalg.generic {indexing_maps = [#ik, #i, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %d, %b : tensor<256x256xf32>, tensor<256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) {
  ^bb0(%x: f32, %sum: f32, %y: f32, %o: f32):
    %n = arith.divf %x, %sum : f32
    %m = arith.mulf %n, %y : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}

// The exponential's argument is read as it is stored, its partner low.
// CHECK-LABEL: func.func @exponential
// CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: [[T]], %{{.*}}: f32):
func.func @exponential(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %e = math.exp %x : f32
    %m = arith.mulf %e, %y : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}

// A second result that sums exponentials of the products: neither factor may
// be rounded.
// CHECK-LABEL: func.func @two_results
// CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
func.func @two_results(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %c: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>) {
  %0:2 = linalg.generic {indexing_maps = [#ik, #kj, #ij, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c, %c : tensor<256x256xf32>, tensor<256x256xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32, %p: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %o, %m : f32
    %e = math.exp %m : f32
    %t = arith.addf %p, %e : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<256x256xf32>, tensor<256x256xf32>)
  return %0#0, %0#1 : tensor<256x256xf32>, tensor<256x256xf32>
}
