# ===- nets.py - The package's models as torch modules ---------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""The five models as plain torch modules, so that torch can run what we run.

Parameters have the names that the models' NAME.args.json give their arguments:
`build` fills them from there. Positions and masks are buffers, so that a module
moves to a device whole.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn


class Residual(nn.Module):
    """ResNet's bottleneck: 1x1, 3x3 (strided), 1x1."""

    def __init__(self, inputs, width, stride):
        super().__init__()
        outputs = 4 * width
        self.c1 = nn.Conv2d(inputs, width, 1, bias=False)
        self.n1 = nn.BatchNorm2d(width)
        self.c2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.n2 = nn.BatchNorm2d(width)
        self.c3 = nn.Conv2d(width, outputs, 1, bias=False)
        self.n3 = nn.BatchNorm2d(outputs)
        self.down = None
        if stride != 1 or inputs != outputs:
            shortcut = nn.Conv2d(inputs, outputs, 1, stride, bias=False)
            self.down = nn.Sequential(shortcut, nn.BatchNorm2d(outputs))

    def forward(self, x):
        shortcut = x if self.down is None else self.down(x)
        x = F.relu(self.n1(self.c1(x)))
        x = F.relu(self.n2(self.c2(x)))
        return F.relu(self.n3(self.c3(x)) + shortcut)


class ResNet50(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.n = nn.BatchNorm2d(64)
        self.layers = nn.ModuleList()
        inputs = 64
        for stage, count in enumerate((3, 4, 6, 3)):
            for block in range(count):
                stride = 2 if stage > 0 and block == 0 else 1
                self.layers.append(Residual(inputs, 64 << stage, stride))
                inputs = 256 << stage
        self.fc = nn.Linear(2048, 1000)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.n(self.c(x))), 3, 2, 1)
        for layer in self.layers:
            x = layer(x)
        return self.fc(x.mean((2, 3)))


def split_heads(x, heads):
    batch, length, width = x.shape
    return x.view(batch, length, heads, width // heads).transpose(1, 2)


def join_heads(x):
    batch, heads, length, width = x.shape
    return x.transpose(1, 2).reshape(batch, length, heads * width)


def attend(q, k, v, bias):
    """Attention as the models write it: a softmax over explicit scores."""
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    return join_heads(torch.softmax(scores + bias, -1) @ v)


class Bert(nn.Module):
    HEADS = 12

    def __init__(self, vocabulary=30522, width=768, layers=12, longest=512):
        super().__init__()
        self.word = nn.Embedding(vocabulary, width)
        self.pos = nn.Embedding(longest, width)
        self.tok = nn.Embedding(2, width)
        self.ln = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList()
        for _ in range(layers):
            parts = {name: nn.Linear(width, width) for name in "qkvo"}
            parts["ln1"] = nn.LayerNorm(width, eps=1e-12)
            parts["up"] = nn.Linear(width, 4 * width)
            parts["down"] = nn.Linear(4 * width, width)
            parts["ln2"] = nn.LayerNorm(width, eps=1e-12)
            self.layers.append(nn.ModuleDict(parts))
        self.register_buffer("places", torch.arange(longest), persistent=False)

    def forward(self, ids, mask):
        x = self.word(ids) + self.pos(self.places[: ids.shape[1]])
        x = self.ln(x + self.tok(torch.zeros_like(ids)))
        least = torch.finfo(torch.float32).min
        bias = (1.0 - mask.float())[:, None, None, :] * least
        for part in self.layers:
            q, k, v = (split_heads(part[name](x), self.HEADS) for name in "qkv")
            x = part["ln1"](x + part["o"](attend(q, k, v, bias)))
            x = part["ln2"](x + part["down"](F.gelu(part["up"](x))))
        return x


class GPT2(nn.Module):
    HEADS = 12

    def __init__(self, vocabulary=50257, width=768, layers=12, longest=1024):
        super().__init__()
        self.wte = nn.Embedding(vocabulary, width)
        self.wpe = nn.Embedding(longest, width)
        self.layers = nn.ModuleList()
        for _ in range(layers):
            self.layers.append(
                nn.ModuleDict(
                    {
                        "ln1": nn.LayerNorm(width),
                        "qkv": nn.Linear(width, 3 * width),
                        "o": nn.Linear(width, width),
                        "ln2": nn.LayerNorm(width),
                        "up": nn.Linear(width, 4 * width),
                        "down": nn.Linear(4 * width, width),
                    }
                )
            )
        self.ln = nn.LayerNorm(width)
        self.register_buffer("places", torch.arange(longest), persistent=False)

    def forward(self, ids):
        places = self.places[: ids.shape[1]]
        x = self.wte(ids) + self.wpe(places)
        later = places[None, :] > places[:, None]
        bias = later.float() * torch.finfo(torch.float32).min
        for part in self.layers:
            joint = part["qkv"](part["ln1"](x)).chunk(3, -1)
            q, k, v = (split_heads(one, self.HEADS) for one in joint)
            x = x + part["o"](attend(q, k, v, bias))
            inner = F.gelu(part["up"](part["ln2"](x)), approximate="tanh")
            x = x + part["down"](inner)
        return F.linear(self.ln(x), self.wte.weight)


def conv_norm(inputs, outputs, window=3, stride=1, groups=1, clamp=True):
    parts = [
        nn.Conv2d(
            inputs, outputs, window, stride, window // 2, groups=groups, bias=False
        ),
        nn.BatchNorm2d(outputs),
    ]
    return nn.Sequential(*parts, *([nn.ReLU6()] if clamp else []))


class Inverted(nn.Module):
    """MobileNetV2's inverted residual; `conv` is numbered as in torchvision."""

    def __init__(self, inputs, outputs, stride, expand):
        super().__init__()
        hidden = inputs * expand
        parts = [conv_norm(inputs, hidden, 1)] if expand != 1 else []
        parts.append(conv_norm(hidden, hidden, 3, stride, hidden))
        parts += list(conv_norm(hidden, outputs, 1, clamp=False))
        self.conv = nn.Sequential(*parts)
        self.shortcut = stride == 1 and inputs == outputs

    def forward(self, x):
        return x + self.conv(x) if self.shortcut else self.conv(x)


class MobileNetV2(nn.Module):
    # Expansion, channels, blocks, stride of the first.
    STAGES = (
        (1, 16, 1, 1),
        (6, 24, 2, 2),
        (6, 32, 3, 2),
        (6, 64, 4, 2),
        (6, 96, 3, 1),
        (6, 160, 3, 2),
        (6, 320, 1, 1),
    )

    def __init__(self):
        super().__init__()
        features = [conv_norm(3, 32, 3, 2)]
        inputs = 32
        for expand, outputs, count, stride in self.STAGES:
            for block in range(count):
                features.append(
                    Inverted(inputs, outputs, 1 if block else stride, expand)
                )
                inputs = outputs
        features.append(conv_norm(inputs, 1280, 1))
        self.features = nn.Sequential(*features)
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(1280, 1000))

    def forward(self, x):
        return self.classifier(self.features(x).mean((2, 3)))


def double_conv(inputs, outputs):
    parts = []
    for source in (inputs, outputs):
        parts += [nn.Conv2d(source, outputs, 3, padding=1), nn.GroupNorm(8, outputs)]
        parts.append(nn.SiLU())
    return nn.Sequential(*parts)


class UNet(nn.Module):
    WIDTHS = (32, 64, 128, 256)

    def __init__(self):
        super().__init__()
        inputs = (3, *self.WIDTHS[:-1])
        self.enc = nn.ModuleList(map(double_conv, inputs, self.WIDTHS))
        self.up, self.dec = nn.ModuleList(), nn.ModuleList()
        for width in reversed(self.WIDTHS[:-1]):
            self.up.append(nn.ConvTranspose2d(2 * width, width, 2, stride=2))
            self.dec.append(double_conv(2 * width, width))
        self.out = nn.Conv2d(self.WIDTHS[0], 3, 1)

    def forward(self, x):
        kept = []
        for number, encoder in enumerate(self.enc):
            x = encoder(F.max_pool2d(x, 2) if number else x)
            kept.append(x)
        kept.pop()
        for up, decoder in zip(self.up, self.dec):
            x = decoder(torch.cat([up(x), kept.pop()], 1))
        return torch.sigmoid(self.out(x))


NETS = {
    "resnet50_b1": ResNet50,
    "resnet50_b8": ResNet50,
    "bert_base_b1_s128": Bert,
    "gpt2_small_b1_s64": GPT2,
    "mobilenetv2_b1": MobileNetV2,
    "unet_b1": UNet,
}


def build(name, arguments, device):
    """The module and its inputs. `arguments`: (name, kind, numpy array) in order."""
    with torch.device("meta"):
        net = NETS[name]()
    net = net.to_empty(device=device).eval()
    tensors = {**dict(net.named_parameters()), **dict(net.named_buffers())}
    inputs, missing = [], set(tensors)
    with torch.no_grad():
        for key, kind, array in arguments:
            value = torch.from_numpy(array)
            if kind == "USER_INPUT":
                inputs.append(value.to(device))
            elif key in tensors:
                tensors[key].copy_(value)
                missing.discard(key)
        for key in missing:
            if key == "places":
                tensors[key].copy_(torch.arange(tensors[key].numel()))
            elif not key.endswith("num_batches_tracked"):
                raise KeyError(f"{name}: no value for {key}")
    return net, inputs
