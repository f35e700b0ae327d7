// What a loop starts from is no part of the chain (of integers, angles,
// logarithms) that what it ends with belongs to: a second conversion decides the
// same (found by amp-fuzz, its seed 801663 at the time).
// RUN: amp-opt --amp-autocast="f16" %s -o %t.mlir && amp-opt --amp-autocast="f16" %t.mlir | diff %t.mlir -
// RUN: amp-opt --amp-autocast="f16 assign=greedy" %s -o %t.mlir && amp-opt --amp-autocast="f16 assign=greedy" %t.mlir | diff %t.mlir -
// RUN: amp-opt --amp-autocast="bf16" %s -o %t.mlir && amp-opt --amp-autocast="bf16" %t.mlir | diff %t.mlir -
// RUN: amp-opt --amp-autocast="bf16 assign=greedy" %s -o %t.mlir && amp-opt --amp-autocast="bf16 assign=greedy" %t.mlir | diff %t.mlir -

module {
  func.func private @private0(%a0: tensor<1x6x6x2xf32>, %flag: i1) -> (tensor<1x6x6x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v0 = tensor.empty() : tensor<1x6x6x2xf32>
  %v1 = linalg.max ins(%a0, %a0 : tensor<1x6x6x2xf32>, tensor<1x6x6x2xf32>) outs(%v0 : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  %v2 = tensor.empty() : tensor<1x6x6x2xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v1, %v1 : tensor<1x6x6x2xf32>, tensor<1x6x6x2xf32>) outs(%v2 : tensor<1x6x6x2xf32>) {
    ^bb0(%v3: f32, %v4: f32, %v5: f32):
      %v6 = math.tanh %v4 : f32
      %v7 = arith.mulf %v6, %v3 : f32
      %v8 = arith.constant 1.0e-5 : f64
      %v9 = arith.truncf %v8 : f64 to f32
      linalg.yield %v9 : f32
    } -> tensor<1x6x6x2xf32>
  %v11 = tensor.empty() : tensor<3x3xf32>
  %v12 = tensor.empty() : tensor<1x4x4x2xf32>
  %v13 = arith.constant -2.0 : f32
  %v14 = linalg.fill ins(%v13 : f32) outs(%v12 : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %v15 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v10, %v11 : tensor<1x6x6x2xf32>, tensor<3x3xf32>) outs(%v14 : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %v16 = tensor.empty() : tensor<1x6x6xf32>
  %v17 = arith.constant 65536.0 : f32
  %v18 = linalg.fill ins(%v17 : f32) outs(%v16 : tensor<1x6x6xf32>) -> tensor<1x6x6xf32>
  %v19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%v1 : tensor<1x6x6x2xf32>) outs(%v18 : tensor<1x6x6xf32>) {
    ^bb0(%x: f32, %y: f32):
      %q = arith.mulf %x, %x : f32
      %s = arith.addf %y, %q : f32
      linalg.yield %s : f32
    } -> tensor<1x6x6xf32>
  %v20 = scf.if %flag -> (tensor<1x6x6x2xf32>) {
    %v21:1 = scf.for %v23 = %c0 to %c4 step %c1 iter_args(%v22 = %v15) -> (tensor<1x4x4x2xf32>) {
      %v24 = tensor.empty() : tensor<1x6x6xf32>
      %v25 = arith.constant -3.4028235e38 : f32
      %v26 = linalg.fill ins(%v25 : f32) outs(%v24 : tensor<1x6x6xf32>) -> tensor<1x6x6xf32>
      %v27 = linalg.batch_matmul ins(%v19, %v19 : tensor<1x6x6xf32>, tensor<1x6x6xf32>) outs(%v26 : tensor<1x6x6xf32>) -> tensor<1x6x6xf32>
      scf.yield %v22 : tensor<1x4x4x2xf32>
    }
    scf.yield %a0 : tensor<1x6x6x2xf32>
  } else {
    %v28 = tensor.empty() : tensor<1x6x6xf32>
    %v29 = arith.constant 1.0 : f32
    %v30 = linalg.fill ins(%v29 : f32) outs(%v28 : tensor<1x6x6xf32>) -> tensor<1x6x6xf32>
    %v31 = linalg.reduce { arith.addf } ins(%v1 : tensor<1x6x6x2xf32>) outs(%v30 : tensor<1x6x6xf32>) dimensions = [3]
    scf.yield %v10 : tensor<1x6x6x2xf32>
  }
  %v32 = arith.constant 1.0 : f32
  %v37 = tensor.pad %v1 low[1, 0, 0, 0] high[0, 0, 0, 0] {
    ^bb0(%v33: index, %v34: index, %v35: index, %v36: index):
      tensor.yield %v32 : f32
    } : tensor<1x6x6x2xf32> to tensor<2x6x6x2xf32>
  return %v10 : tensor<1x6x6x2xf32>
  }
  func.func private @private1(%a0: tensor<2x8x4xf32>, %flag: i1) -> (tensor<2x8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v38:1 = scf.for %v40 = %c0 to %c4 step %c1 iter_args(%v39 = %a0) -> (tensor<2x8x4xf32>) {
    %v41 = tensor.expand_shape %v39 [[0, 1], [2], [3]] output_shape [1, 2, 8, 4] : tensor<2x8x4xf32> into tensor<1x2x8x4xf32>
    %v42 = arith.constant dense<1.0> : tensor<1x6x6x2xf32>
    %v43 = func.call @private0(%v42, %flag) : (tensor<1x6x6x2xf32>, i1) -> tensor<1x6x6x2xf32>
    %v44 = tensor.empty() : tensor<2x8x4xf32>
    %v45 = linalg.mul ins(%v39, %a0 : tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%v44 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
    scf.yield %a0 : tensor<2x8x4xf32>
  }
  %v46:2 = scf.while (%v47 = %a0, %v51 = %c0) : (tensor<2x8x4xf32>, index) -> (tensor<2x8x4xf32>, index) {
    %v50 = arith.cmpi slt, %v51, %c4 : index
    scf.condition(%v50) %v47, %v51 : tensor<2x8x4xf32>, index
  } do {
  ^bb0(%v48: tensor<2x8x4xf32>, %v53: index):
    %v52 = arith.addi %v53, %c1 : index
    %v49 = arith.mulf %v48, %v48 : tensor<2x8x4xf32>
    scf.yield %v49, %v52 : tensor<2x8x4xf32>, index
  }
  %v54 = scf.if %flag -> (tensor<2x8x4xf32>) {
    scf.yield %v46#0 : tensor<2x8x4xf32>
  } else {
    scf.yield %v38#0 : tensor<2x8x4xf32>
  }
  return %v54 : tensor<2x8x4xf32>
  }
  func.func @main(%flag: i1, %a0: tensor<1x6x6x2xf32>, %a1: tensor<4x8xf32>, %a2: tensor<8x0xf32>, %a3: tensor<8xf32>, %a4: tensor<2x8x4xf32>) -> (tensor<2x8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v55:2 = scf.while (%v56 = %a0, %v60 = %c0) : (tensor<1x6x6x2xf32>, index) -> (tensor<1x6x6x2xf32>, index) {
    %v59 = arith.cmpi slt, %v60, %c4 : index
    scf.condition(%v59) %v56, %v60 : tensor<1x6x6x2xf32>, index
  } do {
  ^bb0(%v57: tensor<1x6x6x2xf32>, %v62: index):
    %v61 = arith.addi %v62, %c1 : index
    %v58 = arith.mulf %v57, %v57 : tensor<1x6x6x2xf32>
    scf.yield %v58, %v61 : tensor<1x6x6x2xf32>, index
  }
  %v63 = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %v64 = tensor.empty() : tensor<2x8x4xf32>
  %v65 = arith.constant 1.0e6 : f32
  %v66 = linalg.fill ins(%v65 : f32) outs(%v64 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %v67 = linalg.batch_matmul ins(%a4, %v63 : tensor<2x8x4xf32>, tensor<2x4x4xf32>) outs(%v66 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %v68 = tensor.empty() : tensor<2x8x4xf32>
  %v69 = linalg.reciprocal ins(%v66 : tensor<2x8x4xf32>) outs(%v68 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %v70:2 = scf.while (%v71 = %v55#0, %v75 = %c0) : (tensor<1x6x6x2xf32>, index) -> (tensor<1x6x6x2xf32>, index) {
    %v74 = arith.cmpi slt, %v75, %c4 : index
    scf.condition(%v74) %v71, %v75 : tensor<1x6x6x2xf32>, index
  } do {
  ^bb0(%v72: tensor<1x6x6x2xf32>, %v77: index):
    %v76 = arith.addi %v77, %c1 : index
    %v73 = arith.mulf %v72, %v72 : tensor<1x6x6x2xf32>
    scf.yield %v73, %v76 : tensor<1x6x6x2xf32>, index
  }
  %v78 = arith.constant dense<1.0e-12> : tensor<3x3x2x2xf32>
  %v79 = tensor.empty() : tensor<1x4x4x2xf32>
  %v80 = arith.constant -3.4028235e38 : f32
  %v81 = linalg.fill ins(%v80 : f32) outs(%v79 : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %v82 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v55#0, %v78 : tensor<1x6x6x2xf32>, tensor<3x3x2x2xf32>) outs(%v81 : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %v83 = tensor.empty() : tensor<1x6x6x2xf32>
  %v84 = linalg.min ins(%v55#0, %a0 : tensor<1x6x6x2xf32>, tensor<1x6x6x2xf32>) outs(%v83 : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  %v85 = arith.constant dense<-2.0> : tensor<4x4xf32>
  %v86 = tensor.empty() : tensor<2x8x4xf32>
  %v87 = arith.constant 0.5 : f32
  %v88 = linalg.fill ins(%v87 : f32) outs(%v86 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %v89 = linalg.batch_matmul ins(%v69, %v63 : tensor<2x8x4xf32>, tensor<2x4x4xf32>) outs(%v88 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %v90 = arith.constant dense<1.0e-5> : tensor<2x4xf32>
  %v100 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v90, %v90 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%v90 : tensor<2x4xf32>) {
    ^bb0(%v91: f32, %v92: f32, %v93: f32):
      %v94 = arith.constant 1.0e-5 : f64
      %v95 = arith.truncf %v94 : f64 to f32
      %v96 = arith.constant 1.0e-5 : f64
      %v97 = arith.truncf %v96 : f64 to f32
      %v98 = arith.divf %v95, %v92 : f32
      %v99 = arith.mulf %v98, %v98 : f32
      linalg.yield %v99 : f32
    } -> tensor<2x4xf32>
  %v101 = arith.subf %v85, %v85 : tensor<4x4xf32>
  %v102 = arith.addf %v82, %v81 : tensor<1x4x4x2xf32>
  %v103 = scf.if %flag -> (tensor<2x4x4xf32>) {
    scf.yield %v63 : tensor<2x4x4xf32>
  } else {
    scf.yield %v63 : tensor<2x4x4xf32>
  }
  %v104:2 = scf.while (%v105 = %v89, %v109 = %c0) : (tensor<2x8x4xf32>, index) -> (tensor<2x8x4xf32>, index) {
    %v108 = arith.cmpi slt, %v109, %c4 : index
    scf.condition(%v108) %v105, %v109 : tensor<2x8x4xf32>, index
  } do {
  ^bb0(%v106: tensor<2x8x4xf32>, %v111: index):
    %v110 = arith.addi %v111, %c1 : index
    %v107 = arith.mulf %v106, %v106 : tensor<2x8x4xf32>
    scf.yield %v107, %v110 : tensor<2x8x4xf32>, index
  }
  %v112 = tensor.collapse_shape %a1 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %v113 = tensor.empty() : tensor<2x8x4xf32>
  %v123 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v66, %v104#0 : tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%v113 : tensor<2x8x4xf32>) {
    ^bb0(%v114: f32, %v115: f32, %v116: f32):
      %v117 = arith.subf %v114, %v115 : f32
      %v118 = arith.constant 1.0e-5 : f64
      %v119 = arith.truncf %v118 : f64 to f32
      %v120 = math.log %v117 : f32
      %v121 = arith.cmpf ogt, %v114, %v115 : f32
      %v122 = arith.select %v121, %v114, %v115 : f32
      linalg.yield %v122 : f32
    } -> tensor<2x8x4xf32>
  return %v123 : tensor<2x8x4xf32>
  }
  func.func @tosa(%flag: i1, %a0: tensor<2x4x4xf32>, %a1: tensor<2x4x4xf32>, %a2: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v124 = tosa.transpose %a0 {perms = array<i32: 0, 2, 1>} : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v125 = tosa.pow %a0, %a0 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v126 = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %v127 = "tosa.const"() {values = dense<0.1> : tensor<4x1x1x4xf32>} : () -> tensor<4x1x1x4xf32>
  %v128 = "tosa.const"() {values = dense<0.5> : tensor<4xf32>} : () -> tensor<4xf32>
  %v129 = tosa.const_shape {values = dense<[1, 2, 4, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %v131 = tosa.reshape %v124, %v129 : (tensor<2x4x4xf32>, !tosa.shape<4>) -> tensor<1x2x4x4xf32>
  %v132 = tosa.conv2d %v131, %v127, %v128, %v126, %v126 {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x2x4x4xf32>, tensor<4x1x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4x4xf32>
  %v130 = tosa.const_shape {values = dense<[2, 4, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %v133 = tosa.reshape %v132, %v130 : (tensor<1x2x4x4xf32>, !tosa.shape<3>) -> tensor<2x4x4xf32>
  %v134 = tosa.add %a1, %v125 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v135 = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %v136 = tosa.mul %v133, %a1, %v135 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xi8>) -> tensor<2x4x4xf32>
  %v137 = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %v138 = tosa.matmul %a2, %v134, %v137, %v137 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  %v139 = tosa.clamp %a1 {min_val = 0.0 : f32, max_val = 3.40282347e+38 : f32} : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v140 = tosa.abs %v138 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v141 = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %v142 = tosa.mul %v140, %v124, %v141 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xi8>) -> tensor<2x4x4xf32>
  %v143 = tosa.erf %v140 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %v144 = tosa.add %v143, %v124 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %v144, %v143 : tensor<2x4x4xf32>, tensor<2x4x4xf32>
  }
}
