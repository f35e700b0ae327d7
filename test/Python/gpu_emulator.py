# ===- gpu_emulator.py - Where the emulated CUDA driver is ------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What tests on the emulated GPU share."""

import os

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("AMP_BUILD_DIR", os.path.join(ROOT, "build/release"))
EMULATOR = os.path.join(BUILD, "lib/libAmpCudaEmulator.so")

needs_emulator = pytest.mark.skipif(
    not os.path.exists(EMULATOR), reason="the emulated driver is not built"
)
