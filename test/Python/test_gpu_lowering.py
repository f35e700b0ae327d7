# ===- test_gpu_lowering.py - Ops that lowering rewrites, emulated ----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Arithmetic that no instruction of the GPU has, operands that are read and
results that are written along unusual maps, and loops of the host, on the
emulated GPU, against numpy."""

import numpy as np
import pytest
from gpu_emulator import load_emulated, needs_emulator

pytestmark = needs_emulator
RNG = np.random.default_rng(11)


@pytest.mark.parametrize("kind", ["i8", "i32", "i64"])
def test_powers_of_integers(tmp_path, monkeypatch, kind):
    text = f"""
func.func @main(%x: tensor<9x8x{kind}>, %n: tensor<9x8x{kind}>) -> tensor<9x8x{kind}> {{
  %0 = math.ipowi %x, %n : tensor<9x8x{kind}>
  return %0 : tensor<9x8x{kind}>
}}"""
    array = kind.replace("i", "int")
    base = np.array([-3, -2, -1, 1, 2, 3, 4, 5, 7])[:, None].repeat(8, 1)
    power = np.array([-5, -2, -1, 0, 1, 2, 5, 11])[None].repeat(9, 0)
    got = load_emulated(tmp_path, monkeypatch, text)(
        base.astype(array), power.astype(array)
    )
    # Cut to whole numbers, and to the type's bits.
    want = np.trunc(base.astype(float) ** power).astype(np.int64)
    np.testing.assert_array_equal(got, want.astype(array))


def test_a_power_that_the_host_computes(tmp_path, monkeypatch):
    text = """
func.func @main(%x: tensor<4xf32>, %n: tensor<i64>) -> tensor<4xf32> {
  %two = arith.constant 2 : i64
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = tensor.extract %n[] : tensor<i64>
  %p = math.ipowi %two, %e : i64
  %end = arith.index_cast %p : i64 to index
  %r = scf.for %i = %zero to %end step %one iter_args(%s = %x) -> tensor<4xf32> {
    %next = arith.addf %s, %x : tensor<4xf32>
    scf.yield %next : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}"""
    x = np.arange(4, dtype=np.float32)
    got = load_emulated(tmp_path, monkeypatch, text)(x, np.array(3, np.int64))
    np.testing.assert_array_equal(got, 9 * x)


@pytest.mark.parametrize("where", ["kernel", "host"])
def test_integers_divided_by_zero(tmp_path, monkeypatch, where):
    # The same as on the CPU (test_compile_lowering.py), of tensors and of numbers.
    kernel = """
  %0 = arith.divsi %x, %y : tensor<6xi64>
  %1 = arith.remsi %x, %y : tensor<6xi64>
  %2 = arith.divui %x, %y : tensor<6xi64>
  %3 = math.ipowi %x, %y : tensor<6xi64>"""
    numbers = [
        f"""
  %i{i} = arith.constant {i} : index
  %x{i} = tensor.extract %x[%i{i}] : tensor<6xi64>
  %y{i} = tensor.extract %y[%i{i}] : tensor<6xi64>
  %a{i} = arith.divsi %x{i}, %y{i} : i64
  %b{i} = arith.remsi %x{i}, %y{i} : i64
  %c{i} = arith.divui %x{i}, %y{i} : i64
  %d{i} = math.ipowi %x{i}, %y{i} : i64"""
        for i in range(6)
    ]
    gathered = [
        f"""
  %{k} = tensor.from_elements {", ".join(f"%{name}{i}" for i in range(6))} : tensor<6xi64>"""
        for k, name in enumerate("abcd")
    ]
    text = f"""
func.func @main(%x: tensor<6xi64>, %y: tensor<6xi64>)
    -> (tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>) {{{
        kernel if where == "kernel" else "".join(numbers + gathered)
    }
  return %0, %1, %2, %3 : tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>
}}"""
    least = -(2**63)
    x = np.array([7, -7, 0, least, -7, 0])
    y = np.array([0, 0, 0, -1, 2, -1])
    got = load_emulated(tmp_path, monkeypatch, text)(x, y)
    np.testing.assert_array_equal(got[0], [-1, -1, -1, least, -3, 0])
    np.testing.assert_array_equal(got[1], [7, -7, 0, 0, -1, 0])
    np.testing.assert_array_equal(got[2], [-1, -1, -1, 0, 2**63 - 4, 0])
    np.testing.assert_array_equal(got[3], [1, 1, 1, 0, 49, 0])


def test_functions_that_the_host_calls(tmp_path, monkeypatch):
    text = """
func.func @main(%x: tensor<f32>) -> tensor<2xf32> {
  %v = tensor.extract %x[] : tensor<f32>
  %c = math.cbrt %v : f32
  %e = math.erf %v : f32
  %r = tensor.from_elements %c, %e : tensor<2xf32>
  return %r : tensor<2xf32>
}"""
    got = load_emulated(tmp_path, monkeypatch, text)(np.array(0.5, np.float32))
    np.testing.assert_allclose(got, [0.5 ** (1 / 3), 0.5204998778], rtol=1e-6)


def test_complex_numbers_in_bodies(tmp_path, monkeypatch):
    text = """
#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<40xf32>, %y: tensor<40xf32>)
    -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
  %e = tensor.empty() : tensor<40xf32>
  %0:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<40xf32>, tensor<40xf32>)
      outs(%e, %e, %e : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
  ^bb0(%a: f32, %b: f32, %u0: f32, %u1: f32, %u2: f32):
    %c = complex.create %a, %b : complex<f32>
    %d = complex.mul %c, %c : complex<f32>
    %f = complex.exp %c : complex<f32>
    %g = complex.div %d, %f : complex<f32>
    %re = complex.re %g : complex<f32>
    %im = complex.im %g : complex<f32>
    %abs = complex.abs %c : complex<f32>
    linalg.yield %re, %im, %abs : f32, f32, f32
  } -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>)
  return %0#0, %0#1, %0#2 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
}"""
    x, y = RNG.standard_normal((2, 40)).astype(np.float32)
    real, imaginary, size = load_emulated(tmp_path, monkeypatch, text)(x, y)
    c = x.astype(float) + 1j * y
    want = c * c / np.exp(c)
    np.testing.assert_allclose(real, want.real, atol=1e-5 * abs(want).max())
    np.testing.assert_allclose(imaginary, want.imag, atol=1e-5 * abs(want).max())
    np.testing.assert_allclose(size, abs(c), rtol=1e-5)


def test_what_the_compiler_library_rounds(tmp_path, monkeypatch):
    # Doubles are rounded once: 1 + 2^-11 + 2^-40 is no tie of f16.
    text = """
func.func @main(%x: tensor<50xf64>) -> (tensor<50xf32>, tensor<50xf32>) {
  %0 = arith.truncf %x : tensor<50xf64> to tensor<50xf16>
  %1 = arith.extf %0 : tensor<50xf16> to tensor<50xf32>
  %2 = arith.truncf %x : tensor<50xf64> to tensor<50xbf16>
  %3 = arith.extf %2 : tensor<50xbf16> to tensor<50xf32>
  return %1, %3 : tensor<50xf32>, tensor<50xf32>
}"""
    x = np.concatenate([RNG.standard_normal(48), [1 + 2**-11 + 2**-40, 1 + 2**-8 + 2**-40]])
    half, brain = load_emulated(tmp_path, monkeypatch, text)(x)
    np.testing.assert_array_equal(half, x.astype(np.float16))
    assert half[48] == 1 + 2**-10 and brain[49] == 1 + 2**-7
    np.testing.assert_allclose(brain, x, rtol=2**-8)


@pytest.mark.parametrize("fast", ["", "fastmath<afn>"])
def test_sine_and_cosine_at_once(tmp_path, monkeypatch, fast):
    text = f"""
#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<12xf32>) -> (tensor<12xf32>, tensor<12xf32>) {{
  %e = tensor.empty() : tensor<12xf32>
  %0:2 = linalg.generic {{indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}}
      ins(%x : tensor<12xf32>) outs(%e, %e : tensor<12xf32>, tensor<12xf32>) {{
  ^bb0(%a: f32, %u: f32, %v: f32):
    %s, %c = math.sincos %a {fast} : f32
    linalg.yield %s, %c : f32, f32
  }} -> (tensor<12xf32>, tensor<12xf32>)
  return %0#0, %0#1 : tensor<12xf32>, tensor<12xf32>
}}"""
    x = np.linspace(-3, 3, 12, dtype=np.float32)
    sine, cosine = load_emulated(tmp_path, monkeypatch, text)(x)
    np.testing.assert_allclose(sine, np.sin(x), atol=1e-6)
    np.testing.assert_allclose(cosine, np.cos(x), atol=1e-6)


@pytest.mark.parametrize("heads,group", [(8, 4), (8, 8), (6, 4), (7, 3), (12, 2)])
@pytest.mark.parametrize("how", ["floordiv", "mod"])
def test_heads_that_share_keys(tmp_path, monkeypatch, heads, group, how):
    # Evenly divided loops are split and run on tensor cores, others are gathered.
    keys = -(-heads // group) if how == "floordiv" else group
    text = f"""
func.func @main(%q: tensor<{heads}x32x16xf16>, %k: tensor<{keys}x16x32xf16>)
    -> tensor<{heads}x32x32xf32> {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{heads}x32x32xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<{heads}x32x32xf32>)
      -> tensor<{heads}x32x32xf32>
  %0 = linalg.generic {{indexing_maps = [affine_map<(h, m, n, k) -> (h, m, k)>,
      affine_map<(h, m, n, k) -> (h {how} {group}, k, n)>,
      affine_map<(h, m, n, k) -> (h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}}
      ins(%q, %k : tensor<{heads}x32x16xf16>, tensor<{keys}x16x32xf16>)
      outs(%i : tensor<{heads}x32x32xf32>) {{
  ^bb0(%a: f16, %b: f16, %sum: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }} -> tensor<{heads}x32x32xf32>
  return %0 : tensor<{heads}x32x32xf32>
}}"""
    q = RNG.integers(-3, 4, (heads, 32, 16)).astype(np.float16)
    k = RNG.integers(-3, 4, (keys, 16, 32)).astype(np.float16)
    number = np.arange(heads)
    chosen = number // group if how == "floordiv" else number % group
    got = load_emulated(tmp_path, monkeypatch, text)(q, k)
    np.testing.assert_array_equal(
        got, q.astype(np.float32) @ k.astype(np.float32)[chosen]
    )


def test_maps_that_divide_without_a_remainder_left(tmp_path, monkeypatch):
    # One loop divided by two numbers, one inside of another, indices of a body.
    text = """
func.func @main(%x: tensor<3xf32>, %y: tensor<2x4xf32>, %z: tensor<24xf32>)
    -> (tensor<24xf32>, tensor<24xi64>) {
  %e = tensor.empty() : tensor<24xf32>
  %f = tensor.empty() : tensor<24xi64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 8)>,
      affine_map<(i) -> ((i floordiv 4) mod 2, i mod 4)>, affine_map<(i) -> (i)>,
      affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %y, %z : tensor<3xf32>, tensor<2x4xf32>, tensor<24xf32>)
      outs(%e, %f : tensor<24xf32>, tensor<24xi64>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %u: f32, %v: i64):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %c : f32
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    linalg.yield %s, %n : f32, i64
  } -> (tensor<24xf32>, tensor<24xi64>)
  return %0#0, %0#1 : tensor<24xf32>, tensor<24xi64>
}"""
    x, y, z = (RNG.standard_normal(s).astype(np.float32) for s in ((3,), (2, 4), (24,)))
    got, number = load_emulated(tmp_path, monkeypatch, text)(x, y, z)
    i = np.arange(24)
    np.testing.assert_allclose(got, x[i // 8] * y[i // 4 % 2, i % 4] + z, rtol=1e-5)
    np.testing.assert_array_equal(number, i)


PARTS = {
    "shifted": ("i + 1, j + 4", np.s_[1:7, 4:]),
    "spread": ("i * 2, j + 3", np.s_[:11:2, 3:7]),
    "reversed": ("7 - i, j * 2", np.s_[7:1:-1, ::2]),
    "both": ("11 - i * 2, 4 - j", np.s_[11:0:-2, 4:0:-1]),
    "divided": ("i + 1, j * 2", np.s_[1:7, ::2]),
}


@pytest.mark.parametrize("reads", [False, True])
@pytest.mark.parametrize("part", PARTS)
def test_results_that_are_written_in_part(tmp_path, monkeypatch, part, reads):
    # The rest is the destination's, whether the body reads it or not.
    index, where = PARTS[part]
    body = "arith.addf %n, %o" if reads else "arith.negf %v"
    read = "i floordiv 2" if part == "divided" else "i"
    text = f"""
func.func @main(%x: tensor<6x4xf32>, %into: tensor<12x8xf32>) -> tensor<12x8xf32> {{
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.generic {{indexing_maps = [affine_map<(i, j) -> ({read}, j)>,
      affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ({index})>],
      iterator_types = ["parallel", "parallel"]}}
      ins(%x, %e : tensor<6x4xf32>, tensor<6x4xf32>) outs(%into : tensor<12x8xf32>) {{
  ^bb0(%v: f32, %unread: f32, %o: f32):
    %n = arith.negf %v : f32
    %r = {body} : f32
    linalg.yield %r : f32
  }} -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}}"""
    x = RNG.standard_normal((6, 4)).astype(np.float32)
    into = RNG.standard_normal((12, 8)).astype(np.float32)
    want = into.copy()
    values = x[np.arange(6) // 2] if part == "divided" else x
    want[where] = -values + (into[where] if reads else 0)
    got = load_emulated(tmp_path, monkeypatch, text)(x, into)
    np.testing.assert_array_equal(got, want)


def test_diagonals_rows_and_sums_in_part(tmp_path, monkeypatch):
    text = """
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<5xf32>, %a: tensor<6x40xf32>, %b: tensor<40x6xf32>,
                %square: tensor<5x7xf32>, %rows: tensor<3x6xf32>, %three: tensor<2x6x6xf32>)
    -> (tensor<5x7xf32>, tensor<3x6xf32>, tensor<2x6x6xf32>, tensor<3x6xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 6 - i)>],
      iterator_types = ["parallel"]} ins(%x : tensor<5xf32>) outs(%square : tensor<5x7xf32>) {
  ^bb0(%v: f32, %o: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %s = arith.addf %v, %f : f32
    linalg.yield %s : f32
  } -> tensor<5x7xf32>
  %1 = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (1, i)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : tensor<6x40xf32>)
      outs(%rows : tensor<3x6xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.addf %v, %o : f32
    linalg.yield %s : f32
  } -> tensor<3x6xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (1, m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<6x40xf32>, tensor<40x6xf32>) outs(%three : tensor<2x6x6xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %p = arith.mulf %v, %w : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<2x6x6xf32>
  %3 = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (0, 5 - i)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : tensor<6x40xf32>)
      outs(%1 : tensor<3x6xf32>) {
  ^bb0(%v: f32, %o: f32):
    %m = arith.maximumf %v, %o : f32
    linalg.yield %m : f32
  } -> tensor<3x6xf32>
  return %0, %1, %2, %3 : tensor<5x7xf32>, tensor<3x6xf32>, tensor<2x6x6xf32>, tensor<3x6xf32>
}"""
    shapes = [(5,), (6, 40), (40, 6), (5, 7), (3, 6), (2, 6, 6)]
    x, a, b, square, rows, three = values = [
        RNG.integers(-4, 5, shape).astype(np.float32) for shape in shapes
    ]
    got = load_emulated(tmp_path, monkeypatch, text)(*values)
    want = [square.copy(), rows.copy(), three.copy()]
    want[0][np.arange(5), 6 - np.arange(5)] = x + np.arange(5)
    want[1][1] += a.sum(1)
    want[2][1] += a @ b
    want.append(want[1].copy())
    want[3][0] = np.maximum(want[3][0], a.max(1)[::-1])
    for result, wanted in zip(got, want):
        np.testing.assert_array_equal(result, wanted)


def test_parallel_loops_that_reduce(tmp_path, monkeypatch):
    text = """
func.func @main(%x: tensor<4x6xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  %six = arith.constant 6 : index
  %start = arith.constant 1.0 : f32
  %least = arith.constant -100.0 : f32
  %0:2 = scf.parallel (%i, %j) = (%zero, %one) to (%four, %six) step (%one, %two)
      init (%start, %least) -> (f32, f32) {
    %v = tensor.extract %x[%i, %j] : tensor<4x6xf32>
    scf.reduce(%v, %v : f32, f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%l: f32, %r: f32):
      %m = arith.maximumf %l, %r : f32
      scf.reduce.return %m : f32
    }
  }
  %s = tensor.from_elements %0#0 : tensor<f32>
  %m = tensor.from_elements %0#1 : tensor<f32>
  return %s, %m : tensor<f32>, tensor<f32>
}"""
    x = RNG.integers(-9, 9, (4, 6)).astype(np.float32)
    total, most = load_emulated(tmp_path, monkeypatch, text)(x)
    assert total == 1 + x[:, 1::2].sum() and most == x[:, 1::2].max()


def test_bits_and_shapes(tmp_path, monkeypatch):
    # Signs are names; a shape of 32 bits, and one that a cast tells.
    text = """
func.func @main(%x: tensor<3x5xui8>, %y: tensor<4x3xf32>, %shape: tensor<2xi32>)
    -> (tensor<3x5xi8>, tensor<2x5xui8>, tensor<4x3xi32>, tensor<2x6xf32>) {
  %0 = tensor.bitcast %x : tensor<3x5xui8> to tensor<3x5xi8>
  %1 = tensor.extract_slice %x[1, 0] [2, 5] [1, 1] : tensor<3x5xui8> to tensor<2x5xui8>
  %2 = tensor.bitcast %y : tensor<4x3xf32> to tensor<4x3xi32>
  %3 = tensor.reshape %y(%shape) : (tensor<4x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %4 = tensor.cast %3 : tensor<?x?xf32> to tensor<2x6xf32>
  return %0, %1, %2, %4 : tensor<3x5xi8>, tensor<2x5xui8>, tensor<4x3xi32>, tensor<2x6xf32>
}"""
    x = RNG.integers(0, 256, (3, 5)).astype(np.uint8)
    y = RNG.standard_normal((4, 3)).astype(np.float32)
    got = load_emulated(tmp_path, monkeypatch, text)(x, y, np.array([2, 6], np.int32))
    for result, want in zip(got, (x.view(np.int8), x[1:], y.view(np.int32), y.reshape(2, 6))):
        np.testing.assert_array_equal(result, want)


def test_globals_and_blocks_that_nothing_reaches(tmp_path, monkeypatch):
    text = """
ml_program.global private @g(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private mutable @s(dense<3.0> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private mutable @last(dense<3.0> : tensor<4xf32>) : tensor<4xf32>
tosa.variable @v = dense<1.0> : tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %g = ml_program.global_load_const @g : tensor<4xf32>
  %s = ml_program.global_load @s : tensor<4xf32>
  tosa.variable_write @v, %x : tensor<4xf32>
  %v = tosa.variable_read @v : tensor<4xf32>
  %0 = arith.addf %g, %s : tensor<4xf32>
  %1 = arith.addf %0, %v : tensor<4xf32>
  ml_program.global_store @last = %1 : tensor<4xf32>
  return %1 : tensor<4xf32>
^never:
  return %x : tensor<4xf32>
}"""
    x = RNG.integers(-9, 9, 4).astype(np.float32)
    got = load_emulated(tmp_path, monkeypatch, text)(x)
    np.testing.assert_array_equal(got, [1, 2, 3, 4] + x + 3)


def test_windows_and_their_size_from_one_op(tmp_path, monkeypatch):
    """Torch-mlir's adaptive pooling: the size of each window is a constant."""
    text = """
func.func @main(%x: tensor<8x4x6xf32>) -> tensor<8x1xf32> {
  %zero = arith.constant 0.0 : f32
  %size = arith.constant 24.0 : f32
  %sums = tensor.empty() : tensor<8x1xf32>
  %sizes = tensor.empty() : tensor<1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%sums : tensor<8x1xf32>) -> tensor<8x1xf32>
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(c, w, i, j) -> (c, i, j)>,
                       affine_map<(c, w, i, j) -> (c, w)>, affine_map<(c, w, i, j) -> (w)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<8x4x6xf32>) outs(%init, %sizes : tensor<8x1xf32>, tensor<1xf32>) {
  ^bb0(%in: f32, %sum: f32, %s: f32):
    %1 = arith.addf %in, %sum : f32
    linalg.yield %1, %size : f32, f32
  } -> (tensor<8x1xf32>, tensor<1xf32>)
  %2 = linalg.generic {
      indexing_maps = [affine_map<(c, w) -> (w)>, affine_map<(c, w) -> (c, w)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0#1 : tensor<1xf32>) outs(%0#0 : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.divf %out, %in : f32
    linalg.yield %3 : f32
  } -> tensor<8x1xf32>
  return %2 : tensor<8x1xf32>
}"""
    x = RNG.standard_normal((8, 4, 6)).astype(np.float32)
    got = load_emulated(tmp_path, monkeypatch, text)(x)
    np.testing.assert_allclose(got[:, 0], x.mean((1, 2)), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("chosen", [False, True])
def test_bf16_numbers_of_the_host(tmp_path, monkeypatch, chosen):
    text = """
func.func @main(%x: tensor<1x4xf32>, %p: tensor<i1>) -> tensor<4x4xbf16> {
  %c = tensor.extract %p[] : tensor<i1>
  %c0 = arith.constant 0 : index
  %v = tensor.extract %x[%c0, %c0] : tensor<1x4xf32>
  %s = scf.if %c -> bf16 {
    %t = arith.truncf %v : f32 to bf16
    %u = arith.mulf %t, %t : bf16
    %d = arith.extf %u : bf16 to f64
    %e = math.sqrt %d : f64
    %w = arith.truncf %e : f64 to bf16
    scf.yield %w : bf16
  } else {
    %k = arith.constant -2.0 : bf16
    scf.yield %k : bf16
  }
  %r = tensor.splat %s : tensor<4x4xbf16>
  return %r : tensor<4x4xbf16>
}"""
    x = np.full((1, 4), 1.25, np.float32)
    got = load_emulated(tmp_path, monkeypatch, text)(x, np.array(chosen))
    # 1.5625 and its root are exact.
    want = np.float32(1.25 if chosen else -2.0).view(np.uint32) >> 16
    assert (got == want).all()


@pytest.mark.parametrize("count", [33, 300])
def test_many_parts(tmp_path, monkeypatch, count):
    # The steps of a recurrent net that is written out, side by side.
    parts = "\n".join(
        f"  %{i} = tensor.extract_slice %x[{count - 1 - i}, 0] [1, 12] [1, 1] :"
        f" tensor<{count}x12xf32> to tensor<1x12xf32>\n"
        f"  %s{i} = arith.addf %{i}, %{i} : tensor<1x12xf32>"
        for i in range(count)
    )
    names = ", ".join(f"%s{i}" for i in range(count))
    types = ", ".join(["tensor<1x12xf32>"] * count)
    text = f"""
func.func @main(%x: tensor<{count}x12xf32>) -> tensor<{count}x12xf32> {{
{parts}
  %r = tensor.concat dim(0) {names} : ({types}) -> tensor<{count}x12xf32>
  return %r : tensor<{count}x12xf32>
}}"""
    x = RNG.standard_normal((count, 12)).astype(np.float32)
    got = load_emulated(tmp_path, monkeypatch, text)(x)
    np.testing.assert_array_equal(got, 2 * x[::-1])
