# ===- threads_time.py - Time of many functions by threads ------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Times amp-autocast on modules of many functions, in one thread and in all.

    benchmarks/threads_time.py --out docs/results-threads.md

Functions of twenty ops each, as scale.py has them. Each run is one amp-opt process that
reports its own times (--mlir-timing), with one thread and with all of the machine's, in
turns; what it writes must be the same.
"""

import argparse
import filecmp
import os
import subprocess
import sys
import tempfile

import environment
import scale

SETTINGS = {"one": ["--mlir-disable-threading"], "all": []}


def run(amp_opt, path, flags, result):
    """Seconds of the pass; the module is in the file `result`."""
    command = [amp_opt, path, *flags, "--amp-autocast=f16", "--verify-each=false",
               "--mlir-timing", "--mlir-timing-display=list", "-o", result]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"threads_time: {done.stderr}")
    return environment.timings(done.stderr)["AutocastPass"]


def measure(arguments, size):
    """Least seconds by threads."""
    least = {}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "functions.mlir")
        results = {name: os.path.join(folder, f"{name}.mlir") for name in SETTINGS}
        with open(path, "w") as file:
            scale.write_functions(file, size)
        for _ in range(arguments.runs):
            for name, flags in SETTINGS.items():
                seconds = run(arguments.amp_opt, path, flags, results[name])
                least[name] = min(seconds, least.get(name, seconds))
            if not filecmp.cmp(*results.values(), shallow=False):
                sys.exit(f"threads_time: with {size} ops the results differ")
    return least


def body(arguments, rows, load):
    yield (
        "Modules of functions of twenty ops each. Milliseconds of the pass without the "
        f"verifier, the least of {arguments.runs} processes, as `--mlir-timing` tells them, "
        f"with one thread and with all of the machine's, {os.cpu_count()}, in turns; both "
        "wrote the same module, byte for byte, each time. Other work ran where the load "
        f"average, which was {load:.1f} at the start, is above 1."
    )
    yield ""
    header = ["ops", "one thread", "all", "one by all", "microseconds an op"]
    yield from environment.table(header, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--sizes", default="10000,100000,1000000", help="ops")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--out", help="page to write, in Markdown")
    parser.add_argument("--amp-opt", default=environment.AMP_OPT)
    arguments = parser.parse_args()
    rows, load = [], os.getloadavg()[0]
    for size in map(int, arguments.sizes.split(",")):
        least = measure(arguments, size)
        rows.append([size, f"{1e3 * least['one']:.1f}", f"{1e3 * least['all']:.1f}",
                     f"{least['one'] / least['all']:.2f}", f"{1e6 * least['all'] / size:.2f}"])
        print(*rows[-1], flush=True)
    if arguments.out:
        environment.write_page(
            arguments.out,
            "Time by threads",
            "threads_time.py",
            f"python benchmarks/threads_time.py --out {arguments.out}",
            arguments.amp_opt,
            body(arguments, rows, load),
        )


if __name__ == "__main__":
    main()
