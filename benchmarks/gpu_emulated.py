#!/usr/bin/env python3
# ===- gpu_emulated.py - Trained models on the emulated GPU -----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Writes docs/results-gpu-emulated.md: whole trained models, each kernel emulated.

usage: gpu_emulated.py --models FOLDER [--names digits minilm] [--chips sm_80,sm_90a]
                       [--json FILE [--page-only]] [--out FILE]

FOLDER holds digits_cnn_b360.mlirbc and minilm_real_b8_s32.mlirbc with their data. Host
code, runtime and kernels run as on a GPU, a thread of a kernel being a fiber of the
emulator. Minutes to hours; --json keeps what was measured, and --page-only writes the
page from it without measuring the rest. Exits with 1 where a
bound is broken: finite, no right answer lost beyond 0.3 %, cosine to f64 0.9999.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import environment
import numpy as np
from emulator import BUILD, run_emulated

LEAST_COSINE, MOST_LOST = 0.9999, 0.003


def load(folder, *names):
    return [np.load(os.path.join(folder, name)) for name in names]


def digits(folder):
    """Inputs, the exact results, and what to say of results."""
    x, y, exact = load(
        folder, "digits_cnn.x.npy", "digits_cnn.y.npy", "digits_cnn.logp_f64.npy"
    )

    def judge(result):
        right = np.mean(result.argmax(-1) == y)
        best = np.mean(exact.argmax(-1) == y)
        return {"right": right, "right_f64": best, "good": best - right <= MOST_LOST}

    return "digits_cnn_b360", [x.astype(np.float32)], exact, judge


def minilm(folder):
    ids, mask, exact = load(
        folder, "minilm_real.ids.npy", "minilm_real.mask.npy", "minilm_real.embedding_f64.npy"
    )

    def judge(result):
        norms = np.linalg.norm(result, axis=-1) * np.linalg.norm(exact[:8], axis=-1)
        cosine = np.min((result * exact[:8]).sum(-1) / norms)
        return {"cosine": cosine, "good": cosine >= LEAST_COSINE}

    return "minilm_real_b8_s32", [ids[:8], mask[:8]], exact[:8], judge


CASES = {"digits": digits, "minilm": minilm}


def measure(case, chip, dtype, folder):
    name, inputs, exact, judge = CASES[case](folder)
    with tempfile.TemporaryDirectory() as scratch:
        place = lambda key: os.path.join(scratch, key)
        subprocess.run(
            [os.path.join(BUILD, "bin/amp-compile"), f"--autocast={dtype}"]
            + [os.path.join(folder, name + ".mlirbc"), f"--target=cuda:{chip}"]
            + ["--kernels=llvm", "-o", place("model.so")],
            check=True,
        )
        start = time.monotonic()
        results, _ = run_emulated(place("model.so"), inputs, chip)
        seconds = time.monotonic() - start
        result = np.asarray(results[0], np.float64)
    row = {key: float(value) for key, value in judge(result).items()}
    row["error"] = float(np.abs(result - exact).max())
    row["good"] = bool(row["good"] and np.isfinite(result).all())
    row["seconds"] = seconds
    return row


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--models", required=True)
    parser.add_argument("--names", nargs="+", choices=list(CASES), default=list(CASES))
    parser.add_argument("--chips", default="sm_80,sm_90a")
    parser.add_argument("--types", default="f16")
    parser.add_argument("--json")
    parser.add_argument("--page-only", action="store_true")
    parser.add_argument("--out", default="docs/results-gpu-emulated.md")
    options = parser.parse_args()
    kept = {}
    if options.json and os.path.exists(options.json):
        with open(options.json) as file:
            kept = json.load(file)
    rows, broken = [], []
    for case in options.names:
        for dtype in options.types.split(","):
            for chip in options.chips.split(","):
                key = f"{case} {dtype} {chip}"
                if key not in kept and options.page_only:
                    continue
                if key not in kept:
                    print(key, flush=True)
                    kept[key] = measure(case, chip, dtype, options.models)
                    if options.json:
                        with open(options.json, "w") as file:
                            json.dump(kept, file, indent=1)
                row = kept[key]
                says = (
                    f"{100 * row['right']:.2f} % right, {100 * row['right_f64']:.2f} % "
                    "in f64"
                    if "right" in row
                    else f"least cosine to f64 {row['cosine']:.7f}"
                )
                rows.append([case, dtype, chip, f"{row['error']:.2e}", says])
                # Rounding to 8 bits moves more than the bound, which is for f16.
                if not row["good"] and dtype == "f16":
                    broken.append(f"- {key}: {says}")
    lines = [
        "Trained models, `--autocast`, compiled with `--kernels=llvm` and run by the "
        "emulated driver: host code, runtime and every kernel, a fiber a thread. "
        "`digits`: 360 test images; `minilm`: 8 sentences of 32 tokens. Error: largest "
        "difference to torch in f64. Bounds for f16: finite, no more than 0.3 % of the "
        f"right answers lost, cosine at least {LEAST_COSINE}: "
        + ("broken:" if broken else "they hold."),
        *broken,
        "",
        *environment.table(["model", "type", "chip", "error", "result"], rows),
    ]
    command = "python benchmarks/gpu_emulated.py --models FOLDER --names " + " ".join(
        options.names
    )
    text = environment.page(
        "Models on the emulated GPU",
        "gpu_emulated.py",
        command,
        environment.AMP_OPT,
        lines,
    )
    with open(options.out + ".tmp", "w") as file:
        file.write(text)
    os.replace(options.out + ".tmp", options.out)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
