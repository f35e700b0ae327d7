# ===- test_gpu_package.py - The device package, on the emulator ------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""The package is built, unpacked and run from end to end with a small model."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile

import numpy as np
import pytest
from gpu_emulator import BUILD, EMULATOR, ROOT, needs_emulator

# The builder takes the compiler from there.
RELEASE = os.path.join(ROOT, "build/release/bin/amp-compile")

pytestmark = [
    needs_emulator,
    pytest.mark.skipif(not os.path.exists(RELEASE), reason="the compiler is not built"),
]

LAYER = """
  %t{n} = tensor.empty() : tensor<{k}x{o}xf32>
  %w{n}t = linalg.transpose ins(%w{n} : tensor<{o}x{k}xf32>)
      outs(%t{n} : tensor<{k}x{o}xf32>) permutation = [1, 0]
  %e{n} = tensor.empty() : tensor<2x{o}xf32>
  %z{n} = linalg.fill ins(%zero : f32) outs(%e{n} : tensor<2x{o}xf32>)
      -> tensor<2x{o}xf32>
  %y{n} = linalg.matmul ins({x}, %w{n}t : tensor<2x{k}xf32>, tensor<{k}x{o}xf32>)
      outs(%z{n} : tensor<2x{o}xf32>) -> tensor<2x{o}xf32>
"""
MODEL = f"""
func.func @main(%w0: tensor<32x16xf32>, %w1: tensor<8x32xf32>, %x: tensor<2x16xf32>)
    -> tensor<2x8xf32> {{
  %zero = arith.constant 0.0 : f32
{LAYER.format(n=0, k=16, o=32, x="%x")}
{LAYER.format(n=1, k=32, o=8, x="%y0")}
  return %y1 : tensor<2x8xf32>
}}
"""


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    (folder / "gpt2_toy.weightless.mlir").write_text(MODEL)
    normal = {"kind": "normal", "scale": 0.25, "shift": 0.0}
    arguments = [
        ("w0", "PARAMETER", [32, 16], {"kind": "aux"}),
        ("w1", "PARAMETER", [8, 32], normal),
        ("input0", "USER_INPUT", [2, 16], normal),
    ]
    keys = ("name", "kind", "shape", "init")
    described = [
        {"index": i, "dtype": "float32", **dict(zip(keys, one))}
        for i, one in enumerate(arguments)
    ]
    text = json.dumps({"data": "gpt2_toy", "tail": None, "args": described})
    (folder / "gpt2_toy.args.json").write_text(text)
    random = np.random.default_rng(1)
    w0 = random.standard_normal((32, 16)).astype(np.float32)
    np.savez(folder / "gpt2_toy.aux.npz", w0=w0)
    sys.path.insert(0, os.path.join(ROOT, "benchmarks/gpu_runner"))
    import values

    w1, x = values.make(described[1]), values.make(described[2])
    exact = x.astype(np.float64) @ w0.T @ w1.T
    np.save(folder / "gpt2_toy.ref_f64.npy", exact)
    return folder


@pytest.fixture(scope="module")
def package(models, tmp_path_factory):
    folder = tmp_path_factory.mktemp("package")
    archive = folder / "package.tar.gz"
    subprocess.run(
        [sys.executable, os.path.join(ROOT, "benchmarks/gpu_package.py")]
        + ["--models", str(models), "--out", str(archive), "--names", "gpt2_toy"]
        + ["--chips", "sm_80", "--kernels", "llvm", "--layers", "1"]
        + ["--checks", "matmul.plain", "numpy.sum", "--attentions", "2x32x16", "2x32x16+mask"],
        check=True,
    )
    with tarfile.open(archive) as file:
        file.extractall(folder)
    return folder / "amp-gpu-package"


def run(package, out, *options):
    return subprocess.run(
        [str(package / "run.sh"), "--out", str(out), *options],
        capture_output=True,
        text=True,
        # From elsewhere, without our package on the path.
        cwd=out.parent,
        env={"PATH": os.environ["PATH"], "PYTHON": sys.executable},
    )


def test_runs_on_the_emulator(package, tmp_path):
    out = tmp_path / "results"
    done = run(package, out, "--emulate", EMULATOR, "--samples", "3")
    assert done.returncode == 0, done.stderr
    results = json.loads((out / "results.json").read_text())
    assert sorted(results["gemms"]) == [
        "2x32x16_f8",
        "2x32x16_gelu",
        "2x32x16_none",
        "64x32x16_f8",
        "64x32x16_gelu",
        "64x32x16_none",
    ]
    # A rounding of the result to f16, and f32 sums of exact products.
    for row in results["gemms"].values():
        assert row["error"] <= 2**-10
        assert row["ours"]["seconds"] > 0 and row["peer"]["seconds"] > 0
    for name in ("2x32x16", "2x32x16+mask"):
        row = results["attentions"][name]
        # Weights and results are rounded, and nothing between them.
        for kind in ("fused", "apart"):
            assert 0 < row[kind + "_error"] <= 2**-9 and row[kind]["seconds"] > 0
    row = results["models"]["gpt2_toy"]
    # Roundings of weights, input, hidden values and the second weights.
    assert 0 < row["f16"]["error"] <= 4 * 2**-10
    assert row["f32"]["error"] <= 1e-6
    page = (out / "results.md").read_text()
    assert re.search(r"\| 2x32x16 \| gelu \| `gpt2_toy` \|", page)
    assert page.count("without epilogue, 2 shapes: geometric mean") == 2
    assert "## Products of 8-bit floats" in page
    assert "| `gpt2_toy` |" in page and page in done.stdout
    assert re.search(r"\| 2x32x16 \|.* torch's by ours in one kernel", page, re.S)


def test_goes_on_where_it_stopped(package, tmp_path):
    out = tmp_path / "results"
    emulate = ["--emulate", EMULATOR, "--samples", "1"]
    first = run(package, out, *emulate, "--only", "gemm")
    assert first.returncode == 0 and "gemms: 2x32x16_none" in first.stdout
    second = run(package, out, *emulate)
    assert "gemms:" not in second.stdout and "models: gpt2_toy" in second.stdout
    assert "attentions: 2x32x16" in second.stdout


def test_says_what_is_missing(package, tmp_path):
    done = run(package, tmp_path / "results")
    assert done.returncode == 1
    assert re.match(
        r"error: (PyTorch with CUDA is needed|an NVIDIA GPU is needed)", done.stderr
    )
    assert not (tmp_path / "results").exists()
    done = run(package, tmp_path / "results", "--emulate", "/nowhere.so")
    assert done.returncode == 1 and done.stderr == "error: no emulated driver at /nowhere.so\n"


def test_tuning_writes_a_table_that_the_compiler_reads(tmp_path):
    table = tmp_path / "table.mlir"

    def search(size):
        return subprocess.run(
            [sys.executable, os.path.join(ROOT, "benchmarks/tune_gemm.py"), "search"]
            + ["--sizes", size, "--chip", "sm_80", "--kernels", "llvm", "--tiny", "4"]
            + ["--samples", "1", "--emulate", EMULATOR, "--table", str(table)],
            capture_output=True,
            text=True,
        )

    for size in ("32x64x32", "16x32x64"):
        done = search(size)
        assert done.returncode == 0, done.stderr
    text = table.read_text()
    assert text.startswith("// Written by benchmarks/tune_gemm.py; do not edit.\n[\n")
    # In order of size; what another run wrote stays.
    sizes = re.findall(r"sizes = array<i64: 1, (\d+), (\d+), (\d+)>", text)
    assert sizes == [("16", "32", "64"), ("32", "64", "32")]
    sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
    import gpu_package

    source, report = tmp_path / "product.mlir", tmp_path / "report.json"
    source.write_text(gpu_package.product(32, 64, 32, "none"))
    subprocess.run(
        [os.path.join(BUILD, "bin/amp-compile"), source, "-o", tmp_path / "p.so"]
        + ["--target=cuda:sm_80", "--kernels=llvm"]
        + [f"--gemm-table={table}", f"--report={report}"],
        check=True,
    )
    (op,) = json.loads(report.read_text())["tensor_cores"][0]["ops"]
    assert op["reason"].startswith("measured: fastest for 1x32x64x32 on emulated, ")
    tile = re.search(r"32, 64, 32>.*?tile = array<i64: ([\d, ]+)>", text, re.S)[1]
    assert op["tile"] == list(map(int, tile.split(", ")))


def test_checks_kernels(package, tmp_path):
    """The emulator tests' cases from the package, with a stand-in for the sanitizer."""
    fake = os.path.join(ROOT, "test/Device/Inputs/compute-sanitizer")
    out = tmp_path / "results"

    def check(**variables):
        return subprocess.run(
            [str(package / "run.sh"), "--only", "check", "--emulate", EMULATOR]
            + ["--out", str(out)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={"PATH": os.environ["PATH"], "PYTHON": sys.executable, **variables},
        )

    done = check(AMP_COMPUTE_SANITIZER=fake, FAKE_FINDS="numpy.sum")
    assert done.returncode == 1, done.stderr
    page = (out / "results.md").read_text()
    assert "| case | run | memcheck | racecheck |" in page and page in done.stdout
    assert re.search(r"\| matmul.plain \| ok, [\d.]+ of the bound \| ok \| ok \|", page)
    assert re.search(r"\| numpy.sum \| ok, 0.000 of the bound \| found: 1: Inv", page)
    assert "2 are not right." in page
    # What is known is not run again; what was found still counts.
    again = check(AMP_COMPUTE_SANITIZER=fake)
    assert again.returncode == 1 and "memcheck: " not in again.stdout
    shutil.rmtree(out)
    done = check(AMP_COMPUTE_SANITIZER="/nowhere")
    assert done.returncode == 0, done.stderr
    assert "no compute-sanitizer at /nowhere" in done.stderr
    assert "No memcheck and racecheck" in (out / "results.md").read_text()


def search(table, chip, *problems):
    return subprocess.run(
        [sys.executable, os.path.join(ROOT, "benchmarks/tune_gemm.py"), "search"]
        + ["--chip", chip, "--kernels", "llvm", "--tiny", "2", "--samples", "1"]
        + ["--emulate", EMULATOR, "--table", str(table), *problems],
        capture_output=True,
        text=True,
    )


def test_tuning_searches_convolutions_and_float8(tmp_path):
    """On wgmma too; what is written is what the compiler then takes."""
    table = tmp_path / "table.mlir"
    conv = "1x8x8x32:64x3x3:1:1"
    done = search(table, "sm_90a", "--convs", conv, "--sizes", "64x64x128", "--types", "f16", "f8")
    assert done.returncode == 0, done.stderr
    text = table.read_text()
    rows = re.findall(r'type = (\w+), sizes = array<i64: ([^>]*)>, layout = "(..)"', text)
    assert rows == [
        ("f16", "1, 64, 64, 128", "kk"),
        ("f16", "1, 64, 64, 288", "ck"),
        ("f8E4M3FN", "1, 64, 64, 128", "kk"),
        ("f8E4M3FN", "1, 64, 64, 288", "ck"),
    ]
    import tune_gemm

    source, report = tmp_path / "conv.mlir", tmp_path / "report.json"
    case = {"conv": tune_gemm.parse_conv(conv), "shape": [1, 8, 8, 64]}
    # Nothing is asked for: the table has to serve.
    source.write_text(tune_gemm.convolution(case, "amp.none = 0").replace("amp.none = 0,", ""))
    subprocess.run(
        [os.path.join(BUILD, "bin/amp-compile"), source, "-o", tmp_path / "c.so"]
        + ["--target=cuda:sm_90a", "--kernels=llvm"]
        + [f"--gemm-table={table}", f"--report={report}"],
        check=True,
    )
    (op,) = json.loads(report.read_text())["tensor_cores"][0]["ops"]
    assert op["reason"].startswith("measured: fastest for 1x64x64x288 on emulated, ")


def test_tuning_lists_what_it_would_try():
    def names(*options):
        command = [sys.executable, os.path.join(ROOT, "benchmarks/tune_gemm.py"), "list"]
        done = subprocess.run([*command, *options], capture_output=True, text=True)
        return done.returncode, done.stdout.splitlines(), done.stderr

    status, lines, _ = names("--chip", "sm_90a", "--convs", "1x14x14x64:64x3x3:1:1")
    assert status == 0 and len(lines) == len(set(lines)) > 100
    assert any('path = "wgmma"' in line for line in lines)
    # Threads copy the image: no cluster shares what they loaded.
    assert not any("cluster = 2" in line for line in lines)
    _, float8, _ = names("--chip", "sm_90a", "--sizes", "64x64x128", "--types", "f8")
    assert any("128, 128, 128>" in line for line in float8)
    assert not any('path = "wgmma"' in line and ", 64>," in line for line in float8)
    status, _, error = names("--chip", "sm_80", "--convs", "14x14:1")
    assert status == 2 and "expected NxHxWxC:FxRxS:STRIDE:PAD, got '14x14:1'" in error


@pytest.mark.skipif(not shutil.which("ptxas"), reason="no ptxas in PATH")
def test_candidates_become_machine_code(tmp_path):
    archive = tmp_path / "tune.tar.gz"
    done = subprocess.run(
        [sys.executable, os.path.join(ROOT, "benchmarks/tune_gemm.py"), "build"]
        + ["--chip", "sm_90a", "--tiny", "3", "--out", str(archive)]
        + ["--convs", "1x14x14x64:64x3x3:1:1", "--sizes", "128x128x256"]
        + ["--types", "f16", "f8"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    made, of = map(int, re.match(r"(\d+) of (\d+) candidates compile", done.stdout).groups())
    assert of == 24 and made >= 16
    with tarfile.open(archive) as file:
        manifest = json.load(file.extractfile("amp-gpu-package/manifest.json"))
        libraries = {m.name for m in file.getmembers() if m.name.endswith(".so")}
    paths = {(c["problem"], c["config"]["path"]) for c in manifest["tuning"]}
    assert len(paths) == 8  # Each problem on wgmma and on mma.sync.
    assert libraries == {f"amp-gpu-package/{c['library']}" for c in manifest["tuning"]}


def test_pages_are_joined(package, tmp_path):
    """Runs of one device become one page without folders; others are an error."""
    for name, options in (("a", ["--only", "gemm"]), ("b", ["--only", "models"])):
        done = run(package, tmp_path / name, "--emulate", EMULATOR, "--samples", "1", *options)
        assert done.returncode == 0, done.stderr
    paths = [str(tmp_path / name / "results.json") for name in "ab"]
    command = [sys.executable, os.path.join(ROOT, "benchmarks/gpu_page.py"), *paths]
    command += ["--package", str(package.parent / "package.tar.gz")]
    command += ["--out", str(tmp_path / "page.md")]
    subprocess.run(command, check=True)
    page = (tmp_path / "page.md").read_text()
    assert "## Products\n" in page and "## Models\n" in page
    # A case's verdicts come from several runs.
    for name, tool in zip("ab", ("run", "memcheck")):
        stored = json.loads((tmp_path / name / "results.json").read_text())
        stored["checks"] = {"matmul.plain": {tool: ["ok", "0"]}}
        (tmp_path / name / "results.json").write_text(json.dumps(stored))
    subprocess.run(command, check=True)
    checked = (tmp_path / "page.md").read_text()
    assert "| case | run | memcheck |" in checked
    assert "| matmul.plain | ok, 0 of the bound | ok |" in checked
    lines = [line for line in page.splitlines() if line.startswith("./run.sh")]
    assert [line.split()[-2:] for line in lines] == [["--only", "gemm"], ["--only", "models"]]
    assert str(tmp_path) not in page
    other = json.loads((tmp_path / "b/results.json").read_text())
    other["machine"]["device"] = "another"
    (tmp_path / "b/results.json").write_text(json.dumps(other))
    (tmp_path / "page.md").unlink()
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and "and of another" in done.stderr
    assert not (tmp_path / "page.md").exists()
