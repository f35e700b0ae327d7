# ===- make-gpu-kernels.py - Kernel functions of real layer shapes ---------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Writes `amp.kernel` functions with the shapes of layers of ResNet-50, BERT-base,
GPT-2 and MobileNetV2 to standard output, for the ptxas and audit tests."""


# What products of 8-bit floats are rounded to.
RESULTS = {"f8E4M3FN": "f16", "f8E5M2": "bf16"}


def tensor(shape, kind):
    return f"tensor<{'x'.join(map(str, shape))}x{kind}>"


def kernel(name, inputs, result, kind, root, epilogue, before=""):
    """One function: `root` makes %c : f32 from %i, `epilogue` %r from %c."""
    wide, low = tensor(result, "f32"), tensor(result, kind)
    arguments = ", ".join(f"%{n}: {t}" for n, t in inputs)
    print(f"func.func private @{name}({arguments}) -> {low} attributes {{amp.kernel}} {{")
    print("  %zero = arith.constant 0.0 : f32")
    print(f"  %e = tensor.empty() : {wide}")
    print(f"  %i = linalg.fill ins(%zero : f32) outs(%e : {wide}) -> {wide}")
    if before:
        print(before)
    print(f"  %c = {root} outs(%i : {wide}) -> {wide}")
    rank = len(result)
    dims = ", ".join(f"d{d}" for d in range(rank))
    same = f"affine_map<({dims}) -> ({dims})>"
    channel = {"nchw": 1}.get(epilogue.get("layout"), rank - 1)
    parallel = ", ".join(['"parallel"'] * rank)
    maps, types, names, body = [same], [wide], ["%c"], []
    arguments = ["%x: f32"]
    last = "%x"
    if epilogue.get("bias"):
        maps.append(f"affine_map<({dims}) -> (d{channel})>")
        types.append(tensor([result[channel]], "f32"))
        names.append("%bias")
        arguments.append("%y: f32")
        body.append("%0 = arith.addf %x, %y : f32")
        last = "%0"
    if epilogue.get("residual"):
        maps.append(same)
        types.append(low)
        names.append("%res")
        arguments.append(f"%w: {kind}")
        body.append(f"%1 = arith.extf %w : {kind} to f32")
        body.append(f"%2 = arith.addf {last}, %1 : f32")
        last = "%2"
    if epilogue.get("act") == "relu":
        body.append(f"%3 = arith.maximumf {last}, %zero : f32")
        last = "%3"
    if epilogue.get("act") == "gelu":
        body += [
            "%half = arith.constant 0.5 : f32",
            "%one = arith.constant 1.0 : f32",
            "%root = arith.constant 0.707106769 : f32",
            f"%3 = arith.mulf {last}, %root : f32",
            "%4 = math.erf %3 : f32",
            "%5 = arith.addf %4, %one : f32",
            f"%6 = arith.mulf {last}, %half : f32",
            "%7 = arith.mulf %6, %5 : f32",
        ]
        last = "%7"
    print(f"  %h = tensor.empty() : {low}")
    print(f"  %r = linalg.generic {{indexing_maps = [{', '.join(maps + [same])}], iterator_types = [{parallel}]}}")
    print(f"      ins({', '.join(names)} : {', '.join(types)}) outs(%h : {low}) {{")
    print(f"  ^bb0({', '.join(arguments)}, %o: {kind}):")
    for line in body:
        print("    " + line)
    print(f"    %t = arith.truncf {last} : f32 to {kind}")
    print(f"    linalg.yield %t : {kind}")
    print(f"  }} -> {low}")
    print(f"  return %r : {low}")
    print("}\n")


def extras(result, kind, epilogue):
    inputs = []
    if epilogue.get("bias"):
        channel = 1 if epilogue.get("layout") == "nchw" else -1
        inputs.append(("bias", tensor([result[channel]], "f32")))
    if epilogue.get("residual"):
        inputs.append(("res", tensor(result, kind)))
    return inputs


def matmul(name, m, n, k, kind="f16", batch=(), b="kn", **epilogue):
    result = [*batch, m, n]
    lhs = tensor([*batch, m, k], kind)
    rhs = tensor([*batch, *((k, n) if b == "kn" else (n, k))], kind)
    loops = [f"b{i}" for i in range(len(batch))] + ["m", "n", "k"]
    outer = loops[:-3]

    def access(*dims):
        return f"affine_map<({', '.join(loops)}) -> ({', '.join([*outer, *dims])})>"

    maps = [access("m", "k"), access("k", "n") if b == "kn" else access("n", "k"), access("m", "n")]
    op = "linalg.batch_matmul" if batch else "linalg.matmul"
    root = f"{op} indexing_maps = [{', '.join(maps)}] ins(%a, %b : {lhs}, {rhs})"
    low = epilogue.pop("out", RESULTS.get(kind, kind))
    inputs = [("a", lhs), ("b", rhs), *extras(result, low, epilogue)]
    kernel(name, inputs, result, low, root, epilogue)


def convolution(name, n, size, c, f, window, stride=1, kind="f16", layout="nhwc", depthwise=False, pad=0, **epilogue):
    """`size` is the input's, without the `pad` zeros on each side."""
    epilogue["layout"] = layout
    out = (size + 2 * pad - window) // stride + 1
    order = (lambda ch, s: [n, s, s, ch]) if layout == "nhwc" else (lambda ch, s: [n, ch, s, s])
    x, result = tensor(order(c, size), kind), order(f, out)
    if depthwise:
        filt = [window, window, c] if layout == "nhwc" else [c, window, window]
        op = "linalg.depthwise_conv_2d_" + ("nhwc_hwc" if layout == "nhwc" else "nchw_chw")
    else:
        filt = [window, window, c, f] if layout == "nhwc" else [f, c, window, window]
        op = "linalg.conv_2d_" + ("nhwc_hwcf" if layout == "nhwc" else "nchw_fchw")
    w = tensor(filt, kind)
    attributes = f"{{dilations = dense<1> : vector<2xi64>, strides = dense<{stride}> : vector<2xi64>}}"
    inputs = [("a", x), ("b", w), *extras(result, kind, epilogue)]
    image, before = "%a", ""
    if pad:
        wide = tensor(order(c, size + 2 * pad), kind)
        sides = f"0, {pad}, {pad}, 0" if layout == "nhwc" else f"0, 0, {pad}, {pad}"
        before = (
            f"  %z = arith.constant 0.0 : {kind}\n"
            f"  %p = tensor.pad %a low[{sides}] high[{sides}] {{\n"
            "  ^bb0(%0: index, %1: index, %2: index, %3: index):\n"
            f"    tensor.yield %z : {kind}\n  }} : {x} to {wide}"
        )
        image, x = "%p", wide
    root = f"{op} {attributes} ins({image}, %b : {x}, {w})"
    kernel(name, inputs, result, kind, root, epilogue, before)


def main():
    print("// Made by utils/make-gpu-kernels.py.\n")
    matmul("square_4096", 4096, 4096, 4096)
    matmul("square_4096_bf16_nk", 4096, 4096, 4096, kind="bf16", b="nk", bias=True)
    matmul("bert_ffn_up", 4096, 3072, 768, bias=True, act="gelu")
    matmul("bert_ffn_down", 4096, 768, 3072, bias=True, residual=True)
    matmul("bert_qkv_small", 128, 768, 768, b="nk", bias=True)
    matmul("bert_scores", 128, 128, 64, batch=(96,), b="nk")
    matmul("bert_values", 128, 64, 128, batch=(96,))
    matmul("gpt2_logits", 1024, 50257, 768, b="nk")
    matmul("gpt2_token", 1, 3072, 768, bias=True, act="gelu")
    matmul("ragged", 1000, 1000, 1001)
    matmul("square_8192_f8", 8192, 8192, 8192, kind="f8E4M3FN", b="nk")
    matmul("bert_ffn_up_f8", 4096, 3072, 768, kind="f8E4M3FN", b="nk", bias=True, act="gelu")
    matmul("bert_qkv_small_f8", 128, 768, 768, kind="f8E5M2", b="nk", bias=True)
    matmul("bert_ffn_up_f8_to_f8", 4096, 3072, 768, kind="f8E4M3FN", b="nk", bias=True, act="relu", out="f8E4M3FN")
    matmul("gpt2_token_f8", 1, 3072, 768, kind="f8E4M3FN", b="nk", bias=True, act="gelu")
    matmul("ragged_f8_rows", 1000, 1000, 1001, kind="f8E4M3FN")
    convolution("resnet_3x3", 32, 58, 64, 64, 3, bias=True, act="relu")
    convolution("resnet_3x3_padded", 32, 28, 128, 128, 3, pad=1, bias=True, act="relu")
    convolution("resnet_3x3_padded_b1", 1, 56, 64, 64, 3, pad=1, bias=True, residual=True, act="relu")
    convolution("resnet_3x3_strided", 32, 56, 128, 256, 3, pad=1, stride=2, kind="bf16", bias=True)
    convolution("resnet_first_nchw", 32, 230, 3, 64, 7, stride=2, layout="nchw", bias=True, act="relu")
    convolution("resnet_1x1_nchw", 32, 14, 1024, 256, 1, layout="nchw", bias=True, residual=True, act="relu")
    convolution("resnet_3x3_nchw", 32, 16, 256, 256, 3, layout="nchw", bias=True, act="relu")
    convolution("mobilenet_depthwise", 8, 58, 144, 144, 3, depthwise=True, bias=True)
    convolution("mobilenet_depthwise_nchw", 8, 58, 144, 144, 3, depthwise=True, layout="nchw", bias=True)


if __name__ == "__main__":
    main()
