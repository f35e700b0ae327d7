# ===- gpu_emulator.py - Where the emulated CUDA driver is ------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What tests on the emulated GPU share."""

import os
import subprocess

import mlir_amp
import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("AMP_BUILD_DIR", os.path.join(ROOT, "build/release"))
EMULATOR = os.path.join(BUILD, "lib/libAmpCudaEmulator.so")

needs_emulator = pytest.mark.skipif(
    not os.path.exists(EMULATOR), reason="the emulated driver is not built"
)


def load_emulated(tmp_path, monkeypatch, source, chip="sm_80"):
    """The model that amp-compile makes of MLIR text `source` for `chip`, loaded on
    an emulated device of that kind."""
    path = tmp_path / "model.mlir"
    path.write_text(source)
    subprocess.run(
        [os.path.join(BUILD, "bin/amp-compile"), path, "-o", tmp_path / "model.so"]
        + [f"--target=cuda:{chip}", "--kernels=llvm"],
        check=True,
    )
    monkeypatch.setenv("AMP_CUDA_DRIVER", EMULATOR)
    monkeypatch.setenv("AMP_EMULATED_DEVICE", chip.strip("sm_a"))
    return mlir_amp.load(tmp_path / "model.so")
