# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Special functions of torch that importers lack, to the digits of f32: by Lanczos's
series, the asymptotic one of the digamma function, polynomials for Bessel functions
(Abramowitz and Stegun 9.8.1 to 9.8.4) and for the inverse of erf (Giles, 2010)."""

from __future__ import annotations

import math
from typing import Any, Sequence


def decompositions() -> Any:
    import torch

    aten = torch.ops.aten
    rules = {
        aten.lgamma.default: _log_gamma,
        aten.digamma.default: _digamma,
        aten.erfinv.default: _inverse_error,
        aten.i0.default: _bessel_0,
        aten.special_i0e.default: _scaled_bessel_0,
        aten.special_i1.default: _bessel_1,
        aten.special_i1e.default: _scaled_bessel_1,
    }
    return {op: _of_f32(rule) for op, rule in rules.items()}


def _of_f32(rule: Any) -> Any:
    """Integers are numbers; what has more digits is left."""
    import torch

    def apply(x: Any) -> Any:
        if x.dtype in (torch.float64, torch.complex64, torch.complex128):
            return NotImplemented
        return rule(x if x.is_floating_point() else x.to(torch.float32))

    return apply


def _polynomial(x: Any, factors: Sequence[float]) -> Any:
    """With the factor of the highest power first."""
    total: Any = factors[0]
    for factor in factors[1:]:
        total = total * x + factor
    return total


_LANCZOS = (
    676.5203681218851,
    -1259.1392167224028,
    771.32342877765313,
    -176.61502916214059,
    12.507343278686905,
    -0.13857109526572012,
    9.9843695780195716e-6,
    1.5056327351493116e-7,
)


def _log_gamma(x: Any) -> Any:
    import torch

    mirrored = x < 0.5
    y = torch.where(mirrored, -x, x - 1)
    total = 0.99999999999980993 + sum(
        factor / (y + (k + 1)) for k, factor in enumerate(_LANCZOS)
    )
    base = y + 7.5
    # So that two large terms do not cancel.
    logarithm = math.log(7.5) + torch.log1p(y / 7.5)
    found = (
        (y + 0.5 - base / logarithm) * logarithm
        + torch.log(total)
        + math.log(2 * math.pi) / 2
    )
    rest = x - torch.floor(x)
    sine = torch.sin(math.pi * torch.minimum(rest, 1 - rest))
    reflected = math.log(math.pi) - torch.log(sine) - found
    found = torch.where(mirrored, reflected, found)
    return torch.where(x.abs() == math.inf, math.inf, found)


def _digamma(x: Any) -> Any:
    import torch

    mirrored = x < 0.5
    y = torch.where(mirrored, 1 - x, x)
    steps = 6
    below = sum(1 / (y + k) for k in range(steps))
    far = y + steps
    square = 1 / (far * far)
    tail = square * _polynomial(square, (1 / 252, -1 / 120, 1 / 12))
    found = torch.log(far) - 0.5 / far - tail - below
    rest = x - torch.floor(x)
    reflected = found - math.pi / torch.tan(math.pi * rest)
    found = torch.where(mirrored, reflected, found)
    pole = torch.where(x == 0, torch.where(1 / x < 0, math.inf, -math.inf), math.nan)
    return torch.where((x <= 0) & (rest == 0), pole, found)


# By Giles, of the logarithm less 2.5 and of its root less 3.
_CENTRAL = (
    2.81022636e-08,
    3.43273939e-07,
    -3.5233877e-06,
    -4.39150654e-06,
    0.00021858087,
    -0.00125372503,
    -0.00417768164,
    0.246640727,
    1.50140941,
)
_TAIL = (
    -0.000200214257,
    0.000100950558,
    0.00134934322,
    -0.00367342844,
    0.00573950773,
    -0.0076224613,
    0.00943887047,
    1.00167406,
    2.83297682,
)


def _inverse_error(x: Any) -> Any:
    import torch

    far = -torch.log((1 - x) * (1 + x))
    central = _polynomial(far - 2.5, _CENTRAL)
    tail = _polynomial(torch.sqrt(far.clamp(min=5)) - 3, _TAIL)
    found = torch.where(far < 5, central, tail) * x
    beyond = torch.where(x.abs() == 1, x * math.inf, math.nan)
    return torch.where(x.abs() < 1, found, beyond)


# Factors of (x / 3.75)^2, and of 3.75 / x behind 3.75.
_I0_NEAR = (0.0045813, 0.0360768, 0.2659732, 1.2067492, 3.0899424, 3.5156229, 1.0)
_I0_FAR = (
    0.00392377,
    -0.01647633,
    0.02635537,
    -0.02057706,
    0.00916281,
    -0.00157565,
    0.00225319,
    0.01328592,
    0.39894228,
)
_I1_NEAR = (0.00032411, 0.00301532, 0.02658733, 0.15084934, 0.51498869, 0.87890594, 0.5)
_I1_FAR = (
    -0.00420059,
    0.01787654,
    -0.02895312,
    0.02282967,
    -0.01031555,
    0.00163801,
    -0.00362018,
    -0.03988024,
    0.39894228,
)


def _bessel(x: Any, near: Any, far: Any, scaled: bool, odd: bool = False) -> Any:
    """Of x that is not negative; with `scaled` times exp(-x). An odd one is x times a
    polynomial near nought."""
    import torch

    small = _polynomial((x / 3.75) ** 2, near)
    if odd:
        small = x * small
    behind = x.clamp(min=3.75)
    large = _polynomial(3.75 / behind, far) / torch.sqrt(behind)
    if scaled:
        small = small * torch.exp(-x)
    else:
        large = large * torch.exp(behind)
    return torch.where(x < 3.75, small, large)


def _bessel_0(x: Any) -> Any:
    return _bessel(x.abs(), _I0_NEAR, _I0_FAR, scaled=False)


def _scaled_bessel_0(x: Any) -> Any:
    return _bessel(x.abs(), _I0_NEAR, _I0_FAR, scaled=True)


def _odd(x: Any, scaled: bool) -> Any:
    import torch

    found = _bessel(x.abs(), _I1_NEAR, _I1_FAR, scaled, odd=True)
    return torch.where(x < 0, -found, found)


def _bessel_1(x: Any) -> Any:
    return _odd(x, scaled=False)


def _scaled_bessel_1(x: Any) -> Any:
    return _odd(x, scaled=True)
