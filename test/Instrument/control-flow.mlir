// Values in control flow are recorded where they are made; a private function takes
// the table and the number of its first row, the same from each call of a caller.
// RUN: amp-opt --amp-instrument --split-input-file %s | FileCheck %s
// RUN: amp-opt --amp-instrument --split-input-file %s | amp-opt --split-input-file -o /dev/null

// CHECK-LABEL: func.func private @cell(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[TABLE:.*]]: memref<?x264xf64>, %[[FIRST:.*]]: index) -> tensor<4xf32>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[ROW0:.*]] = arith.addi %[[FIRST]], %[[C0]]
// CHECK: call @amp_record_f32(%{{.*}}, %[[TABLE]], %[[ROW0]])
// CHECK: %[[ABS:.*]] = math.absf %[[X]]
// CHECK: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[ROW1:.*]] = arith.addi %[[FIRST]], %[[C1]]
// CHECK: call @amp_record_f32(%{{.*}}, %[[TABLE]], %[[ROW1]])
// CHECK: return %[[ABS]] : tensor<4xf32>
func.func private @cell(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.absf %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @main(
// CHECK-SAME: -> (tensor<4xf32>, tensor<11x264xf64>)
// CHECK-SAME: amp.recorded = [{{.*}}path = "@main/scf.while#0/{{.*}}path = "@cell/arg#0"}, {{.*}}path = "@cell/math.absf#0"}]
// CHECK: %[[MADE:.*]] = memref.alloc() : memref<11x264xf64>
// CHECK: %[[TABLE:.*]] = memref.cast %[[MADE]]
// CHECK: call @amp_clear_rows(%[[TABLE]])
// CHECK: %[[CALLEE:.*]] = arith.constant 9 : index
// CHECK: call @cell(%{{.*}}, %[[TABLE]], %[[CALLEE]])
// CHECK: scf.while (%{{[^,]*}} = %{{[^,]*}}, %{{[^,]*}} = %{{[^,]*}}) : (i64, tensor<4xf32>)
// CHECK: scf.condition
// CHECK: scf.if
// CHECK: %[[SAME:.*]] = arith.constant 9 : index
// CHECK: func.call @cell(%{{.*}}, %[[TABLE]], %[[SAME]])
// CHECK: } else {
// CHECK: arith.negf
// CHECK: func.call @amp_record_f32(%{{.*}}, %[[TABLE]], %{{.*}})
// CHECK: %[[ROWS:.*]] = bufferization.to_tensor %[[MADE]] restrict
// CHECK: return %{{.*}}, %[[ROWS]]
func.func @main(%x: tensor<4xf32>, %n: i64) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %once = call @cell(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %r:2 = scf.while (%i = %c0, %h = %once) : (i64, tensor<4xf32>) -> (i64, tensor<4xf32>) {
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

// -----

// A caller that is not recorded hands on a table without rows.
// CHECK-LABEL: func.func @again(
// CHECK: %[[NONE:.*]] = memref.alloca() : memref<0x264xf64>
// CHECK: %[[TABLE:.*]] = memref.cast %[[NONE]]
// CHECK: call @leaf(%{{.*}}, %[[TABLE]], %{{.*}})
// CHECK-LABEL: func.func private @amp_record_f32(
// CHECK-SAME: %{{.*}}: tensor<?xf32>, %[[TABLE:.*]]: memref<?x264xf64>, %[[ROW:.*]]: index)
// CHECK: %[[ROWS:.*]] = memref.dim %[[TABLE]]
// CHECK: %[[HAS:.*]] = arith.cmpi ult, %[[ROW]], %[[ROWS]]
// CHECK: scf.if %[[HAS]]
func.func private @leaf(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.absf %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @again(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @leaf(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
