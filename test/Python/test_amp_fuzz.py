# ===- test_amp_fuzz.py - The fuzz driver's command line ---------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""amp-fuzz: what checks nothing is an error, records are whole, modules that are
fine pass."""

import json
import os
import signal
import struct
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("AMP_BUILD_DIR", os.path.join(ROOT, "build", "release"))
TOOL = os.path.join(BUILD, "bin", "amp-fuzz")

pytestmark = pytest.mark.skipif(
    not os.path.exists(TOOL), reason="amp-fuzz is not built: ninja -C build/release amp-fuzz"
)

SMALL = """func.func @main(%x: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
"""


@pytest.fixture
def folder(tmp_path):
    """Folders of models: one that parses and two that do not; none; nothing."""
    for name in ("some", "bad", "empty"):
        (tmp_path / name).mkdir()
    (tmp_path / "some" / "a.mlir").write_text("not a module\n")
    (tmp_path / "some" / "b.mlir").write_text(SMALL)
    (tmp_path / "some" / "c.mlir").write_text("nor is this\n")
    (tmp_path / "bad" / "a.mlir").write_text("not a module\n")
    (tmp_path / "file").write_text("")
    return tmp_path


def run(folder, *arguments, **environment):
    environment = {**os.environ, **environment}
    return subprocess.run(
        [TOOL, *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )


WRONG = [
    (["--property=nope", "--seeds=1"], "--property: expected one of converts, "),
    (["--property=nope", "--check=some/b.mlir"], "got 'nope'"),
    (["--order=3"], "--order needs --check"),
    (["--order=3", "--check=none"], "could not open input file none"),
    (["--order=3", "--check=some/b.mlir", "--property=converts"], "exclude each other"),
    (["--models=none"], "--models: cannot read 'none': No such file or directory"),
    (["--models=file"], "--models: cannot read 'file': Not a directory"),
    (["--models=empty"], "--models: no .mlir file below 'empty'"),
    (["--models=bad"], "--models: no file below 'bad' parses: bad/a.mlir does not parse: "),
    (["--models="], "--models: expected a name, got none"),
    (["--seeds=1", "--mutations=5", "--corpus=none"], "--corpus: cannot read 'none'"),
    (["--seeds=1", "--mutations=5", "--corpus=empty"], "--corpus: no .mlir file below 'empty'"),
    (["--seeds=1", "--mutations=5", "--corpus=bad"], "--corpus: no file below 'bad' parses"),
    (["--seeds=1", "--corpus=some"], "--corpus needs --mutations or --smoke"),
    (["--seeds=1", "--print-failures"], "--print-failures needs --mutations or --smoke"),
    (["--seeds=0"], "--seeds=0 leaves nothing to check"),
    (["--seeds=1", "--first=18446744073709551615"], "--first: expected a number below 2^63"),
    (["--print=1", "--check=some/b.mlir"], "--print and --check exclude each other"),
    (["--smoke", "--bounds=some/b.mlir"], "--smoke and --bounds exclude each other"),
    (["--print=1", "--seeds=2"], "--seeds and --print exclude each other"),
    (["--check=some/b.mlir", "--models=some"], "--models and --check exclude each other"),
    (["--check=some/b.mlir", "--record=r"], "--record and --check exclude each other"),
    (["--kernels", "--models=some"], "--kernels and --models exclude each other"),
    (["--models=some", "--instances=some"], "--models and --instances exclude each other"),
    (["--models=some", "--print=1", "--runnable"], "--models and --runnable exclude each other"),
    (["--instances=some", "--seeds=1", "--kernels"], "--kernels and --instances exclude each other"),
    (["--instances=some", "--print=1", "--kernels", "--runnable"], "--kernels and --runnable exclude"),
    (["--instances=none"], "--instances: cannot read 'none'"),
    (["--instances=bad"], "--instances: no file below 'bad' parses: bad/a.mlir does not parse: "),
    (["--instances="], "--instances: expected a name, got none"),
    (["--seeds=1", "--runnable"], "--runnable needs --print"),
    (["--seeds=1", "--data=file"], "--data needs --bounds"),
    (["--bounds=some/b.mlir"], "--bounds needs --data"),
    (["--check=none"], "cannot read 'none': No such file or directory"),
    (["--check=some"], "cannot read 'some': Is a directory"),
    (["--check=bad/a.mlir", "--property=idempotent"], "does not parse: "),
]


@pytest.mark.parametrize("arguments, message", WRONG, ids=[" ".join(w[0]) for w in WRONG])
def test_what_checks_nothing_is_an_error(folder, arguments, message):
    done = run(folder, *arguments)
    assert done.returncode == 1
    assert message in done.stderr and "Stack dump" not in done.stderr


@pytest.mark.parametrize("count", ["abc", "0", "-4", "", "3x"])
def test_a_bad_number_of_seeds_is_an_error(folder, count):
    done = run(folder, AMP_FUZZ_SEEDS=count)
    assert done.returncode == 1
    assert f"AMP_FUZZ_SEEDS: expected a positive number, got '{count}'" in done.stderr


def test_the_number_of_seeds_on_the_command_line_counts(folder):
    assert "2 modules" in run(folder, AMP_FUZZ_SEEDS="2").stdout
    assert "1 modules" in run(folder, "--seeds=1", AMP_FUZZ_SEEDS="2").stdout


def test_a_property_that_was_never_checked_is_an_error(folder):
    # What carries scopes is not converted twice.
    (folder / "scope.mlir").write_text(
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  %0 = amp.autocast enabled(false) -> tensor<4xf32> {\n"
        "    amp.yield %x : tensor<4xf32>\n  }\n  return %0 : tensor<4xf32>\n}\n"
    )
    done = run(folder, "--check=scope.mlir", "--property=idempotent")
    assert "--property: 'idempotent' was never checked" in done.stderr
    assert done.returncode == 1
    assert run(folder, "--check=scope.mlir", "--property=converts").returncode == 0


def test_models_that_do_not_parse_are_named_and_counted(folder):
    done = run(folder, "--models=some", "--seeds=20", "--record=r.json")
    assert done.returncode == 0
    for name in ("a", "c"):
        assert f"left out: some/{name}.mlir does not parse: " in done.stderr
    assert "2 of 3 models do not parse" in done.stderr
    modules = json.loads((folder / "r.json").read_text())["modules"]
    assert 0 < modules < 20
    assert f"{20 - modules} seeds without a module" in done.stdout


def test_instances_are_put_together_in_other_ways(folder):
    (folder / "empty" / "ops.mlir").write_text(
        "func.func @ops(%x: tensor<4x4xf32>, %v: vector<8xf32>) {\n"
        "  %0 = math.cbrt %x {test.mark} : tensor<4x4xf32>\n"
        "  %1 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)\n"
        "      outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>\n"
        "  %2 = vector.fma %v, %v, %v : vector<8xf32>\n  return\n}\n"
        "func.func @none() {\n  return\n}\n"
    )
    done = run(folder, "--instances=empty", "--seeds=40", "--record=r.json")
    assert done.returncode == 0 and "40 modules" in done.stdout, done.stderr
    assert json.loads((folder / "r.json").read_text())["kind"] == "instances"
    texts = [run(folder, "--instances=empty", f"--print={seed}").stdout for seed in range(12)]
    assert len(set(texts)) == 12
    assert texts[3] == run(folder, "--instances=empty", "--print=3").stdout
    for op in ("math.cbrt", "linalg.matmul", "vector.fma", "scf.for", "scf.if"):
        assert any(op in text for text in texts), op
    assert not any("test.mark" in text for text in texts)
    # A file whose functions hold no op to copy leaves nothing to check.
    (folder / "empty" / "ops.mlir").write_text("func.func @none() {\n  return\n}\n")
    done = run(folder, "--instances=empty", "--seeds=2")
    assert done.returncode == 1 and "nothing was checked" in done.stderr


def test_a_record_is_written_whole_or_not_at_all(folder):
    (folder / "old").write_text("old")
    for name, why in (("none/r", "No such file"), ("/dev/full", "No space left"), (".", "Is a dir")):
        done = run(folder, "--seeds=1", f"--record={name}")
        assert done.returncode == 1
        assert f"--record: cannot write '{name}': {why}" in done.stderr
    limited = f"ulimit -f 0; trap '' XFSZ; {TOOL} --seeds=1 --record=old"
    done = subprocess.run(["bash", "-c", limited], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 1 and "File too large" in done.stderr
    assert (folder / "old").read_text() == "old"
    assert sorted(os.listdir(folder)) == ["bad", "empty", "file", "old", "some"]


def test_bounds_are_written_whole_or_not_at_all(folder):
    ones = struct.pack("32d", *[1.0] * 32)
    (folder / "data").write_bytes(ones)
    bounds = f"{TOOL} --bounds=some/b.mlir --data=data"
    limited = f"ulimit -f 0; trap '' XFSZ; {bounds}"
    done = subprocess.run(["bash", "-c", limited], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 1 and "cannot write 'data': File too large" in done.stderr
    assert (folder / "data").read_bytes() == ones
    done = run(folder, "--bounds=some/b.mlir", "--data=data")
    assert done.returncode == 0
    assert float(done.stdout) == pytest.approx(5, rel=1e-3)
    assert len((folder / "data").read_bytes()) == 32 * 8
    # Now they are no arguments any more.
    (folder / "data").write_bytes(ones + b"more")
    done = run(folder, "--bounds=some/b.mlir", "--data=data")
    assert done.returncode == 1 and "'data' holds more than the arguments" in done.stderr
    done = run(folder, "--bounds=some/b.mlir", "--data=none")
    assert done.returncode == 1 and "cannot read 'none': No such file" in done.stderr


def kill_first_child(parent):
    """Kills the first process that `parent` starts; False if none was met."""
    while parent.poll() is None:
        with open(f"/proc/{parent.pid}/task/{parent.pid}/children") as file:
            children = file.read().split()
        if children:
            os.kill(int(children[0]), signal.SIGKILL)
            return True
    return False


@pytest.mark.skipif(
    not os.path.exists(f"/proc/self/task/{os.getpid()}/children"),
    reason="the kernel does not list children",
)
def test_garbled_texts_that_fail_are_recorded(folder):
    # Long, so that there is time to kill the process that converts it.
    line = "  %{} = arith.addf %{}, %{} : tensor<4xf32>\n"
    body = "".join(line.format(i + 1, i, i) for i in range(20000)).replace("%0,", "%x,")
    (folder / "some" / "b.mlir").write_text(
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        + body.replace("%0 :", "%x :") + "  return %20000 : tensor<4xf32>\n}\n"
    )
    for name in ("a", "c"):
        os.remove(folder / "some" / f"{name}.mlir")
    arguments = ["--seeds=0", "--mutations=1", "--corpus=some", "--record=r.json"]
    with subprocess.Popen(
        [TOOL, *arguments], cwd=folder, stderr=subprocess.PIPE, text=True
    ) as parent:
        assert kill_first_child(parent)
        _, errors = parent.communicate()
    assert parent.returncode == 1
    record = json.loads((folder / "r.json").read_text())
    assert record["failed"] == 1 and record["modules"] == 0
    assert record["failures"] == errors.splitlines()
    assert record["failures"][0].startswith("garbled text 0: crash in ")


RESOURCE = """func.func @main(%x: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %w = arith.constant dense_resource<w> : tensor<4x4xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
{-# dialect_resources: { builtin: { w: "0x04000000BYTES" } } #-}
""".replace("BYTES", "0000803F" * 16)

# Casts that are marked as ours: two equal ones, and one that undoes another.
CASTS = """func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf16>, %c: tensor<4x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x4xf32>) {
  %a = arith.truncf %x fastmath<contract> : tensor<4x4xf32> to tensor<4x4xf16>
  %b = arith.truncf %x fastmath<contract> : tensor<4x4xf32> to tensor<4x4xf16>
  %wide = arith.extf %y fastmath<contract> : tensor<4x4xf16> to tensor<4x4xf32>
  %back = arith.truncf %wide fastmath<contract> : tensor<4x4xf32> to tensor<4x4xf16>
  %s = arith.addf %b, %back : tensor<4x4xf16>
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %a, %s, %wide
      : tensor<4x4xf32>, tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x4xf32>
}
"""


@pytest.mark.parametrize("text", [RESOURCE, CASTS], ids=["resource", "casts"])
def test_a_module_that_is_fine_passes(folder, text):
    (folder / "model.mlir").write_text(text)
    done = run(folder, "--check=model.mlir")
    assert done.stderr == "" and done.returncode == 0


def test_the_ops_of_a_module_are_put_in_another_order(folder):
    sums = [f"  %{i} = arith.negf %x : tensor<4xf32>" for i in range(8)]
    text = "\n".join(["func.func @main(%x: tensor<4xf32>) {", *sums, "  return", "}"])
    named = text.replace("negf %x", "addf %x, %y").replace("(%x:", "(%y: tensor<4xf32>, %x:")
    (folder / "named.mlir").write_text(named.replace("%7 = arith.addf", "%7 = arith.mulf"))
    printed = [
        run(folder, "--check=named.mlir", f"--order={order}").stdout for order in (1, 1, 2, 3, 4)
    ]
    assert printed[0] == printed[1]
    assert len(set(printed)) > 1
    for each in printed:
        assert each.count("arith.addf") == 7 and each.count("arith.mulf") == 1


def test_the_extension_of_a_rounded_result_is_no_cast_of_the_user_s(folder):
    rule = 'amp.policy @p { amp.rule op("linalg.matmul") result(f16) }\n'
    exp = "  %1 = math.exp %0 : tensor<4x4xf32>\n  return %1"
    (folder / "rule.mlir").write_text(rule + SMALL.replace("  return %0", exp))
    done = run(folder, "--check=rule.mlir", "--property=keeps-user-casts")
    assert done.stderr == "" and done.returncode == 0


FOREIGN = """func.func @main(%x: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %buffer = memref.alloc() : memref<f32>
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  EXTRA
  return %0 : tensor<4x4xf32>
}
"""


def test_modules_of_one_s_own_hold_any_dialect(folder):
    (folder / "own.mlir").write_text(FOREIGN.replace("EXTRA", ""))
    assert run(folder, "--check=own.mlir").returncode == 0
    strange = FOREIGN.replace("EXTRA", '"strange.op"(%0) : (tensor<4x4xf32>) -> ()')
    (folder / "own.mlir").write_text(strange)
    assert "does not parse" in run(folder, "--check=own.mlir").stderr
    done = run(folder, "--check=own.mlir", "--allow-unregistered-dialect")
    assert done.returncode == 0, done.stderr
    done = run(folder, "--seeds=1", "--allow-unregistered-dialect")
    assert "--allow-unregistered-dialect needs --check, --models or --instances" in done.stderr
    (folder / "empty" / "strange.mlir").write_text(strange)
    words = ["--models=empty", "--allow-unregistered-dialect"]
    assert "does not parse" in run(folder, *words[:1]).stderr
    done = run(folder, *words, "--seeds=30")
    assert done.returncode == 0 and "30 modules" in done.stdout, done.stderr
    assert "strange.op" in run(folder, *words, "--print=1").stdout
    (folder / "some" / "b.mlir").write_text(FOREIGN.replace("EXTRA", ""))
    assert run(folder, "--models=some", "--seeds=30").returncode == 0


@pytest.mark.parametrize("name", ["nope", ""])
def test_reduce_names_the_properties(folder, name):
    done = subprocess.run(
        [os.path.join(ROOT, "utils", "reduce.sh"), name, "some/b.mlir"],
        cwd=folder,
        env={**os.environ, "AMP_BIN": os.path.join(BUILD, "bin")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("error: expected a property among crash, error, twice, numeric,")
    assert ("idempotent" in done.stderr) == bool(name)
    assert done.stderr.endswith(f"; got '{name}'\n")
