# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops of torch that put numbers in order: values and places, also of NaN and ties."""

import helpers
import pytest
from helpers import run_function

numpy = pytest.importorskip("numpy")


@pytest.fixture
def check(torch):
    """What a function computes is what torch does, number by number."""

    def compare(function, *inputs):
        for found, wanted in run_function(torch, function, inputs)[1]:
            numpy.testing.assert_array_equal(found, wanted)

    return compare


def draw(torch, *shape, kind="numbers"):
    """Numbers: of which some are equal, or NaN, if asked for."""
    numbers = helpers.draw(*shape)
    if kind == "ties":
        numbers = numpy.round(2 * numbers) / 2
    if kind == "nan":
        numbers[numpy.random.default_rng(0).random(shape) < 0.15] = numpy.nan
    return torch.from_numpy(numbers)


# Of ties, torch names any place for the k-th.
@pytest.mark.parametrize("kind", ["numbers", "nan"])
@pytest.mark.parametrize("shape", [(9,), (3, 8), (2, 5, 4)])
def test_medians(torch, check, shape, kind):
    x = draw(torch, *shape, kind=kind)
    for dim, keepdim in (-1, False), (0, True):
        check(lambda x: tuple(torch.median(x, dim, keepdim)), x)
        check(lambda x: tuple(torch.nanmedian(x, dim, keepdim)), x)
    check(torch.median, x)
    check(torch.nanmedian, x)


def test_medians_of_one_number(torch, check):
    x = draw(torch)
    for function in torch.median, torch.nanmedian:
        check(function, x)
        check(lambda x: tuple(function(x, 0)), x)
    check(lambda x: tuple(torch.sort(x)), x)


@pytest.mark.parametrize("stable", [True, False])
@pytest.mark.parametrize("descending", [True, False])
def test_places_in_order(torch, check, descending, stable):
    x = draw(torch, 4, 6, kind="ties" if stable else "numbers")
    for dim in 0, 1:
        check(
            lambda x: torch.argsort(x, dim=dim, descending=descending, stable=stable), x
        )


@pytest.mark.parametrize("k", [1, 3, 8])
def test_kth_smallest(torch, check, k):
    check(lambda x: tuple(torch.kthvalue(x, k)), draw(torch, 3, 8))
    check(lambda x: tuple(torch.kthvalue(x, k, 0, keepdim=True)), draw(torch, 8, 2))


@pytest.mark.parametrize("kind", ["numbers", "ties", "nan"])
@pytest.mark.parametrize("name", ["cummax", "cummin"])
def test_running_extrema(torch, check, name, kind):
    x = draw(torch, 3, 9, kind=kind)
    for dim in 0, 1:
        check(lambda x: tuple(getattr(torch, name)(x, dim)), x)


@pytest.mark.parametrize("invert", [True, False])
def test_elements_of_others(torch, check, invert):
    x, others = draw(torch, 4, 6, kind="ties"), draw(torch, 5, kind="ties")
    check(lambda x, others: torch.isin(x, others, invert=invert), x, others)


@pytest.mark.parametrize("kind", ["numbers", "ties", "nan"])
@pytest.mark.parametrize("right", [True, False])
def test_searches(torch, check, right, kind):
    x = draw(torch, 3, 4, kind=kind)
    rows = draw(torch, 3, 7, kind="ties").sort(-1)[0]
    check(lambda rows, x: torch.searchsorted(rows, x, right=right), rows, x)
    check(lambda row, x: torch.searchsorted(row[0], x, right=right, out_int32=True), rows, x)
    check(lambda row: torch.searchsorted(row[0], 0.5, right=right), rows)
    check(lambda row, x: torch.bucketize(x, row[0], right=right), rows, x)


@pytest.mark.parametrize("limits", [(0, 0), (-1, 2)])
def test_histograms(torch, check, limits):
    x = draw(torch, 5, 20)
    check(lambda x: torch.histc(x, 6, *limits), x)
    check(lambda x: torch.histc(0 * x, 6, *limits), x)


def test_nan_is_not_itself(torch, check):
    check(lambda x: (x == x, x != x, torch.isnan(x)), draw(torch, 4, 6, kind="nan"))
