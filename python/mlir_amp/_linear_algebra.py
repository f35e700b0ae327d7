# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Linear algebra for which torch and jax call LAPACK, by what importers to linalg have:
factors of Cholesky, LU and QR, systems of triangles, eigenvalues of symmetric matrices
and singular values.

The algorithms are those of Golub and Van Loan, Matrix Computations: outer products for
LU, Householder's reflections for QR, Jacobi's rotations of disjoint pairs at a time for
the two spectra. All of it is computed in the type of the input, for matrices of a batch
in the last two dimensions.
"""

from __future__ import annotations

import functools
import math
from typing import Any, Callable, Protocol


class Arrays(Protocol):
    """What the algorithms need of a library of arrays. Sums and the like keep the
    dimension that they are of."""

    where: Callable[..., Any]
    abs: Callable[..., Any]
    sqrt: Callable[..., Any]
    zeros_like: Callable[..., Any]
    concatenate: Callable[..., Any]
    logical_and: Callable[..., Any]
    logical_or: Callable[..., Any]

    def loop(self, count: int, step: Callable[[Any, Any], Any], state: Any) -> Any:
        """`step(i, state)` again and again."""

    def take(self, x: Any, place: Any, dim: int) -> Any:
        """The row (dim -2) or column (-1) at a place."""

    def places(self, count: int, dim: int) -> Any:
        """0, 1, ... as a column (dim -2) or a row (-1)."""

    def total(self, x: Any, dim: int) -> Any: ...
    def largest(self, x: Any, dim: int) -> Any: ...
    def smallest(self, x: Any, dim: int) -> Any: ...

    def convert(self, x: Any, like: Any) -> Any:
        """Bits or integers as numbers like others."""


def identity(arrays: Arrays, like: Any, rows: int, columns: int) -> Any:
    """For each matrix of a batch."""
    diagonal = arrays.places(rows, -2) == arrays.places(columns, -1)
    blank = arrays.zeros_like(like[..., :1, :1])
    return arrays.convert(diagonal, like) + blank


def get_diagonal(arrays: Arrays, matrix: Any) -> Any:
    """As a column, of as many as there are rows."""
    rows, columns = matrix.shape[-2:]
    hit = arrays.places(rows, -2) == arrays.places(columns, -1)
    return arrays.total(arrays.where(hit, matrix, 0), -1)


def factor_cholesky(arrays: Arrays, matrix: Any) -> Any:
    """The lower factor of a symmetric matrix, all NaN unless it is positive definite."""
    size = matrix.shape[-1]
    row, column = arrays.places(size, -2), arrays.places(size, -1)

    def step(j: Any, lower: Any) -> Any:
        known = arrays.take(lower, j, -2).mT
        left = arrays.take(matrix, j, -1) - lower @ known
        values = left / arrays.sqrt(arrays.take(left, j, -2))
        below = arrays.logical_and(column == j, row >= j)
        return arrays.where(below, values, lower)

    lower = arrays.loop(size, step, arrays.zeros_like(matrix))
    if size == 0:
        return lower
    # A root of what is negative, or a division by nought, spoils all that follow.
    last = lower[..., -1:, -1:]
    return arrays.where(last - last == 0, lower, math.nan)


def solve_triangular(
    arrays: Arrays,
    matrix: Any,
    right: Any,
    *,
    left_side: bool = True,
    lower: bool,
    transposed: bool = False,
    unit_diagonal: bool = False,
) -> Any:
    """Row after row of the unknowns; half of the matrix is not read."""
    if not left_side:  # X A = B is A^T X^T = B^T.
        right, transposed = right.mT, not transposed
    if transposed:
        matrix, lower = matrix.mT, not lower
    size = matrix.shape[-1]
    row, column = arrays.places(size, -2), arrays.places(size, -1)

    def step(count: Any, found: Any) -> Any:
        i = count if lower else size - 1 - count
        # Those of rows to come are still zero; their factors may be anything.
        known = column < i if lower else column > i
        factors = arrays.take(matrix, i, -2)
        left = arrays.take(right, i, -2) - arrays.where(known, factors, 0) @ found
        if not unit_diagonal:
            left = left / arrays.take(factors, i, -1)
        return arrays.where(row == i, left, found)

    first = arrays.zeros_like(matrix[..., :, :1] * right[..., :1, :])
    found = arrays.loop(size, step, first)
    return found if left_side else found.mT


def _exchange(arrays: Arrays, matrix: Any, place: Any, pivot: Any) -> Any:
    """With rows `place` and `pivot`, one number of each matrix, changed."""
    row = arrays.places(matrix.shape[-2], -2)
    one = arrays.take(matrix, place, -2)
    other = arrays.total(arrays.where(row == pivot, matrix, 0), -2)
    matrix = arrays.where(row == pivot, one, matrix)
    return arrays.where(row == place, other, matrix)


def find_order(arrays: Arrays, pivots: Any, rows: int) -> Any:
    """Where rows came from, of the row that each of the first was changed with."""

    def step(j: Any, order: Any) -> Any:
        return _exchange(arrays, order, j, arrays.take(pivots, j, -2))

    start = arrays.places(rows, -2) + 0 * pivots[..., :1, :]
    return arrays.loop(pivots.shape[-2], step, start)


def factor_lu(arrays: Arrays, matrix: Any) -> tuple[Any, Any, Any]:
    """Both factors in one matrix, the row that each was changed with, and where all
    rows came from: a column of integers each."""
    rows, columns = matrix.shape[-2:]
    steps = min(rows, columns)
    row, column = arrays.places(rows, -2), arrays.places(columns, -1)

    def step(j: Any, state: Any) -> Any:
        factors, pivots, order = state
        sizes = arrays.where(row >= j, arrays.abs(arrays.take(factors, j, -1)), -1)
        best = sizes == arrays.largest(sizes, -2)
        pivot = arrays.smallest(arrays.where(best, row, rows - 1), -2)
        factors = _exchange(arrays, factors, j, pivot)
        order = _exchange(arrays, order, j, pivot)
        values = arrays.take(factors, j, -1)
        divisor = arrays.take(values, j, -2)
        quotients = arrays.where(divisor == 0, values, values / divisor)
        multiples = arrays.where(row > j, quotients, 0)
        rest = arrays.where(column > j, arrays.take(factors, j, -2), 0)
        below = arrays.logical_and(column == j, row > j)
        factors = arrays.where(below, multiples, factors)
        factors = factors - multiples * rest
        pivots = arrays.where(arrays.places(steps, -2) == j, pivot, pivots)
        return factors, pivots, order

    blank = row * arrays.convert(arrays.zeros_like(matrix[..., :1, :1]) != 0, row)
    return arrays.loop(steps, step, (matrix, blank[..., :steps, :], row + blank))


def solve(arrays: Arrays, matrix: Any, right: Any) -> Any:
    """By LU."""
    factors, _, order = factor_lu(arrays, matrix)
    return solve_factored(arrays, factors, order, right)


def solve_factored(
    arrays: Arrays, factors: Any, order: Any, right: Any, transposed: bool = False
) -> Any:
    """A system of what factor_lu() took apart, or of its transpose."""
    exchange = arrays.convert(order == arrays.places(factors.shape[-1], -1), right)
    upper = functools.partial(solve_triangular, arrays, factors, lower=False)
    lower = functools.partial(
        solve_triangular, arrays, factors, lower=True, unit_diagonal=True
    )
    if transposed:
        return exchange.mT @ lower(upper(right, transposed=True), transposed=True)
    return upper(lower(exchange @ right))


def _reflect(vector: Any, factor: Any, of: Any) -> Any:
    return of - (factor * vector) * (vector.mT @ of)


def find_reflections(arrays: Arrays, matrix: Any) -> tuple[Any, Any, Any]:
    """Householder's reflections that make a matrix upper, as LAPACK's geqrf does: what
    they make of it, their vectors, a column each, and their factors, a row."""
    rows, columns = matrix.shape[-2:]
    steps = min(rows, columns)
    row, number = arrays.places(rows, -2), arrays.places(steps, -1)

    def step(j: Any, state: Any) -> Any:
        left, vectors, factors = state
        values = arrays.take(left, j, -1)
        first = arrays.take(values, j, -2)
        below = arrays.where(row > j, values, 0)
        square = arrays.total(below * below, -2)
        done = square == 0
        size = arrays.sqrt(first * first + square)
        target = arrays.where(first < 0, size, -size)
        gap = arrays.where(done, 1, first - target)
        factor = arrays.where(done, 0, -gap / arrays.where(done, 1, target))
        vector = arrays.where(row == j, 1, below / gap)
        vectors = arrays.where(number == j, vector, vectors)
        factors = arrays.where(number == j, factor, factors)
        return _reflect(vector, factor, left), vectors, factors

    blank = arrays.zeros_like(matrix[..., :steps])
    return arrays.loop(steps, step, (matrix, blank, blank[..., :1, :]))


def pack_reflections(arrays: Arrays, matrix: Any) -> tuple[Any, Any]:
    """find_reflections() as LAPACK stores them: the vectors below the upper matrix
    without their ones; and their factors, a row."""
    upper, vectors, factors = find_reflections(arrays, matrix)
    rows, columns = matrix.shape[-2:]
    if columns > rows:
        rest = arrays.zeros_like(matrix[..., rows:])
        vectors = arrays.concatenate([vectors, rest], -1)
    below = arrays.places(rows, -2) > arrays.places(columns, -1)
    return arrays.where(below, vectors, upper), factors


def unpack_reflections(arrays: Arrays, packed: Any, count: int) -> Any:
    """The vectors of the first `count` reflections that pack_reflections() stored."""
    row, number = arrays.places(packed.shape[-2], -2), arrays.places(count, -1)
    vectors = arrays.where(row > number, packed[..., :count], 0)
    return arrays.where(row == number, 1, vectors)


def apply_reflections(
    arrays: Arrays, vectors: Any, factors: Any, of: Any, *, transposed: bool = False
) -> Any:
    """The product of all reflections, or its transpose, times `of`."""
    count = factors.shape[-1]

    def step(done: Any, of: Any) -> Any:
        j = done if transposed else count - 1 - done
        vector, factor = arrays.take(vectors, j, -1), arrays.take(factors, j, -1)
        return _reflect(vector, factor, of)

    return arrays.loop(count, step, of)


def factor_qr(arrays: Arrays, matrix: Any, full: bool) -> tuple[Any, Any]:
    """Signs are those of LAPACK."""
    rows, columns = matrix.shape[-2:]
    upper, vectors, factors = find_reflections(arrays, matrix)
    kept = rows if full else min(rows, columns)
    start = identity(arrays, matrix, rows, kept)
    q = apply_reflections(arrays, vectors, factors, start)
    upper = upper[..., :kept, :]
    below = arrays.places(kept, -2) > arrays.places(columns, -1)
    return q, arrays.where(below, 0, upper)


def multiply_reflections(arrays: Arrays, packed: Any, factors: Any) -> Any:
    """The first columns of the product of reflections that pack_reflections() stored,
    as many as it has (LAPACK's orgqr)."""
    start = identity(arrays, packed, *packed.shape[-2:])
    return multiply_by_reflections(arrays, packed, factors, start)


def multiply_by_reflections(
    arrays: Arrays,
    packed: Any,
    factors: Any,
    of: Any,
    *,
    left: bool = True,
    transposed: bool = False,
) -> Any:
    """The product of reflections that pack_reflections() stored, or its transpose,
    times `of`, or the other way around (LAPACK's ormqr)."""
    vectors = unpack_reflections(arrays, packed, factors.shape[-1])
    if left:
        return apply_reflections(arrays, vectors, factors, of, transposed=transposed)
    found = apply_reflections(
        arrays, vectors, factors, of.mT, transposed=not transposed
    )
    return found.mT


def _rotation(arrays: Arrays, first: Any, last: Any, product: Any) -> tuple[Any, Any]:
    """Cosine and sine of the rotation that makes a 2x2 symmetric matrix, of this
    diagonal, diagonal."""
    done = product == 0
    slope = (last - first) / arrays.where(done, 1, 2 * product)
    size = 1 / (arrays.abs(slope) + arrays.sqrt(1 + slope * slope))
    tangent = arrays.where(done, 0, arrays.where(slope < 0, -size, size))
    cosine = 1 / arrays.sqrt(1 + tangent * tangent)
    return cosine, tangent * cosine


def _rotate(arrays: Arrays, rows: Any, turn: tuple[Any, Any]) -> Any:
    """Turns rows of the first half and of the second, in pairs, and exchanges them as
    players of a tournament are, so that after as many calls as there are rows, less
    one, each met each other."""
    (cosine, sine), half = turn, rows.shape[-2] // 2
    one, other = rows[..., :half, :], rows[..., half:, :]
    one, other = cosine * one - sine * other, sine * one + cosine * other
    if half == 1:
        return arrays.concatenate([one, other], -2)
    # The first stays, the others go around.
    upper = [one[..., :1, :], other[..., :1, :], one[..., 1:-1, :]]
    lower = [other[..., 1:, :], one[..., -1:, :]]
    return arrays.concatenate([*upper, *lower], -2)


def _count_rotations(size: int) -> int:
    """Sweeps over all pairs double the digits that are right, from some point on."""
    return (6 + math.ceil(math.log2(size + 1))) * max(size - 1, 1)


def _sort_rows(arrays: Arrays, keys: Any) -> Any:
    """A matrix that brings rows in the order of a column of keys."""
    size = keys.shape[-2]
    row, column = arrays.places(size, -2), arrays.places(size, -1)
    same = arrays.logical_and(keys.mT == keys, column < row)
    before = arrays.logical_or(keys.mT < keys, same)
    rank = arrays.total(arrays.convert(before, row), -1)
    return arrays.convert(rank.mT == row, keys)


def decompose_symmetric(arrays: Arrays, matrix: Any, lower: bool) -> tuple[Any, Any]:
    """Eigenvalues, a column of them, the least first, and vectors, a column each; half
    of the matrix is not read."""
    size = matrix.shape[-1]
    row, column = arrays.places(size, -2), arrays.places(size, -1)
    read = row >= column if lower else row <= column
    half = arrays.where(read, matrix, 0)
    matrix = arrays.where(read, matrix, half.mT)
    if size % 2:  # One more value, which is the largest.
        largest = arrays.total(arrays.total(arrays.abs(matrix), -1), -2) * 2 + 1
        blank = arrays.zeros_like(matrix[..., :1])
        side = arrays.concatenate([matrix, blank], -1)
        matrix = arrays.concatenate([side, arrays.concatenate([blank.mT, largest], -1)], -2)
    count = matrix.shape[-1]
    middle = count // 2

    def step(_: Any, state: Any) -> Any:
        left, vectors = state
        corners = left[..., :middle, :middle], left[..., middle:, middle:]
        corners = *corners, left[..., :middle, middle:]
        turn = _rotation(arrays, *(get_diagonal(arrays, part) for part in corners))
        left = _rotate(arrays, _rotate(arrays, left, turn).mT, turn).mT
        return left, _rotate(arrays, vectors, turn)

    first = matrix, identity(arrays, matrix, count, count)
    left, vectors = arrays.loop(_count_rotations(count), step, first)
    values = get_diagonal(arrays, left)
    order = _sort_rows(arrays, values)[..., :size, :]
    return order @ values, (order @ vectors)[..., :size].mT


def decompose_singular(arrays: Arrays, matrix: Any, full: bool) -> tuple[Any, Any, Any]:
    """Left vectors, a column each, singular values, a column of them, the largest
    first, and right vectors, a row each."""
    is_wide = matrix.shape[-2] < matrix.shape[-1]
    rows = matrix if is_wide else matrix.mT
    size = rows.shape[-2]
    if size % 2:
        rows = arrays.concatenate([rows, arrays.zeros_like(rows[..., :1, :])], -2)
    middle = rows.shape[-2] // 2

    def step(_: Any, state: Any) -> Any:
        left, vectors = state
        one, other = left[..., :middle, :], left[..., middle:, :]
        products = one * one, other * other, one * other
        turn = _rotation(arrays, *(arrays.total(product, -1) for product in products))
        return _rotate(arrays, left, turn), _rotate(arrays, vectors, turn)

    count = 2 * middle
    first = rows, identity(arrays, rows, count, count)
    left, right = arrays.loop(_count_rotations(count), step, first)
    order = _sort_rows(arrays, -arrays.total(left * left, -1))[..., :size, :]
    # Orthogonal columns: what is left of them is a diagonal, up to signs.
    left, upper = factor_qr(arrays, (order @ left).mT, full)
    values = get_diagonal(arrays, upper[..., :size, :])
    signs = arrays.where(values < 0, -1.0, 1.0).mT
    left = arrays.concatenate([left[..., :size] * signs, left[..., size:]], -1)
    right = (order @ right)[..., :size]
    values = arrays.abs(values)
    return (right.mT, values, left.mT) if is_wide else (left, values, right)
