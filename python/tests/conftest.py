# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests share: small modules and the residual network."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"
ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("AMP_BUILD_DIR", ROOT / "build" / "release")).resolve()


def _add_build_tree() -> None:
    """Takes the package from the build tree unless it is installed."""
    if importlib.util.find_spec("mlir_amp") is None:
        sys.path.insert(0, str(BUILD / "python"))
        inherited = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = os.pathsep.join(
            [str(BUILD / "python"), *([inherited] if inherited else [])]
        )
    if importlib.util.find_spec("mlir_amp") is None:
        raise pytest.UsageError(
            f"mlir_amp is neither installed nor in {BUILD}: configure with "
            "-DAMP_ENABLE_PYTHON=ON and build the target _mlir_amp"
        )


_add_build_tree()

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


@pytest.fixture
def torch():
    if not any(map(importlib.util.find_spec, ("torch_mlir", "iree"))):
        pytest.skip("no importer")
    return pytest.importorskip("torch")


@pytest.fixture
def jax():
    pytest.importorskip("iree.compiler")
    return pytest.importorskip("jax")
