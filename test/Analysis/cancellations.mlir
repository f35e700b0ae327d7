// A large number that is taken from one made of it stays f32: its rounding would
// be all that is left.
// RUN: amp-opt %s --amp-autocast="bf16 report=%t.json" -o %t && FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="bf16 absorb=false" | FileCheck %s

// REPORT-DAG: "binding": "integer-chain"
// REPORT-DAG: "binding": "logarithm-chain"

#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>

// An interpolation: the coordinate less the index that it is cut to is the
// weight of a neighbour. The product of weights and data is low.
// CHECK-LABEL: func.func @interpolate
// CHECK: %[[P:.*]] = linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
// CHECK: %[[S:.*]] = arith.mulf {{.*}} : tensor<64x64xf32>
// CHECK: %[[F:.*]] = math.floor %[[S]] : tensor<64x64xf32>
// CHECK: arith.fptosi %[[F]]
// CHECK: arith.subf %[[S]], %[[F]] : tensor<64x64xf32>
func.func @interpolate(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xi32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %size = arith.constant dense<100.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %u = math.tanh %p : tensor<64x64xf32>
  %s = arith.mulf %u, %size : tensor<64x64xf32>
  %f = math.floor %s : tensor<64x64xf32>
  %i = arith.fptosi %f : tensor<64x64xf32> to tensor<64x64xi32>
  %w = arith.subf %s, %f : tensor<64x64xf32>
  %q = linalg.matmul ins(%w, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %i, %q : tensor<64x64xi32>, tensor<64x64xf32>
}

// Decays of a state-space model: the exponential of what lies between two
// elements of a running sum, here one step of a scan.
// CHECK-LABEL: func.func @segment_sums
// CHECK: linalg.matmul ins({{.*}} : tensor<1x64xbf16>, tensor<64x64xbf16>)
// CHECK: %[[SUM:.*]] = arith.addf {{.*}} : tensor<64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: arith.subf
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @segment_sums(%x: tensor<1x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %nothing = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<1x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<1x64xf32>) -> tensor<1x64xf32>
  %a = tensor.collapse_shape %p [[0, 1]] : tensor<1x64xf32> into tensor<64xf32>
  %front = tensor.extract_slice %a[0] [63] [1] : tensor<64xf32> to tensor<63xf32>
  %behind = tensor.pad %front low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %nothing : f32
  } : tensor<63xf32> to tensor<64xf32>
  %sum = arith.addf %a, %behind : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%sum : tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<64x64xf32>
  %c = linalg.generic {indexing_maps = [#column, #id], iterator_types = ["parallel", "parallel"]}
         ins(%sum : tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<64x64xf32>
  %d = arith.subf %r, %c : tensor<64x64xf32>
  %decay = math.exp %d : tensor<64x64xf32>
  %y = linalg.matmul ins(%decay, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
