# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What jax says about ops comes along: precisions, names, lines."""

import re

import mlir_amp
import pytest
from helpers import draw

numpy = pytest.importorskip("numpy")


def count_low(module):
    """Contractions and convolutions that read bf16."""
    text = str(mlir_amp.convert(module, "bf16"))
    return len(re.findall(r"linalg\.(?:mat|vec|conv|batch|dot)\w*.* ins\(.*xbf16", text))


@pytest.mark.parametrize(
    "precision, is_low",
    [
        (None, True),
        ("default", True),
        ("high", False),
        ("highest", False),
        ("F32_F32_F32", False),
        ("BF16_BF16_F32", True),
    ],
)
def test_precision_of_products(jax, precision, is_low):
    """It stands in StableHLO, whose importer drops it."""

    def function(x, y):
        return jax.numpy.dot(x, y, precision=precision)

    module = mlir_amp.from_jax(function, draw(16, 32), draw(32, 16))
    assert ("#amp.category<never>" in str(module)) is not is_low
    assert count_low(module) == is_low


def test_precision_of_others(jax):
    """Batches, vectors, convolutions, functions called by others; what is not asked
    for stays low."""

    @jax.jit
    def inner(x, y):
        return jax.numpy.einsum("bij,bjk->bik", x, y, precision="highest")

    def function(x, y, v, image, kernel, left, right):
        image = jax.lax.conv(image, kernel, (1, 1), "SAME", precision="highest")
        square = jax.numpy.vdot(v, v, precision="highest")
        return inner(x, y), square, image, left @ right

    images = draw(1, 3, 8, 8), draw(4, 3, 3, 3)
    inputs = draw(2, 8, 8), draw(2, 8, 8), draw(64), *images, draw(16, 32), draw(32, 16)
    module = mlir_amp.from_jax(function, *inputs)
    assert str(module).count("#amp.category<never>") == 3
    assert count_low(module) == 1
    found = mlir_amp.compile(module)(*inputs)
    for result, wanted in zip(found, jax.jit(function)(*inputs), strict=True):
        assert numpy.allclose(result, wanted, atol=1e-4)


def test_precision_is_not_kept(jax):
    def function(x, y):
        return jax.numpy.dot(x, y, precision="highest")

    inputs = draw(16, 32), draw(32, 16)
    module = mlir_amp.from_jax(function, *inputs, keep_precision=False)
    assert "never" not in str(module)
    assert count_low(module) == 1


def test_names_in_locations(jax):
    """A policy finds what jax calls by a name, and where Python calls it."""

    def function(x, y):
        with jax.named_scope("encoder"):
            x = x @ y
        return x @ y

    module = mlir_amp.from_jax(function, draw(16, 16), draw(16, 16))
    for where in ('location("/encoder/")', f'at("test_jax_precision.py":{line_of(function) + 2})'):
        rule = f"amp.policy @mine {{ amp.rule {where} op(\"linalg.*\") never }}"
        with_rule = str(module.text(debug_info=True)).replace(
            "func.func public", f"{rule}\n func.func public", 1
        )
        assert count_low(mlir_amp.parse(with_rule)) == 1


def line_of(function):
    return function.__code__.co_firstlineno


def test_calls_of_others_are_refused(jax):
    def function(x):
        return jax.pure_callback(lambda y: y, x, x) + 1

    with pytest.raises(mlir_amp.MLIRError, match="no lowering for calls of xla_ffi_python.*EQX_ON_ERROR"):
        mlir_amp.from_jax(function, draw(4))
