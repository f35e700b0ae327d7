# ===- test_check_torch.py - The operators of torch ------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""utils/check_torch.py: samples are counted, bad arguments and missing packages told."""

import importlib.util
import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

HAS_IMPORTER = all(importlib.util.find_spec(name) for name in ("torch", "expecttest", "iree"))
needs_importer = pytest.mark.skipif(
    not HAS_IMPORTER, reason="needs torch, expecttest and iree-base-compiler: pip install them"
)


def run(*arguments):
    return subprocess.run(
        [sys.executable, os.path.join(ROOT, "utils/check_torch.py"), *arguments],
        capture_output=True,
        text=True,
    )


@pytest.mark.skipif(HAS_IMPORTER, reason="torch, expecttest and iree-base-compiler are installed")
def test_missing_packages_are_told():
    done = run("--only=relu")
    assert done.returncode == 1
    assert "needs the packages torch, expecttest and iree-base-compiler" in done.stderr
    assert done.stdout == ""


def test_bad_arguments_are_told():
    assert "expected a positive number" in run("--every=0").stderr
    assert "expected 2 arguments" in run("--tolerance=1e-2").stderr
    assert "no amp-compile in" in run("--targets=cuda:sm_80", "--tools=nowhere").stderr


@needs_importer
@pytest.mark.parametrize("kind", [[], ["--gradients"]])
def test_samples_are_counted(kind):
    done = run("--only=^(tanh|nn.functional.silu)$", "--jobs=1", *kind)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("6 tests: 6 imported, 0 not imported"), done.stdout
    assert "6 matches, 0 differs, 0 failed" in done.stdout


@needs_importer
def test_what_checks_nothing_is_an_error():
    assert run("--only=no such operator").returncode == 1
