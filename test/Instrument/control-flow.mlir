// Rows leave scf.if and scf.while, and go through private functions: a branch that is
// not taken hands its rows on, a callee takes them as arguments.
// RUN: amp-opt --amp-instrument %s | FileCheck %s
// RUN: amp-opt --amp-instrument %s | amp-opt -o /dev/null

// CHECK-LABEL: func.func private @cell(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[ROW0:.*]]: tensor<264xf64>, %[[ROW1:.*]]: tensor<264xf64>) -> (tensor<4xf32>, tensor<264xf64>, tensor<264xf64>)
// CHECK: %[[NEXT0:.*]] = call @amp_record_f32(%{{.*}}, %[[ROW0]])
// CHECK: %[[ABS:.*]] = math.absf %[[X]]
// CHECK: %[[NEXT1:.*]] = call @amp_record_f32(%{{.*}}, %[[ROW1]])
// CHECK: return %[[ABS]], %[[NEXT0]], %[[NEXT1]]
func.func private @cell(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.absf %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @main(
// CHECK-SAME: amp.recorded = [{{.*}}path = "@main/scf.while#0/{{.*}}path = "@cell/arg#0"}, {{.*}}path = "@cell/math.absf#0"}]
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<264xf64>
// CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{[^)]*}} = %[[ZERO]])
// CHECK: scf.condition
// CHECK: ^bb0(%{{[a-z0-9]*}}: i64, %{{[a-z0-9]*}}: tensor<4xf32>, {{.*}}%[[A:[a-z0-9]+]]: tensor<264xf64>, %[[B:[a-z0-9]+]]: tensor<264xf64>):
// CHECK: %[[IF:.*]]:{{[0-9]+}} = scf.if
// CHECK: %[[CALL:.*]]:3 = func.call @cell(%{{.*}}, %[[A]], %[[B]])
// CHECK: scf.yield %{{.*}}%[[CALL]]#1, %[[CALL]]#2
// CHECK: } else {
// CHECK: arith.negf
// CHECK: scf.yield %{{.*}}%[[A]], %[[B]]
// CHECK: return
func.func @main(%x: tensor<4xf32>, %n: i64) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r:2 = scf.while (%i = %c0, %h = %x) : (i64, tensor<4xf32>) -> (i64, tensor<4xf32>) {
    %go = arith.cmpi slt, %i, %n : i64
    %s = math.sqrt %h : tensor<4xf32>
    scf.condition(%go) %i, %s : i64, tensor<4xf32>
  } do {
  ^bb0(%i: i64, %h: tensor<4xf32>):
    %j = arith.addi %i, %c1 : i64
    %first = arith.cmpi eq, %i, %c0 : i64
    %k = scf.if %first -> tensor<4xf32> {
      %c = func.call @cell(%h) : (tensor<4xf32>) -> tensor<4xf32>
      scf.yield %c : tensor<4xf32>
    } else {
      %d = arith.negf %h : tensor<4xf32>
      scf.yield %d : tensor<4xf32>
    }
    scf.yield %j, %k : i64, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}
