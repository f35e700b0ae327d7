# ===- test_check_foreign.py - Modules of other projects --------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""utils/check_foreign.py: pieces are told apart and counted, failures named."""

import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("AMP_BUILD_DIR", os.path.join(ROOT, "build", "release"))
TOOLS = os.path.join(BUILD, "bin")

pytestmark = pytest.mark.skipif(
    not os.path.exists(os.path.join(TOOLS, "amp-fuzz")),
    reason="amp-fuzz is not built: ninja -C build/release amp-fuzz",
)

PIECES = """// RUN: other-opt %s
func.func @product(%x: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func @plain(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// -----
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  "other.note"(%x) : (tensor<?xf32>) -> ()
  return %x : tensor<?xf32>
}
// ----- Another dialect's own syntax.
func.func @other(%x: tensor<4xf32>) {
  other.note %x
}
"""


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, os.path.join(ROOT, "utils/check_foreign.py"), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "tests" / "deep").mkdir(parents=True)
    (tmp_path / "tests" / "a.mlir").write_text(PIECES)
    # The same again, but for its comments.
    (tmp_path / "tests" / "deep" / "b.mlir").write_text("// Once more.\n" + PIECES)
    return tmp_path / "tests"


def test_pieces_are_counted(folder):
    done = run(str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == (
        "3 pieces: 2 read, 1 not read, 0 failed, 2 compiled for cpu, 1 refused for cpu\n"
    )


def test_failures_are_named_and_kept(folder, tmp_path):
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("amp-opt", "amp-fuzz"):
        (tools / name).symlink_to(os.path.join(TOOLS, name))
    # A compiler that crashes, and one that says nothing.
    for script, status in (("kill -SEGV $$", "-11"), ("exit 1", "1")):
        (tools / "amp-compile").write_text(f"#!/bin/sh\n{script}\n")
        (tools / "amp-compile").chmod(0o755)
        done = run(str(folder), f"--tools={tools}", f"--keep={tmp_path / 'kept'}")
        assert done.returncode == 1
        assert f"a.mlir:piece0: amp-compile of plain for cpu ended with {status}: " in done.stdout
        assert "3 pieces: 2 read, 1 not read, 2 failed" in done.stdout
        assert len(os.listdir(tmp_path / "kept")) == 2


def test_what_checks_nothing_is_an_error(tmp_path):
    assert run(str(tmp_path)).returncode == 1
    done = run(str(tmp_path / "none"))
    assert done.returncode == 1 and "expected a folder, got" in done.stderr
    assert "expected a positive number" in run(str(tmp_path), "--every=0").stderr
    assert "no amp-opt in" in run(str(tmp_path), f"--tools={tmp_path}").stderr
