# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms as products with matrices of cosines and sines, of arrays of torch
or of jax: importers to linalg have none."""

from __future__ import annotations

import math
from typing import Any, Callable, Iterable

from ._errors import MLIRError

# Longer ones are taken apart into a transform of rows and one of columns (Cooley and
# Tukey, An algorithm for the machine calculation of complex Fourier series, 1965).
_LONGEST = 64
# The longest that has no such parts: a matrix of 64 MiB.
_LONGEST_PRIME = 4096

Parts = tuple[Any, Any]
"""Real and imaginary ones; the latter may be None for nought."""


def waves(rows: int, columns: int, size: int, sign: int) -> tuple[list, list]:
    """Real and imaginary parts of exp(sign 2 pi i row column / size)."""
    turns = [2 * math.pi * step / size for step in range(size)]
    cosine, sine = list(map(math.cos, turns)), [sign * math.sin(turn) for turn in turns]
    places = [[row * column % size for column in range(columns)] for row in range(rows)]
    return (
        [[cosine[place] for place in line] for line in places],
        [[sine[place] for place in line] for line in places],
    )


def transform(parts: Parts, sign: int, constant: Callable[[list], Any]) -> Parts:
    """Sums of x exp(sign 2 pi i j k / size) along the last dimension.

    Args:
        parts: arrays of one shape with a dimension at least.
        sign: -1, or 1 for the inverse, which is not divided by the size.
        constant: an array with given values.

    Raises:
        MLIRError: a factor of the size without small ones is too large.
    """
    *shape, size = parts[0].shape
    inner = next((i for i in range(_LONGEST, 1, -1) if size % i == 0), 1)

    def make(rows: int, columns: int) -> tuple[Any, Any]:
        real, imaginary = waves(rows, columns, size, sign)
        return constant(real), constant(imaginary)

    if inner == 1 and size > _LONGEST_PRIME:
        raise MLIRError(f"no lowering for a Fourier transform of a factor of {size}")
    if size <= _LONGEST or inner == 1:
        return _multiply(parts, make(size, size), lambda x, y: x @ y)
    outer = size // inner

    def split(part: Any) -> Any:
        return None if part is None else part.reshape(*shape, outer, inner).mT

    # Of each column, then turned, then of each row.
    columns = transform((split(parts[0]), split(parts[1])), sign, constant)
    columns = _multiply(columns, make(inner, outer), lambda x, y: x * y)
    real, imaginary = transform((columns[0].mT, columns[1].mT), sign, constant)
    return real.mT.reshape(*shape, size), imaginary.mT.reshape(*shape, size)


def transform_along(
    parts: Parts,
    dims: Iterable[int],
    sign: int,
    constant: Callable[[list], Any],
    move: Callable[[Any, int, int], Any],
) -> Parts:
    """As transform(), along one dimension after the other.

    Args:
        move: an array with a dimension at another place.
    """
    for dim in dims:
        real, imaginary = (None if p is None else move(p, dim, -1) for p in parts)
        real, imaginary = transform((real, imaginary), sign, constant)
        parts = move(real, -1, dim), move(imaginary, -1, dim)
    return parts


def transform_to_real(
    parts: Parts,
    size: int,
    constant: Callable[[list], Any],
    extend: Callable[[Any, int], Any],
) -> Any:
    """The inverse along the last dimension, not divided by the size, of the first half
    of a spectrum of so many, which is all that is read; the other is its mirror image,
    conjugate.

    Args:
        extend: an array with so many zeros more at the end of the last dimension.
    """
    half = size // 2 + 1
    # All but the first and, of an even count, the last stand for two.
    weights = constant([1.0 if 2 * k % size == 0 else 2.0 for k in range(half)])
    real, imaginary = (part[..., :half] * weights for part in parts)
    if size > _LONGEST:
        whole = extend(real, size - half), extend(imaginary, size - half)
        return transform(whole, 1, constant)[0]
    cosine, sine = waves(half, size, size, 1)
    return real @ constant(cosine) - imaginary @ constant(sine)


def _multiply(parts: Parts, others: Parts, product: Callable[[Any, Any], Any]) -> Parts:
    (a, b), (c, d) = parts, others
    if b is None:
        return product(a, c), product(a, d)
    return product(a, c) - product(b, d), product(a, d) + product(b, c)
