# ===- cpu_run.py - Compile a module for the CPU and call it ---------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Compiles a module in tensor form with the stock MLIR tools and calls it.

For tests, the demo and accuracy measurements: `Model(path)` compiles, calling
the object runs `@main` on numpy arrays. f32, f64, f16, bf16, integers and i1
work, in any mix; several results too. Needs mlir-opt, mlir-translate and clang
of one LLVM version, and numpy.

Loops are reordered so that the innermost one is contiguous and clang vectorises
it; no sum changes its order of additions along the reduction, so f32 results
differ from a naive loop only by fused multiply-adds.

  python utils/cpu_run.py model.mlirbc input.npy --out result.npy
"""

import argparse
import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

# TOSA and named ops down to loops. Passes one by one, since the TOSA pipeline
# refuses casts that no profile lists.
TO_LINALG = (
    "func.func(tosa-make-broadcastable,"
    "tosa-to-linalg-named{prefer-conv2d-kernel-layout-hwcf=true}),"
    "func.func(tosa-to-linalg,tosa-to-arith{include-apply-rescale=true},"
    "tosa-to-tensor,tosa-to-scf)"
)
# Results are owned by the caller: buffer deallocation clones what is not.
TO_LOOPS = (
    "func.func(convert-elementwise-to-linalg),canonicalize,cse,eliminate-empty-tensors,"
    "one-shot-bufferize{bufferize-function-boundaries "
    "allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map},"
    "buffer-deallocation-pipeline,convert-bufferization-to-memref,"
    "func.func(llvm-request-c-wrappers,convert-linalg-to-loops)"
)
# clang calls library routines for bf16 where the processor has no instruction,
# so the conversions become integer operations, which vectorise.
TO_LLVM = (
    "math-extend-to-supported-types{extra-types=f64 target-type=f32},"
    "arith-emulate-unsupported-floats{source-types=bf16 target-type=f32},"
    "arith-expand{include-bf16=true},"
    "convert-math-to-funcs,convert-scf-to-cf,expand-strided-metadata,"
    "lower-affine,convert-math-to-llvm,convert-math-to-libm,"
    "convert-arith-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,"
    "finalize-memref-to-llvm,convert-func-to-llvm,convert-arith-to-llvm,"
    "convert-cf-to-llvm,reconcile-unrealized-casts"
)
# Loop orders whose innermost loop is contiguous in the result.
LOOP_ORDERS = {
    "linalg.matmul": [0, 2, 1],
    "linalg.batch_matmul": [0, 1, 3, 2],
    "linalg.conv_2d_nchw_fchw": [0, 1, 4, 5, 6, 2, 3],
    "linalg.conv_2d_nhwc_hwcf": [0, 1, 2, 4, 5, 6, 3],
}


class CompileError(RuntimeError):
    """A stage failed; the text holds the tool's own diagnostics."""


def find_tools():
    """Folder that holds mlir-opt, mlir-translate and clang.

    LLVM_BIN wins, then llvm-config of version 22, then the search path.
    """
    places = [os.environ.get("LLVM_BIN")]
    for config in ("llvm-config-22", "llvm-config"):
        if shutil.which(config):
            places.append(
                subprocess.run(
                    [config, "--bindir"], capture_output=True, text=True
                ).stdout.strip()
            )
    opt = shutil.which("mlir-opt")
    places.append(os.path.dirname(opt) if opt else None)
    tools = ("mlir-opt", "mlir-translate", "clang")
    for place in filter(None, places):
        if all(os.path.exists(os.path.join(place, tool)) for tool in tools):
            return place
    raise CompileError(
        "mlir-opt, mlir-translate and clang were not found in one folder; "
        "set LLVM_BIN to it or run utils/setup.sh"
    )


def to_bf16(array):
    """Rounds f32 values to bf16, to nearest even; returns the bits as uint16."""
    bits = np.ascontiguousarray(array, np.float32).view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    nan = np.isnan(array)
    return np.where(nan, (bits >> 16) | 0x40, rounded).astype(np.uint16)


def from_bf16(bits):
    """bf16 bits (uint16) as f32 values, exactly."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


NUMPY_TYPES = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.uint16,
    "i64": np.int64,
    "i32": np.int32,
    "i16": np.int16,
    "i8": np.int8,
    "i1": np.bool_,
    "index": np.int64,
}


class TensorType:
    """A ranked tensor type of the signature: shape (None: dynamic), element."""

    def __init__(self, text):
        match = re.fullmatch(r"tensor<((?:(?:\d+|\?)x)*)(\w+)>", text.strip())
        if not match or match.group(2) not in NUMPY_TYPES:
            raise CompileError(
                f"expected a ranked tensor of {', '.join(NUMPY_TYPES)} in the "
                f"signature of @main, got '{text.strip()}'"
            )
        dims = match.group(1).split("x")[:-1]
        self.shape = tuple(None if d == "?" else int(d) for d in dims)
        self.element = match.group(2)
        self.numpy = np.dtype(NUMPY_TYPES[self.element])

    def __repr__(self):
        dims = "".join(f"{'?' if d is None else d}x" for d in self.shape)
        return f"tensor<{dims}{self.element}>"

    def accepts(self, shape):
        return len(shape) == len(self.shape) and all(
            want in (None, got) for want, got in zip(self.shape, shape)
        )

    def pack(self, array, position):
        """A contiguous copy of `array` in this type: callees may write to it."""
        array = np.asarray(array)
        if not self.accepts(array.shape):
            raise ValueError(
                f"argument {position}: expected {self}, got shape {array.shape}"
            )
        if self.element == "bf16" and array.dtype != np.uint16:
            array = to_bf16(array.astype(np.float32))
        return np.array(array, self.numpy, order="C", copy=True)


def descriptor(rank):
    """The C struct of a strided memref of `rank`."""
    fields = [
        ("base", ctypes.c_void_p),
        ("data", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
    ]
    if rank:
        fields += [
            ("sizes", ctypes.c_int64 * rank),
            ("strides", ctypes.c_int64 * rank),
        ]
    return type(f"Descriptor{rank}", (ctypes.Structure,), {"_fields_": fields})


def split_types(text):
    """Splits `a, b<c, d>` at its outer commas."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += (char in "<({") - (char in ">)}" and text[i - 1] != "-")
        if char == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return [part for part in parts + [text[start:]] if part.strip()]


def parse_signature(generic, entry):
    """Argument and result types of function `entry` in generic form text."""
    found = None
    for line in generic.splitlines():
        if '"func.func"' in line and f'sym_name = "{entry}"' in line:
            found = re.search(
                r"function_type = \((.*?)\) -> (\(.*?\)|\S+?)(?=, \w+ = |\}>)", line
            )
    if not found:
        raise CompileError(f"the module has no function @{entry}")
    results = found.group(2)
    if results.startswith("("):
        results = results[1:-1]
    return (
        [TensorType(t) for t in split_types(found.group(1))],
        [TensorType(t) for t in split_types(results)],
    )


def schedule():
    """A transform script that gives each contraction its loop order."""
    lines = [
        "module attributes {transform.with_named_sequence} {",
        "transform.named_sequence @__transform_main("
        "%root: !transform.any_op {transform.readonly}) {",
    ]
    handle = "(!transform.any_op) -> !transform.any_op"
    # Stays out of reach of the loops otherwise.
    lines += [
        '%s = transform.structured.match ops{["linalg.softmax"]} in %root : ' + handle,
        "%d = transform.structured.decompose_interface %s : " + handle,
    ]
    for i, (name, order) in enumerate(LOOP_ORDERS.items()):
        lines += [
            f'%m{i} = transform.structured.match ops{{["{name}"]}} in %root : {handle}',
            f"%g{i} = transform.structured.generalize %m{i} : {handle}",
            f"%i{i} = transform.structured.interchange %g{i} "
            f"iterator_interchange = {order} : {handle}",
        ]
    return "\n".join(lines + ["transform.yield", "}", "}", ""])


RESOURCES = "{-#"
# A global constant of LLVM dialect with a large value, as the printer writes it.
GLOBAL = re.compile(
    r"llvm\.mlir\.global (?:private|internal) constant @(?P<name>[\w.$-]+)\("
    r"(?P<value>dense_resource<(?P<key>[^>]+)>|dense<\"0x(?P<hex>[0-9A-F]+)\">)"
    r" : tensor<(?P<shape>[^>]*x)(?P<element>f64|f32|f16|bf16|i64|i32|i16|i8)>\)"
)


def resource_blobs(text):
    """Blobs of the resource section at the end of a printed module, by key."""
    blobs = {}
    for key, value in re.findall(r'(\S+): "0x([0-9A-F]+)"', text):
        # The first four bytes hold the alignment.
        blobs[key.strip('"')] = bytes.fromhex(value[8:])
    return blobs


def externalize_constants(text, folder):
    """Moves large constants of a lowered module out of its text.

    As text they would take minutes to parse. Writes one binary file of all data
    and an assembler file that names each piece; returns the module, whose
    globals are now declarations.
    """
    body, marker, tail = text.partition("\n" + RESOURCES)
    blobs = resource_blobs(tail) if marker else {}
    data, symbols, offset = [], [], 0

    def replace(match):
        nonlocal offset
        key = match.group("key")
        raw = bytes.fromhex(match.group("hex")) if key is None else blobs[key.strip('"')]
        symbols.append((match.group("name"), offset, len(raw)))
        padding = -len(raw) % 64
        data.append(raw + bytes(padding))
        offset += len(raw) + padding
        return f"llvm.mlir.global external constant @{match.group('name')}()"

    # Casts keep the flag of their arith form, which the LLVM dialect has not.
    body = re.sub(r" \{fastmath = #arith\.fastmath<\w+>\}", "", body)
    body = GLOBAL.sub(replace, body)
    binary = os.path.join(folder, "constants.bin")
    with open(binary, "wb") as out:
        out.writelines(data)
    with open(os.path.join(folder, "constants.s"), "w") as out:
        out.write('.section .rodata,"a",@progbits\n.balign 64\n')
        for name, start, size in symbols:
            out.write(
                f'.balign 64\n.globl "{name}"\n.hidden "{name}"\n"{name}":\n'
                f'.incbin "{binary}", {start}, {size}\n'
            )
        out.write('.section .note.GNU-stack,"",@progbits\n')
    return body


class Model:
    """A compiled module; calling it runs its entry function.

    `inputs` and `outputs` are the signature. Arguments are numpy arrays, rounded
    to the argument's type where it is narrower; a bf16 tensor may be given as
    f32 values or as uint16 bits. Results are new arrays; bf16 results come back
    as f32. One result is returned as itself, several as a tuple.
    """

    def __init__(self, path, entry="main", opt_level="2", verbose=False):
        self.bin = find_tools()
        self.entry = entry
        self.verbose = verbose
        self.seconds = 0.0
        start = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="amp-cpu-") as folder:
            self.folder = folder
            self.inputs, self.outputs = self._signature(path)
            library = self._compile(path, opt_level)
            # The mapping outlives the file.
            self.library = ctypes.CDLL(library)
        self.compile_seconds = time.perf_counter() - start
        self.function = getattr(self.library, f"_mlir_ciface_{entry}")
        self.function.restype = None

    def _tool(self, name, *args):
        command = [os.path.join(self.bin, name), *args]
        if self.verbose:
            print(" ".join(command), file=sys.stderr)
        done = subprocess.run(command, capture_output=True)
        if done.returncode:
            message = done.stderr.decode(errors="replace")[:4000]
            raise CompileError(f"{name} failed on {self.entry}:\n{message}")
        return done.stdout

    def _file(self, name):
        return os.path.join(self.folder, name)

    def _signature(self, path):
        if not os.path.exists(path):
            raise CompileError(f"{path}: no such file")
        text = self._tool(
            "mlir-opt",
            path,
            "--mlir-print-op-generic",
            "--mlir-elide-elementsattrs-if-larger=1",
            "--mlir-elide-resource-strings-if-larger=1",
        )
        return parse_signature(text.decode(), self.entry)

    def _compile(self, path, opt_level):
        with open(self._file("schedule.mlir"), "w") as out:
            out.write(schedule())
        passes = ",".join(
            [
                TO_LINALG,
                "transform-preload-library{transform-library-paths="
                + self._file("schedule.mlir")
                + "},transform-interpreter",
                TO_LOOPS,
                TO_LLVM,
            ]
        )
        text = self._tool(
            "mlir-opt", path, f"--pass-pipeline=builtin.module({passes})"
        ).decode()
        with open(self._file("lowered.mlir"), "w") as out:
            out.write(externalize_constants(text, self.folder))
        self._tool(
            "mlir-translate",
            "--mlir-to-llvmir",
            self._file("lowered.mlir"),
            "-o",
            self._file("model.ll"),
        )
        libraries = os.path.join(os.path.dirname(self.bin), "lib")
        self._tool(
            "clang",
            f"-O{opt_level}",
            # Unrolling takes ten times as long to compile as it saves.
            "-fno-unroll-loops",
            "-fno-slp-vectorize",
            "-march=native",
            "-shared",
            "-fPIC",
            "-Wno-override-module",
            self._file("model.ll"),
            self._file("constants.s"),
            "-lm",
            f"-L{libraries}",
            f"-Wl,-rpath,{libraries}",
            "-lmlir_c_runner_utils",
            "-o",
            self._file("model.so"),
        )
        return self._file("model.so")

    def __call__(self, *arrays):
        if len(arrays) != len(self.inputs):
            raise ValueError(
                f"expected {len(self.inputs)} arguments, got {len(arrays)}"
            )
        packed = [
            kind.pack(array, i)
            for i, (kind, array) in enumerate(zip(self.inputs, arrays))
        ]
        arguments = []
        for array in packed:
            kind = descriptor(array.ndim)
            place = array.ctypes.data
            arguments.append(
                kind(place, place, 0)
                if array.ndim == 0
                else kind(
                    place,
                    place,
                    0,
                    (ctypes.c_int64 * array.ndim)(*array.shape),
                    (ctypes.c_int64 * array.ndim)(
                        *(s // array.itemsize for s in array.strides)
                    ),
                )
            )
        fields = [
            (f"result{i}", descriptor(len(kind.shape)))
            for i, kind in enumerate(self.outputs)
        ]
        results = type("Results", (ctypes.Structure,), {"_fields_": fields})()
        references = [ctypes.byref(argument) for argument in arguments]
        if fields:
            references.insert(0, ctypes.byref(results))
        start = time.perf_counter()
        self.function(*references)
        self.seconds = time.perf_counter() - start
        values = tuple(
            self._take(getattr(results, name), kind)
            for (name, _), kind in zip(fields, self.outputs)
        )
        return values[0] if len(values) == 1 else values

    def _take(self, result, kind):
        """A copy of a result, whose memory is freed."""
        rank = len(kind.shape)
        sizes = list(result.sizes) if rank else []
        strides = list(result.strides) if rank else []
        count = 1 + sum((n - 1) * s for n, s in zip(sizes, strides))
        if 0 in sizes:
            count = 0
        memory = (ctypes.c_char * (count * kind.numpy.itemsize)).from_address(
            result.data + result.offset * kind.numpy.itemsize
        )
        flat = np.frombuffer(memory, kind.numpy)
        view = np.lib.stride_tricks.as_strided(
            flat, sizes, [s * kind.numpy.itemsize for s in strides]
        )
        value = from_bf16(view) if kind.element == "bf16" else view.copy()
        ctypes.CDLL(None).free(ctypes.c_void_p(result.base))
        return value


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("model", help="MLIR text or bytecode with @main")
    parser.add_argument("inputs", nargs="*", help="one .npy file an argument")
    parser.add_argument("--out", help="write the first result to this .npy file")
    parser.add_argument("--entry", default="main", help="function to call")
    parser.add_argument("--verbose", action="store_true", help="print commands")
    options = parser.parse_args()
    try:
        model = Model(options.model, options.entry, verbose=options.verbose)
        results = model(*(np.load(path) for path in options.inputs))
    except (CompileError, ValueError, OSError) as error:
        sys.exit(f"cpu_run: {error}")
    results = results if isinstance(results, tuple) else (results,)
    if options.out:
        np.save(options.out, results[0])
    for kind, value in zip(model.outputs, results):
        print(f"{kind}: min {value.min():.6g}, max {value.max():.6g}")
    print(f"compiled in {model.compile_seconds:.1f} s, ran in {model.seconds:.3f} s")


if __name__ == "__main__":
    main()
