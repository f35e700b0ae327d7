# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers of converted models, on the CPU, where roundings would add up or be
all that is left. Modules are those that test/Analysis checks the text of."""

from pathlib import Path

import pytest

import mlir_amp

numpy = pytest.importorskip("numpy")

FOLDER = Path(__file__).parents[2] / "test" / "Analysis"
# Roundings of the low type that one result may see: a few, of operands of
# products and of what lies between.
UNIT = {"f16": 2.0**-11, "bf16": 2.0**-8}


def run(name, function, inputs, dtype):
    """Results in f32 and converted, and the largest error by the largest result."""
    text = (FOLDER / f"{name}.mlir").read_text()
    high, low = (
        mlir_amp.compile(text, autocast=chosen, entry=function, threads=1)(*inputs)
        for chosen in (None, dtype)
    )
    high, low = (x if isinstance(x, tuple) else (x,) for x in (high, low))
    return [abs(a - b).max() / abs(a).max() for a, b in zip(high, low)]


def normal(*shape):
    return numpy.random.default_rng(0).standard_normal(shape).astype("f")


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
def test_forward_variables_in_a_loop(dtype):
    # Each of 16 iterations adds one product's roundings, of terms of order one,
    # to sums of which the largest is about 500.
    inputs = 20 * abs(normal(64, 64)), normal(64, 64) / 8 + 0.5, 1 + normal(16, 64, 64)
    (error,) = run("logarithm-carried", "forward", inputs, dtype)
    assert error < UNIT[dtype] / 4
