# ===- fuzz_gpu.py - GPU kernels of random modules, emulated ---------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs conversions of generated modules on the emulated GPU and compares.

  utils/fuzz_gpu.py --first 0 --seeds 25     # generated modules
  utils/fuzz_gpu.py --check model.mlir       # one module, static shapes

As fuzz_numeric.py, whose bounds hold for sums in any order, but the conversion is
compiled for sm_80 (even seeds) or sm_90a, with each layout of convolutions in
turn, and its kernels run on the emulator, in two orders of threads that must give
the same bits. Exit status likewise.
"""

import os
import re
import subprocess
import sys
import tempfile

import numpy as np
from fuzz_numeric import ROOT, Run, Unsupported, as_f64, make_parser, run_seeds

BUILD = os.environ.get("AMP_BUILD_DIR", os.path.join(ROOT, "build", "release"))
EMULATOR = os.path.join(BUILD, "lib", "libAmpCudaEmulator.so")
# Seconds that a model may take to compile, and to run.
SLOWEST = 300

# The driver is opened once a process.
CHILD = """
import sys, numpy as np, mlir_amp
model = mlir_amp.load(sys.argv[1])
given = np.load(sys.argv[2])
arrays = [given[f"arr_{i}"].copy() for i in range(len(given.files))]
results = model(*arrays)
if not isinstance(results, (tuple, list)):
    results = [results]
np.savez(sys.argv[3], *results)
same = all(np.array_equal(a, given[f"arr_{i}"]) for i, a in enumerate(arrays))
print("same" if same else "changed")
"""


def call(what, command, **environment):
    """What a command printed; RuntimeError with the end of its messages."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=SLOWEST,
            env={**os.environ, **environment},
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"{what} takes more than {SLOWEST} s") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        said = [line for line in lines if "error: " in line] or lines[-3:]
        raise RuntimeError(f"{what}: " + "; ".join(said[:3]))
    return done.stdout


class GpuRun(Run):
    kind = "emulated"
    modules = "--kernels"

    def run_converted(self, converted, arrays, seed):
        chip = ("sm_80", "sm_90a")[seed % 2]
        with tempfile.TemporaryDirectory() as folder:
            place = lambda name: os.path.join(folder, name)
            with open(place("model.mlir"), "w") as file:
                file.write(str(converted))
            np.savez(place("inputs.npz"), *arrays)
            layout = ("auto", "last", "keep", "auto")[seed // 4 % 4]
            self.compile(place("model.mlir"), place("model.so"), chip, layout)
            outcomes = []
            for order in (0, 1 + seed // 2 % 2):
                same = call(
                    f"the run on {chip}",
                    [sys.executable, "-c", CHILD, place("model.so")]
                    + [place("inputs.npz"), place(f"{order}.npz")],
                    AMP_CUDA_DRIVER=EMULATOR,
                    AMP_EMULATED_DEVICE=re.sub(r"\D", "", chip),
                    AMP_EMULATED_ORDER=str(order),
                )
                with np.load(place(f"{order}.npz")) as file:
                    results = [file[f"arr_{i}"] for i in range(len(file.files))]
                outcomes.append(results)
        for a, b in zip(*outcomes):
            if a.tobytes() != b.tobytes():
                raise RuntimeError(f"results on {chip} depend on the order of threads")
        return [as_f64(result) for result in outcomes[0]], same.strip() == "same"

    def compile(self, source, library, chip, layout):
        try:
            call(
                "amp-compile",
                [os.path.join(BUILD, "bin", "amp-compile"), source, "-o", library]
                + [f"--target=cuda:{chip}", f"--conv-layout={layout}", "--kernels=llvm"],
            )
        except RuntimeError as error:
            if "cannot go to the GPU" in str(error):
                raise Unsupported(error) from None
            raise


def main():
    options = make_parser(__doc__).parse_args()
    return run_seeds(GpuRun(options.amp_fuzz), options)


if __name__ == "__main__":
    sys.exit(main())
