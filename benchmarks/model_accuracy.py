# ===- model_accuracy.py - Accuracy of converted models on the CPU ---------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Converts models, runs them on the CPU and compares with f32 and f64.

FOLDER holds NAME.weightless.mlir with NAME.args.json and references (weights.py
there makes the arguments), and two trained models with their data: `minilm`
(minilm_real_b8_s32.mlirbc and its sentences) and `digits` (digits_cnn_b360.mlirbc
and the test images). For each model, type and assignment: the largest and the
relative error (norm of the difference by norm) to float64, the least cosine
similarity of a row of the result to that of f32, and the share of right answers
where there are labels. `NAME:fused` fuses element-wise ops upstream's way before
the conversion, `NAME:refused` after it. Models whose result has few numbers are
run on more inputs, seeded; for those the f32 module is the reference.

  python benchmarks/model_accuracy.py FOLDER minilm resnet50_b1 [--types f32 f16]
  python benchmarks/model_accuracy.py FOLDER NAME --assign "optimal error-ratio=1.35"
  python benchmarks/model_accuracy.py FOLDER all --json acc.json --out docs/results-accuracy.md

`--json` keeps what was measured; a later run adds to it and skips what it holds.
Exits with 1 where a run fails or a bound is broken (see `check`).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import environment
import numpy as np

import cpu_run  # noqa: E402, environment puts utils/ on the path

# Cheap ones first.
ALL = (
    "digits minilm lstm_scf_for_b4_t16 lstm_unrolled_b4_t16 hf_t5_enc_4l_b1_s64 "
    "hf_bert_4l_b2_s64 unet_b1 resnet50_b1 mobilenetv2_b1 hf_vit_4l_b1 "
    "bert_base_b1_s128 gpt2_small_b1_s64 hf_gpt2_4l_b1_s64 "
    "hf_llama_4l_eager_b1_s64 resnet50_ibn_a_b1 mobilenetv2_b1_tosa "
    "resnet50_b1_tosa bert_base_b1_s128_tosa resnet50_b1_bnwhole "
    "resnet50_ibn_a_b1_tosa"
).split()
# Element-wise ops fused first, as in the last column of the study's bytes.
FUSED = [
    f"{name}:fused"
    for name in (
        "minilm unet_b1 resnet50_b1 mobilenetv2_b1 bert_base_b1_s128 gpt2_small_b1_s64 "
        "hf_t5_enc_4l_b1_s64 hf_bert_4l_b2_s64 hf_gpt2_4l_b1_s64 hf_vit_4l_b1 "
        "hf_llama_4l_eager_b1_s64"
    ).split()
]
# Least cosine similarity of a trained model's embeddings to f32.
LEAST_COSINE = {"f16": 0.9999, "bf16": 0.999}
# Largest loss of right answers, as a share.
ACCURACY_LOSS = 0.003
# Models are run on as many inputs as give this many numbers: the norm of n errors
# varies by about 1 / sqrt(2 n) from draw to draw, 6 % for these.
LEAST_NUMBERS = 128
# Models whose errors hang together, so that their number says little: T5 does not
# scale its scores, and a few roundings move whole rows of its sharp softmax.
MORE_INPUTS = {"hf_t5_enc_4l_b1_s64": 16}
# Models whose results hardly depend on the input (a class token after few layers of
# weights as they are initialised), so that further inputs say little: all arguments
# are drawn anew for each.
REDRAWN = {"hf_vit_4l_b1"}
# Optimal may lose this many times greedy's relative error.
GREEDY_FACTOR = 1.5


def convert(amp_opt, path, dtype, options, folder):
    """The path of the converted module; f32 is the file itself."""
    if dtype == "f32":
        return path
    out = os.path.join(folder, f"{dtype}.mlirbc")
    done = subprocess.run(
        [amp_opt, path, f"--amp-autocast={dtype} {options}".rstrip()]
        + ["--emit-bytecode", "-o", out],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise cpu_run.CompileError(done.stderr)
    return out


def fuse(path, folder):
    """The path of the module after upstream's element-wise fusion."""
    out = os.path.join(folder, "fused.mlirbc")
    tool = os.path.join(cpu_run.find_tools(), "mlir-opt")
    command = [tool, path, "--linalg-fuse-elementwise-ops", "--canonicalize"]
    command += ["--emit-bytecode"]
    done = subprocess.run([*command, "-o", out], capture_output=True, text=True)
    if done.returncode:
        raise cpu_run.CompileError(done.stderr)
    return out


def split(amp_opt, path, folder):
    """The path of the module whose products are plain again: amp-cpu-fuse takes out
    what is fused into them, unrounded, so that it is not computed for each column."""
    out = os.path.join(folder, "split.mlirbc")
    command = [amp_opt, path, "--amp-cpu-fuse", "--emit-bytecode", "-o", out]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise cpu_run.CompileError(done.stderr)
    return out


class Case:
    """A model with its arguments (one tuple a batch) and its references."""

    def __init__(self, path, batches, f32, f64, tail=None, labels=None):
        self.path, self.batches, self.labels = path, batches, labels
        self.f32, self.f64, self.tail = f32, f64, tail


def load_case(folder, name):
    name = name.split(":")[0]

    def data(stem):
        return np.load(os.path.join(folder, f"{stem}.npy"))

    if name == "minilm":
        ids, mask = data("minilm_real.ids"), data("minilm_real.mask")
        return Case(
            os.path.join(folder, "minilm_real_b8_s32.mlirbc"),
            [(ids[i : i + 8], mask[i : i + 8]) for i in range(0, len(ids), 8)],
            data("minilm_real.embedding_f32"),
            data("minilm_real.embedding_f64"),
        )
    if name == "digits":
        return Case(
            os.path.join(folder, "digits_cnn_b360.mlirbc"),
            [(data("digits_cnn.x"),)],
            data("digits_cnn.logp_f32"),
            data("digits_cnn.logp_f64"),
            labels=data("digits_cnn.y"),
        )
    sys.path.insert(0, folder)
    import weights  # of the folder

    f32, f64, tail = weights.reference(name, folder)
    path = os.path.join(folder, f"{name}.weightless.mlir")
    case = Case(path, [weights.load(name, folder)], f32, f64, tail)
    add_inputs(case, folder, name, count_inputs(name, f64.size))
    return case


def count_inputs(name, numbers):
    """On how many inputs a model with so many numbers in its result is run."""
    return max(MORE_INPUTS.get(name, 1), -(-LEAST_NUMBERS // numbers))


def draw(random, argument):
    """Values for an input as its description says."""
    init = argument["init"]
    if init["kind"] == "randint":
        return random.integers(0, init["high"], argument["shape"])
    noise = random.standard_normal(argument["shape"])
    return noise * init["scale"] + init["shift"]


def add_inputs(case, folder, name, count):
    """Further inputs up to `count`, seeded, with the results of the f32 module."""
    if count == 1:
        return
    with open(os.path.join(folder, f"{name}.args.json")) as file:
        arguments = json.load(file)["args"]
    model, random = cpu_run.Model(case.path), np.random.default_rng(0)
    results = []
    for _ in range(count - 1):
        values = list(case.batches[0])
        for index, argument in enumerate(arguments):
            drawn = argument["init"]["kind"] in ("normal", "randint")
            if drawn and (argument["kind"] == "USER_INPUT" or name in REDRAWN):
                values[index] = draw(random, argument).astype(argument["dtype"])
        case.batches.append(values)
        results.append(model(*values))
    case.f32 = np.concatenate([case.f32, *results])
    case.f64 = np.concatenate([case.f64, *results]).astype(np.float64)


def least_cosine(a, b):
    a, b = (x.astype(np.float64).reshape(-1, x.shape[-1]) for x in (a, b))
    norms = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
    return float(((a * b).sum(1) / norms).min())


def measure(amp_opt, case, dtype, options, form):
    """One entry of the results: errors of one conversion of one model."""
    with tempfile.TemporaryDirectory(prefix="amp-accuracy-") as scratch:
        try:
            path = fuse(case.path, scratch) if form == "fused" else case.path
            path = convert(amp_opt, path, dtype, options, scratch)
            path = fuse(path, scratch) if form == "refused" else path
            path = split(amp_opt, path, scratch) if form == "fused" else path
            model = cpu_run.Model(path)
        except cpu_run.CompileError as error:
            return {"failed": str(error).strip()[:400]}
        result = np.concatenate([model(*batch) for batch in case.batches])
    if case.tail:
        result = result[:, -case.tail :]
    difference = result.astype(np.float64) - case.f64
    entry = {
        "largest": float(np.abs(difference).max()),
        "relative": float(np.linalg.norm(difference) / np.linalg.norm(case.f64)),
        "cosine": least_cosine(result, case.f32),
        "compile_seconds": round(model.compile_seconds, 1),
        "seconds": round(model.seconds, 2),
    }
    if case.labels is not None:
        entry["right"] = float((result.argmax(1) == case.labels).mean())
    return entry


def runs(types, assigns):
    """Pairs (type, assignment); f32 is run once, as it is."""
    for dtype in types:
        for assign in assigns if dtype != "f32" else ["as it is"]:
            yield dtype, assign


def check(results):
    """Sentences about broken bounds."""
    broken = []
    for name, entries in results.items():
        for key, entry in entries.items():
            dtype, assign = key.split(" ", 1)
            if "failed" in entry:
                broken.append(f"{name} {key}: {entry['failed'].splitlines()[0]}")
                continue
            if not np.isfinite(entry["largest"]):
                broken.append(f"{name} {key}: the result is not finite")
            if assign != "optimal":
                continue
            greedy = entries.get(f"{dtype} greedy", {}).get("relative")
            if greedy and entry["relative"] > GREEDY_FACTOR * greedy:
                factor = entry["relative"] / greedy
                broken.append(f"{name} {key}: {factor:.2f} times greedy's error")
            if name.startswith("minilm") and entry["cosine"] < LEAST_COSINE[dtype]:
                broken.append(f"{name} {key}: cosine {entry['cosine']:.6f}")
            right = entries.get("f32 as it is", {}).get("right")
            if right and entry["right"] < right - ACCURACY_LOSS:
                broken.append(f"{name} {key}: {entry['right']:.4f} right")
    return broken


def cell(entry):
    if not entry:
        return "-"
    if "failed" in entry:
        return "failed"
    return f"{entry['largest']:.2e} / {entry['relative']:.2e}"


KEYS = ["f32 as it is"] + [
    f"{dtype} {assign}" for dtype in ("f16", "bf16") for assign in ("optimal", "greedy")
]

HEADER = ["model", "numbers", *KEYS, "ratio f16", "ratio bf16"]


def ratio(entries, dtype):
    optimal, greedy = (
        entries.get(f"{dtype} {assign}", {}).get("relative")
        for assign in ("optimal", "greedy")
    )
    return f"{optimal / greedy:.2f}" if optimal and greedy else "-"


def reference_size(folder, name):
    """How many numbers the errors of a model are taken over."""
    trained = {"minilm": "minilm_real.embedding_f64", "digits": "digits_cnn.logp_f64"}
    name = name.split(":")[0]
    stem = trained.get(name)
    if not stem:
        with open(os.path.join(folder, f"{name}.args.json")) as file:
            stem = json.load(file)["data"] + ".ref_f64"
    size = np.load(os.path.join(folder, f"{stem}.npy"), mmap_mode="r").size
    return size if name in trained else size * count_inputs(name, size)


def limited(results):
    """The part about runs with `--assign "optimal error-ratio=N"`."""
    rows = []
    for name, entries in results.items():
        for key, entry in entries.items():
            dtype, assign = key.split(" ", 1)
            greedy = entries.get(f"{dtype} greedy", {}).get("relative")
            if "error-ratio=" not in assign or "failed" in entry or not greedy:
                continue
            limit = assign.split("error-ratio=")[1]
            plain = ratio(entries, dtype)
            now = f"{entry['relative'] / greedy:.2f}"
            rows.append([f"`{name}`", dtype, limit, cell(entry), now, plain])
    if not rows:
        return
    yield from ["## With a limit on the error", ""]
    yield (
        "`error-ratio=N` (docs/error-limit.md) bounds the estimated error; what is "
        "measured then, by greedy's. Its bytes are in docs/results-bytes.md."
    )
    yield ""
    header = ["model", "type", "limit", "error", "ratio", "ratio without"]
    yield from environment.table(header, rows)
    yield ""


def body(results, folder):
    """Lines of the page."""
    yield (
        "Error of each model's result against float64, run on the CPU: largest "
        "difference / norm of the difference by norm of the result. Weights are "
        "seeded noise, except for `digits` and `minilm`, which are trained. "
        "*Optimal* and *greedy* are `assign=`; greedy absorbs casts by the same "
        "rules. Ratios are of the relative errors, optimal by greedy. Models with few "
        f"results are run on so many inputs that these have {LEAST_NUMBERS} numbers, "
        "all but the first against f32: the norm of n errors varies by about 1 / "
        "sqrt(2 n) from draw to draw. T5, whose attention is sharp, is run on "
        f"{MORE_INPUTS['hf_t5_enc_4l_b1_s64']} inputs. ViT, whose results hardly depend "
        "on the image, gets other weights with each. "
        "docs/results-bytes.md says what greedy pays for its errors."
    )
    yield ""
    forms = (
        ("As they come", "", ALL),
        ("Element-wise ops fused before the conversion", "fused", FUSED),
        ("Element-wise ops fused after the conversion", "refused", []),
    )
    for title, form, wanted in forms:
        rows = [
            [f"`{name.split(':')[0]}`", reference_size(folder, name)]
            + [cell(entries.get(key)) for key in KEYS]
            + [ratio(entries, dtype) for dtype in ("f16", "bf16")]
            for name, entries in results.items()
            if name.partition(":")[2] == form
        ]
        missing = [name.split(":")[0] for name in wanted if name not in results]
        if not rows and not missing:
            continue
        yield from [f"## {title}", ""]
        yield from environment.table(HEADER, rows)
        if missing:
            yield from ["", f"Not measured in this run: {', '.join(missing)}."]
        yield ""
    yield from limited(results)
    yield from ["## Trained models", ""]
    rows = []
    for name in ("digits", "minilm", "minilm:fused"):
        for key in KEYS:
            entry = results.get(name, {}).get(key)
            if not entry or "failed" in entry:
                continue
            right = f"{100 * entry['right']:.2f} %" if "right" in entry else "-"
            rows.append([f"`{name}` {key}", right, f"{entry['cosine']:.7f}"])
    header = ["model", "right answers", "least cosine of a row to f32"]
    yield from environment.table(header, rows)
    yield from ["", "## Bounds", ""]
    yield (
        f"Optimal's relative error is at most {GREEDY_FACTOR} times greedy's; rows of "
        f"`minilm` keep a cosine of {LEAST_COSINE['f16']} (f16) and "
        f"{LEAST_COSINE['bf16']} (bf16); `digits` loses at most "
        f"{100 * ACCURACY_LOSS} points of 100 right answers; every result is finite."
    )
    yield ""
    broken = check(results)
    yield from [f"- Broken: {line}" for line in broken] or ["All hold."]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder")
    parser.add_argument("names", nargs="+", help="all, minilm, digits, or NAME")
    parser.add_argument("--types", nargs="+", default=["f32", "f16", "bf16"])
    parser.add_argument("--assign", nargs="+", default=["optimal", "greedy"])
    parser.add_argument("--options", default="", help="more options of amp-autocast")
    parser.add_argument("--json", help="file that keeps the measurements")
    parser.add_argument("--out", help="page to write, in Markdown")
    parser.add_argument("--amp-opt", default=environment.AMP_OPT)
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    results = {}
    if arguments.json and os.path.exists(arguments.json):
        with open(arguments.json) as file:
            results = json.load(file)
    print(
        f"{'model':28} {'type and assign':16} {'largest':>10} {'relative':>10} "
        f"{'least cosine':>13} seconds"
    )
    names = ALL + FUSED if arguments.names == ["all"] else arguments.names
    for name in names:
        entries, case = results.setdefault(name, {}), None
        for dtype, assign in runs(arguments.types, arguments.assign):
            key = f"{dtype} {assign}"
            if key in entries and "failed" not in entries[key]:
                continue
            case = case or load_case(arguments.folder, name)
            options = f"assign={assign} {arguments.options}"
            form = name.partition(":")[2]
            entry = measure(arguments.amp_opt, case, dtype, options, form)
            entries[key] = entry
            if "failed" in entry:
                print(f"{name:28} {key:16} failed: {entry['failed']}", flush=True)
            else:
                print(
                    f"{name:28} {key:16} {entry['largest']:10.3g} "
                    f"{entry['relative']:10.3g} {entry['cosine']:13.7f} "
                    f"{entry['compile_seconds']} + {entry['seconds']}",
                    flush=True,
                )
            if arguments.json:
                with open(arguments.json, "w") as file:
                    json.dump(results, file, indent=1)
    if arguments.out:
        command = "python benchmarks/model_accuracy.py FOLDER all --out " + arguments.out
        text = environment.page(
            "Accuracy against float64", "model_accuracy.py", command,
            arguments.amp_opt, body(results, arguments.folder),
        )
        with open(arguments.out, "w") as file:
            file.write(text)
    broken = check(results)
    for line in broken:
        print(f"model_accuracy: {line}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
