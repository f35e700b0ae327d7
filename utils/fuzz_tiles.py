# ===- fuzz_tiles.py - Products and convolutions in random tiles -----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs kernels of random sizes, layouts, types and tiles on the emulated GPU.

  utils/fuzz_tiles.py --first 0 --seeds 25   # a kernel a seed
  utils/fuzz_tiles.py --print 7              # its module and the emulator's flags

Each module is one product or convolution with or without a bias, most of them with an
`amp.gemm_config` of their own, on a chip of few multiprocessors, so that blocks walk
several tiles. amp-gpu-emulate runs it in several orders of threads and holds each
element to doubles. Tiles that the compiler refuses are counted apart. Exit status
and --record as fuzz_numeric.py's.
"""

import os
import random
import re
import subprocess
import sys
import tempfile

from emulator import BUILD, SLOWEST
from fuzz_numeric import Run, make_parser, run_seeds, whole

EMULATOR = os.path.join(BUILD, "bin", "amp-gpu-emulate")
REFUSED = ("bad 'amp.gemm_config'", "no wgmma for this op", "no mma.sync for this op")


def wgmma_config(rng, depth):
    """Tiles, rings and clusters, also such as do not fit."""
    pingpong = rng.random() < 0.5
    consumers = 2 if pingpong else rng.choice([1, 2, 2, 3])
    rows = rng.choice([64, 128]) if pingpong else 64 * consumers
    return {
        "path": '"wgmma"',
        "tile": f"array<i64: {rows}, {rng.randrange(16, 257, 16)}, {depth}>",
        "cluster": rng.choice([1, 1, 1, 2, 4]),
        "consumers": consumers,
        "pingpong": str(pingpong).lower(),
        "stages": rng.choice([2, 3, 4]),
        "group": rng.choice([1, 2, 8]),
    }


def mma_config(rng):
    warps = rng.choice([(1, 4), (2, 2), (4, 1), (2, 4)])
    rows, columns = (16 * n * rng.choice([1, 2]) for n in warps)
    return {
        "path": '"mma.sync"',
        "tile": f"array<i64: {rows}, {columns}, {rng.choice([32, 64])}>",
        "warps": f"array<i64: {warps[0]}, {warps[1]}>",
        "stages": rng.choice([2, 3, 4]),
        "group": rng.choice([1, 2, 8]),
    }


def config(rng, chip, depth):
    """An `amp.gemm_config` in braces, or nothing."""
    if rng.random() < 0.3:
        return ""
    made = wgmma_config(rng, depth) if chip == "sm_90a" else mma_config(rng)
    return "amp.gemm_config = {" + ", ".join(f"{k} = {v}" for k, v in made.items()) + "}"


def finish(rng, result, kind, columns):
    """A bias, perhaps, and the rounding of %c, `result` x f32 with `columns` last."""
    lines, value, wide = [], "%c", f"tensor<{result}xf32>"
    rank = result.count("x") + 1
    dims = ", ".join(f"d{i}" for i in range(rank))
    if rng.random() < 0.5:
        maps = [f"({dims})", f"(d{rank - 1})", f"({dims})"]
        maps = ", ".join(f"affine_map<({dims}) -> {one}>" for one in maps)
        loops = ", ".join(['"parallel"'] * rank)
        lines.append(
            f"  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{loops}]}}\n"
            f"      ins(%c, %bias : {wide}, tensor<{columns}xf32>) outs(%e : {wide}) {{\n"
            "  ^bb0(%x0: f32, %y0: f32, %o: f32):\n"
            "    %0 = arith.addf %x0, %y0 : f32\n"
            f"    linalg.yield %0 : f32\n  }} -> {wide}"
        )
        value = "%r"
    if kind != "f32":
        lines.append(f"  %t = arith.truncf {value} : {wide} to tensor<{result}x{kind}>")
        value = "%t"
    return "\n".join([*lines, f"  return {value} : tensor<{result}x{kind}>", "}", ""])


def product(rng, chip):
    kind = rng.choice(["f16", "f16", "bf16", "f8E4M3FN"])
    step = 16 if kind == "f8E4M3FN" else 8
    m, k = rng.randint(1 if chip == "sm_80" else 48, 330), step * rng.randint(1, 260 // step)
    n = rng.choice([64, 96, 128, 192, 320, step * rng.randint(3, 360 // step)])
    rows = kind == "f8E4M3FN" or rng.random() < 0.4  # Contiguous along K.
    batch = rng.choice([1, 1, 1, 2, 3])
    lead, loop = (f"{batch}x", "b, ") if batch > 1 else ("", "")
    left = f"tensor<{lead}{m}x{k}x{kind}>"
    right = f"tensor<{lead}{n}x{k}x{kind}>" if rows else f"tensor<{lead}{k}x{n}x{kind}>"
    result, low = f"{lead}{m}x{n}", rng.choice(["f16", "f16", "bf16", "f32"])
    reads = [f"({loop}m, k)", f"({loop}{'n, k' if rows else 'k, n'})", f"({loop}m, n)"]
    maps = ", ".join(f"affine_map<({loop}m, n, k) -> {one}>" for one in reads)
    op = "linalg.batch_matmul" if batch > 1 else "linalg.matmul"
    wanted = config(rng, chip, 1024 // (8 if kind == "f8E4M3FN" else 16))
    return (
        f"func.func private @kernel(%a: {left}, %b: {right}, %bias: tensor<{n}xf32>)\n"
        f"    -> tensor<{result}x{low}> attributes {{amp.kernel}} {{\n"
        "  %zero = arith.constant 0.0 : f32\n"
        f"  %e = tensor.empty() : tensor<{result}xf32>\n"
        f"  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<{result}xf32>)"
        f" -> tensor<{result}xf32>\n"
        f"  %c = {op} indexing_maps = [{maps}] {{{wanted}}}\n"
        f"      ins(%a, %b : {left}, {right}) outs(%i : tensor<{result}xf32>)"
        f" -> tensor<{result}xf32>\n" + finish(rng, result, low, n)
    )


def convolution(rng, chip):
    """Over an image with channels last, padded or not."""
    kind, low = rng.choice(["f16", "bf16"]), rng.choice(["f16", "bf16", "f32"])
    images, height, width = rng.choice([1, 1, 2]), rng.randint(8, 16), rng.randint(8, 16)
    channels, filters = rng.choice([8, 16, 24, 40, 64]), 8 * rng.randint(6, 25)
    window, stride, step = rng.choice([1, 2, 3, 3, 5]), rng.choice([1, 1, 2]), rng.choice([1, 1, 2])
    pad = rng.choice([0, 1, 2]) if window > 1 else 0
    if step * (window - 1) >= min(height, width) + 2 * pad:
        step = 1
    reach = step * (window - 1) + 1
    out = [(size + 2 * pad - reach) // stride + 1 for size in (height, width)]
    image = f"tensor<{images}x{height}x{width}x{channels}x{kind}>"
    padded = f"tensor<{images}x{height + 2 * pad}x{width + 2 * pad}x{channels}x{kind}>"
    weights = f"tensor<{window}x{window}x{channels}x{filters}x{kind}>"
    result = f"{images}x{out[0]}x{out[1]}x{filters}"
    pads = (
        f"  %p = tensor.pad %a low[0, {pad}, {pad}, 0] high[0, {pad}, {pad}, 0] {{\n"
        "  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):\n"
        f"    tensor.yield %none : {kind}\n  }} : {image} to {padded}\n"
    )
    wanted = config(rng, chip, 64)
    return (
        f"func.func private @kernel(%a: {image}, %b: {weights}, %bias: tensor<{filters}xf32>)\n"
        f"    -> tensor<{result}x{low}> attributes {{amp.kernel}} {{\n"
        "  %zero = arith.constant 0.0 : f32\n"
        f"  %none = arith.constant 0.0 : {kind}\n"
        + (pads if pad else "")
        + f"  %e = tensor.empty() : tensor<{result}xf32>\n"
        f"  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<{result}xf32>)"
        f" -> tensor<{result}xf32>\n"
        "  %c = linalg.conv_2d_nhwc_hwcf {"
        f"dilations = dense<{step}> : vector<2xi64>, strides = dense<{stride}> : vector<2xi64>"
        + (f", {wanted}" if wanted else "")
        + f"}}\n      ins({'%p' if pad else '%a'}, %b : {padded}, {weights})"
        f" outs(%i : tensor<{result}xf32>) -> tensor<{result}xf32>\n"
        + finish(rng, result, low, filters)
    )


def make(seed):
    """The module of a seed, and the emulator's flags."""
    rng = random.Random(seed)
    chip = rng.choice(["sm_80", "sm_90a", "sm_90a"])
    text = (product if rng.random() < 0.65 else convolution)(rng, chip)
    return text, [f"--chip={chip}", f"--processors={rng.choice([1, 2, 3, 4, 8])}"]


def emulate(text, flags):
    """What came of a module: `compared`, `refused`, or why it is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.mlir")
        with open(path, "w") as file:
            file.write(text)
        try:
            done = subprocess.run(
                [EMULATOR, path, *flags], capture_output=True, text=True, timeout=SLOWEST
            )
        except subprocess.TimeoutExpired:
            return f"no end in {SLOWEST} s"
    if done.returncode == 0 and done.stdout.startswith("kernel: ok"):
        conflicts = re.search(r"(\d+) bank conflicts", done.stdout)
        return "compared" if conflicts is None or conflicts[1] == "0" else conflicts[0]
    errors = [line for line in done.stderr.splitlines() if "error: " in line]
    if done.returncode == 1 and any(words in done.stderr for words in REFUSED):
        return "refused"
    return errors[0] if errors else f"status {done.returncode}: {done.stderr[-200:]}"


class TilesRun(Run):
    kind = "tiles"

    def make(self, seed):
        return make(seed)[0]

    def check(self, name, text, seed):
        said = emulate(text, make(seed)[1])
        if said not in ("compared", "refused"):
            self.fail(f"{name}: {said}")
            return False
        self.count(f"{self.kind}: kernels {said}")
        return True if said == "compared" else None


def main():
    parser = make_parser(__doc__)
    parser.add_argument("--print", type=whole(0), metavar="SEED")
    options = parser.parse_args()
    if options.print is not None:
        text, flags = make(options.print)
        print(f"// amp-gpu-emulate {' '.join(flags)}\n{text}", end="")
        return 0
    return run_seeds(TilesRun(options.amp_fuzz), options)


if __name__ == "__main__":
    sys.exit(main())
