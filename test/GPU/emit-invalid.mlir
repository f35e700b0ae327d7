// Each message about what cannot be a kernel.
// RUN: amp-opt %s --amp-emit-contraction-kernels --split-input-file --verify-diagnostics
// RUN: not amp-opt %s --amp-emit-contraction-kernels=chip=sm_70 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not amp-opt %s "--amp-serialize-gpu-kernels=format=elf" 2>&1 | FileCheck %s --check-prefix=FORMAT

// CHIP: error: unknown chip 'sm_70', expected one of sm_80, sm_86, sm_89, sm_90, sm_90a
// FORMAT: error: unknown format 'elf', expected isa, bin or fatbin

// expected-error @+1 {{expected statically shaped tensors and scalars as arguments of a GPU kernel, got 'tensor<?x16xf16>'}}
func.func private @dynamic(%a: tensor<?x16xf16>, %b: tensor<16x16xf16>, %i: tensor<?x16xf32>) -> tensor<?x16xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<?x16xf16>, tensor<16x16xf16>) outs(%i : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %c : tensor<?x16xf32>
}

// -----

func.func private @key(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  // expected-error @+1 {{unknown key 'tiles' of 'amp.gemm_config', expected path, tile, warps, stages, group, cluster, consumers or pingpong}}
  %c = linalg.matmul {amp.gemm_config = {tiles = 3}} ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %c : tensor<16x16xf32>
}

// -----

func.func private @value(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  // expected-error @+1 {{expected 'stages' of 'amp.gemm_config' to be a positive integer, got 0 : i64}}
  %c = linalg.matmul {amp.gemm_config = {stages = 0}} ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %c : tensor<16x16xf32>
}

// -----

func.func private @path(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  // expected-error @+1 {{expected 'path' of 'amp.gemm_config' to be "direct", "fma", "mma.sync" or "wgmma", got "hmma"}}
  %c = linalg.matmul {amp.gemm_config = {path = "hmma"}} ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %c : tensor<16x16xf32>
}

// -----

func.func private @tile(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  // expected-error @+1 {{bad 'amp.gemm_config': tile of 32 columns on 4 warps}}
  %c = linalg.matmul {amp.gemm_config = {tile = array<i64: 64, 32, 32>, warps = array<i64: 1, 4>}} ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %c : tensor<16x16xf32>
}

// -----

func.func private @shared(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  // expected-error @+1 {{bad 'amp.gemm_config': 262144 bytes of shared memory, sm_80 has 166912 for a block}}
  %c = linalg.matmul {amp.gemm_config = {tile = array<i64: 128, 128, 64>, warps = array<i64: 2, 4>, stages = 8}} ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %c : tensor<16x16xf32>
}

// -----

func.func private @wgmma(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  // expected-error @+1 {{expected a chip with wgmma (sm_90a), got sm_80}}
  %c = linalg.matmul {amp.gemm_config = {path = "wgmma"}} ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %c : tensor<16x16xf32>
}

// -----

func.func private @after(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>, %o: tensor<16xf32>) -> tensor<16xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  // expected-error @+1 {{'linalg.generic' cannot follow a contraction in its kernel: expected an elementwise op}}
  %s = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<16x16xf32>) outs(%o : tensor<16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  return %s : tensor<16xf32>
}

// -----

func.func private @padding(%a: tensor<15x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  %one = arith.constant 1.0 : f16
  // expected-error @+1 {{expected padding with zero in a GPU kernel}}
  %p = tensor.pad %a low[1, 0] high[0, 0] {
  ^bb0(%x: index, %y: index):
    tensor.yield %one : f16
  } : tensor<15x16xf16> to tensor<16x16xf16>
  %c = linalg.matmul ins(%p, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %c : tensor<16x16xf32>
}

// -----

func.func private @constant(%a: tensor<2x16xf16>, %i: tensor<2x2xf32>) -> tensor<2x2xf32> attributes {amp.kernel} {
  // expected-error @+1 {{expected a splat constant in a GPU kernel; pass other tensors as arguments}}
  %b = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %w = arith.constant dense<1.0> : tensor<16x2xf16>
  %c = linalg.matmul ins(%a, %w : tensor<2x16xf16>, tensor<16x2xf16>) outs(%i : tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (0, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %b : tensor<2x2xf32>, tensor<1x2xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

func.func private @float8_path(%a: tensor<64x64xf8E4M3FN>, %b: tensor<64x64xf8E4M3FN>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  // expected-error @+1 {{expected a chip with wgmma (sm_90a), got sm_80}}
  %c = linalg.matmul {amp.gemm_config = {path = "wgmma", tile = array<i64: 128, 128, 128>}} ins(%a, %b : tensor<64x64xf8E4M3FN>, tensor<64x64xf8E4M3FN>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

// -----

// A thread holds one element of the product.
func.func private @turned(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>, %o: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  // expected-error @+1 {{'linalg.generic' cannot follow a contraction in its kernel: it reads operand #1, made of the contraction's result, at more than one position}}
  %s = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n, m)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %c : tensor<16x16xf32>, tensor<16x16xf32>) outs(%o : tensor<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<16x16xf32>
  return %s : tensor<16x16xf32>
}

// -----

func.func private @diagonal(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>, %o: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  %d = math.absf %c : tensor<16x16xf32>
  // expected-error @+1 {{it reads operand #1, made of the contraction's result, at more than one position}}
  %s = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, m)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %d : tensor<16x16xf32>, tensor<16x16xf32>) outs(%o : tensor<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<16x16xf32>
  return %s : tensor<16x16xf32>
}

// -----

func.func private @row(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>, %o: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  // expected-error @+1 {{it reads operand #1, made of the contraction's result, at more than one position}}
  %s = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (0, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %c : tensor<16x16xf32>, tensor<16x16xf32>) outs(%o : tensor<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<16x16xf32>
  return %s : tensor<16x16xf32>
}

// -----

func.func private @backwards(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>, %o: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  // expected-error @+1 {{it reads operand #1, made of the contraction's result, at more than one position}}
  %s = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (15 - m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %c : tensor<16x16xf32>, tensor<16x16xf32>) outs(%o : tensor<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<16x16xf32>
  return %s : tensor<16x16xf32>
}

// -----

func.func private @transposed(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>, %o: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  %t = linalg.transpose ins(%c : tensor<16x16xf32>) outs(%o : tensor<16x16xf32>) permutation = [1, 0]
  // expected-error @+1 {{'arith.addf' cannot follow a contraction in its kernel: it reads operand #1, made of the contraction's result, at more than one position}}
  %s = arith.addf %c, %t : tensor<16x16xf32>
  return %s : tensor<16x16xf32>
}

// -----

// Elements that no loop writes would be what the memory held.
func.func private @place(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<2x16x16xf32>) -> tensor<2x16x16xf32> attributes {amp.kernel} {
  // expected-error @+1 {{expected the loops of a GPU kernel to write each element of its result once, got affine_map<(d0, d1, d2) -> (0, d0, d1)> into 'tensor<2x16x16xf32>'}}
  %c = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (0, m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<2x16x16xf32>) {
  ^bb0(%x: f16, %y: f16, %z: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %z, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x16x16xf32>
  return %c : tensor<2x16x16xf32>
}
