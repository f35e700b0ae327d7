# ===- zoo_wide.py - More families of models, small --------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""MODELS: name to function; a function returns a torch module and its inputs.

What benchmarks/zoo.py runs, beside zoo_language.py and zoo_vision.py: families of
transformers and timm that those lists do not have, with two layers of width 64, and
many of our own: graphs, scans, flows, samplers, losses. Weights are random,
under a fixed seed. Each wide_*.py beside this file adds some.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

# In the order of the page.
import wide_transformers  # noqa: E402, F401, I001
import wide_signals  # noqa: E402, F401
import wide_fields  # noqa: E402, F401
import wide_layers  # noqa: E402, F401
import wide_steps  # noqa: E402, F401
import wide_findings  # noqa: E402, F401
from wide_parts import MODELS  # noqa: E402

__all__ = ["MODELS"]
