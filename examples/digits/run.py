# ===- run.py - The digits CNN in f32, f16 and bf16 ------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Converts the trained digits CNN to f16 and bf16 and compares all three.

Reads digits_cnn.mlirbc (weights included), the 360 test images x.npy, the labels
y.npy and PyTorch's log-probabilities logp_f32.npy. Prints accuracy, the largest
error of a log-probability, casts, bytes through memory and the share of
multiply-adds in low precision, then one layer before and after. `utils/demo.sh`
builds what it needs. Exits with 1 if a module misses `--max-loss` points.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np
from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "utils"))
import cpu_run  # noqa: E402

MODEL = os.path.join(HERE, "digits_cnn.mlirbc")


def convert(amp_opt, dtype, folder):
    """Runs amp-autocast; returns the module's path and the report."""
    module = os.path.join(folder, f"digits_{dtype}.mlirbc")
    report = os.path.join(folder, f"report_{dtype}.json")
    command = [
        amp_opt,
        MODEL,
        f"--amp-autocast={dtype} report={report}",
        "--emit-bytecode",
        "-o",
        module,
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"digits: amp-opt failed:\n{done.stderr}")
    if not os.path.exists(report):
        return module, {}
    with open(report) as file:
        return module, json.load(file)


def text_of(amp_opt, module):
    """The module as text, without the weights."""
    return subprocess.run(
        [amp_opt, module]
        + [
            f"--mlir-elide-{kind}-if-larger=8"
            for kind in ("elementsattrs", "resource-strings")
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def users_of(lines, start):
    """Lines of the first op after `start` that uses its result, body included."""
    result = re.match(r"\s*(%\w+)", lines[start]).group(1)
    uses = re.compile(re.escape(result) + r"\b")
    first = next(i for i in range(start + 1, len(lines)) if uses.search(lines[i]))
    last = first
    if lines[first].rstrip().endswith("{"):
        while not lines[last].lstrip().startswith("}"):
            last += 1
    return first, last


def layer(text, position):
    """The convolution at `position`, and what follows up to the next real op."""
    lines = text.splitlines()
    heads = [i for i, line in enumerate(lines) if " = linalg.conv_2d" in line]
    first = last = heads[position]
    picked = [lines[first]]
    while first == heads[position] or "arith.truncf" in lines[first]:
        first, last = users_of(lines, first)
        picked += lines[first : last + 1]
    indent = len(picked[0]) - len(picked[0].lstrip())
    shortened = (
        re.sub(r"{(dilations|indexing_maps) = .*?} |, iterator_types = \[.*?\]", "", line)
        for line in picked
    )
    return "\n".join(line[indent:] for line in shortened)


def number(report, *keys):
    """report[key][key]..., or None where the report has none."""
    for key in keys:
        report = report.get(key) if isinstance(report, dict) else None
    return report


def share(part, whole):
    return "-" if part is None or not whole else f"{100 * part / whole:.1f} %"


def report_cells(report):
    """Cells of the table that come from the report of a conversion."""
    before = [number(report, "bytes", f"{k}_before") for k in ("activations", "weights")]
    after = [number(report, "bytes", f"{k}_after") for k in ("activations", "weights")]
    casts = number(report, "casts", "activations")
    folded = number(report, "constants", "changed")
    if None in before + after:
        size = "-"
    else:
        size = f"{sum(after) / 1e6:.2f} MB ({share(sum(after), sum(before))})"
    total = number(report, "multiply_adds", "total")
    return [
        "-" if casts is None else str(casts),
        "-" if folded is None else str(folded),
        size,
        share(number(report, "multiply_adds", "low"), total),
    ]


def f32_cells(report):
    before = [number(report, "bytes", f"{k}_before") for k in ("activations", "weights")]
    size = "-" if None in before else f"{sum(before) / 1e6:.2f} MB"
    return ["0", "0", size, "0.0 %"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--amp-opt", default=os.path.join(ROOT, "build/release/bin/amp-opt")
    )
    parser.add_argument(
        "--max-loss",
        type=float,
        default=0.3,
        help="points of accuracy that may be lost against f32 (default 0.3)",
    )
    parser.add_argument("--json", help="also write the measurements to this file")
    options = parser.parse_args()
    if not os.path.exists(options.amp_opt):
        sys.exit(f"digits: {options.amp_opt} is not built; run utils/demo.sh")

    images, labels, reference = (
        np.load(os.path.join(HERE, f"{name}.npy")) for name in ("x", "y", "logp_f32")
    )
    # A pipe has no width to respect.
    console = Console(width=None if sys.stdout.isatty() else 140)
    table = Table(title=f"Digits CNN, {len(labels)} test images, on the CPU")
    columns = (
        "module",
        "accuracy",
        "right",
        "largest error",
        "casts",
        "weights folded",
        "bytes moved",
        "low multiply-adds",
    )
    for name in columns:
        table.add_column(name, justify="left" if name == "module" else "right")

    measured = {}
    with tempfile.TemporaryDirectory(prefix="amp-digits-") as folder:
        modules = {"f32": (MODEL, {})}
        with console.status("converting"):
            for dtype in ("f16", "bf16"):
                modules[dtype] = convert(options.amp_opt, dtype, folder)
        for dtype, (path, report) in modules.items():
            with console.status(f"compiling and running {dtype}"):
                result = cpu_run.Model(path)(images)
            right = int((result.argmax(1) == labels).sum())
            error = float(np.abs(result - reference).max())
            measured[dtype] = {
                "accuracy": right / len(labels),
                "largest_error": error,
                "report": {
                    k: report.get(k)
                    for k in ("casts", "bytes", "multiply_adds", "constants")
                },
            }
            cells = f32_cells(modules["f16"][1]) if dtype == "f32" else report_cells(report)
            table.add_row(
                dtype,
                f"{100 * right / len(labels):.2f} %",
                f"{right}/{len(labels)}",
                f"{error:.2g}",
                *cells,
            )
        console.print(table)
        for title, path in (("before", MODEL), ("after, f16", modules["f16"][0])):
            console.print(f"\n[bold]Second convolution, {title}[/bold]")
            shown = layer(text_of(options.amp_opt, path), 1)
            console.print(Syntax(shown, "text", word_wrap=True))
    if options.json:
        with open(options.json, "w") as file:
            json.dump(measured, file, indent=2)

    f32 = measured["f32"]["accuracy"]
    worst = min(measured[dtype]["accuracy"] for dtype in ("f16", "bf16"))
    if 100 * (f32 - worst) > options.max_loss:
        sys.exit(
            f"digits: lost {100 * (f32 - worst):.2f} points of accuracy, "
            f"expected at most {options.max_loss}"
        )


if __name__ == "__main__":
    main()
