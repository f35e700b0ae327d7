// A sum that absorbs nothing does not read the low copy of a second moment that
// is kept high (found by amp-fuzz, its seed 541237 at the time).
// RUN: amp-opt --amp-autocast="f16 absorb=false" %s -o %t.mlir && amp-opt --amp-verify-precision %t.mlir -o /dev/null && amp-opt --amp-autocast="f16 absorb=false" %t.mlir | diff %t.mlir -
// RUN: amp-opt --amp-autocast="f16 assign=greedy absorb=false" %s -o %t.mlir && amp-opt --amp-verify-precision %t.mlir -o /dev/null && amp-opt --amp-autocast="f16 assign=greedy absorb=false" %t.mlir | diff %t.mlir -
// RUN: amp-opt --amp-autocast="bf16 absorb=false" %s -o %t.mlir && amp-opt --amp-verify-precision %t.mlir -o /dev/null && amp-opt --amp-autocast="bf16 absorb=false" %t.mlir | diff %t.mlir -
// RUN: amp-opt --amp-autocast="bf16 assign=greedy absorb=false" %s -o %t.mlir && amp-opt --amp-verify-precision %t.mlir -o /dev/null && amp-opt --amp-autocast="bf16 assign=greedy absorb=false" %t.mlir | diff %t.mlir -

module {
  func.func private @private0(%a0: tensor<8x8xf32>, %flag: i1) -> (tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v0 = scf.if %flag -> (tensor<8x8xf32>) {
    %v1 = tensor.empty() : tensor<8x8xf32>
    %v11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v1 : tensor<8x8xf32>) {
    ^bb0(%v2: f32, %v3: f32, %v4: f32):
      %v5 = arith.constant 1.0e-5 : f64
      %v6 = arith.truncf %v5 : f64 to f32
      %v7 = arith.constant 1.0e-5 : f64
      %v8 = arith.truncf %v7 : f64 to f32
      %v9 = arith.maximumf %v6, %v6 : f32
      %v10 = arith.maximumf %v8, %v8 : f32
      linalg.yield %v10 : f32
    } -> tensor<8x8xf32>
    scf.yield %v11 : tensor<8x8xf32>
  } else {
    %v12 = tensor.expand_shape %a0 [[0, 1], [2]] output_shape [1, 8, 8] : tensor<8x8xf32> into tensor<1x8x8xf32>
    scf.yield %a0 : tensor<8x8xf32>
  }
  %v13:2 = scf.for %v16 = %c0 to %c4 step %c1 iter_args(%v14 = %v0, %v15 = %a0) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %v17 = tensor.empty() : tensor<8x8xf32>
    %v22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v0 : tensor<8x8xf32>) outs(%v17 : tensor<8x8xf32>) {
    ^bb0(%v18: f32, %v19: f32):
      %v20 = arith.divf %v18, %v18 : f32
      %v21 = arith.mulf %v18, %v20 : f32
      linalg.yield %v21 : f32
    } -> tensor<8x8xf32>
    %v23:2 = scf.for %v26 = %c0 to %c4 step %c1 iter_args(%v24 = %a0, %v25 = %v15) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
      %v27 = linalg.matmul ins(%v14, %v14 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a0 : tensor<8x8xf32>) -> tensor<8x8xf32>
      %v28 = tensor.empty() : tensor<8x8xf32>
      %v29 = linalg.rsqrt ins(%v15 : tensor<8x8xf32>) outs(%v28 : tensor<8x8xf32>) -> tensor<8x8xf32>
      %v30 = tensor.empty() : tensor<8x8xf32>
      %v31 = linalg.abs ins(%v24 : tensor<8x8xf32>) outs(%v30 : tensor<8x8xf32>) -> tensor<8x8xf32>
      %v42 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v31, %v31 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v31 : tensor<8x8xf32>) {
    ^bb0(%v32: f32, %v33: f32, %v34: f32):
      %v35 = arith.cmpf ogt, %v32, %v33 : f32
      %v36 = arith.select %v35, %v32, %v33 : f32
      %v37 = arith.constant 1.0e-5 : f64
      %v38 = arith.truncf %v37 : f64 to f32
      %v39 = arith.constant 1.0e-5 : f64
      %v40 = arith.truncf %v39 : f64 to f32
      %v41 = arith.negf %v36 : f32
      linalg.yield %v41 : f32
    } -> tensor<8x8xf32>
      scf.yield %v15, %v0 : tensor<8x8xf32>, tensor<8x8xf32>
    }
    scf.yield %v15, %v23#1 : tensor<8x8xf32>, tensor<8x8xf32>
  }
  %v43 = tensor.empty() : tensor<8x8xf32>
  %v44 = arith.constant 3.14159 : f32
  %v45 = linalg.fill ins(%v44 : f32) outs(%v43 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %v46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a0, %a0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v45 : tensor<8x8xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
    } -> tensor<8x8xf32>
  return %a0 : tensor<8x8xf32>
  }
  func.func private @private1(%a0: tensor<2x4x8xf32>, %flag: i1) -> (tensor<2x4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v47 = tensor.empty() : tensor<2x4x8xf32>
  %v48 = linalg.map { math.absf } ins(%a0 : tensor<2x4x8xf32>) outs(%v47 : tensor<2x4x8xf32>)
  %v49 = tensor.empty() : tensor<2x4x8xf32>
  %v53 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a0 : tensor<2x4x8xf32>) outs(%v49 : tensor<2x4x8xf32>) {
    ^bb0(%v50: f32, %v51: f32):
      %v52 = arith.maximumf %v50, %v50 : f32
      linalg.yield %v52 : f32
    } -> tensor<2x4x8xf32>
  %v54:1 = scf.for %v56 = %c0 to %c4 step %c1 iter_args(%v55 = %v53) -> (tensor<2x4x8xf32>) {
    %v57 = arith.constant 1.0e6 : f32
    %v61 = tensor.pad %v48 low[1, 0, 0] high[0, 0, 0] {
    ^bb0(%v58: index, %v59: index, %v60: index):
      tensor.yield %v57 : f32
    } : tensor<2x4x8xf32> to tensor<3x4x8xf32>
    %v62:2 = scf.for %v65 = %c0 to %c4 step %c1 iter_args(%v63 = %v48, %v64 = %v53) -> (tensor<2x4x8xf32>, tensor<2x4x8xf32>) {
      %v66 = arith.constant dense<0.0> : tensor<2x8x4xf32>
      %v67 = tensor.empty() : tensor<2x4x4xf32>
      %v68 = arith.constant 3.14159 : f32
      %v69 = linalg.fill ins(%v68 : f32) outs(%v67 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
      %v70 = linalg.batch_matmul ins(%v63, %v66 : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%v69 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
      scf.yield %v48, %v55 : tensor<2x4x8xf32>, tensor<2x4x8xf32>
    }
    scf.yield %v53 : tensor<2x4x8xf32>
  }
  %v76 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v48, %v53 : tensor<2x4x8xf32>, tensor<2x4x8xf32>) outs(%v48 : tensor<2x4x8xf32>) {
    ^bb0(%v71: f32, %v72: f32, %v73: f32):
      %v74 = arith.maximumf %v72, %v72 : f32
      %v75 = arith.mulf %v71, %v71 : f32
      linalg.yield %v75 : f32
    } -> tensor<2x4x8xf32>
  %v77 = tensor.extract_slice %v76[0, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<2x4x8xf32> to tensor<1x4x8xf32>
  return %v54#0 : tensor<2x4x8xf32>
  }
  func.func @main(%flag: i1, %a0: tensor<1x6x6x2xf32>, %a1: tensor<4x4xf32>, %a2: tensor<8x4xf32>, %a3: tensor<8x4xf32>, %a4: tensor<8xf32>) -> (tensor<8xf32>, tensor<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v78 = scf.if %flag -> (tensor<8xf32>) {
    %v79 = tensor.empty() : tensor<8x4xf32>
    %v80 = linalg.softmax dimension(1) ins(%a2 : tensor<8x4xf32>) outs(%v79 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %v81 = tensor.empty() : tensor<8x4xf32>
    %v92 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v80, %a2 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%v81 : tensor<8x4xf32>) {
    ^bb0(%v82: f32, %v83: f32, %v84: f32):
      %v85 = arith.negf %v82 : f32
      %v86 = arith.cmpf ogt, %v82, %v85 : f32
      %v87 = arith.select %v86, %v82, %v85 : f32
      %v88 = arith.cmpf ogt, %v87, %v83 : f32
      %v89 = arith.select %v88, %v87, %v83 : f32
      %v90 = arith.cmpf ogt, %v83, %v87 : f32
      %v91 = arith.select %v90, %v83, %v87 : f32
      linalg.yield %v91 : f32
    } -> tensor<8x4xf32>
    scf.yield %a4 : tensor<8xf32>
  } else {
    scf.yield %a4 : tensor<8xf32>
  }
  %v93 = arith.constant 65504.0 : f32
  %v94 = arith.constant 0x7FC00000 : f32
  %v95 = tensor.from_elements %v93, %v94 : tensor<2x1xf32>
  %v100 = scf.forall (%v98) in (4) shared_outs(%v99 = %a2) -> (tensor<8x4xf32>) {
    %v96 = tensor.extract_slice %a2[%v98, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<1x4xf32>
    %v97 = arith.mulf %v96, %v96 : tensor<1x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v97 into %v99[%v98, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
    }
  }
  %v101 = arith.constant dense<0.0> : tensor<2x4x8xf32>
  %v102 = func.call @private1(%v101, %flag) : (tensor<2x4x8xf32>, i1) -> tensor<2x4x8xf32>
  %v103 = arith.constant 65504.0 : f32
  %v104 = arith.constant 7.0e4 : f32
  %v105 = tensor.from_elements %v103, %v104 : tensor<2x1xf32>
  %v106 = tensor.empty() : tensor<8xf32>
  %v117 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a4 : tensor<8xf32>) outs(%v106 : tensor<8xf32>) {
    ^bb0(%v107: f32, %v108: f32):
      %v109 = arith.cmpf ogt, %v107, %v107 : f32
      %v110 = arith.select %v109, %v107, %v107 : f32
      %v111 = arith.constant 1.0e-5 : f64
      %v112 = arith.truncf %v111 : f64 to f32
      %v113 = arith.constant 1.0e-5 : f64
      %v114 = arith.truncf %v113 : f64 to f32
      %v115 = arith.cmpf ogt, %v110, %v107 : f32
      %v116 = arith.select %v115, %v110, %v107 : f32
      linalg.yield %v116 : f32
    } -> tensor<8xf32>
  %v118 = arith.constant dense<3.14159> : tensor<4xf32>
  %v119 = tensor.empty() : tensor<4x4xf32>
  %v127 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a1, %v118 : tensor<4x4xf32>, tensor<4xf32>) outs(%v119 : tensor<4x4xf32>) {
    ^bb0(%v120: f32, %v121: f32, %v122: f32):
      %v123 = arith.cmpf ogt, %v121, %v120 : f32
      %v124 = arith.select %v123, %v121, %v120 : f32
      %v125 = arith.mulf %v124, %v124 : f32
      %v126 = math.absf %v125 : f32
      linalg.yield %v126 : f32
    } -> tensor<4x4xf32>
  %v128:1 = scf.for %v130 = %c0 to %c4 step %c1 iter_args(%v129 = %v117) -> (tensor<8xf32>) {
    %v131:1 = scf.for %v133 = %c0 to %c4 step %c1 iter_args(%v132 = %v118) -> (tensor<4xf32>) {
      %v134 = arith.constant dense<0.0> : tensor<3x3x2x2xf32>
      %v135 = tensor.empty() : tensor<1x4x4x2xf32>
      %v136 = arith.constant 1.5e-3 : f32
      %v137 = linalg.fill ins(%v136 : f32) outs(%v135 : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
      %v138 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a0, %v134 : tensor<1x6x6x2xf32>, tensor<3x3x2x2xf32>) outs(%v137 : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
      %v139 = tensor.extract %v100[%c0, %c1] : tensor<8x4xf32>
      %v140 = tensor.splat %v139 : tensor<4x4xf32>
      %v141 = arith.constant dense<1.0> : tensor<2x8x4xf32>
      %v142 = tensor.empty() : tensor<2x4x4xf32>
      %v143 = arith.constant 3.14159 : f32
      %v144 = linalg.fill ins(%v143 : f32) outs(%v142 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
      %v145 = linalg.batch_matmul ins(%v101, %v141 : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%v144 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
      %v146 = arith.constant dense<-2.0> : tensor<2xf32>
      %v147 = tensor.empty() : tensor<1x6x6x2xf32>
      %v157 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%a0, %v146 : tensor<1x6x6x2xf32>, tensor<2xf32>) outs(%v147 : tensor<1x6x6x2xf32>) {
    ^bb0(%v148: f32, %v149: f32, %v150: f32):
      %v151 = arith.subf %v149, %v149 : f32
      %v152 = arith.subf %v148, %v149 : f32
      %v153 = arith.cmpf ogt, %v149, %v151 : f32
      %v154 = arith.select %v153, %v149, %v151 : f32
      %v155 = arith.cmpf ogt, %v154, %v151 : f32
      %v156 = arith.select %v155, %v154, %v151 : f32
      linalg.yield %v156 : f32
    } -> tensor<1x6x6x2xf32>
      scf.yield %v132 : tensor<4xf32>
    }
    scf.yield %v117 : tensor<8xf32>
  }
  %v158 = arith.divf %v128#0, %v128#0 : tensor<8xf32>
  %v159 = tensor.empty() : tensor<8x4xf32>
  %v160 = arith.constant 3.14159 : f32
  %v161 = linalg.fill ins(%v160 : f32) outs(%v159 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %v162 = linalg.matmul ins(%a3, %v127 : tensor<8x4xf32>, tensor<4x4xf32>) outs(%v161 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %v163 = tensor.empty() : tensor<8x4xf32>
  %v164 = arith.constant 0.5 : f32
  %v165 = linalg.fill ins(%v164 : f32) outs(%v163 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %v166 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v100, %a1 : tensor<8x4xf32>, tensor<4x4xf32>) outs(%v165 : tensor<8x4xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
    } -> tensor<8x4xf32>
  %v167 = tensor.extract %v127[%c0, %c1] : tensor<4x4xf32>
  %v168 = tensor.insert %v167 into %v127[%c0, %c1] : tensor<4x4xf32>
  %v169 = arith.constant dense<0.1> : tensor<8x8xf32>
  %v170 = func.call @private0(%v169, %flag) : (tensor<8x8xf32>, i1) -> tensor<8x8xf32>
  %v171:2 = scf.for %v174 = %c0 to %c4 step %c1 iter_args(%v172 = %v127, %v173 = %a0) -> (tensor<4x4xf32>, tensor<1x6x6x2xf32>) {
    %v175 = arith.divf %v170, %v170 : tensor<8x8xf32>
    %v176 = tensor.empty() : tensor<2x4x8xf32>
    %v177 = linalg.rsqrt ins(%v102 : tensor<2x4x8xf32>) outs(%v176 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
    %v178 = tensor.empty() : tensor<4xf32>
    %v179 = arith.constant 1.0e-5 : f32
    %v180 = linalg.fill ins(%v179 : f32) outs(%v178 : tensor<4xf32>) -> tensor<4xf32>
    %v181 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%v168 : tensor<4x4xf32>) outs(%v180 : tensor<4xf32>) {
    ^bb0(%x: f32, %y: f32):
      %q = arith.negf %x : f32
      %s = arith.addf %y, %q : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    scf.yield %v172, %a0 : tensor<4x4xf32>, tensor<1x6x6x2xf32>
  }
  %v182:2 = scf.for %v185 = %c0 to %c4 step %c1 iter_args(%v183 = %v162, %v184 = %a4) -> (tensor<8x4xf32>, tensor<8xf32>) {
    %v186 = tensor.extract_slice %v165[0, 0] [4, 4] [1, 1] : tensor<8x4xf32> to tensor<4x4xf32>
    scf.yield %v100, %a4 : tensor<8x4xf32>, tensor<8xf32>
  }
  return %v182#1, %v182#0 : tensor<8xf32>, tensor<8x4xf32>
  }
  func.func @blocks(%a0: tensor<4x8xf32>, %a1: tensor<8x8xf32>, %flag: i1) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v187 = tensor.empty() : tensor<8x4xf32>
  %v188 = linalg.transpose ins(%a0 : tensor<4x8xf32>) outs(%v187 : tensor<8x4xf32>) permutation = [1, 0]
  %v189 = arith.extf %a0 : tensor<4x8xf32> to tensor<4x8xf64>
  %v190 = tensor.empty() : tensor<4x8xf32>
  %v191 = linalg.softmax dimension(1) ins(%a0 : tensor<4x8xf32>) outs(%v190 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %v192 = scf.if %flag -> (tensor<8x8xf32>) {
    scf.yield %a1 : tensor<8x8xf32>
  } else {
    %v193 = tensor.extract_slice %v188[0, 0] [4, 4] [1, 1] : tensor<8x4xf32> to tensor<4x4xf32>
    %v194 = tensor.empty() : tensor<4x8xf32>
    %v195 = arith.constant -2.0 : f32
    %v196 = linalg.fill ins(%v195 : f32) outs(%v194 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %v197 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v191, %a1 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%v196 : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    scf.yield %a1 : tensor<8x8xf32>
  }
  cf.cond_br %flag, ^bb1(%a0 : tensor<4x8xf32>), ^bb2(%a0 : tensor<4x8xf32>)
  ^bb1(%b1: tensor<4x8xf32>):
  %v198:2 = scf.for %v201 = %c0 to %c4 step %c1 iter_args(%v199 = %v192, %v200 = %v188) -> (tensor<8x8xf32>, tensor<8x4xf32>) {
    %v202 = tensor.extract %a0[%c0, %c1] : tensor<4x8xf32>
    %v203 = tensor.insert %v202 into %a0[%c0, %c1] : tensor<4x8xf32>
    %v204 = tensor.empty() : tensor<8x4xf32>
    %v205 = linalg.tanh ins(%v188 : tensor<8x4xf32>) outs(%v204 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %v210 = scf.forall (%v208) in (4) shared_outs(%v209 = %b1) -> (tensor<4x8xf32>) {
      %v206 = tensor.extract_slice %b1[%v208, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
      %v207 = arith.mulf %v206, %v206 : tensor<1x8xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %v207 into %v209[%v208, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
      }
    }
    scf.yield %v192, %v205 : tensor<8x8xf32>, tensor<8x4xf32>
  }
  cf.br ^bb3(%v191 : tensor<4x8xf32>)
  ^bb2(%b2: tensor<4x8xf32>):
  %v211 = tensor.collapse_shape %a0 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  cf.br ^bb3(%a0 : tensor<4x8xf32>)
  ^bb3(%b3: tensor<4x8xf32>):
  %v212 = tensor.empty() : tensor<8x4xf64>
  %v213 = linalg.transpose ins(%v189 : tensor<4x8xf64>) outs(%v212 : tensor<8x4xf64>) permutation = [1, 0]
  %v214 = tensor.empty() : tensor<4x8xf32>
  %v215 = arith.constant 1.0 : f32
  %v216 = linalg.fill ins(%v215 : f32) outs(%v214 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %v217 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a0, %a1 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%v216 : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
  return %v216 : tensor<4x8xf32>
  }
}
