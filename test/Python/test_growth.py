# ===- test_growth.py - Time of large modules -------------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Passes that follow calls take about as long as the conversion where a model has
a thousand functions: none looks through the whole module for each. Four times the
layers take about four times as long to lower."""

import os
import resource
import subprocess

import pytest
from gpu_emulator import BUILD

TYPE = "tensor<8x8xf32>"
FUNCTIONS = 1000


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    lines = [f"func.func @main(%v0: {TYPE}, %w: {TYPE}) -> {TYPE} {{"]
    for i in range(FUNCTIONS):
        lines.append(f"  %v{i + 1} = call @f{i}(%v{i}, %w) : ({TYPE}, {TYPE}) -> {TYPE}")
    lines.append(f"  return %v{FUNCTIONS} : {TYPE}\n}}")
    for i in range(FUNCTIONS):
        lines.append(f"""func.func private @f{i}(%x: {TYPE}, %w: {TYPE}) -> {TYPE} {{
  %zero = arith.constant dense<0.0> : {TYPE}
  %0 = linalg.matmul ins(%x, %w : {TYPE}, {TYPE}) outs(%zero : {TYPE}) -> {TYPE}
  return %0 : {TYPE}
}}""")
    path = tmp_path_factory.mktemp("many") / "model.mlir"
    path.write_text("\n".join(lines))
    return path


def measure(model, flag):
    """CPU seconds of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(
        [os.path.join(BUILD, "bin/amp-opt"), model, flag, "-o", os.devnull], check=True
    )
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


@pytest.mark.parametrize("flag", ["--amp-instrument", "--amp-emulate=f16", "--amp-shadow=f16"])
def test_time(model, flag):
    # Two to three times as long here; 30 and more where each function was looked for.
    assert measure(model, flag) < 8 * measure(model, "--amp-autocast=f16")


def make_chain(path, layers):
    """A residual network whose layers share their zeros."""
    lines = [
        "#id = affine_map<(i, j) -> (i, j)>",
        f"func.func @main(%v0: {TYPE}, %w: {TYPE}) -> {TYPE} {{",
        "  %zero = arith.constant 0.0 : f32",
        f"  %e = tensor.empty() : {TYPE}",
        f"  %i = linalg.fill ins(%zero : f32) outs(%e : {TYPE}) -> {TYPE}",
    ]
    for i in range(layers):
        lines.append(f"""
  %m{i} = linalg.matmul ins(%v{i}, %w : {TYPE}, {TYPE}) outs(%i : {TYPE}) -> {TYPE}
  %v{i + 1} = linalg.generic {{indexing_maps = [#id, #id, #id],
      iterator_types = ["parallel", "parallel"]}}
      ins(%m{i}, %v{i} : {TYPE}, {TYPE}) outs(%e : {TYPE}) {{
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = math.exp %a : f32
    %s = arith.addf %t, %b : f32
    linalg.yield %s : f32
  }} -> {TYPE}""")
    path.write_text("\n".join(lines) + f"\n  return %v{layers} : {TYPE}\n}}\n")
    return path


def test_time_of_lowering(tmp_path):
    # 40 times and more where all layers wrote to one tensor.
    few, many = (make_chain(tmp_path / f"{n}.mlir", n) for n in (100, 400))
    assert measure(many, "--amp-to-cpu") < 12 * measure(few, "--amp-to-cpu")


@pytest.mark.parametrize("flag", ["--amp-instrument", "--amp-shadow=f16"])
def test_time_of_lowering_what_is_recorded(tmp_path, flag):
    # Hundreds of times where rows were tensors that went into one.
    seconds = []
    for layers in (100, 400):
        recording = tmp_path / f"{layers}-recording.mlir"
        source = make_chain(tmp_path / f"{layers}.mlir", layers)
        subprocess.run(
            [os.path.join(BUILD, "bin/amp-opt"), source, flag, "-o", recording], check=True
        )
        seconds.append(measure(recording, "--amp-to-cpu"))
    assert seconds[1] < 12 * seconds[0]
