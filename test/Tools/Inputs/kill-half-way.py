# ===- kill-half-way.py - A tool that is killed while it writes -------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Kills `TOOL --canonicalize - -o TARGET` at several points of its run, once it
has made its temporary file, and checks that TARGET keeps its contents.

  kill-half-way.py TOOL TARGET
"""

import os
import signal
import subprocess
import sys
import time

tool, target = sys.argv[1:]
with open(target) as file:
    before = file.read()
lines = "".join(f"  %{i} = arith.constant {i}.0 : f32\n" for i in range(20000))
text = f"func.func @f() {{\n{lines}  return\n}}\n"
folder = os.path.dirname(target)
for wait in (0.0, 0.02, 0.05):
    child = subprocess.Popen(
        [tool, "-", "-o", target], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    # Until the whole input is there, the tool cannot finish.
    child.stdin.write(text[: len(text) // 2].encode())
    child.stdin.flush()
    until = time.monotonic() + 30
    while len(os.listdir(folder)) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(wait)
    child.send_signal(signal.SIGKILL)
    child.wait()
    with open(target) as file:
        assert file.read() == before, "the target changed"
    for name in os.listdir(folder):
        if name != os.path.basename(target):
            os.remove(os.path.join(folder, name))
print("killed, old file kept")
