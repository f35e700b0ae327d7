#!/usr/bin/env python3
# ===- tune_gemm.py - Searches configurations of products on a device -------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Finds the fastest GemmConfig of products and writes lib/Conversion/ToNVVM/gemm-table.mlir.

Three steps, so that the machine with the GPU needs no MLIR:

    tune_gemm.py build --sizes 128x768x768 ... --chip sm_90a --out tune.tar.gz
    tar xf tune.tar.gz && amp-gpu-package/run.sh --only tuning       (with the GPU)
    tune_gemm.py write results/results.json [--table FILE]

or `search`, all of it here. A size is MxNxK. Each candidate is
a library of one product with its `amp.gemm_config`; those that ptxas or the compiler
refuse, and those whose result is wrong on the device, drop out. Entries of the table
for other sizes and chips stay; `write` is deterministic. --emulate DRIVER runs on the
emulated driver: its times mean nothing, and no such table belongs into the tree.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile

import environment
import gpu_package

TABLE = os.path.join(environment.ROOT, "lib/Conversion/ToNVVM/gemm-table.mlir")
HEAD = "// Written by benchmarks/tune_gemm.py; do not edit."
# A result further off than this, as a share of the largest value, is wrong: f16
# rounds by 2^-11, sums are f32.
WORST_ERROR = 2e-3


def mma_candidates():
    """Tiles of mma.sync: at most 64 sums a thread and 8 warps."""
    for m in (16, 32, 64, 128):
        for n in (16, 32, 64, 128, 256):
            for warps_m, warps_n in ((1, 4), (2, 2), (4, 1), (2, 4), (4, 2)):
                sums = m * n // (32 * warps_m * warps_n)
                if m % (16 * warps_m) or n % (16 * warps_n) or not 8 <= sums <= 128:
                    continue
                for k, stages in ((32, 3), (32, 4), (64, 3), (64, 4)):
                    yield {
                        "path": "mma.sync",
                        "tile": [m, n, k],
                        "warps": [warps_m, warps_n],
                        "stages": stages,
                        "group": 8,
                    }


def wgmma_candidates():
    for m, n in ((64, 64), (64, 128), (64, 256), (128, 128), (128, 192), (128, 256)):
        for cluster in (1, 2):
            for pingpong in (False, True):
                for stages in (3, 4, 6):
                    yield {
                        "path": "wgmma",
                        "tile": [m, n, 64],
                        "cluster": cluster,
                        "consumers": 2,
                        "pingpong": pingpong,
                        "stages": stages,
                        "group": 8,
                    }


def candidates(chip, tiny):
    """The space to search, in a fixed order; `tiny` is for tests."""
    found = list(mma_candidates())
    if chip.endswith("a"):
        found += wgmma_candidates()
    return found[:: max(1, len(found) // tiny)][:tiny] if tiny else found


def attribute(config):
    """A configuration as MLIR writes it."""

    def value(one):
        if isinstance(one, bool):
            return "true" if one else "false"
        if isinstance(one, list):
            return f"array<i64: {', '.join(map(str, one))}>"
        return json.dumps(one)

    return "{" + ", ".join(f"{key} = {value(one)}" for key, one in config.items()) + "}"


def compile_candidate(case, folder, options):
    """Whether the compiler takes it."""
    source = os.path.join(folder, case["name"] + ".mlir")
    text = gpu_package.product(case["m"], case["n"], case["k"], "none")
    # Behind the maps, where the op's syntax has its attributes.
    text = re.sub(
        r"(linalg\.matmul indexing_maps = \[[^\]]*\])",
        lambda m: f"{m[1]} {{amp.gemm_config = {attribute(case['config'])}}}",
        text,
    )
    with open(source, "w") as file:
        file.write(text)
    output = os.path.join(folder, case["library"])
    done = subprocess.run(
        [gpu_package.COMPILER, source, "-o", output, f"--target=cuda:{options.chip}"]
        + [f"--kernels={options.kernels}", "--mcpu=x86-64-v2"],
        capture_output=True,
        text=True,
    )
    os.remove(source)
    if done.returncode:
        return False
    os.remove(os.path.splitext(output)[0] + ".h")
    return True


def build(folder, options):
    """The candidates that compile, as the package's cases."""
    cases = []
    for size in options.sizes:
        m, n, k = size
        for number, config in enumerate(candidates(options.chip, options.tiny)):
            key = f"{m}x{n}x{k}_{number}"
            case = {"name": key, "m": m, "n": n, "k": k, "activation": "none"}
            case["library"] = f"gemms/{key}.so"
            case["config"] = config
            cases.append(case)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        taken = list(pool.map(lambda c: compile_candidate(c, folder, options), cases))
    tuning = [case for case, fits in zip(cases, taken) if fits]
    manifest = {"versions": gpu_package.versions(options), "models": [], "gemms": []}
    manifest["tuning"] = tuning
    manifest["tuned_chip"] = options.chip
    with open(os.path.join(folder, "manifest.json"), "w") as file:
        json.dump(manifest, file, indent=1)
    print(f"{len(tuning)} of {len(cases)} candidates compile")


def make_package(options, archive_path):
    options.chips = options.chip
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(scratch, "amp-gpu-package")
        os.makedirs(os.path.join(folder, "gemms"))
        build(folder, options)
        gpu_package.add_runner(folder)
        with tarfile.open(archive_path + ".tmp", "w:gz") as archive:
            archive.add(folder, "amp-gpu-package")
    os.replace(archive_path + ".tmp", archive_path)


def entry(case, row, chip, device):
    sizes = f"array<i64: 1, {case['m']}, {case['n']}, {case['k']}>"
    return (
        f'  {{chip = "{chip}", type = f16, sizes = {sizes}, layout = "kk",\n'
        f'   device = "{device}", microseconds = {row["ours"]["seconds"] * 1e6:.3f},\n'
        f"   config = {attribute(case['config'])}}}"
    )


def read_entries(path):
    """The table's entries as text, by chip and size."""
    found = {}
    if os.path.exists(path):
        with open(path) as file:
            text = file.read()
        for block in re.findall(r"^  \{chip = .*?\}\}", text, re.M | re.S):
            key = re.search(r'chip = "(\w+)", type = (\w+), sizes = ([^>]*>)', block)
            found[key.groups()] = block
    return found


def write(results_path, table):
    """Puts the fastest right candidate of each size into the table."""
    with open(results_path) as file:
        results = json.load(file)
    entries = read_entries(table)
    best = {}
    for case, row in results["tuning"].values():
        if row["error"] > WORST_ERROR:
            continue
        size = case["m"], case["n"], case["k"]
        seconds = row["ours"]["seconds"]
        if size not in best or seconds < best[size][1]["ours"]["seconds"]:
            best[size] = case, row
    for case, row in best.values():
        text = entry(case, row, results["tuned_chip"], results["machine"]["device"])
        key = re.search(r'chip = "(\w+)", type = (\w+), sizes = ([^>]*>)', text)
        entries[key.groups()] = text

    def order(key):
        return key[0], key[1], [int(n) for n in re.findall(r"\d+", key[2])[1:]]

    blocks = ",\n".join(entries[key] for key in sorted(entries, key=order))
    text = f"{HEAD}\n[\n{blocks}\n]\n" if blocks else f"{HEAD}\n[]\n"
    with open(table + ".tmp", "w") as file:
        file.write(text)
    os.replace(table + ".tmp", table)
    print(f"{table}: {len(best)} sizes of {results['tuned_chip']} written")


def search(options):
    with tempfile.TemporaryDirectory() as scratch:
        archive = os.path.join(scratch, "tune.tar.gz")
        make_package(options, archive)
        with tarfile.open(archive) as file:
            file.extractall(scratch)
        out = os.path.join(scratch, "results")
        command = [os.path.join(scratch, "amp-gpu-package/run.sh"), "--only", "tuning"]
        command += ["--out", out, "--samples", str(options.samples)]
        if options.emulate:
            command += ["--emulate", options.emulate]
            command += ["--capability", re.sub(r"\D", "", options.chip)]
        environment_ = {**os.environ, "PYTHON": sys.executable}
        done = subprocess.run(command, env=environment_, stdout=subprocess.DEVNULL)
        if done.returncode:
            return done.returncode
        write(os.path.join(out, "results.json"), options.table)
    return 0


def parse_size(text):
    try:
        m, n, k = map(int, text.split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected MxNxK, got '{text}'") from None
    return m, n, k


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    steps = parser.add_subparsers(dest="step", required=True)
    for name in ("build", "search"):
        step = steps.add_parser(name)
        step.add_argument("--sizes", nargs="+", type=parse_size, required=True)
        step.add_argument("--chip", required=True)
        step.add_argument("--kernels", choices=["bin", "llvm"], default="bin")
        step.add_argument("--tiny", type=int, help="so many candidates a size")
        if name == "build":
            step.add_argument("--out", required=True)
        else:
            step.add_argument("--table", default=TABLE)
            step.add_argument("--samples", type=int, default=9)
            step.add_argument("--emulate", metavar="DRIVER")
    step = steps.add_parser("write")
    step.add_argument("results")
    step.add_argument("--table", default=TABLE)
    options = parser.parse_args()
    if options.step == "build":
        return make_package(options, options.out)
    if options.step == "search":
        return search(options)
    return write(options.results, options.table)


if __name__ == "__main__":
    sys.exit(main())
