// RUN: amp-opt %s --amp-expand-tensor-ops | FileCheck %s
// Lifted control flow leaves tensors that nobody reads.
// RUN: amp-opt %s --lift-cf-to-scf --amp-expand-tensor-ops | FileCheck %s --check-prefix=LIFT

// CHECK-LABEL: func.func @gather
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<3x?x4xf16>)
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[J:.*]] = linalg.index 1
// CHECK: %[[AT:.*]] = tensor.extract %arg1[%[[I]], %[[J]], %{{.*}}] : tensor<3x?x1xi32>
// CHECK: %[[PLACE:.*]] = arith.index_cast %[[AT]] : i32 to index
// CHECK: %[[K:.*]] = linalg.index 2
// CHECK: tensor.extract %arg0[%[[PLACE]], %[[K]]] : tensor<6x4xf16>
func.func @gather(%x: tensor<6x4xf16>, %i: tensor<3x?x1xi32>) -> tensor<3x?x4xf16> {
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<6x4xf16>, tensor<3x?x1xi32>) -> tensor<3x?x4xf16>
  return %g : tensor<3x?x4xf16>
}

// CHECK-LABEL: func.func @scatter
// CHECK: scf.for %[[I:[a-z0-9]+]] = {{.*}} iter_args(%[[OUT:.*]] = %arg2)
// CHECK: tensor.extract_slice %arg0[%[[I]], 0, 0] [1, 4, 1] [1, 1, 1] : tensor<5x4x1xf32> to tensor<4x1xf32>
// CHECK: %[[AT:.*]] = tensor.extract %arg1[%[[I]], %{{.*}}]
// CHECK: tensor.insert_slice %{{.*}} into %[[OUT]][0, %[[AT]]] [4, 1] [1, 1]
func.func @scatter(%u: tensor<5x4x1xf32>, %i: tensor<5x1xindex>, %x: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %s = tensor.scatter %u into %x[%i] scatter_dims([1]) unique : (tensor<5x4x1xf32>, tensor<4x9xf32>, tensor<5x1xindex>) -> tensor<4x9xf32>
  return %s : tensor<4x9xf32>
}

// Where the user says what memory a tensor gets, or frees it, that stays.
// CHECK-LABEL: func.func @allocate
// CHECK: %[[EMPTY:.*]] = tensor.empty(%arg1) : tensor<?x8xf32>
// CHECK: %[[SHARED:.*]] = bufferization.alloc_tensor() copy(%arg0) {memory_space = 3 : i64}
// CHECK: %[[OWN:.*]] = bufferization.alloc_tensor()
// CHECK: bufferization.dealloc_tensor %[[OWN]]
// CHECK: return %[[EMPTY]], %arg0, %[[SHARED]]
func.func @allocate(%x: tensor<4x8xf32>, %n: index) -> (tensor<?x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %empty = bufferization.alloc_tensor(%n) : tensor<?x8xf32>
  %copy = bufferization.alloc_tensor() copy(%x) : tensor<4x8xf32>
  %shared = bufferization.alloc_tensor() copy(%x) {memory_space = 3 : i64} : tensor<4x8xf32>
  %own = bufferization.alloc_tensor() : tensor<4x8xf32>
  bufferization.dealloc_tensor %own : tensor<4x8xf32>
  return %empty, %copy, %shared : tensor<?x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @materialize
// CHECK: return %arg0
func.func @materialize(%x: tensor<4x8xf32>, %into: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = bufferization.materialize_in_destination %x in %into : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @reshape
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %arg0 {{.*}} : tensor<16x8xf32> into tensor<128xf32>
// CHECK: tensor.expand_shape %[[FLAT]] {{.*}} : tensor<128xf32> into tensor<2x8x8xf32>
// CHECK: tensor.expand_shape %arg1 [] {{.*}} : tensor<f32> into tensor<1xf32>
func.func @reshape(%x: tensor<16x8xf32>, %y: tensor<f32>) -> (tensor<2x8x8xf32>, tensor<1xf32>) {
  %s = arith.constant dense<[2, 8, 8]> : tensor<3xi32>
  %t = arith.constant dense<1> : tensor<1xi32>
  %0 = tensor.reshape %x(%s) : (tensor<16x8xf32>, tensor<3xi32>) -> tensor<2x8x8xf32>
  %1 = tensor.reshape %y(%t) : (tensor<f32>, tensor<1xi32>) -> tensor<1xf32>
  return %0, %1 : tensor<2x8x8xf32>, tensor<1xf32>
}

// LIFT-LABEL: func.func @early
// LIFT-NOT: ub.poison : tensor
// LIFT: tensor.empty
// LIFT: scf.while
func.func @early(%x: tensor<?x8xf32>, %stop: i1) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  cf.br ^head(%x, %c0 : tensor<?x8xf32>, index)
^head(%y: tensor<?x8xf32>, %i: index):
  %c = arith.cmpi slt, %i, %c4 : index
  cf.cond_br %c, ^body, ^exit
^body:
  %n = arith.addi %i, %c1 : index
  %z = arith.addf %y, %x : tensor<?x8xf32>
  cf.cond_br %stop, ^early, ^head(%z, %n : tensor<?x8xf32>, index)
^early:
  %q = arith.mulf %z, %z : tensor<?x8xf32>
  return %q : tensor<?x8xf32>
^exit:
  return %y : tensor<?x8xf32>
}

// Folded into the fill by upstream, it would stand at 3, not at 4.
// CHECK-LABEL: func.func @pad_with_strides
// CHECK-NOT: tensor.pad
// CHECK: %[[PADDED:.*]] = tensor.insert_slice %arg0 into %{{.*}}[0, 1] [2, 2] [1, 1]
// CHECK: tensor.insert_slice %[[PADDED]] into %{{.*}}[1, 2] [2, 3] [1, 2]
// CHECK: %[[STAYS:.*]] = tensor.pad
// CHECK: tensor.insert_slice %[[STAYS]] into %{{.*}}[1, 2] [2, 3] [1, 1]
func.func @pad_with_strides(%x: tensor<2x2xf32>) -> (tensor<4x9xf32>, tensor<4x9xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x9xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x9xf32>) -> tensor<4x9xf32>
  %padded = tensor.pad %x low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<2x2xf32> to tensor<2x3xf32>
  %strided = tensor.insert_slice %padded into %zeros[1, 2] [2, 3] [1, 2] : tensor<2x3xf32> into tensor<4x9xf32>
  %again = tensor.pad %x low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<2x2xf32> to tensor<2x3xf32>
  %dense = tensor.insert_slice %again into %zeros[1, 2] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x9xf32>
  return %strided, %dense : tensor<4x9xf32>, tensor<4x9xf32>
}

// Upstream lowers contractions of vectors in one type alone.
// CHECK-LABEL: func.func @contract_of_two_types
// CHECK: %[[A:.*]] = arith.extf %arg0 : vector<4x8xf16> to vector<4x8xf32>
// CHECK: %[[B:.*]] = arith.extf %arg1 : vector<8x4xf16> to vector<8x4xf32>
// CHECK: vector.contract {{.*}} %[[A]], %[[B]], %arg2 : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
// CHECK: vector.contract {{.*}} %arg3, %arg4, %arg5 : vector<4x8xi8>, vector<8x4xi8> into vector<4x4xi32>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_of_two_types(%a: vector<4x8xf16>, %b: vector<8x4xf16>, %c: vector<4x4xf32>,
    %i: vector<4x8xi8>, %j: vector<8x4xi8>, %s: vector<4x4xi32>) -> (vector<4x4xf32>, vector<4x4xi32>) {
  %0 = vector.contract {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      %a, %b, %c : vector<4x8xf16>, vector<8x4xf16> into vector<4x4xf32>
  %1 = vector.contract {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      %i, %j, %s : vector<4x8xi8>, vector<8x4xi8> into vector<4x4xi32>
  return %0, %1 : vector<4x4xf32>, vector<4x4xi32>
}

// Whoever casts a reshape says its shape; other shapes are given in `index`.
// CHECK-LABEL: func.func @reshapes_of_a_run
// CHECK: tensor.expand_shape %{{.*}} : tensor<12xf32> into tensor<2x6xf32>
// CHECK: %[[SHAPE:.*]] = arith.index_cast %arg2 : tensor<1xi64> to tensor<1xindex>
// CHECK: tensor.reshape %arg0(%[[SHAPE]]) : (tensor<3x4xf32>, tensor<1xindex>) -> tensor<?xf32>
func.func @reshapes_of_a_run(%x: tensor<3x4xf32>, %s: tensor<2xi32>, %t: tensor<1xi64>) -> (tensor<2x6xf32>, tensor<?xf32>) {
  %0 = tensor.reshape %x(%s) : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<2x6xf32>
  %2 = tensor.reshape %x(%t) : (tensor<3x4xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %1, %2 : tensor<2x6xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @bitcasts
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<3x?xui8>) outs(%{{.*}} : tensor<3x?xi8>)
// CHECK: builtin.unrealized_conversion_cast %{{.*}} : ui8 to i8
// CHECK: linalg.generic {{.*}} ins(%arg1 : tensor<4xf32>) outs(%{{.*}} : tensor<4xi32>)
// CHECK: arith.bitcast %{{.*}} : f32 to i32
func.func @bitcasts(%x: tensor<3x?xui8>, %y: tensor<4xf32>) -> (tensor<3x?xi8>, tensor<4xi32>) {
  %0 = tensor.bitcast %x : tensor<3x?xui8> to tensor<3x?xi8>
  %1 = tensor.bitcast %y : tensor<4xf32> to tensor<4xi32>
  return %0, %1 : tensor<3x?xi8>, tensor<4xi32>
}

// A loop that maps divide by 4 and 8 becomes three.
// CHECK-LABEL: func.func @divided
// CHECK: tensor.expand_shape %arg2 {{.*}} : tensor<24xf32> into tensor<6x4xf32>
// CHECK: tensor.expand_shape {{.*}} : tensor<6x4xf32> into tensor<3x2x4xf32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%arg0, %arg1, %{{.*}} : tensor<3xf32>, tensor<2x4xf32>, tensor<3x2x4xf32>)
// CHECK-DAG: linalg.index 2
// CHECK-DAG: linalg.index 1
// CHECK-DAG: linalg.index 0
// CHECK: tensor.collapse_shape {{.*}} into tensor<24xf32>
func.func @divided(%x: tensor<3xf32>, %y: tensor<2x4xf32>, %z: tensor<24xf32>) -> tensor<24xf32> {
  %e = tensor.empty() : tensor<24xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 8)>,
      affine_map<(i) -> ((i floordiv 4) mod 2, i mod 4)>, affine_map<(i) -> (i)>,
      affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %y, %z : tensor<3xf32>, tensor<2x4xf32>, tensor<24xf32>) outs(%e : tensor<24xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %u: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %c : f32
    %t = arith.addf %s, %f : f32
    linalg.yield %t : f32
  } -> tensor<24xf32>
  return %0 : tensor<24xf32>
}

// What a pad is filled with is made before it, so that kernels find it.
// CHECK-LABEL: func.func @rounded_padding
// CHECK: %[[LOW:.*]] = arith.truncf
// CHECK-NEXT: tensor.pad
// CHECK: tensor.yield %[[LOW]] : f16
func.func @rounded_padding(%x: tensor<2x2xf16>, %value: f32) -> tensor<2x3xf16> {
  %padded = tensor.pad %x low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %low = arith.truncf %value : f32 to f16
    tensor.yield %low : f16
  } : tensor<2x2xf16> to tensor<2x3xf16>
  return %padded : tensor<2x3xf16>
}

// A type without an infinity has a largest number.
// CHECK-LABEL: func.func @is_normal_f8
// CHECK: arith.cmpf oge
// CHECK: %[[LARGEST:.*]] = arith.constant dense<4.480000e+02> : tensor<4xf8E4M3FN>
// CHECK: arith.cmpf ole, %{{.*}}, %[[LARGEST]]
func.func @is_normal_f8(%x: tensor<4xf8E4M3FN>) -> tensor<4xi1> {
  %0 = math.isnormal %x : tensor<4xf8E4M3FN>
  return %0 : tensor<4xi1>
}

// More than there is: some of the padding on the other side goes, too.
// CHECK-LABEL: func.func @negative_pad_of_little
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [0, 0] [1, 1] : tensor<1x2xf32> to tensor<0x0xf32>
// CHECK: tensor.pad %{{.*}} low[2, 1] high[0, 0]
func.func @negative_pad_of_little(%x: tensor<1x2xf32>) -> tensor<2x1xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[3, -4] high[-2, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<1x2xf32> to tensor<2x1xf32>
  return %p : tensor<2x1xf32>
}

// CHECK-LABEL: func.func @negative_pad
// CHECK: %[[LEFT:.*]] = affine.apply
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %arg0[1, 0] [%[[LEFT]], 5] [1, 1] : tensor<?x6xf32> to tensor<?x5xf32>
// CHECK: tensor.pad %[[SLICE]] low[0, 3] high[2, 0]
func.func @negative_pad(%x: tensor<?x6xf32>) -> tensor<?x8xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[-1, 3] high[2, -1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x6xf32> to tensor<?x8xf32>
  return %p : tensor<?x8xf32>
}

// Winograd's transforms are loops over small products.
// CHECK-LABEL: func.func @winograd
// CHECK: scf.for
// CHECK-COUNT-6: linalg.matmul
// CHECK-NOT: winograd
func.func @winograd(%w: tensor<2x3x3x5xf32>, %wo: tensor<6x6x5x2xf32>, %x: tensor<2x10x10x5xf32>, %xo: tensor<6x6x2x2x2x5xf32>, %y: tensor<6x6x1x1x2x2xf32>, %yo: tensor<2x4x4x2xf32>) -> (tensor<6x6x5x2xf32>, tensor<6x6x2x2x2x5xf32>, tensor<2x4x4x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%w : tensor<2x3x3x5xf32>) outs(%wo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x10x10x5xf32>) outs(%xo : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  %2 = linalg.winograd_output_transform fmr(F_4_3) ins(%y : tensor<6x6x1x1x2x2xf32>) outs(%yo : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  return %0, %1, %2 : tensor<6x6x5x2xf32>, tensor<6x6x2x2x2x5xf32>, tensor<2x4x4x2xf32>
}

// A slice whose extent turns out to be one stays a row.
// CHECK-LABEL: func.func @row
// CHECK: %[[WHOLE:.*]] = tensor.extract_slice %arg0[%{{.*}}, %arg1, %arg2] [1, %arg3, 1] [1, 1, 1] : tensor<1x8x4xf32> to tensor<1x?x1xf32>
// CHECK: %[[ROW:.*]] = tensor.collapse_shape %[[WHOLE]] {{\[}}[0], [1, 2]] : tensor<1x?x1xf32> into tensor<1x?xf32>
// CHECK: tensor.cast %[[ROW]] : tensor<1x?xf32> to tensor<?x?xf32>
func.func @row(%x: tensor<1x8x4xf32>, %i: index, %j: index, %k: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %x[%c0, %i, %j] [%c1, %k, 1] [1, 1, 1] : tensor<1x8x4xf32> to tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// So does what is written into one, here and where a parallel loop ends.
// CHECK-LABEL: func.func @insert_row
// CHECK: %[[ROW:.*]] = tensor.cast %arg0 : tensor<?x?xf32> to tensor<1x?xf32>
// CHECK: %[[WHOLE:.*]] = tensor.expand_shape %[[ROW]] {{\[}}[0], [1, 2]] output_shape [1, %arg2, 1] : tensor<1x?xf32> into tensor<1x?x1xf32>
// CHECK: tensor.insert_slice %[[WHOLE]] into %arg1[0, 0, 0] [1, %arg2, 1] [1, 1, 1] : tensor<1x?x1xf32> into tensor<5x?x7xf32>
func.func @insert_row(%row: tensor<?x?xf32>, %x: tensor<5x?x7xf32>, %n: index) -> tensor<5x?x7xf32> {
  %c1 = arith.constant 1 : index
  %r = tensor.insert_slice %row into %x[0, 0, 0] [%c1, %n, 1] [1, 1, 1] : tensor<?x?xf32> into tensor<5x?x7xf32>
  return %r : tensor<5x?x7xf32>
}

// CHECK-LABEL: func.func @insert_rows
// CHECK: scf.forall (%[[I:.*]]) in (5) shared_outs(%[[X:.*]] = %arg1)
// CHECK: %[[ROW:.*]] = tensor.cast %arg0 : tensor<?x?xf32> to tensor<1x?xf32>
// CHECK: %[[WHOLE:.*]] = tensor.expand_shape %[[ROW]] {{\[}}[0], [1, 2]]
// CHECK: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %[[WHOLE]] into %[[X]][%[[I]], 0, 0] [1, %arg2, 1]
func.func @insert_rows(%row: tensor<?x?xf32>, %x: tensor<5x?x7xf32>, %n: index) -> tensor<5x?x7xf32> {
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (5) shared_outs(%o = %x) -> tensor<5x?x7xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %row into %o[%i, 0, 0] [%c1, %n, 1] [1, 1, 1] : tensor<?x?xf32> into tensor<5x?x7xf32>
    }
  }
  return %r : tensor<5x?x7xf32>
}

// A large product of vectors is one of tensors.
// CHECK-LABEL: func.func @large_contract
// CHECK-DAG: %[[INIT:.*]] = vector.transfer_write %arg2, %{{.*}} {in_bounds = [true, true]} : vector<32x32xf32>, tensor<32x32xf32>
// CHECK-DAG: %[[A:.*]] = vector.transfer_write %arg0, %{{.*}} : vector<32x32xf16>, tensor<32x32xf16>
// CHECK-DAG: %[[B:.*]] = vector.transfer_write %arg1, %{{.*}} : vector<32x32xf16>, tensor<32x32xf16>
// CHECK: %[[R:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[INIT]] :
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: %[[Y:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: %[[XY:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK: arith.addf %[[XY]], %{{.*}} : f32
// CHECK: vector.transfer_read %[[R]]
// CHECK-NOT: vector.contract
func.func @large_contract(%a: vector<32x32xf16>, %b: vector<32x32xf16>, %c: vector<32x32xf32>) -> vector<32x32xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
      %a, %b, %c : vector<32x32xf16>, vector<32x32xf16> into vector<32x32xf32>
  return %0 : vector<32x32xf32>
}
