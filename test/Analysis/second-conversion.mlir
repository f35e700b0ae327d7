// What a second conversion knows of the first: nothing changes again.
// RUN: amp-opt --amp-autocast=f16 --split-input-file %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: amp-opt --amp-autocast=f16 --split-input-file %t.mlir | diff %t.mlir -
// RUN: amp-opt '--amp-autocast=type=f16 compute=low' --split-input-file %s -o %t.low.mlir
// RUN: FileCheck %s --check-prefix=COMPUTE --input-file=%t.low.mlir
// RUN: amp-opt '--amp-autocast=type=f16 compute=low' --split-input-file %t.low.mlir | diff %t.low.mlir -
// RUN: amp-opt '--amp-autocast=type=f16 compute=low signature=convert' --split-input-file %s -o %t.sig.mlir
// RUN: amp-opt '--amp-autocast=type=f16 compute=low signature=convert' --split-input-file %t.sig.mlir | diff %t.sig.mlir -
// RUN: amp-opt '--amp-autocast=type=bf16 assign=greedy accumulate=low' --split-input-file %s -o %t.sum.mlir 2>/dev/null
// RUN: amp-opt '--amp-autocast=type=bf16 assign=greedy accumulate=low' --split-input-file %t.sum.mlir 2>/dev/null | diff %t.sum.mlir -

// 655050 times 0.1 is beyond f16; times that constant in f16, it is not. What
// reads it stays f32 both times.
// CHECK-LABEL: func.func @near_limit(
// CHECK: arith.constant dense<9.997550e-02> : tensor<8x8xf16>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x8xf16>, tensor<8x8xf16>)
// CHECK: %[[NEAR:.*]] = linalg.generic
// CHECK: linalg.matmul ins(%[[NEAR]], %{{.*}} : tensor<8x8xf32>, tensor<8x64xf32>)
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @near_limit(%arg0: tensor<64x8xf32>, %arg1: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<64x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %e1 = tensor.empty() : tensor<8x64xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %e2 = tensor.empty() : tensor<64x8xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x8xf32>) -> tensor<64x8xf32>
  %scale = arith.constant dense<1.0e-1> : tensor<8x8xf32>
  %large = arith.constant dense<6.5505e+5> : tensor<8x8xf32>
  %sum = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<64x8xf32>) outs(%e2 : tensor<64x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %6 = arith.addf %in, %in : f32
    linalg.yield %6 : f32
  } -> tensor<64x8xf32>
  %2 = linalg.matmul ins(%sum, %scale : tensor<64x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<64x8xf32>) -> tensor<64x8xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%large, %scale : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %5 = arith.mulf %in, %by : f32
    linalg.yield %5 : f32
  } -> tensor<8x8xf32>
  %4 = linalg.matmul ins(%3, %arg1 : tensor<8x8xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %4, %2 : tensor<8x64xf32>, tensor<64x8xf32>
}

// -----

// Where nothing is low yet, the limit is f16's own.
// CHECK-LABEL: func.func @within_limit(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x8xf16>, tensor<8x8xf16>)
func.func @within_limit(%arg0: tensor<64x8xf32>) -> tensor<64x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x8xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x8xf32>) -> tensor<64x8xf32>
  %large = arith.constant dense<65489.0> : tensor<8x8xf32>
  %1 = linalg.matmul ins(%arg0, %large : tensor<64x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<64x8xf32>) -> tensor<64x8xf32>
  %2 = linalg.matmul ins(%arg0, %large : tensor<64x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<64x8xf32>) -> tensor<64x8xf32>
  return %2 : tensor<64x8xf32>
}

// -----

// A choice between an input and a product's result, which is compared and of
// which f16 copies are made: what casts in its body only moves, too.
// CHECK-LABEL: func.func @copies(
// CHECK: scf.if %{{.*}} -> (tensor<8x8xf32>)
// CHECK: outs(%{{.*}} : tensor<8x8xf16>)
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @copies(%arg0: tensor<8x8xf32>, %arg1: i1) -> (tensor<8x8xf32>, tensor<8x8xi1>) {
  %ones = arith.constant dense<1.0> : tensor<8x8xf32>
  %0 = scf.if %arg1 -> (tensor<8x8xf32>) {
    scf.yield %arg0 : tensor<8x8xf32>
  } else {
    scf.yield %arg0 : tensor<8x8xf32>
  }
  %1 = linalg.matmul ins(%arg0, %arg0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%ones : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = scf.if %arg1 -> (tensor<8x8xf32>) {
    scf.yield %0 : tensor<8x8xf32>
  } else {
    scf.yield %1 : tensor<8x8xf32>
  }
  %3 = linalg.matmul ins(%0, %ones : tensor<8x8xf32>, tensor<8x8xf32>) outs(%ones : tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<8x8xf32>) outs(%ones : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8x8xf32>
  %5 = arith.cmpf ogt, %2, %arg0 : tensor<8x8xf32>
  return %3, %5 : tensor<8x8xf32>, tensor<8x8xi1>
}

// -----

// The same, which nobody compares, is as cheap as can be.
// CHECK-LABEL: func.func @unread(
// CHECK: scf.if %{{.*}} -> (tensor<8x8xf16>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<8x8xf16>, tensor<8x8xf16>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<8x8xf16>, tensor<8x8xf16>)
func.func @unread(%arg0: tensor<8x8xf32>, %arg1: i1) -> tensor<8x8xf32> {
  %ones = arith.constant dense<1.0> : tensor<8x8xf32>
  %0 = scf.if %arg1 -> (tensor<8x8xf32>) {
    scf.yield %arg0 : tensor<8x8xf32>
  } else {
    scf.yield %arg0 : tensor<8x8xf32>
  }
  %1 = linalg.matmul ins(%arg0, %arg0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%ones : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = scf.if %arg1 -> (tensor<8x8xf32>) {
    scf.yield %0 : tensor<8x8xf32>
  } else {
    scf.yield %1 : tensor<8x8xf32>
  }
  %3 = linalg.matmul ins(%0, %ones : tensor<8x8xf32>, tensor<8x8xf32>) outs(%ones : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// -----

// With compute=low, a comparison elsewhere makes no difference to subtractions.
func.func private @compare(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = arith.cmpf olt, %arg0, %arg0 : tensor<4x8xf32>
  return %arg0 : tensor<4x8xf32>
}
// COMPUTE-LABEL: func.func @subtract(
// COMPUTE: tosa.sub {{.*}} -> tensor<2x4x4xf16>
// COMPUTE: tosa.conv2d {{.*}} : (tensor<1x2x4x4xf16>
func.func @subtract(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x4x4xf32>) {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = tosa.matmul %arg1, %arg1, %0, %0 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  %2 = tosa.sub %1, %arg0 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %3 = tosa.sub %2, %arg0 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %4 = "tosa.const"() <{values = dense<1.0e-1> : tensor<4x1x1x4xf32>}> : () -> tensor<4x1x1x4xf32>
  %5 = "tosa.const"() <{values = dense<5.0e-1> : tensor<4xf32>}> : () -> tensor<4xf32>
  %6 = tosa.const_shape {values = dense<[1, 2, 4, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %7 = tosa.reshape %2, %6 : (tensor<2x4x4xf32>, !tosa.shape<4>) -> tensor<1x2x4x4xf32>
  %8 = tosa.conv2d %7, %4, %5, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x4x4xf32>, tensor<4x1x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4x4xf32>
  return
}

// -----

// A number that fills a tensor is no element that two others were picked from.
func.func private @private0() -> tensor<2x8x4xf32> {
  %cst = arith.constant dense<1.000000e+00> : tensor<2x4x4xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<2x8x4xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<2x8x4xf32>
  %cst_2 = arith.constant dense<1.000000e+00> : tensor<2x8x4xf32>
  %0 = linalg.batch_matmul ins(%cst_0, %cst : tensor<2x8x4xf32>, tensor<2x4x4xf32>) outs(%cst_1 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %cst_2 : tensor<2x8x4xf32>
}
func.func @inner(%arg0: tensor<1x6x6x2xf32>) -> tensor<1x4x4x2xf32> {
  %cst = arith.constant 3.141590e+00 : f32
  %cst_0 = arith.constant dense<0.000000e+00> : tensor<3x3x2x2xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<1x4x4x2xf32>
  %0 = linalg.fill {amp.category = #amp.category<never>} ins(%cst : f32) outs(%cst_1 : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %cst_0 : tensor<1x6x6x2xf32>, tensor<3x3x2x2xf32>) outs(%0 : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %cst_2 = arith.constant dense<true> : tensor<1x4x4x2xi1>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2, %1, %0 : tensor<1x4x4x2xi1>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) outs(%1 : tensor<1x4x4x2xf32>) {
  ^bb0(%in: i1, %in_5: f32, %in_6: f32, %out: f32):
    linalg.yield %in_5 : f32
  } -> tensor<1x4x4x2xf32>
  %cst_3 = arith.constant dense<true> : tensor<1x4x4x2xi1>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %2 : tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) outs(%cst_3 : tensor<1x4x4x2xi1>) {
  ^bb0(%in: f32, %in_5: f32, %out: i1):
    %4 = arith.cmpf olt, %in, %in_5 : f32
    linalg.yield %4 : i1
  } -> tensor<1x4x4x2xi1>
  %cst_4 = arith.constant dense<1.000000e+00> : tensor<1x4x4x2xf32>
  return %cst_4 : tensor<1x4x4x2xf32>
}

// -----

// Factors beyond f16 count as such whether anything else is scaled or not.
// CHECK-LABEL: func.func @inner_scaled(
// COMPUTE-LABEL: func.func @inner_scaled(
// COMPUTE: arith.subf {{.*}} : tensor<?x4xf32>
func.func @other_scale() -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
  cf.br ^bb1(%c0, %cst : index, tensor<4x8xf32>)
^bb1(%0: index, %1: tensor<4x8xf32>):  // 2 preds: ^bb0, ^bb2
  %2 = arith.cmpi slt, %0, %c1 : index
  cf.cond_br %2, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %cst_0 = arith.constant dense<1.562500e-02> : tensor<4x8xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<4x8xf32>
  %3 = arith.mulf %cst_1, %cst_0 : tensor<4x8xf32>
  %cst_2 = arith.constant dense<1.000000e+00> : tensor<4x8xf32>
  cf.br ^bb1(%0, %cst_2 : index, tensor<4x8xf32>)
^bb3:  // pred: ^bb1
  return %1 : tensor<4x8xf32>
}
func.func @inner_scaled(%arg0: tensor<?x8xf32>, %arg1: tensor<?x4xf32>) -> tensor<?x8xf32> {
    %c0 = arith.constant 0 : index
    %0 = tensor.empty(%c0) : tensor<?x4xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1, %arg1 : tensor<?x4xf32>, tensor<?x4xf32>) outs(%0 : tensor<?x4xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %cst_3 = arith.constant 1.000000e-05 : f64
      %9 = arith.truncf %cst_3 : f64 to f32
      linalg.yield %9 : f32
    } -> tensor<?x4xf32>
    %cst = arith.constant dense<5.99999978E-8> : tensor<8x8xf32>
    %2 = tensor.empty(%c0) : tensor<?x8xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %cst : tensor<?x8xf32>, tensor<8x8xf32>) outs(%2 : tensor<?x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %9 = arith.mulf %in, %in_2 : f32
      %10 = arith.addf %out, %9 : f32
      linalg.yield %10 : f32
    } -> tensor<?x8xf32>
    %cst_0 = arith.constant dense<1.000000e-01> : tensor<4xf32>
    %4 = tensor.empty(%c0) : tensor<?x4xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1, %cst_0 : tensor<?x4xf32>, tensor<4xf32>) outs(%4 : tensor<?x4xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %9 = linalg.index 0 : index
      %10 = arith.index_cast %9 : index to i32
      %11 = arith.sitofp %10 : i32 to f32
      %12 = arith.mulf %11, %in : f32
      linalg.yield %12 : f32
    } -> tensor<?x4xf32>
    %6 = arith.subf %5, %arg1 : tensor<?x4xf32>
    %cst_1 = arith.constant dense<3.141590e+00> : tensor<4x8xf32>
    %7 = tensor.empty(%c0) : tensor<?x8xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6, %cst_1 : tensor<?x4xf32>, tensor<4x8xf32>) outs(%7 : tensor<?x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %9 = arith.mulf %in, %in_2 : f32
      %10 = arith.addf %out, %9 : f32
      linalg.yield %10 : f32
    } -> tensor<?x8xf32>
    return %7 : tensor<?x8xf32>
  }
