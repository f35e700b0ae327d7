# ===- fuzz_gpu.py - GPU kernels of random modules, emulated ---------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs conversions of generated modules on the emulated GPU and compares.

  utils/fuzz_gpu.py --first 0 --seeds 25     # generated modules
  utils/fuzz_gpu.py --check model.mlir       # one module, static shapes
  utils/fuzz_gpu.py --instances FOLDER       # of the ops in its files
  utils/fuzz_gpu.py --export FOLDER --chip sm_90a --seeds 300   # for a device

As fuzz_numeric.py, whose bounds hold for sums in any order, but the conversion is
compiled for sm_80 (even seeds) or sm_90a, with each layout of convolutions in
turn, and its kernels run on the emulator, in two orders of threads that must give
the same bits. Exit status likewise.

--export compiles machine code for a chip, runs nothing, and writes FOLDER/cases.json with
a library, inputs and bounds a conversion: benchmarks/gpu_runner/check.py runs them on a
device that needs nothing of ours.
"""

import json
import os
import re
import sys
import tempfile

import numpy as np
from emulator import BUILD, call, run_emulated
from fuzz_numeric import Run, Unsupported, as_f64, make_parser, run_seeds, widen

import mlir_amp


class GpuRun(Run):
    kind = "emulated"
    modules = "--kernels"

    def run_converted(self, converted, arrays, seed):
        chip = ("sm_80", "sm_90a")[seed % 2]
        with tempfile.TemporaryDirectory() as folder:
            place = lambda name: os.path.join(folder, name)
            with open(place("model.mlir"), "w") as file:
                file.write(str(converted))
            self.compile(place("model.mlir"), place("model.so"), chip, seed, "llvm")
            outcomes, same = [], True
            for order in (0, 1 + seed // 2 % 2):
                results, kept = run_emulated(place("model.so"), arrays, chip, order)
                outcomes.append(results)
                same &= kept
        for a, b in zip(*outcomes):
            if a.tobytes() != b.tobytes():
                raise RuntimeError(f"results on {chip} depend on the order of threads")
        return [as_f64(result) for result in outcomes[0]], same

    def compile(self, source, library, chip, seed, kernels):
        layout = ("auto", "last", "keep", "auto")[seed // 4 % 4]
        try:
            call(
                "amp-compile",
                [os.path.join(BUILD, "bin", "amp-compile"), source, "-o", library]
                + [f"--target=cuda:{chip}", f"--conv-layout={layout}"]
                + [f"--kernels={kernels}", "--mcpu=x86-64-v2"],
            )
        except RuntimeError as error:
            if "cannot go to the GPU" in str(error):
                raise Unsupported(error) from None
            raise


class Export(GpuRun):
    """Writes the cases that a device shall run."""

    kind = "exported"

    def __init__(self, options):
        super().__init__(options.amp_fuzz, options.instances)
        self.folder, self.chip, self.kernels = options.export, options.chip, options.kernels
        self.rows = []
        os.makedirs(self.folder, exist_ok=True)

    def compare_converted(self, label, converted, arrays, seed, high, bound, limit, largest):
        name = re.sub(r"\W+", "_", label.replace(self.kind, ""))
        stem = os.path.join(self.folder, name)
        with open(stem + ".mlir", "w") as file:
            file.write(str(converted))
        try:
            self.compile(stem + ".mlir", stem + ".so", self.chip, seed, self.kernels)
        finally:
            os.remove(stem + ".mlir")
        os.remove(stem + ".h")
        with open(stem + ".inputs", "wb") as file:
            file.writelines(array.tobytes() for array in arrays)
        with open(stem + ".expected", "wb") as file:
            for pair in zip(*bound[:2]):
                file.writelines(one.astype(np.float64).tobytes() for one in widen(*pair))
        # The library's own words: signatures are converted, too.
        model = mlir_amp.compile(converted)
        describe = lambda tensor: {"type": tensor.dtype, "shape": list(tensor.shape)}
        row = {"name": name, "files": name, "chip": self.chip}
        row["inputs"] = [describe(tensor) for tensor in model.inputs]
        row["outputs"] = [{**describe(tensor), "between": True} for tensor in model.outputs]
        self.rows.append(row)
        self.count(f"{self.kind}: conversions")
        return []

    def write(self):
        with open(os.path.join(self.folder, "cases.json"), "w") as file:
            json.dump(self.rows, file, indent=1)


def main():
    parser = make_parser(__doc__)
    parser.add_argument("--export", metavar="FOLDER")
    parser.add_argument("--chip", default="sm_90a")
    parser.add_argument("--kernels", default="bin", choices=["bin", "llvm"])
    options = parser.parse_args()
    if not options.export:
        return run_seeds(GpuRun(options.amp_fuzz, options.instances), options)
    run = Export(options)
    status = run_seeds(run, options)
    run.write()
    return status


if __name__ == "__main__":
    sys.exit(main())
