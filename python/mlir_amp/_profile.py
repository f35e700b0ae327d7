# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What runs measured about single values, and the profile that says so."""

from __future__ import annotations

import contextlib
import json
import math
import os
import tempfile
from dataclasses import dataclass, field
from typing import Any, Iterator, Mapping

from ._files import write_text

# Columns of amp-instrument's rows (docs/calibrate.md).
ELEMENTS, INFINITE, NAN, ZERO, SUBNORMAL, MIN, MAX, SQUARES, EXPONENTS = range(9)
# Largest finite value, exponents of the smallest normal and of the smallest
# subnormal number.
LIMITS = {"f16": (65504.0, -14, -24), "bf16": (3.3895313892515355e38, -126, -133)}
MARGIN = 2.0
"""Head-room for inputs that were not measured, as in docs/profile.md."""


def _limits(dtype: str) -> tuple[float, int, int]:
    if dtype not in LIMITS:
        raise ValueError(f"expected dtype to be {' or '.join(LIMITS)}, got {dtype!r}")
    return LIMITS[dtype]


def check_margin(margin: float) -> float:
    """The margin as profiles write it; ValueError for what they may not have."""
    if not 1 <= margin < math.inf:
        raise ValueError(f"expected margin to be at least 1 and finite, got {margin!r}")
    return float(margin)


@dataclass(frozen=True)
class Record:
    """All elements that one value took in all samples.

    Attributes:
        path: the stable path of the op or argument.
        result: number of the result, None if the op has one, or an argument.
        location: where it came from.
        elements: how many elements were seen; of these infinite, nan, zero,
            and subnormal (in f32).
        min, max: bounds of the finite ones; infinite and swapped if none was.
        rms: root of the mean square of the finite ones.
        exponents: how many elements have each exponent (floor of the base-2
            logarithm), for exponents that occur; zeros, subnormals, infinities
            and NaN are not among them.
    """

    path: str
    result: int | None
    location: str
    elements: int
    infinite: int
    nan: int
    zero: int
    subnormal: int
    min: float
    max: float
    rms: float
    exponents: Mapping[int, int]

    @staticmethod
    def from_row(key: Mapping[str, Any], row: Any) -> Record:
        """One row of an instrumented module's last result."""
        finite = row[ELEMENTS] - row[INFINITE] - row[NAN]
        counts = row[EXPONENTS:]
        return Record(
            path=key["path"],
            result=key.get("result"),
            location=key.get("loc", ""),
            elements=int(row[ELEMENTS]),
            infinite=int(row[INFINITE]),
            nan=int(row[NAN]),
            zero=int(row[ZERO]),
            subnormal=int(row[SUBNORMAL]),
            min=float(row[MIN]),
            max=float(row[MAX]),
            rms=math.sqrt(row[SQUARES] / finite) if finite else 0.0,
            # Biased exponents 0 and 255 stand for something else.
            exponents={e - 127: int(counts[e]) for e in range(1, 255) if counts[e]},
        )

    @property
    def name(self) -> str:
        """The path, with the result's number where there are several."""
        return self.path if self.result is None else f"{self.path}:{self.result}"

    @property
    def magnitude(self) -> float:
        """The largest finite absolute value, 0 if there was none."""
        return max(abs(self.min), abs(self.max)) if self.min <= self.max else 0.0

    @property
    def rms_nonzero(self) -> float:
        """The root of the mean square of the finite elements other than zero, 0
        if there are none: how large a number is that matters to the whole."""
        finite = self.elements - self.infinite - self.nan
        share = (finite - self.zero) / finite if finite else 0.0
        return self.rms / math.sqrt(share) if share else 0.0

    def overflow(self, dtype: str = "f16") -> float:
        """How much of the type's range is used: above 1, elements overflow."""
        return self.magnitude / _limits(dtype)[0]

    def loses_digits(self, dtype: str = "f16", margin: float = MARGIN) -> bool:
        """Whether most of the sum of squares is of numbers so small that `dtype`
        has fewer digits of them than bf16's eight: the root of the mean square is
        below `margin` times the smallest number that has those."""
        return 0 < self.rms_nonzero < margin * 2.0 ** (_limits(dtype)[2] + 7)

    def share_below(self, dtype: str = "f16", *, vanish: bool = False) -> float:
        """Share of the elements other than zero that are subnormal in `dtype`,
        or that round to zero there (to a power of two)."""
        normal, least = _limits(dtype)[1:]
        bound = least - 1 if vanish else normal
        total = sum(self.exponents.values()) + self.subnormal
        below = sum(n for e, n in self.exponents.items() if e < bound)
        return (below + self.subnormal) / total if total else 0.0

    def entry(self) -> dict[str, Any]:
        """As profiles write it."""
        entry: dict[str, Any] = {"path": self.path}
        if self.result is not None:
            entry["result"] = self.result
        if self.min <= self.max:
            entry.update(min=self.min, max=self.max, rms=self.rms_nonzero)
        entry["comment"] = {
            "loc": self.location,
            "elements": self.elements,
            "infinite": self.infinite,
            "nan": self.nan,
            "zero": self.zero,
            "subnormal": self.subnormal,
            "exponents": {str(e): n for e, n in self.exponents.items()},
        }
        return entry


@dataclass
class Profile:
    """Measured ranges and prices of accuracy, by value.

    Attributes:
        records: what `calibrate` measured, in program order.
        samples: how many runs it is from.
        margin: how many times a measured magnitude must fit into the low type, and
            be as large as its smallest number with eight binary digits.
        prices: byte equivalents of a low choice, by (path, result or None).
    """

    records: list[Record] = field(default_factory=list)
    samples: int = 0
    margin: float = MARGIN
    prices: dict[tuple[str, int | None], float] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def find(self, path: str, result: int | None = None) -> Record:
        """The record of a value; KeyError if there is none."""
        for record in self.records:
            if record.path == path and record.result == result:
                return record
        raise KeyError(path)

    def outside(self, dtype: str = "f16") -> list[Record]:
        """Values that the margin keeps out of `dtype`, largest first: some elements
        are too large, or most too small."""
        found = [r for r in self.records if not self._fits(r, dtype)]
        return sorted(found, key=lambda r: -r.magnitude)

    def _fits(self, record: Record, dtype: str) -> bool:
        return record.overflow(dtype) * self.margin <= 1 and not record.loses_digits(
            dtype, self.margin
        )

    def json(self) -> str:
        """The text of the profile (docs/profile.md); ValueError for a bad margin."""
        margin = check_margin(self.margin)
        entries: list[dict[str, Any]] = []
        placed = set()
        for record in self.records:
            entry = record.entry()
            key = (record.path, record.result)
            if self.prices.get(key):
                entry["price"] = self.prices[key]
                placed.add(key)
            if len(entry) > 2 + (record.result is not None):
                entries.append(entry)
        for (path, result), price in self.prices.items():
            if price and (path, result) not in placed:
                entries.append(
                    {"path": path, "price": price}
                    if result is None
                    else {"path": path, "result": result, "price": price}
                )
        lines = ",\n  ".join(json.dumps(entry) for entry in entries)
        head = f'"version": 1, "margin": {json.dumps(margin)}'
        return f'{{{head}, "entries": [\n  {lines}\n]}}\n'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the profile, as a whole or not at all."""
        write_text(path, self.json())

    def table(self, *, dtype: str = "f16", max_rows: int = 20) -> str:
        """The largest values and what `dtype` does to them, in plain text; of one
        without a finite element nobody knows whether it fits."""
        header = ("value", "min", "max", "subnormal", "vanish", "inf", "nan", "fits")
        rows = [header]
        for record in sorted(self.records, key=lambda r: -r.magnitude)[:max_rows]:
            known = record.min <= record.max
            fits = self._fits(record, dtype)
            rows.append(
                (
                    record.name,
                    f"{record.min:.4g}" if known else "none",
                    f"{record.max:.4g}" if known else "none",
                    f"{100 * record.share_below(dtype):.2f} %",
                    f"{100 * record.share_below(dtype, vanish=True):.2f} %",
                    str(record.infinite),
                    str(record.nan),
                    ("yes" if fits else "no") if known else "unknown",
                )
            )
        widths = [max(map(len, column)) for column in zip(*rows)]
        return "".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n"
            for row in rows
        )


@contextlib.contextmanager
def profile_file(
    profile: str | os.PathLike[str] | Profile | None,
) -> Iterator[str | os.PathLike[str] | None]:
    """The file of a profile; one that is no file yet is one for this long."""
    if not isinstance(profile, Profile):
        yield profile
        return
    with tempfile.TemporaryDirectory(prefix="mlir_amp-") as folder:
        path = os.path.join(folder, "profile.json")
        profile.save(path)
        yield path
