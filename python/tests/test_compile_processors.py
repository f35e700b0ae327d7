# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled code for other processors than this one."""

import functools
import platform
import subprocess
import sys

import numpy as np
import pytest

import mlir_amp
import test_compile
import test_compile_math


@pytest.mark.parametrize("cpu", ["x86-64-v4", "x86-64-v3", "x86-64"])
def test_code_for_other_processors(cpu, monkeypatch):
    """AVX-512 without dot products, AVX2, neither: the same results, or a refusal."""
    if platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip("names of x86 processors")
    monkeypatch.setattr(mlir_amp, "compile", functools.partial(mlir_amp.compile, cpu=cpu))
    try:
        mlir_amp.compile(test_compile.matmul_text(4, 16, 4))
    except mlir_amp.ModelError as error:
        assert "compiled for a processor with" in str(error)
        pytest.skip(str(error))
    for kind in ("f32", "f16", "bf16"):
        for shape in test_compile.SHAPES[1:]:
            test_compile.test_products_of_small_integers_are_exact(
                shape, kind, transposed=shape[0] > 9
            )
    test_compile.test_convolutions(17, 2, 3)
    test_compile.test_number_of_threads_changes_no_bit()
    test_compile_math.test_functions_are_close_to_libm("exp")
    test_compile_math.test_zeros_have_an_order("maximumf", "f32")
    test_compile.test_reductions_and_softmax()
    for low in ("f16", "bf16"):
        test_compile_math.test_zeros_have_an_order("minimumf", low)
        test_compile.test_autocast_rounds_where_the_mixed_module_says(low)


@pytest.mark.parametrize("cpu", ["x86-64-v4", "x86-64-v3", "x86-64"])
def test_bf16_from_one_block_to_the_next(cpu):
    """LLVM would call libgcc for a bf16 that is alive across blocks."""
    if platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip("names of x86 processors")
    text = """
    func.func @main(%x: tensor<8xf32>, %c: tensor<8xi1>) -> tensor<8x33x3xbf16> {
      %k = arith.constant dense<[1.0, -2.0, 0.5, 3.0, 7.0, -0.0, 9.0, 1.0e9]> : tensor<8xbf16>
      %e = tensor.empty() : tensor<8x33x3xbf16>
      %0 = linalg.generic {
          indexing_maps = [affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> (i)>,
                           affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> (i, j, k)>],
          iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%x, %c, %k : tensor<8xf32>, tensor<8xi1>, tensor<8xbf16>)
          outs(%e : tensor<8x33x3xbf16>) {
      ^bb0(%a: f32, %b: i1, %d: bf16, %o: bf16):
        %t = arith.truncf %a : f32 to bf16
        %s = arith.addf %t, %d : bf16
        %r = arith.select %b, %s, %d : bf16
        linalg.yield %r : bf16
      } -> tensor<8x33x3xbf16>
      return %0 : tensor<8x33x3xbf16>
    }"""
    try:
        model = mlir_amp.compile(text, cpu=cpu)
    except mlir_amp.ModelError as error:
        assert "compiled for a processor with" in str(error)
        pytest.skip(str(error))
    def to_bits(values):
        bits = values.astype(np.float32).view(np.uint32)
        return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)

    def to_floats(bits):
        return (bits.astype(np.uint32) << 16).view(np.float32)

    x = np.random.RandomState(0).randn(8).astype(np.float32)
    chosen = np.arange(8) % 3 > 0
    k = to_bits(np.array([1.0, -2.0, 0.5, 3.0, 7.0, -0.0, 9.0, 1.0e9]))
    sums = to_bits(to_floats(to_bits(x)) + to_floats(k))
    result = model(x, chosen)
    assert result.dtype == np.uint16 and result.shape == (8, 33, 3)
    assert (result == np.where(chosen, sums, k)[:, None, None]).all()


RUN_FOR = """
import sys, numpy, mlir_amp
for cpu in sys.argv[1:]:
    try:
        model = mlir_amp.compile('''func.func @main(%x: tensor<256xf16>, %y: tensor<256xi64>)
            -> (tensor<256xf16>, tensor<256xi64>) {
          %0 = arith.addf %x, %x : tensor<256xf16>
          %1 = math.ctpop %y : tensor<256xi64>
          return %0, %1 : tensor<256xf16>, tensor<256xi64>
        }''', cpu=cpu)
    except mlir_amp.ModelError as error:
        print(cpu, error)
        continue
    x, y = numpy.full(256, 1.5, "f2"), numpy.full(256, 7)
    assert (model(x, y)[0] == 3).all() and (model(x, y)[1] == 3).all(), cpu
    print(cpu, "runs")
"""


def test_a_processor_without_what_the_code_uses_is_refused():
    """In another process, which an unknown instruction would end."""
    if platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip("names of x86 processors")
    names = "native x86-64 haswell bdver4 knl alderlake sapphirerapids diamondrapids znver5"
    names = names.split()
    run = subprocess.run(
        [sys.executable, "-c", RUN_FOR, *names], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert [line.split()[0] for line in lines] == names
    assert lines[0] == "native runs" and lines[1] == "x86-64 runs"
    for line in lines[2:]:
        assert line.endswith(" runs") or "compiled for a processor with" in line
