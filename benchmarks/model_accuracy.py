# ===- model_accuracy.py - Accuracy of converted models on the CPU ---------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Converts models, runs them on the CPU and compares with f32 and f64.

FOLDER holds NAME.weightless.mlir with NAME.args.json and references (weights.py
there makes the arguments), and minilm_real_b8_s32.mlirbc with its sentences. For
each model and type: the largest difference to the f64 reference, and the least
cosine similarity of a row of the result to that of f32.

  python benchmarks/model_accuracy.py FOLDER minilm resnet50_b1 [--types f32 f16 bf16]
"""

import argparse
import os
import subprocess
import sys
import tempfile

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "utils"))
import cpu_run  # noqa: E402


def convert(amp_opt, path, dtype, options, folder):
    """The path of the converted module; f32 is the file itself."""
    if dtype == "f32":
        return path
    out = os.path.join(folder, f"{dtype}.mlirbc")
    done = subprocess.run(
        [amp_opt, path, f"--amp-autocast={dtype} {options}".rstrip()]
        + ["--emit-bytecode", "-o", out],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise cpu_run.CompileError(done.stderr)
    return out


def load_minilm(folder):
    """Path, batches of arguments, f32 and f64 reference of the trained MiniLM."""
    ids, mask, f32, f64 = (
        np.load(os.path.join(folder, f"minilm_real.{name}.npy"))
        for name in ("ids", "mask", "embedding_f32", "embedding_f64")
    )
    batches = [(ids[i : i + 8], mask[i : i + 8]) for i in range(0, len(ids), 8)]
    path = os.path.join(folder, "minilm_real_b8_s32.mlirbc")
    return path, batches, f32, f64, None


def load_weightless(folder, name):
    sys.path.insert(0, folder)
    import weights  # of the folder

    f32, f64, tail = weights.reference(name, folder)
    path = os.path.join(folder, f"{name}.weightless.mlir")
    return path, [weights.load(name, folder)], f32, f64, tail


def least_cosine(a, b):
    a, b = (x.astype(np.float64).reshape(-1, x.shape[-1]) for x in (a, b))
    norms = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
    return float(((a * b).sum(1) / norms).min())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder")
    parser.add_argument("names", nargs="+", help="minilm, or NAME of a weightless model")
    parser.add_argument("--types", nargs="+", default=["f32", "f16", "bf16"])
    parser.add_argument("--options", default="", help="more options of amp-autocast")
    parser.add_argument(
        "--amp-opt", default=os.path.join(ROOT, "build/release/bin/amp-opt")
    )
    arguments = parser.parse_args()
    failed = False
    print(f"{'model':28} {'type':5} {'largest error':>13} {'least cosine':>13} seconds")
    for name in arguments.names:
        if name == "minilm":
            path, batches, f32, f64, tail = load_minilm(arguments.folder)
        else:
            path, batches, f32, f64, tail = load_weightless(arguments.folder, name)
        for dtype in arguments.types:
            with tempfile.TemporaryDirectory(prefix="amp-accuracy-") as scratch:
                try:
                    module = convert(
                        arguments.amp_opt, path, dtype, arguments.options, scratch
                    )
                    model = cpu_run.Model(module)
                except cpu_run.CompileError as error:
                    print(f"{name:28} {dtype:5} failed: {str(error)[:600]}")
                    failed = True
                    continue
                result = np.concatenate([model(*batch) for batch in batches])
            if tail:
                result = result[:, -tail:]
            print(
                f"{name:28} {dtype:5} {np.abs(result - f64).max():13.3g} "
                f"{least_cosine(result, f32):13.7f} "
                f"{model.compile_seconds:.1f} + {model.seconds:.2f}",
                flush=True,
            )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
