# ===- model_checks.py - Models with results of their own -------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What check_onnx.py and its like do with the models that they import.

A module must convert to f16 and bf16, twice to the same text, and is compiled for the
CPU, run on the test's inputs and compared with its results; a difference may be the
importer's and is listed alone. Between products with a matrix of one, so that what is
between them may become low, converted results must be near those of f32 on the same
rounded inputs, times each scale, and finite where those fit; tests that f32 cannot tell
about, for a product is beyond the type or a digit decides, are counted alone. For
each target the f32 module must compile or be refused by an error with a place. On the
emulated GPU, f32 and converted modules must have the CPU's results.

Prints a line for each failure and each difference, and one of counts; exit status 1 if
one failed or nothing was imported. A step that crashes or takes too long ends its test
alone.
"""

import argparse
import collections
import contextlib
import glob
import json
import math
import multiprocessing
import multiprocessing.connection
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import warnings

from arguments import at_least_one
from emulator import BUILD, EMULATOR, choose_device



class Packages(contextlib.AbstractContextManager):
    """The packages, by their `names`, that a script imports within: what is missing is
    told when it runs, behind bad arguments."""

    def __init__(self, names):
        self.names, self.missing = names, None

    def __exit__(self, kind, error, trace):
        self.missing = error
        return isinstance(error, ImportError)


with Packages("ml_dtypes and numpy") as packages:
    import ml_dtypes
    import numpy as np

    import mlir_amp

    LOW = {"f16": np.dtype(np.float16), "bf16": np.dtype(ml_dtypes.bfloat16)}

# Floats say where others are read, which importers do not check.
PLACES = re.compile("onehot|gridsample|grid_sample|roialign")
PRODUCT = re.compile("matmul|conv|contract|matvec|vecmat|dot")


class LeftOut(Exception):
    """A test with something that is not compared."""


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def add(lines, text):
    """Writes an op and returns its value."""
    lines.append(f"%v{len(lines)} = {text}")
    return f"%v{len(lines) - 1}"


def reshape(lines, value, old, new):
    """Between a shape of one size, or none, and another."""
    if len(old) == len(new):
        return value
    verb, most = ("expand", new) if len(old) < len(new) else ("collapse", old)
    groups = [list(range(len(most)))] if old and new else []
    sizes = f" output_shape {list(new)}" if verb == "expand" else ""
    return add(
        lines,
        f"tensor.{verb}_shape {value} {groups}{sizes} : {tensor(old)} into {tensor(new)}",
    )


def multiply(lines, value, shape):
    """The product of all numbers, in one column, with %one."""
    count = math.prod(shape)
    column = tensor((count, 1))
    flat = reshape(lines, value, shape, (count,))
    flat = reshape(lines, flat, (count,), (count, 1))
    empty = add(lines, f"tensor.empty() : {column}")
    init = add(lines, f"linalg.fill ins(%zero : f32) outs({empty} : {column}) -> {column}")
    factors = f"ins({flat}, %one : {column}, tensor<1x1xf32>)"
    product = add(lines, f"linalg.matmul {factors} outs({init} : {column}) -> {column}")
    product = reshape(lines, product, (count, 1), (count,))
    return reshape(lines, product, (count,), shape)


def multiply_all(lines, values, infos):
    """By commas; those of f32 that hold anything are multiplied."""
    return ", ".join(
        multiply(lines, value, info.shape)
        if info.dtype == "f32" and 0 not in info.shape
        else value
        for value, info in zip(values, infos)
    )


def wrap(module, model):
    """The module between products of its f32 arguments and results with one, which
    is a further argument; None if it has none of f32."""
    lines, count = [], len(model.outputs)
    taken = [tensor(info.shape, info.dtype) for info in model.inputs]
    results = ", ".join(tensor(info.shape, info.dtype) for info in model.outputs)
    arguments = [f"%arg{i}" for i in range(len(taken))]
    values = multiply_all(lines, arguments, model.inputs)
    lines.append(f"%r:{count} = call @inner({values}) : ({', '.join(taken)}) -> ({results})")
    values = multiply_all(lines, [f"%r#{i}" for i in range(count)], model.outputs)
    if len(lines) == 1:
        return None
    named = [*map("{}: {}".format, arguments, taken), "%one: tensor<1x1xf32>"]
    head = f"func.func @main({', '.join(named)}) -> ({results}) {{"
    zero = "%zero = arith.constant 0.0 : f32"
    main = "\n".join([head, zero, *lines, f"return {values} : {results}", "}"])
    text = re.sub(
        r"func\.func (public )?@main\(", "func.func private @inner(", str(module), count=1
    )
    text = re.sub(r"(?m)^module.*\{$", lambda match: f"{match[0]}\n{main}", text, count=1)
    pipeline = "builtin.module(inline,canonicalize,cse,symbol-dce)"
    return mlir_amp.parse(text, name="sandwich.mlir").run_pipeline(pipeline)


def run(model, arrays):
    results = model(*arrays)
    return results if isinstance(results, tuple) else (results,)


def find_difference(got, want, rtol, atol):
    """What differs, None if nothing does."""
    if got.shape != want.shape:
        return f"shape {got.shape} instead of {want.shape}"
    if want.dtype.kind == "u" and got.dtype.itemsize == want.dtype.itemsize:
        got = got.view(want.dtype)  # MLIR's integers have no sign.
    got, want = got.astype(np.float64), want.astype(np.float64)
    near = np.isclose(got, want, rtol, atol, equal_nan=True)
    if near.all():
        return None
    first = tuple(np.argwhere(~near)[0])
    return f"{(~near).sum()} of {near.size} numbers, {got[first]:g} instead of {want[first]:g}"


def find_error(low, high, dtype):
    """The largest error by the largest result of f32 that fits, infinite where low has
    no number for one that does. Below its normal numbers a type is coarse."""
    limits = ml_dtypes.finfo(LOW[dtype])
    low, high = low.astype(np.float64), high.astype(np.float64)
    fits = np.isfinite(high) & (abs(high) <= float(limits.max))
    if not fits.any():
        return 0.0
    if not np.isfinite(low[fits]).all():
        return math.inf
    largest = max(abs(high[fits]).max(), float(limits.smallest_normal))
    return abs(low - high)[fits].max() / largest


def find_distance(got, want):
    """The largest difference by the largest number (1e-3 at least, as sums may cancel);
    infinite where one has infinities or NaN and the other has not."""
    got, want = got.astype(np.float64), want.astype(np.float64)
    finite = np.isfinite(want)
    if not np.array_equal(got[~finite], want[~finite], equal_nan=True):
        return math.inf
    if not finite.any():
        return 0.0
    apart = abs(got - want)[finite].max()
    return apart / max(abs(want[finite]).max(), 1e-3) if np.isfinite(apart) else math.inf


def find_largest_error(low, high, dtype):
    return max((find_error(*pair, dtype) for pair in zip(low, high)), default=0.0)


class Checker:
    """Checks one test, in a process of its own; a file has what it found, by lines.

    A test has a name and bounds for f32 (rtol, atol).
    """

    def __init__(self, test, options, path):
        self.test, self.options, self.path = test, options, path
        self.log = open(path + ".log", "w")

    def say(self, kind, text):
        print(json.dumps([kind, text]), file=self.log, flush=True)

    def step(self, text):
        self.say("step", text)
        signal.alarm(self.options.limit)

    def load(self):
        """The module, its inputs and the results that it should have; raises LeftOut, or
        any other error where it is not imported."""
        raise NotImplementedError

    def check(self):
        self.step("import")
        try:
            module, inputs, results = self.load()
        except LeftOut:
            return self.say("count", "left out")
        except Exception:  # Of many kinds, the importer's own.
            return self.say("count", "not imported")
        self.say("count", "imported")
        module.save(self.path + ".mlir")
        self.check_conversion(module, "")
        self.check_targets()
        self.check_results(module, inputs, results)

    def check_conversion(self, module, what):
        for dtype in LOW:
            for assign in ("optimal", "greedy"):
                step = f"{what}{dtype} {assign}"
                self.step(step)
                once = mlir_amp.convert(module, dtype, assign=assign)
                if str(mlir_amp.convert(once, dtype, assign=assign)) != str(once):
                    self.say("failed", f"{step}: a second conversion changes something")

    def compile_library(self, target, source):
        """Whether amp-compile makes a library of the file for a target; what it may have
        to say otherwise is counted, or failed."""
        signal.alarm(0)  # The tool has the time.
        tool = os.path.join(self.options.tools, "amp-compile")
        arguments = [f"--target={target}", "--kernels=llvm", "-o", self.path + ".so"]
        done = subprocess.run(
            [tool, source, *arguments],
            capture_output=True, text=True, errors="replace", timeout=self.options.limit,
        )  # fmt: skip
        if done.returncode == 0:
            return True
        if done.returncode == 1 and re.search(r":\d+:\d+: error: ", done.stderr):
            self.say("count", f"refused for {target}")
        else:
            said = (done.stderr.strip().splitlines() or ["nothing was said"])[0][:300]
            self.say("failed", f"for {target} ended with {done.returncode}: {said}")
        return False

    def check_targets(self):
        for target in self.options.targets:
            self.step(f"amp-compile for {target}")
            if self.compile_library(target, self.path + ".mlir"):
                self.say("count", f"compiled for {target}")

    def check_emulated(self, module, inputs, want, bound, what):
        """Runs the module on the emulated GPU, against results of the CPU."""
        chip = self.options.emulate
        if not chip:
            return
        self.step(f"amp-compile for {chip}, {what}")
        source = f"{self.path}.{what}.mlir"
        module.save(source)
        if not self.compile_library(f"cuda:{chip}", source):
            return
        self.step(f"run on {chip}, {what}")
        os.environ.update(choose_device(chip))
        found = run(mlir_amp.load(self.path + ".so"), inputs)
        error = max(map(find_distance, found, want), default=0.0)
        if error <= bound:
            self.say("count", f"emulated {what}")
        else:
            self.say("failed", f"on {chip}, {what}: error {error:.2g} of the largest result")

    def check_results(self, module, inputs, results):
        self.step("compile")
        try:
            model = mlir_amp.compile(module, threads=1)
        except mlir_amp.MLIRError as error:
            if error.location is None:
                raise
            return self.say("count", "refused for cpu")
        self.step("run")
        try:
            found = run(model, inputs)
        except (mlir_amp.ModelError, ValueError) as error:  # The importer's: it asserts.
            return self.say("differs", f"run: {error}")
        bounds = max(self.test.rtol, 1e-3), max(self.test.atol, 1e-5)
        pairs = zip(found, results)
        said = next(filter(None, (find_difference(*pair, *bounds) for pair in pairs)), None)
        self.say("differs" if said else "count", f"f32: {said}" if said else "matches")
        self.check_emulated(module, inputs, found, 1e-3, "f32")
        self.check_sandwich(wrap(module, model), [*inputs, np.ones((1, 1), np.float32)])

    def check_sandwich(self, module, inputs):
        if module is None or PLACES.search(self.test.name):
            return
        module.save(self.path + ".sandwich.mlir")
        self.check_conversion(module, "between products, ")
        self.step("compile between products")
        model = mlir_amp.compile(module, threads=1)
        for dtype in LOW:
            self.step(f"compile between products, {dtype}")
            low = mlir_amp.convert(module, dtype, signature="convert")
            compiled = mlir_amp.compile(low, threads=1)
            comparable = [
                self.compare(module, model, compiled, dtype, scale, inputs)
                for scale in self.options.scales
            ]
            if not all(comparable):
                continue
            given = [
                array.astype(LOW[dtype]) if info.dtype == dtype else array
                for array, info in zip(inputs, compiled.inputs)
            ]
            bound = self.options.tolerance[dtype]
            self.check_emulated(low, given, run(compiled, given), bound, dtype)
        self.say("count", "between products")

    def compare(self, module, model, low, dtype, scale, inputs):
        """Whether the two can be compared."""
        step = f"{dtype} at scale {scale:g}"
        self.step(step)
        scales = [scale if array.dtype == np.float32 else 1 for array in inputs[:-1]] + [1]
        given, wide = [], []
        for array, factor, info in zip(inputs, scales, low.inputs):
            if factor != 1:
                array = array * np.float32(factor)
            given.append(array.astype(LOW[dtype]) if info.dtype == dtype else array)
            wide.append(given[-1].astype(array.dtype))
        try:
            high = run(model, wide)
        except mlir_amp.ModelError:  # Such as a size that is no longer one.
            return False
        error = find_largest_error(run(low, given), high, dtype)
        if error <= self.options.tolerance[dtype]:
            return True
        self.step(f"whether f32 fits, {step}")
        beyond = self.is_beyond(module, dtype, wide)
        if beyond or (error < math.inf and self.is_sensitive(model, dtype, wide, high)):
            self.say("count", "not comparable")
            return False
        self.say("failed", f"{step}: error {error:.2g} of the largest result")
        return True

    def is_beyond(self, module, dtype, inputs):
        """Whether a product in f32 does not fit the type, which no analysis can know."""
        profile = mlir_amp.calibrate(module, [inputs])
        return any(PRODUCT.search(row.path) and row.overflow(dtype) > 1 for row in profile)

    def is_sensitive(self, model, dtype, inputs, results):
        """Whether results in f32 change too much where inputs move by a digit of the type."""
        random, digit = np.random.default_rng(0), float(ml_dtypes.finfo(LOW[dtype]).eps)
        moved = []
        for array in inputs:
            factors = random.choice([1 - digit, 1 + digit], array.shape).astype(np.float32)
            moved.append(array * factors if array.dtype == np.float32 else array)
        error = find_largest_error(run(model, moved), results, dtype)
        return error > self.options.tolerance[dtype]


def check_test(kind, test, options, path):
    """What a child does, for a kind of Checker. It says nothing: importers say much."""
    os.setsid()  # With what it starts, it is killed as one.
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    checker = kind(test, options, path)
    try:
        checker.check()
    except Exception as error:
        checker.say("raised", f"{type(error).__name__}: {error}"[:600])


def run_tests(kind, tests, options, folder):
    """(test, path of what it left, exit status) as they end."""
    context = multiprocessing.get_context("fork")
    waiting, running = tests[::-1], {}
    while waiting or running:
        while waiting and len(running) < options.jobs:
            test = waiting.pop()
            path = os.path.join(folder, test.name)
            child = context.Process(target=check_test, args=(kind, test, options, path))
            child.start()
            running[child.sentinel] = test, path, child
        for sentinel in multiprocessing.connection.wait(list(running)):
            test, path, child = running.pop(sentinel)
            child.join()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            yield test, path, child.exitcode


def read_log(path, status, limit):
    """Counts, and (kind, text) of failures and differences of a test."""
    counts, said, step = collections.Counter(), [], "start"
    with open(path + ".log") as file:
        lines = [json.loads(line) for line in file]
    if status:
        late = status == -signal.SIGALRM
        lines.append(
            ["raised", f"ran longer than {limit} s" if late else f"ended with {status}"]
        )
    for kind, text in lines:
        if kind == "step":
            step = text
        elif kind == "count" or step == "import":
            counts[text if kind == "count" else "not imported"] += 1
        else:
            said.append(("failed", f"{step}: {text}") if kind == "raised" else (kind, text))
    counts.update({kind for kind, _ in said})
    return counts, said


def pattern(text):
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(
            f"expected a pattern, got '{text}': {error}"
        ) from None


def numbers(text):
    return [float(number) for number in text.split(",")]


def draw_weights(shapes):
    """Numbers for a sum of squares of results of such shapes, whose gradient is taken:
    without them that of a softmax or a normalization all but cancels."""
    random = np.random.default_rng(0)
    return [random.uniform(0.5, 1.5, shape) for shape in shapes]


def make_parser(description, gradients=False):
    """The arguments that all such scripts take; `gradients`: of one that takes them."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--only", type=pattern, default="", help="tests with such names")
    parser.add_argument("--every", type=at_least_one, default=1, help="takes one test of so many")
    parser.add_argument("--jobs", type=at_least_one, default=os.cpu_count())
    parser.add_argument(
        "--limit", type=at_least_one, default=120, help="seconds that a step may take"
    )
    parser.add_argument("--scales", type=numbers, default="1,300,0.003", help="by commas")
    parser.add_argument(
        "--tolerance",
        type=float,
        nargs=2,
        default=[2e-2, 5e-2],
        help="error in f16 and in bf16",
    )
    parser.add_argument("--targets", default="", help="of amp-compile, by semicolons")
    parser.add_argument(
        "--emulate", metavar="CHIP", help="runs on the emulated GPU, too, such as sm_80"
    )
    parser.add_argument("--keep", help="folder for the modules that fail")
    parser.add_argument("--tools", default=os.path.join(BUILD, "bin"))
    if gradients:
        parser.add_argument(
            "--gradients", action="store_true", help="checks gradients instead"
        )
    return parser


def parse_arguments(parser):
    options = parser.parse_args()
    options.targets = [target for target in options.targets.split(";") if target]
    options.tolerance = dict(zip(("f16", "bf16"), options.tolerance))
    if options.emulate and not os.path.exists(EMULATOR):
        parser.error(f"--emulate: no emulated driver in '{BUILD}'")
    compiles = options.targets or options.emulate
    if compiles and not os.path.exists(os.path.join(options.tools, "amp-compile")):
        parser.error(f"--tools: no amp-compile in '{options.tools}'")
    return options


def run_checks(script, needed, kind, find_tests, parser):
    """What a script does: checks the tests that `find_tests` has for its options, by a
    kind of Checker. Returns the exit status; `needed` are its Packages.
    """
    options = parse_arguments(parser)
    if missing := needed.missing or packages.missing:
        print(
            f"{script}: needs the packages {needed.names}, and mlir_amp on PYTHONPATH: "
            f"{missing}",
            file=sys.stderr,
        )
        return 1
    warnings.simplefilter("ignore")
    tests, counts = find_tests(options)[:: options.every], collections.Counter()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for test, path, status in run_tests(kind, tests, options, folder):
            one, said = read_log(path, status, options.limit)
            counts += one
            for what, text in said:
                print(f"{what}: {test.name}: {text}", flush=True)
            kept = glob.glob(glob.escape(path) + ".*mlir")
            for module in kept if options.keep and one["failed"] else ():
                shutil.copy(module, options.keep)
    first = "imported, not imported, left out, matches, differs, failed".split(", ")
    told = [f"{counts[key]} {key}" for key in first]
    told += [f"{counts[key]} {key}" for key in sorted(counts) if key not in first]
    print(f"{len(tests)} tests: " + ", ".join(told))
    return int(counts["imported"] == 0 or counts["failed"] != 0)
