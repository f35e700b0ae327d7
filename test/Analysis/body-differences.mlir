// A difference of precise values beside a product's result in one body, a
// comparison within a product of matrices: terms are read high, as where the
// ops stand apart.
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#left = affine_map<(d0, d1, d2) -> (d0)>
#right = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>

// (p - 1/64) * y, where p is a softmax: it is not stored low.
// CHECK-LABEL: func.func @advantage(
// CHECK: arith.divf
// CHECK-NEXT: linalg.yield %{{.*}} : f32
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64x{{b?f16}}>)
// CHECK: arith.subf
func.func @advantage(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %part = arith.constant 1.5625e-2 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %u = linalg.exp ins(%s : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%u : tensor<64x64xf32>) outs(%z1 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<64xf32>
  %p = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%u, %t : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %d = arith.divf %in, %sum : f32
    linalg.yield %d : f32
  } -> tensor<64x64xf32>
  %y = linalg.matmul ins(%x, %v : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%p, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %d = arith.subf %in, %part : f32
    %r = arith.mulf %d, %by : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// One less a gate, a sign and a clamp need no digits.
// CHECK-LABEL: func.func @gate(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x64x[[LOW:b?f16]]>, tensor<64x64x[[LOW]]>) outs(%{{.*}} : tensor<64x64x[[LOW]]>)
func.func @gate(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %least = arith.constant 1.0e-3 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = linalg.matmul ins(%x, %v : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    %x1 = math.exp %n : f32
    %p1 = arith.addf %x1, %one : f32
    %d = arith.divf %one, %p1 : f32
    linalg.yield %d : f32
  } -> tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%g, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %rest = arith.subf %one, %in : f32
    %less = arith.cmpf ult, %in, %least : f32
    %kept = arith.select %less, %least, %in : f32
    %r = arith.mulf %rest, %by : f32
    %t = arith.mulf %r, %kept : f32
    linalg.yield %t : f32
  } -> tensor<64x64xf32>
  %q = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %q : tensor<64x64xf32>
}

// The row of a table whose number is given, in the body of a product.
// CHECK-LABEL: func.func @one_hot(
// CHECK-NOT: f16
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64xf32>, tensor<512x32xf32>)
func.func @one_hot(%ids: tensor<64xf32>, %table: tensor<512x32xf32>) -> tensor<64x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  %0 = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%ids, %table : tensor<64xf32>, tensor<512x32xf32>) outs(%z : tensor<64x32xf32>) {
  ^bb0(%id: f32, %row: f32, %out: f32):
    %k = linalg.index 2 : index
    %i = arith.index_cast %k : index to i32
    %f = arith.sitofp %i : i32 to f32
    %is = arith.cmpf oeq, %id, %f : f32
    %n = arith.uitofp %is : i1 to f32
    %m = arith.mulf %n, %row : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}
