# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One measurement of a module, in a process of its own.

An abort in a model (`cf.assert`) ends this process alone, and its memory is its
own. `python -m mlir_amp._bench_run JOB.json` reads the job and writes its result
to the job's `out`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from ._bench_measure import run_job
from ._execute import Executable, compile_module
from ._module import parse
from ._runtime import load


def _load(job: dict[str, Any]) -> Any:
    library, threads = job.get("library"), job.get("threads")
    if not job.get("path"):
        return Executable(load(library, threads=threads), 0.0)
    return compile_module(parse(Path(job["path"])), job["target"], threads, library)


if __name__ == "__main__":
    run_job(sys.argv[1], _load)
