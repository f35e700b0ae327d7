# ===- pass_time.py - Time of amp-autocast against yardsticks --------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Times amp-autocast, --canonicalize and the parser on the same files.

Each run is one amp-opt process with one thread that reports its own times
(--mlir-timing); runs of the passes alternate. MLIR counts the verifier that runs
after a pass as time of that pass: each pass is timed alone (--verify-each=false)
and with it. Prints the least and the median time of each in milliseconds, and
microseconds for each op of the input. Where pass_bench is built (ninja pass_bench),
it also times the passes again and again in one process.

  python benchmarks/pass_time.py model.mlir ... [--runs 20] [--options "bf16"]
  python benchmarks/pass_time.py --models FOLDER   # the usual models in it
  python benchmarks/pass_time.py --models FOLDER --out docs/results-time.md
  python benchmarks/pass_time.py --models FOLDER --tvm-python PYTHON --out ...

`--tvm-python` names a Python that has TVM and torch: then tvm_time.py times TVM's
ToMixedPrecision on the same networks in the same run.

`--check` exits with 1 where the pass alone takes longer than --canonicalize alone,
or 5 us an op with the verifier, by the least times.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys

import environment

MODELS = tuple(
    f"{name}.weightless.mlir"
    for name in (
        "resnet50_b1",
        "bert_base_b1_s128",
        "gpt2_small_b1_s64",
        "mobilenetv2_b1",
        "unet_b1",
        "resnet50_b1_tosa",
        "bert_base_b1_s128_tosa",
        "lstm_unrolled_b4_t16",
    )
)
LIMIT_US = 5.0
# Our models by the functions of import/nets.py.
TVM_NETWORKS = {
    "resnet50": "resnet50_b1",
    "bert_base": "bert_base_b1_s128",
    "gpt2_small": "gpt2_small_b1_s64",
    "mobilenet_v2": "mobilenetv2_b1",
    "unet": "unet_b1",
}


def run(amp_opt, path, flags):
    """Seconds of the parser and of the one pass of `flags`."""
    done = subprocess.run(
        [
            amp_opt,
            path,
            *flags,
            "--mlir-disable-threading",
            "--mlir-timing",
            "--mlir-timing-display=list",
            "-o",
            os.devnull,
        ],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"pass_time: {path}: {done.stderr}")
    return environment.timings(done.stderr)


def measure_again(pass_bench, files, runs):
    """Seconds of `runs` runs in one process, passes and files in turns, by file and
    pass."""
    done = subprocess.run(
        [
            pass_bench,
            f"--benchmark_repetitions={runs}",
            "--benchmark_enable_random_interleaving=true",
            "--benchmark_format=json",
            *files,
        ],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    times = {path: {} for path in files}
    for row in json.loads(done.stdout)["benchmarks"]:
        if row["run_type"] != "iteration":
            continue
        name, _, rest = row["run_name"].partition("/")
        path = rest.removesuffix("/iterations:1/manual_time")
        times[path].setdefault(name, []).append(1e-6 * row["real_time"])
    return times


def count_ops(amp_opt, path):
    """Ops of the file, bodies included."""
    done = subprocess.run(
        [amp_opt, path, "--print-op-stats=json=true", "-o", os.devnull],
        capture_output=True,
        text=True,
        check=True,
    )
    return sum(json.loads(done.stderr).values())


def count_outside(amp_opt, path):
    """Ops of the file that are in no body."""
    text = subprocess.run([amp_opt, path], capture_output=True, text=True, check=True).stdout
    return len(re.findall(r"^    (?:%|return)", text, re.MULTILINE))


def measure_tvm(python, runs):
    """Rows of tvm_time.py, by our name of the model."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tvm_time.py")
    command = [python, script, *TVM_NETWORKS, "--runs", str(runs)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or len(rows) != len(TVM_NETWORKS):
        sys.exit(f"pass_time: tvm_time.py: status {done.returncode}")
    return {TVM_NETWORKS[row["network"]]: row for row in rows}


PASSES = {
    "amp-autocast": ("AutocastPass", "amp-autocast"),
    "canonicalize": ("CanonicalizerPass", "Canonicalizer"),
}


VERIFIED = " + verifier"


def measure(amp_opt, path, options, runs):
    """Seconds by what was timed; parser and printer as --canonicalize saw them."""
    samples = {name + more: [] for more in ("", VERIFIED) for name in PASSES}
    samples.update({"parse": [], "print": []})
    commands = {
        "amp-autocast": [f"--amp-autocast={options}"],
        "canonicalize": ["--canonicalize"],
    }
    for _ in range(runs):
        for name, flags in commands.items():
            for more, verify in (("", ["--verify-each=false"]), (VERIFIED, [])):
                times = run(amp_opt, path, flags + verify)
                found = [times[key] for key in PASSES[name] if key in times]
                if not found:
                    sys.exit(f"pass_time: no time of {name} among {sorted(times)}")
                samples[name + more].append(found[0])
        samples["parse"].append(times["Parser"])
        samples["print"].append(times["Output"])
    return samples


def body(measured, runs, load):
    """Lines of the page; `measured` holds (name, ops, samples)."""
    yield (
        f"Least / median milliseconds of {runs} processes with one thread, as "
        "`--mlir-timing` tells them; the passes take turns. MLIR counts the verifier that "
        "runs after a pass as part of it; the first columns are of the pass alone "
        "(`--verify-each=false`). Microseconds an op are "
        "those of the least time by all ops of the module, bodies included. The parser "
        "reads text. Other work ran on the machine where the load average, which was "
        f"{load:.1f} at the start, is above 1: then all times are too long, and only "
        "their relation says something."
    )
    yield ""
    names = ("amp-autocast", "canonicalize", *(n + VERIFIED for n in PASSES))
    names += ("parse", "print")
    rows = []
    for name, ops, samples in measured:
        least = {each: min(samples[each]) for each in names}
        ratios = [least[each] / least[other] for each, other in zip(names[::2], names[1::2])]
        rows.append(
            [f"`{name}`", ops]
            + [
                f"{1e3 * least[each]:.1f} / {1e3 * statistics.median(samples[each]):.1f}"
                for each in names
            ]
            + [f"{1e6 * least[each] / ops:.2f}" for each in names[:4:2]]
            + [f"{ratio:.2f}" for ratio in ratios[:2]]
        )
    header = ["model", "ops", *names, "us an op", f"us an op{VERIFIED}"]
    header += ["autocast by canonicalize", f"same{VERIFIED}"]
    yield from environment.table(header, rows)


def again_table(measured, again, runs):
    """Lines about passes that run again and again in one process."""
    yield ""
    yield "## In one process"
    yield ""
    yield (
        "A process that runs a pass once also loads its code and gets its memory from the "
        "kernel; a compiler that converts one module after the other does not. Milliseconds "
        f"of the pass alone, least / median of {runs} runs in one process (pass_bench), each "
        "on a module parsed anew, passes and modules in turns (in random order)."
    )
    yield ""
    names = ("amp-autocast", "canonicalize", "cse")
    rows = []
    for name, ops, _ in measured:
        least = {each: min(again[name][each]) for each in names}
        row = [f"`{name}`", ops]
        for each in names:
            median = statistics.median(again[name][each])
            row.append(f"{1e3 * least[each]:.2f} / {1e3 * median:.2f}")
        row.append(f"{1e6 * least['amp-autocast'] / ops:.2f}")
        row.append(f"{least['amp-autocast'] / least['canonicalize']:.2f}")
        rows.append(row)
    header = ["model", "ops", *names, "us an op", "autocast by canonicalize"]
    yield from environment.table(header, rows)


def tvm_table(measured, again, tvm, outside, runs):
    """Lines about TVM's pass beside ours."""
    yield ""
    yield "## Beside TVM"
    yield ""
    yield (
        "TVM's Relax ToMixedPrecision on the same networks, timed in the same run: torch "
        "exports [nets.py](../benchmarks/import/nets.py), TVM's front end for that imports "
        f"it, weights are arguments on both sides; least of {runs} calls of the pass. An op "
        "of TVM's is a call in the Relax function, which does more than one of the linalg "
        "module (a norm or an attention is one call): times of the whole pass compare best. "
        "Ours are counted as above (the pass reads and rewrites the ops in bodies too), and "
        "without those in bodies. Both passes run in one thread"
        + (", again and again in one process." if again else "; ours in processes of its own.")
    )
    yield ""
    rows = []
    for name, ops, samples in measured:
        if name not in tvm:
            continue
        ours = min(again[name]["amp-autocast"] if again else samples["amp-autocast"])
        ours_an_op = [ours / ops, ours / outside[name]]
        row = [f"`{name}`", ops, outside[name], f"{1e3 * ours:.1f}"]
        row += [f"{1e6 * each:.2f}" for each in ours_an_op]
        if "error" in tvm[name]:
            rows.append(row + ["-", "failed", "-", "-", "-", "-"])
            continue
        calls, theirs = tvm[name]["ops"], min(tvm[name]["seconds"])
        rows.append(row + [calls, f"{1e3 * theirs:.1f}", f"{1e6 * theirs / calls:.1f}",
                           f"{theirs / ours:.0f}"]
                    + [f"{theirs / calls / each:.0f}" for each in ours_an_op])
    header = ["network", "our ops", "outside bodies", "our ms", "our us an op", "outside bodies"]
    header += ["TVM's ops", "TVM's ms", "TVM's us an op", "TVM by ours, whole pass"]
    header += ["TVM by ours, an op", "an op outside bodies"]
    yield from environment.table(header, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="*", help="modules to measure")
    parser.add_argument("--models", help="folder that holds the usual models")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--options", default="f16", help="options of amp-autocast")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tvm-python", help="a Python that has TVM and torch")
    parser.add_argument("--tvm-runs", type=int, default=5)
    parser.add_argument("--out", help="page to write, in Markdown")
    parser.add_argument("--amp-opt", default=environment.AMP_OPT)
    parser.add_argument("--pass-bench", default=environment.PASS_BENCH,
                        help="without it, runs in one process are left out")
    arguments = parser.parse_args()
    files = list(arguments.files)
    if arguments.models:
        files += [os.path.join(arguments.models, name) for name in MODELS]
    if not files:
        parser.error("name files or --models FOLDER")

    print(f"{environment.processor()}, {arguments.runs} runs, one thread, ms min/median")
    slow, measured, load = [], [], os.getloadavg()[0]
    outside, again = {}, {}
    for path in files:
        ops = count_ops(arguments.amp_opt, path)
        samples = measure(arguments.amp_opt, path, arguments.options, arguments.runs)
        name = os.path.basename(path).removesuffix(".weightless.mlir")
        measured.append((name, ops, samples))
        outside[name] = count_outside(arguments.amp_opt, path)
        print(f"{name}: {ops} ops")
        least = {name: min(values) for name, values in samples.items()}
        for each, values in samples.items():
            print(
                f"  {each:24} {1e3 * least[each]:8.2f} "
                f"{1e3 * statistics.median(values):8.2f}"
                f"   {1e6 * least[each] / ops:6.2f} us an op",
                flush=True,
            )
        if (
            least["amp-autocast"] > least["canonicalize"]
            or 1e6 * least["amp-autocast" + VERIFIED] / ops > LIMIT_US
        ):
            slow.append(name)
    lines = list(body(measured, arguments.runs, load))
    if os.path.exists(arguments.pass_bench):
        times = measure_again(arguments.pass_bench, files, arguments.runs)
        again = {name: times[path] for path, (name, _, _) in zip(files, measured)}
        lines += again_table(measured, again, arguments.runs)
        print("\n".join(lines[-len(measured) - 2:]))
    tvm_flag = ""
    if arguments.tvm_python:
        tvm = measure_tvm(arguments.tvm_python, arguments.tvm_runs)
        lines += tvm_table(measured, again, tvm, outside, arguments.tvm_runs)
        tvm_flag = "--tvm-python PYTHON "
        print("\n".join(lines[-len(tvm) - 2:]))
    if arguments.out:
        text = environment.page(
            "Time of the pass",
            "pass_time.py",
            f"python benchmarks/pass_time.py --models FOLDER --runs {arguments.runs} "
            f"{tvm_flag}--out {arguments.out}",
            arguments.amp_opt,
            lines,
        )
        with open(arguments.out, "w") as file:
            file.write(text)
    if arguments.check and slow:
        sys.exit(f"pass_time: slower than allowed on {', '.join(slow)}")


if __name__ == "__main__":
    main()
