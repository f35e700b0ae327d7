# ===- wide_findings.py - What was looked for -----------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What was found by looking for it: angles, running values, constants."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from wide_parts import linear, net, weight
from zoo_language import WIDTH, noise


@net(
    lambda: noise(2, 3, 32, 32),
    body=lambda: nn.Sequential(
        nn.Conv2d(3, 32, 3, 2, 1),
        nn.ReLU(),
        nn.Conv2d(32, 64, 3, 2, 1),
        nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(64, 1),
    ),
)
def yaw(m, x):
    """A rotation from a picture: all of the network is an angle."""
    angle = m.parts["body"](x)[:, 0]
    return torch.stack([angle.cos(), -angle.sin(), angle.sin(), angle.cos()], -1)


@net(lambda: noise(4, WIDTH), cell=linear(WIDTH, WIDTH))
def moving_average(m, x):
    for _ in range(20):
        x = 0.99 * x + 0.01 * torch.tanh(m.parts["cell"](x))
    return x


@net(
    lambda: noise(2, 48, WIDTH),
    rate=weight(32),
    into=linear(WIDTH, 32),
    out=linear(32, WIDTH),
)
def lru(m, x):
    """A linear recurrence with constant decays near one, written out."""
    decay = torch.exp(-F.softplus(m.rate) * 0.03)
    given = (m.parts["into"](x) + 1) * 0.02
    state = torch.zeros_like(given[:, 0])
    for t in range(48):
        state = decay * state + given[:, t]
    return m.parts["out"](state), state


@net(
    lambda: noise(2, 48, WIDTH),
    step=linear(WIDTH, 32),
    rate=weight(32, scale=1),
    into=linear(WIDTH, 32),
    out=linear(32, WIDTH),
)
def selective_scan(m, x):
    """Decays of data near one (as Mamba has them), written out."""
    step = F.softplus(m.parts["step"](x) - 5)
    decay = torch.exp(-step * m.rate.exp())
    given = (m.parts["into"](x) + 1) * step
    state, out = torch.zeros_like(given[:, 0]), []
    for t in range(48):
        state = decay[:, t] * state + given[:, t]
        out.append(state)
    return m.parts["out"](torch.stack(out, 1)), state


@net(lambda: noise(1, 60, 16), length=linear(16, 1), out=linear(16, 8))
def length_regulator(m, x):
    """Frames repeated as often as is predicted (as FastSpeech 2 and VITS have it)."""
    length = torch.exp(m.parts["length"](x)[..., 0] * 0.3 + 2.3).round().clamp(1, 40)
    end = (torch.tril(torch.ones(60, 60, dtype=x.dtype)) @ length[..., None])[..., 0]
    frames = torch.arange(512, dtype=x.dtype)
    path = (frames >= (end - length)[..., None]) & (frames < end[..., None])
    return m.parts["out"](path.to(x.dtype).transpose(1, 2) @ x), end


@net(lambda: noise(1, 600, WIDTH), place=linear(WIDTH, 1), out=linear(WIDTH, 8))
def location_attention(m, x):
    """A Gaussian window around a predicted place among 600 (as Graves has it)."""
    place = 300 + 100 * m.parts["place"](x.mean(1))
    weights = torch.exp(-0.5 * ((torch.arange(600, dtype=x.dtype) - place) / 2) ** 2)
    weights = weights / weights.sum(-1, keepdim=True)
    return m.parts["out"](weights[:, None] @ x)


@net(lambda: noise(2, 8, 64, 64), place=lambda: nn.Conv2d(8, 6, 64))
def spatial_transformer(m, x):
    matrix = torch.eye(2, 3)[None] + 0.1 * m.parts["place"](x).view(2, 2, 3).tanh()
    line = torch.linspace(-1, 1, 64).to(x.dtype)
    grid = [line[None].expand(64, 64), line[:, None].expand(64, 64)]
    grid = torch.stack([*grid, torch.ones_like(grid[0])], -1).view(1, -1, 3)
    place = ((grid @ matrix.to(x.dtype).transpose(1, 2) + 1) * 31.5).clamp(0, 62.99)
    whole = place.floor()
    part, at = (place - whole)[:, None], whole.long()
    u, v = part[..., 0], part[..., 1]
    at = at[..., 1] * 64 + at[..., 0]
    pick = lambda i: x.flatten(2).gather(2, i[:, None].expand(2, 8, 4096))
    above = pick(at) * (1 - u) + pick(at + 1) * u
    return above * (1 - v) + (pick(at + 64) * (1 - u) + pick(at + 65) * u) * v


@net(
    lambda: noise(1, 3, 32, 32),
    lambda: noise(1, 3, 32, 32, seed=3),
    body=lambda: nn.Conv2d(3, 3, 3, padding=1),
    box=torch.full((3, 1, 11, 11), 1 / 121),
)
def ssim(m, x, y):
    x, y = 0.5 + 0.05 * m.parts["body"](x).tanh(), 0.5 + 0.05 * y.tanh()
    mean = lambda t: F.conv2d(t, m.box, groups=3)
    a, b = mean(x), mean(y)
    spread = mean(x * x) - a * a + mean(y * y) - b * b
    both = mean(x * y) - a * b
    each = (2 * a * b + 1e-4) * (2 * both + 9e-4)
    return (each / ((a * a + b * b + 1e-4) * (spread + 9e-4))).mean()


@net(
    lambda: noise(4, WIDTH),
    body=linear(WIDTH, WIDTH),
    mean=lambda: 288 + 10 * noise(WIDTH),
    spread=lambda: 12 + noise(WIDTH, seed=3),
    usual=lambda: 288 + noise(WIDTH, seed=4),
)
def weather(m, x):
    """Temperatures from standardised ones, and how far they are from usual ones."""
    made = m.parts["body"](x) * m.spread + m.mean
    return made, made - m.usual


@net(lambda: noise(1, 3, 16, 16), w=weight(16, 3, 3, 3), gain=weight(16))
def standardised_weight(m, x):
    w = m.w + 1
    w = w - w.mean((1, 2, 3), keepdim=True)
    w = w * torch.rsqrt((w**2).mean((1, 2, 3), keepdim=True) + 1e-5)
    return F.conv2d(x, w * (1 + m.gain)[:, None, None, None])


@net(
    lambda: noise(2, 16, WIDTH),
    ups=weight(24, WIDTH, 128),
    downs=weight(24, 128, WIDTH),
    scales=weight(24, WIDTH, scale=0.05),
)
def deep_residual(m, x):
    """24 blocks with small scales (LayerScale), on data."""
    for up, down, scale in zip(m.ups, m.downs, m.scales):
        x = x + (0.1 + scale) * (F.gelu(F.layer_norm(x, (WIDTH,)) @ up) @ down)
    return x


@net(lambda: noise(64, 16), into=linear(16, 16), out=linear(16, 8))
def whitening(m, x):
    """Iterative normalisation: an inverse root by Newton's steps, written out."""
    x = m.parts["into"](x) + 1
    x = x - x.mean(0)
    eye = torch.eye(16, dtype=x.dtype)
    spread = x.T @ x / 64 + 1e-3 * eye
    trace = (spread * eye).sum()
    spread, root = spread / trace, eye
    for _ in range(8):
        root = 1.5 * root - 0.5 * root @ root @ root @ spread
    return m.parts["out"](x @ root / trace.sqrt())
