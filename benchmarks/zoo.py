#!/usr/bin/env python3
# ===- zoo.py - Families of models through everything ------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Imports models from torch, converts, runs and compiles each, and writes a page.

usage: zoo.py LIST.py [--models NAME ...] [--steps convert cpu cuda calibrated emulated]
              [--json FILE] [--out PAGE [--page-only]]

LIST.py has MODELS, name to function; a function returns a torch module and its inputs
(benchmarks/import/zoo_vision.py). Needs torch and iree-base-compiler in this Python, and
build/release/python in PYTHONPATH. Each model has a process of its own; --json keeps what
was measured, --again measures anew. Steps: import, convert (f16, bf16, greedy; stock
mlir-opt reads the result; converting again changes nothing), run on the CPU beside
torch in float64, compile for CUDA; if asked for, convert with a profile that was
calibrated on the same inputs and, for small models, run on the emulated GPU. Exits
with 1 where a step fails or a bound is broken.
"""

import argparse
import copy
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import environment
import numpy as np
from emulator import run_emulated

COMPILER = os.path.join(os.path.dirname(environment.AMP_OPT), "amp-compile")
CHIPS = "sm_80,sm_90a"
CONVERSIONS = {
    "f16": "f16",
    "bf16": "bf16",
    "f16 greedy": "f16 assign=greedy",
    "bf16 greedy": "bf16 assign=greedy",
    "f16 converted signature": "f16 signature=convert",
}
USUAL_STEPS = ("convert", "cpu", "cuda")
STEPS = (*USUAL_STEPS, "calibrated", "emulated")
AUTOCAST = ("autocast f16", "autocast bf16")
RUNS = ("f32", "f16", "bf16", "f16 greedy", "bf16 greedy")
# Our f32 may have this many times torch's error (another order of sums), and the
# optimal assignment this many times greedy's, the GPU this many times the CPU's.
F32_FACTOR, GREEDY_FACTOR, GPU_FACTOR = 4, 1.5, 1.5


def load_models(path):
    spec = importlib.util.spec_from_file_location("amp_zoo", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.MODELS


def run(*command):
    """What a command wrote to stderr; RuntimeError if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        said = done.stderr.strip() or f"exit {done.returncode}"
        raise RuntimeError(f"{os.path.basename(command[0])}: {said[:600]}")
    return done.stderr


def flatten(result):
    """The tensors of a result, in order."""
    import torch

    leaves, _ = torch.utils._pytree.tree_flatten(result)
    return [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]


def reference(module, inputs):
    """Results in float64 (or None where the module cannot) and torch's own, in f32."""
    import torch

    with torch.no_grad():
        single = [x.numpy() for x in flatten(module(*inputs))]
        try:
            wide = copy.deepcopy(module).double()
            doubles = [x.double() if x.is_floating_point() else x for x in inputs]
            exact = [x.numpy() for x in flatten(wide(*doubles))]
        except Exception:
            return None, single
    # Masks of the least f32 may be NaN in float64.
    finite = all(
        np.isfinite(x).all() or not np.isfinite(y).all()
        for x, y in zip(exact, single, strict=True)
    )
    return exact if finite else None, single


def autocast(module, inputs):
    """Results of torch's own autocast on the CPU by type; none where that fails."""
    import torch

    found = {}
    for name, dtype in (("f16", torch.float16), ("bf16", torch.bfloat16)):
        try:
            with torch.no_grad(), torch.autocast("cpu", dtype=dtype):
                leaves = flatten(module(*inputs))
        except Exception:
            continue
        found[f"autocast {name}"] = [
            (x.float() if x.is_floating_point() else x).numpy() for x in leaves
        ]
    return found


def errors(results, exact):
    """Relative (norm by norm) and largest error over all results of floats."""
    difference = norm = largest = 0.0
    for result, wanted in zip(results, exact, strict=True):
        if result.shape != wanted.shape:
            raise RuntimeError(f"expected a result {wanted.shape}, got {result.shape}")
        apart = result.astype(np.float64) - wanted
        difference += float((apart**2).sum())
        norm += float((wanted.astype(np.float64) ** 2).sum())
        largest = max(largest, float(np.abs(apart).max(initial=0)))
    return {"relative": float(np.sqrt(difference / norm)), "largest": largest}


def judge(results, imported):
    """Whether results are finite, and their errors."""
    return {
        "finite": all(np.isfinite(x).all() for x in results),
        **errors(results, imported["exact"] or imported["torch"]),
    }


def do_import(entry, build, folder):
    import mlir_amp

    module, inputs = build()
    entry["exact"], entry["torch"] = reference(module, inputs)
    entry["autocast"] = autocast(module, inputs)
    start = time.monotonic()
    imported = mlir_amp.from_torch(module, inputs)
    entry["seconds"] = round(time.monotonic() - start, 1)
    imported.save(os.path.join(folder, "f32.mlirbc"))
    entry["inputs"] = [x.numpy() for x in inputs]


def summarise(report):
    """What the page needs of a report."""
    always = [op for op in report["ops"] if op["category"] == "always"]
    before, after = (
        report["bytes"][f"activations_{when}"] for when in ("before", "after")
    )
    return {
        "ops": len(report["ops"]),
        "contractions": len(always),
        "low": sum(op["precision"] in ("low", "mixed") for op in always),
        "multiply_adds": report["multiply_adds"],
        "share": after / max(before, 1),
        "casts": report["casts"],
        "unchanged": report.get("unchanged_reason", ""),
        "kept": [
            [kept["op"], kept["category"], kept["binding"], kept["reason"], kept["count"]]
            for kept in report["kept"]
        ],
    }


def are_same(first, second):
    """Whether two files of bytecode hold the same module: equal modules may differ in
    the order in which bytecode lists attributes, their text does not."""
    with open(first, "rb") as one, open(second, "rb") as other:
        if one.read() == other.read():
            return True
    texts = [
        subprocess.run(
            [environment.AMP_OPT, path], capture_output=True, check=True
        ).stdout
        for path in (first, second)
    ]
    return texts[0] == texts[1]


def convert(entry, folder, name, options):
    place = lambda suffix: os.path.join(folder, name.replace(" ", "-") + suffix)
    source, out, again = os.path.join(folder, "f32.mlirbc"), place(".mlirbc"), place("2")
    start = time.monotonic()
    said = run(
        environment.AMP_OPT, source, f"--amp-autocast={options} report={place('.json')}",
        "--emit-bytecode", "-o", out,
    )
    seconds = time.monotonic() - start
    # Attributes that an importer wrote (a Fourier transform stays f32) are ours.
    plain = place("-plain.mlirbc")
    run(environment.AMP_OPT, out, "--amp-strip", "--emit-bytecode", "-o", plain)
    run(shutil.which("mlir-opt-22") or "mlir-opt", plain, "-o", os.devnull)
    run(environment.AMP_OPT, out, f"--amp-autocast={options}", "--emit-bytecode", "-o", again)
    same = are_same(out, again)
    with open(place(".json")) as file:
        summary = summarise(json.load(file))
    entry[name] = {
        **summary,
        "seconds": round(seconds, 2),
        "warnings": [line[:300] for line in said.splitlines() if "warning:" in line],
        "idempotent": same,
    }


def run_on_cpu(entry, imported, folder, name):
    """One configuration compiled and run; bounds are the page's affair."""
    import mlir_amp

    path = os.path.join(folder, name.replace(" ", "-") + ".mlirbc")
    start = time.monotonic()
    model = mlir_amp.compile(path, threads=1)
    compiled = time.monotonic()
    results = model(*imported["inputs"])
    results = list(results) if isinstance(results, (tuple, list)) else [results]
    least = float("inf")
    for _ in range(3):
        begin = time.monotonic()
        model(*imported["inputs"])
        least = min(least, time.monotonic() - begin)
    entry[name] = {
        "compile": round(compiled - start, 1),
        "milliseconds": round(1e3 * least, 2),
        **judge(results, imported),
    }


def calibrate(entry, imported, folder):
    """f16 by a profile of the same inputs, run on the CPU."""
    import mlir_amp

    module = mlir_amp.parse(os.path.join(folder, "f32.mlirbc"))
    profile = mlir_amp.calibrate(module, [tuple(imported["inputs"])])
    low = mlir_amp.convert(module, profile=profile, unlisted="ignore")
    before, after = low.report.activation_bytes
    low.save(os.path.join(folder, "calibrated.mlirbc"))
    run_on_cpu(entry, imported, folder, "calibrated")
    entry["calibrated"]["share"] = after / max(before, 1)


def run_on_emulator(entry, imported, folder, chip):
    """The kernels of a chip for the model in f16, each emulated."""
    source, library = (os.path.join(folder, name) for name in ("f32.mlirbc", f"{chip}.so"))
    arguments = [source, "--autocast=f16", f"--target=cuda:{chip}", "--kernels=llvm"]
    run(COMPILER, *arguments, "-o", library)
    results, _ = run_emulated(library, imported["inputs"], chip)
    entry[chip] = judge(results, imported)


def compile_for_cuda(entry, folder):
    report = os.path.join(folder, "cuda.json")
    start = time.monotonic()
    run(
        COMPILER, os.path.join(folder, "f32.mlirbc"), "--autocast=f16",
        f"--target=cuda:{CHIPS}", f"--report={report}", "-o", os.path.join(folder, "m.so"),
    )
    entry["seconds"] = round(time.monotonic() - start, 1)
    with open(report) as file:
        data = json.load(file)
    entry["model"] = data["model"]
    for audit in data["tensor_cores"]:
        off = [
            [op["op"], op["sizes"], op["multiply_adds"], op["reason"]]
            for op in audit["ops"]
            if not op["tensor_core"]
        ]
        keys = ("multiply_adds", "on_tensor_cores", "aligned_multiply_adds")
        keys += ("aligned_on_tensor_cores", "without_kernel")
        entry[audit["chip"]] = {**{key: audit[key] for key in keys}, "off": off}


def empty():
    """An entry of the results; a step that fails leaves its message under `failed`."""
    return {"failed": {}, **{step: {} for step in STEPS}}


def measure(build, keep, steps):
    """Yields the entry of a model after each part that ran."""
    entry, imported = empty(), {}

    def attempt(step, action, *arguments):
        try:
            action(*arguments)
        except Exception as error:  # Whatever torch or MLIR raises is the result.
            entry["failed"][step] = f"{type(error).__name__}: {error}"[:800]

    with tempfile.TemporaryDirectory(prefix="amp-zoo-") as scratch:
        folder = keep or scratch
        os.makedirs(folder, exist_ok=True)
        attempt("import", do_import, imported, build, folder)
        if entry["failed"]:
            yield entry
            return
        entry["import_seconds"] = imported["seconds"]
        entry["float64"] = imported["exact"] is not None
        exact = imported["exact"] or imported["torch"]
        entry["cpu"]["torch"] = errors(imported["torch"], exact)
        for name, results in imported["autocast"].items():
            entry["cpu"][name] = errors(results, exact)
        yield entry
        # What runs on the CPU was converted here.
        for name, options in CONVERSIONS.items() if {"convert", "cpu"} & {*steps} else ():
            attempt(f"convert {name}", convert, entry["convert"], folder, name, options)
        yield entry
        for name in RUNS if "cpu" in steps else ():
            attempt(f"cpu {name}", run_on_cpu, entry["cpu"], imported, folder, name)
            yield entry
        if "cuda" in steps:
            attempt("cuda", compile_for_cuda, entry["cuda"], folder)
            yield entry
        if "calibrated" in steps:
            attempt("calibrated", calibrate, entry["calibrated"], imported, folder)
            yield entry
        for chip in CHIPS.split(",") if "emulated" in steps else ():
            emulated = entry["emulated"]
            attempt(f"emulated {chip}", run_on_emulator, emulated, imported, folder, chip)
            yield entry


def complaints(entry):
    """Sentences about steps that failed and bounds that are broken."""
    yield from (f"{step}: {text}" for step, text in entry["failed"].items())
    for name, conversion in entry["convert"].items():
        if not conversion["idempotent"]:
            yield f"convert {name}: a second conversion changes the result"
        for warning in conversion["warnings"]:
            yield f"convert {name}: {warning}"
    cpu = entry["cpu"]
    for name, run in {**cpu, **entry["calibrated"]}.items():
        if not run.get("finite", True):
            yield f"cpu {name}: the result is not finite"
    if "f32" in cpu and cpu["f32"]["relative"] > F32_FACTOR * cpu["torch"]["relative"] + 1e-6:
        yield f"cpu f32: error {cpu['f32']['relative']:.1e}, torch {cpu['torch']['relative']:.1e}"
    for name in ("f16", "bf16"):
        if name in cpu and f"{name} greedy" in cpu:
            ours, theirs = (cpu[key]["relative"] for key in (name, f"{name} greedy"))
            if ours > GREEDY_FACTOR * theirs:
                yield f"cpu {name}: error {ours:.1e}, greedy {theirs:.1e}"
    for chip in CHIPS.split(","):
        for path in entry["cuda"].get(chip, {}).get("without_kernel", ()):
            yield f"cuda {chip}: no kernel for {path}"
        if chip in entry["emulated"]:
            yield from complain_of_gpu(chip, entry["emulated"][chip], cpu.get("f16"))


def complain_of_gpu(chip, gpu, cpu):
    if not gpu["finite"]:
        yield f"emulated {chip}: the result is not finite"
    elif cpu and gpu["relative"] > GPU_FACTOR * cpu["relative"] + 1e-6:
        yield f"emulated {chip}: error {gpu['relative']:.1e}, CPU {cpu['relative']:.1e}"


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def row(name, entry):
    """One line of the table."""
    f16 = entry["convert"].get("f16")
    cells = [f"`{name}`"]
    if f16:
        cells += [f16["ops"], f"{f16['low']} of {f16['contractions']}"]
    else:
        cells += ["-", "-"]
    for key in ("f16", "f16 greedy"):
        share = entry["convert"].get(key, {}).get("share")
        cells.append("-" if share is None else f"{100 * share:.1f} %")
    for key in ("torch", *RUNS, *AUTOCAST):
        run = entry["cpu"].get(key)
        cells.append(f"{run['relative']:.1e}" if run else "-")
    for chip in CHIPS.split(","):
        audit = entry["cuda"].get(chip)
        cells.append(
            percent(audit["on_tensor_cores"], audit["multiply_adds"]) if audit else "-"
        )
    for chip in CHIPS.split(","):
        gpu = entry["emulated"].get(chip)
        cells.append(f"{gpu['relative']:.1e}" if gpu else "-")
    run = entry["calibrated"].get("calibrated")
    cells += [f"{100 * run['share']:.1f} %", f"{run['relative']:.1e}"] if run else ["-", "-"]
    return cells


HEADER = ["model", "ops", "contractions low", "bytes f16", "bytes f16 greedy"]
HEADER += ["torch f32", *RUNS, *AUTOCAST]
HEADER += [f"{what} {chip}" for what in ("tensor cores", "f16 on") for chip in CHIPS.split(",")]
HEADER += ["bytes f16 calibrated", "f16 calibrated"]


def table(results):
    """The columns in which there is anything."""
    rows = [row(*item) for item in results.items()]
    shown = [
        index
        for index in range(len(HEADER))
        if not rows or any(cells[index] != "-" for cells in rows)
    ]
    return environment.table(
        [HEADER[index] for index in shown], [[cells[i] for i in shown] for cells in rows]
    )


def compare(results):
    """A sentence for each type: our errors by those of torch's autocast."""
    for kind in AUTOCAST:
        name = kind.split()[1]
        errors = {
            model: (entry["cpu"][name]["relative"], entry["cpu"][kind]["relative"])
            for model, entry in results.items()
            if name in entry["cpu"] and entry["cpu"].get(kind, {}).get("relative")
        }
        broken = [f"`{model}`" for model, both in errors.items() if both[1] == np.inf]
        ratios = {
            model: ours / theirs
            for model, (ours, theirs) in errors.items()
            if ours and theirs < np.inf
        }
        if not ratios:
            continue
        mean = np.exp(np.mean(np.log(list(ratios.values()))))
        best, worst = (choose(ratios, key=ratios.get) for choose in (min, max))
        yield (
            f"In {name}, our error by that of torch's autocast: geometric mean {mean:.2f} of "
            f"{len(ratios)} models, from {ratios[best]:.3f} (`{best}`) to "
            f"{ratios[worst]:.2f} (`{worst}`)."
            + (f" Autocast's is infinite: {', '.join(broken)}." if broken else "")
        )


def body(results):
    """Lines of the page."""
    yield (
        "Random weights where the title does not say otherwise, small images or short texts. "
        "Bytes: of activations, by those of f32. Errors: norm of the difference to torch in "
        "float64 by the norm of the result, on the CPU; autocast: torch's own, on the CPU, "
        "where it runs and was measured. Tensor cores: share of the multiply-adds of contractions and "
        "convolutions. f16 on a chip: errors on the emulated GPU, where it ran. Calibrated: "
        "by a profile of the same inputs. Columns of steps that were not run are left out. "
        f"Bounds: our f32 within {F32_FACTOR} times torch's error, *optimal* within "
        f"{GREEDY_FACTOR} times greedy's, the GPU within {GPU_FACTOR} times the CPU's, all "
        "finite, converting twice changes nothing."
    )
    yield ""
    yield from table(results)
    yield ""
    found = [
        # Where packages lie on this machine tells nobody anything.
        f"- `{name}`: {' '.join(re.sub(r'/[^ ]*/site-packages/', '', text).split())[:300]}"
        for name, entry in results.items()
        for text in complaints(entry)
    ]
    for sentence in compare(results):
        yield from [sentence, ""]
    yield "What failed or broke a bound:" if found else "Nothing failed, all bounds hold."
    yield from ["", *found] if found else []


def measure_apart(arguments, name):
    """`measure` in a process of its own, whose end by a signal is an entry too."""
    command = [sys.executable, __file__, arguments.list, "--child", name]
    command += ["--keep", arguments.keep] if arguments.keep else []
    command += ["--steps", *arguments.steps]
    done = subprocess.run(command, capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith('{"failed"')]
    entry = json.loads(lines[-1]) if lines else empty()
    if done.returncode:
        said = done.stderr.strip()[-300:]
        entry["failed"]["process"] = f"exit {done.returncode}: {said}"
    return entry


def merge(old, new, steps):
    """What was measured before, with these steps anew."""
    kept = {
        part: text
        for part, text in old["failed"].items()
        if part.split()[0] in STEPS and part.split()[0] not in steps
    }
    merged = {**old, **new, "failed": {**kept, **new["failed"]}}
    for step in STEPS:
        merged[step] = new[step] if step in steps else old[step]
    return merged


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("list", metavar="LIST.py")
    parser.add_argument("--models", nargs="+", metavar="NAME", help="default: all of the list")
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=list(USUAL_STEPS))
    parser.add_argument("--json", help="file that keeps the measurements")
    parser.add_argument("--again", action="store_true", help="measure what --json has, too")
    parser.add_argument("--keep", metavar="FOLDER", help="where modules and reports stay")
    parser.add_argument("--out", help="page to write, in Markdown")
    parser.add_argument("--title", default="Families of models")
    parser.add_argument("--page-only", action="store_true", help="measure nothing")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    models = load_models(arguments.list)
    if arguments.child:
        keep = arguments.keep and os.path.join(arguments.keep, arguments.child)
        for entry in measure(models[arguments.child], keep, arguments.steps):
            print(json.dumps(entry, default=float), flush=True)
        return 0
    results = {}
    if arguments.json and os.path.exists(arguments.json):
        with open(arguments.json) as file:
            results = {key: {**empty(), **entry} for key, entry in json.load(file).items()}
    broken = 0
    for name in [] if arguments.page_only else arguments.models or models:
        if name not in models:
            sys.exit(f"zoo: expected a name of {arguments.list}, got '{name}'")
        old = results.get(name, empty())
        if not arguments.again and all(old[step] for step in arguments.steps):
            continue
        results[name] = merge(old, measure_apart(arguments, name), arguments.steps)
        said = list(complaints(results[name]))
        broken += len(said)
        print(name, "ok" if not said else "\n  ".join(["", *said]), flush=True)
        if arguments.json:
            with open(arguments.json, "w") as file:
                json.dump(results, file, indent=1)
    if arguments.out:
        steps = "" if arguments.steps == list(USUAL_STEPS) else " ".join(arguments.steps)
        command = (
            f'python benchmarks/zoo.py {arguments.list} --title "{arguments.title}" '
            + (f"--steps {steps} " if steps else "")
            + f"--out {arguments.out}"
        )
        text = environment.page(
            arguments.title, "zoo.py", command, environment.AMP_OPT, body(results)
        )
        with open(arguments.out, "w") as file:
            file.write(text)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
