#!/usr/bin/env python3
# ===- check_onnx.py - The backend tests of ONNX ---------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs the backend tests that come with the onnx package, in f32 and converted.

Each test comes through mlir_amp.from_onnx; what is checked then, model_checks.py
says.

  pip install onnx iree-base-compiler
  PYTHONPATH=build/release/python python utils/check_onnx.py --only "lrn|softmax"

Runs in the Python that mlir_amp was built for.
"""

import glob
import os
import sys

import model_checks
from model_checks import LeftOut

with model_checks.Packages("onnx and iree-base-compiler") as packages:
    import numpy as np
    import onnx
    from onnx.backend.test import loader, runner

    import mlir_amp


def find_tests(options):
    """The tests whose names match, by name."""
    kinds = ["node", *next(os.walk(loader.DATA_DIR))[1]]
    tests = {test.name: test for kind in kinds for test in loader.load_model_tests(kind=kind)}
    return [tests[name] for name in sorted(tests) if options.only.search(name)]


def to_array(value):
    if isinstance(value, onnx.TensorProto):
        value = onnx.numpy_helper.to_array(value)
    if value is None or isinstance(value, (list, dict)):
        raise LeftOut
    array = np.asarray(value)
    if array.dtype.kind not in "fiub" and array.dtype != model_checks.LOW["bf16"]:
        raise LeftOut
    return array


def load_test(test):
    """The model, its inputs and the results it should have."""
    if test.data_sets:
        model, values = test.model, test.data_sets[0]
    elif test.model_dir:
        model = onnx.load(os.path.join(test.model_dir, "model.onnx"))
        start = os.path.join(test.model_dir, "test_data_set_0", "")
        counts = [len(glob.glob(f"{start}{what}_*.pb")) for what in ("input", "output")]
        inputs = [onnx.load_tensor(f"{start}input_{i}.pb") for i in range(counts[0])]
        values = inputs, [onnx.load_tensor(f"{start}output_{i}.pb") for i in range(counts[1])]
    else:  # Networks without their weights, run on counted numbers.
        path = os.path.join(os.path.dirname(onnx.__file__), os.path.relpath(test.url, "onnx"))
        model = onnx.load(path)
        inputs = [runner.Runner.generate_dummy_data(value) for value in inputs_of(model)]
        values = inputs, [onnx.load_tensor(path.replace(".onnx", "_output_0.pb"))]
    return model, *(list(map(to_array, side)) for side in values)


def inputs_of(model):
    constants = {constant.name for constant in model.graph.initializer}
    return [value for value in model.graph.input if value.name not in constants]


def fix_sizes(model, inputs):
    """A copy where short lists of integers, often sizes, are constants."""
    fixed, kept = onnx.ModelProto.FromString(model.SerializeToString()), []
    for value, array in zip(inputs_of(model), inputs):
        if array.dtype.kind in "ib" and array.ndim <= 1 and array.size <= 16:
            fixed.graph.initializer.append(onnx.numpy_helper.from_array(array, value.name))
            fixed.graph.input.remove(value)
        else:
            kept.append(array)
    return fixed, kept


def import_model(model, inputs):
    """The module of the first way that gives sizes, else of the last that imports,
    and the inputs that it takes; the module is None if none does."""
    found = None, inputs
    for given, kept in ((model, inputs), fix_sizes(model, inputs)):
        try:
            module = mlir_amp.from_onnx(given)
        except mlir_amp.MLIRError:
            continue
        found = module, kept
        if "?x" not in str(module):
            return found
    return found


class OnnxChecker(model_checks.Checker):
    def load(self):
        model, inputs, results = load_test(self.test)
        module, inputs = import_model(model, inputs)
        if module is None:
            raise ValueError("no way imports it")
        return module, inputs, results


def main():
    return model_checks.run_checks(
        "check_onnx.py",
        packages,
        OnnxChecker,
        find_tests,
        model_checks.make_parser(__doc__.splitlines()[0]),
    )


if __name__ == "__main__":
    sys.exit(main())
