# ===- tables.py - Markdown of the package's results -----------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Writes the tables of a results.json."""

import math


def table(header, rows):
    rule = ["---"] + ["---:"] * (len(header) - 1)
    return ["| " + " | ".join(map(str, row)) + " |" for row in [header, rule, *rows]]


def microseconds(found):
    return f"{found['seconds'] * 1e6:.2f} ± {found['spread'] * 1e6:.2f}"


def teraflops(multiply_adds, seconds):
    return 2 * multiply_adds / seconds / 1e12


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def gemm_lines(manifest, results, dtype="f16"):
    float8 = dtype == "f8"
    peak = results.get("peak_tflops_f8" if float8 else "peak_tflops")
    rows, ratios = [], {}
    for case in manifest["gemms"]:
        row = results["gemms"].get(case["name"])
        if not row or case.get("type", "f16") != dtype:
            continue
        count = case["m"] * case["n"] * case["k"]
        speed = teraflops(count, row["ours"]["seconds"])
        ratio = row["peer"]["seconds"] / row["ours"]["seconds"]
        ratios.setdefault(case["activation"] != "none", []).append(ratio)
        rows.append(
            [f"{case['m']}x{case['n']}x{case['k']}", case["activation"]]
            + [case["from"], microseconds(row["ours"]), microseconds(row["peer"])]
            + [f"{ratio:.2f}", f"{speed:.1f}"]
            + [f"{100 * speed / peak:.0f} %" if peak else "-"]
            + [f"{row['error']:.1e}", f"{row['peer_error']:.1e}"]
        )
    if not rows:
        return []
    header = ["MxNxK", "epilogue", "from", "ours us", "cuBLASLt us", "cuBLASLt / ours"]
    header += ["ours TFLOP/s", "of peak", "error", "cuBLASLt's"]
    title = "## Products of 8-bit floats (f8E4M3FN to f16)" if float8 else "## Products"
    lines = [title, *table(header, rows), ""]
    for fused, found in sorted(ratios.items()):
        lines.append(
            f"- {'with' if fused else 'without'} epilogue, {len(found)} shapes: "
            f"geometric mean {geometric_mean(found):.2f}, least {min(found):.2f}"
        )
    return [*lines, ""]


def attention_lines(manifest, results):
    rows, ratios = [], []
    for case in manifest.get("attentions", []):
        row = results.get("attentions", {}).get(case["name"])
        if not row:
            continue
        seconds = {kind: row[kind]["seconds"] for kind in ("fused", "apart", "peer")}
        count = 2 * case["heads"] * case["tokens"] ** 2 * case["depth"]
        ratios.append(seconds["peer"] / seconds["fused"])
        rows.append(
            [case["name"]]
            + [microseconds(row[kind]) for kind in ("fused", "apart", "peer")]
            + [f"{seconds['apart'] / seconds['fused']:.2f}", f"{ratios[-1]:.2f}"]
            + [f"{teraflops(count, seconds['fused']):.1f}"]
            + [f"{row[kind + '_error']:.1e}" for kind in ("fused", "apart", "peer")]
        )
    if not rows:
        return []
    header = ["heads x tokens x depth", "one kernel, us", "three, us", "torch's, us"]
    header += ["three / one", "torch's / one", "one, TFLOP/s", "error", "of three", "torch's"]
    return [
        "## Attentions",
        "f16, beside torch's scaled_dot_product_attention; masks, of zeros, one row a head.",
        "",
        *table(header, rows),
        "",
        f"- torch's by ours in one kernel: geometric mean {geometric_mean(ratios):.2f}, "
        f"least {min(ratios):.2f}",
        "",
    ]


COLUMNS = {
    "f16": "ours f16",
    "f32": "ours f32",
    "eager": "torch eager autocast",
    "compile": "torch.compile",
    "compile_graphs": "torch.compile, CUDA graphs",
}


def model_lines(manifest, results):
    peak = results.get("peak_tflops")
    rows, errors, failed = [], [], []
    for case in manifest["models"]:
        row = results["models"].get(case["name"])
        if not row:
            continue
        ours = row["f16"]["seconds"]
        speed = teraflops(case["multiply_adds"], ours)
        best = [row[k]["seconds"] for k in ("compile", "compile_graphs") if k in row]
        cells = [microseconds(row[kind]) if kind in row else "-" for kind in COLUMNS]
        ratio = lambda kind: (
            f"{row[kind]['seconds'] / ours:.2f}" if kind in row else "-"
        )
        rows.append(
            [f"`{case['name']}`", *cells, ratio("f32"), ratio("eager")]
            + [f"{min(best) / ours:.2f}" if best else "-"]
            + [f"{100 * speed / peak:.1f} %" if peak else "-"]
        )
        errors.append(
            [f"`{case['name']}`"]
            + [f"{row[kind]['error']:.1e}" if kind in row else "-" for kind in COLUMNS]
        )
        failed += [f"- {case['name']}, {k}: {t}" for k, t in row["failed"].items()]
    if not rows:
        return []
    header = ["model, us", *COLUMNS.values(), "f32 / f16", "eager / f16"]
    header += ["best compile / f16", "of peak"]
    return [
        "## Models",
        *table(header, rows),
        "",
        "## Errors of models",
        "Largest error to torch in f64, as a share of the largest value:",
        "",
        *table(["model", *COLUMNS.values()], errors),
        "",
        *failed,
        "",
    ]


def check_lines(results):
    """Cases under each tool, with how many are fine."""
    if not results.get("checks"):
        return []
    import checks

    # Of generated modules, what failed alone.
    is_generated = lambda name: name.startswith("seed_")
    found = results["checks"]
    fine = lambda row: all(one[0] in ("ok", "skipped") for one in row.values())
    told = {k: row for k, row in found.items() if not is_generated(k) or not fine(row)}
    rows, bad = checks.lines(told)
    own = sum(map(is_generated, found))
    head = [f"## Kernels against results in doubles: {len(found) - own} cases"]
    if own:
        head += [f"And conversions of generated modules against their bounds: {own}.", ""]
    why = results.get("unchecked")
    head += [f"No memcheck and racecheck: {why}."] if why else []
    return [*head, "", f"{bad} are not right.", "", *rows, ""]


def stream_lines(results):
    """Checks beside work of torch's."""
    found = results.get("streams")
    if not found:
        return []
    words = lambda name: name.split(",")[0].replace("_", " ")
    rows = [
        [words(name) + name[len(words(name)) :], verdict] for name, verdict in found.items()
    ]
    return ["## Streams, graphs, threads", *table(["check", "verdict"], rows), ""]


def page(manifest, results):
    machine = ", ".join(f"{k} {v}" for k, v in results["machine"].items())
    peak = results.get("peak_tflops")
    lines = [
        "# Measured on a GPU",
        "",
        "<!-- Written by run.sh of benchmarks/gpu_package.py, and gpu_page.py; do not edit. -->",
        "",
        f"Machine: {machine}.",
        f"Package: {', '.join(f'{k} {v}' for k, v in manifest['versions'].items())}.",
        "",
        "```",
        *results["commands"],
        "```",
        "",
    ]
    if "samples" in results:
        lines += [
            f"Median ± half the distance between quartiles of {results['samples']} "
            "samples, calls in turn in one process. Products are timed as CUDA graphs of "
            "many repetitions, models call by call. Errors: largest difference to f64 as "
            "a share of the largest value.",
            "",
        ]
    if peak:
        lines += [
            f"Peak measured here: {peak:.0f} TFLOP/s, an 8192^3 product in f16 by "
            "cuBLASLt.",
            "",
        ]
    float8 = results.get("peak_tflops_f8")
    if float8:
        lines += [f"The same in f8E4M3FN: {float8:.0f} TFLOP/s.", ""]
    lines += gemm_lines(manifest, results) + gemm_lines(manifest, results, "f8")
    lines += attention_lines(manifest, results) + model_lines(manifest, results)
    lines += stream_lines(results)
    lines += check_lines(results)
    return "\n".join(lines).rstrip() + "\n"
