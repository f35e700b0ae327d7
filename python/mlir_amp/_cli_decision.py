# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a command line says about which precisions are chosen."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
from typing import Any, Iterator

from ._files import check_beside
from ._rules import Rule


class RuleFailed(Exception):
    """Wraps what a rule raised, to tell it from our own faults."""


def add_decision(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `convert` that `shadow` has too."""
    parser.add_argument("--dtype", default="f16", help="f16 (default) or bf16")
    parser.add_argument("--assign", choices=("optimal", "greedy", "fixpoint"))
    parser.add_argument(
        "--error-ratio", type=float, metavar="N", help="see docs/error-limit.md"
    )
    parser.add_argument("--compute", choices=("f32", "low"))
    parser.add_argument("--accumulate", choices=("f32", "low"))
    parser.add_argument("--unlisted", choices=("warn", "error", "ignore"))
    parser.add_argument("--policy", metavar="FILE", help="amp.rule ops, or a preset")
    parser.add_argument("--plan", metavar="FILE", help="an earlier decision to apply")
    parser.add_argument("--profile", metavar="FILE", help="prices and ranges")
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="FILE.py:NAME",
        help="a rule in Python; may be repeated, later ones win",
    )
    parser.add_argument("--strict-rules", action="store_true")
    parser.add_argument(
        "--no-guards", action="store_true", help="range facts and statistics keep nothing high"
    )
    parser.add_argument(
        "--no-absorb", action="store_true", help="bodies hold no casts, as with other tools"
    )


def check_decision(args: argparse.Namespace, *outputs: str | None) -> None:
    """No output replaces a file that `read_decision` names.

    Raises:
        ValueError: one does.
    """
    for what in ("policy", "plan", "profile"):
        check_beside(getattr(args, what), *outputs, what=f"the {what}")
    for spec in args.rule:
        check_beside(spec.rpartition(":")[0], *outputs, what="the rules")


def read_decision(args: argparse.Namespace) -> dict[str, Any]:
    """The keywords of `convert` for what add_decision added, without the type."""
    keys = "assign error_ratio compute accumulate unlisted policy plan profile".split()
    given = {key: getattr(args, key) for key in keys}
    return {
        **{key: value for key, value in given.items() if value is not None},
        "rules": [_load_rule(spec) for spec in args.rule],
        "strict_rules": args.strict_rules,
        "guards": not args.no_guards,
        "absorb": not args.no_absorb,
    }


@contextlib.contextmanager
def _failures_of_rules() -> Iterator[None]:
    # SystemExit, too: it would end the conversion with the status of the rule.
    try:
        yield
    except (Exception, SystemExit) as error:
        raise RuleFailed from error


def _load_rule(spec: str) -> Rule:
    path, colon, name = spec.rpartition(":")
    if not colon:
        raise ValueError(f"expected FILE.py:NAME, got {spec!r}")
    found = importlib.util.spec_from_file_location("mlir_amp_rules", path)
    if found is None or found.loader is None:
        raise ValueError(f"cannot load rules from {path!r}")
    module = importlib.util.module_from_spec(found)
    with open(path, "rb"):  # a file that cannot be read is no failed rule
        pass
    with _failures_of_rules():
        found.loader.exec_module(module)
    try:
        rule = getattr(module, name)
    except AttributeError:
        raise ValueError(f"no rule {name!r} in {path!r}") from None

    def guarded(op: Any) -> Any:
        with _failures_of_rules():
            return rule(op)

    guarded.__name__ = name
    return guarded
