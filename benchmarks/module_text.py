# ===- module_text.py - What a printed module holds ------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Reads the generic form of a module: the top-level ops of its public function.

Enough for counting: operands, result types, names of the ops inside, and which
values are made from weights alone.
"""

import re
import subprocess

BYTES = {"f64": 8, "i64": 8, "f32": 4, "i32": 4, "f16": 2, "bf16": 2, "i16": 2}
TENSOR = re.compile(r"tensor<((?:\d+x)*)(\w+)>")
OP = re.compile(r'\s*(?:(%[\w.-]+)(?::(\d+))? = )?"([\w.]+)"\(([^)]*)\)')
CONTRACTION = re.compile(r"matmul|conv|batch_reduce")
VALUE = re.compile(r"%[\w.-]+(?:#\d+)?")


class Tensor:
    def __init__(self, match):
        self.elements = 1
        for extent in match.group(1).split("x")[:-1]:
            self.elements *= int(extent)
        self.element = match.group(2)

    @property
    def bytes(self):
        return self.elements * BYTES.get(self.element, 1)


class Op:
    """One op of the function's body; `inner` names the ops in its regions."""

    def __init__(self, name, results, operands):
        self.name, self.results, self.operands = name, results, operands
        self.inner, self.captured, self.types = [], [], []
        self.operand_types = []


def print_generic(mlir_opt, path, *flags):
    done = subprocess.run(
        [mlir_opt, path, *flags, "--mlir-print-op-generic"]
        + ["--mlir-elide-elementsattrs-if-larger=1"]
        + ["--mlir-elide-resource-strings-if-larger=1"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def split_types(text):
    """Types of one side of a signature; None for what is not a static tensor."""
    depth, part, parts = 0, "", []
    for char in text.strip().removeprefix("(").removesuffix(")"):
        depth += (char in "<(") - (char in ">)")
        if char == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += char
    matches = (TENSOR.fullmatch(p.strip()) for p in parts + [part] if p.strip())
    return [Tensor(match) if match else None for match in matches]


def parse(lines):
    """Names of the arguments and the ops of the first function in `lines`."""
    ops, arguments, open_ops, indent = [], [], [], None
    for line in lines:
        depth = len(line) - len(line.lstrip())
        if not arguments and line.lstrip().startswith("^bb0("):
            arguments = VALUE.findall(line)
            continue
        match = OP.match(line)
        if match and match.group(3) not in ("builtin.module", "func.func"):
            indent = depth if indent is None else indent
            op = Op(match.group(3), match.group(1), VALUE.findall(match.group(4)))
            if depth == indent and not open_ops:
                ops.append(op)
            elif open_ops:
                open_ops[0].inner.append(op.name)
                open_ops[0].captured.append(op)
            if line.rstrip().endswith("({"):
                open_ops.append(op)
                continue
            finish(op, line)
        elif line.lstrip().startswith("})") and open_ops:
            if not line.rstrip().endswith("({"):
                finish(open_ops.pop(), line)
        elif line.lstrip().startswith("})") and ops:
            break
    return arguments, ops


def finish(op, line):
    """Takes the signature at the end of an op's last line."""
    found = re.search(r" : (\(.*?\)) -> (\(.*\)|\S+?)(?: loc\(.*\))?$", line)
    if found:
        op.operand_types = split_types(found.group(1))
        op.types = split_types(found.group(2))


def weight_reads(arguments, ops, inputs):
    """Elements read of what weights alone make, and how many of them by gathers.

    The last `inputs` arguments are no weights.
    """
    weights = set(arguments[: len(arguments) - inputs])
    neutral, reads, gathered = set(), 0, 0
    for op in ops:
        tensors = [
            (value, kind)
            for value, kind in zip(op.operands, op.operand_types)
            if kind is not None and value not in neutral
        ]
        captured = [
            value for inner in op.captured for value in inner.operands if value in weights
        ]
        if op.name == "arith.constant":
            constant = op.types and op.types[0] is not None
            (weights if constant else neutral).add(op.results)
        elif op.name in ("tensor.empty", "linalg.fill"):
            neutral.add(op.results)
        elif tensors and not captured and all(v in weights for v, _ in tensors):
            weights.add(op.results)
        else:
            reads += sum(kind.elements for v, kind in tensors if v in weights)
            # A gather reads one element of the table for each of the result.
            gathered += len(set(captured)) * sum(t.elements for t in op.types if t)
    return reads + gathered, gathered


def tensor_casts(ops):
    """(op, whether the op that makes its operand is a contraction) of casts."""
    made = {op.results: op for op in ops if op.results}
    for op in ops:
        if op.name not in ("arith.truncf", "arith.extf", "tosa.cast"):
            continue
        if not op.types or op.types[0] is None:
            continue
        source = made.get(op.operands[0])
        name = source.name if source else ""
        yield op, source, bool(CONTRACTION.search(name))


def useless_casts(ops):
    """Pairs that undo each other, and casts that repeat another."""
    casts = {op.results: op for op, _, _ in tensor_casts(ops)}
    undone = sum(
        op.operands[0] in casts
        and op.types[0].element == casts[op.operands[0]].operand_types[0].element
        for op in casts.values()
    )
    seen = {(op.operands[0], op.types[0].element) for op in casts.values()}
    return undone, len(casts) - len(seen)
