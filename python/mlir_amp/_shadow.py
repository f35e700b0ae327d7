# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shadow runs: f32 and low side by side, `mlir_amp.shadow`."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator, Literal, Mapping, Sequence

from . import _mlir_amp as _native
from ._calibrate import recorded_keys
from ._convert import check_unmatched, file_options
from ._execute import as_sample, compile_module, find_entry
from ._files import write_text
from ._module import Module, Source, parse, warn
from ._profile import Profile, profile_file
from ._rules import Rule, RuleSet

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
        inputs: indices of the comparisons of what the op reads; what is not
            compared counts as what it was made of.
        returned: the model returns it, or something not compared made of it.
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
    returned: bool
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
        that its op reads is right, and that makes a result wrong.

        None if the results are right, whatever happens on the way: a mask that
        turns infinite does no harm below an exponential.
        """
        wrong = [row.is_wrong(threshold) for row in self.rows]
        harmful = [False] * len(self.rows)
        for index in range(len(self.rows) - 1, -1, -1):
            if wrong[index] and (self.rows[index].returned or harmful[index]):
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
        # Of two copies of one value the stored one comes first.
        rows: dict[str, Comparison] = {}
        for row in self.rows:
            rows.setdefault(row.name, row)
        for row in rows.values():
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
    rules: Iterable[Rule] = (),
    policy: str | os.PathLike[str] | None = None,
    plan: str | os.PathLike[str] | None = None,
    profile: str | os.PathLike[str] | Profile | None = None,
    unlisted: Literal["warn", "error", "ignore"] = "ignore",
    assign: Literal["optimal", "greedy", "fixpoint"] = "optimal",
    compute: Literal["f32", "low"] = "f32",
    accumulate: Literal["f32", "low"] = "f32",
    error_ratio: float | None = None,
    strict_rules: bool = False,
    guards: bool = True,
    absorb: bool = True,
    target: str = "cpu",
    entry: str | None = None,
) -> Shadow:
    """Runs a module and its conversion side by side and compares every value.

    Both stand in one module (`amp-shadow`), which is compiled for the CPU once.

    Args:
        module: text, bytecode, a path, or a Module, before the conversion.
        samples: one tuple of arrays for each run, as for `calibrate`.
        dtype: "f16" or "bf16".
        rules, policy, plan, profile, unlisted, assign, compute, accumulate,
            error_ratio, strict_rules, guards, absorb: which conversion, as for
            `convert`.
        target: what to compile for, as for `calibrate`.
        entry: the public function to run, which nobody calls; needed where there
            are several.

    Returns:
        The Shadow: a row for each value, the first wrong one, a table.

    Raises:
        MLIRError: the module does not parse or convert, or has no entry.
        OSError: a file cannot be read, or its name is not UTF-8.
        ValueError: no samples.

    >>> import numpy as np, mlir_amp
    >>> model = '''
    ... func.func @main(%x: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
    ...   %0 = arith.mulf %x, %x : tensor<64x64xf32>
    ...   %1 = linalg.matmul ins(%0, %x : tensor<64x64xf32>, tensor<64x64xf32>)
    ...          outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    ...   return %1 : tensor<64x64xf32>
    ... }'''
    >>> large, zero = (np.full((64, 64), value, np.float32) for value in (300, 0))
    >>> found = mlir_amp.shadow(model, [(large, zero)])
    >>> found.first_wrong().path
    '@main/arith.mulf#0'
    """
    rule_set = RuleSet(rules)
    options: dict[str, object] = {
        "type": dtype,
        "unlisted": unlisted,
        "assign": assign,
        "compute": compute,
        "accumulate": accumulate,
        "strict_rules": strict_rules,
        "guards": guards,
        "absorb": absorb,
    }
    if error_ratio is not None:
        options["error_ratio"] = error_ratio
    source = parse(module)
    entry = find_entry(source, entry)
    ask = rule_set.ask if rule_set.rules else None
    with profile_file(profile) as prices:
        options.update(file_options(policy=policy, plan=plan, profile=prices))
        native, diagnostics = _native.shadow(source._native, entry, options, ask)
    warn(diagnostics, stacklevel=2)
    check_unmatched(rule_set, strict_rules)
    joined = Module(native)
    keys = recorded_keys(joined, entry)
    executable = compile_module(joined, target, entry=entry)
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
                returned=key.get("returned", False),
                damage=damage,
            )
        )
    return rows
