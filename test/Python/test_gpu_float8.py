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
from gpu_emulator import BUILD, EMULATOR, needs_emulator

pytestmark = needs_emulator

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
