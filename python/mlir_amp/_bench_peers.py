# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch and ONNX Runtime beside our own rows, where they are installed.

They may live in a Python of their own, which runs this file as a script: no part
of this package is imported but `_bench_measure`, which lies beside it.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    from ._cases import Case

PEERS = {
    "torch f32": ("torch",),
    "torch autocast bf16": ("torch",),
    "ONNX Runtime f32": ("onnxruntime", "onnx"),
    "ONNX Runtime f16 (onnxconverter-common)": (
        "onnxruntime", "onnx", "onnxconverter_common",
    ),
}
"""Rows, and the packages that each needs."""

PYTHON_VARIABLE = "MLIR_AMP_PEERS_PYTHON"


def interpreter(given: str | None = None) -> str:
    """The Python that has the peers: as given, that of the environment, or this."""
    return given or os.environ.get(PYTHON_VARIABLE) or sys.executable


@functools.lru_cache(maxsize=None)
def absent(python: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Which packages a Python lacks."""
    if python == sys.executable:
        return tuple(name for name in names if importlib.util.find_spec(name) is None)
    code = (
        "import sys, importlib.util as u; "
        "print(*[n for n in sys.argv[1:] if u.find_spec(n) is None])"
    )
    try:
        done = subprocess.run(
            [python, "-c", code, *names], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise ValueError(f"expected a Python interpreter, got '{python}': {error}") from None
    return tuple(done.stdout.split())


def missing(peer: str, case: Case, python: str) -> str | None:
    """Why a peer cannot run a case; None if it can."""
    lacking = absent(python, PEERS[peer])
    if lacking:
        return f"{', '.join(lacking)} not installed"
    if case.torch is None and (peer.startswith("torch") or case.onnx is None):
        return "the case names no torch module" + (
            "" if peer.startswith("torch") else " and no ONNX file"
        )
    if case.onnx is None and peer.startswith("ONNX"):
        lacking = absent(python, ("torch", "onnxscript"))
        if lacking:
            return f"export from torch needs {', '.join(lacking)}"
    return None


def source(peer: str, case: Case) -> str:
    """What the peer is to load: an ONNX file, or a torch module."""
    found = case.torch if peer.startswith("torch") or case.onnx is None else case.onnx
    assert found is not None
    return found


def versions(python: str) -> str:
    """Versions of the peers' packages, for the page."""
    names = ("torch", "onnx", "onnxruntime", "onnxconverter-common")
    code = (
        "import sys, importlib.metadata as m\n"
        "for name in sys.argv[1:]:\n"
        "    try: print(name, m.version(name), sep=' ', end=', ')\n"
        "    except m.PackageNotFoundError: pass"
    )
    done = subprocess.run([python, "-c", code, *names], capture_output=True, text=True)
    return done.stdout.rstrip(", ")


def _load(job: dict[str, Any]) -> Callable[..., Any]:
    """A callable on numpy arrays that returns the first result."""
    peer, path = job["kind"], job["path"]
    if peer.startswith("torch"):
        return _load_torch(job, autocast="autocast" in peer)
    convert = "onnxconverter" in peer
    if not path.endswith(".onnx"):
        path = job["exported"]
        if not os.path.exists(path):
            _export_onnx(job, path + ".part")
            os.replace(path + ".part", path)
    return _load_onnx(path, convert, job)


def _make_module(job: dict[str, Any]) -> Any:
    """What FILE.py:NAME returns (a module, or a module and inputs), with the
    weights of the case."""
    import numpy as np
    import torch  # type: ignore[import-not-found, import-untyped, unused-ignore]

    file, _, name = job["path"].rpartition(":")
    spec = importlib.util.spec_from_file_location("amp_bench_model", file)
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    made = getattr(loaded, name)()
    module = (made[0] if isinstance(made, tuple) else made).eval()
    if job.get("weights"):
        with np.load(job["weights"]) as stored:
            values = {key: torch.from_numpy(stored[key]) for key in stored.files}
        result = module.load_state_dict(values, strict=False)
        wrong = result.unexpected_keys + [
            key for key in result.missing_keys if not key.endswith("num_batches_tracked")
        ]
        if wrong:
            raise ValueError(f"{job['path']}: expected a parameter for each weight: {wrong}")
    return module


def _load_torch(job: dict[str, Any], autocast: bool) -> Callable[..., Any]:
    import torch

    if job.get("threads"):
        torch.set_num_threads(job["threads"])
    module = _make_module(job)

    def call(*arrays: Any) -> Any:
        tensors = [torch.from_numpy(array) for array in arrays]
        with torch.inference_mode(), torch.autocast(
            "cpu", dtype=torch.bfloat16, enabled=autocast
        ):
            result = module(*tensors)
        result = result[0] if isinstance(result, (tuple, list)) else result
        return result.float().numpy()

    return call


def _export_onnx(job: dict[str, Any], path: str) -> None:
    import torch

    inputs = tuple(torch.from_numpy(array) for array in job["example"])
    torch.onnx.export(
        _make_module(job), inputs, path, external_data=False, verbose=False
    )


def _load_onnx(path: str, convert: bool, job: dict[str, Any]) -> Callable[..., Any]:
    import onnx  # type: ignore[import-not-found, import-untyped, unused-ignore]
    import onnxruntime  # type: ignore[import-not-found, import-untyped, unused-ignore]

    model = onnx.load(path)
    if convert:
        from onnxconverter_common import float16  # type: ignore[import-not-found, import-untyped, unused-ignore]

        model = float16.convert_float_to_float16(model, keep_io_types=True)
    options = onnxruntime.SessionOptions()
    if job.get("threads"):
        options.intra_op_num_threads = job["threads"]
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    names = [value.name for value in session.get_inputs()]

    def call(*arrays: Any) -> Any:
        # Weights are in the file; the inputs come last.
        return session.run(None, dict(zip(names, arrays[-len(names) :])))[0]

    return call


if __name__ == "__main__":
    from _bench_measure import run_job  # type: ignore[import-not-found, unused-ignore]

    run_job(sys.argv[1], _load)
