# ===- case.py - Write what the model benchmark reads ----------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""NAME.mlirbc, its inputs, its reference and NAME.json (docs/bench.md)."""

import json
import os

import numpy as np


def write_case(folder, name, module, inputs, reference=None, **more):
    """Writes the files of one case and returns the path of NAME.json; `more` are
    further keys. The reference is in float64."""
    os.makedirs(folder, exist_ok=True)

    def place(suffix):
        return os.path.join(folder, f"{name}{suffix}")

    module.save(place(".mlirbc"))
    case = {"module": f"{name}.mlirbc", "arrays": []}
    for number, array in enumerate(inputs):
        np.save(place(f".input{number}.npy"), array)
        case["arrays"].append(f"{name}.input{number}.npy")
    if reference is not None:
        np.save(place(".ref_f64.npy"), np.asarray(reference, np.float64))
        case["reference"] = f"{name}.ref_f64.npy"
    with open(place(".json"), "w") as file:
        json.dump({**case, **more}, file, indent=2)
        file.write("\n")
    return place(".json")
