# ===- onnx_model.py - From an ONNX file to a case of the benchmark --------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Imports an ONNX model as linalg on tensors, with seeded inputs.

  pip install iree-base-compiler onnx           # onnxruntime for a reference
  python benchmarks/import/onnx_model.py net.onnx --out build/models
  python -m mlir_amp bench build/models/net.json

Inputs of unknown extent get 1, or what `--dim NAME=EXTENT` says. With onnxruntime
its f32 result is the reference; without it the benchmark takes f32's own.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np
from case import write_case

TO_LINALG = (
    "builtin.module(torch-onnx-to-torch-backend-pipeline,"
    "torch-backend-to-linalg-on-tensors-backend-pipeline,"
    "canonicalize,cse,symbol-dce)"
)


def find_tool(name):
    """A program of iree-base-compiler: beside this Python, or on the path."""
    beside = os.path.join(os.path.dirname(sys.executable), name)
    found = beside if os.path.exists(beside) else shutil.which(name)
    if found is None:
        sys.exit(f"onnx_model: {name} was not found: pip install iree-base-compiler onnx")
    return found


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"onnx_model: {os.path.basename(command[0])}: {done.stderr[:4000]}")
    return done.stdout


def fix_extents(model, extents):
    """Gives every extent of the inputs a number."""
    for value in inputs_of(model):
        for dim in value.type.tensor_type.shape.dim:
            if not dim.HasField("dim_value"):
                dim.dim_value = extents.get(dim.dim_param, 1)
    return model


def inputs_of(model):
    """Inputs that are no weights."""
    weights = {tensor.name for tensor in model.graph.initializer}
    return [value for value in model.graph.input if value.name not in weights]


def make_inputs(model):
    """Seeded arrays: normal floats, integers below 100."""
    import onnx

    random, arrays = np.random.RandomState(0), []
    for value in inputs_of(model):
        kind = value.type.tensor_type
        dtype = onnx.helper.tensor_dtype_to_np_dtype(kind.elem_type)
        shape = [dim.dim_value for dim in kind.shape.dim]
        made = random.standard_normal(shape) if dtype.kind == "f" else random.randint(0, 100, shape)
        arrays.append(np.asarray(made, dtype))
    return arrays


def to_linalg(path, folder, opset):
    """Text of the module, its function named @main."""
    raw = os.path.join(folder, "raw.mlir")
    run(find_tool("iree-import-onnx"), path, "-o", raw, "--opset-version", str(opset))
    text = run(find_tool("iree-opt"), raw, f"--pass-pipeline={TO_LINALG}")
    import re

    text = re.sub(r"^\s*ml_program\.global private mutable @global_seed.*\n", "", text, flags=re.M)
    return re.sub(r"func\.func @[\w.\"-]+\(", "func.func @main(", text, count=1)


def reference(path, model, arrays):
    try:
        import onnxruntime
    except ImportError:
        return None
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    names = [value.name for value in inputs_of(model)]
    return session.run(None, dict(zip(names, arrays)))[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("model", help="an ONNX file")
    parser.add_argument("--out", required=True, help="folder to write to")
    parser.add_argument("--name", help="of the case; the file's name by default")
    parser.add_argument("--opset", type=int, default=17, help="version to convert to")
    parser.add_argument(
        "--dim", action="append", default=[], metavar="NAME=EXTENT", help="a free extent"
    )
    arguments = parser.parse_args()
    try:
        extents = {k: int(v) for k, v in (pair.split("=", 1) for pair in arguments.dim)}
    except ValueError:
        parser.error("expected --dim NAME=EXTENT")
    try:
        import onnx
    except ImportError:
        sys.exit("onnx_model: needs onnx: pip install onnx iree-base-compiler")
    import mlir_amp

    name = arguments.name or os.path.splitext(os.path.basename(arguments.model))[0]
    model = fix_extents(onnx.load(arguments.model), extents)
    arrays = make_inputs(model)
    os.makedirs(arguments.out, exist_ok=True)
    fixed = os.path.join(arguments.out, f"{name}.onnx")
    onnx.save(model, fixed)
    with tempfile.TemporaryDirectory(prefix="amp-onnx-") as folder:
        try:
            module = mlir_amp.parse(to_linalg(fixed, folder, arguments.opset))
        except mlir_amp.MLIRError as error:
            sys.exit(f"onnx_model: {error}")
    written = write_case(
        arguments.out, name, module, arrays, reference(fixed, model, arrays),
        about=f"{os.path.basename(arguments.model)}, reference by ONNX Runtime in f32",
        onnx=f"{name}.onnx",
    )
    print(written)


if __name__ == "__main__":
    main()
