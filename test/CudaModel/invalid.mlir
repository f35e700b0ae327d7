// What cannot go to the GPU is named where it stands.
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=isa" --verify-diagnostics --split-input-file

func.func @main(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error@+1 {{cannot go to the GPU: expected tensors of static shape and scalar type, got 'tensor<?x8xf32>'}}
  %0 = math.exp %x : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

func.func @main(%x: tensor<0x8xf32>, %w: tensor<8x8xf32>, %c: tensor<0x8xf32>) -> tensor<0x8xf32> {
  // expected-error@+1 {{cannot go to the GPU: expected tensors with elements, got 'tensor<0x8xf32>'}}
  %0 = linalg.matmul ins(%x, %w : tensor<0x8xf32>, tensor<8x8xf32>) outs(%c : tensor<0x8xf32>) -> tensor<0x8xf32>
  return %0 : tensor<0x8xf32>
}

// -----

// Without a batch there is nothing to split a long sum for.
func.func @main(%x: tensor<0x64x2048xf16>, %w: tensor<0x2048x64xf16>, %c: tensor<0x64x64xf32>) -> tensor<0x64x64xf32> {
  // expected-error@+1 {{cannot go to the GPU: expected tensors with elements, got 'tensor<0x64x2048xf16>'}}
  %0 = linalg.batch_matmul ins(%x, %w : tensor<0x64x2048xf16>, tensor<0x2048x64xf16>) outs(%c : tensor<0x64x64xf32>) -> tensor<0x64x64xf32>
  return %0 : tensor<0x64x64xf32>
}

// -----

// Nor channels to put last.
func.func @main(%x: tensor<1x0x8x8xf16>, %c: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  // expected-error@+1 {{cannot go to the GPU: expected tensors with elements, got 'tensor<16x0x3x3xf16>'}}
  %w = arith.constant dense<> : tensor<16x0x3x3xf16>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x0x8x8xf16>, tensor<16x0x3x3xf16>) outs(%c : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}

// -----

func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+1 {{'bufferization.alloc_tensor' op cannot go to the GPU: no kernel and no host code is known for it}}
  %0 = bufferization.alloc_tensor() copy(%x) {memory_space = 1 : i64} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// expected-error@+1 {{cannot go to the GPU: expected tensors as arguments, got 'f32'}}
func.func @main(%x: f32) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error@+1 {{expected a function '@main' with a body as the model's entry}}
module {
  func.func private @other()
}

// -----

func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{cannot go to the GPU: expected tensors of static shape and scalar type, got 'tensor<*xf32>'}}
  %0 = tensor.cast %x : tensor<*xf32> to tensor<8xf32>
  %1 = math.exp %0 : tensor<8xf32>
  %2 = tensor.cast %1 : tensor<8xf32> to tensor<*xf32>
  return %2 : tensor<*xf32>
}

// -----

// Kernels write each element once.
func.func @main(%a: tensor<6x4x7xf32>, %c: tensor<9xf32>) -> tensor<9xf32> {
  // expected-error@+1 {{cannot go to the GPU: its loops do not write each element of a result, got affine_map<(d0, d1, d2) -> (d0 + d1)> into 'tensor<9xf32>'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i + j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : tensor<6x4x7xf32>) outs(%c : tensor<9xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

func.func @main(%a: tensor<6x4xf32>, %c: tensor<9xf32>) -> tensor<9xf32> {
  // expected-error@+1 {{cannot go to the GPU: expected loops that write each element of a result once and do not read it, got affine_map<(d0, d1) -> (d0 + d1)> into 'tensor<9xf32>'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i + j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<6x4xf32>) outs(%c : tensor<9xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

// Complex numbers stay inside of a body.
func.func @main(%a: tensor<6x4xf32>, %c: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{'tensor.empty' op cannot go to the GPU: expected tensors of static shape and scalar type, got 'tensor<6x4xcomplex<f32>>'}}
  %e = tensor.empty() : tensor<6x4xcomplex<f32>>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<6x4xf32>) outs(%e : tensor<6x4xcomplex<f32>>) {
  ^bb0(%x: f32, %o: complex<f32>):
    %s = complex.create %x, %x : complex<f32>
    linalg.yield %s : complex<f32>
  } -> tensor<6x4xcomplex<f32>>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<6x4xcomplex<f32>>) outs(%c : tensor<6xf32>) {
  ^bb0(%x: complex<f32>, %o: f32):
    %abs = complex.abs %x : complex<f32>
    %s = arith.addf %abs, %o : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// -----

// What no lowering takes is named, in a kernel too.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %s = tensor.extract %x[] : tensor<f32>
  // expected-error@+1 {{'arith.truncf' op has no lowering to LLVM from 'f32' to 'f8E4M3FNUZ'}}
  %low = arith.truncf %s : f32 to f8E4M3FNUZ
  %wide = arith.extf %low : f8E4M3FNUZ to f32
  %0 = tensor.from_elements %wide : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Neither kernel takes it: both say why.
func.func private @kernel(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-error@+2 {{cannot go to the GPU: its elements cannot be computed one by one}}
  // expected-error@+1 {{cannot run on tensor cores either: 'linalg.generic' cannot follow a contraction in its kernel: it reads operand #1, made of the contraction's result, at more than one position}}
  %p = linalg.matmul ins(%a, %b : tensor<64x32xf16>, tensor<32x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @main(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>) -> tensor<64x64xf32> {
  %0 = call @kernel(%a, %b) : (tensor<64x32xf16>, tensor<32x64xf16>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// An importer's mistake that upstream's folders leave as it is.
func.func @main(%x: tensor<20x10xf32>) -> tensor<20x10xf32> {
  %m = arith.constant -1 : index
  %e = math.exp %x : tensor<20x10xf32>
  // expected-error@+1 {{expected offsets to be non-negative, but got -1}}
  %s = tensor.extract_slice %e[%m, 0] [20, 10] [1, 1] : tensor<20x10xf32> to tensor<20x10xf32>
  return %s : tensor<20x10xf32>
}
