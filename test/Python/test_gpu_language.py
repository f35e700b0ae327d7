# ===- test_gpu_language.py - What language models ask, on the emulated GPU -===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Boolean masks and gathers behind products, states of scans that are read and kept,
assertions in kernels and of the host, functions of integers and doubles: against numpy."""

import mlir_amp
import numpy as np
import pytest
from gpu_emulator import load_emulated, needs_emulator

pytestmark = needs_emulator
RNG = np.random.default_rng(3)

PRODUCT = """
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x16xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x16xf32>) -> tensor<32x16xf32>
  %p = linalg.matmul ins(%a, %b : tensor<32x24xf32>, tensor<24x16xf32>)
         outs(%i : tensor<32x16xf32>) -> tensor<32x16xf32>"""
COLUMNS = """linalg.generic {
    indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>,
                     affine_map<(m, n) -> (m, n)>],
    iterator_types = ["parallel", "parallel"]}"""


def run(tmp_path, monkeypatch, text, *inputs):
    return load_emulated(tmp_path, monkeypatch, text)(*inputs)


def product():
    return [RNG.standard_normal(s).astype(np.float32) for s in ((32, 24), (24, 16))]


def test_boolean_mask_behind_a_product(tmp_path, monkeypatch):
    """An i1 is a byte in memory, also where two are read at once."""
    text = f"""
func.func @main(%a: tensor<32x24xf32>, %b: tensor<24x16xf32>, %mask: tensor<16xi1>)
    -> tensor<32x16xf32> {{{PRODUCT}
  %low = arith.constant -9.0 : f32
  %0 = {COLUMNS} ins(%p, %mask : tensor<32x16xf32>, tensor<16xi1>)
       outs(%e : tensor<32x16xf32>) {{
  ^bb0(%x: f32, %m: i1, %o: f32):
    %s = arith.select %m, %low, %x : f32
    linalg.yield %s : f32
  }} -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}}"""
    a, b = product()
    mask = RNG.integers(0, 2, 16).astype(bool)
    found = run(tmp_path, monkeypatch, text, a, b, mask)
    np.testing.assert_allclose(found, np.where(mask, -9, a @ b), rtol=1e-4, atol=1e-5)


def test_gathered_bias_behind_a_product(tmp_path, monkeypatch):
    """Biases by bucket, as relative positions have them."""
    text = f"""
func.func @main(%a: tensor<32x24xf32>, %b: tensor<24x16xf32>, %at: tensor<16xi64>,
                %table: tensor<5xf32>) -> tensor<32x16xf32> {{{PRODUCT}
  %0 = {COLUMNS} ins(%p, %at : tensor<32x16xf32>, tensor<16xi64>)
       outs(%e : tensor<32x16xf32>) {{
  ^bb0(%x: f32, %place: i64, %o: f32):
    %size = math.absi %place : i64
    %j = arith.index_cast %size : i64 to index
    %bias = tensor.extract %table[%j] : tensor<5xf32>
    %s = arith.addf %x, %bias : f32
    linalg.yield %s : f32
  }} -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}}"""
    a, b = product()
    at, table = RNG.integers(-4, 5, 16), RNG.standard_normal(5).astype(np.float32)
    found = run(tmp_path, monkeypatch, text, a, b, at, table)
    np.testing.assert_allclose(found, a @ b + table[abs(at)], rtol=1e-4, atol=1e-5)


def test_state_that_is_read_and_kept(tmp_path, monkeypatch):
    """A step of a scan: its state is a result, and so is a product of it with one
    vector, which no tile of a product shares."""
    text = """
#full = affine_map<(b, d, n) -> (b, d, n)>
func.func @main(%x: tensor<2x32x8xf32>, %y: tensor<2x32x8xf32>, %c: tensor<2x8xf32>)
    -> (tensor<2x32x8xf32>, tensor<2x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x32x8xf32>
  %f = tensor.empty() : tensor<2x32xf32>
  %i = linalg.fill ins(%zero : f32) outs(%f : tensor<2x32xf32>) -> tensor<2x32xf32>
  %0 = linalg.generic {indexing_maps = [#full, #full, #full],
         iterator_types = ["parallel", "parallel", "parallel"]}
         ins(%x, %y : tensor<2x32x8xf32>, tensor<2x32x8xf32>)
         outs(%e : tensor<2x32x8xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  } -> tensor<2x32x8xf32>
  %1 = linalg.generic {
         indexing_maps = [#full, affine_map<(b, d, n) -> (b, n)>, affine_map<(b, d, n) -> (b, d)>],
         iterator_types = ["parallel", "parallel", "reduction"]}
         ins(%0, %c : tensor<2x32x8xf32>, tensor<2x8xf32>) outs(%i : tensor<2x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %p = arith.mulf %l, %r : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x32xf32>
  return %0, %1 : tensor<2x32x8xf32>, tensor<2x32xf32>
}"""
    x, y, c = (
        RNG.standard_normal(s).astype(np.float32) for s in ((2, 32, 8), (2, 32, 8), (2, 8))
    )
    state, read = run(tmp_path, monkeypatch, text, x, y, c)
    np.testing.assert_allclose(state, x + y, rtol=1e-6)
    np.testing.assert_allclose(read, np.einsum("bdn,bn->bd", x + y, c), rtol=1e-4, atol=1e-5)


def test_assertions_of_the_host(tmp_path, monkeypatch):
    """One that does not hold ends the run, and what comes behind it in a loop; the
    next run is a new one."""
    text = """
func.func @main(%x: tensor<4xf32>, %n: tensor<index>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %to = tensor.extract %n[] : tensor<index>
  %r = scf.for %i = %c0 to %to step %c1 iter_args(%h = %x) -> tensor<4xf32> {
    %few = arith.cmpi ult, %i, %c3 : index
    cf.assert %few, "more than three rounds"
    %0 = arith.addf %h, %h : tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  %s = tensor.extract_slice %r[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %first = tensor.extract %s[%c0] : tensor<1xf32>
  %big = arith.constant 100.0 : f32
  %fits = arith.cmpf olt, %first, %big : f32
  cf.assert %fits, "a large result"
  return %r : tensor<4xf32>
}"""
    model = load_emulated(tmp_path, monkeypatch, text)
    x = np.arange(1, 5, dtype=np.float32)
    for _ in range(2):
        np.testing.assert_array_equal(model(x, np.array(3)), 8 * x)
        with pytest.raises(mlir_amp.ModelError, match="^more than three rounds$"):
            model(x, np.array(5))
        with pytest.raises(mlir_amp.ModelError, match="^a large result$"):
            model(x * 13, np.array(3))


def test_assertion_on_which_nothing_hangs(tmp_path, monkeypatch):
    text = """
#id = affine_map<(i) -> (i)>
func.func @main(%at: tensor<32xi64>) -> tensor<f32> {
  %limit = arith.constant 8.0 : f32
  %zero = arith.constant dense<0.5> : tensor<f32>
  %e = tensor.empty() : tensor<32xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
         ins(%at : tensor<32xi64>) outs(%e : tensor<32xf32>) {
  ^bb0(%in: i64, %o: f32):
    %wide = arith.sitofp %in : i64 to f64
    %floor = math.floor %wide : f64
    %r = arith.truncf %floor : f64 to f32
    %l = math.log10 %r : f32
    linalg.yield %l : f32
  } -> tensor<32xf32>
  %dead = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
         ins(%1 : tensor<32xf32>) outs(%e : tensor<32xf32>) {
  ^bb0(%in: f32, %o: f32):
    %fits = arith.cmpf olt, %in, %limit : f32
    cf.assert %fits, "out of range"
    linalg.yield %in : f32
  } -> tensor<32xf32>
  %2 = linalg.generic {indexing_maps = [#id, affine_map<(i) -> ()>],
         iterator_types = ["reduction"]} ins(%1 : tensor<32xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%in: f32, %o: f32):
    %s = arith.addf %in, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %2 : tensor<f32>
}"""
    at = RNG.integers(1, 8, 32)
    found = run(tmp_path, monkeypatch, text, at)
    np.testing.assert_allclose(found, np.log10(at).sum() + 0.5, rtol=1e-5)
