# ===- environment.py - What the tables of results share -------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Machine and versions behind a table, and the Markdown around it."""

import os
import platform
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
AMP_OPT = os.path.join(ROOT, "build/release/bin/amp-opt")
PASS_BENCH = os.path.join(ROOT, "build/release/benchmarks/pass_bench")
sys.path.insert(0, os.path.join(ROOT, "utils"))


def processor():
    """Name and number of the processors, as the kernel tells them."""
    try:
        with open("/proc/cpuinfo") as file:
            names = re.findall(r"model name\s*:\s*(.*)", file.read())
    except OSError:
        names = []
    name = names[0] if names else platform.processor() or platform.machine()
    return f"{os.cpu_count()} x {name}"


def llvm_version(amp_opt):
    done = subprocess.run([amp_opt, "--version"], capture_output=True, text=True)
    match = re.search(r"LLVM version (\S+)", done.stdout)
    return match.group(1) if match else "unknown"


def peers_python():
    """The Python of build/peers, which has torch and ONNX Runtime; None if none."""
    path = os.path.join(ROOT, "build", "peers", "bin", "python")
    return path if os.path.exists(path) else None


def page(title, script, command, amp_opt, body):
    """A generated page of docs/: title, origin, then `body` (lines)."""
    try:
        import numpy

        numbers = f", numpy {numpy.__version__}"
    except ImportError:
        numbers = ""
    head = [
        f"# {title}",
        "",
        f"<!-- Written by benchmarks/{script}; do not edit. -->",
        "",
        f"Machine: {processor()}; {platform.system()}. LLVM and MLIR "
        f"{llvm_version(amp_opt)}, Python {platform.python_version()}{numbers}.",
        "",
        "```",
        command,
        "```",
        "",
    ]
    return "\n".join(head + list(body)) + "\n"


def timings(report):
    """Seconds by name, of what --mlir-timing-display=list writes."""
    rows = re.findall(r"^\s*([\d.]+) \(\s*[\d.]+%\)\s+(\S.*?)\s*$", report, re.MULTILINE)
    return {name: float(seconds) for seconds, name in rows}


def write_page(path, *parts):
    """Writes the page of these `parts` to the file `path`."""
    text = page(*parts)
    with open(path, "w") as file:
        file.write(text)


def table(header, rows):
    """A Markdown table; all but the first column aligned to the right."""
    rule = ["---"] + ["---:"] * (len(header) - 1)
    return ["| " + " | ".join(map(str, row)) + " |" for row in [header, rule, *rows]]
