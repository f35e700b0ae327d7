# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a conversion decided and why, as objects and as a table."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Iterator, Sequence

from ._rules import RuleHit


@dataclass(frozen=True)
class OpDecision:
    """One op of the input and how it runs now.

    Attributes:
        path: a stable name of its place in the module.
        location: where it came from.
        op: its name.
        category: "always", "follow" or "never", as it held in the end.
        declared_by: "interface", "policy", ...: who said so.
        reason: why, in words.
        precision: "high", "low", "mixed", or "none" if nothing takes part.
        binding: the constraint that holds it there, "bytes" if only cost did.
        operands, results: element types.
        compute, accumulate: element types of its arithmetic.
        otherwise_bytes: bytes that the other choice would add; None where a
            constraint forbids it, named by otherwise_constraint.
    """

    path: str
    location: str
    op: str
    category: str
    declared_by: str
    reason: str
    precision: str
    binding: str
    compute: str
    accumulate: str
    operands: tuple[str, ...]
    results: tuple[str, ...]
    otherwise_bytes: int | None
    otherwise_constraint: str

    @staticmethod
    def _read(data: dict[str, Any]) -> OpDecision:
        otherwise = data.get("otherwise", {})
        words: dict[str, str] = {
            key: data.get(key, "")
            for key in (
                "path",
                "location",
                "op",
                "category",
                "declared_by",
                "reason",
                "precision",
                "binding",
                "compute",
                "accumulate",
            )
        }
        return OpDecision(
            **words,
            operands=tuple(data.get("operands", ())),
            results=tuple(data.get("results", ())),
            otherwise_bytes=otherwise.get("bytes"),
            otherwise_constraint=otherwise.get("constraint", ""),
        )


@dataclass(frozen=True)
class Cast:
    """One cast that costs a pass over memory."""

    path: str
    location: str
    source: str
    target: str
    bytes: int
    weight: bool


@dataclass(frozen=True)
class Kept:
    """Ops of one name that stayed as they were for one reason."""

    op: str
    category: str
    binding: str
    reason: str
    count: int
    bytes: int
    locations: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """The report of one conversion.

    Attributes:
        data: everything, as the JSON report has it.
        rule_hits: each op that a rule in Python had an opinion about.
    """

    data: dict[str, Any]
    rule_hits: Sequence[RuleHit] = field(default=())

    @property
    def changed(self) -> bool:
        """Whether anything is low now."""
        return bool(self.data.get("changed", False))

    @property
    def unchanged_reason(self) -> str:
        """Why nothing changed; empty if something did."""
        return str(self.data.get("unchanged_reason", ""))

    @property
    def ops(self) -> list[OpDecision]:
        """Every op that takes part, in program order."""
        return [OpDecision._read(entry) for entry in self.data.get("ops", ())]

    @property
    def casts(self) -> list[Cast]:
        """Casts over memory, dearest first."""
        return [
            Cast(
                entry["path"],
                entry["location"],
                entry["from"],
                entry["to"],
                entry["bytes"],
                entry["weight"],
            )
            for entry in self.data.get("cast_list", ())
        ]

    @property
    def kept(self) -> list[Kept]:
        """What stayed in its old type, largest first."""
        return [
            Kept(
                entry["op"],
                entry["category"],
                entry["binding"],
                entry["reason"],
                entry["count"],
                entry["bytes"],
                tuple(entry["locations"]),
            )
            for entry in self.data.get("kept", ())
        ]

    @property
    def hints(self) -> list[str]:
        """Advice, one sentence each."""
        return list(self.data.get("hints", ()))

    @property
    def error_limit(self) -> str:
        """What the limit on the estimated error did, in a sentence; empty without
        one (docs/error-limit.md)."""
        error = self.data.get("error", {})
        if not error.get("limit") or error.get("unlimited_ratio", 0) <= 0:
            return ""
        line = f"estimated error: {error['ratio']:.2f} times greedy's, limit {error['limit']:g}"
        if error["binding"]:
            line += "" if error["reached"] else " (out of reach)"
            line += (
                f"; without it {error['unlimited_ratio']:.2f} and activations of "
                f"{format_bytes(error['unlimited_bytes'])}"
            )
        return line

    @property
    def activation_bytes(self) -> tuple[int, int]:
        """Bytes of activations through memory, before and after."""
        data = self.data.get("total", self.data).get("bytes", {})
        return data.get("activations_before", 0), data.get("activations_after", 0)

    @property
    def weight_bytes(self) -> tuple[int, int]:
        """Bytes of weights through memory, before and after."""
        data = self.data.get("total", self.data).get("bytes", {})
        return data.get("weights_before", 0), data.get("weights_after", 0)

    def find(
        self, op: str | None = None, *, location: str | None = None
    ) -> list[OpDecision]:
        """Ops of a name whose location contains a text."""
        return [
            entry
            for entry in self.ops
            if (op is None or entry.op == op)
            and (location is None or location in entry.location)
        ]

    def __iter__(self) -> Iterator[OpDecision]:
        return iter(self.ops)

    def __str__(self) -> str:
        return self.table()

    def json(self) -> str:
        """The JSON text."""
        return json.dumps(self.data, indent=2)

    def table(self, *, max_rows: int = 20) -> str:
        """Tables in plain text, at most `max_rows` rows each."""
        lines = []
        for title, header, rows in self._tables(max_rows):
            lines.append(title)
            lines.extend(_plain(header, rows))
            lines.append("")
        if self.error_limit:
            lines.extend([self.error_limit, ""])
        lines.extend(f"hint: {hint}" for hint in self.hints)
        return "\n".join(lines).rstrip() + "\n"

    def print(self, *, max_rows: int = 20, file: Any = None) -> None:
        """Prints the tables, in colour if `rich` is installed."""
        try:
            from rich.console import Console
            from rich.table import Table
        except ImportError:
            print(self.table(max_rows=max_rows), end="", file=file)
            return
        console = Console(file=file)
        for title, header, rows in self._tables(max_rows):
            table = Table(title=title, title_justify="left")
            for column, name in enumerate(header):
                right = bool(rows) and rows[0][column][:1].isdigit()
                table.add_column(name, justify="right" if right else "left")
            for row in rows:
                table.add_row(*(_escape(cell) for cell in row))
            console.print(table)
        if self.error_limit:
            console.print(_escape(self.error_limit))
        for hint in self.hints:
            console.print(f"hint: {_escape(hint)}")

    def _tables(
        self, max_rows: int
    ) -> Iterator[tuple[str, Sequence[str], list[Sequence[str]]]]:
        low, high = self.data.get("low", "low"), self.data.get("high", "high")
        title = f"mixed precision: {high} -> {low}"
        if not self.changed and self.unchanged_reason:
            title += f"; nothing changed: {self.unchanged_reason}"
        rows: list[Sequence[str]] = []
        for name, (before, after) in (
            ("activations", self.activation_bytes),
            ("weights", self.weight_bytes),
        ):
            share = f"{after / before:.3f}" if before else "-"
            rows.append((name, format_bytes(before), format_bytes(after), share))
        yield title, ("bytes through memory", "before", "after", "share"), rows
        kept = self.kept
        if kept:
            yield (
                f"stayed {high}, and why",
                ("ops", "op", "category", "because", "first at"),
                [
                    (
                        str(group.count),
                        group.op,
                        group.category,
                        _because(group.binding, group.reason),
                        group.locations[0] if group.locations else "",
                    )
                    for group in kept[:max_rows]
                ],
            )
        casts = self.casts
        if casts:
            yield (
                f"largest of {len(casts)} casts",
                ("bytes", "cast", "at"),
                [
                    (
                        format_bytes(cast.bytes),
                        f"{cast.source} -> {cast.target}",
                        cast.location,
                    )
                    for cast in casts[:max_rows]
                ],
            )
        if self.rule_hits:
            yield (
                "rules in Python",
                ("rule", "op", "said", "at"),
                [
                    (hit.rule, hit.op, str(hit.verdict), hit.location)
                    for hit in self.rule_hits[:max_rows]
                ],
            )


def _because(binding: str, reason: str) -> str:
    if binding == "bytes":
        return "the fewest bytes"
    return f"{binding}: {reason}" if reason else binding


def _plain(header: Sequence[str], rows: list[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(header, *rows)]
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
        for row in (header, *rows)
    ]


def _escape(text: str) -> str:
    return text.replace("[", r"\[")


def format_bytes(count: int) -> str:
    """Bytes in powers of ten.

    >>> format_bytes(1234567)
    '1.23 MB'
    """
    if count < 1000:
        return f"{count} B"
    value, unit = float(count), ""
    for unit in ("kB", "MB", "GB", "TB"):
        value /= 1000
        if value < 1000:
            break
    return f"{value:.2f} {unit}"
