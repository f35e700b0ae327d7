# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules in Python: what a callable may answer, and how answers combine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Iterable, Optional

from ._mlir_amp import Operation, Override


@dataclass(frozen=True)
class Verdict:
    """What a rule says about one op; see ALWAYS, FOLLOW, NEVER and Always.

    Attributes:
        category: "always", "follow" or "never", or None for what weaker rules
            or the op itself declare.
        accumulate: type of the running value ("f32", "f16", "bf16"), or None
            for what the op declares.
        result: element type of the results, or None.
    """

    category: str | None = None
    accumulate: str | None = None
    result: str | None = None

    def over(self, weaker: Verdict) -> Verdict:
        """This verdict, with what it leaves open taken from a weaker one."""
        return Verdict(
            *(
                weak if strong is None else strong
                for strong, weak in (
                    (self.category, weaker.category),
                    (self.accumulate, weaker.accumulate),
                    (self.result, weaker.result),
                )
            )
        )

    def __str__(self) -> str:
        more = [
            f"{key}={value}"
            for key, value in (("accumulate", self.accumulate), ("result", self.result))
            if value is not None
        ]
        return " ".join([self.category, *more] if self.category else more)


ALWAYS = Verdict("always")
"""Gains from low precision: computes in the target type."""
FOLLOW = Verdict("follow")
"""Fine in either type; takes what its neighbours make cheapest."""
NEVER = Verdict("never")
"""Keeps the types it has."""


def Always(accumulate: str | None = None, result: str | None = None) -> Verdict:
    """ALWAYS, with the type of the running value and of the results.

    >>> print(Always(accumulate="f32", result="f16"))
    always accumulate=f32 result=f16
    """
    return Verdict("always", accumulate, result)


Rule = Callable[[Operation], Optional[Verdict]]
"""A rule: an op in, a verdict or None (no opinion) out."""


@dataclass(frozen=True)
class RuleHit:
    """One op that a rule in Python had an opinion about.

    Attributes:
        rule: the callable's name.
        op: the op's name.
        location: where the op came from.
        function: the enclosing function, or None.
        verdict: what the rule said; later rules may have overruled it.
    """

    rule: str
    op: str
    location: str
    function: str | None
    verdict: Verdict


def rule_name(rule: Rule) -> str:
    """The name under which a rule is reported."""
    return getattr(rule, "__name__", None) or type(rule).__name__


class RuleSet:
    """Asks rules about ops. Later rules win, setting by setting, as in policies."""

    def __init__(self, rules: Iterable[Rule]):
        if callable(rules) or not isinstance(rules, Iterable):
            raise TypeError(f"expected rules to be a list of callables, got {rules!r}")
        self.rules = tuple(rules)
        for rule in self.rules:
            if not callable(rule):
                raise TypeError(f"expected a rule to be callable, got {rule!r}")
        self.hits: list[RuleHit] = []
        self._matched: set[int] = set()  # By place: names may be equal.

    def ask(self, op: Operation) -> Override | None:
        """The merged answer in plain data, None for no opinion."""
        merged = Verdict()
        said: list[tuple[str, Verdict]] = []
        matched: set[int] = set()
        for index, rule in enumerate(self.rules):
            verdict = rule(op)
            if verdict is None:
                continue
            name = rule_name(rule)
            if not isinstance(verdict, Verdict):
                raise TypeError(
                    f"rule {name!r} returned {verdict!r} for {op.name}; expected "
                    "ALWAYS, FOLLOW, NEVER, Always(...), Verdict(...) or None"
                )
            merged = verdict.over(merged)
            said.append((name, verdict))
            matched.add(index)
        if merged == Verdict():
            return None
        self._matched |= matched
        self._record(op, said)
        reason = "rule " + ", ".join(dict.fromkeys(name for name, _ in said))
        return Override(merged.category, merged.accumulate, merged.result, reason)

    def _record(self, op: Operation, said: list[tuple[str, Verdict]]) -> None:
        where, function = str(op.location), op.function
        for name, verdict in said:
            self.hits.append(RuleHit(name, op.name, where, function, verdict))

    def unmatched(self) -> list[str]:
        """Names of rules that had no opinion about any op."""
        return [
            rule_name(rule)
            for index, rule in enumerate(self.rules)
            if index not in self._matched
        ]
