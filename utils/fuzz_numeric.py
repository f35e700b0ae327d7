# ===- fuzz_numeric.py - f32 and the conversion agree, within bounds -------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs generated modules and their conversions on the CPU and compares.

  utils/fuzz_numeric.py --first 0 --seeds 25     # generated modules
  utils/fuzz_numeric.py --instances unittests/ExternalModels  # of the ops in its files
  utils/fuzz_numeric.py --check model.mlir       # one module, static shapes

The bound of each element comes from `amp-fuzz --bounds`: the converted module run
on intervals that hold what the element is with and without each rounding. The
result in f32 and that of the conversion must both lie in it, and nothing may be
infinite or NaN that f32 has finite. Inputs are searched for which f32 itself has
no infinities and NaN. Exit status 1 if something does not hold, 2 if nothing
could be compared.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import fuzz_results
import numpy as np

import mlir_amp

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Kinds of inputs: (scale, positive). Of order one first.
INPUTS = [(1.0, False), (1.0, True), (0.25, False), (0.25, True), (2.0, True), (0.05, True)]
# Beyond these a value that nothing is known of may overflow the low type.
LARGEST = {"f16": 65504.0, "bf16": 3.3e38}


def as_f64(array):
    """Any result as f64; bf16 may come as its bits, of a type or of none."""
    array = np.asarray(array)
    if array.dtype.kind == "V":
        array = array.view(np.uint16)
    if array.dtype == np.uint16:
        return (array.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return array.astype(np.float64)


def make_inputs(model, rng, scale, positive):
    arrays = []
    for tensor in model.inputs:
        data = rng.uniform(0.1 if positive else -1.0, 1.0, tensor.shape) * scale
        arrays.append(np.asarray(data, np.float32))
    return arrays


def run_model(model, arrays):
    """The results as f64, and whether the inputs are what they were."""
    given = [array.copy() for array in arrays]
    results = model(*given)
    if not isinstance(results, (tuple, list)):
        results = [results]
    same = all(np.array_equal(a, b) for a, b in zip(arrays, given))
    return [as_f64(result) for result in results], same


def make_try(model, seed, attempt):
    """Inputs of one of the kinds that are tried."""
    return make_inputs(model, np.random.default_rng([seed, attempt]), *INPUTS[attempt])


def search_inputs(model, seed):
    """Inputs with the fewest infinite or NaN results, the results, and whether
    the model left the inputs alone."""
    best = None
    for attempt in range(len(INPUTS)):
        arrays = make_try(model, seed, attempt)
        results, same = run_model(model, arrays)
        bad = sum(int((~np.isfinite(result)).sum()) for result in results)
        if best is None or bad < best[0]:
            best = (bad, arrays, results, same)
        if bad == 0:
            break
    return best


def bounds(amp_fuzz, text, arrays, shapes):
    """Lower and upper bounds of each result, and the largest magnitude met; the
    reason as a string where there are none."""
    with tempfile.TemporaryDirectory() as folder:
        path, data = os.path.join(folder, "m.mlir"), os.path.join(folder, "data")
        with open(path, "w") as file:
            file.write(text)
        with open(data, "wb") as file:
            for array in arrays:
                file.write(np.ascontiguousarray(array, np.float64).tobytes())
        done = subprocess.run(
            [amp_fuzz, f"--bounds={path}", f"--data={data}"],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            return done.stderr.strip() or f"status {done.returncode}"
        both = np.fromfile(data, np.float64).reshape(2, -1)
    lower, upper, at = [], [], 0
    for shape in shapes:
        count = int(np.prod(shape))
        lower.append(both[0, at : at + count].reshape(shape))
        upper.append(both[1, at : at + count].reshape(shape))
        at += count
    return lower, upper, float(done.stdout)


def widen(lower, upper):
    """Bounds of exact arithmetic as those of results, which are rounded to f32."""
    slack = 1e-6 * np.maximum(np.abs(lower), np.abs(upper)) + 1e-37
    slack = np.where(np.isfinite(slack), slack, 0)
    return lower - slack, upper + slack


def compare(high, low, lower, upper, limit, largest):
    """What does not hold of one result, or None; and how many elements have a
    bound."""
    both = np.isfinite(lower) & np.isfinite(upper)
    least, most = widen(lower, upper)
    for name, values in (("f32", high), ("the conversion", low)):
        outside = both & ~((values >= least) & (values <= most))
        # What f32 has no number for, folded constants that are NaN say.
        outside &= np.isfinite(values) | (np.isfinite(high) & (name != "f32"))
        if outside.any():
            where = tuple(int(i[0]) for i in np.nonzero(outside))
            return (
                f"{name} is {values[where]:.9g} at {list(where)}, outside of "
                f"[{lower[where]:.9g}, {upper[where]:.9g}]"
            ), int(both.sum())
    broken = np.isfinite(high) & ~np.isfinite(low)
    if largest < limit and broken.any():
        where = tuple(int(i[0]) for i in np.nonzero(broken))
        return (
            f"the conversion is {low[where]} at {list(where)}, f32 {high[where]:.9g}"
        ), int(both.sum())
    return None, int(both.sum())


class Unsupported(Exception):
    """A module that the target does not take, and why."""


class Run:
    """What was checked and what failed; conversions run on the CPU."""

    kind = "numeric"
    # How `amp-fuzz --print` is told to write modules that run here.
    modules = "--runnable"

    def __init__(self, amp_fuzz, instances=None):
        self.amp_fuzz, self.instances = amp_fuzz, instances
        if instances is not None:
            self.kind += " instances"
        self.failures, self.checks = [], {}

    def make(self, seed):
        """The module of a seed; None where it has none."""
        command = [self.amp_fuzz, f"--print={seed}", self.modules]
        if self.instances is not None:
            command.append(f"--instances={self.instances}")
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 1 and self.instances is not None and "of seed" in done.stderr:
            return None
        if done.returncode:
            sys.exit(f"fuzz: {' '.join(command)}: {done.stderr.strip()}")
        return done.stdout

    def run_converted(self, converted, arrays, seed):
        """As `run_model`; raises Unsupported where the target cannot run it."""
        return run_model(mlir_amp.compile(converted), arrays)

    def compare_converted(self, label, converted, arrays, seed, high, bound, limit, largest):
        """What does not hold of a conversion; raises what `run_converted` does."""
        low, same = self.run_converted(converted, arrays, seed)
        problems = [] if same else [f"{label}: writes to an input"]
        for index in range(len(high)):
            problem, bounded = compare(
                high[index], low[index], bound[0][index], bound[1][index], limit, largest
            )
            self.count(f"{self.kind}: elements", high[index].size)
            self.count(f"{self.kind}: elements with a bound", bounded)
            if problem:
                problems.append(f"{label}, result {index}: {problem}")
        return problems

    def count(self, what, by=1):
        self.checks[what] = self.checks.get(what, 0) + by

    def fail(self, line):
        self.failures.append(line)
        print(line, file=sys.stderr)

    def leave(self, name, reason):
        """Counts a module without bounds; None."""
        self.count(f"{self.kind}: no bound")
        print(f"{name}: no bound: {reason[:200]}", file=sys.stderr)

    def check(self, name, text, seed):
        """True if something was compared and holds, False if it does not, None if
        nothing could be."""
        try:
            model = mlir_amp.compile(text)
        except mlir_amp.MLIRError as error:
            self.count(f"{self.kind}: does not compile")
            print(f"{name}: does not compile: {error}", file=sys.stderr)
            return None
        plain = first = None
        if self.instances is not None:
            # Sizes that do not go together and places outside of what they are
            # in would be read and written.
            first = make_try(model, seed, 0)
            plain = bounds(self.amp_fuzz, text, first, [output.shape for output in model.outputs])
            if isinstance(plain, str):
                return self.leave(name, plain)
        try:
            bad, arrays, high, same = search_inputs(model, seed)
        except RuntimeError as error:  # Assertions of the module's own.
            self.count(f"{self.kind}: stops")
            print(f"{name}: stops: {error}", file=sys.stderr)
            return None
        shapes = [result.shape for result in high]
        if plain is None or not all(map(np.array_equal, arrays, first)):
            plain = bounds(self.amp_fuzz, text, arrays, shapes)
        if isinstance(plain, str):
            return self.leave(name, plain)
        largest, holds, compared = plain[2], True, False
        for dtype in ("f16", "bf16"):
            assign = "greedy" if seed % 3 == 2 else "optimal"
            signature = "convert" if seed % 4 == 1 else "keep"
            how = {"dtype": dtype, "assign": assign, "signature": signature}
            converted = mlir_amp.convert(text, **how)
            # Constants that are rounded where they are read show by how much.
            unfolded = mlir_amp.convert(text, **how, fold_weights=False)
            bound = bounds(self.amp_fuzz, str(unfolded), arrays, shapes)
            if isinstance(bound, str):
                self.count(f"{self.kind}: no bound")
                continue
            label = f"{name}, {self.kind}, {dtype} {assign} signature={signature}"
            try:
                problems = self.compare_converted(
                    label, converted, arrays, seed, high, bound, LARGEST[dtype], largest
                )
            except Unsupported as reason:
                self.count(f"{self.kind}: unsupported")
                print(f"{name}, {dtype}: unsupported: {reason}", file=sys.stderr)
                continue
            except RuntimeError as error:
                problems = [f"{label}: {error}"]
            else:
                compared = True
            if not same:
                problems.append(f"{label}: f32 writes to an input")
            for problem in problems:
                holds = False
                self.fail(problem)
        if compared:
            self.count(f"{self.kind}: modules compared")
            if not bad:
                self.count(f"{self.kind}: modules without exceptional values")
        # A target that fails on every type compares nothing, and has failed.
        return holds if compared or not holds else None


def run_seeds(run, options):
    """The modules of the seeds, or the one of --check; the exit status."""
    if not os.access(options.amp_fuzz, os.X_OK) or os.path.isdir(options.amp_fuzz):
        sys.exit(f"fuzz: no {options.amp_fuzz}: ninja -C build/release amp-fuzz builds it")
    if options.check:
        try:
            with open(options.check) as file:
                text = file.read()
        except (OSError, ValueError) as error:
            # Not 1: nothing was compared.
            print(f"fuzz: cannot read '{options.check}': {error}", file=sys.stderr)
            return 2
        return {True: 0, False: 1, None: 2}[run.check(options.check, text, 0)]
    failed = 0
    for seed in range(options.first, options.first + options.seeds):
        text = run.make(seed)
        if text is None:
            run.count(f"{run.kind}: seeds without a module")
            continue
        failed += run.check(f"seed {seed}", text, seed) is False
    if options.record:
        record = {
            "kind": run.kind, "first": options.first, "modules": options.seeds,
            "failed": failed, "checks": run.checks, "failures": run.failures,
        }
        fuzz_results.write(os.path.abspath(options.record), json.dumps(record))
    print(f"{options.seeds} modules, {failed} failed; {run.checks}")
    return bool(failed)


def whole(least):
    """A whole number from `least` up."""

    def read(text):
        if not text.isdigit() or int(text) < least:
            raise argparse.ArgumentTypeError(
                f"expected a whole number from {least} up, got '{text}'"
            )
        return int(text)

    return read


def make_parser(doc):
    parser = argparse.ArgumentParser(description=doc.split("\n\n")[0])
    parser.add_argument("--first", type=whole(0), default=0)
    parser.add_argument("--seeds", type=whole(1), default=25)
    parser.add_argument("--check", help="a module of one's own")
    parser.add_argument("--instances", help="make modules of the op instances in this folder's files")
    parser.add_argument("--record", help="write what was done here, as JSON")
    parser.add_argument(
        "--amp-fuzz", default=os.path.join(ROOT, "build", "release", "bin", "amp-fuzz")
    )
    return parser


def main():
    options = make_parser(__doc__).parse_args()
    return run_seeds(Run(options.amp_fuzz, options.instances), options)


if __name__ == "__main__":
    sys.exit(main())
