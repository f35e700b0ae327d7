# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calibration: `mlir_amp.calibrate`."""

from __future__ import annotations

import os
import warnings
from typing import Any, Iterable, Iterator

from . import _mlir_amp as _native
from ._errors import AmpWarning
from ._execute import as_sample, compile_module, find_entry
from ._files import check_beside, check_writable
from ._module import Module, Source, parse, source_path
from ._profile import ELEMENTS, MARGIN, MAX, MIN, Profile, Record, check_margin


def calibrate(
    module: Source,
    samples: Iterable[Any],
    *,
    margin: float = MARGIN,
    save: str | os.PathLike[str] | None = None,
    target: str = "cpu",
    entry: str | None = None,
) -> Profile:
    """Runs a module on samples and records the values of every tensor.

    The module is instrumented (`amp-instrument`) and compiled for the CPU once;
    each sample is one run. What is kept is one row of numbers for each value,
    so any number of samples takes constant memory.

    Args:
        module: text, bytecode, a path, or a Module, before the conversion.
        samples: one tuple of arrays for each run (an array alone stands for a
            tuple of one); may be a generator.
        margin: how many times a measured magnitude must fit into the low type, and
            be as large as its smallest number with eight binary digits; head-room for
            inputs that were not among the samples.
        save: file to write the profile to.
        target: what to compile for; "stock" takes the tools of the distribution.
        entry: the public function to run, which nobody calls; needed where there
            are several.

    Returns:
        The Profile; `convert(..., profile=FILE)` takes the file it saves.

    Raises:
        MLIRError: the module does not parse or compile, or has no entry.
        OSError: `save` cannot be written, which is found before the runs.
        ValueError: no samples; a margin below 1, infinite or NaN; `save` is the
            module's file.

    >>> import numpy as np, mlir_amp
    >>> model = '''
    ... func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    ...   %0 = arith.mulf %x, %x : tensor<4x4xf32>
    ...   return %0 : tensor<4x4xf32>
    ... }'''
    >>> samples = (np.full((4, 4), value, np.float32) for value in (3, -400))
    >>> profile = mlir_amp.calibrate(model, samples)
    >>> square = profile.find("@main/arith.mulf#0")
    >>> square.min, square.max, square.elements
    (9.0, 160000.0, 32)
    >>> [record.path for record in profile.outside("f16")]
    ['@main/arith.mulf#0']
    """
    import numpy as np

    margin = check_margin(margin)
    if save is not None:
        check_writable(save)
        check_beside(source_path(module), save)
    source = parse(module)
    entry = find_entry(source, entry)
    instrumented = source.run_pipeline("builtin.module(amp-instrument)")
    keys = recorded_keys(instrumented, entry)
    run = compile_module(instrumented, target, entry=entry)
    total, count = None, 0
    for sample in samples:
        rows = run(*as_sample(sample))[-1]
        total = rows if total is None else merge(total, rows)
        count += 1
    if total is None:
        raise ValueError("expected at least one sample, got none")
    records = [Record.from_row(key, row) for key, row in join(keys, total)]
    broken = [record.name for record in records if record.infinite or record.nan]
    if broken:
        warnings.warn(
            f"{len(broken)} values are infinite or NaN at times in the module as "
            f"it came, {broken[0]} first",
            AmpWarning,
            stacklevel=2,
        )
    profile = Profile(records, count, margin)
    if save is not None:
        profile.save(save)
    return profile


def recorded_keys(module: Module, entry: str) -> list[dict[str, Any]]:
    """What names the rows of an instrumented function of a module; ValueError where
    there are none."""
    found: list[list[dict[str, Any]]] = []

    def visit(op: _native.Operation) -> None:
        if op.name == "func.func" and "amp.recorded" in op.attributes:
            if op.attributes["sym_name"] == entry:
                found.append(op.attributes["amp.recorded"])  # type: ignore[arg-type]

    _native.walk(module._native, visit)
    if not found or not found[0]:
        raise ValueError(f"expected values to record in the function {entry!r}, got none")
    return found[0]


def join(keys: list[dict[str, Any]], rows: Any) -> Iterator[tuple[dict[str, Any], Any]]:
    """Keys with their rows; those of one value, which each caller of a function has,
    in one, and without values that no run has come to."""
    found: dict[tuple[str, Any], tuple[dict[str, Any], Any]] = {}
    for key, row in zip(keys, rows):
        value = (key["path"], key.get("result"))
        if value in found:
            row = merge(found[value][1][None], row[None])[0]
        found[value] = (key, row)
    return (pair for pair in found.values() if pair[1][ELEMENTS])


def merge(total: Any, rows: Any) -> Any:
    """Rows of several runs in one: sums, and the outermost bounds; a row without
    elements has none."""
    import numpy as np

    merged = total + rows
    for column, outermost in ((MIN, np.minimum), (MAX, np.maximum)):
        both = outermost(total[:, column], rows[:, column])
        known = np.where(total[:, ELEMENTS] > 0, both, rows[:, column])
        merged[:, column] = np.where(rows[:, ELEMENTS] > 0, known, total[:, column])
    return merged
