# ===- test_fuzz.py - What the fuzzing driver counts -------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""utils/fuzz.py: whose crash it is, and how runs add up."""

import argparse
import importlib.util
import json
import os
import subprocess
import sys

import numpy as np
import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@pytest.fixture
def fuzz(tmp_path, monkeypatch):
    monkeypatch.setenv("AMP_FUZZ_RESULTS", str(tmp_path / "results.json"))
    path = os.path.join(ROOT, "utils", "fuzz.py")
    spec = importlib.util.spec_from_file_location("fuzz", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stack(*frames):
    return "\n".join(f"    #{i} 0x7f0{i} in {name} file.cpp:1" for i, name in enumerate(frames))


READER = "mlir::BytecodeReader::Impl::parseRegions(int)"
PARSE = "mlir::OwningOpRef<mlir::ModuleOp> mlir::parseSourceString<mlir::ModuleOp>()"
OURS = "mlir::amp::AmpDialect::parseAttribute()"
MAIN = "mlir::amp::fuzz::run()"


CASES = [
    # Printed in full, with stock MLIR, by the parser alone; None: no crash.
    (None, None, None, "gone"),
    (stack(READER, PARSE, MAIN), "", stack(READER, PARSE, MAIN), "upstream"),
    (stack(READER, PARSE, MAIN), None, stack(READER, PARSE, MAIN), "upstream"),
    ("", None, "", "upstream"),
    (stack(OURS, READER, MAIN), None, stack(OURS, READER, MAIN), "ours"),
    (stack("mlir::amp::convert()", MAIN), None, None, "ours"),
]


@pytest.mark.parametrize("full, stock, parsed, verdict", CASES)
def test_a_crash_is_upstreams_where_only_its_parser_ran(
    fuzz, monkeypatch, full, stock, parsed, verdict
):
    printed = {None: full, "STOCK": stock, "PARSE": parsed}
    monkeypatch.setattr(fuzz, "rerun", lambda o, kind, path, mode=None: printed[mode])
    assert fuzz.judge(None, "bytecode", "crash-1") == verdict


def test_runs_that_follow_each_other_are_one(fuzz):
    run = {"kind": "numeric", "commit": "c", "failed": 1, "checks": {"a": 2}}
    run.update(first=0, next=5, modules=5, cpu_seconds=1.5, failures=["seed 3"])
    fuzz.add(dict(run, checks={"a": 2}, failures=["seed 3"]))
    fuzz.add(dict(run, first=5, next=9, modules=4, failed=0, failures=[], checks={"b": 1}))
    fuzz.add(dict(run, first=20, next=21, modules=1, failed=0, failures=[], checks={}))
    with open(fuzz.RESULTS) as file:
        runs = json.load(file)["runs"]
    assert [(r["first"], r["next"], r["modules"]) for r in runs] == [(0, 9, 9), (20, 21, 1)]
    assert runs[0]["failed"] == 1 and runs[0]["failures"] == ["seed 3"]
    assert runs[0]["checks"] == {"a": 2, "b": 1} and runs[0]["cpu_seconds"] == 3.0


def test_a_target_that_always_fails_has_failed(monkeypatch):
    import fuzz_numeric

    class Broken(fuzz_numeric.Run):
        def run_converted(self, converted, arrays, seed):
            raise RuntimeError("does not verify")

    exact = [np.zeros(2)]
    monkeypatch.setattr(fuzz_numeric.mlir_amp, "compile", lambda text: None)
    monkeypatch.setattr(fuzz_numeric.mlir_amp, "convert", lambda text, **options: text)
    monkeypatch.setattr(fuzz_numeric, "search_inputs", lambda *args: (0, [], exact, True))
    monkeypatch.setattr(fuzz_numeric, "bounds", lambda *args: (exact, exact, 0.0))
    run = Broken("amp-fuzz")
    assert run.check("seed 0", "", 0) is False
    assert len(run.failures) == 2


def run_fuzz(tmp_path, *arguments):
    command = [sys.executable, os.path.join(ROOT, "utils", "fuzz.py"), *arguments]
    environment = dict(os.environ, AMP_FUZZ_RESULTS=str(tmp_path / "results.json"))
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert not os.path.exists(tmp_path / "results.json")
    return done


def test_a_run_without_its_tool_counts_nothing(tmp_path):
    done = run_fuzz(tmp_path, "modules", "10", "--amp-fuzz", str(tmp_path / "none"))
    assert done.returncode == 1
    assert "fuzz: no " in done.stderr and "build it first" in done.stderr


def test_a_script_without_our_module_counts_nothing(fuzz, monkeypatch, tmp_path):
    tool = tmp_path / "amp-fuzz"
    tool.write_text("")
    monkeypatch.setattr(fuzz, "script_environment", lambda: {"PYTHONPATH": str(tmp_path)})
    (tmp_path / "mlir_amp.py").write_text("raise ImportError('not here')")
    with pytest.raises(SystemExit, match="not here; use build/venv"):
        fuzz.check_tools("emulated", argparse.Namespace(amp_fuzz=str(tool)))
