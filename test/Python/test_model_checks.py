# ===- test_model_checks.py - The tests of ONNX, torch and jax -------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""utils/check_onnx.py, check_torch.py and check_jax.py: tests are counted, bad arguments
and missing packages told."""

import importlib.util
import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

PACKAGES = {
    "check_onnx.py": (("onnx", "iree"), "onnx and iree-base-compiler"),
    "check_torch.py": (
        ("torch", "expecttest", "iree"),
        "torch, expecttest and iree-base-compiler",
    ),
    "check_jax.py": (("jax", "absl", "iree"), "jax, absl-py and iree-base-compiler"),
}
each_script = pytest.mark.parametrize("script", PACKAGES)


def has_packages(script):
    return all(importlib.util.find_spec(name) for name in PACKAGES[script][0])


def need_packages(script):
    if not has_packages(script):
        pytest.skip(f"needs {PACKAGES[script][1]}: pip install them")


def run(script, *arguments):
    return subprocess.run(
        [sys.executable, os.path.join(ROOT, "utils", script), *arguments],
        capture_output=True,
        text=True,
    )


@each_script
def test_missing_packages_are_told(script):
    if has_packages(script):
        pytest.skip(f"{PACKAGES[script][1]} are installed")
    done = run(script, "--only=relu")
    assert done.returncode == 1
    assert f"needs the packages {PACKAGES[script][1]}" in done.stderr
    assert done.stdout == ""


@each_script
def test_bad_arguments_are_told(script):
    assert "expected a positive number" in run(script, "--every=0").stderr
    assert "expected 2 arguments" in run(script, "--tolerance=1e-2").stderr
    told = run(script, "--targets=cuda:sm_80", "--tools=nowhere").stderr
    assert "no amp-compile in" in told


@pytest.mark.parametrize(
    "script, count, arguments",
    [
        ("check_onnx.py", 2, ["--only=^test_lrn$|^test_selu$"]),
        ("check_torch.py", 6, ["--only=^(tanh|nn.functional.silu)$"]),
        ("check_torch.py", 6, ["--only=^(tanh|nn.functional.silu)$", "--gradients"]),
        ("check_jax.py", 2, ["--only=^jax.nn.(tanh|silu)$"]),
        ("check_jax.py", 2, ["--only=^jax.nn.(tanh|silu)$", "--gradients"]),
    ],
)
def test_tests_are_counted(script, count, arguments):
    need_packages(script)
    done = run(script, "--jobs=1", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    start = f"{count} tests: {count} imported, 0 not imported"
    assert done.stdout.startswith(start), done.stdout
    assert f"{count} matches, 0 differs, 0 failed" in done.stdout


@each_script
def test_what_checks_nothing_is_an_error(script):
    need_packages(script)
    assert run(script, "--only=no such test").returncode == 1
