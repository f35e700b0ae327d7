# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Automatic mixed precision for MLIR.

`convert` takes an f32 module as text, bytecode or a path and returns it in mixed
precision, with a report of every decision. Nothing is printed unless asked for,
and there is no global state.
"""

from ._calibrate import calibrate
from ._compile import compile
from ._convert import convert
from ._errors import AmpWarning, MLIRError
from ._frontends import from_jax, from_onnx, from_torch
from ._mlir_amp import Diagnostic, Location, Operation, Value
from ._mlir_amp import mlir_version
from ._mlir_amp import version as __version__
from ._module import Module, OpInfo, parse
from ._profile import Profile, Record
from ._report import Cast, Kept, OpDecision, Report
from ._runtime import CompiledModel, ModelError, StepTime, TensorInfo, load
from ._rules import ALWAYS, FOLLOW, NEVER, Always, Rule, RuleHit, Verdict
from ._shadow import Comparison, Shadow, shadow
from ._tune import Tuned, tune

__all__ = [
    "ALWAYS",
    "Always",
    "AmpWarning",
    "Cast",
    "Comparison",
    "CompiledModel",
    "Diagnostic",
    "FOLLOW",
    "Kept",
    "Location",
    "MLIRError",
    "ModelError",
    "Module",
    "NEVER",
    "OpDecision",
    "OpInfo",
    "Operation",
    "Profile",
    "Record",
    "Report",
    "Rule",
    "RuleHit",
    "Shadow",
    "StepTime",
    "TensorInfo",
    "Tuned",
    "Value",
    "Verdict",
    "__version__",
    "calibrate",
    "compile",
    "convert",
    "from_jax",
    "from_onnx",
    "from_torch",
    "load",
    "mlir_version",
    "parse",
    "shadow",
    "tune",
]
