# ===- breaker.py - A model built to break f16 -----------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Writes an attention layer in which f16 fails in every way it can, and inputs.

Its activations reach 2e4, so squares pass 65504; rows of zeros meet an epsilon of
1e-12; the mask is (1 - keep) * -3.40282347e38, so 0 * -inf is NaN where the
constant turns infinite; whole rows are masked. In f32 all of it is finite.

  python utils/breaker.py breaker.mlir      # and its arguments, x.npy, keep.npy, ...

breaker.json beside it is a case of the benchmark, with a float64 result by numpy.
"""

import json
import os
import sys

import numpy as np

TOKENS, WIDTH = 16, 64


class Text:
    """Lines of one function, and names for its values."""

    def __init__(self):
        self.lines, self.count = [], 0

    def add(self, line, comment):
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f'  {name} = {line} loc("{comment}")')
        return name

    def fill(self, value, shape):
        zero = self.add(f"arith.constant {value} : f32", "constant")
        empty = self.add(f"tensor.empty() : tensor<{shape}xf32>", "empty")
        return self.add(
            f"linalg.fill ins({zero} : f32) outs({empty} : tensor<{shape}xf32>) "
            f"-> tensor<{shape}xf32>",
            "fill",
        )

    def matmul(self, a, b, shapes, name):
        rows, inner, columns = shapes
        out = f"{rows}x{columns}"
        init = self.fill("0.0", out)
        return self.add(
            f"linalg.matmul ins({a}, {b} : tensor<{rows}x{inner}xf32>, "
            f"tensor<{inner}x{columns}xf32>) outs({init} : tensor<{out}xf32>) "
            f"-> tensor<{out}xf32>",
            name,
        )

    def each(self, inputs, body, name, shape=None):
        """Elementwise; inputs are (value, "id" | "row" | "col")."""
        rows, columns = shape or (TOKENS, WIDTH)
        sizes = {
            "id": f"{rows}x{columns}", "row": f"{rows}", "col": f"{columns}",
        }
        empty = self.add(f"tensor.empty() : tensor<{rows}x{columns}xf32>", "empty")
        return self.generic(
            inputs, [sizes[kind] for _, kind in inputs], empty,
            f"{rows}x{columns}", "id", body, name, '"parallel", "parallel"',
        )

    def on_rows(self, inputs, body, name):
        """Elementwise on one number for each row."""
        empty = self.add(f"tensor.empty() : tensor<{TOKENS}xf32>", "empty")
        return self.generic(
            [(value, "one") for value in inputs], [str(TOKENS)] * len(inputs), empty,
            str(TOKENS), "one", body, name, '"parallel"',
        )

    def reduce(self, value, start, body, name, columns=WIDTH):
        init = self.fill(start, str(TOKENS))
        return self.generic(
            [(value, "id")], [f"{TOKENS}x{columns}"], init, str(TOKENS), "row", body,
            name, '"parallel", "reduction"',
        )

    def generic(self, inputs, sizes, init, shape, out, body, name, kinds):
        maps = ", ".join(f"#{kind}" for kind in [k for _, k in inputs] + [out])
        values = ", ".join(value for value, _ in inputs)
        types = ", ".join(f"tensor<{size}xf32>" for size in sizes)
        arguments = ", ".join(f"%a{i}: f32" for i in range(len(inputs)))
        inner = "\n".join(f"    {line}" for line in body)
        return self.add(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
            f"ins({values} : {types}) outs({init} : tensor<{shape}xf32>) {{\n"
            f"  ^bb0({arguments}, %out: f32):\n{inner}\n"
            f"    linalg.yield %r : f32\n  }} -> tensor<{shape}xf32>",
            name,
        )


def constant(text, value):
    return text.add(f"arith.constant {value} : f32", "constant")


def normalize(text, value, name, centre):
    """Layer norm (centre) or RMS norm, written out, epsilon 1e-12."""
    width, epsilon = constant(text, f"{WIDTH}.0"), constant(text, "1.0e-12")
    if centre:
        total = text.reduce(value, "0.0", ["%r = arith.addf %a0, %out : f32"], f"{name}/sum")
        mean = text.on_rows([total], [f"%r = arith.divf %a0, {width} : f32"], f"{name}/mean")
        value = text.each(
            [(value, "id"), (mean, "row")], ["%r = arith.subf %a0, %a1 : f32"], f"{name}/centre"
        )
    square = text.each(
        [(value, "id"), (value, "id")], ["%r = arith.mulf %a0, %a1 : f32"], f"{name}/square"
    )
    total = text.reduce(square, "0.0", ["%r = arith.addf %a0, %out : f32"], f"{name}/squares")
    variance = text.on_rows([total], [f"%r = arith.divf %a0, {width} : f32"], f"{name}/variance")
    safe = text.on_rows([variance], [f"%r = arith.addf %a0, {epsilon} : f32"], f"{name}/epsilon")
    root = text.on_rows([safe], ["%r = math.sqrt %a0 : f32"], f"{name}/root")
    return text.each(
        [(value, "id"), (root, "row")], ["%r = arith.divf %a0, %a1 : f32"], f"{name}/divide"
    )


def softmax(text, scores):
    shape = (TOKENS, TOKENS)
    largest = text.reduce(
        scores, "0xFF800000", ["%r = arith.maximumf %a0, %out : f32"], "softmax/max", TOKENS
    )
    shifted = text.each(
        [(scores, "id"), (largest, "row")], ["%r = arith.subf %a0, %a1 : f32"], "softmax/shift", shape
    )
    power = text.each([(shifted, "id")], ["%r = math.exp %a0 : f32"], "softmax/exp", shape)
    total = text.reduce(power, "0.0", ["%r = arith.addf %a0, %out : f32"], "softmax/sum", TOKENS)
    return text.each(
        [(power, "id"), (total, "row")], ["%r = arith.divf %a0, %a1 : f32"], "softmax/divide", shape
    )


def module():
    """The model's text: @main(x, keep, five weights) -> 16x64xf32."""
    text = Text()
    square = (TOKENS, WIDTH, WIDTH)
    hidden = text.matmul("%x", "%w0", square, "hidden")
    normed = normalize(text, hidden, "layernorm", centre=True)
    query = text.matmul(normed, "%wq", square, "attention/query")
    key = text.matmul(normed, "%wk", square, "attention/key")
    empty = text.add(f"tensor.empty() : tensor<{WIDTH}x{TOKENS}xf32>", "empty")
    turned = text.add(
        f"linalg.transpose ins({key} : tensor<{TOKENS}x{WIDTH}xf32>) "
        f"outs({empty} : tensor<{WIDTH}x{TOKENS}xf32>) permutation = [1, 0]",
        "attention/transpose",
    )
    scores = text.matmul(query, turned, (TOKENS, WIDTH, TOKENS), "attention/scores")
    one, lowest = constant(text, "1.0"), constant(text, "-3.40282347E+38")
    shape = (TOKENS, TOKENS)
    mask = text.each(
        [("%keep", "col")],
        [f"%i = arith.subf {one}, %a0 : f32", f"%r = arith.mulf %i, {lowest} : f32"],
        "attention/mask",
        shape,
    )
    masked = text.each(
        [(scores, "id"), (mask, "id")], ["%r = arith.addf %a0, %a1 : f32"], "attention/masked", shape
    )
    weights = softmax(text, masked)
    value = text.matmul(normed, "%wv", square, "attention/value")
    mixed = text.matmul(weights, value, (TOKENS, TOKENS, WIDTH), "attention/mix")
    summed = text.each(
        [(hidden, "id"), (mixed, "id")], ["%r = arith.addf %a0, %a1 : f32"], "residual"
    )
    result = text.matmul(normalize(text, summed, "rmsnorm", centre=False), "%w1", square, "result")
    wide = f"tensor<{TOKENS}x{WIDTH}xf32>"
    weight = f"tensor<{WIDTH}x{WIDTH}xf32>"
    names = ("w0", "wq", "wk", "wv", "w1")
    arguments = ", ".join(f"%{name}: {weight}" for name in names)
    head = [
        "#id = affine_map<(d0, d1) -> (d0, d1)>",
        "#row = affine_map<(d0, d1) -> (d0)>",
        "#col = affine_map<(d0, d1) -> (d1)>",
        "#one = affine_map<(d0) -> (d0)>",
        f"func.func @main(%x: {wide}, %keep: tensor<{TOKENS}xf32>, {arguments}) -> {wide} {{",
    ]
    return "\n".join([*head, *text.lines, f"  return {result} : {wide}", "}", ""])


def inputs(seed=0, scale=1.0):
    """Seeded arguments of @main; `scale` multiplies the activations."""
    random = np.random.RandomState(seed)
    x = random.standard_normal((TOKENS, WIDTH)).astype(np.float32) * 30
    x[:, 3] *= 400
    x[-4:] = 0
    keep = np.ones(TOKENS, np.float32)
    keep[10:] = 0
    weights = [random.standard_normal((WIDTH, WIDTH)).astype(np.float32) / 8 for _ in range(5)]
    return (x * np.float32(scale), keep, *weights)


def reference(arguments):
    """The result in float64."""
    x, keep, w0, wq, wk, wv, w1 = (a.astype(np.float64) for a in arguments)

    def normalize(value, centre):
        value = value - value.mean(1, keepdims=True) if centre else value
        return value / np.sqrt((value * value).mean(1, keepdims=True) + 1e-12)

    hidden = x @ w0
    normed = normalize(hidden, True)
    scores = (normed @ wq) @ (normed @ wk).T
    masked = scores + (1 - keep)[None, :] * np.float64(np.finfo(np.float32).min)
    power = np.exp(masked - masked.max(1, keepdims=True))
    mixed = power / power.sum(1, keepdims=True) @ (normed @ wv)
    return normalize(hidden + mixed, False) @ w1


def write(path):
    """Writes the module to `path`, and its arguments and case beside it."""
    folder = os.path.dirname(path) or "."
    with open(path, "w") as file:
        file.write(module())
    names, arguments = ("x", "keep", "w0", "wq", "wk", "wv", "w1"), inputs()
    for name, array in zip(names, arguments):
        np.save(os.path.join(folder, f"{name}.npy"), array)
    np.save(os.path.join(folder, "breaker.ref_f64.npy"), reference(arguments))
    case = {
        "module": os.path.basename(path),
        "arrays": [f"{name}.npy" for name in names],
        "reference": "breaker.ref_f64.npy",
        "about": "built to break f16: large activations, 1e-12 epsilons, a -3.4e38 mask",
    }
    with open(os.path.join(folder, "breaker.json"), "w") as file:
        json.dump(case, file, indent=2)
        file.write("\n")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(sys.argv[1])


if __name__ == "__main__":
    main()
