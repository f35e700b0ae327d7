#!/usr/bin/env python3
# ===- gpu_page.py - One page of several runs on a device ------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Joins what run.sh wrote in several runs and writes docs/results-gpu.md.

usage: gpu_page.py --package FILE.tar.gz [--out PAGE.md] RESULTS.json ...

Runs are of one package (or of parts of one) on one kind of device. Of what two runs
hold, the later one in the list counts.
"""

import argparse
import json
import os
import sys
import tarfile

import environment

sys.path.insert(0, os.path.join(environment.ROOT, "benchmarks/gpu_runner"))

import tables  # noqa: E402

PARTS = ("gemms", "attentions", "models", "checks", "streams", "tuning")


def join(runs):
    """One result of all; ValueError where they are of different devices."""
    whole = {}
    for run in runs:
        device = run["machine"]["device"]
        machine = whole.setdefault("machine", {})
        if machine.setdefault("device", device) != device:
            raise ValueError(f"runs are of {machine['device']} and of {device}")
        machine.update(run["machine"])
        for part in PARTS:
            known = whole.setdefault(part, {})
            for name, row in run.get(part, {}).items():
                # By tool, of which each run may have others.
                known[name] = {**known.get(name, {}), **row} if part == "checks" else row
        for key in ("samples", "peak_tflops", "peak_tflops_f8"):
            if key in run:
                whole[key] = run[key]
        commands = whole.setdefault("commands", [])
        commands += [one for one in run["commands"] if one not in commands]
    return whole


def read_manifest(package):
    with tarfile.open(package) as archive:
        return json.load(archive.extractfile("amp-gpu-package/manifest.json"))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--package", required=True)
    parser.add_argument(
        "--out", default=os.path.join(environment.ROOT, "docs/results-gpu.md")
    )
    parser.add_argument("results", nargs="+")
    options = parser.parse_args()
    runs = []
    try:
        for path in options.results:
            with open(path) as file:
                runs.append(json.load(file))
        text = tables.page(read_manifest(options.package), join(runs))
    except (OSError, ValueError, KeyError, tarfile.TarError) as error:
        sys.exit(f"error: {error}")
    with open(options.out + ".tmp", "w") as file:
        file.write(text)
    os.replace(options.out + ".tmp", options.out)
    print(f"{options.out}: {len(runs)} runs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
