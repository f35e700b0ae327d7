# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every block of docs/tutorial.md, embedding.md and compile.md runs and prints what
it says; so do the marked blocks of the pages about running models."""

import pytest

from tutorial import ROOT, Runner, abilities, read_blocks


@pytest.mark.parametrize("name", ["tutorial.md", "embedding.md", "compile.md"])
def test_document(name, tmp_path):
    document = (ROOT / "docs" / name).read_text()
    runner = Runner(tmp_path, abilities())
    blocks = read_blocks(document)
    assert len(blocks) == document.count("\n```") / 2
    for block in blocks:
        try:
            runner.run(block)
        except Exception as error:
            raise AssertionError(f"docs/{name}:{block.line}: {error}") from error
    if runner.skipped:
        pytest.skip(f"{runner.skipped} blocks need a complete build")


@pytest.mark.parametrize("name", ["calibrate.md", "shadow.md", "tune.md", "bench.md"])
def test_marked_blocks(name, tmp_path, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.setenv("AMP_SOURCE_DIR", str(ROOT))
    runner = Runner(tmp_path, abilities())
    blocks = [b for b in read_blocks((ROOT / "docs" / name).read_text()) if b.what]
    assert sum(block.what == "run" for block in blocks) >= 1
    for block in blocks:
        try:
            runner.run(block)
        except Exception as error:
            raise AssertionError(f"docs/{name}:{block.line}: {error}") from error


@pytest.mark.parametrize(
    "document, message",
    [
        ("```python\n1\n```\n", "must say what it is"),
        (
            "<!-- run -->\n```python\nprint(1)\n```\n\n<!-- output -->\n```text\n2\n```\n",
            "expected",
        ),
        ("<!-- run -->\n```sh\nfalse\n```\n", "exit status 1"),
        ("<!-- from: LICENSE -->\n```text\nno such line\n```\n", "not in LICENSE"),
    ],
)
def test_the_runner_notices(document, message, tmp_path):
    runner = Runner(tmp_path, set())
    with pytest.raises(AssertionError, match=message):
        for block in read_blocks(document):
            runner.run(block)
