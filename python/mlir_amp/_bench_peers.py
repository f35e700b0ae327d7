# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch and ONNX Runtime beside our own rows, where they are installed."""

from __future__ import annotations

import importlib.util
from typing import Any

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


def missing(peer: str, case: Case) -> str | None:
    """Why a peer cannot run a case; None if it can."""
    absent = [name for name in PEERS[peer] if importlib.util.find_spec(name) is None]
    if absent:
        return f"{', '.join(absent)} not installed"
    if peer.startswith("torch") and case.torch is None:
        return "the case names no torch module"
    if peer.startswith("ONNX") and case.onnx is None:
        return "the case names no ONNX file"
    return None


def source(peer: str, case: Case) -> str:
    """What `load_peer` is to load."""
    found = case.torch if peer.startswith("torch") else case.onnx
    assert found is not None
    return found


def load_peer(peer: str, path: str) -> Any:
    """A callable on numpy arrays that returns its first result."""
    if peer.startswith("torch"):
        return _load_torch(path, autocast="autocast" in peer)
    return _load_onnx(path, convert="onnxconverter" in peer)


def _load_torch(path: str, autocast: bool) -> Any:
    """`path` is FILE.py:NAME, a function that returns a torch module."""
    import torch  # type: ignore[import-not-found, import-untyped, unused-ignore]

    file, _, name = path.rpartition(":")
    spec = importlib.util.spec_from_file_location("amp_bench_model", file)
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    module = getattr(loaded, name)().eval()

    def call(*arrays: Any) -> Any:
        tensors = [torch.from_numpy(array) for array in arrays]
        with torch.inference_mode(), torch.autocast(
            "cpu", dtype=torch.bfloat16, enabled=autocast
        ):
            result = module(*tensors)
        result = result[0] if isinstance(result, (tuple, list)) else result
        return result.float().numpy()

    return call


def _load_onnx(path: str, convert: bool) -> Any:
    import onnx  # type: ignore[import-not-found, import-untyped, unused-ignore]
    import onnxruntime  # type: ignore[import-not-found, import-untyped, unused-ignore]

    model = onnx.load(path)
    if convert:
        from onnxconverter_common import float16  # type: ignore[import-not-found, import-untyped, unused-ignore]

        model = float16.convert_float_to_float16(model, keep_io_types=True)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    names = [value.name for value in session.get_inputs()]

    def call(*arrays: Any) -> Any:
        # Weights are in the file; the inputs come last.
        return session.run(None, dict(zip(names, arrays[-len(names) :])))[0]

    return call
