# ===- test_options_documented.py - Every option is named in docs/ -----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What our passes, pipelines and tools can be told stands on some page of docs/:
`NAME=` of an option of a pass, `--NAME` of one of a tool."""

import glob
import os
import re
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("AMP_BUILD_DIR", os.path.join(ROOT, "build", "release"))


@pytest.fixture(scope="module")
def docs():
    pages = []
    for path in glob.glob(os.path.join(ROOT, "docs", "*.md")):
        with open(path) as file:
            pages.append(file.read())
    return "\n".join(pages)


def pass_options():
    """(pass, option) of what `amp-opt --help` lists of ours; (pass, None) for each."""
    text = subprocess.run(
        [os.path.join(BUILD, "bin", "amp-opt"), "--help"],
        capture_output=True, text=True, check=True,
    ).stdout
    current = ""
    for line in text.splitlines():
        if match := re.match(r" {6}--(\S+)", line):
            current = match[1]
            if current.startswith("amp-"):
                yield current, None
        elif (match := re.match(r" {8}--([\w-]+)", line)) and current.startswith("amp-"):
            yield current, match[1]


def tool_options():
    """(tool, option) of what the sources of the tools declare."""
    sources = glob.glob(os.path.join(ROOT, "tools", "*", "*.cpp"))
    for path in [*sources, os.path.join(ROOT, "fuzz", "amp-fuzz.cpp")]:
        with open(path) as file:
            text = file.read()
        declared = r"cl::(?:opt|list)<[^;{}]*?>\s+\w+\s*[({]\s*\"([\w-]+)\""
        for name in re.findall(declared, text):
            yield os.path.basename(path)[: -len(".cpp")], name


def test_options_of_passes_are_documented(docs):
    options = list(pass_options())
    assert ("amp-diff-plan", "require-same") in options
    missing = [
        f"{owner} {option or ''}".strip()
        for owner, option in options
        if not re.search(rf"\b{option}=" if option else rf"\b{owner}\b", docs)
    ]
    assert missing == []


def test_options_of_tools_are_documented(docs):
    options = list(tool_options())
    for known in (("amp-fuzz", "record"), ("amp-gpu-emulate", "orders"), ("amp-reduce", "test")):
        assert known in options
    assert {owner for owner, _ in options} >= {"amp-compile"}
    missing = [
        f"{owner} --{option}"
        for owner, option in options
        if not re.search(rf"(?<![\w-])-{'-' if len(option) > 1 else ''}{option}\b", docs)
    ]
    assert missing == []
