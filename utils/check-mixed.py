#!/usr/bin/env python3
# ===- check-mixed.py - What every converted module must satisfy -----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Converts modules with amp-opt and checks the result, op by op.

usage: check-mixed.py [--type f16|bf16]... [--options TEXT] [--high N] FILE...

For every file and type:
  contractions   each reads its factors at the low type and accumulates in f32
                 (DPS init and result f32, TOSA acc_type f32); `--high N` allows
                 N that stay f32 as a whole
  cast pairs     no cast of ours undoes another one of ours
  dead casts     every cast of ours has a user
  cast once      no value is cast twice to one type by us
  kept           public signatures, the number of f64 results and the casts that
                 the input holds are as before
  stock          the result parses and verifies with mlir-opt
  stable         two runs give the same bytes; converting the result again
                 changes nothing

Prints one line a file and type: contractions low/all, our casts down and up on
tensors and inside bodies, all ops before and after. Exits with 1 and a line a
problem if anything fails. Both tools come from PATH unless named.
"""

import argparse
import re
import subprocess
import sys

GENERIC = [
    "--mlir-print-op-generic",
    "--mlir-print-local-scope",
    "--mlir-print-unique-ssa-ids",
    "--mlir-elide-elementsattrs-if-larger=16",
    "--mlir-elide-resource-strings-if-larger=16",
    "--allow-unregistered-dialect",
]
HEAD = re.compile(
    r"^\s*(?:(?P<results>%[^=]*?) = )?\"(?P<name>[\w.$-]+)\"\((?P<operands>[^)]*)\)"
)
BLOCK = re.compile(r"^\s*\^bb\d+(?:\((?P<arguments>.*)\))?:")
CLOSE = re.compile(r"^\s*\}\)")
NEXT_REGION = re.compile(r"^\s*\}, \{")

LINALG_PRODUCTS = re.compile(
    r"linalg\.(?:\w*matmul\w*|matvec|vecmat|dot|batch_matvec|batch_vecmat|mmt4d"
    r"|batch_mmt4d|contract|(?:depthwise_|grouped_)?conv\w*)$"
)
TOSA_PRODUCTS = {
    "tosa.conv2d", "tosa.conv3d", "tosa.depthwise_conv2d",
    "tosa.transpose_conv2d", "tosa.matmul",
}
VECTOR_PRODUCTS = {"vector.contract", "vector.outerproduct"}
SHOWN_BODIES = {"linalg.generic", "linalg.map", "linalg.reduce"}
CASTS = {"arith.truncf", "arith.extf", "tosa.cast"}


class Op:
    """One op of the generic form."""

    def __init__(self, name, results, operands, line, parent):
        self.name, self.results, self.operands = name, results, operands
        # First and last line, from 1.
        self.line, self.last, self.parent = line, line, parent
        self.attributes = ""
        self.operand_types, self.result_types = [], []
        # Ops of all regions in order; arguments of all blocks: (name, type).
        self.body, self.arguments = [], []

    def walk(self):
        """The op and all nested ones; bodies that a name implies are skipped."""
        stack = [self]
        while stack:
            op = stack.pop()
            yield op
            if not op.name.startswith("linalg.") or op.name in SHOWN_BODIES:
                stack.extend(reversed(op.body))


def split_types(text):
    """Splits at commas outside brackets."""
    parts, depth, start = [], 0, 0
    text = text.replace("->", "\x01\x01")
    for i, c in enumerate(text):
        if c in "<([{":
            depth += 1
        elif c in ">)]}":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [p.replace("\x01\x01", "->").strip() for p in parts if p.strip()]


def names_of(text):
    """`%0:2, %1` -> [%0#0, %0#1, %1]."""
    names = []
    for part in text.split(","):
        name, _, count = part.strip().partition(":")
        if count:
            names += [f"{name}#{i}" for i in range(int(count))]
        elif name:
            names.append(name)
    return names


def set_signature(op, tail):
    """Reads attributes and types from what follows an op's operands."""
    at = tail.rfind(" : (")
    if at < 0:
        raise ValueError(f"line {op.line}: no signature in '{tail.strip()}'")
    op.attributes += tail[:at]
    operands, _, results = tail[at + 3 :].strip().partition(") -> ")
    op.operand_types = split_types(operands[1:])
    results = results.strip()
    if results.startswith("("):
        results = results[1:-1]
    op.result_types = split_types(results)


def parse(text):
    """The module op of a module in generic form with unique names."""
    root = Op("", [], [], 0, None)
    stack = [root]
    for number, line in enumerate(text.splitlines(), 1):
        if CLOSE.match(line):
            stack[-1].last = number
            set_signature(stack.pop(), line.strip()[2:])
            continue
        if NEXT_REGION.match(line):
            continue
        block = BLOCK.match(line)
        if block:
            for argument in split_types(block["arguments"] or ""):
                name, _, type_ = argument.partition(": ")
                stack[-1].arguments.append((name, type_))
            continue
        head = HEAD.match(line)
        if not head:
            if line.startswith("{-#"):
                break
            continue
        operands = [o.strip() for o in head["operands"].split(",") if o.strip()]
        op = Op(head["name"], names_of(head["results"] or ""), operands, number,
                stack[-1])
        stack[-1].body.append(op)
        tail = line[head.end() :].rstrip()
        if tail.endswith("({"):
            op.attributes = tail[:-2]
            stack.append(op)
        else:
            set_signature(op, tail)
    return root


def element(type_):
    """`tensor<4x?xf16>` -> `f16`."""
    match = re.match(r"(?:tensor|vector|memref)<(.*)>$", type_)
    if not match:
        return type_
    inner = split_types(match.group(1))[0]
    return re.sub(r"^\*?x?(?:\[?(?:\d+|\?)\]?x)*", "", inner)


def body_sources(op):
    """Per scalar of a body: the argument positions that it descends from."""
    sources = {name: {i} for i, (name, _) in enumerate(op.arguments)}
    defs = {}
    for inner in op.body:
        found = set()
        for operand in inner.operands:
            found |= sources.get(operand, set())
        for result in inner.results:
            sources[result] = found
            defs[result] = inner
    return sources, defs


def strip_casts(name, defs):
    while name in defs and defs[name].name in ("arith.extf", "arith.truncf"):
        name = defs[name].operands[0]
    return name


def contracted_inputs(op):
    """Positions of the factors of a linalg.generic that is a matrix product."""
    if op.name not in ("linalg.generic", "linalg.contract"):
        return None
    if "reduction" not in op.attributes or not op.body:
        return None
    sources, defs = body_sources(op)
    maps = re.findall(r"affine_map<\(.*?\) -> \((.*?)\)>", op.attributes)
    out = len(op.operands) - 1
    add = defs.get(strip_casts(op.body[-1].operands[0], defs))
    if add is None or add.name != "arith.addf" or len(op.results) != 1:
        return None
    outs = op.arguments[out][0]
    sides = [strip_casts(o, defs) for o in add.operands]
    if outs not in sides:
        return None
    mul = defs.get(sides[1 - sides.index(outs)])
    if mul is None or mul.name != "arith.mulf":
        return None
    a, b = (sources.get(o, set()) for o in mul.operands)
    if not a or not b or a & b:
        return None
    loops = [set(re.findall(r"d\d+", m)) for m in maps]
    factors = sorted(a | b)
    if any(loops[i] - loops[j] for i in factors for j in factors):
        return factors
    return None


def products(root):
    """Yields (op, factor types, accumulator types) of every matrix product."""
    for op in root.walk():
        if LINALG_PRODUCTS.match(op.name):
            yield op, op.operand_types[:2], op.operand_types[2:] + op.result_types
        elif op.name in TOSA_PRODUCTS:
            match = re.search(r"acc_type = (\w+)", op.attributes)
            accumulators = [match.group(1)] if match else op.result_types
            yield op, op.operand_types[:2], accumulators
        elif op.name in VECTOR_PRODUCTS:
            yield op, op.operand_types[:2], op.operand_types[2:] + op.result_types
        else:
            factors = contracted_inputs(op)
            if factors:
                yield (op, [op.operand_types[i] for i in factors],
                       op.operand_types[-1:] + op.result_types)


def is_float(type_):
    return element(type_) in ("f64", "f32", "f16", "bf16")


def is_ours(op):
    """Casts that amp-autocast made carry the contract flag."""
    return op.name in CASTS and "contract" in op.attributes


def check_products(root, low, allowed_high, problems):
    """Returns (low, all) counts of matrix products in f32 or lower."""
    total = lows = highs = 0
    for op, factors, accumulators in products(root):
        types = [element(t) for t in factors]
        if not all(t in ("f32", low) for t in types):
            continue
        total += 1
        if any(element(t) != "f32" for t in accumulators):
            problems.append(f"{op.line}: {op.name} accumulates in {accumulators}")
        if all(t == low for t in types):
            lows += 1
            continue
        highs += 1
        if "f32" in types and low in types:
            problems.append(f"{op.line}: {op.name} mixes {types}")
        elif highs > allowed_high:
            problems.append(f"{op.line}: {op.name} reads {types}, expected {low}")
    return lows, total


def check_casts(root, problems):
    """Pairs and duplicates; returns counts of our casts: tensors down, up,
    scalars."""
    defs = {r: op for op in root.walk() for r in op.results}
    used = {o for op in root.walk() for o in op.operands}
    seen = {}
    down = up = scalar = 0
    for op in root.walk():
        if not is_ours(op):
            continue
        to = op.result_types[0]
        if "<" not in to:
            scalar += 1
        elif element(to) == "f32":
            up += 1
        else:
            down += 1
        if op.results[0] not in used:
            problems.append(f"{op.line}: cast without a user")
        source = defs.get(op.operands[0])
        if source is not None and is_ours(source):
            if source.operand_types[0] == to:
                problems.append(f"{op.line}: cast undoes the one of line {source.line}")
        # In different blocks neither need dominate the other.
        key = (op.operands[0], to, id(op.parent))
        if key in seen:
            problems.append(f"{op.line}: cast again to {to}, as in line {seen[key]}")
        seen[key] = op.line
    return down, up, scalar


def signatures(root):
    """Types of public functions by name."""
    found = {}
    for op in root.walk():
        if op.name == "func.func" and 'sym_visibility = "private"' not in op.attributes:
            name = re.search(r'sym_name = "([^"]*)"', op.attributes).group(1)
            # Up to the first attribute after it, nested brackets included.
            match = re.search(r"function_type = (.*?)(?:, \w+ = |}>)", op.attributes)
            found[name] = match.group(1)
    return found


def count(root, predicate):
    return sum(1 for op in root.walk() if predicate(op))


def check_kept(before, after, problems):
    if signatures(before) != signatures(after):
        problems.append("a public signature changed")
    tests = {
        "f64 results": lambda op: any(element(t) == "f64" for t in op.result_types),
        "casts of the input": lambda op: op.name in CASTS and not is_ours(op),
    }
    for what, test in tests.items():
        was, now = count(before, test), count(after, test)
        if was != now:
            problems.append(f"{what}: {was} before, {now} after")


def run(command, stdin=None):
    done = subprocess.run(command, input=stdin, capture_output=True)
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace").strip()
        raise RuntimeError(f"{command[0]} failed: {message[:2000]}")
    return done.stdout


def check(path, low, arguments):
    """Checks one file; returns the problems and the line of figures."""
    problems = []
    flag = f"--amp-autocast={low} {arguments.options}".rstrip()
    generic = lambda data: parse(
        run([arguments.mlir_opt, *GENERIC, "-"], data).decode()
    )
    with open(path, "rb") as file:
        before = generic(file.read())
    first = run([arguments.amp_opt, flag, path])
    if run([arguments.amp_opt, flag, path]) != first:
        problems.append("two runs differ")
    again = run([arguments.amp_opt, flag, "-"], first)
    if again != run([arguments.amp_opt, "-"], first):
        problems.append("a second conversion changes the result")
    after = generic(first)
    lows, total = check_products(after, low, arguments.high, problems)
    if total == 0:
        problems.append("no matrix product found")
    down, up, scalar = check_casts(after, problems)
    if "signature=convert" not in arguments.options:
        check_kept(before, after, problems)
    ops = [count(root, lambda op: True) - 1 for root in (before, after)]
    figures = (
        f"products {lows}/{total}, tensor casts {down} down {up} up, "
        f"in bodies {scalar}, ops {ops[0]} -> {ops[1]}"
    )
    return problems, figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--type", action="append", choices=["f16", "bf16"])
    parser.add_argument("--options", default="", help="further options of the pass")
    parser.add_argument("--high", type=int, default=0,
                        help="matrix products that may stay f32")
    parser.add_argument("--amp-opt", default="amp-opt")
    parser.add_argument("--mlir-opt", default="mlir-opt")
    arguments = parser.parse_args()
    failed = False
    for path in arguments.files:
        for low in arguments.type or ["f16", "bf16"]:
            name = path.rsplit("/", 1)[-1]
            try:
                problems, figures = check(path, low, arguments)
            except RuntimeError as error:
                problems, figures = [str(error)], "not converted"
            print(f"{name} {low}: {figures}{', FAILED' if problems else ''}")
            for problem in problems:
                print(f"  {name} {low}: {problem}")
            failed |= bool(problems)
            sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
