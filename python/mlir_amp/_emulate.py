# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One compiled module in which any set of values can be rounded."""

from __future__ import annotations

import math
import re
from typing import Any, Callable, Iterable, Sequence

from . import _mlir_amp as _native
from ._execute import as_sample, compile_module
from ._metrics import relative
from ._module import Module

Key = tuple[str, "int | None"]
# A path, in which names of more than letters stand in quotes.
_PATH = r'@(?:"(?:[^"\\]|\\.)*"|[^"\s])+'
_LINE = re.compile(rf"({_PATH}): ?(?:low|high|-(?!>))? ?->(?P<storage>[^/]*)")


class Emulation:
    """`amp-emulate`'s module, its switches, and what each of them costs.

    Attributes:
        switches: path, result, loc and elements of each value that the
            conversion would store low.
        reference: for each sample, the results with nothing rounded.
        runs: how often the module ran.
    """

    def __init__(
        self,
        module: Module,
        samples: Iterable[Any],
        dtype: str,
        target: str = "cpu",
        entry: str = "main",
    ):
        emulated = module.run_pipeline(
            f"builtin.module(amp-emulate{{type={dtype} entry='{entry}'}})"
        )
        self.switches = _switches(emulated)
        self.runs = 0
        self._samples = [tuple(as_sample(sample)) for sample in samples]
        self._executable = compile_module(emulated, target, entry=entry)
        self.reference = self.run(())

    def key(self, number: int) -> Key:
        """The value behind a switch, as profiles name it."""
        switch = self.switches[number]
        return switch["path"], switch.get("result")

    def run(self, on: Iterable[int]) -> list[tuple[Any, ...]]:
        """The results of all samples with the numbered values rounded."""
        import numpy as np

        mask = np.zeros(len(self.switches), np.bool_)
        mask[list(on)] = True
        self.runs += len(self._samples)
        return [self._executable.numbers(*sample, mask) for sample in self._samples]

    def measure(
        self, max_runs: int, progress: Callable[[int, int], None] | None = None
    ) -> list[float]:
        """Squared relative error of the results for each value rounded alone.

        Where there are more values than runs, neighbours share a run and its
        error, by elements. Infinite where a result is not finite.
        """
        groups = self._groups(max_runs)
        errors = [0.0] * len(self.switches)
        for done, group in enumerate(groups):
            error = relative(self.run(group), self.reference) ** 2
            total = sum(self.switches[i]["elements"] for i in group) or 1
            for i in group:
                share = self.switches[i]["elements"] / total
                errors[i] = error * share if math.isfinite(error) else error
            if progress:
                progress(done + 1, len(groups))
        # A group that overflows hides who does it.
        for group in groups:
            if len(group) > 1 and math.isinf(errors[group[0]]):
                for i in group:
                    errors[i] = relative(self.run([i]), self.reference) ** 2
        return errors

    def _groups(self, max_runs: int) -> list[list[int]]:
        count = len(self.switches)
        number = min(count, max(1, max_runs // max(1, len(self._samples))))
        bounds = [count * i // number for i in range(number + 1)] if count else [0]
        return [list(range(a, b)) for a, b in zip(bounds, bounds[1:])]

    def select(self, plan: str) -> list[int]:
        """The switches of the values that a saved plan stores low."""
        low = low_values(plan)
        return [
            number
            for number in range(len(self.switches))
            if (self.key(number)[0], self.key(number)[1] or 0) in low
        ]


def low_values(plan: str) -> set[tuple[str, int]]:
    """Path and result of each value of which a plan has a low copy.

    >>> sorted(low_values("amp-plan 1 f32 f16\\n@main/a.b#0: low -> high, both // x\\n"))
    [('@main/a.b#0', 1)]
    """
    found = set()
    for line in plan.splitlines()[1:]:
        match = _LINE.match(line)
        if match:
            for number, word in enumerate(match.group("storage").split(",")):
                if word.strip() in ("low", "both", "both-low"):
                    found.add((match.group(1), number))
    return found


def _switches(module: Module) -> Sequence[dict[str, Any]]:
    found: list[Any] = []

    def visit(op: _native.Operation) -> None:
        if op.name == "func.func" and "amp.switches" in op.attributes:
            found.append(op.attributes["amp.switches"])

    _native.walk(module._native, visit)
    switches: Sequence[dict[str, Any]] = found[0]
    return switches
