// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s --check-prefix=MIXED
// RUN: amp-opt %s --amp-annotate=f16 | FileCheck %s --check-prefix=SAID

// Of ops with equal signatures one is asked; an op that reads other ranges, one
// value twice or has other attributes is asked anew.
// CHECK: linalg.dot result 0: [-32, 32]; f16 fits
// CHECK: linalg.dot result 0: [0, 32] reaches [0, 32]; f16 fits
// CHECK: linalg.dot result 0: [-16, 16]; f16 fits
// CHECK: linalg.dot result 0: [-32, 32]; f16 fits
func.func @dots(%v: tensor<8xf32> {amp.range = array<f64: -2.0, 2.0>},
                %w: tensor<8xf32> {amp.range = array<f64: -2.0, 2.0>},
                %u: tensor<8xf32> {amp.range = array<f64: -1.0, 1.0>},
                %z: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%c : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %0 = linalg.dot ins(%v, %w : tensor<8xf32>, tensor<8xf32>) outs(%i : tensor<f32>) -> tensor<f32>
  %1 = linalg.dot ins(%v, %v : tensor<8xf32>, tensor<8xf32>) outs(%i : tensor<f32>) -> tensor<f32>
  %2 = linalg.dot ins(%v, %u : tensor<8xf32>, tensor<8xf32>) outs(%i : tensor<f32>) -> tensor<f32>
  %3 = linalg.dot ins(%w, %v : tensor<8xf32>, tensor<8xf32>) outs(%i : tensor<f32>) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// The same types, the second with a category of its own.
// MIXED-LABEL: func.func @attributes
// MIXED: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// MIXED: linalg.matmul {{.*}}ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// MIXED: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
func.func @attributes(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%c : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul {amp.category = #amp.category<never>} ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%b, %a : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

#data = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The same types and the same ops inside, which read other values: what a
// division is by decides.
// SAID-LABEL: func.func @bodies
// SAID: linalg.generic {{.*}}amp.reason = "follow (interface: elementwise
// SAID: linalg.generic {{.*}}amp.reason = "never (interface: its body holds a delicate op
// SAID: linalg.generic {{.*}}amp.reason = "follow (interface: elementwise
func.func @bodies(%a: tensor<64x64xf32>, %b: tensor<64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [#data, #row, #data], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %q = arith.divf %x, %y : f32
    linalg.yield %q : f32
  } -> tensor<64x64xf32>
  %1 = linalg.generic {indexing_maps = [#data, #row, #data], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %q = arith.divf %y, %x : f32
    linalg.yield %q : f32
  } -> tensor<64x64xf32>
  %2 = linalg.generic {indexing_maps = [#data, #row, #data], iterator_types = ["parallel", "parallel"]}
      ins(%1, %b : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %q = arith.divf %x, %y : f32
    linalg.yield %q : f32
  } -> tensor<64x64xf32>
  return %0, %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
