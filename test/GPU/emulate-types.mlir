// Types that no tensor core takes run on fma tiles or one output a thread.
// RUN: amp-gpu-emulate %s --chip=sm_80 | FileCheck %s

// CHECK: single: ok
// CHECK-SAME: path = "fma"
func.func private @single(%a: tensor<40x36xf32>, %b: tensor<36x44xf32>) -> tensor<40x44xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x44xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<40x44xf32>) -> tensor<40x44xf32>
  %c = linalg.matmul ins(%a, %b : tensor<40x36xf32>, tensor<36x44xf32>) outs(%i : tensor<40x44xf32>) -> tensor<40x44xf32>
  return %c : tensor<40x44xf32>
}

// CHECK: single_big: ok
// CHECK-SAME: tile = array<i64: 64, 64, 16>
func.func private @single_big(%a: tensor<70x36xf32>, %b: tensor<36x66xf32>) -> tensor<70x66xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x66xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<70x66xf32>) -> tensor<70x66xf32>
  %c = linalg.matmul {amp.gemm_config = {tile = array<i64: 64, 64, 16>, warps = array<i64: 2, 2>, stages = 3}} ins(%a, %b : tensor<70x36xf32>, tensor<36x66xf32>) outs(%i : tensor<70x66xf32>) -> tensor<70x66xf32>
  return %c : tensor<70x66xf32>
}

// CHECK: mixed: ok
// CHECK-SAME: path = "fma"
func.func private @mixed(%a: tensor<20x36xf32>, %b: tensor<36x24xf16>) -> tensor<20x24xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<20x24xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<20x24xf32>) -> tensor<20x24xf32>
  %c = linalg.matmul ins(%a, %b : tensor<20x36xf32>, tensor<36x24xf16>) outs(%i : tensor<20x24xf32>) -> tensor<20x24xf32>
  return %c : tensor<20x24xf32>
}

// f32 on tensor cores where asked for: eighths are exact in tf32.
// CHECK: tf32: ok
// CHECK-SAME: path = "mma.sync"
func.func private @tf32(%a: tensor<40x36xf32>, %b: tensor<44x36xf32>) -> tensor<40x44xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x44xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<40x44xf32>) -> tensor<40x44xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {path = "mma.sync", tile = array<i64: 32, 32, 32>, warps = array<i64: 2, 2>}} ins(%a, %b : tensor<40x36xf32>, tensor<44x36xf32>) outs(%i : tensor<40x44xf32>) -> tensor<40x44xf32>
  return %c : tensor<40x44xf32>
}

// CHECK: tf32_rows: ok
// CHECK-SAME: path = "mma.sync"
func.func private @tf32_rows(%a: tensor<36x40xf32>, %b: tensor<36x44xf32>) -> tensor<40x44xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x44xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<40x44xf32>) -> tensor<40x44xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {path = "mma.sync", tile = array<i64: 32, 32, 32>, warps = array<i64: 2, 2>}} ins(%a, %b : tensor<36x40xf32>, tensor<36x44xf32>) outs(%i : tensor<40x44xf32>) -> tensor<40x44xf32>
  return %c : tensor<40x44xf32>
}

// CHECK: double: ok
// CHECK-SAME: direct
func.func private @double(%a: tensor<10x12xf64>, %b: tensor<12x14xf64>) -> tensor<10x14xf64> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<10x14xf64>
  %i = linalg.fill ins(%zero : f64) outs(%e : tensor<10x14xf64>) -> tensor<10x14xf64>
  %c = linalg.matmul ins(%a, %b : tensor<10x12xf64>, tensor<12x14xf64>) outs(%i : tensor<10x14xf64>) -> tensor<10x14xf64>
  return %c : tensor<10x14xf64>
}

// CHECK: dot: ok
func.func private @dot(%a: tensor<33xf16>, %b: tensor<33xf16>) -> tensor<f32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %c = linalg.dot ins(%a, %b : tensor<33xf16>, tensor<33xf16>) outs(%i : tensor<f32>) -> tensor<f32>
  return %c : tensor<f32>
}

// CHECK: integers: ok
// CHECK-SAME: direct
func.func private @integers(%a: tensor<6x7xi32>, %b: tensor<7x5xi32>, %i: tensor<6x5xi32>) -> tensor<6x5xi32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<6x7xi32>, tensor<7x5xi32>) outs(%i : tensor<6x5xi32>) -> tensor<6x5xi32>
  return %c : tensor<6x5xi32>
}
