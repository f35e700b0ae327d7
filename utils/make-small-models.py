#!/usr/bin/env python3
# ===- make-small-models.py - Cut test/Models from whole models ------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Writes test/Models/*.mlir: slices of whole models, small enough to read.

usage: make-small-models.py MODELS [OUT]

MODELS holds NAME.weightless.mlir files. A slice runs from one matrix product to
another (numbered from 0 in program order): the ops that the values leaving that
range depend on, constants and empty tensors included; everything made earlier
becomes an argument. The result is the same for the same input. Needs mlir-opt
in PATH.
"""

import importlib.util
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location(
    "check_mixed", os.path.join(HERE, "check-mixed.py")
)
mixed = importlib.util.module_from_spec(spec)
spec.loader.exec_module(mixed)

MLIR_OPT = os.environ.get("MLIR_OPT", "mlir-opt")

# name: (model, first and last product, what would break, further options of the
# check, FileCheck lines). No range: the whole file.
CONV = "linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>"
SLICES = {
    "resnet50-stem": (
        "resnet50_b1", 0, 0,
        "A 7x7 convolution, a batch norm in small generics and a max pooling: the "
        "pooling\nstarts from -inf, which must survive.",
        ["CHECK: " + CONV, "CHECK-NOT: arith.extf {{.*}} tensor",
         "CHECK: linalg.pooling_nchw_max"]),
    "resnet50-block": (
        "resnet50_b1", 1, 4,
        "A bottleneck: four convolutions, and a sum of two branches that must not "
        "pull\nthem back to f32.",
        ["CHECK-COUNT-4: " + CONV]),
    "resnet50-block-bnwhole": (
        "resnet50_b1_bnwhole", 1, 4,
        "The same block with each batch norm as one generic: its rsqrt is on "
        "statistics\nand must not keep the data in f32.",
        ["CHECK-COUNT-4: " + CONV]),
    "resnet50-head": (
        "resnet50_b1", 52, 53,
        "Global average pooling: a mean whose running value stays f32, then the "
        "classifier.",
        ["CHECK: " + CONV, "CHECK: linalg.matmul ins({{.*}}xf16>, tensor<{{.*}}xf16>) outs({{.*}}xf32>)"]),
    "resnet50-tosa": (
        "resnet50_b1_tosa", 0, 4,
        "Stem and first bottleneck in TOSA, where no op holds a cast: one "
        "convolution's\nresult must reach the next without a way through f32.",
        ["CHECK-COUNT-5: tosa.conv2d {{.*}}acc_type = f32{{.*}}xf16>"]),
    "resnet50-ibn-a-block": (
        "resnet50_ibn_a_b1", 1, 4,
        "Instance norm on half the channels: its variance must not overflow, its "
        "data\ngoes low all the same.",
        ["CHECK-COUNT-4: " + CONV]),
    "resnet50-ibn-a-block-tosa": (
        "resnet50_ibn_a_b1_tosa", 1, 4,
        "The same in TOSA: mean and variance stay f32.",
        ["CHECK-COUNT-4: tosa.conv2d {{.*}}acc_type = f32{{.*}}xf16>"]),
    "mobilenetv2-residual": (
        "mobilenetv2_b1", 6, 8,
        "An inverted residual: expansion, depthwise convolution, projection; relu6 "
        "bounds\nwhat lies between.",
        ["CHECK: " + CONV, "CHECK: linalg.depthwise_conv_2d_nchw_chw {{.*}}xf16>",
         "CHECK: " + CONV]),
    "mobilenetv2-residual-tosa": (
        "mobilenetv2_b1_tosa", 6, 8,
        "The same in TOSA.",
        ["CHECK: tosa.conv2d {{.*}}xf16>", "CHECK: tosa.depthwise_conv2d {{.*}}xf16>"]),
    "bert-layer": (
        "bert_base_b1_s128", 0, 7,
        "Embeddings, masked attention, layer norm, GELU: softmax and statistics "
        "stay f32,\neight products go low.",
        ["CHECK-COUNT-8: linalg.{{(batch_)?}}matmul {{.*}}xf16>) outs({{.*}}xf32>)"]),
    "bert-layer-tosa": (
        "bert_base_b1_s128_tosa", 8, 15,
        "A BERT layer in TOSA.",
        ["CHECK-COUNT-8: tosa.matmul {{.*}}xf16>) -> tensor<{{.*}}xf32>"]),
    "hf-bert-mask": (
        "hf_bert_4l_b2_s64", 0, 4,
        "The attention mask of transformers: finfo.min must not turn into -inf.",
        ["CHECK-COUNT-5: linalg.{{(batch_)?}}matmul {{.*}}xf16>) outs({{.*}}xf32>)"]),
    "gpt2-layer": (
        "gpt2_small_b1_s64", 6, 11,
        "A GPT-2 layer: causal mask, GELU by tanh with a cube that passes 65504.",
        ["CHECK-COUNT-6: linalg.{{(batch_)?}}matmul {{.*}}xf16>) outs({{.*}}xf32>)"]),
    "gpt2-head": (
        "gpt2_small_b1_s64", 71, 72,
        "The last layer norm and the head, which shares the embedding's weight.",
        ["CHECK-COUNT-2: linalg.{{(batch_)?}}matmul {{.*}}xf16>) outs({{.*}}xf32>)"]),
    "minilm-pooling": (
        "minilm_real_b8_s32", 47, 47,
        "Mean pooling over a mask and division by a norm: sums of squares stay f32.",
        ["CHECK: linalg.{{(batch_)?}}matmul {{.*}}xf16>) outs({{.*}}xf32>)"]),
    "unet-down": (
        "unet_b1", 0, 1,
        "Group norm with its variance in f64 and SiLU: f64 stays f64.",
        ["CHECK: " + CONV, "CHECK: f64", "CHECK: " + CONV]),
    "unet-up": (
        "unet_b1", 7, 9,
        "A transposed convolution, as zeros inserted and a convolution, then a "
        "concatenation\nwith a skip connection.",
        ["CHECK-COUNT-3: " + CONV]),
    "lstm-for": (
        "lstm_scf_for_b4_t16", None, None,
        "An LSTM as scf.for: what the loop carries has one type on every path.",
        ["CHECK: scf.for", "CHECK: linalg.matmul ins({{.*}}xf16>, tensor<{{.*}}xf16>) outs({{.*}}xf32>)"]),
    "lstm-calls": (
        "lstm_scf_for_calls_b4_t16", None, None,
        "The same with calls: callee and call agree.",
        ["CHECK: scf.for", "CHECK: call @cell"]),
    "lstm-unrolled": (
        "lstm_unrolled_b4_t16", 0, 4,
        "The first steps unrolled: a weight used at every step is cast once.",
        ["CHECK-COUNT-5: linalg.matmul ins({{.*}}xf16>, tensor<{{.*}}xf16>) outs({{.*}}xf32>)"]),
    "llama-layer": (
        "hf_llama_4l_eager_b1_s64", 9, 17,
        "RMS norm, rotary embedding, grouped attention, SwiGLU: squares of outliers "
        "stay f32.",
        ["CHECK-COUNT-9: linalg.batch_matmul {{.*}}xf16>) outs({{.*}}xf32>)"]),
    "t5-layer": (
        "hf_t5_enc_4l_b1_s64", 8, 15,
        "T5: relative position bias added to scores, RMS norm without a mean.",
        ["CHECK-COUNT-8: linalg.batch_matmul {{.*}}xf16>) outs({{.*}}xf32>)"]),
    "t5-position-bias": (
        "hf_t5_enc_4l_b1_s64", 0, 3,
        "T5's bucketed positions: a logarithm of integers, and a table read by index.",
        ["CHECK-COUNT-4: linalg.batch_matmul {{.*}}xf16>) outs({{.*}}xf32>)"]),
    "vit-patches": (
        "hf_vit_4l_b1", 0, 5,
        "Patch embedding by convolution, class token by insert_slice, first "
        "attention.",
        ["CHECK: " + CONV]),
    "digits-cnn": (
        "digits_cnn_b360", None, None,
        "A whole small network.",
        ["CHECK: " + CONV]),
}

HEADER = """// Cut from {model}{part} by utils/make-small-models.py.
// {why}
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
{checks}

"""


def split_main(root):
    """The op of @main."""
    for op in root.walk():
        if op.name == "func.func" and 'sym_name = "main"' in op.attributes:
            return op
    raise ValueError("expected a function @main")


def reads(op):
    """Values that an op and its regions read from outside."""
    inner = list(op.walk())
    made = {r for i in inner for r in i.results}
    made |= {name for i in inner for name, _ in i.arguments}
    seen = {}
    for i in inner:
        for operand in i.operands:
            if operand not in made:
                seen[operand] = None
    return list(seen)


def is_cheap(op):
    return op.name in ("arith.constant", "tensor.empty", "linalg.fill", "tosa.const",
                       "tosa.const_shape")


def shape_name(value):
    """`%3#1` is made by the op that prints `%3:2`."""
    return value.split("#")[0]


def cut(text, first, last):
    """A module in generic form with the slice as @main."""
    lines = text.splitlines()
    main = split_main(mixed.parse(text))
    ops = main.body
    types = dict(main.arguments)
    position = {}
    for number, op in enumerate(ops):
        for result, type_ in zip(op.results, op.result_types):
            types[result] = type_
            position[result] = number
    found = {id(op) for op, _, _ in mixed.products(main)}
    at = [i for i, op in enumerate(ops) if id(op) in found]
    start = at[first - 1] + 1 if first else 0
    stop = at[last + 1] if last + 1 < len(at) else len(ops) - 1

    # Values that descend from a product of the range and are read after it.
    needs = [reads(op) for op in ops]
    products = set(at[first : last + 1])
    descends = set()
    for number in range(start, stop):
        if number in products or descends & set(needs[number]):
            descends |= set(ops[number].results)
    later = {value for number in range(stop, len(ops)) for value in needs[number]}
    results = [v for op in ops[start:stop] for v in op.results
               if v in later and v in descends]

    keep, arguments = set(), {}
    work = list(results)
    while work:
        value = work.pop()
        number = position.get(value)
        if number is None or (number < start and not is_cheap(ops[number])):
            arguments[value] = None
        elif number not in keep:
            keep.add(number)
            work += needs[number]
    order = [v for v, _ in main.arguments if v in arguments]
    order += sorted((v for v in arguments if v in position), key=position.get)

    # A result of a multi-result op is no legal name of an argument.
    rename = {v: f"%in{i}" for i, v in enumerate(order)}
    body = []
    for number in sorted(keep):
        body += lines[ops[number].line - 1 : ops[number].last]
    body = "\n".join(body)
    body = re.sub(r"%[\w.$-]+(?:#\d+)?", lambda m: rename.get(m.group(), m.group()), body)
    inputs = ", ".join(types[v] for v in order)
    outputs = ", ".join(types[v] for v in results)
    header = ", ".join(f"{rename[v]}: {types[v]}" for v in order)
    return (
        f'"builtin.module"() ({{\n"func.func"() <{{function_type = ({inputs}) -> '
        f'({outputs}), sym_name = "main"}}> ({{\n^bb0({header}):\n{body}\n'
        f'"func.return"({", ".join(results)}) : ({outputs}) -> ()\n'
        f"}}) : () -> ()\n}}) : () -> ()\n"
    )


def main():
    models = sys.argv[1]
    out = sys.argv[2] if len(sys.argv) > 2 else os.path.join(HERE, "../test/Models")
    os.makedirs(out, exist_ok=True)
    for name, (model, first, last, why, checks) in SLICES.items():
        path = os.path.join(models, model + ".weightless.mlir")
        part = ""
        with open(path, "rb") as file:
            data = file.read()
        if first is not None:
            text = mixed.run([MLIR_OPT, *mixed.GENERIC[:3], "-"], data).decode()
            data = cut(text, first, last).encode()
            part = f", products {first} to {last}"
        pretty = mixed.run([MLIR_OPT, "-"], data).decode()
        why = why.replace("\n", "\n// ")
        header = HEADER.format(model=model, part=part, why=why,
                               checks="\n".join("// " + c for c in checks))
        with open(os.path.join(out, name + ".mlir"), "w") as file:
            file.write(header + pretty)
        print(f"{name}: {pretty.count(chr(10))} lines")


if __name__ == "__main__":
    main()
