# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Commands that run models: calibrate, shadow, tune, bench."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import Any

from . import _mlir_amp as _native
from ._cli_decision import add_decision, check_decision, read_decision
from ._execute import find_entry
from ._files import check_beside, check_outputs, check_writable, read_archive, read_array
from ._module import Module, parse
from ._profile import LIMITS


def add_commands(commands: Any, epilog: str) -> None:
    """Adds the subcommands to the parser's."""

    def add(name: str, help: str, run: Any) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = commands.add_parser(
            name,
            help=help,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run)
        return made

    one = add("calibrate", "record the values of every tensor as a profile", _calibrate)
    _add_model(one)
    one.add_argument("-o", "--output", required=True, metavar="FILE", help="the profile")
    one.add_argument("--margin", type=float, default=2.0, help="head-room (default 2)")
    one.add_argument("--dtype", default="f16", choices=tuple(LIMITS), help="type of the table")
    one = add("shadow", "run f32 and low side by side; tell the first wrong op", _shadow)
    _add_model(one)
    add_decision(one)
    one.add_argument("-o", "--output", metavar="FILE", help="errors as a profile")
    one = add("tune", "find the cheapest conversion within a tolerance", _tune)
    _add_model(one)
    one.add_argument("--metric", default="relative", help="relative, largest, cosine, top1")
    one.add_argument("--tolerance", type=float, required=True)
    one.add_argument("--dtype", default="f16", help="f16 (default) or bf16")
    one.add_argument("--max-evaluations", type=positive, default=30)
    one.add_argument("-o", "--output", required=True, metavar="FILE", help="the plan")
    one.add_argument("--plot", metavar="FILE", help="the curve as a picture")
    one.add_argument("--progress", action="store_true")
    _add_bench(add("bench", "time and accuracy of models in several configurations", _bench))


def _add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", help="text or bytecode, in f32")
    parser.add_argument(
        "inputs",
        nargs="+",
        help=".npy files, the arguments of one run; or .npz files, one for each run, "
        "their arrays by name",
    )
    parser.add_argument(
        "--entry",
        metavar="NAME",
        help="function; default: the public one with a body that nobody calls",
    )


def positive(text: str) -> int:
    """A number of the command line that must be above 0."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {text}")
    return number


def _add_bench(bench: argparse.ArgumentParser) -> None:
    bench.add_argument(
        "models", nargs="+", help="NAME of NAME.args.json in the folder, or a case.json"
    )
    bench.add_argument("--folder", default=".", help="where the models lie")
    bench.add_argument(
        "--config",
        action="append",
        metavar="NAME",
        help="a configuration; may be repeated; all by default",
    )
    bench.add_argument("--target", default="cpu", help="what to compile for")
    bench.add_argument(
        "--threads", type=positive, nargs="+", default=[], metavar="N",
        help="rows for each number of threads; default: one row, all processors",
    )
    bench.add_argument(
        "--peers-python", metavar="PATH",
        help="the Python that has torch and onnxruntime; default: "
        "MLIR_AMP_PEERS_PYTHON of the environment, else this one",
    )
    bench.add_argument("--repeat", type=positive, default=9, help="timed calls")
    bench.add_argument("--max-seconds", type=float, default=20.0, help="for timing one row")
    bench.add_argument("--json", metavar="FILE", help="keeps measurements; adds to them")
    bench.add_argument(
        "--again", nargs="?", const="all", choices=("all", "busy"),
        help="measure what is known, too: all, or rows whose times other work disturbed",
    )
    bench.add_argument(
        "--keep", metavar="DIR", help="keeps compiled models for later runs, which only time"
    )
    bench.add_argument(
        "--stop-after", type=float, metavar="SECONDS",
        help="begins no row after that; the same command goes on",
    )
    bench.add_argument("--out", metavar="FILE.md", help="the page; stdout by default")
    bench.add_argument("--plots", metavar="DIR", help="one picture a model")
    bench.add_argument("--command", dest="shown", help="the command that the page shows")


def _read(
    args: argparse.Namespace, *outputs: str | None
) -> tuple[Module, str, list[tuple[Any, ...]]]:
    """The module, its entry, and the arguments of each run, none of which an output
    replaces."""
    check_beside(args.model, *outputs)
    for name in args.inputs:
        check_beside(name, *outputs, what="the inputs")
    module = parse(Path(args.model))
    entry = find_entry(module, args.entry)
    archives = [name.endswith(".npz") for name in args.inputs]
    if any(archives) and not all(archives):
        raise ValueError("expected inputs to be .npy files or .npz files, got both")
    if not all(archives):
        return module, entry, [tuple(read_array(name) for name in args.inputs)]
    names = _native.argument_names(module._native, entry)
    return module, entry, [read_archive(path, names) for path in args.inputs]


def _calibrate(args: argparse.Namespace) -> None:
    from ._calibrate import calibrate

    module, entry, samples = _read(args, args.output)
    profile = calibrate(
        module, samples, margin=args.margin, save=args.output, entry=entry
    )
    print(profile.table(dtype=args.dtype), end="")


def _shadow(args: argparse.Namespace) -> None:
    from ._shadow import shadow

    if args.output:
        check_writable(args.output)
    check_decision(args, args.output)
    decision = read_decision(args)
    module, entry, samples = _read(args, args.output)
    found = shadow(module, samples, args.dtype, entry=entry, **decision)
    if args.output:
        found.save(args.output)
    print(found.table(), end="")


def _tune(args: argparse.Namespace) -> None:
    from ._plots import check_picture
    from ._tune import tune

    check_outputs(args.output, args.plot)
    if args.plot:
        check_picture(args.plot)
    module, entry, samples = _read(args, args.output, args.plot)
    tuned = tune(
        module,
        samples,
        args.metric,
        args.tolerance,
        dtype=args.dtype,
        max_evaluations=args.max_evaluations,
        entry=entry,
        progress=args.progress,
    )
    tuned.save_plan(args.output)
    if args.plot:
        tuned.plot(args.plot)
    print(tuned.report(), end="")


def _bench(args: argparse.Namespace) -> int:
    from ._bench import run_bench

    words = [shlex.quote(word) for word in args.words]
    args.command_line = args.shown or " ".join(["python -m mlir_amp", *words])
    return run_bench(args)
