#!/usr/bin/env bash
# ===- save_profile.sh - The profile that guides release builds -------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Counts anew what release builds are guided by, cmake/amp.profdata.tar.xz:
#
#   utils/save_profile.sh [CMAKE-ARGUMENT...]
#
# An instrumented amp-opt (build/instrumented) converts what the tests convert, real
# models and small modules of all dialects, to f16 and bf16. Only the libraries that
# the pass runs in are compiled so.
set -euo pipefail
cd "$(dirname "$0")/.."
instrumented=build/instrumented saved=$PWD/cmake/amp.profdata.tar.xz

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
llvm-profdata-22 merge -o $instrumented/amp.profdata "$raw"/*.profraw
cmake -E chdir $instrumented cmake -E tar cJf new.tar.xz amp.profdata
mv $instrumented/new.tar.xz "$saved"
echo "saved $saved"
