# ===- cpu_speed.py - Compiled code against the processor and OpenBLAS -----===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Times matrix products and whole models compiled for the CPU, beside the peers.

Products: one thread, processor time, least of several runs; numpy's product
(OpenBLAS) runs beside ours in the same process. Models: `python -m mlir_amp bench` on
five models with one and two threads, torch and ONNX Runtime in the same run
(docs/bench.md says how to install them). FOLDER is that of model_results.py.

  python benchmarks/cpu_speed.py --models FOLDER --out docs/results-cpu.md
"""

import argparse
import os
import sys
import time

# Before numpy reads it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

import environment  # noqa: E402

sys.path.insert(0, os.path.join(environment.ROOT, "build", "release", "python"))
import mlir_amp  # noqa: E402

# BERT-base at 128 tokens, ResNet-50's 1x1 convolutions as products.
SHAPES = [(128, 768, 768), (128, 3072, 768), (128, 768, 3072), (256, 3136, 64)]
MODELS = [
    "resnet50_b1",
    "bert_base_b1_s128",
    "mobilenetv2_b1",
    "unet_b1",
    "gpt2_small_b1_s64",
]
OURS = ["f32", "ours, f16", "ours, bf16"]
THREADS = [1, 2]


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
    """Cells of the rows about products."""
    rng = np.random.default_rng(0)
    rows = []
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
        rows.append([f"{m} x {n} x {k}", *cells, f"{speeds[2] / speeds[0]:.2f}"])
    return rows


def models(arguments):
    """Measures the models, each row in a process of its own; returns the bench."""
    from mlir_amp._bench import Bench
    from mlir_amp._bench_peers import PEERS
    from mlir_amp._cases import load_case

    bench = Bench(
        arguments.json,
        repeat=arguments.repeat,
        threads=THREADS,
        peers_python=arguments.peers_python or environment.peers_python(),
        keep=arguments.keep,
        stop_after=arguments.stop_after,
    )
    for name in MODELS:
        path = os.path.join(environment.ROOT, "benchmarks", "cases", f"{name}.json")
        names = [*OURS, *PEERS]
        bench.measure(
            load_case(path, arguments.models), names, log, again=arguments.again
        )
    return bench


def log(text):
    print(text, file=sys.stderr, flush=True)


def model_table(rows, threads):
    """Lines of one model's table: all that ran on so many threads."""
    from mlir_amp._bench_page import count_threads, median

    tail = ", " + count_threads(threads)
    found = {k.removesuffix(tail): row for k, row in rows.items() if k.endswith(tail)}
    torch, ours = (found.get(name, {}) for name in ("torch f32", "f32"))
    lines = []
    for name, row in found.items():
        label = "ours, f32" if name == "f32" else name
        if "failed" in row:
            lines.append([label, f"failed: {row['failed']}", "", "", "", "", ""])
            continue
        middle = median(row["seconds"])
        ratios = [
            f"{median(other['seconds']) / middle:.2f}" if "seconds" in other else ""
            for other in (torch, ours)
        ]
        spread = f"{1e3 * min(row['seconds']):.1f} to {1e3 * max(row['seconds']):.1f}"
        error = f"{row['relative']:.1e}" if "relative" in row else "not finite"
        others = f"{row.get('foreign', 0):.1f}"
        lines.append([label, f"{1e3 * middle:.1f}", spread, *ratios, error, others])
    header = [
        "", "ms", "from, to", "torch f32 / this", "our f32 / this", "error", "other work",
    ]
    return environment.table(header, lines)


def model_pages(bench):
    """Lines about all models."""
    for model, entry in bench.data["models"].items():
        for threads in THREADS:
            yield f"### {model}, {threads} thread{'s' * (threads > 1)}"
            yield ""
            yield from model_table(entry["rows"], threads)
            yield ""
        yield from (f"- {note}" for note in entry["notes"])


def features():
    with open("/proc/cpuinfo") as file:
        flags = next(line for line in file if line.startswith("flags")).split()
    return [flag for flag in ("avx512f", "avx512_bf16") if flag in flags]


def body(arguments, bench):
    """Lines of the page."""
    yield f"The processor has {', '.join(features()) or 'no AVX-512'}."
    yield ""
    yield "## Products"
    yield ""
    yield (
        "By a transposed weight, GFLOP/s; one thread, processor time, least of "
        f"{arguments.repeat}."
    )
    yield ""
    if not bench.data.get("products") or arguments.again:
        bench.data["products"] = products(arguments.repeat)
        bench.save()
    header = ["product", "f32", "f16", "bf16", "OpenBLAS f32", "bf16 / f32"]
    yield from environment.table(header, bench.data["products"])
    yield ""
    if not arguments.models:
        return
    yield "## Models"
    yield ""
    yield (
        "numpy arrays in and out, f32 on both sides, weights constant. Each row is a process "
        "of its own; median of single calls after one to warm up. The peers are "
        f"{bench.data.get('peers') or 'not installed'}; *error*: norm by norm, against float64. "
        f"*Other work*: how many of the {os.cpu_count()} processors it kept busy meanwhile; where "
        "that and the row's own threads are more than there are, compare no times."
    )
    yield ""
    yield from model_pages(bench)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--models", help="folder of models; default: products alone")
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--out", help="write the page here instead of stdout")
    parser.add_argument("--peers-python", help="the Python of torch; default: build/peers")
    build = os.path.join(environment.ROOT, "build")
    parser.add_argument("--json", default=os.path.join(build, "cpu-speed.json"))
    parser.add_argument("--keep", default=os.path.join(build, "models"))
    parser.add_argument("--again", nargs="?", const="all", choices=("all", "busy"))
    parser.add_argument("--stop-after", type=float, metavar="SECONDS")
    arguments = parser.parse_args()
    from mlir_amp._bench import Bench

    bench = models(arguments) if arguments.models else Bench(arguments.json)
    text = environment.page(
        "Speed on the CPU",
        "cpu_speed.py",
        "python benchmarks/cpu_speed.py --models FOLDER --out docs/results-cpu.md",
        environment.AMP_OPT,
        body(arguments, bench),
    )
    if arguments.out:
        with open(arguments.out, "w") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
