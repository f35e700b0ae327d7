# ===- ptxas.py - PTX of a lowered model, held to no spills -----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""ptxas.py PTXAS CHIP < LOWERED: prints the PTX; fails where a kernel spills."""

import os
import re
import subprocess
import sys
import tempfile


def main():
    text = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', sys.stdin.read())[1]
    unescape = re.compile(r"\\([0-9A-F]{2}|.)", re.S)
    code = lambda m: chr(int(m[1], 16)) if len(m[1]) == 2 else m[1]
    ptx = unescape.sub(code, text).rstrip("\0")
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(ptx)
        file.flush()
        done = subprocess.run(
            [sys.argv[1], "-v", "--register-usage-level=4", f"-arch={sys.argv[2]}"]
            + [file.name, "-o", os.devnull],
            capture_output=True,
            text=True,
        )
    said = done.stdout + done.stderr
    spills = [int(n) for n in re.findall(r"(\d+) bytes (?:stack|spill)", said)]
    if done.returncode or not spills or any(spills) or re.search(r"C75\d\d", said):
        sys.exit(said)
    print(ptx)


if __name__ == "__main__":
    main()
