# ===- values.py - Weights and inputs of the package's models --------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Makes a model's arguments from NAME.args.json and NAME.aux.npz.

An argument's `init` says how: `normal` and `randint` draw from a generator seeded
by the argument's name, `prefix` is ones and then zeros, `aux` lies in the file.
"""

import json
import zlib

import numpy as np


def make(argument):
    init, shape = argument["init"], argument["shape"]
    seed = zlib.crc32(argument["name"].encode())
    random = np.random.RandomState(seed)
    kind = init["kind"]
    if kind == "normal":
        values = random.standard_normal(shape) * init["scale"] + init["shift"]
    elif kind == "randint":
        values = random.randint(0, init["high"], size=shape)
    elif kind == "prefix":
        values = np.broadcast_to(np.arange(shape[-1]) < init["n"], shape)
    else:
        raise ValueError(f"unknown rule '{kind}' for {argument['name']}")
    return np.ascontiguousarray(values, argument["dtype"])


def load(description, aux):
    """(name, kind, array) of each argument, in order; `aux` may be None."""
    with open(description) as file:
        arguments = json.load(file)["args"]
    stored = np.load(aux) if aux else {}
    return [
        (
            one["name"],
            one["kind"],
            stored[one["name"]] if one["init"]["kind"] == "aux" else make(one),
        )
        for one in arguments
    ]
