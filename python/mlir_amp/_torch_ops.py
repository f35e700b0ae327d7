# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Torch ops that importers to linalg lack or get wrong, written with others."""

from __future__ import annotations

import functools
import math
from typing import Any

from . import (
    _torch_complex,
    _torch_fft,
    _torch_linalg,
    _torch_order,
    _torch_rules,
    _torch_special,
    _torch_windows,
)

# More frames than these in one place are added by index.
_MOST_PARTS = 32


# What Python's operators call, and importers do not know.
_BIT_OPS = {
    "__and__": "bitwise_and",
    "__or__": "bitwise_or",
    "__xor__": "bitwise_xor",
    "__lshift__": "bitwise_left_shift",
    "__rshift__": "bitwise_right_shift",
}


def corrections(program: Any) -> Any:
    """What importers take, but do not compute as torch does, and what they lack of
    linear algebra, Fourier transforms and complex numbers."""
    return _torch_complex.add_rules(_corrections(), program)


def _corrections() -> Any:
    import torch

    aten = torch.ops.aten
    table = torch._decomp.get_decompositions(
        [
            aten.binary_cross_entropy_with_logits,
            aten.log_sigmoid_forward,
            aten.max_unpool2d,
            aten.renorm,
        ]
    )
    table[aten.gelu.default] = _gelu
    table[aten.log_sigmoid.default] = _log_sigmoid
    table[aten.isfinite.default] = _is_finite
    table[aten.eq.Tensor] = _equals
    table[aten.unfold_backward.default] = _overlap
    table[aten.embedding_bag.padding_idx] = _embedding_bag
    table[aten.embedding_bag.default] = _embedding_bag
    table[aten.hypot.default] = _torch_complex.hypotenuse
    for name, plain in _BIT_OPS.items():
        op, plain_op = getattr(aten, name), getattr(aten, plain)
        table[op.Tensor] = plain_op.Tensor
        table[op.Scalar] = functools.partial(_with_number, plain_op.Tensor)
    table.update(_torch_complex.rules())
    table.update(_torch_fft.decompositions())
    table.update(_torch_linalg.decompositions())
    table.update(_torch_windows.corrections())
    return table


def decompositions(program: Any) -> Any:
    """Torch's own table of core ops, and ours for what importers lack."""
    import torch

    aten = torch.ops.aten
    table = torch.export.default_decompositions()
    table.update(
        torch._decomp.get_decompositions(
            [
                aten._adaptive_avg_pool2d,
                aten.addmv,
                aten.upsample_linear1d.vec,
                aten.upsample_bilinear2d.vec,
                aten.upsample_trilinear3d.vec,
            ]
        )
    )
    # What torch writes with one of these, it does not take apart by itself.
    table[aten.adaptive_avg_pool2d.default] = table[aten._adaptive_avg_pool2d.default]
    table.update(_corrections())
    table[aten._native_batch_norm_legit_no_training.default] = _batch_norm
    table[aten._native_batch_norm_legit.no_stats] = _batch_norm_of_batch
    table[aten.cumsum.default] = _cumulative_sum
    table[aten.cumprod.default] = _cumulative_product
    table[aten.logcumsumexp.default] = _cumulative_log_sum
    table[aten.squeeze.dims] = _squeeze
    table[aten.roll.default] = _roll
    table[aten.scatter.value] = _scatter_value
    table[aten.scatter.src] = _scatter
    table[aten.index_add.default] = _index_add
    table[aten.index_put.default] = _index_put
    table[aten.index_copy.default] = _put_rows
    table[aten.index_fill.int_Scalar] = _fill_rows
    table[aten.cdist.default] = _distances
    table[aten.scatter_add.default] = _scatter_add
    table[aten.scatter_reduce.two] = _scatter_reduce
    table.update(_torch_order.decompositions())
    table.update(_torch_windows.decompositions())
    table.update(_torch_special.decompositions())
    table[aten.eye.default] = table[aten.eye.m] = _identity
    table[aten.dist.default] = _distance
    quantize = aten.fake_quantize_per_channel_affine
    table[quantize.default] = _quantize_channels
    table[aten.fake_quantize_per_channel_affine_cachemask.default] = _quantize_with_mask
    table[aten.signbit.default] = _has_sign
    return _torch_complex.add_rules(table, program)


def _gelu(x: Any, *, approximate: str = "none") -> Any:
    """By tanh with sqrt(2 / pi) in full; torch-mlir has 0.797724 for 0.797885."""
    import torch

    if approximate != "tanh":
        return NotImplemented
    inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)
    return 0.5 * x * (1 + torch.tanh(inner))


def _log_sigmoid(x: Any) -> Any:
    """Finite: torch-mlir takes the logarithm of a sigmoid, which may be nought."""
    import torch

    return torch.clamp(x, max=0) - torch.log1p(torch.exp(-torch.abs(x)))


def _is_finite(x: Any) -> Any:
    """False for NaN, too; torch-mlir says so of infinities alone."""
    import torch

    return torch.abs(x) < math.inf if x.is_floating_point() else NotImplemented


def _with_number(op: Any, x: Any, number: Any) -> Any:
    return op(x, x.new_full((), number))


def _equals(x: Any, y: Any) -> Any:
    """NaN is not equal to itself; torch-mlir says that all is."""
    return x <= x if x is y and x.is_floating_point() else NotImplemented


def _overlap(frames: Any, sizes: Any, dim: int, size: int, step: int) -> Any:
    """Sums frames that lie `step` elements after one another, by the parts of as many
    elements; torch has them added by index."""
    import torch

    count = -(-size // step)
    if count > _MOST_PARTS:
        return NotImplemented
    pad, x = torch.nn.functional.pad, frames.movedim(dim, -2)
    parts = pad(x, (0, count * step - size)).unflatten(-1, (count, step))
    total = sum(pad(parts[..., i, :], (0, 0, i, count - 1 - i)) for i in range(count))
    row = total.flatten(-2)
    missing = sizes[dim] - row.shape[-1]
    row = pad(row, (0, missing)) if missing > 0 else row[..., : sizes[dim]]
    return row.movedim(-1, dim)


def _embedding_bag(
    table: Any,
    indices: Any,
    offsets: Any,
    scale_grad: bool = False,
    mode: int = 0,
    sparse: bool = False,
    weights: Any = None,
    last_offset: bool = False,
    padding: Any = None,
) -> Any:
    """Sums of rows, each times its weight; torch-mlir leaves the weights out."""
    import torch

    if weights is None or indices.dim() != 1:
        return NotImplemented
    if last_offset:
        offsets = offsets[:-1]
    rows = table[indices] * weights.unsqueeze(1)
    if padding is not None:
        rows = rows * (indices != padding).unsqueeze(1)
    places = torch.arange(indices.shape[0]).unsqueeze(1)
    bags = (places >= offsets.unsqueeze(0)).sum(1) - 1
    sums = table.new_zeros(offsets.shape[0], table.shape[1])
    bag_of_none = offsets.new_zeros(0)
    return _index_add(sums, 0, bags, rows), bags, bag_of_none, bag_of_none


def _batch_norm(
    x: Any, weight: Any, bias: Any, mean: Any, variance: Any, momentum: Any, eps: Any
) -> Any:
    shape = [1, -1] + [1] * (x.dim() - 2)
    scale = (variance + eps).rsqrt()
    result = (x - mean.view(shape)) * scale.view(shape)
    result = result if weight is None else result * weight.view(shape)
    result = result if bias is None else result + bias.view(shape)
    return result, x.new_empty(0), x.new_empty(0)


def _batch_norm_of_batch(
    x: Any, weight: Any, bias: Any, training: bool, momentum: float, eps: float
) -> Any:
    """By the batch's own statistics, as standardised filters are made."""
    dims = [dim for dim in range(x.dim()) if dim != 1]
    mean = x.mean(dims)
    shape = [1, -1] + [1] * (x.dim() - 2)
    variance = (x - mean.view(shape)).square().mean(dims)
    scale = (variance + eps).rsqrt()
    return _batch_norm(x, weight, bias, mean, variance, momentum, eps)[0], mean, scale


def _scan(x: Any, dim: int, combine: Any, neutral: float) -> Any:
    """Growing prefixes in log2(n) steps, each a combination with a shift."""
    import torch

    if x.dim() == 0:
        return x
    shift, length = 1, x.shape[dim]
    while shift < length:
        before = torch.full_like(x.narrow(dim, 0, shift), neutral)
        shifted = torch.cat((before, x.narrow(dim, 0, length - shift)), dim)
        x = combine(x, shifted)
        shift *= 2
    return x


def _to_sum_type(x: Any, dtype: Any) -> Any:
    import torch

    if dtype is None and not x.is_floating_point() and not x.is_complex():
        dtype = torch.int64
    return x if dtype is None else x.to(dtype)


def _cumulative_sum(x: Any, dim: int, *, dtype: Any = None) -> Any:
    import torch

    return _scan(_to_sum_type(x, dtype), dim, torch.add, 0)


def _cumulative_product(x: Any, dim: int, *, dtype: Any = None) -> Any:
    import torch

    return _scan(_to_sum_type(x, dtype), dim, torch.mul, 1)


def _cumulative_log_sum(x: Any, dim: int) -> Any:
    import torch

    if not x.is_floating_point():
        return NotImplemented

    def combine(a: Any, b: Any) -> Any:
        most = torch.maximum(a, b)
        # Of two infinities there is no difference.
        safe = torch.where(most.isinf(), torch.zeros_like(most), most)
        total = safe + ((a - safe).exp() + (b - safe).exp()).log()
        return torch.where(most.isinf(), most, total)

    return _scan(x, dim, combine, -math.inf)


def _roll(x: Any, shifts: Any, dims: Any = ()) -> Any:
    """By the two parts of each dimension; torch-mlir lacks the remainders of indices
    that torch looks elements up with."""
    import torch

    if not dims:
        return _roll(x.flatten(), shifts, [0]).view(x.shape)
    for shift, dim in zip(shifts, dims):
        size = x.shape[dim]
        last = shift % max(size, 1)
        parts = (x.narrow(dim, size - last, last), x.narrow(dim, 0, size - last))
        x = torch.cat(parts, dim)
    return x


def _squeeze(x: Any, dims: Any) -> Any:
    gone = {dim % max(x.dim(), 1) for dim in dims}
    return x.view([n for i, n in enumerate(x.shape) if n != 1 or i not in gone])


# More places than this are left to the importer.
_MOST_PLACES = 64


def _scatter(x: Any, dim: int, index: Any, source: Any) -> Any:
    """Puts what a place names there, place after place: the last one wins."""
    import torch

    dim %= max(x.dim(), 1)
    tensors = [tensor for tensor in (x, index, source) if tensor.dim()]
    others = [[n for i, n in enumerate(t.shape) if i != dim] for t in tensors]
    if len(tensors) < 2 or others.count(others[0]) < len(others):
        return NotImplemented
    if index.shape[dim] > _MOST_PLACES:
        return NotImplemented
    numbers = _torch_rules.along(torch.arange(x.shape[dim], device=x.device), x, dim)
    for place in range(index.shape[dim]):
        hit = index.narrow(dim, place, 1) == numbers
        given = source.narrow(dim, place, 1) if source.dim() else source
        x = torch.where(hit, given, x)
    return x


def _scatter_value(x: Any, dim: int, index: Any, value: Any) -> Any:
    return _scatter(x, dim, index, x.new_full((), value))


# A matrix that sums up rows has at most so many elements.
_MOST_SUMMANDS = 1 << 22


def _index_add(x: Any, dim: int, index: Any, source: Any, *, alpha: Any = 1) -> Any:
    """Adds up the rows that go to one place: a product with a matrix of ones and
    zeros (what is not finite in one row shows in all)."""
    import torch

    count = x.shape[dim] if x.dim() else 0
    if not x.is_floating_point() or index.dim() != 1 or source.dim() != x.dim():
        return NotImplemented
    if not 0 < count * index.shape[0] <= _MOST_SUMMANDS:
        return NotImplemented
    total = sum_rows(source, dim, wrap(index, count), count)
    return x + (total if alpha == 1 else alpha * total)


def sum_rows(source: Any, dim: int, index: Any, count: int) -> Any:
    """For each of `count` places the sum of the rows that go there."""
    import torch

    numbers = torch.arange(count, device=source.device)
    hit = (numbers.view(-1, 1) == index.view(1, -1)).to(source.dtype)
    rows = source.movedim(dim, 0)
    total = hit @ rows.reshape(rows.shape[0], -1)
    return total.reshape(count, *rows.shape[1:]).movedim(0, dim)


def _with_size(x: Any, dim: int, size: int) -> list[int]:
    """The shape of `x` with another size along `dim`."""
    shape = list(x.shape)
    shape[dim] = size
    return shape


def wrap(index: Any, count: int) -> Any:
    """Places that are counted from behind, too."""
    import torch

    return torch.where(index < 0, index + count, index)


def _put_rows(x: Any, dim: int, index: Any, source: Any) -> Any:
    """Writes rows over others (a cache of keys): the last one of a place wins."""
    import torch

    count = x.shape[dim] if x.dim() else 0
    if index.dim() != 1 or source.dim() != x.dim() or not index.shape[0]:
        return NotImplemented
    if not 0 < count * index.shape[0] <= _MOST_SUMMANDS:
        return NotImplemented
    numbers = torch.arange(count, device=x.device).view(-1, 1)
    order = torch.arange(index.shape[0], device=x.device)
    hit = numbers == wrap(index, count).view(1, -1)
    last = torch.where(hit, order, -1).amax(1)
    rows = source.index_select(dim, last.clamp(min=0))
    return torch.where(_torch_rules.along(last >= 0, x, dim), rows, x)


def _fill_rows(x: Any, dim: int, index: Any, value: Any) -> Any:
    if not x.dim() or index.dim() != 1:
        return NotImplemented
    shape = _with_size(x, dim, index.shape[0])
    return _put_rows(x, dim, index, x.new_full((), value).expand(shape))


def _index_put(x: Any, indices: Any, values: Any, accumulate: bool = False) -> Any:
    import torch

    given = [(dim, index) for dim, index in enumerate(indices) if index is not None]
    if len(given) != 1:
        return NotImplemented
    dim, index = given[0]
    if index.dtype is torch.bool:
        if accumulate or values.numel() != 1:
            return NotImplemented
        others = x.dim() - dim - index.dim()
        return torch.where(index.view(*index.shape, *[1] * others), values.view(()), x)
    if index.dim() != 1:
        return NotImplemented
    put = _index_add if accumulate else _put_rows
    return put(x, dim, index, values.expand(_with_size(x, dim, index.shape[0])))


def _identity(rows: int, columns: int | None = None, **options: Any) -> Any:
    """By comparing places: the importer crashes on some models with its own."""
    import torch

    places = [torch.arange(count) for count in (rows, rows if columns is None else columns)]
    same = places[0].unsqueeze(1) == places[1]
    return same.to(options.get("dtype") or torch.get_default_dtype())


def _distance(x: Any, y: Any, p: float = 2) -> Any:
    import torch

    return torch.linalg.vector_norm(x - y, p)


def _has_sign(x: Any) -> Any:
    """Also of nought."""
    return (x < 0) | (1 / x < 0) if x.is_floating_point() else x < 0


def _quantize_with_mask(
    x: Any, scale: Any, zero: Any, axis: int, least: int, most: int
) -> Any:
    """Rounds to what integers of each channel stand for; also where that is no edge."""
    import torch

    scale, zero = (_torch_rules.along(each, x, axis) for each in (scale, zero))
    number = torch.round(x * (1 / scale) + zero)
    found = (number.clamp(least, most) - zero) * scale
    return found, (number >= least) & (number <= most)


def _quantize_channels(x: Any, *args: Any) -> Any:
    return _quantize_with_mask(x, *args)[0]


def _distances(x: Any, y: Any, p: float = 2.0, mode: Any = None) -> Any:
    """Of all rows of one from all of the other, by their differences."""
    apart = (x.unsqueeze(-2) - y.unsqueeze(-3)).abs()
    if p == 2:
        return apart.square().sum(-1).sqrt()
    if p == 1:
        return apart.sum(-1)
    if p == math.inf:
        return apart.amax(-1)
    return apart.pow(p).sum(-1).pow(1 / p) if p > 0 else NotImplemented


def _get_rows(x: Any, dim: int, index: Any, source: Any) -> Any:
    """The place that each row goes to as a whole, as graph networks have it; None where
    elements go to places of their own."""
    if not x.dim() or index.shape != source.shape:
        return None
    for other in range(x.dim()):
        if other == dim % x.dim():
            continue
        whole = index.shape[other] == x.shape[other]
        if not whole or (index.stride(other) and index.shape[other] > 1):
            return None
        index = index.narrow(other, 0, 1)
    return index.reshape(-1)


# So many numbers are compared with each other at most.
_MOST_PAIRS = 1 << 24


def _scatter_add(x: Any, dim: int, index: Any, source: Any) -> Any:
    """As rows, where whole ones go to one place; else by comparing each index with
    all places."""
    import torch

    rows = _get_rows(x, dim, index, source)
    if rows is not None:
        return _index_add(x, dim, rows, source)
    if x.dim() == 0 or index.dim() != x.dim() or source.shape != index.shape:
        return NotImplemented
    dim %= x.dim()
    others = [[n for i, n in enumerate(t.shape) if i != dim] for t in (x, index)]
    if others[0] != others[1] or index.numel() * x.shape[dim] > _MOST_PAIRS:
        return NotImplemented
    places = _torch_rules.along(torch.arange(x.shape[dim]), x, dim).unsqueeze(dim + 1)
    given = torch.where(index.unsqueeze(dim) == places, source.unsqueeze(dim), 0)
    return x + given.sum(dim + 1).to(x.dtype)


def _scatter_reduce(
    x: Any,
    dim: int,
    index: Any,
    source: Any,
    reduce: str,
    *,
    include_self: bool = True,
) -> Any:
    import torch

    places = _get_rows(x, dim, index, source)
    if places is not None and reduce == "sum" and include_self:
        return _index_add(x, dim, places, source)
    if places is None or reduce == "prod" or not x.is_floating_point():
        return NotImplemented
    if reduce not in ("sum", "mean") and source.numel() * x.shape[dim] > _MOST_PAIRS:
        return NotImplemented
    old, rows = x.movedim(dim, 0), source.movedim(dim, 0)
    numbers = torch.arange(old.shape[0]).view(-1, 1)
    hit = numbers == places.view(1, -1)
    tail = (1,) * (old.dim() - 1)
    count = hit.to(x.dtype).sum(1).view(-1, *tail)
    if reduce in ("sum", "mean"):
        new = sum_rows(rows, 0, places, old.shape[0])
        if reduce == "mean":
            new = new + old if include_self else new
            new = new / (count + 1 if include_self else count.clamp(min=1))
    else:
        sign = 1 if reduce == "amax" else -1
        found = torch.where(hit.view(*hit.shape, *tail), sign * rows.unsqueeze(0), -math.inf)
        new = sign * found.amax(1)
        if include_self:
            new = sign * torch.maximum(sign * new, sign * old)
    if not include_self:
        new = torch.where(count > 0, new, old)
    return new.movedim(0, dim)


def use_float_scalars(program: Any) -> None:
    """Makes integers that ops combine with floats, or compare with them, floats.

    The importer takes a negative one for an unsigned number where it folds. What
    a power is of stays: a whole one is a chain of products.
    """
    import torch

    # A number may also stand for a tensor.
    numbers = ("number", "Optional[number]", "Tensor")

    def is_float(node: Any) -> bool:
        made = node.meta.get("val") if isinstance(node, torch.fx.Node) else None
        return isinstance(made, torch.Tensor) and made.is_floating_point()

    for node in program.graph_module.graph.nodes:
        schema = getattr(node.target, "_schema", None)
        if schema is None or schema.name == "aten::pow":
            continue
        if not is_float(node) and not any(map(is_float, node.all_input_nodes)):
            continue
        for index, argument in enumerate(schema.arguments):
            if str(argument.type) not in numbers:
                continue
            if index < len(node.args) and type(node.args[index]) is int:
                node.update_arg(index, float(node.args[index]))
            elif type(node.kwargs.get(argument.name)) is int:
                node.update_kwarg(argument.name, float(node.kwargs[argument.name]))
