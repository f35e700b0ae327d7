#!/usr/bin/env bash
# ===- test-install.sh - The installed package serves another compiler -------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Installs a build folder into a fresh prefix, configures examples/out-of-tree
# against it and runs that project's test. Arguments: BUILD_FOLDER SCRATCH_FOLDER.
#
# ===----------------------------------------------------------------------===//
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2"
scratch=$(cd "$2" && pwd)
prefix=$scratch/prefix
rm -rf "$prefix" "$scratch/out-of-tree"

cmake --install "$build" --prefix "$prefix" >"$scratch/install.log"
cmake -S "$root/examples/out-of-tree" -B "$scratch/out-of-tree" -G Ninja \
  -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_TOOLCHAIN_FILE="$root/cmake/Toolchain.cmake" \
  -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
  -DCMAKE_PREFIX_PATH="$prefix" >"$scratch/out-of-tree.log"
ninja -C "$scratch/out-of-tree" >>"$scratch/out-of-tree.log" ||
  { tail -n 30 "$scratch/out-of-tree.log" >&2; exit 1; }
ctest --test-dir "$scratch/out-of-tree" --output-on-failure --no-tests=error
