# ===- wide_layers.py - Attention and the like ----------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Layers of attention and what stands in for it."""

import functools
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

from wide_parts import linear, mlp, net, weight
from zoo_language import BATCH, HEADS, TOKENS, WIDTH, WORDS, noise


def heads(x, count=HEADS):
    return x.view(*x.shape[:-1], count, -1).transpose(-2, -3)


def join(x):
    return x.transpose(-2, -3).flatten(-2)


def causal(n=TOKENS):
    return torch.full((n, n), float("-inf")).triu(1)


def tokens(n=TOKENS, d=WIDTH):
    return lambda: noise(BATCH, n, d)


QKV = {"into": linear(WIDTH, 3 * WIDTH), "out": linear(WIDTH, WIDTH)}


def split(m, x):
    return (heads(p) for p in m.parts["into"](x).chunk(3, -1))


@net(tokens(), **QKV)
def alibi(m, x):
    q, k, v = split(m, x)
    apart = (torch.arange(TOKENS)[None] - torch.arange(TOKENS)[:, None]).to(x.dtype)
    slopes = 2.0 ** -torch.arange(1, HEADS + 1).to(x.dtype)
    scores = q @ k.transpose(-1, -2) / 4 + slopes[:, None, None] * apart + causal()
    return m.parts["out"](join(scores.softmax(-1) @ v))


@net(tokens(), sinks=weight(HEADS, scale=1), **QKV)
def sinks(m, x):
    """Sliding windows, soft caps, and a logit of nobody's."""
    q, k, v = split(m, x)
    scores = 50 * torch.tanh(q @ k.transpose(-1, -2) / 4 / 50)
    far = torch.ones(TOKENS, TOKENS).tril(-6) + torch.ones(TOKENS, TOKENS).triu(1)
    scores = scores.masked_fill(far > 0, -1e9)
    sink = m.sinks[None, :, None, None].expand(BATCH, HEADS, TOKENS, 1)
    weights = torch.cat([scores, sink], -1).softmax(-1)[..., :-1]
    return m.parts["out"](join(weights @ v))


@net(tokens(), share=weight(4, 8), norm=lambda: nn.RMSNorm(16), **QKV)
def differential(m, x):
    q, k, v = split(m, x)
    maps = []
    for a, b in zip(q.chunk(2, -1), k.chunk(2, -1)):
        maps.append((a @ b.transpose(-1, -2) / 8**0.5 + causal()).softmax(-1))
    a, b, c, d = m.share
    share = torch.exp((a * b).sum()) - torch.exp((c * d).sum()) + 0.8
    y = m.parts["norm"]((maps[0] - share * maps[1]) @ v) * 0.2
    return m.parts["out"](join(y))


@net(tokens(32), compress=linear(128, 16), gate=linear(WIDTH, 3 * HEADS), **QKV)
def native_sparse(m, x):
    """Blocks compressed, blocks picked, a window (as NSA has it); no causality."""
    q, k, v = split(m, x)
    blocks = lambda t: m.parts["compress"](t.reshape(BATCH, HEADS, 4, 128))
    near = (q @ blocks(k).transpose(-1, -2) / 4).softmax(-1)
    coarse = near @ blocks(v)
    best = near.sum(1, keepdim=True).topk(2, -1)[1]
    taken = F.one_hot(best, 4).sum(-2).bool().repeat_interleave(8, -1)
    scores = q @ k.transpose(-1, -2) / 4
    fine = scores.masked_fill(~taken, float("-inf")).softmax(-1) @ v
    apart = torch.arange(32)[:, None] - torch.arange(32)[None]
    window = scores.masked_fill(apart.abs() > 4, float("-inf")).softmax(-1) @ v
    g = heads(m.parts["gate"](x)).sigmoid()
    y = g[..., :1] * coarse + g[..., 1:2] * fine + g[..., 2:] * window
    return m.parts["out"](join(y))


def turn(x, cosine, sine):
    a, b = x.chunk(2, -1)
    return x * cosine + torch.cat([-b, a], -1) * sine


@net(tokens(), lambda: torch.arange(TOKENS) + 30000, **QKV)
def yarn(m, x, places):
    """Rotary positions far out, scaled by parts (as YaRN and Llama 3 have them)."""
    q, k, v = split(m, x)
    rates = 10000 ** (-torch.arange(0, 16, 2).to(x.dtype) / 16)
    ramp = ((torch.arange(8).to(x.dtype) - 1) / 4).clamp(0, 1)
    rates = rates / 8 * ramp + rates * (1 - ramp)
    angle = (places[:, None].to(x.dtype) * rates).repeat(1, 2)
    cosine, sine = angle.cos() * 1.2079, angle.sin() * 1.2079
    q, k = turn(q, cosine, sine), turn(k, cosine, sine)
    return m.parts["out"](
        join((q @ k.transpose(-1, -2) / 4 + causal()).softmax(-1) @ v)
    )


@net(
    tokens(), norm=lambda: nn.GroupNorm(HEADS, WIDTH), gate=linear(WIDTH, WIDTH), **QKV
)
def retnet(m, x):
    q, k, v = split(m, x)
    decay = (1 - 2.0 ** (-5 - torch.arange(HEADS).to(x.dtype))).log()
    apart = (torch.arange(TOKENS)[:, None] - torch.arange(TOKENS)[None]).to(x.dtype)
    mask = torch.where(apart >= 0, torch.exp(decay[:, None, None] * apart), 0.0)
    y = join((q @ k.transpose(-1, -2) / 4 * mask) @ v)
    y = m.parts["norm"](y.flatten(0, 1)).view_as(y)
    return m.parts["out"](F.silu(m.parts["gate"](x)) * y)


@net(tokens(), forget=linear(WIDTH, WIDTH), norm=lambda: nn.LayerNorm(16), **QKV)
def gated_linear(m, x):
    """A chunk of gated linear attention, by running sums of logarithms of gates."""
    q, k, v = split(m, x)
    gates = F.logsigmoid(heads(m.parts["forget"](x))) / 16
    total = gates.cumsum(-2)
    q, k = q * total.exp() / 4, k * (-total).exp()
    scores = (q @ k.transpose(-1, -2)).tril()
    return m.parts["out"](join(m.parts["norm"](scores @ v)))


@net(tokens(12), beta=linear(WIDTH, HEADS), norm=lambda: nn.RMSNorm(16), **QKV)
def delta_net(m, x):
    """The delta rule, token by token."""
    q, k, v = split(m, x)
    q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
    beta = m.parts["beta"](x).sigmoid().transpose(1, 2)[..., None]
    state = torch.zeros(BATCH, HEADS, 16, 16, dtype=x.dtype)
    out = []
    for t in range(12):
        key, value = k[:, :, t, None], v[:, :, t, None]
        miss = beta[:, :, t, None] * (value - key @ state)
        state = state + key.transpose(-1, -2) @ miss
        out.append(q[:, :, t, None] @ state)
    return m.parts["out"](join(m.parts["norm"](torch.cat(out, 2)))), state


@net(tokens(12), beta=linear(WIDTH, HEADS), **QKV)
def delta_chunk(m, x):
    """The delta rule for a chunk, by a triangular inverse in f32."""
    q, k, v = split(m, x)
    q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
    beta = m.parts["beta"](x).sigmoid().transpose(1, 2)[..., None]
    a = (beta * (k @ k.transpose(-1, -2))).tril(-1)
    inverse = eye = torch.eye(12, dtype=x.dtype)
    power = -a
    for _ in range(4):
        inverse = inverse @ (eye + power)
        power = power @ power
    made = inverse @ (beta * v)
    return m.parts["out"](join((q @ k.transpose(-1, -2)).tril() @ made))


@net(tokens(), gates=linear(WIDTH, 2 * WIDTH), out=linear(WIDTH, WIDTH))
def min_gru(m, x):
    """A scan by logarithms (as minGRU has it)."""
    gate, hidden = m.parts["gates"](x).chunk(2, -1)
    keep, take = -F.softplus(gate), -F.softplus(-gate)
    value = torch.where(hidden >= 0, (F.relu(hidden) + 0.5).log(), -F.softplus(-hidden))
    total = keep.cumsum(1)
    steps = (take + value - total)[:, None] + causal()[..., None]
    state = (total + steps.logsumexp(2)).exp()
    return m.parts["out"](state)


@net(
    tokens(),
    rate=weight(WIDTH, 8),
    angle=weight(WIDTH, 8, scale=1, seed=3),
    b=weight(WIDTH, 8, scale=1),
    step=weight(WIDTH, seed=2),
    out=linear(WIDTH, 2 * WIDTH),
)
def s4d(m, x):
    """A diagonal state space as a convolution with its kernel."""
    step = torch.exp(m.step - 3)[:, None]
    places = torch.arange(TOKENS).to(x.dtype)
    rate = -torch.exp(m.rate) * step
    angle = (3 * m.angle + math.pi * torch.arange(8)) * step
    kernel = (rate[..., None] * places).exp() * torch.cos(angle[..., None] * places)
    kernel = (m.b[..., None] * kernel * step[..., None]).sum(1)
    apart = torch.arange(TOKENS)[:, None] - torch.arange(TOKENS)[None]
    kernel = torch.where(apart >= 0, kernel[:, apart.clamp(min=0)], 0.0)
    y = torch.einsum("dts,bsd->btd", kernel, x)
    return x + F.glu(m.parts["out"](F.gelu(y)), -1)


@net(
    tokens(),
    into=linear(WIDTH, 3 * WIDTH),
    out=linear(WIDTH, WIDTH),
    positions=mlp(17, 32, WIDTH),
)
def hyena(m, x):
    parts = m.parts["into"](x)
    short = F.pad(parts.transpose(1, 2), (2, 0)).unfold(-1, 3, 1).mean(-1)
    a, b, v = short.transpose(1, 2).chunk(3, -1)
    t = torch.linspace(0, 1, TOKENS).to(x.dtype)[:, None]
    bands = 2 * math.pi * t * torch.arange(1, 9)
    kernel = m.parts["positions"](torch.cat([t, bands.sin(), bands.cos()], -1))
    kernel = kernel * torch.exp(-4 * t * torch.linspace(0.3, 3, WIDTH).to(x.dtype))
    apart = torch.arange(TOKENS)[:, None] - torch.arange(TOKENS)[None]
    full = torch.where(apart[..., None] >= 0, kernel[apart.clamp(min=0)], 0.0)
    return m.parts["out"](a * torch.einsum("tsd,bsd->btd", full, b * v))


@net(tokens(10), cell=linear(2 * WIDTH, WIDTH), tau=weight(WIDTH), out=linear(WIDTH, 8))
def liquid(m, x):
    """Liquid time constants, by fused Euler steps."""
    state = torch.zeros(BATCH, WIDTH, dtype=x.dtype)
    rate = F.softplus(m.tau + 1)
    for t in range(10):
        for _ in range(3):
            f = m.parts["cell"](torch.cat([x[:, t], state], -1)).sigmoid()
            state = (state + 0.1 * f * torch.tanh(x[:, t])) / (1 + 0.1 * (rate + f))
    return m.parts["out"](state), state


@net(tokens(8), **QKV)
def test_time(m, x):
    """A linear layer as the state, a step of gradient descent a token."""
    q, k, v = split(m, x)
    w = torch.zeros(BATCH, HEADS, 16, 16, dtype=x.dtype)
    out = []
    for t in range(8):
        key = k[:, :, t, None]
        slope = 2 * key.transpose(-1, -2) @ (key @ w - v[:, :, t, None])
        w = 0.99 * w - 0.05 * slope
        out.append(q[:, :, t, None] @ w)
    return m.parts["out"](join(torch.cat(out, 2)))


@net(
    tokens(),
    mix=weight(4, 4),
    read=weight(4, scale=1),
    write=weight(4, scale=1),
    body=mlp(WIDTH, 128, WIDTH),
    norm=lambda: nn.RMSNorm(WIDTH),
)
def hyper_connections(m, x):
    """Four residual streams, mixed doubly stochastically (by Sinkhorn)."""
    streams = x[:, None].expand(BATCH, 4, TOKENS, WIDTH)
    for _ in range(3):
        mix = torch.exp(5 * m.mix)
        for _ in range(5):
            mix = mix / mix.sum(0, keepdim=True)
            mix = mix / mix.sum(1, keepdim=True)
        one = torch.einsum("s,bstd->btd", m.read.sigmoid(), streams)
        made = m.parts["body"](m.parts["norm"](one))
        streams = torch.einsum("rs,bstd->brtd", mix, streams)
        streams = streams + 2 * m.write.sigmoid()[:, None, None] * made[:, None]
    return streams.mean(1)


@net(
    tokens(),
    up=linear(WIDTH, 128, False),
    down=linear(128, WIDTH, False),
    head=linear(WIDTH, WORDS, False),
    rate=weight(WIDTH, scale=0.05),
    scale=weight(WORDS),
    **QKV,
)
def ngpt(m, x):
    unit = functools.partial(F.normalize, dim=-1)
    x = unit(x)
    q, k, v = split(m, x)
    y = join((4 * unit(q) @ unit(k).transpose(-1, -2) + causal()).softmax(-1) @ v)
    rate = (m.rate + 0.05).abs()
    x = unit(x + rate * (unit(m.parts["out"](y)) - x))
    y = m.parts["down"](F.silu(m.parts["up"](x) * 8))
    x = unit(x + rate * (unit(y) - x))
    return m.parts["head"](x) * (1 + m.scale)


@net(
    tokens(),
    query=linear(WIDTH, 32),
    one=weight(16, 16, scale=1),
    two=weight(16, 16, scale=1, seed=3),
    table=lambda: nn.Embedding(256, WIDTH),
)
def product_keys(m, x):
    a, b = m.parts["query"](x).chunk(2, -1)
    (a, i), (b, j) = (a @ m.one.T).topk(4, -1), (b @ m.two.T).topk(4, -1)
    both = (a[..., :, None] + b[..., None, :]).flatten(-2)
    index = (16 * i[..., :, None] + j[..., None, :]).flatten(-2)
    best, at = both.topk(4, -1)
    rows = m.parts["table"](index.gather(-1, at))
    return (best.softmax(-1)[..., None] * rows).sum(-2)


@net(
    lambda: noise(12, 12, 32),
    gates=linear(32, 4 * 32),
    norm=lambda: nn.LayerNorm(32),
    into=linear(32, 96),
    bias=linear(32, 4),
    out=linear(32, 32),
    last=linear(32, 32),
    after=lambda: nn.LayerNorm(32),
)
def triangles(m, z):
    """Triangle multiplication and attention (as AlphaFold has them)."""
    x = m.parts["norm"](z)
    a, b, g, h = m.parts["gates"](x).chunk(4, -1)
    a, b = a * g.sigmoid(), b * h.sigmoid()
    made = m.parts["after"](torch.einsum("ikc,jkc->ijc", a, b))
    z = z + m.parts["last"](made) * g.sigmoid()
    q, k, v = (heads(p) for p in m.parts["into"](m.parts["norm"](z)).chunk(3, -1))
    bias = m.parts["bias"](z).permute(2, 0, 1)[None]
    y = join((q @ k.transpose(-1, -2) / 8**0.5 + bias).softmax(-1) @ v)
    return z + m.parts["out"](y)


@net(
    lambda: noise(12, WIDTH),
    lambda: noise(12, 12, 16),
    lambda: noise(12, 3, 3, seed=4),
    lambda: 10 * noise(12, 3, seed=5),
    into=linear(WIDTH, 3 * WIDTH),
    points=linear(WIDTH, 4 * 3 * 12),
    bias=linear(16, 4),
    out=linear(64 + 4 * 16, WIDTH),
    scale=weight(4),
)
def invariant_points(m, x, z, raw, shift):
    """Attention by distances of points in local frames."""
    a = F.normalize(raw[:, 0], dim=-1)
    b = F.normalize(raw[:, 1] - (a * raw[:, 1]).sum(-1, keepdim=True) * a, dim=-1)
    frame = torch.stack([a, b, torch.linalg.cross(a, b)], -1)
    q, k, v = (heads(p) for p in m.parts["into"](x).chunk(3, -1))
    local = m.parts["points"](x).view(12, 4, 12, 3)
    moved = torch.einsum("nij,nhpj->nhpi", frame, local) + shift[:, None, None]
    one, two, three = moved.transpose(0, 1).split([4, 4, 4], 2)
    far = ((one[:, :, None] - two[:, None]) ** 2).sum((-1, -2))
    scores = q @ k.transpose(-1, -2) / 4 + m.parts["bias"](z).permute(2, 0, 1)
    weights = (scores - 0.1 * F.softplus(m.scale)[:, None, None] * far).softmax(-1)
    seen = torch.einsum("hij,hjpc->ihpc", weights, three) - shift[:, None, None]
    seen = torch.einsum("nji,nhpj->nhpi", frame, seen)
    size = ((seen**2).sum(-1) + 1e-8).sqrt()
    y = torch.cat([join(weights @ v), seen.flatten(1), size.flatten(1)], -1)
    return m.parts["out"](y)


@net(
    lambda: noise(1, 3, 32, 32),
    lambda: noise(1, 3, 32, 32, seed=3),
    eyes=lambda: nn.Sequential(
        nn.Conv2d(3, 16, 5, 4, 2), nn.ReLU(), nn.Conv2d(16, 32, 3, 1, 1)
    ),
    gates=lambda: nn.Conv2d(32 + 66, 64, 3, 1, 1),
    new=lambda: nn.Conv2d(32 + 66, 32, 3, 1, 1),
    flow=lambda: nn.Conv2d(32, 2, 3, 1, 1),
)
def raft(m, one, two):
    """All pairs' correlation, and iterations of a GRU on flows."""
    a, b = m.parts["eyes"](one), m.parts["eyes"](two)
    pairs = torch.einsum("bcp,bcq->bqp", a.flatten(2), b.flatten(2)) / 32**0.5
    pairs = pairs.view(1, 64, 8, 8)
    hidden, flow = torch.tanh(a), torch.zeros(1, 2, 8, 8, dtype=one.dtype)
    for _ in range(4):
        seen = torch.cat([pairs, flow], 1)
        z, r = m.parts["gates"](torch.cat([hidden, seen], 1)).sigmoid().chunk(2, 1)
        new = torch.tanh(m.parts["new"](torch.cat([r * hidden, seen], 1)))
        hidden = (1 - z) * hidden + z * new
        flow = flow + m.parts["flow"](hidden)
    return flow


@net(
    tokens(1),
    lambda: (
        (20 * noise(BATCH, HEADS, 32, 16, seed=3))
        .round()
        .clamp(-127, 127)
        .to(torch.int8)
    ),
    lambda: (
        (20 * noise(BATCH, HEADS, 32, 16, seed=4))
        .round()
        .clamp(-127, 127)
        .to(torch.int8)
    ),
    lambda: 0.05 + 0.01 * noise(BATCH, HEADS, 32, 1).abs(),
    lambda: torch.tensor([7, 19]),
    **QKV,
)
def int8_cache(m, x, keys, values, scales, lengths):
    """A step over a cache of bytes; the new key and value leave as bytes."""
    q, k, v = split(m, x)
    scores = q @ (keys.to(x.dtype) * scales).transpose(-1, -2) / 4
    late = torch.arange(32)[None] > lengths[:, None]
    scores = scores.masked_fill(late[:, None, None], float("-inf"))
    y = join(scores.softmax(-1) @ (values.to(x.dtype) * scales))
    scale = k.abs().amax(-1, keepdim=True) / 127 + 1e-8
    return m.parts["out"](y), (k / scale).round().to(torch.int8), scale


def spline_bases(x, count=8, degree=3):
    grid = torch.linspace(-2.2, 2.2, count + degree + 1).to(x.dtype)
    x = x[..., None]
    bases = ((x >= grid[:-1]) & (x < grid[1:])).to(x.dtype)
    for p in range(1, degree + 1):
        left = (x - grid[: -p - 1]) / (grid[p:-1] - grid[: -p - 1])
        right = (grid[p + 1 :] - x) / (grid[p + 1 :] - grid[1:-p])
        bases = left * bases[..., :-1] + right * bases[..., 1:]
    return bases


@net(
    lambda: noise(32, 16),
    w0=weight(16, 8, 32),
    w1=weight(32, 8, 4),
    b0=linear(16, 32),
    b1=linear(32, 4),
)
def kan(m, x):
    for w, base in ((m.w0, "b0"), (m.w1, "b1")):
        made = torch.einsum("nik,iko->no", spline_bases(x), w)
        x = made + m.parts[base](F.silu(x))
    return x


@net(tokens(), **QKV)
def nystrom(m, x):
    """Attention by landmarks, an inverse in six iterations (Nystromformer)."""
    q, k, v = split(m, x)
    left, right = (t.unflatten(2, (4, 4)).mean(3) for t in (q, k))
    soft = lambda a, b: (a @ b.transpose(-1, -2) / 4).softmax(-1)
    one, two, three = soft(q, right), soft(left, right), soft(left, k)
    eye = torch.eye(4, dtype=x.dtype)
    z = two.transpose(-1, -2) / two.sum(-2).amax(-1)[..., None, None]
    for _ in range(6):
        y = two @ z
        z = 0.25 * z @ (13 * eye - y @ (15 * eye - y @ (7 * eye - y)))
    return m.parts["out"](join(one @ z @ (three @ v)))
