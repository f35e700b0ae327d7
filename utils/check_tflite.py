#!/usr/bin/env python3
# ===- check_tflite.py - Models of TFLite ------------------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs .tflite files, in f32 and converted, against TFLite's own interpreter.

Arm's converter makes TOSA of them; many have weights in f16 that are widened. Inputs
are smooth pictures or sounds between 0 and 1, and integers below 2. What is checked
then, model_checks.py says.

  pip install tosa-converter-for-tflite ai-edge-litert
  PYTHONPATH=build/release/python python utils/check_tflite.py MODELS/*.tflite

Runs in the Python that mlir_amp was built for.
"""

import argparse
import dataclasses
import io
import os
import sys

import model_checks

with model_checks.Packages("tosa-converter-for-tflite and ai-edge-litert") as packages:
    import numpy as np
    import tosa_converter_for_tflite
    from ai_edge_litert.interpreter import Interpreter

    import mlir_amp


@dataclasses.dataclass
class Model:
    """A test of model_checks."""

    path: str
    rtol: float = 1e-3
    atol: float = 0

    @property
    def name(self):
        return os.path.splitext(os.path.basename(self.path))[0]


def make_input(shape, dtype, random):
    """Sums of waves along all dimensions but the first and, of pictures, the last."""
    if np.issubdtype(dtype, np.integer):
        return random.integers(0, 2, shape).astype(dtype)
    phase = sum(
        np.linspace(0, random.uniform(3, 30), size).reshape([-1] + [1] * (len(shape) - i - 1))
        for i, size in enumerate(shape)
    )
    waves = np.sin(phase) + np.cos(2.3 * phase + 1)
    noise = 0.05 * random.standard_normal(shape)
    return (0.5 + 0.2 * np.broadcast_to(waves, shape) + noise).clip(0, 1).astype(dtype)


def interpret(path):
    """Inputs, and what the interpreter makes of them."""
    interpreter = Interpreter(path, num_threads=1)
    interpreter.allocate_tensors()
    random, inputs = np.random.default_rng(0), []
    for detail in interpreter.get_input_details():
        inputs.append(make_input(detail["shape"], detail["dtype"], random))
        interpreter.set_tensor(detail["index"], inputs[-1])
    interpreter.invoke()
    details = interpreter.get_output_details()
    return inputs, [interpreter.get_tensor(detail["index"]) for detail in details]


class TfliteChecker(model_checks.Checker):
    def load(self):
        text = io.BytesIO()
        tosa_converter_for_tflite.tflite_flatbuffer_to_tosa_mlir(self.test.path, text)
        inputs, results = interpret(self.test.path)
        module = mlir_amp.parse(text.getvalue(), name=self.test.path)
        # Other orders of sums: near by the largest number, not by each.
        self.test.atol = 1e-4 * max(abs(result).max(initial=1) for result in results)
        return module.specialize(dict(enumerate(a.shape for a in inputs))), inputs, results


def model_file(text):
    if not os.path.isfile(text):
        raise argparse.ArgumentTypeError(f"no file '{text}'")
    return text


def find_tests(options):
    return [
        Model(path) for path in options.files if options.only.search(os.path.basename(path))
    ]


def main():
    parser = model_checks.make_parser(__doc__.splitlines()[0])
    parser.add_argument("files", type=model_file, nargs="+", metavar="FILE.tflite")
    return model_checks.run_checks(
        "check_tflite.py",
        packages,
        TfliteChecker,
        find_tests,
        parser,
    )


if __name__ == "__main__":
    sys.exit(main())
