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
# if the model does not fail, or nobody knows the property.
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
case $property in
crash | error | twice | numeric) ;;
*)
  command -v amp-fuzz >/dev/null || {
    echo "error: expected amp-fuzz, which knows '$property', on PATH or in AMP_BIN" >&2
    exit 1
  }
  # amp-fuzz names its own where it does not know one, before it reads a file.
  said=$(amp-fuzz --check=/dev/null --property="$property" 2>&1) || :
  names=$(sed -n 's/.*--property: expected one of \(.*\), got .*/\1/p' <<<"$said")
  [ -n "$property" ] && [ -z "$names" ] || {
    echo "error: expected a property among crash, error, twice, numeric," \
      "${names:-one of amp-fuzz}; got '$property'" >&2
    exit 1
  }
  ;;
esac
exec amp-reduce "$model" --test="$here/interesting.sh" --test-arg="$property" \
  -o "${output:--}"
