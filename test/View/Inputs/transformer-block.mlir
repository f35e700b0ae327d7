// A pre-norm transformer block, 128 tokens of width 768, 12 heads.
module @transformer_block {
func.func @main(%x: tensor<128x768xf32>, %wq: tensor<768x768xf32>, %wk: tensor<768x768xf32>, %wv: tensor<768x768xf32>, %wo: tensor<768x768xf32>, %w1: tensor<768x3072xf32>, %w2: tensor<3072x768xf32>, %g1: tensor<768xf32>, %b1: tensor<768xf32>, %g2: tensor<768xf32>, %b2: tensor<768xf32>, %bq: tensor<768xf32>, %bf: tensor<3072xf32>) -> tensor<128x768xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %inv = arith.constant 1.302083e-03 : f32
  %eps = arith.constant 1.0e-05 : f32
  %eighth = arith.constant 1.25e-01 : f32
  %half = arith.constant 5.0e-01 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 0.707106769 : f32
  %v1 = tensor.empty() : tensor<128xf32>
  %v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<128xf32>) -> tensor<128xf32>
  %v3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<128x768xf32>) outs(%v2 : tensor<128xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %a0, %o : f32
    linalg.yield %s : f32
  } -> tensor<128xf32> loc("norm1/sum")
  %v4 = tensor.empty() : tensor<128xf32>
  %v5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%v3 : tensor<128xf32>) outs(%v4 : tensor<128xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.mulf %a0, %inv : f32
    linalg.yield %s : f32
  } -> tensor<128xf32> loc("norm1/mean")
  %v6 = tensor.empty() : tensor<128x768xf32>
  %v7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %v5 : tensor<128x768xf32>, tensor<128xf32>) outs(%v6 : tensor<128x768xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %s = arith.subf %a0, %a1 : f32
    linalg.yield %s : f32
  } -> tensor<128x768xf32> loc("norm1/center")
  %v8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%v7 : tensor<128x768xf32>) outs(%v2 : tensor<128xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %q = arith.mulf %a0, %a0 : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<128xf32> loc("norm1/variance")
  %v9 = tensor.empty() : tensor<128xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%v8 : tensor<128xf32>) outs(%v9 : tensor<128xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %m = arith.mulf %a0, %inv : f32
    %s = arith.addf %m, %eps : f32
    %q = math.rsqrt %s : f32
    linalg.yield %q : f32
  } -> tensor<128xf32> loc("norm1/rsqrt")
  %v11 = tensor.empty() : tensor<128x768xf32>
  %v12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v7, %v10, %g1, %b1 : tensor<128x768xf32>, tensor<128xf32>, tensor<768xf32>, tensor<768xf32>) outs(%v11 : tensor<128x768xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %o: f32):
    %s = arith.mulf %a0, %a1 : f32
    %q = arith.mulf %s, %a2 : f32
    %z = arith.addf %q, %a3 : f32
    linalg.yield %z : f32
  } -> tensor<128x768xf32> loc("norm1/scale")
  %v14 = tensor.empty() : tensor<128x768xf32>
  %v15 = linalg.fill ins(%zero : f32) outs(%v14 : tensor<128x768xf32>) -> tensor<128x768xf32>
  %v13 = linalg.matmul ins(%v12, %wq : tensor<128x768xf32>, tensor<768x768xf32>) outs(%v15 : tensor<128x768xf32>) -> tensor<128x768xf32> loc("attention/query")
  %v16 = tensor.empty() : tensor<128x768xf32>
  %v17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v13, %bq : tensor<128x768xf32>, tensor<768xf32>) outs(%v16 : tensor<128x768xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %s = arith.addf %a0, %a1 : f32
    %m = arith.mulf %s, %eighth : f32
    linalg.yield %m : f32
  } -> tensor<128x768xf32> loc("attention/bias")
  %v18 = linalg.matmul ins(%v12, %wk : tensor<128x768xf32>, tensor<768x768xf32>) outs(%v15 : tensor<128x768xf32>) -> tensor<128x768xf32> loc("attention/key")
  %v19 = linalg.matmul ins(%v12, %wv : tensor<128x768xf32>, tensor<768x768xf32>) outs(%v15 : tensor<128x768xf32>) -> tensor<128x768xf32> loc("attention/value")
  %v20 = tensor.expand_shape %v17 [[0], [1, 2]] output_shape [128, 12, 64] : tensor<128x768xf32> into tensor<128x12x64xf32> loc("attention/query/heads")
  %v22 = tensor.empty() : tensor<12x128x64xf32>
  %v21 = linalg.transpose ins(%v20 : tensor<128x12x64xf32>) outs(%v22 : tensor<12x128x64xf32>) permutation = [1, 0, 2] loc("attention/query/heads")
  %v23 = tensor.expand_shape %v18 [[0], [1, 2]] output_shape [128, 12, 64] : tensor<128x768xf32> into tensor<128x12x64xf32> loc("attention/key/heads")
  %v25 = tensor.empty() : tensor<12x128x64xf32>
  %v24 = linalg.transpose ins(%v23 : tensor<128x12x64xf32>) outs(%v25 : tensor<12x128x64xf32>) permutation = [1, 0, 2] loc("attention/key/heads")
  %v26 = tensor.expand_shape %v19 [[0], [1, 2]] output_shape [128, 12, 64] : tensor<128x768xf32> into tensor<128x12x64xf32> loc("attention/value/heads")
  %v28 = tensor.empty() : tensor<12x128x64xf32>
  %v27 = linalg.transpose ins(%v26 : tensor<128x12x64xf32>) outs(%v28 : tensor<12x128x64xf32>) permutation = [1, 0, 2] loc("attention/value/heads")
  %v30 = tensor.empty() : tensor<12x64x128xf32>
  %v29 = linalg.transpose ins(%v24 : tensor<12x128x64xf32>) outs(%v30 : tensor<12x64x128xf32>) permutation = [0, 2, 1] loc("attention/key/transpose")
  %v32 = tensor.empty() : tensor<12x128x128xf32>
  %v33 = linalg.fill ins(%zero : f32) outs(%v32 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
  %v31 = linalg.batch_matmul ins(%v21, %v29 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%v33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32> loc("attention/scores")
  %v34 = tensor.empty() : tensor<12x128xf32>
  %v35 = linalg.fill ins(%low : f32) outs(%v34 : tensor<12x128xf32>) -> tensor<12x128xf32>
  %v36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v31 : tensor<12x128x128xf32>) outs(%v35 : tensor<12x128xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.maximumf %a0, %o : f32
    linalg.yield %s : f32
  } -> tensor<12x128xf32> loc("softmax/max")
  %v37 = tensor.empty() : tensor<12x128x128xf32>
  %v38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v31, %v36 : tensor<12x128x128xf32>, tensor<12x128xf32>) outs(%v37 : tensor<12x128x128xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %s = arith.subf %a0, %a1 : f32
    %e = math.exp %s : f32
    linalg.yield %e : f32
  } -> tensor<12x128x128xf32> loc("softmax/exp")
  %v39 = tensor.empty() : tensor<12x128xf32>
  %v40 = linalg.fill ins(%zero : f32) outs(%v39 : tensor<12x128xf32>) -> tensor<12x128xf32>
  %v41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v38 : tensor<12x128x128xf32>) outs(%v40 : tensor<12x128xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %a0, %o : f32
    linalg.yield %s : f32
  } -> tensor<12x128xf32> loc("softmax/sum")
  %v42 = tensor.empty() : tensor<12x128x128xf32>
  %v43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v38, %v41 : tensor<12x128x128xf32>, tensor<12x128xf32>) outs(%v42 : tensor<12x128x128xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %s = arith.divf %a0, %a1 : f32
    linalg.yield %s : f32
  } -> tensor<12x128x128xf32> loc("softmax/divide")
  %v45 = tensor.empty() : tensor<12x128x64xf32>
  %v46 = linalg.fill ins(%zero : f32) outs(%v45 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
  %v44 = linalg.batch_matmul ins(%v43, %v27 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%v46 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32> loc("attention/context")
  %v48 = tensor.empty() : tensor<128x12x64xf32>
  %v47 = linalg.transpose ins(%v44 : tensor<12x128x64xf32>) outs(%v48 : tensor<128x12x64xf32>) permutation = [1, 0, 2] loc("attention/merge")
  %v49 = tensor.collapse_shape %v47 [[0], [1, 2]] : tensor<128x12x64xf32> into tensor<128x768xf32> loc("attention/merge")
  %v50 = linalg.matmul ins(%v49, %wo : tensor<128x768xf32>, tensor<768x768xf32>) outs(%v15 : tensor<128x768xf32>) -> tensor<128x768xf32> loc("attention/output")
  %v51 = tensor.empty() : tensor<128x768xf32>
  %v52 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %v50 : tensor<128x768xf32>, tensor<128x768xf32>) outs(%v51 : tensor<128x768xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %s = arith.addf %a0, %a1 : f32
    linalg.yield %s : f32
  } -> tensor<128x768xf32> loc("residual1")
  %v53 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%v52 : tensor<128x768xf32>) outs(%v2 : tensor<128xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %a0, %o : f32
    linalg.yield %s : f32
  } -> tensor<128xf32> loc("norm2/sum")
  %v54 = tensor.empty() : tensor<128xf32>
  %v55 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%v53 : tensor<128xf32>) outs(%v54 : tensor<128xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.mulf %a0, %inv : f32
    linalg.yield %s : f32
  } -> tensor<128xf32> loc("norm2/mean")
  %v56 = tensor.empty() : tensor<128x768xf32>
  %v57 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v52, %v55 : tensor<128x768xf32>, tensor<128xf32>) outs(%v56 : tensor<128x768xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %s = arith.subf %a0, %a1 : f32
    linalg.yield %s : f32
  } -> tensor<128x768xf32> loc("norm2/center")
  %v58 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%v57 : tensor<128x768xf32>) outs(%v2 : tensor<128xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %q = arith.mulf %a0, %a0 : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<128xf32> loc("norm2/variance")
  %v59 = tensor.empty() : tensor<128xf32>
  %v60 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%v58 : tensor<128xf32>) outs(%v59 : tensor<128xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %m = arith.mulf %a0, %inv : f32
    %s = arith.addf %m, %eps : f32
    %q = math.rsqrt %s : f32
    linalg.yield %q : f32
  } -> tensor<128xf32> loc("norm2/rsqrt")
  %v61 = tensor.empty() : tensor<128x768xf32>
  %v62 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v57, %v60, %g2, %b2 : tensor<128x768xf32>, tensor<128xf32>, tensor<768xf32>, tensor<768xf32>) outs(%v61 : tensor<128x768xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %o: f32):
    %s = arith.mulf %a0, %a1 : f32
    %q = arith.mulf %s, %a2 : f32
    %z = arith.addf %q, %a3 : f32
    linalg.yield %z : f32
  } -> tensor<128x768xf32> loc("norm2/scale")
  %v64 = tensor.empty() : tensor<128x3072xf32>
  %v65 = linalg.fill ins(%zero : f32) outs(%v64 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
  %v63 = linalg.matmul ins(%v62, %w1 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%v65 : tensor<128x3072xf32>) -> tensor<128x3072xf32> loc("mlp/up")
  %v66 = tensor.empty() : tensor<128x3072xf32>
  %v67 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v63, %bf : tensor<128x3072xf32>, tensor<3072xf32>) outs(%v66 : tensor<128x3072xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %s = arith.addf %a0, %a1 : f32
    %m = arith.mulf %s, %root : f32
    %e = math.erf %m : f32
    %u = arith.addf %e, %one : f32
    %w = arith.mulf %s, %u : f32
    %z = arith.mulf %w, %half : f32
    linalg.yield %z : f32
  } -> tensor<128x3072xf32> loc("mlp/gelu")
  %v68 = linalg.matmul ins(%v67, %w2 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%v15 : tensor<128x768xf32>) -> tensor<128x768xf32> loc("mlp/down")
  %v69 = tensor.empty() : tensor<128x768xf32>
  %v70 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v52, %v68 : tensor<128x768xf32>, tensor<128x768xf32>) outs(%v69 : tensor<128x768xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %s = arith.addf %a0, %a1 : f32
    linalg.yield %s : f32
  } -> tensor<128x768xf32> loc("residual2")
  return %v70 : tensor<128x768xf32>
}
}
