# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model benchmark: rows, failures, bounds, what is kept."""

import json

import pytest

import mlir_amp
from mlir_amp import _bench, _bench_peers
from mlir_amp._cases import load_case, make_argument
from mlir_amp._cli import main

np = pytest.importorskip("numpy")

MODEL = """\
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x64xf32>) -> tensor<8x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>)
         outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}
"""
ABORTS = """\
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %no = arith.constant false
  cf.assert %no, "never"
  return %x : tensor<8x64xf32>
}
"""


@pytest.fixture
def folder(tmp_path):
    def argument(name, shape):
        init = {"kind": "normal", "scale": 1.0, "shift": 0.0}
        return {"name": name, "shape": shape, "dtype": "float32", "init": init}

    args = [argument("w", [8, 64]), argument("input0", [64, 64])]
    for name, text in (("net", MODEL), ("aborts", ABORTS)):
        (tmp_path / f"{name}.weightless.mlir").write_text(text)
        (tmp_path / f"{name}.args.json").write_text(json.dumps({"data": "net", "args": args}))
    x, w = (make_argument(a["name"], a["shape"], "float32", a["init"]) for a in args)
    np.save(tmp_path / "net.ref_f64.npy", x.astype(np.float64) @ w.astype(np.float64))
    return tmp_path


def bench(folder, *more):
    store = folder / "store.json"
    status = main(
        ["bench", "--folder", str(folder), "--target", "stock", "--repeat", "3"]
        + ["--json", str(store), "--out", str(folder / "page.md"), *more]
    )
    return status, json.loads(store.read_text()), (folder / "page.md").read_text()


def test_rows_are_measured_and_kept(folder):
    status, data, page = bench(folder, "net", "--config", "f32", "--config", "ours, f16")
    rows = data["models"]["net"]["rows"]
    assert status == 0 and list(rows) == ["f32", "ours, f16"]
    assert rows["f32"]["relative"] < 1e-6 < rows["ours, f16"]["relative"] < 1e-3
    # f16 factors of 64 products: 3 u and a little.
    assert 3 * 2**-11 < rows["ours, f16"]["bound"] < 3.1 * 2**-11
    assert rows["ours, f16"]["bytes"] > 0 and rows["ours, f16"]["casts"] > 0
    assert len(rows["f32"]["seconds"]) == 3 and rows["f32"]["compile_seconds"] > 0
    assert "1 contractions, at most 64 products" in page and "All hold." in page
    # What is known is not measured again, unless asked for.
    _, again, _ = bench(folder, "net", "--config", "f32")
    assert again["models"]["net"]["rows"]["f32"] == rows["f32"]
    _, new, _ = bench(folder, "net", "--config", "f32", "--again")
    assert new["models"]["net"]["rows"]["f32"] != rows["f32"]


def test_pictures(folder):
    pytest.importorskip("matplotlib")
    plots = folder / "plots"
    _, _, page = bench(folder, "net", "--config", "f32", "--plots", str(plots))
    assert "![net](plots/net.svg)" in page
    assert "speed-up over f32" in (plots / "net.svg").read_text()


def test_a_model_that_aborts_is_one_failed_row(folder):
    status, data, page = bench(folder, "aborts", "net", "--config", "f32")
    assert status == 1
    assert "died of signal 6" in data["models"]["aborts"]["rows"]["f32"]["failed"]
    assert "failed: died of signal 6" in page
    assert "relative" in data["models"]["net"]["rows"]["f32"]
    assert "Broken: aborts, f32: failed" in page


def test_a_wrong_result_breaks_the_bound(folder):
    reference = np.load(folder / "net.ref_f64.npy")
    np.save(folder / "net.ref_f64.npy", reference * 1.01)
    status, _, page = bench(folder, "net", "--config", "ours, f16")
    assert status == 1 and "is beyond the bound" in page


def test_what_is_not_installed_is_said(folder, monkeypatch):
    monkeypatch.setitem(_bench_peers.PEERS, "torch f32", ("no_such_package",))
    _, data, page = bench(folder, "net", "--config", "torch f32")
    assert data["models"]["net"]["rows"] == {}
    assert "torch f32: not run, no_such_package not installed" in page


def test_bad_command_lines(folder, capsys):
    assert main(["bench", "net", "--folder", str(folder), "--config", "f8"]) == 2
    assert "expected a configuration among f32" in capsys.readouterr().err
    assert main(["bench", "missing", "--folder", str(folder)]) == 3
    (folder / "empty.json").write_text("{}")
    assert main(["bench", str(folder / "empty.json")]) == 2
    assert "expected the key 'module'" in capsys.readouterr().err
    (folder / "other.json").write_text("[]")
    store = ["--json", str(folder / "other.json")]
    assert main(["bench", "net", "--folder", str(folder), *store]) == 2


def test_a_busy_machine_is_admitted():
    quiet = {"rows": {"f32": {"load": 0.5}, "failed": {}}}
    assert _bench._busy(quiet) == []
    quiet["rows"]["ours, f16"] = {"load": 1000.0}
    assert "load average up to 1000" in _bench._busy(quiet)[0]


def test_errors():
    want = np.array([[1.0, 2.0], [4.0, 3.0]])
    found = _bench.errors(want.astype(np.float32), want, np.array([1, 1]), None)
    assert found["largest"] == found["relative"] == 0 and found["top1"] == 1
    assert found["right"] == 0.5 and found["cosine"] == pytest.approx(1)
    zeros = _bench.errors(np.zeros((2, 2), np.float32), want, None, None)
    assert zeros["relative"] == 1 and zeros["cosine"] == 0
    got = np.array([[np.inf, 2.0], [3.0, 4.0]], np.float32)
    broken = _bench.errors(got, want, np.array([0, 1]), None)
    # A row that is not finite is never right.
    assert not broken["finite"] and "relative" not in broken
    assert (broken["top1"], broken["right"]) == (0.0, 0.5)
    cut = _bench.errors(np.zeros((1, 3, 2), np.float32), np.zeros((1, 1, 2)), None, 1)
    assert cut["finite"] and cut["top1"] == 1


@pytest.mark.parametrize(
    "types, length",
    [
        ("linalg.conv_2d_nchw_fchw|1x8x6x6|16x8x3x3|1x16x4x4", 72),
        ("linalg.conv_2d_nhwc_hwcf|1x6x6x8|3x3x8x16|1x4x4x16", 72),
        ("linalg.batch_matmul|2x4x9|2x9x5|2x4x5", 9),
    ],
)
def test_reduction_lengths(types, length):
    name, a, b, c = types.split("|")
    a, b, c = (f"tensor<{shape}xf32>" for shape in (a, b, c))
    text = f"""func.func @f(%a: {a}, %b: {b}, %c: {c}) -> {c} {{
      %0 = {name} ins(%a, %b : {a}, {b}) outs(%c : {c}) -> {c}
      return %0 : {c} }}"""
    assert _bench.reduction_lengths(mlir_amp.parse(text)) == [length]


def test_arguments_are_made_from_their_names():
    init = {"kind": "normal", "scale": 2.0, "shift": 1.0}
    one, two = (make_argument("w", [3, 4], "float32", init) for _ in range(2))
    assert np.array_equal(one, two) and one.dtype == np.float32
    assert not np.array_equal(one, make_argument("v", [3, 4], "float32", init))
    ones = make_argument("m", [2, 4], "int64", {"kind": "prefix", "n": 3})
    assert ones.tolist() == [[1, 1, 1, 0]] * 2
    with pytest.raises(ValueError, match="normal, randint, prefix or aux, got 'zeros'"):
        make_argument("w", [1], "float32", {"kind": "zeros"})


def test_described_cases_come_in_batches(tmp_path):
    (tmp_path / "net.mlir").write_text(MODEL)
    np.save(tmp_path / "x.npy", np.zeros((6, 2), np.float32))
    case = {"module": "net.mlir", "arrays": ["x.npy"], "batch": 4}
    (tmp_path / "net.json").write_text(json.dumps(case))
    loaded = load_case(str(tmp_path / "net.json"), ".")
    assert loaded.name == "net" and [len(b[0]) for b in loaded.batches] == [4, 2]
