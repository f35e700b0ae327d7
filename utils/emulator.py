# ===- emulator.py - Models on the emulated GPU -----------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs libraries that amp-compile made with --kernels=llvm on the emulated driver."""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get("AMP_BUILD_DIR", os.path.join(ROOT, "build", "release"))
EMULATOR = os.path.join(BUILD, "lib", "libAmpCudaEmulator.so")
# Seconds that a model may take to compile, and to run.
SLOWEST = 300

# The driver is opened once a process.
CHILD = """
import sys, numpy as np, mlir_amp
model = mlir_amp.load(sys.argv[1])
given = np.load(sys.argv[2])
arrays = [given[f"arr_{i}"].copy() for i in range(len(given.files))]
results = model(*arrays)
if not isinstance(results, (tuple, list)):
    results = [results]
np.savez(sys.argv[3], *results)
same = all(np.array_equal(a, given[f"arr_{i}"]) for i, a in enumerate(arrays))
print("same" if same else "changed")
"""


def call(what, command, **environment):
    """What a command printed; RuntimeError with the end of its messages."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=SLOWEST,
            env={**os.environ, **environment},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"{what} takes more than {SLOWEST} s") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        said = [line for line in lines if "error: " in line] or lines[-3:]
        raise RuntimeError(f"{what}: " + "; ".join(said[:3]))
    return done.stdout


def choose_device(chip):
    """The variables that make a process run on the emulated `chip`, such as sm_90a."""
    return {"AMP_CUDA_DRIVER": EMULATOR, "AMP_EMULATED_DEVICE": re.sub(r"\D", "", chip)}


def run_emulated(library, inputs, chip, order=0):
    """(results, whether the run left its inputs as they were), in a process of its own.

    `order` is that of the threads. RuntimeError where the run fails.
    """
    import numpy as np

    paths = [os.path.join(BUILD, "python"), os.environ.get("PYTHONPATH")]
    with tempfile.TemporaryDirectory() as folder:
        given, made = (os.path.join(folder, name) for name in ("given.npz", "made.npz"))
        np.savez(given, *inputs)
        said = call(
            f"the run on {chip}",
            [sys.executable, "-c", CHILD, library, given, made],
            AMP_EMULATED_ORDER=str(order),
            PYTHONPATH=os.pathsep.join(filter(None, paths)),
            **choose_device(chip),
        )
        with np.load(made) as file:
            results = [file[f"arr_{i}"] for i in range(len(file.files))]
    return results, said.strip() == "same"
