# ===- trained_parts.py - What zoo_trained.py is made of ------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What the lists of zoo_trained.py share: MODELS, and what packages hold."""

import functools
import importlib
import importlib.util
import os
import sys
import types

import torch
import torch.nn.functional as F

MODELS = {}


def model(function):
    """Enters a function into MODELS."""
    MODELS[function.__name__] = function
    return function


@functools.lru_cache
def folder(package):
    """Where an installed package lies; it is not imported."""
    return importlib.util.find_spec(package).submodule_search_locations[0]


def file_of(package, *path):
    return os.path.join(folder(package), *path)


def weights(package, *path):
    """What torch saved in a file of a package."""
    path = file_of(package, *path)
    return torch.load(path, map_location="cpu", weights_only=True)


def part(package, name, **constants):
    """A module of a package whose own __init__ needs more than the network does."""
    place = folder(package)
    sys.modules[package] = types.ModuleType(package)
    sys.modules[package].__path__ = [place]
    vars(sys.modules[package]).update(constants)
    return importlib.import_module(f"{package}.{name}")


def lstm_steps(steps, weight):
    """States of an LSTM, from what its inputs add to the gates, step by step: torch takes
    minutes to unroll its own."""
    hidden = cell = steps.new_zeros(steps.shape[0], weight.shape[1])
    for k in range(steps.shape[1]):
        i, f, g, o = (steps[:, k] + F.linear(hidden, weight)).chunk(4, 1)
        cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
        hidden = o.sigmoid() * cell.tanh()
        yield hidden
