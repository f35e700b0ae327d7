# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of torch whose weights are integers."""

import mlir_amp
import pytest
from helpers import draw_tensor, run_function

numpy = pytest.importorskip("numpy")


@pytest.fixture
def check(torch):
    """What a function computes in f32 and converted; weights of 64 by 32 are stored in
    f32 nowhere in the converted module."""

    def compare(function, *inputs):
        module, [(found, wanted)] = run_function(torch, function, inputs)
        assert numpy.allclose(found, wanted, rtol=1e-4, atol=1e-4)
        low = mlir_amp.convert(module, "bf16")
        found = mlir_amp.compile(low)(*(part.numpy() for part in inputs))
        assert abs(found - wanted).max() < 0.02 * abs(wanted).max()
        return str(low)

    return compare


@pytest.mark.parametrize("channels", [False, True])
def test_bytes(torch, check, channels):
    weight = draw_tensor(torch, 32, 64)
    scale = weight.abs().amax(1 if channels else (0, 1), keepdim=True) / 127
    weight = torch.round(weight / scale).to(torch.int8)
    low = check(lambda x: x @ (weight.to(x.dtype) * scale).T, draw_tensor(torch, 4, 64))
    assert "32x64xf32" not in low and "32x64xbf16" in low


def test_four_bits_in_words(torch, check):
    """Eight numbers in each word, groups of 32 with a scale and a zero."""
    random = numpy.random.default_rng(0)
    words = torch.from_numpy(random.integers(-(2**31), 2**31, (8, 32)).astype("i4"))
    zeros = torch.from_numpy(random.integers(0, 16, (2, 32)))
    scales = draw_tensor(torch, 2, 32).abs()
    groups = torch.arange(64) // 32

    def function(x):
        shifts = torch.arange(0, 32, 4, dtype=torch.int32)
        numbers = ((words[:, None, :] >> shifts[None, :, None]) & 15).view(64, 32)
        return x @ ((numbers - zeros[groups]).float() * scales[groups])

    assert "64x32xf32" not in check(function, draw_tensor(torch, 4, 64))


def test_rounded_channels(torch, check):
    weight, scale = draw_tensor(torch, 32, 64), draw_tensor(torch, 32).abs() / 16 + 0.01
    zero = torch.zeros(32, dtype=torch.int32)

    def function(x):
        rounded = torch.fake_quantize_per_channel_affine(weight, scale, zero, 0, -8, 7)
        return x @ rounded.T

    check(function, draw_tensor(torch, 4, 64))


def test_operators_of_bits(torch):
    def function(x, y):
        return x & y, x | y, x ^ y, x >> 2, x << 3, x >> (y & 7), x & 15

    x = torch.tensor([-9, 5, 77, -(2**31), 2**31 - 1], dtype=torch.int32)
    y = torch.tensor([3, 12, -1, 7, 0], dtype=torch.int32)
    for found, wanted in run_function(torch, function, (x, y))[1]:
        assert (found == wanted).all()
