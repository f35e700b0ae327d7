#!/usr/bin/env python3
# ===- tune_gemm.py - Searches configurations of products on a device -------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Finds the fastest GemmConfig of products and writes lib/Conversion/ToNVVM/gemm-table.mlir.

Three steps, so that the machine with the GPU needs no MLIR:

    tune_gemm.py build --sizes 128x768x768 ... --chip sm_90a --out tune.tar.gz
    tar xf tune.tar.gz && amp-gpu-package/run.sh --only tuning       (with the GPU)
    tune_gemm.py write results/results.json [--table FILE]

or `search`, all of it here. A size is MxNxK, of f16 or, with --types f8, of 8-bit floats
(f8E4M3FN); --convs takes convolutions over an image with channels last, whose operand
threads copy: NxHxWxC:FxRxS:STRIDE:PAD. Each candidate is a library of one product with
its `amp.gemm_config`; those that ptxas or the compiler refuse, and those whose result is
wrong on the device, drop out. `list` prints the candidates and compiles nothing. Entries
of the table for other sizes, types, layouts and chips stay; `write` is deterministic.
--emulate DRIVER runs on the emulated driver: its times mean nothing, and no such table
belongs into the tree.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile

import environment
import gpu_package

TABLE = os.path.join(environment.ROOT, "lib/Conversion/ToNVVM/gemm-table.mlir")
HEAD = "// Written by benchmarks/tune_gemm.py; do not edit."
# A result further off than this, as a share of the largest value, is wrong: f16
# rounds by 2^-11, sums are f32.
WORST_ERROR = 2e-3


def mma_candidates(depths):
    """Tiles of mma.sync: at most 128 sums a thread and 8 warps."""
    for m in (16, 32, 64, 128):
        for n in (16, 32, 64, 128, 256):
            for warps_m, warps_n in ((1, 4), (2, 2), (4, 1), (2, 4), (4, 2)):
                sums = m * n // (32 * warps_m * warps_n)
                if m % (16 * warps_m) or n % (16 * warps_n) or not 8 <= sums <= 128:
                    continue
                for k in depths:
                    for stages in (3, 4):
                        yield {
                            "path": "mma.sync",
                            "tile": [m, n, k],
                            "warps": [warps_m, warps_n],
                            "stages": stages,
                            "group": 8,
                        }


def wgmma_candidates(depth, copied):
    """Tiles of wgmma. An operand that threads copy takes no cluster."""
    narrow = [(64, n) for n in (32, 48, 64, 96, 128, 160, 192, 256)]
    wide = [(128, n) for n in (64, 96, 128, 160, 192, 224, 256)]
    for m, n in narrow + wide:
        for cluster in (1,) if copied else (1, 2):
            for consumers, pingpong in ((1, False), (2, False), (2, True)):
                for stages in (3, 4, 6):
                    yield {
                        "path": "wgmma",
                        "tile": [m, n, depth],
                        "cluster": cluster,
                        "consumers": consumers,
                        "pingpong": pingpong,
                        "stages": stages,
                        "group": 8,
                    }


def candidates(chip, tiny, dtype="f16", copied=False):
    """The space to search, in a fixed order; `tiny` is for tests, so many a path."""
    wide = dtype == "f8"
    spaces = [list(mma_candidates((64, 128) if wide else (32, 64)))]
    if wide and int(re.sub(r"\D", "", chip)) < 89:
        spaces = [list(mma_candidates((32, 64)))]  # As f16.
    if chip.endswith("a"):
        spaces.append(list(wgmma_candidates(128 if wide else 64, copied)))
    found = []
    for space in spaces:
        step = max(1, len(space) // tiny) if tiny else 1
        found += space[::step][:tiny]
    return found


def attribute(config):
    """A configuration as MLIR writes it."""

    def value(one):
        if isinstance(one, bool):
            return "true" if one else "false"
        if isinstance(one, list):
            return f"array<i64: {', '.join(map(str, one))}>"
        return json.dumps(one)

    return "{" + ", ".join(f"{key} = {value(one)}" for key, one in config.items()) + "}"


CONVOLUTION = """
func.func @main(%x: tensor<{n}x{h}x{w}x{c}x{t}> loc("x"), %w: tensor<{f}x{r}x{s}x{c}x{t}> loc("w"))
    -> tensor<{n}x{oh}x{ow}x{f}xf16> {{
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : {t}
  %padded = tensor.pad %x low[0, {p}, {p}, 0] high[0, {p}, {p}, 0] {{
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %none : {t}
  }} : tensor<{n}x{h}x{w}x{c}x{t}> to tensor<{n}x{ph}x{pw}x{c}x{t}>
  %empty = tensor.empty() : tensor<{n}x{oh}x{ow}x{f}xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<{n}x{oh}x{ow}x{f}xf32>)
      -> tensor<{n}x{oh}x{ow}x{f}xf32>
  %y = linalg.conv_2d_nhwc_fhwc {{{wanted}, dilations = dense<1> : vector<2xi64>,
      strides = dense<{step}> : vector<2xi64>}}
      ins(%padded, %w : tensor<{n}x{ph}x{pw}x{c}x{t}>, tensor<{f}x{r}x{s}x{c}x{t}>)
      outs(%init : tensor<{n}x{oh}x{ow}x{f}xf32>) -> tensor<{n}x{oh}x{ow}x{f}xf32>
  %low = arith.truncf %y : tensor<{n}x{oh}x{ow}x{f}xf32> to tensor<{n}x{oh}x{ow}x{f}xf16>
  return %low : tensor<{n}x{oh}x{ow}x{f}xf16>
}}
"""


def convolution(case, wanted):
    """A convolution over an image with channels last, its op with attribute `wanted`."""
    one = case["conv"]
    sizes = dict(zip("nhwcfrs", one["image"] + one["filter"]))
    step, p = one["stride"], one["pad"]
    return CONVOLUTION.format(
        **sizes,
        p=p,
        step=step,
        ph=sizes["h"] + 2 * p,
        pw=sizes["w"] + 2 * p,
        oh=case["shape"][1],
        ow=case["shape"][2],
        t=gpu_package.TYPES[case.get("type", "f16")],
        wanted=wanted,
    )


def compile_candidate(case, folder, options):
    """Whether the compiler takes it."""
    source = os.path.join(folder, case["name"] + ".mlir")
    wanted = f"amp.gemm_config = {attribute(case['config'])}"
    if "conv" in case:
        text = convolution(case, wanted)
    else:
        sizes = case["m"], case["n"], case["k"]
        text = gpu_package.product(*sizes, "none", case.get("type", "f16"))
        # Behind the maps, where the op's syntax has its attributes.
        maps = r"(linalg\.matmul indexing_maps = \[[^\]]*\])"
        text = re.sub(maps, lambda m: f"{m[1]} {{{wanted}}}", text)
    with open(source, "w") as file:
        file.write(text)
    output = os.path.join(folder, case["library"])
    done = subprocess.run(
        [gpu_package.COMPILER, source, "-o", output, f"--target=cuda:{options.chip}"]
        + [f"--kernels={options.kernels}", "--mcpu=x86-64-v2"],
        capture_output=True,
        text=True,
    )
    os.remove(source)
    if done.returncode:
        return False
    os.remove(os.path.splitext(output)[0] + ".h")
    return True


def problems(options):
    """What is searched: products and convolutions, each as the head of a case."""
    for dtype in options.types:
        tail = "" if dtype == "f16" else "_" + dtype
        for m, n, k in options.sizes:
            case = {"name": f"{m}x{n}x{k}{tail}", "m": m, "n": n, "k": k}
            yield {**case, "type": dtype, "layout": "kk"}
        for conv in options.convs:
            (batch, h, w, c), (f, r, s) = conv["image"], conv["filter"]
            out = [(x + 2 * conv["pad"] - y) // conv["stride"] + 1 for x, y in ((h, r), (w, s))]
            case = {"m": batch * out[0] * out[1], "n": f, "k": r * s * c}
            case["name"] = f"conv_{conv['text'].replace(':', '_')}{tail}"
            case.update(conv=conv, shape=[batch, *out, f], layout="ck")
            yield {**case, "type": dtype}


def make_cases(options):
    """Every candidate of every problem, in a fixed order."""
    for head in problems(options):
        copied = "conv" in head
        found = candidates(options.chip, options.tiny, head["type"], copied)
        for number, config in enumerate(found):
            key = f"{head['name']}_{number}"
            case = {**head, "problem": head["name"], "name": key, "activation": "none"}
            yield {**case, "library": f"gemms/{key}.so", "config": config}


def show(options):
    """Prints the candidates."""
    for case in make_cases(options):
        print(case["name"], attribute(case["config"]))


def build(folder, options):
    """The candidates that compile, as the package's cases."""
    cases = list(make_cases(options))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        taken = list(pool.map(lambda c: compile_candidate(c, folder, options), cases))
    tuning = [case for case, fits in zip(cases, taken) if fits]
    manifest = {"versions": gpu_package.versions(options), "models": [], "gemms": []}
    manifest["tuning"] = tuning
    manifest["tuned_chip"] = options.chip
    with open(os.path.join(folder, "manifest.json"), "w") as file:
        json.dump(manifest, file, indent=1)
    print(f"{len(tuning)} of {len(cases)} candidates compile")


def make_package(options, archive_path):
    options.chips = options.chip
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(scratch, "amp-gpu-package")
        os.makedirs(os.path.join(folder, "gemms"))
        build(folder, options)
        gpu_package.add_runner(folder)
        with tarfile.open(archive_path + ".tmp", "w:gz") as archive:
            archive.add(folder, "amp-gpu-package")
    os.replace(archive_path + ".tmp", archive_path)


def entry(case, row, chip, device):
    sizes = f"array<i64: 1, {case['m']}, {case['n']}, {case['k']}>"
    low, layout = gpu_package.TYPES[case["type"]], case["layout"]
    return (
        f'  {{chip = "{chip}", type = {low}, sizes = {sizes}, layout = "{layout}",\n'
        f'   device = "{device}", microseconds = {row["ours"]["seconds"] * 1e6:.3f},\n'
        f"   config = {attribute(case['config'])}}}"
    )


def get_key(text):
    """Chip, type, sizes and layout of an entry."""
    wanted = r'chip = "(\w+)", type = (\w+), sizes = ([^>]*>), layout = "(..)"'
    return re.search(wanted, text).groups()


def read_entries(path):
    """The table's entries as text, by chip and size."""
    found = {}
    if os.path.exists(path):
        with open(path) as file:
            text = file.read()
        for block in re.findall(r"^  \{chip = .*?\}\}", text, re.M | re.S):
            found[get_key(block)] = block
    return found


def write(results_path, table):
    """Puts the fastest right candidate of each size into the table."""
    with open(results_path) as file:
        results = json.load(file)
    entries = read_entries(table)
    best = {}
    for case, row in results["tuning"].values():
        if not row["error"] <= WORST_ERROR:
            continue
        size = case["problem"]
        seconds = row["ours"]["seconds"]
        if size not in best or seconds < best[size][1]["ours"]["seconds"]:
            best[size] = case, row
    for case, row in best.values():
        text = entry(case, row, results["tuned_chip"], results["machine"]["device"])
        entries[get_key(text)] = text

    def order(key):
        return key[0], key[1], [int(n) for n in re.findall(r"\d+", key[2])[1:]], key[3]

    blocks = ",\n".join(entries[key] for key in sorted(entries, key=order))
    text = f"{HEAD}\n[\n{blocks}\n]\n" if blocks else f"{HEAD}\n[]\n"
    with open(table + ".tmp", "w") as file:
        file.write(text)
    os.replace(table + ".tmp", table)
    print(f"{table}: {len(best)} sizes of {results['tuned_chip']} written")


def search(options):
    with tempfile.TemporaryDirectory() as scratch:
        archive = os.path.join(scratch, "tune.tar.gz")
        make_package(options, archive)
        with tarfile.open(archive) as file:
            file.extractall(scratch)
        out = os.path.join(scratch, "results")
        command = [os.path.join(scratch, "amp-gpu-package/run.sh"), "--only", "tuning"]
        command += ["--out", out, "--samples", str(options.samples)]
        if options.emulate:
            command += ["--emulate", options.emulate]
            command += ["--capability", re.sub(r"\D", "", options.chip)]
        environment_ = {**os.environ, "PYTHON": sys.executable}
        done = subprocess.run(command, env=environment_, stdout=subprocess.DEVNULL)
        if done.returncode:
            return done.returncode
        write(os.path.join(out, "results.json"), options.table)
    return 0


def parse_size(text):
    try:
        m, n, k = map(int, text.split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected MxNxK, got '{text}'") from None
    return m, n, k


def parse_conv(text):
    found = re.fullmatch(r"(\d+)x(\d+)x(\d+)x(\d+):(\d+)x(\d+)x(\d+):(\d+):(\d+)", text)
    if not found:
        wanted = "NxHxWxC:FxRxS:STRIDE:PAD"
        raise argparse.ArgumentTypeError(f"expected {wanted}, got '{text}'")
    numbers = list(map(int, found.groups()))
    conv = {"text": text, "image": numbers[:4], "filter": numbers[4:7]}
    return {**conv, "stride": numbers[7], "pad": numbers[8]}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    steps = parser.add_subparsers(dest="step", required=True)
    for name in ("build", "search", "list"):
        step = steps.add_parser(name)
        step.add_argument("--sizes", nargs="+", type=parse_size, default=[])
        step.add_argument("--convs", nargs="+", type=parse_conv, default=[])
        step.add_argument("--types", nargs="+", choices=["f16", "f8"], default=["f16"])
        step.add_argument("--chip", required=True)
        step.add_argument("--kernels", choices=["bin", "llvm"], default="bin")
        step.add_argument("--tiny", type=int, help="so many candidates a size")
        if name == "build":
            step.add_argument("--out", required=True)
        elif name == "search":
            step.add_argument("--table", default=TABLE)
            step.add_argument("--samples", type=int, default=9)
            step.add_argument("--emulate", metavar="DRIVER")
    step = steps.add_parser("write")
    step.add_argument("results")
    step.add_argument("--table", default=TABLE)
    options = parser.parse_args()
    if options.step != "write" and not options.sizes + options.convs:
        parser.error("expected --sizes or --convs")
    if options.step == "list":
        return show(options)
    if options.step == "build":
        return make_package(options, options.out)
    if options.step == "search":
        return search(options)
    return write(options.results, options.table)


if __name__ == "__main__":
    sys.exit(main())
