# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What IREE's importer of StableHLO leaves in dialects of its own, or takes otherwise
than it is meant, written by other ops: updates by index, sorts, running extrema and
products, gradients of poolings, indices out of bounds, unsigned factors. What was asked
to be precise is marked, for the importer drops precisions."""

from __future__ import annotations

import functools
import itertools
import math
import re
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.extend.core import primitives
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from . import _foreign, _fourier, _jax_linalg
from ._errors import MLIRError

# The most comparisons by which a row is sorted: as many as pairs.
_MOST_PAIRS = 1 << 24


def lower(function: Any, example: Any) -> str:
    """The text of `function` in StableHLO, with locations, for arguments like
    `example`."""
    # All arguments, read or not: the module is called with the same ones.
    traced = jax.jit(function, keep_unused=True).trace(*example)
    rules = tuple(
        (primitive, mlir.lower_fun(rule, multiple_results=several))
        for primitive, rule, several in _RULES
        if primitive
    )
    # jax has no public way to them.
    parameters = jax._src.interpreters.mlir.LoweringParameters
    lowered = traced.lower(
        _private_parameters=parameters(override_lowering_rules=rules)
    )
    module = lowered.compiler_ir("stablehlo")
    _correct(module)
    return module.operation.get_asm(enable_debug_info=True)


def _scatter(
    combine: Any,
    operand: Any,
    indices: Any,
    updates: Any,
    *,
    update_jaxpr: Any,
    dimension_numbers: Any,
    mode: Any,
    **_: Any,
) -> Any:
    """Window after window; one that reaches out of the operand is dropped."""
    if combine is _replace and update_jaxpr is not None and update_jaxpr.eqns:
        raise MLIRError("from_jax: no lowering for a scatter that applies a function")
    numbers = dimension_numbers
    rank, batch = operand.ndim, indices.shape[:-1]
    count = math.prod(batch)
    window_dims = numbers.update_window_dims
    others = [i for i in range(updates.ndim) if i not in window_dims]
    single = {*numbers.inserted_window_dims, *numbers.operand_batching_dims}
    sizes = iter(updates.shape[i] for i in window_dims)
    window = [1 if i in single else next(sizes) for i in range(rank)]
    updates = updates.transpose(*others, *window_dims).reshape(count, *window)

    starts = [jnp.zeros(batch, jnp.int32) for _ in range(rank)]
    for k, dim in enumerate(numbers.scatter_dims_to_operand_dims):
        starts[dim] = indices[..., k].astype(jnp.int32)
    for dim, along in zip(
        numbers.operand_batching_dims, numbers.scatter_indices_batching_dims
    ):
        starts[dim] = lax.broadcasted_iota(jnp.int32, batch, along)
    last = [size - part for size, part in zip(operand.shape, window)]
    if mode == lax.GatherScatterMode.CLIP:
        starts = [jnp.clip(start, 0, most) for start, most in zip(starts, last)]
    inside = jnp.ones(batch, bool)
    for start, most in zip(starts, last):
        inside = inside & (start >= 0) & (start <= most)
    if count == 0 or math.prod(window) == 0 or min(last, default=0) < 0:
        return operand
    starts = [start.reshape(count) for start in starts]
    inside = inside.reshape(count)

    def write(i: Any, state: Any) -> Any:
        start = [lax.dynamic_index_in_dim(s, i, keepdims=False) for s in starts]
        old = lax.dynamic_slice(state, start, window)
        update = lax.dynamic_index_in_dim(updates, i, keepdims=False)
        fits = lax.dynamic_index_in_dim(inside, i, keepdims=False)
        new = jnp.where(fits, combine(old, update), old)
        return lax.dynamic_update_slice(state, new, start)

    if count == 1:
        return write(0, operand)
    return lax.fori_loop(0, count, write, operand)


def _replace(old: Any, update: Any) -> Any:
    return update


def _is_before(first: Any, second: Any) -> Any:
    """By a total order: numbers that are none come last."""
    if jnp.issubdtype(first.dtype, jnp.floating):
        return (first < second) | (jnp.isnan(second) & ~jnp.isnan(first))
    return first < second


def _rank(keys: Any) -> Any:
    """The place of each element of rows among them, by keys in order; those that are
    equal keep theirs."""
    size = keys[0].shape[-1]
    if size * size > _MOST_PAIRS:
        raise MLIRError(
            f"from_jax: no lowering for a sort of {size} numbers, only of "
            f"{math.isqrt(_MOST_PAIRS)}"
        )
    shape = (size, size)
    along, across = (lax.broadcasted_iota(jnp.int32, shape, i) for i in (1, 0))
    before = along < across
    for key in reversed(keys):
        one, other = key[..., None, :], key[..., :, None]
        before = _is_before(one, other) | (~_is_before(other, one) & before)
    return before.astype(jnp.int32).sum(-1)


def _take_ranked(rank: Any, count: int) -> Any:
    """Which element of each row has the ranks up to `count`."""
    size = rank.shape[-1]
    hits = rank[..., None, :] == lax.broadcasted_iota(jnp.int32, (count, size), 0)
    places = lax.broadcasted_iota(jnp.int32, (count, size), 1)
    return jnp.where(hits, places, 0).sum(-1)


def _sort(*operands: Any, dimension: int, num_keys: int, **_: Any) -> Any:
    rows = [jnp.moveaxis(operand, dimension, -1) for operand in operands]
    if rows[0].size == 0:
        return list(operands)
    order = _take_ranked(_rank(rows[:num_keys]), rows[0].shape[-1])
    taken = [jnp.take_along_axis(row, order, -1) for row in rows]
    return [jnp.moveaxis(row, -1, dimension) for row in taken]


def _top_k(operand: Any, *, k: int, **options: Any) -> Any:
    axis = options.get("axis", operand.ndim - 1)
    rows = jnp.moveaxis(operand, axis, -1)
    # The largest first, and before it what is no number.
    rank = _rank([rows[..., ::-1]])[..., ::-1]
    order = _take_ranked(rows.shape[-1] - 1 - rank, k)
    taken = [jnp.take_along_axis(rows, order, -1), order]
    return [jnp.moveaxis(part, -1, axis) for part in taken]


def _accumulate(combine: Any, operand: Any, *, axis: int, reverse: bool) -> Any:
    return lax.associative_scan(combine, operand, reverse=reverse, axis=axis)


def _select_and_scatter_add(
    source: Any,
    operand: Any,
    *,
    select_prim: Any,
    window_dimensions: Any,
    window_strides: Any,
    padding: Any,
    **_: Any,
) -> Any:
    """The gradient of a pooling by maxima, place after place of the window."""
    least = select_prim is primitives.le_p
    limit = jnp.array(jnp.inf if least else -jnp.inf, operand.dtype)
    padded = lax.pad(operand, limit, [(low, high, 0) for low, high in padding])
    spans = [(n - 1) * stride + 1 for n, stride in zip(source.shape, window_strides)]
    places = [  # Where the parts of all windows start and end.
        (starts, [start + span for start, span in zip(starts, spans)])
        for starts in itertools.product(*map(range, window_dimensions))
    ]
    best, *others = [lax.slice(padded, *place, window_strides) for place in places]
    chosen = jnp.zeros(source.shape, jnp.int32)
    for i, part in enumerate(others, 1):
        keeps = best <= part if least else best >= part
        best, chosen = jnp.where(keeps, best, part), jnp.where(keeps, chosen, i)
    total = jnp.zeros(padded.shape, source.dtype)
    for i, (starts, ends) in enumerate(places):
        part = jnp.where(chosen == i, source, 0)
        sides = [
            (start, size - end, stride - 1)
            for start, end, size, stride in zip(
                starts, ends, padded.shape, window_strides
            )
        ]
        total = total + lax.pad(part, jnp.zeros((), source.dtype), sides)
    starts = [low for low, _ in padding]
    ends = [low + size for (low, _), size in zip(padding, operand.shape)]
    return lax.slice(total, starts, ends)


def _extend(x: Any, count: int) -> Any:
    return jnp.concatenate([x, jnp.zeros((*x.shape[:-1], count), x.dtype)], -1)


def _fourier_transform(x: Any, *, fft_type: Any, fft_lengths: Any) -> Any:
    """Along the last dimensions."""
    kind = lax.FftType(fft_type)
    inverse = kind in (lax.FftType.IFFT, lax.FftType.IRFFT)
    parts = (x.real, x.imag) if jnp.iscomplexobj(x) else (x, None)
    constant = functools.partial(jnp.asarray, dtype=parts[0].dtype)
    dims, last, sign = range(-len(fft_lengths), -1), [-1], 1 if inverse else -1

    def apply(parts: Any, dims: Any) -> Any:
        return _fourier.transform_along(parts, dims, sign, constant, jnp.moveaxis)

    with jax.named_scope(_foreign.ALGEBRA), jax.default_matmul_precision("highest"):
        if kind == lax.FftType.IRFFT:
            parts = apply(parts, dims)
            real = _fourier.transform_to_real(parts, fft_lengths[-1], constant, _extend)
            return real / math.prod(fft_lengths)
        parts = apply(parts, last)
        if kind == lax.FftType.RFFT:
            half = fft_lengths[-1] // 2 + 1
            parts = tuple(part[..., :half] for part in parts)
        parts = apply(parts, dims)
        factor = 1 / math.prod(fft_lengths) if inverse else 1
        return lax.complex(parts[0] * factor, parts[1] * factor)


# (primitive, what computes it, whether that has several results)
_RULES = [
    (primitives.scatter_p, functools.partial(_scatter, _replace), False),
    (primitives.scatter_add_p, functools.partial(_scatter, lax.add), False),
    # Before jax had it, it added what is negative.
    (getattr(lax, "scatter_sub_p", None), functools.partial(_scatter, lax.sub), False),
    (primitives.scatter_mul_p, functools.partial(_scatter, lax.mul), False),
    (primitives.scatter_min_p, functools.partial(_scatter, lax.min), False),
    (primitives.scatter_max_p, functools.partial(_scatter, lax.max), False),
    (primitives.sort_p, _sort, True),
    (primitives.top_k_p, _top_k, True),
    (primitives.cumsum_p, functools.partial(_accumulate, lax.add), False),
    (primitives.cummax_p, functools.partial(_accumulate, lax.max), False),
    (primitives.cummin_p, functools.partial(_accumulate, lax.min), False),
    (primitives.cumprod_p, functools.partial(_accumulate, lax.mul), False),
    (primitives.cumlogsumexp_p, functools.partial(_accumulate, jnp.logaddexp), False),
    (primitives.select_and_scatter_add_p, _select_and_scatter_add, False),
    (primitives.fft_p, _fourier_transform, False),
    *_jax_linalg.RULES,
]


def _correct(module: Any) -> None:
    """Rewrites `module`, of jax's own bindings, so that its ops are imported as they
    are meant."""
    rules = {
        "stablehlo.dot": _correct_product,
        "stablehlo.dot_general": _correct_product,
        "stablehlo.convolution": _correct_product,
        "stablehlo.gather": _clamp_starts,
        "stablehlo.optimization_barrier": _drop_barrier,
    }
    found = []

    def visit(op: Any) -> Any:
        if op.name in rules:
            found.append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    with module.context:
        for op in found:
            with op.location, ir.InsertionPoint(op):
                rules[op.name](op)


def _correct_product(product: Any) -> None:
    """Marks a product or convolution of which more digits are asked than by default,
    which is what the machine does fastest: by a name in its location, which is all that
    the importer keeps."""
    _widen_factors(product)
    attributes = product.attributes
    keys = [key for key in ("precision_config", "algorithm") if key in attributes]
    asked = " ".join(str(attributes[key]) for key in keys)
    if re.search(r"\bHIGH(EST)?\b|_precision_type = f32", asked):
        product.location = ir.Location.name(_foreign.PRECISE, product.location)


def _widen_factors(product: Any) -> None:
    """Makes numbers of bits and unsigned bytes before products of matrices and
    convolutions: the importer merges the two, and takes such factors for signed."""
    for index in range(2):
        _widen_factor(product, index)


def _widen_factor(product: Any, index: int) -> None:
    factor = product.operands[index]
    target = factor.type.element_type
    if isinstance(target, ir.IntegerType):
        target = product.results[0].type.element_type
    maker = factor.owner
    converts = getattr(maker, "name", "") == "stablehlo.convert"
    if converts and _is_unsigned(maker.operands[0]):
        factor = maker.operands[0]
    if (
        not _is_unsigned(factor)
        or isinstance(target, ir.ComplexType)
        or factor.type.element_type.width >= target.width
    ):
        return
    # By way of as many bits: what is merged makes numbers wider.
    for step in (ir.IntegerType.get_unsigned(target.width), target):
        factor = _convert(factor, step)
    product.operands[index] = factor


def _convert(value: Any, element: Any) -> Any:
    return stablehlo.convert(ir.RankedTensorType.get(value.type.shape, element), value)


def _is_unsigned(value: Any) -> bool:
    element = value.type.element_type
    return isinstance(element, ir.IntegerType) and (
        element.is_unsigned or element.width == 1
    )


def _clamp_starts(gather: Any) -> None:
    """Moves slices that would reach beyond what they are taken of back into it, as
    StableHLO does: the importer reads whatever memory is there."""
    numbers = stablehlo.GatherDimensionNumbers(gather.attributes["dimension_numbers"])
    sizes = ir.DenseI64ArrayAttr(gather.attributes["slice_sizes"])
    source, starts = gather.operands
    if starts.type.element_type.is_unsigned:
        starts = _convert(starts, ir.IntegerType.get_signless(64))
    element, rank = starts.type.element_type, len(starts.type.shape)
    largest = 2 ** (element.width - 1) - 1
    last = [
        min(source.type.shape[i] - sizes[i], largest) for i in numbers.start_index_map
    ]
    # Where the numbers of a start lie along no dimension, there is one.
    along = [numbers.index_vector_dim] if numbers.index_vector_dim < rank else []
    vector = ir.RankedTensorType.get([len(last)] if along else [], element)

    def spread(values: Any) -> Any:
        values = [ir.IntegerAttr.get(element, value) for value in values]
        constant = stablehlo.constant(ir.DenseElementsAttr.get(values, vector))
        return stablehlo.broadcast_in_dim(
            starts.type, constant, ir.DenseI64ArrayAttr.get(along)
        )

    gather.operands[1] = stablehlo.clamp(spread([0] * len(last)), starts, spread(last))


def _drop_barrier(barrier: Any) -> None:
    """It keeps XLA from merging what `jax.checkpoint` computes again."""
    for result, operand in zip(barrier.results, barrier.operands):
        result.replace_all_uses_with(operand)
    barrier.erase()
