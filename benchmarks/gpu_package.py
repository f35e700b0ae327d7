#!/usr/bin/env python3
# ===- gpu_package.py - A benchmark for a machine with a GPU and no MLIR ----===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Builds amp-gpu-package.tar.gz: compiled models, products of their layers, a runner.

usage: gpu_package.py --models FOLDER --out FILE.tar.gz [--chips sm_80,sm_90a]
                      [--names NAME ...] [--layers N] [--kernels bin|llvm]
                      [--checks TEXT ...] [--attentions HxSxD[+mask] ...]

FOLDER holds NAME.weightless.mlir, NAME.args.json, NAME.ref_f64.npy and NAME.aux.npz.
On the other machine, which needs PyTorch with CUDA and nothing of ours:

    tar xf amp-gpu-package.tar.gz && amp-gpu-package/run.sh

writes results/results.json and results/results.md (see run.sh --help). Products are
those of each model's N dearest layers, at the model's own batch and at 32 times it, with
and without an epilogue; those of GELU's models, whose sizes are multiples of 16, in
8-bit floats (f8E4M3FN) too. Attentions of H heads in all, S tokens and depth D come in
one kernel and in three, with a mask of f32 that is added to scores or without one. --checks keeps only those of gpu_cases.py's kernels whose
names hold a text, or none (`--checks none`). --kernels=llvm makes a package for the
emulated driver.
"""

import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

import environment
import gpu_cases
import gpu_general

NAMES = [
    "resnet50_b1",
    "bert_base_b1_s128",
    "gpt2_small_b1_s64",
    "mobilenetv2_b1",
    "unet_b1",
]
# Whose activations are GELUs; the others' are ReLUs.
GELU = ("bert", "gpt2", "vit")
BATCHES = (1, 32)
# Those of BERT and GPT-2, by one and by 32, and longer ones.
ATTENTIONS = ["12x64x64", "12x128x64", "384x128x64", "12x512x64", "384x512x64", "48x1024x64", "32x2048x128"]
ATTENTIONS += ["12x128x64+mask", "384x512x64+mask", "32x2048x128+mask"]
COMPILER = os.path.join(os.path.dirname(environment.AMP_OPT), "amp-compile")
RUNNER = os.path.join(environment.ROOT, "benchmarks/gpu_runner")
LOADER = os.path.join(environment.ROOT, "python/mlir_amp")

# Operands of a product by the manifest's word for them.
TYPES = {"f16": "f16", "f8": "f8E4M3FN"}
# What cuBLASLt wants the sizes of 8-bit products to be multiples of.
FLOAT8_MULTIPLE = 16

# Bodies from the product %p and the bias %b to the result %y.
EPILOGUES = {
    "none": "    %y = arith.truncf %p : f32 to f16\n",
    "relu": """    %wide = arith.extf %b : f16 to f32
    %sum = arith.addf %p, %wide : f32
    %up = arith.maximumf %sum, %zero : f32
    %y = arith.truncf %up : f32 to f16
""",
    "gelu": """    %wide = arith.extf %b : f16 to f32
    %sum = arith.addf %p, %wide : f32
    %square = arith.mulf %sum, %sum : f32
    %cube = arith.mulf %square, %sum : f32
    %small = arith.mulf %cube, %c0 : f32
    %inner = arith.addf %sum, %small : f32
    %scaled = arith.mulf %inner, %c1 : f32
    %tanh = math.tanh %scaled : f32
    %plus = arith.addf %tanh, %one : f32
    %half = arith.mulf %sum, %c2 : f32
    %gelu = arith.mulf %half, %plus : f32
    %y = arith.truncf %gelu : f32 to f16
""",
}


def product(m, n, k, activation, dtype="f16"):
    """y = activation(x w^T + bias) in f16 with an f32 accumulator."""
    low = TYPES[dtype]
    fused = activation != "none"
    bias = f", %bias: tensor<{n}xf16> loc(\"bias\")" if fused else ""
    ins = f"%p, %bias : tensor<{m}x{n}xf32>, tensor<{n}xf16>" if fused else ""
    return f"""
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#acc = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>
#column = affine_map<(m, n) -> (n)>
func.func @main(%x: tensor<{m}x{k}x{low}> loc("x"), %w: tensor<{n}x{k}x{low}> loc("w"){bias})
    -> tensor<{m}x{n}xf16> {{
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0.044715 : f32
  %c1 = arith.constant 0.7978845608 : f32
  %c2 = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<{m}x{n}xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<{m}x{n}xf32>)
      -> tensor<{m}x{n}xf32>
  %p = linalg.matmul indexing_maps = [#mk, #nk, #acc]
      ins(%x, %w : tensor<{m}x{k}x{low}>, tensor<{n}x{k}x{low}>)
      outs(%init : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %low = tensor.empty() : tensor<{m}x{n}xf16>
  %y = linalg.generic {{indexing_maps = [#all, {'#column, ' if fused else ''}#all],
      iterator_types = ["parallel", "parallel"]}}
      ins({ins or f'%p : tensor<{m}x{n}xf32>'}) outs(%low : tensor<{m}x{n}xf16>) {{
  ^bb0(%p0: f32{', %b: f16' if fused else ''}, %o: f16):
{EPILOGUES[activation].replace('%p', '%p0').replace('%y', '%y0')}    linalg.yield %y0 : f16
  }} -> tensor<{m}x{n}xf16>
  return %y : tensor<{m}x{n}xf16>
}}
"""


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr[:2000]}")
    return done.stdout


def compile_library(source, output, options, *flags):
    """Compiles without leaving the header behind."""
    command = [COMPILER, source, "-o", output, f"--target=cuda:{options.chips}"]
    # The other machine's processor is not known.
    command += [f"--kernels={options.kernels}", "--mcpu=x86-64-v2", *flags]
    run(*command)
    os.remove(os.path.splitext(output)[0] + ".h")


def add_model(name, folder, options):
    """Compiles a model in f16 and f32; its case, and its contractions."""
    source = os.path.join(options.models, name + ".weightless.mlir")
    report = os.path.join(folder, name + ".json")
    case = {"name": name, "arguments": f"models/{name}.args.json", "aux": None}
    for kind, flags in (
        ("f16", ["--autocast=f16", f"--report={report}"]),
        ("f32", []),
    ):
        case[kind] = f"models/{name}.{kind}.so"
        compile_library(source, os.path.join(folder, case[kind]), options, *flags)
    with open(report) as file:
        audit = json.load(file)["tensor_cores"][0]
    os.remove(report)
    case["multiply_adds"] = audit["multiply_adds"]
    description = os.path.join(options.models, name + ".args.json")
    with open(description) as file:
        stored = json.load(file)
    case["tail"] = stored.get("tail")
    case["reference"] = f"models/{stored['data']}.ref_f64.npy"
    files = [(description, case["arguments"])]
    files.append((stored["data"] + ".ref_f64.npy", case["reference"]))
    if os.path.exists(os.path.join(options.models, stored["data"] + ".aux.npz")):
        case["aux"] = f"models/{stored['data']}.aux.npz"
        files.append((stored["data"] + ".aux.npz", case["aux"]))
    for path, place in files:
        shutil.copy(os.path.join(options.models, path), os.path.join(folder, place))
    return case, audit["ops"]


def choose_layers(ops, count):
    """The dearest distinct (M, N, K) with K and N multiples of 8, batch 1."""
    cost = {}
    for op in ops:
        batch, m, n, k = op["sizes"]
        if batch == 1 and n % 8 == 0 and k % 8 == 0 and op["tensor_core"]:
            cost[m, n, k] = cost.get((m, n, k), 0) + op["multiply_adds"]
    return sorted(cost, key=lambda size: (-cost[size], size))[:count]


def add_products(name, ops, folder, options):
    """Compiles products of a model's layers; their cases."""
    fused = "gelu" if name.startswith(GELU) else "relu"
    cases = []
    for m, n, k in choose_layers(ops, options.layers):
        for batch in BATCHES:
            for activation in ("none", fused):
                key = f"{batch * m}x{n}x{k}_{activation}"
                case = {"name": key, "m": batch * m, "n": n, "k": k}
                case["activation"] = activation
                case["from"] = f"`{name}`" + (f", batch x{batch}" if batch > 1 else "")
                case["library"] = f"gemms/{key}.so"
                cases.append(case)
            if fused == "gelu" and n % FLOAT8_MULTIPLE == k % FLOAT8_MULTIPLE == 0:
                cases.append(as_float8(cases[-2]))
    return cases


def as_float8(case):
    """The case without an epilogue in 8-bit floats."""
    key = case["name"].replace("_none", "_f8")
    return {**case, "name": key, "type": "f8", "library": f"gemms/{key}.so"}


def compile_product(case, folder, options):
    source = os.path.join(folder, case["name"] + ".mlir")
    with open(source, "w") as file:
        sizes = case["m"], case["n"], case["k"]
        file.write(product(*sizes, case["activation"], case.get("type", "f16")))
    compile_library(source, os.path.join(folder, case["library"]), options)
    os.remove(source)


def add_attention(name, folder, options):
    """Compiles one attention in one kernel and in three; its case."""
    sizes, _, mask = name.partition("+")
    heads, tokens, depth = map(int, sizes.split("x"))
    case = {"name": name, "heads": heads, "tokens": tokens, "depth": depth}
    if mask not in ("", "mask"):
        raise SystemExit(f"error: an attention with '{mask}', expected HxSxD or HxSxD+mask")
    case["masked"] = mask == "mask"
    loops = "b, j" if case["masked"] else ""
    source = os.path.join(folder, name + ".mlir")
    with open(source, "w") as file:
        sizes = heads, tokens, tokens, depth, depth
        file.write(gpu_general.attention(name, sizes, mask=loops).source)
    for kind, fused in (("fused", "true"), ("apart", "false")):
        case[kind] = f"attentions/{name}.{kind}.so"
        place = os.path.join(folder, case[kind])
        compile_library(source, place, options, "--fuse-attention=" + fused)
    os.remove(source)
    return case


def add_runner(folder):
    for name in os.listdir(RUNNER):
        if name.endswith((".py", ".sh")):
            shutil.copy(os.path.join(RUNNER, name), os.path.join(folder, name))
    # Of the Python package only what needs no native module.
    os.makedirs(os.path.join(folder, "mlir_amp"))
    for name in ("_runtime.py", "_dlpack.py"):
        shutil.copy(os.path.join(LOADER, name), os.path.join(folder, "mlir_amp", name))
    with open(os.path.join(folder, "mlir_amp/__init__.py"), "w") as file:
        file.write('"""The loader of compiled models alone."""\n\n')
        file.write("from ._runtime import CompiledModel, ModelError, load\n")


def versions(options):
    found = {"LLVM and MLIR": environment.llvm_version(environment.AMP_OPT)}
    ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
    if options.kernels != "llvm":
        found["ptxas"] = run(ptxas, "--version").split("release ")[1].split(",")[0]
    found["chips"] = options.chips.replace(",", " ")
    return found


def build(folder, options):
    for name in ("models", "gemms", "attentions"):
        os.makedirs(os.path.join(folder, name))
    manifest = {"versions": versions(options), "models": [], "gemms": []}
    for name in options.names:
        case, ops = add_model(name, folder, options)
        manifest["models"].append(case)
        manifest["gemms"] += add_products(name, ops, folder, options)
    unique = {case["name"]: case for case in reversed(manifest["gemms"])}
    manifest["gemms"] = list(reversed(unique.values()))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(
            pool.map(
                lambda case: compile_product(case, folder, options), manifest["gemms"]
            )
        )
    manifest["attentions"] = [
        add_attention(name, folder, options) for name in options.attentions
    ]
    manifest["checks"] = add_checks(folder, options)
    add_runner(folder)
    with open(os.path.join(folder, "manifest.json"), "w") as file:
        json.dump(manifest, file, indent=1)
        file.write("\n")
    return manifest


def add_checks(folder, options):
    """The emulator tests' kernels for each chip, for `run.sh --only check`."""
    made = {}
    if options.checks == ["none"]:
        return made
    for chip in options.chips.split(","):
        place = os.path.join(folder, "checks", chip)
        rows = gpu_cases.build(place, chip, options.kernels, options.checks)
        made[chip] = len(rows)
    return made


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--models", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--chips", default="sm_80,sm_90a")
    parser.add_argument("--names", nargs="+", default=NAMES)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--kernels", choices=["bin", "llvm"], default="bin")
    parser.add_argument("--checks", nargs="+", default=[])
    parser.add_argument("--attentions", nargs="*", default=ATTENTIONS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(scratch, "amp-gpu-package")
        os.makedirs(folder)
        manifest = build(folder, options)
        with tarfile.open(options.out + ".tmp", "w:gz") as archive:
            archive.add(folder, "amp-gpu-package")
    os.replace(options.out + ".tmp", options.out)
    checks, size = sum(manifest["checks"].values()), os.path.getsize(options.out)
    print(
        f"{options.out}: {len(manifest['models'])} models, {len(manifest['gemms'])} "
        f"products, {len(manifest['attentions'])} attentions, {checks} checks, "
        f"{size / 1e6:.1f} MB"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
