# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of torch ops that importers to linalg lack or get wrong, written with
others."""

from __future__ import annotations

import itertools
import math
from typing import Any

from ._torch_ops import sum_rows, wrap
from ._torch_samplings import PADDINGS, SAMPLINGS, crops
from ._torch_windows import put_back, spread


def take_gradients_apart(program: Any) -> Any:
    """Has torch write gradients of single ops with others, where it or this file
    knows how, and does so with repetitions of the nearest number and paddings that crop.

    The importer lacks some of them (silu, mish, maximum of a window, rows of a table,
    weights of convolutions in groups), and has others wrong (leaky_relu, rrelu).
    Torch's own decomposition skips those that have a composite kernel beside others;
    what a graph calls that is no op it traces into.
    """
    import torch

    table, rules = torch._decomp.decomposition_table, _rules()
    most_levels = 4  # That of rrelu is written with that of leaky_relu.
    for _ in range(most_levels):
        any_whole = False
        for node in program.graph.nodes:
            rule = _choose(node, rules, table)
            if rule is not None:
                node.target = rule
                any_whole = True
        if not any_whole:
            break
        program = program.run_decompositions({})
    return program


def _choose(node: Any, rules: Any, table: Any) -> Any:
    """What writes a call with other ops; None where it stays."""
    applies, rule = rules.get(node.target, (None, None))
    if rule is not None:
        return rule if applies is None or applies(*_values(node)) else None
    name = getattr(getattr(node.target, "_schema", None), "name", "")
    return table.get(node.target) if name.endswith("_backward") else None


def _values(node: Any) -> list[Any]:
    """What a call is given, tensors by what tracing knows of them."""
    return [getattr(value, "meta", {}).get("val", value) for value in node.args]


def _rules() -> Any:
    """By op: whether a call is taken apart, None for always, and by what."""
    import torch

    aten = torch.ops.aten
    # Modules call other overloads of repetitions than graphs of gradients.
    table = {
        getattr(aten, kind + rank + end).default: (None, rule)
        for rank in ("1d", "2d", "3d")
        for kind, rules in SAMPLINGS.items()
        for end, rule in zip(("", "_backward"), rules)
    }
    for name, rule in PADDINGS.items():
        table[getattr(aten, name).default] = crops, rule
    table[aten.max_pool2d_with_indices_backward.default] = None, _max_pool2d_backward
    table[aten.embedding_dense_backward.default] = _has_few_rows, _embedding_backward
    table[aten.convolution_backward.default] = _is_unusual, _convolution_backward
    table[aten.avg_pool2d_backward.default] = None, _average_backward
    table[aten.avg_pool3d_backward.default] = None, _average_backward
    table[aten._adaptive_avg_pool2d_backward.default] = None, _adaptive_backward
    table[aten._scaled_dot_product_flash_attention_for_cpu.default] = None, _attention
    table[aten._scaled_dot_product_flash_attention_for_cpu_backward.default] = (
        None,
        _attention_backward,
    )
    table[aten.empty_permuted.default] = None, _empty
    samplings = "upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d"
    for name in samplings:
        table[getattr(aten, name + "_backward").default] = None, _linear_backward
    for name in ("_adaptive_avg_pool2d", *samplings):
        op = getattr(aten, name).default
        if op in torch._decomp.decomposition_table:
            table[op] = None, torch._decomp.decomposition_table[op]
    return table


def _empty(size: Any, order: Any, **options: Any) -> Any:
    """Nobody reads what is in it, nor how it lies."""
    import torch

    return torch.zeros(size, dtype=options.get("dtype"), device=options.get("device"))


def _every(sizes: Any, rank: int) -> list[int]:
    """One size for each dimension; torch may say it once."""
    return list(sizes) * (rank // len(sizes))


def _max_pool2d_backward(
    gradient: Any,
    x: Any,
    kernel: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil: bool,
    places: Any,
) -> Any:
    """For each offset in the window, what was taken from there goes back there."""
    import torch

    kernel, padding, dilation = (_every(n, 2) for n in (kernel, padding, dilation))
    steps, sizes = _every(stride or kernel, 2), x.shape[-2:]

    def taken_from(offsets: Any, first: Any) -> Any:
        rows, columns = (
            start + step * torch.arange(count, device=x.device)
            for start, step, count in zip(first, steps, gradient.shape[-2:])
        )
        taken = places == rows.view(-1, 1) * sizes[1] + columns
        # Columns beside the picture have the numbers of others.
        within = torch.logical_and(columns >= 0, columns < sizes[1])
        taken = torch.logical_and(taken, within)
        return torch.where(taken, gradient, torch.zeros_like(gradient))

    return put_back(taken_from, kernel, steps, padding, dilation, sizes)


def _average_backward(
    gradient: Any,
    x: Any,
    kernel: Any,
    stride: Any,
    padding: Any,
    ceil: bool,
    counts_pads: bool,
    divisor: Any,
) -> Any:
    """A share of each average goes back to all that it was taken of."""
    import torch

    rank = len(kernel)
    steps = stride or kernel
    sizes, made = x.shape[-rank:], gradient.shape[-rank:]
    if divisor is not None:
        share = gradient / divisor
    else:
        share = gradient
        for dim, (width, step, pad, size, count) in enumerate(
            zip(kernel, steps, padding, sizes, made)
        ):
            # What lies in each window, or in it and the pads.
            first = step * torch.arange(count, device=x.device) - pad
            last = (first + width).clamp(max=size + pad)
            within = last - first
            if not counts_pads:
                within = last.clamp(max=size) - first.clamp(min=0)
            share = share / within.to(x.dtype).view(-1, *[1] * (rank - 1 - dim))
    part_of = lambda offsets, first: share
    return put_back(part_of, kernel, steps, padding, [1] * rank, sizes)


def _along(x: Any, dim: int, matrix: Any) -> Any:
    """Rows of `x` along a dimension, times a matrix."""
    return (x.movedim(dim, -1) @ matrix).movedim(-1, dim)


def _adaptive_backward(gradient: Any, x: Any) -> Any:
    """Windows overlap where sizes are no multiples: a product with their shares."""
    import torch

    for dim in (-2, -1):
        size, count = x.shape[dim], gradient.shape[dim]
        numbers = torch.arange(count, device=x.device).view(-1, 1)
        first = numbers * size // count
        last = ((numbers + 1) * size + count - 1) // count
        place = torch.arange(size, device=x.device).view(1, -1)
        within = torch.logical_and(place >= first, place < last).to(x.dtype)
        gradient = _along(gradient, dim, within / (last - first).to(x.dtype))
    return gradient


def _linear_backward(
    gradient: Any, size: Any, input_size: Any, align_corners: bool, *scales: Any
) -> Any:
    """Each number was read with a share of each that it lies between: a product with
    those shares, along one dimension after the other."""
    import torch

    rank = len(size)
    for dim, scale in zip(range(-rank, 0), scales or (None,) * rank):
        count, made = input_size[dim], size[dim]
        places = torch.arange(made, dtype=gradient.dtype, device=gradient.device)
        if align_corners:
            places = places * ((count - 1) / max(made - 1, 1))
        else:
            step = 1 / scale if scale else count / made
            places = ((places + 0.5) * step - 0.5).clamp(min=0)
        # A hat over each number; beyond the last one, the last.
        places = places.clamp(max=count - 1)
        numbers = torch.arange(count, dtype=gradient.dtype, device=gradient.device)
        shares = (1 - (places.view(-1, 1) - numbers.view(1, -1)).abs()).clamp(min=0)
        gradient = _along(gradient, dim, shares)
    return gradient


def _scores(query: Any, key: Any, causal: bool, mask: Any, scale: Any) -> tuple[Any, float]:
    """Of attention, and the factor that is in them."""
    import torch

    factor = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = query @ key.transpose(-2, -1) * factor
    if mask is not None:
        scores = scores + mask
    if causal:
        rows, columns = (torch.arange(n, device=query.device) for n in scores.shape[-2:])
        hidden = columns.view(1, -1) > rows.view(-1, 1)
        scores = scores.masked_fill(hidden, -math.inf)
    return scores, factor


def _attention(
    query: Any,
    key: Any,
    value: Any,
    dropout: float = 0.0,
    causal: bool = False,
    *,
    attn_mask: Any = None,
    scale: Any = None,
) -> Any:
    """As graphs of gradients have it: with the logarithms of the rows' sums."""
    scores, _ = _scores(query, key, causal, attn_mask, scale)
    top = scores.amax(-1, keepdim=True)
    shares = (scores - top).exp()
    total = shares.sum(-1, keepdim=True)
    return (shares / total) @ value, (total.log() + top).squeeze(-1)


def _attention_backward(
    gradient: Any,
    query: Any,
    key: Any,
    value: Any,
    result: Any,
    logarithms: Any,
    dropout: float,
    causal: bool,
    *,
    attn_mask: Any = None,
    scale: Any = None,
) -> Any:
    """Shares by what the rows' sums were, as FlashAttention has them (Dao et al.)."""
    scores, factor = _scores(query, key, causal, attn_mask, scale)
    shares = (scores - logarithms.unsqueeze(-1)).exp()
    own = (gradient * result).sum(-1, keepdim=True)
    slopes = shares * (gradient @ value.transpose(-2, -1) - own) * factor
    return slopes @ key, slopes.transpose(-2, -1) @ query, shares.transpose(-2, -1) @ gradient


_MOST_PAIRS = 1 << 24


def _has_few_rows(gradient: Any, index: Any, count: int, *others: Any) -> bool:
    return count * index.numel() <= _MOST_PAIRS


def _embedding_backward(
    gradient: Any, index: Any, count: int, padding: int, by_frequency: bool
) -> Any:
    """Adds up the rows that were one row of the table."""
    import torch

    rows = gradient.reshape(-1, gradient.shape[-1])
    index = wrap(index.reshape(-1), count)
    if padding >= 0:
        rows = torch.where((index == padding).view(-1, 1), torch.zeros_like(rows), rows)
    total = sum_rows(rows, 0, index, count)
    if by_frequency:
        times = sum_rows(torch.ones_like(rows[:, :1]), 0, index, count)
        total = total / times.clamp(min=1)
    return total


def _is_unusual(*arguments: Any) -> bool:
    """Of a convolution in groups, or back (a transposed one)."""
    transposed, groups = arguments[7], arguments[9]
    return groups > 1 or transposed


def _convolution_backward(
    gradient: Any,
    x: Any,
    weight: Any,
    bias_sizes: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    transposed: bool,
    output_padding: Any,
    groups: int,
    wanted: Any,
) -> Any:
    """Weights of a group by a product for each of the kernel's offsets; of one channel
    each, by sums, as is then what was read (whose convolution back importers get
    wrong)."""
    import torch
    import torch.nn.functional as F

    rank = x.dim() - 2
    stride, padding, dilation = (_every(n, rank) for n in (stride, padding, dilation))
    kernel, made = weight.shape[2:], gradient.shape[2:]
    of_x = of_weight = of_bias = None
    if wanted[0] and transposed:
        of_x = torch.ops.aten.convolution(
            gradient, weight, None, stride, padding, dilation, False, [0] * rank, groups
        )
    elif wanted[0] and x.shape[1] == weight.shape[0] == groups:
        by = lambda offsets: weight[(slice(None), 0, *offsets)].view(-1, *[1] * rank)
        part_of = lambda offsets, first: gradient * by(offsets)
        of_x = put_back(part_of, kernel, stride, padding, dilation, x.shape[2:])
    elif wanted[0]:
        shapes = zip(x.shape[2:], made, stride, padding, dilation, kernel)
        missing = [
            size - ((out - 1) * step - 2 * pad + hole * (width - 1) + 1)
            for size, out, step, pad, hole, width in shapes
        ]
        of_x = torch.ops.aten.convolution(
            gradient, weight, None, stride, padding, dilation, True, missing, groups
        )
    if wanted[1]:
        # Back, what is made and what is read change places.
        made_by, read_by = (x, gradient) if transposed else (gradient, x)
        made = made_by.shape[2:]
        padded = F.pad(read_by, [pad for pad in reversed(padding) for _ in range(2)])
        parts = []
        for offsets in itertools.product(*map(range, kernel)):
            firsts = (start * hole for start, hole in zip(offsets, dilation))
            read = [
                slice(first, first + step * (out - 1) + 1, step)
                for first, step, out in zip(firsts, stride, made)
            ]
            part = padded[(slice(None), slice(None), *read)]
            parts.append(_group_products(made_by, part, groups))
        of_weight = torch.stack(parts, -1).reshape(weight.shape)
    if wanted[2]:
        of_bias = gradient.sum([0, *range(2, 2 + rank)])
    return of_x, of_weight, of_bias


def _group_products(gradient: Any, part: Any, groups: int) -> Any:
    """Of each of a group's results with each of its channels: results x channels."""
    batch, points = gradient.shape[0], math.prod(gradient.shape[2:])
    if gradient.shape[1] == part.shape[1] == groups:
        return (gradient * part).flatten(2).sum((0, 2)).view(-1, 1)
    split = lambda x: x.reshape(batch, groups, -1, points).permute(1, 2, 0, 3).flatten(2)
    one, other = split(gradient), split(part)
    return (one @ other.transpose(1, 2)).flatten(0, 1)
