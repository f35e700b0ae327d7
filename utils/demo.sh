#!/usr/bin/env bash
# ===- demo.sh - Convert a trained model and show that it worked ------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# The README's first command: installs what is missing, builds amp-opt, converts
# the digits CNN to f16 and bf16, runs all three on the CPU and compares them.
#
# ===----------------------------------------------------------------------===//
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

utils/setup.sh
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! cmake --preset release >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "demo: the build could not be configured; see above" >&2
  exit 1
fi
# Progress on one line where somebody watches, one sentence otherwise.
if [ -t 1 ]; then
  ninja -C build/release amp-opt
else
  [ -x build/release/bin/amp-opt ] ||
    echo "demo: building amp-opt, which takes some minutes the first time"
  ninja -C build/release amp-opt >"$log" 2>&1 || {
    grep -E -A12 'FAILED|error:' "$log" | head -n 60 >&2
    exit 1
  }
fi
exec build/venv/bin/python examples/digits/run.py "$@"
