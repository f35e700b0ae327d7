# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cheapest conversion within an accuracy budget: `mlir_amp.tune`."""

from __future__ import annotations

import math
import os
import tempfile
import warnings
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, Iterable, Union

from ._convert import convert
from ._emulate import Emulation, Key, low_values
from ._errors import AmpWarning
from ._execute import as_sample, compile_module, find_entry
from ._metrics import Metric, find_metric
from ._module import Module, Source, parse
from ._files import write_text
from ._profile import Profile
from ._progress import Progress, Reporter, make_reporter
from ._report import Report, format_bytes

MAX_PRICE = float(1 << 40)
MAX_PLANS = 40


@dataclass
class Point:
    """One plan of the trade-off curve.

    Attributes:
        factor: byte equivalents that the squared relative error is worth.
        cost: what the conversion minimises (docs/tune.md), in bytes.
        emulated: the metric with the plan's low values rounded one by one.
        measured: the metric of the converted module; None if not evaluated.
        seconds: its time for all inputs; None if not evaluated.
        plan: the plan's text; "" is f32 throughout.
    """

    factor: float
    cost: float
    emulated: float
    plan: str
    measured: float | None = None
    seconds: float | None = None


@dataclass
class Kept:
    """A value that stays f32 for the sake of accuracy.

    Attributes:
        path, result, location: which value.
        error: relative error of the results with this value alone rounded.
    """

    path: str
    result: int | None
    location: str
    error: float


@dataclass
class Tuned:
    """What `tune` found.

    Attributes:
        module: the converted module; the given one if only f32 will do.
        plan: text of its plan, for `convert(plan=FILE)`.
        metric: the module's metric on the inputs, measured.
        tolerance: what was asked for.
        cost: its modelled bytes, as the conversion counts them (docs/tune.md);
            cost_before: those of f32.
        evaluations: how many conversions were compiled and run.
        shadow_runs: how often the emulating module ran.
        curve: the plans found, cheapest first.
        kept: values that accuracy keeps in f32, most harmful first.
        stopped: whether `max_evaluations` ended the search before a cheaper plan
            of the curve was ruled out.
    """

    module: Module
    plan: str
    metric: float
    tolerance: float
    cost: float
    cost_before: float
    evaluations: int
    shadow_runs: int
    curve: list[Point] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    stopped: bool = False

    def save_plan(self, path: str | os.PathLike[str]) -> None:
        """Writes the plan, as a whole or not at all."""
        write_text(path, self.plan)

    def report(self, *, max_rows: int = 20) -> str:
        """What was chosen and what stays f32 for accuracy, in plain text."""
        share = self.cost / self.cost_before if self.cost_before else 1.0
        lines = [
            f"metric {self.metric:.3e} of {self.tolerance:.3e} allowed; "
            f"{format_bytes(round(self.cost))}, {100 * share:.1f} % of f32",
            f"{self.evaluations} evaluations, {self.shadow_runs} shadow runs, "
            f"{len(self.curve)} plans",
        ]
        if self.stopped:
            lines.append(
                f"stopped after {self.evaluations} evaluations: a cheaper plan may do"
            )
        if self.kept:
            lines.append("kept in f32 for accuracy, by the error that each costs alone:")
            for kept in self.kept[:max_rows]:
                name = kept.path if kept.result is None else f"{kept.path}:{kept.result}"
                lines.append(f"  {kept.error:.2e}  {name}  {kept.location}")
            if len(self.kept) > max_rows:
                lines.append(f"  and {len(self.kept) - max_rows} more")
        else:
            lines.append("nothing is kept in f32 for accuracy alone")
        return "\n".join(lines) + "\n"

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Draws the curve (needs matplotlib), as a whole or not at all, as what the
        name ends in; ValueError where that is no picture."""
        from ._plots import draw_curve

        draw_curve(self, os.fspath(path))


def tune(
    module: Source,
    inputs: Iterable[Any],
    metric: Union[str, Metric] = "relative",
    tolerance: float = 1e-3,
    *,
    dtype: str = "f16",
    executor: Executor | None = None,
    max_evaluations: int = 30,
    max_shadow_runs: int = 128,
    target: str = "cpu",
    entry: str | None = None,
    progress: Union[bool, Progress] = False,
) -> Tuned:
    """Finds the conversion of fewest bytes whose metric is within a tolerance.

    A shadow run rounds each value alone and measures what that does to the
    results. Its squares are prices in the minimum cut; a factor on all prices
    is swept, which gives the plans between "as many low as possible" and "f32".
    Each is emulated in the same compiled module; then the cheapest that should
    do are converted, compiled and run, on `executor` where one is given.

    Args:
        module: text, bytecode, a path, or a Module, in f32.
        inputs: one tuple of arrays for each run; the metric sees them all, the
            shadow run takes the first.
        metric: "relative", "largest", "cosine", "top1", or a callable that takes
            the results and the f32 results (a list of tuples of arrays each) and
            returns a number; smaller is better. Results in bf16 come as f32. With
            an executor of other processes it must be picklable.
        tolerance: the largest metric allowed.
        dtype: "f16" or "bf16".
        executor: any concurrent.futures.Executor.
        max_evaluations: how many conversions may be compiled and run.
        max_shadow_runs: how many runs may measure single values; where there are
            more values, neighbours share one.
        target: what is compiled for; "stock" takes the tools of the distribution.
        entry: the public function to run, which nobody calls; needed where there
            are several. The others are converted too, and count.
        progress: as for `convert`.

    Raises:
        MLIRError: the module does not parse or convert, or has no entry.
        TypeError: the metric returns no number.
        ValueError: no inputs, no results, a tolerance that is no number, f32 itself
            outside of it, or max_evaluations is below 1.
    """
    find = find_metric(metric)
    if max_evaluations < 1:
        raise ValueError(f"expected max_evaluations to be at least 1, got {max_evaluations}")
    with make_reporter(progress) as report_progress:
        search = _Search(
            parse(module), inputs, find, tolerance, dtype, max_shadow_runs, target, entry
        )
        search.measure(report_progress)
        search.sweep(report_progress)
        best = search.confirm(executor, max_evaluations, report_progress)
        return search.finish(best)


def _as_number(value: Any) -> float:
    """What a metric returned; TypeError unless it is a number."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"expected a metric that returns a number, got {value!r}") from None


class _Search:
    """The state of one call of `tune`."""

    def __init__(
        self,
        module: Module,
        inputs: Iterable[Any],
        metric: Metric,
        tolerance: float,
        dtype: str,
        max_shadow_runs: int,
        target: str,
        entry: str | None,
    ):
        self.entry = find_entry(module, entry)
        self.module, self.metric, self.tolerance = module, metric, tolerance
        self.dtype, self.max_shadow_runs, self.target = dtype, max_shadow_runs, target
        if math.isnan(tolerance):
            raise ValueError("expected a number as the tolerance, got nan")
        self.samples = [tuple(as_sample(sample)) for sample in inputs]
        if not self.samples:
            raise ValueError("expected at least one input, got none")
        executable = compile_module(module, target, entry=self.entry)
        self.reference = [executable.numbers(*sample) for sample in self.samples]
        if not self.reference[0]:
            raise ValueError("expected a function with results to compare, got none")
        exact = _as_number(metric(self.reference, self.reference))
        if not exact <= tolerance:
            raise ValueError(
                f"expected f32 to be within the tolerance {tolerance:g}, got {exact:g}"
            )
        self.exact = exact
        self.emulation = Emulation(module, self.samples[:1], dtype, target, self.entry)
        self.errors: dict[Key, float] = {}
        self.points: dict[str, Point] = {}
        self.default: Point | None = None
        self.start: Point | None = None
        self.cost_before = 0.0
        self.evaluations = 0
        self.stopped = False

    def measure(self, report_progress: Reporter) -> None:
        """Prices every value by what it does alone."""
        errors = self.emulation.measure(
            self.max_shadow_runs, lambda done, total: report_progress("shadow", done, total)
        )
        for number, error in enumerate(errors):
            self.errors[self.emulation.key(number)] = error

    def probe(self, factor: float, *, priced: bool = True) -> Point:
        """The plan at one price factor, known or new; that of the conversion
        without a profile if nothing is priced."""
        profile = Profile()
        for key, error in self.errors.items() if priced else ():
            # What breaks the results has no price that pays.
            price = MAX_PRICE if math.isinf(error) else min(MAX_PRICE, factor * error)
            if price >= 1:
                profile.prices[key] = price
        with tempfile.TemporaryDirectory(prefix="mlir_amp-") as folder:
            prices = os.path.join(folder, "prices.json")
            plan = os.path.join(folder, "plan")
            profile.save(prices)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", AmpWarning)
                converted = convert(
                    self.module, self.dtype, profile=prices, save_plan=plan
                )
            with open(plan, encoding="utf-8") as file:
                text = file.read()
        self.cost_before = _cost(converted.report, before=True)
        if not converted.report.changed:
            text = self.high_plan()
        if text not in self.points:
            on = self.emulation.select(text)
            emulated = _as_number(
                self.metric(self.emulation.run(on), self.emulation.reference)
            )
            self.points[text] = Point(factor, _cost(converted.report), emulated, text)
        return self.points[text]

    def high_plan(self) -> str:
        """The plan of f32 throughout."""
        return f'amp-plan 1 f32 {self.dtype}\nloc "*": high\n'

    def sweep(self, report_progress: Reporter) -> None:
        """The curve: plans at price factors from none to all there is."""
        finite = [e for e in self.errors.values() if e and math.isfinite(e)]
        # First of all, what the user has without us.
        self.default = self.probe(0.0, priced=False)
        self.start = start = self.probe(0.0)
        report_progress("sweep", 1, MAX_PLANS)
        if not finite:
            return
        # At `low` the prices together are a thousandth of the bytes; at `high`
        # the least of them is more than all bytes.
        low = 1e-3 * self.cost_before / sum(finite)
        high = 10 * self.cost_before / min(finite)
        steps = [low * (high / low) ** (i / 8) for i in range(9)]
        found = [(0.0, start)] + [(factor, self.probe(factor)) for factor in steps]
        probes = len(found)
        while probes < MAX_PLANS:
            report_progress("sweep", probes, MAX_PLANS)
            gaps = [
                (abs(math.log((b[1].cost + 1) / (a[1].cost + 1))), i)
                for i, (a, b) in enumerate(zip(found, found[1:]))
                if a[1] is not b[1] and b[0] > 1.05 * max(a[0], low)
            ]
            if not gaps:
                break
            i = max(gaps)[1]
            factor = math.sqrt(max(found[i][0], low / 10) * found[i + 1][0])
            found.insert(i + 1, (factor, self.probe(factor)))
            probes += 1

    def curve(self) -> list[Point]:
        """Points that no other beats in both cost and emulated metric, and that of
        the conversion as it is."""
        points = sorted(
            self.points.values(), key=lambda p: (p.cost, p is not self.default, p.emulated)
        )
        best = math.inf
        kept: list[Point] = []
        for point in points:
            if point.emulated < best or point is self.default or not kept:
                kept.append(point)
                best = min(best, point.emulated)
        return kept

    def confirm(
        self, executor: Executor | None, budget: int, report_progress: Reporter
    ) -> Point:
        """The cheapest point of the curve that keeps the tolerance, converted,
        compiled and run. Starts where the emulation says, gallops from there."""
        curve = [p for p in self.curve() if p.plan != self.high_plan()]
        exact = Point(math.inf, self.cost_before, 0.0, "", self.exact)
        width = max(1, int(getattr(executor, "_max_workers", 0) or 4)) if executor else 1
        guess = next(
            (i for i, p in enumerate(curve) if p.emulated <= self.tolerance), len(curve)
        )
        fails, passes, step = -1, len(curve), 1
        while fails + 1 < passes and self.evaluations < budget:
            if step == 1:
                first = min(guess, len(curve) - 1)
            elif fails < 0:
                first = max(0, passes - step // 2)
            elif passes == len(curve):
                first = min(passes - 1, fails + step // 2)
            else:
                first = (fails + passes) // 2
            step *= 2
            wanted = _around(first, fails, passes, min(width, budget - self.evaluations))
            self._evaluate([curve[i] for i in wanted], executor)
            report_progress("evaluate", self.evaluations, budget)
            good = [i for i in wanted if self._holds(curve[i])]
            passes = min([passes, *good])
            fails = max([fails, *(i for i in wanted if i < passes)])
        self.stopped = fails + 1 < passes
        return curve[passes] if passes < len(curve) else exact

    def _holds(self, point: Point) -> bool:
        return point.measured is not None and point.measured <= self.tolerance

    def _evaluate(self, points: list[Point], executor: Executor | None) -> None:
        jobs = []
        for point in points:
            text = self.convert(point.plan).bytecode
            arguments = (
                text, self.samples, self.reference, self.metric, self.target, self.entry
            )
            if executor is None:
                point.measured, point.seconds = evaluate(*arguments)
            else:
                jobs.append((point, executor.submit(evaluate, *arguments)))
        for point, job in jobs:
            point.measured, point.seconds = job.result()
        self.evaluations += len(points)

    def convert(self, plan: str) -> Module:
        """The module converted by a plan; as it is for f32."""
        if not plan:
            return self.module
        with tempfile.TemporaryDirectory(prefix="mlir_amp-") as folder:
            path = os.path.join(folder, "plan")
            write_text(path, plan)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", AmpWarning)
                return convert(self.module, self.dtype, plan=path)

    def finish(self, best: Point) -> Tuned:
        plan = best.plan or self.high_plan()
        assert self.start is not None
        base = low_values(self.start.plan)
        low = low_values(plan)
        kept = [
            Kept(path, result, self._location(path), math.sqrt(error))
            for (path, result), error in self.errors.items()
            if (path, result or 0) not in low
            and ((path, result or 0) in base or math.isinf(error))
        ]
        kept.sort(key=lambda k: -k.error)
        assert best.measured is not None
        return Tuned(
            module=self.convert(best.plan),
            plan=plan,
            metric=best.measured,
            tolerance=self.tolerance,
            cost=best.cost,
            cost_before=self.cost_before,
            evaluations=self.evaluations,
            shadow_runs=self.emulation.runs,
            curve=self.curve(),
            kept=kept,
            stopped=self.stopped,
        )

    def _location(self, path: str) -> str:
        for switch in self.emulation.switches:
            if switch["path"] == path:
                return str(switch.get("loc", ""))
        return ""


def _around(first: int, fails: int, passes: int, width: int) -> list[int]:
    """Up to `width` numbers between the bounds, `first` and what is next to it."""
    order = sorted(range(fails + 1, passes), key=lambda i: (abs(i - first), i))
    return sorted(order[:width])


def _cost(report: Report, *, before: bool = False) -> float:
    """What the conversion minimises, as its report says."""
    objective: dict[str, int] = report.data["objective"]
    return float(objective["before" if before else "after"])


def evaluate(
    bytecode: bytes,
    samples: Any,
    reference: Any,
    metric: Metric,
    target: str,
    entry: str,
) -> tuple[float, float]:
    """Compiles and runs one module; its metric and its seconds. Runs in workers."""
    executable = compile_module(parse(bytecode), target, entry=entry)
    results, seconds = [], 0.0
    for sample in samples:
        results.append(executable.numbers(*sample))
        seconds += executable.seconds
    value = _as_number(metric(results, reference))
    # NaN compares with nothing: call it the worst.
    return (math.inf if math.isnan(value) else value), seconds
