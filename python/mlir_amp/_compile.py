# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a module to a callable: `mlir_amp.compile`."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Mapping, Sequence

from . import _mlir_amp as _native
from ._convert import convert
from ._files import check_beside, check_outputs, native_name
from ._module import Source, parse, source_path, warn
from ._runtime import CompiledModel


def compile(
    module: Source,
    target: str = "cpu",
    *,
    autocast: str | None = None,
    output: str | os.PathLike[str] | None = None,
    header: str | os.PathLike[str] | None = None,
    cpu: str = "native",
    entry: str = "main",
    shapes: Mapping[int, Sequence[int | None]] | None = None,
    threads: int | None = None,
    **conversion: Any,
) -> CompiledModel:
    """Compiles a module and loads the result; numpy arrays in and out.

    Args:
        module: text, bytecode, a path, or a Module; f32 or mixed precision.
        target: "cpu", or CUDA chips such as "cuda:sm_80,sm_90a".
        autocast: "f16" or "bf16" converts the module first; None compiles it
            as it is.
        output: keeps the library at this path; None leaves no file behind.
        header: writes the C header to this path.
        cpu: processor to make code for, as clang's -march; "native" is this one.
        entry: function that the model consists of.
        shapes: shapes, by position, of arguments whose sizes the module leaves
            open; see `Module.specialize`.
        threads: how many threads a call uses; default: as many as the process
            may run on.
        conversion: further options of `mlir_amp.convert`, with autocast.

    Raises:
        MLIRError: the conversion or the lowering failed; located.
        OSError: the library or the header cannot be written.
        ValueError: one of them would replace the other, or the module's file.

    >>> import mlir_amp, numpy
    >>> model = mlir_amp.compile('''
    ... func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
    ...   %zero = arith.constant 0.0 : f32
    ...   %empty = tensor.empty() : tensor<2x4xf32>
    ...   %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4xf32>)
    ...             -> tensor<2x4xf32>
    ...   %0 = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x4xf32>)
    ...          outs(%init : tensor<2x4xf32>) -> tensor<2x4xf32>
    ...   return %0 : tensor<2x4xf32>
    ... }''')
    >>> model
    <CompiledModel for cpu: (arg0: 2x3xf32, arg1: 3x4xf32) -> (result0: 2x4xf32)>
    >>> model(numpy.ones((2, 3)), numpy.ones((3, 4)))[0]
    array([3., 3., 3., 3.], dtype=float32)
    """
    # The mapping outlives the file.
    with tempfile.TemporaryDirectory(prefix="mlir_amp-") as folder:
        path = os.path.join(folder, "model.so") if output is None else output
        write_library(
            module,
            path,
            target=target,
            autocast=autocast,
            header=header,
            cpu=cpu,
            entry=entry,
            shapes=shapes,
            **conversion,
        )
        return CompiledModel(path, threads=threads)


def write_library(
    module: Source,
    output: str | os.PathLike[str],
    *,
    target: str = "cpu",
    autocast: str | None = None,
    header: str | os.PathLike[str] | None = None,
    cpu: str = "native",
    entry: str = "main",
    shapes: Mapping[int, Sequence[int | None]] | None = None,
    **conversion: Any,
) -> None:
    """`compile` without loading the result, which another machine may run."""
    check_outputs(output, header)
    check_beside(source_path(module), output, header)
    if conversion and autocast is None:
        raise TypeError(f"{sorted(conversion)[0]!r} needs autocast")
    source = parse(module)
    if shapes:
        source = source.specialize(shapes, entry)
    if autocast is not None:
        source = convert(source, autocast, **conversion)
    diagnostics = _native.compile(
        source._native,
        native_name(output),
        "" if header is None else native_name(header),
        target,
        cpu,
        entry,
    )
    warn(diagnostics, stacklevel=3)
