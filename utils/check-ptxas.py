# ===- check-ptxas.py - What ptxas says about every kernel -----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Assembles the PTX files of a folder and holds them to a table.

    check-ptxas.py --ptxas ptxas --chip sm_80 --ptx FOLDER --kernels FILE
                   --table FILE [--write]

where FOLDER and FILE come from amp-serialize-gpu-kernels and
amp-emit-contraction-kernels.

Fails on a spill, a stack frame, a warning that wgmma is serialised, an f16
accumulator, and, where the table was made with the same ptxas, on registers or
static instruction counts that differ from it. `--write` makes the table.
"""

import argparse
import json
import os
import re
import subprocess
import sys

# What ptxas prints where it serialises wgmma or ignores setmaxnreg.
SERIALISED = re.compile(r"C75\d\d|serializ", re.I)
INSTRUCTIONS = {"mma": r"\bmma\.sync", "wgmma": r"wgmma\.mma_async", "ldmatrix": r"\bldmatrix\.", "cp.async": r"\bcp\.async\.c[ag]\."}


def run(command):
    return subprocess.run(command, capture_output=True, text=True)


def assemble(ptxas, chip, path):
    done = run([ptxas, "-v", "--register-usage-level=4", f"-arch={chip}", path, "-o", os.devnull])
    text = done.stdout + done.stderr
    problems = []
    if done.returncode:
        return None, [f"ptxas failed: {text.strip()[:500]}"]
    if SERIALISED.search(text):
        problems.append("wgmma serialised: " + text.strip()[:300])
    frame, stores, loads = map(
        int, re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", text).groups()
    )
    if frame or stores or loads:
        problems.append(f"{frame} bytes of stack, {stores + loads} bytes of spills")
    with open(path) as file:
        ptx = file.read()
    if re.search(r"mma\.sync\.aligned\.\S+\.f16\.\S+\.\S+\.f16\b|wgmma\.mma_async\S+k\d+\.f16\.", ptx):
        problems.append("an accumulator is f16")
    row = {"registers": int(re.search(r"Used (\d+) registers", text).group(1))}
    for name, pattern in INSTRUCTIONS.items():
        row[name] = len(re.findall(pattern, ptx))
    return row, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--ptxas", required=True)
    parser.add_argument("--chip", required=True)
    parser.add_argument("--ptx", required=True, help="folder of .ptx files")
    parser.add_argument("--kernels", required=True, help="module with the kernels")
    parser.add_argument("--table", required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    version = re.search(r"V[\d.]+", run([options.ptxas, "--version"]).stdout).group()
    with open(options.kernels) as file:
        launches = re.findall(r"llvm\.func @(\w+)\(.*?\bshared = (\d+)", file.read())
    shared = {name: int(size) for name, size in launches}
    rows, bad = {}, 0
    for name in sorted(os.listdir(options.ptx)):
        if not name.endswith(".ptx"):
            continue
        key = name.removesuffix("_module.ptx")
        rows[key], problems = assemble(options.ptxas, options.chip, os.path.join(options.ptx, name))
        if rows[key]:
            rows[key]["shared"] = shared[key]
        for problem in problems:
            print(f"{options.chip} {key}: {problem}")
            bad += 1
    if not rows:
        sys.exit(f"check-ptxas: no .ptx file in '{options.ptx}'")
    made = {"ptxas": version, "chip": options.chip, "kernels": rows}
    if options.write:
        with open(options.table, "w") as file:
            json.dump(made, file, indent=1)
            file.write("\n")
        sys.exit(bad > 0)
    with open(options.table) as file:
        table = json.load(file)
    if sorted(table["kernels"]) != sorted(rows):
        sys.exit(f"check-ptxas: '{options.table}' lists other kernels; make it again with --write")
    for key, row in rows.items():
        if version == table["ptxas"] and row != table["kernels"][key]:
            print(f"{options.chip} {key}: {row}, the table says {table['kernels'][key]}; make it again with --write")
            bad += 1
    print(f"{options.chip}: {len(rows)} kernels, {bad} problems, ptxas {version}")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
