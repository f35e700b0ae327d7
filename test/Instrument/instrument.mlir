// One row for each value that takes part: arguments, results, carried values.
// The rows are a table that the function makes and returns.
// RUN: amp-opt --amp-instrument --split-input-file %s | FileCheck %s
// RUN: amp-opt --amp-instrument --split-input-file %s | amp-opt --split-input-file -o /dev/null

// CHECK-LABEL: func.func @main(
// CHECK-SAME: -> (tensor<8x8xf32>, tensor<5x264xf64>)
// CHECK-SAME: amp.recorded = [{loc = "{{.*}}", path = "@main/arg#0"}, {{.*}}path = "@main/arg#1"}, {{.*}}path = "@main/scf.for#0/r0.b0/arg#1"}, {{.*}}path = "@main/scf.for#0"}, {{.*}}path = "@main/linalg.matmul#0"}]
// CHECK: %[[MADE:.*]] = memref.alloc() : memref<5x264xf64>
// CHECK: %[[TABLE:.*]] = memref.cast %[[MADE]] : memref<5x264xf64> to memref<?x264xf64>
// CHECK: call @amp_clear_rows(%[[TABLE]])
// CHECK: %[[ROW1:.*]] = arith.constant 1 : index
// CHECK: %[[W:.*]] = tensor.cast {{.*}} : tensor<64xf32> to tensor<?xf32>
// CHECK: call @amp_record_f32(%[[W]], %[[TABLE]], %[[ROW1]])
// CHECK: scf.for {{.*}} iter_args(%{{[^,]*}} = %{{[^,]*}})
// CHECK: %[[ROW2:.*]] = arith.constant 2 : index
// CHECK: func.call @amp_record_f32(%{{.*}}, %[[TABLE]], %[[ROW2]])
// CHECK: linalg.matmul
// CHECK: %[[ROW4:.*]] = arith.constant 4 : index
// CHECK: func.call @amp_record_f32(%{{.*}}, %[[TABLE]], %[[ROW4]])
// CHECK: %[[ROWS:.*]] = bufferization.to_tensor %[[MADE]] restrict : memref<5x264xf64> to tensor<5x264xf64>
// CHECK: return %{{.*}}, %[[ROWS]]
// CHECK: func.func private @amp_clear_rows(
// CHECK: func.func private @amp_record_f32(
func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %empty = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%h = %x) -> tensor<8x8xf32> {
    %p = linalg.matmul ins(%h, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %p : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}

// -----

// Two nested loops, a dynamic shape, a value of rank 0, an op of two results;
// integers, f64 and constants have no rows.
// CHECK-LABEL: func.func @nested(
// CHECK-SAME: tensor<9x264xf64>
// CHECK-SAME: path = "@nested/linalg.generic#0", result = 1 : i64
// CHECK: scf.for {{.*}} iter_args(%{{[^,]*}} = %{{[^,]*}})
// CHECK: scf.for {{.*}} iter_args(%{{[^,]*}} = %{{[^,]*}})
// CHECK: func.call @amp_record_f32
#row = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @nested(%x: tensor<?xf32>, %s: tensor<f32>, %d: tensor<4xf64>, %y: tensor<2x3xf32>,
                  %n: index) -> (tensor<?xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf32> {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<?xf32> {
      scf.yield %b : tensor<?xf32>
    }
    scf.yield %q : tensor<?xf32>
  }
  %e = tensor.empty() : tensor<2xf32>
  %m:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<2x3xf32>) outs(%e, %e : tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%in: f32, %o0: f32, %o1: f32):
    %0 = arith.addf %in, %o0 : f32
    %1 = arith.maximumf %in, %o1 : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<2xf32>, tensor<2xf32>)
  return %r, %m#0, %m#1, %s : tensor<?xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>
}
