# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules: every way in, every way out, errors and pipelines."""

import os
import pickle
import threading
import warnings

import pytest

import mlir_amp


def test_text_bytecode_and_paths_are_the_same_module(matmul, tmp_path):
    module = mlir_amp.parse(matmul)
    text, code = tmp_path / "m.mlir", tmp_path / "m.mlirbc"
    module.save(text)
    module.save(str(code))
    assert code.read_bytes()[:4] == b"ML\xefR"
    sources = [module.bytecode, matmul.encode(), text, code, str(text), str(code)]
    for source in sources:
        assert str(mlir_amp.parse(source)) == str(module)
    assert mlir_amp.parse(module) is module


def test_unregistered_dialects_when_asked_for(tmp_path):
    text = """\
func.func @main(%x: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = "their.norm"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %0 : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
"""
    path = tmp_path / "m.mlir"
    path.write_text(text)
    for source in (text, text.encode(), path):
        with pytest.raises(mlir_amp.MLIRError, match="unregistered dialect"):
            mlir_amp.parse(source)
        module = mlir_amp.parse(source, allow_unregistered=True)
    low = mlir_amp.convert(module, unlisted="ignore")
    assert '"their.norm"(%arg0) : (tensor<64x64xf32>)' in str(low)
    assert low.report.changed


def test_save_may_overwrite_the_file_it_came_from(matmul, tmp_path):
    path = tmp_path / "m.mlirbc"
    mlir_amp.parse(matmul).save(path)
    module = mlir_amp.parse(path)
    module.save(path)
    assert str(mlir_amp.parse(path)) == str(module)
    assert os.listdir(tmp_path) == ["m.mlirbc"]


def test_bytecode_keeps_locations(matmul):
    module = mlir_amp.parse(mlir_amp.parse(matmul).bytecode)
    names = [op.location.name for op in module.ops() if op.name == "linalg.matmul"]
    assert names == ["encoder/0/attention"]


def test_parse_error_is_located_and_pickles():
    with pytest.raises(mlir_amp.MLIRError) as caught:
        mlir_amp.parse("func.func @f() {\n  oops\n}", name="model.mlir")
    error = caught.value
    assert (error.location.file, error.location.line) == ("model.mlir", 2)
    assert "  model.mlir:2:3: error: " in str(error)
    assert error.diagnostics[0].severity == "error"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_verifier_error_carries_its_notes():
    text = "func.func @f(%a: i32) -> i64 { return %a : i32 }"
    with pytest.raises(mlir_amp.MLIRError, match="type of return operand 0") as caught:
        mlir_amp.parse(text)
    assert caught.value.location.line == 1


@pytest.mark.parametrize("path", ["missing.mlir", "missing.mlirbc"])
def test_missing_file_is_an_os_error(path, tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        mlir_amp.parse(tmp_path / path)
    assert caught.value.filename == str(tmp_path / path)


def test_wrong_argument_type():
    with pytest.raises(TypeError, match="got int"):
        mlir_amp.parse(3)


def test_unwritable_path_is_an_os_error(matmul, tmp_path):
    module = mlir_amp.parse(matmul)
    for name in ("m.mlirbc", "m.mlir"):
        with pytest.raises(OSError):
            module.save(tmp_path / "no-such-folder" / name)


def test_pipeline_leaves_the_module_alone(matmul):
    module = mlir_amp.parse(matmul)
    before = str(module)
    after = module.run_pipeline("builtin.module(linalg-generalize-named-ops)")
    assert "linalg.generic" in str(after)
    assert str(module) == before
    assert str(module.run_pipeline("func.func(linalg-generalize-named-ops)")) == str(
        after
    )


def test_pipeline_errors(matmul):
    module = mlir_amp.parse(matmul)
    with pytest.raises(mlir_amp.MLIRError, match="no-such-pass"):
        module.run_pipeline("builtin.module(no-such-pass)")
    with pytest.raises(mlir_amp.MLIRError, match="f17"):
        module.run_pipeline("builtin.module(amp-autocast{type=f17})")


def test_text_options(matmul):
    module = mlir_amp.parse(matmul)
    assert "encoder/0/attention" in module.text(debug_info=True)
    assert '"func.func"() <{' in module.text(generic=True)
    big = mlir_amp.parse(
        "func.func @f() -> tensor<64xi32> {\n"
        f"  %0 = arith.constant dense<{list(range(64))}> : tensor<64xi32>\n"
        "  return %0 : tensor<64xi32>\n}"
    )
    assert "63" in big.text() and "63" not in big.text(elide=8)


def test_large_constants_are_fast_and_not_text(tmp_path):
    """A 64 MB constant goes through bytecode without a detour through text."""
    import time

    hexes = "00000000" + "0000803F" * (16 << 20)
    source = (
        "func.func @f() -> tensor<16777216xf32> {\n"
        "  %0 = arith.constant dense_resource<w> : tensor<16777216xf32>\n"
        "  return %0 : tensor<16777216xf32>\n}\n"
        '{-# dialect_resources: { builtin: { w: "0x04000000' + hexes[8:] + '" } } #-}'
    )
    path = tmp_path / "big.mlirbc"
    mlir_amp.parse(source).save(path)
    assert path.stat().st_size > 64 << 20
    start = time.perf_counter()
    module = mlir_amp.parse(path)
    module.save(tmp_path / "again.mlirbc")
    seconds = time.perf_counter() - start
    assert (tmp_path / "again.mlirbc").read_bytes() == path.read_bytes()
    # Twice 64 MB through the page cache; as text it takes tens of seconds.
    assert seconds < 5


def test_threads_may_share_a_module(matmul):
    module = mlir_amp.parse(matmul)
    texts = []

    def work():
        for _ in range(20):
            after = module.run_pipeline("builtin.module(canonicalize)")
            texts.append(str(mlir_amp.parse(after.bytecode)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(texts) == 80 and len(set(texts)) == 1


def test_nothing_is_printed(matmul, capfd):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = mlir_amp.convert(matmul)
        str(module), module.bytecode, module.report
        with pytest.raises(mlir_amp.MLIRError):
            mlir_amp.parse("oops {")
    assert capfd.readouterr() == ("", "")


FROZEN = """\
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>, %b: tensor<2xbf16>)
    -> (tensor<4xf32>, tensor<2xbf16>) {
  %0 = arith.addf %x, %w : tensor<4xf32>
  return %0, %b : tensor<4xf32>, tensor<2xbf16>
}
func.func private @outside(tensor<4xf32>) -> tensor<4xf32>
func.func private @called(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @called(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def test_frozen_arguments_are_constants():
    np = pytest.importorskip("numpy")
    module = mlir_amp.parse(FROZEN)
    weights = np.arange(8, dtype=np.float32)[::2]
    frozen = module.freeze({1: weights, 2: np.zeros(2, np.uint16)})
    frozen.verify()
    assert "@main(%arg0: tensor<4xf32>)" in str(frozen)
    assert "%arg2" in str(module)
    model = mlir_amp.compile(mlir_amp.parse(frozen.bytecode))
    assert model.run([np.ones(4, np.float32)])[0].tolist() == [1, 3, 5, 7]


@pytest.mark.parametrize(
    "index, shape, dtype, entry, message",
    [
        (3, 4, "float32", "main", "expected arguments below 3, got 3"),
        (1, 5, "float32", "main", "expected an array for tensor<4xf32>, got 5x32 bits"),
        (1, 4, "int32", "main", "got 4x32 bits of integers"),
        (2, 2, "float16", "main", "expected an array for tensor<2xbf16>, got 2x16 bits"),
        (0, 4, "float32", "outside", "expected a function @outside with a body"),
        (0, 4, "float32", "nothing", "expected a function @nothing with a body"),
        (0, 4, "float32", "called", "is not called, got @called"),
    ],
)
def test_what_cannot_be_frozen_is_said(index, shape, dtype, entry, message):
    np = pytest.importorskip("numpy")
    with pytest.raises(ValueError, match=message):
        mlir_amp.parse(FROZEN).freeze({index: np.zeros(shape, dtype)}, entry)
