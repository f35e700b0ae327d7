# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Linear algebra of jax and torch, for which they call LAPACK: in f32, by loops."""

import functools
import itertools

import mlir_amp
import pytest
from helpers import draw, run_function

numpy = pytest.importorskip("numpy")


def positive(size):
    matrix = draw(2, size, size)
    return matrix @ matrix.transpose(0, 2, 1) / size + numpy.eye(size, dtype="f")


@pytest.fixture
def check(jax):
    """What a function computes in f32 is as given, and no op of it is low."""

    def compare(function, wanted, *inputs):
        module = mlir_amp.from_jax(function, *inputs)
        assert "bf16" not in str(mlir_amp.convert(module, "bf16"))
        found = mlir_amp.compile(module)(*inputs)
        found = found if isinstance(found, tuple) else (found,)
        for result, expected in zip(found, wanted, strict=True):
            assert numpy.allclose(result, expected, rtol=1e-3, atol=1e-4)

    return compare


@pytest.mark.parametrize("size", [1, 4, 7])
def test_systems(jax, check, size):
    matrix, right = positive(size), draw(2, size, 3)
    linalg = jax.numpy.linalg
    check(linalg.cholesky, [numpy.linalg.cholesky(matrix)], matrix)
    check(linalg.inv, [numpy.linalg.inv(matrix)], matrix)
    check(linalg.slogdet, numpy.linalg.slogdet(matrix), matrix)
    matrix = matrix[:, ::-1]  # Rows are exchanged.
    check(linalg.solve, [numpy.linalg.solve(matrix, right)], matrix, right)


def test_cholesky_of_an_indefinite_matrix(jax):
    matrix = numpy.array([[1, 2], [2, 1]], "f")
    module = mlir_amp.from_jax(jax.numpy.linalg.cholesky, matrix)
    assert numpy.isnan(mlir_amp.compile(module)(matrix)[[0, 1, 1], [0, 0, 1]]).all()


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("transpose", [True, False])
@pytest.mark.parametrize("unit", [True, False])
def test_triangular_systems(jax, check, left, lower, transpose, unit):
    matrix = numpy.tril(draw(5, 5)) + 3 * numpy.eye(5, dtype="f")
    matrix = matrix if lower else matrix.T
    options = dict(left_side=left, lower=lower, transpose_a=transpose, unit_diagonal=unit)
    right = draw(5, 3) if left else draw(3, 5)

    def function(matrix, right):
        return jax.lax.linalg.triangular_solve(matrix, right, **options)

    # Half of the matrix is not read.
    other = numpy.full((5, 5), 7, "f")
    matrix = numpy.where(matrix == 0, other, matrix)
    check(function, [function(matrix, right)], matrix, right)


def test_tridiagonal_systems(jax, check):
    inputs = draw(6), draw(6) + 4, draw(6), draw(6, 2)
    solve = jax.lax.linalg.tridiagonal_solve
    check(solve, [solve(*inputs)], *inputs)


@pytest.mark.parametrize("shape", [(4, 4), (7, 3), (3, 5)])
def test_orthogonal_factors(jax, check, shape):
    matrix = draw(*shape)
    for mode in ("reduced", "complete"):
        wanted = jax.numpy.linalg.qr(matrix, mode)
        check(lambda x, mode=mode: jax.numpy.linalg.qr(x, mode), wanted, matrix)


@pytest.mark.parametrize("shape", [(4, 4), (7, 3), (3, 5), (2, 5, 3)])
def test_reflections(jax, check, shape):
    """Factors as LAPACK stores them, and what is multiplied by them."""
    matrix, other = draw(*shape), draw(*shape[:-1], 2)
    linalg = jax.lax.linalg

    def function(matrix, other):
        packed, factors = jax.numpy.linalg.qr(matrix, mode="raw")
        vectors = packed.mT[..., : factors.shape[-1]]
        found = [packed, factors, linalg.householder_product(vectors, factors)]
        if hasattr(linalg, "ormqr"):
            multiply = functools.partial(linalg.ormqr, vectors, factors)
            for transpose in True, False:
                found.append(multiply(other, left=True, transpose=transpose))
                found.append(multiply(other.mT, left=False, transpose=transpose))
        return found

    check(function, jax.jit(function)(matrix, other), matrix, other)


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("shape", [(4, 4), (7, 3), (3, 6), (1, 1)])
def test_singular_values(jax, check, shape, full):
    matrix = draw(*shape)

    def function(matrix):
        u, values, v = jax.numpy.linalg.svd(matrix, full_matrices=full)
        count = len(values)
        again = (u[:, :count] * values) @ v[:count]
        return values, again, u.T @ u, v @ v.T

    sizes = shape if full else [min(shape)] * 2
    values = numpy.linalg.svd(matrix, compute_uv=False)
    with jax.default_matmul_precision("highest"):
        check(function, [values, matrix, *map(numpy.eye, sizes)], matrix)


def test_singular_values_of_less_than_full_rank(jax, check):
    matrix = numpy.outer(draw(4), draw(3)).astype("f")

    def function(matrix):
        u, values, v = jax.numpy.linalg.svd(matrix, full_matrices=False)
        return (u * values) @ v, u.T @ u

    with jax.default_matmul_precision("highest"):
        check(function, [matrix, numpy.eye(3)], matrix)


@pytest.mark.parametrize("size", [1, 2, 5, 8])
def test_eigenvalues(jax, check, size):
    matrix = positive(size)

    def function(matrix):
        values, vectors = jax.numpy.linalg.eigh(matrix)
        again = (vectors * values[:, None]) @ vectors.transpose(0, 2, 1)
        return values, again, vectors.transpose(0, 2, 1) @ vectors

    ones = numpy.broadcast_to(numpy.eye(size), matrix.shape)
    with jax.default_matmul_precision("highest"):
        check(function, [numpy.linalg.eigvalsh(matrix), matrix, ones], matrix)


def test_gradients_of_systems(jax, check):
    """They are systems themselves."""
    matrix, right = positive(4)[0], draw(4)
    loss = lambda a, b: (jax.numpy.linalg.solve(a, b) ** 2).sum()
    with jax.default_matmul_precision("highest"):
        module = mlir_amp.from_jax(jax.grad(loss), matrix, right)
    found = mlir_amp.compile(mlir_amp.convert(module, "f16"))(matrix, right)
    assert numpy.allclose(found, jax.grad(loss)(matrix, right), rtol=1e-2, atol=1e-2)


def test_pivots_and_parts_are_refused(jax):
    with pytest.raises(mlir_amp.MLIRError, match="no lowering for qr with pivoting"):
        mlir_amp.from_jax(lambda x: jax.lax.linalg.qr(x, pivoting=True), draw(4, 4))
    with pytest.raises(mlir_amp.MLIRError, match="complex numbers"):
        mlir_amp.from_jax(jax.numpy.linalg.cholesky, positive(4).astype("complex64"))


@pytest.fixture
def check_torch(torch):
    """As `check`, of functions of torch, against torch itself."""

    def compare(function, *arrays):
        module, results = run_function(torch, function, list(map(torch.from_numpy, arrays)))
        assert "bf16" not in str(mlir_amp.convert(module, "bf16"))
        for found, wanted in results:
            assert numpy.allclose(found, wanted, rtol=1e-3, atol=1e-4)

    return compare


@pytest.mark.parametrize("size", [1, 4, 7])
def test_systems_of_torch(torch, check_torch, size):
    matrix, right = positive(size), draw(2, size, 3)
    linalg = torch.linalg
    check_torch(linalg.cholesky, matrix)
    check_torch(lambda x: linalg.cholesky(x, upper=True), matrix)
    check_torch(linalg.inv, matrix)
    check_torch(lambda x, y: torch.cholesky_solve(y, linalg.cholesky(x)), matrix, right)
    matrix = matrix[:, ::-1].copy()  # Rows are exchanged.
    check_torch(linalg.solve, matrix, right)
    check_torch(lambda x, y: linalg.solve(x, y[..., 0]), matrix, right)
    check_torch(lambda x, y: linalg.solve(x, y.mT, left=False), matrix, right)
    check_torch(lambda x, y: linalg.lu_solve(*linalg.lu_factor(x), y), matrix, right)
    for options in {"adjoint": True}, {"left": False}:

        def factored(x, y):
            y = y if "adjoint" in options else y.mT
            return linalg.lu_solve(*linalg.lu_factor(x), y, **options)

        check_torch(factored, matrix, right)
    check_torch(lambda x: torch.stack(linalg.slogdet(x)), matrix)
    check_torch(lambda x: tuple(linalg.lu(x)), matrix)


def test_determinants_of_torch(check_torch, torch):
    """torch-mlir's own has no pivots."""
    matrices = numpy.array([[[0, 1], [1, 0]], [[1, 2], [3, 4]], [[1, 2], [2, 4]]], "f")
    check_torch(torch.linalg.det, matrices)


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("upper", [True, False])
@pytest.mark.parametrize("unit", [True, False])
def test_triangular_systems_of_torch(torch, check_torch, left, upper, unit):
    matrix = draw(5, 5) + 3 * numpy.eye(5, dtype="f")
    matrix = numpy.triu(matrix) if upper else numpy.tril(matrix)
    options = dict(upper=upper, left=left, unitriangular=unit)

    def function(matrix, right):
        return torch.linalg.solve_triangular(matrix, right, **options)

    check_torch(function, matrix, draw(5, 3) if left else draw(3, 5))


@pytest.mark.parametrize("shape", [(4, 4), (7, 3), (2, 3, 5)])
def test_factors_of_torch(torch, check_torch, shape):
    matrix = draw(*shape)
    for mode in ("reduced", "complete"):
        check_torch(lambda x, mode=mode: tuple(torch.linalg.qr(x, mode)), matrix)
    check_torch(torch.linalg.svdvals, matrix)
    check_torch(torch.linalg.pinv, matrix)


@pytest.mark.parametrize("shape", [(4, 4), (7, 3), (2, 5, 3)])
def test_reflections_of_torch(torch, check_torch, shape):
    def product(x):
        return torch.linalg.householder_product(*torch.geqrf(x))

    matrix, other = draw(*shape), draw(*shape[:-1], 2)
    check_torch(lambda x: tuple(torch.geqrf(x)), matrix)
    check_torch(product, matrix)
    for left, transpose in itertools.product([True, False], repeat=2):

        def multiply(x, y):
            y = y if left else y.mT
            return torch.ormqr(*torch.geqrf(x), y, left=left, transpose=transpose)

        check_torch(multiply, matrix, other)


@pytest.mark.parametrize("shape", [(5, 5), (2, 4, 3), (3, 5)])
def test_parts_of_factors_of_torch(torch, check_torch, shape):
    def parts(x):
        return tuple(torch.lu_unpack(*torch.linalg.lu_factor(x)))

    check_torch(parts, draw(*shape))


@pytest.mark.parametrize("scale", [0, 0.01, 1, 4])
def test_exponentials_of_torch(torch, check_torch, scale):
    check_torch(torch.linalg.matrix_exp, scale * draw(2, 5, 5))


def test_inverse_of_factors_of_torch(torch, check_torch):
    factor = numpy.linalg.cholesky(positive(5))
    check_torch(torch.cholesky_inverse, factor)
    check_torch(lambda x: torch.cholesky_inverse(x.mT, upper=True), factor)


@pytest.mark.parametrize("sizes", [(8, 8), (8, 4), (4, 8)])
@pytest.mark.parametrize("by", ["matrix_exp", "cayley", "householder"])
def test_orthogonal_weights_of_torch(torch, sizes, by):
    """Whose matrices are exponentials, quotients or products of reflections."""
    layer = torch.nn.Linear(*sizes)
    layer = torch.nn.utils.parametrizations.orthogonal(layer, orthogonal_map=by)
    x = torch.from_numpy(draw(3, sizes[0]))
    module = mlir_amp.from_torch(layer, x)
    wanted = layer(x).detach().numpy()
    assert numpy.allclose(mlir_amp.compile(module)(x.numpy()), wanted, atol=1e-5)
    low = mlir_amp.compile(mlir_amp.convert(module, "bf16"))(x.numpy())
    assert numpy.allclose(low, wanted, atol=0.03)


def test_rotations_of_torch(torch):
    """The best one from some points to others (Kabsch), as poses are compared; what is
    around it may be low."""

    def function(x, y):
        u, _, v = torch.linalg.svd(x.mT @ y)
        sign = torch.sign(torch.linalg.det(u @ v))
        scale = torch.stack([torch.ones_like(sign), torch.ones_like(sign), sign], -1)
        return u @ (scale.unsqueeze(-1) * v)

    inputs = torch.from_numpy(draw(2, 30, 3)), torch.from_numpy(draw(2, 30, 3)[::-1].copy())
    module, [(found, wanted)] = run_function(torch, function, inputs)
    assert numpy.allclose(found, wanted, atol=1e-4)
    low = mlir_amp.compile(mlir_amp.convert(module, "bf16"))
    assert numpy.allclose(low(*(part.numpy() for part in inputs)), found, atol=0.1)


def test_eigenvalues_of_torch(torch, check_torch):
    for size in (2, 5):
        matrix = positive(size)
        check_torch(torch.linalg.eigvalsh, matrix)

        def again(matrix):
            values, vectors = torch.linalg.eigh(matrix)
            return vectors.mT.square() * values.unsqueeze(-1)

        check_torch(again, matrix)


def test_large_matrices_of_torch_are_refused(torch):
    class Net(torch.nn.Module):
        def forward(self, x):
            return torch.linalg.inv(x)

    with pytest.raises(mlir_amp.MLIRError, match="linalg_inv"):
        mlir_amp.from_torch(Net(), torch.eye(200))


@pytest.mark.parametrize("name", ["inv", "det", "slogdet", "cholesky", "solve"])
def test_gradients_of_torch(torch, name):
    """Those of determinants go on with factors of the transposed matrix."""

    def gradient(matrix):
        matrix = matrix.detach().requires_grad_(True)
        function = getattr(torch.linalg, name)
        found = function(matrix, matrix[..., :2].exp()) if name == "solve" else function(matrix)
        found = found[-1] if isinstance(found, tuple) else found
        return torch.autograd.grad((found + found * found).sum(), matrix)[0]

    matrix = torch.from_numpy(positive(4))
    graph = torch.fx.experimental.proxy_tensor.make_fx(gradient)(matrix)
    model = mlir_amp.compile(mlir_amp.from_torch(graph, matrix))
    wanted = gradient(matrix).numpy()
    assert numpy.allclose(model(matrix.numpy()), wanted, rtol=1e-3, atol=1e-3)
