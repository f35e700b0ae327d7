# ===- closed-pipe.py - A tool whose reader goes away at once --------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs a command with an output pipe that nobody reads; prints its messages and
its exit status."""

import os
import subprocess
import sys

read, write = os.pipe()
os.close(read)
done = subprocess.run(sys.argv[1:], stdout=write, stderr=subprocess.PIPE, text=True)
print(done.stderr.strip())
print("status", done.returncode)
