// Contractions with few results and a long K become partial sums, as a batch, and a
// sum of the parts in which the epilogue ends up; others stay whole.
// RUN: split-file %s %t
// RUN: amp-opt %t/matmul.mlir --amp-form-kernels | FileCheck %s --check-prefix=MATMUL
// RUN: amp-opt %t/matmul.mlir --amp-to-nvvm="sm_80,sm_90a format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUDIT
// RUN: amp-opt %t/many.mlir --amp-form-kernels | FileCheck %s --check-prefix=MANY
// RUN: amp-opt %t/norm.mlir --amp-form-kernels | FileCheck %s --check-prefix=NORM
// RUN: amp-opt %t/conv.mlir --amp-form-kernels=layout=keep | FileCheck %s --check-prefix=CONV
// RUN: amp-opt %t/conv.mlir --amp-form-kernels=layout=last | FileCheck %s --check-prefix=LAST
// RUN: amp-opt %t/whole.mlir --amp-form-kernels | FileCheck %s --check-prefix=WHOLE

// MATMUL-LABEL: func.func private @contraction_0
// MATMUL-SAME: -> tensor<[[S:[0-9]+]]x64x64xf32>
// MATMUL: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "reduction"]} {{.*}}attrs = {amp.split = [[S]] : i64}
// MATMUL-LABEL: func.func private @pointwise_0(%{{.*}}: tensor<8x64x64xf32>, %{{.*}}: tensor<64xf32>) -> tensor<64x64xf16>
// MATMUL: iterator_types = ["parallel", "parallel"]
// MATMUL-COUNT-8: arith.addf
// MATMUL: arith.truncf
// AUDIT: sm_80 contraction_0: {{.*}} mma.sync{{.*}}; K in 8 parts
// AUDIT: sm_90a contraction_0: {{.*}} wgmma{{.*}}; K in 8 parts
// Of more than 16 parts a reduction is made.
// MANY-LABEL: func.func private @reduction_0(%{{.*}}: tensor<32x64x64xf32>
// MANY: iterator_types = ["reduction", "parallel", "parallel"]
// MANY: arith.truncf
// The norm of a row adds up the parts for itself, with the bias and the residual.
// NORM: %[[PARTS:.*]] = call @contraction_0
// NORM-NEXT: call @rows_0({{.*}}%[[PARTS]]
// NORM-NEXT: return
// CONV: tensor.pad {{.*}} low[0, 0, 0, 1, 1] high[0, 0, 0, 1, 1]
// CONV: iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
// The filter's transpose puts the parts in front, where a tensor map reaches each.
// LAST: func.func private @contraction_0(%{{.*}}: tensor<1x7x7x8x32xf16>, %{{.*}}: tensor<8x32x3x3x32xf16>) -> tensor<8x1x32x7x7xf32>
// LAST: tensor.pad {{.*}} low[0, 1, 1, 0, 0] high[0, 1, 1, 0, 0]
// WHOLE: call @contraction_0
// WHOLE-NOT: amp.split
// WHOLE-NOT: @reduction_0

//--- matmul.mlir
func.func @main(%x: tensor<64x2048xf16>, %w: tensor<2048x64xf16>, %b: tensor<64xf32>) -> tensor<64x64xf16> {
  %e = tensor.empty() : tensor<64x64xf32>
  %bias = linalg.broadcast ins(%b : tensor<64xf32>) outs(%e : tensor<64x64xf32>) dimensions = [0]
  %0 = linalg.matmul ins(%x, %w : tensor<64x2048xf16>, tensor<2048x64xf16>) outs(%bias : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.truncf %0 : tensor<64x64xf32> to tensor<64x64xf16>
  return %1 : tensor<64x64xf16>
}

//--- many.mlir
func.func @main(%x: tensor<64x8192xf16>, %w: tensor<8192x64xf16>, %i: tensor<64x64xf32>) -> tensor<64x64xf16> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x8192xf16>, tensor<8192x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.truncf %0 : tensor<64x64xf32> to tensor<64x64xf16>
  return %1 : tensor<64x64xf16>
}

//--- norm.mlir
func.func @main(%x: tensor<64x2048xf16>, %w: tensor<2048x64xf16>, %b: tensor<64xf32>, %r: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %bias = linalg.broadcast ins(%b : tensor<64xf32>) outs(%e : tensor<64x64xf32>) dimensions = [0]
  %0 = linalg.matmul ins(%x, %w : tensor<64x2048xf16>, tensor<2048x64xf16>) outs(%bias : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.addf %0, %r : tensor<64x64xf32>
  %er = tensor.empty() : tensor<64xf32>
  %zr = linalg.fill ins(%z : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<64x64xf32>) outs(%zr : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %in : f32
    %t = arith.addf %s, %out : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %s = math.rsqrt %sum : f32
    %t = arith.mulf %in, %s : f32
    linalg.yield %t : f32
  } -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

//--- conv.mlir
func.func @main(%x: tensor<1x256x7x7xf16>, %w: tensor<32x256x3x3xf16>) -> tensor<1x32x7x7xf32> {
  %z16 = arith.constant 0.0 : f16
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z16 : f16
  } : tensor<1x256x7x7xf16> to tensor<1x256x9x9xf16>
  %e = tensor.empty() : tensor<1x32x7x7xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x256x9x9xf16>, tensor<32x256x3x3xf16>) outs(%i : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %1 = math.tanh %0 : tensor<1x32x7x7xf32>
  return %1 : tensor<1x32x7x7xf32>
}

//--- whole.mlir
func.func @main(%x: tensor<1024x2048xf16>, %w: tensor<2048x512xf16>, %v: tensor<64x1280xf16>, %u: tensor<1280x64xf16>,
                %i: tensor<1024x512xf32>, %j: tensor<64x64xf32>) -> (tensor<1024x512xf32>, tensor<64x64xf32>) {
  // Enough tiles.
  %0 = linalg.matmul ins(%x, %w : tensor<1024x2048xf16>, tensor<2048x512xf16>) outs(%i : tensor<1024x512xf32>) -> tensor<1024x512xf32>
  // A short sum.
  %1 = linalg.matmul ins(%v, %u : tensor<64x1280xf16>, tensor<1280x64xf16>) outs(%j : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1 : tensor<1024x512xf32>, tensor<64x64xf32>
}
