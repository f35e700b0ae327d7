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
            module(*(torch.randn(4, *x.shape[1:]) for x in inputs))
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
