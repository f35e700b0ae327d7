# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What goes wrong, as exceptions and warnings that carry locations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Sequence

if TYPE_CHECKING:
    from ._mlir_amp import Diagnostic, Location


class AmpWarning(UserWarning):
    """Something worth a look that does not stop the conversion."""


class MLIRError(Exception):
    """MLIR refused; the text names the locations.

    >>> import mlir_amp
    >>> try:
    ...     mlir_amp.parse("func.func @f() { oops }", name="model.mlir")
    ... except mlir_amp.MLIRError as error:
    ...     where = error.location
    ...     print(where.file, where.line, where.column)
    model.mlir 1 18
    """

    diagnostics: Sequence[Diagnostic]
    """Everything that was said, with notes."""

    def __init__(self, summary: str, diagnostics: Sequence[Diagnostic] = ()):
        self.summary = summary
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join([summary, *self._lines(self.diagnostics)]))

    @staticmethod
    def _lines(diagnostics: Sequence[Diagnostic]) -> list[str]:
        lines = []
        for diagnostic in diagnostics:
            lines.append(f"  {diagnostic}")
            lines.extend(f"    {note}" for note in diagnostic.notes)
        return lines

    @property
    def location(self) -> Location | None:
        """Where the first error is, None if MLIR named no place."""
        for diagnostic in self.diagnostics:
            if diagnostic.severity == "error":
                return diagnostic.location
        return None

    def __reduce__(self) -> tuple[Callable[[str], MLIRError], tuple[str]]:
        # Diagnostics stay with their process; the text goes along.
        return (_rebuild, (str(self),))


def _rebuild(text: str) -> MLIRError:
    return MLIRError(text)
