# ===- gen-docs.py - Pull tested examples and pass lists into pages --------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Writes generated blocks of the Markdown pages from what the tests run.

A page marks where a block stands:

    <!-- example: test/Docs/matmul.mlir -->
    ...replaced...
    <!-- end -->

The block becomes the file without its RUN and CHECK lines and the comment at its
top. With `after`,

    <!-- example: test/Docs/matmul.mlir after: --amp-autocast=f16 -->

it becomes amp-opt's output for that file.

    <!-- results: resnet50_b1 unet_b1 -->

becomes the rows of these models from the pages of results (headline.py).

With `--check` nothing is written and a page that would change fails. `--check`
without amp-opt checks inputs alone and says so.
"""

import argparse
import difflib
import os
import re
import shlex
import subprocess
import sys

import headline

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BLOCK = re.compile(
    r"(<!-- example: (?P<file>\S+?)(?: after: (?P<flags>.*?))? -->\n)(.*?)(<!-- end -->)",
    re.S,
)
RESULTS = re.compile(
    r"(<!-- results: (?P<models>.*?) -->\n)(.*?)(<!-- end -->)",
    re.S,
)
DIRECTIVE = re.compile(r"^\s*//\s*(RUN|REQUIRES|UNSUPPORTED|[A-Z0-9_]+(-[A-Z]+)*)\s*:")


def source(path):
    """The file as a reader wants it: no directives, no comment at the top."""
    with open(os.path.join(ROOT, path)) as file:
        lines = [line for line in file.read().splitlines() if not DIRECTIVE.match(line)]
    while lines and (not lines[0].strip() or lines[0].startswith("//")):
        lines.pop(0)
    return "\n".join(lines).strip("\n")


def converted(path, flags, amp_opt):
    command = [amp_opt, *shlex.split(flags), os.path.join(ROOT, path)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"gen-docs: {path}: {done.stderr}")
    return done.stdout.strip("\n")


def render(text, amp_opt, skipped):
    def block(match):
        path, flags = match.group("file"), match.group("flags")
        if flags is None:
            body = source(path)
        elif amp_opt:
            body = converted(path, flags, amp_opt)
        else:
            skipped.append(path)
            return match.group(0)
        return f"{match.group(1)}```mlir\n{body}\n```\n{match.group(5)}"

    def results(match):
        try:
            rows = headline.table(ROOT, match.group("models").split())
        except (KeyError, OSError, ValueError) as error:
            sys.exit(f"gen-docs: results: {error}")
        return f"{match.group(1)}{rows}\n{match.group(4)}"

    return RESULTS.sub(results, BLOCK.sub(block, text))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="compare, do not write")
    parser.add_argument(
        "--amp-opt", default=os.path.join(ROOT, "build/release/bin/amp-opt")
    )
    options = parser.parse_args()
    amp_opt = options.amp_opt if os.path.exists(options.amp_opt) else None
    pages = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    skipped, stale = [], []
    for page in pages:
        path = os.path.join(ROOT, page)
        with open(path) as file:
            old = file.read()
        new = render(old, amp_opt, skipped)
        if new == old:
            continue
        stale.append(page)
        if options.check:
            sys.stdout.writelines(
                difflib.unified_diff(
                    old.splitlines(True), new.splitlines(True), page, "generated"
                )
            )
        else:
            with open(path, "w") as file:
                file.write(new)
    if skipped:
        print(f"gen-docs: amp-opt is not built; not compared: {', '.join(skipped)}")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
