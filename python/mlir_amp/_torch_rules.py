# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What rules share that write ops of torch with others."""

from __future__ import annotations

import contextlib
import functools
from typing import Any, Callable, Iterable, Iterator


@functools.lru_cache(maxsize=None)
def _get_all() -> Any:
    import torch

    return dict(torch.export.default_decompositions().items())


def get_composites(names: Iterable[str]) -> Any:
    """Torch's own rules for ops of these names; versions of torch differ."""
    import torch

    rules = _get_all()
    packets = (getattr(torch.ops.aten, name, None) for name in names)
    ops = (
        getattr(packet, overload)
        for packet in packets
        if packet is not None
        for overload in packet.overloads()
    )
    return {op: rules[op] for op in ops if op in rules}


def get_rule(op: Any) -> Any:
    """Torch's own rule for an op; None if it has none."""
    return _get_all().get(op)


def first_of(*rules: Callable[..., Any] | None) -> Callable[..., Any]:
    """The first of some rules for an op, None for those that there are not, that takes
    what the op is given."""

    def apply(*args: Any, **options: Any) -> Any:
        for rule in filter(None, rules):
            result = rule(*args, **options)
            if result is not NotImplemented:
                return result
        return NotImplemented

    return apply


@contextlib.contextmanager
def at_location(name: str) -> Iterator[None]:
    """Ops that torch traces within are at a location of this name, called by that of the
    op that they are made of."""
    from torch.fx import traceback

    meta = traceback.current_meta
    before = meta.get("stack_trace")
    meta["stack_trace"] = f'{before or ""}\n  File "{name}", line 1, in rule\n'
    try:
        yield
    finally:
        if before is None:
            del meta["stack_trace"]
        else:
            meta["stack_trace"] = before


def along(vector: Any, x: Any, dim: int) -> Any:
    """A vector as it lies along dimension `dim` of `x`."""
    return vector.view([-1 if i == dim % x.dim() else 1 for i in range(x.dim())])
