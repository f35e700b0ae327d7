# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Progress of long work: silence, a callable, a bar, or lines."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Union

Progress = Callable[[str, int, int], object]
"""Called with the stage, how many ops are done and how many there are (0: not
counted)."""

_INTERVAL = 0.05
_LINE_INTERVAL = 5.0


class Reporter:
    """Silent; the base of the others."""

    wants_ops = False
    """Whether single ops are worth reporting."""

    def __enter__(self) -> Reporter:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def __call__(self, stage: str, done: int, total: int) -> None:
        pass


class _Throttled(Reporter):
    """Passes on each stage's start and end, and steps after some time."""

    wants_ops = True
    interval = _INTERVAL

    def __init__(self) -> None:
        self._last = 0.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if 1 < done < total and now - self._last < self.interval:
            return
        self._last = now
        self.show(stage, done, total)

    def show(self, stage: str, done: int, total: int) -> None:
        raise NotImplementedError


class _Callback(_Throttled):
    def __init__(self, callback: Progress):
        super().__init__()
        self._callback = callback

    def show(self, stage: str, done: int, total: int) -> None:
        self._callback(stage, done, total)


class _Lines(_Throttled):
    interval = _LINE_INTERVAL

    def show(self, stage: str, done: int, total: int) -> None:
        count = f" {done}/{total} ops" if total else ""
        print(f"mlir_amp: {stage}{count}", file=sys.stderr)


class _Bar(_Throttled):
    def __init__(self, tqdm: Any):
        super().__init__()
        self._bar = tqdm(unit="op", leave=False)

    def show(self, stage: str, done: int, total: int) -> None:
        self._bar.set_description(stage, refresh=False)
        if total:
            self._bar.total = total
        self._bar.n = done
        self._bar.refresh()

    def __exit__(self, *exception: object) -> None:
        self._bar.close()


def make_reporter(progress: Union[bool, Progress]) -> Reporter:
    """Turns the `progress` argument into something to call."""
    if progress is False or progress is None:
        return Reporter()
    if callable(progress):
        return _Callback(progress)
    try:
        from tqdm import tqdm  # type: ignore[import-untyped]
    except ImportError:
        return _Lines()
    return _Bar(tqdm)
