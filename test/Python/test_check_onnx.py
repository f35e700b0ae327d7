# ===- test_check_onnx.py - The backend tests of ONNX ----------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""utils/check_onnx.py: tests are counted, bad arguments and missing packages told."""

import importlib.util
import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

HAS_IMPORTER = all(importlib.util.find_spec(name) for name in ("onnx", "iree"))
needs_importer = pytest.mark.skipif(
    not HAS_IMPORTER, reason="needs onnx and iree-base-compiler: pip install them"
)


def run(*arguments):
    return subprocess.run(
        [sys.executable, os.path.join(ROOT, "utils/check_onnx.py"), *arguments],
        capture_output=True,
        text=True,
    )


@pytest.mark.skipif(HAS_IMPORTER, reason="onnx and iree-base-compiler are installed")
def test_missing_packages_are_told():
    done = run("--only=relu")
    assert done.returncode == 1
    assert "needs the packages onnx and iree-base-compiler" in done.stderr
    assert done.stdout == ""


def test_bad_arguments_are_told():
    assert "expected a positive number" in run("--every=0").stderr
    assert "expected 2 arguments" in run("--tolerance=1e-2").stderr
    assert "no amp-compile in" in run("--targets=cuda:sm_80", "--tools=nowhere").stderr


@needs_importer
def test_tests_are_counted():
    done = run("--only=^test_lrn$|^test_selu$", "--jobs=1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("2 tests: 2 imported, 0 not imported"), done.stdout
    assert "2 matches, 0 differs, 0 failed" in done.stdout


@needs_importer
def test_what_checks_nothing_is_an_error():
    assert run("--only=no such test").returncode == 1
