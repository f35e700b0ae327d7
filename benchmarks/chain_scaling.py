# ===- chain_scaling.py - Long chains of ops: time, memory, stack ----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs amp-opt on one chain of 10 thousand to 1 million dependent ops.

    benchmarks/chain_scaling.py --tool build/release/bin/amp-opt

prints, per size and pass, seconds and peak memory of the whole process (parsing
and printing included; the row `parse` is these alone), and the time of the pass
alone beside that of --canonicalize on the same file. The stack is limited to
1 MiB: a pass that recursed over the chain would crash.

`--generate N` writes the chain of N ops to stdout and stops.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time

T = "tensor<16x16xf32>"
# Every tenth op is a contraction; the others follow it, need f32, or move data.
# Each group reads the group before, so that nothing folds away.
GROUP = [
    f"linalg.matmul ins({{0}}, %w : {T}, {T}) outs(%zero : {T}) -> {T}",
    f"arith.addf {{0}}, %b : {T}",
    f"arith.maximumf {{0}}, %b : {T}",
    f"arith.mulf {{0}}, %a : {T}",
    f"math.tanh {{0}} : {T}",
    f"linalg.transpose ins({{0}} : {T}) outs(%e : {T}) permutation = [1, 0]",
    f"arith.subf {{0}}, %b : {T}",
    f"math.exp {{0}} : {T}",
    f"arith.addf {{0}}, %a : {T}",
    f"arith.minimumf {{0}}, %b : {T}",
]


def write_chain(file, count):
    """A function with `count` dependent ops."""
    file.write(
        f"func.func @chain(%a: {T}, %w: {T}, %b: {T}) -> {T} {{\n"
        f"  %c = arith.constant 0.0 : f32\n  %e = tensor.empty() : {T}\n"
        f"  %zero = linalg.fill ins(%c : f32) outs(%e : {T}) -> {T}\n"
    )
    last = "%a"
    for i in range(count):
        file.write(f"  %{i} = {GROUP[i % len(GROUP)].format(last)}\n")
        last = f"%{i}"
    file.write(f"  return {last} : {T}\n}}\n")


def limit_stack(kib):
    def limit():
        resource.setrlimit(resource.RLIMIT_STACK, (kib * 1024, kib * 1024))

    return limit


def measure(tool, flags, path, stack):
    """Seconds and peak MiB of one run; stops the script if it fails."""
    command = [tool, *flags, path, "-o", os.devnull]
    start = time.monotonic()
    child = subprocess.Popen(
        command, stderr=subprocess.PIPE, preexec_fn=limit_stack(stack)
    )
    message = child.stderr.read().decode()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.monotonic() - start
    if status:
        sys.exit(f"{' '.join(command)}: status {status}\n{message[:2000]}")
    return seconds, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tool", default="build/release/bin/amp-opt")
    parser.add_argument("--sizes", default="10000,100000,1000000")
    parser.add_argument("--stack", type=int, default=1024, help="KiB")
    parser.add_argument("--only", help="this row alone")
    parser.add_argument("--generate", type=int, metavar="N")
    options = parser.parse_args()
    if options.generate:
        write_chain(sys.stdout, options.generate)
        return
    passes = [
        ("parse", []),
        ("canonicalize", ["--canonicalize"]),
        ("amp-autocast", ["--amp-autocast=f16"]),
        ("amp-autocast + amp-fold-casts", ["--amp-autocast=f16", "--amp-fold-casts"]),
    ]
    print("| ops | pass | wall s | cpu s | cpu s without parse | us an op | peak MiB |")
    print("|---|---|---|---|---|---|---|")
    for size in map(int, options.sizes.split(",")):
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            write_chain(file, size)
            file.flush()
            base = 0.0
            for name, flags in passes:
                if options.only and name != options.only:
                    continue
                wall, peak, cpu = measure(
                    options.tool, flags, file.name, options.stack
                )
                base = base or cpu
                own = cpu - base
                print(
                    f"| {size} | {name} | {wall:.2f} | {cpu:.2f} | {own:.2f} | "
                    f"{own / size * 1e6:.2f} | {peak:.0f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
