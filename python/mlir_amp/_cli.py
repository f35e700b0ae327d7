# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m mlir_amp`: the conversion from a shell."""

from __future__ import annotations

import argparse
import contextlib
import sys
import traceback
import warnings
from typing import Any, Iterator, Sequence

from . import (
    AmpWarning,
    MLIRError,
    ModelError,
    __version__,
    convert,
    from_onnx,
    from_torch,
    load,
    mlir_version,
    parse,
)
from ._cli_decision import RuleFailed, add_decision, check_decision, read_decision
from ._cli_run import add_commands, positive
from ._files import check_beside, check_outputs, native_name, read_array, write_array, write_text
from ._module import Module
from ._runtime import as_numbers

_EXIT_CODES = """exit status:
  0  done
  1  MLIR refused: the input, a policy, a plan or the conversion; a module does
     not compile; a bound of the benchmark is broken
  2  wrong command line
  3  a file cannot be read or written
  4  a rule in Python failed, or the file that it is in
  5  a compiled model cannot be loaded or failed"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m mlir_amp",
        description="Automatic mixed precision for MLIR.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"mlir_amp {__version__} (MLIR {mlir_version})",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser(
        "convert",
        help="convert an f32 module to mixed precision",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    one.add_argument("input", help="text or bytecode; - for stdin")
    one.add_argument(
        "-o",
        "--output",
        default="-",
        help="bytecode if it ends in .mlirbc or .bc, else text; - for stdout "
        "(default)",
    )
    one.add_argument("--emit-bytecode", action="store_true", help="whatever the name")
    add_decision(one)
    one.add_argument("--signature", choices=("keep", "convert"))
    one.add_argument("--save-plan", metavar="FILE", help="where to write the decision")
    one.add_argument("--no-fold-weights", action="store_true")
    one.add_argument(
        "--report",
        nargs="?",
        const="-",
        metavar="FILE",
        help="tables on stderr, or JSON into FILE",
    )
    one.add_argument("--progress", action="store_true")
    one.add_argument(
        "--allow-unregistered-dialect",
        action="store_true",
        help="let ops of other dialects keep their types",
    )
    one.set_defaults(run=_convert)
    _add_import(commands)
    _add_compile(commands)
    _add_run(commands)
    add_commands(commands, _EXIT_CODES)
    return parser


def _add_import(commands: Any) -> None:
    one = commands.add_parser("import", help="import a model of ONNX or torch")
    one.add_argument("model", help="model.onnx, or model.pt2 of torch.export.save")
    one.add_argument("-o", "--output", default="-", help="as of convert")
    one.add_argument("--name", default="main", help="of the function; default: main")
    one.add_argument(
        "--size",
        action="append",
        default=[],
        type=_size,
        metavar="NAME=NUMBER",
        help="a size that the ONNX model leaves open; again for another one",
    )
    one.set_defaults(run=_import)


def _size(text: str) -> tuple[str, int]:
    name, _, number = text.rpartition("=")
    if not name or not number.isdecimal() or int(number) == 0:
        raise argparse.ArgumentTypeError(f"expected NAME=NUMBER, got {text!r}")
    return name, int(number)


def _import(args: argparse.Namespace) -> None:
    check_outputs(*(path for path in [args.output] if path != "-"))
    check_beside(args.model, args.output)
    if args.model.endswith(".pt2"):
        if args.size:
            raise ValueError("--size is for models of ONNX")
        module = from_torch(args.model, (), name=args.name)
    else:
        module = from_onnx(args.model, sizes=dict(args.size), name=args.name)
    _write(module, args.output, bytecode=False)


def _add_compile(commands: Any) -> None:
    one = commands.add_parser("compile", help="compile a module to a library")
    one.add_argument("input", help="text or bytecode; - for stdin")
    one.add_argument("-o", "--output", required=True, help="the library")
    one.add_argument("--header", metavar="FILE", help="the C header")
    one.add_argument("--autocast", metavar="TYPE", help="f16 or bf16; default: no")
    one.add_argument("--target", default="cpu", help="cpu (default), cuda:sm_80, ...")
    one.add_argument("--cpu", default="native", help="as clang's -march")
    one.add_argument("--entry", default="main", help="function; default: main")
    one.add_argument(
        "--shapes",
        type=_shapes,
        metavar="0:1x128,...",
        help="shapes of arguments whose sizes the module leaves open",
    )
    one.set_defaults(run=_compile)


def _shapes(text: str) -> dict[int, list[int | None]]:
    """Shapes by the number of the argument: `0:1x128,1:?x64`."""
    try:
        shapes: dict[int, list[int | None]] = {}
        for one in text.split(","):
            number, sizes = one.split(":")
            shapes[int(number)] = [
                None if size == "?" else int(size) for size in sizes.split("x")
            ]
        return shapes
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected numbers of arguments and their shapes, as 0:1x128, got {text!r}"
        ) from None


def _add_run(commands: Any) -> None:
    one = commands.add_parser("run", help="run a compiled model on .npy files")
    one.add_argument("model", help="the library")
    one.add_argument("inputs", nargs="*", help="one .npy file an input")
    one.add_argument(
        "-o",
        "--output",
        action="append",
        default=[],
        metavar="FILE",
        help="the first result as .npy; again for the second, and so on",
    )
    one.add_argument("--threads", type=positive, help="default: all there are")
    one.add_argument("--repeat", type=positive, default=1, help="run so often")
    one.set_defaults(run=_run)


def _compile(args: argparse.Namespace) -> None:
    from ._compile import write_library

    check_beside(args.input, args.output, args.header)
    write_library(
        _read(args.input),
        args.output,
        target=args.target,
        autocast=args.autocast,
        header=args.header,
        cpu=args.cpu,
        entry=args.entry,
        shapes=args.shapes,
    )


def _run(args: argparse.Namespace) -> None:
    model = load(args.model, threads=args.threads)
    if len(args.output) > len(model.outputs):
        raise ValueError(
            f"expected at most {len(model.outputs)} output files, one a result, "
            f"got {len(args.output)}"
        )
    check_outputs(*args.output)
    check_beside(args.model, *args.output, what="the model")
    for name in args.inputs:
        check_beside(name, *args.output, what="the inputs")
    inputs = [read_array(path) for path in args.inputs]
    seconds = []
    for _ in range(args.repeat):
        results = model.run(inputs)
        seconds.append(model.seconds)
    for path, result in zip(args.output, results):
        write_array(path, result)
    for info, result in zip(model.outputs, results):
        numbers = as_numbers(info, result)
        print(f"{info}: min {numbers.min():.6g}, max {numbers.max():.6g}")
    print(f"{sorted(seconds)[len(seconds) // 2] * 1e3:.3f} ms (median of {len(seconds)})")


def _read(path: str, allow_unregistered: bool = False) -> Module:
    if path == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        text = sys.stdin.buffer.read()
        return parse(text, name="<stdin>", allow_unregistered=allow_unregistered)
    from pathlib import Path

    return parse(Path(path), allow_unregistered=allow_unregistered)


def _write(module: Module, path: str, bytecode: bool) -> None:
    if path != "-":
        if bytecode:
            module._native.save_bytecode(native_name(path))
        else:
            module.save(path)
    elif sys.stdout is None:
        raise OSError("standard output is closed")
    elif bytecode:
        sys.stdout.buffer.write(module.bytecode)
    else:
        sys.stdout.write(str(module))


def _convert(args: argparse.Namespace) -> None:
    given = {
        key: getattr(args, key)
        for key in ("signature", "save_plan")
        if getattr(args, key) is not None
    }
    outputs = (args.output, args.report, args.save_plan)
    check_outputs(*(path for path in outputs if path != "-"))
    if args.input != "-":
        check_beside(args.input, args.report, args.save_plan)
    check_decision(args, *outputs)
    decision = read_decision(args)
    result = convert(
        _read(args.input, args.allow_unregistered_dialect),
        args.dtype,
        fold_weights=not args.no_fold_weights,
        progress=args.progress,
        **decision,
        **given,
    )
    _write(result, args.output, args.emit_bytecode)
    if args.report == "-":
        result.report.print(file=sys.stderr)
    elif args.report:
        write_text(args.report, result.report.json() + "\n")


@contextlib.contextmanager
def _plain_warnings() -> Iterator[None]:
    """Our warnings as one line each on stderr."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", AmpWarning)
        usual = warnings.showwarning

        def show(message: Any, category: Any, *rest: Any) -> None:
            if issubclass(category, AmpWarning):
                print(message, file=sys.stderr)
            else:
                usual(message, category, *rest)

        warnings.showwarning = show  # type: ignore[assignment]
        yield


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line; returns its exit status."""
    args = _parser().parse_args(argv)
    args.words = list(sys.argv[1:] if argv is None else argv)
    status = None
    try:
        with _plain_warnings():
            status = args.run(args)
    except MLIRError as error:
        for diagnostic in error.diagnostics:
            print(diagnostic, file=sys.stderr)
            for note in diagnostic.notes:
                print(note, file=sys.stderr)
        print(f"error: {error.summary}", file=sys.stderr)
        return 1
    except RuleFailed as error:
        traceback.print_exception(error.__cause__)
        return 4
    except ModelError as error:
        print(f"error: {error}", file=sys.stderr)
        return 5
    except (RuntimeError, ImportError) as error:  # a compiler, a model, an importer
        print(f"error: {error}", file=sys.stderr)
        return 1
    except (TypeError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 3
    return status or 0
