# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests share: small modules and the residual network."""

from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"

MATMUL = """\
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>,
                %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/0/attention")
  return %0 : tensor<64x64xf32>
}
"""


@pytest.fixture
def matmul() -> str:
    return MATMUL


@pytest.fixture
def resnet() -> Path:
    return DATA / "resnet_small.mlir"
