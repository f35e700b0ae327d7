# ===- test_gpu_float8.py - 8-bit floats on the emulated GPU ----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What is refused of f8E4M3FN and f8E5M2, and how torch's tensors of them come in.
Products and casts, bit by bit: test_gpu_kernels.py."""

import os
import subprocess
import sys
import types

import mlir_amp
import numpy as np
import pytest
from gpu_emulator import BUILD, EMULATOR, load_emulated, needs_emulator
from mlir_amp._runtime import TensorInfo, as_numbers

pytestmark = needs_emulator


@pytest.mark.parametrize("kind", ["f8E4M3FN", "f8E5M2"])
@pytest.mark.parametrize("stored", ["text", "resource"])
def test_constants(tmp_path, monkeypatch, kind, stored):
    """A weight, as importers keep them, and a table that a body reads."""
    rng = np.random.default_rng(4)
    weight, table = (rng.integers(0, 0x50, s).astype(np.uint8) for s in ((32, 16), (6,)))
    values = '"0x%s"' % weight.tobytes().hex()
    resources = ""
    if stored == "resource":
        values = "weight"
        resources = '{-# dialect_resources: { builtin: { weight: "0x01000000%s" } } #-}' % (
            weight.tobytes().hex()
        )
    text = f"""
func.func @main(%x: tensor<16x32x{kind}>, %i: tensor<4xi64>)
    -> (tensor<16x16xf32>, tensor<4xf32>) {{
  %w = arith.constant dense{"_resource" * bool(resources)}<{values}> : tensor<32x16x{kind}>
  %t = arith.constant dense<"0x{table.tobytes().hex()}"> : tensor<6x{kind}>
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<16x32x{kind}>, tensor<32x16x{kind}>)
      outs(%zero : tensor<16x16xf32>) -> tensor<16x16xf32>
  %e = tensor.empty() : tensor<4xf32>
  %1 = linalg.generic {{indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>],
      iterator_types = ["parallel"]}} ins(%i : tensor<4xi64>) outs(%e : tensor<4xf32>) {{
  ^bb0(%n: i64, %o: f32):
    %at = arith.index_cast %n : i64 to index
    %v = tensor.extract %t[%at] : tensor<6x{kind}>
    %u = arith.extf %v : {kind} to f32
    linalg.yield %u : f32
  }} -> tensor<4xf32>
  return %0, %1 : tensor<16x16xf32>, tensor<4xf32>
}}
{resources}"""
    x = rng.integers(0, 0x50, (16, 32)).astype(np.uint8)
    index = np.array([5, 0, 3, 3])
    product, read = load_emulated(tmp_path, monkeypatch, text)(x, index)

    def numbers(bits):
        return as_numbers(TensorInfo("", kind, bits.shape), bits).astype(float)

    np.testing.assert_allclose(product, numbers(x) @ numbers(weight), rtol=1e-5)
    np.testing.assert_array_equal(read, numbers(table)[index])


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
