# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The conversion: `mlir_amp.convert`."""

from __future__ import annotations

import json
import os
import tempfile
import warnings
from typing import Any, Callable, Iterable, Literal, Union

from . import _mlir_amp as _native
from ._errors import AmpWarning
from ._files import check_beside, check_readable, native_name
from ._module import Module, Source, parse, source_path, warn
from ._mlir_amp import Operation, Override
from ._profile import Profile, profile_file
from ._progress import Progress, Reporter, make_reporter
from ._report import Report
from ._rules import Rule, RuleSet


def file_options(**files: str | os.PathLike[str] | None) -> dict[str, object]:
    """The options that name files, of those that are given.

    Raises:
        OSError: one that is read cannot be, or its name is not UTF-8.
    """
    names = {key: native_name(file) for key, file in files.items() if file is not None}
    for key, name in names.items():
        # A policy without a slash and an ending is a preset.
        preset = key == "policy" and "/" not in name and not os.path.splitext(name)[1]
        if key != "save_plan" and not preset and name not in ("", "-"):
            check_readable(name)
    return dict(names)


def convert(
    module: Source,
    dtype: str = "f16",
    *,
    rules: Iterable[Rule] = (),
    policy: str | os.PathLike[str] | None = None,
    plan: str | os.PathLike[str] | None = None,
    save_plan: str | os.PathLike[str] | None = None,
    profile: str | os.PathLike[str] | Profile | None = None,
    signature: Literal["keep", "convert"] = "keep",
    unlisted: Literal["warn", "error", "ignore"] = "warn",
    assign: Literal["optimal", "greedy", "fixpoint"] = "optimal",
    compute: Literal["f32", "low"] = "f32",
    accumulate: Literal["f32", "low"] = "f32",
    error_ratio: float | None = None,
    fold_weights: bool = True,
    strict_rules: bool = False,
    guards: bool = True,
    absorb: bool = True,
    progress: Union[bool, Progress] = False,
) -> Module:
    """Converts an f32 module to mixed precision; the given one stays as it is.

    Contractions and convolutions read `dtype` and accumulate in f32; every other
    value is stored where it costs the fewest bytes among what numerics allow.

    Args:
        module: text, bytecode, a path, or a Module.
        dtype: target type, "f16" or "bf16".
        rules: callables asked once per op, in program order: an Operation in;
            ALWAYS, FOLLOW, NEVER, Always(accumulate=, result=) or None (no
            opinion) out. Later rules win, setting by setting. A rule with no
            opinion about any op is a warning (an error with strict_rules).
        policy: file of `amp.rule` ops, or the name of a preset; weaker than
            `rules`.
        plan: file with an earlier decision to apply.
        save_plan: file to write the decision to.
        profile: prices of accuracy and measured ranges: a Profile, or its file.
        signature: whether arguments and results of public functions keep their
            types.
        unlisted: what to do about an op that declares nothing.
        assign: "optimal" (fewest bytes), "greedy" (op by op), "fixpoint" (low
            unless forbidden).
        compute: type of arithmetic inside bodies of FOLLOW ops.
        accumulate: type of running values; "low" loses accuracy.
        error_ratio: how many times the error of "greedy", as a model estimates
            it, "optimal" may reach; finite, 0 or None for any.
        fold_weights: whether constants used low become low data.
        guards: whether range facts and statistics keep values high; off to see
            what other tools' rules do.
        absorb: whether bodies may hold casts; off for one type in and out of
            each op, as other tools have it.
        strict_rules: makes a rule that matches nothing an error.
        progress: True for a bar (with `tqdm`, else lines on stderr), or a
            callable `(stage, done, total)`; total is 0 where unknown.

    Returns:
        The converted Module; its `report` says why each op is as it is.

    Raises:
        MLIRError: located diagnostics of MLIR. Exceptions of rules come through
            as they are.
        OSError: a file cannot be read, or its name is not UTF-8.
        ValueError: `save_plan` is the module's file.

    >>> import mlir_amp
    >>> model = '''
    ... func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>,
    ...                 %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
    ...   %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
    ...          outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    ...   return %0 : tensor<64x64xf32>
    ... }'''
    >>> low = mlir_amp.convert(model, dtype="bf16", signature="convert")
    >>> "bf16" in str(low)
    True
    >>> def keep_products(op):
    ...     return mlir_amp.NEVER if op.name == "linalg.matmul" else None
    >>> high = mlir_amp.convert(model, dtype="bf16", rules=[keep_products])
    >>> "bf16" in str(high)
    False
    >>> [hit.op for hit in high.report.rule_hits]
    ['linalg.matmul']
    """
    rule_set = RuleSet(rules)
    check_beside(source_path(module), save_plan)
    with profile_file(profile) as prices, make_reporter(progress) as report_progress:
        files = file_options(
            policy=policy, plan=plan, save_plan=save_plan, profile=prices
        )
        report_progress("parse", 0, 0)
        source = parse(module)
        ask = _make_ask(source, rule_set, report_progress)
        report_progress("decide", 0, 0)
        with tempfile.TemporaryDirectory(prefix="mlir_amp-") as folder:
            path = os.path.join(folder, "report.json")
            options: dict[str, object] = {
                "type": dtype,
                "signature": signature,
                "unlisted": unlisted,
                "assign": assign,
                "compute": compute,
                "accumulate": accumulate,
                "fold_weights": fold_weights,
                "strict_rules": strict_rules,
                "guards": guards,
                "absorb": absorb,
                "report": path,
            }
            if error_ratio is not None:
                options["error_ratio"] = error_ratio
            options.update(files)
            native, diagnostics = _native.convert(source._native, options, ask)
            report_progress("report", 0, 0)
            data = _read_report(path)
    warn(diagnostics, stacklevel=2)
    check_unmatched(rule_set, strict_rules)
    return Module(native, Report(data, tuple(rule_set.hits)), diagnostics)


def _make_ask(
    source: Module, rules: RuleSet, report_progress: Reporter
) -> Callable[[Operation], Override | None] | None:
    """The one callable that MLIR asks; None where nobody listens."""
    if not rules.rules and not report_progress.wants_ops:
        return None
    if not report_progress.wants_ops:
        return rules.ask
    total = sum(1 for _ in source.ops())
    done = 0

    def ask(op: Operation) -> Override | None:
        nonlocal done
        done += 1
        report_progress("decide", done, total)
        return rules.ask(op)

    return ask


def _read_report(path: str) -> dict[str, Any]:
    with open(path, encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    return data


def check_unmatched(rules: RuleSet, strict: bool) -> None:
    """Warns of a rule without an opinion; ValueError if `strict`."""
    for name in rules.unmatched():
        text = f"rule {name!r} had no opinion about any op"
        if strict:
            raise ValueError(text)
        warnings.warn(text, AmpWarning, stacklevel=3)
