#!/usr/bin/env bash
# ===- test-install.sh - The installed package serves another compiler -------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Installs a build folder into a fresh prefix, configures examples/out-of-tree
# against it and runs that project's test. Then configures the same project with
# the source folder inside it, and compiles its ops. Arguments: BUILD_FOLDER
# SCRATCH_FOLDER.
#
# ===----------------------------------------------------------------------===//
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2"
scratch=$(cd "$2" && pwd)
prefix=$scratch/prefix
rm -rf "$prefix" "$scratch/out-of-tree"

# What the build folder was configured with.
get_cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
launcher=$(get_cached CMAKE_CXX_COMPILER_LAUNCHER)

cmake --install "$build" --prefix "$prefix" >"$scratch/install.log"
cmake -S "$root/examples/out-of-tree" -B "$scratch/out-of-tree" -G Ninja \
  -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_TOOLCHAIN_FILE="$root/cmake/Toolchain.cmake" \
  -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" \
  -DCMAKE_PREFIX_PATH="$prefix" >"$scratch/out-of-tree.log"
ninja -C "$scratch/out-of-tree" >>"$scratch/out-of-tree.log" ||
  { tail -n 30 "$scratch/out-of-tree.log" >&2; exit 1; }
ctest --test-dir "$scratch/out-of-tree" --output-on-failure --no-tests=error

# As a part of another build: headers, made ones too, are found through the
# targets; its tests, tools, install rules and -Werror are left to the other.
inside=$scratch/inside
rm -rf "$inside"
mlir=$(get_cached MLIR_DIR)
cmake -S "$root/examples/out-of-tree" -B "$inside" -G Ninja \
  -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_TOOLCHAIN_FILE="$root/cmake/Toolchain.cmake" \
  -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" \
  -DAMP_SOURCE_DIR="$root" -DMLIR_DIR="$mlir" >"$scratch/inside.log"
ninja -C "$inside" CMakeFiles/toy-opt.dir/Toy.cpp.o >>"$scratch/inside.log" ||
  { tail -n 30 "$scratch/inside.log" >&2; exit 1; }
ninja -C "$inside" -t targets all >"$scratch/inside-targets.txt"
for target in check-amp check-amp-python amp-opt libAmpPlugin.so; do
  ! grep -q "^\(.*/\)\?$target:" "$scratch/inside-targets.txt" ||
    { echo "test-install: '$target' is built inside another project" >&2; exit 1; }
done
! grep -q -e -Werror "$inside/build.ninja" ||
  { echo "test-install: -Werror reaches another project" >&2; exit 1; }
cmake --install "$inside" --prefix "$scratch/inside-prefix" >/dev/null 2>&1 || true
[ ! -e "$scratch/inside-prefix" ] ||
  { echo "test-install: another project installs ours" >&2; exit 1; }
