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
    high, low = (
        [part.astype("d") for part in (x if isinstance(x, tuple) else (x,))]
        for x in (high, low)
    )
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


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
def test_segment_sums(dtype):
    # Sums near 1040 that differ by half the low type's spacing there; their
    # differences are exact in f32. What is left are the product's roundings.
    x = numpy.zeros((1, 64), "f")
    x[0, 0] = 1
    w = numpy.zeros((64, 64), "f")
    w[0, ::2] = 1040
    w[0, 1::2] = numpy.arange(32) % 2 * 1024 * UNIT[dtype]
    (error,) = run("cancellations", "segment_sums", (x, w), dtype)
    assert error < 4 * UNIT[dtype]


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
def test_remainders(dtype):
    # Numbers that the low type holds, so that coordinates are as in f32, and so
    # the integers. Of the weights that are left, 64 are rounded for a result.
    a = numpy.eye(64, dtype="f")
    b = (4 * normal(64, 64)).round() / 16
    integers, error = run("cancellations", "interpolate", (a, b), dtype)
    assert integers == 0
    assert error < 8 * UNIT[dtype]


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
def test_small_steps_of_a_loop(dtype):
    # 50 steps of 0.02, all in one direction: together one rounding of tanh's
    # argument, of order one, beside a result of more than that.
    x, w = normal(64, 64), normal(64, 64) / 8
    (error,) = run("small-steps", "integrate", (x, w), dtype)
    assert error < 2 * UNIT[dtype]


# Of test/Analysis/differences.mlir: inputs of each function, at which it cancels.
# What is kept differs from f32 by nothing; products with the identity and results
# beside them are rounded once or twice each.
IDENTITY = numpy.eye(64, dtype="f")
NEAR_ONE = 1 - 1e-3 * abs(normal(64, 64))
DIFFERENCES = {
    # Numbers near 10 that differ by a hundredth.
    "arguments": (10 + normal(64, 64) / 64, 10 + normal(64, 64) / 32, IDENTITY),
    "constants": (normal(64, 64), IDENTITY),
    "table": (numpy.arange(64) % 4, normal(64, 64), IDENTITY),
    # 512 decays of about 0.001 each.
    "decays": (normal(64, 64), NEAR_ONE / 1000, IDENTITY),
    # Probabilities near 0.998, and as much as that.
    "target": (6 + normal(64, 64) / 10, NEAR_ONE, IDENTITY),
    "root": (normal(64, 64), -1e-3 * NEAR_ONE, IDENTITY),
}


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
@pytest.mark.parametrize("function", DIFFERENCES)
def test_differences(function, dtype):
    errors = run("differences", function, DIFFERENCES[function], dtype)
    assert max(errors[:1]) < 4 * UNIT[dtype]


# Of test/Analysis/input-digits.mlir, likewise: values that the low type does not tell
# from each other.
STEPS = numpy.cumsum(normal(64, 66) / 100, axis=1)
INPUT_DIGITS = {
    "edges": (1000 + normal(64, 64), numpy.arange(64), numpy.roll(numpy.arange(64), 1), IDENTITY),
    "returns": (100 * numpy.exp(STEPS[:, :65]), IDENTITY),
    "second": (10 + STEPS, IDENTITY),
    "bands": (100 * normal(64, 64), IDENTITY),
    # Pressures, standardised: near 300, less nearly as much. Seconds since 1970.
    "sums": (337.75 / 0.003 + 100 * normal(64, 64), 1e5 + normal(64, 64), IDENTITY),
    "times": ((1.6e9 + 1e5 * normal(64, 64)).astype("int64"), IDENTITY),
    # Of which the largest one is found.
    "gate": (normal(64, 64) / 100, IDENTITY),
    # The first number of each row, less nearly as much.
    "picked": (IDENTITY, normal(64, 64), normal(64), normal(64, 64), IDENTITY),
}


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
@pytest.mark.parametrize("function", INPUT_DIGITS)
def test_input_digits(function, dtype):
    inputs = list(INPUT_DIGITS[function])
    if function == "picked":
        inputs[3] = inputs[1] - inputs[2][:, None] + normal(64, 64) / 100
    inputs = [x if x.dtype == numpy.int64 else x.astype("f") for x in inputs]
    errors = run("input-digits", function, inputs, dtype)
    assert errors[0] < 4 * UNIT[dtype]
    assert function != "sums" or errors[1] == 0  # A comparison.


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
def test_indices(dtype):
    # The largest of a row's numbers near 100, and of sums that are returned as well.
    x, y = 100 + normal(64, 64) / 10, 100 + normal(64, 64)
    text = (FOLDER / "input-digits.mlir").read_text()
    first, second, total, _ = mlir_amp.compile(
        text, autocast=dtype, entry="index", threads=1
    )(x.astype("f"), y.astype("f"), IDENTITY)
    numpy.testing.assert_array_equal(first, x.astype("f").argmax(1))
    numpy.testing.assert_array_equal(second, total.argmax(1))


def beside(first, rest):
    """Of one row or column that `first` fills, and small numbers."""
    rest = rest.copy()
    rest[first[0]] = first[1]
    return rest


# Of the file that is named: inputs of each function, of which little is left. What is
# kept differs from f32 by nothing; what products round is as small as what is left.
LEFT = {
    # Logarithms of variances near nought: half their squares.
    ("bent-sums", "divergence"): (normal(64, 64), 0 * IDENTITY, normal(64, 64) / 80),
    ("bent-sums", "first"): (normal(64, 64), 0 * IDENTITY, normal(64, 64) / 80),
    # Values near 30, and rewards of less than one.
    ("moved-parts", "temporal"): (
        normal(64, 64),
        normal(64, 64) / 8,
        numpy.full(64, 30),
        normal(64, 63) / 10 - 0.3,
    ),
    # Numbers near 10 that differ by a tenth, and their squares.
    ("moved-parts", "neighbours"): (
        beside((numpy.s_[:, 0], 1), normal(64, 64)),
        beside((0, 10), normal(64, 64) / 80),
        IDENTITY[:63],
    ),
    ("covariances", "covariance"): (normal(64, 64), normal(64, 64) / 8, 30 + normal(64)),
}


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
@pytest.mark.parametrize("name, function", LEFT)
def test_what_is_left(name, function, dtype):
    inputs = [numpy.asarray(x, "f") for x in LEFT[name, function]]
    (error,) = run(name, function, inputs, dtype)
    assert error < 4 * UNIT[dtype]


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
def test_distribution_functions(dtype):
    # Logits that the low type holds, with their differences: the masks are f32's.
    logits = (8 * normal(64, 64)).round() / 8
    _, mask = run("accurate-comparisons", "nucleus", (IDENTITY, logits, IDENTITY), dtype)
    assert mask == 0


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
@pytest.mark.parametrize(
    "function", ["fixed_point", "residual", "power_iteration", "in_functions"]
)
def test_loops_that_end_when_nothing_changes(function, dtype):
    # Each runs as long as in f32: all that goes round is f32.
    x = normal(64, 16)
    spread = normal(64, 64) / 64
    inputs = {
        "fixed_point": (4 * spread, x),
        "in_functions": (4 * spread, x),
        "residual": (numpy.eye(64, dtype="f") / 2 + spread @ spread.T, x),
        "power_iteration": (numpy.diag(numpy.linspace(0.5, 1, 64)).astype("f"), x[:, :1]),
    }[function]
    assert max(run("convergence", function, inputs, dtype)) == 0


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
@pytest.mark.parametrize("function", ["loss_scale", "chosen", "quantise"])
def test_factors_that_leave_the_low_type(function, dtype):
    # Two products with a rounding of each operand, and a few between.
    inputs = (normal(16, 64), normal(64, 64) / 8) + ((True,) if function == "chosen" else ())
    (error,) = run("extreme-factors", function, inputs, dtype)
    assert error < 4 * UNIT[dtype]


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
def test_the_largest_of_a_row(dtype):
    # One element of each row: that which is the largest in f32.
    x, w = normal(16, 64), numpy.eye(64, dtype="f")
    (error,) = run("own-quotients", "largest", (x, w), dtype)
    assert error < UNIT[dtype]
