# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running modules on numpy arrays, whoever compiles them."""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence

from . import _mlir_amp as _native
from ._module import Module

if TYPE_CHECKING:
    import numpy as np

    Arrays = tuple[np.ndarray[Any, Any], ...]


class Executable:
    """A compiled module: arrays in, a tuple of arrays out.

    Attributes:
        compile_seconds: what the compilation took.
        seconds: what the last call took, conversions of arguments left out
            where the compiler tells.
    """

    def __init__(self, call: Callable[..., Any], compile_seconds: float):
        self._call = call
        self.compile_seconds = compile_seconds
        self.seconds = 0.0

    def __call__(self, *arrays: Any) -> Arrays:
        start = time.perf_counter()
        results = self._call(*arrays)
        self.seconds = time.perf_counter() - start
        inner = getattr(self._call, "seconds", None)
        if inner:
            self.seconds = inner
        return results if isinstance(results, tuple) else (results,)

    def numbers(self, *arrays: Any) -> Arrays:
        """The call, its results in types that numpy computes in: bf16 as f32."""
        from ._runtime import CompiledModel, as_numbers

        results = self(*arrays)
        if not isinstance(self._call, CompiledModel):
            return results
        return tuple(map(as_numbers, self._call.outputs, results))


def find_entry(module: Module, entry: str | None) -> str:
    """The function that a run calls: `entry`, or the one public function with a
    body that nobody calls.

    Raises:
        MLIRError: there is no such function; the text names those that there are.
    """
    return _native.find_entry(module._native, entry or "")


def compile_module(
    module: Module,
    target: str = "cpu",
    threads: int | None = None,
    library: str | None = None,
    entry: str = "main",
) -> Executable:
    """Compiles for `target`, as `mlir_amp.compile` does; "stock" takes the tools of
    the distribution instead, by utils/cpu_run.py, on one thread. `library` keeps
    what is compiled, `entry` is the function to call.

    Raises:
        MLIRError, RuntimeError: it does not compile; the text says why.
    """
    from ._compile import compile as compile_for

    start = time.perf_counter()
    if target != "stock":
        call: Callable[..., Any] = compile_for(
            module, target=target, threads=threads, output=library, entry=entry
        )
        return Executable(call, time.perf_counter() - start)
    with tempfile.TemporaryDirectory(prefix="mlir_amp-") as folder:
        path = os.path.join(folder, "model.mlirbc")
        module.save(path)
        call = _stock_tools().Model(path, entry)
    return Executable(call, time.perf_counter() - start)


def _stock_tools() -> Any:
    """utils/cpu_run.py of the source tree that this package lies in."""
    if "cpu_run" in sys.modules:
        return sys.modules["cpu_run"]
    path = Path(__file__).resolve().parents[2] / "utils" / "cpu_run.py"
    if not path.exists():
        raise RuntimeError(
            "target 'stock' needs the source tree, with utils/cpu_run.py"
        )
    spec = importlib.util.spec_from_file_location("cpu_run", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["cpu_run"] = module
    spec.loader.exec_module(module)
    return module


def as_sample(sample: Any) -> Sequence[Any]:
    """One array alone is a sample of one argument.

    Raises:
        TypeError: it is a dict: arguments go by position.
    """
    if isinstance(sample, Mapping):
        raise TypeError(
            "expected a sample to be a tuple of arrays, one an argument, in "
            f"their order, got a {type(sample).__name__}"
        )
    return sample if isinstance(sample, (tuple, list)) else (sample,)
