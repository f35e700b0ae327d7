# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled for the CPU: who owns and writes which buffer. Each model runs several
times, since what a run does to its memory shows in the next."""

import pytest

import mlir_amp

np = pytest.importorskip("numpy")


def check_runs(text, function, *shapes):
    """Compares three runs with `function` of the same numbers."""
    model = mlir_amp.compile(text)
    rng = np.random.default_rng(5)
    for _ in range(3):
        arrays = [rng.integers(1, 9, shape).astype(np.float32) for shape in shapes]
        for result, want in zip(model(*arrays), function(*arrays), strict=True):
            np.testing.assert_array_equal(result, want)


RESULTS = {
    "one value": ("%0", "tensor<4x8xf32>", ""),
    "a view": (
        "%v",
        "tensor<32xf32>",
        "%v = tensor.collapse_shape %0 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>",
    ),
}


@pytest.mark.parametrize("second", RESULTS)
@pytest.mark.parametrize("called", [False, True])
def test_two_results_in_one_buffer(second, called):
    # The buffer was freed twice, and given to two values of the next run.
    value, kind, line = RESULTS[second]
    full = "tensor<4x8xf32>"
    body = f"""(%x: {full}) -> ({full}, {kind}, {full}) {{
  %0 = math.absf %x : {full}
  %1 = arith.addf %0, %0 : {full}
  %s = tensor.extract_slice %1[0, 0] [2, 8] [1, 1] : {full} to tensor<2x8xf32>
  %2 = tensor.insert_slice %s into %x[2, 0] [2, 8] [1, 1]
      : tensor<2x8xf32> into {full}
  {line}
  return %0, {value}, %2 : {full}, {kind}, {full}
}}"""
    call = f"""
func.func @main(%x: {full}) -> ({full}, {kind}, {full}) {{
  %0:3 = func.call @inner(%x) : ({full}) -> ({full}, {kind}, {full})
  return %0#0, %0#1, %0#2 : {full}, {kind}, {full}
}}
func.func private @inner"""

    def function(x):
        last = x.copy()
        last[2:] = 2 * x[:2]
        return x, x.reshape(-1) if second == "a view" else x, last

    check_runs((call if called else "func.func @main") + body, function, (4, 8))


@pytest.mark.parametrize("extra", ["", "1x"])
def test_a_producer_that_reads_its_init_is_computed_once(extra):
    # Joined to a reader with more loops, it read back what it had written.
    full = f"tensor<{extra}3x5xf32>"
    dims = "d0, d1, d2" if extra else "d1, d2"
    loops = ", ".join(['"parallel"'] * len(dims.split(",")))
    text = f"""
#row = affine_map<(d0) -> (d0)>
#full = affine_map<({dims}) -> ({dims})>
#spread = affine_map<({dims}) -> (d1)>
func.func @main(%x: tensor<3xf32>, %i: tensor<3xf32>, %y: {full})
    -> ({full}, tensor<1xf32>) {{
  %0 = linalg.generic {{indexing_maps = [#row, #row],
      iterator_types = ["parallel"]}}
      ins(%x : tensor<3xf32>) outs(%i : tensor<3xf32>) {{
  ^bb0(%in: f32, %out: f32):
    %s = arith.subf %in, %out : f32
    linalg.yield %s : f32
  }} -> tensor<3xf32>
  %empty = tensor.empty() : {full}
  %1 = linalg.generic {{indexing_maps = [#full, #spread, #full],
      iterator_types = [{loops}]}}
      ins(%y, %0 : {full}, tensor<3xf32>) outs(%empty : {full}) {{
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  }} -> {full}
  %2 = arith.constant dense<1.0> : tensor<1xf32>
  return %1, %2 : {full}, tensor<1xf32>
}}"""
    shape = (1, 3, 5) if extra else (3, 5)
    check_runs(
        text,
        lambda x, i, y: (y * (x - i)[:, None], np.ones(1, np.float32)),
        3,
        3,
        shape,
    )
