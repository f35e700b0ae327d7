// Each op with a model appears here. `test.expect` is what its model answers:
// CATEGORY (role of each operand) -> role of each result [traits].

func.func @arith(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x8xi1>, %i: tensor<4x8xi32>, %h: tensor<4x8xf16>, %s: f32) {
  %0 = arith.addf %a, %b {test.expect = "follow (label, label) -> label"} : tensor<4x8xf32>
  %1 = arith.subf %0, %b {test.expect = "follow (label, label) -> label"} : tensor<4x8xf32>
  %2 = arith.mulf %a, %b {test.expect = "follow (label, label) -> label [product]"} : tensor<4x8xf32>
  %3 = arith.mulf %2, %2 {test.expect = "follow (label, label) -> label [square]"} : tensor<4x8xf32>
  %cst = arith.constant {test.expect = "follow () -> creator"} dense<3.140000e+00> : tensor<4x8xf32>
  %4 = arith.mulf %a, %cst {test.expect = "follow (label, label) -> label"} : tensor<4x8xf32>
  %5 = arith.negf %4 {test.expect = "follow (label) -> label"} : tensor<4x8xf32>
  %6 = arith.maximumf %5, %a {test.expect = "follow (label, label) -> label"} : tensor<4x8xf32>
  %7 = arith.maxnumf %6, %a {test.expect = "follow (label, label) -> label"} : tensor<4x8xf32>
  %8 = arith.minimumf %7, %a {test.expect = "follow (label, label) -> label"} : tensor<4x8xf32>
  %9 = arith.minnumf %8, %a {test.expect = "follow (label, label) -> label"} : tensor<4x8xf32>
  %10 = arith.cmpf ogt, %9, %a {test.expect = "follow (label, label) -> ignored"} : tensor<4x8xf32>
  %11 = arith.select %10, %9, %a {test.expect = "follow (ignored, label, label) -> label"} : tensor<4x8xi1>, tensor<4x8xf32>
  %12 = arith.divf %11, %cst {test.expect = "follow (label, label) -> label"} : tensor<4x8xf32>
  %13 = arith.divf %12, %b {test.expect = "never (high, high) -> high"} : tensor<4x8xf32>
  %tiny = arith.constant dense<1.000000e-12> : tensor<4x8xf32>
  %14 = arith.divf %13, %tiny {test.expect = "never (high, high) -> high"} : tensor<4x8xf32>
  %zero = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
  %15 = arith.divf %14, %zero {test.expect = "never (high, high) -> high"} : tensor<4x8xf32>
  %huge = arith.constant dense<1.000000e+09> : tensor<4x8xf32>
  %16 = arith.divf %15, %huge {test.expect = "never (high, high) -> high"} : tensor<4x8xf32>
  %17 = arith.remf %16, %b {test.expect = "never (high, high) -> high"} : tensor<4x8xf32>
  %18 = arith.sitofp %i {test.expect = "never (ignored) -> high"} : tensor<4x8xi32> to tensor<4x8xf32>
  %19 = arith.uitofp %i {test.expect = "never (ignored) -> high"} : tensor<4x8xi32> to tensor<4x8xf32>
  %20 = arith.fptosi %18 {test.expect = "never (high) -> ignored"} : tensor<4x8xf32> to tensor<4x8xi32>
  %21 = arith.fptoui %19 {test.expect = "never (high) -> ignored"} : tensor<4x8xf32> to tensor<4x8xi32>
  %22 = arith.extf %h {test.expect = "never (ignored) -> high"} : tensor<4x8xf16> to tensor<4x8xf32>
  %stored = arith.constant dense<1.500000e+00> : tensor<4x8xf16>
  %widened = arith.extf %stored {test.expect = "follow (ignored) -> creator"} : tensor<4x8xf16> to tensor<4x8xf32>
  %23 = arith.truncf %22 {test.expect = "never (high) -> ignored"} : tensor<4x8xf32> to tensor<4x8xf16>
  %24 = arith.extf %22 {test.expect = "never (high) -> ignored"} : tensor<4x8xf32> to tensor<4x8xf64>
  %25 = arith.bitcast %i {test.expect = "never (ignored) -> high"} : tensor<4x8xi32> to tensor<4x8xf32>
  %26 = arith.bitcast %a {test.expect = "never (high) -> ignored"} : tensor<4x8xf32> to tensor<4x8xi32>
  %27 = arith.addf %s, %s {test.expect = "follow (ignored, ignored) -> ignored"} : f32
  %many = arith.constant {test.expect = "follow () -> creator"} dense<[1.0, 2.5, -7.0]> : tensor<3xf32>
  %lost = arith.constant {test.expect = "never () -> high"} dense_resource<absent> : tensor<3xf32>
  %ints = arith.constant {test.expect = "follow () -> ignored"} dense<1> : tensor<3xi32>
  return
}

func.func @scaling(%a: vector<4xf32>, %s: vector<4xf8E8M0FNU>, %q: vector<4xf4E2M1FN>) {
  %0 = arith.scaling_extf %q, %s {test.expect = "never (ignored, ignored) -> high"} : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf32>
  %1 = arith.scaling_truncf %a, %s {test.expect = "never (high, ignored) -> ignored"} : vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf4E2M1FN>
  return
}

func.func @math(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: tensor<4xi32>) {
  %0 = math.sqrt %a {test.expect = "follow (label) -> label"} : tensor<4xf32>
  %1 = math.tanh %a {test.expect = "follow (label) -> label"} : tensor<4xf32>
  %2 = math.erf %a {test.expect = "follow (label) -> label"} : tensor<4xf32>
  %3 = math.sin %a {test.expect = "never (high) -> high [absolute]"} : tensor<4xf32>
  %4 = math.cos %a {test.expect = "never (high) -> high [absolute]"} : tensor<4xf32>
  %5:2 = math.sincos %a {test.expect = "never (high) -> high, high [absolute]"} : tensor<4xf32>
  %6 = math.atan %a {test.expect = "follow (label) -> label"} : tensor<4xf32>
  %7 = math.asinh %a {test.expect = "follow (label) -> label"} : tensor<4xf32>
  %8 = math.absf %a {test.expect = "follow (label) -> label"} : tensor<4xf32>
  %9 = math.ceil %a {test.expect = "follow (label) -> label"} : tensor<4xf32>
  %10 = math.clampf %a to [%a, %b] {test.expect = "follow (label, label, label) -> label"} : tensor<4xf32>
  %11 = math.copysign %a, %b {test.expect = "follow (label, label) -> label"} : tensor<4xf32>
  %12 = math.floor %a {test.expect = "follow (label) -> label"} : tensor<4xf32>
  %13 = math.roundeven %a {test.expect = "follow (label) -> label"} : tensor<4xf32>
  %14 = math.round %a {test.expect = "follow (label) -> label"} : tensor<4xf32>
  %15 = math.trunc %a {test.expect = "follow (label) -> label"} : tensor<4xf32>
  %16 = math.isnan %a {test.expect = "follow (label) -> ignored"} : tensor<4xf32>
  %17 = math.fma %a, %b, %a {test.expect = "follow (label, label, label) -> label [product]"} : tensor<4xf32>
  %18 = math.exp %a {test.expect = "never (high) -> high [exponential]"} : tensor<4xf32>
  %19 = math.exp2 %a {test.expect = "never (high) -> high [exponential]"} : tensor<4xf32>
  %20 = math.expm1 %a {test.expect = "never (high) -> high [exponential]"} : tensor<4xf32>
  %21 = math.sinh %a {test.expect = "never (high) -> high [exponential]"} : tensor<4xf32>
  %22 = math.cosh %a {test.expect = "never (high) -> high [exponential]"} : tensor<4xf32>
  %23 = math.acos %a {test.expect = "never (high) -> high"} : tensor<4xf32>
  %24 = math.acosh %a {test.expect = "never (high) -> high"} : tensor<4xf32>
  %25 = math.asin %a {test.expect = "never (high) -> high"} : tensor<4xf32>
  %26 = math.atanh %a {test.expect = "never (high) -> high"} : tensor<4xf32>
  %27 = math.atan2 %a, %b {test.expect = "never (high, high) -> high"} : tensor<4xf32>
  %28 = math.cbrt %a {test.expect = "never (high) -> high"} : tensor<4xf32>
  %29 = math.erfc %a {test.expect = "never (high) -> high"} : tensor<4xf32>
  %30 = math.log %a {test.expect = "never (high) -> high [logarithm]"} : tensor<4xf32>
  %31 = math.log10 %a {test.expect = "never (high) -> high [logarithm]"} : tensor<4xf32>
  %32 = math.log1p %a {test.expect = "never (high) -> high"} : tensor<4xf32>
  %33 = math.log2 %a {test.expect = "never (high) -> high [logarithm]"} : tensor<4xf32>
  %34 = math.rsqrt %a {test.expect = "never (high) -> high"} : tensor<4xf32>
  %35 = math.tan %a {test.expect = "never (high) -> high"} : tensor<4xf32>
  %36 = math.isfinite %a {test.expect = "never (high) -> ignored"} : tensor<4xf32>
  %37 = math.isinf %a {test.expect = "never (high) -> ignored"} : tensor<4xf32>
  %38 = math.isnormal %a {test.expect = "never (high) -> ignored"} : tensor<4xf32>
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %39 = math.powf %a, %two {test.expect = "never (high, high) -> high [square]"} : tensor<4xf32>
  %40 = math.powf %a, %b {test.expect = "never (high, high) -> high"} : tensor<4xf32>
  %one = arith.constant dense<1> : tensor<4xi32>
  %41 = math.fpowi %a, %one {test.expect = "follow (label, ignored) -> label"} : tensor<4xf32>, tensor<4xi32>
  %minus = arith.constant dense<-1> : tensor<4xi32>
  %42 = math.fpowi %a, %minus {test.expect = "never (high, ignored) -> high"} : tensor<4xf32>, tensor<4xi32>
  %four = arith.constant dense<4> : tensor<4xi32>
  %43 = math.fpowi %a, %four {test.expect = "never (high, ignored) -> high [square]"} : tensor<4xf32>, tensor<4xi32>
  %44 = math.fpowi %a, %n {test.expect = "never (high, ignored) -> high"} : tensor<4xf32>, tensor<4xi32>
  return
}

func.func @tensor(%a: tensor<4x8xf32>, %d: tensor<?x8xf32>, %s: f32, %i: index, %shape: tensor<1xindex>, %idx: tensor<2x1xindex>, %rows: tensor<2x8xf32>, %u: tensor<*xf32>) {
  %0 = tensor.cast %a {test.expect = "follow (any) -> view [movement]"} : tensor<4x8xf32> to tensor<?x8xf32>
  %1 = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 2, 8] {test.expect = "follow (any) -> view [movement]"} : tensor<4x8xf32> into tensor<2x2x8xf32>
  %2 = tensor.collapse_shape %a [[0, 1]] {test.expect = "follow (any) -> view [movement]"} : tensor<4x8xf32> into tensor<32xf32>
  %3 = tensor.extract_slice %a[0, %i] [2, 4] [1, 1] {test.expect = "follow (any, ignored) -> view [movement]"} : tensor<4x8xf32> to tensor<2x4xf32>
  %4 = tensor.reshape %a(%shape) {test.expect = "follow (any, ignored) -> view [movement]"} : (tensor<4x8xf32>, tensor<1xindex>) -> tensor<32xf32>
  %5 = tensor.concat dim(0) %a, %d {test.expect = "follow (label, label) -> label [movement]"} : (tensor<4x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %6 = tensor.gather %a[%idx] gather_dims([0]) {test.expect = "follow (label, ignored) -> label [movement]"} : (tensor<4x8xf32>, tensor<2x1xindex>) -> tensor<2x1x8xf32>
  %7 = tensor.insert_slice %3 into %a[0, %i] [2, 4] [1, 1] {test.expect = "follow (label, tied, ignored) -> label [movement]"} : tensor<2x4xf32> into tensor<4x8xf32>
  %8 = tensor.scatter %6 into %a[%idx] scatter_dims([0]) unique {test.expect = "follow (label, tied, ignored) -> label [movement]"} : (tensor<2x1x8xf32>, tensor<4x8xf32>, tensor<2x1xindex>) -> tensor<4x8xf32>
  %9 = tensor.insert %s into %a[%i, %i] {test.expect = "follow (ignored, tied, ignored, ignored) -> label [movement]"} : tensor<4x8xf32>
  %10 = tensor.extract %9[%i, %i] {test.expect = "follow (any, ignored, ignored) -> ignored [movement]"} : tensor<4x8xf32>
  %11 = tensor.pad %a low[1, 0] high[0, %i] {
  ^bb0(%x: index, %y: index):
    tensor.yield %10 : f32
  } {test.expect = "follow (label, ignored) -> label [movement]"} : tensor<4x8xf32> to tensor<5x?xf32>
  %mask = arith.constant -3.400000e+38 : f32
  %12 = tensor.pad %a low[1, 0] high[0, 1] {
  ^bb0(%x: index, %y: index):
    tensor.yield %mask : f32
  } {test.expect = "never (high) -> high [movement]"} : tensor<4x8xf32> to tensor<5x9xf32>
  %13 = tensor.generate %i {
  ^bb0(%x: index, %y: index):
    tensor.yield %s : f32
  } {test.expect = "follow (ignored) -> label"} : tensor<?x8xf32>
  %14 = tensor.empty(%i) {test.expect = "follow (ignored) -> creator"} : tensor<?x8xf32>
  %15 = tensor.from_elements %s, %10 {test.expect = "follow (ignored, ignored) -> creator"} : tensor<2xf32>
  %16 = tensor.splat %s {test.expect = "follow (ignored) -> creator"} : tensor<8xf32>
  %17 = tensor.bitcast %a {test.expect = "never (high) -> ignored"} : tensor<4x8xf32> to tensor<4x8xi32>
  %c0 = arith.constant 0 : index
  %18 = tensor.dim {test.expect = "follow (shape, ignored) -> ignored"} %d, %c0 : tensor<?x8xf32>
  %19 = tensor.rank %u {test.expect = "follow (ignored) -> ignored"} : tensor<*xf32>
  %20 = tensor.cast %u {test.expect = "never (ignored) -> high"} : tensor<*xf32> to tensor<4x8xf32>
  %21 = tensor.cast %20 {test.expect = "never (high) -> ignored"} : tensor<4x8xf32> to tensor<4x8xf32, "encoded">
  return
}

func.func @forall(%a: tensor<4x8xf32>, %s: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %a) -> (tensor<4x8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, 8] [1, 1] {test.expect = "follow (ignored, ignored, ignored) -> () [movement]"} : tensor<1x8xf32> into tensor<4x8xf32>
    }
  } {test.expect = "follow (ignored) -> ignored"}
  return %0 : tensor<4x8xf32>
}

func.func @vector_arithmetic(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %acc: vector<4x16xf32>, %v: vector<8xf32>, %w: vector<8xf32>, %r: vector<4xf32>, %s: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, test.expect = "always (low, low, high) -> accumulator [contraction]"} %a, %b, %acc : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>, test.expect = "always (low, low, ignored) -> ignored [contraction]"} %v, %w, %s : vector<8xf32>, vector<8xf32> into f32
  %2 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>, test.expect = "never (high, high, high) -> high"} %a, %b, %acc : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  %3 = vector.reduction <add>, %v, %s {test.expect = "never (high, ignored) -> ignored [sum]"} : vector<8xf32> into f32
  %4 = vector.reduction <maximumf>, %v, %s {test.expect = "follow (label, ignored) -> ignored [order]"} : vector<8xf32> into f32
  %5 = vector.reduction <minnumf>, %v {test.expect = "follow (label) -> ignored [order]"} : vector<8xf32> into f32
  %6 = vector.multi_reduction <add>, %a, %r {test.expect = "never (high, high) -> accumulator [sum]"} [1] : vector<4x8xf32> to vector<4xf32>
  %7 = vector.multi_reduction <maximumf>, %a, %r {test.expect = "follow (label, label) -> label [order]"} [1] : vector<4x8xf32> to vector<4xf32>
  %8 = vector.multi_reduction <mul>, %a, %r {test.expect = "never (high, high) -> high"} [1] : vector<4x8xf32> to vector<4xf32>
  %9 = vector.multi_reduction <maximumf>, %a, %s {test.expect = "never (high, ignored) -> ignored"} [0, 1] : vector<4x8xf32> to f32
  %10:2 = vector.scan <add>, %a, %r {test.expect = "never (high, high) -> high, high [sum]", inclusive = true, reduction_dim = 1} : vector<4x8xf32>, vector<4xf32>
  %11:2 = vector.scan <maximumf>, %a, %r {test.expect = "follow (label, label) -> label, label [order]", inclusive = true, reduction_dim = 1} : vector<4x8xf32>, vector<4xf32>
  %12 = vector.outerproduct %v, %w {test.expect = "follow (label, label) -> label [product]"} : vector<8xf32>, vector<8xf32>
  %13 = vector.outerproduct %v, %w, %12 {test.expect = "never (high, high, high) -> high"} : vector<8xf32>, vector<8xf32>
  %14 = vector.outerproduct %v, %s {test.expect = "never (high, ignored) -> high"} : vector<8xf32>, f32
  %15 = vector.fma %v, %w, %v {test.expect = "follow (label, label, label) -> label [product]"} : vector<8xf32>
  return
}

func.func @low_contract(%a: vector<4x8xf16>, %b: vector<8x16xf16>, %acc: vector<4x16xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, test.expect = "always (ignored, ignored, high) -> accumulator [contraction]"} %a, %b, %acc : vector<4x8xf16>, vector<8x16xf16> into vector<4x16xf32>
  return
}

func.func @vector_movement(%a: vector<4x8xf32>, %v: vector<8xf32>, %sv: vector<[4]xf32>, %s: f32, %i: index) {
  %0 = vector.shape_cast %a {test.expect = "follow (any) -> view [movement]"} : vector<4x8xf32> to vector<32xf32>
  %1 = vector.extract_strided_slice %a {offsets = [0], sizes = [2], strides = [1], test.expect = "follow (any) -> view [movement]"} : vector<4x8xf32> to vector<2x8xf32>
  %2 = vector.scalable.extract %sv[0] {test.expect = "follow (any) -> view [movement]"} : vector<4xf32> from vector<[4]xf32>
  %3 = vector.transpose %a, [1, 0] {test.expect = "follow (label) -> label [movement]"} : vector<4x8xf32> to vector<8x4xf32>
  %4 = vector.shuffle %v, %v [0, 9, 2, 11] {test.expect = "follow (label, label) -> label [movement]"} : vector<8xf32>, vector<8xf32>
  %5 = vector.interleave %v, %v {test.expect = "follow (label, label) -> label [movement]"} : vector<8xf32> -> vector<16xf32>
  %6, %7 = vector.deinterleave %v {test.expect = "follow (label) -> label, label [movement]"} : vector<8xf32> -> vector<4xf32>
  %8 = vector.broadcast %v {test.expect = "follow (label) -> label [movement]"} : vector<8xf32> to vector<4x8xf32>
  %9 = vector.broadcast %s {test.expect = "follow (ignored) -> creator"} : f32 to vector<8xf32>
  %10 = vector.from_elements %s, %s {test.expect = "follow (ignored, ignored) -> creator"} : vector<2xf32>
  %11:8 = vector.to_elements %v {test.expect = "follow (any) -> ignored, ignored, ignored, ignored, ignored, ignored, ignored, ignored [movement]"} : vector<8xf32>
  %12 = vector.extract %a[1] {test.expect = "follow (any) -> view [movement]"} : vector<8xf32> from vector<4x8xf32>
  %13 = vector.extract %a[1, %i] {test.expect = "follow (any, ignored) -> ignored [movement]"} : f32 from vector<4x8xf32>
  %14 = vector.insert %13, %a [1, 2] {test.expect = "follow (ignored, tied) -> label [movement]"} : f32 into vector<4x8xf32>
  %15 = vector.insert %v, %a [1] {test.expect = "follow (label, tied) -> label [movement]"} : vector<8xf32> into vector<4x8xf32>
  %16 = vector.insert_strided_slice %1, %a {offsets = [0, 0], strides = [1, 1], test.expect = "follow (label, tied) -> label [movement]"} : vector<2x8xf32> into vector<4x8xf32>
  %17 = vector.scalable.insert %2, %sv[0] {test.expect = "follow (label, tied) -> label [movement]"} : vector<4xf32> into vector<[4]xf32>
  %18 = vector.bitcast %v {test.expect = "never (high) -> ignored"} : vector<8xf32> to vector<8xi32>
  vector.print %v : vector<8xf32>
  return
}

func.func @vector_memory(%t: tensor<16x8xf32>, %m: memref<16x8xf32>, %m1: memref<16xf32>, %v: vector<8xf32>, %idx: vector<8xi32>, %k: vector<8xi1>, %s: f32, %i: index, %st: memref<8xf32>) {
  %0 = vector.transfer_read %t[%i, %i], %s {test.expect = "follow (label, ignored, ignored, ignored) -> label [movement]"} : tensor<16x8xf32>, vector<8xf32>
  %1 = vector.transfer_read %m[%i, %i], %s {test.expect = "never (ignored, ignored, ignored, ignored) -> high"} : memref<16x8xf32>, vector<8xf32>
  %2 = vector.transfer_write %v, %t[%i, %i] {test.expect = "follow (label, tied, ignored, ignored) -> label [movement]"} : vector<8xf32>, tensor<16x8xf32>
  vector.transfer_write %v, %m[%i, %i] {test.expect = "never (high, ignored, ignored, ignored) -> ()"} : vector<8xf32>, memref<16x8xf32>
  %3 = vector.gather %t[%i, %i] [%idx], %k, %v {test.expect = "follow (label, ignored, ignored, ignored, ignored, label) -> label [movement]"} : tensor<16x8xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %4 = vector.gather %m1[%i] [%idx], %k, %v {test.expect = "never (ignored, ignored, ignored, ignored, high) -> high"} : memref<16xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %m1[%i] [%idx], %k, %v {test.expect = "never (ignored, ignored, ignored, ignored, high) -> ()"} : memref<16xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  %5 = vector.load %m[%i, %i] {test.expect = "never (ignored, ignored, ignored) -> high"} : memref<16x8xf32>, vector<8xf32>
  vector.store %v, %m[%i, %i] {test.expect = "never (high, ignored, ignored, ignored) -> ()"} : memref<16x8xf32>, vector<8xf32>
  %6 = vector.maskedload %m1[%i], %k, %v {test.expect = "never (ignored, ignored, ignored, high) -> high"} : memref<16xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %m1[%i], %k, %v {test.expect = "never (ignored, ignored, ignored, high) -> ()"} : memref<16xf32>, vector<8xi1>, vector<8xf32>
  %7 = vector.expandload %m1[%i], %k, %v {test.expect = "never (ignored, ignored, ignored, high) -> high"} : memref<16xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %m1[%i], %k, %v {test.expect = "never (ignored, ignored, ignored, high) -> ()"} : memref<16xf32>, vector<8xi1>, vector<8xf32>
  %8 = vector.type_cast %st {test.expect = "follow (ignored) -> ignored"} : memref<8xf32> to memref<vector<8xf32>>
  %9 = vector.mask %k { vector.reduction <add>, %v {test.expect = "never (high) -> ignored"} : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %10 = vector.mask %k { vector.transfer_read %t[%i, %i], %s {test.expect = "never (high, ignored, ignored, ignored) -> high"} : tensor<16x8xf32>, vector<8xf32> } {test.expect = "never (ignored) -> high"} : vector<8xi1> -> vector<8xf32>
  return
}

func.func @masked_contract(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %acc: vector<4x16xf32>, %k: vector<4x16x8xi1>) -> vector<4x16xf32> {
  %0 = vector.mask %k { vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, test.expect = "always (low, low, high) -> high [contraction]"} %a, %b, %acc : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32> } : vector<4x16x8xi1> -> vector<4x16xf32>
  return %0 : vector<4x16xf32>
}

func.func @bufferization(%a: tensor<4xf32>, %b: tensor<4xf32>, %m: memref<4xf32>) {
  %0 = bufferization.alloc_tensor() {test.expect = "follow () -> creator"} : tensor<4xf32>
  %1 = bufferization.alloc_tensor() copy(%a) {test.expect = "follow (label) -> label [movement]"} : tensor<4xf32>
  %2 = bufferization.materialize_in_destination %a in %0 {test.expect = "follow (label, tied) -> label [movement]"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %a in restrict writable %m {test.expect = "never (high, ignored) -> ()"} : (tensor<4xf32>, memref<4xf32>) -> ()
  %3 = bufferization.to_tensor %m {test.expect = "never (ignored) -> high"} : memref<4xf32> to tensor<4xf32>
  %4 = bufferization.to_buffer %a {test.expect = "never (high) -> ignored"} : tensor<4xf32> to memref<4xf32>
  bufferization.dealloc_tensor %1 {test.expect = "never (high) -> ()"} : tensor<4xf32>
  %5 = bufferization.clone %m {test.expect = "follow (ignored) -> ignored"} : memref<4xf32> to memref<4xf32>
  %true = arith.constant true
  bufferization.dealloc (%5 : memref<4xf32>) if (%true) {test.expect = "follow (ignored, ignored) -> ()"}
  return
}

func.func @scf(%a: tensor<4xf32>, %v: vector<4xf32>, %c: i1, %n: index, %lo: index) -> tensor<4xf32> {
  %0 = scf.if %c -> (tensor<4xf32>) {
    scf.yield {test.expect = "follow (ignored) -> ()"} %a : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  } {test.expect = "follow (ignored) -> ignored"}
  %1 = scf.for %i = %lo to %n step %n iter_args(%x = %0) -> (tensor<4xf32>) {
    scf.yield %x : tensor<4xf32>
  } {test.expect = "follow (ignored, ignored, ignored, ignored) -> ignored"}
  %2 = scf.while (%x = %1) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%c) {test.expect = "follow (ignored, ignored) -> ()"} %x : tensor<4xf32>
  } do {
  ^bb0(%y: tensor<4xf32>):
    scf.yield %y : tensor<4xf32>
  } attributes {test.expect = "follow (ignored) -> ignored"}
  %3 = scf.index_switch %n {test.expect = "follow (ignored) -> ignored"} -> tensor<4xf32>
  case 2 {
    scf.yield %2 : tensor<4xf32>
  }
  default {
    scf.yield %a : tensor<4xf32>
  }
  %4 = scf.execute_region -> tensor<4xf32> {
    scf.yield %3 : tensor<4xf32>
  } {test.expect = "follow () -> ignored"}
  %5 = scf.parallel (%i) = (%lo) to (%n) step (%n) init (%v) -> vector<4xf32> {
    scf.reduce(%v : vector<4xf32>) {
    ^bb0(%l: vector<4xf32>, %r: vector<4xf32>):
      %6 = arith.addf %l, %r : vector<4xf32>
      scf.reduce.return %6 {test.expect = "never (high) -> () [sum]"} : vector<4xf32>
    }
  } {test.expect = "never (ignored, ignored, ignored, high) -> high [sum]"}
  return %4 : tensor<4xf32>
}

func.func @cf(%a: tensor<4xf32>, %c: i1, %f: i32) -> tensor<4xf32> {
  cf.assert %c, "message"
  cf.cond_br %c, ^bb1(%a : tensor<4xf32>), ^bb2(%a : tensor<4xf32>) {test.expect = "follow (ignored, ignored, ignored) -> ()"}
^bb1(%0: tensor<4xf32>):
  cf.br ^bb2(%0 : tensor<4xf32>) {test.expect = "follow (ignored) -> ()"}
^bb2(%1: tensor<4xf32>):
  cf.switch %f : i32, [
    default: ^bb3(%1 : tensor<4xf32>),
    42: ^bb3(%a : tensor<4xf32>)
  ] {test.expect = "follow (ignored, ignored, ignored) -> ()"}
^bb3(%2: tensor<4xf32>):
  return {test.expect = "follow (ignored) -> ()"} %2 : tensor<4xf32>
}

func.func @calls(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @callee(%a) {test.expect = "follow (ignored) -> ignored"} : (tensor<4xf32>) -> tensor<4xf32>
  %f = constant @callee : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call_indirect %f(%0) {test.expect = "never (ignored, high) -> high"} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @callee(tensor<4xf32>) -> tensor<4xf32>

ml_program.global private mutable @g(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @c(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
ml_program.func @globals(%a: tensor<4xf32>) -> tensor<4xf32> {
  "ml_program.global_store"(%a) <{global = @g}> {test.expect = "never (high) -> ()"} : (tensor<4xf32>) -> ()
  %0 = "ml_program.global_load"() <{global = @g}> {test.expect = "never () -> high"} : () -> tensor<4xf32>
  %1 = "ml_program.global_load_const"() <{global = @c}> {test.expect = "never () -> high"} : () -> tensor<4xf32>
  ml_program.return %0 : tensor<4xf32>
}
ml_program.subgraph @graph(%a: tensor<4xf32>) -> (tensor<4xf32>, !ml_program.token) {
  %0 = ml_program.token
  %1, %2 = "ml_program.global_load_graph"(%0) <{global = @g}> {test.expect = "never (ignored) -> high, ignored"} : (!ml_program.token) -> (tensor<4xf32>, !ml_program.token)
  %3 = "ml_program.global_store_graph"(%a, %2) <{global = @g}> {test.expect = "never (high, ignored) -> ignored"} : (tensor<4xf32>, !ml_program.token) -> !ml_program.token
  ml_program.output %1, %3 : tensor<4xf32>, !ml_program.token
}

func.func @linalg_elementwise(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x8xf32>, %d: tensor<4x8xi1>, %e: tensor<4x8xi32>) {
  %0 = linalg.abs {test.expect = "follow (label, shape) -> label"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.ceil {test.expect = "follow (label, shape) -> label"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.exp {test.expect = "never (high, shape) -> high [exponential]"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.erf {test.expect = "follow (label, shape) -> label"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = linalg.floor {test.expect = "follow (label, shape) -> label"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = linalg.log {test.expect = "never (high, shape) -> high [logarithm]"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = linalg.negf {test.expect = "follow (label, shape) -> label"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = linalg.reciprocal {test.expect = "never (high, shape) -> high"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = linalg.round {test.expect = "follow (label, shape) -> label"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = linalg.rsqrt {test.expect = "never (high, shape) -> high"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %10 = linalg.sqrt {test.expect = "follow (label, shape) -> label"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %11 = linalg.square {test.expect = "follow (label, shape) -> label [square]"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %12 = linalg.tanh {test.expect = "follow (label, shape) -> label"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %13 = linalg.copy {test.expect = "follow (label, shape) -> label [movement]"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %14 = linalg.add {test.expect = "follow (label, label, shape) -> label"} ins(%a, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %15 = linalg.sub {test.expect = "follow (label, label, shape) -> label"} ins(%a, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %16 = linalg.mul {test.expect = "follow (label, label, shape) -> label [product]"} ins(%a, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %17 = linalg.div {test.expect = "never (high, high, shape) -> high"} ins(%a, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %18 = linalg.max {test.expect = "follow (label, label, shape) -> label"} ins(%a, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %19 = linalg.min {test.expect = "follow (label, label, shape) -> label"} ins(%a, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %20 = linalg.powf {test.expect = "never (high, high, shape) -> high"} ins(%a, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %21 = linalg.select {test.expect = "follow (ignored, label, label, shape) -> label"} ins(%d, %a, %c : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %22 = linalg.add {test.expect = "follow (ignored, ignored, ignored) -> ignored"} ins(%e, %e : tensor<4x8xi32>, tensor<4x8xi32>) outs(%e : tensor<4x8xi32>) -> tensor<4x8xi32>
  %23 = linalg.div_unsigned {test.expect = "follow (ignored, ignored, ignored) -> ignored"} ins(%e, %e : tensor<4x8xi32>, tensor<4x8xi32>) outs(%e : tensor<4x8xi32>) -> tensor<4x8xi32>
  %24 = linalg.elementwise kind=#linalg.elementwise_kind<add> {test.expect = "follow (label, label, shape) -> label"} ins(%a, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %25 = linalg.elementwise kind=#linalg.elementwise_kind<exp> {test.expect = "never (high, shape) -> high [exponential]"} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

func.func @linalg_products(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %d: tensor<4x8xf16>, %e: tensor<8x16xf16>, %f: tensor<4x8xi8>, %g: tensor<8x16xi8>, %h: tensor<4x16xi32>, %i: tensor<2x4x8xf32>, %j: tensor<2x8x16xf32>, %k: tensor<2x4x16xf32>, %l: tensor<8xf32>, %m: tensor<4xf32>, %n: tensor<16xf32>, %o: tensor<8xf32>, %p: tensor<f32>, %q: tensor<2x8xf32>, %r: tensor<2x4xf32>, %s: tensor<2x16xf32>, %t: tensor<2x3x4x8xf32>, %u: tensor<5x3x6x8xf32>, %v: tensor<2x5x4x6xf32>, %x22: tensor<1x2x3x4x8xf32>, %x23: tensor<1x5x3x6x8xf32>, %x24: tensor<1x2x5x4x6xf32>, %x25: i32, %x26: tensor<2x4x8xi8>, %x27: tensor<2x8x16xi8>, %x28: tensor<2x4x16xi32>) {
  %0 = linalg.matmul {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.matmul {test.expect = "always (ignored, ignored, high) -> accumulator [contraction]"} ins(%d, %e : tensor<4x8xf16>, tensor<8x16xf16>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %2 = linalg.matmul {test.expect = "follow (ignored, ignored, ignored) -> ignored"} ins(%f, %g : tensor<4x8xi8>, tensor<8x16xi8>) outs(%h : tensor<4x16xi32>) -> tensor<4x16xi32>
  %3 = linalg.batch_matmul {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%i, %j : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%k : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %4 = linalg.batch_reduce_matmul {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%i, %j : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %5 = linalg.matvec {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%a, %l : tensor<4x8xf32>, tensor<8xf32>) outs(%m : tensor<4xf32>) -> tensor<4xf32>
  %6 = linalg.vecmat {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%l, %b : tensor<8xf32>, tensor<8x16xf32>) outs(%n : tensor<16xf32>) -> tensor<16xf32>
  %7 = linalg.dot {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%l, %o : tensor<8xf32>, tensor<8xf32>) outs(%p : tensor<f32>) -> tensor<f32>
  %8 = linalg.batch_matvec {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%i, %q : tensor<2x4x8xf32>, tensor<2x8xf32>) outs(%r : tensor<2x4xf32>) -> tensor<2x4xf32>
  %9 = linalg.batch_vecmat {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%q, %j : tensor<2x8xf32>, tensor<2x8x16xf32>) outs(%s : tensor<2x16xf32>) -> tensor<2x16xf32>
  %10 = linalg.mmt4d {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%t, %u : tensor<2x3x4x8xf32>, tensor<5x3x6x8xf32>) outs(%v : tensor<2x5x4x6xf32>) -> tensor<2x5x4x6xf32>
  %11 = linalg.batch_mmt4d {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%x22, %x23 : tensor<1x2x3x4x8xf32>, tensor<1x5x3x6x8xf32>) outs(%x24 : tensor<1x2x5x4x6xf32>) -> tensor<1x2x5x4x6xf32>
  %12 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %13 = linalg.quantized_matmul {test.expect = "follow (ignored, ignored, ignored, ignored, ignored) -> ignored"} ins(%f, %g, %x25, %x25 : tensor<4x8xi8>, tensor<8x16xi8>, i32, i32) outs(%h : tensor<4x16xi32>) -> tensor<4x16xi32>
  %14 = linalg.quantized_batch_matmul {test.expect = "follow (ignored, ignored, ignored, ignored, ignored) -> ignored"} ins(%x26, %x27, %x25, %x25 : tensor<2x4x8xi8>, tensor<2x8x16xi8>, i32, i32) outs(%x28 : tensor<2x4x16xi32>) -> tensor<2x4x16xi32>
  return
}

func.func @linalg_convolutions(%a: tensor<8xf32>, %b: tensor<3xf32>, %c: tensor<6xf32>, %d: tensor<8x8xf32>, %e: tensor<3x3xf32>, %f: tensor<6x6xf32>, %g: tensor<8x8x8xf32>, %h: tensor<3x3x3xf32>, %i: tensor<6x6x6xf32>, %j: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>, %l: tensor<1x6x6xf32>, %m: tensor<1x8x4xf32>, %n: tensor<3x4x6xf32>, %o: tensor<1x4x8x8xf32>, %p: tensor<6x4x3x3xf32>, %q: tensor<1x6x6x6xf32>, %r: tensor<1x4x8x8xi8>, %s: tensor<6x4x3x3xi8>, %t: i32, %u: tensor<1x6x6x6xi32>, %v: tensor<1x2x4x8x8xf32>, %x22: tensor<6x2x4x3x3xf32>, %x23: tensor<1x2x6x6x6xf32>, %x24: tensor<2x6x4x3x3xf32>, %x25: tensor<1x2x4x8x8xi8>, %x26: tensor<2x6x4x3x3xi8>, %x27: tensor<1x2x6x6x6xi32>, %x28: tensor<1x8x8x4xf32>, %x29: tensor<6x3x3x4xf32>, %x30: tensor<1x8x8x4xi8>, %x31: tensor<6x3x3x4xi8>, %x32: tensor<3x3x4x6xf32>, %x33: tensor<3x3x4x6xi8>, %x34: tensor<1x8x8x2x4xf32>, %x35: tensor<2x6x3x3x4xf32>, %x36: tensor<1x6x6x2x6xf32>, %x37: tensor<1x8x8x2x4xi8>, %x38: tensor<2x6x3x3x4xi8>, %x39: tensor<1x6x6x2x6xi32>, %x40: tensor<1x4x8x8x8xf32>, %x41: tensor<6x4x3x3x3xf32>, %x42: tensor<1x6x6x6x6xf32>, %x43: tensor<1x8x8x8x4xf32>, %x44: tensor<3x3x3x4x6xf32>, %x45: tensor<1x8x8x8x4xi8>, %x46: tensor<3x3x3x4x6xi8>, %x47: tensor<1x6x6x6x6xi32>, %x48: tensor<4x3xf32>, %x49: tensor<1x4x6xf32>, %x50: tensor<3x4xf32>, %x51: tensor<1x6x4xf32>, %x52: tensor<3x4x2xf32>, %x53: tensor<1x6x4x2xf32>, %x54: tensor<4x3x3xf32>, %x55: tensor<1x4x6x6xf32>, %x56: tensor<3x3x4xf32>, %x57: tensor<1x6x6x4xf32>, %x58: tensor<3x3x4xi8>, %x59: tensor<1x6x6x4xi32>, %x60: tensor<3x3x4x2xf32>, %x61: tensor<1x6x6x4x2xf32>, %x62: tensor<3x3x4x2xi8>, %x63: tensor<1x6x6x4x2xi32>, %x64: tensor<4x3x3x3xf32>, %x65: tensor<1x4x6x6x6xf32>, %x66: tensor<3x3x3x4xf32>, %x67: tensor<1x6x6x6x4xf32>, %x68: tensor<3x3x3x4x2xf32>, %x69: tensor<1x6x6x6x4x2xf32>) {
  %0 = linalg.conv_1d {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%a, %b : tensor<8xf32>, tensor<3xf32>) outs(%c : tensor<6xf32>) -> tensor<6xf32>
  %1 = linalg.conv_2d {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%d, %e : tensor<8x8xf32>, tensor<3x3xf32>) outs(%f : tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = linalg.conv_3d {test.expect = "always (low, low, high) -> accumulator [contraction]"} ins(%g, %h : tensor<8x8x8xf32>, tensor<3x3x3xf32>) outs(%i : tensor<6x6x6xf32>) -> tensor<6x6x6xf32>
  %3 = linalg.conv_1d_ncw_fcw {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%j, %k : tensor<1x4x8xf32>, tensor<6x4x3xf32>) outs(%l : tensor<1x6x6xf32>) -> tensor<1x6x6xf32>
  %4 = linalg.conv_1d_nwc_wcf {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%m, %n : tensor<1x8x4xf32>, tensor<3x4x6xf32>) outs(%l : tensor<1x6x6xf32>) -> tensor<1x6x6xf32>
  %5 = linalg.conv_2d_nchw_fchw {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%o, %p : tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) outs(%q : tensor<1x6x6x6xf32>) -> tensor<1x6x6x6xf32>
  %6 = linalg.conv_2d_nchw_fchw_q {test.expect = "follow (ignored, ignored, ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%r, %s, %t, %t : tensor<1x4x8x8xi8>, tensor<6x4x3x3xi8>, i32, i32) outs(%u : tensor<1x6x6x6xi32>) -> tensor<1x6x6x6xi32>
  %7 = linalg.conv_2d_ngchw_fgchw {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%v, %x22 : tensor<1x2x4x8x8xf32>, tensor<6x2x4x3x3xf32>) outs(%x23 : tensor<1x2x6x6x6xf32>) -> tensor<1x2x6x6x6xf32>
  %8 = linalg.conv_2d_ngchw_gfchw {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%v, %x24 : tensor<1x2x4x8x8xf32>, tensor<2x6x4x3x3xf32>) outs(%x23 : tensor<1x2x6x6x6xf32>) -> tensor<1x2x6x6x6xf32>
  %9 = linalg.conv_2d_ngchw_gfchw_q {test.expect = "follow (ignored, ignored, ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x25, %x26, %t, %t : tensor<1x2x4x8x8xi8>, tensor<2x6x4x3x3xi8>, i32, i32) outs(%x27 : tensor<1x2x6x6x6xi32>) -> tensor<1x2x6x6x6xi32>
  %10 = linalg.conv_2d_nhwc_fhwc {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x28, %x29 : tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>) outs(%q : tensor<1x6x6x6xf32>) -> tensor<1x6x6x6xf32>
  %11 = linalg.conv_2d_nhwc_fhwc_q {test.expect = "follow (ignored, ignored, ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x30, %x31, %t, %t : tensor<1x8x8x4xi8>, tensor<6x3x3x4xi8>, i32, i32) outs(%u : tensor<1x6x6x6xi32>) -> tensor<1x6x6x6xi32>
  %12 = linalg.conv_2d_nhwc_hwcf {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x28, %x32 : tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) outs(%q : tensor<1x6x6x6xf32>) -> tensor<1x6x6x6xf32>
  %13 = linalg.conv_2d_nhwc_hwcf_q {test.expect = "follow (ignored, ignored, ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x30, %x33, %t, %t : tensor<1x8x8x4xi8>, tensor<3x3x4x6xi8>, i32, i32) outs(%u : tensor<1x6x6x6xi32>) -> tensor<1x6x6x6xi32>
  %14 = linalg.conv_2d_nhwgc_gfhwc {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x34, %x35 : tensor<1x8x8x2x4xf32>, tensor<2x6x3x3x4xf32>) outs(%x36 : tensor<1x6x6x2x6xf32>) -> tensor<1x6x6x2x6xf32>
  %15 = linalg.conv_2d_nhwgc_gfhwc_q {test.expect = "follow (ignored, ignored, ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x37, %x38, %t, %t : tensor<1x8x8x2x4xi8>, tensor<2x6x3x3x4xi8>, i32, i32) outs(%x39 : tensor<1x6x6x2x6xi32>) -> tensor<1x6x6x2x6xi32>
  %16 = linalg.conv_3d_ncdhw_fcdhw {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%x40, %x41 : tensor<1x4x8x8x8xf32>, tensor<6x4x3x3x3xf32>) outs(%x42 : tensor<1x6x6x6x6xf32>) -> tensor<1x6x6x6x6xf32>
  %17 = linalg.conv_3d_ndhwc_dhwcf {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%x43, %x44 : tensor<1x8x8x8x4xf32>, tensor<3x3x3x4x6xf32>) outs(%x42 : tensor<1x6x6x6x6xf32>) -> tensor<1x6x6x6x6xf32>
  %18 = linalg.conv_3d_ndhwc_dhwcf_q {test.expect = "follow (ignored, ignored, ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%x45, %x46, %t, %t : tensor<1x8x8x8x4xi8>, tensor<3x3x3x4x6xi8>, i32, i32) outs(%x47 : tensor<1x6x6x6x6xi32>) -> tensor<1x6x6x6x6xi32>
  %19 = linalg.depthwise_conv_1d_ncw_cw {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%j, %x48 : tensor<1x4x8xf32>, tensor<4x3xf32>) outs(%x49 : tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
  %20 = linalg.depthwise_conv_1d_nwc_wc {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%m, %x50 : tensor<1x8x4xf32>, tensor<3x4xf32>) outs(%x51 : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  %21 = linalg.depthwise_conv_1d_nwc_wcm {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%m, %x52 : tensor<1x8x4xf32>, tensor<3x4x2xf32>) outs(%x53 : tensor<1x6x4x2xf32>) -> tensor<1x6x4x2xf32>
  %22 = linalg.depthwise_conv_2d_nchw_chw {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%o, %x54 : tensor<1x4x8x8xf32>, tensor<4x3x3xf32>) outs(%x55 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %23 = linalg.depthwise_conv_2d_nhwc_hwc {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x28, %x56 : tensor<1x8x8x4xf32>, tensor<3x3x4xf32>) outs(%x57 : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %24 = linalg.depthwise_conv_2d_nhwc_hwc_q {test.expect = "follow (ignored, ignored, ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x30, %x58, %t, %t : tensor<1x8x8x4xi8>, tensor<3x3x4xi8>, i32, i32) outs(%x59 : tensor<1x6x6x4xi32>) -> tensor<1x6x6x4xi32>
  %25 = linalg.depthwise_conv_2d_nhwc_hwcm {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x28, %x60 : tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) outs(%x61 : tensor<1x6x6x4x2xf32>) -> tensor<1x6x6x4x2xf32>
  %26 = linalg.depthwise_conv_2d_nhwc_hwcm_q {test.expect = "follow (ignored, ignored, ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x30, %x62, %t, %t : tensor<1x8x8x4xi8>, tensor<3x3x4x2xi8>, i32, i32) outs(%x63 : tensor<1x6x6x4x2xi32>) -> tensor<1x6x6x4x2xi32>
  %27 = linalg.depthwise_conv_3d_ncdhw_cdhw {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%x40, %x64 : tensor<1x4x8x8x8xf32>, tensor<4x3x3x3xf32>) outs(%x65 : tensor<1x4x6x6x6xf32>) -> tensor<1x4x6x6x6xf32>
  %28 = linalg.depthwise_conv_3d_ndhwc_dhwc {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%x43, %x66 : tensor<1x8x8x8x4xf32>, tensor<3x3x3x4xf32>) outs(%x67 : tensor<1x6x6x6x4xf32>) -> tensor<1x6x6x6x4xf32>
  %29 = linalg.depthwise_conv_3d_ndhwc_dhwcm {test.expect = "always (low, low, high) -> accumulator [contraction]", strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%x43, %x68 : tensor<1x8x8x8x4xf32>, tensor<3x3x3x4x2xf32>) outs(%x69 : tensor<1x6x6x6x4x2xf32>) -> tensor<1x6x6x6x4x2xf32>
  return
}

func.func @linalg_pooling(%a: tensor<1x4x8x8xf32>, %b: tensor<3x3xf32>, %c: tensor<1x4x6x6xf32>, %d: tensor<1x4x8xf32>, %e: tensor<3xf32>, %f: tensor<1x4x6xf32>, %g: tensor<1x8x8x8x4xf32>, %h: tensor<3x3x3xf32>, %i: tensor<1x6x6x6x4xf32>, %j: tensor<1x8x8x4xf32>, %k: tensor<1x6x6x4xf32>, %l: tensor<1x8x8x4xi32>, %m: tensor<3x3xi32>, %n: tensor<1x6x6x4xi32>, %o: tensor<1x8x4xf32>, %p: tensor<1x6x4xf32>, %q: tensor<1x8x4xi32>, %r: tensor<3xi32>, %s: tensor<1x6x4xi32>) {
  %0 = linalg.pooling_nchw_max {test.expect = "follow (label, label, label) -> label [order]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x4x8x8xf32>, tensor<3x3xf32>) outs(%c : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %1 = linalg.pooling_nchw_sum {test.expect = "follow (any, any, high) -> accumulator", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x4x8x8xf32>, tensor<3x3xf32>) outs(%c : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %2 = linalg.pooling_ncw_max {test.expect = "follow (label, label, label) -> label [order]", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%d, %e : tensor<1x4x8xf32>, tensor<3xf32>) outs(%f : tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
  %3 = linalg.pooling_ncw_sum {test.expect = "follow (any, any, high) -> accumulator", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%d, %e : tensor<1x4x8xf32>, tensor<3xf32>) outs(%f : tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
  %4 = linalg.pooling_ndhwc_max {test.expect = "follow (label, label, label) -> label [order]", strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%g, %h : tensor<1x8x8x8x4xf32>, tensor<3x3x3xf32>) outs(%i : tensor<1x6x6x6x4xf32>) -> tensor<1x6x6x6x4xf32>
  %5 = linalg.pooling_ndhwc_min {test.expect = "follow (label, label, label) -> label [order]", strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%g, %h : tensor<1x8x8x8x4xf32>, tensor<3x3x3xf32>) outs(%i : tensor<1x6x6x6x4xf32>) -> tensor<1x6x6x6x4xf32>
  %6 = linalg.pooling_ndhwc_sum {test.expect = "follow (any, any, high) -> accumulator", strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%g, %h : tensor<1x8x8x8x4xf32>, tensor<3x3x3xf32>) outs(%i : tensor<1x6x6x6x4xf32>) -> tensor<1x6x6x6x4xf32>
  %7 = linalg.pooling_nhwc_max {test.expect = "follow (label, label, label) -> label [order]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%j, %b : tensor<1x8x8x4xf32>, tensor<3x3xf32>) outs(%k : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %8 = linalg.pooling_nhwc_min {test.expect = "follow (label, label, label) -> label [order]", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%j, %b : tensor<1x8x8x4xf32>, tensor<3x3xf32>) outs(%k : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %9 = linalg.pooling_nhwc_sum {test.expect = "follow (any, any, high) -> accumulator", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%j, %b : tensor<1x8x8x4xf32>, tensor<3x3xf32>) outs(%k : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %10 = linalg.pooling_nhwc_max_unsigned {test.expect = "follow (ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%l, %m : tensor<1x8x8x4xi32>, tensor<3x3xi32>) outs(%n : tensor<1x6x6x4xi32>) -> tensor<1x6x6x4xi32>
  %11 = linalg.pooling_nhwc_min_unsigned {test.expect = "follow (ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%l, %m : tensor<1x8x8x4xi32>, tensor<3x3xi32>) outs(%n : tensor<1x6x6x4xi32>) -> tensor<1x6x6x4xi32>
  %12 = linalg.pooling_nwc_max {test.expect = "follow (label, label, label) -> label [order]", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%o, %e : tensor<1x8x4xf32>, tensor<3xf32>) outs(%p : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  %13 = linalg.pooling_nwc_min {test.expect = "follow (label, label, label) -> label [order]", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%o, %e : tensor<1x8x4xf32>, tensor<3xf32>) outs(%p : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  %14 = linalg.pooling_nwc_sum {test.expect = "follow (any, any, high) -> accumulator", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%o, %e : tensor<1x8x4xf32>, tensor<3xf32>) outs(%p : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  %15 = linalg.pooling_nwc_max_unsigned {test.expect = "follow (ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%q, %r : tensor<1x8x4xi32>, tensor<3xi32>) outs(%s : tensor<1x6x4xi32>) -> tensor<1x6x4xi32>
  %16 = linalg.pooling_nwc_min_unsigned {test.expect = "follow (ignored, ignored, ignored) -> ignored", strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%q, %r : tensor<1x8x4xi32>, tensor<3xi32>) outs(%s : tensor<1x6x4xi32>) -> tensor<1x6x4xi32>
  return
}

func.func @linalg_other(%a: f32, %b: tensor<4x8xf32>, %c: f64, %d: f64, %e: i32, %f: tensor<4x8xf32>, %g: tensor<4xf32>, %h: tensor<8x4xf32>, %i: tensor<6x3x3x5xf32>, %j: tensor<6x6x5x6xf32>, %k: tensor<2x10x10x5xf32>, %l: tensor<6x6x2x2x2x5xf32>, %m: tensor<6x6x1x1x2x2xf32>, %n: tensor<2x4x4x2xf32>, %o: tensor<2x2x2x4xf32>) {
  %0 = linalg.fill {test.expect = "follow (ignored, shape) -> creator"} ins(%a : f32) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.fill_rng_2d {test.expect = "follow (ignored, ignored, ignored, shape) -> creator"} ins(%c, %d, %e : f64, f64, i32) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.softmax {test.expect = "never (high, high) -> high [exponential]"} dimension(1) ins(%b : tensor<4x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.winograd_filter_transform {test.expect = "never (high, high) -> high"} fmr(F_4_3) ins(%i : tensor<6x3x3x5xf32>) outs(%j : tensor<6x6x5x6xf32>) -> tensor<6x6x5x6xf32>
  %4 = linalg.winograd_input_transform {test.expect = "never (high, high) -> high"} fmr(F_4_3) ins(%k : tensor<2x10x10x5xf32>) outs(%l : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  %5 = linalg.winograd_output_transform {test.expect = "never (high, high) -> high"} fmr(F_4_3) ins(%m : tensor<6x6x1x1x2x2xf32>) outs(%n : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  %6 = linalg.pack %b inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %o {test.expect = "follow (label, label) -> label [movement]"} : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  %7 = linalg.unpack %o inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %f {test.expect = "follow (label, label) -> label [movement]"} : tensor<2x2x2x4xf32> -> tensor<4x8xf32>
  %8 = linalg.broadcast ins(%g : tensor<4xf32>) outs(%f : tensor<4x8xf32>) dimensions = [1] {test.expect = "follow (label, shape) -> label [movement]"}
  %9 = linalg.transpose ins(%b : tensor<4x8xf32>) outs(%h : tensor<8x4xf32>) permutation = [1, 0] {test.expect = "follow (label, shape) -> label [movement]"}
  return
}


#id = affine_map<(m, n) -> (m, n)>
#rows = affine_map<(m, n) -> (m)>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @linalg_bodies(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<8x16xf32>, %o: tensor<4x16xf32>, %r: tensor<4xf32>, %i: tensor<4x8xi32>) {
  %0 = linalg.generic {test.expect = "follow (any, any, shape) -> any", indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {test.expect = "never (any, any, shape) -> any [exponential]", indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %r : tensor<4x8xf32>, tensor<4xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %d = arith.subf %x, %y : f32
    %e = math.exp %d : f32
    linalg.yield %e : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {test.expect = "follow (any, high) -> accumulator [sum]", indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%r : tensor<4xf32>) {
  ^bb0(%x: f32, %z: f32):
    %s = arith.addf %z, %x : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %3 = linalg.generic {test.expect = "follow (any, tied) -> any [order]", indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%r : tensor<4xf32>) {
  ^bb0(%x: f32, %z: f32):
    %s = arith.maximumf %z, %x : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %4 = linalg.generic {test.expect = "follow (any, high) -> accumulator [sum, square]", indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%r : tensor<4xf32>) {
  ^bb0(%x: f32, %z: f32):
    %m = arith.mulf %x, %x : f32
    %s = arith.addf %z, %m : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %5 = linalg.generic {test.expect = "always (low, low, high) -> accumulator [contraction]", indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %c : tensor<4x8xf32>, tensor<8x16xf32>) outs(%o : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %z, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x16xf32>
  %6 = linalg.generic {test.expect = "follow (any, shape) -> any [movement]", indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  %7 = linalg.generic {test.expect = "follow (ignored) -> ignored", indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%i : tensor<4x8xi32>) {
  ^bb0(%z: i32):
    %n = linalg.index 0 : index
    %p = arith.index_cast %n : index to i32
    linalg.yield %p : i32
  } -> tensor<4x8xi32>
  %8 = linalg.map ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {test.expect = "follow (any, any, shape) -> any [product]"}
      (%x: f32, %y: f32, %z: f32) {
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  }
  %9 = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%r : tensor<4xf32>) dimensions = [1] {test.expect = "follow (any, high) -> accumulator [sum]"}
      (%x: f32, %z: f32) {
    %s = arith.addf %x, %z : f32
    linalg.yield %s : f32
  }
  return
}
