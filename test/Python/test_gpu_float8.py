# ===- test_gpu_float8.py - 8-bit floats on the emulated GPU ----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Products of f8E4M3FN and f8E5M2 as a user writes them, on each kind of chip, and
casts from and to both, bit by bit."""

import os
import subprocess
import sys
import types

import mlir_amp
import numpy as np
import pytest
from gpu_emulator import BUILD, EMULATOR, needs_emulator

pytestmark = needs_emulator

PRODUCT = """
func.func @main(%x: tensor<64x96x{a}>, %w: tensor<96x80x{b}>) -> tensor<64x80xf32> {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x80xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x80xf32>)
      -> tensor<64x80xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x96x{a}>, tensor<96x80x{b}>)
      outs(%init : tensor<64x80xf32>) -> tensor<64x80xf32>
  return %0 : tensor<64x80xf32>
}}
"""

CASTS = """
func.func @main(%x: tensor<{n}xf32>, %bits: tensor<256x{t}>)
    -> (tensor<{n}x{t}>, tensor<256xf32>, tensor<256xf16>) {{
  %low = arith.truncf %x : tensor<{n}xf32> to tensor<{n}x{t}>
  %single = arith.extf %bits : tensor<256x{t}> to tensor<256xf32>
  %half = arith.extf %bits : tensor<256x{t}> to tensor<256xf16>
  return %low, %single, %half : tensor<{n}x{t}>, tensor<256xf32>, tensor<256xf16>
}}
"""

# Bits of the mantissa, bias, the first code that is no finite number.
FORMATS = {"f8E4M3FN": (3, 7, 0x7F), "f8E5M2": (2, 15, 0x7C)}


def decode(name):
    """The values of all 256 codes."""
    mantissa, bias, special = FORMATS[name]
    codes = np.arange(256)
    exponent = (codes & 0x7F) >> mantissa
    fraction = (codes & ((1 << mantissa) - 1)) / (1 << mantissa)
    values = np.where(
        exponent == 0,
        fraction * 2.0 ** (1 - bias),
        (1 + fraction) * 2.0 ** (exponent - bias),
    )
    infinite = (codes & 0x7F == 0x7C) & (name == "f8E5M2")
    values = np.where((codes & 0x7F) >= special, np.where(infinite, np.inf, np.nan), values)
    return np.where(codes & 0x80, -values, values)


def encode(name, values):
    """The codes of the nearest values, an even one at a draw; by search."""
    _, _, special = FORMATS[name]
    table = decode(name)[:special]
    step = table[-1] - table[-2]
    codes = []
    for value in np.abs(values.astype(np.float64)):
        if np.isnan(value):
            codes.append(0x7F)
            continue
        distance = np.abs(np.append(table, table[-1] + step) - min(value, 1e6))
        near = np.flatnonzero(distance == distance.min())
        codes.append(next((c for c in near if c % 2 == 0), near[0]))
    sign = np.where(np.signbit(values), 0x80, 0)
    return np.array(codes) | sign


def load(folder, source, chip, monkeypatch):
    path = folder / "model.mlir"
    path.write_text(source)
    subprocess.run(
        [os.path.join(BUILD, "bin/amp-compile"), path, "-o", folder / "model.so"]
        + [f"--target=cuda:{chip}", "--kernels=llvm"],
        check=True,
    )
    monkeypatch.setenv("AMP_CUDA_DRIVER", EMULATOR)
    monkeypatch.setenv("AMP_EMULATED_DEVICE", chip.strip("sm_a"))
    return mlir_amp.load(folder / "model.so")


@pytest.mark.parametrize("chip", ["sm_80", "sm_89", "sm_90a"])
@pytest.mark.parametrize("types", [("f8E4M3FN", "f8E4M3FN"), ("f8E5M2", "f8E4M3FN")])
def test_product(tmp_path, monkeypatch, chip, types):
    model = load(tmp_path, PRODUCT.format(a=types[0], b=types[1]), chip, monkeypatch)
    random = np.random.default_rng(5)
    # Eighths: every order of summation gives the same bits.
    x = random.integers(-8, 9, (64, 96)) / 8
    w = random.integers(-8, 9, (96, 80)) / 8
    bits = [
        encode(kind, array.ravel()).astype(np.uint8).reshape(array.shape)
        for kind, array in zip(types, (x, w))
    ]
    assert np.array_equal(model(*bits), x @ w)


@pytest.mark.parametrize("name", list(FORMATS))
def test_casts(tmp_path, monkeypatch, name):
    table = decode(name)
    finite = np.sort(table[np.isfinite(table)])
    middles = (finite[1:] + finite[:-1]) / 2
    edges = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-30, 3e38, 1e-45])
    border = finite[-1] * np.array([1, 1.01, 1.03, 1.0714285, 1.125, 1.25, 2])
    base = np.concatenate([finite, middles, edges, border, -border]).astype(np.float32)
    near = [np.nextafter(base, np.float32(side)) for side in (-np.inf, np.inf)]
    values = np.concatenate([base, *near])
    model = load(
        tmp_path, CASTS.format(n=len(values), t=name), "sm_80", monkeypatch
    )
    codes = np.arange(256).astype(np.uint8)
    low, single, half = model(values, codes)
    expected = encode(name, values)
    nan = np.isnan(values)
    assert np.array_equal(np.asarray(low).view(np.uint8)[~nan], expected[~nan])
    assert np.isnan(decode(name)[np.asarray(low).view(np.uint8)[nan]]).all()
    assert np.array_equal(single, table, equal_nan=True)
    assert np.array_equal(half, table, equal_nan=True)


def test_arithmetic_is_refused(tmp_path):
    path = tmp_path / "add.mlir"
    path.write_text(
        "func.func @main(%x: tensor<8xf8E5M2>) -> tensor<8xf8E5M2> {\n"
        "  %0 = arith.addf %x, %x : tensor<8xf8E5M2>\n"
        "  return %0 : tensor<8xf8E5M2>\n}\n"
    )
    done = subprocess.run(
        [os.path.join(BUILD, "bin/amp-compile"), path, "-o", tmp_path / "m.so"]
        + ["--target=cuda:sm_90a", "--kernels=llvm"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "add.mlir:2:8: error:" in done.stderr
    assert "expected only casts" in done.stderr
    assert not (tmp_path / "m.so").exists()


def test_torch_hands_bytes(monkeypatch):
    """torch has no DLPack for its 8-bit floats: their bytes go."""

    class Tensor:
        def __init__(self, array, dtype):
            self.array, self.dtype = array, dtype

        def view(self, dtype):
            assert dtype == "torch.uint8"
            return Tensor(self.array, dtype)

        def __dlpack__(self, stream=None):
            if self.dtype != "torch.uint8":
                raise BufferError("not supported")
            return self.array.__dlpack__()

    stub = types.ModuleType("torch")
    stub.Tensor, stub.uint8 = Tensor, "torch.uint8"
    monkeypatch.setitem(sys.modules, "torch", stub)
    tensor = Tensor(np.zeros((2, 3), np.uint8), "torch.float8_e5m2")
    found = mlir_amp._dlpack.describe(tensor, 0)
    assert (found.dtype, found.shape) == ("f8E5M2", (2, 3))
