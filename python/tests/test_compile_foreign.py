# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled for the CPU: what modules of other projects hold and models that we
import do not."""

import pytest

import mlir_amp

np = pytest.importorskip("numpy")

RNG = np.random.default_rng(3)


@pytest.mark.parametrize("rows", [1, 33])
@pytest.mark.parametrize("low", [None, "f16"])
def test_a_reduction_that_walks_through_a_result(rows, low):
    # What fusing exponentials with their sum leaves: one of the results is as
    # large as the input.
    full, row = f"tensor<{rows}x70xf32>", f"tensor<{rows}xf32>"
    text = f"""
#full = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: {full}) -> ({full}, {row}) {{
  %zero = arith.constant 0.0 : f32
  %some = tensor.empty() : {full}
  %empty = tensor.empty() : {row}
  %sums = linalg.fill ins(%zero : f32) outs(%empty : {row}) -> {row}
  %0:2 = linalg.generic {{indexing_maps = [#full, #full, #row],
      iterator_types = ["parallel", "reduction"]}}
      ins(%x : {full}) outs(%some, %sums : {full}, {row}) {{
  ^bb0(%in: f32, %unused: f32, %sum: f32):
    %e = math.exp %in : f32
    %s = arith.addf %sum, %e : f32
    linalg.yield %e, %s : f32, f32
  }} -> ({full}, {row})
  return %0#0, %0#1 : {full}, {row}
}}"""
    x = RNG.standard_normal((rows, 70)).astype(np.float32)
    exponentials, sums = mlir_amp.compile(text, autocast=low)(x)
    wanted = np.exp(x.astype(float))
    # exp within 4 units; nothing makes a reader of f16 worth a cast.
    np.testing.assert_allclose(exponentials, wanted, rtol=4 * 2.0**-24)
    np.testing.assert_allclose(sums, wanted.sum(1), rtol=74 * 2.0**-24)


@pytest.mark.parametrize("size", [5, 300])
def test_results_that_lie_over_one_another(size):
    text = f"""
func.func @main(%x: tensor<{size}xf32>, %w: tensor<3xf32>)
    -> tensor<{size + 2}xf32> {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<{size + 2}xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<{size + 2}xf32>)
      -> tensor<{size + 2}xf32>
  %0 = linalg.generic {{indexing_maps = [affine_map<(i, r) -> (i)>,
      affine_map<(i, r) -> (r)>, affine_map<(i, r) -> (i + r)>],
      iterator_types = ["reduction", "reduction"]}}
      ins(%x, %w : tensor<{size}xf32>, tensor<3xf32>)
      outs(%init : tensor<{size + 2}xf32>) {{
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }} -> tensor<{size + 2}xf32>
  return %0 : tensor<{size + 2}xf32>
}}"""
    x = RNG.integers(-8, 9, size).astype(np.float32)
    w = RNG.integers(-8, 9, 3).astype(np.float32)
    result = mlir_amp.compile(text)(x, w)
    np.testing.assert_array_equal(result, np.convolve(x, w))


def test_products_whose_columns_are_called_a_reduction():
    text = """
func.func @main(%a: tensor<16x24xf32>, %b: tensor<24x8x32xf32>)
    -> tensor<16x8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x8x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x8x32xf32>)
      -> tensor<16x8x32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k, o) -> (m, k)>,
      affine_map<(m, n, k, o) -> (k, n, o)>, affine_map<(m, n, k, o) -> (m, n, o)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<16x24xf32>, tensor<24x8x32xf32>)
      outs(%init : tensor<16x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %sum : f32
    linalg.yield %s : f32
  } -> tensor<16x8x32xf32>
  return %0 : tensor<16x8x32xf32>
}"""
    a = RNG.integers(-8, 9, (16, 24)).astype(np.float32)
    b = RNG.integers(-8, 9, (24, 8, 32)).astype(np.float32)
    wanted = np.einsum("mk,kno->mno", a, b)
    np.testing.assert_array_equal(mlir_amp.compile(text)(a, b), wanted)


@pytest.mark.parametrize("low", [None, "f16"])
def test_contractions_of_vectors(low):
    text = """
func.func @main(%a: tensor<8x4xf32>, %b: tensor<4x16xf32>, %c: tensor<8x16xf32>)
    -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %w = vector.transfer_read %b[%c0, %c0], %zero {in_bounds = [true, true]}
      : tensor<4x16xf32>, vector<4x16xf32>
  %0 = scf.for %i = %c0 to %c8 step %c4 iter_args(%t = %c) -> (tensor<8x16xf32>) {
    %x = vector.transfer_read %a[%i, %c0], %zero {in_bounds = [true, true]}
        : tensor<8x4xf32>, vector<4x4xf32>
    %y = vector.transfer_read %t[%i, %c0], %zero {in_bounds = [true, true]}
        : tensor<8x16xf32>, vector<4x16xf32>
    %p = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
        affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction"],
        kind = #vector.kind<add>} %x, %w, %y
        : vector<4x4xf32>, vector<4x16xf32> into vector<4x16xf32>
    %n = vector.transfer_write %p, %t[%i, %c0] {in_bounds = [true, true]}
        : vector<4x16xf32>, tensor<8x16xf32>
    scf.yield %n : tensor<8x16xf32>
  }
  return %0 : tensor<8x16xf32>
}"""
    # Integers that f16 holds: no rounding either way.
    a, b, c = (
        RNG.integers(-8, 9, shape).astype(np.float32)
        for shape in ((8, 4), (4, 16), (8, 16))
    )
    result = mlir_amp.compile(text, autocast=low)(a, b, c)
    np.testing.assert_array_equal(result, a @ b + c)


def combine_products(kind, k, m, n, low=None):
    """What a contraction of vectors combines of whole numbers, and its operands."""
    text = f"""
func.func @main(%a: tensor<{k}x{m}xf32>, %b: tensor<{k}x{n}xf32>, %c: tensor<{m}x{n}xf32>)
    -> tensor<{m}x{n}xf32> {{
  %i = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%i, %i], %zero : tensor<{k}x{m}xf32>, vector<{k}x{m}xf32>
  %y = vector.transfer_read %b[%i, %i], %zero : tensor<{k}x{n}xf32>, vector<{k}x{n}xf32>
  %z = vector.transfer_read %c[%i, %i], %zero : tensor<{m}x{n}xf32>, vector<{m}x{n}xf32>
  %0 = vector.contract {{indexing_maps = [affine_map<(m, k, n) -> (k, m)>,
      affine_map<(m, k, n) -> (k, n)>, affine_map<(m, k, n) -> (m, n)>],
      iterator_types = ["parallel", "reduction", "parallel"], kind = #vector.kind<{kind}>}}
      %x, %y, %z : vector<{k}x{m}xf32>, vector<{k}x{n}xf32> into vector<{m}x{n}xf32>
  %1 = vector.transfer_write %0, %c[%i, %i] : vector<{m}x{n}xf32>, tensor<{m}x{n}xf32>
  return %1 : tensor<{m}x{n}xf32>
}}"""
    operands = [RNG.integers(-3, 4, s).astype(np.float32) for s in ((k, m), (k, n), (m, n))]
    return mlir_amp.compile(text, autocast=low)(*operands), operands


@pytest.mark.parametrize("kind", ["maximumf", "minnumf", "mul"])
def test_contractions_that_do_not_sum_up(kind):
    result, (a, b, c) = combine_products(kind, 8, 4, 16)
    reduce = {"maximumf": np.maximum, "minnumf": np.minimum, "mul": np.multiply}[kind].reduce
    wanted = reduce(np.concatenate([c[None], a[:, :, None] * b[:, None, :]]), axis=0)
    np.testing.assert_array_equal(result, wanted)


@pytest.mark.parametrize("low, kind", [(None, "add"), ("f16", "add"), (None, "maximumf")])
def test_large_contractions_of_vectors(low, kind):
    """Written out product by product this takes LLVM minutes."""
    result, (a, b, c) = combine_products(kind, 64, 48, 40, low)
    products = a[:, :, None] * b[:, None, :]
    wanted = products.sum(0) + c if kind == "add" else np.maximum(products.max(0), c)
    np.testing.assert_array_equal(result, wanted)


@pytest.mark.parametrize("low", [None, "f16"])
def test_masked_vectors(low):
    text = """
func.func @main(%t: tensor<16x8xf32>, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>,
    %c: tensor<4x16xf32>) -> (tensor<8xf32>, tensor<4x16xf32>, tensor<1xf32>) {
  %odd = arith.constant dense<[true, false, true, true, false, true, true, true]> : vector<8xi1>
  %i = arith.constant 0 : index
  %two = arith.constant 2.0 : f32
  %empty = tensor.empty() : tensor<8xf32>
  %0 = vector.mask %odd { vector.transfer_read %t[%i, %i], %two
      : tensor<16x8xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %1 = vector.transfer_write %0, %empty[%i] : vector<8xf32>, tensor<8xf32>
  %x = vector.transfer_read %a[%i, %i], %two : tensor<4x8xf32>, vector<4x8xf32>
  %y = vector.transfer_read %b[%i, %i], %two : tensor<8x16xf32>, vector<8x16xf32>
  %z = vector.transfer_read %c[%i, %i], %two : tensor<4x16xf32>, vector<4x16xf32>
  %some = vector.constant_mask [2, 16, 7] : vector<4x16x8xi1>
  %2 = vector.mask %some { vector.contract {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
      %x, %y, %z : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32> }
      : vector<4x16x8xi1> -> vector<4x16xf32>
  %3 = vector.transfer_write %2, %c[%i, %i] : vector<4x16xf32>, tensor<4x16xf32>
  %4 = vector.mask %odd { vector.reduction <add>, %0 : vector<8xf32> into f32 }
      : vector<8xi1> -> f32
  %5 = tensor.from_elements %4 : tensor<1xf32>
  return %1, %3, %5 : tensor<8xf32>, tensor<4x16xf32>, tensor<1xf32>
}"""
    # Integers that f16 holds.
    t, a, b, c = (
        RNG.integers(-8, 9, shape).astype(np.float32)
        for shape in ((16, 8), (4, 8), (8, 16), (4, 16))
    )
    mask = np.array([1, 0, 1, 1, 0, 1, 1, 1], bool)
    read, product, total = mlir_amp.compile(text, autocast=low)(t, a, b, c)
    np.testing.assert_array_equal(read, np.where(mask, t[0], 2))
    wanted = c.copy()
    wanted[:2] += a[:2, :7] @ b[:7]
    np.testing.assert_array_equal(product, wanted)
    np.testing.assert_array_equal(total, [t[0][mask].sum()])


@pytest.mark.parametrize("case", [2, 5, 7])
def test_what_a_case_yields_is_not_written_over(case):
    text = """
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>, %w: tensor<1xindex>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0 : index
  %case = tensor.extract %w[%zero] : tensor<1xindex>
  %x = math.absf %a : tensor<4xf32>
  %y = math.absf %b : tensor<4xf32>
  %0 = scf.index_switch %case -> tensor<4xf32>
  case 2 {
    scf.yield %x : tensor<4xf32>
  }
  case 5 {
    scf.yield %b : tensor<4xf32>
  }
  default {
    scf.yield %y : tensor<4xf32>
  }
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %1 = tensor.insert_slice %one into %0[0] [1] [1] : tensor<1xf32> into tensor<4xf32>
  %2 = arith.addf %x, %x : tensor<4xf32>
  %3 = arith.addf %y, %b : tensor<4xf32>
  return %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}"""
    a, b = np.float32([-2, 3, -4, 5]), np.float32([6, -7, -8, 9])
    chosen = {2: abs(a), 5: b}.get(case, abs(b)).copy()
    chosen[0] = 1
    results = mlir_amp.compile(text)(a, b, np.array([case]))
    for result, wanted in zip(results, (chosen, 2 * abs(a), abs(b) + b), strict=True):
        np.testing.assert_array_equal(result, wanted)


def test_affine_loops_over_buffers():
    text = """
func.func @main(%x: tensor<9xf32>) -> tensor<9xf32> {
  %buffer = memref.alloc() : memref<9xf32>
  affine.for %i = 0 to 9 {
    %e = tensor.extract %x[%i] : tensor<9xf32>
    affine.store %e, %buffer[8 - %i] : memref<9xf32>
  }
  %0 = bufferization.to_tensor %buffer restrict : memref<9xf32> to tensor<9xf32>
  return %0 : tensor<9xf32>
}"""
    x = np.arange(9, dtype=np.float32)
    np.testing.assert_array_equal(mlir_amp.compile(text)(x), x[::-1])


def test_functions_beside_the_entry_need_not_compile():
    text = """
func.func @other(%x: tensor<?xf8E4M3FNUZ>) -> tensor<?xf8E4M3FNUZ> {
  %0 = call @outside(%x) : (tensor<?xf8E4M3FNUZ>) -> tensor<?xf8E4M3FNUZ>
  return %0 : tensor<?xf8E4M3FNUZ>
}
func.func private @outside(tensor<?xf8E4M3FNUZ>) -> tensor<?xf8E4M3FNUZ>
func.func @shared(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @model(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @shared(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
    x = np.arange(4, dtype=np.float32)
    for low in (None, "bf16"):
        model = mlir_amp.compile(text, entry="model", autocast=low)
        np.testing.assert_array_equal(model(x), 2 * x)


def test_sums_that_came_low_stay():
    text = """
func.func @main(%a: tensor<4x64xf16>, %b: tensor<64x4xf16>, %c: tensor<4x4xf16>)
    -> tensor<4x4xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x64xf16>, tensor<64x4xf16>)
      outs(%c : tensor<4x4xf16>) -> tensor<4x4xf16>
  return %0 : tensor<4x4xf16>
}"""
    a, b, c = (
        RNG.integers(-4, 5, shape).astype(np.float16)
        for shape in ((4, 64), (64, 4), (4, 4))
    )
    # At most 64 * 16 + 4: exact in f16.
    result = mlir_amp.compile(text, autocast="f16")(a, b, c)
    np.testing.assert_array_equal(result.astype(np.float32), (a @ b + c))
