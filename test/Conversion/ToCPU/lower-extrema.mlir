// -0 is below +0, which upstream's expansion forgets; a relu needs no more than
// a comparison and a selection.
// RUN: amp-opt %s --amp-cpu-lower-extrema | FileCheck %s

// CHECK-LABEL: func.func @values
// CHECK: llvm.intr.maximum(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK: llvm.intr.minimum(%{{.*}}, %{{.*}}) : (vector<8xf16>, vector<8xf16>) -> vector<8xf16>
func.func @values(%x: f32, %y: f32, %v: vector<8xf16>, %w: vector<8xf16>) -> (f32, vector<8xf16>) {
  %0 = arith.maximumf %x, %y : f32
  %1 = arith.minimumf %v, %w : vector<8xf16>
  return %0, %1 : f32, vector<8xf16>
}

// CHECK-LABEL: func.func @relu
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: arith.maximumf %[[X]], %[[ZERO]] : f32
// CHECK: arith.maximumf %[[X]], %[[ZERO]] : f32
// CHECK: llvm.intr.minimum
// CHECK: arith.minimumf %[[X]], %{{.*}} : f32
func.func @relu(%x: f32) -> (f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %0 = arith.maximumf %x, %zero : f32
  %1 = arith.maximumf %zero, %x : f32
  %2 = arith.minimumf %x, %zero : f32
  %3 = arith.minimumf %x, %six : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// No instruction rounds bf16 back without loss.
// CHECK-LABEL: func.func @bits
// CHECK-SAME: (%[[X:.*]]: bf16, %[[Y:.*]]: bf16)
// CHECK: %[[M:.*]] = arith.maximumf %[[X]], %[[Y]] : bf16
// CHECK-DAG: %[[XB:.*]] = arith.bitcast %[[X]] : bf16 to i16
// CHECK-DAG: %[[YB:.*]] = arith.bitcast %[[Y]] : bf16 to i16
// CHECK: %[[BOTH:.*]] = arith.andi %[[XB]], %[[YB]] : i16
// CHECK-DAG: %[[F:.*]] = arith.bitcast %[[BOTH]] : i16 to bf16
// CHECK-DAG: %[[E:.*]] = arith.cmpf oeq, %[[X]], %[[Y]] : bf16
// CHECK: %[[R:.*]] = arith.select %[[E]], %[[F]], %[[M]] : bf16
// CHECK: return %[[R]]
func.func @bits(%x: bf16, %y: bf16) -> bf16 {
  %0 = arith.maximumf %x, %y : bf16
  return %0 : bf16
}
