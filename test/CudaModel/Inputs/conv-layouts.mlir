// What channels last passes through: pads, pooling, residuals, slices,
// concatenations, zeros inserted, an index, a filter that is a constant, a long K.
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
func.func @main(%x: tensor<2x16x12x12xf32>, %w0: tensor<64x16x3x3xf32>, %w1: tensor<64x64x3x3xf32>,
                %w2: tensor<48x128x3x3xf32>, %d: tensor<64x3x3xf32>, %b: tensor<64xf32>) -> (tensor<2x48xf32>, tensor<2x48x6x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -3.4e38 : f32
  %e = tensor.empty() : tensor<2x64x12x12xf32>
  %bias = linalg.broadcast ins(%b : tensor<64xf32>) outs(%e : tensor<2x64x12x12xf32>) dimensions = [0, 2, 3]
  %none = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x12x12xf32>) -> tensor<2x64x12x12xf32>
  %p0 = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<2x16x12x12xf32> to tensor<2x16x14x14xf32>
  %c0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p0, %w0 : tensor<2x16x14x14xf32>, tensor<64x16x3x3xf32>) outs(%bias : tensor<2x64x12x12xf32>) -> tensor<2x64x12x12xf32>
  %r0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c0 : tensor<2x64x12x12xf32>) outs(%e : tensor<2x64x12x12xf32>) {
  ^bb0(%a: f32, %o: f32):
    %row = linalg.index 2 : index
    %channel = linalg.index 1 : index
    %sum = arith.addi %row, %channel : index
    %i = arith.index_cast %sum : index to i32
    %f = arith.sitofp %i : i32 to f32
    %tenth = arith.constant 0.001 : f32
    %s = arith.mulf %f, %tenth : f32
    %0 = arith.addf %a, %s : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<2x64x12x12xf32>
  %p1 = tensor.pad %r0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<2x64x12x12xf32> to tensor<2x64x14x14xf32>
  %dw = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p1, %d : tensor<2x64x14x14xf32>, tensor<64x3x3xf32>) outs(%none : tensor<2x64x12x12xf32>) -> tensor<2x64x12x12xf32>
  %p2 = tensor.pad %dw low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<2x64x12x12xf32> to tensor<2x64x14x14xf32>
  %c1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p2, %w1 : tensor<2x64x14x14xf32>, tensor<64x64x3x3xf32>) outs(%none : tensor<2x64x12x12xf32>) -> tensor<2x64x12x12xf32>
  %r1 = arith.addf %c1, %r0 : tensor<2x64x12x12xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %em = tensor.empty() : tensor<2x64x6x6xf32>
  %start = linalg.fill ins(%least : f32) outs(%em : tensor<2x64x6x6xf32>) -> tensor<2x64x6x6xf32>
  %m = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%r1, %window : tensor<2x64x12x12xf32>, tensor<2x2xf32>) outs(%start : tensor<2x64x6x6xf32>) -> tensor<2x64x6x6xf32>
  %k = arith.constant dense<0.0625> : tensor<64x64x3x3xf32>
  %ez = tensor.empty() : tensor<2x64x8x8xf32>
  %z8 = linalg.fill ins(%zero : f32) outs(%ez : tensor<2x64x8x8xf32>) -> tensor<2x64x8x8xf32>
  %framed = tensor.insert_slice %m into %z8[0, 0, 1, 1] [2, 64, 6, 6] [1, 1, 1, 1] : tensor<2x64x6x6xf32> into tensor<2x64x8x8xf32>
  %nm = linalg.fill ins(%zero : f32) outs(%em : tensor<2x64x6x6xf32>) -> tensor<2x64x6x6xf32>
  %c2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%framed, %k : tensor<2x64x8x8xf32>, tensor<64x64x3x3xf32>) outs(%nm : tensor<2x64x6x6xf32>) -> tensor<2x64x6x6xf32>
  %cat = tensor.concat dim(1) %c2, %m : (tensor<2x64x6x6xf32>, tensor<2x64x6x6xf32>) -> tensor<2x128x6x6xf32>
  %p3 = tensor.pad %cat low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<2x128x6x6xf32> to tensor<2x128x8x8xf32>
  %e3 = tensor.empty() : tensor<2x48x6x6xf32>
  %n3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x48x6x6xf32>) -> tensor<2x48x6x6xf32>
  %c3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p3, %w2 : tensor<2x128x8x8xf32>, tensor<48x128x3x3xf32>) outs(%n3 : tensor<2x48x6x6xf32>) -> tensor<2x48x6x6xf32>
  %eo = tensor.empty() : tensor<2x48xf32>
  %no = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x48xf32>) -> tensor<2x48xf32>
  %inner = tensor.extract_slice %c3[0, 0, 1, 1] [2, 48, 4, 4] [1, 1, 1, 1] : tensor<2x48x6x6xf32> to tensor<2x48x4x4xf32>
  %o = linalg.generic {indexing_maps = [#id, affine_map<(n, c, h, w) -> (n, c)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%inner : tensor<2x48x4x4xf32>) outs(%no : tensor<2x48xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x48xf32>
  return %o, %c3 : tensor<2x48xf32>, tensor<2x48x6x6xf32>
}
