// What a divisor is made of, or what a logarithm is taken of, stays f32 where it
// may be a sum whose terms nearly cancel: rounded before, they cancel to zero, and
// the quotient is infinite (found by fuzz_numeric.py, seed 1317). Where range facts
// keep the sum away from zero, all may be low.
// RUN: amp-opt %s --amp-autocast='bf16 report=%t.json' -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast=f16 -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-opt %s --amp-autocast='bf16 guards=false' | FileCheck %s --check-prefix=OFF

// REPORT: "binding": "pole-chain"
#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func @difference
// CHECK: tosa.maximum {{.*}} -> tensor<64x64xf32>
// CHECK: tosa.sub {{.*}} -> tensor<64x64xf32>
// CHECK: tosa.reciprocal
// OFF-LABEL: func @difference
// OFF: tosa.sub {{.*}} -> tensor<64x64xbf16>
func.func @difference(%a: tensor<1x64x64xf32>, %b: tensor<1x64x64xf32>, %c: tensor<1x64x64xf32>) -> (tensor<64x64xf32>, tensor<1x64x64xf32>) {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %p = tosa.matmul %a, %b, %zero, %zero : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %q = tosa.matmul %b, %c, %zero, %zero : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %shape = tosa.const_shape {values = dense<[64, 64]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %p2 = tosa.reshape %p, %shape : (tensor<1x64x64xf32>, !tosa.shape<2>) -> tensor<64x64xf32>
  %q2 = tosa.reshape %q, %shape : (tensor<1x64x64xf32>, !tosa.shape<2>) -> tensor<64x64xf32>
  %m = tosa.maximum %p2, %q2 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = tosa.sub %m, %q2 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = tosa.reciprocal %d : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = tosa.matmul %q, %p, %zero, %zero : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  return %r, %n : tensor<64x64xf32>, tensor<1x64x64xf32>
}

// 1 - p, where p is nearly one.
// CHECK-LABEL: func @complement
// CHECK: tosa.sigmoid {{.*}} -> tensor<64x64xf32>
// CHECK: tosa.sub {{.*}} -> tensor<64x64xf32>
// CHECK: tosa.log
func.func @complement(%a: tensor<1x64x64xf32>, %b: tensor<1x64x64xf32>) -> tensor<64x64xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<64x64xf32>}> : () -> tensor<64x64xf32>
  %x = tosa.matmul %a, %b, %zero, %zero : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %shape = tosa.const_shape {values = dense<[64, 64]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %x2 = tosa.reshape %x, %shape : (tensor<1x64x64xf32>, !tosa.shape<2>) -> tensor<64x64xf32>
  %p = tosa.sigmoid %x2 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = tosa.sub %one, %p : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %l = tosa.log %s : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %l : tensor<64x64xf32>
}

// 2 - p is one or more.
// CHECK-LABEL: func @away
// CHECK: tosa.sigmoid {{.*}} -> tensor<64x64x[[LOW:b?f16]]>
// CHECK: tosa.sub {{.*}} -> tensor<64x64x[[LOW]]>
// CHECK: tosa.reciprocal
func.func @away(%a: tensor<1x64x64xf32>, %b: tensor<1x64x64xf32>) -> tensor<64x64xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %two = "tosa.const"() <{values = dense<2.0> : tensor<64x64xf32>}> : () -> tensor<64x64xf32>
  %x = tosa.matmul %a, %b, %zero, %zero : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %shape = tosa.const_shape {values = dense<[64, 64]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %x2 = tosa.reshape %x, %shape : (tensor<1x64x64xf32>, !tosa.shape<2>) -> tensor<64x64xf32>
  %p = tosa.sigmoid %x2 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = tosa.sub %two, %p : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %l = tosa.reciprocal %s : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %l : tensor<64x64xf32>
}

// Difference and division in one body; a sum with an epsilon does not cancel, nor
// does one with an exponential.
// CHECK-LABEL: func @bodies
// CHECK: %[[X:.*]] = linalg.matmul {{.*}} -> tensor<64x64xf32>
// CHECK: %[[Y:.*]] = linalg.matmul {{.*}} -> tensor<64x64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[Y]] : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: arith.subf
// CHECK: arith.divf
// CHECK: %[[Z:.*]] = linalg.matmul {{.*}} -> tensor<64x64xf32>
// CHECK: %[[L:.*]] = arith.truncf %[[Z]]
// CHECK: linalg.generic {{.*}} ins(%[[L]] : tensor<64x64x{{b?}}f16>)
// CHECK: math.exp
func.func @bodies(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = linalg.matmul ins(%b, %c : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %d = arith.subf %in, %in2 : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<64x64xf32>
  %z = linalg.matmul ins(%r, %c : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%z : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    %x1 = math.exp %n : f32
    %d = arith.addf %x1, %one : f32
    %q = arith.divf %in, %d : f32
    linalg.yield %q : f32
  } -> tensor<64x64xf32>
  %w = linalg.matmul ins(%s, %c : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %w : tensor<64x64xf32>, tensor<64x64xf32>
}
