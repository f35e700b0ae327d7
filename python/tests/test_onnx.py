# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of ONNX."""

import functools
import subprocess
import sys

import mlir_amp
import pytest
from helpers import draw

numpy = pytest.importorskip("numpy")
pytest.importorskip("iree.compiler")
onnx = pytest.importorskip("onnx")


def make(nodes, constants, inputs, outputs, version=17):
    helper = onnx.helper

    def values(table):
        kind = onnx.TensorProto.FLOAT
        return [helper.make_tensor_value_info(name, kind, s) for name, s in table.items()]

    constants = [onnx.numpy_helper.from_array(x, name) for name, x in constants.items()]
    nodes = [helper.make_node(*node[:3], **(node[3] if node[3:] else {})) for node in nodes]
    graph = helper.make_graph(nodes, "any", values(inputs), values(outputs), constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)])


@pytest.fixture
def layer():
    """A layer of open batch, its weight and bias."""
    weight, bias = draw(16, 8), draw(8)
    nodes = ("MatMul", ["x", "w"], ["p"]), ("Add", ["p", "b"], ["s"]), ("Relu", ["s"], ["y"])
    sizes = {"x": ["batch", 16]}, {"y": ["batch", 8]}
    return make(nodes, {"w": weight, "b": bias}, *sizes), weight, bias


def test_layer(layer, tmp_path):
    model, weight, bias = layer
    path = tmp_path / "layer.onnx"
    onnx.save(model, path)
    x = draw(4, 16)
    wanted = numpy.maximum(x @ weight + bias, 0)
    for given in model, path, str(path):
        module = mlir_amp.from_onnx(given, sizes={"batch": 4}, name="layer")
        assert "func.func @layer(%arg0: tensor<4x16xf32>)" in str(module)
        found = mlir_amp.compile(module, entry="layer")(x)
        assert numpy.allclose(found, wanted, atol=1e-5)
    low = mlir_amp.convert(module, "f16")
    assert "tensor<16x8xf16>" in str(low)
    assert numpy.allclose(mlir_amp.compile(low, entry="layer")(x), wanted, atol=0.02)
    assert "tensor<?x16xf32>" in str(mlir_amp.from_onnx(model))


def test_shell(layer, tmp_path):
    given, made = tmp_path / "layer.onnx", tmp_path / "layer.mlir"
    onnx.save(layer[0], given)
    words = [sys.executable, "-m", "mlir_amp", "import", given, "-o", made]
    run = functools.partial(subprocess.run, capture_output=True, text=True)
    done = run([*words, "--size", "batch=3", "--name", "layer"])
    assert done.returncode == 0, done.stderr
    assert made.read_text() == str(
        mlir_amp.from_onnx(given, sizes={"batch": 3}, name="layer")
    )
    made.unlink()
    for more, status, message in (
        (["--size", "rows=3"], 1, "no size named rows"),
        (["--size", "rows"], 2, "expected NAME=NUMBER, got 'rows'"),
        (["-o", given], 2, "layer.onnx"),
    ):
        done = run([*words, *more])
        assert (done.returncode, made.exists()) == (status, False), done.stderr
        assert message in done.stderr


def test_quantised_layer():
    """Weights of int8 are widened to the low type, their scale included."""
    weight, scale = draw(16, 8), numpy.float32(0.03)
    bytes = numpy.clip(numpy.round(weight / scale), -128, 127).astype("i1")
    zero = numpy.zeros((), "i1")
    nodes = (
        ("DequantizeLinear", ["q", "scale", "zero"], ["w"]),
        ("MatMul", ["x", "w"], ["y"]),
    )
    constants = {"q": bytes, "scale": numpy.asarray(scale), "zero": zero}
    model = make(nodes, constants, {"x": [4, 16]}, {"y": [4, 8]})
    module = mlir_amp.from_onnx(model)
    x = draw(4, 16)
    wanted = x @ (bytes * scale)
    assert numpy.allclose(mlir_amp.compile(module)(x), wanted, atol=1e-5)
    low = mlir_amp.convert(module, "bf16")
    assert numpy.allclose(mlir_amp.compile(low)(x), wanted, atol=0.1)
    assert "16x8xf32" not in str(low)


def test_older_version():
    """The importer knows softmax as newer versions have it."""
    model = make([("Softmax", ["x"], ["y"], {"axis": 1})], {}, {"x": [3, 5]}, {"y": [3, 5]}, 11)
    x = draw(3, 5)
    found = mlir_amp.compile(mlir_amp.from_onnx(model))(x)
    wanted = numpy.exp(x) / numpy.exp(x).sum(1, keepdims=True)
    assert numpy.allclose(found, wanted, atol=1e-6)


def test_what_is_no_model_is_refused(layer, tmp_path):
    path = tmp_path / "model.onnx"
    with pytest.raises(FileNotFoundError):
        mlir_amp.from_onnx(path)
    path.write_bytes(b"\xff\xff\xff no model")
    with pytest.raises(mlir_amp.MLIRError, match="model.onnx holds no ONNX model"):
        mlir_amp.from_onnx(path)
    with pytest.raises(mlir_amp.MLIRError, match="no size named length, rows"):
        mlir_amp.from_onnx(layer[0], sizes={"rows": 2, "batch": 2, "length": 3})
    unknown = make([("NoSuchOp", ["x"], ["y"])], {}, {"x": [2]}, {"y": [2]})
    with pytest.raises(mlir_amp.MLIRError, match="(?s)from_onnx: .*"):
        mlir_amp.from_onnx(unknown)
