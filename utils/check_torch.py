#!/usr/bin/env python3
# ===- check_torch.py - The operators of torch ------------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs the samples of torch's own tests of its operators, in f32 and converted.

`torch.testing` lists some 700 operators with inputs of many shapes; of each, a few
samples come through mlir_amp.from_torch. What is checked then, model_checks.py says.
With --gradients the gradient of a weighted sum of squares is taken, as force fields
and training steps hold it.

  pip install torch expecttest iree-base-compiler
  PYTHONPATH=build/release/python python utils/check_torch.py --only "softmax|pool"

Runs in the Python that mlir_amp was built for.
"""

import sys

import model_checks

with model_checks.Packages("torch, expecttest and iree-base-compiler") as packages:
    import torch
    from torch.testing._internal.common_methods_invocations import op_db
    from torch.utils import _pytree

    import mlir_amp

# Their results are whatever was in memory, or random.
UNCERTAIN = ("empty", "rand", "dropout", "bernoulli", "multinomial", "normal", "uniform")
# From the front, the middle and the end of an operator's samples.
SAMPLES = 3


class Sample:
    """One sample of an operator: a test of model_checks."""

    rtol, atol = 1e-4, 1e-5

    def __init__(self, operator, place, gradient):
        variant = operator.variant_test_name
        self.operator, self.place, self.gradient = operator, place, gradient
        name = operator.name + (f".{variant}" if variant else "")
        self.name = f"{name}.{place}".replace("/", "_")

    def open(self):
        """A function of the tensors among the arguments, and those."""
        samples = list(self.operator.sample_inputs("cpu", torch.float32))
        sample = samples[(len(samples) - 1) * self.place // (SAMPLES - 1)]
        flat, spec = _pytree.tree_flatten((sample.input, sample.args, sample.kwargs))
        places = [i for i, value in enumerate(flat) if isinstance(value, torch.Tensor)]
        tensors = [flat[i].detach().clone() for i in places]

        def compute(*given):
            values = list(flat)
            for i, value in zip(places, given):
                values[i] = value
            first, args, kwargs = _pytree.tree_unflatten(values, spec)
            results = _pytree.tree_leaves(self.operator.op(first, *args, **kwargs))
            return tuple(value for value in results if isinstance(value, torch.Tensor))

        return compute, tensors


def differentiate(compute):
    """The gradient of a weighted sum of squares of what `compute` makes of floats."""

    def gradient(*given):
        given = [x.detach().requires_grad_(x.is_floating_point()) for x in given]
        made = [y for y in compute(*given) if y.requires_grad]
        floats = [x for x in given if x.requires_grad]
        weights = model_checks.draw_weights([y.shape for y in made])
        loss = sum(
            (torch.tensor(w, dtype=y.dtype) * y.square()).sum() for w, y in zip(weights, made)
        )
        found = torch.autograd.grad(loss, floats, allow_unused=True)
        return tuple(x for x in found if x is not None)

    return gradient


def find_tests(options):
    """The samples of operators whose names match."""
    return [
        Sample(operator, place, options.gradients)
        for operator in op_db
        for place in range(SAMPLES)
        if torch.float32 in operator.dtypes
        and (operator.supports_autograd or not options.gradients)
        and options.only.search(operator.name)
        and not any(word in operator.name for word in UNCERTAIN)
    ]


def to_arrays(tensors):
    if any(x.is_complex() or x.is_sparse or x.dtype == torch.bfloat16 for x in tensors):
        raise model_checks.LeftOut
    return [x.detach().numpy() for x in tensors]


class TorchChecker(model_checks.Checker):
    def load(self):
        torch.set_num_threads(1)
        compute, tensors = self.test.open()
        if self.test.gradient:
            compute = differentiate(compute)
        inputs = to_arrays(tensors)
        try:
            results = to_arrays(compute(*(x.clone() for x in tensors)))
        except RuntimeError:  # Such as a sample without anything to differentiate.
            raise model_checks.LeftOut from None
        if not inputs or not results:
            raise model_checks.LeftOut

        class Net(torch.nn.Module):
            def forward(self, *given):
                return compute(*given)

        module = Net()
        if self.test.gradient:
            module = torch.fx.experimental.proxy_tensor.make_fx(compute)(*tensors)
        return mlir_amp.from_torch(module, tuple(tensors)), inputs, results


def main():
    return model_checks.run_checks(
        "check_torch.py",
        packages,
        TorchChecker,
        find_tests,
        model_checks.make_parser(__doc__.splitlines()[0], gradients=True),
    )


if __name__ == "__main__":
    sys.exit(main())
