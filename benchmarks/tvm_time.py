# ===- tvm_time.py - Time of TVM's ToMixedPrecision on networks -------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Prints, as JSON lines, how long TVM's pass takes on networks of import/nets.py.

    PYTHON_WITH_TVM_AND_TORCH benchmarks/tvm_time.py bert_base resnet50 --runs 5

Each network is exported by torch (torch.export), imported by TVM's own front end for
that, and handed to Relax's ToMixedPrecision `--runs` times. An op is a call in the
Relax function, as imported. A network that torch or TVM rejects prints its error.
pass_time.py runs this (--tvm-python).
"""

import argparse
import gc
import importlib.util
import json
import os
import time

import torch
from tvm import relax
from tvm.relax.frontend.torch import from_exported_program

INPUTS = {
    "bert_base": lambda: (_ids(30522, 128), torch.ones(1, 128, dtype=torch.int64)),
    "gpt2_small": lambda: (_ids(50257, 64),),
    "unet": lambda: (torch.randn(1, 3, 128, 128),),
}


def _ids(vocabulary, tokens):
    return torch.randint(0, vocabulary, (1, tokens))


def load_networks():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "import", "nets.py")
    spec = importlib.util.spec_from_file_location("nets", path)
    networks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(networks)
    return networks


def import_network(name):
    """The network as a Relax module with its weights as arguments."""
    module = getattr(load_networks(), name)().eval()
    inputs = INPUTS.get(name, lambda: (torch.randn(1, 3, 224, 224),))()
    with torch.no_grad():
        exported = torch.export.export(module, inputs)
    return from_exported_program(exported, keep_params_as_input=True)


def count_calls(module):
    """Calls in the body: one binding each."""
    return sum(
        isinstance(binding.value, relax.Call)
        for block in module["main"].body.blocks
        for binding in block.bindings
    )


def measure(name, runs):
    module = import_network(name)
    convert = relax.transform.ToMixedPrecision("float32")
    seconds = []
    for _ in range(runs):
        gc.collect()
        start = time.perf_counter()
        convert(module)
        seconds.append(time.perf_counter() - start)
    return {"ops": count_calls(module), "seconds": seconds}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("networks", nargs="+")
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    torch.manual_seed(0)
    for name in arguments.networks:
        try:
            row = measure(name, arguments.runs)
        except Exception as error:
            row = {"error": f"{type(error).__name__}: {str(error).strip()[-200:]}"}
        print(json.dumps({"network": name, **row}), flush=True)


if __name__ == "__main__":
    main()
