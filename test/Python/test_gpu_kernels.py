# ===- test_gpu_kernels.py - Kernels that numpy checks, on the emulated GPU -===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Few long rows, split over blocks, transposes through shared memory, 8-bit floats:
against numpy in f64, and bit for bit the same whatever the order of threads."""

import gpu_general
import numpy as np
import pytest
from check import compare, decode
from gpu_emulator import load_emulated, needs_emulator

CASES = [(case, chip) for case in gpu_general.all_cases() for chip in case.chips]

pytestmark = needs_emulator


@pytest.mark.parametrize(
    "case,chip", CASES, ids=[f"{case.name}-{chip}" for case, chip in CASES]
)
def test_case(tmp_path, monkeypatch, case, chip):
    """The results, which must not depend on the order of threads."""
    model = load_emulated(tmp_path, monkeypatch, case.source, chip)
    found = []
    for order in ("0", "1", "2"):
        monkeypatch.setenv("AMP_EMULATED_ORDER", order)
        results = model(*case.inputs)
        results = results if isinstance(results, tuple) else (results,)
        found.append([np.asarray(result).tobytes() for result in results])
    assert found[0] == found[1] == found[2]
    row = {"relative": 0.0, "absolute": case.error}
    for raw, exact, kind in zip(found[0], case.exact, case.output_types):
        share, place = compare(decode(raw, kind), exact.ravel(), row)
        assert share <= 1, f"element {place}"
