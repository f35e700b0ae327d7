# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What tests of importers share: numbers, and functions of torch."""

import mlir_amp
import pytest

numpy = pytest.importorskip("numpy")


def draw(*shape):
    return numpy.random.default_rng(len(shape)).standard_normal(shape).astype("f")


def draw_tensor(torch, *shape):
    return torch.from_numpy(draw(*shape))


def import_function(torch, function, inputs):
    class Net(torch.nn.Module):
        def forward(self, *given):
            return function(*given)

    return mlir_amp.from_torch(Net(), tuple(inputs))


def run_function(torch, function, inputs):
    """The module of a function, and pairs of what that computes and what torch does."""
    module = import_function(torch, function, inputs)
    found = mlir_amp.compile(module)(*(part.numpy() for part in inputs))
    wanted = function(*inputs)
    found = found if isinstance(found, tuple) else (found,)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    return module, list(zip(found, (part.numpy() for part in wanted), strict=True))
