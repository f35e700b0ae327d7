// Globals that nothing writes, and variables of TOSA, are constants; what is
// written and read in one run is known, what nobody reads is not written.
// RUN: amp-opt %s --tosa-to-mlprogram --amp-fold-globals --verify-diagnostics --split-input-file | FileCheck %s

// CHECK-NOT: ml_program
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK-DAG: %[[G:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<3.000000e+00> : tensor<2xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[G]], %[[S]]
// CHECK: arith.addf %[[SUM]], %[[X]]
// CHECK-NOT: ml_program
ml_program.global private @g(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private mutable @s(dense<3.0> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private mutable @last(dense<0.0> : tensor<2xf32>) : tensor<2xf32>
tosa.variable @v = dense<1.0> : tensor<2xf32>
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %g = ml_program.global_load_const @g : tensor<2xf32>
  %s = ml_program.global_load @s : tensor<2xf32>
  tosa.variable_write @v, %x : tensor<2xf32>
  %v = tosa.variable_read @v : tensor<2xf32>
  %0 = arith.addf %g, %s : tensor<2xf32>
  %1 = arith.addf %0, %v : tensor<2xf32>
  ml_program.global_store @last = %1 : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// A call in a branch may write what is read behind it.
ml_program.global private mutable @s(dense<3.0> : tensor<2xf32>) : tensor<2xf32>
func.func private @set(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected a global that is never written and read again later}}
  ml_program.global_store @s = %x : tensor<2xf32>
  return
}
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>, %c: i1) -> tensor<2xf32> {
  ml_program.global_store @s = %x : tensor<2xf32>
  scf.if %c {
    func.call @set(%y) : (tensor<2xf32>) -> ()
  }
  // expected-note@+1 {{read here}}
  %0 = ml_program.global_load @s : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

ml_program.global private @g(#ml_program.extern<tensor<2xf32>>) : tensor<2xf32>
func.func @main() -> tensor<2xf32> {
  // expected-error@+1 {{expected a global with a value of its own, got '@g'}}
  %0 = ml_program.global_load_const @g : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

ml_program.global private mutable @g : i32
func.func @main() -> i32 {
  // expected-error@+1 {{expected a global with a value of its own, got '@g'}}
  %0 = ml_program.global_load @g : i32
  return %0 : i32
}
