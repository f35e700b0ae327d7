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
import signal
import subprocess
import sys
import time

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
    tool.chmod(0o755)
    monkeypatch.setattr(fuzz, "script_environment", lambda: {"PYTHONPATH": str(tmp_path)})
    (tmp_path / "mlir_amp.py").write_text("raise ImportError('not here')")
    with pytest.raises(SystemExit, match="not here; use build/venv"):
        fuzz.check_tools("emulated", argparse.Namespace(amp_fuzz=str(tool)))


def run_wrong(tmp_path, *arguments, **environment):
    """A run that must end at once, with a message and no traceback."""
    command = [sys.executable, os.path.join(ROOT, "utils", "fuzz.py"), *arguments]
    environment = {
        **os.environ, "AMP_FUZZ_RESULTS": str(tmp_path / "results.json"), **environment
    }
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode in (1, 2) and "Traceback" not in done.stderr
    return done.stderr


WRONG = [
    (["dance"], "invalid choice: 'dance'"),
    (["modules"], "modules: expected how many"),
    (["modules", "-5"], "got '-5'"),
    (["modules", "0"], "modules: expected a positive number, got '0'"),
    (["modules", "abc"], "modules: expected a whole number from 0 up, got 'abc'"),
    (["modules", "nan"], "got 'nan'"),
    (["modules", "1e400"], "got '1e400'"),
    (["modules", "2.5"], "got '2.5'"),
    (["modules", "5", "--first=-1"], "--first: expected a whole number from 0 up, got '-1'"),
    (["modules", "5", "--limit=0"], "--limit: expected a positive number, got '0'"),
    (["hours", "-1"], "got '-1'"),
    (["hours", "nan"], "hours: expected a positive number, got 'nan'"),
    (["hours", "1", "--kinds=text,dance"], "expected some of text, bytecode"),
    (["hours", "1", "--slice=0"], "--slice: expected a positive number, got '0'"),
    (["hours", "1", "--slice=3600"], "--slice: expected 600 s at most"),
    (["hours", "1", "--libfuzzer=none"], "none; build it first"),
    (["recheck", "--libfuzzer=none"], "none; build it first"),
    (["recheck", "5"], "recheck: expected no argument"),
    (["table", "5"], "table: expected no argument"),
    (["join"], "join: expected a file"),
    (["join", "none.json"], "no file 'none.json' to join"),
    (["modules", "5", "--amp-fuzz=/"], "fuzz: no /; build it first"),
]


@pytest.mark.parametrize("arguments, message", WRONG, ids=[" ".join(w[0]) for w in WRONG])
def test_a_wrong_command_says_so(tmp_path, arguments, message):
    assert message in run_wrong(tmp_path, *arguments)
    assert os.listdir(tmp_path) == []


NO_RESULTS = ["", "{", "[]", '{"runs": 3}', '{"runs": [{"kind": "numeric"}]}', "\xff"]


@pytest.mark.parametrize("text", NO_RESULTS)
def test_a_file_of_something_else_stays_as_it_is(tmp_path, text):
    other = tmp_path / "other.json"
    other.write_bytes(text.encode("latin-1"))
    assert "other.json" in run_wrong(tmp_path, "join", str(other))
    message = run_wrong(tmp_path, "modules", "5", AMP_FUZZ_RESULTS=str(other))
    assert "other.json" in message
    assert other.read_bytes() == text.encode("latin-1")
    assert os.listdir(tmp_path) == ["other.json"]


def test_results_that_cannot_be_written_end_the_run_before_the_work(tmp_path):
    where = str(tmp_path / "none" / "results.json")
    assert "cannot write" in run_wrong(tmp_path, "modules", "5", AMP_FUZZ_RESULTS=where)


def test_a_file_is_not_joined_with_itself(fuzz, tmp_path):
    fuzz.add({"kind": "libfuzzer text", "commit": "c", "inputs": 5, "cpu_seconds": 1.0})
    message = run_wrong(tmp_path, "join", str(tmp_path / "results.json"))
    assert "is the file of results itself" in message


def write_tool(tmp_path, body):
    """A program in the place of amp-fuzz; its first argument gives the seed."""
    tool = tmp_path / "tool"
    tool.write_text(f"#!{sys.executable}\nimport json, os, signal, sys, time\n"
                    "given = dict(a[2:].split('=', 1) for a in sys.argv[1:] if '=' in a)\n" + body)
    tool.chmod(0o755)
    return f"--amp-fuzz={tool}"


DONE = """
record = {"kind": "generated", "first": int(given["first"]), "modules": int(given["seeds"])}
record.update(failed=0, failures=[], checks={}, cpu_seconds=0)
json.dump(record, open(given["record"], "w"))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_keeps_what_is_finished(tmp_path, number):
    mark = tmp_path / "mark"
    tool = write_tool(
        tmp_path,
        f"if int(given['first']) >= 1500:\n    open({str(mark)!r}, 'w').write(str(os.getpid()))\n"
        "    time.sleep(100)\n" + DONE,
    )
    command = [sys.executable, os.path.join(ROOT, "utils", "fuzz.py"), "modules", "9999"]
    environment = dict(os.environ, AMP_FUZZ_RESULTS=str(tmp_path / "results.json"))
    with subprocess.Popen(
        [*command, "--first=1000", tool], env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    ) as run:
        while not (mark.exists() and mark.read_text()):
            assert run.poll() is None
            time.sleep(0.01)
        run.send_signal(number)
        output, errors = run.communicate(timeout=30)
    assert run.returncode == 1 and "Traceback" not in errors
    assert "500 modules, 0 failed" in output and "fuzz: interrupted; " in errors
    runs = json.loads((tmp_path / "results.json").read_text())["runs"]
    assert [(r["modules"], r["failed"], r["next"]) for r in runs] == [(500, 0, 1500)]
    assert sorted(os.listdir(tmp_path)) == ["mark", "results.json", "tool"]
    # Nothing goes on.
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


ENDED = [
    # Ended from outside, out of its own reasons, and a crash.
    ("os.kill(os.getpid(), signal.SIGTERM)", None),
    ("sys.exit('amp-fuzz: --record: cannot write: No space left on device')", None),
    ("os.kill(os.getpid(), signal.SIGSEGV)", 1),
    ("open(given['record'], 'w').write('{'); sys.exit(3)", 1),
]


@pytest.mark.parametrize("body, failed", ENDED)
def test_only_a_crash_counts_as_one(tmp_path, body, failed):
    errors = run_wrong(tmp_path, "modules", "5", "--first=0", write_tool(tmp_path, body))
    if failed is None:
        assert not (tmp_path / "results.json").exists()
        assert "interrupted" in errors or "No space left on device" in errors
        return
    (run,) = json.loads((tmp_path / "results.json").read_text())["runs"]
    assert run["failed"] == failed and run["failures"] == ["crash in seeds 0 to 4"]


def test_a_piece_that_does_not_end_has_failed(tmp_path):
    mark = tmp_path / "mark"
    body = f"""
if given["first"] == "0":
    open({str(mark)!r}, "w").write(str(os.getpid()))
    time.sleep(100)
""" + DONE
    tool = write_tool(tmp_path, body)
    errors = run_wrong(tmp_path, "modules", "300", "--first=0", "--limit=1", tool)
    assert "no end in 1 s in seeds 0 to 249" in errors
    (run,) = json.loads((tmp_path / "results.json").read_text())["runs"]
    assert run["failed"] == 1 and run["modules"] == 300
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


def run_libfuzzer_stub(tmp_path, body):
    stub = tmp_path / "stub"
    stub.write_text("#!/bin/sh\n" + body)
    stub.chmod(0o755)
    command = [sys.executable, os.path.join(ROOT, "utils", "fuzz.py"), "hours", "1"]
    environment = dict(
        os.environ, AMP_FUZZ_RESULTS=str(tmp_path / "results.json"),
        AMP_FUZZ_CORPUS_DIR=str(tmp_path / "corpus"),
    )
    return subprocess.Popen(
        [*command, "--kinds=options", f"--libfuzzer={stub}"], env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )


def test_what_libfuzzer_did_until_a_signal_is_counted(tmp_path):
    mark = tmp_path / "mark"
    body = f"echo '#1234: cov: 56 ft: 7' >&2\ntouch {mark}\nexec sleep 100\n"
    with run_libfuzzer_stub(tmp_path, body) as run:
        while not mark.exists():
            assert run.poll() is None
            time.sleep(0.01)
        run.terminate()
        _, errors = run.communicate(timeout=30)
    assert run.returncode == 1 and "fuzz: interrupted; " in errors
    (counted,) = json.loads((tmp_path / "results.json").read_text())["runs"]
    assert counted["kind"] == "libfuzzer options" and counted["inputs"] == 1234


def test_a_libfuzzer_that_does_nothing_is_an_error(tmp_path):
    with run_libfuzzer_stub(tmp_path, "echo no such option >&2; exit 1\n") as run:
        _, errors = run.communicate(timeout=30)
    assert run.returncode == 1 and "ended at once: no such option" in errors
    assert not (tmp_path / "results.json").exists()


def test_two_runs_at_once_count_both(fuzz, tmp_path):
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); import fuzz_results\n"
        "run = dict(kind='libfuzzer text', commit='c', inputs=1, cpu_seconds=0.0)\n"
        "for _ in range(100): fuzz_results.add(sys.argv[2], dict(run))\n"
    )
    path = str(tmp_path / "results.json")
    command = [sys.executable, "-c", script, os.path.join(ROOT, "utils"), path]
    for child in [subprocess.Popen(command) for _ in range(3)]:
        assert child.wait() == 0
    (run,) = json.loads((tmp_path / "results.json").read_text())["runs"]
    assert run["inputs"] == 300


@pytest.mark.parametrize("script", ["fuzz_numeric.py", "fuzz_gpu.py", "fuzz_tiles.py"])
def test_scripts_say_what_is_wrong(tmp_path, script):
    pytest.importorskip("mlir_amp")
    for arguments, status, message in [
        (["--seeds=0"], 2, "expected a whole number from 1 up, got '0'"),
        (["--first=-3"], 2, "expected a whole number from 0 up, got '-3'"),
        ([f"--amp-fuzz={tmp_path}/none"], 1, "none: ninja -C build/release amp-fuzz"),
        ([write_tool(tmp_path, ""), "--check=none"], 2, "cannot read 'none': "),
    ]:
        done = subprocess.run(
            [sys.executable, os.path.join(ROOT, "utils", script), *arguments],
            capture_output=True, text=True,
        )
        assert done.returncode == status
        assert message in done.stderr and "Traceback" not in done.stderr


def test_tiles_are_held_to_doubles(tmp_path, monkeypatch, capsys):
    pytest.importorskip("mlir_amp")
    import fuzz_tiles

    says = ["compared", "refused", "element 3 of result 0 is nan"]
    monkeypatch.setattr(fuzz_tiles, "emulate", lambda *_, said=iter(2 * says): next(said))
    record = tmp_path / "record.json"
    arguments = ["--seeds=6", f"--record={record}", write_tool(tmp_path, "")]
    monkeypatch.setattr(sys, "argv", ["fuzz_tiles.py", *arguments])
    assert fuzz_tiles.main() == 1
    assert "seed 5: element 3 of result 0 is nan" in capsys.readouterr().err
    found = json.loads(record.read_text())
    assert found["kind"] == "tiles" and found["failed"] == 2
    assert found["checks"] == {"tiles: kernels compared": 2, "tiles: kernels refused": 2}
    # What is written is the seed's alone, and the emulator reads it.
    assert fuzz_tiles.make(11) == fuzz_tiles.make(11) != fuzz_tiles.make(12)
    monkeypatch.undo()
    assert fuzz_tiles.emulate(*fuzz_tiles.make(3)) in ("compared", "refused")
