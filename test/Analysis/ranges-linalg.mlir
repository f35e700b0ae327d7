// RUN: amp-opt %s --amp-print-ranges -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Bodies over intervals: two operands that are one value make a square, a
// captured constant counts, an unread destination does not.
#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
// CHECK: linalg.generic result 0: [0, inf]
// CHECK: linalg.generic result 0: unknown
// CHECK: linalg.generic result 0: [0, 1]
func.func @bodies(%x: tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %one = arith.constant 1.0 : f32
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<4x4xf32>
  // The same value at other indices is another value.
  %1 = linalg.generic {indexing_maps = [#id, #tr, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<4x4xf32>
  // Sigmoid as it is written out.
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %n = arith.negf %a : f32
    %p = math.exp %n : f32
    %s = arith.addf %p, %one : f32
    %q = arith.divf %one, %s : f32
    linalg.yield %q : f32
  } -> tensor<4x4xf32>
  return
}

// -----

// Sums by extent, maxima without; products add up to their bound but are not
// taken to reach it.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// CHECK: linalg.generic result 0: [0, 128000] reaches [0, 128000]; f16 overflow; bf16 fits
// CHECK: linalg.generic result 0: [0, 2] reaches [0, 2]; f16 fits
// CHECK: linalg.matmul result 0: [-256000, 256000]; f16 open; bf16 fits
func.func @reductions(%x: tensor<4x64000xf32> {amp.range = array<f64: 0.0, 2.0>},
                      %w: tensor<64000x4xf32> {amp.range = array<f64: -2.0, 2.0>}) {
  %zero = arith.constant 0.0 : f32
  %minf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<4x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.fill ins(%minf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x64000xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %a, %out : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x64000xf32>) outs(%m : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.maximumf %a, %out : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<4x64000xf32>, tensor<64000x4xf32>) outs(%z2 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// The largest with its index, as exporters write it: a body with two results.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// CHECK: linalg.generic result 0: [-3, 3] reaches [-3, 3]; f16 fits
func.func @argmax(%x: tensor<4x8xf32> {amp.range = array<f64: -3.0, 3.0>}) {
  %minf = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %m = linalg.fill ins(%minf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %mi = linalg.fill ins(%c0 : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %0:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%m, %mi : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%a: f32, %out: f32, %at: i64):
    %i = linalg.index 1 : index
    %i64 = arith.index_cast %i : index to i64
    %s = arith.maximumf %a, %out : f32
    %c = arith.cmpf ogt, %a, %out : f32
    %j = arith.select %c, %i64, %at : i64
    linalg.yield %s, %j : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return
}

// -----

// Convolution and pooling through their regions; fill, transpose, broadcast,
// the softmax op; a gather reads its table.
// CHECK: linalg.conv_2d_nchw_fchw result 0: [-27, 27]; f16 fits
// CHECK: linalg.pooling_nchw_max result 0: [-1, 1]; f16 fits
// CHECK: linalg.pooling_nchw_sum result 0: [-4, 4] reaches [-4, 4]; f16 fits
// CHECK: linalg.transpose result 0: [-1, 1]
// CHECK: linalg.broadcast result 0: [-1, 1]
// CHECK: linalg.softmax result 0: [0, 1]
// CHECK: linalg.generic result 0: [-1, 1]
#id = affine_map<(d0) -> (d0)>
func.func @named(%x: tensor<1x3x8x8xf32> {amp.range = array<f64: -1.0, 1.0>},
                 %f: tensor<3x3x3x3xf32> {amp.range = array<f64: -1.0, 1.0>},
                 %s: tensor<4x8xf32>,
                 %t: tensor<10xf32> {amp.range = array<f64: -1.0, 1.0>}, %i: tensor<4xi64>) {
  %zero = arith.constant 0.0 : f32
  %minf = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<1x3x6x6xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %f : tensor<1x3x8x8xf32>, tensor<3x3x3x3xf32>) outs(%z0 : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  %win = tensor.empty() : tensor<2x2xf32>
  %e1 = tensor.empty() : tensor<1x3x7x7xf32>
  %z1 = linalg.fill ins(%minf : f32) outs(%e1 : tensor<1x3x7x7xf32>) -> tensor<1x3x7x7xf32>
  %1 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %win : tensor<1x3x8x8xf32>, tensor<2x2xf32>) outs(%z1 : tensor<1x3x7x7xf32>) -> tensor<1x3x7x7xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x3x7x7xf32>) -> tensor<1x3x7x7xf32>
  %2 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %win : tensor<1x3x8x8xf32>, tensor<2x2xf32>) outs(%z2 : tensor<1x3x7x7xf32>) -> tensor<1x3x7x7xf32>
  %e3 = tensor.empty() : tensor<8x8x1x3xf32>
  %3 = linalg.transpose ins(%x : tensor<1x3x8x8xf32>) outs(%e3 : tensor<8x8x1x3xf32>) permutation = [2, 3, 0, 1]
  %e4 = tensor.empty() : tensor<10x2xf32>
  %4 = linalg.broadcast ins(%t : tensor<10xf32>) outs(%e4 : tensor<10x2xf32>) dimensions = [1]
  %e5 = tensor.empty() : tensor<4x8xf32>
  %5 = linalg.softmax dimension(1) ins(%s : tensor<4x8xf32>) outs(%e5 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e6 = tensor.empty() : tensor<4xf32>
  %6 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<4xi64>) outs(%e6 : tensor<4xf32>) {
  ^bb0(%a: i64, %out: f32):
    %k = arith.index_cast %a : i64 to index
    %v = tensor.extract %t[%k] : tensor<10xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return
}

// -----

// A value less its own row's maximum is not positive, through the reshape and
// the broadcast that exporters put between; its exponential over the row's sum
// is at most 1.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
// CHECK: linalg.generic result 0: unknown
// CHECK: tensor.expand_shape
// CHECK: tensor.collapse_shape
// CHECK: linalg.generic result 0: unknown
// CHECK: linalg.generic result 0: [-inf, 0]
// CHECK: linalg.generic result 0: [0, 1]
// CHECK: linalg.generic result 0: [0, 8]
// CHECK: linalg.generic result 0: [0, 1]
// The maxima of the rows laid along the columns bound nothing.
// CHECK: linalg.generic result 0: unknown;
func.func @softmax(%x: tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %minf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %e2 = tensor.empty() : tensor<8x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.fill ins(%minf : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf32>) outs(%m : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.maximumf %a, %out : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %kept = tensor.expand_shape %max [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  %flat = tensor.collapse_shape %kept [[0, 1]] : tensor<8x1xf32> into tensor<8xf32>
  %wide = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%flat : tensor<8xf32>) outs(%e2 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<8x8xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %wide : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e2 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<8x8xf32>) outs(%e2 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %a, %out : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %sum : tensor<8x8xf32>, tensor<8xf32>) outs(%e2 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.divf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %wrong = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %max : tensor<8x8xf32>, tensor<8xf32>) outs(%e2 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return
}

// -----

// The same where bodies widen what is stored low: it is the same number.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// CHECK: linalg.generic result 0: unknown
// CHECK: linalg.generic result 0: [-inf, 0]
// CHECK: linalg.generic result 0: [0, 1]
func.func @widened(%x: tensor<8x8xf16>) {
  %m = arith.constant dense<0xFF800000> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf16>) outs(%m : tensor<8xf32>) {
  ^bb0(%a: f16, %out: f32):
    %wide = arith.extf %a : f16 to f32
    %s = arith.maximumf %wide, %out : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %max : tensor<8x8xf16>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f16, %b: f32, %out: f32):
    %wide = arith.extf %a : f16 to f32
    %s = arith.subf %wide, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return
}

// -----

// Positive numbers over their sum: none is so small that it is zero in f16, for
// all that logits between -50 and 50 allow.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// CHECK: linalg.generic result 0: [1.92875e-22, 5.18471e+21] reaches [0.367879, 2.71828]; f16 {{.*}}; bf16
// CHECK: linalg.generic result 0: {{.*}} reaches [2.94304, 21.7463]
// CHECK: linalg.generic result 0: {{.*}}, 1] reaches [0.125, 0.125]; f16 fits; bf16 fits
func.func @softmax_of_bounded(%x: tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -50.0 : f32
  %most = arith.constant 50.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.maximumf %in, %least : f32
    %b = arith.minimumf %a, %most : f32
    %s = math.exp %b : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%u : tensor<8x8xf32>) outs(%z1 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%u, %t : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %d = arith.divf %in, %sum : f32
    linalg.yield %d : f32
  } -> tensor<8x8xf32>
  return
}

// -----

// A sum may start from a constant that nothing fills.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// CHECK: linalg.generic result 0: {{.*}}, 1] reaches [0.125, 0.125]; f16 fits; bf16 fits
func.func @softmax_from_constants(%x: tensor<8x8xf32>) {
  %least = arith.constant -50.0 : f32
  %most = arith.constant 50.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %z1 = arith.constant dense<0.0> : tensor<8xf32>
  %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.maximumf %in, %least : f32
    %b = arith.minimumf %a, %most : f32
    %s = math.exp %b : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%u : tensor<8x8xf32>) outs(%z1 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%u, %t : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %d = arith.divf %in, %sum : f32
    linalg.yield %d : f32
  } -> tensor<8x8xf32>
  return
}
