// One layer of nets.Bert (64 words, 32 wide, 2 heads, mean pooling) with a batch and
// a length that torch.export left open, made as ../shared/models/import says.
// Sizes spread through reshapes to computed shapes, gathers, masks and the pooling
// until none is open, and the module goes on as others do.
// RUN: amp-opt %s --amp-specialize-shapes="shapes=21:2x16,22:2x16" | FileCheck %s --implicit-check-not=?
// RUN: amp-opt %s --amp-specialize-shapes="shapes=21:?x16,22:?x16" | FileCheck %s --check-prefix=BATCH
// RUN: amp-opt %s --amp-specialize-shapes="shapes=21:2x16,22:2x16" --amp-autocast=f16 --amp-to-nvvm="sm_80 format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not amp-opt %s --amp-specialize-shapes="shapes=21:2x16,22:2x15" 2>&1 | FileCheck %s --check-prefix=DIFFER

// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg21: tensor<2x16xi64>, %arg22: tensor<2x16xi64>) -> tensor<2x32xf32>
// CHECK-COUNT-8: linalg.batch_matmul

// BATCH: func.func @main
// BATCH-SAME: %arg21: tensor<?x16xi64>, %arg22: tensor<?x16xi64>) -> tensor<?x32xf32>
// BATCH: linalg.batch_matmul {{.*}} -> tensor<?x16x32xf32>

// GPU-COUNT-2: attention_0: {{.*}}mma.sync.m16n8k16.f32.f16

// DIFFER: bert-dynamic.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'linalg.generic' op inferred input/output operand

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map8 = affine_map<(d0, d1, d2) -> (d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map13 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map14 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<64x32xf32>, %arg1: tensor<64x32xf32>, %arg2: tensor<2x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32x32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32x32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32x32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32x32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<64x32xf32>, %arg16: tensor<64xf32>, %arg17: tensor<32x64xf32>, %arg18: tensor<32xf32>, %arg19: tensor<32xf32>, %arg20: tensor<32xf32>, %arg21: tensor<?x?xi64>, %arg22: tensor<?x?xi64>) -> tensor<?x32xf32> {
    %cst = arith.constant dense<0> : tensor<i64>
    %c2_i64 = arith.constant 2 : i64
    %c32_i64 = arith.constant 32 : i64
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c2 = arith.constant 2 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 1.000000e-09 : f64
    %cst_5 = arith.constant 9.9999999999999998E-13 : f64
    %cst_6 = arith.constant 3.200000e+01 : f32
    %cst_7 = arith.constant -3.40282347E+38 : f32
    %cst_8 = arith.constant 4.000000e+00 : f32
    %cst_9 = arith.constant 1.41421354 : f32
    %cst_10 = arith.constant 2.000000e+00 : f32
    %dim = tensor.dim %arg21, %c0 : tensor<?x?xi64>
    %0 = arith.index_cast %dim : index to i64
    %dim_11 = tensor.dim %arg21, %c1 : tensor<?x?xi64>
    %1 = arith.index_cast %dim_11 : index to i64
    %2 = tensor.empty(%dim, %dim_11) : tensor<?x?x32xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg21 : tensor<?x?xi64>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %172 = arith.index_cast %in : i64 to index
      %173 = linalg.index 2 : index
      %174 = arith.cmpi slt, %172, %c64 : index
      cf.assert %174, "index must be smaller than dim size"
      %175 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %175, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%172, %173] : tensor<64x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x32xf32>
    %4 = tensor.empty(%dim_11) : tensor<?xi64>
    %5 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%4 : tensor<?xi64>) {
    ^bb0(%out: i64):
      %172 = linalg.index 0 : index
      %173 = arith.index_cast %172 : index to i64
      linalg.yield %173 : i64
    } -> tensor<?xi64>
    %6 = tensor.empty(%dim_11) : tensor<?x32xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<?xi64>) outs(%6 : tensor<?x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %172 = arith.index_cast %in : i64 to index
      %173 = linalg.index 1 : index
      %174 = arith.cmpi slt, %172, %c64 : index
      cf.assert %174, "index must be smaller than dim size"
      %175 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %175, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%172, %173] : tensor<64x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x32xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %7 : tensor<?x?x32xf32>, tensor<?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %9 = arith.cmpi sge, %0, %c0_i64 : i64
    cf.assert %9, "negative values not allowed in new dimensions"
    %10 = arith.cmpi sge, %1, %c0_i64 : i64
    cf.assert %10, "negative values not allowed in new dimensions"
    %11 = tensor.empty(%dim, %dim_11) : tensor<?x?xi64>
    %12 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i64>) outs(%11 : tensor<?x?xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<?x?xi64>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<?x?xi64>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %172 = arith.index_cast %in : i64 to index
      %173 = linalg.index 2 : index
      %174 = arith.cmpi slt, %172, %c2 : index
      cf.assert %174, "index must be smaller than dim size"
      %175 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %175, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%172, %173] : tensor<2x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x32xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %13 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %15 = tensor.empty(%dim, %dim_11) : tensor<?x?x1xf32>
    %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : tensor<?x?x1xf32>) -> tensor<?x?x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<?x?x32xf32>) outs(%16 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.addf %in, %out : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.divf %in, %cst_6 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    cf.assert %9, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %10, "unimplemented: dynamic negative broadcast sizes"
    %19 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel"]} outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%out: f32):
      %172 = linalg.index 0 : index
      %173 = linalg.index 1 : index
      %174 = arith.cmpi eq, %dim, %c1 : index
      %175 = arith.select %174, %c0, %172 : index
      %176 = arith.cmpi eq, %dim_11, %c1 : index
      %177 = arith.select %176, %c0, %173 : index
      %extracted = tensor.extract %18[%175, %177, %c0] : tensor<?x?x1xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x32xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %19 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.subf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %20 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.mulf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%21 : tensor<?x?x32xf32>) outs(%16 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.addf %in, %out : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.divf %in, %cst_6 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.truncf %cst_5 : f64 to f32
      %173 = arith.addf %in, %172 : f32
      linalg.yield %173 : f32
    } -> tensor<?x?x1xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = math.rsqrt %in : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    cf.assert %9, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %10, "unimplemented: dynamic negative broadcast sizes"
    %26 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel"]} outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%out: f32):
      %172 = linalg.index 0 : index
      %173 = linalg.index 1 : index
      %174 = arith.cmpi eq, %dim, %c1 : index
      %175 = arith.select %174, %c0, %172 : index
      %176 = arith.cmpi eq, %dim_11, %c1 : index
      %177 = arith.select %176, %c0, %173 : index
      %extracted = tensor.extract %25[%175, %177, %c0] : tensor<?x?x1xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x32xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %26 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.mulf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %arg3 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.mulf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %arg4 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %dim_12 = tensor.dim %arg22, %c0 : tensor<?x?xi64>
    %dim_13 = tensor.dim %arg22, %c1 : tensor<?x?xi64>
    %30 = tensor.empty(%dim_12, %dim_13) : tensor<?x?xf32>
    %31 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg22 : tensor<?x?xi64>) outs(%30 : tensor<?x?xf32>) {
    ^bb0(%in: i64, %out: f32):
      %172 = arith.sitofp %in : i64 to f32
      linalg.yield %172 : f32
    } -> tensor<?x?xf32>
    %32 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<?x?xf32>) outs(%30 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.subf %cst_2, %in : f32
      linalg.yield %172 : f32
    } -> tensor<?x?xf32>
    %expanded = tensor.expand_shape %32 [[0], [1, 2, 3]] output_shape [%dim_12, 1, 1, %dim_13] : tensor<?x?xf32> into tensor<?x1x1x?xf32>
    %33 = tensor.empty(%dim_12, %dim_13) : tensor<?x1x1x?xf32>
    %34 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<?x1x1x?xf32>) outs(%33 : tensor<?x1x1x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.mulf %in, %cst_7 : f32
      linalg.yield %172 : f32
    } -> tensor<?x1x1x?xf32>
    %35 = tensor.empty() : tensor<32x32xf32>
    %transposed = linalg.transpose ins(%arg5 : tensor<32x32xf32>) outs(%35 : tensor<32x32xf32>) permutation = [1, 0] 
    cf.assert %9, "negative values not allowed in new dimensions"
    %36 = tensor.empty(%dim) : tensor<?x32x32xf32>
    %37 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<32x32xf32>) outs(%36 : tensor<?x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x32x32xf32>
    %38 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
    %39 = linalg.batch_matmul ins(%29, %37 : tensor<?x?x32xf32>, tensor<?x32x32xf32>) outs(%38 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %arg6 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %41 = arith.cmpi slt, %0, %c0_i64 : i64
    %42 = arith.select %41, %c1_i64, %0 : i64
    %43 = arith.extui %41 : i1 to i64
    %44 = arith.muli %42, %1 : i64
    %45 = arith.addi %43, %c1_i64 : i64
    %46 = arith.cmpi slt, %1, %c0_i64 : i64
    %47 = arith.select %46, %42, %44 : i64
    %48 = arith.select %46, %45, %43 : i64
    %49 = arith.muli %47, %c2_i64 : i64
    %50 = arith.addi %48, %c1_i64 : i64
    %51 = arith.cmpi sle, %50, %c1_i64 : i64
    cf.assert %51, "must have at most one inferred (negative) dimension"
    %52 = arith.muli %0, %1 : i64
    %53 = arith.muli %52, %c32_i64 : i64
    %54 = arith.divsi %53, %49 : i64
    %55 = arith.select %41, %54, %0 : i64
    %56 = arith.select %46, %54, %1 : i64
    %from_elements = tensor.from_elements %55, %56, %c2_i64, %54 : tensor<4xi64>
    %reshape = tensor.reshape %40(%from_elements) : (tensor<?x?x32xf32>, tensor<4xi64>) -> tensor<?x?x2x16xf32>
    %57 = arith.index_cast %55 : i64 to index
    %58 = arith.index_cast %56 : i64 to index
    %59 = tensor.empty(%57, %58) : tensor<?x2x?x16xf32>
    %transposed_14 = linalg.transpose ins(%reshape : tensor<?x?x2x16xf32>) outs(%59 : tensor<?x2x?x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_15 = linalg.transpose ins(%arg7 : tensor<32x32xf32>) outs(%35 : tensor<32x32xf32>) permutation = [1, 0] 
    cf.assert %9, "negative values not allowed in new dimensions"
    %60 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_15 : tensor<32x32xf32>) outs(%36 : tensor<?x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x32x32xf32>
    %61 = linalg.batch_matmul ins(%29, %60 : tensor<?x?x32xf32>, tensor<?x32x32xf32>) outs(%38 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %arg8 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    cf.assert %51, "must have at most one inferred (negative) dimension"
    %reshape_16 = tensor.reshape %62(%from_elements) : (tensor<?x?x32xf32>, tensor<4xi64>) -> tensor<?x?x2x16xf32>
    %transposed_17 = linalg.transpose ins(%arg9 : tensor<32x32xf32>) outs(%35 : tensor<32x32xf32>) permutation = [1, 0] 
    cf.assert %9, "negative values not allowed in new dimensions"
    %63 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_17 : tensor<32x32xf32>) outs(%36 : tensor<?x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x32x32xf32>
    %64 = linalg.batch_matmul ins(%29, %63 : tensor<?x?x32xf32>, tensor<?x32x32xf32>) outs(%38 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %arg10 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    cf.assert %51, "must have at most one inferred (negative) dimension"
    %reshape_18 = tensor.reshape %65(%from_elements) : (tensor<?x?x32xf32>, tensor<4xi64>) -> tensor<?x?x2x16xf32>
    %transposed_19 = linalg.transpose ins(%reshape_18 : tensor<?x?x2x16xf32>) outs(%59 : tensor<?x2x?x16xf32>) permutation = [0, 2, 1, 3] 
    %66 = tensor.empty(%57, %58) : tensor<?x2x16x?xf32>
    %transposed_20 = linalg.transpose ins(%reshape_16 : tensor<?x?x2x16xf32>) outs(%66 : tensor<?x2x16x?xf32>) permutation = [0, 2, 3, 1] 
    %collapsed = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : tensor<?x2x?x16xf32> into tensor<?x?x16xf32>
    %collapsed_21 = tensor.collapse_shape %transposed_20 [[0, 1], [2], [3]] : tensor<?x2x16x?xf32> into tensor<?x16x?xf32>
    %67 = arith.muli %57, %c2 : index
    %68 = tensor.empty(%67, %58, %58) : tensor<?x?x?xf32>
    %69 = linalg.fill ins(%cst_0 : f32) outs(%68 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %70 = linalg.batch_matmul ins(%collapsed, %collapsed_21 : tensor<?x?x16xf32>, tensor<?x16x?xf32>) outs(%69 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %71 = arith.divsi %67, %c2 : index
    %expanded_22 = tensor.expand_shape %70 [[0, 1], [2], [3]] output_shape [%71, 2, %58, %58] : tensor<?x?x?xf32> into tensor<?x2x?x?xf32>
    %72 = tensor.empty(%71, %58, %58) : tensor<?x2x?x?xf32>
    %73 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<?x2x?x?xf32>) outs(%72 : tensor<?x2x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.divf %in, %cst_8 : f32
      linalg.yield %172 : f32
    } -> tensor<?x2x?x?xf32>
    %74 = arith.cmpi eq, %71, %dim_12 : index
    cf.assert %74, "mismatched size for broadcast"
    %75 = arith.cmpi eq, %58, %dim_13 : index
    cf.assert %75, "mismatched size for broadcast"
    %76 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %34 : tensor<?x2x?x?xf32>, tensor<?x1x1x?xf32>) outs(%72 : tensor<?x2x?x?xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x2x?x?xf32>
    %77 = tensor.empty(%71, %58) : tensor<?x2x?xi64>
    %78 = linalg.fill ins(%c0_i64 : i64) outs(%77 : tensor<?x2x?xi64>) -> tensor<?x2x?xi64>
    %79 = tensor.empty(%71, %58) : tensor<?x2x?xf32>
    %80 = linalg.fill ins(%cst_1 : f32) outs(%79 : tensor<?x2x?xf32>) -> tensor<?x2x?xf32>
    %81:2 = linalg.generic {indexing_maps = [#map9, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%76 : tensor<?x2x?x?xf32>) outs(%80, %78 : tensor<?x2x?xf32>, tensor<?x2x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_34: i64):
      %172 = linalg.index 3 : index
      %173 = arith.index_cast %172 : index to i64
      %174 = arith.maximumf %in, %out : f32
      %175 = arith.cmpf ogt, %in, %out : f32
      %176 = arith.select %175, %173, %out_34 : i64
      linalg.yield %174, %176 : f32, i64
    } -> (tensor<?x2x?xf32>, tensor<?x2x?xi64>)
    %expanded_23 = tensor.expand_shape %81#0 [[0], [1], [2, 3]] output_shape [%71, 2, %58, 1] : tensor<?x2x?xf32> into tensor<?x2x?x1xf32>
    %82 = linalg.generic {indexing_maps = [#map9, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76, %expanded_23 : tensor<?x2x?x?xf32>, tensor<?x2x?x1xf32>) outs(%72 : tensor<?x2x?x?xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.subf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x2x?x?xf32>
    %83 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82 : tensor<?x2x?x?xf32>) outs(%72 : tensor<?x2x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = math.exp %in : f32
      linalg.yield %172 : f32
    } -> tensor<?x2x?x?xf32>
    %84 = tensor.empty(%71, %58) : tensor<?x2x?x1xf32>
    %85 = linalg.fill ins(%cst_0 : f32) outs(%84 : tensor<?x2x?x1xf32>) -> tensor<?x2x?x1xf32>
    %86 = linalg.generic {indexing_maps = [#map9, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%83 : tensor<?x2x?x?xf32>) outs(%85 : tensor<?x2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.addf %in, %out : f32
      linalg.yield %172 : f32
    } -> tensor<?x2x?x1xf32>
    %87 = linalg.generic {indexing_maps = [#map9, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83, %86 : tensor<?x2x?x?xf32>, tensor<?x2x?x1xf32>) outs(%72 : tensor<?x2x?x?xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.divf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x2x?x?xf32>
    %88 = arith.maxui %71, %57 : index
    %collapsed_24 = tensor.collapse_shape %87 [[0, 1], [2], [3]] : tensor<?x2x?x?xf32> into tensor<?x?x?xf32>
    %collapsed_25 = tensor.collapse_shape %transposed_19 [[0, 1], [2], [3]] : tensor<?x2x?x16xf32> into tensor<?x?x16xf32>
    %89 = arith.muli %88, %c2 : index
    %90 = tensor.empty(%89, %58) : tensor<?x?x16xf32>
    %91 = linalg.fill ins(%cst_0 : f32) outs(%90 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
    %92 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<?x?x?xf32>, tensor<?x?x16xf32>) outs(%91 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
    %93 = arith.divsi %89, %c2 : index
    %expanded_26 = tensor.expand_shape %92 [[0, 1], [2], [3]] output_shape [%93, 2, %58, 16] : tensor<?x?x16xf32> into tensor<?x2x?x16xf32>
    %94 = tensor.empty(%93, %58) : tensor<?x?x2x16xf32>
    %transposed_27 = linalg.transpose ins(%expanded_26 : tensor<?x2x?x16xf32>) outs(%94 : tensor<?x?x2x16xf32>) permutation = [0, 2, 1, 3] 
    %95 = arith.muli %47, %c32_i64 : i64
    %96 = arith.cmpi sle, %48, %c1_i64 : i64
    cf.assert %96, "must have at most one inferred (negative) dimension"
    %97 = arith.index_cast %93 : index to i64
    %98 = arith.muli %97, %56 : i64
    %99 = arith.muli %98, %c32_i64 : i64
    %100 = arith.divsi %99, %95 : i64
    %101 = arith.select %41, %100, %0 : i64
    %102 = arith.select %46, %100, %1 : i64
    %from_elements_28 = tensor.from_elements %101, %102, %c32_i64 : tensor<3xi64>
    %reshape_29 = tensor.reshape %transposed_27(%from_elements_28) : (tensor<?x?x2x16xf32>, tensor<3xi64>) -> tensor<?x?x32xf32>
    %transposed_30 = linalg.transpose ins(%arg11 : tensor<32x32xf32>) outs(%35 : tensor<32x32xf32>) permutation = [1, 0] 
    %103 = arith.index_cast %101 : i64 to index
    %104 = arith.index_cast %102 : i64 to index
    %105 = arith.cmpi sge, %101, %c0_i64 : i64
    cf.assert %105, "negative values not allowed in new dimensions"
    %106 = tensor.empty(%103) : tensor<?x32x32xf32>
    %107 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_30 : tensor<32x32xf32>) outs(%106 : tensor<?x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x32x32xf32>
    %108 = tensor.empty(%103, %104) : tensor<?x?x32xf32>
    %109 = linalg.fill ins(%cst_0 : f32) outs(%108 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
    %110 = linalg.batch_matmul ins(%reshape_29, %107 : tensor<?x?x32xf32>, tensor<?x32x32xf32>) outs(%109 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %arg12 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%108 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %112 = arith.cmpi eq, %dim, %103 : index
    cf.assert %112, "mismatched size for broadcast"
    %113 = arith.cmpi eq, %dim_11, %104 : index
    cf.assert %113, "mismatched size for broadcast"
    %114 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %111 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%114 : tensor<?x?x32xf32>) outs(%16 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.addf %in, %out : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.divf %in, %cst_6 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    cf.assert %9, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %10, "unimplemented: dynamic negative broadcast sizes"
    %117 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel"]} outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%out: f32):
      %172 = linalg.index 0 : index
      %173 = linalg.index 1 : index
      %174 = arith.cmpi eq, %dim, %c1 : index
      %175 = arith.select %174, %c0, %172 : index
      %176 = arith.cmpi eq, %dim_11, %c1 : index
      %177 = arith.select %176, %c0, %173 : index
      %extracted = tensor.extract %116[%175, %177, %c0] : tensor<?x?x1xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x32xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %117 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.subf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %118 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.mulf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%119 : tensor<?x?x32xf32>) outs(%16 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.addf %in, %out : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.divf %in, %cst_6 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.truncf %cst_5 : f64 to f32
      %173 = arith.addf %in, %172 : f32
      linalg.yield %173 : f32
    } -> tensor<?x?x1xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = math.rsqrt %in : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    cf.assert %9, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %10, "unimplemented: dynamic negative broadcast sizes"
    %124 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel"]} outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%out: f32):
      %172 = linalg.index 0 : index
      %173 = linalg.index 1 : index
      %174 = arith.cmpi eq, %dim, %c1 : index
      %175 = arith.select %174, %c0, %172 : index
      %176 = arith.cmpi eq, %dim_11, %c1 : index
      %177 = arith.select %176, %c0, %173 : index
      %extracted = tensor.extract %123[%175, %177, %c0] : tensor<?x?x1xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x32xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %124 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.mulf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %arg13 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.mulf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %arg14 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %128 = tensor.empty() : tensor<32x64xf32>
    %transposed_31 = linalg.transpose ins(%arg15 : tensor<64x32xf32>) outs(%128 : tensor<32x64xf32>) permutation = [1, 0] 
    cf.assert %9, "negative values not allowed in new dimensions"
    %129 = tensor.empty(%dim) : tensor<?x32x64xf32>
    %130 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_31 : tensor<32x64xf32>) outs(%129 : tensor<?x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x32x64xf32>
    %131 = tensor.empty(%dim, %dim_11) : tensor<?x?x64xf32>
    %132 = linalg.fill ins(%cst_0 : f32) outs(%131 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %133 = linalg.batch_matmul ins(%127, %130 : tensor<?x?x32xf32>, tensor<?x32x64xf32>) outs(%132 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %arg16 : tensor<?x?x64xf32>, tensor<64xf32>) outs(%131 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x64xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<?x?x64xf32>) outs(%131 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.divf %in, %cst_9 : f32
      %173 = math.erf %172 : f32
      %174 = arith.addf %173, %cst_2 : f32
      %175 = arith.mulf %174, %cst_3 : f32
      %176 = arith.mulf %in, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<?x?x64xf32>
    %136 = tensor.empty() : tensor<64x32xf32>
    %transposed_32 = linalg.transpose ins(%arg17 : tensor<32x64xf32>) outs(%136 : tensor<64x32xf32>) permutation = [1, 0] 
    cf.assert %9, "negative values not allowed in new dimensions"
    %137 = tensor.empty(%dim) : tensor<?x64x32xf32>
    %138 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_32 : tensor<64x32xf32>) outs(%137 : tensor<?x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x64x32xf32>
    %139 = linalg.batch_matmul ins(%135, %138 : tensor<?x?x64xf32>, tensor<?x64x32xf32>) outs(%38 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
    %140 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %arg18 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %141 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %140 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %142 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%141 : tensor<?x?x32xf32>) outs(%16 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.addf %in, %out : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    %143 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.divf %in, %cst_6 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    cf.assert %9, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %10, "unimplemented: dynamic negative broadcast sizes"
    %144 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel"]} outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%out: f32):
      %172 = linalg.index 0 : index
      %173 = linalg.index 1 : index
      %174 = arith.cmpi eq, %dim, %c1 : index
      %175 = arith.select %174, %c0, %172 : index
      %176 = arith.cmpi eq, %dim_11, %c1 : index
      %177 = arith.select %176, %c0, %173 : index
      %extracted = tensor.extract %143[%175, %177, %c0] : tensor<?x?x1xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x32xf32>
    %145 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141, %144 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.subf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %146 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145, %145 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.mulf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%146 : tensor<?x?x32xf32>) outs(%16 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.addf %in, %out : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.divf %in, %cst_6 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.truncf %cst_5 : f64 to f32
      %173 = arith.addf %in, %172 : f32
      linalg.yield %173 : f32
    } -> tensor<?x?x1xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<?x?x1xf32>) outs(%15 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = math.rsqrt %in : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    cf.assert %9, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %10, "unimplemented: dynamic negative broadcast sizes"
    %151 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel"]} outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%out: f32):
      %172 = linalg.index 0 : index
      %173 = linalg.index 1 : index
      %174 = arith.cmpi eq, %dim, %c1 : index
      %175 = arith.select %174, %c0, %172 : index
      %176 = arith.cmpi eq, %dim_11, %c1 : index
      %177 = arith.select %176, %c0, %173 : index
      %extracted = tensor.extract %150[%175, %177, %c0] : tensor<?x?x1xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x32xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145, %151 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.mulf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152, %arg19 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.mulf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153, %arg20 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.addf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %expanded_33 = tensor.expand_shape %31 [[0], [1, 2]] output_shape [%dim_12, %dim_13, 1] : tensor<?x?xf32> into tensor<?x?x1xf32>
    %155 = arith.cmpi eq, %dim, %dim_12 : index
    cf.assert %155, "mismatched size for broadcast"
    %156 = arith.cmpi eq, %dim_11, %dim_13 : index
    cf.assert %156, "mismatched size for broadcast"
    %157 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154, %expanded_33 : tensor<?x?x32xf32>, tensor<?x?x1xf32>) outs(%2 : tensor<?x?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.mulf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x32xf32>
    %158 = tensor.empty(%dim) : tensor<?x32xf32>
    %159 = linalg.fill ins(%cst_0 : f32) outs(%158 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %160 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "reduction", "parallel"]} ins(%157 : tensor<?x?x32xf32>) outs(%159 : tensor<?x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.addf %in, %out : f32
      linalg.yield %172 : f32
    } -> tensor<?x32xf32>
    %161 = tensor.empty(%dim_12) : tensor<?x1xf32>
    %162 = linalg.fill ins(%cst_0 : f32) outs(%161 : tensor<?x1xf32>) -> tensor<?x1xf32>
    %163 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "reduction", "parallel"]} ins(%expanded_33 : tensor<?x?x1xf32>) outs(%162 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.addf %in, %out : f32
      linalg.yield %172 : f32
    } -> tensor<?x1xf32>
    %164 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%163 : tensor<?x1xf32>) outs(%161 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.truncf %cst_4 : f64 to f32
      %173 = arith.cmpf ult, %in, %172 : f32
      %174 = arith.select %173, %172, %in : f32
      linalg.yield %174 : f32
    } -> tensor<?x1xf32>
    cf.assert %155, "mismatched size for broadcast"
    %165 = linalg.generic {indexing_maps = [#map4, #map14, #map4], iterator_types = ["parallel", "parallel"]} ins(%160, %164 : tensor<?x32xf32>, tensor<?x1xf32>) outs(%158 : tensor<?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.divf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x32xf32>
    %166 = tensor.empty(%dim) : tensor<?x1xf32>
    %167 = linalg.fill ins(%cst_0 : f32) outs(%166 : tensor<?x1xf32>) -> tensor<?x1xf32>
    %168 = linalg.generic {indexing_maps = [#map4, #map14], iterator_types = ["parallel", "reduction"]} ins(%165 : tensor<?x32xf32>) outs(%167 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = math.absf %in : f32
      %173 = math.powf %172, %cst_10 : f32
      %174 = arith.addf %173, %out : f32
      linalg.yield %174 : f32
    } -> tensor<?x1xf32>
    %169 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%168 : tensor<?x1xf32>) outs(%166 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = math.powf %in, %cst_3 : f32
      linalg.yield %172 : f32
    } -> tensor<?x1xf32>
    %170 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%169 : tensor<?x1xf32>) outs(%166 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %172 = arith.truncf %cst_5 : f64 to f32
      %173 = arith.cmpf ult, %in, %172 : f32
      %174 = arith.select %173, %172, %in : f32
      linalg.yield %174 : f32
    } -> tensor<?x1xf32>
    %171 = linalg.generic {indexing_maps = [#map4, #map14, #map4], iterator_types = ["parallel", "parallel"]} ins(%165, %170 : tensor<?x32xf32>, tensor<?x1xf32>) outs(%158 : tensor<?x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %172 = arith.divf %in, %in_34 : f32
      linalg.yield %172 : f32
    } -> tensor<?x32xf32>
    return %171 : tensor<?x32xf32>
  }
}

