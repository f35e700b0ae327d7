# ===- test_many_functions.py - A function a layer -------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Passes that follow calls take about as long as the conversion where a model has
a thousand functions: none looks through the whole module for each."""

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
