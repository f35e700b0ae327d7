// What a kernel stores rounded, for another kernel, it reads rounded itself: its
// cast loses the mark by which a reader's cast undoes it. What stays within a
// kernel may still be read unrounded.
// RUN: amp-opt %s --amp-form-kernels --split-input-file | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @norm_beside_product(
// CHECK: %[[ROWS:.*]]:2 = call @rows_0(%arg0)
// CHECK: call @contraction_0(%[[ROWS]]#0, %arg1)
// CHECK: func.func private @rows_0(
// CHECK: arith.truncf %in : f32 to f16
// CHECK: arith.extf %in fastmath<contract> : f16 to f32
func.func @norm_beside_product(%x: tensor<64x64xf32>, %w: tensor<64x64xf16>)
    -> (tensor<64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %pe = tensor.empty() : tensor<64x64xf32>
  %pz = linalg.fill ins(%zero : f32) outs(%pe : tensor<64x64xf32>)
      -> tensor<64x64xf32>
  %low = arith.truncf %x fastmath<contract>
      : tensor<64x64xf32> to tensor<64x64xf16>
  %squares = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%low : tensor<64x64xf16>) outs(%z : tensor<64xf32>) {
  ^bb0(%a: f16, %sum: f32):
    %h = arith.extf %a fastmath<contract> : f16 to f32
    %s = arith.mulf %h, %h : f32
    %t = arith.addf %s, %sum : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %p = linalg.matmul ins(%low, %w : tensor<64x64xf16>, tensor<64x64xf16>)
      outs(%pz : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %squares, %p : tensor<64xf32>, tensor<64x64xf32>
}

// -----

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @kept_to_itself(
// CHECK: func.func private @rows_0({{.*}} -> tensor<64xf32> attributes
// CHECK: arith.truncf %in fastmath<contract> : f32 to f16
func.func @kept_to_itself(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %low = arith.truncf %x fastmath<contract>
      : tensor<64x64xf32> to tensor<64x64xf16>
  %squares = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%low : tensor<64x64xf16>) outs(%z : tensor<64xf32>) {
  ^bb0(%a: f16, %sum: f32):
    %h = arith.extf %a fastmath<contract> : f16 to f32
    %s = arith.mulf %h, %h : f32
    %t = arith.addf %s, %sum : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  return %squares : tensor<64xf32>
}

// -----

// Nothing but the store reads it.
// CHECK-LABEL: func.func @only_stored(
// CHECK: func.func private @pointwise_0(
// CHECK: arith.truncf %in fastmath<contract> : f32 to f16
func.func @only_stored(%x: tensor<64x64xf32>) -> tensor<64x64xf16> {
  %low = arith.truncf %x fastmath<contract>
      : tensor<64x64xf32> to tensor<64x64xf16>
  return %low : tensor<64x64xf16>
}

// -----

#all = affine_map<(i, j) -> (i, j)>

// What spreads a smaller value is done again in each reader, rounded as the
// product reads it.
// CHECK-LABEL: func.func @spread(
// CHECK: func.func private @pointwise_1(
// CHECK: %[[LOW:.*]] = arith.truncf %in : f32 to f16
// CHECK-NEXT: %[[HIGH:.*]] = arith.extf %[[LOW]] fastmath<contract> : f16 to f32
// CHECK-NEXT: arith.addf %[[HIGH]], %[[HIGH]]
func.func @spread(%v: tensor<64xf32>, %w: tensor<64x64xf16>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>)
      -> tensor<64x64xf32>
  %b = linalg.broadcast ins(%v : tensor<64xf32>) outs(%e : tensor<64x64xf32>)
      dimensions = [1]
  %low = arith.truncf %b fastmath<contract>
      : tensor<64x64xf32> to tensor<64x64xf16>
  %twice = linalg.generic {indexing_maps = [#all, #all],
      iterator_types = ["parallel", "parallel"]}
      ins(%low : tensor<64x64xf16>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f16, %o: f32):
    %h = arith.extf %x fastmath<contract> : f16 to f32
    %s = arith.addf %h, %h : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  %p = linalg.matmul ins(%low, %w : tensor<64x64xf16>, tensor<64x64xf16>)
      outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %twice, %p : tensor<64x64xf32>, tensor<64x64xf32>
}
