# ===- torch_model.py - From a torch module to a case of the benchmark -----===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Imports a torch module as linalg on tensors, with its inputs and its result in
float64.

  pip install torch iree-base-compiler          # torchvision, transformers as needed
  python benchmarks/import/torch_model.py benchmarks/import/models.py:resnet50 --out build/models
  python -m mlir_amp bench build/models/resnet50.json

FILE.py:FUNCTION returns the module and a tuple of example inputs.
"""

import argparse
import copy
import importlib.util
import os
import sys

from case import write_case


def load(path, function):
    """What FUNCTION of a file returns."""
    spec = importlib.util.spec_from_file_location("amp_import_models", path)
    if spec is None:
        sys.exit(f"torch_model: expected a Python file, got '{path}'")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, function):
        sys.exit(f"torch_model: {path} has no function '{function}'")
    return getattr(module, function)()


def in_double(module, inputs):
    """The first result of the module in float64."""
    import torch

    wide = copy.deepcopy(module).double()
    with torch.no_grad():
        result = wide(*(x.double() if x.is_floating_point() else x for x in inputs))
    result = result[0] if isinstance(result, (tuple, list)) else result
    return result.numpy()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("source", metavar="FILE.py:FUNCTION")
    parser.add_argument("--out", required=True, help="folder to write to")
    parser.add_argument("--name", help="of the case; FUNCTION by default")
    arguments = parser.parse_args()
    path, colon, function = arguments.source.rpartition(":")
    if not colon:
        parser.error(f"expected FILE.py:FUNCTION, got '{arguments.source}'")
    import mlir_amp

    module, inputs = load(path, function)
    name = arguments.name or function
    try:
        imported = mlir_amp.from_torch(module, inputs)
    except (ImportError, mlir_amp.MLIRError) as error:
        sys.exit(f"torch_model: {error}")
    written = write_case(
        arguments.out,
        name,
        imported,
        [x.numpy() for x in inputs],
        in_double(module, inputs),
        about=f"{function} of {os.path.basename(path)}",
        torch=f"{os.path.abspath(path)}:{function}",
    )
    print(written)


if __name__ == "__main__":
    main()
