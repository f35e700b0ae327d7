# ===- weights_time.py - Time that weights take -----------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Times amp-autocast on a matrix product whose weights are a constant.

    benchmarks/weights_time.py --out docs/results-weights.md [--tvm-python PYTHON]

Of such a module nearly all time goes into the weights: each is looked at once for its
range, and rounded once. Each run is one amp-opt process that reports its own times
(--mlir-timing), with one thread and with all of the machine's, in turns.

`--tvm-python PYTHON` also times TVM's Relax ToMixedPrecision and FoldConstant, which
does the rounding there, on the same product.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import environment
import numpy as np

ROWS, INNER = 8, 1024
MODULE = """\
func.func @layer(%x: tensor<{rows}x{inner}xf32>) -> tensor<{rows}x{outer}xf32> {{
  %w = arith.constant dense_resource<w> : tensor<{inner}x{outer}xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<{rows}x{outer}xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<{rows}x{outer}xf32>)
      -> tensor<{rows}x{outer}xf32>
  %r = linalg.matmul ins(%x, %w : tensor<{rows}x{inner}xf32>, tensor<{inner}x{outer}xf32>)
      outs(%init : tensor<{rows}x{outer}xf32>) -> tensor<{rows}x{outer}xf32>
  return %r : tensor<{rows}x{outer}xf32>
}}
{{-# dialect_resources: {{ builtin: {{ w: "0x04000000{data}" }} }} #-}}
"""

TVM = """
import json, sys, time
import numpy as np
from tvm import relax

rows, inner, outer, runs = map(int, sys.argv[1:])
weights = np.random.default_rng(0).standard_normal((inner, outer), np.float32)
info = getattr(relax, "TensorStructInfo", None) or relax.TensorType
builder, x = relax.BlockBuilder(), relax.Var("x", info((rows, inner), "float32"))
with builder.function("main", [x]):
    with builder.dataflow():
        result = builder.emit_output(relax.op.matmul(x, relax.const(weights)))
    builder.emit_func_output(result)
module, seconds = builder.get(), []
for _ in range(runs):
    start = time.perf_counter()
    relax.transform.FoldConstant()(relax.transform.ToMixedPrecision("float32")(module))
    seconds.append(time.perf_counter() - start)
print(json.dumps(seconds))
"""


def write_module(path, weights):
    data = weights.tobytes().hex()
    with open(path, "w") as file:
        file.write(MODULE.format(rows=ROWS, inner=INNER, outer=weights.shape[1], data=data))


def run(amp_opt, path, flags):
    """Seconds of the pass's stages `ranges` and `rewrite`, and of the whole pass."""
    command = [amp_opt, path, *flags, "--verify-each=false", "--mlir-timing",
               "--mlir-timing-display=list", "-o", os.devnull]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"weights_time: {done.stderr}")
    times = environment.timings(done.stderr)
    stage = "(A) amp-autocast: "
    return {"ranges": times[stage + "ranges"], "rewrite": times[stage + "rewrite"],
            "AutocastPass": times["AutocastPass"]}


def measure(arguments, path):
    """Least seconds by (type, threads)."""
    settings = {"1": ["--mlir-disable-threading"], "all": []}
    least = {}
    for _ in range(arguments.runs):
        for low in ("f16", "bf16"):
            for threads, flags in settings.items():
                times = run(arguments.amp_opt, path, [f"--amp-autocast={low}", *flags])
                known = least.setdefault((low, threads), times)
                least[low, threads] = {key: min(known[key], times[key]) for key in times}
    return least


def measure_tvm(arguments, outer):
    command = [arguments.tvm_python, "-c", TVM, str(ROWS), str(INNER), str(outer)]
    done = subprocess.run(command + [str(arguments.runs)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"weights_time: TVM: {done.stderr[-500:]}")
    return min(json.loads(done.stdout.splitlines()[-1]))


def body(arguments, rows, load):
    yield (
        f"A product of {ROWS} rows with a constant of f32, held as a resource: its range is "
        "looked up, and it is rounded. Milliseconds, the least of "
        f"{arguments.runs} processes, as `--mlir-timing` tells them, and nanoseconds a weight "
        "of the whole pass; with one thread, and with all. The file is read before, as text. "
        "TVM: the least of as many calls of Relax ToMixedPrecision and FoldConstant, which "
        "rounds the weights there (to f16), in the same run; by ours: with one thread. Other "
        f"work ran where the load average, which was {load:.1f} at the start, is above 1."
    )
    yield ""
    header = ["weights", "type", "threads", "ranges", "rewrite", "pass", "ns a weight", "TVM",
              "TVM by ours"]
    yield from environment.table(header, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--sizes", default="1,4,16", help="weights, in units of 1048576")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--tvm-python", help="a Python that has TVM")
    parser.add_argument("--out", help="page to write, in Markdown")
    parser.add_argument("--amp-opt", default=environment.AMP_OPT)
    arguments = parser.parse_args()
    rows, load = [], os.getloadavg()[0]
    for size in map(int, arguments.sizes.split(",")):
        count = size << 20
        weights = np.random.default_rng(0).standard_normal((INNER, count // INNER), np.float32)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "layer.mlir")
            write_module(path, weights)
            least = measure(arguments, path)
        theirs = measure_tvm(arguments, count // INNER) if arguments.tvm_python else None
        for (low, threads), times in least.items():
            row = [count, low, threads]
            row += [f"{1e3 * times[key]:.1f}" for key in ("ranges", "rewrite", "AutocastPass")]
            row.append(f"{1e9 * times['AutocastPass'] / count:.2f}")
            if theirs is None or (low, threads) != ("f16", "1"):
                row += ["-", "-"]
            else:
                row += [f"{1e3 * theirs:.0f}", f"{theirs / times['AutocastPass']:.0f}"]
            rows.append(row)
            print(*row, flush=True)
    if arguments.out:
        tvm_flag = " --tvm-python PYTHON" if arguments.tvm_python else ""
        environment.write_page(
            arguments.out,
            "Time of weights",
            "weights_time.py",
            f"python benchmarks/weights_time.py --out {arguments.out}{tvm_flag}",
            arguments.amp_opt,
            body(arguments, rows, load),
        )


if __name__ == "__main__":
    main()
