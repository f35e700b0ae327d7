# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms of torch, and what importers lack of complex numbers."""

from __future__ import annotations

import math
from typing import Any, Callable, Sequence

from . import _foreign, _fourier

# What is there is not low.
_PLACE = f"{_foreign.ALGEBRA}/fourier"


def decompositions() -> Any:
    """Transforms, windows of transforms, and parts of complex numbers."""
    import torch

    aten = torch.ops.aten
    torch_rules = torch.export.default_decompositions()
    table = {
        op: rule
        for op, rule in torch_rules.items()
        if op.name().startswith("aten::fft_")
    }
    for op in aten.stft.default, aten.stft.center, aten.istft.default:
        if op in torch_rules:
            table[op] = _with_precision(torch_rules[op])
    table[aten._fft_r2c.default] = _transform_real
    table[aten._fft_c2c.default] = _transform_complex
    table[aten._fft_c2r.default] = _transform_to_real
    table[aten.abs.default] = _absolute
    table[aten.angle.default] = _angle
    table[aten.polar.default] = _polar
    table[aten._to_copy.default] = _convert
    table[aten.mul.Tensor] = _multiply
    table[aten.div.Tensor] = _divide
    table[aten.exp.default] = _exponential
    table[aten._conj.default] = _conjugate
    table[aten.conj_physical.default] = _conjugate
    table[aten.conj.default] = _conjugate
    return table


def _with_precision(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Also what goes into a transform, or comes of it, has all digits: windows and what
    they are divided by."""

    def apply(*args: Any, **options: Any) -> Any:
        with _foreign.at_location(_PLACE):
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
    for dim in reversed(dims):
        real, imaginary = parts
        moved = real.movedim(dim, -1), None
        if imaginary is not None:
            moved = moved[0], imaginary.movedim(dim, -1)
        with _foreign.at_location(_PLACE):
            real, imaginary = _fourier.transform(moved, sign, _make_constant(real.dtype))
        parts = real.movedim(-1, dim), imaginary.movedim(-1, dim)
    return parts


def _scale(x: Any, shape: Sequence[int], dims: Sequence[int], normalization: int) -> Any:
    """0: as it is, 1: by the root of the count, 2: by the count."""
    count = math.prod(shape[dim] for dim in dims)
    return x if normalization == 0 else x / (math.sqrt(count) if normalization == 1 else count)


def _transform_real(x: Any, dims: Sequence[int], normalization: int, onesided: bool) -> Any:
    import torch

    parts = _transform_along((x, None), dims[-1:], -1)
    if onesided:
        parts = [part.narrow(dims[-1], 0, x.shape[dims[-1]] // 2 + 1) for part in parts]
    parts = _transform_along(tuple(parts), dims[:-1], -1)
    return torch.complex(*(_scale(part, x.shape, dims, normalization) for part in parts))


def _transform_complex(
    x: Any, dims: Sequence[int], normalization: int, forward: bool
) -> Any:
    import torch

    parts = torch.real(x), torch.imag(x)
    parts = _transform_along(parts, dims, -1 if forward else 1)
    return torch.complex(*(_scale(part, x.shape, dims, normalization) for part in parts))


def _transform_to_real(
    x: Any, dims: Sequence[int], normalization: int, last_dim_size: int
) -> Any:
    import torch

    real, imaginary = _transform_along((torch.real(x), torch.imag(x)), dims[:-1], 1)
    last = dims[-1]
    half = last_dim_size // 2 + 1
    parts = tuple(
        part.movedim(last, -1).narrow(-1, 0, half) for part in (real, imaginary)
    )
    with _foreign.at_location(_PLACE):
        constant = _make_constant(real.dtype)
        result = _fourier.transform_to_real(parts, last_dim_size, constant, _extend)
    result = result.movedim(-1, last)
    return _scale(result, result.shape, dims, normalization)


def _extend(x: Any, count: int) -> Any:
    import torch

    return torch.cat([x, x.new_zeros(*x.shape[:-1], count)], -1)


def _absolute(x: Any) -> Any:
    import torch

    if not x.is_complex():
        return NotImplemented
    real, imaginary = torch.real(x), torch.imag(x)
    return torch.sqrt(real * real + imaginary * imaginary)


def _angle(x: Any) -> Any:
    import torch

    if x.is_complex():
        return torch.atan2(torch.imag(x), torch.real(x))
    if not x.is_floating_point():
        return NotImplemented
    turned = torch.where(x < 0, math.pi, 0.0)
    return torch.where(torch.isnan(x), x, turned)


def _polar(size: Any, angle: Any) -> Any:
    import torch

    return torch.complex(size * torch.cos(angle), size * torch.sin(angle))


def _convert(x: Any, *, dtype: Any = None, **options: Any) -> Any:
    """From real numbers to complex ones."""
    import torch

    if dtype is None or not dtype.is_complex or x.is_complex():
        return NotImplemented
    real = x.to(dtype.to_real())
    return torch.complex(real, torch.zeros_like(real))


def _is_complex(x: Any) -> bool:
    return isinstance(x, complex) or (hasattr(x, "is_complex") and x.is_complex())


def _scaled(x: Any, apply: Callable[[Any], Any]) -> Any:
    import torch

    return torch.complex(apply(torch.real(x)), apply(torch.imag(x)))


def _multiply(x: Any, y: Any) -> Any:
    """Complex numbers by real ones, tensors or not."""
    if _is_complex(y):
        x, y = y, x
    if not _is_complex(x) or _is_complex(y):
        return NotImplemented
    return _scaled(x, lambda part: part * y)


def _divide(x: Any, y: Any) -> Any:
    import torch

    if not _is_complex(y):
        return _scaled(x, lambda part: part / y) if _is_complex(x) else NotImplemented
    real, imaginary = torch.real(y), torch.imag(y)
    square = real * real + imaginary * imaginary
    return x * torch.complex(real / square, -imaginary / square)


def _exponential(x: Any) -> Any:
    import torch

    if not x.is_complex():
        return NotImplemented
    return _polar(torch.exp(torch.real(x)), torch.imag(x))


def _conjugate(x: Any) -> Any:
    import torch

    return torch.complex(torch.real(x), -torch.imag(x)) if x.is_complex() else x
