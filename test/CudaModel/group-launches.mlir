// Contractions of one kernel that do not wait for each other become one launch.
// RUN: amp-opt %s --amp-form-kernels --split-input-file | FileCheck %s
// RUN: amp-opt %s --split-input-file "--amp-to-nvvm=chip=sm_90a format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUDIT
// RUN: amp-opt %s --split-input-file --amp-form-kernels "--amp-to-nvvm=chip=sm_90a format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUDIT

// Queries, keys and values.
// CHECK-LABEL: func.func @main
// CHECK: %[[ALL:.*]]:3 = call @contraction_0_x3(%arg0, %arg1, %arg2, %arg3)
// CHECK-NEXT: return %[[ALL]]#0, %[[ALL]]#1, %[[ALL]]#2
// CHECK: func.func private @contraction_0_x3(%[[X:.*]]: tensor<32x64xf16>, %[[Q:.*]]: tensor<64x64xf16>, %[[K:.*]]: tensor<64x64xf16>, %[[V:.*]]: tensor<64x64xf16>)
// CHECK-SAME: attributes {amp.kernel}
// CHECK-NEXT: call @contraction_0(%[[X]], %[[Q]])
// CHECK-NEXT: call @contraction_0(%[[X]], %[[K]])
// CHECK-NEXT: call @contraction_0(%[[X]], %[[V]])
// AUDIT: sm_90a contraction_0_x3: linalg.generic at group-launches.mlir:[[#@LINE+8]]:8: mma.sync
// AUDIT: sm_90a contraction_0_x3: linalg.generic at group-launches.mlir:[[#@LINE+9]]:8: mma.sync
// AUDIT: sm_90a contraction_0_x3: linalg.generic at group-launches.mlir:[[#@LINE+10]]:8: mma.sync
func.func @main(%x: tensor<32x64xf16>, %q: tensor<64x64xf16>, %k: tensor<64x64xf16>, %v: tensor<64x64xf16>)
    -> (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %0 = linalg.matmul ins(%x, %q : tensor<32x64xf16>, tensor<64x64xf16>)
      outs(%i : tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = linalg.matmul ins(%x, %k : tensor<32x64xf16>, tensor<64x64xf16>)
      outs(%i : tensor<32x64xf32>) -> tensor<32x64xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<32x64xf16>, tensor<64x64xf16>)
      outs(%i : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %0, %1, %2 : tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>
}

// -----

// One that reads another's result waits for it: the first two are a group, the
// last two, whose operands are the first's results, are the next.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]]:2 = call @contraction_0_x2(%arg0, %arg1, %arg2)
// CHECK-NEXT: %[[B:.*]]:2 = call @contraction_0_x2(%[[A]]#0, %arg1, %[[A]]#1)
// CHECK-NEXT: return %[[B]]#0, %[[B]]#1
// CHECK: func.func private @contraction_0_x2
// CHECK-NOT: contraction_0_x2
func.func @main(%x: tensor<64x64xf16>, %q: tensor<64x64xf16>, %k: tensor<64x64xf16>)
    -> (tensor<64x64xf16>, tensor<64x64xf16>) {
  %0 = call @product(%x, %q) : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
  %1 = call @product(%x, %k) : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
  %2 = call @product(%0, %q) : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
  %3 = call @product(%0, %1) : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
  return %2, %3 : tensor<64x64xf16>, tensor<64x64xf16>
}
func.func private @product(%x: tensor<64x64xf16>, %w: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %h = tensor.empty() : tensor<64x64xf16>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf16>, tensor<64x64xf16>)
      outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<64x64xf32>) outs(%h : tensor<64x64xf16>) {
  ^bb0(%a: f32, %o: f16):
    %r = arith.truncf %a : f32 to f16
    linalg.yield %r : f16
  } -> tensor<64x64xf16>
  return %1 : tensor<64x64xf16>
}

// -----

// Each alone keeps a device busy.
// CHECK-LABEL: func.func @main
// CHECK: call @contraction_0(
// CHECK: call @contraction_0(
// CHECK-NOT: _x2
func.func @main(%x: tensor<1024x64xf16>, %q: tensor<64x1024xf16>, %k: tensor<64x1024xf16>)
    -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x1024xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %0 = linalg.matmul ins(%x, %q : tensor<1024x64xf16>, tensor<64x1024xf16>)
      outs(%i : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %1 = linalg.matmul ins(%x, %k : tensor<1024x64xf16>, tensor<64x1024xf16>)
      outs(%i : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %0, %1 : tensor<1024x1024xf32>, tensor<1024x1024xf32>
}

// -----

// A view of a result stands behind the launch.
// CHECK-LABEL: func.func @main
// CHECK: %[[ALL:.*]]:2 = call @contraction_0_x2
// CHECK-NEXT: %[[VIEW:.*]] = tensor.expand_shape %[[ALL]]#0
// CHECK: return %[[VIEW]], %[[ALL]]#1
func.func @main(%x: tensor<32x64xf16>, %q: tensor<64x64xf16>, %k: tensor<64x64xf16>)
    -> (tensor<32x4x16xf32>, tensor<32x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %0 = linalg.matmul ins(%x, %q : tensor<32x64xf16>, tensor<64x64xf16>)
      outs(%i : tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
  %2 = linalg.matmul ins(%x, %k : tensor<32x64xf16>, tensor<64x64xf16>)
      outs(%i : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %1, %2 : tensor<32x4x16xf32>, tensor<32x64xf32>
}

// -----

// The first two can only run where the first stands, since what reads it comes
// next; the third, which waits for that, joins neither of them.
// CHECK-LABEL: func.func @main
// CHECK: %[[ALL:.*]]:2 = call @contraction_0_x2(%arg0, %arg1, %arg2)
// CHECK-NEXT: %[[MAX:.*]] = call @rows_0(%[[ALL]]#0
// CHECK: call @contraction_0(%[[MAX]], %arg1)
// CHECK-NOT: call
// CHECK: return
func.func @main(%x: tensor<64x64xf32>, %q: tensor<64x64xf32>, %k: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %q : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.softmax dimension(1) ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%x, %k : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%s, %q : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// Twelve at a time are more than a kernel's parameters have room for.
// CHECK-LABEL: func.func @main
// CHECK: call @contraction_0_x10
// CHECK: call @contraction_0_x2
// CHECK-NOT: call
// CHECK: return
func.func @main(%x: tensor<64x64xf16>, %w0: tensor<64x64xf16>, %w1: tensor<64x64xf16>, %w2: tensor<64x64xf16>, %w3: tensor<64x64xf16>, %w4: tensor<64x64xf16>, %w5: tensor<64x64xf16>, %w6: tensor<64x64xf16>, %w7: tensor<64x64xf16>, %w8: tensor<64x64xf16>, %w9: tensor<64x64xf16>, %w10: tensor<64x64xf16>, %w11: tensor<64x64xf16>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w0 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%x, %w1 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%x, %w2 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.matmul ins(%x, %w3 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = linalg.matmul ins(%x, %w4 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = linalg.matmul ins(%x, %w5 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %6 = linalg.matmul ins(%x, %w6 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %7 = linalg.matmul ins(%x, %w7 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %8 = linalg.matmul ins(%x, %w8 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %9 = linalg.matmul ins(%x, %w9 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %10 = linalg.matmul ins(%x, %w10 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %11 = linalg.matmul ins(%x, %w11 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
