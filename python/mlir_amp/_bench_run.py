# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One measurement of the benchmark, in a process of its own.

An abort in a model (`cf.assert`) ends this process alone, and its memory is its
own. `python -m mlir_amp._bench_run JOB.json` reads the job and writes its result
to the job's `out`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any


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
        seconds.append(getattr(call, "seconds", 0) or time.perf_counter() - start)
    return seconds


def main() -> None:
    """Reads the job named on the command line, runs it, writes its result."""
    import numpy as np

    from ._execute import compile_module
    from ._module import parse

    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    from pathlib import Path

    with np.load(job["inputs"]) as stored:
        batches = [
            tuple(stored[f"{b}_{a}"] for a in range(count))
            for b, count in enumerate(job["counts"])
        ]
    if job["kind"] == "module":
        call: Any = compile_module(parse(Path(job["path"])), job["target"])
        compiled = call.compile_seconds
    else:
        from ._bench_peers import load_peer

        start = time.perf_counter()
        call = load_peer(job["kind"], job["path"])
        compiled = time.perf_counter() - start
    _reset_peak()
    before = _status("VmRSS")
    results = [np.asarray(_first(call(*batch)), np.float32) for batch in batches]
    memory = max(0, _status("VmHWM") - before)
    np.save(job["results"], np.concatenate(results))
    found = {
        "compile_seconds": compiled,
        "memory": memory,
        "seconds": time_calls(call, batches[0], job["repeat"], job["max_seconds"]),
        # Of the last minute: tells whether times are worth anything.
        "load": os.getloadavg()[0],
    }
    with open(job["out"] + ".part", "w", encoding="utf-8") as file:
        json.dump(found, file)
    os.replace(job["out"] + ".part", job["out"])


def _first(results: Any) -> Any:
    return results[0] if isinstance(results, tuple) else results


if __name__ == "__main__":
    main()
