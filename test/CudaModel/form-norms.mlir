// Norms between convolutions with channels last: the statistics are one kernel that
// reads the convolution's result once, and the transpose takes in the rest.
// RUN: amp-opt %S/Inputs/conv-norms.mlir --amp-autocast=f16 --amp-form-kernels | FileCheck %s
// RUN: amp-opt %S/Inputs/conv-norms.mlir --amp-autocast=f16 --amp-form-kernels=layout=keep | FileCheck %s --check-prefix=KEEP
// RUN: amp-opt %s --amp-form-kernels --split-input-file | FileCheck %s --check-prefix=SMALL

// CHECK-LABEL: func.func @main(
// A group norm: sums in f32 and in f64 share a kernel.
// CHECK:      %[[C0:.*]] = call @contraction_0({{.*}} -> tensor<2x64x16x16xf16>
// CHECK-NOT:  call @{{.*}}x256x
// CHECK:      %[[S0:.*]]:2 = call @rows_0(%{{.*}}) : (tensor<16x2048xf16>) -> (tensor<16xf32>, tensor<16xf64>)
// CHECK:      call @pointwise_2(%{{.*}}, %[[S0]]#0, %[[S0]]#1, %arg5) {{.*}} -> tensor<2x16x16x64xf16>
// An instance norm.
// CHECK-NEXT: call @pointwise_1(%{{.*}}) : (tensor<64x64x3x3xf32>)
// CHECK-NEXT: %[[C1:.*]] = call @contraction_0({{.*}} -> tensor<2x64x16x16xf16>
// CHECK-NEXT: %[[S1:.*]]:2 = call @rows_1(%[[C1]]) : {{.*}} -> (tensor<2x64xf32>, tensor<2x64xf32>)
// CHECK:      call @pointwise_3(%[[C1]], %[[S1]]#0, %[[S1]]#1) {{.*}} -> tensor<2x16x16x64xf16>
// A batch's statistics: of each image, then of all.
// CHECK-NEXT: call @pointwise_1(%{{.*}}) : (tensor<64x64x3x3xf32>)
// CHECK-NEXT: %[[C2:.*]] = call @contraction_0({{.*}} -> tensor<2x64x16x16xf16>
// CHECK:      %[[S2:.*]]:2 = call @rows_2(%{{.*}}) : (tensor<2x64x256xf16>) -> (tensor<64x2xf32>, tensor<64x2xf32>)
// CHECK:      %[[S3:.*]]:2 = call @rows_3(%[[S2]]#0, %[[S2]]#1) : {{.*}} -> (tensor<64xf32>, tensor<64xf32>)
// CHECK:      call @pointwise_4(%[[C2]], %[[S3]]#0, %[[S3]]#1) {{.*}} -> tensor<2x16x16x64xf16>
// CHECK-NEXT: call @pointwise_1(%{{.*}}) : (tensor<64x64x3x3xf32>)
// CHECK-NEXT: call @contraction_1
// CHECK-NOT:  call
// CHECK:      return

// Without a transpose a norm of short rows is one kernel.
// KEEP-LABEL: func.func @main(
// KEEP:      call @contraction_0
// KEEP:      call @rows_0({{.*}}) : (tensor<16x2048xf16>, tensor<64xf32>) -> tensor<2x64x16x16xf16>
// KEEP:      call @contraction_0
// KEEP-NEXT: call @rows_1({{.*}}) : (tensor<2x64x16x16xf16>) -> tensor<2x64x16x16xf16>
// KEEP:      call @contraction_0

// What is read twice is written once: here the transpose reads memory.
// SMALL-LABEL: func.func @kept(
// SMALL:       call @pointwise_0(%arg0) : (tensor<64x32xf32>) -> tensor<64x32xf32>
// SMALL:       call @pointwise_1(
// SMALL-NOT:   call
// SMALL:       return
func.func @kept(%x: tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<32x64xf32>) {
  %0 = math.exp %x : tensor<64x32xf32>
  %e = tensor.empty() : tensor<32x64xf32>
  %1 = linalg.transpose ins(%0 : tensor<64x32xf32>) outs(%e : tensor<32x64xf32>) permutation = [1, 0]
  return %0, %1 : tensor<64x32xf32>, tensor<32x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#turn = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>

// More would be read than a result in f16 saves.
// SMALL-LABEL: func.func @dear(
// SMALL:       call @rows_0({{.*}}) : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf16>
// SMALL:       call @pointwise_0({{.*}}) : (tensor<16x128xf16>) -> tensor<128x16xf16>
// SMALL-NOT:   call
// SMALL:       return
func.func @dear(%x: tensor<64x32xf32>, %y: tensor<64x32xf32>) -> tensor<128x16xf16> {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<64xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<64x32xf32>, tensor<64x32xf32>) outs(%fr : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.maximumf %a, %b : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %ew = tensor.empty() : tensor<64x32xf16>
  %w = linalg.generic {indexing_maps = [#id, #id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %sum : tensor<64x32xf32>, tensor<64x32xf32>, tensor<64xf32>) outs(%ew : tensor<64x32xf16>) {
  ^bb0(%a: f32, %b: f32, %s: f32, %o: f16):
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %0, %s : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<64x32xf16>
  %flat = tensor.collapse_shape %w [[0, 1]] : tensor<64x32xf16> into tensor<2048xf16>
  %back = tensor.expand_shape %flat [[0, 1]] output_shape [16, 128] : tensor<2048xf16> into tensor<16x128xf16>
  %e = tensor.empty() : tensor<128x16xf16>
  %t = linalg.generic {indexing_maps = [#turn, #id], iterator_types = ["parallel", "parallel"]}
      ins(%back : tensor<16x128xf16>) outs(%e : tensor<128x16xf16>) {
  ^bb0(%a: f16, %o: f16):
    linalg.yield %a : f16
  } -> tensor<128x16xf16>
  return %t : tensor<128x16xf16>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Two sums over the same rows, the second of which waits for the first by way of a
// product that no row kernel holds, stay two kernels.
// SMALL-LABEL: func.func @waits(
// SMALL:       call @rows_0
// SMALL:       call @contraction_0
// SMALL:       call @rows_1
// SMALL-NOT:   call
// SMALL:       return
func.func @waits(%x: tensor<64x32xf32>, %w: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<64xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x32xf32>) outs(%fr : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.addf %a, %o : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %mixed = linalg.matvec ins(%w, %sum : tensor<64x64xf32>, tensor<64xf32>) outs(%fr : tensor<64xf32>) -> tensor<64xf32>
  %most = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mixed : tensor<64x32xf32>, tensor<64xf32>) outs(%fr : tensor<64xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %0 = arith.mulf %a, %s : f32
    %1 = arith.maximumf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %most : tensor<64xf32>
}
