#!/usr/bin/env bash
# ===- build_profiled.sh - A build that a profile guides --------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Builds amp-opt, and what benchmarks/ measures with, guided by a profile:
#
#   utils/build_profiled.sh [--save] [CMAKE-ARGUMENT...]
#
# An instrumented amp-opt (build/instrumented) converts what the tests convert, real
# models and small modules of all dialects, to f16 and bf16; what it counted,
# build/profiled/amp.profdata, guides the build in build/profiled. Only the libraries
# that the pass runs in are compiled so. With --save, that is also what release
# builds are guided by from now on, cmake/amp.profdata.tar.xz; no second build then.
set -euo pipefail
cd "$(dirname "$0")/.."
save=
if [ "${1:-}" = --save ]; then
  save=1
  shift
fi
instrumented=build/instrumented profiled=build/profiled

cmake --preset release -B $instrumented -DAMP_ENABLE_PYTHON=OFF \
  -DAMP_BUILD_INSTRUMENTED=ON "$@"
ninja -C $instrumented amp-opt

# One file for all runs: they merge what they count into it. Tests of errors fail
# here, too.
raw=$instrumented/profraw converted=0
rm -rf "$raw"
while read -r file; do
  for type in f16 bf16; do
    if LLVM_PROFILE_FILE="$raw/%m.profraw" $instrumented/bin/amp-opt \
      --split-input-file --amp-autocast=$type "$file" -o /dev/null 2>/dev/null; then
      converted=$((converted + 1))
    fi
  done
done < <(find test -name '*.mlir' | sort)
echo "counted $converted conversions"
mkdir -p $profiled
llvm-profdata-22 merge -o $profiled/amp.profdata "$raw"/*.profraw
if [ -n "$save" ]; then
  cmake -E chdir $profiled \
    cmake -E tar cJf "$PWD/cmake/amp.profdata.tar.xz" amp.profdata
  echo "saved cmake/amp.profdata.tar.xz"
  exit
fi

cmake --preset release -B $profiled -DAMP_ENABLE_PYTHON=OFF \
  -DAMP_PROFDATA_FILE="$PWD/$profiled/amp.profdata" "$@"
ninja -C $profiled amp-opt pass_bench stage_memory
