# ===- wide_parts.py - What zoo_wide.py is made of ------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What the lists of zoo_wide.py share: MODELS, and models that are functions."""

import torch
import torch.nn as nn

from zoo_language import noise, seeded

MODELS = {}


def model(function):
    """Enters a function into MODELS."""
    MODELS[function.__name__] = function
    return function


class Net(nn.Module):
    """A function of a dictionary of modules and of inputs."""

    def __init__(self, function, **parts):
        super().__init__()
        self.function = function
        self.parts = nn.ModuleDict(
            {k: v for k, v in parts.items() if isinstance(v, nn.Module)}
        )
        for key, part in parts.items():
            if isinstance(part, nn.Parameter):
                self.register_parameter(key, part)
            elif isinstance(part, torch.Tensor):
                self.register_buffer(key, part)

    def forward(self, *inputs):
        return self.function(self, *inputs)


def net(*inputs, **parts):
    """A model of a function `f(m, *inputs)`; `m.parts` are made under a seed."""

    def enter(function):
        def make():
            made = lambda v: v() if callable(v) and not isinstance(v, nn.Module) else v
            module = seeded(
                lambda: Net(function, **{k: made(v) for k, v in parts.items()})
            )
            return module, tuple(made(x) for x in inputs)

        MODELS[function.__name__] = make
        return function

    return enter


def linear(a, b, bias=True):
    return lambda: nn.Linear(a, b, bias)


def mlp(*widths, act=nn.SiLU):
    def make():
        layers = []
        for a, b in zip(widths, widths[1:]):
            layers += [nn.Linear(a, b), act()]
        return nn.Sequential(*layers[:-1])

    return make


def weight(*shape, scale=0.1, seed=9):
    return lambda: nn.Parameter(scale * noise(*shape, seed=seed))
