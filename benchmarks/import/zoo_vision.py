# ===- zoo_vision.py - Families of vision models, small, in torch ----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""MODELS: name to function; a function returns a torch module and its inputs.

What benchmarks/zoo.py runs. The architectures are those of torchvision and timm (pip
install torchvision timm), in small variants on small images, and a few of our own here.
Weights are random under a fixed seed.
"""

import torch

MODELS = {}


def model(function):
    """Enters a function into MODELS."""
    MODELS[function.__name__] = function
    return function


def settle(module, *inputs):
    """Makes random weights behave like trained ones: constant parameters (zero biases,
    scales of 1e-6 that switch blocks off) get noise, batch norms statistics."""
    with torch.no_grad():
        for parameter in module.parameters():
            if parameter.numel() > 1 and parameter.min() == parameter.max():
                parameter.copy_(
                    parameter.round() + 0.2 * torch.randn(parameter.shape)
                )
        norms = [m for m in module.modules() if "BatchNorm" in type(m).__name__]
        for norm in norms:
            norm.train()
            norm.momentum = None  # the mean over all batches
        if norms:
            module(*(torch.randn(16, *x.shape[1:]) for x in inputs))
    return module.eval(), inputs


def image(size, batch=1, channels=3):
    return torch.randn(batch, channels, size, size)


def add_torchvision(name, size=64, group="", **options):
    def build():
        import torchvision

        torch.manual_seed(0)
        place = torchvision.models
        place = getattr(place, group) if group else place
        return settle(getattr(place, name)(weights=None, **options).eval(), image(size))

    MODELS[name] = build


def add_timm(name, size=64, **options):
    def build():
        import timm

        torch.manual_seed(0)
        return settle(timm.create_model(name, **options).eval(), image(size))

    MODELS[name] = build


for _name in (
    "squeezenet1_1 densenet121 efficientnet_b0 convnext_tiny swin_t swin_v2_t regnet_y_400mf "
    "shufflenet_v2_x1_0 mnasnet1_0 mobilenet_v3_small"
).split():
    add_torchvision(_name)
add_torchvision("efficientnet_v2_s")
add_torchvision("googlenet", aux_logits=False, init_weights=False)
add_torchvision("inception_v3", 96, aux_logits=False, init_weights=False)
add_torchvision("vit_b_16", image_size=64)
for _name in (
    "mixer_s32_224 gmlp_ti16_224 vit_tiny_patch16_224 deit_tiny_patch16_224 cait_xxs24_224 "
    "beit_base_patch16_224 coatnet_nano_rw_224 maxvit_pico_rw_256 levit_128s"
).split():
    add_timm(_name, img_size=64)
for _name in (
    "ghostnet_100 edgenext_xx_small fastvit_t8 repvgg_a0 dm_nfnet_f0 pvt_v2_b0 "
    "xcit_nano_12_p16_224 poolformer_s12 hrnet_w18_small"
).split():
    add_timm(_name)
for _name in "deeplabv3_mobilenet_v3_large lraspp_mobilenet_v3_large fcn_resnet50".split():
    add_torchvision(_name, group="segmentation", weights_backbone=None)


def add_video(name, frames, size):
    def build():
        import torchvision

        torch.manual_seed(0)
        module = getattr(torchvision.models.video, name)(weights=None).eval()
        return settle(module, torch.randn(1, 3, frames, size, size))

    MODELS[name] = build


add_video("r3d_18", 4, 32)
add_video("mvit_v2_s", 16, 224)


class SuperResolution(torch.nn.Module):
    """Residual blocks, then pixels out of channels (as EDSR has it)."""

    def __init__(self, width=32, blocks=4, scale=2):
        super().__init__()
        conv = lambda a, b: torch.nn.Conv2d(a, b, 3, padding=1)
        self.head = conv(3, width)
        self.blocks = torch.nn.ModuleList(
            torch.nn.Sequential(conv(width, width), torch.nn.ReLU(), conv(width, width))
            for _ in range(blocks)
        )
        self.tail = torch.nn.Sequential(
            conv(width, width * scale**2), torch.nn.PixelShuffle(scale), conv(width, 3)
        )

    def forward(self, x):
        first = x = self.head(x)
        for block in self.blocks:
            x = x + 0.1 * block(x)
        return self.tail(x + first)


@model
def super_resolution():
    torch.manual_seed(0)
    return settle(SuperResolution().eval(), image(32))


@model
def gan_generator():
    """Transposed convolutions from noise to an image (as DCGAN has it)."""
    torch.manual_seed(0)
    layers, widths = [], (64, 128, 64, 32, 3)
    for number, (a, b) in enumerate(zip(widths, widths[1:])):
        step = {"stride": 2, "padding": 1} if number else {}
        layers.append(torch.nn.ConvTranspose2d(a, b, 4, bias=False, **step))
        if number < 3:
            layers += [torch.nn.BatchNorm2d(b), torch.nn.ReLU(inplace=True)]
    return settle(torch.nn.Sequential(*layers, torch.nn.Tanh()), torch.randn(1, 64, 1, 1))


class DiffusionBlock(torch.nn.Module):
    """Down, attention, up, with the time as sines and cosines (as DDPM has it)."""

    def __init__(self, width=64, groups=8):
        super().__init__()
        nn = torch.nn
        self.width = width
        self.time = nn.Sequential(
            nn.Linear(width, 4 * width), nn.SiLU(), nn.Linear(4 * width, 2 * width)
        )
        self.enter = nn.Conv2d(3, width, 3, padding=1)
        self.down = nn.Conv2d(width, 2 * width, 3, stride=2, padding=1)
        self.norms = nn.ModuleList(nn.GroupNorm(groups, n * width) for n in (1, 2, 2, 3))
        self.attention = nn.MultiheadAttention(2 * width, 4, batch_first=True)
        self.inner = nn.Conv2d(2 * width, 2 * width, 3, padding=1)
        self.leave = nn.Conv2d(3 * width, 3, 3, padding=1)

    def forward(self, x, step):
        half = self.width // 2
        rates = torch.exp(-torch.arange(half, dtype=x.dtype) * (9.21 / half))
        angles = step[:, None].to(x.dtype) * rates
        time = self.time(torch.cat([angles.sin(), angles.cos()], dim=-1))
        act = torch.nn.functional.silu
        top = self.enter(x)
        low = self.down(act(self.norms[0](top))) + time[:, :, None, None]
        low = low + self.inner(act(self.norms[1](low)))
        rows = self.norms[2](low).flatten(2).transpose(1, 2)
        seen, _ = self.attention(rows, rows, rows, need_weights=False)
        low = low + seen.transpose(1, 2).reshape(low.shape)
        up = torch.nn.functional.interpolate(low, scale_factor=2.0, mode="nearest")
        return self.leave(act(self.norms[3](torch.cat([top, up], dim=1))))


@model
def diffusion_unet():
    torch.manual_seed(0)
    return settle(DiffusionBlock().eval(), image(32, batch=2), torch.tensor([17, 423]))
