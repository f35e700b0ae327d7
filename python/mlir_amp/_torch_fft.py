# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms of torch, by products with matrices."""

from __future__ import annotations

import math
from typing import Any, Callable, Sequence

from . import _foreign, _fourier, _torch_rules

# What is there is not low.
_PLACE = f"{_foreign.ALGEBRA}/fourier"

# They are made of transforms of real and complex numbers, along some dimensions.
_COMPOSITES = """
fft_fft fft_ifft fft_rfft fft_irfft fft_hfft fft_ihfft fft_fft2 fft_ifft2 fft_rfft2
fft_irfft2 fft_hfft2 fft_ihfft2 fft_fftn fft_ifftn fft_rfftn fft_irfftn fft_hfftn
fft_ihfftn fft_fftshift fft_ifftshift fft_fftfreq fft_rfftfreq
""".split()


def decompositions() -> Any:
    """Transforms, and windows of transforms."""
    import torch

    aten = torch.ops.aten
    table = _torch_rules.get_composites(_COMPOSITES)
    for op, rule in _torch_rules.get_composites(["stft", "istft"]).items():
        table[op] = _with_precision(rule)
    table[aten._fft_r2c.default] = _transform_real
    table[aten._fft_c2c.default] = _transform_complex
    table[aten._fft_c2r.default] = _transform_to_real
    return table


def _with_precision(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Also what goes into a transform, or comes of it, has all digits: windows and what
    they are divided by."""

    def apply(*args: Any, **options: Any) -> Any:
        with _torch_rules.at_location(_PLACE):
            return rule(*args, **options)

    return apply


def _make_constant(dtype: Any) -> Callable[[list], Any]:
    """What makes tensors of the graph that is traced, not by ops of it."""
    import torch
    from torch._subclasses.fake_tensor import unset_fake_temporarily
    from torch.fx.experimental.proxy_tensor import disable_proxy_modes_tracing

    def make(values: list) -> Any:
        with unset_fake_temporarily(), disable_proxy_modes_tracing():
            return torch.tensor(values, dtype=torch.float64).to(dtype)

    return make


def _transform_along(parts: _fourier.Parts, dims: Sequence[int], sign: int) -> Any:
    import torch

    constant = _make_constant(parts[0].dtype)
    with _torch_rules.at_location(_PLACE):
        return _fourier.transform_along(parts, dims[::-1], sign, constant, torch.movedim)


def _scale(
    parts: Sequence[Any], shape: Sequence[int], dims: Sequence[int], normalization: int
) -> list[Any]:
    """0: as they are, 1: by the root of the count, 2: by the count."""
    count = math.prod(shape[dim] for dim in dims)
    divisor = [1, math.sqrt(count), count][normalization]
    return [part if normalization == 0 else part / divisor for part in parts]


def _transform_real(x: Any, dims: Sequence[int], normalization: int, onesided: bool) -> Any:
    import torch

    parts = _transform_along((x, None), dims[-1:], -1)
    if onesided:
        half = x.shape[dims[-1]] // 2 + 1
        parts = tuple(part.narrow(dims[-1], 0, half) for part in parts)
    parts = _transform_along(parts, dims[:-1], -1)
    return torch.complex(*_scale(parts, x.shape, dims, normalization))


def _transform_complex(
    x: Any, dims: Sequence[int], normalization: int, forward: bool
) -> Any:
    import torch

    parts = torch.real(x), torch.imag(x)
    parts = _transform_along(parts, dims, -1 if forward else 1)
    return torch.complex(*_scale(parts, x.shape, dims, normalization))


def _transform_to_real(
    x: Any, dims: Sequence[int], normalization: int, last_dim_size: int
) -> Any:
    import torch

    *others, last = dims
    parts = _transform_along((torch.real(x), torch.imag(x)), others, 1)
    with _torch_rules.at_location(_PLACE):
        parts = tuple(part.movedim(last, -1) for part in parts)
        constant = _make_constant(parts[0].dtype)
        result = _fourier.transform_to_real(parts, last_dim_size, constant, _extend)
        result = result.movedim(-1, last)
    return _scale([result], result.shape, dims, normalization)[0]


def _extend(x: Any, count: int) -> Any:
    import torch

    return torch.cat([x, x.new_zeros(*x.shape[:-1], count)], -1)
