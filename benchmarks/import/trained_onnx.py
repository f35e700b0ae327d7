# ===- trained_onnx.py - ONNX files as torch modules ----------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""An ONNX file as a torch module: for fixed shapes, op by op, weights as buffers."""

import torch
from torch import nn
from trained_onnx_ops import OPS

# Ops that want numbers beside their first input: extents, axes, bounds, exponents.
WANT_NUMBERS = ("Clip", "Expand", "Gather", "Pad", "Pow", "Reshape", "Resize", "Slice")
WANT_NUMBERS += ("Split", "Squeeze", "Unsqueeze", "ReduceMax", "ReduceMean")
WANT_NUMBERS += ("ReduceMin", "ReduceSum")


def attributes(node):
    """Of a node, with tensors as torch's and lists as Python's; how many results."""
    import onnx

    yield "results", len(node.output)
    for attribute in node.attribute:
        value = onnx.helper.get_attribute_value(attribute)
        if isinstance(value, onnx.TensorProto):
            value = tensor_of(value)
        elif not isinstance(value, (int, float, bytes)):
            value = list(value)
        yield attribute.name, value


def tensor_of(proto):
    from onnx import numpy_helper

    return torch.from_numpy(numpy_helper.to_array(proto).copy())


def replaced(tensor, numbers):
    """With other integers in place of those that `numbers` has."""
    if numbers and not tensor.is_floating_point():
        tensor.apply_(lambda x: numbers.get(x, x))
    return tensor


def operands_of(node, values, known):
    """Of a node; what is known, as numbers where it wants those."""
    for index, name in enumerate(node.input):
        found = values.get(name, known.get(name))
        numbers = index and name in known and node.op_type in WANT_NUMBERS
        yield found.tolist() if numbers and found is not None else found


def listed(results):
    return results if isinstance(results, tuple) else (results,)


class OnnxNet(nn.Module):
    """The nodes that depend on the inputs; all others are computed here, once.

    `numbers`, integer to integer, replaces extents that the file fixes; `outputs` are
    names of other results than the file's, `fixed` are inputs that do not change.
    """

    def __init__(self, path, *inputs, numbers=None, outputs=None, fixed=None):
        import onnx

        super().__init__()
        graph = onnx.load(path).graph
        held = {x.name: replaced(tensor_of(x), numbers) for x in graph.initializer}
        known = {"": None, **held, **(fixed or {})}
        self.inputs = [x.name for x in graph.input if x.name not in known]
        self.outputs = outputs or [x.name for x in graph.output]
        self.steps = []
        values = dict(zip(self.inputs, inputs, strict=True))
        for node in graph.node:
            given = dict(attributes(node))
            if node.op_type == "Constant":
                known[node.output[0]] = replaced(given["value"], numbers)
                continue
            operands = list(operands_of(node, values, known))
            results = listed(OPS[node.op_type](given, *operands))
            named = {k: v for k, v in zip(node.output, results, strict=False) if k}
            if node.op_type == "Shape" or not any(x in values for x in node.input):
                known.update(named)
                continue
            values.update(named)
            sources = [
                name if name in values else self.source(name, x)
                for name, x in zip(node.input, operands, strict=True)
            ]
            self.steps.append((node.op_type, given, sources, list(node.output)))
        self.eval()

    def source(self, name, fixed):
        """The name of a buffer, or else numbers, or None."""
        if not isinstance(fixed, torch.Tensor):
            return fixed
        buffer = "fixed_" + name.replace(".", "_")
        if buffer not in self._buffers:
            self.register_buffer(buffer, fixed)
        return buffer

    def forward(self, *inputs):
        values = {**self._buffers, **dict(zip(self.inputs, inputs, strict=True))}
        # Of a copy of the module in float64, floats have another type.
        wide = any(x.dtype == torch.float64 for x in self._buffers.values())
        for kind, given, sources, names in self.steps:
            if wide:
                given = {**given, "float": torch.float64}
            operands = [values[x] if isinstance(x, str) else x for x in sources]
            results = listed(OPS[kind](given, *operands))
            values.update(zip(names, results, strict=False))
        results = tuple(values[x] for x in self.outputs)
        return results if len(results) > 1 else results[0]


def onnx(path, *inputs, **options):
    """What a function of MODELS returns."""
    return OnnxNet(path, *inputs, **options), inputs
