# ===- wide_fields.py - Graphs, fields, flows -----------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Graphs and molecules, recommendation, fields, flows, differential equations."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

from wide_parts import linear, mlp, net, weight
from zoo_language import WIDTH, WORDS, ids, noise

# Graphs, points, molecules. A graph is a dense matrix of who neighbours whom.


def edges(n=24):
    near = (noise(n, n, seed=4) > 0.8).float()
    return ((near + near.T + torch.eye(n)) > 0).float()


@net(
    lambda: noise(24, 32),
    edges,
    one=linear(32, 64),
    two=linear(64, 64),
    out=linear(64, 8),
)
def gcn(m, x, near):
    degree = near.sum(-1).rsqrt()
    near = near * degree[:, None] * degree
    x = F.relu(near @ m.parts["one"](x))
    x = F.relu(near @ m.parts["two"](x))
    return m.parts["out"](x).log_softmax(-1)


@net(
    lambda: noise(24, 32),
    edges,
    one=linear(32, 64),
    out=linear(64, 8),
    source=weight(4, 16),
    target=weight(4, 16),
)
def gat(m, x, near):
    x = m.parts["one"](x).view(-1, 4, 16)
    left, right = (x * m.source).sum(-1), (x * m.target).sum(-1)
    scores = F.leaky_relu(left[:, None] + right[None], 0.2)
    scores = scores.masked_fill(near[..., None] == 0, float("-inf"))
    x = torch.einsum("ijh,jhd->ihd", scores.softmax(1), x).reshape(-1, 64)
    return m.parts["out"](F.elu(x))


@net(
    lambda: noise(24, 32),
    edges,
    one=mlp(32, 64, 64),
    two=mlp(64, 64, 64),
    out=linear(64, 8),
    eps=weight(2),
)
def gin(m, x, near):
    x = m.parts["one"]((1 + m.eps[0]) * x + near @ x)
    x = m.parts["two"]((1 + m.eps[1]) * x + near @ x)
    return m.parts["out"](x.sum(0))


def atoms(n=16):
    return 2 * noise(n, 3, seed=6)


@net(
    lambda: ids(16) % 10,
    atoms,
    embed=lambda: nn.Embedding(10, WIDTH),
    rates=mlp(32, 64, 64),
    into=linear(64, 64),
    out=mlp(64, 64, 1),
)
def schnet(m, kinds, places):
    x = m.parts["embed"](kinds)
    apart = places[:, None] - places[None]
    distance = ((apart**2).sum(-1) + 1e-9).sqrt()
    centres = torch.linspace(0, 5, 32).to(places.dtype)
    bases = torch.exp(-10 * (distance[..., None] - centres) ** 2)
    cut = 0.5 * (torch.cos(distance * math.pi / 5) + 1) * (distance < 5)
    for _ in range(2):
        rates = m.parts["rates"](bases) * cut[..., None]
        x = x + (rates * m.parts["into"](x)[None]).sum(1)
    return m.parts["out"](x).sum()


@net(
    lambda: noise(16, 64),
    atoms,
    edge=mlp(129, 64, 64),
    place=mlp(64, 64, 1),
    node=mlp(128, 64, 64),
)
def egnn(m, x, places):
    n = len(x)
    for _ in range(2):
        apart = places[:, None] - places[None]
        square = (apart**2).sum(-1, keepdim=True)
        both = torch.cat([x[:, None].expand(n, n, 64), x[None].expand(n, n, 64)], -1)
        message = m.parts["edge"](torch.cat([both, square], -1))
        step = apart / (square.sqrt() + 1) * m.parts["place"](message)
        places = places + step.mean(1)
        x = x + m.parts["node"](torch.cat([x, message.sum(1)], -1))
    return x, places


@net(lambda: noise(1, 48, 3), one=mlp(6, 32, 32), two=mlp(64, 64), out=mlp(64, 64, 10))
def dgcnn(m, x):
    for name in ("one", "two"):
        square = (x**2).sum(-1)
        far = square[:, :, None] - 2 * x @ x.transpose(1, 2) + square[:, None]
        near = far.topk(8, -1, largest=False)[1]
        around = x[0][near[0]][None]
        own = x[:, :, None].expand_as(around)
        x = m.parts[name](torch.cat([around - own, own], -1)).amax(2)
    return m.parts["out"](x.amax(1))


@net(
    lambda: noise(1, 32, 3), one=mlp(3, 32, 32), two=mlp(35, 64, 64), out=linear(64, 10)
)
def pointnet2(m, x):
    """Farthest points, balls around them, maxima."""
    picked = [torch.zeros(1, dtype=torch.long)]
    least = torch.full((32,), 1e10, dtype=x.dtype)
    for _ in range(7):
        least = torch.minimum(least, ((x[0] - x[0][picked[-1]]) ** 2).sum(-1))
        picked.append(least.argmax()[None])
    centres = x[0][torch.cat(picked)]
    far = ((centres[:, None] - x[0][None]) ** 2).sum(-1)
    near = far.topk(8, -1, largest=False)[1]
    local = x[0][near] - centres[:, None]
    features = m.parts["one"](local).amax(1)
    return m.parts["out"](m.parts["two"](torch.cat([features, centres], -1)).amax(0))


# Recommendation.


@net(
    lambda: noise(16, 13),
    lambda: ids(16, 6),
    below=mlp(13, 32, 16, act=nn.ReLU),
    embed=lambda: nn.Embedding(WORDS, 16),
    above=mlp(37, 32, 1, act=nn.ReLU),
)
def dlrm(m, dense, sparse):
    x = m.parts["below"](dense)
    rows = torch.cat([x[:, None], m.parts["embed"](sparse)], 1)
    pairs = rows @ rows.transpose(1, 2)
    left, right = torch.tril_indices(7, 7, -1)
    return m.parts["above"](torch.cat([x, pairs[:, left, right]], -1)).sigmoid()


@net(
    lambda: noise(16, 32),
    lambda: noise(64, 24),
    user=mlp(32, 64, 64),
    item=mlp(24, 64, 64),
)
def two_tower(m, users, items):
    users = F.normalize(m.parts["user"](users), dim=-1)
    items = F.normalize(m.parts["item"](items), dim=-1)
    scores = users @ items.T / 0.05
    return *scores.topk(5, -1), F.cross_entropy(scores, torch.arange(16))


@net(
    lambda: noise(16, 64),
    lambda: ids(16, 8),
    experts=weight(4, 64, 32),
    gate=linear(64, 8),
    towers=weight(2, 32, 1),
    embed=lambda: nn.Embedding(WORDS, 64),
)
def mmoe(m, x, history):
    """Experts for two tasks, with a history attended to (as DIN has it)."""
    seen = m.parts["embed"](history)
    weights = (seen @ x[:, :, None]).softmax(1)
    x = x + (weights * seen).sum(1)
    made = F.relu(torch.einsum("bd,edf->ebf", x, m.experts))
    gates = m.parts["gate"](x).view(-1, 2, 4).softmax(-1)
    mixed = torch.einsum("ebf,bte->tbf", made, gates)
    return torch.einsum("tbf,tfo->tbo", mixed, m.towers).sigmoid()


# Fields, flows, differential equations.


def rays():
    return F.normalize(noise(8, 3), dim=-1)


@net(lambda: 0.1 * noise(8, 3), rays, body=mlp(63, 64, 64, act=nn.ReLU), out=mlp(64, 4))
def nerf(m, origin, direction):
    depths = torch.linspace(2, 6, 16).to(origin.dtype)
    points = origin[:, None] + depths[:, None] * direction[:, None]
    parts = [points]
    for level in range(10):
        parts += [torch.sin(2**level * points), torch.cos(2**level * points)]
    raw = m.parts["out"](m.parts["body"](torch.cat(parts, -1)))
    density, colour = F.relu(raw[..., 3]), raw[..., :3].sigmoid()
    depth = density * (4 / 15)
    weights = (1 - torch.exp(-depth)) * torch.exp(depth - depth.cumsum(-1))
    return (weights[..., None] * colour).sum(1), (weights * depths).sum(1)


@net(
    lambda: noise(64, 2).tanh(),
    one=weight(2, 64, scale=1),
    two=weight(64, 64),
    three=weight(64, 64),
    out=linear(64, 3),
)
def siren(m, x):
    x = torch.sin(30 * (x @ m.one))
    x = torch.sin(3 * (x @ m.two))
    return m.parts["out"](torch.sin(3 * (x @ m.three)))


@net(lambda: noise(16, 8), slope=mlp(9, 64, 8, act=nn.Tanh), out=linear(8, 4))
def neural_ode(m, x):
    def slope(t, x):
        return m.parts["slope"](torch.cat([x, torch.full_like(x[:, :1], t)], -1))

    h = 0.1
    for step in range(8):
        t = step * h
        a = slope(t, x)
        b = slope(t + h / 2, x + h / 2 * a)
        c = slope(t + h / 2, x + h / 2 * b)
        d = slope(t + h, x + h * c)
        x = x + h / 6 * (a + 2 * b + 2 * c + d)
    return x, m.parts["out"](x)


@net(lambda: noise(32, 16), s0=mlp(8, 64, 16), s1=mlp(8, 64, 16), s2=mlp(8, 64, 16))
def realnvp(m, x):
    total = torch.zeros_like(x[:, 0])
    for name in ("s0", "s1", "s2"):
        left, right = x.chunk(2, -1)
        scale, shift = m.parts[name](left).chunk(2, -1)
        scale = torch.tanh(scale)
        x = torch.cat([right * scale.exp() + shift, left], -1)
        total = total + scale.sum(-1)
    prior = -0.5 * (x**2 + math.log(2 * math.pi)).sum(-1)
    return x, prior + total


@net(
    lambda: noise(2, 12, 8, 8),
    bias=weight(12),
    scale=weight(12),
    mix=weight(12, 12),
    body=lambda: nn.Sequential(
        nn.Conv2d(6, 32, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(32, 32, 1),
        nn.ReLU(),
        nn.Conv2d(32, 12, 3, padding=1),
    ),
)
def glow(m, x):
    x = (x + m.bias[:, None, None]) * m.scale.exp()[:, None, None]
    mix = m.mix + torch.eye(12, dtype=x.dtype)
    x = F.conv2d(x, mix[:, :, None, None])
    total = 64 * m.scale.sum()
    left, right = x.chunk(2, 1)
    shift, raw = m.parts["body"](left).chunk(2, 1)
    scale = torch.sigmoid(raw + 2)
    right = (right + shift) * scale
    total = total + scale.log().sum((1, 2, 3))
    x = torch.cat([left, right], 1)
    return x, -0.5 * (x**2).sum((1, 2, 3)) + total


@net(lambda: 2 * noise(32, 8), body=mlp(4, 64, 4 * 23))
def neural_spline(m, x):
    """Monotone rational-quadratic splines of eight pieces in [-3, 3]."""
    left, right = x.chunk(2, -1)
    raw = m.parts["body"](left).view(-1, 4, 23)
    width, height = (raw[..., i : i + 8].softmax(-1) * 0.992 + 0.001 for i in (0, 8))
    slope = F.pad(1e-3 + F.softplus(raw[..., 16:]), (1, 1), value=1.0)
    xs = F.pad(6 * width.cumsum(-1) - 3, (1, 0), value=-3.0)
    ys = F.pad(6 * height.cumsum(-1) - 3, (1, 0), value=-3.0)
    inside = right.clamp(-2.999, 2.999)
    at = (inside[..., None] >= xs[..., :-1]).sum(-1, keepdim=True) - 1
    pick = lambda values, at: values.gather(-1, at)[..., 0]
    x0, x1, y0, y1 = pick(xs, at), pick(xs, at + 1), pick(ys, at), pick(ys, at + 1)
    d0, d1, s = pick(slope, at), pick(slope, at + 1), (y1 - y0) / (x1 - x0)
    t = (inside - x0) / (x1 - x0)
    below = s + (d1 + d0 - 2 * s) * t * (1 - t)
    y = y0 + (y1 - y0) * (s * t**2 + d0 * t * (1 - t)) / below
    grow = s**2 * (d1 * t**2 + 2 * s * t * (1 - t) + d0 * (1 - t) ** 2) / below**2
    beyond = right.abs() > 2.999
    y = torch.where(beyond, right, y)
    return torch.cat([left, y], -1), torch.where(beyond, 0.0, grow.log()).sum(-1)


@net(
    lambda: noise(16, 64).sigmoid(),
    lambda: noise(16, 8),
    enter=mlp(64, 64, 16),
    leave=mlp(8, 64, 64),
)
def vae(m, x, dice):
    mean, spread = m.parts["enter"](x).chunk(2, -1)
    z = mean + torch.exp(0.5 * spread) * dice
    back = m.parts["leave"](z)
    miss = F.binary_cross_entropy_with_logits(back, x, reduction="sum")
    divergence = -0.5 * (1 + spread - mean**2 - spread.exp()).sum()
    return back.sigmoid(), miss + divergence, divergence


@net(
    lambda: noise(32, 32),
    enter=mlp(32, 64, 16),
    leave=mlp(16, 64, 32),
    book=weight(64, 16),
)
def vq_vae(m, x):
    z = m.parts["enter"](x)
    far = (z**2).sum(-1, keepdim=True) - 2 * z @ m.book.T + (m.book**2).sum(-1)
    index = far.argmin(-1)
    q = m.book[index]
    loss = ((q - z) ** 2).mean()
    return m.parts["leave"](z + (q - z)), index, loss


@net(lambda: noise(16, 8), lambda: noise(16, 3), body=mlp(8, 64, 5 + 30))
def mixture_density(m, x, y):
    raw = m.parts["body"](x)
    share = raw[:, :5].log_softmax(-1)
    mean = raw[:, 5:20].view(-1, 5, 3)
    spread = F.softplus(raw[:, 20:]).view(-1, 5, 3) + 1e-4
    each = -0.5 * ((y[:, None] - mean) / spread) ** 2 - spread.log() - 0.9189385
    return -(share + each.sum(-1)).logsumexp(-1), (share.exp()[..., None] * mean).sum(1)


@net(
    lambda: noise(4, 10, 64),
    lambda: ids(4, 10) % 6,
    head=linear(64, 6),
    move=weight(6, 6),
)
def crf(m, x, tags):
    scores = m.parts["head"](x)
    alpha = scores[:, 0]
    for step in range(1, 10):
        alpha = (alpha[:, :, None] + m.move).logsumexp(1) + scores[:, step]
    path = scores.gather(-1, tags[..., None])[..., 0].sum(-1)
    path = path + m.move[tags[:, :-1], tags[:, 1:]].sum(-1)
    return alpha.logsumexp(-1) - path


@net(
    lambda: noise(16, 32),
    lambda: noise(16, 20).sigmoid(),
    head=mlp(32, 64, 20),
    out=linear(20, 8),
)
def gumbel(m, x, dice):
    drawn = -torch.log(-torch.log(dice.clamp(1e-6, 1 - 1e-6)))
    soft = ((m.parts["head"](x) + drawn) / 0.5).softmax(-1)
    hard = F.one_hot(soft.argmax(-1), 20).to(x.dtype)
    return m.parts["out"](hard - soft + soft), soft
