#!/usr/bin/env bash
# ===- interesting.sh - Does a module still show the failure? --------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
#   utils/interesting.sh PROPERTY FILE
#
# Exit status 1 if FILE still fails, 0 if not: mlir-reduce's convention.
#
#   crash       amp-opt ends by a signal
#   error       amp-opt fails with a message that fits AMP_MESSAGE (default: any)
#   twice       converting the result again changes it
#   numeric     the conversion's results are out of bounds (utils/fuzz_numeric.py)
#   others      a property of amp-fuzz by its name: idempotent, precision,
#               no-undoing-casts, optimal-cost, ... (docs/fuzzing.md)
#
# AMP_FLAGS: what amp-opt runs with (default: --amp-autocast=f16), with a shell's
# quotes where an option holds spaces: --amp-autocast='f16 absorb=false'.
# AMP_MESSAGE: a pattern that the message (the others: the failure as amp-fuzz prints
# it, which names the pipeline) must fit.
# AMP_BIN: where the tools are (default: PATH, then build/release/bin).
#
# ===----------------------------------------------------------------------===//
set -u
property=$1 file=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PATH=${AMP_BIN:+$AMP_BIN:}$PATH:$root/build/release/bin
eval "flags=(${AMP_FLAGS:---amp-autocast=f16})"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

convert() { # convert INPUT OUTPUT
  amp-opt "${flags[@]}" "$1" -o "$2" 2>"$work/message"
}

case $property in
crash)
  convert "$file" "$work/once"
  [ $? -lt 128 ] || exit 1
  ;;
error)
  convert "$file" "$work/once"
  status=$?
  # What does not parse as it is says nothing about the pass.
  amp-opt --allow-unregistered-dialect "$file" -o "$work/as-is" 2>"$work/parse" || exit 0
  [ $status -eq 0 ] || ! grep -qE -e "${AMP_MESSAGE:-error:}" "$work/message" || exit 1
  ;;
twice)
  convert "$file" "$work/once" && convert "$work/once" "$work/again" || exit 0
  cmp -s "$work/once" "$work/again" || exit 1
  ;;
numeric)
  "${PYTHON:-$root/build/venv/bin/python}" "$root/utils/fuzz_numeric.py" \
    --check "$file" >"$work/message" 2>&1
  [ $? -ne 1 ] || exit 1
  ;;
*)
  amp-fuzz --check="$file" --property="$property" 2>"$work/message" >/dev/null
  ! grep -F -e ", $property, builtin.module" "$work/message" |
    grep -qE -e "${AMP_MESSAGE:-.}" || exit 1
  ;;
esac
exit 0
