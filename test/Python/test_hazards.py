# ===- test_hazards.py - Hazards stay finite and right in 16 bits ----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//

import os
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
import hazards  # noqa: E402

AMP_OPT = os.environ.get("AMP_OPT", os.path.join(ROOT, "build/release/bin/amp-opt"))

needs_amp_opt = pytest.mark.skipif(
    not os.path.exists(AMP_OPT), reason="amp-opt is not built"
)


@needs_amp_opt
@pytest.mark.parametrize("name", hazards.names_of_graphs())
def test_finite_and_right(name):
    for dtype, outcome in hazards.run_graph(AMP_OPT, name).items():
        assert outcome.reference_finite
        assert outcome.finite, dtype
        assert outcome.error < hazards.LIMITS[dtype], dtype


def test_every_graph_has_inputs():
    assert sorted(hazards.inputs()) == hazards.names_of_graphs()


def test_generated_graphs_are_current():
    script = os.path.join(ROOT, "utils", "make-hazards.py")
    subprocess.run([sys.executable, script, "--check"], check=True)


def test_outcome_sees_wrong_results():
    right = np.ones(4)
    assert hazards.Outcome(right, right).passes("f16")
    assert not hazards.Outcome(right, np.zeros(4)).passes("f16")
    assert not hazards.Outcome(right, np.array([np.inf, 1, 1, 1])).passes("bf16")
    # What f32 cannot do either is no reference.
    assert not hazards.Outcome(np.full(4, np.inf), right).passes("bf16")
