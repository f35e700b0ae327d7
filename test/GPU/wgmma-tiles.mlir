// Tiles of wgmma: their widths, and where the last of a row or column starts.
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_90a --amp-tensor-core-audit -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=LAST < %t.mlir

// Widths between the usual ones fill a wave: 128 tiles on 132 multiprocessors.
// CHECK: one_wave: linalg.matmul {{.*}}tile 128x96x64,
func.func private @one_wave(%a: tensor<2048x3072xf16>, %b: tensor<768x3072xf16>) -> tensor<2048x768xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2048x768xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2048x768xf32>) -> tensor<2048x768xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<2048x3072xf16>, tensor<768x3072xf16>) outs(%f : tensor<2048x768xf32>) -> tensor<2048x768xf32>
  %t = arith.truncf %c : tensor<2048x768xf32> to tensor<2048x768xf16>
  return %t : tensor<2048x768xf16>
}

// Narrow ones keep more multiprocessors busy.
// CHECK: few_tiles: linalg.matmul {{.*}}tile 64x32x64,
func.func private @few_tiles(%a: tensor<784x1152xf16>, %b: tensor<128x1152xf16>) -> tensor<784x128xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<784x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<784x128xf32>) -> tensor<784x128xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<784x1152xf16>, tensor<128x1152xf16>) outs(%f : tensor<784x128xf32>) -> tensor<784x128xf32>
  %t = arith.truncf %c : tensor<784x128xf32> to tensor<784x128xf16>
  return %t : tensor<784x128xf16>
}

// With many waves the usual ones do.
// CHECK: many_waves: linalg.matmul {{.*}}tile 128x256x64,
func.func private @many_waves(%a: tensor<8192x8192xf16>, %b: tensor<8192x8192xf16>) -> tensor<8192x8192xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8192x8192xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<8192x8192xf16>, tensor<8192x8192xf16>) outs(%f : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  %t = arith.truncf %c : tensor<8192x8192xf32> to tensor<8192x8192xf16>
  return %t : tensor<8192x8192xf16>
}

// None is wider than the result.
// CHECK: no_wider: linalg.matmul {{.*}}tile 64x96x64,
func.func private @no_wider(%a: tensor<6272x576xf16>, %b: tensor<96x576xf16>) -> tensor<6272x96xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6272x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6272x96xf32>) -> tensor<6272x96xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<6272x576xf16>, tensor<96x576xf16>) outs(%f : tensor<6272x96xf32>) -> tensor<6272x96xf32>
  %t = arith.truncf %c : tensor<6272x96xf32> to tensor<6272x96xf16>
  return %t : tensor<6272x96xf16>
}

// The last rows' tile starts at row 132 of 196; columns divide.
// LAST-LABEL: gpu.module @last_rows_module
// LAST: %[[LAST:.*]] = arith.constant 132 : i32
// LAST-NEXT: arith.minui %{{.*}}, %[[LAST]]
// CHECK: last_rows: linalg.matmul {{.*}}tile 64x32x64,
func.func private @last_rows(%a: tensor<196x96xf16>, %b: tensor<576x96xf16>) -> tensor<196x576xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<196x576xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<196x576xf32>) -> tensor<196x576xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<196x96xf16>, tensor<576x96xf16>) outs(%f : tensor<196x576xf32>) -> tensor<196x576xf32>
  %t = arith.truncf %c : tensor<196x576xf32> to tensor<196x576xf16>
  return %t : tensor<196x576xf16>
}
