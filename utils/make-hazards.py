# ===- make-hazards.py - Write the generated graphs of test/Hazards --------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Writes hazards in the forms that the hand-written ones do not cover.

TOSA, tensor-level arith, a named softmax, masks that replace scores, clamped
norms, sums behind a contraction. benchmarks/hazards.py feeds them. `--check`
only compares with what is there.

  python utils/make-hazards.py [--check]
"""

import argparse
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "test", "Hazards")
LOWEST = "-3.40282347E+38"

RUN = """\
// RUN: amp-opt %s --amp-autocast=f16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast=bf16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" -o /dev/null

// Written by utils/make-hazards.py, run by benchmarks/hazards.py.
"""


def comment(text):
    """`text` as comment lines of at most 80 columns."""
    lines, line = [], "//"
    for word in text.split():
        if len(line) + len(word) > 80:
            lines.append(line)
            line = "//"
        line += " " + word
    return "\n".join(lines + [line]) + "\n"


def dims(shape):
    return "x".join(map(str, shape))


def tensor(shape, element="f32"):
    return f"tensor<{dims(shape)}x{element}>"


class Graph:
    """Text of one function; methods append an op and return its value."""

    def __init__(self, why, arguments):
        self.why, self.arguments = why, arguments
        self.lines, self.shapes, self.elements = [], {}, {}
        for name, shape in arguments.items():
            self.shapes[f"%{name}"] = shape
            self.elements[f"%{name}"] = "f32"

    def add(self, text, shape, element="f32"):
        name = f"%{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        self.shapes[name], self.elements[name] = shape, element
        return name

    def type(self, value):
        return tensor(self.shapes[value], self.elements[value])

    def types(self, values):
        return ", ".join(self.type(value) for value in values)

    def text(self, result):
        arguments = ", ".join(
            f"%{name}: {tensor(shape)}" for name, shape in self.arguments.items()
        )
        kind = self.type(result)
        return (
            RUN
            + comment(self.why)
            + f"func.func @main({arguments}) -> {kind} {{\n"
            + "\n".join(self.lines)
            + f"\n  return {result} : {kind}\n}}\n"
        )


class Linalg(Graph):
    """Rank-2 linalg on tensors; `arith` writes elementwise ops on tensors."""

    def __init__(self, why, arguments, arith=False):
        super().__init__(why, arguments)
        self.arith = arith

    def init(self, shape, value="0.0", element="f32"):
        scalar = self.add(f"arith.constant {value} : {element}", (), element)
        empty = self.add(f"tensor.empty() : {tensor(shape, element)}", shape, element)
        return self.add(
            f"linalg.fill ins({scalar} : {element}) outs({empty} : "
            f"{tensor(shape, element)}) -> {tensor(shape, element)}",
            shape,
            element,
        )

    def constant(self, value, shape):
        return self.add(f"arith.constant dense<{value}> : {tensor(shape)}", shape)

    def matmul(self, a, b):
        shape = (self.shapes[a][0], self.shapes[b][1])
        init = self.init(shape)
        return self.add(
            f"linalg.matmul ins({a}, {b} : {self.types([a, b])}) "
            f"outs({init} : {tensor(shape)}) -> {tensor(shape)}",
            shape,
        )

    def each(self, op, *values, element="f32"):
        """Elementwise `op`; values with one column are read as columns."""
        shape = max((self.shapes[value] for value in values), key=lambda s: s[1])
        same = all(self.shapes[value] == shape for value in values)
        if self.arith and same:
            kind = tensor(shape, self.elements[values[-1]])
            return self.add(f"{op} {', '.join(values)} : {kind}", shape, element)
        maps = ", ".join(
            "affine_map<(d0, d1) -> "
            + ("(d0, d1)>" if self.shapes[value] == shape else "(d0, 0)>")
            for value in values
        )
        empty = self.add(f"tensor.empty() : {tensor(shape, element)}", shape, element)
        scalars = [f"%in{i}" for i in range(len(values))]
        block = ", ".join(
            f"{name}: {self.elements[value]}" for name, value in zip(scalars, values)
        )
        return self.add(
            f"linalg.generic {{indexing_maps = [{maps}, affine_map<(d0, d1) -> "
            '(d0, d1)>], iterator_types = ["parallel", "parallel"]} '
            f"ins({', '.join(values)} : {self.types(values)}) "
            f"outs({empty} : {tensor(shape, element)}) {{\n"
            f"  ^bb0({block}, %out: {element}):\n"
            f"    %v = {op} {', '.join(scalars)} : {self.elements[values[-1]]}\n"
            f"    linalg.yield %v : {element}\n"
            f"  }} -> {tensor(shape, element)}",
            shape,
            element,
        )

    def reduce(self, op, value, start="0.0"):
        rows = self.shapes[value][0]
        init = self.init((rows, 1), start)
        return self.add(
            "linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, "
            'affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", '
            f'"reduction"]}} ins({value} : {self.type(value)}) '
            f"outs({init} : {tensor((rows, 1))}) {{\n"
            "  ^bb0(%in0: f32, %out: f32):\n"
            f"    %v = {op} %in0, %out : f32\n"
            "    linalg.yield %v : f32\n"
            f"  }} -> {tensor((rows, 1))}",
            (rows, 1),
        )

    def softmax(self, scores):
        top = self.reduce("arith.maximumf", scores, "0xFF800000")
        shifted = self.each("arith.subf", scores, top)
        exponential = self.each("math.exp", shifted)
        total = self.reduce("arith.addf", exponential)
        return self.each("arith.divf", exponential, total)


class Tosa(Graph):
    def constant(self, value, shape=(1, 1, 1)):
        return self.add(
            f'"tosa.const"() <{{values = dense<{value}> : {tensor(shape)}}}> : '
            f"() -> {tensor(shape)}",
            shape,
        )

    def matmul(self, a, b):
        zero = self.constant("0.0", (1,))
        shape = self.shapes[a][:2] + self.shapes[b][2:]
        operands = [a, b, zero, zero]
        return self.call("matmul", operands, shape)

    def call(self, op, operands, shape, attributes="", element="f32"):
        return self.add(
            f"tosa.{op} {', '.join(operands)}{attributes} : "
            f"({self.types(operands)}) -> {tensor(shape, element)}",
            shape,
            element,
        )

    def each(self, op, *values, element="f32"):
        shape = tuple(map(max, zip(*(self.shapes[value] for value in values))))
        operands = list(values)
        if op == "mul":
            operands.append(
                self.add(
                    '"tosa.const"() <{values = dense<0> : tensor<1xi8>}> : '
                    "() -> tensor<1xi8>",
                    (1,),
                    "i8",
                )
            )
        return self.call(op, operands, shape, element=element)

    def reduce(self, op, value):
        shape = self.shapes[value][:-1] + (1,)
        return self.call(f"reduce_{op}", [value], shape, " {axis = 2 : i32}")

    def softmax(self, scores):
        shifted = self.each("sub", scores, self.reduce("max", scores))
        exponential = self.each("exp", shifted)
        total = self.each("reciprocal", self.reduce("sum", exponential))
        return self.each("mul", exponential, total)


X, W = {"x": (8, 64)}, {"w": (64, 64)}
TX, TW = {"x": (1, 8, 64)}, {"w": (1, 64, 64)}


def tosa_rms_outlier():
    g = Tosa("Squares of outliers pass 65504 in an RMS norm, in TOSA.", {**TX, **TW})
    h = g.matmul("%x", "%w")
    total = g.reduce("sum", g.each("mul", h, h))
    mean = g.each("mul", total, g.constant("1.562500e-02"))
    root = g.each("rsqrt", g.each("add", mean, g.constant("1.0e-06")))
    return g.text(g.matmul(g.each("mul", h, root), "%w"))


def tosa_ln_eps_zero_rows():
    g = Tosa("Layer norm in TOSA: epsilon 1e-12, rows of zeros.", {**TX, **TW})
    n = g.constant("1.562500e-02")
    h = g.matmul("%x", "%w")
    d = g.each("sub", h, g.each("mul", g.reduce("sum", h), n))
    variance = g.each("mul", g.reduce("sum", g.each("mul", d, d)), n)
    root = g.each("rsqrt", g.each("add", variance, g.constant("1.0e-12")))
    return g.text(g.matmul(g.each("mul", d, root), "%w"))


def tosa_mask_where_row():
    g = Tosa(
        "A mask by select in TOSA, most negative float, some rows masked completely.",
        {**TX, **TW, "keep": (1, 8, 64)},
    )
    kept = g.each("greater", "%keep", g.constant("0.5"), element="i1")
    mask = g.call(
        "select", [kept, g.constant("0.0"), g.constant(LOWEST)], (1, 8, 64)
    )
    scores = g.each("add", g.matmul("%x", "%w"), mask)
    return g.text(g.matmul(g.softmax(scores), "%w"))


def tosa_gelu_tanh_cube():
    g = Tosa("The cube in a tanh GELU passes 65504, in TOSA.", {**TX, **TW})
    h = g.matmul("%x", "%w")
    cube = g.each("mul", g.each("mul", h, h), h)
    inner = g.each("add", h, g.each("mul", cube, g.constant("4.471500e-02")))
    t = g.each("tanh", g.each("mul", inner, g.constant("7.978850e-01")))
    gate = g.each("add", t, g.constant("1.0"))
    return g.text(g.matmul(g.each("mul", h, gate), "%w"))


def tosa_big_reduce():
    g = Tosa(
        "The sum of 70 000 numbers of order one, then the mean, before a product, "
        "in TOSA.",
        {"x": (1, 8, 70000), "w": (1, 1, 64)},
    )
    mean = g.each("mul", g.reduce("sum", "%x"), g.constant("1.42857141E-5"))
    return g.text(g.matmul(mean, "%w"))


def big_reduce_matmul():
    g = Linalg(
        "The sum of 70 000 numbers of order one, then the mean, between products.",
        {"x": (2, 16), "w": (16, 70000), "c": (1, 8)},
    )
    h = g.matmul("%x", "%w")
    total = g.reduce("arith.addf", h)
    mean = g.each("arith.divf", total, g.constant("7.0e+04", (2, 1)))
    return g.text(g.matmul(mean, "%c"))


def arith_rms_outlier():
    g = Linalg(
        "Squares of outliers pass 65504 in an RMS norm of tensor-level arith.",
        {**X, **W},
        arith=True,
    )
    h = g.matmul("%x", "%w")
    total = g.reduce("arith.addf", g.each("arith.mulf", h, h))
    mean = g.each("arith.divf", total, g.constant("64.0", (8, 1)))
    shifted = g.each("arith.addf", mean, g.constant("1.0e-06", (8, 1)))
    return g.text(
        g.matmul(g.each("arith.divf", h, g.each("math.sqrt", shifted)), "%w")
    )


def mask_fill_row():
    g = Linalg(
        "Scores replaced by the most negative float where masked, some rows "
        "masked completely.",
        {**X, **W, "keep": (8, 64)},
    )
    half = g.constant("0.5", (8, 64))
    kept = g.each("arith.cmpf ogt,", "%keep", half, element="i1")
    scores = g.matmul("%x", "%w")
    masked = g.each("arith.select", kept, scores, g.constant(LOWEST, (8, 64)))
    return g.text(g.matmul(g.softmax(masked), "%w"))


def softmax_named():
    g = Linalg(
        "linalg.softmax of scores under a mask of the most negative float, some "
        "rows masked completely.",
        {**X, **W, "mask": (8, 64)},
    )
    scores = g.each("arith.addf", g.matmul("%x", "%w"), "%mask")
    empty = g.add(f"tensor.empty() : {tensor((8, 64))}", (8, 64))
    p = g.add(
        f"linalg.softmax dimension(1) ins({scores} : {g.type(scores)}) "
        f"outs({empty} : {g.type(empty)}) -> {g.type(empty)}",
        (8, 64),
    )
    return g.text(g.matmul(p, "%w"))


def normalize_clamp():
    g = Linalg(
        "Vectors by their norms, which are clamped to 1e-12 below rows of zeros; the "
        "squares of outliers pass 65504.",
        {**X, **W},
    )
    h = g.matmul("%x", "%w")
    total = g.reduce("arith.addf", g.each("arith.mulf", h, h))
    norm = g.each("math.sqrt", total)
    norm = g.each("arith.maximumf", norm, g.constant("1.0e-12", (8, 1)))
    return g.text(g.matmul(g.each("arith.divf", h, norm), "%w"))


def entropy_eps():
    g = Linalg(
        "p log(p + 1e-12) of probabilities that are zero under a mask.",
        {**X, **W, "mask": (8, 64)},
    )
    p = g.softmax(g.each("arith.addf", g.matmul("%x", "%w"), "%mask"))
    logs = g.each("math.log", g.each("arith.addf", p, g.constant("1.0e-12", (8, 64))))
    return g.text(g.matmul(g.each("arith.mulf", p, logs), "%w"))


GRAPHS = [
    tosa_rms_outlier,
    tosa_ln_eps_zero_rows,
    tosa_mask_where_row,
    tosa_gelu_tanh_cube,
    tosa_big_reduce,
    big_reduce_matmul,
    arith_rms_outlier,
    mask_fill_row,
    softmax_named,
    normalize_clamp,
    entropy_eps,
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    stale = []
    for make in GRAPHS:
        path = os.path.join(FOLDER, f"{make.__name__}.mlir")
        text = make()
        if check:
            with open(path) as file:
                stale += [path] if file.read() != text else []
            continue
        with open(path, "w") as file:
            file.write(text)
    for path in stale:
        print(f"make-hazards: {os.path.relpath(path, ROOT)} differs", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
