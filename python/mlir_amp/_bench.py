# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model benchmark: `python -m mlir_amp bench`."""

from __future__ import annotations

import functools
import itertools
import json
import math
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any, Callable, Iterable, Sequence

from . import _bench_peers as peers
from ._bench_page import count_threads, draw_plots, is_good, make_page, strip_threads
from ._cases import Case, load_case
from ._convert import convert
from ._errors import AmpWarning, MLIRError
from ._files import check_outputs, read_json, whole_file, write_text
from ._module import Module, parse
from ._plots import check_picture

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
        threads: Sequence[int] = (),
        peers_python: str | None = None,
        keep: str | None = None,
        stop_after: float | None = None,
    ):
        self.store, self.target = store, target
        self.threads: Sequence[int | None] = list(threads) or [None]
        self.python = peers.interpreter(peers_python)
        self.keep = keep
        self.end = math.inf if stop_after is None else time.monotonic() + stop_after
        self.repeat, self.max_seconds, self.timeout = repeat, max_seconds, timeout
        self.data: dict[str, Any] = {"models": {}}
        if store and os.path.exists(store):
            self.data = read_json(store)
            if not isinstance(self.data.get("models"), dict):
                raise ValueError(f"{store}: expected measurements of an earlier bench")
        self.data["machine"] = machine()
        peers.absent(self.python, ())  # it is a Python at all
        if self.python != sys.executable:
            self.data["peers"] = peers.versions(self.python)

    def measure(
        self,
        case: Case,
        names: Iterable[str],
        progress: Callable[[str], None] = lambda text: None,
        again: str | None = None,
    ) -> None:
        """Measures the named configurations of a case: those not known yet, with
        `again` "busy" also those whose times other work disturbed, with "all" every
        one."""
        entry = self.data["models"].setdefault(case.name, {"rows": {}, "notes": []})
        entry["about"] = case.about
        entry["notes"] = []
        if "lengths" not in entry:
            entry["lengths"] = reduction_lengths(parse(Path(case.path)))
        if case.reference is None:
            entry["notes"].append("no float64 reference: errors are against f32")
            again = "all"  # f32's own results are not kept
        late: list[str] = []
        with tempfile.TemporaryDirectory(prefix="mlir_amp-bench-") as folder:
            place = _Workplace(case, folder, self.keep)
            for name, threads in itertools.product(names, self.threads):
                key = name if threads is None else f"{name}, {count_threads(threads)}"
                progress(f"{case.name}: {key}")
                known = entry["rows"].get(key)
                if known and not (again == "all" or (again and not is_good(known))):
                    continue
                why = name in peers.PEERS and peers.missing(name, case, self.python)
                if why:
                    note = f"{name}: not run, {why}"
                    entry["notes"] += [note] if note not in entry["notes"] else []
                elif self.out_of_time():
                    late += [] if known else [key]
                else:
                    entry["rows"][key] = self._measure_one(place, name, entry, key, threads)
                    self.save()
        if late:
            entry["notes"].append(f"not measured yet: {'; '.join(late)}")
        # Whatever order they were measured in.
        order = {name: i for i, name in enumerate([*CONFIGURATIONS, *peers.PEERS])}
        entry["rows"] = dict(
            sorted(entry["rows"].items(), key=lambda pair: order[strip_threads(pair[0])])
        )

    def out_of_time(self) -> bool:
        """Whether no further row is to begin."""
        return time.monotonic() > self.end

    def _measure_one(
        self,
        place: _Workplace,
        name: str,
        entry: dict[str, Any],
        key: str,
        threads: int | None,
    ) -> dict[str, Any]:
        row: dict[str, Any] = {}
        case = place.case
        if name in peers.PEERS:
            weights = place.weights() if case.weights else None
            job = {"kind": name, "path": peers.source(name, case), "weights": weights}
            job["exported"] = place.exported()
        else:
            try:
                job = self._prepare(place, name, entry, entry["rows"].get(key), row)
            except MLIRError as error:
                return {"failed": error.summary}
        job.update(
            inputs=place.inputs(),
            threads=threads,
            counts=[len(batch) for batch in case.batches],
            target=self.target,
            repeat=self.repeat,
            max_seconds=self.max_seconds,
            out=os.path.join(place.folder, "out.json"),
            results=os.path.join(place.folder, "results.npy"),
        )
        row.update(self._run(job, place.folder))
        if "failed" not in row:
            import numpy as np

            results = np.load(job["results"])
            if case.reference is None and name == "f32":
                case.reference = results.astype(np.float64)
            if case.reference is not None:
                row.update(errors(results, case.reference, case.labels, case.tail))
        return row

    def _prepare(
        self,
        place: _Workplace,
        name: str,
        entry: dict[str, Any],
        known: dict[str, Any] | None,
        row: dict[str, Any],
    ) -> dict[str, Any]:
        """The job of one of our rows: a library of an earlier run where there is
        one, else a converted module. What the conversion tells goes to `row`."""
        library = place.library(name, self.target)
        job: dict[str, Any] = {"kind": "module", "library": library}
        facts = ("bytes", "casts", "pass_seconds", "bound", "compile_seconds")
        if known and "bound" in known and library and is_fresh(library):
            row.update((key, known[key]) for key in facts if key in known)
            return job
        options = CONFIGURATIONS[name]
        dtype = options["dtype"] if options else "f32"
        row["bound"] = error_bound(entry["lengths"], dtype)
        job["path"] = os.path.join(place.folder, "module.mlirbc")
        _convert(place.module, options, row).save(job["path"])
        return job

    def _run(self, job: dict[str, Any], folder: str) -> dict[str, Any]:
        path = os.path.join(folder, "job.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(job, file)
        if os.path.exists(job["out"]):
            os.remove(job["out"])
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", "mlir_amp._bench_run", path]
        if job["kind"] != "module":
            command = [self.python, os.path.abspath(peers.__file__), path]
            if self.python != sys.executable:
                environment.pop("PYTHONPATH")
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                timeout=self.timeout,
                env=environment,
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
                elif not row.get("relative", 0) <= row["bound"]:  # NaN, too
                    found.append(
                        f"{model}, {name}: relative error {row['relative']:.2e} is "
                        f"beyond the bound {row['bound']:.2e}"
                    )
        return found


class _Workplace:
    """Files of one case, made when first asked for. Libraries and weights stay in
    the folder `keep`, if there is one, for later runs."""

    def __init__(self, case: Case, folder: str, keep: str | None):
        self.case, self.folder, self.keep = case, folder, keep
        if keep:
            os.makedirs(keep, exist_ok=True)

    @functools.cached_property
    def module(self) -> Module:
        return self.case.module()

    def inputs(self) -> str:
        path = os.path.join(self.folder, "inputs.npz")
        if not os.path.exists(path):
            _save_arrays(
                path,
                {
                    f"{b}_{a}": array
                    for b, batch in enumerate(self.case.batches)
                    for a, array in enumerate(batch)
                },
            )
        return path

    def weights(self) -> str:
        path = os.path.join(self.keep or self.folder, f"{self.case.name}.weights.npz")
        if not os.path.exists(path):
            _save_arrays(path, {weight.name: weight.make() for weight in self.case.weights})
        return path

    def exported(self) -> str:
        """Where a torch module goes as ONNX."""
        return os.path.join(self.keep or self.folder, f"{self.case.name}.onnx")

    def library(self, name: str, target: str) -> str | None:
        if not self.keep:
            return None
        words = re.sub(r"\W+", "-", f"{name} {target}")
        return os.path.join(self.keep, f"{self.case.name}.{words}.so")


def _save_arrays(path: str, arrays: dict[str, Any]) -> None:
    import numpy as np

    with whole_file(path) as file:
        np.savez(file, **arrays)


def is_fresh(library: str) -> bool:
    """Whether this very compiler has made a library."""
    from . import _mlir_amp as native

    try:
        return os.path.getmtime(library) > os.path.getmtime(str(native.__file__))
    except OSError:
        return False


def _convert(module: Module, options: dict[str, Any] | None, row: dict[str, Any]) -> Module:
    """The converted module; bytes, casts and time of the conversion go to `row`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AmpWarning)
        if options is None:
            # Only to count the bytes of f32.
            row["bytes"] = convert(module, unlisted="ignore").report.activation_bytes[0]
            row["casts"] = 0
            return module
        seconds: list[float] = []
        while len(seconds) < 3 and sum(seconds) < 3:
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
        args.json,
        target=args.target,
        repeat=args.repeat,
        max_seconds=args.max_seconds,
        threads=args.threads,
        peers_python=args.peers_python,
        keep=args.keep,
        stop_after=args.stop_after,
    )
    names = args.config or [*CONFIGURATIONS, *peers.PEERS]
    unknown = [n for n in names if n not in CONFIGURATIONS and n not in peers.PEERS]
    if unknown:
        known = "; ".join([*CONFIGURATIONS, *peers.PEERS])
        raise ValueError(f"expected a configuration among {known}; got {unknown[0]!r}")
    # Before the work, not after it.
    check_outputs(args.json, args.out)
    if args.plots:
        os.makedirs(args.plots, exist_ok=True)
        check_picture(os.path.join(args.plots, "model.svg"))
    count = len(args.models) * len(names) * len(bench.threads)
    with _Bar(count) as bar:
        for model in args.models:
            case = load_case(model, args.folder)
            bench.measure(case, names, bar.step, again=args.again)
    if bench.out_of_time():
        print("bench: stopped; the same command goes on", file=sys.stderr)
    bench.save()
    plots = os.path.relpath(args.plots, os.path.dirname(args.out or ".") or ".") if args.plots else None
    if args.plots:
        draw_plots(bench.data, args.plots)
    broken = bench.broken_bounds()
    page = make_page(bench.data, broken, args.command_line, plots)
    if args.out:
        write_text(args.out, page)
    else:
        sys.stdout.write(page)
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
