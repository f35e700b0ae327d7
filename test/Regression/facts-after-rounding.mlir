// Facts that hold before a conversion hold after it, although values went through
// f16 in between: a second run decides the same (found by amp-fuzz, seeds 510654,
// 515458, 527824, 536003 and
// 549120).
// RUN: amp-opt %s --amp-autocast=f16 -o %t.once
// RUN: amp-opt %t.once --amp-autocast=f16 | diff %t.once -
// RUN: amp-opt %s --amp-autocast="type=f16 fold-weights=false" -o %t.once
// RUN: amp-opt %t.once --amp-autocast="type=f16 fold-weights=false" | diff %t.once -
// RUN: amp-opt %s --amp-autocast="type=f16 assign=fixpoint" -o %t.once
// RUN: amp-opt %t.once --amp-autocast="type=f16 assign=fixpoint" | diff %t.once -
// RUN: amp-opt %s --amp-autocast="type=bf16 assign=greedy fold-weights=false" -o %t.once
// RUN: amp-opt %t.once --amp-autocast="type=bf16 assign=greedy fold-weights=false" | diff %t.once -
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s

// The first product is never zero; in f16 it would be.
// CHECK-LABEL: func.func @never_zero
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x4xf16>, tensor<4x4xf16>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x4xf32>, tensor<4x4xf32>)
func.func @never_zero(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
  %reduced = linalg.reduce { arith.maximumf } ins(%arg0 : tensor<4x4xf32>) outs(%cst : tensor<4xf32>) dimensions = [1] 
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
  %0 = linalg.rsqrt ins(%arg0 : tensor<4x4xf32>) outs(%cst_0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1, %reduced : tensor<4x4xf32>, tensor<4xf32>) outs(%cst_1 : tensor<4x4xf32>) {
  ^bb0(%in: f32, %in_4: f32, %out: f32):
    %5 = arith.cmpf ogt, %in, %in_4 : f32
    %6 = arith.select %5, %in, %in_4 : f32
    linalg.yield %6 : f32
  } -> tensor<4x4xf32>
  %cst_2 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
  %cst_3 = arith.constant 9.99999996E-13 : f32
  %2 = linalg.fill ins(%cst_3 : f32) outs(%cst_2 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.matmul ins(%0, %1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%2 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = linalg.matmul ins(%3, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%arg0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}

// A square that a loop repeats leaves f16's range, also if what starts it is the
// sum of a value with itself that was rounded.
// CHECK-LABEL: func.func @loop
// CHECK: arith.mulf %{{.*}} : tensor<2x4x8xf32>
func.func @loop(%arg0: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %cst = arith.constant dense<5.99999978E-8> : tensor<2x8x4xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<2x4x4xf32>
  %0 = linalg.batch_matmul ins(%arg0, %cst : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%cst_0 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<2x4x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg0 : tensor<2x4x8xf32>, tensor<2x4x8xf32>) outs(%cst_1 : tensor<2x4x8xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %4 = arith.addf %in_2, %in : f32
    linalg.yield %4 : f32
  } -> tensor<2x4x8xf32>
  %2:2 = scf.while (%arg1 = %1, %arg2 = %c0) : (tensor<2x4x8xf32>, index) -> (tensor<2x4x8xf32>, index) {
    %4 = arith.cmpi slt, %arg2, %c4 : index
    scf.condition(%4) %arg1, %arg2 : tensor<2x4x8xf32>, index
  } do {
  ^bb0(%arg1: tensor<2x4x8xf32>, %arg2: index):
    %4 = arith.mulf %arg1, %arg1 : tensor<2x4x8xf32>
    scf.yield %4, %arg2 : tensor<2x4x8xf32>, index
  }
  %3 = linalg.batch_matmul ins(%0, %2#0 : tensor<2x4x4xf32>, tensor<2x4x8xf32>) outs(%2#0 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %3 : tensor<2x4x8xf32>
}

// A clamp at f32's largest number is no bound: its reciprocal may be zero.
// CHECK-LABEL: func.func @relu
// CHECK: tosa.reciprocal
func.func @relu(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %cst = arith.constant dense<1.000000e+00> : tensor<2x4x4xf32>
  %1 = tosa.matmul %arg0, %arg1, %0, %0 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  %2 = tosa.clamp %arg0 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %3 = tosa.reciprocal %2 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %4 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %5 = tosa.matmul %cst, %3, %4, %4 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<2x4x4xf32>
  return %cst_0 : tensor<2x4x4xf32>
}

// What a pad is filled with is known, also once a cast stands in its body: its
// repeated square leaves bf16's range.
// CHECK-LABEL: func.func private @padded
func.func private @gains(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %cst = arith.constant dense<3.141590e+00> : tensor<8x8xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<4x8xf32>
  %0 = linalg.matmul ins(%arg0, %cst : tensor<4x8xf32>, tensor<8x8xf32>) outs(%cst_0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<4x8xf32>
  return %cst_1 : tensor<4x8xf32>
}
func.func private @padded(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %cst = arith.constant 6.550400e+04 : f32
  %padded = tensor.pad %arg0 low[1, 0] high[0, 0] {
  ^bb0(%arg1: index, %arg2: index):
    tensor.yield %cst : f32
  } : tensor<8x4xf32> to tensor<9x4xf32>
  %0:2 = scf.while (%arg1 = %padded, %arg2 = %c0) : (tensor<9x4xf32>, index) -> (tensor<9x4xf32>, index) {
    %2 = arith.cmpi slt, %arg2, %c4 : index
    scf.condition(%2) %arg1, %arg2 : tensor<9x4xf32>, index
  } do {
  ^bb0(%arg1: tensor<9x4xf32>, %arg2: index):
    %2 = arith.mulf %arg1, %arg1 : tensor<9x4xf32>
    scf.yield %2, %arg2 : tensor<9x4xf32>, index
  }
  %cst_0 = arith.constant dense<5.000000e-01> : tensor<4x8xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<9x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%0#0, %cst_0 : tensor<9x4xf32>, tensor<4x8xf32>) outs(%cst_1 : tensor<9x8xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %2 = arith.mulf %in, %in_2 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<9x8xf32>
  return %arg0 : tensor<8x4xf32>
}

// A constant that is never zero is read in f32, if an element of it would be.
// CHECK-LABEL: func.func @positive
// CHECK: dense<[9.99999996E-13, 5.000000e-01, 1.000000e+00, 1.000000e+00]> : tensor<4xf32>
func.func @positive(%arg0: i1, %arg1: tensor<?x6x6x2xf32>) -> tensor<?x6x6x2xf32> {
  %cst = arith.constant dense<-2.000000e+00> : tensor<2x4xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<2x4xf32>
  %0 = scf.if %arg0 -> (tensor<?x6x6x2xf32>) {
    scf.yield %arg1 : tensor<?x6x6x2xf32>
  } else {
    scf.yield %arg1 : tensor<?x6x6x2xf32>
  }
  %cst_1 = arith.constant dense<[9.99999996E-13, 5.000000e-01, 1.000000e+00, 1.000000e+00]> : tensor<4xf32>
  %cst_2 = arith.constant dense<1.000000e+00> : tensor<2x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%cst_0, %cst_1 : tensor<2x4xf32>, tensor<4xf32>) outs(%cst_2 : tensor<2x4xf32>) {
  ^bb0(%in: f32, %in_6: f32, %out: f32):
    linalg.yield %in_6 : f32
  } -> tensor<2x4xf32>
  %2 = scf.if %arg0 -> (tensor<?x6x6x2xf32>) {
    scf.yield %0 : tensor<?x6x6x2xf32>
  } else {
    scf.yield %0 : tensor<?x6x6x2xf32>
  }
  %cst_3 = arith.constant dense<1.000000e+00> : tensor<4x8xf32>
  %cst_4 = arith.constant dense<1.000000e+00> : tensor<2x8xf32>
  %3 = linalg.matmul ins(%1, %cst_3 : tensor<2x4xf32>, tensor<4x8xf32>) outs(%cst_4 : tensor<2x8xf32>) -> tensor<2x8xf32>
  %cst_5 = arith.constant dense<1.000000e+00> : tensor<2x8xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cst, %cst_3 : tensor<2x4xf32>, tensor<4x8xf32>) outs(%cst_5 : tensor<2x8xf32>) {
  ^bb0(%in: f32, %in_6: f32, %out: f32):
    %5 = arith.mulf %in, %in_6 : f32
    %6 = arith.addf %out, %5 : f32
    linalg.yield %6 : f32
  } -> tensor<2x8xf32>
  return %2 : tensor<?x6x6x2xf32>
}
