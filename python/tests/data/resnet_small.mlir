// A residual network of two stages, after ResNet: a stem of 32 channels, a block
// of 32, a block of 64 with a projection, a classifier. Weights are arguments,
// layers are named in the locations. Read by python/tests and docs/tutorial.md.
#map = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
#pool = affine_map<(n, c, h, w) -> (n, c)>

func.func @main(%image: tensor<1x3x16x16xf32>,
    %w_stem_conv: tensor<32x3x3x3xf32>,
    %b_stem_relu: tensor<32xf32>,
    %w_stage1_conv1: tensor<32x32x3x3xf32>,
    %b_stage1_relu1: tensor<32xf32>,
    %w_stage1_conv2: tensor<32x32x3x3xf32>,
    %b_stage1_relu2: tensor<32xf32>,
    %w_stage2_conv1: tensor<64x32x3x3xf32>,
    %b_stage2_relu1: tensor<64xf32>,
    %w_stage2_conv2: tensor<64x64x3x3xf32>,
    %w_stage2_projection: tensor<64x32x1x1xf32>,
    %b_stage2_relu2: tensor<64xf32>,
    %w_head: tensor<64x10xf32>) -> tensor<1x10xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %image low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x3x16x16xf32> to tensor<1x3x18x18xf32> loc("stem/conv/pad")
  %1 = tensor.empty() : tensor<1x32x16x16xf32> loc("stem/conv")
  %2 = linalg.fill ins(%zero : f32) outs(%1 : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32> loc("stem/conv")
  %3 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>}
    ins(%0, %w_stem_conv : tensor<1x3x18x18xf32>, tensor<32x3x3x3xf32>) outs(%2 : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32> loc("stem/conv")
  %4 = tensor.empty() : tensor<1x32x16x16xf32> loc("stem/relu")
  %5 = linalg.generic {indexing_maps = [#map, #channel, #map],
    iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%3, %b_stem_relu : tensor<1x32x16x16xf32>, tensor<32xf32>) outs(%4 : tensor<1x32x16x16xf32>) {
  ^bb0(%x: f32, %b: f32, %o: f32):
    %s = arith.addf %x, %b : f32
    %z = arith.constant 0.0 : f32
    %m = arith.maximumf %s, %z : f32
    linalg.yield %m : f32
  } -> tensor<1x32x16x16xf32> loc("stem/relu")
  %6 = tensor.pad %5 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x16x16xf32> to tensor<1x32x18x18xf32> loc("stage1/conv1/pad")
  %7 = tensor.empty() : tensor<1x32x16x16xf32> loc("stage1/conv1")
  %8 = linalg.fill ins(%zero : f32) outs(%7 : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32> loc("stage1/conv1")
  %9 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>}
    ins(%6, %w_stage1_conv1 : tensor<1x32x18x18xf32>, tensor<32x32x3x3xf32>) outs(%8 : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32> loc("stage1/conv1")
  %10 = tensor.empty() : tensor<1x32x16x16xf32> loc("stage1/relu1")
  %11 = linalg.generic {indexing_maps = [#map, #channel, #map],
    iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%9, %b_stage1_relu1 : tensor<1x32x16x16xf32>, tensor<32xf32>) outs(%10 : tensor<1x32x16x16xf32>) {
  ^bb0(%x: f32, %b: f32, %o: f32):
    %s = arith.addf %x, %b : f32
    %z = arith.constant 0.0 : f32
    %m = arith.maximumf %s, %z : f32
    linalg.yield %m : f32
  } -> tensor<1x32x16x16xf32> loc("stage1/relu1")
  %12 = tensor.pad %11 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x16x16xf32> to tensor<1x32x18x18xf32> loc("stage1/conv2/pad")
  %13 = tensor.empty() : tensor<1x32x16x16xf32> loc("stage1/conv2")
  %14 = linalg.fill ins(%zero : f32) outs(%13 : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32> loc("stage1/conv2")
  %15 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>}
    ins(%12, %w_stage1_conv2 : tensor<1x32x18x18xf32>, tensor<32x32x3x3xf32>) outs(%14 : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32> loc("stage1/conv2")
  %16 = tensor.empty() : tensor<1x32x16x16xf32> loc("stage1/relu2")
  %17 = linalg.generic {indexing_maps = [#map, #map, #channel, #map],
    iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%15, %5, %b_stage1_relu2 : tensor<1x32x16x16xf32>, tensor<1x32x16x16xf32>, tensor<32xf32>) outs(%16 : tensor<1x32x16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %b: f32, %o: f32):
    %s = arith.addf %x, %b : f32
    %u = arith.addf %s, %y : f32
    %z = arith.constant 0.0 : f32
    %m = arith.maximumf %u, %z : f32
    linalg.yield %m : f32
  } -> tensor<1x32x16x16xf32> loc("stage1/relu2")
  %18 = tensor.pad %17 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x16x16xf32> to tensor<1x32x18x18xf32> loc("stage2/conv1/pad")
  %19 = tensor.empty() : tensor<1x64x8x8xf32> loc("stage2/conv1")
  %20 = linalg.fill ins(%zero : f32) outs(%19 : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32> loc("stage2/conv1")
  %21 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
    ins(%18, %w_stage2_conv1 : tensor<1x32x18x18xf32>, tensor<64x32x3x3xf32>) outs(%20 : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32> loc("stage2/conv1")
  %22 = tensor.empty() : tensor<1x64x8x8xf32> loc("stage2/relu1")
  %23 = linalg.generic {indexing_maps = [#map, #channel, #map],
    iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%21, %b_stage2_relu1 : tensor<1x64x8x8xf32>, tensor<64xf32>) outs(%22 : tensor<1x64x8x8xf32>) {
  ^bb0(%x: f32, %b: f32, %o: f32):
    %s = arith.addf %x, %b : f32
    %z = arith.constant 0.0 : f32
    %m = arith.maximumf %s, %z : f32
    linalg.yield %m : f32
  } -> tensor<1x64x8x8xf32> loc("stage2/relu1")
  %24 = tensor.pad %23 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x64x8x8xf32> to tensor<1x64x10x10xf32> loc("stage2/conv2/pad")
  %25 = tensor.empty() : tensor<1x64x8x8xf32> loc("stage2/conv2")
  %26 = linalg.fill ins(%zero : f32) outs(%25 : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32> loc("stage2/conv2")
  %27 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>}
    ins(%24, %w_stage2_conv2 : tensor<1x64x10x10xf32>, tensor<64x64x3x3xf32>) outs(%26 : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32> loc("stage2/conv2")
  %28 = tensor.empty() : tensor<1x64x8x8xf32> loc("stage2/projection")
  %29 = linalg.fill ins(%zero : f32) outs(%28 : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32> loc("stage2/projection")
  %30 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
    ins(%17, %w_stage2_projection : tensor<1x32x16x16xf32>, tensor<64x32x1x1xf32>) outs(%29 : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32> loc("stage2/projection")
  %31 = tensor.empty() : tensor<1x64x8x8xf32> loc("stage2/relu2")
  %32 = linalg.generic {indexing_maps = [#map, #map, #channel, #map],
    iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%27, %30, %b_stage2_relu2 : tensor<1x64x8x8xf32>, tensor<1x64x8x8xf32>, tensor<64xf32>) outs(%31 : tensor<1x64x8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %b: f32, %o: f32):
    %s = arith.addf %x, %b : f32
    %u = arith.addf %s, %y : f32
    %z = arith.constant 0.0 : f32
    %m = arith.maximumf %u, %z : f32
    linalg.yield %m : f32
  } -> tensor<1x64x8x8xf32> loc("stage2/relu2")
  %33 = tensor.empty() : tensor<1x64xf32> loc("head/pool")
  %34 = linalg.fill ins(%zero : f32) outs(%33 : tensor<1x64xf32>) -> tensor<1x64xf32> loc("head/pool")
  %35 = linalg.generic {indexing_maps = [#map, #pool],
    iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%32 : tensor<1x64x8x8xf32>) outs(%34 : tensor<1x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x64xf32> loc("head/pool")
  %37 = tensor.empty() : tensor<1x10xf32> loc("head/linear")
  %38 = linalg.fill ins(%zero : f32) outs(%37 : tensor<1x10xf32>) -> tensor<1x10xf32> loc("head/linear")
  %39 = linalg.matmul ins(%35, %w_head : tensor<1x64xf32>, tensor<64x10xf32>) outs(%38 : tensor<1x10xf32>) -> tensor<1x10xf32> loc("head/linear")
  return %39 : tensor<1x10xf32>
}
