#!/usr/bin/env bash
# ===- setup.sh - Install what the project needs ----------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Installs the missing packages of utils/packages.txt with apt and the Python
# packages of utils/requirements.txt into build/venv. Does nothing, in well under
# a second, when all is there. Runs as root or through sudo.
#
#   utils/setup.sh            install what is missing
#   utils/setup.sh --check    only say what is missing; exit 1 if anything is
#
# ===----------------------------------------------------------------------===//
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
utils=$root/utils
venv=$root/build/venv
check=0

fail() {
  echo "setup: $*" >&2
  exit 1
}

case "${1:-}" in
'') ;;
--check) check=1 ;;
*) fail "unknown argument '$1'; usage: utils/setup.sh [--check]" ;;
esac

# A file's lines without comments and blank lines.
entries() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$1"; }

missing_packages() {
  local installed
  installed=$(entries "$utils/packages.txt" | xargs dpkg-query \
    -W -f '${Package} ${db:Status-Status}\n' 2>/dev/null |
    awk '$2 == "installed" { print $1 }' || true)
  entries "$utils/packages.txt" | grep -vxF -e "$installed" || true
}

install_packages() {
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      fail "these packages are missing and need root or sudo to install: $*"
    as_root=(sudo)
  fi
  echo "setup: installing $*"
  local log
  log=$(mktemp)
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@" >"$log" 2>&1; then
    # The package lists may be old or absent.
    "${as_root[@]}" apt-get update >"$log" 2>&1 || true
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y --no-install-recommends "$@" >"$log" 2>&1; then
      grep '^E:' "$log" >&2 || tail -n 5 "$log" >&2
      rm -f "$log"
      fail "apt-get could not install the packages above. LLVM 22 is in Debian's" \
        "archives (bookworm-security and later) and on apt.llvm.org."
    fi
  fi
  rm -f "$log"
}

# What the virtual environment must have been made from.
venv_stamp() {
  {
    "$python" -c 'import sys; print(sys.version, sys.base_prefix)'
    cat "$utils/requirements.txt"
  } | sha256sum | cut -d' ' -f1
}

command -v dpkg-query >/dev/null ||
  fail "this script knows Debian and Ubuntu only. Install MLIR 22.1 and the" \
    "equivalents of utils/packages.txt by hand, then build (docs/building.md)."

mapfile -t missing < <(missing_packages)
if [ ${#missing[@]} -gt 0 ]; then
  [ $check = 0 ] || fail "missing packages: ${missing[*]}"
  install_packages "${missing[@]}"
fi

python=${PYTHON:-python3}
command -v "$python" >/dev/null || fail "no '$python' on the path"
stamp=$(venv_stamp)
if [ "$(cat "$venv/.stamp" 2>/dev/null)" != "$stamp" ]; then
  [ $check = 0 ] || fail "build/venv is missing or out of date"
  echo "setup: making build/venv"
  "$python" -m venv --clear "$venv" || fail "'$python -m venv' failed"
  log=$(mktemp)
  if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    -r "$utils/requirements.txt" >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    rm -f "$log"
    fail "pip could not install utils/requirements.txt"
  fi
  rm -f "$log"
  echo "$stamp" >"$venv/.stamp"
fi
