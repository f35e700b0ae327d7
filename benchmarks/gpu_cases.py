#!/usr/bin/env python3
# ===- gpu_cases.py - The emulator tests' cases, for a device ---------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Compiles each case of the emulator's tests for a chip and checks it on the device.

usage: gpu_cases.py --out FOLDER [--chip CHIP] [--tool run|memcheck|racecheck ...]
                    [--names TEXT ...] [--emulate DRIVER]

There is one list: the functions of test/GPU/emulate-*.mlir and test/GPU/Inputs/
general.mlir (inputs and results in doubles by amp-gpu-emulate --write-cases, kernels for
the chips and multiprocessors of the RUN lines), and gpu_general.py. Writes
FOLDER/CHIP/cases.json with a library a case, then FOLDER/checks.md. Without --chip it is
the chip of the device that is there. --emulate runs them on the emulated driver instead.
Exits with 1 where a case is wrong, and where compute-sanitizer finds something.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys

import environment
import gpu_general

sys.path.insert(0, os.path.join(environment.ROOT, "benchmarks/gpu_runner"))

import checks  # noqa: E402
import device  # noqa: E402

BUILD = os.environ.get("AMP_BUILD_DIR", os.path.join(environment.ROOT, "build/release"))
TESTS = os.path.join(environment.ROOT, "test/GPU")


def number(chip):
    return int(re.sub(r"\D", "", chip))


def suits(written, chip):
    """Whether a case that is emulated for chips `written` is one for `chip`."""
    if chip in written:
        return True
    return any(not one.endswith("a") and number(one) <= number(chip) for one in written)


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr[:2000]}")


def kernel_files(chip):
    """(file, chip to compile for, multiprocessors) of the tests that suit a chip; 0
    multiprocessors for as many as the chip has. What is emulated for older chips than
    one with wgmma keeps their instructions there."""
    for path in sorted(glob.glob(os.path.join(TESTS, "emulate-*.mlir"))):
        with open(path) as file:
            runs = re.findall(r"^// RUN: amp-gpu-emulate %s(.*)\|", file.read(), re.M)
        chips = {}
        for flags in runs:
            named = re.search(r"--chip=(\w+)", flags)
            few = re.search(r"--processors=(\d+)", flags)
            chips[named[1] if named else "sm_80"] = int(few[1]) if few else 0
        if suits(chips, chip):
            own = chip if chip in chips else chip.rstrip("a")
            yield path, own, chips.get(chip, 0)


def write_kernels(folder, chip, names):
    """Rows of the cases in MLIR; their files in `folder`. Files that cannot hold one of
    `names` are left out."""
    general = os.path.join(TESTS, "Inputs/general.mlir")
    rows = []
    for path, own, processors in [*kernel_files(chip), (general, chip, 0)]:
        group = os.path.splitext(os.path.basename(path))[0].replace("emulate-", "")
        place = os.path.join(folder, group)
        if names and all("." in one and one.split(".")[0] != group for one in names):
            continue
        tool = os.path.join(BUILD, "bin/amp-gpu-emulate")
        flags = [f"--write-cases={place}", f"--processors={processors}"]
        run(tool, path, *flags)
        with open(os.path.join(place, "cases.json")) as file:
            for row in json.load(file):
                row["files"] = f"{group}/{row['name']}"
                row["name"] = f"{group}.{row['name']}"
                row["chip"] = own
                rows.append(row)
    return rows


def write_general(folder, chip):
    os.makedirs(os.path.join(folder, "numpy"), exist_ok=True)
    rows = []
    for case in gpu_general.all_cases():
        stem = os.path.join(folder, "numpy", case.name)
        with open(stem + ".mlir", "w") as file:
            file.write(case.source)
        with open(stem + ".inputs", "wb") as file:
            file.writelines(array.tobytes() for array in case.inputs)
        with open(stem + ".expected", "wb") as file:
            for array in case.exact:
                file.write(array.astype("f8").tobytes())
        row = {"name": f"numpy.{case.name}", "files": f"numpy/{case.name}"}
        row["chip"] = chip
        row["inputs"] = [
            {"type": kind, "shape": list(array.shape)}
            for kind, array in zip(case.input_types, case.inputs)
        ]
        row["outputs"] = [
            {"type": kind, "shape": list(array.shape), "relative": 0.0}
            | {"absolute": case.error}
            for kind, array in zip(case.output_types, case.exact)
        ]
        rows.append(row)
    return rows


def compile_case(row, folder, kernels):
    stem = os.path.join(folder, row["files"])
    command = [os.path.join(BUILD, "bin/amp-compile"), stem + ".mlir"]
    command += ["-o", stem + ".so", f"--target=cuda:{row['chip']}", f"--kernels={kernels}"]
    run(*command, "--mcpu=x86-64-v2")
    os.remove(stem + ".h")
    os.remove(stem + ".mlir")


def build(folder, chip, kernels="bin", names=()):
    """Compiles the cases whose name holds one of `names` (all without); their rows."""
    os.makedirs(folder, exist_ok=True)
    rows = write_kernels(folder, chip, names) + write_general(folder, chip)
    kept = [row for row in rows if not names or any(n in row["name"] for n in names)]
    for row in rows:
        if row not in kept:
            for end in (".mlir", ".inputs", ".expected"):
                os.remove(os.path.join(folder, row["files"] + end))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda row: compile_case(row, folder, kernels), kept))
    with open(os.path.join(folder, "cases.json"), "w") as file:
        json.dump(kept, file, indent=1)
    return kept


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", required=True)
    parser.add_argument("--chip", choices=[*device.CHIPS.values(), "sm_90"])
    parser.add_argument("--tool", nargs="+", choices=checks.TOOLS, default=["run"])
    parser.add_argument("--names", nargs="+", default=[])
    parser.add_argument("--emulate", metavar="DRIVER")
    return parser.parse_args()


def main():
    options = parse()
    if options.emulate:
        options.chip = options.chip or "sm_80"
        os.environ["AMP_CUDA_DRIVER"] = options.emulate
        os.environ["AMP_EMULATED_DEVICE"] = str(number(options.chip))
    try:
        found, name = device.find()
        needed = set(options.tool) - {"run"}
        sanitizer = checks.find_sanitizer() if needed else None
    except (device.NoDevice, checks.NoSanitizer) as error:
        sys.exit(f"error: {error}")
    chip = options.chip or found
    folder = os.path.join(options.out, chip)
    rows = build(folder, chip, "llvm" if options.emulate else "bin", options.names)
    if not rows:
        sys.exit("error: no case has such a name")
    index = os.path.join(folder, "cases.json")
    results = {row["name"]: {} for row in rows}
    for tool in options.tool:
        for key, verdict in checks.check(index, rows, tool, sanitizer).items():
            results[key][tool] = verdict
    lines, bad = checks.lines(results)
    with open(os.path.join(options.out, "checks.md"), "w") as file:
        file.write("\n".join(lines) + "\n")
    print("\n".join(lines))
    print(f"{chip} on {name}: {len(rows)} cases, {', '.join(options.tool)}: {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
