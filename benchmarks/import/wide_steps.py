# ===- wide_steps.py - Optimizers and samplers ----------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Steps of optimizers, losses, samplers, layers that adapt."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from wide_layers import QKV, causal, heads, join, split, tokens
from wide_parts import linear, mlp, model, net, weight
from zoo_language import WIDTH, WORDS, Traced, ids, noise, padding


def newton_schulz(x, steps=5):
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        a = x @ x.T
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return x


@net(
    lambda: 0.1 * noise(64, 96, seed=9),
    lambda: 0.01 * noise(64, 96),
    lambda: 0.01 * noise(64, 96, seed=4),
    lambda: noise(16, 64),
)
def muon(m, w, slope, momentum, x):
    momentum = 0.95 * momentum + slope
    step = newton_schulz(slope + 0.95 * momentum)
    w = w * (1 - 0.02 * 0.1) - 0.02 * step
    return w, momentum, x @ w


@net(
    lambda: 0.1 * noise(32, 32, seed=9),
    lambda: 0.1 * noise(32, 32),
    lambda: torch.eye(32),
    lambda: torch.eye(32),
)
def shampoo(m, w, slope, left, right):
    """Inverse fourth roots by coupled Newton iterations."""

    def root(a):
        n, eye = 4, torch.eye(32, dtype=a.dtype)
        a = a + 1e-4 * eye
        z = (1 + n) / (2 * a.norm())
        y, x = a * z, eye * z ** (1 / n)
        for _ in range(12):
            t = ((n + 1) * eye - y) / n
            x = x @ t
            y = t @ t @ t @ t @ y
        return x

    left, right = left + slope @ slope.T, right + slope.T @ slope
    return w - 0.1 * root(left) @ slope @ root(right), left, right


@net(
    lambda: noise(24, 16),
    lambda: noise(24, 16, seed=3).softmax(-1).log(),
    lambda: noise(24),
    lambda: ids(24) % 16,
    lambda: noise(24, seed=5),
    body=mlp(16, 64, 64, act=nn.Tanh),
    policy=linear(64, 16),
    value=linear(64, 1),
)
def ppo(m, state, old, gain, action, target):
    x = m.parts["body"](state)
    logs = m.parts["policy"](x).log_softmax(-1)
    pick = lambda t: t.gather(-1, action[:, None])[:, 0]
    ratio = (pick(logs) - pick(old)).exp()
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    gained = torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
    missed = ((m.parts["value"](x)[:, 0] - target) ** 2).mean()
    entropy = -(logs.exp() * logs).sum(-1).mean()
    apart = ((ratio - 1) - ratio.log()).mean()
    return -gained + 0.5 * missed - 0.01 * entropy, entropy, apart


def choice(m, x, labels, name="head"):
    logs = m.parts[name](x).log_softmax(-1)
    return logs.gather(-1, labels[..., None])[..., 0]


@net(
    tokens(),
    lambda: ids(),
    lambda: padding().float(),
    head=linear(WIDTH, WORDS),
    old=linear(WIDTH, WORDS),
)
def dpo_grpo(m, x, labels, present):
    """Losses on preferences and on groups, with Schulman's estimate of KL."""
    new, old = choice(m, x, labels), choice(m, x, labels, "old")
    sums = ((new - old) * present).sum(-1)
    preferred = -F.logsigmoid(0.1 * (sums[0] - sums[1]))
    apart = (old - new).exp() - (old - new) - 1
    gain = torch.tensor([1.0, -1.0], dtype=x.dtype)[:, None]
    ratio = (new - new.detach()).exp()
    each = (-(ratio * gain) + 0.04 * apart) * present
    return preferred, (each.sum(-1) / present.sum(-1)).mean(), sums


@net(
    lambda: noise(4, 64),
    lambda: noise(4, 64, seed=3),
    lambda: ids(4) % 32,
    lambda: noise(4).sigmoid(),
    large=linear(64, 32),
    small=linear(64, 32),
)
def speculative(m, x, y, drafted, dice):
    """Which drafted tokens are accepted, and what is drawn from instead."""
    p, q = m.parts["large"](x).softmax(-1), m.parts["small"](y).softmax(-1)
    pick = lambda t: t.gather(-1, drafted[:, None])[:, 0]
    missed = (dice >= pick(p) / pick(q)).to(torch.int64)
    count = (missed.cumsum(0) == 0).sum()
    rest = F.relu(p - q)
    return count, pick(p) / pick(q), rest / rest.sum(-1, keepdim=True)


@net(lambda: noise(4, WORDS), lambda: noise(4, 64), head=linear(64, WORDS))
def sampling(m, penalty, x):
    """Temperature, top-k, top-p, min-p, and the token drawn with Gumbel's trick."""
    scores = m.parts["head"](x) * 3 / 0.7
    scores, order = scores.topk(12, -1)
    p = scores.softmax(-1)
    p = torch.where(p.cumsum(-1) - p > 0.9, 0.0, p)
    p = torch.where(p < 0.05 * p[:, :1], 0.0, p)
    p = p / p.sum(-1, keepdim=True)
    drawn = (
        p.clamp(min=1e-30).log() - (-penalty[:, :12].sigmoid().log()).log()
    ).argmax(-1)
    return order.gather(-1, drawn[:, None]), p


def denoiser():
    return {"body": mlp(16 + 16, 64, 64, 16)}


def predict(m, x, level):
    rates = 2.0 ** torch.arange(8).to(x.dtype)
    angle = (level * rates).expand(len(x), 8)
    return m.parts["body"](torch.cat([x, angle.sin(), angle.cos()], -1))


def schedule():
    return (1 - torch.linspace(1e-4, 0.02, 1000)).cumprod(0)


@net(lambda: noise(8, 16), kept=schedule, **denoiser())
def ddim(m, x):
    kept = m.kept
    for step in range(999, 0, -111):
        a, b = kept[step], kept[max(step - 111, 0)]
        noise_ = predict(m, x, torch.tensor(step / 1000.0))
        clean = (x - (1 - a).sqrt() * noise_) / a.sqrt()
        x = b.sqrt() * clean + (1 - b).sqrt() * noise_
    return x


def karras(dtype, count=8):
    ramp = torch.linspace(0, 1, count).to(dtype)
    return torch.cat(
        [
            (80 ** (1 / 7) + ramp * (0.002 ** (1 / 7) - 80 ** (1 / 7))) ** 7,
            torch.zeros(1),
        ]
    )


def clean(m, x, level):
    root = (level**2 + 0.25).sqrt()
    return 0.25 / root**2 * x + level * 0.5 / root * predict(
        m, x / root, level.log() / 4
    )


@net(lambda: 80 * noise(8, 16), **denoiser())
def edm_heun(m, x):
    levels = karras(x.dtype)
    for i in range(8):
        a, b = levels[i], levels[i + 1]
        slope = (x - clean(m, x, a)) / a
        ahead = x + (b - a) * slope
        if i < 7:
            slope = (slope + (ahead - clean(m, ahead, b)) / b) / 2
            ahead = x + (b - a) * slope
        x = ahead
    return x


@net(lambda: 80 * noise(8, 16), **denoiser())
def dpm_solver(m, x):
    """DPM-Solver++(2M) on Karras' levels."""
    levels, before = karras(x.dtype), None
    for i in range(7):
        a, b = levels[i], levels[i + 1]
        now = clean(m, x, a)
        h = (a / b).log()
        if before is None:
            guess = now
        else:
            r = (levels[i - 1] / a).log() / h
            guess = (1 + 1 / (2 * r)) * now - before / (2 * r)
        x = b / a * x - (-h).expm1() * guess
        before = now
    return x


@net(lambda: noise(8, 16), lambda: torch.linspace(0.01, 1, 10), **denoiser())
def rectified_flow(m, x, times):
    for i in range(9):
        x = x + (times[i + 1] - times[i]) * predict(m, x, times[i])
    return x


@net(
    lambda: noise(2, 16, 64),
    lambda: torch.tensor([17, 423]),
    time=mlp(32, 64, 64),
    change=linear(64, 6 * 64),
    up=mlp(64, 256, 64, act=nn.GELU),
    **QKV,
)
def dit(m, x, step):
    rates = torch.exp(-torch.arange(16).to(x.dtype) * (9.21 / 16))
    angle = step[:, None].to(x.dtype) * rates
    c = m.parts["time"](torch.cat([angle.cos(), angle.sin()], -1))
    a, b, g, d, e, h = m.parts["change"](F.silu(c))[:, None].chunk(6, -1)
    y = F.layer_norm(x, (64,)) * (1 + a) + b
    q, k, v = split(m, y)
    x = x + g * m.parts["out"](join((q @ k.transpose(-1, -2) / 4).softmax(-1) @ v))
    return x + h * m.parts["up"](F.layer_norm(x, (64,)) * (1 + d) + e)


@net(
    lambda: noise(16, 64),
    base=weight(64, 64),
    down=weight(4, 64),
    up=weight(64, 4),
    size=weight(64, scale=1),
)
def dora(m, x):
    full = m.base + 2.0 * m.up @ m.down
    full = full * (m.size / full.norm(dim=1, keepdim=False))[:, None]
    low = x @ m.base.T + 2.0 * (x @ m.down.T) @ m.up.T
    return x @ full.T, low


def fake(x, bits=8, dim=None):
    top = 2 ** (bits - 1) - 1
    largest = x.abs().amax() if dim is None else x.abs().amax(dim, keepdim=True)
    scale = largest / top + 1e-12
    return (x / scale).round().clamp(-top - 1, top) * scale


@net(lambda: noise(16, 64), w0=weight(64, 64), w1=weight(64, 64))
def fake_quantised(m, x):
    x = F.gelu(fake(x, 8, -1) @ fake(m.w0, 4, 1).T)
    return fake(x, 8, -1) @ fake(m.w1, 4, 1).T


@net(lambda: noise(16, 64), w=weight(64, 64))
def bitnet(m, x):
    """Ternary weights, activations of 8 bits."""
    x = F.layer_norm(x, (64,))
    scale = 127 / x.abs().amax(-1, keepdim=True).clamp(min=1e-5)
    x = (x * scale).round().clamp(-128, 127) / scale
    size = 1 / m.w.abs().mean().clamp(min=1e-5)
    w = (m.w * size).round().clamp(-1, 1) / size
    return x @ w.T


@net(
    lambda: noise(2, 3, 16, 16),
    w=weight(32, 27),
    u=weight(32, scale=1),
    g=weight(8, scale=1),
    v=weight(8, 32),
)
def spectral_norm(m, x):
    u = m.u
    for _ in range(2):
        t = F.normalize(m.w.T @ u, dim=0)
        u = F.normalize(m.w @ t, dim=0)
    size = u @ m.w @ t
    y = F.leaky_relu(F.conv2d(x, (m.w / size).view(32, 3, 3, 3)), 0.2).mean((2, 3))
    return y @ (m.g[:, None] * m.v / m.v.norm(dim=1, keepdim=True)).T


@net(lambda: noise(2, 8, 16), lambda: noise(2, 8, 16, seed=3), cost=mlp(16, 32, 16))
def sinkhorn(m, a, b):
    """Entropic transport between two sets, by sums in logarithms."""
    a, b = m.parts["cost"](a), m.parts["cost"](b)
    cost = ((a[:, :, None] - b[:, None]) ** 2).sum(-1)
    f, g = torch.zeros_like(cost[:, :, 0]), torch.zeros_like(cost[:, 0])
    for _ in range(10):
        f = -0.1 * ((g[:, None] - cost) / 0.1 - 2.079).logsumexp(-1)
        g = -0.1 * ((f[:, :, None] - cost) / 0.1 - 2.079).logsumexp(1)
    plan = ((f[:, :, None] + g[:, None] - cost) / 0.1).exp() / 64
    return (plan * cost).sum((1, 2)), plan


@net(
    lambda: noise(24, 8),
    lambda: noise(6, 8, seed=3),
    body=mlp(8, 32, 16),
    noise=weight(1),
)
def gaussian_process(m, x, new):
    """Deep kernel; the inverse by Newton's iteration."""
    a, b = m.parts["body"](x), m.parts["body"](new)
    far = lambda s, t: ((s[:, None] - t[None]) ** 2).sum(-1)
    k = (-far(a, a) / 2).exp() + (0.1 + m.noise**2) * torch.eye(24)
    inverse = k / (k.abs().sum(0).max() * k.abs().sum(1).max())
    for _ in range(14):
        inverse = 2 * inverse - inverse @ k @ inverse
    cross = (-far(b, a) / 2).exp()
    mean = cross @ (inverse @ x[:, 0])
    return mean, 1 - (cross @ inverse * cross).sum(-1)


@net(lambda: noise(8, 12), body=mlp(12, 32, 32), out=linear(32, 24))
def kalman(m, x):
    """A filter on what a network observes; covariances by Joseph's form."""
    h = m.parts["body"](x)
    seen, spread = m.parts["out"](h).view(8, 6, 4).chunk(2, -1)
    move = torch.eye(2) + torch.tensor([[0.0, 0.1], [0.0, 0.0]])
    move = move.to(x.dtype)
    state, p = (
        torch.zeros(8, 2, dtype=x.dtype),
        torch.eye(2, dtype=x.dtype).repeat(8, 1, 1),
    )
    out = []
    for t in range(6):
        state, p = state @ move.T, move @ p @ move.T + 0.01 * torch.eye(2)
        r = F.softplus(spread[:, t, :1])[..., None]
        gain = p[:, :, :1] / (p[:, :1, :1] + r)
        state = state + gain[..., 0] * (seen[:, t, :1] - state[:, :1])
        keep = torch.eye(2, dtype=x.dtype) - torch.cat(
            [gain, torch.zeros_like(gain)], -1
        )
        p = keep @ p @ keep.transpose(1, 2) + r * gain @ gain.transpose(1, 2)
        out.append(state)
    return torch.stack(out, 1), p


@net(lambda: noise(2, 32, 4), enter=linear(32, 16))
def reversible_norm(m, x):
    """Instance normalisation taken back, series taken apart (RevIN, DLinear)."""
    mean, spread = x.mean(1, keepdim=True), (x.var(1, keepdim=True) + 1e-5).sqrt()
    x = (100 + x - mean) / spread - 100 / spread
    padded = torch.cat([x[:, :1].repeat(1, 3, 1), x, x[:, -1:].repeat(1, 3, 1)], 1)
    trend = F.avg_pool1d(padded.transpose(1, 2), 7, 1)
    rest = x.transpose(1, 2) - trend
    made = m.parts["enter"](trend) + m.parts["enter"](rest)
    return made.transpose(1, 2) * spread + mean


def langevin(x, dice, first, second):
    def energy(x):
        return (F.softplus(x @ first) @ second).sum() + 0.5 * (x**2).sum()

    for _ in range(4):
        x = x - 0.05 * torch.func.grad(energy)(x) + 0.3 * dice
    return x, energy(x)


def pinn(t, first, bias, second):
    """Burgers' equation's residual by second derivatives of a network."""

    def u(t):
        return torch.tanh(t @ first + bias) @ second

    value = torch.func.vmap(u)(t)
    slope = torch.func.vmap(torch.func.grad(u))(t)
    curve = torch.func.vmap(torch.func.hessian(u))(t)
    return slope[:, 0] + value * slope[:, 1] - 0.00318 * curve[:, 1, 1], value


@model
def energy():
    inputs = (
        noise(4, WIDTH),
        noise(4, WIDTH, seed=3),
        0.3 * noise(WIDTH, 128),
        noise(128),
    )
    return Traced(langevin, inputs), inputs


def tiny_lm(x, labels, embed, into, out, head):
    """A causal layer's loss and all its gradients, under a loss scale of 1024."""

    def loss(weights):
        embed, into, out, head = weights
        h = (x[..., None] == torch.arange(WORDS)).to(embed.dtype) @ embed
        y = h * torch.rsqrt((h**2).mean(-1, keepdim=True) + 1e-6)
        q, k, v = (heads(p) for p in (y @ into).chunk(3, -1))
        h = h + join((q @ k.transpose(-1, -2) / 4 + causal()).softmax(-1) @ v) @ out
        y = h * torch.rsqrt((h**2).mean(-1, keepdim=True) + 1e-6)
        right = (labels[..., None] == torch.arange(WORDS)).to(embed.dtype)
        return -1024.0 * ((y @ head).log_softmax(-1) * right).sum(-1).mean()

    weights = embed, into, out, head
    slopes = [g / 1024.0 for g in torch.func.grad(loss)(weights)]
    size = sum((g**2).sum() for g in slopes).sqrt()
    scale = (1 / (size + 1e-6)).clamp(max=1)
    return (size, *(w - 0.1 * scale * g for w, g in zip(weights, slopes)))


@model
def lm_step():
    shapes = (WORDS, WIDTH), (WIDTH, 3 * WIDTH), (WIDTH, WIDTH), (WIDTH, WORDS)
    weights = [0.1 * noise(*shape) for shape in shapes]
    inputs = (ids(), ids() % 100, *weights)
    return Traced(tiny_lm, inputs), inputs
