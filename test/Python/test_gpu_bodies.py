# ===- test_gpu_bodies.py - What bodies of products do, on the emulated GPU -===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Casts in the body of a product, and products of integers with floats, on the
emulated GPU: against numpy, which does the same casts."""

import numpy as np
import pytest
from gpu_emulator import load_emulated, needs_emulator

pytestmark = needs_emulator
RNG = np.random.default_rng(11)
M, N, K = 24, 20, 36

SOURCE = """
func.func @main(%a: tensor<{M}x{K}x{left}>, %b: tensor<{K}x{N}x{right}>)
    -> tensor<{M}x{N}x{out}> {{
  %z = arith.constant {zero} : {out}
  %e = tensor.empty() : tensor<{M}x{N}x{out}>
  %i = linalg.fill ins(%z : {out}) outs(%e : tensor<{M}x{N}x{out}>)
      -> tensor<{M}x{N}x{out}>
  %0 = {op} ins(%a, %b : tensor<{M}x{K}x{left}>, tensor<{K}x{N}x{right}>)
      outs(%i : tensor<{M}x{N}x{out}>) {body} -> tensor<{M}x{N}x{out}>
  return %0 : tensor<{M}x{N}x{out}>
}}"""

GENERIC = """linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}"""

TYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
TYPES |= {"i1": np.bool_, "i8": np.int8, "i32": np.int32, "i64": np.int64}


def make(left, right, out, lines=None, start="0"):
    """A product as `linalg.matmul`, or with the lines of a body."""
    body = ""
    if lines is not None:
        body = f"{{ ^bb0(%x: {left}, %y: {right}, %o: {out}):\n{lines}\n"
        body += f"linalg.yield %s : {out} }}"
    return SOURCE.format(
        M=M, N=N, K=K, left=left, right=right, out=out, body=body,
        zero="0.0" if out[0] == "f" else start,
        op="linalg.matmul" if lines is None else GENERIC,
    )  # fmt: skip


def values(shape, kind):
    """Eighths, so that sums of products are exact in f32; whole where integers."""
    eighths = RNG.integers(-24, 25, shape)
    if kind == "i1":
        return eighths > 0
    return (eighths / 8 if kind[0] == "f" else eighths).astype(TYPES[kind])


def run(tmp_path, monkeypatch, left, right, out, lines=None, spread=1.0):
    a, b = values((M, K), left), values((K, N), right)
    if spread != 1.0:
        a = (a * spread).astype(a.dtype)
    model = load_emulated(tmp_path, monkeypatch, make(left, right, out, lines))
    return a, b, np.asarray(model(a, b))


@pytest.mark.parametrize(
    "left,right,out",
    [
        ("f32", "i8", "f32"),
        ("i8", "f32", "f32"),
        ("f16", "i8", "f32"),
        ("f32", "i8", "f16"),
        ("i64", "f64", "f64"),
        ("i1", "f32", "f32"),
        ("i1", "f16", "f32"),
        ("i8", "i8", "i32"),
        ("i8", "i8", "f32"),
    ],
)
def test_types(tmp_path, monkeypatch, left, right, out):
    a, b, result = run(tmp_path, monkeypatch, left, right, out)
    # linalg.matmul takes a bit for a signed number.
    wide = [-x.astype(float) if x.dtype == bool else x.astype(float) for x in (a, b)]
    np.testing.assert_array_equal(result, (wide[0] @ wide[1]).astype(TYPES[out]))


@pytest.mark.parametrize("op,sign", [("sitofp", -1), ("uitofp", 1)])
def test_bits(tmp_path, monkeypatch, op, sign):
    lines = f"""%f = arith.{op} %x : i1 to f32
    %p = arith.mulf %f, %y : f32
    %s = arith.addf %o, %p : f32"""
    a, b, result = run(tmp_path, monkeypatch, "i1", "f32", "f32", lines)
    np.testing.assert_array_equal(result, sign * a.astype(float) @ b)


def test_counts_of_bits(tmp_path, monkeypatch):
    lines = """%f = arith.extui %x : i1 to i32
    %g = arith.extui %y : i1 to i32
    %p = arith.muli %f, %g : i32
    %s = arith.addi %o, %p : i32"""
    a, b, result = run(tmp_path, monkeypatch, "i1", "i1", "i32", lines)
    np.testing.assert_array_equal(result, a.astype(int) @ b.astype(int))


def test_operand_is_cut_to_whole_numbers(tmp_path, monkeypatch):
    lines = """%w = arith.fptosi %x : f32 to i32
    %f = arith.sitofp %w : i32 to f32
    %p = arith.mulf %f, %y : f32
    %s = arith.addf %o, %p : f32"""
    a, b, result = run(tmp_path, monkeypatch, "f32", "f32", "f32", lines)
    np.testing.assert_array_equal(result, np.trunc(a.astype(float)) @ b)


def test_operand_is_other_bits(tmp_path, monkeypatch):
    lines = """%f = arith.bitcast %x : i32 to f32
    %p = arith.mulf %f, %y : f32
    %s = arith.addf %o, %p : f32"""
    bits = values((M, K), "f32")
    b = values((K, N), "f32")
    model = load_emulated(tmp_path, monkeypatch, make("i32", "f32", "f32", lines))
    result = np.asarray(model(bits.view(np.int32), b))
    np.testing.assert_array_equal(result, bits.astype(float) @ b)


def test_operand_is_rounded_twice(tmp_path, monkeypatch):
    """1 + 2^-8 + 2^-11 is 1 + 2^-7 in bf16 and then so in f16, which by itself
    would take it for 1 + 2^-8."""
    lines = """%0 = arith.truncf %x : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.truncf %1 : f32 to f16
    %3 = arith.extf %2 : f16 to f32
    %p = arith.mulf %3, %y : f32
    %s = arith.addf %o, %p : f32"""
    a = np.full((M, K), 1 + 2**-8 + 2**-11, np.float32)
    b = values((K, N), "f32")
    model = load_emulated(tmp_path, monkeypatch, make("f32", "f32", "f32", lines))
    wanted = np.full((M, K), 1 + 2**-7) @ b
    np.testing.assert_array_equal(np.asarray(model(a, b)), wanted)


def test_product_is_cut_to_whole_numbers(tmp_path, monkeypatch):
    lines = """%p = arith.mulf %x, %y : f32
    %w = arith.fptosi %p : f32 to i32
    %f = arith.sitofp %w : i32 to f32
    %s = arith.addf %o, %f : f32"""
    a, b, result = run(tmp_path, monkeypatch, "f32", "f32", "f32", lines)
    terms = a.astype(float)[:, :, None] * b[None]
    np.testing.assert_array_equal(result, np.trunc(terms).sum(1))


def test_product_is_rounded(tmp_path, monkeypatch):
    lines = """%p = arith.mulf %x, %y : f32
    %r = arith.truncf %p : f32 to f16
    %f = arith.extf %r : f16 to f32
    %s = arith.addf %o, %f : f32"""
    spread = 1 + 2**-9
    a, b, result = run(tmp_path, monkeypatch, "f32", "f32", "f32", lines, spread)
    terms = (a[:, :, None] * b[None]).astype(np.float16)
    assert (terms.astype(np.float32) != a[:, :, None] * b[None]).any()
    np.testing.assert_array_equal(result, terms.astype(float).sum(1))


def test_product_is_wider_than_its_sum(tmp_path, monkeypatch):
    """Operands of f64 are not rounded before they are multiplied."""
    lines = """%p = arith.mulf %x, %y : f64
    %r = arith.truncf %p : f64 to f32
    %s = arith.addf %o, %r : f32"""
    a, b = np.zeros((M, K)), np.ones((K, N))
    a[:, 5] = b[5] = 1 + 2.0**-25  # 1 in f32; its square is above 1 + 2^-24.
    model = load_emulated(tmp_path, monkeypatch, make("f64", "f64", "f32", lines))
    wanted = np.full((M, N), 1 + 2.0**-23)
    np.testing.assert_array_equal(np.asarray(model(a, b)), wanted)


def test_sum_is_cut_to_whole_numbers(tmp_path, monkeypatch):
    lines = """%p = arith.mulf %x, %y : f32
    %w = arith.fptosi %o : f32 to i32
    %f = arith.sitofp %w : i32 to f32
    %s = arith.addf %f, %p : f32"""
    a, b, result = run(tmp_path, monkeypatch, "f32", "f32", "f32", lines)
    wanted = np.zeros((M, N))
    for k in range(K):
        wanted = np.trunc(wanted) + a[:, k, None].astype(float) * b[k]
    np.testing.assert_array_equal(result, wanted)


def test_sum_of_integers_wraps_at_each_step(tmp_path, monkeypatch):
    lines = """%f = arith.extsi %x : i8 to i32
    %g = arith.extsi %y : i8 to i32
    %p = arith.muli %f, %g : i32
    %t = arith.addi %o, %p : i32
    %n = arith.trunci %t : i32 to i8
    %s = arith.extsi %n : i8 to i32"""
    a, b = values((M, K), "i8"), values((K, N), "i8")
    text = make("i8", "i8", "i32", lines, start="1000")
    result = np.asarray(load_emulated(tmp_path, monkeypatch, text)(a, b))
    wanted = (1000 + a.astype(int) @ b.astype(int)).astype(np.int8)
    np.testing.assert_array_equal(result, wanted)


def test_sum_is_wider_than_what_is_stored(tmp_path, monkeypatch):
    """Sums of f64 that are stored in f32 at each step are rounded to f32."""
    lines = """%0 = arith.extf %x : f32 to f64
    %1 = arith.extf %y : f32 to f64
    %2 = arith.extf %o : f32 to f64
    %p = arith.mulf %0, %1 : f64
    %t = arith.addf %2, %p : f64
    %s = arith.truncf %t : f64 to f32"""
    a, b, result = run(tmp_path, monkeypatch, "f32", "f32", "f32", lines)
    np.testing.assert_array_equal(result, a.astype(float) @ b)


@pytest.mark.parametrize("source", ["argument", "product", "spread"])
def test_what_is_stored_rounded_is_read_rounded(tmp_path, monkeypatch, source):
    # The kernel that stores it computed with the number before the rounding.
    full = "tensor<64x64xf32>"
    text = f"""
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%argument: {full})
    -> (tensor<64x64xf16>, {full}, tensor<64xf32>) {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {full}
  %i = linalg.fill ins(%zero : f32) outs(%e : {full}) -> {full}
  %e1 = tensor.empty() : tensor<64xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %product = linalg.matmul ins(%argument, %argument : {full}, {full})
      outs(%i : {full}) -> {full}
  %part = tensor.extract_slice %argument[0, 0] [64, 1] [1, 1]
      : {full} to tensor<64xf32>
  %spread = linalg.broadcast ins(%part : tensor<64xf32>) outs(%e : {full})
      dimensions = [1]
  %low = arith.truncf %{source} fastmath<contract> : {full} to tensor<64x64xf16>
  %twice = linalg.generic {{indexing_maps = [#all, #all],
      iterator_types = ["parallel", "parallel"]}}
      ins(%low : tensor<64x64xf16>) outs(%e : {full}) {{
  ^bb0(%x: f16, %o: f32):
    %h = arith.extf %x fastmath<contract> : f16 to f32
    %s = arith.addf %h, %h : f32
    linalg.yield %s : f32
  }} -> {full}
  %sums = linalg.generic {{indexing_maps = [#all, #row],
      iterator_types = ["parallel", "reduction"]}}
      ins(%low : tensor<64x64xf16>) outs(%i1 : tensor<64xf32>) {{
  ^bb0(%x: f16, %o: f32):
    %h = arith.extf %x fastmath<contract> : f16 to f32
    %s = arith.addf %h, %o : f32
    linalg.yield %s : f32
  }} -> tensor<64xf32>
  return %low, %twice, %sums : tensor<64x64xf16>, {full}, tensor<64xf32>
}}"""
    array = RNG.uniform(1, 2, (64, 64)).astype(np.float32)
    low, twice, sums = load_emulated(tmp_path, monkeypatch, text)(array)
    exact = low.astype(np.float32)
    assert source != "argument" or np.any(exact != array)
    np.testing.assert_array_equal(twice, 2 * exact)
    np.testing.assert_allclose(sums, exact.sum(1), rtol=1e-6)
