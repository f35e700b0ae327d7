# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules: in as text, bytecode or a path; out as text, bytecode or a file."""

from __future__ import annotations

import os
import warnings
from operator import index as index_of
from typing import Any, Iterator, Mapping, Sequence, Union

from . import _mlir_amp as _native
from ._errors import AmpWarning, MLIRError
from ._files import native_name, write_text
from ._mlir_amp import Diagnostic, Operation
from ._report import Report

Source = Union["Module", str, bytes, "os.PathLike[str]"]
"""What stands for a module: a Module, text, bytecode or a path."""


class Module:
    """An MLIR module; never changed once made.

    `str(module)` is its text, `module.bytecode` its bytecode, `module.save(path)`
    writes either. `report` and `diagnostics` say how the conversion that made it
    went.

    >>> module = parse("func.func @f(%a: f32) -> f32 { return %a : f32 }")
    >>> print(module)
    module {
      func.func @f(%arg0: f32) -> f32 {
        return %arg0 : f32
      }
    }
    <BLANKLINE>
    """

    def __init__(
        self,
        native: _native.NativeModule,
        report: Report | None = None,
        diagnostics: Sequence[Diagnostic] = (),
    ):
        self._native = native
        self.report = Report({}) if report is None else report
        """Why each op and value has its precision; empty before a conversion."""
        self.diagnostics: Sequence[Diagnostic] = tuple(diagnostics)
        """Warnings and remarks of what made this module."""

    def __str__(self) -> str:
        return self._native.print()

    def __repr__(self) -> str:
        return f"<mlir_amp.Module with {sum(1 for _ in self.ops())} ops>"

    def text(
        self,
        *,
        debug_info: bool = False,
        generic: bool = False,
        elide: int | None = None,
    ) -> str:
        """The text, with locations, in generic form, or with constants of more
        than `elide` elements left out (such text does not parse again)."""
        return self._native.print(debug_info=debug_info, generic=generic, elide=elide)

    @property
    def bytecode(self) -> bytes:
        """The module as MLIR bytecode; keeps locations.

        >>> module = parse("func.func private @f()")
        >>> str(parse(module.bytecode)) == str(module)
        True
        """
        return self._native.bytecode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes bytecode if the name ends in `.mlirbc` or `.bc`, else text."""
        name = os.fspath(path)
        if name.endswith((".mlirbc", ".bc")):
            self._native.save_bytecode(native_name(name))
            return
        write_text(name, str(self))

    def verify(self) -> None:
        """Raises MLIRError unless every op keeps its own rules."""
        diagnostics = self._native.verify()
        if diagnostics:
            raise MLIRError("the module does not verify", diagnostics)

    def ops(self) -> Iterator[OpInfo]:
        """Facts about each op, in program order.

        >>> module = parse("func.func private @f()")
        >>> [op.name for op in module.ops()]
        ['func.func']
        """
        found: list[OpInfo] = []
        _native.walk(self._native, lambda op: found.append(OpInfo(op)))
        return iter(found)

    def freeze(self, values: Mapping[int, Any], entry: str = "main") -> Module:
        """A copy where arguments of a function are constants (weights, as a rule).

        Args:
            values: arrays by position of the argument, in its shape and type;
                bf16 as uint16 bits.
            entry: the function; nothing in the module calls it.

        Raises:
            ValueError: there is no such function or argument, or an array has
                another shape or type.

        >>> import numpy
        >>> module = parse("func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32>"
        ...                "{ return %b : tensor<2xf32> }")
        >>> "dense_resource" in str(module.freeze({1: numpy.ones(2, numpy.float32)}))
        True
        """
        import numpy as np

        arrays = {index: np.asarray(value, order="C") for index, value in values.items()}
        return Module(_native.freeze(self._native, arrays, entry))

    def specialize(
        self, shapes: Mapping[int, Sequence[int | None]], entry: str = "main"
    ) -> Module:
        """A copy for certain sizes of arguments that leave theirs open (`?`).

        The sizes spread through the function and to its results
        (amp-specialize-shapes).

        Args:
            shapes: shapes by position of the argument; None leaves a size open.
            entry: the function; nothing in the module calls it.

        Raises:
            MLIRError: there is no such function or argument, or it cannot have
                that shape, or two of them contradict each other.
            TypeError: a size is no integer.

        >>> module = parse("func.func @main(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {"
        ...                "  %0 = math.tanh %a : tensor<?x8xf32>"
        ...                "  return %0 : tensor<?x8xf32> }")
        >>> print(module.specialize({0: (4, 8)}))
        module {
          func.func @main(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
            %0 = math.tanh %arg0 : tensor<4x8xf32>
            return %0 : tensor<4x8xf32>
          }
        }
        <BLANKLINE>
        """
        texts = [
            f"{index}:" + "x".join("?" if size is None else str(index_of(size)) for size in shape)
            for index, shape in shapes.items()
        ]
        native, diagnostics = _native.specialize(self._native, texts, entry)
        warn(diagnostics, stacklevel=3)
        return Module(native, diagnostics=diagnostics)

    def run_pipeline(self, pipeline: str) -> Module:
        """A copy after a textual pass pipeline, as `mlir-opt --pass-pipeline`.

        >>> module = parse("func.func @f() -> i32 {"
        ...                "  %0 = arith.constant 1 : i32"
        ...                "  %1 = arith.addi %0, %0 : i32  return %1 : i32 }")
        >>> "addi" in str(module.run_pipeline("builtin.module(canonicalize)"))
        False
        """
        native, diagnostics = self._native.run_pipeline(pipeline)
        warn(diagnostics, stacklevel=3)
        return Module(native, diagnostics=diagnostics)


class OpInfo:
    """Plain facts about an op, valid after the module is gone."""

    __slots__ = ("name", "location", "function", "operand_types", "result_types")

    def __init__(self, op: Operation):
        self.name = op.name
        self.location = op.location
        self.function = op.function
        self.operand_types = [value.type for value in op.operands]
        self.result_types = [value.type for value in op.results]

    def __repr__(self) -> str:
        return f"OpInfo({self.name} at {self.location})"


def warn(diagnostics: Sequence[Diagnostic], stacklevel: int) -> None:
    """Hands warnings to Python's `warnings`."""
    for diagnostic in diagnostics:
        if diagnostic.severity == "warning":
            notes = "".join(f"\n  {note}" for note in diagnostic.notes)
            warnings.warn(f"{diagnostic}{notes}", AmpWarning, stacklevel=stacklevel + 1)


def parse(
    source: Source, *, name: str = "<string>", allow_unregistered: bool = False
) -> Module:
    """Makes a module from text, bytecode or a path; `name` stands in locations.

    Ops of dialects that MLIR does not bring are an error unless
    `allow_unregistered`, as --allow-unregistered-dialect is of amp-opt; the
    conversion leaves their types alone.

    A `str` of one line without braces is a path if it ends in `.mlir`,
    `.mlirbc` or `.bc` or names a file; any other is text. Large constants of
    bytecode files are not copied.

    Raises:
        MLIRError: it does not parse or verify; located in the source.
        OSError: the file cannot be read, or its name is not UTF-8.
    """
    if isinstance(source, Module):
        return source
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Module(_native.parse_bytes(bytes(source), name, allow_unregistered))
    if isinstance(source, os.PathLike):
        return Module(_native.parse_file(native_name(source), allow_unregistered))
    if not isinstance(source, str):
        raise TypeError(
            "expected a module as text, bytes, a path or mlir_amp.Module, got "
            f"{type(source).__name__}"
        )
    if _is_path(source):
        return Module(_native.parse_file(native_name(source), allow_unregistered))
    return Module(_native.parse_bytes(source.encode(), name, allow_unregistered))


def source_path(source: Source) -> str | None:
    """The file that `parse` would read, None for text, bytes and modules."""
    if isinstance(source, os.PathLike) or (isinstance(source, str) and _is_path(source)):
        return os.fsdecode(source)
    return None


def _is_path(text: str) -> bool:
    if "\n" in text or "{" in text or not text.strip():
        return False
    return text.endswith((".mlir", ".mlirbc", ".bc")) or os.path.isfile(text)
