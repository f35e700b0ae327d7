# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Linear algebra of torch by _linear_algebra, a column after the other: matrices are
small, such as those of cameras and poses."""

from __future__ import annotations

import copy
import functools
import operator
from typing import Any, Callable

from . import _foreign, _torch_rules
from . import _linear_algebra as algebra

# Rows and columns at most: there are some ten ops for each, and as many rotations as
# columns for each column.
_MOST = 128
_MOST_ROTATED = 16

# Composites that torch writes with what decompositions() has rules for. Importers that
# know one of them know it without pivots.
_COMPOSITES = """
linalg_det det linalg_slogdet slogdet logdet linalg_eigh linalg_eigvalsh linalg_svd
linalg_svdvals svd linalg_matrix_power matrix_power
""".split()


class _Arrays:
    def __init__(self) -> None:
        import torch

        self.abs, self.sqrt = torch.abs, torch.sqrt
        self.where, self.zeros_like = torch.where, torch.zeros_like
        self.concatenate = torch.cat
        self.logical_and, self.logical_or = torch.logical_and, torch.logical_or
        self._arange = torch.arange

    def loop(self, count: int, step: Callable[[Any, Any], Any], state: Any) -> Any:
        for i in range(count):
            state = step(i, state)
        return state

    def take(self, x: Any, place: int, dim: int) -> Any:
        return x.narrow(dim, place, 1)

    def places(self, count: int, dim: int) -> Any:
        return self._arange(count).view((count, 1) if dim == -2 else (1, count))

    def total(self, x: Any, dim: int) -> Any:
        return x.sum(dim, keepdim=True)

    def largest(self, x: Any, dim: int) -> Any:
        return x.amax(dim, keepdim=True)

    def smallest(self, x: Any, dim: int) -> Any:
        return x.amin(dim, keepdim=True)

    def convert(self, x: Any, like: Any) -> Any:
        return x.to(like.dtype)


def decompositions() -> Any:
    """Of factors, systems, determinants, inverses and spectra."""
    import torch

    table = _torch_rules.get_composites(_COMPOSITES)
    for name, rule in _rules():
        op = functools.reduce(
            lambda place, part: getattr(place, part, None),
            name.split("."),
            torch.ops.aten,
        )
        if op is not None:  # Versions of torch differ.
            table[op] = functools.partial(_apply, rule)
    return table


def drop_checks(module: Any) -> Any:
    """A traced graph without checks of what went wrong, which torch's export makes
    effects that importers do not take."""
    import torch

    check = torch.ops.aten._linalg_check_errors.default
    if not module.graph.find_nodes(op="call_function", target=check):
        return module
    module = copy.copy(module)
    module.graph = copy.deepcopy(module.graph)
    for node in module.graph.find_nodes(op="call_function", target=check):
        module.graph.erase_node(node)
    module.recompile()
    return module


def _rules() -> list[tuple[str, Callable[..., Any]]]:
    return [
        ("linalg_cholesky.default", _take(_cholesky, 0)),
        ("linalg_inv.default", _take(_inverse, 0)),
        ("inverse.default", _take(_inverse, 0)),
        ("linalg_solve.default", _take(_solve, 0)),
        ("linalg_solve_ex.default", _take(_solve, 0, 3)),
        ("linalg_lu_factor.default", _take(_lu_factor, 0, 1)),
        ("linalg_lu.default", _lu),
        ("linalg_pinv.atol_rtol_tensor", _pseudoinverse),
        ("linalg_pinv.atol_rtol_float", _pseudoinverse),
        ("cholesky_solve.default", _cholesky_solve),
        ("linalg_cholesky_ex.default", _cholesky),
        ("linalg_solve_triangular.default", _solve_triangular),
        ("linalg_lu_factor_ex.default", _lu_factor),
        ("linalg_lu_solve.default", _lu_solve),
        ("_linalg_solve_ex.default", _solve),
        ("linalg_inv_ex.default", _inverse),
        ("_linalg_det.default", _determinant),
        ("_linalg_slogdet.default", _log_determinant),
        ("linalg_qr.default", _qr),
        ("geqrf.default", _geqrf),
        ("linalg_householder_product.default", _householder_product),
        ("orgqr.default", _householder_product),
        ("ormqr.default", _ormqr),
        ("matrix_exp.default", _exponential),
        ("linalg_matrix_exp.default", _exponential),
        ("cholesky_inverse.default", _cholesky_inverse),
        ("lu_unpack.default", _lu_unpack),
        ("_linalg_eigh.default", _eigh),
        ("_linalg_svd.default", _svd),
    ]


def _apply(rule: Callable[..., Any], *args: Any, **options: Any) -> Any:
    matrix = args[0]
    most = _MOST_ROTATED if rule in (_eigh, _svd, _pseudoinverse) else _MOST
    shapes = [part.shape for part in args if hasattr(part, "shape")]
    if not matrix.is_floating_point() or min(matrix.shape[-2:]) > most:
        return NotImplemented
    if any(0 in shape for shape in shapes):
        return NotImplemented
    with _torch_rules.at_location(f"{_foreign.ALGEBRA}/{rule.__name__.strip('_')}"):
        return rule(_Arrays(), *args, **options)


def _take(rule: Callable[..., Any], *places: int) -> Callable[..., Any]:
    """Some of a rule's results. What torch calls without a name's end of `_ex` does not
    say what went wrong, but raises; a compiled model has results that are no numbers."""

    @functools.wraps(rule)
    def apply(*args: Any, **options: Any) -> Any:
        found = rule(*args, **options)
        if found is NotImplemented:
            return found
        taken = tuple(found[place] for place in places)
        return taken if len(taken) > 1 else taken[0]

    return apply


def _info(matrix: Any) -> Any:
    """That nothing went wrong."""
    import torch

    return matrix.new_zeros(matrix.shape[:-2], dtype=torch.int32)


def _factor(arrays: _Arrays, matrix: Any) -> tuple[Any, Any, Any]:
    """Factors, torch's pivots, which count from one, and where rows came from."""
    import torch

    factors, pivots, order = algebra.factor_lu(arrays, matrix)
    return factors, (pivots.squeeze(-1) + 1).to(torch.int32), order


def _cholesky(
    arrays: _Arrays, matrix: Any, *, upper: bool = False, check_errors: bool = False
) -> Any:
    lower = algebra.factor_cholesky(arrays, matrix.mT if upper else matrix)
    return lower.mT if upper else lower, _info(matrix)


def _solve_triangular(
    arrays: _Arrays,
    matrix: Any,
    right: Any,
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
) -> Any:
    return algebra.solve_triangular(
        arrays,
        matrix,
        right,
        left_side=left,
        lower=not upper,
        unit_diagonal=unitriangular,
    )


def _lu_factor(
    arrays: _Arrays, matrix: Any, *, pivot: bool = True, check_errors: bool = False
) -> Any:
    if not pivot:
        return NotImplemented
    return (*_factor(arrays, matrix)[:2], _info(matrix))


def _lu_solve(
    arrays: _Arrays,
    factors: Any,
    pivots: Any,
    right: Any,
    *,
    left: bool = True,
    adjoint: bool = False,
) -> Any:
    if not left:  # X A = B is A^T X^T = B^T.
        right, adjoint = right.mT, not adjoint
    pivots = arrays.convert(pivots.unsqueeze(-1), arrays.places(1, -2)) - 1
    order = algebra.find_order(arrays, pivots, factors.shape[-2])
    found = algebra.solve_factored(arrays, factors, order, right, transposed=adjoint)
    return found if left else found.mT


def _solve(
    arrays: _Arrays,
    matrix: Any,
    right: Any,
    *,
    left: bool = True,
    check_errors: bool = False,
) -> Any:
    is_vector = right.dim() == 1 or right.shape == matrix.shape[:-1]
    given = right.unsqueeze(-1) if is_vector else right
    transposed = not left and not is_vector
    factors, pivots, order = _factor(arrays, matrix.mT if transposed else matrix)
    given = given.mT if transposed else given
    found = algebra.solve_factored(arrays, factors, order, given)
    found = found.mT if transposed else found
    found = found.squeeze(-1) if is_vector else found
    return found, factors, pivots, _info(matrix)


def _lu(arrays: _Arrays, matrix: Any, *, pivot: bool = True) -> Any:
    if not pivot:
        return NotImplemented
    factors, _, order = algebra.factor_lu(arrays, matrix)
    rows, columns = matrix.shape[-2:]
    steps = min(rows, columns)
    row, column = arrays.places(rows, -2), arrays.places(columns, -1)
    lower = arrays.where(row > column, factors, 0)[..., :steps]
    lower = lower + algebra.identity(arrays, matrix, rows, steps)
    upper = arrays.where(row <= column, factors, 0)[..., :steps, :]
    exchange = arrays.convert(order.mT == row, matrix)
    return exchange, lower, upper


def _pseudoinverse(
    arrays: _Arrays,
    matrix: Any,
    *,
    atol: Any = None,
    rtol: Any = None,
    hermitian: bool = False,
) -> Any:
    """By singular values; those of no size are left out."""
    import torch

    if hermitian or atol is not None:
        return NotImplemented
    left, values, right = algebra.decompose_singular(arrays, matrix, False)
    if rtol is None:
        rtol = max(matrix.shape[-2:]) * torch.finfo(matrix.dtype).eps
    elif hasattr(rtol, "shape"):
        rtol = rtol.unsqueeze(-1).unsqueeze(-1)
    kept = values > arrays.largest(values, -2) * rtol
    inverse = arrays.where(kept, 1 / arrays.where(kept, values, 1), 0)
    return right.mT @ (inverse * left.mT)


def _cholesky_solve(
    arrays: _Arrays, right: Any, factor: Any, upper: bool = False
) -> Any:
    for transposed in (upper, not upper):
        right = algebra.solve_triangular(
            arrays, factor, right, lower=not upper, transposed=transposed
        )
    return right


def _inverse(arrays: _Arrays, matrix: Any, *, check_errors: bool = False) -> Any:
    size = matrix.shape[-1]
    right = algebra.identity(arrays, matrix, size, size)
    return algebra.solve(arrays, matrix, right), _info(matrix)


def _diagonal(arrays: _Arrays, matrix: Any) -> tuple[Any, Any, Any, Any]:
    """That of LU, the sign of the exchanges, both factors and the pivots."""
    # As torch does, whose gradients go on with the factors.
    matrix = matrix.mT if matrix.is_contiguous() else matrix
    factors, pivots, _ = _factor(arrays, matrix)
    size = matrix.shape[-1]
    row = arrays.places(size, -2).squeeze(-1)
    odd = (pivots.to(row.dtype) - 1 != row).to(row.dtype).sum(-1) % 2
    values = algebra.get_diagonal(arrays, factors).squeeze(-1)
    return values, arrays.convert(1 - 2 * odd, matrix), factors, pivots


def _product(values: Any) -> Any:
    """Of the last dimension."""
    count = values.shape[-1]
    return functools.reduce(operator.mul, (values[..., i] for i in range(count)))


def _determinant(arrays: _Arrays, matrix: Any) -> Any:
    values, sign, factors, pivots = _diagonal(arrays, matrix)
    return sign * _product(values), factors, pivots


def _log_determinant(arrays: _Arrays, matrix: Any) -> Any:
    import torch

    values, sign, factors, pivots = _diagonal(arrays, matrix)
    logarithm = torch.log(torch.abs(values)).sum(-1)
    return sign * _product(torch.sign(values)), logarithm, factors, pivots


def _qr(arrays: _Arrays, matrix: Any, mode: str = "reduced") -> Any:
    q, r = algebra.factor_qr(arrays, matrix, mode == "complete")
    return (matrix.new_zeros(0), r) if mode == "r" else (q, r)


def _geqrf(arrays: _Arrays, matrix: Any) -> Any:
    packed, factors = algebra.pack_reflections(arrays, matrix)
    return packed, factors.squeeze(-2)


def _householder_product(arrays: _Arrays, packed: Any, factors: Any) -> Any:
    return algebra.multiply_reflections(arrays, packed, factors.unsqueeze(-2))


def _ormqr(
    arrays: _Arrays,
    packed: Any,
    factors: Any,
    of: Any,
    left: bool = True,
    transpose: bool = False,
) -> Any:
    factors = factors.unsqueeze(-2)
    return algebra.multiply_by_reflections(
        arrays, packed, factors, of, left=left, transposed=transpose
    )


def _exponential(arrays: _Arrays, matrix: Any) -> Any:
    """The first terms of its series, of the matrix halved until the norm is one at most;
    then squared as often."""
    terms, most = 10, 12
    norm = arrays.largest(arrays.total(arrays.abs(matrix), -2), -1)
    halved = [norm > 2**i for i in range(most)]
    for big in halved:
        matrix = matrix * arrays.where(big, 0.5, 1.0)
    one = algebra.identity(arrays, matrix, *matrix.shape[-2:])
    found = one + matrix / terms
    for k in reversed(range(1, terms)):
        found = one + matrix @ found / k
    for big in halved:
        found = arrays.where(big, found @ found, found)
    return found


def _cholesky_inverse(arrays: _Arrays, factor: Any, upper: bool = False) -> Any:
    one = algebra.identity(arrays, factor, *factor.shape[-2:])
    return _cholesky_solve(arrays, one, factor, upper)


def _lu_unpack(
    arrays: _Arrays,
    packed: Any,
    pivots: Any,
    unpack_data: bool = True,
    unpack_pivots: bool = True,
) -> Any:
    rows, columns = packed.shape[-2:]
    count = min(rows, columns)
    empty = packed.new_zeros(0)
    exchange = lower = upper = empty
    if unpack_data:
        one = algebra.identity(arrays, packed, rows, count)
        lower, upper = packed[..., :count].tril(-1) + one, packed[..., :count, :].triu()
    if unpack_pivots:
        pivots = arrays.convert(pivots.unsqueeze(-1), arrays.places(1, -2)) - 1
        order = algebra.find_order(arrays, pivots, rows)
        places = arrays.places(rows, -2)
        exchange = arrays.convert(order.mT == places, packed)
    return exchange, lower, upper


def _eigh(
    arrays: _Arrays, matrix: Any, UPLO: str = "L", compute_v: bool = True
) -> Any:
    lower = UPLO.upper() == "L"
    values, vectors = algebra.decompose_symmetric(arrays, matrix, lower)
    return values.squeeze(-1), vectors if compute_v else matrix.new_zeros(0)


def _svd(
    arrays: _Arrays,
    matrix: Any,
    full_matrices: bool = False,
    compute_uv: bool = True,
    *,
    driver: Any = None,
) -> Any:
    left, values, right = algebra.decompose_singular(arrays, matrix, full_matrices)
    values = values.squeeze(-1)
    if compute_uv:
        return left, values, right
    return matrix.new_zeros(0), values, matrix.new_zeros(0)
