# ===- model_results.py - The pages about running models -------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Measures models and writes docs/results-models.md and docs/results-tune.md.

FOLDER holds NAME.args.json and NAME.weightless.mlir, and the files of
benchmarks/cases. The page of the models is `python -m mlir_amp bench` on them and on
the model that breaks f16; the other one tunes the small ones to several tolerances.

  python benchmarks/model_results.py FOLDER [--models digits minilm ...] [--again]
"""

import argparse
import json
import os
import sys
import time

import environment

import breaker  # of utils/, which environment puts on the path

ROOT = environment.ROOT
# Cheap ones first; those with a file in benchmarks/cases, and the breaker, are described.
ALL = (
    "breaker digits minilm lstm_scf_for_b4_t16 lstm_scf_for_calls_b4_t16 "
    "lstm_unrolled_b4_t16 hf_t5_enc_4l_b1_s64 hf_bert_4l_b2_s64 unet_b1 hf_vit_4l_b1 "
    "hf_gpt2_4l_b1_s64 hf_llama_4l_eager_b1_s64 mobilenetv2_b1 mobilenetv2_b1_tosa "
    "resnet50_b1 resnet50_b8 resnet50_b1_bnwhole resnet50_b1_tosa resnet50_ibn_a_b1 "
    "resnet50_ibn_a_b1_bnwhole resnet50_ibn_a_b1_tosa bert_base_b1_s128 bert_base_b1_s128_tosa gpt2_small_b1_s64"
).split()
FIRST = ("f32", "ours, f16", "ours, bf16")
TUNED = {"breaker": (3e-4, 1e-6), "digits": (3e-4, 1e-4), "minilm": (1e-3, 3e-4)}


def case_of(name, scratch):
    """What the benchmark takes for a name."""
    if name == "breaker":
        breaker.write(os.path.join(scratch, "breaker.mlir"))
        return os.path.join(scratch, "breaker.json")
    described = os.path.join(ROOT, "benchmarks", "cases", f"{name}.json")
    return described if os.path.exists(described) else name


def tune_model(mlir_amp, case, tolerance, picture):
    """One row of the page about tuning."""
    start = time.perf_counter()
    tuned = mlir_amp.tune(
        case.path, case.batches, tolerance=tolerance, max_shadow_runs=96
    )
    tuned.plot(picture)
    usual = tuned.curve[0]
    return {
        "tolerance": tolerance,
        "metric": tuned.metric,
        "share": tuned.cost / tuned.cost_before,
        "cheapest": usual.emulated,
        "cheapest_share": usual.cost / tuned.cost_before,
        "evaluations": tuned.evaluations,
        "shadow_runs": tuned.shadow_runs,
        "plans": len(tuned.curve),
        "kept": len(tuned.kept),
        "worst": tuned.kept[0].path if tuned.kept else "",
        "worst_error": tuned.kept[0].error if tuned.kept else 0.0,
        "seconds": time.perf_counter() - start,
    }


def tune_page(results):
    """Lines of docs/results-tune.md."""
    yield (
        "Relative error against f32 (f16). *Cheapest* is the plan of fewest bytes, with its "
        "emulated error; *chosen* is the cheapest plan within the tolerance, measured. Bytes are "
        "modelled, as a share of f32's, multiply-adds in f32 included. [tune.md](tune.md) "
        "says how."
    )
    yield ""
    header = [
        "model", "tolerance", "cheapest", "bytes", "chosen", "bytes", "evaluations",
        "shadow runs", "plans", "kept for accuracy", "most harmful alone", "seconds",
    ]
    rows = []
    for name, entries in results.items():
        for row in entries:
            rows.append(
                [
                    f"`{name}`", f"{row['tolerance']:.0e}", f"{row['cheapest']:.2e}",
                    f"{100 * row['cheapest_share']:.1f} %", f"{row['metric']:.2e}",
                    f"{100 * row['share']:.1f} %", row["evaluations"], row["shadow_runs"],
                    row["plans"], row["kept"],
                    f"`{row['worst']}`: {row['worst_error']:.1e}" if row["worst"] else "-",
                    f"{row['seconds']:.0f}",
                ]
            )
    yield from environment.table(header, rows)
    yield ""
    for name in results:
        yield f"![{name}](images/tune/{name}.svg)"


def run_bench(mlir_amp, names, folder, scratch, arguments, command):
    from mlir_amp._cli import main

    words = ["bench", "--folder", folder, "--json", arguments.json]
    words += ["--out", os.path.join(ROOT, "docs", "results-models.md")]
    words += ["--plots", os.path.join(ROOT, "docs", "images", "models")]
    words += ["--target", arguments.target, "--repeat", str(arguments.repeat)]
    words += ["--keep", os.path.join(ROOT, "build", "models"), "--command", command]
    peers = arguments.peers_python or environment.peers_python()
    words += ["--peers-python", peers] if peers else []
    words += ["--again", arguments.again] if arguments.again else []
    if arguments.stop_after is not None:
        words += ["--stop-after", str(arguments.stop_after)]
    cases = [case_of(name, scratch) for name in names]
    # What the page is about first, so that a run cut short has it.
    main(words + [f"--config={name}" for name in FIRST] + cases)
    return main(words + cases)


def run_tune(mlir_amp, names, folder, scratch, command):
    from mlir_amp._cases import load_case

    pictures = os.path.join(ROOT, "docs", "images", "tune")
    os.makedirs(pictures, exist_ok=True)
    results = {}
    for name in names:
        case = load_case(case_of(name, scratch), folder)
        for tolerance in TUNED.get(name, ()):
            picture = os.path.join(pictures, f"{name}.svg")
            row = tune_model(mlir_amp, case, tolerance, picture)
            print(f"{name} {tolerance:.0e}: {json.dumps(row)}", flush=True)
            results.setdefault(name, []).append(row)
            write_tune_page(results, command)


def write_tune_page(results, command):
    text = environment.page(
        "Tuning to accuracy budgets", "model_results.py", command, environment.AMP_OPT,
        tune_page(results),
    )
    with open(os.path.join(ROOT, "docs", "results-tune.md"), "w") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--models", nargs="+", default=ALL, choices=ALL)
    parser.add_argument("--only", choices=("bench", "tune"), help="one page alone")
    parser.add_argument("--target", default="cpu", help="as for bench")
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--json", default=os.path.join(ROOT, "build", "model-results.json"))
    parser.add_argument("--peers-python", help="the Python of torch; default: build/peers")
    parser.add_argument("--again", nargs="?", const="all", choices=("all", "busy"), help="as for bench")
    parser.add_argument("--stop-after", type=float, metavar="SECONDS", help="as for bench")
    arguments = parser.parse_args()
    sys.path.insert(0, os.path.join(ROOT, "build", "release", "python"))
    import mlir_amp

    scratch = os.path.join(ROOT, "build", "model-results")
    os.makedirs(scratch, exist_ok=True)
    command = "python benchmarks/model_results.py FOLDER"
    status = 0
    if arguments.only != "tune":
        status = run_bench(
            mlir_amp, arguments.models, arguments.folder, scratch, arguments, command
        )
    if arguments.only != "bench":
        run_tune(mlir_amp, arguments.models, arguments.folder, scratch, command)
    return status


if __name__ == "__main__":
    sys.exit(main())
