# ===- test_digits.py - The trained digits CNN keeps its accuracy ----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//

import json
import os
import subprocess
import sys

import pytest
from conftest import ROOT

AMP_OPT = os.environ.get("AMP_OPT", os.path.join(ROOT, "build/release/bin/amp-opt"))


def test_accuracy_and_report(tmp_path):
    if not os.path.exists(AMP_OPT):
        pytest.skip("amp-opt is not built")
    out = tmp_path / "digits.json"
    demo = os.path.join(ROOT, "examples", "digits", "run.py")
    done = subprocess.run(
        [sys.executable, demo, "--amp-opt", AMP_OPT, "--json", str(out)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    measured = json.loads(out.read_text())
    assert measured["f32"]["accuracy"] == 359 / 360
    for dtype in ("f16", "bf16"):
        assert measured[dtype]["accuracy"] >= 359 / 360 - 0.003
        # Not the f32 module again: rounding shows in the log-probabilities.
        assert measured[dtype]["largest_error"] > measured["f32"]["largest_error"]
