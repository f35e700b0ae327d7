# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Windows, pictures and special functions of torch that importers lack or get wrong."""

import itertools

import pytest
from helpers import draw_tensor, run_function

numpy = pytest.importorskip("numpy")


@pytest.fixture
def check(torch):
    def compare(function, *inputs, rtol=1e-4, atol=1e-5):
        for found, wanted in run_function(torch, function, inputs)[1]:
            assert found.shape == wanted.shape
            numpy.testing.assert_allclose(found, wanted, rtol, atol)

    return compare


@pytest.mark.parametrize("options", [{}, {"stride": 2, "padding": 1}, {"dilation": 2}])
def test_fold(torch, check, options):
    x = draw_tensor(torch, 2, 3, 9, 8)
    parts = torch.nn.functional.unfold(x, (3, 2), **options)
    check(lambda x: torch.nn.functional.fold(x, (9, 8), (3, 2), **options), parts)


@pytest.mark.parametrize("places", [False, True])
def test_adaptive_maxima(torch, check, places):
    pools = torch.nn.functional
    for shape, counts in ((2, 3, 15), 4), ((2, 3, 12), 4), ((1, 2, 13, 16), (5, 4)):
        x = draw_tensor(torch, *shape)
        pool = pools.adaptive_max_pool1d if len(shape) == 3 else pools.adaptive_max_pool2d
        check(lambda x: pool(x, counts, places), x)


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("sizes", [(5, 7), (20, 9), (11, 31)])
def test_resizing_without_aliases(torch, check, mode, sizes):
    x = draw_tensor(torch, 1, 2, 11, 16)
    resize = torch.nn.functional.interpolate
    options = {"mode": mode, "antialias": True}
    check(lambda x: resize(x, sizes, **options), x)
    check(lambda x: resize(x, sizes, align_corners=True, **options), x)
    check(lambda x: resize(x, scale_factor=0.6, **options), x)


@pytest.mark.parametrize("mode", ["bilinear", "nearest"])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
def test_samples_at_places(torch, check, padding, mode):
    pictures = draw_tensor(torch, 2, 3, 7, 6), draw_tensor(torch, 1, 2, 5, 6, 4)
    for x, align in itertools.product(pictures, [True, False]):
        rank = x.dim() - 2
        grid = 0.8 * draw_tensor(torch, x.shape[0], *[4, 5, 3][:rank], rank)
        options = {"mode": mode, "padding_mode": padding, "align_corners": align}
        check(lambda x, g: torch.nn.functional.grid_sample(x, g, **options), x, grid)


NAMES = ["lgamma", "digamma", "erfinv", "i0", "special.i0e", "special.i1", "special.i1e"]


@pytest.mark.parametrize("name", NAMES)
def test_special_functions(torch, check, name):
    function = torch
    for part in name.split("."):
        function = getattr(function, part)
    x = numpy.concatenate([numpy.linspace(-6, 9, 61) + 0.01, [0, 1, 2, 30, 1e-3]])
    if name in ("lgamma", "digamma", "i0"):
        x = numpy.append(x, [80, -0.0])
    if name == "erfinv":
        x = numpy.append(numpy.tanh(x), [1, -1, 0.9999, 1.5])
    check(function, torch.from_numpy(x.astype("f")), atol=3e-5)


def test_distance_and_signs(torch, check):
    x, y = draw_tensor(torch, 4, 5), draw_tensor(torch, 4, 5)
    for p in 1, 2, float("inf"):
        check(lambda x, y: torch.dist(x, y, p), x, y)
    special = torch.tensor([0.0, -0.0, 2.0, -3.0, float("inf"), -float("inf")])
    check(torch.signbit, special)
    check(lambda x, y: torch.nn.functional.cosine_embedding_loss(x, y, torch.ones(4)), x, y)


def test_splats(torch, check):
    """The importer crashes on the identity matrix of this one."""

    def function(turns, jacobian):
        w, x, y, z = turns.unbind(-1)
        matrix = torch.stack([x, y, z, w, x, y, z, w, x], -1).view(-1, 3, 3)
        spread = jacobian @ (matrix @ matrix.mT) @ jacobian.mT + 0.3 * torch.eye(2)
        return spread[:, 0, 0] * spread[:, 1, 1] - spread[:, 0, 1] ** 2

    check(function, draw_tensor(torch, 20, 4), draw_tensor(torch, 20, 2, 3), atol=1e-2)
