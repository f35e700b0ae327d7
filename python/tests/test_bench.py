# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model benchmark: rows, failures, bounds, what is kept."""

import json
import subprocess
import sys
import time

import pytest

import mlir_amp
from mlir_amp import _bench, _bench_measure, _bench_page, _bench_peers
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


def test_an_error_that_is_no_number_is_beyond_any_bound():
    bench = _bench.Bench()
    row = {"finite": True, "relative": float("nan"), "bound": 1.0}
    bench.data["models"]["net"] = {"rows": {"ours, f16": row}}
    assert bench.broken_bounds() == [
        "net, ours, f16: relative error nan is beyond the bound 1.00e+00"
    ]


def test_results_in_bf16_are_numbers(folder):
    cast = "%low = arith.truncf %0 : tensor<8x64xf32> to tensor<8x64xbf16>"
    text = MODEL.replace("return %0 : tensor<8x64xf32>", f"{cast}\n  return %low : tensor<8x64xbf16>")
    text = text.replace("-> tensor<8x64xf32> {", "-> tensor<8x64xbf16> {")
    (folder / "net.weightless.mlir").write_text(text)
    _, data, _ = bench(folder, "net", "--config", "f32", "--target", "cpu")
    assert 0 < data["models"]["net"]["rows"]["f32"]["relative"] < 2**-8


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
    for text, message in (
        ("[]", "expected an object of JSON, got list"),
        ("{", "expected JSON: Expecting property name"),
        ("{}", "expected the key 'args'"),
        ('{"args": [{"name": "x", "shape": [1], "dtype": "float32"}]}', "the key 'init'"),
    ):
        (folder / "bad.args.json").write_text(text)
        assert main(["bench", "bad", "--folder", str(folder)]) == 2
        error = capsys.readouterr().err
        assert "bad.args.json: " in error and message in error
    np.save(folder / "net.ref_f64.npy", [np.nan])
    assert main(["bench", "net", "--folder", str(folder)]) == 2
    assert "net.ref_f64.npy: expected 'reference' to be finite" in capsys.readouterr().err
    (folder / "net.ref_f64.npy").write_bytes(b"")
    assert main(["bench", "net", "--folder", str(folder)]) == 2
    assert "net.ref_f64.npy: expected a .npy file" in capsys.readouterr().err
    for option in ("--out", "--json", "--plots"):
        command = ["bench", "missing", "--folder", str(folder), option]
        assert main([*command, str(folder / "net.args.json" / "x")]) == 3
        assert "net.args.json/x" in capsys.readouterr().err
    (folder / "other.json").write_text("[]")
    store = ["--json", str(folder / "other.json")]
    assert main(["bench", "net", "--folder", str(folder), *store]) == 2


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"label": "y.npy"}, "expected keys among module, arrays, batch, {}, got 'label'"),
        ({"batch": 0}, "expected 'batch' to be a number above 0, got 0"),
        ({"batch": "x"}, "expected 'batch' to be a number above 0, got 'x'"),
        ({"batch": True}, "expected 'batch' to be a number above 0, got True"),
        ({"arrays": ["x.npy", "n.npy"]}, "expected 'arrays' of one length {}, got [16, 0]"),
        ({"arrays": "x.npy"}, "expected 'arrays' to be a list of texts, got 'x.npy'"),
        ({"arrays": [1]}, "expected 'arrays' to be a list of texts, got [1]"),
        ({"arrays": []}, "expected 'arrays' of one length {}, got []"),
        ({"tail": -1}, "expected 'tail' to be a number above 0, got -1"),
        ({"labels": 3}, "expected 'labels' to be text, got 3"),
        ({"labels": "x.npy"}, "expected 'labels' to have shape (16,), got (16, 64) of float32"),
        ({"reference": "y.npy"}, "expected 'reference' to have shape (16, 64), got (16,)"),
        ({"reference": "i.npy"}, "expected 'reference' to be finite, got 2 of 1024 elements"),
        ({"reference": "x.npy", "batch": None}, "'reference' to have shape (8, 64), got (16"),
    ],
)
def test_what_a_case_must_say(tmp_path, capsys, monkeypatch, changes, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.mlir").write_text(
        "func.func @main(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {"
        " return %x : tensor<8x64xf32> }"
    )
    np.save("x.npy", np.ones((16, 64), np.float32))
    np.save("y.npy", np.arange(16))
    np.save("i.npy", np.array([np.nan, np.inf] + [1] * 1022).reshape(16, 64))
    np.save("n.npy", np.float32(1))
    case = {"module": "net.mlir", "arrays": ["x.npy"], "batch": 8, "labels": "y.npy"}
    case.update(changes)
    case = {key: value for key, value in case.items() if value is not None}
    (tmp_path / "net.json").write_text(json.dumps(case))
    assert main(["bench", "net.json", "--config", "f32"]) == 2
    error = capsys.readouterr().err.strip()
    assert error.startswith("error: net.json: expected ")
    assert all(part in error for part in message.split("{}"))


def test_how_often_a_row_is_timed(capsys):
    for count in ("0", "-1"):
        with pytest.raises(SystemExit) as caught:
            main(["bench", "net", "--repeat", count])
        assert caught.value.code == 2
        assert f"--repeat: expected a number above 0, got {count}" in capsys.readouterr().err


def test_a_busy_machine_is_admitted(folder):
    quiet = {"rows": {"f32": {"foreign": 0.05}, "failed": {}}}
    assert _bench_page._busy(quiet) == []
    quiet["rows"]["ours, f16"] = {"foreign": 7.0}
    assert "up to 7.0 processors busy" in _bench_page._busy(quiet)[0]
    assert not _bench_page.is_good(quiet["rows"]["ours, f16"])
    # Rows that were disturbed, or failed, are measured again if asked for.
    rows = ["--config", "f32", "--config", "ours, f16"]
    _, data, _ = bench(folder, "net", *rows)
    known = data["models"]["net"]["rows"]
    known["f32"].update(foreign=0.0, seconds=[1.0])
    known["ours, f16"].update(foreign=1.5, seconds=[1.0])
    (folder / "store.json").write_text(json.dumps(data))
    _, data, _ = bench(folder, "net", "--again", "busy", *rows)
    known = data["models"]["net"]["rows"]
    assert known["f32"]["seconds"] == [1.0] and len(known["ours, f16"]["seconds"]) == 3


def test_work_of_others_is_counted():
    work = "import time\nend = time.time() + 1.5\nwhile time.time() < end: pass"
    with subprocess.Popen([sys.executable, "-c", work]):
        foreign = _bench_measure.Foreign()
        time.sleep(1)
        assert foreign.processors() > 0.2


def test_libraries_are_kept_and_rows_stop(folder):
    more = ["--config", "f32", "--target", "cpu", "--keep", str(folder / "kept")]
    _, data, _ = bench(folder, "net", *more, "--stop-after", "0")
    assert data["models"]["net"]["rows"] == {}
    _, data, _ = bench(folder, "net", *more)
    (library,) = (folder / "kept").glob("*.so")
    made = library.stat().st_mtime_ns
    status, again, _ = bench(folder, "net", *more, "--again")
    one, two = (d["models"]["net"]["rows"]["f32"] for d in (data, again))
    assert status == 0 and library.stat().st_mtime_ns == made
    assert one["seconds"] != two["seconds"] and one["relative"] == two["relative"]
    assert one["compile_seconds"] == two["compile_seconds"] and one["bytes"] == two["bytes"]


def test_rows_by_number_of_threads(folder):
    _, data, page = bench(folder, "net", "--config", "f32", "--threads", "1", "2")
    assert list(data["models"]["net"]["rows"]) == ["f32, 1 thread", "f32, 2 threads"]
    assert page.count(" | 1.00 | ") == 2


TORCH = """\
import contextlib
import numpy as np

bfloat16 = None
inference_mode = contextlib.nullcontext
from_numpy = lambda array: Tensor(array)

def autocast(device, dtype, enabled):
    return contextlib.nullcontext()

class Tensor:
    def __init__(self, array): self.array = array
    def float(self): return self
    def numpy(self): return self.array
"""
NETWORK = """\
import torch
from types import SimpleNamespace

class Network:
    def eval(self): return self
    def load_state_dict(self, values, strict):
        self.values = values
        return SimpleNamespace(missing_keys=[], unexpected_keys=sorted(set(values) - {"w"}))
    def __call__(self, x): return torch.Tensor(x.array @ self.values["w"].array)

def network(): return Network()
"""


def test_peers_have_a_python_of_their_own(folder):
    """A Python where `torch` is a stand-in: weights reach it by name."""
    fakes = folder / "fakes"
    fakes.mkdir()
    (fakes / "torch.py").write_text(TORCH)
    (folder / "network.py").write_text(NETWORK)
    python = folder / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={fakes} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    described = json.loads((folder / "net.args.json").read_text())
    for argument, kind in zip(described["args"], ("USER_INPUT", "PARAMETER")):
        argument.update(name={"USER_INPUT": "x", "PARAMETER": "w"}[kind], kind=kind)
    (folder / "net.args.json").write_text(json.dumps(described))
    x, w = (
        make_argument(a["name"], a["shape"], "float32", a["init"]) for a in described["args"]
    )
    np.save(folder / "net.ref_f64.npy", x.astype(np.float64) @ w.astype(np.float64))
    case = folder / "seeded.json"
    case.write_text(json.dumps({"seeded": "net", "torch": "network.py:network"}))
    rows = ["--config", "torch f32", "--config", "f32", "--peers-python", str(python)]
    status, data, page = bench(folder, str(case), *rows)
    found = data["models"]["seeded"]["rows"]
    assert "failed" not in found["torch f32"], found["torch f32"]["failed"]
    assert status == 0 and found["torch f32"]["relative"] < 1e-6 > found["f32"]["relative"]
    described["args"][1]["name"] = "v"
    (folder / "net.args.json").write_text(json.dumps(described))
    _, data, _ = bench(folder, str(case), "--again", *rows)
    assert "a parameter for each weight" in data["models"]["seeded"]["rows"]["torch f32"]["failed"]
    assert main(["bench", str(case), "--folder", str(folder), "--peers-python", "no/python"]) == 2


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
