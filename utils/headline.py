# ===- headline.py - The few figures that the README shows -----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""One table from the generated pages of results, for gen-docs.py.

Each column names the page, the section and the columns that it is taken from, so
that no figure is typed; a model without a row there fails, and one that was not timed
has a dash.
"""

import os
import re


def read_table(root, page, section, key=0):
    """Rows of the first table below a heading: cells by column name, by the cell
    of column `key` without its quotes (the last of several)."""
    with open(os.path.join(root, "docs", page)) as file:
        text = file.read()
    parts = re.split(r"^#+ ", text, flags=re.M)
    part = next((part for part in parts if part.startswith(section + "\n")), None)
    if part is None:
        raise ValueError(f"{page} has no section '{section}'")
    lines = [line for line in part.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    names = cells[0]
    return {row[key].strip("`"): dict(zip(names, row)) for row in cells[2:]}


def speedup(root, model):
    """torch autocast's time by ours in bf16 on one core of the CPU, or a dash."""
    try:
        rows = read_table(root, "results-cpu.md", f"{model}, 1 thread")
    except ValueError:
        return "-"
    torch, ours = rows["torch autocast bf16"]["ms"], rows["ours, bf16"]["ms"]
    return f"{float(torch) / float(ours):.2f}"


def table(root, models):
    """The Markdown table of `models`."""
    moved = read_table(root, "results-bytes.md", "Bytes through memory")
    errors = read_table(root, "results-accuracy.md", "As they come")
    device = read_table(root, "results-gpu.md", "Models")
    names = [
        "model",
        "bytes, ours",
        "greedy",
        "cast at each product",
        "error, f16 by greedy's",
        "CPU, torch's time by ours",
        "GPU, torch's time by ours",
    ]
    lines = ["| " + " | ".join(names) + " |", "| --- |" + " ---: |" * (len(names) - 1)]
    for model in models:
        cells = [
            f"`{model}`",
            moved[model]["optimal"],
            moved[model]["greedy"],
            moved[model]["IREE-style"],
            errors[model]["ratio f16"],
            speedup(root, model),
            device[model]["best compile / f16"] if model in device else "-",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
