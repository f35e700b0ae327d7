# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Import from torch, jax and ONNX, through whatever importer is installed."""

from __future__ import annotations

import importlib
import os
import re
from typing import Any, Callable, Mapping

from . import _foreign, _torch_complex, _torch_gradients, _torch_linalg, _torch_ops
from ._errors import MLIRError
from ._module import Module

_TORCH_TO_LINALG = (
    "builtin.module("
    "torchdynamo-export-to-torch-backend-pipeline,"
    "torch-backend-to-linalg-on-tensors-backend-pipeline,"
    "canonicalize,cse,symbol-dce)"
)
_ONNX_TO_LINALG = _TORCH_TO_LINALG.replace("torchdynamo-export", "torch-onnx")
_STABLEHLO_TO_LINALG = (
    "builtin.module(iree-stablehlo-input-transformation-pipeline,canonicalize,cse)"
)

# What importers raise, too.
_REFUSALS = (MLIRError, RuntimeError, AssertionError, TypeError)


def from_torch(module: Any, example: Any, *, name: str = "main") -> Module:
    """Imports a `torch.nn.Module` as linalg on tensors.

    Uses torch-mlir if it is installed, else the importer that comes with
    iree-turbine (package iree-base-compiler). Weights become constants. What
    the importer does not take as it was exported (writes in place or by index,
    masks by functions, prefix sums, top-k, sorts, sums by index) is decomposed
    into torch's core ops first. The importer runs in a process of its own: where
    it crashes, that is an MLIRError.

    Args:
        module: the torch module, a `torch.export.ExportedProgram`, or the path of one
            that `torch.export.save` wrote.
        example: one tensor or a tuple of tensors to trace with.
        name: name of the function in the result.

    Raises:
        ImportError: torch or both importers are missing; says what to install.
        FileNotFoundError: there is no such file.
        MLIRError: the importer has no lowering for an op of the module, or the file
            holds no program.
    """
    torch = _need("torch", "from_torch", "torch")
    args = example if isinstance(example, (tuple, list)) else (example,)
    if isinstance(module, (str, os.PathLike)):
        path = os.fspath(module)
        module = _load(path, torch.export.load, "from_torch", "program of torch.export")
    program = module
    if not isinstance(module, torch.export.ExportedProgram):
        if isinstance(module, torch.fx.GraphModule):
            module = _torch_linalg.drop_checks(module)
        with torch.no_grad():
            program = torch.export.export(module.eval(), tuple(args), strict=False)
    try:
        return _import_program(_purify(program, torch.ops.aten), name)
    except _REFUSALS as error:
        try:
            core = program.run_decompositions(_torch_ops.decompositions(program))
            return _import_program(_torch_gradients.take_gradients_apart(core), name)
        except _REFUSALS as again:
            # The first names an op of the module as it was written.
            if isinstance(error, MLIRError):
                raise error from again
            raise MLIRError(f"from_torch: {error}") from again


def _import_program(program: Any, name: str) -> Module:
    """Runs whatever importer is installed on a `torch.export.ExportedProgram`."""
    _torch_complex.drop_pairs(program.graph)
    _torch_ops.use_float_scalars(program)
    fx = _find("torch_mlir.fx")
    if fx is not None:
        imported = fx.export_and_import(
            program, output_type="linalg-on-tensors", func_name=name
        )
        return _foreign.take(imported)
    importer = _find("iree.compiler.extras.fx_importer")
    if importer is None:
        raise ImportError(
            "mlir_amp.from_torch needs an importer: install torch-mlir, or "
            "iree-turbine (`pip install iree-turbine iree-base-compiler`)"
        )
    ir = importlib.import_module("iree.compiler.ir")

    fx_importer = importer.FxImporter(context=ir.Context())
    fx_importer.import_program(program, func_name=name)
    return _foreign.lower_by_iree(fx_importer.module, _TORCH_TO_LINALG)


def _purify(program: Any, aten: Any) -> Any:
    """Makes ops that change a tensor in place (`ReLU(inplace=True)`) pure ones.

    Torch takes norms apart on the way; importers know the whole op. What they
    compute otherwise than torch is taken apart instead.
    """
    program = program.run_decompositions(_torch_ops.corrections(program))
    program = _torch_gradients.take_gradients_apart(program)
    graph = program.graph_module.graph
    for norm in graph.find_nodes(
        op="call_function", target=aten._native_batch_norm_legit_no_training.default
    ):
        data, weight, bias, mean, variance, momentum, epsilon = norm.args
        # Two more results are saved for training; nobody reads them.
        for result in list(norm.users):
            if result.args[1] == 0:
                # The node keeps its name, by which the program's results are listed.
                result.target = aten.batch_norm.default
                statistics = (weight, bias, mean, variance)
                result.args = (data, *statistics, False, momentum, epsilon, False)
        if not norm.users:
            graph.erase_node(norm)
    return program


def from_jax(function: Any, *example: Any, keep_precision: bool = True) -> Module:
    """Imports a jax function as linalg on tensors.

    Locations are those that jax gives: names of scopes and modules around an op, and
    lines of Python, by which rules of a policy find it. Updates by index become loops,
    sorts and the largest few comparisons of all pairs of a row (of at most 4096 numbers),
    linear algebra (factors, systems, eigenvalues of symmetric matrices, singular values)
    loops over columns, which stay f32.

    Args:
        function: what `jax.jit` takes, or its result.
        example: arguments to trace with: arrays or `jax.ShapeDtypeStruct`.
        keep_precision: products and convolutions of which the function asks for more
            than the default `precision` (`jax.lax.Precision.HIGH`, `HIGHEST`, or an
            algorithm that takes f32) get `amp.category = #amp.category<never>`.

    Raises:
        ImportError: jax, or iree-base-compiler, which turns StableHLO into
            linalg, is missing; says what to install.
        MLIRError: the importer has no lowering for an op of the function.
    """
    _need("jax", "from_jax", "jax")
    _need("iree.compiler", "from_jax", "iree-base-compiler")
    from . import _jax_ops  # Needs jax itself.

    text = _jax_ops.lower(function, example)
    ir = importlib.import_module("iree.compiler.ir")
    try:
        with ir.Context():
            module = ir.Module.parse(text)
            return _foreign.lower_by_iree(
                module, _STABLEHLO_TO_LINALG, keep_precision=keep_precision
            )
    except (MLIRError, ir.MLIRError) as error:
        if calls := sorted(set(re.findall(r"stablehlo\.custom_call @([\w.]+)", text))):
            message = f"from_jax: no lowering for calls of {', '.join(calls)}"
            if any("callback" in call for call in calls):
                message += ", Python's own code (checks of equinox: EQX_ON_ERROR=nan)"
            raise MLIRError(message) from error
        if isinstance(error, MLIRError):
            raise
        raise MLIRError(f"from_jax: {error}") from error


# The importer knows few ops as older versions had them.
_ONNX_VERSION = 17


def from_onnx(
    model: Any, *, sizes: Mapping[str, int] | None = None, name: str = "main"
) -> Module:
    """Imports an ONNX model as linalg on tensors.

    Uses the importer that comes with iree-base-compiler, in a process of its own.
    Initializers become constants.

    Args:
        model: a path, or an `onnx.ModelProto`.
        sizes: numbers for sizes that the model leaves open, by their names.
        name: name of the function in the result.

    Raises:
        ImportError: onnx or iree-base-compiler is missing; says what to install.
        FileNotFoundError: there is no such file.
        MLIRError: it holds no ONNX model, the importer has no lowering for an op, or
            the model has no size of a name in `sizes`.
    """
    onnx = _need("onnx", "from_onnx", "onnx")
    _need("onnx.version_converter", "from_onnx", "onnx")
    importer = _need(
        "iree.compiler.extras.onnx_importer", "from_onnx", "iree-base-compiler"
    )
    if isinstance(model, (str, os.PathLike)):
        model = _load(os.fspath(model), onnx.load, "from_onnx", "ONNX model")
    if sizes:
        model = _set_sizes(onnx, model, sizes)
    old = [each.version for each in model.opset_import if each.domain in ("", "ai.onnx")]
    newer = bool(old) and old[0] < _ONNX_VERSION
    for version in (None, _ONNX_VERSION) if newer else (None,):
        try:
            convert = onnx.version_converter.convert_version
            given = convert(model, version) if version else model
            return _import_onnx(onnx, importer, given, name)
        except Exception as error:  # Of many kinds, the importer's own.
            refusal = error
    raise MLIRError(f"from_onnx: {refusal}") from refusal


def _set_sizes(onnx: Any, model: Any, sizes: Mapping[str, int]) -> Any:
    """A copy in which sizes of these names are numbers."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    graph, found = model.graph, set()
    for value in (*graph.input, *graph.output, *graph.value_info):
        for size in value.type.tensor_type.shape.dim:
            if size.dim_param in sizes:
                found.add(size.dim_param)
                size.dim_value = sizes[size.dim_param]
    if missing := sorted(set(sizes) - found):
        raise MLIRError(f"from_onnx: the model has no size named {', '.join(missing)}")
    return model


def _import_onnx(onnx: Any, importer: Any, model: Any, name: str) -> Module:
    model = onnx.shape_inference.infer_shapes(model, data_prop=True)
    model.graph.name = name
    context = importlib.import_module("iree.compiler.ir").Context()
    context.enable_multithreading(False)
    info = importer.ModelInfo(model)
    module = info.create_module(context=context)
    graph = importer.NodeImporter.define_function(info.main_graph, module.operation)
    graph.import_all()
    return _foreign.lower_by_iree(module, _ONNX_TO_LINALG)


def _load(path: str, load: Callable[[str], Any], caller: str, what: str) -> Any:
    """What a library reads from a file; an error of its own, of many kinds, says that
    there is no such thing."""
    try:
        with open(path, "rb"):
            return load(path)
    except OSError:
        raise
    except Exception as error:
        raise MLIRError(f"{caller}: {path} holds no {what}") from error


def _find(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _need(name: str, caller: str, package: str) -> Any:
    found = _find(name)
    if found is None:
        raise ImportError(
            f"mlir_amp.{caller} needs {package}, which is not installed: "
            f"`pip install {package}`"
        )
    return found
