# ===- shadow_profile.py - What each low choice costs in accuracy ----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Measures prices of accuracy on the CPU and writes them as a profile.

Converts a model, then once more for each of the N largest low choices with that
one choice kept high by a plan of one line, and runs all of them on the same
inputs. The share of a choice is the part of the conversion's squared error
against f32 that goes when it stays high; its price is that share times
`--bytes-per-error`, the bytes that an exact result would be worth (default: the
activation bytes that the conversion saves). One compilation a candidate.

  python utils/shadow_profile.py model.mlirbc x.npy --out profile.json
  amp-opt --amp-autocast="f16 profile=profile.json" model.mlirbc

The inputs are the arguments of @main, one .npy file each. The prices hold for
these inputs; kept-high sets are measured one at a time, not in combination.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

import cpu_run

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
AMP_OPT = os.path.join(ROOT, "build/release/bin/amp-opt")
LINE = re.compile(r"(?P<path>@\S+): ?(?P<label>low|high|-(?!>))?(?: ?-> (?P<storage>[^/]*))?")


class Candidate:
    """One low choice: the plan line that keeps it high, and its profile key."""

    def __init__(self, path, choice, gain, result=None):
        self.path, self.choice, self.gain, self.result = path, choice, gain, result
        self.error = None

    def entry(self, share, price):
        key = {"path": self.path}
        if self.result is not None:
            key["result"] = self.result
        return {**key, "price": price, "comment": f"share of the error: {share:.4f}"}


def convert(amp_opt, model, dtype, out, **options):
    """Runs amp-autocast; raises CompileError with the tool's text."""
    text = " ".join(
        [dtype, "unlisted=ignore"]
        + [f"{key.replace('_', '-')}={value}" for key, value in options.items()]
    )
    command = [amp_opt, model, f"--amp-autocast={text}", "-o", out]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise cpu_run.CompileError(done.stderr.strip()[:2000])


def find_candidates(plan, report):
    """Low choices of a saved plan, those first that save most bytes."""
    ops = {op["path"]: op for op in report["ops"]}
    found = []
    for text in plan.splitlines()[1:]:
        match = LINE.match(text)
        op = ops.get(match.group("path")) if match else None
        if not op:  # a block argument
            continue
        other = op["otherwise"]
        gain = other["bytes"] if other["feasible"] else 0
        storage = [word.strip() for word in (match.group("storage") or "").split(",")]
        low = [word.startswith(("low", "both-low")) for word in storage]
        if match.group("label") == "low":
            found.append(Candidate(op["path"], "high", gain))
            # A contraction rounds its result apart from its factors.
            if op["category"] != "always":
                continue
            for number, is_low in enumerate(low):
                if is_low:
                    words = ["high" if i == number else "-" for i in range(len(low))]
                    choice = "-> " + ", ".join(words)
                    found.append(Candidate(op["path"], choice, gain, number))
        elif any(low) and other["feasible"]:
            words = ["high" if is_low else "-" for is_low in low]
            found.append(Candidate(op["path"], "-> " + ", ".join(words), gain))
    return sorted(found, key=lambda candidate: -candidate.gain)


def run(path, inputs):
    """All results of @main as one vector of f64."""
    results = cpu_run.Model(path)(*inputs)
    results = results if isinstance(results, tuple) else (results,)
    return np.concatenate([np.ravel(r).astype(np.float64) for r in results])


def squared_error(got, want):
    """Mean square of the difference; infinite where a result is no number."""
    difference = got - want
    return float(np.mean(difference**2)) if np.isfinite(difference).all() else np.inf


def measure(model, inputs, dtype="f16", top=10, amp_opt=AMP_OPT, log=print):
    """The base error, the bytes saved, and the candidates with their errors."""
    with tempfile.TemporaryDirectory(prefix="amp-shadow-") as folder:

        def place(name):
            return os.path.join(folder, name)

        reference = run(model, inputs)
        convert(
            amp_opt, model, dtype, place("base.mlir"),
            save_plan=place("base.plan"), report=place("base.json"),
        )
        base = squared_error(run(place("base.mlir"), inputs), reference)
        with open(place("base.plan")) as file:
            plan = file.read()
        with open(place("base.json")) as file:
            report = json.load(file)
        moved = report["bytes"]
        saved = moved["activations_before"] - moved["activations_after"]
        log(f"rms error {base**0.5:.3e}, {saved} bytes of activations saved")
        kept = []
        for candidate in find_candidates(plan, report)[:top]:
            with open(place("one.plan"), "w") as file:
                head = plan.splitlines()[0]
                file.write(f"{head}\n{candidate.path}: {candidate.choice}\n")
            try:
                convert(
                    amp_opt, model, dtype, place("one.mlir"), plan=place("one.plan")
                )
            except cpu_run.CompileError as error:
                log(f"{candidate.path}: skipped, cannot stay high alone: {error}")
                continue
            candidate.error = squared_error(run(place("one.mlir"), inputs), reference)
            log(f"{candidate.path}: {candidate.choice}: {candidate.error**0.5:.3e}")
            kept.append(candidate)
        return base, saved, kept


def make_profile(base, candidates, bytes_per_error):
    """The profile's object; candidates without a share get no entry."""
    entries = []
    for candidate in candidates:
        if np.isinf(base):
            share = float(np.isfinite(candidate.error))
        else:
            share = 1 - candidate.error / base if base else 0.0
        price = round(max(0.0, share) * bytes_per_error)
        if price:
            entries.append(candidate.entry(share, price))
    return {"version": 1, "entries": entries}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("model", help="MLIR text or bytecode with @main")
    parser.add_argument("inputs", nargs="*", help="one .npy file an argument")
    parser.add_argument("--out", required=True, help="profile to write")
    parser.add_argument("--type", default="f16", help="f16 or bf16")
    parser.add_argument("--top", type=int, default=10, help="candidates to measure")
    parser.add_argument(
        "--bytes-per-error", type=float, help="worth of an exact result, in bytes"
    )
    parser.add_argument("--amp-opt", default=AMP_OPT, help="the built tool")
    options = parser.parse_args()
    if options.bytes_per_error is not None and options.bytes_per_error < 0:
        parser.error("expected --bytes-per-error to be 0 or more")
    try:
        inputs = [np.load(path) for path in options.inputs]
        base, saved, candidates = measure(
            options.model, inputs, options.type, options.top, options.amp_opt
        )
    except (cpu_run.CompileError, ValueError, OSError) as error:
        sys.exit(f"shadow_profile: {error}")
    worth = options.bytes_per_error
    profile = make_profile(base, candidates, max(saved, 0) if worth is None else worth)
    with open(options.out, "w") as file:
        json.dump(profile, file, indent=1)
        file.write("\n")
    print(f"{len(profile['entries'])} entries in {options.out}")


if __name__ == "__main__":
    main()
