# ===- trained_keras.py - Keras files as torch modules --------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""A network that Keras saved as HDF5, as a torch module: layer by layer, channels last.

Only kinds of layers that the file of trained_text.py has.
"""

import json

import torch
import torch.nn.functional as F
from torch import nn

ACTIVATIONS = {
    "linear": lambda x: x,
    "relu": torch.relu,
    "softmax": lambda x: x.softmax(-1),
}


def convolved(config, x, kernel, bias=None):
    """Of signals; a kernel is width x in x out."""
    (step,), (dilation,) = config["strides"], config["dilation_rate"]
    if config["padding"] not in ("same", "valid") or step != 1:
        raise NotImplementedError(f"a convolution {config}")
    reach = (kernel.shape[0] - 1) * dilation if config["padding"] == "same" else 0
    x = F.pad(x.transpose(1, 2), (reach // 2, reach - reach // 2))
    y = F.conv1d(x, kernel.permute(2, 1, 0), bias, dilation=dilation)
    return ACTIVATIONS[config["activation"]](y.transpose(1, 2))


def normalized(config, x, scale, offset, mean, variance):
    return (x - mean) / (variance + config["epsilon"]).sqrt() * scale + offset


def cropped(config, x):
    before, after = config["cropping"]
    return x[:, before : x.shape[1] - after]


# Functions of a layer's settings, inputs and weights.
LAYERS = {
    "Conv1D": convolved,
    "BatchNormalization": normalized,
    "Cropping1D": cropped,
    "Activation": lambda config, x: ACTIVATIONS[config["activation"]](x),
    "Add": lambda config, x, y: x + y,
}


class KerasNet(nn.Module):
    """`file` is open in h5py; inputs and results are in the file's order."""

    def __init__(self, file):
        super().__init__()
        config = json.loads(file.attrs["model_config"])["config"]
        self.inputs = [name for name, *_ in config["input_layers"]]
        self.outputs = [name for name, *_ in config["output_layers"]]
        self.steps = []
        for layer in config["layers"]:
            if layer["class_name"] == "InputLayer":
                continue
            name, (calls,) = layer["name"], layer["inbound_nodes"]
            held = file["model_weights"][name]
            weights = []
            for index, where in enumerate(held.attrs["weight_names"]):
                weights.append(f"{name}_{index}")
                self.register_buffer(weights[-1], torch.from_numpy(held[where][()]))
            sources = [call[0] for call in calls]
            self.steps.append((layer["class_name"], layer["config"], sources, weights, name))
        self.eval()

    def forward(self, *inputs):
        values = dict(zip(self.inputs, inputs, strict=True))
        for kind, config, sources, weights, name in self.steps:
            operands = [values[x] for x in sources] + [self._buffers[x] for x in weights]
            values[name] = LAYERS[kind](config, *operands)
        results = tuple(values[x] for x in self.outputs)
        return results if len(results) > 1 else results[0]


def keras(path, *inputs):
    """What a function of MODELS returns."""
    import h5py

    with h5py.File(path) as file:
        return KerasNet(file), inputs
