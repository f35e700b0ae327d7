#!/usr/bin/env python3
# ===- run.py - Measures the package on this machine's GPU -----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Ours beside cuBLASLt and torch: products of layers, attentions, whole models.

usage: run.sh [--only check|streams|gemm|attention|models|tuning] [--names NAME ...] [--samples N]
              [--out FOLDER] [--no-compile] [--jobs N] [--cases FOLDER] [--tool TOOL ...]
              [--emulate DRIVER [--capability N]]

Needs an NVIDIA GPU and PyTorch with CUDA; no MLIR. Writes FOLDER/results.json and
FOLDER/results.md after each case. What results.json holds is not measured again.
--only check runs the emulator tests' kernels, by themselves and under compute-sanitizer
where CUDA's toolkit is, against results in doubles, --jobs processes at a time; it needs
numpy and no PyTorch. --cases names others, as utils/fuzz_gpu.py --export writes them,
--tool what is run of `run`, `memcheck` and `racecheck`. --only streams runs a model
beside work of torch's: on several streams, in graphs, in threads.
--emulate runs a package of small cases on the emulated driver instead.
"""

import argparse
import json
import os
import platform
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = ["check", "streams", "gemm", "attention", "models", "tuning"]
    parser.add_argument("--only", choices=parts)
    parser.add_argument("--names", nargs="*", default=[])
    parser.add_argument("--samples", type=int, default=25)
    parser.add_argument("--out", default="results")
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--jobs", type=int, default=min(8, os.cpu_count() or 1))
    parser.add_argument("--cases", metavar="FOLDER")
    parser.add_argument("--tool", nargs="+", choices=["run", "memcheck", "racecheck"])
    parser.add_argument("--emulate", metavar="DRIVER")
    parser.add_argument("--capability", type=int, default=80)
    return parser.parse_args()


def write(path, text):
    with open(path + ".tmp", "w") as file:
        file.write(text)
    os.replace(path + ".tmp", path)


def measure_peak(backend, samples, float8=False):
    """TFLOP/s of cuBLASLt on an 8192^3 product in f16, or in 8-bit floats."""
    size = 8192
    if float8:
        x, w = (backend.random_float8((size, size), seed) for seed in (1, 2))
    else:
        x, w = (backend.random((size, size), 1.0, seed) for seed in (1, 2))
    call = backend.peer(x, w, None, "none")
    seconds, _ = backend.compare({"peer": call}, samples)["peer"]
    return 2 * size**3 / seconds / 1e12


def recorded_command(arguments):
    """The command as a page names it: no folders of this machine."""
    kept, skip = ["./run.sh"], False
    for argument in arguments:
        if skip:
            skip = False
        elif argument == "--out":
            skip = True
        elif not argument.startswith("--out="):
            kept.append(os.path.basename(argument.rstrip("/")))
    return " ".join(kept)


class Session:
    """The results so far, kept on disk."""

    def __init__(self, options, manifest, machine):
        self.folder = options.out
        self.manifest = manifest
        self.path = os.path.join(self.folder, "results.json")
        parts = ("gemms", "attentions", "models", "tuning", "checks")
        self.results = {part: {} for part in parts}
        os.makedirs(self.folder, exist_ok=True)
        if os.path.exists(self.path):
            with open(self.path) as file:
                stored = json.load(file)
            # --only check knows less of the same device.
            known = stored.get("machine", {})
            if all(known.get(key, value) == value for key, value in machine.items()):
                self.results |= stored
                machine = {**known, **machine}
        self.results["machine"] = machine
        command = recorded_command(sys.argv[1:])
        commands = self.results.setdefault("commands", [])
        if command not in commands:
            commands.append(command)
        if options.only != "check":
            self.results["samples"] = options.samples

    def save(self):
        import tables

        write(self.path, json.dumps(self.results, indent=1) + "\n")
        text = tables.page(self.manifest, self.results)
        write(os.path.join(self.folder, "results.md"), text)


def check_kernels(options, manifest):
    """--only check: the kernels' cases, plain and under compute-sanitizer."""
    import checks
    import device

    if options.emulate:
        os.environ["AMP_CUDA_DRIVER"] = options.emulate
        os.environ["AMP_EMULATED_DEVICE"] = str(options.capability)
    try:
        chip, name = device.find()
    except device.NoDevice as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    index = os.path.join(options.cases or os.path.join(HERE, "checks", chip), "cases.json")
    if options.cases and not os.path.exists(index):
        print(f"error: no {index}", file=sys.stderr)
        return 1
    if not os.path.exists(index):
        made = ", ".join(manifest.get("checks", [])) or "none"
        print(f"error: the package's cases are for {made}, not {chip}", file=sys.stderr)
        return 1
    machine = {"python": platform.python_version(), "device": name, "chip": chip}
    session = Session(options, manifest, machine)
    stored, sanitizer = session.results["checks"], None
    tools = options.tool or list(checks.TOOLS)
    try:
        sanitizer = checks.find_sanitizer() if tools != ["run"] else None
    except checks.NoSanitizer as error:
        print(f"memcheck and racecheck are left out: {error}", file=sys.stderr)
        tools = ["run"]
        session.results["unchecked"] = str(error)
    with open(index) as file:
        rows = json.load(file)
    rows = [row for row in rows if not options.names or row["name"] in options.names]
    bad = 0
    for tool in tools:
        left = [row for row in rows if tool not in stored.get(row["name"], {})]
        tell = lambda text: print(text, flush=True)
        found = checks.check(index, left, tool, sanitizer, tell=tell, jobs=options.jobs)
        for key, verdict in found.items():
            stored.setdefault(key, {})[tool] = verdict
        session.save()
        bad += sum(
            stored[row["name"]][tool][0] not in ("ok", "skipped") for row in rows
        )
    with open(os.path.join(session.folder, "results.md")) as file:
        print(file.read())
    return 1 if bad else 0


def main():
    options = parse()
    with open(os.path.join(HERE, "manifest.json")) as file:
        manifest = json.load(file)
    if options.only == "check":
        return check_kernels(options, manifest)
    if options.only == "streams" and options.emulate:
        print("error: --only streams needs PyTorch and a GPU", file=sys.stderr)
        return 1
    import backends
    import cases

    try:
        if options.emulate:
            backend = backends.Emulated(options.emulate, options.capability)
        else:
            backend = backends.Torch()
    except backends.NoDevice as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    machine = {"python": platform.python_version(), **backend.describe()}
    session = Session(options, manifest, machine)
    results = session.results
    peakless = options.emulate or options.only in ("tuning", "streams", "attention")
    if not peakless and "peak_tflops" not in results:
        results["peak_tflops"] = measure_peak(backend, options.samples)
        session.save()
    if not peakless and backend.float8 and "peak_tflops_f8" not in results:
        results["peak_tflops_f8"] = measure_peak(backend, options.samples, float8=True)
        session.save()

    def wanted(kind):
        for case in manifest.get(kind, []):
            chosen = not options.names or case["name"] in options.names
            able = case.get("type") != "f8" or backend.float8
            if chosen and able and case["name"] not in results[kind]:
                print(f"{kind}: {case['name']}", flush=True)
                yield case

    if options.only == "streams":
        import streams

        tell = lambda text: print(text, flush=True)
        results["streams"] = streams.run(manifest, HERE, backend, tell)
        session.save()
        bad = {k: v for k, v in results["streams"].items() if v != "ok"}
        for name, why in bad.items():
            print(f"{name}: {why}")
        return 1 if bad else 0
    if options.only in (None, "tuning") and "tuning" in manifest:
        results["tuned_chip"] = manifest["tuned_chip"]
        for case in wanted("tuning"):
            row = cases.measure_candidate(case, HERE, backend, options.samples)
            results["tuning"][case["name"]] = case, row
            session.save()
    if options.only in (None, "gemm"):
        for case in wanted("gemms"):
            results["gemms"][case["name"]] = cases.measure_gemm(
                case, HERE, backend, options.samples
            )
            session.save()
    if options.only in (None, "attention"):
        for case in wanted("attentions"):
            results["attentions"][case["name"]] = cases.measure_attention(
                case, HERE, backend, options.samples
            )
            session.save()
    if options.only in (None, "models"):
        for case in wanted("models"):
            results["models"][case["name"]] = cases.measure_model(
                case, HERE, backend, options.samples, not options.no_compile
            )
            session.save()
    session.save()
    with open(os.path.join(session.folder, "results.md")) as file:
        print(file.read())
    return 0


if __name__ == "__main__":
    sys.exit(main())
