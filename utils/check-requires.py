# ===- check-requires.py - Tests that need ptxas say so --------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Fails for a test that makes machine code for a GPU and does not require ptxas.

Where tests are written, the CUDA toolkit is at hand, so such a test passes there
and fails on machines without it. Lines that must fail (`not`) come to no machine
code. Files without machine code are `format=llvm|isa` of --amp-to-nvvm and
`--kernels=llvm` of amp-compile.

  python utils/check-requires.py FOLDER
"""

import pathlib
import re
import sys


def runs(text):
    """The commands of a test's RUN lines, continued ones joined."""
    lines = re.findall(r"RUN:\s*(.*)", text)
    return re.split(r"\n|\|", "\n".join(lines).replace("\\\n", ""))


def needs_ptxas(command):
    if re.match(r"\s*not ", command):
        return False
    lowers = "--amp-to-nvvm" in command and not re.search(r"format=(llvm|isa)", command)
    compiles = "target=cuda" in command and "kernels=llvm" not in command
    return lowers or compiles


def main():
    found = 0
    root = pathlib.Path(sys.argv[1])
    tests = [
        path
        for path in sorted(root.rglob("*"))
        if path.suffix in (".mlir", ".test")
        and "Inputs" not in path.relative_to(root).parts
    ]
    for path in tests:
        text = path.read_text()
        if re.search(r"REQUIRES:.*\b(ptxas|cuda-in-usual-place)\b", text):
            continue
        for command in filter(needs_ptxas, runs(text)):
            print(f"{path}: expected 'REQUIRES: ptxas' for '{command.strip()}'")
            found += 1
    print(f"{len(tests)} tests, {found} without what they require")
    return found != 0


sys.exit(main())
