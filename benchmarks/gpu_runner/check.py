#!/usr/bin/env python3
# ===- check.py - Runs cases on a device, against results in doubles --------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check.py CASES.json NAME ...: runs each case of that name, in this process.

Prints `begin NAME`, then `ok NAME SHARE` (the largest error as a share of its bound) or
`fail NAME WHY`. Exits with 1 where a case failed. A case is a compiled library with its
inputs and expected results, as benchmarks/gpu_cases.py writes it; utils/fuzz_gpu.py writes
bounds of each element instead ("between"). Each input and result
has device memory of its own, of its size: memcheck sees one byte too many.
"""

import ctypes
import json
import os
import sys

import numpy as np

PLAIN = {"f64": "f8", "f32": "f4", "f16": "f2", "i64": "i8", "i32": "i4", "i8": "i1"}
PLAIN.update({"i16": "i2", "i1": "u1"})
# Bits of the mantissa, bias, the first code that is no finite number.
FLOAT8 = {"f8E4M3FN": (3, 7, 0x7F), "f8E5M2": (2, 15, 0x7C)}


def decode_float8(name):
    """The values of all 256 codes."""
    mantissa, bias, special = FLOAT8[name]
    codes = np.arange(256)
    exponent = (codes & 0x7F) >> mantissa
    fraction = (codes & ((1 << mantissa) - 1)) / (1 << mantissa)
    values = np.where(
        exponent == 0,
        fraction * 2.0 ** (1 - bias),
        (1 + fraction) * 2.0 ** (exponent - bias),
    )
    infinite = (codes & 0x7F == 0x7C) & (name == "f8E5M2")
    values = np.where((codes & 0x7F) >= special, np.where(infinite, np.inf, np.nan), values)
    return np.where(codes & 0x80, -values, values)


def decode(raw, kind):
    """Bytes of elements of type `kind` as doubles."""
    if kind in PLAIN:
        return np.frombuffer(raw, PLAIN[kind]).astype(np.float64)
    if kind == "bf16":
        bits = np.frombuffer(raw, np.uint16).astype(np.uint32) << 16
        return bits.view(np.float32).astype(np.float64)
    return decode_float8(kind)[np.frombuffer(raw, np.uint8)]


def count_bytes(row):
    """Size of an input or result that `row` describes."""
    kind = row["type"]
    width = np.dtype(PLAIN[kind]).itemsize if kind in PLAIN else 2 if kind == "bf16" else 1
    return width * int(np.prod(row["shape"], dtype=np.int64))


def aligned(size):
    """Host memory for `size` bytes."""
    room = np.empty(size + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size]


def table(arrays):
    return (ctypes.c_void_p * len(arrays))(*[array.ctypes.data for array in arrays])


def run_library(path, inputs, outputs):
    """Runs a library's model on host buffers; the library's own text on failure."""
    library = ctypes.CDLL(path)
    library.amp_model_last_error.restype = ctypes.c_char_p
    handle = ctypes.c_void_p()
    status = library.amp_model_create(None, ctypes.byref(handle))
    if not status:
        status = library.amp_model_run(handle, table(inputs), table(outputs))
    why = library.amp_model_last_error().decode() if status else ""
    library.amp_model_destroy(handle)
    return why


def compare_between(got, lower, upper):
    """0 where each element lies between its bounds, if it has some, else infinity; and
    where that is."""
    bounded = np.isfinite(lower) & np.isfinite(upper)
    outside = bounded & ~((got >= lower) & (got <= upper))
    worst = int(outside.argmax()) if outside.size else 0
    return (float("inf") if outside.any() else 0.0), worst


def compare(got, expected, row):
    """The largest error as a share of the bound, and where it is."""
    with np.errstate(invalid="ignore", divide="ignore"):
        bound = row["relative"] * np.abs(expected) + row["absolute"]
        error = np.abs(got - expected)
        same = (got == expected) | (np.isnan(got) & np.isnan(expected))
        share = np.where(same, 0.0, error / bound)
    share = np.where(np.isnan(share), np.inf, share)
    worst = int(share.argmax()) if share.size else 0
    return (float(share[worst]) if share.size else 0.0), worst


def run_case(case, folder):
    """Nothing where it failed; then the second is why."""
    stem = os.path.join(folder, case["files"])
    with open(stem + ".inputs", "rb") as file:
        inputs = []
        for row in case["inputs"]:
            inputs.append(aligned(count_bytes(row)))
            inputs[-1][:] = np.frombuffer(file.read(inputs[-1].size), np.uint8)
    # NaN, and no number for integers: what a kernel leaves out is seen.
    outputs = [aligned(count_bytes(row)) for row in case["outputs"]]
    for array in outputs:
        array[:] = 0xFF
    why = run_library(stem + ".so", inputs, outputs)
    if why:
        return None, why
    worst = 0.0
    with open(stem + ".expected", "rb") as file:
        for number, (array, row) in enumerate(zip(outputs, case["outputs"])):
            count = int(np.prod(row["shape"], dtype=np.int64))
            expected = np.frombuffer(file.read(8 * count), np.float64)
            got = decode(array.tobytes(), row["type"])
            if row.get("between"):
                upper = np.frombuffer(file.read(8 * count), np.float64)
                share, place = compare_between(got, expected, upper)
            else:
                share, place = compare(got, expected, row)
            if not share <= 1:
                text = f"element {place} of result {number} is {got[place]!r}, "
                return None, text + f"expected {expected[place]!r}"
            worst = max(worst, share)
    return worst, ""


def main():
    index, *names = sys.argv[1:]
    with open(index) as file:
        cases = {case["name"]: case for case in json.load(file)}
    failed = False
    for name in names:
        print("begin", name, flush=True)
        share, why = run_case(cases[name], os.path.dirname(index))
        failed |= share is None
        said = f"fail {name} {why}" if share is None else f"ok {name} {share:.3f}"
        print(said, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
