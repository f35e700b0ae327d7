# ===- hazards.py - Graphs that break in 16 bits, run on the CPU -----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Converts the graphs of test/Hazards, feeds them what hurts, compares with f32.

Each graph runs in f32 and converted, on the same seeded inputs: outliers whose
squares and cubes pass 65504, sums beyond it, masks of the most negative float
(rows that are masked completely too), epsilons of 1e-12 below rows of zeros. A
converted graph passes where its result is finite and the norm of its difference
to f32 is below LIMITS times the norm of f32's.

  python benchmarks/hazards.py [names] [--out docs/results-hazards.md]

Exits with 1 if a graph fails.
"""

import argparse
import glob
import os
import subprocess
import sys
import tempfile

import environment
import numpy as np

import cpu_run  # noqa: E402, environment puts utils/ on the path

FOLDER = os.path.join(environment.ROOT, "test", "Hazards")
# Largest relative error: a few roundings of 2^-11 and 2^-8 that do not add up.
LIMITS = {"f16": 1e-3, "bf16": 1e-2}


def inputs():
    """The arguments of each graph by the name of its file, seeded."""
    random = np.random.RandomState(0)

    def normal(*shape):
        return random.standard_normal(shape).astype(np.float32)

    weights = normal(64, 64) / 8
    data = normal(8, 64)
    padded = normal(8, 64)
    padded[4:] = 0
    outliers = normal(8, 64) * 10
    outliers[:, 3] *= 500
    keep = np.ones((1, 64), np.float32)
    keep[:, 40:] = 0
    lowest = np.finfo(np.float32).min
    mask = np.where(keep > 0, np.float32(0), lowest)
    rows = np.tile(mask, (8, 1))
    rows[:2] = lowest
    keep_rows = (rows == 0).astype(np.float32)
    linalg = {
        "ln_eps_zero_rows": (padded, weights),
        "rms_outlier": (outliers, weights),
        # Their masks are constants.
        "mask_finfo_min": (data, weights),
        "mask_finfo_row": (data, weights),
        "mask_where_row": (data, weights, keep_rows),
        "mask_mul_1e9": (data, weights, keep),
        "big_reduce": (1 + normal(2, 70000) / 10, np.ones((2, 1), np.float32)),
        "gelu_tanh_cube": (normal(8, 64) * 60, weights),
    }
    tosa = {
        f"tosa_{name}": tuple(value[None] for value in linalg[name])
        for name in (
            "ln_eps_zero_rows",
            "rms_outlier",
            "mask_where_row",
            "gelu_tanh_cube",
        )
    }
    return {
        **linalg,
        **tosa,
        "tosa_mask_finfo_min": (data[None], weights[None], keep[None]),
        "tosa_big_reduce": (1 + normal(1, 8, 70000) / 10, normal(1, 1, 64)),
        "big_reduce_matmul": (
            1 + normal(2, 16) / 10,
            (1 + normal(16, 70000) / 10) / 16,
            normal(1, 8),
        ),
        "arith_rms_outlier": (outliers, weights),
        "mask_fill_row": (data, weights, keep_rows),
        "softmax_named": (data, weights, rows),
        "normalize_clamp": (np.where(padded == 0, 0, outliers), weights),
        "entropy_eps": (data, weights, np.tile(mask, (8, 1))),
    }


def convert(amp_opt, path, options, out):
    done = subprocess.run(
        [amp_opt, path, f"--amp-autocast={options}", "-o", out],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise cpu_run.CompileError(done.stderr)
    return out


class Outcome:
    """What became of one converted graph; `error` is relative to f32."""

    def __init__(self, wanted, got):
        wanted, got = (x.astype(np.float64) for x in (wanted, got))
        self.finite = bool(np.isfinite(got).all())
        self.reference_finite = bool(np.isfinite(wanted).all())
        with np.errstate(invalid="ignore"):
            difference = np.linalg.norm(got - wanted)
            self.error = float(difference / np.linalg.norm(wanted))

    def passes(self, dtype):
        return self.reference_finite and self.finite and self.error < LIMITS[dtype]


def run_graph(amp_opt, name, types=("f16", "bf16"), options="", values=None):
    """Outcomes of one graph by type."""
    path = os.path.join(FOLDER, f"{name}.mlir")
    values = inputs()[name] if values is None else values
    model = cpu_run.Model(path)
    wanted = model(*values)
    outcomes = {}
    with tempfile.TemporaryDirectory(prefix="amp-hazard-") as scratch:
        for dtype in types:
            out = os.path.join(scratch, f"{dtype}.mlir")
            converted = cpu_run.Model(
                convert(amp_opt, path, f"{dtype} {options}".rstrip(), out)
            )
            got = converted(*values)
            outcomes[dtype] = Outcome(wanted, got)
    return outcomes


def names_of_graphs():
    return sorted(
        os.path.basename(path)[: -len(".mlir")]
        for path in glob.glob(os.path.join(FOLDER, "*.mlir"))
    )


def body(results):
    yield (
        "Norm of the difference to f32 by the norm of f32's result, on inputs that "
        f"hurt; at most {LIMITS['f16']:g} in f16 and {LIMITS['bf16']:g} in bf16 is "
        "asked for, and every number finite; 0 where the module has no contraction and "
        "stays as it came. Nothing is measured before the "
        "conversion. benchmarks/hazards.py says what each graph is fed, and its file in "
        "test/Hazards what breaks."
    )
    yield ""
    rows = []
    for name, outcomes in results.items():
        row = [f"`{name}`"]
        for dtype, outcome in outcomes.items():
            text = f"{outcome.error:.1e}" if outcome.finite else "not finite"
            row.append(text if outcome.passes(dtype) else f"**{text}**")
        rows.append(row)
    yield from environment.table(["graph", "f16", "bf16"], rows)
    failed = sum(
        not outcome.passes(dtype)
        for outcomes in results.values()
        for dtype, outcome in outcomes.items()
    )
    yield from ["", f"{failed} of {2 * len(results)} fail."]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", help="graphs; all by default")
    parser.add_argument("--options", default="", help="more options of amp-autocast")
    parser.add_argument("--out", help="page to write, in Markdown")
    parser.add_argument("--amp-opt", default=environment.AMP_OPT)
    options = parser.parse_args()
    results, failed = {}, False
    for name in options.names or names_of_graphs():
        results[name] = run_graph(options.amp_opt, name, options=options.options)
        for dtype, outcome in results[name].items():
            failed |= not outcome.passes(dtype)
            print(
                f"{name:26} {dtype:5} {'finite' if outcome.finite else 'NOT FINITE'} "
                f"{outcome.error:.2e} {'' if outcome.passes(dtype) else 'FAILED'}",
                flush=True,
            )
    if options.out:
        text = environment.page(
            "Hazards: what breaks in 16 bits",
            "hazards.py",
            f"python benchmarks/hazards.py --out {options.out}",
            options.amp_opt,
            body(results),
        )
        with open(options.out, "w") as file:
            file.write(text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
