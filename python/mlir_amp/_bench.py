# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model benchmark: `python -m mlir_amp bench`."""

from __future__ import annotations

import json
import math
import os
import platform
import subprocess
import sys
import tempfile
import time
import warnings
from typing import Any, Callable, Iterable, Sequence

from . import _bench_peers as peers
from ._cases import Case, load_case
from ._convert import convert
from ._errors import AmpWarning, MLIRError
from ._module import Module, parse
from ._profile import write_text
from ._report import format_bytes

_RULES: dict[str, Any] = dict(
    assign="greedy", compute="low", guards=False, absorb=False, unlisted="ignore"
)
CONFIGURATIONS: dict[str, dict[str, Any] | None] = {
    "f32": None,
    "f16 everywhere": dict(_RULES, dtype="f16", policy="aggressive", assign="fixpoint"),
    "bf16 everywhere": dict(_RULES, dtype="bf16", policy="aggressive", assign="fixpoint"),
    "rules of TVM, f16": dict(_RULES, dtype="f16", policy="tvm"),
    "rules of TensorFlow, f16": dict(_RULES, dtype="f16", policy="tensorflow"),
    "rules of PyTorch, f16": dict(_RULES, dtype="f16", policy="pytorch"),
    "rules of PyTorch, bf16": dict(_RULES, dtype="bf16", policy="pytorch"),
    "ours, f16": dict(dtype="f16", unlisted="ignore"),
    "ours, bf16": dict(dtype="bf16", unlisted="ignore"),
}
"""Options of `convert` by the name of the row; None is the module as it came."""

# Unit roundoffs, and the constant of the bound (docs/bench.md).
ROUNDOFF = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24}
CONFIDENCE = 3.0


def reduction_lengths(module: Module) -> list[int]:
    """How many products each contraction of a module adds up, in order.

    >>> reduction_lengths(parse('''
    ... func.func @f(%a: tensor<4x9xf32>, %b: tensor<9x5xf32>, %c: tensor<4x5xf32>) -> tensor<4x5xf32> {
    ...   %0 = linalg.matmul ins(%a, %b : tensor<4x9xf32>, tensor<9x5xf32>)
    ...          outs(%c : tensor<4x5xf32>) -> tensor<4x5xf32>
    ...   return %0 : tensor<4x5xf32> }'''))
    [9]
    """
    lengths = []
    for op in module.ops():
        shapes = [_shape(text) for text in op.operand_types[:2]]
        if len(shapes) < 2 or None in shapes:
            continue
        a, b = shapes
        assert a is not None and b is not None
        if "matmul" in op.name and a:
            lengths.append(a[-1])
        elif "conv" in op.name and op.name.startswith(("linalg.", "tosa.")) and len(b) > 1:
            # Channels out come first or last in the filter; the rest is summed.
            out = b[0] if op.name.endswith("fchw") or op.name.startswith("tosa.") else b[-1]
            depthwise = "depthwise" in op.name
            lengths.append(math.prod(b[-2:]) if depthwise else math.prod(b) // max(out, 1))
    return lengths


def _shape(text: str) -> list[int] | None:
    if not text.startswith("tensor<") or "x" not in text:
        return None
    parts = text[len("tensor<") : -1].split("x")[:-1]
    return [int(part) for part in parts] if all(p.isdigit() for p in parts) else None


def error_bound(lengths: Sequence[int], dtype: str) -> float:
    """The relative error that a chain of contractions may have.

    Each rounds its factors and its result to the low type, and adds up in f32:
    sum over contractions of 3 u + c sqrt(n) u32 (docs/bench.md has sources).

    >>> error_bound([100, 100], "f16") > 2 * 3 * 2 ** -11
    True
    """
    low, high = ROUNDOFF[dtype], ROUNDOFF["f32"]
    each = 0.0 if dtype == "f32" else 3 * low
    return sum(each + CONFIDENCE * math.sqrt(n) * high for n in lengths)


def errors(results: Any, reference: Any, labels: Any, tail: int | None) -> dict[str, Any]:
    """How far results are from a float64 reference."""
    import numpy as np

    if tail:
        results = results[:, -tail:]
    got = np.asarray(results, np.float64)
    want = np.asarray(reference, np.float64)
    finite = bool(np.isfinite(got).all())
    found: dict[str, Any] = {"finite": finite}
    rows, wanted = (x.reshape(-1, x.shape[-1]) for x in (got, want))
    if finite:
        difference = got - want
        found["largest"] = float(np.abs(difference).max())
        norm, distance = np.linalg.norm(want), np.linalg.norm(difference)
        found["relative"] = float(distance / norm) if norm else float(distance)
        norms = np.linalg.norm(rows, axis=1) * np.linalg.norm(wanted, axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            similar = np.where(norms > 0, (rows * wanted).sum(1) / norms, 0.0)
        # A row of zeros is like a row of zeros, and like nothing else.
        cosine = np.where((rows == wanted).all(1), 1.0, similar)
        found["cosine"] = float(cosine.min())
    good = np.isfinite(rows).all(1)
    found["top1"] = float(np.mean((rows.argmax(1) == wanted.argmax(1)) & good))
    if labels is not None:
        found["right"] = float(np.mean((rows.argmax(1) == labels) & good))
    return found


class Bench:
    """Measures cases; keeps what is measured in a JSON file."""

    def __init__(
        self,
        store: str | None = None,
        *,
        target: str = "cpu",
        repeat: int = 9,
        max_seconds: float = 20.0,
        timeout: float = 1800.0,
    ):
        self.store, self.target = store, target
        self.repeat, self.max_seconds, self.timeout = repeat, max_seconds, timeout
        self.data: dict[str, Any] = {"models": {}}
        if store and os.path.exists(store):
            with open(store, encoding="utf-8") as file:
                self.data = json.load(file)
            if not isinstance(self.data, dict) or "models" not in self.data:
                raise ValueError(f"{store}: expected measurements of an earlier bench")
        self.data["machine"] = machine()

    def measure(
        self,
        case: Case,
        names: Iterable[str],
        progress: Callable[[str], None] = lambda text: None,
        again: bool = False,
    ) -> None:
        """Measures the named configurations of a case, those known left out."""
        module = parse_path(case.path)
        entry = self.data["models"].setdefault(case.name, {"rows": {}, "notes": []})
        entry["about"] = case.about
        lengths = reduction_lengths(module)
        entry["contractions"], entry["longest"] = len(lengths), max(lengths, default=0)
        entry["notes"] = []
        with tempfile.TemporaryDirectory(prefix="mlir_amp-bench-") as folder:
            inputs = os.path.join(folder, "inputs.npz")
            _save_batches(inputs, case.batches)
            if case.reference is None:
                entry["notes"].append("no float64 reference: errors are against f32")
            for name in names:
                progress(f"{case.name}: {name}")
                if name in entry["rows"] and not again:
                    continue
                row = self._measure_one(case, module, name, lengths, folder, inputs)
                if "skipped" in row:
                    entry["notes"].append(f"{name}: not run, {row['skipped']}")
                    continue
                entry["rows"][name] = row
                self.save()

    def _measure_one(
        self,
        case: Case,
        module: Module,
        name: str,
        lengths: list[int],
        folder: str,
        inputs: str,
    ) -> dict[str, Any]:
        row: dict[str, Any] = {}
        job: dict[str, Any]
        if name in peers.PEERS:
            why = peers.missing(name, case)
            if why:
                return {"skipped": why}
            job = {"kind": name, "path": peers.source(name, case)}
        else:
            options = CONFIGURATIONS[name]
            path = os.path.join(folder, "module.mlirbc")
            try:
                converted = _convert(module, options, row)
            except MLIRError as error:
                return {"failed": error.summary}
            converted.save(path)
            dtype = options["dtype"] if options else "f32"
            row["bound"] = error_bound(lengths, dtype)
            job = {"kind": "module", "path": path}
        job.update(
            inputs=inputs,
            counts=[len(batch) for batch in case.batches],
            target=self.target,
            repeat=self.repeat,
            max_seconds=self.max_seconds,
            out=os.path.join(folder, "out.json"),
            results=os.path.join(folder, "results.npy"),
        )
        row.update(self._run(job, folder))
        if "failed" not in row:
            import numpy as np

            results = np.load(job["results"])
            if case.reference is None and name == "f32":
                case.reference = results.astype(np.float64)
            if case.reference is not None:
                row.update(errors(results, case.reference, case.labels, case.tail))
        return row

    def _run(self, job: dict[str, Any], folder: str) -> dict[str, Any]:
        path = os.path.join(folder, "job.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(job, file)
        if os.path.exists(job["out"]):
            os.remove(job["out"])
        try:
            done = subprocess.run(
                [sys.executable, "-m", "mlir_amp._bench_run", path],
                capture_output=True,
                text=True,
                timeout=self.timeout,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        except subprocess.TimeoutExpired:
            return {"failed": f"took more than {self.timeout:g} s"}
        if done.returncode or not os.path.exists(job["out"]):
            lines = done.stderr.strip().splitlines()
            what = lines[-1] if lines else f"exit status {done.returncode}"
            if done.returncode < 0:
                what = f"died of signal {-done.returncode}: {what}"
            return {"failed": what[:300]}
        with open(job["out"], encoding="utf-8") as file:
            found: dict[str, Any] = json.load(file)
        return found

    def save(self) -> None:
        """Writes the JSON file, if there is one."""
        if self.store:
            write_text(self.store, json.dumps(self.data, indent=1) + "\n")

    def broken_bounds(self) -> list[str]:
        """Sentences about our rows that fail, are not finite, or pass their bound."""
        found = []
        for model, entry in self.data["models"].items():
            for name, row in entry["rows"].items():
                if not (name == "f32" or name.startswith("ours")):
                    continue
                if "failed" in row:
                    found.append(f"{model}, {name}: failed: {row['failed']}")
                elif not row.get("finite", True):
                    found.append(f"{model}, {name}: not finite")
                elif row.get("relative", 0) > row["bound"]:
                    found.append(
                        f"{model}, {name}: relative error {row['relative']:.2e} is "
                        f"beyond the bound {row['bound']:.2e}"
                    )
        return found

    def markdown(self, command: str, plots: str | None = None) -> str:
        """The page: one table a model."""
        lines = [
            "# Models: time, bytes, accuracy",
            "",
            "<!-- Written by python -m mlir_amp bench; do not edit. -->",
            "",
            f"Machine: {self.data['machine']}.",
            "",
            "```",
            command,
            "```",
            "",
            "Errors are against float64. *Rules of X* are the lists of X in our "
            "rewriter, decided op by op in one forward sweep, with arithmetic in the "
            "stored type, without absorbed casts, range facts and pinned statistics "
            "(`assign=greedy compute=low absorb=false guards=false`); they are not "
            "X's own kernels. *Everywhere* is all that may be low. Time: median of "
            "single calls (smallest to largest). [bench.md](bench.md) explains the "
            "columns and the bound.",
            "",
        ]
        for model, entry in self.data["models"].items():
            lines += [f"## {model}", ""]
            about = entry.get("about", "")
            lines.append(
                f"{about + '; ' if about else ''}{entry['contractions']} contractions, "
                f"at most {entry['longest']} products in a sum."
            )
            lines += ["", *self._table(entry), ""]
            lines += [f"- {note}" for note in [*_busy(entry), *entry["notes"]]]
            if plots:
                lines += ["", f"![{model}]({plots}/{model}.svg)"]
            lines.append("")
        lines += ["## Bounds", ""]
        broken = self.broken_bounds()
        lines += [f"- Broken: {text}" for text in broken] or ["All hold."]
        return "\n".join(lines) + "\n"

    def _table(self, entry: dict[str, Any]) -> list[str]:
        labels = any("right" in row for row in entry["rows"].values())
        header = [
            "configuration", "time", "speed-up", "activation bytes", "casts", "largest error",
            "relative error", "bound", "cosine", "top-1",
            *(["right"] if labels else []), "memory", "pass time",
        ]
        lines = [_line(header), _line(["---"] + ["---:"] * (len(header) - 1))]
        base = entry["rows"].get("f32", {}).get("seconds")
        for name, row in entry["rows"].items():
            if "failed" in row:
                lines.append(_line([name, f"failed: {row['failed']}"] + [""] * (len(header) - 2)))
                continue
            seconds = row["seconds"]
            middle = median(seconds)
            cells = [
                name,
                f"{1e3 * middle:.2f} ms ({1e3 * min(seconds):.2f} to {1e3 * max(seconds):.2f})",
                f"{median(base) / middle:.2f}" if base else "",
                format_bytes(row["bytes"]) if "bytes" in row else "",
                str(row.get("casts", "")),
            ]
            if not row.get("finite", True):
                cells += ["**not finite**", "**not finite**"]
            else:
                cells += [f"{row[k]:.2e}" if k in row else "" for k in ("largest", "relative")]
            cells.append(f"{row['bound']:.1e}" if "bound" in row else "")
            cells.append(f"{row['cosine']:.7f}" if "cosine" in row else "")
            cells.append(f"{100 * row['top1']:.2f} %" if "top1" in row else "")
            if labels:
                cells.append(f"{100 * row['right']:.2f} %" if "right" in row else "")
            cells.append(format_bytes(row["memory"]))
            cells.append(f"{1e3 * row['pass_seconds']:.0f} ms" if "pass_seconds" in row else "")
            lines.append(_line(cells))
        return lines

    def plot(self, folder: str) -> None:
        """One picture a model, NAME.svg: accuracy against speed."""
        from ._plots import draw_trade

        os.makedirs(folder, exist_ok=True)
        for model, entry in self.data["models"].items():
            base = entry["rows"].get("f32", {}).get("seconds")
            rows = [
                (
                    name,
                    median(base) / median(row["seconds"]),
                    row.get("relative", math.inf),
                )
                for name, row in entry["rows"].items()
                if base and "seconds" in row
            ]
            draw_trade(model, rows, os.path.join(folder, f"{model}.svg"))


def _busy(entry: dict[str, Any]) -> list[str]:
    """A warning where the machine had other work while rows were timed."""
    load = max((row.get("load", 0.0) for row in entry["rows"].values()), default=0.0)
    if load <= 1.5 * (os.cpu_count() or 1):
        return []
    return [
        f"**The machine was busy (load average up to {load:.0f}): compare no times.** "
        "`--again` measures anew."
    ]


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def median(values: Sequence[float]) -> float:
    """The middle value, of two the mean.

    >>> median([3, 1, 2, 10])
    2.5
    """
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def _save_batches(path: str, batches: Sequence[Sequence[Any]]) -> None:
    import numpy as np

    np.savez(
        path,
        **{f"{b}_{a}": array for b, batch in enumerate(batches) for a, array in enumerate(batch)},
    )


def parse_path(path: str) -> Module:
    """A module from a file of any name."""
    from pathlib import Path

    return parse(Path(path))


def _convert(module: Module, options: dict[str, Any] | None, row: dict[str, Any]) -> Module:
    """The converted module; bytes, casts and time of the conversion go to `row`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AmpWarning)
        if options is None:
            # Only to count the bytes of f32.
            row["bytes"] = convert(module, unlisted="ignore").report.activation_bytes[0]
            row["casts"] = 0
            return module
        seconds = []
        for _ in range(3):
            start = time.perf_counter()
            converted = convert(module, **options)
            seconds.append(time.perf_counter() - start)
    report = converted.report
    row["bytes"] = report.activation_bytes[1 if report.changed else 0]
    row["casts"] = report.data.get("casts", {}).get("activations", 0)
    row["pass_seconds"] = min(seconds)
    return converted


def machine() -> str:
    """Processor, system and versions."""
    import numpy as np

    from ._mlir_amp import mlir_version

    name = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    name = line.split(":", 1)[1].strip()
                    break
    except OSError:
        pass
    return (
        f"{os.cpu_count()} x {name}; {platform.system()}; MLIR {mlir_version}, "
        f"Python {platform.python_version()}, numpy {np.__version__}"
    )


def run_bench(args: Any) -> int:
    """The command line; `args` as `_cli` parses them."""
    bench = Bench(
        args.json, target=args.target, repeat=args.repeat, max_seconds=args.max_seconds
    )
    names = args.config or [*CONFIGURATIONS, *peers.PEERS]
    unknown = [n for n in names if n not in CONFIGURATIONS and n not in peers.PEERS]
    if unknown:
        known = "; ".join([*CONFIGURATIONS, *peers.PEERS])
        raise ValueError(f"expected a configuration among {known}; got {unknown[0]!r}")
    with _Bar(len(args.models) * len(names)) as bar:
        for model in args.models:
            case = load_case(model, args.folder)
            bench.measure(case, names, bar.step, again=args.again)
    bench.save()
    plots = os.path.relpath(args.plots, os.path.dirname(args.out or ".") or ".") if args.plots else None
    if args.plots:
        bench.plot(args.plots)
    page = bench.markdown(args.command_line, plots)
    if args.out:
        write_text(args.out, page)
    else:
        sys.stdout.write(page)
    broken = bench.broken_bounds()
    for text in broken:
        print(f"bench: {text}", file=sys.stderr)
    return 1 if broken else 0


class _Bar:
    """Progress on stderr: a bar with `rich`, else lines."""

    def __init__(self, total: int):
        self._total, self._done = total, 0
        self._bar: Any = None
        self._task: Any = None
        try:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
            from rich.progress import TimeElapsedColumn
        except ImportError:
            return
        self._bar = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
            TimeElapsedColumn(), console=Console(stderr=True), transient=True,
        )

    def __enter__(self) -> _Bar:
        if self._bar:
            self._bar.start()
            self._task = self._bar.add_task("", total=self._total)
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bar:
            self._bar.stop()

    def step(self, text: str) -> None:
        """One measurement begins."""
        if self._bar:
            self._bar.update(self._task, description=text, completed=self._done)
        else:
            print(f"bench: {self._done + 1} of {self._total}: {text}", file=sys.stderr)
        self._done += 1
