# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Complex numbers of torch, by their parts: importers lack most ops of them."""

from __future__ import annotations

from typing import Any, Callable

from . import _foreign, _torch_rules

# What is there is not low, as complex numbers themselves are not: parts of a spectrum
# differ by orders of magnitude, and parts of products cancel.
_PLACE = f"{_foreign.ALGEBRA}/complex"

# Ops that do the same to each part, for which torch has no rule.
_ALIKE = ("roll",)
# From parts to numbers and back.
_BETWEEN = ("complex", "real", "imag", "view_as_real")


def decompositions(program: Any) -> Any:
    """For the ops of a `torch.export.ExportedProgram` that has complex numbers: torch's
    own rules for pairs of real tensors, of its versions that have them."""
    try:
        from torch._subclasses.complex_tensor._ops import common
    except ImportError:
        return {}
    ops = {
        node.target
        for node in program.graph.nodes
        if node.op == "call_function" and _touches_complex(node)
    }
    if not ops:
        return {}
    for key in common.COMPLEX_OPS_TABLE:
        overloads = getattr(key, "overloads", None)  # A packet, or one of its ops.
        ops.update([getattr(key, name) for name in overloads()] if overloads else [key])
    return {
        op: _by_parts(op)
        for op in ops
        if hasattr(op, "overloadpacket") and op.overloadpacket.__name__ not in _BETWEEN
    }


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


def _by_parts(op: Any) -> Callable[..., Any]:
    """The op on complex tensors, NotImplemented where it is given none or torch has no
    rule."""
    from torch._subclasses.complex_tensor._ops import common

    if own := _OWN.get(op.name()):
        return own
    rules = common.COMPLEX_OPS_TABLE
    of_pairs = rules.get(op) or rules.get(op.overloadpacket)
    if op.overloadpacket.__name__ in _ALIKE:
        of_pairs = _on_each_part(op)

    def apply(*args: Any, **options: Any) -> Any:
        import torch
        from torch._subclasses.complex_tensor import ComplexTensor
        from torch.utils import _pytree

        leaves = _pytree.tree_leaves((args, options))
        if not any(isinstance(x, torch.Tensor) and is_complex(x) for x in leaves):
            return NotImplemented
        if of_pairs is None:  # Other ops may stand for it.
            rule = _torch_rules.get_rule(op)
            return NotImplemented if rule is None else rule(*args, **options)

        def pair(x: Any) -> Any:
            if not isinstance(x, torch.Tensor) or not is_complex(x):
                return x
            return ComplexTensor(torch.real(x), torch.imag(x))

        def join(x: Any) -> Any:
            return torch.complex(x.re, x.im) if isinstance(x, ComplexTensor) else x

        with _torch_rules.at_location(_PLACE):
            args, options = _pytree.tree_map(pair, (args, options))
            return _pytree.tree_map(join, of_pairs(*args, **options))

    return apply


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


# Rules for complex numbers of what torch has none for.
_OWN: dict[str, Callable[..., Any]] = {
    "aten::linalg_solve": _solve,
    "aten::linalg_inv": _invert,
    "aten::inverse": _invert,
}


def _on_each_part(op: Any) -> Callable[..., Any]:
    def apply(x: Any, *args: Any, **options: Any) -> Any:
        parts = (op(part, *args, **options) for part in (x.re, x.im))
        return type(x)(*parts)

    return apply


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
