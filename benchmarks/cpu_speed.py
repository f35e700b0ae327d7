# ===- cpu_speed.py - Compiled code against the processor and OpenBLAS -----===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Times matrix products and whole models compiled for the CPU.

One thread, processor time, least of several runs: what other processes take
does not count. numpy's product (OpenBLAS) runs beside ours in the same process.
Models come from a folder in the form of shared/models: NAME.weightless.mlir,
NAME.args.json and weights.py; weights are bound, so that they are packed once.

  OPENBLAS_NUM_THREADS=1 PYTHONPATH=build/release/python \\
    python benchmarks/cpu_speed.py --models ../shared/models --out docs/results-cpu.md
"""

import argparse
import importlib.util
import json
import os
import platform
import sys
import time

# Before numpy reads it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

import mlir_amp  # noqa: E402

# BERT-base at 128 tokens, ResNet-50's 1x1 convolutions as products.
SHAPES = [(128, 768, 768), (128, 3072, 768), (128, 768, 3072), (256, 3136, 64)]
MODELS = ["bert_base_b1_s128", "resnet50_b1"]


def product(m, n, k, kind):
    """A product by a transposed weight, as linear layers have it."""
    a, b = f"tensor<{m}x{k}x{kind}>", f"tensor<{n}x{k}x{kind}>"
    out = f"tensor<{m}x{n}xf32>"
    low = kind != "f32"
    extend = "".join(
        f"    %{x}e = arith.extf %{x} : {kind} to f32\n" for x in "xy" if low
    )
    x, y = ("%xe", "%ye") if low else ("%x", "%y")
    return f"""
func.func @main(%a: {a}, %b: {b}) -> {out} {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {out}
  %init = linalg.fill ins(%zero : f32) outs(%empty : {out}) -> {out}
  %0 = linalg.generic {{indexing_maps = [affine_map<(i, j, l) -> (i, l)>,
         affine_map<(i, j, l) -> (j, l)>, affine_map<(i, j, l) -> (i, j)>],
         iterator_types = ["parallel", "parallel", "reduction"]}}
         ins(%a, %b : {a}, {b}) outs(%init : {out}) {{
  ^bb0(%x: {kind}, %y: {kind}, %sum: f32):
{extend}    %p = arith.mulf {x}, {y} : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }} -> {out}
  return %0 : {out}
}}"""


def least(call, repeat):
    call()
    times = []
    for _ in range(repeat):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def products(repeat):
    rng = np.random.default_rng(0)
    print("| product | f32 | f16 | bf16 | OpenBLAS f32 | bf16 / f32 |")
    print("|---|---|---|---|---|---|")
    for m, n, k in SHAPES:
        a = rng.standard_normal((m, k)).astype(np.float32)
        b = rng.standard_normal((n, k)).astype(np.float32)
        speeds = []
        for kind in ("f32", "f16", "bf16"):
            model = mlir_amp.compile(product(m, n, k, kind), threads=1)
            x, y = (model._pack(i, value) for i, value in enumerate((a, b)))
            speeds.append(2e-9 * m * n * k / least(lambda: model(x, y), repeat))
        blas = 2e-9 * m * n * k / least(lambda: a @ b.T, repeat)
        cells = [f"{speed:.0f}" for speed in (*speeds, blas)]
        print(
            f"| {m} x {n} x {k} | {' | '.join(cells)} | {speeds[2] / speeds[0]:.2f} |"
        )


def load_weights(folder):
    path = os.path.join(folder, "weights.py")
    found = importlib.util.spec_from_file_location("weights", path)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def models(folder, repeat):
    weights = load_weights(folder)
    print("| model | type | ms | error to f64 | of the largest value |")
    print("|---|---|---|---|---|")
    for name in MODELS:
        values = weights.load(name, folder)
        _, exact, tail = weights.reference(name, folder)
        with open(os.path.join(folder, name + ".args.json")) as file:
            kinds = [one["kind"] for one in json.load(file)["args"]]
        for low in (None, "f16", "bf16"):
            options = {} if low is None else {"signature": "convert"}
            source = os.path.join(folder, name + ".weightless.mlir")
            model = mlir_amp.compile(source, autocast=low, threads=1, **options)
            model.bind({i: values[i] for i, k in enumerate(kinds) if k != "input"})
            given = [values[i] for i, k in enumerate(kinds) if k == "input"]
            seconds = least(lambda: model.run(given), repeat)
            result = np.asarray(model.run(given)[0])
            if result.dtype == np.uint16:
                result = (result.astype(np.uint32) << 16).view(np.float32)
            result = result[:, -tail:] if tail else result
            error = abs(result.astype(float) - exact).max()
            print(
                f"| {name} | {low or 'f32'} | {seconds * 1e3:.1f} | {error:.2g} | "
                f"{error / abs(exact).max():.2g} |"
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--models", help="folder of models; default: products alone")
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--out", help="write the page here instead of stdout")
    options = parser.parse_args()
    if options.out:
        sys.stdout = open(options.out, "w")
    with open("/proc/cpuinfo") as file:
        flags = next(line for line in file if line.startswith("flags")).split()
    wanted = [flag for flag in ("avx512f", "avx512_bf16") if flag in flags]
    print("# Speed on the CPU\n")
    print("Written by `benchmarks/cpu_speed.py`; do not edit.\n")
    print(
        f"{platform.processor() or platform.machine()} with {', '.join(wanted)}; "
        f"MLIR {mlir_amp.mlir_version}, numpy {np.__version__}. One thread, processor "
        f"time, least of {options.repeat}.\n"
    )
    print("Products by a transposed weight, GFLOP/s:\n")
    products(options.repeat)
    if options.models:
        print("\nWhole models, weights bound:\n")
        models(options.models, options.repeat)


if __name__ == "__main__":
    main()
