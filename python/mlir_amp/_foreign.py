# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules of other MLIR libraries: lowered by IREE's tool, and moved here."""

from __future__ import annotations

import importlib
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
from io import BytesIO
from typing import Any, Callable

from ._errors import MLIRError
from ._module import Module, parse


# Names, or files, in locations, which is what importers keep.
PRECISE = "precision HIGHEST"
"""Products there are to be of all digits of f32."""
ALGEBRA = "mlir_amp.linear_algebra"
"""All ops there are; a slash and a name follow."""


def stays_high(op: Any, keep_precision: bool = True) -> bool:
    """Whether an op, in an importer's bindings, is at such a location, also of a call
    inlined; without `keep_precision` at one of ALGEBRA."""
    dialect = op.name.partition(".")[0]
    if dialect not in ("linalg", "tensor", "scf") or not op.operands or not op.results:
        return False
    location = str(op.location)
    if f"{ALGEBRA}/" in location:
        return True
    # What takes two tensors together: others only move or fill one.
    takes_two = dialect == "linalg" and len(op.operands) > 2
    return keep_precision and takes_two and f'"{PRECISE}"' in location


def lower_by_iree(module: Any, pipeline: str, *, keep_precision: bool = True) -> Module:
    """Runs a pipeline of iree-base-compiler on its own module, in a process of its own:
    importers crash, or run out of memory, on models that are unusual enough.

    Raises:
        MLIRError: the pipeline failed or crashed.
    """
    with tempfile.TemporaryDirectory(prefix="mlir_amp-") as folder:
        given, lowered = (os.path.join(folder, name) for name in ("given", "lowered"))
        with open(given, "wb") as file:
            module.operation.write_bytecode(file)
        _run_tool(f"--pass-pipeline={pipeline}", "--emit-bytecode", given, "-o", lowered)
        os.remove(given)
        with open(lowered, "rb") as file:
            bytecode = file.read()
        if _has_work(bytecode):
            with type(module.context)():
                parsed = type(module).parse(bytecode)
                bytecode = _correct(parsed, keep_precision)
            with open(lowered, "wb") as file:
                file.write(bytecode)

        def get_text() -> str:
            flags = "--mlir-print-debuginfo", "--allow-unregistered-dialect"
            return _run_tool(*flags, lowered)

        return _move(bytecode, get_text)


# By which torch-mlir ends a run where something is divided by nought, which is
# infinity to torch.
_NO_ZERO = "unimplemented: tensor with zero element"


def _has_work(bytecode: bytes) -> bool:
    return any(mark.encode() in bytecode for mark in (PRECISE, ALGEBRA, _NO_ZERO))


def _correct(module: Any, keep_precision: bool) -> bytes:
    """Gives ops that stay high our attribute that says so, and drops assertions that
    there is no zero; the bytecode then."""
    bindings = sys.modules[type(module).__module__]
    dropped = []
    with module.context as context:
        context.allow_unregistered_dialects = True  # Of the attribute.
        never = bindings.Attribute.parse("#amp.category<never>")

        def visit(op: Any) -> Any:
            if stays_high(op, keep_precision):
                op.attributes["amp.category"] = never
            if op.name == "cf.assert" and _NO_ZERO in str(op.attributes["msg"]):
                dropped.append(op)
            return bindings.WalkResult.ADVANCE

        module.operation.walk(visit)
        for op in dropped:
            op.erase()
        return _get_bytecode(module)


def _get_bytecode(module: Any) -> bytes:
    buffer = BytesIO()
    module.operation.write_bytecode(buffer)
    return buffer.getvalue()


def take(module: Any) -> Module:
    """Moves a module of another MLIR library here."""
    bytecode = _get_bytecode(module)
    if _has_work(bytecode):
        bytecode = _correct(module, keep_precision=True)
    return _move(bytecode, lambda: module.operation.get_asm(enable_debug_info=True))


def _run_tool(*args: str) -> str:
    """Runs `iree-opt`; what it prints."""
    binaries = importlib.import_module("iree.compiler.tools.binaries")
    run = subprocess.run(
        [binaries.find_tool("iree-opt"), *args],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if run.returncode < 0:
        name = signal.Signals(-run.returncode).name
        raise MLIRError(f"iree-base-compiler crashed ({name}) on the way to linalg")
    if run.returncode != 0:
        raise MLIRError(f"iree-base-compiler: {run.stderr.strip()}")
    return run.stdout


def _move(bytecode: bytes, get_text: Callable[[], str]) -> Module:
    """Parses a module as bytecode if versions allow, else as text."""
    try:
        return parse(bytecode, name="<imported>")
    except MLIRError:
        text = get_text()
        # What torch-mlir leaves where linalg has no op for it.
        if left := sorted(set(re.findall(r"\btm_tensor\.\w+", text))):
            message = f"the importer has no lowering to linalg for {', '.join(left)}"
            raise MLIRError(message) from None
        return parse(_BITS.sub(_pack_bits, text), name="<imported>")


# A constant of bits in hexadecimal digits. MLIR 22 packs eight of them into a
# byte, the least bit first, as all older ones did; newer ones take a byte for each.
_BITS = re.compile(r'dense<"0x([0-9A-F]+)">(?= : (?:tensor|vector)<((?:\d+x)+)i1>)')


def _pack_bits(constant: re.Match[str]) -> str:
    data = bytes.fromhex(constant[1])
    if len(data) != math.prod(map(int, constant[2].rstrip("x").split("x"))):
        return constant[0]
    packed = bytes(
        sum((bit & 1) << place for place, bit in enumerate(data[start : start + 8]))
        for start in range(0, len(data), 8)
    )
    return f'dense<"0x{packed.hex().upper()}">'
