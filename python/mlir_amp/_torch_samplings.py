# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Paddings of torch that crop, repetitions of the nearest number and their gradients,
written with other ops: importers lack them or get them wrong."""

from __future__ import annotations

from typing import Any

from ._torch_ops import sum_rows


def crops(x: Any, pad: Any, *_: Any) -> bool:
    """Whether a padding also takes away: torch-mlir has the wrong elements then."""
    return min(pad, default=0) < 0


def _pad(x: Any, pad: Any, mode: str = "constant", value: Any = None) -> Any:
    import torch

    if mode == "constant":
        return _pad_constant(x, pad, value or 0)
    more = [max(size, 0) for size in pad]
    if any(more):
        x = torch.ops.aten.pad.default(x, more, mode)
    return _crop(x, pad)


def _pad_constant(x: Any, pad: Any, value: Any = 0) -> Any:
    """In two steps."""
    import torch

    x, more = _crop(x, pad), [max(size, 0) for size in pad]
    return torch.ops.aten.constant_pad_nd.default(x, more, value) if any(more) else x


def _crop(x: Any, pad: Any) -> Any:
    """Without what negative sizes of a padding take away."""
    for dim, (low, high) in enumerate(zip(pad[::2], pad[1::2])):
        start, end = max(-low, 0), x.shape[-1 - dim] - max(-high, 0)
        x = x.narrow(-1 - dim, start, end - start)
    return x


# By the names of ops of which some are taken apart, as `crops` says.
PADDINGS = {"pad": _pad, "constant_pad_nd": _pad_constant}


def _nearest(count: int, size: int, scale: Any, exact: bool) -> Any:
    """Which of `count` numbers each of `size` is taken from."""
    import torch

    step = 1 / scale if scale else count / size
    places = torch.arange(size, dtype=torch.float32) + (0.5 if exact else 0.0)
    return torch.floor(places * step).clamp(max=count - 1).to(torch.int64)


def _repeat(x: Any, output_size: Any, scales: Any, exact: bool) -> Any:
    """Takes rows by index, along one dimension after the other."""
    import torch

    scales = scales or (None,) * len(output_size)
    for dim, (size, scale) in enumerate(zip(output_size, scales), 2):
        x = torch.index_select(x, dim, _nearest(x.shape[dim], size, scale, exact))
    return x


def _add_repeated(
    gradient: Any, output_size: Any, input_size: Any, scales: Any, exact: bool
) -> Any:
    """Adds up what each number was repeated for, along one dimension after the
    other."""
    scales = scales or (None,) * len(output_size)
    for dim, (size, scale) in enumerate(zip(output_size, scales), 2):
        count = input_size[dim]
        taken = _nearest(count, size, scale, exact)
        gradient = sum_rows(gradient, dim, taken, count)
    return gradient


def _repeat_nearest(x: Any, size: Any, *scales: Any) -> Any:
    return _repeat(x, size, scales, exact=False)


def _repeat_exact(x: Any, size: Any, *scales: Any) -> Any:
    return _repeat(x, size, scales, exact=True)


def _add_nearest(gradient: Any, size: Any, input_size: Any, *scales: Any) -> Any:
    return _add_repeated(gradient, size, input_size, scales, exact=False)


def _add_exact(gradient: Any, size: Any, input_size: Any, *scales: Any) -> Any:
    return _add_repeated(gradient, size, input_size, scales, exact=True)


SAMPLINGS = {
    "upsample_nearest": (_repeat_nearest, _add_nearest),
    "_upsample_nearest_exact": (_repeat_exact, _add_exact),
}
