// One switch for each value that would be stored low, constants included, fills
// not; who reads the low copy reads what the switch gives.
// RUN: amp-opt --amp-emulate=f16 --split-input-file %s | FileCheck %s
// RUN: amp-opt --amp-emulate=f16 --canonicalize --split-input-file %s | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @main(
// CHECK-SAME: f32>, %[[MASK:.*]]: tensor<3xi1>
// CHECK-SAME: amp.switches = [{elements = 4096 : i64, {{.*}}path = "@main/arg#0"}, {{.*}}path = "@main/arith.constant#{{.*}}", result = 0 : i64}, {{.*}}path = "@main/linalg.matmul#0", result = 0 : i64}]
// CHECK: %[[ON:.*]] = tensor.extract %[[MASK]]
// CHECK: %[[X:.*]] = scf.if %[[ON]]
// CHECK: %[[LOW:.*]] = arith.truncf %{{.*}} : tensor<64x64xf32> to tensor<64x64xf16>
// CHECK: arith.extf %[[LOW]]
// CHECK: linalg.matmul ins(%[[X]], %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// The two casts must not cancel.
// KEPT: arith.truncf
// KEPT: arith.extf
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %w = arith.constant dense<0.1> : tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%p, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %q : tensor<64x64xf32>
}

// -----

// A parallel loop puts its parts where it did: the parts and the result have
// switches, the argument that gathers them has none.
// CHECK-LABEL: func.func @main(
// CHECK-NOT: path = "@main/scf.forall#0/
// CHECK: scf.forall {{.*}} shared_outs(%[[OUT:.*]] = %{{.*}})
// CHECK: tensor.parallel_insert_slice %{{.*}} into %[[OUT]][
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %part = tensor.empty() : tensor<1x64xf32>
  %start = linalg.fill ins(%zero : f32) outs(%part : tensor<1x64xf32>) -> tensor<1x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %r = scf.forall (%i) in (8) shared_outs(%o = %e) -> tensor<8x64xf32> {
    %s = tensor.extract_slice %x[%i, 0] [1, 64] [1, 1] : tensor<8x64xf32> to tensor<1x64xf32>
    %m = linalg.matmul ins(%s, %w : tensor<1x64xf32>, tensor<64x64xf32>) outs(%start : tensor<1x64xf32>) -> tensor<1x64xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %m into %o[%i, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<8x64xf32>
    }
  }
  %g = linalg.matmul ins(%r, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %g : tensor<8x64xf32>
}

// -----

// What a body reads of the argument is read rounded: the slice has the switch.
// CHECK-LABEL: func.func @main(
// CHECK: scf.forall {{.*}} shared_outs(%[[OUT:.*]] = %{{.*}})
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[OUT]][
// CHECK: %[[READ:.*]] = scf.if
// CHECK: arith.truncf %[[SLICE]]
// CHECK: linalg.matmul ins(%[[READ]], %{{.*}} : tensor<1x64xf32>
// CHECK: tensor.parallel_insert_slice %{{.*}} into %[[OUT]][
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %part = tensor.empty() : tensor<1x64xf32>
  %start = linalg.fill ins(%zero : f32) outs(%part : tensor<1x64xf32>) -> tensor<1x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %r = scf.forall (%i) in (8) shared_outs(%o = %x) -> tensor<8x64xf32> {
    %s = tensor.extract_slice %o[%i, 0] [1, 64] [1, 1] : tensor<8x64xf32> to tensor<1x64xf32>
    %m = linalg.matmul ins(%s, %w : tensor<1x64xf32>, tensor<64x64xf32>) outs(%start : tensor<1x64xf32>) -> tensor<1x64xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %m into %o[%i, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<8x64xf32>
    }
  }
  %g = linalg.matmul ins(%r, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %g : tensor<8x64xf32>
}

// -----

// Who reads the copy in f32 reads what it holds: the difference that a division
// follows, and a slice of which only f32 is wanted.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:[^:]*]]: tensor<64x64xf32>
// CHECK: %[[LOW:.*]] = scf.if
// CHECK: arith.truncf %[[X]]
// CHECK: arith.subf %[[X]],
// CHECK: linalg.matmul ins(%[[LOW]], %{{.*}} : tensor<64x64xf32>
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[X]]
// CHECK-NEXT: arith.subf %[[SLICE]],
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %ones = arith.constant dense<1.0> : tensor<8xf32>
  %d = arith.subf %x, %one : tensor<64x64xf32>
  %r = arith.divf %one, %d : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = tensor.extract_slice %x[0, 0] [1, 8] [1, 1] : tensor<64x64xf32> to tensor<8xf32>
  %e = arith.subf %s, %ones : tensor<8xf32>
  %q = arith.divf %ones, %e : tensor<8xf32>
  return %r, %p, %q : tensor<64x64xf32>, tensor<64x64xf32>, tensor<8xf32>
}

// -----

// Functions that the entry runs take the mask along, and read the elements of
// their own values; one that is used in other ways, or runs nothing of it, does
// not (see entry.mlir for several that nobody calls).
// CHECK-LABEL: func.func private @layer(
// CHECK-SAME: %[[X:.*]]: tensor<8x8xf32>, %[[W:.*]]: tensor<8x8xf32>, %[[MASK:.*]]: tensor<[[N:[0-9]+]]xi1>
// CHECK: tensor.extract %[[MASK]]
// CHECK: scf.if
// CHECK: arith.truncf %[[X]]
// CHECK: linalg.matmul
// CHECK-LABEL: func.func @twice(
// CHECK: call @layer({{.*}}, %{{.*}}) {arg_attrs = {{.*}}} : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<[[N]]xi1>)
// CHECK-LABEL: func.func private @unused(
// CHECK-SAME: %{{[^,]*}}: tensor<8x8xf32>, %{{[^,]*}}: tensor<8x8xf32>) ->
// CHECK: %[[OFF:.*]] = arith.constant dense<false> : tensor<[[N]]xi1>
// CHECK: call @layer(%{{.*}}, %{{.*}}, %[[OFF]])
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[MASK:[^,]*]]: tensor<[[N]]xi1>) -> {{.*}} attributes {amp.switches = [{{.*}}path = "@layer/linalg.matmul#0"
// CHECK: call @twice(%{{.*}}, %{{.*}}, %[[MASK]])
func.func private @layer(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %p = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %q = linalg.matmul ins(%p, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %q : tensor<8x8xf32>
}
func.func @twice(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = call @layer(%x, %w) {arg_attrs = [{}, {}]} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func private @unused(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = call @layer(%x, %w) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = call @twice(%x, %w) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// A constant that the low type holds has no switch: TOSA's zero points stay
// constants, which its lowering reads.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<3xi1>
// CHECK: %[[ZERO:.*]] = "tosa.const"() <{values = dense<0.000000e+00>
// CHECK: tosa.matmul %{{.*}}, %{{.*}}, %[[ZERO]], %[[ZERO]]
func.func @main(%x: tensor<1x64x64xf32>, %y: tensor<1x64x64xf32>) -> tensor<1x64x64xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %p = tosa.matmul %x, %y, %zero, %zero : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %q = tosa.matmul %p, %y, %zero, %zero : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  return %q : tensor<1x64x64xf32>
}
