# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Torch ops on windows and pictures that importers lack or get wrong: folds, adaptive
maxima, resizing without aliases, samples at any place."""

from __future__ import annotations

import itertools
import math
from typing import Any


def corrections() -> Any:
    """What importers take, and then end a run, or compute otherwise."""
    import torch

    aten = torch.ops.aten
    return {
        aten.grid_sampler.default: _grid_sampler,
        aten.adaptive_max_pool1d.default: _adaptive_maxima,
        aten.adaptive_max_pool2d.default: _adaptive_maxima,
    }


def decompositions() -> Any:
    import torch

    aten = torch.ops.aten
    return {
        aten.col2im.default: _fold,
        aten._upsample_bilinear2d_aa.default: _resize_linear,
        aten._upsample_bicubic2d_aa.default: _resize_cubic,
    }


def spread(x: Any, dim: int, first: int, step: int, size: int) -> Any:
    """The elements of `x` at `first`, `first + step`, ... of `size` zeros; what lies
    outside goes."""
    import torch.nn.functional as F

    x = x.movedim(dim, -1)
    if first >= size:
        return x.new_zeros(*x.shape[:-1], size).movedim(-1, dim)
    if step > 1:
        x = F.pad(x.unsqueeze(-1), (0, step - 1)).flatten(-2)
    if first < 0:
        x, first = x[..., -first:], 0
    x = x[..., : size - first]
    return F.pad(x, (first, size - first - x.shape[-1])).movedim(-1, dim)


def put_back(
    part_of: Any, kernel: Any, stride: Any, padding: Any, dilation: Any, sizes: Any
) -> Any:
    """The sum over a window's offsets of what goes back there, a number for each
    place of the window: `part_of` takes the offsets and where in the input the first
    window has them."""
    total, rank = None, len(sizes)
    for offsets in itertools.product(*map(range, kernel)):
        first = [a * d - p for a, d, p in zip(offsets, dilation, padding)]
        part = part_of(offsets, first)
        for dim, place in enumerate(zip(first, stride, sizes)):
            part = spread(part, dim - rank, *place)
        total = part if total is None else total + part
    return total


def _fold(
    x: Any, sizes: Any, kernel: Any, dilation: Any, padding: Any, stride: Any
) -> Any:
    """Sums of the windows that lie at each place."""
    counts = [
        (size + 2 * p - d * (k - 1) - 1) // s + 1
        for size, k, d, p, s in zip(sizes, kernel, dilation, padding, stride)
    ]
    parts = x.unflatten(-2, (-1, *kernel)).unflatten(-1, counts)

    def part_of(offsets: Any, _: Any) -> Any:
        return parts[..., offsets[0], offsets[1], :, :]

    return put_back(part_of, kernel, stride, padding, dilation, sizes)


# Windows of their own, one after the other.
_MOST_WINDOWS = 256


def _adaptive_maxima(x: Any, counts: Any) -> Any:
    """The largest of each of so many windows, and its place; torch-mlir takes windows
    of different sizes, and all of a row, for ones that it knows."""
    import torch

    rank = len(counts)
    sizes = x.shape[-rank:]
    even = all(size % count == 0 for size, count in zip(sizes, counts))
    if even and rank == 1:
        parts = x.unflatten(-1, (counts[0], -1))
        value, within = parts.max(-1)
        return value, within + parts.shape[-1] * torch.arange(counts[0])
    if even or not 0 < math.prod(counts) <= _MOST_WINDOWS:
        return NotImplemented
    values, places = [], []
    for window in itertools.product(*map(range, counts)):
        part, firsts = x, []
        for dim, (i, count, size) in enumerate(zip(window, counts, sizes), -rank):
            first, end = i * size // count, -(-(i + 1) * size // count)
            part = part.narrow(dim, first, end - first)
            firsts.append(first)
        shape = part.shape[-rank:]
        value, within = part.flatten(-rank).max(-1)
        place = 0
        for dim, (first, size) in enumerate(zip(firsts, sizes)):
            behind = math.prod(shape[dim + 1 :])
            place = place * size + first + within // behind % shape[dim]
        values.append(value)
        places.append(place)
    return tuple(
        torch.stack(each, -1).unflatten(-1, counts) for each in (values, places)
    )


def _linear(x: Any) -> Any:
    return (1 - x.abs()).clamp(min=0)


def _cubic(x: Any) -> Any:
    """Keys's kernel, of -1/2, as PIL has it."""
    import torch

    x = x.abs()
    near = (1.5 * x - 2.5) * x * x + 1
    far = ((2.5 - 0.5 * x) * x - 4) * x + 2
    return torch.where(x < 1, near, torch.where(x < 2, far, 0.0))


def _get_shares(
    like: Any, size: int, count: int, align: bool, scale: Any, kernel: Any, reach: int
) -> Any:
    """What each of `count` numbers has of `size` ones, a column each: as far as the
    kernel reaches, which is stretched where there are fewer."""
    import torch

    if align:
        step = (size - 1) / (count - 1) if count > 1 else 0.0
    else:
        step = 1 / scale if scale else size / count
    stretched = max(step, 1.0)
    options = {"dtype": like.dtype, "device": like.device}
    center = step * (torch.arange(count, **options) + 0.5)
    places = torch.arange(size, **options).unsqueeze(-1)
    first = torch.floor(center - reach * stretched + 0.5)
    end = torch.floor(center + reach * stretched + 0.5)
    shares = kernel((places - center + 0.5) / stretched)
    shares = torch.where((places >= first) & (places < end), shares, 0.0)
    return shares / shares.sum(0)


def _resize(
    x: Any, sizes: Any, align: bool, scales: Any, kernel: Any, reach: int
) -> Any:
    for dim, (count, scale) in enumerate(zip(sizes, scales), -2):
        shares = _get_shares(x, x.shape[dim], count, align, scale, kernel, reach)
        x = (x.movedim(dim, -1) @ shares).movedim(-1, dim)
    return x


def _resize_linear(x: Any, sizes: Any, align: bool, *scales: Any) -> Any:
    return _resize(x, sizes, align, scales or (None, None), _linear, 1)


def _resize_cubic(x: Any, sizes: Any, align: bool, *scales: Any) -> Any:
    return _resize(x, sizes, align, scales or (None, None), _cubic, 2)


def _grid_sampler(x: Any, grid: Any, mode: int, padding: int, align_corners: bool) -> Any:
    """By gathers within bounds: torch-mlir reads beside the picture, of whatever is
    there, takes all paddings for zeros, and has no cubic one."""
    import torch

    cubic, reflected = mode == 2, padding == 2
    if not cubic and (x.dim() == 5 or reflected):
        return _sample(x, grid, mode == 1, padding, align_corners)
    if x.dim() != 4:
        return NotImplemented
    sampler = torch.ops.aten.grid_sampler_2d
    table = torch._decomp.get_decompositions([sampler])
    return table[sampler.default](x, grid, mode, padding, align_corners)


def _reflect(x: Any, low: float, high: float) -> Any:
    import torch

    span = high - low
    if span == 0:
        return torch.zeros_like(x)
    x = (x - low).abs()
    flips = torch.floor(x / span)
    rest = x - flips * span
    even = flips == 2 * torch.floor(flips / 2)
    return torch.where(even, rest + low, high - rest)


def _place(x: Any, size: int, padding: int, align_corners: bool) -> Any:
    """Where in so many numbers a coordinate from -1 to 1 is."""
    at = (x + 1) * ((size - 1) / 2) if align_corners else ((x + 1) * size - 1) / 2
    if padding == 2:
        edge = 0.0 if align_corners else 0.5
        at = _reflect(at, -edge, size - 1 + edge)
    return at.clamp(0, size - 1) if padding else at


def _sample(x: Any, grid: Any, nearest: bool, padding: int, align_corners: bool) -> Any:
    """From the numbers around each place, or the nearest one; nought beside them all
    with padding 0."""
    import torch

    sizes, batch = x.shape[2:], x.shape[0]
    rank = len(sizes)
    # The last dimension comes first in a grid.
    at = [
        _place(grid[..., rank - 1 - dim], size, padding, align_corners)
        for dim, size in enumerate(sizes)
    ]
    numbers = x.flatten(2)
    first = [torch.round(each) if nearest else torch.floor(each) for each in at]
    total = None
    for corner in itertools.product((0, 1), repeat=0 if nearest else rank):
        index: Any = 0
        weight: Any = 1
        for dim, size in enumerate(sizes):
            place = first[dim]
            if not nearest:
                share = at[dim] - first[dim]
                place = place + corner[dim]
                weight = weight * (share if corner[dim] else 1 - share)
            inside = (place >= 0) & (place <= size - 1)
            weight = weight * inside.to(x.dtype)
            index = index * size + place.clamp(0, size - 1).to(torch.int64)
        index = index.view(batch, 1, -1).expand(-1, numbers.shape[1], -1)
        part = numbers.gather(2, index).unflatten(2, grid.shape[1:-1])
        part = part * weight.unsqueeze(1)
        total = part if total is None else total + part
    return total
