# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every block of docs/tutorial.md runs and prints what it says."""

import pytest

from tutorial import ROOT, Runner, abilities, read_blocks

DOCUMENT = ROOT / "docs" / "tutorial.md"


def test_tutorial(tmp_path):
    runner = Runner(tmp_path, abilities())
    blocks = read_blocks(DOCUMENT.read_text())
    assert len(blocks) == DOCUMENT.read_text().count("\n```") / 2
    for block in blocks:
        try:
            runner.run(block)
        except Exception as error:
            raise AssertionError(f"docs/tutorial.md:{block.line}: {error}") from error
    if runner.skipped:
        pytest.skip(f"{runner.skipped} blocks need a complete build")


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
