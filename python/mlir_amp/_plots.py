# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures, by matplotlib."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any, Sequence

from ._files import check_writable, whole_file

if TYPE_CHECKING:
    from ._tune import Tuned

# Distinct for colour-blind eyes (Okabe and Ito).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = "osD^vP*"


def check_picture(path: str) -> None:
    """Finds what keeps a picture from being drawn before the work that it shows.

    Raises:
        OSError: `path` cannot be written.
        RuntimeError: there is no matplotlib.
        ValueError: the name does not end as a picture's.
    """
    check_writable(path)
    _picture_format(path)


def _picture_format(path: str) -> str:
    """What matplotlib calls the kind of picture that the name ends in."""
    _import_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    known = FigureCanvasAgg.get_supported_filetypes()
    ending = os.path.splitext(path)[1][1:].lower()
    if ending not in known:
        endings = ", ".join(f".{name}" for name in sorted(known))
        raise ValueError(f"expected a picture to end in one of {endings}; got {path!r}")
    return ending


def _import_matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise RuntimeError("plots need matplotlib: pip install matplotlib") from None
    return matplotlib


def _axes(width: float = 5.0, height: float = 3.4) -> tuple[Any, Any]:
    matplotlib = _import_matplotlib()
    matplotlib.use("Agg")
    # The same file from the same data.
    matplotlib.rcParams.update(
        {"font.size": 9, "svg.hashsalt": "mlir_amp", "svg.fonttype": "none"}
    )
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(width, height))
    axes.grid(True, linewidth=0.4, alpha=0.6)
    return figure, axes


def _save(figure: Any, path: str) -> None:
    import matplotlib.pyplot as plt

    metadata = {"Date": None} if path.endswith(".svg") else None
    kind = _picture_format(path)
    try:
        with whole_file(path) as file:
            figure.savefig(file, format=kind, bbox_inches="tight", metadata=metadata)
    finally:
        plt.close(figure)


def draw_curve(tuned: Tuned, path: str) -> None:
    """The trade-off curve, what was evaluated, and what was chosen."""
    figure, axes = _axes()
    share = [100 * p.cost / tuned.cost_before for p in tuned.curve]
    drawn = [(s, p.emulated) for s, p in zip(share, tuned.curve) if 0 < p.emulated < math.inf]
    if drawn:
        axes.plot(*zip(*drawn), "-", color=COLOURS[0], linewidth=1, marker=".", label="emulated")
    real = [
        (s, p.measured)
        for s, p in zip(share, tuned.curve)
        if p.measured and math.isfinite(p.measured)
    ]
    if real:
        axes.plot(*zip(*real), "o", color=COLOURS[1], fillstyle="none", label="measured")
    if tuned.metric > 0:
        axes.plot(
            [100 * tuned.cost / tuned.cost_before], [tuned.metric], "*", markersize=12,
            color=COLOURS[2], label="chosen",
        )
    if tuned.tolerance > 0:
        axes.axhline(tuned.tolerance, color=COLOURS[6], linewidth=0.8, linestyle="--")
    if drawn or real:
        axes.set_yscale("log")
    axes.set_xlabel("modelled bytes, % of f32")
    axes.set_ylabel("metric")
    if axes.get_legend_handles_labels()[0]:
        axes.legend()
    _save(figure, path)


def draw_trade(
    title: str, rows: Sequence[tuple[str, float, float]], path: str
) -> None:
    """Accuracy against speed: name, speed-up over f32, relative error."""
    figure, axes = _axes()
    for number, (name, speed, error) in enumerate(rows):
        finite = math.isfinite(error)
        axes.plot(
            [speed],
            [max(error, 1e-8) if finite else 1.0],
            MARKERS[number % len(MARKERS)] if finite else "x",
            color=COLOURS[number % len(COLOURS)],
            label=name if finite else f"{name} (not finite)",
        )
    axes.set_yscale("log")
    axes.set_xlabel("speed-up over f32")
    axes.set_ylabel("relative error against float64")
    axes.set_title(title)
    axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5))
    _save(figure, path)
