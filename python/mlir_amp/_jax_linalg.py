# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Linear algebra of jax by loops of _linear_algebra."""

from __future__ import annotations

import functools
from typing import Any, Callable

import jax
import jax.numpy as jnp
from jax import lax
from jax.extend.core import primitives

from . import _foreign
from . import _linear_algebra as algebra
from ._errors import MLIRError


class _Arrays:
    where = staticmethod(jnp.where)
    abs = staticmethod(jnp.abs)
    sqrt = staticmethod(jnp.sqrt)
    zeros_like = staticmethod(jnp.zeros_like)
    concatenate = staticmethod(jnp.concatenate)
    logical_and = staticmethod(jnp.logical_and)
    logical_or = staticmethod(jnp.logical_or)

    def loop(self, count: int, step: Callable[[Any, Any], Any], state: Any) -> Any:
        return lax.fori_loop(0, count, step, state)

    def take(self, x: Any, place: Any, dim: int) -> Any:
        return lax.dynamic_slice_in_dim(x, place, 1, dim)

    def places(self, count: int, dim: int) -> Any:
        shape = (count, 1) if dim == -2 else (1, count)
        return jnp.arange(count, dtype=jnp.int32).reshape(shape)

    def total(self, x: Any, dim: int) -> Any:
        return x.sum(dim, keepdims=True)

    def largest(self, x: Any, dim: int) -> Any:
        return x.max(dim, keepdims=True)

    def smallest(self, x: Any, dim: int) -> Any:
        return x.min(dim, keepdims=True)

    def convert(self, x: Any, like: Any) -> Any:
        return x.astype(like.dtype)


_ARRAYS = _Arrays()


def _cholesky(matrix: Any) -> Any:
    return algebra.factor_cholesky(_ARRAYS, matrix)


def _triangular_solve(matrix: Any, right: Any, **options: Any) -> Any:
    return algebra.solve_triangular(
        _ARRAYS,
        matrix,
        right,
        left_side=options["left_side"],
        lower=options["lower"],
        transposed=options["transpose_a"],
        unit_diagonal=options["unit_diagonal"],
    )


def _lu(matrix: Any) -> tuple[Any, Any, Any]:
    factors, pivots, order = algebra.factor_lu(_ARRAYS, matrix)
    return factors, pivots[..., 0], order[..., 0]


def _qr(matrix: Any, *, full_matrices: bool, pivoting: bool = False, **_: Any) -> Any:
    if pivoting:
        raise MLIRError("from_jax: no lowering for qr with pivoting")
    return algebra.factor_qr(_ARRAYS, matrix, full_matrices)


def _geqrf(matrix: Any) -> tuple[Any, Any]:
    packed, factors = algebra.pack_reflections(_ARRAYS, matrix)
    return packed, factors[..., 0, :]


def _householder_product(packed: Any, factors: Any) -> Any:
    return algebra.multiply_reflections(_ARRAYS, packed, factors[..., None, :])


def _ormqr(packed: Any, factors: Any, of: Any, *, left: bool, transpose: bool) -> Any:
    return algebra.multiply_by_reflections(
        _ARRAYS, packed, factors[..., None, :], of, left=left, transposed=transpose
    )


def _find_geqrf() -> Any:
    """Its primitive, which jax does not export: in what a call of it is made of."""
    factor = functools.partial(jnp.linalg.qr, mode="raw")
    pending = [jax.make_jaxpr(factor)(jax.ShapeDtypeStruct((1, 1), "float32"))]
    while pending:
        for equation in pending.pop().eqns:
            if equation.primitive.name == "geqrf":
                return equation.primitive
            pending += [x for x in equation.params.values() if hasattr(x, "eqns")]
    return None


def _tridiagonal_solve(
    below: Any, diagonal: Any, above: Any, right: Any, **_: Any
) -> Any:
    """Without pivots; the first of `below` and the last of `above` are not read."""
    # Rows of all matrices of a batch one after the other.
    below, diagonal, above = (
        jnp.moveaxis(part[..., None], -2, 0) for part in (below, diagonal, above)
    )
    right = jnp.moveaxis(right, -2, 0)

    def eliminate(state: Any, row: Any) -> Any:
        (factor, value), (low, middle, high, given) = state, row
        divisor = middle - low * factor
        state = high / divisor, (given - low * value) / divisor
        return state, state

    first = jnp.zeros_like(diagonal[0]), jnp.zeros_like(right[0])
    rows = below.at[0].set(0), diagonal, above, right
    _, (factors, values) = lax.scan(eliminate, first, rows)

    def substitute(after: Any, row: Any) -> Any:
        found = row[1] - row[0] * after
        return found, found

    _, found = lax.scan(substitute, first[1], (factors, values), reverse=True)
    return jnp.moveaxis(found, 0, -2)


def _eigh(matrix: Any, *, lower: bool, subset_by_index: Any = None, **_: Any) -> Any:
    if subset_by_index is not None:
        raise MLIRError("from_jax: no lowering for some of the eigenvalues alone")
    values, vectors = algebra.decompose_symmetric(_ARRAYS, matrix, lower)
    return vectors, values[..., 0]


def _svd(
    matrix: Any,
    *,
    full_matrices: bool,
    compute_uv: bool,
    subset_by_index: Any = None,
    **_: Any,
) -> Any:
    if subset_by_index is not None:
        raise MLIRError("from_jax: no lowering for some of the singular values alone")
    left, values, right = algebra.decompose_singular(_ARRAYS, matrix, full_matrices)
    return (values[..., 0], left, right) if compute_uv else (values[..., 0],)


def _apply(rule: Callable[..., Any], *arrays: Any, **parameters: Any) -> Any:
    if any(jnp.issubdtype(array.dtype, jnp.complexfloating) for array in arrays):
        raise MLIRError("from_jax: no lowering for linear algebra of complex numbers")
    with jax.named_scope(_foreign.ALGEBRA), jax.default_matmul_precision("highest"):
        return rule(*arrays, **parameters)


# (primitive, what computes it, whether that has several results)
RULES = [
    (primitive, functools.partial(_apply, rule), several)
    for primitive, rule, several in [
        (primitives.cholesky_p, _cholesky, False),
        (primitives.triangular_solve_p, _triangular_solve, False),
        (primitives.lu_p, _lu, True),
        (primitives.qr_p, _qr, True),
        (_find_geqrf(), _geqrf, True),
        (primitives.householder_product_p, _householder_product, False),
        # Before jax had it, it multiplied by the whole matrix.
        (getattr(lax.linalg, "ormqr_p", None), _ormqr, False),
        (primitives.tridiagonal_solve_p, _tridiagonal_solve, False),
        (primitives.eigh_p, _eigh, True),
        (primitives.svd_p, _svd, True),
    ]
]
