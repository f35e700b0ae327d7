# ===- gpu_general.py - Cases of kernels that numpy computes exactly --------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Long rows, transposes, sums in parts, a group norm, casts and products of 8-bit floats:
modules with their inputs and results in f64. test/Python runs them on the emulated driver,
gpu_cases.py takes them to a device."""

import dataclasses
import os
import sys

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "benchmarks/gpu_runner"))

from check import decode_float8  # noqa: E402


@dataclasses.dataclass
class General:
    """A module's text, its arrays, its exact results and their allowed error."""

    name: str
    source: str
    inputs: list
    exact: list
    # As MLIR writes them.
    input_types: list
    output_types: list
    error: float = 0.0
    # The oldest chip that runs it with tensor cores of its own.
    chips: tuple = ("sm_80",)


def group_norm():
    """A mean far from zero: one look at the data must not lose the variance."""
    with open(os.path.join(ROOT, "test/CudaModel/Inputs/group-norm.mlir")) as file:
        source = file.read()
    random = np.random.default_rng(1)
    x = (random.normal(size=(1, 4, 8, 4096)) + 30).astype(np.float16)
    gamma, beta = random.normal(size=(2, 4, 8)).astype(np.float32)
    wide = x.astype(np.float64)
    mean = wide.mean((2, 3), keepdims=True)
    scaled = (wide - mean) / np.sqrt(wide.var((2, 3), keepdims=True) + 1e-5)
    exact = scaled * gamma[None, :, :, None] + beta[None, :, :, None]
    kinds = ["f16", "f32", "f32"]
    return General("group_norm", source, [x, gamma, beta], [exact], kinds, ["f16"], 6e-3)


REDUCTION = """
func.func @main(%x: tensor<{rows}x{row}xf32>) -> tensor<{rows}xf32> {{
  %start = arith.constant {start} : f32
  %e = tensor.empty() : tensor<{rows}xf32>
  %i = linalg.fill ins(%start : f32) outs(%e : tensor<{rows}xf32>) -> tensor<{rows}xf32>
  %0 = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}}
      ins(%x : tensor<{rows}x{row}xf32>) outs(%i : tensor<{rows}xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %1 = math.absf %a : f32
    %2 = {op} %o, %1 : f32
    linalg.yield %2 : f32
  }} -> tensor<{rows}xf32>
  return %0 : tensor<{rows}xf32>
}}
"""


def long_rows():
    # 16383 has only odd factors; 8209 none: it stays whole.
    for shape in ((3, 16384), (1, 40000), (2, 16383), (5, 8209)):
        for op in ("arith.addf", "arith.maximumf"):
            x = np.random.default_rng(2).integers(-8, 9, shape) / 8
            x = x.astype(np.float32)
            source = REDUCTION.format(rows=shape[0], row=shape[1], op=op, start="0.5")
            wide = np.abs(x.astype(np.float64))
            exact = wide.sum(1) + 0.5 if op == "arith.addf" else wide.max(1).clip(0.5)
            name = f"rows_{shape[0]}x{shape[1]}_{op.split('.')[1]}"
            yield General(name, source, [x], [exact], ["f32"], ["f32"])


def sum_of_everything():
    source = REDUCTION.format(rows=1, row=65536, op="arith.addf", start="0.0")
    source = source.replace("tensor<1xf32>", "tensor<f32>").replace("-> (i)>", "-> ()>")
    source = source.replace('"parallel", "reduction"', '"reduction", "reduction"')
    x = np.random.default_rng(4).integers(-8, 9, (1, 65536)) / 8
    exact = np.array(np.abs(x).sum())
    return General("sum", source, [x.astype(np.float32)], [exact], ["f32"], ["f32"])


TRANSPOSE = """
func.func @main(%x: tensor<{given}x{t}>, %b: tensor<{taken}x{t}>) -> tensor<{taken}x{o}> {{
  %e = tensor.empty() : tensor<{taken}x{o}>
  %0 = linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({read})>,
      affine_map<({dims}) -> ({dims})>, affine_map<({dims}) -> ({dims})>],
      iterator_types = [{kinds}]}}
      ins(%x, %b : tensor<{given}x{t}>, tensor<{taken}x{t}>)
      outs(%e : tensor<{taken}x{o}>) {{
  ^bb0(%a: {t}, %c: {t}, %r: {o}):
    %1 = {body}
    linalg.yield %1 : {o}
  }} -> tensor<{taken}x{o}>
  return %0 : tensor<{taken}x{o}>
}}
"""
BODIES = {
    "f16": (np.float16, "f16", "arith.addf %a, %c : f16"),
    "f32": (np.float32, "f32", "arith.addf %a, %c : f32"),
    "i8": (np.int8, "i8", "arith.addi %a, %c : i8"),
    "f64": (np.float64, "f64", "arith.addf %a, %c : f64"),
    "f32 to f16": (np.float32, "f16", "arith.truncf %a : f32 to f16"),
}
ORDERS = [
    ((128, 96), (1, 0)),
    ((70, 50), (1, 0)),
    ((33, 17), (1, 0)),
    ((2, 24, 7, 9), (0, 2, 3, 1)),
    ((2, 5, 40, 32), (0, 3, 1, 2)),
    ((16, 3, 20), (2, 1, 0)),
]


def transposes():
    for shape, order in ORDERS:
        for kind, (dtype, out, body) in BODIES.items():
            dims = [f"d{i}" for i in range(len(shape))]
            taken = [shape[i] for i in order]
            source = TRANSPOSE.format(
                given="x".join(map(str, shape)),
                taken="x".join(map(str, taken)),
                dims=", ".join(dims),
                read=", ".join(dims[order.index(i)] for i in range(len(shape))),
                kinds=", ".join(['"parallel"'] * len(shape)),
                t=kind.split()[0],
                o=out,
                body=body,
            )
            random = np.random.default_rng(3)
            x = random.integers(-8, 9, shape).astype(dtype)
            b = random.integers(-8, 9, taken).astype(dtype)
            exact = x.transpose(order) + (0 if "to" in kind else b)
            name = f"transpose_{'x'.join(map(str, shape))}_{kind.replace(' ', '_')}"
            given = kind.split()[0]
            exact = exact.astype(np.float64)
            yield General(name, source, [x, b], [exact], [given, given], [out])


PRODUCT = """
func.func @main(%x: tensor<64x96x{a}>, %w: tensor<96x80x{b}>) -> tensor<64x80xf32> {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x80xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x80xf32>)
      -> tensor<64x80xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x96x{a}>, tensor<96x80x{b}>)
      outs(%init : tensor<64x80xf32>) -> tensor<64x80xf32>
  return %0 : tensor<64x80xf32>
}}
"""
CASTS = """
func.func @main(%x: tensor<{n}xf32>, %bits: tensor<256x{t}>)
    -> (tensor<{n}x{t}>, tensor<256xf32>, tensor<256xf16>) {{
  %low = arith.truncf %x : tensor<{n}xf32> to tensor<{n}x{t}>
  %single = arith.extf %bits : tensor<256x{t}> to tensor<256xf32>
  %half = arith.extf %bits : tensor<256x{t}> to tensor<256xf16>
  return %low, %single, %half : tensor<{n}x{t}>, tensor<256xf32>, tensor<256xf16>
}}
"""
FLOAT8 = ("f8E4M3FN", "f8E5M2")


def encode_float8(name, values):
    """The codes of the nearest values, an even one at a draw; by search."""
    whole = decode_float8(name)
    table = whole[: 0x7F if name == "f8E4M3FN" else 0x7C]
    step = table[-1] - table[-2]
    codes = []
    for value in np.abs(values.astype(np.float64)):
        if np.isnan(value):
            codes.append(0x7F)
            continue
        distance = np.abs(np.append(table, table[-1] + step) - min(value, 1e6))
        near = np.flatnonzero(distance == distance.min())
        codes.append(next((c for c in near if c % 2 == 0), near[0]))
    sign = np.where(np.signbit(values), 0x80, 0)
    return (np.array(codes) | sign).astype(np.uint8)


def float8_products():
    for kinds in (FLOAT8[:1] * 2, FLOAT8[::-1]):
        random = np.random.default_rng(5)
        # Eighths: every order of summation gives the same bits.
        x = random.integers(-8, 9, (64, 96)) / 8
        w = random.integers(-8, 9, (96, 80)) / 8
        bits = [
            encode_float8(kind, array.ravel()).reshape(array.shape)
            for kind, array in zip(kinds, (x, w))
        ]
        source = PRODUCT.format(a=kinds[0], b=kinds[1])
        name = f"product_{kinds[0]}_{kinds[1]}"
        chips = ("sm_80", "sm_89", "sm_90a")
        yield General(name, source, bits, [x @ w], list(kinds), ["f32"], chips=chips)


def float8_casts():
    for name in FLOAT8:
        table = decode_float8(name)
        finite = np.sort(table[np.isfinite(table)])
        middles = (finite[1:] + finite[:-1]) / 2
        edges = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-30, 3e38, 1e-45])
        border = finite[-1] * np.array([1, 1.01, 1.03, 1.0714285, 1.125, 1.25, 2])
        base = np.concatenate([finite, middles, edges, border, -border])
        base = base.astype(np.float32)
        near = [np.nextafter(base, np.float32(side)) for side in (-np.inf, np.inf)]
        values = np.concatenate([base, *near])
        codes = np.arange(256).astype(np.uint8)
        exact = [table[encode_float8(name, values)], table, table]
        source = CASTS.format(n=len(values), t=name)
        kinds = [name, "f32", "f16"]
        yield General(f"casts_{name}", source, [values, codes], exact, ["f32", name], kinds)


SPLIT = """
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<{m}x{k}xf16>, %w: tensor<{k}x{n}xf16>, %r: tensor<{m}x{n}xf32>)
    -> (tensor<{m}x{n}xf32>, tensor<{m}x{n}xf32>) {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{m}x{n}xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<{m}x{k}xf16>, tensor<{k}x{n}xf16>)
      outs(%i : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %1 = arith.addf %0, %r : tensor<{m}x{n}xf32>
  %er = tensor.empty() : tensor<{m}xf32>
  %ir = linalg.fill ins(%z : f32) outs(%er : tensor<{m}xf32>) -> tensor<{m}xf32>
  %2 = linalg.generic {{indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}}
      ins(%1 : tensor<{m}x{n}xf32>) outs(%ir : tensor<{m}xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %4 = arith.mulf %a, %a : f32
    %5 = arith.addf %4, %o : f32
    linalg.yield %5 : f32
  }} -> tensor<{m}xf32>
  %3 = linalg.generic {{indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}}
      ins(%1, %2 : tensor<{m}x{n}xf32>, tensor<{m}xf32>) outs(%e : tensor<{m}x{n}xf32>) {{
  ^bb0(%a: f32, %s: f32, %o: f32):
    %4 = math.rsqrt %s : f32
    %5 = arith.mulf %a, %4 : f32
    linalg.yield %5 : f32
  }} -> tensor<{m}x{n}xf32>
  return %1, %3 : tensor<{m}x{n}xf32>, tensor<{m}x{n}xf32>
}}
"""


def split_products():
    """Sums in 6, 8 and 32 parts, a residual and a norm of each row behind them."""
    for m, n, k in ((64, 64, 2048), (32, 72, 8192), (70, 136, 1536)):
        random = np.random.default_rng(7)
        # Eighths: every order of summation gives the same bits.
        x = (random.integers(-4, 5, (m, k)) / 8).astype(np.float16)
        w = (random.integers(-4, 5, (k, n)) / 8).astype(np.float16)
        r = (random.integers(-8, 9, (m, n)) / 8).astype(np.float32)
        total = x.astype(np.float64) @ w.astype(np.float64) + r
        normal = total / np.sqrt((total**2).sum(1, keepdims=True))
        source = SPLIT.format(m=m, n=n, k=k)
        kinds = ["f16", "f16", "f32"]
        name = f"split_{m}x{n}x{k}"
        outputs = ["f32", "f32"]
        chips = ("sm_80", "sm_90a")
        yield General(name, source, [x, w, r], [total, normal], kinds, outputs, 2e-6, chips)


ATTENTION = """
#s = affine_map<(b, i, j, k) -> (b, i, j)>
#o = affine_map<(b, i, j, k) -> ({o})>
#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
#mask = affine_map<(b, i, j) -> ({mask})>
func.func @main(%q: tensor<{qs}x{t}>, %k: tensor<{ks}x{t}>, %v: tensor<{vs}x{t}>,
    %m: tensor<{ms}xf32>) -> tensor<{os}x{t}> {{
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %far = arith.constant -1.0e30 : f32
  %scale = arith.constant {scale} : f32
  %e = tensor.empty() : tensor<{b}x{i}x{j}xf32>
  %zs = linalg.fill ins(%z : f32) outs(%e : tensor<{b}x{i}x{j}xf32>) -> tensor<{b}x{i}x{j}xf32>
  %scores = linalg.generic {{indexing_maps = [affine_map<(b, i, j, k) -> ({q})>,
      affine_map<(b, i, j, k) -> ({k})>, #s],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}}
      ins(%q, %k : tensor<{qs}x{t}>, tensor<{ks}x{t}>) outs(%zs : tensor<{b}x{i}x{j}xf32>) {{
  ^bb0(%x: {t}, %y: {t}, %s: f32):
    %1 = arith.extf %x : {t} to f32
    %2 = arith.extf %y : {t} to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  }} -> tensor<{b}x{i}x{j}xf32>
  %masked = linalg.generic {{indexing_maps = [#all, #mask, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}}
      ins(%scores, %m : tensor<{b}x{i}x{j}xf32>, tensor<{ms}xf32>)
      outs(%e : tensor<{b}x{i}x{j}xf32>) {{
  ^bb0(%x: f32, %y: f32, %s: f32):
    %1 = arith.mulf %x, %scale : f32
    {biased}
    {causal}
    linalg.yield {out} : f32
  }} -> tensor<{b}x{i}x{j}xf32>
  %er = tensor.empty() : tensor<{b}x{i}xf32>
  %l = linalg.fill ins(%least : f32) outs(%er : tensor<{b}x{i}xf32>) -> tensor<{b}x{i}xf32>
  %most = linalg.generic {{indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%masked : tensor<{b}x{i}x{j}xf32>) outs(%l : tensor<{b}x{i}xf32>) {{
  ^bb0(%x: f32, %s: f32):
    %1 = arith.maximumf %x, %s : f32
    linalg.yield %1 : f32
  }} -> tensor<{b}x{i}xf32>
  %ep = tensor.empty() : tensor<{b}x{i}x{j}x{p}>
  %powers = linalg.generic {{indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}}
      ins(%masked, %most : tensor<{b}x{i}x{j}xf32>, tensor<{b}x{i}xf32>)
      outs(%ep : tensor<{b}x{i}x{j}x{p}>) {{
  ^bb0(%x: f32, %y: f32, %s: {p}):
    %1 = arith.subf %x, %y : f32
    %wide = {made} : f32
    {rounded}
    linalg.yield {power} : {p}
  }} -> tensor<{b}x{i}x{j}x{p}>
  %zr = linalg.fill ins(%z : f32) outs(%er : tensor<{b}x{i}xf32>) -> tensor<{b}x{i}xf32>
  %sums = linalg.generic {{indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%powers : tensor<{b}x{i}x{j}x{p}>) outs(%zr : tensor<{b}x{i}xf32>) {{
  ^bb0(%x: {p}, %s: f32):
    {widened}
    %1 = arith.addf {wide}, %s : f32
    linalg.yield %1 : f32
  }} -> tensor<{b}x{i}xf32>
  %ones = arith.constant dense<1.0> : tensor<{b}x{i}xf32>
  %shares = arith.divf %ones, %sums : tensor<{b}x{i}xf32>
  %ew = tensor.empty() : tensor<{b}x{i}x{j}x{t}>
  %weights = linalg.generic {{indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}}
      ins(%powers, {factor} : tensor<{b}x{i}x{j}x{p}>, tensor<{b}x{i}xf32>)
      outs(%ew : tensor<{b}x{i}x{j}x{t}>) {{
  ^bb0(%x: {p}, %y: f32, %s: {t}):
    {widened}
    %1 = {scale_op} {wide}, %y : f32
    %2 = arith.truncf %1 : f32 to {t}
    linalg.yield %2 : {t}
  }} -> tensor<{b}x{i}x{j}x{t}>
  %eo = tensor.empty() : tensor<{os}xf32>
  %zo = linalg.fill ins(%z : f32) outs(%eo : tensor<{os}xf32>) -> tensor<{os}xf32>
  %sum = linalg.generic {{indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> ({v})>, #o],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}}
      ins(%weights, %v : tensor<{b}x{i}x{j}x{t}>, tensor<{vs}x{t}>)
      outs(%zo : tensor<{os}xf32>) {{
  ^bb0(%x: {t}, %y: {t}, %s: f32):
    %1 = arith.extf %x : {t} to f32
    %2 = arith.extf %y : {t} to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  }} -> tensor<{os}xf32>
  %r = arith.truncf %sum : tensor<{os}xf32> to tensor<{os}x{t}>
  return %r : tensor<{os}x{t}>
}}
"""
STRAIGHT = ("bik", "bjk", "bkj", "bij")
CAUSAL = """%ii = linalg.index 1 : index
    %jj = linalg.index 2 : index
    %c = arith.cmpi ule, %jj, %ii : index
    %out = arith.select %c, %2, %far : f32"""
ROUNDED = "%power = arith.truncf %wide : f32 to {}"
WIDENED = "%power = arith.extf %x : {} to f32"
BIASED = "%2 = arith.addf %1, %y : f32"


def round_to(kind, array):
    """The values that the type has, and the array as the model takes it."""
    if kind == "f16":
        return array.astype(np.float16).astype(np.float64), array.astype(np.float16)
    bits = array.astype(np.float32).view(np.uint32)
    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    codes = bits.astype(np.uint16)
    return (codes.astype(np.uint32) << 16).view(np.float32).astype(np.float64), codes


def attention(name, sizes, kind="f16", orders=STRAIGHT, mask="b, j", causal=False, hidden=0, stored=False,
              squares=False, closed=False, size=1, chips=("sm_80", "sm_90a")):
    """One attention of `sizes` (batch, queries, keys, depth, width); `orders`: how queries,
    keys, values and results lie; `mask`: what loops it has, if any; `hidden`: first keys
    that it leaves out; `closed`: it leaves out all keys of its first rows, by the least
    f32; `stored`: powers are rounded, and times the inverse of their sum; `squares`: they
    are no powers, but squares of what is to the largest; `size`: that of queries and
    keys."""
    b, i, j, k, w = sizes
    random = np.random.default_rng(11)
    extents = [{"b": b, "i": i, "k": k}, {"b": b, "j": j, "k": k}]
    # Of the second product: k runs along the keys, j along the width.
    extents += [{"b": b, "k": j, "j": w}, {"b": b, "i": i, "j": w}]
    shapes = [[extent[loop] for loop in order] for extent, order in zip(extents, orders)]
    factors = (size, size, 1)
    wide, given = zip(
        # All of them are finite f16.
        *(
            round_to(kind, np.clip(f * random.normal(size=shape), -60000, 60000))
            for f, shape in zip(factors, shapes)
        )
    )
    bias_loops = (mask or "b, j").split(", ")
    of_bias = {"b": b, "i": i, "j": j}
    bias = random.normal(size=[of_bias[loop] for loop in bias_loops]).astype(np.float32)
    scale = k**-0.5
    bias[..., :hidden] = -np.inf
    if closed:
        bias[0] = np.finfo(np.float32).min
    scores = np.einsum(f"{orders[0]},{orders[1]}->bij", wide[0], wide[1]) * scale
    whole = np.einsum(f"{''.join(bias_loops)},bij->bij", bias.astype(np.float64), np.ones((b, i, j)))
    scores = scores + whole * bool(mask)
    if causal:
        scores = np.where(np.tri(i, j, dtype=bool), scores, -1e30)
    differences = scores - scores.max(2, keepdims=True)
    powers = differences**2 if squares else np.exp(differences)
    weights = powers / powers.sum(2, keepdims=True)
    exact = np.einsum(f"bik,{orders[2]}->{orders[3]}", weights, wide[2])
    texts = ["x".join(map(str, shape)) for shape in shapes]
    source = ATTENTION.format(
        b=b, i=i, j=j, t=kind, scale=repr(float(np.float32(scale))),
        qs=texts[0], ks=texts[1], vs=texts[2], os=texts[3],
        ms="x".join(str(of_bias[loop]) for loop in bias_loops), mask=mask or "b, j",
        q=", ".join(orders[0]), k=", ".join(orders[1]), v=", ".join(orders[2]),
        o=", ".join(orders[3]), made="arith.mulf %1, %1" if squares else "math.exp %1",
        biased=BIASED if mask else "", causal=CAUSAL if causal else "",
        out="%out" if causal else "%2" if mask else "%1", p=kind if stored else "f32",
        rounded=ROUNDED.format(kind) if stored else "", power="%power" if stored else "%wide",
        widened=WIDENED.format(kind) if stored else "", wide="%power" if stored else "%x",
        factor="%shares" if stored else "%sums", scale_op="arith.mulf" if stored else "arith.divf",
    )
    unit = 2.0**-11 if kind == "f16" else 2.0**-8
    error = 4 * unit * np.abs(exact).max()
    kinds = [kind, kind, kind, "f32"]
    return General(name, source, [*given, bias], [exact], kinds, [kind], error, chips)


def attentions():
    """Heads inside and outside of rows, keys and values turned, sizes that no tile divides."""
    yield attention("attention", (3, 32, 32, 32, 32))
    yield attention("attention_heads_inside", (2, 48, 48, 64, 64), orders=("ibk", "jbk", "kbj", "ibj"))
    yield attention("attention_keys_turned", (2, 20, 64, 16, 16), orders=("bik", "bkj", "bkj", "bij"))
    yield attention("attention_values_turned", (2, 20, 64, 16, 16), orders=("bik", "bjk", "bjk", "bij"))
    yield attention("attention_odd", (2, 37, 51, 24, 40), mask="b, i, j")
    yield attention("attention_even", (1, 70, 198, 80, 48), mask="i, j")
    yield attention("attention_causal", (2, 64, 64, 64, 64), "bf16", causal=True, stored=True)
    # All heads of queries have one of keys and values: they are rows of one product.
    yield attention("attention_shared", (3, 24, 48, 32, 16), orders=("ibk", "jk", "kj", "ibj"))
    yield attention("attention_one_query", (4, 1, 96, 64, 64))
    yield attention("attention_long", (1, 16, 256, 64, 64), mask="j")
    yield attention("attention_blocks", (40, 130, 16, 16, 16))
    # Rows that are no softmax are there as a whole.
    yield attention("attention_squares", (3, 40, 200, 32, 32), squares=True)
    turned = ("ibk", "bkj", "bkj", "ibj")
    yield attention("attention_squares_odd", (2, 37, 51, 24, 40), mask="b, i, j", squares=True)
    yield attention("attention_squares_turned", (2, 20, 64, 16, 16), "bf16", turned, squares=True)
    # From tile to tile of keys.
    yield attention("attention_stream", (16, 256, 320, 32, 32))
    yield attention("attention_stream_odd", (64, 67, 299, 24, 40), mask="b, j")
    # More tiles of rows than a device has multiprocessors, with no mask.
    yield attention("attention_stream_many", (69, 256, 150, 16, 32), mask="")
    yield attention("attention_many", (140, 128, 40, 16, 16), mask="")
    yield attention("attention_stream_plain", (69, 256, 256, 16, 16), mask="")
    # Logits of hundreds; of so many that no power is scaled as it should.
    yield attention("attention_stream_large", (16, 256, 384, 64, 16), mask="", size=12)
    yield attention("attention_stream_huge", (16, 256, 384, 64, 16), mask="", size=20000)
    hopper = ("sm_90a",)
    # Two warpgroups: several boxes, one tile, rows that end within a group, wide values.
    yield attention("attention_many_wide", (140, 130, 96, 72, 80), chips=hopper)
    yield attention("attention_stream_wide", (69, 250, 320, 72, 136), chips=hopper)
    turned = ("bik", "bkj", "bkj", "bij")
    yield attention("attention_stream_keys_turned", (69, 256, 304, 72, 80), "bf16", turned, chips=hopper)
    turned = ("ibk", "bkj", "kbj", "ibj")
    yield attention("attention_stream_turned", (22, 192, 384, 16, 16), orders=turned, mask="i, j", stored=True)
    turned = ("bik", "bjk", "bjk", "bij")
    yield attention("attention_stream_values_turned", (16, 256, 304, 72, 80), orders=turned)
    yield attention("attention_stream_causal", (16, 256, 272, 32, 64), "bf16", causal=True)
    yield attention("attention_stream_hidden", (16, 256, 312, 16, 16), hidden=140)
    # Rows that see no key weigh all alike.
    yield attention("attention_closed", (3, 32, 48, 32, 32), closed=True)
    yield attention("attention_stream_closed", (16, 256, 280, 16, 16), closed=True)


def all_cases():
    """Every case, in a fixed order."""
    yield group_norm()
    yield sum_of_everything()
    families = (long_rows, transposes, split_products, attentions, float8_products, float8_casts)
    for family in families:
        yield from family()
