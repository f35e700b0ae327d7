# ===- test_model_checks.py - Models with results of their own -------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""utils/check_onnx.py, check_torch.py, check_jax.py and check_tflite.py: tests are
counted, bad arguments and missing packages told."""

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
    "check_tflite.py": (
        ("tosa_converter_for_tflite", "ai_edge_litert"),
        "tosa-converter-for-tflite and ai-edge-litert",
    ),
}
# What a script cannot do without; this one is none of TFLite's.
FILES = {"check_tflite.py": [__file__]}
each_script = pytest.mark.parametrize("script", PACKAGES)


def has_packages(script):
    return all(importlib.util.find_spec(name) for name in PACKAGES[script][0])


def need_packages(script):
    if not has_packages(script):
        pytest.skip(f"needs {PACKAGES[script][1]}: pip install them")


def run(script, *arguments, **environment):
    return subprocess.run(
        [sys.executable, os.path.join(ROOT, "utils", script), *arguments]
        + FILES.get(script, []),
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
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
    told = run(script, "--emulate=sm_80", AMP_BUILD_DIR="/nowhere").stderr
    assert "no emulated driver in" in told


def test_gradients_of_optimizers_are_refused():
    need_packages("check_torch.py")
    done = run("check_torch.py", "--kind=optimizers", "--gradients")
    assert done.returncode == 1
    assert "optimizers have no gradients" in done.stderr


def test_missing_files_are_told():
    assert "no file 'nowhere.tflite'" in run("check_tflite.py", "nowhere.tflite").stderr


@pytest.mark.parametrize(
    "script, count, arguments",
    [
        ("check_onnx.py", 2, ["--only=^test_lrn$|^test_selu$"]),
        ("check_torch.py", 6, ["--only=^(tanh|nn.functional.silu)$"]),
        ("check_torch.py", 6, ["--only=^(tanh|nn.functional.silu)$", "--gradients"]),
        ("check_torch.py", 3, ["--kind=modules", "--only=LayerNorm"]),
        ("check_torch.py", 3, ["--kind=modules", "--only=LayerNorm", "--gradients"]),
        ("check_torch.py", 6, ["--kind=optimizers", "--only=Adadelta"]),
        ("check_jax.py", 2, ["--only=^jax.scipy.stats.laplace.(log)?pdf$"]),
        ("check_jax.py", 2, ["--only=^jax.nn.(tanh|silu)$"]),
        ("check_jax.py", 2, ["--only=^jax.nn.(tanh|silu)$", "--gradients"]),
        ("check_jax.py", 2, ["--only=^jax.nn.(tanh|silu)$", "--emulate=sm_90a"]),
    ],
)
def test_tests_are_counted(script, count, arguments):
    need_packages(script)
    done = run(script, "--jobs=1", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    start = f"{count} tests: {count} imported, 0 not imported"
    assert done.stdout.startswith(start), done.stdout
    assert f"{count} matches, 0 differs, 0 failed" in done.stdout
    for dtype in ("f32", "f16", "bf16") if "--emulate=sm_90a" in arguments else ():
        assert f"{count} emulated {dtype}" in done.stdout


@each_script
def test_what_checks_nothing_is_an_error(script):
    need_packages(script)
    assert run(script, "--only=no such test").returncode == 1
