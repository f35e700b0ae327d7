# ===- test_gpu_kernels.py - Rows and transposes on the emulated GPU --------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Few long rows, split over blocks, and transposes through shared memory: against
numpy in f64, and bit for bit the same whatever the order of threads."""

import os
import subprocess

import mlir_amp
import numpy as np
import pytest
from gpu_emulator import BUILD, EMULATOR, ROOT, needs_emulator

NORM = os.path.join(ROOT, "test/CudaModel/Inputs/group-norm.mlir")

pytestmark = needs_emulator


def run(folder, monkeypatch, source, *inputs):
    """The results, which must not depend on the order of threads."""
    path = folder / "model.mlir"
    path.write_text(source)
    subprocess.run(
        [os.path.join(BUILD, "bin/amp-compile"), path, "-o", folder / "model.so"]
        + ["--target=cuda:sm_80", "--kernels=llvm"],
        check=True,
    )
    monkeypatch.setenv("AMP_CUDA_DRIVER", EMULATOR)
    monkeypatch.setenv("AMP_EMULATED_DEVICE", "80")
    model = mlir_amp.load(folder / "model.so")
    found = []
    for order in ("0", "1", "2"):
        monkeypatch.setenv("AMP_EMULATED_ORDER", order)
        found.append(np.asarray(model(*inputs)))
    assert found[0].tobytes() == found[1].tobytes() == found[2].tobytes()
    return found[0]


def test_group_norm(tmp_path, monkeypatch):
    """A mean far from zero: one look at the data must not lose the variance."""
    random = np.random.default_rng(1)
    x = (random.normal(size=(1, 4, 8, 4096)) + 30).astype(np.float16)
    gamma, beta = random.normal(size=(2, 4, 8)).astype(np.float32)
    with open(NORM) as file:
        result = run(tmp_path, monkeypatch, file.read(), x, gamma, beta)
    wide = x.astype(np.float64)
    mean = wide.mean((2, 3), keepdims=True)
    scaled = (wide - mean) / np.sqrt(wide.var((2, 3), keepdims=True) + 1e-5)
    exact = scaled * gamma[None, :, :, None] + beta[None, :, :, None]
    assert np.abs(result - exact).max() < 6e-3


REDUCTION = """
func.func @main(%x: tensor<{rows}x{row}xf32>) -> tensor<{rows}xf32> {{
  %start = arith.constant {start} : f32
  %e = tensor.empty() : tensor<{rows}xf32>
  %i = linalg.fill ins(%start : f32) outs(%e : tensor<{rows}xf32>) -> tensor<{rows}xf32>
  %0 = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}}
      ins(%x : tensor<{rows}x{row}xf32>) outs(%i : tensor<{rows}xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %1 = math.absf %a : f32
    %2 = {op} %o, %1 : f32
    linalg.yield %2 : f32
  }} -> tensor<{rows}xf32>
  return %0 : tensor<{rows}xf32>
}}
"""


# 16383 has only odd factors; 8209 none: it stays whole.
@pytest.mark.parametrize("shape", [(3, 16384), (1, 40000), (2, 16383), (5, 8209)])
@pytest.mark.parametrize("op", ["arith.addf", "arith.maximumf"])
def test_long_rows(tmp_path, monkeypatch, shape, op):
    x = (np.random.default_rng(2).integers(-8, 9, shape) / 8).astype(np.float32)
    source = REDUCTION.format(rows=shape[0], row=shape[1], op=op, start="0.5")
    result = run(tmp_path, monkeypatch, source, x)
    wide = np.abs(x)
    exact = wide.sum(1) + 0.5 if op == "arith.addf" else wide.max(1).clip(0.5)
    assert np.array_equal(result, exact)


def test_sum_of_everything(tmp_path, monkeypatch):
    source = REDUCTION.format(rows=1, row=65536, op="arith.addf", start="0.0")
    source = source.replace("tensor<1xf32>", "tensor<f32>").replace("-> (i)>", "-> ()>")
    source = source.replace('"parallel", "reduction"', '"reduction", "reduction"')
    x = (np.random.default_rng(4).integers(-8, 9, (1, 65536)) / 8).astype(np.float32)
    assert run(tmp_path, monkeypatch, source, x) == np.abs(x).sum()


TRANSPOSE = """
func.func @main(%x: tensor<{given}x{t}>, %b: tensor<{taken}x{t}>) -> tensor<{taken}x{o}> {{
  %e = tensor.empty() : tensor<{taken}x{o}>
  %0 = linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({read})>,
      affine_map<({dims}) -> ({dims})>, affine_map<({dims}) -> ({dims})>],
      iterator_types = [{kinds}]}}
      ins(%x, %b : tensor<{given}x{t}>, tensor<{taken}x{t}>)
      outs(%e : tensor<{taken}x{o}>) {{
  ^bb0(%a: {t}, %c: {t}, %r: {o}):
    %1 = {body}
    linalg.yield %1 : {o}
  }} -> tensor<{taken}x{o}>
  return %0 : tensor<{taken}x{o}>
}}
"""
TYPES = {
    "f16": (np.float16, "f16", "arith.addf %a, %c : f16"),
    "f32": (np.float32, "f32", "arith.addf %a, %c : f32"),
    "i8": (np.int8, "i8", "arith.addi %a, %c : i8"),
    "f64": (np.float64, "f64", "arith.addf %a, %c : f64"),
    "f32 to f16": (np.float32, "f16", "arith.truncf %a : f32 to f16"),
}


@pytest.mark.parametrize("kind", list(TYPES))
@pytest.mark.parametrize(
    "shape,order",
    [
        ((128, 96), (1, 0)),
        ((70, 50), (1, 0)),
        ((33, 17), (1, 0)),
        ((2, 24, 7, 9), (0, 2, 3, 1)),
        ((2, 5, 40, 32), (0, 3, 1, 2)),
        ((16, 3, 20), (2, 1, 0)),
    ],
)
def test_transposes(tmp_path, monkeypatch, kind, shape, order):
    dtype, out, body = TYPES[kind]
    dims = [f"d{i}" for i in range(len(shape))]
    taken = [shape[i] for i in order]
    source = TRANSPOSE.format(
        given="x".join(map(str, shape)),
        taken="x".join(map(str, taken)),
        dims=", ".join(dims),
        read=", ".join(dims[order.index(i)] for i in range(len(shape))),
        kinds=", ".join(['"parallel"'] * len(shape)),
        t=kind.split()[0],
        o=out,
        body=body,
    )
    random = np.random.default_rng(3)
    x = random.integers(-8, 9, shape).astype(dtype)
    b = random.integers(-8, 9, taken).astype(dtype)
    exact = x.transpose(order) + (0 if "to" in kind else b)
    assert np.array_equal(run(tmp_path, monkeypatch, source, x, b), exact)
