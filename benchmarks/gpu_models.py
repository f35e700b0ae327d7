#!/usr/bin/env python3
# ===- gpu_models.py - Kernels, launches and memory of models --------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Writes docs/results-gpu-models.md: whole models to machine code.

usage: gpu_models.py --models FOLDER [--out FILE] [--chips sm_80,sm_90a] [--runs N]

FOLDER holds NAME.weightless.mlir. Needs ptxas in PATH; no GPU. Exits with 1 where
a bound is broken (see BOUNDS); the page says what broke.
"""

import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
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
COMPILER = os.path.join(os.path.dirname(environment.AMP_OPT), "amp-compile")
# Seconds for all chips of a model.
SLOWEST = 60


def run(*command):
    """What a command printed, and the seconds it took."""
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr[:2000]}")
    return done.stdout + done.stderr, time.monotonic() - start


def compile_model(source, chips, runs, scratch):
    """Report, bytes of the library, least seconds."""
    library, report = os.path.join(scratch, "m.so"), os.path.join(scratch, "m.json")
    seconds = []
    for _ in range(runs):
        seconds.append(
            run(
                COMPILER,
                source,
                "--autocast=f16",
                f"--target=cuda:{chips}",
                f"--report={report}",
                "-o",
                library,
            )[1]
        )
    with open(report) as file:
        return json.load(file), os.path.getsize(library), min(seconds)


def assemble(source, chip, ptxas, scratch):
    """Most registers of a kernel; names of kernels that spill; warnings."""
    lowered, ptx = os.path.join(scratch, "l.mlir"), os.path.join(scratch, "k.ptx")
    run(
        environment.AMP_OPT,
        f"--pass-pipeline=builtin.module(amp-autocast-pipeline{{type=f16}},"
        f"amp-to-nvvm{{chip={chip} format=isa}})",
        source,
        "-o",
        lowered,
    )
    with open(lowered, errors="replace") as file:
        text = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', file.read())[1]
    unescape = re.compile(r"\\([0-9A-F]{2}|.)", re.S)
    plain = unescape.sub(
        lambda m: chr(int(m[1], 16)) if len(m[1]) == 2 else m[1], text
    )
    with open(ptx, "w") as file:
        file.write(plain.rstrip("\0"))
    level = "--register-usage-level=4"
    said, _ = run(ptxas, "-v", level, f"-arch={chip}", ptx, "-o", os.devnull)
    kernels = re.findall(
        r"Function properties for (\S+)\s+(\d+) bytes stack frame, (\d+) bytes spill "
        r"stores, (\d+) bytes spill loads",
        said,
    )
    spilled = [name for name, _, *bytes_ in kernels if any(map(int, bytes_))]
    registers = max(map(int, re.findall(r"Used (\d+) registers", said)))
    return registers, spilled, len(re.findall(r"C75\d\d|serializ", said))


def share(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else "none"


def left_out(reports):
    """Lines on contractions without tensor cores: a row a model, chip, reason."""
    groups = collections.OrderedDict()
    for (name, chip), audit in reports:
        for op in audit["ops"]:
            if not op["tensor_core"]:
                key = name, chip, op["op"], op["reason"], op["fix"] or "-"
                groups.setdefault(key, []).append(op)
    rows = []
    for (name, chip, kind, reason, fix), ops in groups.items():
        sizes = sorted({f"K={op['sizes'][3]}, N={op['sizes'][2]}" for op in ops})
        count = sum(op["multiply_adds"] for op in ops)
        rows.append(
            [f"`{name}`", chip, f"{len(ops)} x `{kind}`", f"{count / 1e6:.1f}"]
            + ["; ".join(sizes[:3]), reason, fix]
        )
    header = ["model", "chip", "ops", "million", "sizes", "why", "padding that helps"]
    return environment.table(header, rows) if rows else ["None."]


def instructions(reports):
    """How many contractions and multiply-adds go to which instruction."""
    rows = []
    for (name, chip), audit in reports:
        kinds = collections.Counter()
        counts = collections.Counter()
        for op in audit["ops"]:
            kind = op["instruction"].split(".m")[0]
            kinds[kind] += 1
            counts[kind] += op["multiply_adds"]
        total = sum(counts.values())
        rows.append(
            [f"`{name}`", chip]
            + [
                f"{kinds[kind]} ({share(counts[kind], total)})" if kinds[kind] else "-"
                for kind in ("wgmma", "mma.sync", "fma")
            ]
        )
    return environment.table(["model", "chip", "wgmma", "mma.sync", "fma"], rows)


def why_no_wgmma(reports):
    counts, examples = collections.Counter(), {}
    for (name, chip), audit in reports:
        for op in audit["ops"]:
            if chip != "sm_90a" or not op["instruction"].startswith("mma.sync"):
                continue
            if "no wgmma: " in op["reason"]:
                why = op["reason"].split("no wgmma: ")[1]
                why = why.split("; K in ")[0].split("; instead of ")[0]
            elif op["kernel"].startswith("attention"):
                why = "part of attention: its rows stay in registers"
            else:
                why = "fewer than 48 rows or columns"
            counts[why, name] += 1
    rows = [[why, f"`{name}`", n] for (why, name), n in sorted(counts.items())]
    return environment.table(["why", "model", "ops"], rows) if rows else ["None."]


def measure(options, ptxas):
    """Rows of the first table, audits by model and chip, broken bounds."""
    chips = options.chips.split(",")
    rows, audits, broken = [], [], []
    for name in MODELS:
        source = os.path.join(options.models, name + ".weightless.mlir")
        with tempfile.TemporaryDirectory() as scratch:
            report, size, seconds = compile_model(
                source, options.chips, options.runs, scratch
            )
            if seconds > SLOWEST:
                broken.append(f"{name}: {seconds:.0f} s, expected {SLOWEST} at most")
            for chip, audit in zip(chips, report["tensor_cores"]):
                registers, spilled, warnings = assemble(source, chip, ptxas, scratch)
                audits.append(((name, chip), audit))
                aligned = audit["aligned_multiply_adds"]
                used = audit["aligned_on_tensor_cores"]
                checks = {
                    f"kernels that spill: {', '.join(spilled)}": spilled,
                    "wgmma serialised": warnings,
                    f"{share(used, aligned)} of the aligned multiply-adds": used
                    != aligned,
                    f"no kernel for {audit['without_kernel']}": audit["without_kernel"],
                }
                broken += [f"{name}, {chip}: {text}" for text, bad in checks.items() if bad]
                model = report["model"]
                rows.append(
                    [f"`{name}`", chip, model["kernels"], model["launches"]]
                    + [f"{model['launch_bytes'] / 1e6:.1f}", registers]
                    + [len(spilled), f"{model['arena_bytes'] / 1e6:.1f}"]
                    + [f"{model['bytes_without_reuse'] / 1e6:.1f}"]
                    + [f"{size / 1e6:.2f}", f"{seconds:.1f}"]
                    + [share(used, aligned)]
                    + [share(audit["on_tensor_cores"], audit["multiply_adds"])]
                )
    return rows, audits, broken


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", required=True)
    parser.add_argument("--out", default="docs/results-gpu-models.md")
    parser.add_argument("--chips", default="sm_80,sm_90a")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
    rows, audits, broken = measure(options, ptxas)
    version = re.search(r"release (\S+),", run(ptxas, "--version")[0])[1]
    header = ["model", "chip", "kernels", "launches", "moved MB"]
    header += ["registers", "spilling"]
    header += ["arena MB", "without reuse MB", ".so MB", "seconds"]
    header += ["tensor cores, K and N % 8 = 0", "all"]
    lines = [
        f"`amp-compile --autocast=f16 --target=cuda:{options.chips}`, ptxas {version}; "
        "compiled, not run: no GPU was at hand. Weights are arguments, so that their "
        "casts are launches too. Moved: what launches read and write, each tensor once "
        "a launch. Registers: the most of a kernel; spilling: kernels "
        "that spill. Arena: bytes of all intermediate buffers; beside it the same "
        f"without reuse. The library and the seconds (least of {options.runs} runs of "
        "the whole command) are for all chips together. Last columns: share of the "
        "multiply-adds of contractions and convolutions that tensor cores do, where K "
        "and N are multiples of 8, and of all.",
        "",
        *environment.table(header, rows),
        "",
        f"Bounds: no spill, no serialised wgmma, all aligned multiply-adds on tensor "
        f"cores, a kernel for each ALWAYS op, {SLOWEST} s: "
        + ("all hold." if not broken else "broken:"),
        *[f"- {text}" for text in broken],
        "",
        "## Instructions",
        "Contractions and convolutions by instruction, and their share of the "
        "multiply-adds.",
        "",
        *instructions(audits),
        "",
        "## Not on tensor cores",
        *left_out(audits),
        "",
        "## mma.sync where the chip has wgmma",
        *why_no_wgmma(audits),
    ]
    command = (
        "python benchmarks/gpu_models.py --models FOLDER "
        f"--chips {options.chips} --runs {options.runs}"
    )
    text = environment.page(
        "Models as CUDA kernels", "gpu_models.py", command, environment.AMP_OPT, lines
    )
    with open(options.out + ".tmp", "w") as file:
        file.write(text)
    os.replace(options.out + ".tmp", options.out)
    for text in broken:
        print(text, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
