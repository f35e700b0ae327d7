# ===- test_gpu_elements.py - Types and functions of elements, emulated -----===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Elements that are no whole byte, no power of two of bytes or two words, and
functions that only the device's library has, on the emulated GPU."""

import math
import threading

import mlir_amp
import numpy as np
import pytest
from gpu_emulator import load_emulated, needs_emulator

pytestmark = needs_emulator
RNG = np.random.default_rng(7)


@pytest.mark.parametrize("bits,array", [(4, "i8"), (5, "i8"), (24, "i32"), (48, "i64")])
def test_integers_of_odd_widths(tmp_path, monkeypatch, bits, array):
    # Constants, and buffers between the column sums and what reads them.
    text = f"""
#all = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @main(%x: tensor<6x5x{array}>) -> (tensor<5x{array}>, tensor<6x5x{array}>) {{
  %0 = arith.trunci %x : tensor<6x5x{array}> to tensor<6x5xi{bits}>
  %start = arith.constant dense<[1, 2, 3, -4, 5]> : tensor<5xi{bits}>
  %1 = linalg.generic {{indexing_maps = [#all, #column],
      iterator_types = ["reduction", "parallel"]}}
      ins(%0 : tensor<6x5xi{bits}>) outs(%start : tensor<5xi{bits}>) {{
  ^bb0(%a: i{bits}, %sum: i{bits}):
    %s = arith.addi %a, %sum : i{bits}
    linalg.yield %s : i{bits}
  }} -> tensor<5xi{bits}>
  %2 = arith.extsi %1 : tensor<5xi{bits}> to tensor<5x{array}>
  %3 = arith.extui %0 : tensor<6x5xi{bits}> to tensor<6x5x{array}>
  return %2, %3 : tensor<5x{array}>, tensor<6x5x{array}>
}}"""
    x = RNG.integers(-9, 9, (6, 5))
    sums, low = load_emulated(tmp_path, monkeypatch, text)(
        x.astype(array.replace("i", "int"))
    )
    half = 2 ** (bits - 1)
    wanted = (x.sum(0) + [1, 2, 3, -4, 5] + half) % (2 * half) - half
    np.testing.assert_array_equal(sums, wanted)
    np.testing.assert_array_equal(low, x % (2 * half))


@pytest.mark.parametrize("kind,width", [("i1", 1), ("i4", 1), ("index", 8)])
def test_constants_in_resources(tmp_path, monkeypatch, kind, width):
    want = np.array([1, 0, 1, 1, 0, 0, 1])
    data = want.astype(f"int{8 * width}").tobytes().hex()
    widen = "index_castui" if kind == "index" else "extui"
    text = f"""
func.func @main(%x: tensor<7xi64>) -> tensor<7xi64> {{
  %0 = arith.constant dense_resource<w> : tensor<7x{kind}>
  %1 = arith.{widen} %0 : tensor<7x{kind}> to tensor<7xi64>
  %2 = arith.addi %x, %1 : tensor<7xi64>
  return %2 : tensor<7xi64>
}}
{{-# dialect_resources: {{ builtin: {{ w: "0x0{width}000000{data}" }} }} #-}}"""
    model = load_emulated(tmp_path, monkeypatch, text)
    np.testing.assert_array_equal(model(np.full(7, 5, np.int64)), want + 5)


@pytest.mark.parametrize("bits", [32, 40, 64])
@pytest.mark.parametrize("name", ["sitofp", "uitofp"])
def test_integers_are_rounded_once_to_bf16(tmp_path, monkeypatch, name, bits):
    # Next to ties of bf16, which f32 cannot tell from them.
    x = [33685505, -33685505] if name == "sitofp" else [33685505]
    for top in range(8, min(bits - 1, 52)):
        tie = (1 << top) + (1 << top - 8)
        x += [tie - 1, tie, tie + 1]
    narrow = "" if bits == 64 else (
        f"%n = arith.trunci %x : tensor<{len(x)}xi64> to tensor<{len(x)}xi{bits}>")
    text = f"""
func.func @main(%x: tensor<{len(x)}xi64>) -> tensor<{len(x)}xbf16> {{
  {narrow}
  %0 = arith.{name} {"%n" if narrow else "%x"} : tensor<{len(x)}xi{bits}> to tensor<{len(x)}xbf16>
  return %0 : tensor<{len(x)}xbf16>
}}"""
    model = load_emulated(tmp_path, monkeypatch, text)
    result = np.asarray(model(np.array(x))).view(np.uint16)
    # Exact in f64, and rounded once.
    wanted = mlir_amp._runtime._round_to_bf16(np.array(x, np.float64))
    np.testing.assert_array_equal(result, wanted)


@pytest.mark.parametrize("kind", ["index", "i128"])
def test_sums_along_rows(tmp_path, monkeypatch, kind):
    # Threads exchange their parts of a row's sum in words.
    cast = "arith.index_cast %x : i64 to index"
    back = "arith.index_cast %s : index to i64"
    if kind == "i128":
        cast = "arith.extsi %x : i64 to i128"
        back = "arith.shrsi %s, %sixty : i128\n    %b = arith.trunci %h : i128 to i64"
    shift = "%k = arith.shli %w, %sixty : i128" if kind == "i128" else ""
    text = f"""
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#id = affine_map<(i) -> (i)>
func.func @main(%a: tensor<4x70xi64>) -> tensor<4xi64> {{
  %zero = arith.constant 0 : {kind}
  %sixty = arith.constant 60 : {kind}
  %empty = tensor.empty() : tensor<4x{kind}>
  %init = linalg.fill ins(%zero : {kind}) outs(%empty : tensor<4x{kind}>)
      -> tensor<4x{kind}>
  %sums = linalg.generic {{indexing_maps = [#all, #row],
      iterator_types = ["parallel", "reduction"]}}
      ins(%a : tensor<4x70xi64>) outs(%init : tensor<4x{kind}>) {{
  ^bb0(%x: i64, %sum: {kind}):
    %w = {cast}
    {shift}
    %s = arith.addi {"%k" if shift else "%w"}, %sum : {kind}
    linalg.yield %s : {kind}
  }} -> tensor<4x{kind}>
  %out = tensor.empty() : tensor<4xi64>
  %0 = linalg.generic {{indexing_maps = [#id, #id], iterator_types = ["parallel"]}}
      ins(%sums : tensor<4x{kind}>) outs(%out : tensor<4xi64>) {{
  ^bb0(%s: {kind}, %unused: i64):
    {"%h" if shift else "%b"} = {back}
    linalg.yield %b : i64
  }} -> tensor<4xi64>
  return %0 : tensor<4xi64>
}}"""
    a = RNG.integers(-9, 9, (4, 70))
    result = load_emulated(tmp_path, monkeypatch, text)(a)
    np.testing.assert_array_equal(result, a.sum(1))


def unary(op, kind, result):
    return f"""
func.func @main(%x: tensor<6x{kind}>) -> tensor<6x{result}> {{
  %0 = math.{op} %x : tensor<6x{kind}>
  return %0 : tensor<6x{result}>
}}"""


@pytest.mark.parametrize("op", ["isnan", "isinf", "isfinite"])
@pytest.mark.parametrize("kind", ["f32", "f64"])
def test_tests_of_floats(tmp_path, monkeypatch, op, kind):
    x = np.array([0, -1, np.inf, -np.inf, np.nan, 3], kind.replace("f", "float"))
    result = load_emulated(tmp_path, monkeypatch, unary(op, kind, "i1"))(x)
    np.testing.assert_array_equal(result, getattr(np, op)(x))


def test_magnitudes_of_integers(tmp_path, monkeypatch):
    x = np.array([0, -1, 7, -2147483647, 5, -6], np.int32)
    result = load_emulated(tmp_path, monkeypatch, unary("absi", "i32", "i32"))(x)
    np.testing.assert_array_equal(result, abs(x))


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_remainders(tmp_path, monkeypatch, kind):
    of = f"tensor<24xf{kind[5:]}>"
    text = f"""
func.func @main(%x: {of}, %y: {of}) -> {of} {{
  %0 = arith.remf %x, %y : {of}
  return %0 : {of}
}}"""
    x, y = (RNG.standard_normal(24).astype(kind) * scale for scale in (40, 3))
    x, y = x.astype(kind), y.astype(kind)
    result = load_emulated(tmp_path, monkeypatch, text)(x, y)
    np.testing.assert_array_equal(result, np.fmod(x, y))


def test_a_gather_read_backwards_too(tmp_path, monkeypatch):
    # Fusion computes the index of what is read from the other end.
    text = """
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<48x24xf32>, %k: tensor<8xi32>) -> tensor<48x8xf32> {
  %empty = tensor.empty() : tensor<48x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%k : tensor<8xi32>) outs(%empty : tensor<48x8xf32>) {
  ^bb0(%in: i32, %out: f32):
    %row = linalg.index 0 : index
    %column = arith.index_cast %in : i32 to index
    %e = tensor.extract %x[%row, %column] : tensor<48x24xf32>
    linalg.yield %e : f32
  } -> tensor<48x8xf32>
  %1 = linalg.generic {
      indexing_maps = [#id, affine_map<(i, j) -> (-i + 47, j)>, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%0, %0 : tensor<48x8xf32>, tensor<48x8xf32>)
      outs(%empty : tensor<48x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<48x8xf32>
  return %1 : tensor<48x8xf32>
}"""
    x = RNG.standard_normal((48, 24)).astype(np.float32)
    k = RNG.integers(0, 24, 8).astype(np.int32)
    result = load_emulated(tmp_path, monkeypatch, text)(x, k)
    np.testing.assert_array_equal(result, x[:, k] - x[::-1, k])


def test_slices_with_steps_that_a_run_chooses(tmp_path, monkeypatch):
    text = """
func.func @main(%x: tensor<12x5xf32>, %y: tensor<4x5xf32>, %n: tensor<i32>)
    -> (tensor<4x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) {
  %i = tensor.extract %n[] : tensor<i32>
  %s = arith.index_cast %i : i32 to index
  %0 = tensor.extract_slice %x[%s, 0] [4, 5] [%s, 1]
         : tensor<12x5xf32> to tensor<4x5xf32>
  %1 = tensor.insert_slice %y into %x[1, 0] [4, 5] [%s, 1]
         : tensor<4x5xf32> into tensor<12x5xf32>
  %2 = tensor.insert_slice %y into %x[8, 0] [4, 5] [-2, 1]
         : tensor<4x5xf32> into tensor<12x5xf32>
  return %0, %1, %2 : tensor<4x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>
}"""
    model = load_emulated(tmp_path, monkeypatch, text)
    x, y = (RNG.standard_normal((n, 5)).astype(np.float32) for n in (12, 4))
    for step in (1, 2):
        taken, put, backwards = model(x, y, np.array(step, np.int32))
        np.testing.assert_array_equal(taken, x[step :: step][:4])
        want = x.copy()
        want[1 : 1 + 4 * step : step] = y
        np.testing.assert_array_equal(put, want)
        want = x.copy()
        want[8:0:-2] = y
        np.testing.assert_array_equal(backwards, want)


def test_rescaled_integers_and_divisions_on_the_host(tmp_path, monkeypatch):
    text = """
func.func @main(%x: tensor<12xi32>, %n: tensor<i32>) -> (tensor<12xi8>, tensor<4xi32>) {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<32> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zi = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zo = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %s, %zi, %zo {scale32 = true, rounding_mode = SINGLE_ROUND,
         per_channel = false, input_unsigned = false, output_unsigned = false}
         : (tensor<12xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>)
         -> tensor<12xi8>
  %i = tensor.extract %n[] : tensor<i32>
  %two = arith.constant 17 : i32
  %q = arith.divsi %two, %i : i32
  %at = arith.index_cast %q : i32 to index
  %1 = tensor.extract_slice %x[%at] [4] [1] : tensor<12xi32> to tensor<4xi32>
  return %0, %1 : tensor<12xi8>, tensor<4xi32>
}"""
    x = RNG.integers(-400, 400, 12).astype(np.int32)
    scaled, part = load_emulated(tmp_path, monkeypatch, text)(x, np.array(4, np.int32))
    np.testing.assert_array_equal(scaled, np.clip(np.floor(x / 4 + 0.5) + 3, -128, 127))
    np.testing.assert_array_equal(part, x[4:8])


def test_models_on_several_threads(tmp_path, monkeypatch):
    models = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        models.append(
            load_emulated(tmp_path / name, monkeypatch, unary("exp", "f32", "f32"))
        )
    x = np.linspace(-2, 2, 6, dtype=np.float32)
    wanted = np.asarray(models[0](x))
    wrong = []

    def call(model):
        for _ in range(20):
            if not np.array_equal(model(x), wanted):
                wrong.append(model)

    threads = [threading.Thread(target=call, args=(model,)) for model in models * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_clamps_between_their_bounds(tmp_path, monkeypatch):
    text = """
func.func @main(%x: tensor<12xf32>) -> tensor<12xf32> {
  %low = arith.constant dense<-0.5> : tensor<12xf32>
  %high = arith.constant dense<0.25> : tensor<12xf32>
  %0 = math.clampf %x to [%low, %high] : tensor<12xf32>
  return %0 : tensor<12xf32>
}"""
    x = np.linspace(-1, 1, 12, dtype=np.float32)
    got = load_emulated(tmp_path, monkeypatch, text)(x)
    np.testing.assert_array_equal(got, np.clip(x, np.float32(-0.5), np.float32(0.25)))


def every_exponent():
    """Numbers of f32 among all bits, NaNs and infinities too, and where functions bend."""
    bits = np.concatenate([np.arange(0, 1 << 32, 65521), [0x80000000, 0x7F800000, 0xFF800000]])
    return np.concatenate(
        [bits.astype(np.uint32).view(np.float32), np.linspace(-12, 12, 30001, dtype=np.float32)]
    )


def get_ulp(wanted):
    """Of f32, around f64 numbers."""
    return np.exp2(np.maximum(np.frexp(wanted)[1] - 24.0, -149))


def widen(x):
    # Signalling NaNs among all bits.
    with np.errstate(invalid="ignore"):
        return x.astype(np.float64)


def run_elementwise(tmp_path, monkeypatch, x, body, constants=()):
    of = f"tensor<{len(x)}xf32>"
    lines = [f"%{name} = arith.constant dense<{value!r}> : {of}" for name, value in constants]
    text = "\n".join([f"func.func @main(%x: {of}) -> {of} {{", *lines, body.replace("f32", of)])
    model = load_emulated(tmp_path, monkeypatch, text + f"\n  return %y : {of}\n}}")
    return widen(np.asarray(model(x)))


def test_tanh_by_itself(tmp_path, monkeypatch):
    x = every_exponent()
    got = run_elementwise(tmp_path, monkeypatch, x, "%y = math.tanh %x : f32")
    wanted = np.tanh(widen(x))
    number = ~np.isnan(x)
    np.testing.assert_array_equal(np.isnan(got), ~number)
    got, wanted, x = got[number], wanted[number], x[number]
    np.testing.assert_array_equal(np.signbit(got), np.signbit(x))
    assert abs(got).max() == 1
    # ExpandActivations.cpp: 1.7 over all inputs.
    assert (abs(got - wanted) / get_ulp(wanted)).max() < 1.75
    # x itself, subnormal numbers too.
    small = abs(x) < 1e-4
    np.testing.assert_array_equal(got[small], x[small])


ONE = (("one", 1.0),)
ERFC = np.vectorize(math.erfc, otypes=[np.float64])


@pytest.mark.parametrize(
    "op,function",
    [
        ("tanh", lambda x: 2 / (1 + np.exp(-2 * x))),
        ("erf", lambda x: ERFC(-x)),
    ],
)
def test_one_more_than_tanh_and_erf(tmp_path, monkeypatch, op, function):
    x = every_exponent()
    body = f"%t = math.{op} %x : f32\n%y = arith.addf %t, %one : f32"
    got = run_elementwise(tmp_path, monkeypatch, x, body, ONE)
    with np.errstate(over="ignore"):
        wanted = function(widen(x))
    np.testing.assert_array_equal(np.isnan(got), np.isnan(x))
    number = ~np.isnan(x)
    got, wanted, x = got[number], wanted[number], x[number]
    assert got.min() == 0 and got.max() == 2
    np.testing.assert_array_equal(got[x == 0], 1)
    # ExpandActivations.cpp: 2.0 and 1.3 from 0.5 on, below 1.3 times 2^-24.
    error = abs(got - wanted)
    assert (error / get_ulp(wanted))[wanted >= 0.5].max() < 2.1
    assert error[wanted < 0.5].max() < 1.31 * 2.0**-24
    if op == "tanh":
        # As written the sum would be 0 here.
        far = (x < -10) & (x > -40)
        assert (error[far] / wanted[far]).max() < 2.0**-17


def test_sigmoids(tmp_path, monkeypatch):
    x = every_exponent()
    body = """%n = arith.negf %x : f32
  %e = math.exp %n : f32
  %s = arith.addf %e, %one : f32
  %y = arith.divf %one, %s : f32"""
    got = run_elementwise(tmp_path, monkeypatch, x, body, ONE)
    with np.errstate(over="ignore"):
        wanted = 1 / (1 + np.exp(-widen(x)))
    np.testing.assert_array_equal(np.isnan(got), np.isnan(x))
    number = ~np.isnan(x)
    got, wanted, x = got[number], wanted[number], x[number]
    assert got.min() == 0 and got.max() == 1
    # An exp beyond f32 is infinite, and 0 its reciprocal; up to there, 2.2.
    finite = x > -88.7
    assert (abs(got - wanted) / get_ulp(wanted))[finite].max() < 2.2
    assert 0 < got[finite].min() < 2.0**-126


@pytest.mark.parametrize("divisor", [1.4142135, -3.0, 768.0, 0.1, 8.0])
def test_divisions_by_constants(tmp_path, monkeypatch, divisor):
    x = every_exponent()
    constants = (("c", float(np.float32(divisor))),)
    body = "%y = arith.divf %x, %c : f32"
    got = run_elementwise(tmp_path, monkeypatch, x, body, constants)
    with np.errstate(over="ignore", invalid="ignore"):
        wanted = x / np.float32(divisor)
    np.testing.assert_array_equal(np.isnan(got), np.isnan(x))
    number = ~np.isnan(x)
    got, wanted = got[number], wanted[number]
    np.testing.assert_array_equal(np.signbit(got), np.signbit(wanted))
    # One in four million may be rounded to the other side; none of these is.
    normal = abs(wanted) > 2.0**-100
    np.testing.assert_array_equal(got[normal], wanted[normal])
    np.testing.assert_allclose(got[~normal], wanted[~normal], rtol=2.0**-23, atol=2.0**-149)
