// RUN: amp-opt --amp-fold-casts %s | FileCheck %s --check-prefixes=CHECK,FOLD
// RUN: amp-opt --amp-fold-casts="fold-weights=false" %s | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: amp-opt --amp-fold-casts %s -o %t.once
// RUN: amp-opt --amp-fold-casts %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// Exact constants narrow whoever wrote the cast; inexact ones only for ours and
// with fold-weights; one narrowed constant serves all casts.
// CHECK-LABEL: func.func @constants
// CHECK-DAG: arith.constant dense<[1.000000e+00, 5.000000e-01]> : tensor<2xf16>
// FOLD-DAG: arith.constant dense<[9.997550e-02, 1.999510e-01]> : tensor<2xf16>
// KEEP-DAG: arith.truncf {{.*}} fastmath<contract> : tensor<2xf32> to tensor<2xf16>
// CHECK-DAG: arith.truncf %{{[^ ]*}} : tensor<2xf32> to tensor<2xf16>
func.func @constants() -> (tensor<2xf16>, tensor<2xf16>, tensor<2xf16>) {
  %a = arith.constant dense<[1.0, 0.5]> : tensor<2xf32>
  %b = arith.constant dense<[0.1, 0.2]> : tensor<2xf32>
  %0 = arith.truncf %a : tensor<2xf32> to tensor<2xf16>
  %1 = arith.truncf %b fastmath<contract> : tensor<2xf32> to tensor<2xf16>
  %2 = arith.truncf %b : tensor<2xf32> to tensor<2xf16>
  return %0, %1, %2 : tensor<2xf16>, tensor<2xf16>, tensor<2xf16>
}

// A fill is made in the type that is wanted; its f32 form stays for who reads it.
// CHECK-LABEL: func.func @creators
// CHECK-SAME: %[[V:.*]]: f32
// CHECK-DAG: %[[W:.*]] = linalg.fill ins(%[[V]] : f32)
// CHECK-DAG: linalg.fill ins({{.*}} : f16) outs({{.*}} : tensor<4xf16>)
// CHECK-DAG: %[[U:.*]] = arith.truncf %[[W]] : tensor<4xf32> to tensor<4xf16>
// CHECK: return {{.*}}, %[[W]], %[[U]]
func.func @creators(%v: f32) -> (tensor<4xf16>, tensor<4xf32>, tensor<4xf16>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = arith.truncf %0 : tensor<4xf32> to tensor<4xf16>
  %2 = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %3 = arith.truncf %2 : tensor<4xf32> to tensor<4xf16>
  return %1, %2, %3 : tensor<4xf16>, tensor<4xf32>, tensor<4xf16>
}

#id = affine_map<(d0) -> (d0)>
// Ours go into the bodies on both sides.
// CHECK-LABEL: func.func @bodies
// CHECK-NOT: tensor<4xf32>
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<4xf16>) outs({{.*}} : tensor<4xf16>)
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: math.exp {{.*}} : f32
// CHECK: arith.truncf {{.*}} : f32 to f16
// CHECK-NOT: arith.{{trunc|ext}}f {{.*}} tensor
func.func @bodies(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = arith.extf %x fastmath<contract> : tensor<4xf16> to tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %2 = math.exp %a : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  %3 = arith.truncf %1 fastmath<contract> : tensor<4xf32> to tensor<4xf16>
  return %3 : tensor<4xf16>
}

// The user's stay outside, and so does one that two ops read.
// CHECK-LABEL: func.func @bodies_user
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: %[[A:.*]] = arith.extf %{{.*}} : tensor<4xf16>
// CHECK-NEXT: %[[G:.*]] = linalg.generic
// CHECK: arith.truncf %[[G]] : tensor<4xf32> to tensor<4xf16>
func.func @bodies_user(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = arith.extf %x : tensor<4xf16> to tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %2 = arith.addf %a, %a : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  %3 = arith.truncf %1 : tensor<4xf32> to tensor<4xf16>
  return %3 : tensor<4xf16>
}

#mk = affine_map<(d0, d1) -> (d0, d1)>
#m = affine_map<(d0, d1) -> (d0)>
// A running sum stays f32, its rounding outside; a destination that is read
// keeps its type.
// CHECK-LABEL: func.func @accumulators
// CHECK: %[[S:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<4xf32>)
// CHECK: %[[A:.*]] = arith.truncf %[[S]]
// CHECK: %[[M:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<4xf32>)
// CHECK: %[[B:.*]] = arith.truncf %[[M]]
// CHECK: return %[[A]], %[[B]]
func.func @accumulators(%x: tensor<4x8xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xf16>) {
  %0 = linalg.generic {indexing_maps = [#mk, #m], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %4 = arith.addf %a, %b : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  %1 = arith.truncf %0 fastmath<contract> : tensor<4xf32> to tensor<4xf16>
  %2 = linalg.generic {indexing_maps = [#mk, #m], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%j : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %4 = arith.maximumf %a, %b : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  %3 = arith.truncf %2 fastmath<contract> : tensor<4xf32> to tensor<4xf16>
  return %1, %3 : tensor<4xf16>, tensor<4xf16>
}

// A contraction keeps low inputs, whether its body shows or not.
// CHECK-LABEL: func.func @contractions
// CHECK: arith.truncf {{.*}} : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: linalg.matmul ins({{.*}} : tensor<8x8xf16>, tensor<8x8xf16>) outs({{.*}} : tensor<8x8xf32>)
func.func @contractions(%x: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = arith.truncf %x fastmath<contract> : tensor<8x8xf32> to tensor<8x8xf16>
  %1 = linalg.matmul ins(%0, %0 : tensor<8x8xf16>, tensor<8x8xf16>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// An extension stays before a contraction: with one factor widened inside it would
// be a product of two types.
// CHECK-LABEL: func.func @extended_factors
// CHECK: %[[X:.*]] = arith.extf {{.*}} : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: linalg.matmul ins(%[[X]], %{{.*}} : tensor<8x8xf32>, tensor<8x8xf32>)
// CHECK: %[[Y:.*]] = arith.extf {{.*}} : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[Y]], %{{.*}} : tensor<8x8xf32>, tensor<8x8xf32>)
#row = affine_map<(d0, d1, d2) -> (d0, d2)>
#column = affine_map<(d0, d1, d2) -> (d2, d1)>
#result = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @extended_factors(%x: tensor<8x8xf16>, %y: tensor<8x8xf16>, %w: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = arith.extf %x fastmath<contract> : tensor<8x8xf16> to tensor<8x8xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = arith.extf %y fastmath<contract> : tensor<8x8xf16> to tensor<8x8xf32>
  %3 = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %4 = arith.mulf %a, %b : f32
    %5 = arith.addf %c, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// Reading one element of a cast tensor casts one element.
// CHECK-LABEL: func.func @element
// CHECK: %[[E:.*]] = tensor.extract %{{.*}} : tensor<1024xf16>
// CHECK-NEXT: arith.extf %[[E]] fastmath<contract> : f16 to f32
func.func @element(%x: tensor<1024xf16>, %i: index) -> f32 {
  %0 = arith.extf %x fastmath<contract> : tensor<1024xf16> to tensor<1024xf32>
  %1 = tensor.extract %0[%i] : tensor<1024xf32>
  return %1 : f32
}
