# ===- test_cpu_run.py - The CPU runner computes what numpy does -----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//

import numpy as np
import pytest

import cpu_run

MIXED = """
func.func @main(%a: tensor<4x8xf16>, %b: tensor<8x16xbf16>, %i: tensor<i64>)
    -> (tensor<4x16xf32>, tensor<4x16xbf16>, tensor<4x8xf16>, tensor<i64>,
        tensor<4x8xi1>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant dense<0.5> : tensor<4x8xf16>
  %empty = tensor.empty() : tensor<4x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x16xf32>)
      -> tensor<4x16xf32>
  %product = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x16xbf16>)
      outs(%init : tensor<4x16xf32>) -> tensor<4x16xf32>
  %low = arith.truncf %product fastmath<contract>
      : tensor<4x16xf32> to tensor<4x16xbf16>
  %twice = arith.addf %low, %low : tensor<4x16xbf16>
  %halved = arith.mulf %a, %half : tensor<4x8xf16>
  %positive = arith.cmpf ogt, %halved, %half : tensor<4x8xf16>
  return %product, %twice, %halved, %i, %positive
      : tensor<4x16xf32>, tensor<4x16xbf16>, tensor<4x8xf16>, tensor<i64>,
        tensor<4x8xi1>
}
"""

WEIGHTS = """
func.func @main(%x: tensor<2x64xf32>) -> tensor<2x64xf32> {{
  %w = arith.constant dense_resource<w> : tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x64xf32>)
      -> tensor<2x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<2x64xf32>, tensor<64x64xf32>)
      outs(%init : tensor<2x64xf32>) -> tensor<2x64xf32>
  return %0 : tensor<2x64xf32>
}}
{{-# dialect_resources: {{ builtin: {{ w: "0x04000000{hex}" }} }} #-}}
"""


def compiled(tmp_path, text):
    path = tmp_path / "model.mlir"
    path.write_text(text)
    return cpu_run.Model(str(path))


def bf16(array):
    return cpu_run.from_bf16(cpu_run.to_bf16(array))


def test_mixed_types_and_several_results(tmp_path):
    model = compiled(tmp_path, MIXED)
    random = np.random.RandomState(0)
    a = random.randn(4, 8).astype(np.float16)
    b = random.randn(8, 16).astype(np.float32)
    kept = a.copy()
    product, twice, halved, i, positive = model(a, b, np.int64(7))
    wide = a.astype(np.float64) @ bf16(b).astype(np.float64)
    # Eight products of magnitude below 16 in f32: 8 * 16 * 2^-24 and margin.
    assert np.abs(product - wide).max() < 2e-5
    assert np.array_equal(twice, bf16(bf16(product) * 2))
    assert np.array_equal(halved, a * np.float16(0.5))
    assert i == 7
    assert np.array_equal(positive, halved > 0.5)
    assert np.array_equal(a, kept)


def test_weights_in_resources(tmp_path):
    random = np.random.RandomState(1)
    weights = random.randn(64, 64).astype(np.float32)
    model = compiled(tmp_path, WEIGHTS.format(hex=weights.tobytes().hex().upper()))
    x = random.randn(2, 64).astype(np.float32)
    # 64 products below 16 in f32: 64 * 16 * 2^-24.
    assert np.abs(model(x) - x.astype(np.float64) @ weights).max() < 1e-4


def test_bf16_rounds_to_nearest_even():
    # Two ties, a carry into the exponent, infinity and NaN.
    values = np.array([0x3F808000, 0x3F818000, 0x3FFFFFFF, 0x7F800000, 0x7FC00001])
    bits = cpu_run.to_bf16(values.astype(np.uint32).view(np.float32))
    assert [hex(b) for b in bits] == ["0x3f80", "0x3f82", "0x4000", "0x7f80", "0x7fc0"]


def test_wrong_shape_is_named(tmp_path):
    model = compiled(tmp_path, MIXED)
    with pytest.raises(ValueError, match=r"argument 0: expected tensor<4x8xf16>"):
        model(np.zeros((4, 9), np.float16), np.zeros((8, 16)), np.int64(0))


def test_missing_file_and_bad_ir(tmp_path):
    with pytest.raises(cpu_run.CompileError, match="no such file"):
        cpu_run.Model(str(tmp_path / "none.mlir"))
    with pytest.raises(cpu_run.CompileError, match="expected"):
        compiled(tmp_path, "func.func @main(")
