#!/usr/bin/env bash
# ===- reduce.sh - Shrink a failing module to a few ops --------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
#   utils/reduce.sh PROPERTY model.mlir [-o small.mlir]
#
# amp-reduce with utils/interesting.sh as its test; PROPERTY, AMP_FLAGS, AMP_MESSAGE
# and AMP_BIN are that script's. The result goes to stdout without -o. Exit status 1
# if the model does not fail.
#
# ===----------------------------------------------------------------------===//
set -eu
[ $# -eq 2 ] || [ $# -eq 4 ] || {
  echo "usage: reduce.sh PROPERTY model.mlir [-o small.mlir]" >&2
  exit 1
}
property=$1 model=$2 output=${4:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PATH=${AMP_BIN:+$AMP_BIN:}$PATH:$(dirname "$here")/build/release/bin
exec amp-reduce "$model" --test="$here/interesting.sh" --test-arg="$property" \
  -o "${output:--}"
