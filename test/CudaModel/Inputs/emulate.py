#!/usr/bin/env python3
# ===- emulate.py - A CUDA model on the emulator against the CPU -----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Compiles a module twice and compares the results.

usage: emulate.py MODULE CHIP EMULATOR [AUTOCAST [ROUNDINGS [CONV-LAYOUT]]]

Once for CUDA with AUTOCAST (f16; "none" for none), its kernels run by the
emulated driver EMULATOR: host code, runtime and each kernel run as on a GPU.
Once for the CPU in f32: the reference. The bound is that of ROUNDINGS (default
64) roundings in a row to the low type, relative to the largest result, added up
as random errors of four standard deviations: 4 * 2^-11 * sqrt(64) = 1.6 % in f16.
"""

import ctypes
import math
import os
import subprocess
import sys
import tempfile

import numpy

from model_abi import Info

TYPES = {1: "f8", 2: "f4", 3: "f2", 5: "i8", 6: "i4", 7: "i2", 8: "i1", 9: "?"}


class Model:
    """The C ABI of AmpDialect-c/Model.h."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.amp_model_last_error.restype = ctypes.c_char_p
        for name in ("input", "output"):
            getattr(self.library, "amp_model_" + name).restype = ctypes.POINTER(Info)
        self.handle = ctypes.c_void_p()
        self.check(self.library.amp_model_create(None, ctypes.byref(self.handle)))

    def check(self, status):
        if status != 0:
            sys.exit("error: " + self.library.amp_model_last_error().decode())

    def describe(self, what):
        count = getattr(self.library, f"amp_model_num_{what}s")()
        found = []
        for i in range(count):
            info = getattr(self.library, "amp_model_" + what)(i).contents
            shape = tuple(info.shape[d] for d in range(info.rank))
            found.append((shape, numpy.dtype(TYPES[info.type])))
        return found

    def run(self, inputs):
        outputs = [numpy.empty(s, t) for s, t in self.describe("output")]

        def table(arrays):
            return (ctypes.c_void_p * len(arrays))(*[a.ctypes.data for a in arrays])

        self.check(
            self.library.amp_model_run(self.handle, table(inputs), table(outputs))
        )
        return outputs


def make_inputs(model):
    """Weights that keep activations near 1; vectors that may be variances."""
    random = numpy.random.default_rng(7)
    inputs = []
    for shape, dtype in model.describe("input"):
        if dtype.kind != "f":
            inputs.append(random.integers(0, 2, shape).astype(dtype))
        elif len(shape) < 2:
            inputs.append(random.uniform(0.5, 1.5, shape).astype(dtype))
        else:
            fan_in = max(1, math.prod(shape[1:])) if len(shape) != 3 else 1
            scale = 1 / math.sqrt(fan_in)
            inputs.append((random.standard_normal(shape) * scale).astype(dtype))
    return inputs


def main():
    module, chip, emulator = sys.argv[1:4]
    autocast = sys.argv[4] if len(sys.argv) > 4 else "f16"
    roundings = int(sys.argv[5]) if len(sys.argv) > 5 else 64
    layout = sys.argv[6] if len(sys.argv) > 6 else "auto"
    os.environ["AMP_CUDA_DRIVER"] = emulator
    os.environ["AMP_EMULATED_DEVICE"] = chip.strip("sm_a")
    flags = [] if autocast == "none" else ["--autocast=" + autocast]
    with tempfile.TemporaryDirectory() as folder:
        cuda, cpu = os.path.join(folder, "cuda.so"), os.path.join(folder, "cpu.so")
        subprocess.run(
            ["amp-compile", module, "--target=cuda:" + chip, "--kernels=llvm"]
            + ["--conv-layout=" + layout]
            + flags
            + ["-o", cuda],
            check=True,
        )
        subprocess.run(["amp-compile", module, "-o", cpu], check=True)
        ours, reference = Model(cuda), Model(cpu)
        inputs = make_inputs(reference)
        got, wanted = ours.run(inputs), reference.run(inputs)
    unit = {"f16": 2.0**-11, "bf16": 2.0**-8, "none": 2.0**-18}[autocast]
    bound = 4 * unit * math.sqrt(roundings)
    for number, (a, b) in enumerate(zip(got, wanted)):
        if not numpy.isfinite(b).all():
            sys.exit(f"result {number}: the reference is not finite")
        worst = numpy.abs(a.astype("f8") - b).max() / max(numpy.abs(b).max(), 1e-30)
        print(f"result {number}: error {worst:.2e} of the largest, bound {bound:.2e}")
        if not worst <= bound:
            sys.exit(1)


main()
