# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms of torch and jax: importers to linalg have few of them. All of
them stay f32."""

import mlir_amp
import pytest
from helpers import draw, import_function

numpy = pytest.importorskip("numpy")


def check(module, inputs, wanted):
    """What the module computes, in f32 and converted; its transforms are not low."""
    for version in (module, mlir_amp.convert(module, "bf16")):
        found = mlir_amp.compile(version)(*inputs)
        largest = abs(wanted).max()
        assert found.shape == wanted.shape
        assert abs(found - wanted).max() <= 1e-5 * largest


def check_torch(torch, function, *arrays):
    tensors = tuple(map(torch.from_numpy, arrays))
    check(import_function(torch, function, tensors), arrays, function(*tensors).numpy())


NORMS = ["backward", "ortho", "forward"]
# One, primes, products of small numbers, more than the longest of one matrix.
SIZES = [1, 2, 7, 16, 67, 96, 134, 200]


@pytest.mark.parametrize("size", SIZES)
def test_sizes_of_torch(torch, size):
    def function(x):
        spectrum = torch.fft.rfft(x)
        return torch.fft.irfft(spectrum * spectrum, n=size) + torch.fft.fft(x).real

    check_torch(torch, function, draw(2, size))


@pytest.mark.parametrize("size", SIZES)
def test_sizes_of_jax(jax, size):
    fft = jax.numpy.fft

    def function(x):
        spectrum = fft.rfft(x)
        return fft.irfft(spectrum * spectrum, n=size) + fft.fft(x).real

    x = draw(2, size)
    check(mlir_amp.from_jax(function, x), [x], numpy.asarray(function(x)))


@pytest.mark.parametrize("norm", NORMS)
def test_dimensions_of_torch(torch, norm):
    def function(x):
        whole = torch.fft.ifft2(torch.fft.fft2(x, norm=norm) * 0.5, dim=(0, 2), norm=norm)
        half = torch.fft.rfftn(x, dim=(2, 0), norm=norm)
        half = torch.fft.irfftn(half * half.real, s=(5, 6), dim=(2, 0), norm=norm)
        return whole.real + whole.imag + half.sum()

    check_torch(torch, function, draw(6, 4, 5))


@pytest.mark.parametrize("norm", NORMS)
def test_dimensions_of_jax(jax, norm):
    fft = jax.numpy.fft

    def function(x):
        whole = fft.ifft2(fft.fft2(x, norm=norm) * 0.5, axes=(0, 2), norm=norm)
        half = fft.rfftn(x, axes=(2, 0), norm=norm)
        half = fft.irfftn(half * half.real, s=(5, 6), axes=(2, 0), norm=norm)
        return whole.real + whole.imag + half.sum()

    x = draw(6, 4, 5)
    check(mlir_amp.from_jax(function, x), [x], numpy.asarray(function(x)))


@pytest.mark.parametrize("hop", [8, 5, 32])
def test_windows(torch, hop):
    """There and back again, by a spectrogram's magnitudes and angles."""

    def function(x):
        window = torch.hann_window(32) if hop < 32 else torch.ones(32)
        options = dict(n_fft=32, hop_length=hop, window=window)
        spectrum = torch.stft(x, return_complex=True, **options)
        again = torch.polar(spectrum.abs(), spectrum.angle())
        return torch.istft(again, **options)

    check_torch(torch, function, draw(2, 128))


def test_complex_numbers(torch):
    def function(x, y):
        turned = torch.complex(x, y) * 0.5 * y / (1 + y.abs()) / 3
        quotient = turned.conj() / torch.complex(1 + x * x, y)
        return torch.exp(quotient).abs() + (turned * turned.conj()).real

    check_torch(torch, function, draw(4, 8), draw(4, 8) + 1)


def test_operators_of_fourier(torch):
    """A layer of a Fourier neural operator: the products are complex."""

    def function(x, weights):
        spectrum = torch.fft.rfft2(x)[..., :4, :4]
        weights = torch.view_as_complex(weights)
        mixed = torch.einsum("bixy,ioxy->boxy", spectrum, weights)
        return torch.fft.irfft2(torch.nn.functional.pad(mixed, (0, 1, 0, 4)), s=(8, 8))

    check_torch(torch, function, draw(2, 3, 8, 8), draw(3, 5, 4, 4, 2))


def test_gradients_of_jax(jax):
    def loss(x):
        return (abs(jax.numpy.fft.rfft(x)) ** 4).sum()

    x = draw(40)
    check(mlir_amp.from_jax(jax.grad(loss), x), [x], numpy.asarray(jax.grad(loss)(x)))


def test_others_are_low(torch):
    """What is not of the transform follows as ever."""

    class Net(torch.nn.Module):
        def forward(self, x, weights):
            return torch.fft.irfft(torch.fft.rfft(x)) @ weights

    inputs = tuple(map(torch.from_numpy, (draw(64, 32), draw(32, 64))))
    module = mlir_amp.from_torch(Net(), inputs)
    text = str(mlir_amp.convert(module, "bf16"))
    products = [line for line in text.splitlines() if "linalg.matmul" in line]
    assert sum("xbf16" in line for line in products) == 1 < len(products)


def test_long_primes_are_refused(jax):
    with pytest.raises(mlir_amp.MLIRError, match="Fourier transform of a factor of 5003"):
        mlir_amp.from_jax(lambda x: jax.numpy.fft.rfft(x).real, draw(5003))
