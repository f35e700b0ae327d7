# ===- trained_onnx_ops.py - ONNX ops in torch ----------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Ops of ONNX as functions of their attributes and operands, as far as the files of
trained_audio.py, trained_text.py and trained_vision.py have them."""

import functools

import torch
import torch.nn.functional as F

OPS = {}


def op(name):
    def enter(function):
        OPS[name] = function
        return function

    return enter


def plain(**functions):
    """Ops without attributes."""
    for name, function in functions.items():
        OPS[name] = lambda given, *operands, f=function: f(*operands)


def divide(x, y):
    rounding = None if x.is_floating_point() else "trunc"
    return torch.div(x, y, rounding_mode=rounding)


plain(
    Add=torch.add,
    Sub=torch.sub,
    Mul=torch.mul,
    Div=divide,
    Pow=torch.pow,
    Neg=torch.neg,
    Sqrt=torch.sqrt,
    Exp=torch.exp,
    Log=torch.log,
    Erf=torch.erf,
    Sin=torch.sin,
    Cos=torch.cos,
    Tanh=torch.tanh,
    Sigmoid=torch.sigmoid,
    Relu=torch.relu,
    Reciprocal=torch.reciprocal,
    Max=lambda *xs: functools.reduce(torch.maximum, xs),
    Equal=torch.eq,
    Less=torch.lt,
    Where=torch.where,
    MatMul=torch.matmul,
    Identity=lambda x: x,
    Dropout=lambda x, *ratio: x,
    Shape=lambda x: torch.tensor(x.shape),
    Range=lambda a, b, c: torch.arange(a.item(), b.item(), c.item()),
    Expand=lambda x, s: x.expand(torch.broadcast_shapes(x.shape, tuple(s))),
    HardSwish=F.hardswish,
    GlobalAveragePool=lambda x: x.mean((2, 3), True),
    GlobalMaxPool=lambda x: x.amax(tuple(range(2, x.dim())), True),
)


def pads(given, rank=2):
    """The same at both ends, which is all that torch's ops know."""
    found, auto = given.get("pads", [0] * 2 * rank), given.get("auto_pad", b"NOTSET")
    if found[:rank] != found[rank:] or auto not in (b"NOTSET", b"VALID"):
        raise NotImplementedError(f"pads {found}, {auto}")
    return found[:rank]


def pad_axis(x, axis, before, after, mode, value):
    """Of an axis of its own, as torch reflects only the last ones."""
    x = x.movedim(axis, -1)
    if mode == "reflect":
        rows = F.pad(x.flatten(0, -2), (before, after), "reflect")
        x = rows.reshape(*x.shape[:-1], rows.shape[-1])
    else:
        x = F.pad(x, (before, after), mode, value)
    return x.movedim(-1, axis)


@op("Pad")
def pad(given, x, sizes, value=None):
    mode, rank = given.get("mode", b"constant").decode(), x.dim()
    if mode not in ("constant", "reflect"):
        raise NotImplementedError(f"pad by {mode}")
    for axis in range(rank):
        if sizes[axis] or sizes[rank + axis]:
            x = pad_axis(x, axis, sizes[axis], sizes[rank + axis], mode, value or 0)
    return x


def padded_alike(given, x, value=0.0):
    """With the pads of SAME_UPPER, if it is that."""
    if given.get("auto_pad") != b"SAME_UPPER":
        return given, x
    ends = []
    for size, width, step in zip(
        x.shape[2:], given["kernel_shape"], given["strides"], strict=True
    ):
        missing = max((-(-size // step) - 1) * step + width - size, 0)
        ends = [missing // 2, missing - missing // 2, *ends]
    return {**given, "auto_pad": b"VALID"}, F.pad(x, ends, value=value)


@op("Conv")
def conv(given, x, w, b=None):
    given, x = padded_alike(given, x)
    rank = w.dim() - 2
    options = given.get("strides", 1), pads(given, rank), given.get("dilations", 1)
    return (F.conv1d, F.conv2d)[rank - 1](x, w, b, *options, given.get("group", 1))


@op("ConvTranspose")
def conv_transpose(given, x, w, b=None):
    return F.conv_transpose2d(x, w, b, given["strides"], pads(given))


@op("MaxPool")
def max_pool(given, x):
    given, x = padded_alike(given, x, -torch.inf)
    ceil = bool(given.get("ceil_mode", 0))
    shape = given["kernel_shape"], given["strides"], pads(given)
    return F.max_pool2d(x, *shape, 1, ceil)


@op("AveragePool")
def average_pool(given, x):
    ceil, count = (bool(given.get(k, 0)) for k in ("ceil_mode", "count_include_pad"))
    shape = given["kernel_shape"], given["strides"], pads(given)
    return F.avg_pool2d(x, *shape, ceil, count)


@op("BatchNormalization")
def batch_norm(given, x, w, b, mean, variance):
    return F.batch_norm(x, mean, variance, w, b, False, 0.0, given.get("epsilon", 1e-5))


@op("Clip")
def clip(given, x, low=None, high=None):
    return x.clamp(*(None if v is None else float(v) for v in (low, high)))


@op("LeakyRelu")
def leaky_relu(given, x):
    return F.leaky_relu(x, given.get("alpha", 0.01))


@op("HardSigmoid")
def hard_sigmoid(given, x):
    return (x * given.get("alpha", 0.2) + given.get("beta", 0.5)).clamp(0, 1)


@op("Softmax")
def softmax(given, x):
    return x.softmax(given.get("axis", -1))


@op("Slice")
def cut(given, x, *bounds):
    """Bounds are operands or, in old files, attributes."""
    names = "starts", "ends", "axes", "steps"
    given = {**given, **dict(zip(names, bounds, strict=False))}
    count = len(given["starts"])
    axes, steps = given.get("axes") or range(count), given.get("steps") or [1] * count
    where = [slice(None)] * x.dim()
    for k, axis in enumerate(axes):
        end = min(given["ends"][k], x.shape[axis])
        where[axis] = slice(given["starts"][k], end, steps[k])
    return x[tuple(where)]


@op("Reshape")
def reshape(given, x, shape):
    return x.reshape([x.shape[i] if v == 0 else v for i, v in enumerate(shape)])


@op("Transpose")
def transpose(given, x):
    return x.permute(given["perm"])


@op("Concat")
def concat(given, *xs):
    return torch.cat(xs, given["axis"])


@op("Split")
def split(given, x, sizes=None):
    axis = given.get("axis", 0)
    sizes = given.get("split") if sizes is None else sizes
    if sizes is None:
        return torch.chunk(x, given["results"], axis)
    return tuple(torch.split(x, sizes, axis))


@op("Squeeze")
def squeeze(given, x, axes=None):
    axes = given.get("axes", range(x.dim())) if axes is None else axes
    return x.squeeze(tuple(axes))


@op("Unsqueeze")
def unsqueeze(given, x, axes=None):
    axes = given["axes"] if axes is None else axes
    for axis in sorted(k % (x.dim() + len(axes)) for k in axes):
        x = x.unsqueeze(axis)
    return x


@op("Gather")
def gather(given, x, index):
    axis = given.get("axis", 0)
    if isinstance(index, int):
        return x.select(axis, index)
    if isinstance(index, list):
        return torch.cat([x.narrow(axis, k, 1) for k in index], axis)
    found = x.index_select(axis, index.reshape(-1))
    return found.reshape(x.shape[:axis] + index.shape + x.shape[axis + 1 :])


@op("Cast")
def cast(given, x):
    types = {1: given.get("float", torch.float32), 2: torch.uint8, 6: torch.int32}
    types |= {7: torch.int64, 9: torch.bool}
    return x.to(types[given["to"]])


@op("Einsum")
def einsum(given, *xs):
    return torch.einsum(given["equation"].decode(), *xs)


@op("TopK")
def top_k(given, x, count):
    return torch.topk(x, int(count), given.get("axis", -1), bool(given.get("largest", 1)))


@op("ArgMax")
def argmax(given, x):
    return x.argmax(given.get("axis", 0), bool(given.get("keepdims", 1)))


@op("ScatterElements")
def scatter_elements(given, x, index, updates):
    return x.scatter(given.get("axis", 0), index, updates)


@op("ConstantOfShape")
def filled(given, shape):
    value = given["value"].item() if "value" in given else 0.0
    return torch.full(shape.tolist(), value)


@op("Resize")
def resize(given, x, roi=None, scales=None, sizes=None):
    if given["mode"] != b"nearest":
        raise NotImplementedError(f"resize by {given['mode']}")
    if sizes is not None:
        return F.interpolate(x, size=sizes[2:])
    return F.interpolate(x, scale_factor=scales[2:])


def reduction(name, function):
    def reduce(given, x, axes=None):
        axes = given["axes"] if axes is None else axes
        return function(x, tuple(axes), bool(given.get("keepdims", 1)))

    OPS[name] = reduce


reduction("ReduceMean", torch.mean)
reduction("ReduceSum", torch.sum)
reduction("ReduceMax", torch.amax)
reduction("ReduceMin", torch.amin)


@op("ReduceProd")
def product(given, x):
    """Of extents alone."""
    if x.dim() != 1:
        raise NotImplementedError("a product of rows")
    return x.prod(0, bool(given.get("keepdims", 1)))


@op("Gemm")
def gemm(given, x, w, b):
    x, w = (m.T if given.get(k) else m for m, k in ((x, "transA"), (w, "transB")))
    return given.get("alpha", 1.0) * (x @ w) + given.get("beta", 1.0) * b


@op("LSTM")
def lstm(given, x, w, r, b, lengths=None, h=None, c=None):
    """Gates come as i, o, f, c; torch has i, f, c, o."""
    ways, size = w.shape[0], given["hidden_size"]

    def turn(m):
        i, o, f, c = m.split(size)
        return torch.cat([i, f, c, o])

    weights = []
    for k in range(ways):
        biases = b[k].split(4 * size)
        weights += [turn(w[k]), turn(r[k]), turn(biases[0]), turn(biases[1])]
    options = weights, True, 1, 0.0, False, ways == 2, False
    y = torch.lstm(x, (h, c), *options)[0]
    return y.reshape(*y.shape[:2], ways, size).transpose(1, 2)


@op("GRU")
def gru(given, x, w, r, b, lengths=None, h=None):
    """Step by step; the reset gate works behind the product, the second way is back."""
    if not given.get("linear_before_reset") or given["direction"] == b"reverse":
        raise NotImplementedError("a GRU of another kind")
    results, lasts = [], []
    for way in range(w.shape[0]):
        forth, back = b[way].chunk(2)
        steps, states = F.linear(x, w[way], forth), []
        state = x.new_zeros(x.shape[1], given["hidden_size"]) if h is None else h[way]
        for k in range(len(x))[:: -1 if way else 1]:
            update, reset, new = steps[k].chunk(3, 1)
            old = F.linear(state, r[way], back).chunk(3, 1)
            update, reset = (update + old[0]).sigmoid(), (reset + old[1]).sigmoid()
            state = (1 - update) * (new + reset * old[2]).tanh() + update * state
            states.append(state)
        results.append(torch.stack(states[::-1] if way else states))
        lasts.append(state)
    return torch.stack(results, 1), torch.stack(lasts)
