// Code for processors without AVX512-BF16 calls nothing of libgcc for bf16: what it
// has for it came with GCC 13.
// RUN: rm -rf %t && split-file %s %t
// RUN: amp-opt %t/broadcast.mlir --amp-to-cpu=expand-bf16=true | FileCheck %s --implicit-check-not=bf16
// RUN: amp-opt %t/choice.mlir --amp-to-cpu=expand-bf16=true | FileCheck %s --implicit-check-not=bf16
// RUN: amp-opt %t/host.mlir --amp-to-cpu=expand-bf16=true | FileCheck %s --implicit-check-not=bf16
// RUN: amp-compile %t/broadcast.mlir --mcpu=x86-64 -o %t/out.so
// RUN: amp-compile %t/choice.mlir --mcpu=haswell -o %t/out.so
// RUN: amp-compile %t/host.mlir --mcpu=skylake-avx512 -o %t/out.so
// RUN: amp-compile %t/host.mlir --target=cuda:sm_80 --kernels=llvm --mcpu=haswell -o %t/out.so
// CHECK: llvm.func @amp_model_entry

//--- broadcast.mlir
func.func @main(%x: tensor<8xbf16>) -> tensor<8x33x3xbf16> {
  %e = tensor.empty() : tensor<8x33x3xbf16>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<8xbf16>) outs(%e : tensor<8x33x3xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    linalg.yield %a : bf16
  } -> tensor<8x33x3xbf16>
  return %0 : tensor<8x33x3xbf16>
}

//--- choice.mlir
func.func @main(%x: tensor<8xf32>) -> tensor<8x32xbf16> {
  %e = tensor.empty() : tensor<8x32xbf16>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8x32xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %t = arith.truncf %a : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<8x32xbf16>
  return %0 : tensor<8x32xbf16>
}

//--- host.mlir
func.func @main(%x: tensor<1x4xf32>, %p: tensor<i1>) -> tensor<4x4xbf16> {
  %c = tensor.extract %p[] : tensor<i1>
  %c0 = arith.constant 0 : index
  %v = tensor.extract %x[%c0, %c0] : tensor<1x4xf32>
  %s = scf.if %c -> bf16 {
    %t = arith.truncf %v : f32 to bf16
    %u = arith.mulf %t, %t : bf16
    %w = math.exp %u : bf16
    scf.yield %w : bf16
  } else {
    %k = arith.constant 1.0 : bf16
    scf.yield %k : bf16
  }
  %r = tensor.splat %s : tensor<4x4xbf16>
  return %r : tensor<4x4xbf16>
}
