#!/usr/bin/env python3
# ===- gpu_models.py - Kernels, launches and memory of models --------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Writes docs/results-gpu-models.md: whole models to machine code.

usage: gpu_models.py --models FOLDER [--out FILE] [--chips sm_80,sm_90a] [--runs N]

FOLDER holds NAME.weightless.mlir. Needs ptxas in PATH; no GPU.
"""

import argparse
import os
import re
import subprocess
import tempfile
import time

import environment

MODELS = [
    "resnet50_b1",
    "bert_base_b1_s128",
    "gpt2_small_b1_s64",
    "mobilenetv2_b1",
    "unet_b1",
]


def run(*command):
    """Standard error of a command, and the seconds it took."""
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr[:2000]}")
    return done.stderr, time.monotonic() - start


def measure(name, chip, folder, runs):
    """One row: figures of `amp.model`, warnings, kernel code, least seconds."""
    source = os.path.join(folder, name + ".weightless.mlir")
    with tempfile.TemporaryDirectory() as scratch:
        mixed = os.path.join(scratch, "mixed.mlir")
        lowered = os.path.join(scratch, "lowered.mlir")
        run(environment.AMP_OPT, "--amp-autocast=f16", source, "-o", mixed)
        seconds = []
        for _ in range(runs):
            errors, spent = run(
                environment.AMP_OPT, f"--amp-to-nvvm={chip}", mixed, "-o", lowered
            )
            seconds.append(spent)
        with open(lowered, errors="replace") as file:
            text = file.read()
    figures = {
        key: int(value)
        for key, value in re.findall(
            r"(\w+) = (\d+) : i64", re.search(r"amp\.model = \{([^}]*)\}", text)[1]
        )
    }
    plain = len(set(re.findall(r"^.*runs without tensor cores.*$", errors, re.M)))
    return figures, plain, min(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", required=True)
    parser.add_argument("--out", default="docs/results-gpu-models.md")
    parser.add_argument("--chips", default="sm_80,sm_90a")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    lines = [
        "`--amp-autocast=f16`, then `--amp-to-nvvm=CHIP`: machine code by ptxas, no "
        "GPU. Weights are arguments, so that their casts are launches too. Arena: "
        "bytes of all intermediate buffers; beside it the same without reuse. "
        "Without tensor cores: contraction kernels that run as plain loops. "
        f"Seconds: least of {options.runs} runs of the whole second command.",
        "",
        "| model | chip | kernels | launches | arena MB | without reuse MB | "
        "without tensor cores | seconds |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in MODELS:
        for chip in options.chips.split(","):
            figures, plain, seconds = measure(
                name, chip, options.models, options.runs
            )
            lines.append(
                f"| `{name}` | {chip} | {figures['kernels']} | "
                f"{figures['launches']} | {figures['arena_bytes'] / 1e6:.1f} | "
                f"{figures['bytes_without_reuse'] / 1e6:.1f} | {plain} | "
                f"{seconds:.1f} |"
            )
    command = (
        "python benchmarks/gpu_models.py --models FOLDER "
        f"--chips {options.chips} --runs {options.runs}"
    )
    text = environment.page(
        "Models as CUDA kernels",
        "gpu_models.py",
        command,
        environment.AMP_OPT,
        lines,
    )
    with open(options.out + ".tmp", "w") as file:
        file.write(text)
    os.replace(options.out + ".tmp", options.out)


main()
