# ===- test_shadow_profile.py - Prices follow the error that is measured ---===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

import cpu_run
import shadow_profile

AMP_OPT = os.environ.get("AMP_OPT", os.path.join(ROOT, "build/release/bin/amp-opt"))

# Both products round data of one kind; y is 2 ** -5 times x, so the error of the
# second one is 2 ** -10 times that of the first.
MODEL = """
func.func @main(%x: tensor<32x32xf32>, %y: tensor<32x32xf32>)
    -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x32xf32>)
      -> tensor<32x32xf32>
  %big = linalg.matmul ins(%x, %x : tensor<32x32xf32>, tensor<32x32xf32>)
      outs(%init : tensor<32x32xf32>) -> tensor<32x32xf32>
  %small = linalg.matmul ins(%y, %y : tensor<32x32xf32>, tensor<32x32xf32>)
      outs(%init : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %big, %small : tensor<32x32xf32>, tensor<32x32xf32>
}
"""


@pytest.fixture
def model(tmp_path):
    if not os.path.exists(AMP_OPT):
        pytest.skip("amp-opt is not built")
    (tmp_path / "model.mlir").write_text(MODEL)
    random = np.random.RandomState(0)
    np.save(tmp_path / "x.npy", random.randn(32, 32).astype(np.float32))
    np.save(tmp_path / "y.npy", random.randn(32, 32).astype(np.float32) / 32)
    return tmp_path


def test_profile_keeps_what_errs_high(model):
    profile = model / "profile.json"
    script = os.path.join(ROOT, "utils", "shadow_profile.py")
    inputs = [str(model / "x.npy"), str(model / "y.npy")]
    done = subprocess.run(
        [sys.executable, script, str(model / "model.mlir"), *inputs]
        + ["--out", str(profile), "--amp-opt", AMP_OPT, "--bytes-per-error", "1e6"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    prices = {
        entry["path"]: entry["price"]
        for entry in json.loads(profile.read_text())["entries"]
    }
    # The second product's share is 2 ** -20, so its price is below 10 bytes.
    assert prices["@main/linalg.matmul#0"] > 0.99e6
    assert prices.get("@main/linalg.matmul#1", 0) < 10

    source, out = str(model / "model.mlir"), str(model / "out.mlir")
    shadow_profile.convert(AMP_OPT, source, "f16", out, profile=str(profile))
    arrays = [np.load(path) for path in inputs]
    want, got = cpu_run.Model(source)(*arrays), cpu_run.Model(out)(*arrays)
    assert np.array_equal(got[0], want[0])
    assert not np.array_equal(got[1], want[1])


def test_prices_from_errors():
    one = shadow_profile.Candidate("@main/a#0", "high", 1)
    two = shadow_profile.Candidate("@main/b#0", "-> high", 1, 0)
    one.error, two.error = 1.0, 5.0
    entries = shadow_profile.make_profile(4.0, [one, two], 1000)["entries"]
    # Three quarters of the error go; the other one made it worse.
    assert [(e["path"], e["price"]) for e in entries] == [("@main/a#0", 750)]
    # Nothing to share out.
    assert not shadow_profile.make_profile(0.0, [one], 1000)["entries"]
    # Low overflows; only the one that is finite again has a price.
    two.error = float("inf")
    entries = shadow_profile.make_profile(float("inf"), [two, one], 10)["entries"]
    assert [(e["path"], e["price"]) for e in entries] == [("@main/a#0", 10)]


def test_faults_are_named(model):
    with pytest.raises(cpu_run.CompileError, match="f8"):
        shadow_profile.convert(
            AMP_OPT, str(model / "model.mlir"), "f8", str(model / "out.mlir")
        )


def test_candidates_are_what_is_low():
    def op(path, category, gain):
        other = {"feasible": gain is not None, "bytes": gain or 0}
        return {"path": path, "category": category, "otherwise": other}

    plan = """amp-plan 1 f32 f16
@main/arg#0: -> both  // net.py:1:1
@main/a.matmul#0: low -> low  // net.py:2:1
@main/a.pad#0: low -> low  // net.py:3:1
@main/a.relu#0: -> low, -, both  // net.py:4:1
@main/a.tied#0: -> low  // net.py:5:1
@main/a.sum#0: -> high  // net.py:6:1
"""
    ops = [
        op("@main/a.matmul#0", "always", 10),
        op("@main/a.pad#0", "follow", 20),
        op("@main/a.relu#0", "follow", 30),
        op("@main/a.tied#0", "follow", None),
        op("@main/a.sum#0", "never", 40),
    ]
    found = shadow_profile.find_candidates(plan, {"ops": ops})
    assert [(c.path, c.choice, c.result) for c in found] == [
        ("@main/a.relu#0", "-> high, -, -", None),
        ("@main/a.pad#0", "high", None),
        ("@main/a.matmul#0", "high", None),
        ("@main/a.matmul#0", "-> high", 0),
    ]
