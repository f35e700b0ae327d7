// Functions of f32 become arithmetic; those of other types stay.
// RUN: amp-opt %s --amp-cpu-expand-math | FileCheck %s

// CHECK-LABEL: func.func @single
// CHECK-NOT: math.exp
// CHECK-NOT: math.rsqrt
// CHECK: arith.mulf
// CHECK: return
func.func @single(%x: f32) -> (f32, f32) {
  %0 = math.exp %x : f32
  %1 = math.rsqrt %x : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @double
// CHECK: math.exp %{{.*}} : f64
func.func @double(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  return %0 : f64
}

// Exponentials keep no digit of a small sinh and overflow before a large one:
// libm's own.
// CHECK-LABEL: func.func @hyperbolic
// CHECK: math.sinh %{{.*}} : f32
// CHECK: math.cosh %{{.*}} : f32
func.func @hyperbolic(%x: f32) -> (f32, f32) {
  %0 = math.sinh %x : f32
  %1 = math.cosh %x : f32
  return %0, %1 : f32, f32
}

// The polynomial forgets the sign of zero.
// CHECK-LABEL: func.func @sign
// CHECK-SAME: (%[[X:.*]]: vector<8xf32>)
// CHECK-NOT: math.erf
// CHECK: %[[R:.*]] = math.copysign %{{.*}}, %[[X]] : vector<8xf32>
// CHECK: return %[[R]]
func.func @sign(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.erf %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// No lowering has a test for infinity.
// CHECK-LABEL: func.func @infinite
// CHECK: %[[A:.*]] = math.absf %{{.*}} : vector<4xf16>
// CHECK: arith.cmpf oeq, %[[A]], %{{.*}} : vector<4xf16>
func.func @infinite(%x: vector<4xf16>) -> vector<4xi1> {
  %0 = math.isinf %x : vector<4xf16>
  return %0 : vector<4xi1>
}

// exp(x) - 1 keeps no digit near 0.
// CHECK-LABEL: func.func @near_zero
// CHECK: call @expm1
// CHECK: call @log1p
func.func @near_zero(%x: f64) -> (f64, f64) {
  %0 = math.expm1 %x : f64
  %1 = math.log1p %x : f64
  return %0, %1 : f64, f64
}

// To odd, then to nearest: as one rounding. From f32 there is no need.
// CHECK-LABEL: func.func @rounded
// CHECK-SAME: (%[[X:.*]]: vector<4xf64>, %[[Y:.*]]: f32)
// CHECK: %[[NEAREST:.*]] = arith.truncf %[[X]] : vector<4xf64> to vector<4xf32>
// CHECK: %[[ODD:.*]] = arith.bitcast %{{.*}} : vector<4xi32> to vector<4xf32>
// CHECK: arith.truncf %[[ODD]] : vector<4xf32> to vector<4xbf16>
// CHECK-NEXT: arith.truncf %[[Y]] : f32 to bf16
func.func @rounded(%x: vector<4xf64>, %y: f32) -> (vector<4xbf16>, bf16) {
  %0 = arith.truncf %x : vector<4xf64> to vector<4xbf16>
  %1 = arith.truncf %y : f32 to bf16
  return %0, %1 : vector<4xbf16>, bf16
}

// Digits that f32 lacks go first, so that no second rounding sees a tie.
// CHECK-LABEL: func.func @integers
// CHECK-SAME: (%[[X:.*]]: vector<4xi32>, %[[Y:.*]]: i16)
// CHECK: arith.ori %[[X]]
// CHECK-NEXT: %[[ODD:.*]] = arith.andi
// CHECK: %[[F:.*]] = arith.sitofp %[[ODD]] : vector<4xi32> to vector<4xf32>
// CHECK: arith.truncf %[[F]] : vector<4xf32> to vector<4xbf16>
// CHECK-NEXT: arith.uitofp %[[Y]] : i16 to bf16
func.func @integers(%x: vector<4xi32>, %y: i16) -> (vector<4xbf16>, bf16) {
  %0 = arith.sitofp %x : vector<4xi32> to vector<4xbf16>
  %1 = arith.uitofp %y : i16 to bf16
  return %0, %1 : vector<4xbf16>, bf16
}
