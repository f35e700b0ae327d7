#!/usr/bin/env python3
# ===- check_jax.py - The operators of jax ----------------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs the cases of jax's own tests of its operators, in f32 and converted.

jax comes with some hundreds of calls of its primitives for each element type, which
tests of its exports run; those of f32 come through mlir_amp.from_jax, and so do the
functions of up to three arrays in jax.nn, jax.numpy, its fft and linalg, and jax.scipy's
special, signal, linalg and stats. What is checked then, model_checks.py says. With --gradients the gradient of a
weighted sum of squares is taken.

  pip install jax absl-py iree-base-compiler
  PYTHONPATH=build/release/python python utils/check_jax.py --only "reduce|scatter"

Runs in the Python that mlir_amp was built for.
"""

import concurrent.futures
import dataclasses
import functools
import inspect
import multiprocessing
import sys

import model_checks

with model_checks.Packages("jax, absl-py and iree-base-compiler") as packages:
    import absl  # noqa: F401, the cases need it
    import jax
    import jax.scipy.linalg
    import jax.scipy.signal
    import jax.scipy.special
    import jax.scipy.stats
    import numpy as np

    import mlir_amp

# Their results are random, or no numbers.
UNCERTAIN = ("random", "rng_", "infeed", "outfeed")


def find_modules():
    """Those whose functions take arrays."""
    yield from (jax.nn, jax.numpy, jax.numpy.fft, jax.numpy.linalg)
    yield from (jax.scipy.special, jax.scipy.signal, jax.scipy.linalg)
    for module in vars(jax.scipy.stats).values():
        if inspect.ismodule(module):
            yield module


def find_functions():
    """(name, function, number of its arrays) of those of up to three."""
    for module in find_modules():
        for name, function in vars(module).items():
            if name.startswith("_") or not callable(function) or inspect.isclass(function):
                continue
            try:
                parameters = inspect.signature(function).parameters.values()
            except ValueError:
                continue
            given = [p for p in parameters if p.default is p.empty]
            if 1 <= len(given) <= 3 and all(p.kind <= p.POSITIONAL_OR_KEYWORD for p in given):
                yield f"{module.__name__}.{name}", function, len(given)


def make_arrays(count, shape, random):
    """The first with numbers of both signs, the others positive: scales and the like."""
    arrays = [2 * random.standard_normal(shape) for _ in range(count)]
    return [array.astype(np.float32) for array in [arrays[0], *map(abs, arrays[1:])]]


def find_cases(types):
    """(function, what makes its arguments) by names. Starts jax's threads."""
    from jax._src.internal_test_util import test_harnesses

    cases = {
        harness.fullname: (harness.dyn_fun, harness.dyn_args_maker)
        for harness in test_harnesses.all_harnesses
        if np.dtype(harness.dtype).name in types and harness.filter("cpu")
    }
    if "float32" in types:
        for name, function, count in find_functions():
            shape = (6, 6) if "linalg" in name else (4, 16)
            cases[name] = function, functools.partial(make_arrays, count, shape)
    return cases


def list_names(types):
    return list(find_cases(types))


@dataclasses.dataclass
class Case:
    """A test of model_checks."""

    name: str
    case: str
    gradient: bool
    rtol: float = 1e-4
    atol: float = 1e-5


def find_tests(options):
    """The cases of the types asked for whose names match."""
    # By a process of its own, as no test could be forked from one with threads.
    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(1, context) as pool:
        names = pool.submit(list_names, options.types).result()
    return [
        Case(f"{place}.{name}"[:120], name, options.gradients)
        for place, name in enumerate(names)
        if options.only.search(name) and not any(word in name for word in UNCERTAIN)
    ]


def is_float(array):
    return np.issubdtype(array.dtype, np.floating)


def differentiate(function, arguments):
    """The gradient of a weighted sum of squares of what `function` makes of floats."""
    places = [i for i, array in enumerate(arguments) if is_float(array)]

    def loss(*given):
        made = list(filter(is_float, jax.tree_util.tree_leaves(function(*given))))
        weights = model_checks.draw_weights([y.shape for y in made])
        return sum((w.astype(y.dtype) * y**2).sum() for w, y in zip(weights, made))

    return jax.grad(loss, places)


def to_arrays(values):
    """What f32 and integers of at most 64 bits are as numpy arrays."""
    arrays = [np.asarray(value) for value in values]
    if any(array.dtype.kind not in "fiub" or array.dtype == np.float16 for array in arrays):
        raise model_checks.LeftOut
    return arrays


class JaxChecker(model_checks.Checker):
    def load(self):
        function, make_arguments = find_cases(self.options.types)[self.test.case]
        inputs = to_arrays(make_arguments(np.random.RandomState(0)))
        if self.test.gradient:
            function = differentiate(function, inputs)
        try:
            results = jax.tree_util.tree_leaves(jax.jit(function)(*inputs))
        except (TypeError, ValueError, NotImplementedError):
            # Such as what has no gradient, or takes its argument for a number.
            raise model_checks.LeftOut from None
        if not inputs or not results:
            raise model_checks.LeftOut
        return mlir_amp.from_jax(function, *inputs), inputs, to_arrays(results)


def main():
    parser = model_checks.make_parser(__doc__.splitlines()[0], gradients=True)
    parser.add_argument(
        "--types", type=lambda text: text.split(","), default=["float32"],
        help="of arguments, by commas",
    )  # fmt: skip
    return model_checks.run_checks(
        "check_jax.py",
        packages,
        JaxChecker,
        find_tests,
        parser,
    )


if __name__ == "__main__":
    sys.exit(main())
