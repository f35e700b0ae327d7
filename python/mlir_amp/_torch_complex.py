# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Complex numbers of torch, by their parts: importers lack most ops of them."""

from __future__ import annotations

import math
from typing import Any, Callable

from . import _foreign, _torch_rules

# What is there is not low, as complex numbers themselves are not: parts of a spectrum
# differ by orders of magnitude, and parts of products cancel.
_PLACE = f"{_foreign.ALGEBRA}/complex"

# From parts to numbers and back.
_BETWEEN = ("complex", "real", "imag", "view_as_real")


def rules() -> dict[Any, Callable[..., Any]]:
    """For complex numbers, or what makes them, of what torch has no rules for, not in
    all of its versions, or such as take more products."""
    import torch

    aten = torch.ops.aten
    table = {
        aten.abs.default: _absolute,
        aten.angle.default: _angle,
        aten.polar.default: _polar,
        aten._to_copy.default: _convert,
        aten.mul.Tensor: _multiply,
        aten.div.Tensor: _divide,
        aten.exp.default: _exponential,
        aten.roll.default: _roll,
        aten.linalg_solve.default: _solve,
        aten.linalg_inv.default: _invert,
        aten.inverse.default: _invert,
    }
    for op in (aten.full.default, aten.zeros.default, aten.ones.default):
        table[op] = _make_filled(op)
    for op in (aten._conj, aten.conj_physical, aten.conj):
        table[op.default] = _conjugate
    return table


def add_rules(table: Any, program: Any) -> Any:
    """The table with rules for complex numbers, where a `torch.export.ExportedProgram`
    has them: ours, then torch's own for pairs of real tensors, of its versions that have
    them, then those of the table, then what torch takes an op apart by."""
    try:
        from torch._subclasses.complex_tensor._ops import common
    except ImportError:
        return table
    ops = {
        node.target
        for node in program.graph.nodes
        if node.op == "call_function" and _touches_complex(node)
    }
    if not ops:
        return table
    of_pairs = common.COMPLEX_OPS_TABLE
    for key in of_pairs:
        overloads = getattr(key, "overloads", None)  # A packet, or one of its ops.
        ops.update([getattr(key, name) for name in overloads()] if overloads else [key])
    own, known = rules(), dict(table.items())
    for op in ops:
        packet = getattr(op, "overloadpacket", None)
        if packet is None or packet.__name__ in _BETWEEN:
            continue
        table[op] = _torch_rules.first_of(
            own.get(op),
            _if_complex(_by_parts(of_pairs.get(op) or of_pairs.get(packet))),
            known.get(op),
            _if_complex(_torch_rules.get_rule(op)),
        )
    return table


def _touches_complex(node: Any) -> bool:
    values = [node.meta.get("val")]
    values += [x.meta.get("val") for x in node.all_input_nodes]
    return any(map(is_complex, [*values, *node.args]))


def is_complex(x: Any) -> bool:
    """Whether a number or a tensor is complex."""
    import torch

    if isinstance(x, torch.Tensor):
        return x.is_complex()
    return isinstance(x, complex)


def _if_complex(rule: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """The rule, if there is one, for an op that is given complex tensors."""

    def apply(*args: Any, **options: Any) -> Any:
        import torch
        from torch.utils import _pytree

        leaves = _pytree.tree_leaves((args, options))
        if not any(isinstance(x, torch.Tensor) and is_complex(x) for x in leaves):
            return NotImplemented
        return rule(*args, **options)  # type: ignore[misc]

    return None if rule is None else apply


def _by_parts(of_pairs: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """A rule of torch's for pairs of tensors, as one for complex tensors."""

    def apply(*args: Any, **options: Any) -> Any:
        import torch
        from torch._subclasses.complex_tensor import ComplexTensor
        from torch.utils import _pytree

        def pair(x: Any) -> Any:
            if not isinstance(x, torch.Tensor) or not is_complex(x):
                return x
            return ComplexTensor(torch.real(x), torch.imag(x))

        def join(x: Any) -> Any:
            return torch.complex(x.re, x.im) if isinstance(x, ComplexTensor) else x

        with _torch_rules.at_location(_PLACE):
            args, options = _pytree.tree_map(pair, (args, options))
            return _pytree.tree_map(join, of_pairs(*args, **options))  # type: ignore[misc]

    return None if of_pairs is None else apply


def _solve(matrix: Any, right: Any, *, left: bool = True) -> Any:
    """A system of real numbers, twice as large."""
    import torch

    if not is_complex(matrix) and not is_complex(right):
        return NotImplemented
    is_vector = right.dim() == 1 or right.shape == matrix.shape[:-1]
    if is_vector:
        return _solve(matrix, right.unsqueeze(-1)).squeeze(-1)
    if not left:
        return _solve(matrix.mT, right.mT).mT
    with _torch_rules.at_location(_PLACE):
        real, imaginary = _take_apart(matrix)
        rows = [torch.cat([real, -imaginary], -1), torch.cat([imaginary, real], -1)]
        right = torch.cat(_take_apart(right), -2)
        found = torch.linalg.solve(torch.cat(rows, -2), right)
        return torch.complex(*found.chunk(2, -2))


def _invert(matrix: Any) -> Any:
    import torch

    if not is_complex(matrix):
        return NotImplemented
    real = torch.real(matrix)
    return _solve(matrix, torch.eye(real.shape[-1], dtype=real.dtype).expand_as(real))


def _take_apart(x: Any) -> list[Any]:
    import torch

    return [torch.real(x), torch.imag(x)] if is_complex(x) else [x, torch.zeros_like(x)]


def _absolute(x: Any) -> Any:
    import torch

    if not x.is_complex():
        return NotImplemented
    return hypotenuse(torch.real(x), torch.imag(x))


def hypotenuse(x: Any, y: Any) -> Any:
    """The root of the sum of two squares."""
    import torch

    return torch.sqrt(x * x + y * y)


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


def _make_filled(op: Any) -> Callable[..., Any]:
    """What makes a tensor of one number, which may be complex."""

    def fill(size: Any, *value: Any, dtype: Any = None, **options: Any) -> Any:
        import torch

        if dtype is None and any(isinstance(x, complex) for x in value):
            dtype = torch.get_default_dtype().to_complex()
        if dtype is None or not dtype.is_complex:
            return NotImplemented
        of_parts = [[part] for x in value for part in (complex(x).real, complex(x).imag)]
        real, imaginary = of_parts or ([], [])
        options["dtype"] = dtype.to_real()
        made = op(size, *real, **options)
        other = op(size, *imaginary, **options) if value else torch.zeros_like(made)
        return torch.complex(made, other)

    return fill


def _convert(x: Any, *, dtype: Any = None, **options: Any) -> Any:
    """From real numbers to complex ones."""
    import torch

    if dtype is None or not dtype.is_complex or x.is_complex():
        return NotImplemented
    real = x.to(dtype.to_real())
    return torch.complex(real, torch.zeros_like(real))


def _on_each_part(x: Any, apply: Callable[[Any], Any]) -> Any:
    import torch

    return torch.complex(apply(torch.real(x)), apply(torch.imag(x)))


def _multiply(x: Any, y: Any) -> Any:
    """Complex numbers by real ones, tensors or not; one complex number by tensors."""
    import torch

    if isinstance(x, complex) or (is_complex(y) and not isinstance(y, complex)):
        x, y = y, x
    if isinstance(y, complex):
        if not is_complex(x):
            return torch.complex(x * y.real, x * y.imag)
        real, imaginary = torch.real(x), torch.imag(x)
        return torch.complex(
            real * y.real - imaginary * y.imag, real * y.imag + imaginary * y.real
        )
    if not is_complex(x) or is_complex(y):
        return NotImplemented
    return _on_each_part(x, lambda part: part * y)


def _divide(x: Any, y: Any) -> Any:
    import torch

    if not is_complex(y):
        return _on_each_part(x, lambda part: part / y) if is_complex(x) else NotImplemented
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


def _roll(x: Any, *args: Any) -> Any:
    import torch

    if not x.is_complex():
        return NotImplemented
    with _torch_rules.at_location(_PLACE):
        return _on_each_part(x, lambda part: torch.roll(part, *args))


def drop_pairs(graph: Any) -> None:
    """Has what reads a part of a number that was made of parts read that."""
    import torch

    aten, any_dropped = torch.ops.aten, False
    for node in list(graph.nodes):
        number, place = _find_part(node, aten)
        if getattr(number, "target", None) is aten.complex.default:
            part = number.args[place]
            if part.meta["val"].shape == node.meta["val"].shape:
                # Results are known by the names of their nodes.
                node.replace_all_uses_with(part, lambda user: user.op != "output")
                any_dropped = True
    if any_dropped:
        graph.eliminate_dead_code()


def _find_part(node: Any, aten: Any) -> tuple[Any, int]:
    """The complex number that a node has a part of, and which; None if it has none."""
    if node.target in (aten.real.default, aten.imag.default):
        return node.args[0], int(node.target is aten.imag.default)
    if node.target is aten.select.int:
        parts, dim, place = node.args
        if getattr(parts, "target", None) is aten.view_as_real.default:
            if dim in (-1, parts.meta["val"].dim() - 1):
                return parts.args[0], place % 2
    return None, 0
