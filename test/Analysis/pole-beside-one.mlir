// A logarithm of 1 + x has its pole where x is -1, atanh where it is 1 either way,
// and a logarithm of a logarithm where that one's operand is one: what rounding
// moves there stays f32, as random numbers in [0, 1) that become normal ones.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func @named(
// CHECK: math.tanh {{.*}} : tensor<64x64xf32>
// CHECK: arith.negf {{.*}} : tensor<64x64xf32>
// CHECK: math.log1p
// CHECK: math.erf {{.*}} : tensor<64x64xf32>
// CHECK: math.atanh
func.func @named(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = math.tanh %x : tensor<64x64xf32>
  %n = arith.negf %t : tensor<64x64xf32>
  %l = math.log1p %n : tensor<64x64xf32>
  %f = math.erf %x : tensor<64x64xf32>
  %r = math.atanh %f : tensor<64x64xf32>
  return %l, %r : tensor<64x64xf32>, tensor<64x64xf32>
}

// In a body; softplus is far from the pole, as an exponential is no less than 0.
// CHECK-LABEL: func @bodies(
// CHECK: %[[P:.*]] = linalg.matmul
// CHECK: %[[T:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: math.tanh
// CHECK: linalg.generic {{.*}} ins(%[[T]] : tensor<64x64xf32>)
// CHECK: math.log1p
// CHECK: %[[E:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64x[[LOW:b?f16]]>)
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} ins(%[[E]] : tensor<64x64x[[LOW]]>)
// CHECK: math.log1p
func.func @bodies(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %l = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%t : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.negf %0 : f32
    %2 = math.log1p %1 : f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  %y = linalg.matmul ins(%l, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%y : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    %1 = arith.negf %0 : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%s : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.log1p %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %z = linalg.matmul ins(%p, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y, %z : tensor<64x64xf32>, tensor<64x64xf32>
}

// -log(-log(p)), where p is nearly one (Gumbel noise).
// CHECK-LABEL: func @twice(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: math.erf
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf32>)
// CHECK: math.log
func.func @twice(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.erf %in : f32
    %1 = math.absf %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %l = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%t : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.log %in : f32
    %1 = arith.negf %0 : f32
    %2 = math.log %1 : f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  %y = linalg.matmul ins(%l, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// One less what a choice hands on: the constant is in the body that takes it.
// CHECK-LABEL: func @less_carried(
// CHECK: scf.if {{.*}} -> (tensor<64x64xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: math.erf
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: arith.subf
func.func @less_carried(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %which: i1) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.00000012 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = scf.if %which -> (tensor<64x64xf32>) {
    %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
           ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1 = math.erf %in : f32
      %2 = math.absf %1 : f32
      linalg.yield %2 : f32
    } -> tensor<64x64xf32>
    scf.yield %0 : tensor<64x64xf32>
  } else {
    scf.yield %init : tensor<64x64xf32>
  }
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%p : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.subf %one, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %l = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%d : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.log %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %l : tensor<64x64xf32>
}
