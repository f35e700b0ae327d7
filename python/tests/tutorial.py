# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the fenced blocks of a document, in order, in one folder.

A comment above a block says what it is:

    <!-- file: NAME -->     written to NAME
    <!-- run -->            Python (one namespace for all) or a shell script
    <!-- run: WORD -->      the same, if WORD is among the abilities given
    <!-- output -->         what the block before printed, exactly
    <!-- from: PATH -->     lines of a file of the source tree, exactly

A block without such a comment is an error: nothing goes untested.
`python tutorial.py DOCUMENT` rewrites the output blocks.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

_BLOCK = re.compile(
    r"^(?:<!-- (?P<what>[a-z]+)(?:: (?P<argument>[^\n]*?))? -->\n)?"
    r"^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass
class Block:
    line: int
    what: str | None
    argument: str | None
    language: str
    text: str
    span: tuple[int, int]


def read_blocks(document: str) -> list[Block]:
    """Every fenced block, in order."""
    return [
        Block(
            document.count("\n", 0, match.start("text")) + 1,
            match["what"],
            match["argument"],
            match["language"],
            match["text"],
            match.span("text"),
        )
        for match in _BLOCK.finditer(document)
    ]


class Runner:
    """Runs blocks in `folder`; collects what is wrong with them."""

    def __init__(self, folder: Path, abilities: set[str]):
        self.folder = folder
        self.abilities = abilities
        self.namespace: dict[str, object] = {"__name__": "tutorial"}
        self.printed: str | None = None
        self.skipped = 0

    def run(self, block: Block) -> None:
        """Raises AssertionError, or what the block raises."""
        if block.what == "file":
            (self.folder / block.argument).write_text(block.text)
        elif block.what == "from":
            source = (ROOT / block.argument).read_text()
            wanted = textwrap.dedent(block.text).strip("\n")
            there = textwrap.dedent(source)
            assert wanted in there, f"not in {block.argument}:\n{wanted}"
        elif block.what == "run":
            self.printed = None
            if block.argument and block.argument not in self.abilities:
                self.skipped += 1
            elif block.language == "python":
                self.printed = self._python(block)
            else:
                self.printed = self._shell(block)
        elif block.what == "output":
            assert self.printed is None or self.printed == block.text, (
                f"printed:\n{self.printed}\nexpected:\n{block.text}"
            )
        else:
            raise AssertionError("a block must say what it is")

    def _python(self, block: Block) -> str:
        # Line numbers of the document in tracebacks.
        code = compile("\n" * (block.line - 1) + block.text, "tutorial", "exec")
        stream = io.StringIO()
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(stream):
                exec(code, self.namespace)
        finally:
            os.chdir(before)
        return stream.getvalue()

    def _shell(self, block: Block) -> str:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block.text],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PATH": _path()},
        )
        assert done.returncode == 0, f"exit status {done.returncode}:\n{done.stdout}"
        return done.stdout


def build_folder() -> Path:
    """Where the tools were built; AMP_BUILD_DIR or build/release."""
    return Path(os.environ.get("AMP_BUILD_DIR", ROOT / "build" / "release")).resolve()


def _path() -> str:
    """This interpreter and the tools of the build first."""
    first = [str(Path(sys.executable).parent), str(build_folder() / "bin")]
    return os.pathsep.join([*first, os.environ.get("PATH", "")])


def abilities() -> set[str]:
    """What this machine can run: `tools` needs amp-opt, `cmake` the installed
    package (AMP_INSTALL_DIR, or a complete build to install from)."""
    found = set()
    if (build_folder() / "bin" / "amp-opt").exists():
        found.add("tools")
    if _install():
        found.add("cmake")
    return found


@functools.lru_cache(maxsize=None)
def _install() -> bool:
    os.environ["AMP_SOURCE_DIR"] = str(ROOT)
    if os.environ.get("AMP_INSTALL_DIR"):
        return True
    if not (build_folder() / "cmake" / "AmpDialectConfig.cmake").exists():
        return False
    prefix = tempfile.mkdtemp(prefix="mlir_amp-prefix-")
    atexit.register(shutil.rmtree, prefix, ignore_errors=True)
    done = subprocess.run(
        ["cmake", "--install", str(build_folder()), "--prefix", prefix],
        capture_output=True,
    )
    os.environ["AMP_INSTALL_DIR"] = prefix
    return done.returncode == 0


def update(path: Path) -> None:
    """Rewrites the output blocks of a document."""
    document = path.read_text()
    edits = []
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(Path(folder), abilities())
        for block in read_blocks(document):
            if block.what == "output" and runner.printed is not None:
                edits.append((block.span, runner.printed))
            else:
                runner.run(block)
    for (start, end), text in reversed(edits):
        document = document[:start] + text + document[end:]
    path.write_text(document)


if __name__ == "__main__":
    update(Path(sys.argv[1]))
