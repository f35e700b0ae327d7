# ===- test_gpu_fuzz.py - Generated modules as cases for a device -----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""utils/fuzz_gpu.py --export and what check.py of the runner says of its cases, on the
emulated device."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from gpu_emulator import BUILD, EMULATOR, ROOT, needs_emulator

TOOL = os.path.join(BUILD, "bin", "amp-fuzz")
pytestmark = [
    needs_emulator,
    pytest.mark.skipif(not os.path.exists(TOOL), reason="amp-fuzz is not built"),
]
SEED = 770000


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cases")
    done = subprocess.run(
        [sys.executable, os.path.join(ROOT, "utils/fuzz_gpu.py"), "--export", folder]
        + ["--kernels=llvm", f"--first={SEED}", "--seeds=1", f"--amp-fuzz={TOOL}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "1 modules, 0 failed" in done.stdout and "'exported: conversions': 2" in done.stdout
    return folder


def check(folder, name):
    return subprocess.run(
        [sys.executable, os.path.join(ROOT, "benchmarks/gpu_runner/check.py")]
        + [os.path.join(folder, "cases.json"), name],
        env={**os.environ, "AMP_CUDA_DRIVER": EMULATOR, "AMP_EMULATED_DEVICE": "90"},
        capture_output=True,
        text=True,
    )


def test_results_lie_in_their_bounds(cases):
    rows = json.loads((cases / "cases.json").read_text())
    assert [row["name"].split("_")[2] for row in rows] == ["f16", "bf16"]
    for row in rows:
        done = check(cases, row["name"])
        assert done.returncode == 0 and f"ok {row['name']} 0.000" in done.stdout


def test_what_lies_beyond_is_seen(cases):
    row = json.loads((cases / "cases.json").read_text())[0]
    path = cases / (row["files"] + ".expected")
    kept = path.read_bytes()
    bounds = np.frombuffer(kept).copy()
    count = int(np.prod(row["outputs"][0]["shape"]))
    bounds[3] = bounds[count + 3] = 1e30
    path.write_bytes(bounds.tobytes())
    done = check(cases, row["name"])
    assert done.returncode == 1
    assert f"fail {row['name']} element 3 of result 0 is " in done.stdout
    path.write_bytes(kept)


def test_missing_numbers_are_seen(cases):
    sys.path.insert(0, os.path.join(ROOT, "benchmarks/gpu_runner"))
    import check as runner

    bound = np.array([np.inf, 1.0, 2.0])
    assert runner.compare_between(np.array([np.nan, 1.0, 2.0]), -bound, bound) == (0.0, 0)
    assert runner.compare_between(np.array([0.0, 0.0, np.nan]), -bound, bound) == (np.inf, 2)
