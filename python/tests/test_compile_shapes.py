# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of open sizes, compiled for certain ones."""

import pathlib

import pytest

import mlir_amp

np = pytest.importorskip("numpy")

BERT = pathlib.Path(__file__).parents[2] / "test" / "Models" / "bert-dynamic.mlir"


@pytest.mark.parametrize("autocast, bound", [(None, 1e-5), ("f16", 3e-3), ("bf16", 3e-2)])
def test_one_model_for_two_sizes_agrees_on_what_is_not_padding(autocast, bound):
    text = BERT.read_text()
    wide = mlir_amp.compile(text, autocast=autocast, shapes={21: (2, 16), 22: (2, 16)})
    narrow = mlir_amp.compile(text, autocast=autocast, shapes={21: (1, 10), 22: (1, 10)})
    assert wide.outputs[0].shape == (2, 32)
    random = np.random.RandomState(0)
    weights = [
        random.randn(*tensor.shape).astype(np.float32) / np.sqrt(tensor.shape[-1])
        for tensor in wide.inputs[:21]
    ]
    words = random.randint(0, 64, (2, 16))
    kept = np.ones((2, 16), np.int64)
    kept[1, 10:] = 0
    padded = wide(*weights, words, kept)
    alone = narrow(*weights, words[1:, :10], kept[1:, :10])
    assert np.abs(np.linalg.norm(padded, axis=1) - 1).max() < bound
    assert np.abs(padded[1] - alone[0]).max() < bound


def test_shapes_that_the_model_cannot_have(tmp_path):
    text = BERT.read_text()
    with pytest.raises(mlir_amp.MLIRError, match="argument 21 of 'main' can have, got '21:2'"):
        mlir_amp.compile(text, shapes={21: (2,)})
    with pytest.raises(mlir_amp.MLIRError, match="inferred input/output operand"):
        mlir_amp.compile(text, shapes={21: (2, 16), 22: (2, 15)})
    with pytest.raises(mlir_amp.MLIRError, match="to have a static shape"):
        mlir_amp.compile(text, shapes={21: (2, None)}, output=tmp_path / "model.so")
    assert not list(tmp_path.iterdir())
