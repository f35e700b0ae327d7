# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmark's page and pictures, from what was measured."""

from __future__ import annotations

import math
import os
import re
from typing import Any, Sequence

from ._report import format_bytes


def make_page(
    data: dict[str, Any], broken: Sequence[str], command: str, plots: str | None = None
) -> str:
    """The page: one table a model."""
    lines = [
        "# Models: time, bytes, accuracy",
        "",
        "<!-- Written by python -m mlir_amp bench; do not edit. -->",
        "",
        f"Machine: {data['machine']}"
        + (f"; {data['peers']}." if data.get("peers") else "."),
        "",
        "```",
        command,
        "```",
        "",
        "Errors are against float64. *Rules of X* are the lists of X in our "
        "rewriter, decided op by op in one forward sweep, with arithmetic in the "
        "stored type, without absorbed casts, range facts and pinned statistics "
        "(`assign=greedy compute=low absorb=false guards=false`); they are not "
        "X's own kernels. *Everywhere* is all that may be low. Time: median of "
        "single calls (smallest to largest). [bench.md](bench.md) explains the "
        "columns and the bound.",
        "",
    ]
    for model, entry in data["models"].items():
        lines += [f"## {model}", ""]
        about = entry.get("about", "")
        lines.append(
            f"{about + '; ' if about else ''}{len(entry['lengths'])} contractions, "
            f"at most {max(entry['lengths'], default=0)} products in a sum."
        )
        lines += ["", *_table(entry), ""]
        lines += [f"- {note}" for note in [*_busy(entry), *entry["notes"]]]
        if plots:
            lines += ["", f"![{model}]({plots}/{model}.svg)"]
        lines.append("")
    lines += ["## Bounds", ""]
    lines += [f"- Broken: {text}" for text in broken] or ["All hold."]
    return "\n".join(lines) + "\n"


def _table(entry: dict[str, Any]) -> list[str]:
    labels = any("right" in row for row in entry["rows"].values())
    header = [
        "configuration", "time", "speed-up", "activation bytes", "casts", "largest error",
        "relative error", "bound", "cosine", "top-1",
        *(["right"] if labels else []), "memory", "pass time",
    ]
    lines = [_line(header), _line(["---"] + ["---:"] * (len(header) - 1))]
    for name, row in entry["rows"].items():
        base = _base(entry, name)
        if "failed" in row:
            lines.append(_line([name, f"failed: {row['failed']}"] + [""] * (len(header) - 2)))
            continue
        seconds = row["seconds"]
        middle = median(seconds)
        cells = [
            name,
            f"{1e3 * middle:.2f} ms ({1e3 * min(seconds):.2f} to {1e3 * max(seconds):.2f})",
            f"{median(base) / middle:.2f}" if base else "",
            format_bytes(row["bytes"]) if "bytes" in row else "",
            str(row.get("casts", "")),
        ]
        if not row.get("finite", True):
            cells += ["**not finite**", "**not finite**"]
        else:
            cells += [f"{row[k]:.2e}" if k in row else "" for k in ("largest", "relative")]
        cells.append(f"{row['bound']:.1e}" if "bound" in row else "")
        cells.append(f"{row['cosine']:.7f}" if "cosine" in row else "")
        cells.append(f"{100 * row['top1']:.2f} %" if "top1" in row else "")
        if labels:
            cells.append(f"{100 * row['right']:.2f} %" if "right" in row else "")
        cells.append(format_bytes(row["memory"]))
        cells.append(f"{1e3 * row['pass_seconds']:.0f} ms" if "pass_seconds" in row else "")
        lines.append(_line(cells))
    return lines


def draw_plots(data: dict[str, Any], folder: str) -> None:
    """One picture a model, NAME.svg: accuracy against speed."""
    from ._plots import draw_trade

    os.makedirs(folder, exist_ok=True)
    for model, entry in data["models"].items():
        rows = [
            (
                name,
                median(base) / median(row["seconds"]),
                row.get("relative", math.inf),
            )
            for name, row in entry["rows"].items()
            if (base := _base(entry, name)) and "seconds" in row
        ]
        draw_trade(model, rows, os.path.join(folder, f"{model}.svg"))


def count_threads(threads: int) -> str:
    return f"{threads} thread{'s' if threads > 1 else ''}"


def strip_threads(name: str) -> str:
    """The configuration of a row.

    >>> strip_threads("ours, f16, 2 threads"), strip_threads("ours, f16")
    ('ours, f16', 'ours, f16')
    """
    return re.sub(r", \d+ threads?$", "", name)


def _base(entry: dict[str, Any], name: str) -> list[float] | None:
    """Times of our f32 on as many threads as the row `name` has."""
    of_threads = "f32" + name[len(strip_threads(name)) :]
    seconds: list[float] | None = entry["rows"].get(of_threads, {}).get("seconds")
    return seconds


def is_good(row: dict[str, Any]) -> bool:
    """Whether a row did not fail and other work took less than a tenth of a processor
    while it was timed."""
    return "failed" not in row and bool(row.get("foreign", 0.0) < 0.1)


def _busy(entry: dict[str, Any]) -> list[str]:
    """A warning where the machine had other work while rows were timed."""
    most = max((row.get("foreign", 0.0) for row in entry["rows"].values()), default=0.0)
    if most < 0.1:
        return []
    return [
        f"**Other work kept up to {most:.1f} processors busy: compare no times.** "
        "`--again busy` measures anew."
    ]


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def median(values: Sequence[float]) -> float:
    """The middle value, of two the mean.

    >>> median([3, 1, 2, 10])
    2.5
    """
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
