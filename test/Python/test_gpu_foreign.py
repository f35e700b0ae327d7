# ===- test_gpu_foreign.py - What other projects' modules ask of the GPU ----===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Results that are written in orders of their own, on the emulated GPU: against
numpy."""

import os

import numpy as np
import pytest
from gpu_emulator import ROOT, load_emulated, needs_emulator

pytestmark = needs_emulator
RNG = np.random.default_rng(5)

ORDERS = """
func.func @main(%x: tensor<12x20xf32>, %y: tensor<20x32xf32>)
    -> (tensor<32x12xf32>, tensor<12x20xf32>, tensor<20x12xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x12xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<32x12xf32>) -> tensor<32x12xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
      affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, i)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<12x20xf32>, tensor<20x32xf32>) outs(%f : tensor<32x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<32x12xf32>
  %e3 = tensor.empty() : tensor<12x20xf32>
  %e4 = tensor.empty() : tensor<20x12xf32>
  %3:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<12x20xf32>) outs(%e3, %e4 : tensor<12x20xf32>, tensor<20x12xf32>) {
  ^bb0(%a: f32, %o: f32, %q: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %s = arith.addf %a, %k : f32
    %t = arith.mulf %s, %s : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<12x20xf32>, tensor<20x12xf32>)
  return %1, %3#0, %3#1 : tensor<32x12xf32>, tensor<12x20xf32>, tensor<20x12xf32>
}"""

SOFTMAX = """
#full = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<33x70xf32>) -> tensor<33x70xf32> {
  %zero = arith.constant 0.0 : f32
  %some = tensor.empty() : tensor<33x70xf32>
  %empty = tensor.empty() : tensor<33xf32>
  %sums = linalg.fill ins(%zero : f32) outs(%empty : tensor<33xf32>) -> tensor<33xf32>
  %0:2 = linalg.generic {indexing_maps = [#full, #full, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<33x70xf32>) outs(%some, %sums : tensor<33x70xf32>, tensor<33xf32>) {
  ^bb0(%in: f32, %unused: f32, %sum: f32):
    %e = math.exp %in : f32
    %s = arith.addf %sum, %e : f32
    linalg.yield %e, %s : f32, f32
  } -> (tensor<33x70xf32>, tensor<33xf32>)
  %1 = linalg.generic {indexing_maps = [#full, #row, #full],
      iterator_types = ["parallel", "parallel"]}
      ins(%0#0, %0#1 : tensor<33x70xf32>, tensor<33xf32>) outs(%some : tensor<33x70xf32>) {
  ^bb0(%e: f32, %sum: f32, %unused: f32):
    %q = arith.divf %e, %sum : f32
    linalg.yield %q : f32
  } -> tensor<33x70xf32>
  return %1 : tensor<33x70xf32>
}"""


def integers(*shape):
    return RNG.integers(-4, 5, shape).astype(np.float32)


@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
def test_results_in_orders_of_their_own(tmp_path, monkeypatch, chip):
    x, y = integers(12, 20), integers(20, 32)
    results = load_emulated(tmp_path, monkeypatch, ORDERS, chip)(x, y)
    sums = x + np.arange(12)[:, None]
    for result, wanted in zip(results, [(x @ y).T, sums, (sums * sums).T], strict=True):
        np.testing.assert_array_equal(result, wanted)


def test_columns_that_are_called_a_reduction(tmp_path, monkeypatch):
    text = """
func.func @main(%x: tensor<16x24xf32>, %y: tensor<24x8x32xf32>, %c: tensor<16x8x32xf32>)
    -> tensor<16x8x32xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k, o) -> (m, k)>,
      affine_map<(m, n, k, o) -> (k, n, o)>, affine_map<(m, n, k, o) -> (m, n, o)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<16x24xf32>, tensor<24x8x32xf32>)
      outs(%c : tensor<16x8x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %sum : f32
    linalg.yield %s : f32
  } -> tensor<16x8x32xf32>
  return %0 : tensor<16x8x32xf32>
}"""
    x, y, c = integers(16, 24), integers(24, 8, 32), integers(16, 8, 32)
    result = load_emulated(tmp_path, monkeypatch, text)(x, y, c)
    np.testing.assert_array_equal(result, np.einsum("mk,kno->mno", x, y) + c)


def test_exponentials_fused_with_their_sums(tmp_path, monkeypatch):
    x = RNG.standard_normal((33, 70)).astype(np.float32)
    result = load_emulated(tmp_path, monkeypatch, SOFTMAX)(x)
    wanted = np.exp(x.astype(float))
    wanted /= wanted.sum(1, keepdims=True)
    # exp within 4 units, a sum of 70 terms, one division.
    np.testing.assert_allclose(result, wanted, rtol=80 * 2.0**-24)


def test_parallel_loops_of_the_host(tmp_path, monkeypatch):
    with open(os.path.join(ROOT, "test/CudaModel/forall.mlir")) as file:
        model = load_emulated(tmp_path, monkeypatch, file.read())
    x, w = integers(8, 12), integers(12, 6)
    product, absolute = model(x, w)
    np.testing.assert_array_equal(product, np.tile(x @ w, 2))
    np.testing.assert_array_equal(absolute, np.tile(abs(x @ w), 2))
