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
# Runs amp-reduce with every way to simplify until nothing gets smaller; PROPERTY,
# AMP_FLAGS, AMP_MESSAGE and AMP_BIN are those of utils/interesting.sh. The result
# goes to stdout without -o. Exit status 1 if the model does not fail.
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
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -r "$model" ] || {
  echo "reduce: cannot read '$model'" >&2
  exit 1
}
cp "$model" "$work/now.mlir"
if "$here/interesting.sh" "$property" "$work/now.mlir"; then
  echo "reduce: '$model' does not show '$property'" >&2
  exit 1
fi
size() { wc -c <"$work/now.mlir"; }
before=-1
while [ "$(size)" != "$before" ]; do
  before=$(size)
  for way in constant forward first-result last-result arguments; do
    amp-reduce "$work/now.mlir" --simplify=$way -o "$work/next.mlir" \
      --reduction-tree="traversal-mode=0 test=$here/interesting.sh test-arg=$property" \
      >"$work/log" 2>&1 || continue
    # amp-reduce keeps the module that it came with where nothing was found.
    if [ "$(wc -c <"$work/next.mlir")" -lt "$(size)" ] &&
      ! "$here/interesting.sh" "$property" "$work/next.mlir"; then
      mv "$work/next.mlir" "$work/now.mlir"
    fi
  done
done
if [ -n "$output" ]; then
  cp "$work/now.mlir" "$output.$$" && mv "$output.$$" "$output"
else
  cat "$work/now.mlir"
fi
