# ===- bytes_table.py - Bytes through memory and through casts -------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Bytes that each way to choose precisions moves, for each model of a folder.

Takes the bytes from reports (docs/report.md) and counts casts in the converted
modules: as it came, with the inputs of contractions truncated and the rest f32
(IREE's way), greedy (TVM's forward sweep, but absorbing casts), low unless
forbidden, and optimal, without and with a limit on the error.

  python benchmarks/bytes_table.py FOLDER [--out docs/results-bytes.md]

Exits with 1 where optimal moves more bytes than another way or than f32, where a
cast undoes or repeats another, or where a conversion fails.
"""

import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile

import environment
import module_text

import cpu_run  # noqa: E402, environment puts utils/ on the path

# Options of amp-autocast for each way.
WAYS = {
    "IREE-style": "assign=greedy policy=tensor-cores-only",
    "greedy": "assign=greedy",
    "fixpoint": "assign=fixpoint",
    "optimal": "assign=optimal",
    "limit 1.35": "assign=optimal error-ratio=1.35",
}
# What optimal must not exceed; fixpoint knows no limit on the error.
BEATEN = {
    "optimal": {"IREE-style", "greedy", "fixpoint", "limit 1.35"},
    "limit 1.35": {"IREE-style", "greedy"},
}
# Shares of DESIGN's study, cut + absorbed casts: as it comes, fused first.
STUDY = {
    "resnet50_b1": (0.501, 0.579),
    "resnet50_b1_bnwhole": (0.502, 0.579),
    "bert_base_b1_s128": (0.526, 0.520),
    "gpt2_small_b1_s64": (0.520, 0.516),
    "mobilenetv2_b1": (0.502, 0.514),
    "unet_b1": (0.528, 0.614),
    "minilm_real_b8_s32": (0.515, 0.509),
}
# Activation casts of peers on the same networks, f32 accumulation, measured.
PEERS = {
    "resnet50_b1": "TVM 157 casts, 186.8 MB, 53 undone; PyTorch 1, 0.9 MB",
    "resnet50_ibn_a_b1": "TVM 170 casts, 186.8 MB, 40 undone",
    "mobilenetv2_b1": "TVM 158 casts, 119.8 MB, 52 undone",
    "bert_base_b1_s128": "PyTorch 61 casts, 42.5 MB, 24 repeated; TVM 195, 155.7 MB",
}
# Ops in bodies that say nothing about what is computed.
NO_ARITHMETIC = ("linalg.yield", "arith.extf", "arith.truncf")
# Less than this much of f32's bytes between optimal and the next best is little.
LITTLE = 0.01


class Failed(RuntimeError):
    pass


def megabytes(count):
    return f"{count / 1e6:.2f}" if count >= 5e3 or not count else f"{count / 1e6:.4f}"


class Runner:
    """Converts modules, and returns reports and the ops of the results."""

    def __init__(self, amp_opt, scratch):
        self.amp_opt, self.scratch = amp_opt, scratch
        self.mlir_opt = os.path.join(cpu_run.find_tools(), "mlir-opt")

    def convert(self, path, options):
        """The report, and the converted module as parsed text."""
        report = os.path.join(self.scratch, "report.json")
        try:
            lines = module_text.print_generic(
                self.amp_opt, path, f"--amp-autocast={options} report={report}"
            )
        except subprocess.CalledProcessError as error:
            raise Failed(f"{os.path.basename(path)} {options}: {error.stderr[:300]}")
        with open(report) as file:
            return json.load(file), module_text.parse(lines)[1]

    def fuse(self, path):
        out = os.path.join(self.scratch, "fused.mlirbc")
        subprocess.run(
            [self.mlir_opt, path, "--linalg-fuse-elementwise-ops"]
            + ["--emit-bytecode", "-o", out],
            check=True,
            capture_output=True,
        )
        return out


def count_inputs(path):
    """How many arguments of NAME.weightless.mlir are no weights."""
    stem = path[: -len(".weightless.mlir")]
    with open(f"{stem}.args.json") as file:
        kinds = [argument["kind"] for argument in json.load(file)["args"]]
    return kinds.count("USER_INPUT")


def cast_counts(report, ops):
    """Casts of one converted module, by what they cost."""
    casts = list(module_text.tensor_casts(ops))
    epilogues = [op for op, _, contracts in casts if contracts]
    undone, repeated = module_text.useless_casts(ops)
    return {
        "count": report["casts"]["activations"],
        "bytes": report["casts"]["activation_bytes"],
        "weights": report["casts"]["weights"],
        "weight_bytes": report["casts"]["weight_bytes"],
        "epilogues": len(epilogues),
        "epilogue_bytes": sum(
            op.types[0].bytes + op.operand_types[0].bytes for op in epilogues
        ),
        "undone": undone,
        "repeated": repeated,
    }


def written_high(ops):
    """Bytes that each kind of op writes in f32 after the conversion, dearest first;
    sums of contractions, which epilogues round, apart."""
    written = {}
    for op in ops:
        count = sum(kind.bytes for kind in op.types if kind and kind.element == "f32")
        made = ("tensor.empty", "linalg.fill", "arith.constant", "tosa.const")
        if not count or op.name in made or module_text.CONTRACTION.search(op.name):
            continue
        inner = [name for name in op.inner if name not in NO_ARITHMETIC]
        name = inner[-1] if inner else "moves" if op.inner else op.name
        written[name] = written.get(name, 0) + count
    return sorted(written.items(), key=lambda item: (-item[1], item[0]))


def kept_bindings(report):
    """Bytes of ops that stay f32 as a whole, by what binds them."""
    bound = {}
    for group in report["kept"]:
        bound[group["binding"]] = bound.get(group["binding"], 0) + group["bytes"]
    return sorted(bound.items(), key=lambda item: (-item[1], item[0]))


def study_share(before, after, weights, gathered):
    """The study's share: weights folded, read once in 16 bits.

    Gathers from a table that is an f32 argument count as reads of activations in
    a report, before and after; here the table is a folded weight.
    """
    before, after = before - 4 * gathered, after - 4 * gathered
    return (after + 2 * weights) / (before + 4 * weights)


def measure(runner, path):
    """All figures of one model."""
    name = os.path.basename(path).split(".")[0]
    label = name if path.endswith(".weightless.mlir") else os.path.basename(path)
    entry = {"name": label, "ways": {}, "casts": {}}
    for dtype in ("f16", "bf16"):
        for way, options in WAYS.items():
            report, ops = runner.convert(path, f"{dtype} {options}")
            counts = report["bytes"]
            entry["before"] = counts["activations_before"]
            entry["ways"][dtype, way] = counts["activations_after"]
            entry["casts"][dtype, way] = cast_counts(report, ops)
            if (dtype, way) == ("f16", "optimal"):
                entry["high"] = written_high(ops)
                entry["kept"] = kept_bindings(report)
    if "tosa" in name:
        return entry
    fused = runner.fuse(path)
    report, _ = runner.convert(fused, "f16 assign=optimal")
    counts = report["bytes"]
    entry["fused"] = counts["activations_before"], counts["activations_after"]
    if label in STUDY:
        inputs = count_inputs(path)
        entry["study"] = []
        for file, pair in (
            (path, (entry["before"], entry["ways"]["f16", "optimal"])),
            (fused, entry["fused"]),
        ):
            lines = module_text.print_generic(runner.mlir_opt, file)
            reads = module_text.weight_reads(*module_text.parse(lines), inputs)
            entry["study"].append(study_share(*pair, *reads))
    return entry


def share(entry, dtype, way):
    return entry["ways"][dtype, way] / entry["before"]


def check(entries):
    """Sentences about what must not be."""
    for entry in entries:
        for dtype in ("f16", "bf16"):
            for best, beaten in BEATEN.items():
                least = entry["ways"][dtype, best]
                others = {way: entry["ways"][dtype, way] for way in sorted(beaten)}
                others["f32"] = entry["before"]
                for way, count in others.items():
                    if least > count:
                        yield f"{entry['name']} {dtype}: {best} {least}, {way} {count}"
            casts = entry["casts"][dtype, "optimal"]
            for what in ("undone", "repeated"):
                if casts[what]:
                    yield f"{entry['name']} {dtype}: {casts[what]} {what} casts"


def bytes_section(entries):
    header = ["model", "f32 MB", *WAYS, "optimal bf16", "fused first, optimal"]
    rows = []
    for entry in entries:
        fused = entry.get("fused")
        rows.append(
            [f"`{entry['name']}`", megabytes(entry["before"])]
            + [f"{share(entry, 'f16', way):.3f}" for way in WAYS]
            + [f"{share(entry, 'bf16', 'optimal'):.3f}"]
            + [f"{fused[1] / fused[0]:.3f} of {megabytes(fused[0])}" if fused else "-"]
        )
    yield from ["## Bytes through memory", ""]
    yield (
        "Bytes of activations as a share of f32's, f16 where nothing else is said; "
        "0.5 is the floor. Modelled as docs/report.md says: each value's write and "
        "reads at its stored type, and what casts read and write. *IREE-style* "
        "truncates the inputs of contractions and leaves the rest f32 "
        "(`policy=tensor-cores-only`); *greedy* is TVM's forward sweep, with casts "
        "absorbed as here; *fixpoint* is low unless forbidden; *limit "
        "1.35* is optimal with a limit on the error (`error-ratio=1.35`, "
        "docs/error-limit.md). *Fused first* runs "
        "`--linalg-fuse-elementwise-ops` before and is a share of the fused module."
    )
    yield ""
    yield from environment.table(header, rows)
    yield from ["", *little_section(entries), ""]


def little_section(entries):
    more, loses, paid = [], [], []
    for entry in entries:
        best = share(entry, "f16", "optimal")
        limited = share(entry, "f16", "limit 1.35")
        gain = share(entry, "f16", "fixpoint") - best
        if limited > best:
            paid.append(f"`{entry['name']}` ({limited - best:.3f})")
        if gain >= LITTLE:
            more.append(f"`{entry['name']}` ({gain:.3f})")
        if best > 0.9:
            loses.append(f"`{entry['name']}` ({best:.3f})")
    yield (
        f"Optimal moves at least {LITTLE:g} of f32's bytes less than fixpoint on "
        f"{len(more)} of {len(entries)} models: {', '.join(more) or 'none'}. On the "
        "others it wins little or nothing over it: where every op absorbs casts, low "
        "unless forbidden is already the optimum or near it; the cut decides where "
        "casts cannot be absorbed and where values are carried."
    )
    yield ""
    yield (
        "A limit of 1.35 on the error costs bytes, as a share of f32's, on: "
        f"{', '.join(paid) or 'none'}."
    )
    if loses:
        yield ""
        yield f"Little gain over f32 at all: {', '.join(loses)}."


def casts_section(entries):
    yield from ["## Casts", ""]
    yield (
        "Casts of activations that cost a pass over memory: count / MB read and "
        "written. Casts in bodies cost nothing and are not counted. The rounding of a "
        "contraction's own result stands in the IR as a tensor-level `truncf`; it is "
        "the kernel's epilogue, free in the model, and given apart (*epilogues*: MB as "
        "if it were a pass of its own). *Undone*: casts that a cast back follows; "
        "*repeated*: a value cast twice to one type. Weights: casts of arguments, gone "
        "when weights are constants or `signature=convert`."
    )
    yield ""
    header = ["model", *WAYS, "optimal bf16", "epilogues", "undone", "repeated"]
    header += ["weights", "peers"]
    rows = []
    for entry in entries:

        def pair(dtype, way, count="count", size="bytes", casts=entry["casts"]):
            each = casts[dtype, way]
            return f"{each[count]} / {megabytes(each[size])}"

        optimal = entry["casts"]["f16", "optimal"]
        rows.append(
            [f"`{entry['name']}`", *(pair("f16", way) for way in WAYS)]
            + [pair("bf16", "optimal")]
            + [pair("f16", "optimal", "epilogues", "epilogue_bytes")]
            + [optimal["undone"], optimal["repeated"]]
            + [pair("f16", "optimal", "weights", "weight_bytes")]
            + [PEERS.get(entry["name"], "")]
        )
    yield from environment.table(header, rows)
    yield ""
    named = {entry["name"]: entry["casts"]["f16", "optimal"] for entry in entries}
    if "bert_base_b1_s128" in named and "bert_base_b1_s128_tosa" in named:
        casts, tosa = named["bert_base_b1_s128"], named["bert_base_b1_s128_tosa"]
        yield (
            "BERT-base at 128 tokens: PyTorch's autocast, the best peer measured, moves "
            "42.5 MB through casts of activations, not counting that its f16 kernels "
            f"round their results; ours {megabytes(casts['bytes'])} MB. A backend that "
            "runs every epilogue as a pass of its own would move "
            f"{megabytes(casts['bytes'] + casts['epilogue_bytes'])} MB. As TOSA, where "
            f"no op absorbs a cast, {tosa['count']} casts of {megabytes(tosa['bytes'])} "
            "MB are left."
        )
        yield ""


def listed(pairs, limit):
    return ", ".join(f"{name} {megabytes(count)}" for name, count in pairs[:limit])


def study_section(entries):
    yield from ["## The study's figure", ""]
    yield (
        "Weights folded: (activations after + weights read in 16 bits) / (activations "
        "before + weights read in f32), f16, beside the shares of the study that this "
        "design came from (cut and absorbed casts). Then, without fusion, MB written "
        "in f32 by the last operation of the body (sums of contractions, which an "
        "epilogue rounds, left out), and MB moved by ops that stay f32 as a whole, by "
        "their binding (docs/report.md)."
    )
    yield ""
    rows, over = [], []
    for entry in entries:
        if "study" not in entry:
            continue
        plain, fused = entry["study"]
        wanted = STUDY[entry["name"]]
        rows.append(
            [f"`{entry['name']}`", f"{plain:.3f}", f"{wanted[0]:.3f}"]
            + [f"{fused:.3f}", f"{wanted[1]:.3f}"]
            + [listed(entry["high"], 5), listed(entry["kept"], 3)]
        )
        for got, limit, how in ((plain, wanted[0], ""), (fused, wanted[1], " fused")):
            if round(got, 3) > limit:
                over.append(f"`{entry['name']}`{how} by {got - limit:.3f}")
    header = ["model", "as it comes", "study", "fused first", "study"]
    yield from environment.table(header + ["writes f32", "kept f32"], rows)
    yield ""
    yield (
        f"Above the study: {', '.join(over) or 'none'}. What costs the difference is in "
        "the last columns: squares that feed a sum (mulf), values that f16 cannot hold "
        "or that would vanish in it (masks, and epsilons of 1e-12 with what is made "
        "from them and broadcast), and broadcasts of biases into accumulators. The "
        "first two break the graphs of docs/results-hazards.md where they are stored "
        "in f16."
    )
    yield ""


def find_models(folder):
    paths = glob.glob(os.path.join(folder, "*.weightless.mlir"))
    return sorted(paths + glob.glob(os.path.join(folder, "*.mlirbc")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--only", help="models whose file names hold this")
    parser.add_argument("--out", help="page to write, in Markdown")
    parser.add_argument("--amp-opt", default=environment.AMP_OPT)
    options = parser.parse_args()
    entries, broken = [], []
    with tempfile.TemporaryDirectory(prefix="amp-bytes-") as scratch:
        runner = Runner(options.amp_opt, scratch)
        for path in find_models(options.folder):
            if options.only and options.only not in os.path.basename(path):
                continue
            try:
                entries.append(measure(runner, path))
            except Failed as failed:
                broken.append(str(failed))
    broken += check(entries)
    lines = [*bytes_section(entries), *casts_section(entries), *study_section(entries)]
    lines += ["## Checks", ""]
    lines += [f"- Broken: {line}" for line in broken] or [
        "Optimal moves at most the bytes of f32, IREE-style, greedy and fixpoint, with "
        "the limit at most those of f32, IREE-style and greedy, on every model in f16 "
        "and bf16; no cast of it undoes or repeats another."
    ]
    text = environment.page(
        "Bytes through memory and through casts",
        "bytes_table.py",
        "python benchmarks/bytes_table.py FOLDER --out docs/results-bytes.md",
        options.amp_opt,
        lines,
    )
    if options.out:
        with open(options.out, "w") as file:
            file.write(text)
    else:
        print(text)
    for line in broken:
        print(f"bytes_table: {line}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
