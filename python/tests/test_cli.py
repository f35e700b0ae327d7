# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m mlir_amp`: results, streams, exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import mlir_amp

ROOT = Path(__file__).parents[2]


def run(*args, stdin=b""):
    return subprocess.run(
        [sys.executable, "-m", "mlir_amp", *map(str, args)],
        input=stdin,
        capture_output=True,
    )


def test_convert_with_report(resnet, tmp_path):
    out, report = tmp_path / "out.mlir", tmp_path / "report.json"
    done = run("convert", resnet, "-o", out, "--dtype", "bf16", f"--report={report}")
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    assert out.read_text() == str(mlir_amp.convert(resnet, dtype="bf16"))
    assert json.loads(report.read_text())["low"] == "bf16"


def test_unregistered_dialects_when_asked_for():
    text = b'func.func @f() {\n  "their.op"() : () -> ()\n  return\n}\n'
    done = run("convert", "-", stdin=text)
    assert done.returncode == 1 and b"unregistered dialect" in done.stderr
    done = run("convert", "-", "--allow-unregistered-dialect", stdin=text)
    assert done.returncode == 0 and b'"their.op"()' in done.stdout


def test_report_on_stderr(resnet):
    done = run("convert", resnet, "--report")
    assert done.returncode == 0
    assert b"activations" in done.stderr and b"module" in done.stdout


def test_report_names_the_limit_on_the_error(tmp_path):
    out = tmp_path / "out.mlir"
    for name, sentence in (
        ("Models/bert-layer-tosa.mlir", "greedy's, limit 1.2; without it "),
        ("Docs/error-limit.mlir", "greedy's, limit 1.2 (out of reach); without it "),
    ):
        page = ROOT / "test" / name
        done = run("convert", page, "-o", out, "--report", "--error-ratio", "1.2")
        assert done.returncode == 0
        text = " ".join(done.stderr.decode().split())
        assert "estimated error: " in text and sentence in text
    done = run("convert", page, "-o", out, "--report")
    assert b"estimated error" not in done.stderr


def test_streams_and_bytecode(matmul):
    done = run("convert", "-", "--emit-bytecode", stdin=matmul.encode())
    assert done.returncode == 0 and done.stdout[:4] == b"ML\xefR"
    again = run("convert", "-", stdin=done.stdout)
    assert again.stdout.decode() == str(mlir_amp.convert(matmul))


def test_rule_from_a_file(matmul, tmp_path):
    rules = tmp_path / "rules.py"
    rules.write_text(
        "import mlir_amp\n"
        "def keep(op):\n"
        "    return mlir_amp.NEVER if op.name == 'linalg.matmul' else None\n"
        "def broken(op):\n"
        "    return 1 / 0\n"
    )
    done = run("convert", "-", "--rule", f"{rules}:keep", stdin=matmul.encode())
    assert done.stdout.decode() == str(mlir_amp.parse(matmul))
    done = run("convert", "-", "--rule", f"{rules}:broken", stdin=matmul.encode())
    assert (done.returncode, done.stdout) == (4, b"")
    assert b"rules.py" in done.stderr and b"ZeroDivisionError" in done.stderr


@pytest.mark.parametrize(
    "text, message",
    [
        ("def f(op) return\n", b"SyntaxError"),
        ("import no_such_module\n", b"no_such_module"),
        ("open('/no/such/file')\n", b"FileNotFoundError"),
        ("import sys\nsys.exit(0)\n", b"SystemExit"),
        ("def f(op):\n    raise SystemExit(0)\n", b"SystemExit"),
    ],
)
def test_a_rule_that_fails(text, message, matmul, tmp_path):
    rules = tmp_path / "rules.py"
    rules.write_text(text)
    done = run("convert", "-", "--rule", f"{rules}:f", stdin=matmul.encode())
    assert (done.returncode, done.stdout) == (4, b"")
    assert message in done.stderr and b"rules.py" in done.stderr


@pytest.mark.parametrize(
    "args, stdin, status, message",
    [
        (["convert", "-"], b"oops {", 1, b"<stdin>:1:1: error: "),
        (["convert", "-", "--dtype", "f17"], b"module {}", 1, b"f17"),
        (["convert"], b"", 2, b"usage"),
        (["convert", "-", "--assign", "best"], b"", 2, b"best"),
        (["convert", "-", "--rule", "x"], b"module {}", 2, b"FILE.py:NAME"),
        (["convert", "-", "--rule", "missing.py:f"], b"module {}", 3, b"missing.py"),
        (["convert", "missing.mlir"], b"", 3, b"missing.mlir"),
        (["run", "net.so", "--threads", "0"], b"", 2, b"expected a number above 0, got 0"),
        (["convert", "-", "--policy", "missing.mlir"], b"module {}", 3, b"'missing.mlir'"),
        (["convert", "-", "--policy", "nobody"], b"module {}", 1, b"one of the presets"),
        (["convert", "-", "--plan", "missing"], b"module {}", 3, b"'missing'"),
        (["convert", "-", "--profile", "missing.json"], b"module {}", 3, b"'missing.json'"),
        (["convert", "-", "--profile", "."], b"module {}", 3, b"Is a directory: '.'"),
        (["convert", "-", "--save-plan", "missing/p"], b"module {}", 3, b"'missing/p'"),
        (["convert", "-", "--error-ratio", "-1"], b"module {}", 1, b"0 or more, got -1"),
        (["convert", "-", "--error-ratio", "inf"], b"module {}", 1, b"to be finite, got inf"),
        (["compile", "-", "-o", "missing/net.so"], b"module {}", 3, b"'missing/net.so'"),
        (["compile", "-", "-o", "net.so", "--entry", "f"], b"module {}", 1, b"function 'f'"),
        (["compile", "-", "-o", "net.so", "--shapes", "0-1"], b"module {}", 2, b"as 0:1x128, got"),
        (["compile", "-", "-o", "net.so", "--shapes", "0:1"], b"module {}", 1, b"got none"),
        (["convert", "na\udcefve.mlir"], b"", 3, b"expected a name in UTF-8: 'na"),
        (["convert", "-", "-o", "na\udcefve.bc"], b"module {}", 3, b"name in UTF-8"),
        (["convert", "-", "--plan", "na\udcefve"], b"module {}", 3, b"name in UTF-8"),
    ],
)
def test_exit_status(args, stdin, status, message):
    done = run(*args, stdin=stdin)
    assert (done.returncode, done.stdout) == (status, b"")
    assert message in done.stderr and b"Traceback" not in done.stderr
    # No text of the module.
    assert b"module {" not in done.stderr and b"builtin.module" not in done.stderr


def test_no_output_file_on_failure(tmp_path):
    out = tmp_path / "out.mlir"
    assert run("convert", "-", "-o", out, stdin=b"oops {").returncode == 1
    assert not out.exists()


@pytest.mark.parametrize("option", ["-o", "--report", "--save-plan"])
def test_no_output_file_where_another_has_no_folder(option, matmul, tmp_path):
    missing = tmp_path / "missing" / "file"
    outputs = {"-o": "out.mlir", "--report": "report.json", "--save-plan": "plan"}
    outputs = {key: tmp_path / name for key, name in outputs.items()} | {option: missing}
    words = [word for pair in outputs.items() for word in pair]
    done = run("convert", "-", *words, stdin=matmul.encode())
    assert done.returncode == 3 and str(missing).encode() in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("stream, name", [("<&-", "input"), (">&-", "output")])
def test_closed_streams(stream, name, matmul):
    command = f'"$0" -m mlir_amp convert - {stream}'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable], input=matmul.encode(), capture_output=True
    )
    assert done.returncode == 3
    assert done.stderr.decode() == f"error: standard {name} is closed\n"


def test_import_says_what_is_missing(tmp_path):
    """The importer, where there is none, else the file."""
    done = run("import", tmp_path / "none.onnx", "-o", tmp_path / "out.mlir")
    message = {1: b"pip install", 3: b"No such file"}[done.returncode]
    assert message in done.stderr and not (tmp_path / "out.mlir").exists()
