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
and training steps hold it. --kind modules takes the samples of torch.nn's modules
instead, as they are trained; optimizers, some steps of torch.optim's by each of their
tests' settings.

  pip install torch expecttest iree-base-compiler
  PYTHONPATH=build/release/python python utils/check_torch.py --only "softmax|pool"

Runs in the Python that mlir_amp was built for.
"""

import sys

import model_checks

with model_checks.Packages("torch, expecttest and iree-base-compiler") as packages:
    import torch
    from torch.testing._internal.common_methods_invocations import op_db
    from torch.testing._internal.common_modules import module_db
    from torch.testing._internal.common_optimizers import optim_db
    from torch.utils import _pytree

    import mlir_amp

# Their results are whatever was in memory, or random.
UNCERTAIN = ("empty", "rand", "dropout", "bernoulli", "multinomial", "normal", "uniform")
# From the front, the middle and the end of an operator's samples.
SAMPLES = 3
# Of an optimizer.
STEPS = 3


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
        sample = choose(samples, self.place)
        given = (sample.input, *sample.args)
        return split_tensors(self.operator.op, given, sample.kwargs)


class ModuleSample:
    """One sample of a module of torch.nn, its parameters among the arguments."""

    rtol, atol = 1e-4, 1e-5

    def __init__(self, info, place, gradient):
        self.info, self.place, self.gradient = info, place, gradient
        self.name = f"{info.name}.{place}".replace("/", "_")

    def open(self):
        """As of operators; LeftOut where the module has no such sample."""
        torch.manual_seed(0)
        samples = self.info.module_inputs_func(
            self.info, "cpu", torch.float32, requires_grad=False, training=True
        )
        samples = [sample for sample in samples if sample.forward_input is not None]
        if not samples:
            raise model_checks.LeftOut
        sample = choose(samples, self.place)
        built = sample.constructor_input
        module = self.info.module_cls(*built.args, **built.kwargs)
        for inner in module.modules():
            if isinstance(inner, torch.nn.modules.dropout._DropoutNd):
                inner.p = 0.0
            elif isinstance(getattr(inner, "dropout", None), float):
                inner.dropout = 0.0
        state = {**dict(module.named_parameters()), **dict(module.named_buffers())}

        def call(state, *args, **kwargs):
            return torch.func.functional_call(module, state, args, kwargs)

        given = sample.forward_input
        return split_tensors(call, (state, *given.args), given.kwargs)


class OptimizerSample:
    """Some steps of an optimizer, by one of its tests' settings, for a matrix."""

    rtol, atol = 1e-4, 1e-5
    gradient = False

    def __init__(self, info, settings, place):
        self.info, self.settings = info, settings
        self.name = f"{info.optim_cls.__name__}.{place}"

    def open(self):
        """A function of the parameter and its gradients, and those."""
        settings = {**self.settings.kwargs, "foreach": False}
        if settings.get("fused") or settings.get("capturable"):
            raise model_checks.LeftOut
        torch.manual_seed(0)

        def train(parameter, *gradients):
            parameter = parameter.clone()
            optimizer = self.info.optim_cls([parameter], **settings)
            for gradient in gradients:
                parameter.grad = gradient.clone()
                optimizer.step()
            state = _pytree.tree_leaves(optimizer.state[parameter])
            return (parameter, *(x for x in state if isinstance(x, torch.Tensor) and x.dim()))

        steps = [1e-2 * torch.randn(8, 16) for _ in range(STEPS)]
        return torch.func.functionalize(train), [torch.randn(8, 16), *steps]


def choose(samples, place):
    """Of the first, a middle and the last sample."""
    return samples[(len(samples) - 1) * place // (SAMPLES - 1)]


def split_tensors(call, args, kwargs):
    """A function of the tensors among what `call` is given, and those."""
    flat, spec = _pytree.tree_flatten((args, kwargs))
    places = [i for i, value in enumerate(flat) if isinstance(value, torch.Tensor)]
    tensors = [flat[i].detach().clone() for i in places]

    def compute(*given):
        values = list(flat)
        for i, value in zip(places, given):
            values[i] = value
        args, kwargs = _pytree.tree_unflatten(values, spec)
        results = _pytree.tree_leaves(call(*args, **kwargs))
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
    """The samples of what is asked for whose names match."""
    if options.kind == "modules":
        return [
            ModuleSample(info, place, options.gradients)
            for info in module_db
            for place in range(SAMPLES)
            if options.only.search(info.name)
            and not any(word in info.name.lower() for word in UNCERTAIN)
        ]
    if options.kind == "optimizers":
        if options.gradients:
            sys.exit("check_torch.py: --gradients: optimizers have no gradients")
        return [
            OptimizerSample(info, settings, place)
            for info in optim_db
            if options.only.search(info.optim_cls.__name__)
            for place, settings in enumerate(info.optim_inputs_func(device="cpu"))
        ]
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
        if self.test.gradient or self.options.kind == "optimizers":
            module = torch.fx.experimental.proxy_tensor.make_fx(compute)(*tensors)
        return mlir_amp.from_torch(module, tuple(tensors)), inputs, results


def main():
    parser = model_checks.make_parser(__doc__.splitlines()[0], gradients=True)
    parser.add_argument(
        "--kind", choices=["operators", "modules", "optimizers"], default="operators"
    )
    return model_checks.run_checks(
        "check_torch.py", packages, TorchChecker, find_tests, parser
    )


if __name__ == "__main__":
    sys.exit(main())
