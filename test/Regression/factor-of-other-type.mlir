// A product is low only where all its factors are: one whose other factor or
// whose sums are in a third type, or that multiplies in f64, stays as it came. It
// lost precision for no kernel's sake and counted as f16; with `accumulate=low` or
// a rule it did not verify.
// RUN: split-file %s %t
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 report=%t/report" | mlir-opt | FileCheck %s
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 accumulate=low" | mlir-opt | FileCheck %s
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 absorb=false" | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t/report
// RUN: amp-opt %t/in.mlir --amp-autocast="f16 policy=%t/rules.mlir" 2>%t/warnings | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARN --input-file=%t/warnings --implicit-check-not=warning:
// RUN: amp-opt %t/low.mlir --amp-autocast=f16 | FileCheck %s --check-prefix=LOW
// RUN: amp-opt %t/low.mlir --amp-autocast="f16 accumulate=low" | FileCheck %s --check-prefix=SUM

// CHECK-LABEL: func.func @f64
// CHECK-NOT: f16
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf64>, tensor<64x64xf32>)
// CHECK-LABEL: func.func @sums_in_f64
// CHECK-NOT: f16
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf64>)
// CHECK-LABEL: func.func @multiplies_in_f64
// CHECK-NOT: truncf {{.*}} : tensor
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK-LABEL: func.func @bf16
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xbf16>, tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK-LABEL: func.func @bf16_convolution
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}ins(%{{.*}}, %{{.*}} : tensor<1x12x12x16xbf16>, tensor<3x3x16x32xf32>)
// CHECK-LABEL: func.func @bf16_in_a_body
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x64xbf16>, tensor<64x64xf32>)
// CHECK-LABEL: func.func @i8
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xi8>)
// CHECK-LABEL: func.func @sparse
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32, #{{.*}}>, tensor<64x64xf32>)
// CHECK-LABEL: func.func @cut
// CHECK: linalg.matmul {{.*}}ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xi32>)
// What works at one type reads no third one: that text would not be read again.
// CHECK-LABEL: func.func @maximum
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}ins(%{{.*}}, %{{.*}} : tensor<1x16x16x4xf16>, tensor<1x1x4x4xf16>)
// CHECK: linalg.pooling_nhwc_max {{.*}}ins(%{{.*}}, %{{.*}} : tensor<1x16x16x4xf32>, tensor<2x2xf32>) outs(%{{.*}} : tensor<1x15x15x4xbf16>)

// REPORT: "always": 2,
// REPORT: "multiply_adds": {
// REPORT-NEXT: "total": 2304000,
// REPORT-NEXT: "low": 4096
// REPORT-DAG: "reason": "a factor has another type, or an encoding"
// REPORT-DAG: "reason": "multiplies in a wider type"
// REPORT-DAG: "reason": "cuts what it reads to integers"
// REPORT-DAG: "reason": "works at one type and meets one that stays"

// WARN: warning: 'linalg.matmul' op keeps its types, whatever a rule says: a factor has another type, or an encoding
// WARN: warning: 'linalg.conv_2d_nhwc_hwcf' op keeps its types, whatever a rule says: a factor has another type, or an encoding
// WARN: warning: 'linalg.generic' op keeps its types, whatever a rule says: a factor has another type, or an encoding

// What is in the low type already, or held by it exactly, is no other type.
// LOW-LABEL: func.func @half
// LOW: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>) outs(%{{.*}} : tensor<64x64xf32>)
// SUM: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>) outs(%{{.*}} : tensor<64x64xf16>)
// LOW-LABEL: func.func @eighth
// LOW: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf16>, tensor<64x64xf8E4M3FN>) outs(%{{.*}} : tensor<64x64xf32>)
// SUM: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf16>, tensor<64x64xf8E4M3FN>) outs(%{{.*}} : tensor<64x64xf16>)

//--- rules.mlir
amp.policy @p {
  amp.rule trait(contraction) accumulate(f16)
}

//--- in.mlir
#row = affine_map<(m, n, k) -> (m, k)>
#column = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>
#csr = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @f64(%x: tensor<64x64xf64>, %w: tensor<64x64xf32>, %o: tensor<64x64xf64>) -> tensor<64x64xf64> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf64>, tensor<64x64xf32>) outs(%o : tensor<64x64xf64>) -> tensor<64x64xf64>
  return %0 : tensor<64x64xf64>
}
func.func @sums_in_f64(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %o: tensor<64x64xf64>) -> tensor<64x64xf64> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%o : tensor<64x64xf64>) -> tensor<64x64xf64>
  return %0 : tensor<64x64xf64>
}
func.func @multiplies_in_f64(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %o: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%o : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %ea = arith.extf %a : f32 to f64
    %eb = arith.extf %b : f32 to f64
    %p = arith.mulf %ea, %eb : f64
    %t = arith.truncf %p : f64 to f32
    %s = arith.addf %c, %t : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @bf16(%x: tensor<64x64xbf16>, %w: tensor<64x64xf32>, %o: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xbf16>, tensor<64x64xf32>) outs(%o : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @bf16_convolution(%x: tensor<1x12x12x16xbf16>, %g: tensor<3x3x16x32xf32>, %o: tensor<1x10x10x32xf32>) -> tensor<1x10x10x32xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %g : tensor<1x12x12x16xbf16>, tensor<3x3x16x32xf32>) outs(%o : tensor<1x10x10x32xf32>) -> tensor<1x10x10x32xf32>
  return %0 : tensor<1x10x10x32xf32>
}
func.func @bf16_in_a_body(%x: tensor<64x64xbf16>, %w: tensor<64x64xf32>, %o: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<64x64xbf16>, tensor<64x64xf32>) outs(%o : tensor<64x64xf32>) {
  ^bb0(%a: bf16, %b: f32, %c: f32):
    %e = arith.extf %a : bf16 to f32
    %p = arith.mulf %e, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @i8(%x: tensor<64x64xf32>, %w: tensor<64x64xi8>, %o: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xi8>) outs(%o : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @sparse(%x: tensor<64x64xf32, #csr>, %w: tensor<64x64xf32>, %o: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32, #csr>, tensor<64x64xf32>) outs(%o : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @cut(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %o: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %0 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%o : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}
func.func @maximum(%x: tensor<1x16x16x4xf32>, %g: tensor<1x1x4x4xf32>, %i: tensor<1x16x16x4xf32>, %k: tensor<2x2xf32>, %o: tensor<1x15x15x4xbf16>) -> (tensor<1x16x16x4xf32>, tensor<1x15x15x4xbf16>) {
  %1 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %g : tensor<1x16x16x4xf32>, tensor<1x1x4x4xf32>) outs(%i : tensor<1x16x16x4xf32>) -> tensor<1x16x16x4xf32>
  %0 = arith.addf %1, %1 : tensor<1x16x16x4xf32>
  %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%0, %g : tensor<1x16x16x4xf32>, tensor<1x1x4x4xf32>) outs(%i : tensor<1x16x16x4xf32>) -> tensor<1x16x16x4xf32>
  %3 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%0, %k : tensor<1x16x16x4xf32>, tensor<2x2xf32>) outs(%o : tensor<1x15x15x4xbf16>) -> tensor<1x15x15x4xbf16>
  return %2, %3 : tensor<1x16x16x4xf32>, tensor<1x15x15x4xbf16>
}

//--- low.mlir
func.func @half(%x: tensor<64x64xf16>, %w: tensor<64x64xf32>, %o: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf16>, tensor<64x64xf32>) outs(%o : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @eighth(%x: tensor<64x64xf32>, %w: tensor<64x64xf8E4M3FN>, %o: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf8E4M3FN>) outs(%o : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
