# ===- nets.py - Networks in plain torch ------------------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""The networks of the seeded models, with nothing but torch.

Each function returns a module without trained weights. The benchmark loads weights by
name from the case's arguments (benchmarks/cases/*.json name a function here), so the
names of parameters are those of NAME.args.json. Attention goes through torch's own
fused op: the peers are shown at their best.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


def _conv_norm(inputs, outputs, kernel, stride=1, groups=1):
    convolution = nn.Conv2d(
        inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False
    )
    return [convolution, nn.BatchNorm2d(outputs)]


class HalfInstanceNorm(nn.Module):
    """The norm of IBN-a: instance norm on the first half of the channels."""

    def __init__(self, channels):
        super().__init__()
        self.first = channels // 2
        self.inorm = nn.InstanceNorm2d(self.first, affine=True)
        self.bnorm = nn.BatchNorm2d(channels - self.first)

    def forward(self, x):
        first, second = x[:, : self.first], x[:, self.first :]
        return torch.cat((self.inorm(first), self.bnorm(second)), dim=1)


class Residual(nn.Module):
    """1x1, 3x3, 1x1 convolutions beside a shortcut."""

    def __init__(self, inputs, width, stride, half_instance):
        super().__init__()
        self.c1, self.n1 = _conv_norm(inputs, width, 1)
        self.c2, self.n2 = _conv_norm(width, width, 3, stride)
        self.c3, self.n3 = _conv_norm(width, 4 * width, 1)
        if half_instance:
            self.n1 = HalfInstanceNorm(width)
        if stride > 1 or inputs != 4 * width:
            self.down = nn.Sequential(*_conv_norm(inputs, 4 * width, 1, stride))
        else:
            self.down = nn.Identity()

    def forward(self, x):
        y = F.relu(self.n1(self.c1(x)), inplace=True)
        y = F.relu(self.n2(self.c2(y)), inplace=True)
        return F.relu(self.n3(self.c3(y)) + self.down(x), inplace=True)


class ResNet(nn.Module):
    def __init__(self, half_instance=False):
        super().__init__()
        self.c, self.n = _conv_norm(3, 64, 7, 2)
        self.layers, channels = nn.ModuleList(), 64
        for stage, (width, count) in enumerate(((64, 3), (128, 4), (256, 6), (512, 3))):
            for block in range(count):
                stride = 2 if stage and not block else 1
                half = half_instance and stage < 3
                self.layers.append(Residual(channels, width, stride, half))
                channels = 4 * width
        self.fc = nn.Linear(channels, 1000)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.n(self.c(x))), 3, 2, 1)
        for layer in self.layers:
            x = layer(x)
        return self.fc(x.mean(dim=(2, 3)))


class Inverted(nn.Module):
    """MobileNetV2's block: widen, depthwise, narrow."""

    def __init__(self, inputs, outputs, stride, widen):
        super().__init__()
        hidden = inputs * widen
        parts = [nn.Sequential(*_conv_norm(inputs, hidden, 1), nn.ReLU6())]
        depthwise = _conv_norm(hidden, hidden, 3, stride, groups=hidden)
        parts = parts[: widen > 1] + [nn.Sequential(*depthwise, nn.ReLU6())]
        self.conv = nn.Sequential(*parts, *_conv_norm(hidden, outputs, 1))
        self.shortcut = stride == 1 and inputs == outputs

    def forward(self, x):
        return x + self.conv(x) if self.shortcut else self.conv(x)


class MobileNetV2(nn.Module):
    # Widening, channels, blocks, stride of the first (table 2 of the paper).
    STAGES = (
        (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
        (6, 160, 3, 2), (6, 320, 1, 1),
    )

    def __init__(self):
        super().__init__()
        layers, channels = [nn.Sequential(*_conv_norm(3, 32, 3, 2), nn.ReLU6())], 32
        for widen, outputs, count, stride in self.STAGES:
            for block in range(count):
                layers.append(Inverted(channels, outputs, 1 if block else stride, widen))
                channels = outputs
        layers.append(nn.Sequential(*_conv_norm(channels, 1280, 1), nn.ReLU6()))
        self.features = nn.Sequential(*layers)
        self.classifier = nn.Sequential(nn.Dropout(), nn.Linear(1280, 1000))

    def forward(self, x):
        return self.classifier(self.features(x).mean(dim=(2, 3)))


class Block(nn.Module):
    """What layers of BERT and GPT-2 share: linear layers by name, two norms."""

    def __init__(self, width, wide, projections, epsilon):
        super().__init__()
        for name, outputs in projections.items():
            setattr(self, name, nn.Linear(width, outputs))
        self.up, self.down = nn.Linear(width, wide), nn.Linear(wide, width)
        self.ln1 = nn.LayerNorm(width, eps=epsilon)
        self.ln2 = nn.LayerNorm(width, eps=epsilon)


def _attend(q, k, v, heads, **options):
    """Attention of `heads` heads on tensors of batch x tokens x width."""
    split = [t.unflatten(-1, (heads, -1)).transpose(1, 2) for t in (q, k, v)]
    mixed = F.scaled_dot_product_attention(*split, **options)
    return mixed.transpose(1, 2).flatten(2)


class Bert(nn.Module):
    def __init__(self, words=30522, width=768, layers=12, heads=12):
        super().__init__()
        self.word, self.pos = nn.Embedding(words, width), nn.Embedding(512, width)
        self.tok, self.ln = nn.Embedding(2, width), nn.LayerNorm(width, eps=1e-12)
        square = dict.fromkeys("qkvo", width)
        self.layers = nn.ModuleList(
            Block(width, 4 * width, square, 1e-12) for _ in range(layers)
        )
        self.heads = heads

    def forward(self, ids, mask):
        x = self.word(ids) + self.pos.weight[: ids.shape[1]] + self.tok.weight[0]
        x = self.ln(x)
        keep = mask.bool()[:, None, None, :]
        for layer in self.layers:
            given = layer.q(x), layer.k(x), layer.v(x)
            x = layer.ln1(x + layer.o(_attend(*given, self.heads, attn_mask=keep)))
            x = layer.ln2(x + layer.down(F.gelu(layer.up(x))))
        return x


class GPT2(nn.Module):
    def __init__(self, words=50257, width=768, layers=12, heads=12):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(words, width), nn.Embedding(1024, width)
        parts = {"qkv": 3 * width, "o": width}
        self.layers = nn.ModuleList(
            Block(width, 4 * width, parts, 1e-5) for _ in range(layers)
        )
        self.ln, self.heads = nn.LayerNorm(width), heads

    def forward(self, ids):
        x = self.wte(ids) + self.wpe.weight[: ids.shape[1]]
        for layer in self.layers:
            parts = layer.qkv(layer.ln1(x)).chunk(3, dim=-1)
            x = x + layer.o(_attend(*parts, self.heads, is_causal=True))
            hidden = F.gelu(layer.up(layer.ln2(x)), approximate="tanh")
            x = x + layer.down(hidden)
        return F.linear(self.ln(x), self.wte.weight)


class UNet(nn.Module):
    def __init__(self, base=32, depth=3):
        super().__init__()
        widths = [base << level for level in range(depth + 1)]
        upwards = list(reversed(range(depth)))
        self.enc = nn.ModuleList(map(self._pair, [3, *widths[:-1]], widths))
        self.up = nn.ModuleList(
            nn.ConvTranspose2d(widths[level + 1], widths[level], 2, 2) for level in upwards
        )
        self.dec = nn.ModuleList(self._pair(2 * widths[n], widths[n]) for n in upwards)
        self.out = nn.Conv2d(base, 3, 1)

    @staticmethod
    def _pair(inputs, outputs):
        parts = []
        for channels in (inputs, outputs):
            convolution = nn.Conv2d(channels, outputs, 3, padding=1)
            parts += [convolution, nn.GroupNorm(8, outputs), nn.SiLU()]
        return nn.Sequential(*parts)

    def forward(self, x):
        kept = []
        for level in self.enc:
            x = level(F.max_pool2d(x, 2) if kept else x)
            kept.append(x)
        kept.pop()
        for up, level in zip(self.up, self.dec):
            x = level(torch.cat((up(x), kept.pop()), dim=1))
        return torch.sigmoid(self.out(x))


def resnet50():
    return ResNet()


def resnet50_ibn_a():
    return ResNet(half_instance=True)


def mobilenet_v2():
    return MobileNetV2()


def bert_base():
    return Bert()


def gpt2_small():
    return GPT2()


def unet():
    return UNet()
