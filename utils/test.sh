#!/usr/bin/env bash
# ===- test.sh - Build and run every test -----------------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Installs what is missing, builds with warnings as errors, runs the lit, unit,
# Python, out-of-tree, sanitizer, fuzz, format and documentation checks, and ends
# with one line `N passed, N failed, N skipped`. Exit status 1 on any failure.
#
#   utils/test.sh                 everything
#   utils/test.sh lit unit docs   these steps alone
#
# ===----------------------------------------------------------------------===//
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# As test/lit.cfg.py says; the unit tests need the same.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0:allow_user_poisoning=0}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}
steps="format build docs lit unit python out-of-tree sanitizer fuzz"
[ $# -eq 0 ] || steps="$*"
jobs=${JOBS:-$(nproc)}
results=$root/build/results
failed_steps=()

utils/setup.sh || exit 1
python=$root/build/venv/bin/python
rm -rf "$results"
mkdir -p "$results"

say() { printf '\n== %s\n' "$*"; }

# One pass-or-fail check that no test runner counts: check NAME COMMAND...
check() {
  local name=$1
  shift
  if "$@"; then
    echo "$name pass" >>"$results/checks.txt"
  else
    echo "$name fail" >>"$results/checks.txt"
    echo "FAILED: $name" >&2
    return 1
  fi
}

# Runs a function, with what stands on standard input (each ended by NUL) as its
# last argument in turn, as many at once as there are jobs.
run_parallel() { # run_parallel FUNCTION ARGUMENT...
  root=$root results=$results python=$python \
    xargs -0 -r -n 1 -P "$jobs" bash -c '"$@"' bash "$@"
}

# Something that could not run, and why: skip NAME REASON
skip() {
  echo "SKIPPED: $1: $2"
  echo "$1 skip" >>"$results/checks.txt"
}

build() { # build PRESET TARGET...
  local preset=$1 with_python=ON
  shift
  [ "$preset" = release ] || with_python=OFF # No sanitizer inside python3.
  cmake --preset "$preset" -DAMP_ENABLE_PYTHON="$with_python" \
    >"$results/configure-$preset.log" 2>&1 || {
    tail -n 20 "$results/configure-$preset.log" >&2
    return 1
  }
  # A quiet build prints only what went wrong.
  ninja -C "build/$preset" -j "$jobs" "$@" >"$results/build-$preset.log" 2>&1 || {
    grep -E -A12 'FAILED:|error:' "$results/build-$preset.log" | head -n 60 >&2
    return 1
  }
}

run_lit() { # run_lit PRESET
  LIT_OPTS="--output=$results/lit-$1.json" \
    ninja -C "build/$1" check-amp
}

run_program() { # run_program PRESET PROGRAM
  local name status
  name=unit-$1-$(basename "$2")
  if grep -qa gtest_output "$2"; then
    "$2" --gtest_brief=1 --gtest_output="xml:$results/$name.xml"
    status=$?
  else # A plain program, such as the test of the C API.
    "$2"
    status=$?
    [ $status -ne 0 ] || check "$name" true
  fi
  # A program that died before it wrote its results counts as one failure.
  [ $status -eq 0 ] || [ -e "$results/$name.xml" ] || check "$name" false
  return $status
}

run_unit() { # run_unit PRESET
  find "build/$1/unittests" -maxdepth 1 -name '*Tests' -type f -print0 | sort -z |
    run_parallel run_program "$1"
}

step_format() {
  local files
  mapfile -t files < <(git ls-files '*.cpp' '*.h')
  if [ ${#files[@]} = 0 ]; then
    check files-to-format false # No git, or not a checkout.
    return 1
  fi
  check clang-format clang-format-22 --dry-run -Werror "${files[@]}" 2>&1 |
    grep -E 'error:|FAILED' | sort -u -t: -k1,1
  return "${PIPESTATUS[0]}"
}

step_docs() {
  check docs-links "$python" utils/check-docs.py
  check docs-generated "$python" utils/gen-docs.py --check
}

step_build() { check build-release build release all; }

step_lit() { build release all && run_lit release; }

step_unit() { build release all && run_unit release; }

step_python() {
  local targets=(all)
  # Its tests are skipped where it is not built.
  ! grep -qs add_subdirectory\(fuzz\) CMakeLists.txt || targets+=(amp-fuzz)
  build release "${targets[@]}" || return 1
  local folders=()
  [ -d python/tests ] && folders+=(python/tests)
  [ -d test/Python ] && folders+=(test/Python)
  AMP_OPT=$root/build/release/bin/amp-opt AMP_BUILD_DIR=$root/build/release \
    PYTHONPATH=$root/build/release/python PYTHONDONTWRITEBYTECODE=1 "$python" -m pytest -q -p no:cacheprovider \
    -n "$jobs" --dist worksteal --junitxml="$results/pytest.xml" "${folders[@]}"
}

step_out-of-tree() {
  build release all || return 1
  check out-of-tree utils/test-install.sh build/release "$results"
}

step_sanitizer() {
  build asan all && run_unit asan && run_lit asan
}

run_fuzz_script() { # run_fuzz_script "NAME [OPTION]"
  local name=${1%% *} label=${1%%=*}
  PYTHONPATH=$root/build/release/python PYTHONDONTWRITEBYTECODE=1 \
    check "${label/ --/-}" "$python" "utils/$name.py" ${1#"$name"} --seeds 6
}

step_fuzz() {
  local driver=build/asan/bin/amp-fuzz
  if ! grep -qs add_subdirectory\(fuzz\) CMakeLists.txt; then
    skip fuzz-smoke "there is no fuzz driver in this tree"
    return
  fi
  local status=0
  build asan amp-fuzz && check fuzz-smoke "$driver" --smoke || status=1
  build release all amp-fuzz || return 1
  printf '%s\0' fuzz_numeric "fuzz_numeric --instances=unittests/ExternalModels" \
    fuzz_gpu fuzz_tiles |
    run_parallel run_fuzz_script || status=1
  return $status
}
export -f check run_program run_fuzz_script

for step in $steps; do
  declare -F "step_$step" >/dev/null || {
    echo "test: unknown step '$step'" >&2
    exit 1
  }
done
for step in $steps; do
  say "$step"
  start=$SECONDS
  "step_$step" || failed_steps+=("$step")
  echo "-- $step: $((SECONDS - start)) s"
done

say "summary"
[ ${#failed_steps[@]} -eq 0 ] || echo "failed steps: ${failed_steps[*]}"
"$python" utils/count-results.py "$results" || exit 1
[ ${#failed_steps[@]} -eq 0 ]
