# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What one row of the benchmark measures, whoever runs the model.

Needs numpy alone, and nothing of this package: the peers' Python has it too.
"""

from __future__ import annotations

import json
import os
import time
from typing import Any, Callable


def _status(key: str) -> int:
    """A field of /proc/self/status in bytes, 0 where there is none."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            for line in file:
                if line.startswith(key + ":"):
                    return 1024 * int(line.split()[1])
    except OSError:
        pass
    return 0


def _reset_peak() -> None:
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")
    except OSError:
        pass


def time_calls(call: Any, batch: Any, repeat: int, max_seconds: float) -> list[float]:
    """Seconds of single calls: one to warm up, then up to `repeat`, at least 3,
    while they take less than `max_seconds` together."""
    seconds: list[float] = []
    call(*batch)
    while len(seconds) < repeat and (len(seconds) < 3 or sum(seconds) < max_seconds):
        start = time.perf_counter()
        call(*batch)
        seconds.append(time.perf_counter() - start)
    return seconds


def _processor_seconds() -> float:
    """What all processors have worked since the machine began; 0 if not known."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            ticks = [int(word) for word in file.readline().split()[1:9]]
    except (OSError, ValueError):
        return 0.0
    # User, nice, system, idle, wait for disks, interrupts, others; a guest's stolen.
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


class Foreign:
    """How many processors other processes kept busy since this was made."""

    def __init__(self) -> None:
        self._before = self._now()

    @staticmethod
    def _now() -> tuple[float, float, float]:
        return time.perf_counter(), _processor_seconds(), time.process_time()

    def processors(self) -> float:
        """Their number; 0 if not known, as for less than some ticks of the clock."""
        wall, all_work, own = (b - a for a, b in zip(self._before, self._now()))
        return max(0.0, (all_work - own) / wall) if all_work and wall > 0.1 else 0.0


def _first(results: Any) -> Any:
    return results[0] if isinstance(results, (tuple, list)) else results


def run_job(path: str, load: Callable[[dict[str, Any]], Any]) -> None:
    """Reads the job of file `path`, makes its callable by `load`, runs it on all
    batches, times it on the first one, and writes what it found."""
    import numpy as np

    with open(path, encoding="utf-8") as file:
        job = json.load(file)
    with np.load(job["inputs"]) as stored:
        batches = [
            tuple(stored[f"{b}_{a}"] for a in range(count))
            for b, count in enumerate(job["counts"])
        ]
    start = time.perf_counter()
    job["example"] = batches[0]
    call = load(job)
    compiled = time.perf_counter() - start
    _reset_peak()
    before = _status("VmRSS")
    # Ours gives bf16 as bits, where asked for a plain call.
    numbers = getattr(call, "numbers", call)
    results = [np.asarray(_first(numbers(*batch)), np.float32) for batch in batches]
    memory = max(0, _status("VmHWM") - before)
    np.save(job["results"], np.concatenate(results))
    call(*batches[0])
    foreign = Foreign()
    found = {
        "memory": memory,
        "seconds": time_calls(call, batches[0], job["repeat"], job["max_seconds"]),
        # Tells whether times are worth anything.
        "foreign": foreign.processors(),
    }
    if job.get("path"):
        found["compile_seconds"] = compiled
    with open(job["out"] + ".part", "w", encoding="utf-8") as file:
        json.dump(found, file)
    os.replace(job["out"] + ".part", job["out"])
