# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shadow runs: f32 and low side by side, `mlir_amp.shadow`."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator, Mapping, Sequence

from ._calibrate import recorded_keys
from ._execute import as_sample, compile_module
from ._module import Source, parse
from ._files import native_name, write_text

# Columns of amp-shadow's rows (docs/shadow.md).
(ELEMENTS, SQUARES, ERROR_SQUARES, LARGEST, LARGEST_ERROR, BROKEN, VANISHED, SKIPPED) = range(8)
WRONG = 0.1
"""Relative error beyond which a value is called wrong."""


@dataclass(frozen=True)
class Comparison:
    """One value in f32 and in the conversion, over all samples.

    Attributes:
        path, result, location: which value; result is None where the op has one.
        type: what the conversion stores, or "f32".
        inputs: indices of the comparisons of what the op reads.
        elements: how many were compared.
        error: norm of the difference by norm in f32; infinite if broken.
        largest, largest_error: magnitudes, of f32 and of the difference.
        broken: elements that are infinite or NaN in the conversion alone.
        vanished: elements that are zero in the conversion alone.
        skipped: elements that f32 itself has infinite or NaN.
        damage: the error that appears here: beyond the largest among what the
            op reads; infinite where the first elements break.
    """

    path: str
    result: int | None
    location: str
    type: str
    inputs: tuple[int, ...]
    elements: int
    error: float
    largest: float
    largest_error: float
    broken: int
    vanished: int
    skipped: int
    damage: float = 0.0

    @property
    def name(self) -> str:
        """The path, with the result's number where there are several."""
        return self.path if self.result is None else f"{self.path}:{self.result}"

    def is_wrong(self, threshold: float = WRONG) -> bool:
        """Broken, or further from f32 than the threshold."""
        return self.broken > 0 or self.error > threshold


@dataclass
class Shadow:
    """What a shadow run found; iterates in program order."""

    rows: list[Comparison] = field(default_factory=list)
    dtype: str = "f16"

    def __iter__(self) -> Iterator[Comparison]:
        return iter(self.rows)

    def first_wrong(self, threshold: float = WRONG) -> Comparison | None:
        """Where a wrong result starts: the first value that is wrong, while all
        that its op reads is right, and that makes a value at the end wrong.

        None if the results are right, whatever happens on the way: a mask that
        turns infinite does no harm below an exponential.
        """
        wrong = [row.is_wrong(threshold) for row in self.rows]
        read = {i for row in self.rows for i in row.inputs}
        harmful = [False] * len(self.rows)
        for index in range(len(self.rows) - 1, -1, -1):
            if wrong[index] and (index not in read or harmful[index]):
                harmful[index] = True
                for i in self.rows[index].inputs:
                    harmful[i] = True
        for index, row in enumerate(self.rows):
            if wrong[index] and harmful[index] and not any(wrong[i] for i in row.inputs):
                return row
        return None

    def by_damage(self) -> list[Comparison]:
        """Most damage first; among equals, in program order."""
        return sorted(self.rows, key=lambda row: -row.damage)

    def table(self, *, max_rows: int = 20) -> str:
        """The rows by damage and the first wrong one, in plain text."""
        header = ("damage", "error", "largest error", "broken", "vanished", "as", "value", "at")
        cells = [header]
        for row in self.by_damage()[:max_rows]:
            cells.append(
                (
                    f"{row.damage:.2e}",
                    f"{row.error:.2e}",
                    f"{row.largest_error:.2e}",
                    str(row.broken),
                    str(row.vanished),
                    row.type,
                    row.name,
                    row.location,
                )
            )
        widths = [max(map(len, column)) for column in zip(*cells)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
            for line in cells
        ]
        guilty = self.first_wrong()
        if guilty is None:
            lines.append(f"no result is further than {WRONG:g} from f32")
        else:
            what = (
                f"{guilty.broken} of {guilty.elements} elements infinite or NaN"
                if guilty.broken
                else f"relative error {guilty.error:.2e}"
            )
            lines.append(f"first wrong: {guilty.name} at {guilty.location}: {what}")
        return "\n".join(lines) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the errors as a profile without prices, for the picture:
        `amp-opt --amp-view-precision="net.svg profile=FILE"`."""
        entries = []
        for row in self.rows:
            entry: dict[str, Any] = {"path": row.path}
            if row.result is not None:
                entry["result"] = row.result
            # JSON has no infinity.
            entry["error"] = min(row.error, 1e30)
            entries.append(json.dumps(entry))
        lines = ",\n  ".join(entries)
        write_text(path, f'{{"version": 1, "entries": [\n  {lines}\n]}}\n')


def shadow(
    module: Source,
    samples: Iterable[Any],
    dtype: str = "f16",
    *,
    target: str = "cpu",
    **options: Any,
) -> Shadow:
    """Runs a module and its conversion side by side and compares every value.

    Both stand in one module (`amp-shadow`), which is compiled for the CPU once.

    Args:
        module: text, bytecode, a path, or a Module, before the conversion.
        samples: one tuple of arrays for each run, as for `calibrate`.
        dtype: "f16" or "bf16".
        target: what to compile for, as for `calibrate`.
        options: of the conversion: policy, plan, profile (files), assign,
            compute, accumulate; guards=False as for `convert`.

    Returns:
        The Shadow: a row for each value, the first wrong one, a table.

    >>> import numpy as np, mlir_amp
    >>> model = '''
    ... func.func @main(%x: tensor<4x4xf32>, %i: tensor<4x4xf32>) -> tensor<4x4xf32> {
    ...   %0 = arith.mulf %x, %x : tensor<4x4xf32>
    ...   %1 = linalg.matmul ins(%0, %x : tensor<4x4xf32>, tensor<4x4xf32>)
    ...          outs(%i : tensor<4x4xf32>) -> tensor<4x4xf32>
    ...   return %1 : tensor<4x4xf32>
    ... }'''
    >>> large, zero = np.full((4, 4), 300, np.float32), np.zeros((4, 4), np.float32)
    >>> found = mlir_amp.shadow(model, [(large, zero)])
    >>> found.first_wrong().path
    '@main/arith.mulf#0'
    """
    texts = [f"type={dtype}"]
    for key, value in options.items():
        if value is not None:
            text = str(value).lower() if isinstance(value, bool) else native_name(value)
            texts.append(f"{key.replace('_', '-')}={text}")
    joined = parse(module).run_pipeline(
        f"builtin.module(amp-shadow{{{' '.join(texts)}}})"
    )
    keys = recorded_keys(joined)
    executable = compile_module(joined, target)
    total: Any = None
    for sample in samples:
        rows = executable(*as_sample(sample))[-1]
        total = rows if total is None else _merge(total, rows)
    if total is None:
        raise ValueError("expected at least one sample, got none")
    return Shadow(_read(keys, total), dtype)


def _merge(total: Any, rows: Any) -> Any:
    import numpy as np

    merged = total + rows
    for column in (LARGEST, LARGEST_ERROR):
        merged[:, column] = np.maximum(total[:, column], rows[:, column])
    return merged


def _read(keys: Sequence[Mapping[str, Any]], total: Any) -> list[Comparison]:
    rows: list[Comparison] = []
    for key, row in zip(keys, total):
        broken = int(row[BROKEN])
        error = 0.0
        if broken:
            error = math.inf
        elif row[ERROR_SQUARES] > 0:
            error = (
                math.sqrt(row[ERROR_SQUARES] / row[SQUARES])
                if row[SQUARES]
                else math.inf
            )
        inputs = tuple(key["inputs"])
        inherited = max((rows[i].error for i in inputs), default=0.0)
        damage = error - inherited if error > inherited else 0.0
        rows.append(
            Comparison(
                path=key["path"],
                result=key.get("result"),
                location=key.get("loc", ""),
                type=key["type"],
                inputs=inputs,
                elements=int(row[ELEMENTS]),
                error=error,
                largest=float(row[LARGEST]),
                largest_error=float(row[LARGEST_ERROR]),
                broken=broken,
                vanished=int(row[VANISHED]),
                skipped=int(row[SKIPPED]),
                damage=damage,
            )
        )
    return rows
