# ===- scale.py - Time and memory by the size of a module ------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs amp-opt on synthetic modules of 1 thousand to 1 million ops.

    benchmarks/scale.py --tool build/release/bin/amp-opt --out docs/results-scale.md

Shapes: a chain of dependent ops, diamonds, a wide graph whose branches meet, loops in
loops, many functions. For each: time of parsing, of the pass (alone, without the
verifier) and of its stages, of --canonicalize and --cse, and of printing, as
--mlir-timing tells them, in one thread; peak memory above the parsed module, which
benchmarks/stage_memory measures (ninja stage_memory; left out without it); how time
grows with the number of ops. The stack is limited to 1 MiB: a pass that recursed over
a chain would crash.

    benchmarks/scale.py --shapes chain --sizes 1000000   # one row: assignment, memory

A file of rows (--data) is added to, so that a long run can be made in pieces; with
`--sizes ""` it is only written as a page.

`--plain-bench` is the same program of a build without the saved profile, which is
timed as well (cmake --preset release -B build/plain -DAMP_PROFILE_GUIDED=OFF, ninja
pass_bench there).
`--tvm-python PYTHON` also times TVM's Relax ToMixedPrecision on the same chains and
diamonds. `--generate N` writes a module to stdout and stops.
"""

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile

import environment

T = "tensor<16x16xf32>"
MATMUL = f"linalg.matmul ins({{0}}, %w : {T}, {T}) outs(%zero : {T}) -> {T}"
# Every tenth op is a contraction; the others follow it, need f32, or move data.
# Each group reads the group before, so that nothing folds away.
GROUP = [
    MATMUL,
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
DEPTH = 50


def head(name="chain"):
    return (
        f"func.func @{name}(%a: {T}, %w: {T}, %b: {T}) -> {T} {{\n"
        f"  %c = arith.constant 0.0 : f32\n  %e = tensor.empty() : {T}\n"
        f"  %zero = linalg.fill ins(%c : f32) outs(%e : {T}) -> {T}\n"
    )


def write_chain(file, count):
    """A function with `count` dependent ops."""
    file.write(head())
    last = "%a"
    for i in range(count):
        file.write(f"  %{i} = {GROUP[i % len(GROUP)].format(last)}\n")
        last = f"%{i}"
    file.write(f"  return {last} : {T}\n}}\n")


def write_diamond(file, count):
    """Two ways that meet, again and again: a product and an exponential."""
    file.write(head("diamond"))
    last = "%a"
    for i in range(0, count, 4):
        file.write(f"  %{i} = {MATMUL.format(last)}\n  %{i + 1} = math.exp {last} : {T}\n")
        file.write(f"  %{i + 2} = arith.addf %{i}, %{i + 1} : {T}\n")
        file.write(f"  %{i + 3} = arith.maximumf %{i + 2}, %b : {T}\n")
        last = f"%{i + 3}"
    file.write(f"  return {last} : {T}\n}}\n")


def write_wide(file, count):
    """Branches that all read one value, and a sum of them."""
    file.write(head("wide"))
    file.write(f"  %s0 = arith.addf %a, %b : {T}\n")
    for i in range(count // 4):
        file.write(f"  %x{i} = {MATMUL.format('%a')}\n  %y{i} = math.tanh %x{i} : {T}\n")
        file.write(f"  %z{i} = arith.mulf %y{i}, %s{i} : {T}\n")
        file.write(f"  %s{i + 1} = arith.addf %z{i}, %y{i} : {T}\n")
    file.write(f"  return %s{count // 4} : {T}\n}}\n")


def write_deep(file, count, depth=DEPTH):
    """Loops in loops, `depth` deep, one nest after the other."""
    file.write(head("deep"))
    file.write("  %i0 = arith.constant 0 : index\n  %i1 = arith.constant 1 : index\n")
    last, levels = "%a", max(1, count // 5)
    for nest in range(0, levels, depth):
        own = list(range(nest, min(nest + depth, levels)))
        start = last
        for i in own:
            file.write(
                f"  %r{i} = scf.for %k{i} = %i0 to %i1 step %i1 iter_args(%v{i} = {last})"
                f" -> ({T}) {{\n  %m{i} = {MATMUL.format(f'%v{i}')}\n"
                f"  %t{i} = math.exp %v{i} : {T}\n  %u{i} = arith.addf %m{i}, %t{i} : {T}\n"
            )
            last = f"%u{i}"
        for i in reversed(own):
            file.write(f"  scf.yield {last} : {T}\n  }}\n")
            last = f"%r{i}"
        assert start != last
    file.write(f"  return {last} : {T}\n}}\n")


def write_functions(file, count):
    """Functions of twenty ops each."""
    for number in range(max(1, count // 20)):
        file.write(head(f"f{number}"))
        last = "%a"
        for i in range(17):
            file.write(f"  %{i} = {GROUP[i % len(GROUP)].format(last)}\n")
            last = f"%{i}"
        file.write(f"  return {last} : {T}\n}}\n")


SHAPES = {
    "chain": write_chain,
    "diamond": write_diamond,
    "wide": write_wide,
    "deep": write_deep,
    "functions": write_functions,
}


def limit_stack(kib):
    def limit():
        resource.setrlimit(resource.RLIMIT_STACK, (kib * 1024, kib * 1024))

    return limit


def run(tool, flags, path, stack):
    """Seconds by the names of --mlir-timing; ends the script if the tool fails."""
    command = [tool, *flags, path, "-o", os.devnull, "--mlir-disable-threading"]
    command += ["--verify-each=false", "--mlir-timing", "--mlir-timing-display=list"]
    with tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(command, stderr=errors, preexec_fn=limit_stack(stack))
        status = child.wait()
        errors.seek(0)
        message = errors.read()
    if status:
        sys.exit(f"{' '.join(command)}: status {status}\n{message[:2000]}")
    return environment.timings(message)


# Stages of the pass, as the timing report names them behind this.
STAGE = "(A) amp-autocast: "
STAGES = ("ranges", "graph", "assign", "rewrite")

# Column: flags, names of the pass in the timing report.
PASSES = {
    "amp-autocast": (["--amp-autocast=f16"], ("AutocastPass", "amp-autocast")),
    "canonicalize": (["--canonicalize"], ("CanonicalizerPass", "Canonicalizer")),
    "cse": (["--cse"], ("CSEPass", "CSE")),
}


# Runs take seconds each from here on (TVM's) or above (ours).
LARGE, LARGE_RUNS = 100000, 5
# Those below this size take milliseconds, and run more often.
SMALL = 10000
# Times of smaller ones in one process are taken in turns: a machine is a few percent
# slower for seconds on end.
ROUNDS = 3


def measure(options, shape, size):
    """One row: seconds by column, bytes of memory by stage beside the module's."""
    row = {"shape": shape, "ops": size, "load": os.getloadavg()[0]}
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        SHAPES[shape](file, size)
        file.flush()
        # In turns: what else the machine does meets them all.
        for _ in range(count_processes(options, size)):
            for name, (flags, names) in PASSES.items():
                times = run(options.tool, flags, file.name, options.stack)
                seconds = next(times[each] for each in names if each in times)
                row[name] = min(seconds, row.get(name, math.inf))
                if name == "amp-autocast":
                    parts = {"parse": "Parser", "print": "Output"}
                    parts.update({stage: STAGE + stage for stage in STAGES})
                    for part, label in parts.items():
                        row[part] = min(times[label], row.get(part, math.inf))
        row.update(measure_in_process(options, shape, size, file.name))
        if os.path.exists(options.memory_tool):
            told = subprocess.run([options.memory_tool, file.name], check=True,
                                  stdout=subprocess.PIPE, text=True).stdout
            row["memory"] = json.loads(told)
    return row


def measure_in_process(options, shape, size, path):
    """Seconds of the passes that one process runs again and again, by column; None
    where TVM's failed."""
    timers = {}
    if size <= LARGE:
        for column, bench in (("again", options.pass_bench),
                              ("plain", options.plain_bench)):
            if os.path.exists(bench):
                timers[column] = lambda bench=bench: measure_again(bench, options, size, path)
    wanted = str(size) in options.tvm_sizes.split(",")
    if options.tvm_python and shape in ("chain", "diamond") and wanted:
        timers["tvm"] = lambda: measure_tvm(options, shape, size)
    rounds = [{column: timer() for column, timer in timers.items()}
              for _ in range(ROUNDS if size < LARGE else 1)]
    times = {column: [each[column] for each in rounds] for column in timers}
    return {column: None if None in found else min(found)
            for column, found in times.items()}


def count_processes(options, size):
    """Processes that run each pass once. Short runs are many: other work on the machine
    comes and goes by parts of a second."""
    return LARGE_RUNS if size > LARGE else options.runs * max(1, SMALL // size)


def count_runs(options, size):
    """Runs in one process, ours and TVM's."""
    return LARGE_RUNS if size >= LARGE else 10 * count_processes(options, size)


def measure_again(pass_bench, options, size, path):
    """Seconds of the pass where one process runs it again and again, as TVM's are."""
    command = [pass_bench, "--benchmark_filter=^amp-autocast/",
               f"--benchmark_repetitions={count_runs(options, size)}",
               "--benchmark_format=json", path]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = json.loads(told)["benchmarks"]
    return min(1e-6 * row["real_time"] for row in rows if row["run_type"] == "iteration")


# The graphs of write_chain and write_diamond, in ops of Relax.
TVM = """
import gc, json, sys, time
from tvm import relax
kind, count, runs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
op = relax.op
info = getattr(relax, "TensorStructInfo", None) or relax.TensorType
builder = relax.BlockBuilder()
a, w, b = (relax.Var(name, info((16, 16), "float32")) for name in "awb")
group = [
    lambda last: op.matmul(last, w), lambda last: op.add(last, b),
    lambda last: op.maximum(last, b), lambda last: op.multiply(last, a),
    op.tanh, op.permute_dims, lambda last: op.subtract(last, b), op.exp,
    lambda last: op.add(last, a), lambda last: op.minimum(last, b),
]
with builder.function("main", [a, w, b]):
    with builder.dataflow():
        last = a
        if kind == "chain":
            for number in range(count):
                last = builder.emit(group[number % len(group)](last))
        else:
            for _ in range(0, count, 4):
                product, other = builder.emit(op.matmul(last, w)), builder.emit(op.exp(last))
                last = builder.emit(op.maximum(builder.emit(op.add(product, other)), b))
        result = builder.emit_output(last)
    builder.emit_func_output(result)
module = builder.get() if hasattr(builder, "get") else builder.finalize()
gc.disable()
best = float("inf")
for _ in range(runs):
    start = time.perf_counter()
    relax.transform.ToMixedPrecision("float32")(module)
    best = min(best, time.perf_counter() - start)
print(json.dumps(best))
"""


def measure_tvm(options, shape, size):
    """Seconds of TVM's pass on a graph of `size` ops, or None with the reason on
    stderr."""
    runs = str(count_runs(options, size))
    done = subprocess.run(
        [options.tvm_python, "-c", TVM, shape, str(size), runs],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        print(f"scale: TVM on {shape} {size}: status {done.returncode}: "
              f"{done.stderr.strip()[-200:]}", file=sys.stderr)
        return None
    return json.loads(done.stdout.strip().splitlines()[-1])


def exponent(rows, column):
    """Slope of the time over the ops, both as logarithms, by the largest sizes."""
    pairs = [(row["ops"], row[column]) for row in rows if row.get(column)]
    if len(pairs) < 2:
        return "-"
    (n, s), (m, t) = pairs[-2:]
    return f"{math.log(t / s) / math.log(m / n):.2f}" if s > 0 else "-"


def time_table(rows):
    """The pass beside other passes."""
    header = ["shape", "ops", "parse", "amp-autocast", "canonicalize", "cse", "print",
              "growth", "in all", "canonicalize's", "by canonicalize", "in one process",
              "TVM", "TVM by ours", "without profile", "TVM by that"]
    cells, before, first = [], None, None
    for row in rows:
        micro = [1e6 * row[n] / row["ops"]
                 for n in ("parse", "amp-autocast", "canonicalize", "cse", "print")]
        same = before is not None and before["shape"] == row["shape"]
        first = first if same else row
        growth, theirs, whole = "-", "-", "-"
        if same:
            growth = exponent([before, row], "amp-autocast")
            theirs = exponent([before, row], "canonicalize")
            whole = exponent([first, row], "amp-autocast")
        again, plain = (
            f"{1e6 * row[n] / row['ops']:.2f}" if n in row else "-"
            for n in ("again", "plain")
        )
        tvm, ratio, by_plain = "-", "-", "-"
        if "tvm" in row:
            tvm = "failed"
            if row["tvm"] is not None:
                tvm = f"{1e6 * row['tvm'] / row['ops']:.1f}"
                ratio = f"{row['tvm'] / row.get('again', row['amp-autocast']):.1f}"
                if "plain" in row:
                    by_plain = f"{row['tvm'] / row['plain']:.1f}"
        by = f"{row['amp-autocast'] / row['canonicalize']:.2f}"
        cells.append([row["shape"], row["ops"], *(f"{m:.2f}" for m in micro),
                      growth, whole, theirs, by, again, tvm, ratio, plain, by_plain])
        before = row
    return environment.table(header, cells)


def stage_table(rows):
    """The stages of the pass: time, and memory beside the module's."""
    header = ["shape", "ops", *STAGES, "canonicalize", "assign by canonicalize",
              "module", *(f"+ {stage}" for stage in STAGES), "peak by module"]
    cells = []
    for row in rows:
        micro = [1e6 * row[n] / row["ops"] for n in (*STAGES, "canonicalize")]
        memory, by = ["-"] * (1 + len(STAGES)), "-"
        if "memory" in row:
            memory = [f"{row['memory'][n] / row['ops']:.0f}" for n in ("module", *STAGES)]
            by = f"{row['memory']['pass'] / row['memory']['module']:.2f}"
        cells.append([row["shape"], row["ops"], *(f"{m:.2f}" for m in micro),
                      f"{row['assign'] / row['canonicalize']:.2f}", *memory, by])
    return environment.table(header, cells)


def body(rows, options):
    """Lines of the Markdown page."""
    yield (
        f"Microseconds an op, the least of {options.runs} processes with one thread (of "
        f"{LARGE_RUNS} above {LARGE} ops, of as many times more as a module has fewer than "
        f"{SMALL}), passes without the verifier; growth: the power of "
        "the number of ops by which the pass's time grew from the size before, from the least "
        "size in all, and by which canonicalize's grew from the size before; in one "
        f"process: amp-autocast, the least of {ROUNDS} times {10 * options.runs} runs there, in "
        f"turns with TVM's ({LARGE_RUNS} from {LARGE} ops on, more below {SMALL} likewise), "
        "each on a module parsed anew "
        "(pass_bench); without profile: the same in a build that the saved profile of the "
        "tests' conversions (building.md) does not guide; all else is of the usual build. "
        "TVM: Relax ToMixedPrecision on the same chains and diamonds in its own ops, in the "
        "same run, the least of as many calls, all on one module; `failed`: it crashed; TVM by "
        "ours, by that: both in one process. Other work ran on the machine where the load "
        f"average, which was up to {max(row.get('load', 0) for row in rows):.0f}, is above "
        "1: then all times are too long, and only their relation says something."
    )
    yield ""
    yield from time_table(rows)
    yield ""
    yield "## Stages"
    yield ""
    yield (
        "Microseconds an op of the pass's stages: range facts (with policies), precision "
        "graph, assignment, rewriting; what is missing from the pass is the release of "
        "its memory. Then bytes an op: what the parsed module takes, what lies above it "
        "at the peak of each stage, and the highest of these by the module's."
    )
    yield ""
    yield from stage_table(rows)


def save(path, rows):
    if path:
        with open(path, "w") as file:
            json.dump(rows, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tool", default="build/release/bin/amp-opt")
    parser.add_argument("--sizes", default="1000,10000,100000,1000000")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--runs", type=int, default=8)
    parser.add_argument("--stack", type=int, default=1024, help="KiB")
    parser.add_argument("--memory-tool", default="build/release/benchmarks/stage_memory",
                        help="without it, memory is left out")
    parser.add_argument("--pass-bench", default="build/release/benchmarks/pass_bench",
                        help="without it, runs in one process are left out")
    parser.add_argument("--plain-bench",
                        default="build/plain/benchmarks/pass_bench",
                        help="without it, that build is left out")
    parser.add_argument("--tvm-python", help="a Python that has TVM")
    parser.add_argument("--tvm-sizes", default="1000,10000,100000",
                        help="sizes for TVM")
    parser.add_argument("--data", help="keep the rows here and add to them")
    parser.add_argument("--out", help="write the page here")
    parser.add_argument("--generate", type=int, metavar="N")
    parser.add_argument("--depth", type=int, default=DEPTH, help="of --generate, deep")
    options = parser.parse_args()
    shapes = options.shapes.split(",")
    for shape in shapes:
        if shape not in SHAPES:
            parser.error(f"expected shapes among {', '.join(SHAPES)}, got '{shape}'")
    if options.generate:
        if shapes[0] == "deep":
            write_deep(sys.stdout, options.generate, options.depth)
        else:
            SHAPES[shapes[0]](sys.stdout, options.generate)
        return
    rows = []
    if options.data and os.path.exists(options.data):
        with open(options.data) as file:
            rows = json.load(file)
    for shape in shapes:
        for size in map(int, filter(None, options.sizes.split(","))):
            row = measure(options, shape, size)
            rows = [r for r in rows if (r["shape"], r["ops"]) != (shape, size)] + [row]
            print(json.dumps(row), flush=True)
            save(options.data, rows)
    order = list(SHAPES)
    rows.sort(key=lambda row: (order.index(row["shape"]), row["ops"]))
    if options.out:
        command = ["--out docs/results-scale.md"]
        if options.tvm_python:
            command.append("--tvm-python PYTHON")
        if options.runs != parser.get_default("runs"):
            command.append(f"--runs {options.runs}")
        text = environment.page(
            "Time by size", "scale.py", "python benchmarks/scale.py " + " ".join(command), options.tool,
            body(rows, options),
        )
        with open(options.out, "w") as file:
            file.write(text)


if __name__ == "__main__":
    main()
