# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Torch ops that put numbers in order, by comparing each with each: sorts, the largest
few, medians, running extrema, histograms and searches."""

from __future__ import annotations

import math
from typing import Any

from ._torch_rules import along


def decompositions() -> Any:
    import torch

    aten = torch.ops.aten
    return {
        aten.topk.default: _largest,
        aten.sort.default: _sort,
        aten.sort.stable: _stable(_sort),
        aten.argsort.default: _argsort,
        aten.argsort.stable: _stable(_argsort),
        aten.kthvalue.default: _pick,
        aten.median.default: _median_of_all,
        aten.median.dim: _median,
        aten.nanmedian.default: _median_of_numbers,
        aten.nanmedian.dim: _median_along,
        aten.cummax.default: _running_largest,
        aten.cummin.default: _running_smallest,
        aten.isin.Tensor_Tensor: _is_in,
        aten.searchsorted.Tensor: _search,
        aten.searchsorted.Scalar: _search_one,
        aten.histc.default: _histogram,
    }


def _largest(
    x: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> Any:
    """The k largest (smallest) by k searches, each among those that are left."""
    import torch

    if k == 0 or x.dim() == 0 or not x.is_floating_point():
        return NotImplemented
    sign = 1 if largest else -1
    rest, places = sign * x, []
    left = torch.ones_like(x, dtype=torch.bool)
    numbers = along(torch.arange(x.shape[dim], device=x.device), x, dim)
    found = []
    for _ in range(k):
        most = torch.where(left, rest, -torch.inf).amax(dim, keepdim=True)
        hit = left & ((rest == most) | (rest != rest))
        place = torch.where(hit, numbers, x.shape[dim]).amin(dim, keepdim=True)
        left = left & (numbers != place)
        places.append(place)
        found.append(sign * most)
    return torch.cat(found, dim), torch.cat(places, dim)


# Each element is compared with each of as many.
_MOST_SORTED = 1024


def _sort(x: Any, dim: int = -1, descending: bool = False) -> Any:
    """By how many come before each; NaN is the largest."""
    import torch

    if not x.dim():
        return x.clone(), torch.zeros_like(x, dtype=torch.int64)
    if not 0 < x.shape[dim] <= _MOST_SORTED or x.dtype is torch.bool:
        return NotImplemented
    rows = x.movedim(dim, -1)
    numbers = torch.arange(rows.shape[-1], device=x.device)
    one, other = rows.unsqueeze(-1), rows.unsqueeze(-2)
    small, large = (one, other) if descending else (other, one)
    before, behind = small < large, large < small
    if x.is_floating_point():
        before = before | ((small <= math.inf) & ~(large <= math.inf))
        behind = behind | ((large <= math.inf) & ~(small <= math.inf))
    ties = ~before & ~behind & (numbers.view(1, -1) < numbers.view(-1, 1))
    rank = (before | ties).to(torch.int64).sum(-1)
    hit = rank.unsqueeze(-2) == numbers.view(-1, 1)
    places = torch.where(hit, numbers, -1).amax(-1)
    found = rows.gather(-1, places)
    return found.movedim(-1, dim), places.movedim(-1, dim)


def _stable(compute: Any) -> Any:
    """The variant that may be told so; of equal numbers the first always comes first."""

    def compute_stable(
        x: Any, *, stable: Any = None, dim: int = -1, descending: bool = False
    ) -> Any:
        return compute(x, dim, descending)

    return compute_stable


def _argsort(x: Any, dim: int = -1, descending: bool = False) -> Any:
    found = _sort(x, dim, descending)
    return found if found is NotImplemented else found[1]


def _pick(x: Any, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    """The k-th smallest, counted from one, and its place."""
    found = _sort(x, dim)
    if found is NotImplemented or not x.dim():
        return found
    taken = [part.narrow(dim, k - 1, 1) for part in found]
    return tuple(part if keepdim else part.squeeze(dim) for part in taken)


def _median(x: Any, dim: int = -1, keepdim: bool = False) -> Any:
    """The lower one of two; NaN where there is any."""
    import torch

    if not x.dim():
        return _sort(x)
    found = _pick(x, (x.shape[dim] + 1) // 2, dim, keepdim)
    if found is NotImplemented or not x.is_floating_point():
        return found
    numbers = along(torch.arange(x.shape[dim], device=x.device), x, dim)
    first = torch.where(x != x, numbers, x.shape[dim]).amin(dim, keepdim)
    any_nan = first < x.shape[dim]
    values = torch.where(any_nan, math.nan, found[0])
    return values, torch.where(any_nan, first, found[1])


def _median_of_all(x: Any) -> Any:
    found = _median(x.flatten())
    return found if found is NotImplemented else found[0]


def _median_along(x: Any, dim: int = -1, keepdim: bool = False) -> Any:
    """The lower one of two, of what is not NaN."""
    found = _sort(x, dim)
    if found is NotImplemented or not x.dim():
        return found
    count = (x == x).long().sum(dim, keepdim=True)
    place = ((count - 1) // 2).clamp(min=0)
    taken = [part.gather(dim, place) for part in found]
    return tuple(part if keepdim else part.squeeze(dim) for part in taken)


def _median_of_numbers(x: Any) -> Any:
    found = _median_along(x.flatten())
    return found if found is NotImplemented else found[0]


def _run(x: Any, dim: int, sign: int) -> Any:
    """The largest (of `sign` -1 the smallest) so far, and its last place; NaN is both."""
    import torch

    if not x.dim():
        return _sort(x)
    if not 0 < x.shape[dim] <= _MOST_SORTED or not x.is_floating_point():
        return NotImplemented
    rows = x.movedim(dim, -1)
    numbers = torch.arange(rows.shape[-1], device=x.device)
    so_far = numbers.view(1, -1) <= numbers.view(-1, 1)
    others = rows.unsqueeze(-2)
    most = sign * torch.where(so_far, sign * others, -math.inf).amax(-1)
    broken = so_far & (others != others)
    any_broken = broken.any(-1)
    hit = torch.where(
        any_broken.unsqueeze(-1), broken, so_far & (others == most.unsqueeze(-1))
    )
    places = torch.where(hit, numbers, -1).amax(-1)
    values = torch.where(any_broken, math.nan, most)
    return values.movedim(-1, dim), places.movedim(-1, dim)


def _running_largest(x: Any, dim: int) -> Any:
    return _run(x, dim, 1)


def _running_smallest(x: Any, dim: int) -> Any:
    return _run(x, dim, -1)


def _is_in(
    x: Any, others: Any, *, assume_unique: bool = False, invert: bool = False
) -> Any:
    if not 0 < others.numel() <= _MOST_SORTED:
        return NotImplemented
    found = (x.unsqueeze(-1) == others.flatten()).any(-1)
    return ~found if invert else found


def _search(
    row: Any,
    x: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Any = None,
) -> Any:
    """How many of a row come before each."""
    import torch

    if not 0 < row.shape[-1] <= _MOST_SORTED:
        return NotImplemented
    row = row if sorter is None else row.gather(-1, sorter)
    row = row if row.dim() == 1 else row.unsqueeze(-2)
    value = x.unsqueeze(-1)
    # NaN comes last.
    before = ~(row > value) if right or side == "right" else ~(row >= value)
    if row.is_floating_point():
        before = before & ((row == row) | (value != value))
    return before.to(torch.int32 if out_int32 else torch.int64).sum(-1)


def _search_one(row: Any, x: Any, **options: Any) -> Any:
    return _search(row, row.new_full((), x), **options)


# So many numbers of all bins are compared at most.
_MOST_COMPARED = 1 << 22


def _histogram(x: Any, bins: int = 100, min: Any = 0, max: Any = 0) -> Any:
    """How many numbers lie in each bin; from the least to the largest of all where no
    limits are given."""
    import torch

    if not 0 < x.numel() * bins <= _MOST_COMPARED:
        return NotImplemented
    row, low, high = x.flatten(), min, max
    if low == high:
        low, high = row.amin(), row.amax()
        same = low == high
        low, high = torch.where(same, low - 1, low), torch.where(same, high + 1, high)
    place = ((row - low) / (high - low) * bins).floor().clamp(max=bins - 1)
    inside = (row >= low) & (row <= high)
    numbers = torch.arange(bins, dtype=x.dtype, device=x.device)
    hit = inside & (place == numbers.unsqueeze(-1))
    return hit.to(x.dtype).sum(-1)
