# ===- test_gpu_groups.py - Equal kernels side by side, emulated -------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Products that do not wait for each other run in one launch: each block has the
arguments of its own, tensor maps too, and each result is its own product's."""

import numpy as np
import pytest
from gpu_emulator import load_emulated, needs_emulator

pytestmark = needs_emulator

PRODUCT = """
  %{name}f = linalg.fill ins(%zero : f32) outs(%e : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %{name} = linalg.matmul ins({x}, {w} : tensor<{m}x{k}xf16>, tensor<{k}x{n}xf16>)
      outs(%{name}f : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
"""


def module(sizes, products):
    """f32 results of `products` (name, left, right); %x and %y are left operands."""
    m, n, k = sizes
    weights = sorted({right for _, _, right in products})
    arguments = [f"{left}: tensor<{m}x{k}xf16>" for left in ("%x", "%y")]
    arguments += [f"{one}: tensor<{k}x{n}xf16>" for one in weights]
    body = "".join(
        PRODUCT.format(name=name, x=x, w=w, m=m, n=n, k=k) for name, x, w in products
    )
    types = ", ".join([f"tensor<{m}x{n}xf32>"] * len(products))
    return f"""func.func @main({', '.join(arguments)}) -> ({types}) {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{m}x{n}xf32>{body}
  return {', '.join('%' + name for name, _, _ in products)} : {types}
}}"""


def draw(shape, seed):
    # Eighths: every order of summation gives the same bits.
    random = np.random.default_rng(seed)
    return (random.integers(-8, 9, shape) / 8).astype(np.float16)


@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
@pytest.mark.parametrize("sizes", [(64, 128, 64), (16, 24, 40), (40, 64, 2048)])
def test_three_of_one_input(tmp_path, monkeypatch, chip, sizes):
    m, n, k = sizes
    products = [("a", "%x", "%u"), ("b", "%x", "%v"), ("c", "%x", "%w")]
    model = load_emulated(tmp_path, monkeypatch, module(sizes, products), chip)
    names = [step.name for step in model.steps]
    assert [name.endswith("_x3") for name in names if "contraction" in name] == [True]
    x, y, u, v, w = [draw((m, k), s) for s in (1, 2)] + [draw((k, n), s) for s in (3, 4, 5)]
    results = model(x, y, u, v, w)
    for result, weight in zip(results, (u, v, w)):
        assert np.array_equal(result, x.astype(np.float32) @ weight.astype(np.float32))


def test_other_inputs_and_one_twice(tmp_path, monkeypatch):
    products = [("a", "%x", "%u"), ("b", "%y", "%u"), ("c", "%y", "%v")]
    model = load_emulated(tmp_path, monkeypatch, module((64, 64, 64), products), "sm_90a")
    assert [step.name for step in model.steps] == ["contraction_0_x3"]
    x, y, u, v = (draw((64, 64), seed) for seed in range(4))
    results = model(x, y, u, v)
    for result, (left, right) in zip(results, ((x, u), (y, u), (y, v))):
        assert np.array_equal(result, left.astype(np.float32) @ right.astype(np.float32))


def test_bound_weights(tmp_path, monkeypatch):
    products = [("a", "%x", "%u"), ("b", "%x", "%v")]
    model = load_emulated(tmp_path, monkeypatch, module((64, 64, 64), products), "sm_90a")
    x, u, v = (draw((64, 64), seed) for seed in range(3))
    model.bind({"u": u, "v": v} if model.inputs[2].name == "u" else {2: u, 3: v})
    for scale in (1, 2):
        results = model(x * scale, x)
        for result, weight in zip(results, (u, v)):
            expected = scale * x.astype(np.float32) @ weight.astype(np.float32)
            assert np.array_equal(result, expected)
