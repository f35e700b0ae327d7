#!/usr/bin/env python3
# ===- check_foreign.py - Modules that others wrote ------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs the modules of other projects through the properties and the compiler.

Takes every .mlir file below the folders, such as checkouts of compilers with
their tests, apart at `// -----`. Pieces that MLIR does not read with its own
dialects are counted and left out; ops of other dialects in generic form are let
through. Of each piece the properties of docs/fuzzing.md must hold, and each
public function that passes tensors alone must compile for each target or be
refused by an error with a place.

  python utils/check_foreign.py ../iree ../torch-mlir --targets "cpu;cuda:sm_80"

Prints a line for each failure and one of counts; exit status 1 if one failed or
nothing was read.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

from arguments import at_least_one

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get("AMP_BUILD_DIR", os.path.join(ROOT, "build", "release"))
ALLOW = "--allow-unregistered-dialect"
# A function that is not private, as mlir-opt prints it.
FUNCTION = re.compile(
    r"^  func\.func (?!private)(?:public )?@([\w$.]+)\((.*?)\)(?: -> (.*?))? "
    r"(?:attributes .*)?\{$",
    re.MULTILINE,
)


def find_pieces(folders):
    """(name, text) of each different piece, by the order of paths."""
    seen = set()
    for folder in folders:
        if not os.path.isdir(folder):
            raise NotADirectoryError(f"expected a folder, got '{folder}'")
        paths = []
        for place, _, names in os.walk(folder):
            paths += [os.path.join(place, n) for n in names if n.endswith(".mlir")]
        for path in sorted(paths):
            with open(path, errors="replace") as file:
                text = file.read()
            for number, piece in enumerate(re.split(r"(?m)^// -----.*$", text)):
                bare = re.sub(r"//.*", "", piece).strip()
                key = hashlib.sha256(bare.encode()).digest()
                if bare and key not in seen:
                    seen.add(key)
                    yield f"{path}:piece{number}", piece


def call(tool, *arguments, limit):
    """Exit status and what it said; None where it ran too long."""
    try:
        done = subprocess.run(
            [tool, *arguments], capture_output=True, text=True, errors="replace", timeout=limit
        )
    except subprocess.TimeoutExpired:
        return None, f"ran longer than {limit} s"
    return done.returncode, done.stderr


def first_line(said):
    lines = [line for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line or ", " in line]
    return (errors or lines or ["nothing was said"])[0][:300]


def functions_of(text):
    """Public functions whose arguments and results are tensors."""
    for name, arguments, results in FUNCTION.findall(text):
        types = f"{arguments} {results}"
        if "tensor<" in types and not re.search(r"memref|vector<|!|tensor<\*", types):
            yield name


class Checker:
    def __init__(self, options):
        self.options = options
        self.limit = options.limit

    def tool(self, name):
        return os.path.join(self.options.tools, name)

    def check(self, name, piece):
        """What happened, counted, and lines of what failed."""
        with tempfile.TemporaryDirectory() as folder:
            counts, failures = collections.Counter(), []
            raw, path = (os.path.join(folder, n) for n in ("raw.mlir", "module.mlir"))
            with open(raw, "w") as file:
                file.write(piece)
            status, said = call(self.tool("amp-opt"), raw, ALLOW, "-o", path, limit=self.limit)
            if status != 0:
                counts["not read"] += 1
                if status != 1 and self.stock_reads(raw):
                    failures.append(f"amp-opt ended with {status}: {first_line(said)}")
            else:
                counts["read"] += 1
                self.check_properties(path, counts, failures)
                self.check_compiler(path, folder, counts, failures)
            counts["failed"] += bool(failures)
            return counts, [f"{name}: {failure}" for failure in failures], piece

    def stock_reads(self, path):
        """Whether mlir-opt, where there is one, ends as a tool should."""
        stock = shutil.which("mlir-opt") or shutil.which("mlir-opt-22")
        return not stock or call(stock, path, ALLOW, limit=self.limit)[0] in (0, 1)

    def check_properties(self, path, counts, failures):
        status, said = call(
            self.tool("amp-fuzz"), f"--check={path}", ALLOW, limit=self.limit
        )
        if status == 1 and "as it came: does not parse" in said:
            counts["not read back"] += 1
        elif status != 0:
            failures.append(f"amp-fuzz ended with {status}: {first_line(said)}")

    def check_compiler(self, path, folder, counts, failures):
        with open(path, errors="replace") as file:
            names = list(functions_of(file.read()))
        for target in self.options.targets:
            for name in names:
                library = os.path.join(folder, "model.so")
                status, said = call(
                    self.tool("amp-compile"), path, f"--entry={name}", "--autocast=f16",
                    f"--target={target}", "-o", library, limit=self.limit,
                )  # fmt: skip
                located = re.search(r"\.mlir:\d+:\d+: error: ", said)
                if status == 0:
                    counts[f"compiled for {target}"] += 1
                elif status == 1 and located and not os.path.exists(library):
                    counts[f"refused for {target}"] += 1
                else:
                    failures.append(
                        f"amp-compile of {name} for {target} ended with {status}: "
                        + first_line(said)
                    )
                if os.path.exists(library):
                    os.remove(library)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", help="where .mlir files are looked for")
    parser.add_argument("--targets", default="cpu", help="of amp-compile, by semicolons")
    parser.add_argument("--every", type=at_least_one, default=1, help="takes one piece of so many")
    parser.add_argument("--jobs", type=at_least_one, default=os.cpu_count())
    parser.add_argument(
        "--limit", type=at_least_one, default=120, help="seconds that a tool may take"
    )
    parser.add_argument("--keep", help="folder for the pieces that fail")
    parser.add_argument("--tools", default=os.path.join(BUILD, "bin"))
    options = parser.parse_args()
    options.targets = [target for target in options.targets.split(";") if target]
    for name in ("amp-opt", "amp-fuzz", "amp-compile"):
        if not os.path.exists(os.path.join(options.tools, name)):
            parser.error(f"--tools: no {name} in '{options.tools}'")
    return options


def main():
    options = parse_arguments()
    try:
        pieces = list(find_pieces(options.folders))[:: options.every]
    except OSError as error:
        print(f"check_foreign.py: {error}", file=sys.stderr)
        return 1
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    checker, counts = Checker(options), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for one, failures, piece in pool.map(lambda piece: checker.check(*piece), pieces):
            counts += one
            for failure in failures:
                print(failure, flush=True)
            if failures and options.keep:
                name = hashlib.sha256(piece.encode()).hexdigest()[:12]
                with open(os.path.join(options.keep, name + ".mlir"), "w") as file:
                    file.write(piece)
    first = ("read", "not read", "failed")
    said = [f"{counts[key]} {key}" for key in first]
    said += [f"{counts[key]} {key}" for key in sorted(counts) if key not in first]
    print(f"{len(pieces)} pieces: " + ", ".join(said))
    return int(counts["read"] == 0 or counts["failed"] != 0)


if __name__ == "__main__":
    sys.exit(main())
