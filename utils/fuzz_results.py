# ===- fuzz_results.py - The file of what was fuzzed -------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Reads, checks and adds to files like fuzz/results.json, and makes the page of them.

Files are written whole or not at all, and one run at a time. What cannot be read or
written ends the process with a message and exit status 1.
"""

import contextlib
import fcntl
import json
import os
import sys
import tempfile


def is_run(run):
    """Whether `count` and `page` can count it."""
    numbers = ("modules", "failed", "inputs", "crashes", "upstream", "first", "next")
    if not isinstance(run, dict) or not {"kind", "commit", "cpu_seconds"} <= run.keys():
        return False
    if not isinstance(run["kind"], str) or not isinstance(run["commit"], str):
        return False
    checks, failures = run.get("checks", {}), run.get("failures", [])
    return (
        all(isinstance(run.get(key, 0), int) for key in numbers)
        and ("next" not in run or "first" in run)
        and isinstance(run["cpu_seconds"], (int, float))
        and isinstance(checks, dict)
        and all(isinstance(value, int) for value in checks.values())
        and isinstance(failures, list)
    )


def read(path):
    """The runs of a file, none if there is no file; ends the run where it holds
    anything else."""
    try:
        with open(path) as file:
            results = json.load(file)
    except FileNotFoundError:
        return {"runs": []}
    except (OSError, ValueError) as error:
        sys.exit(f"fuzz: cannot read results from '{path}': {error}")
    runs = results.get("runs") if isinstance(results, dict) else None
    if not isinstance(runs, list) or not all(map(is_run, runs)):
        sys.exit(f"fuzz: '{path}' holds no results: expected an object with 'runs'")
    return results


def write(path, text):
    """Whole or not at all."""
    name = None
    try:
        with tempfile.NamedTemporaryFile(
            "w", dir=os.path.dirname(path), delete=False
        ) as file:
            name = file.name
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException as error:
        if name:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name)
        if isinstance(error, OSError):
            sys.exit(f"fuzz: cannot write '{path}': {error.strerror}")
        raise


def write_results(path, results):
    write(path, json.dumps(results, indent=1, sort_keys=True) + "\n")


@contextlib.contextmanager
def locked(path):
    """Keeps other runs from the results until they are written."""
    try:
        folder = os.open(os.path.dirname(path), os.O_RDONLY)
    except OSError as error:
        sys.exit(f"fuzz: cannot write '{path}': {error.strerror}")
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def count(results, run):
    """Joins `run` with the last one of its kind and commit, else appends it."""
    for old in results["runs"]:
        if (old["kind"], old["commit"]) != (run["kind"], run["commit"]):
            continue
        if old.get("next") != run.get("first"):
            continue
        for key in ("modules", "failed", "inputs", "crashes", "upstream"):
            if key in run:
                old[key] = old.get(key, 0) + run[key]
        old["cpu_seconds"] = round(old["cpu_seconds"] + run["cpu_seconds"], 1)
        for key, value in run.get("checks", {}).items():
            old.setdefault("checks", {})[key] = old["checks"].get(key, 0) + value
        old.setdefault("failures", []).extend(run.get("failures", []))
        if "next" in run:
            old["next"] = run["next"]
        break
    else:
        run["cpu_seconds"] = round(run["cpu_seconds"], 1)
        results["runs"].append(run)


def add(path, run):
    """Counts `run`, in the file at once."""
    with locked(path):
        results = read(path)
        count(results, run)
        write_results(path, results)


def join(path, other):
    """Adds the runs of another file, all or none."""
    if not os.path.exists(other):
        sys.exit(f"fuzz: no file '{other}' to join")
    if os.path.exists(path) and os.path.samefile(path, other):
        sys.exit(f"fuzz: '{other}' is the file of results itself")
    with locked(path):
        results = read(path)
        for run in read(other)["runs"]:
            count(results, run)
        write_results(path, results)


def page(runs):
    """Markdown of everything in fuzz/results.json."""
    lines = [
        "# What was fuzzed",
        "",
        "<!-- Written by utils/fuzz.py; do not edit. -->",
        "",
        "Sums of all runs in `fuzz/results.json`; what is checked is in",
        "[fuzzing](fuzzing.md). A failure of an older commit is one that was found",
        "and fixed, but for those that [are left](fuzzing.md#left).",
        "",
        "| kind | modules or inputs | failed | CPU seconds |",
        "| --- | ---: | ---: | ---: |",
    ]
    kinds = list(dict.fromkeys(run["kind"] for run in runs))
    total = 0
    for kind in sorted(kinds):
        own = [run for run in runs if run["kind"] == kind]
        count = sum(run.get("modules", run.get("inputs", 0)) for run in own)
        failed = sum(run.get("failed", run.get("crashes", 0)) for run in own)
        seconds = sum(run["cpu_seconds"] for run in own)
        total += seconds
        lines.append(f"| {kind} | {count} | {failed} | {seconds:.0f} |")
    lines.append(f"| all | | | {total:.0f} |")
    lines += ["", "| property | checks |", "| --- | ---: |"]
    checks = {}
    for run in runs:
        for name, count in run.get("checks", {}).items():
            checks[name] = checks.get(name, 0) + count
    lines += [f"| {name} | {count} |" for name, count in sorted(checks.items())]
    lines += ["", "By commit, the last one of each kind being what holds now:", ""]
    lines += ["| kind | commit | seeds | modules or inputs | failed |", "| --- | --- | --- | ---: | ---: |"]
    for run in runs:
        seeds = f"{run['first']} to {run['next'] - 1}" if "next" in run else ""
        count = run.get("modules", run.get("inputs", 0))
        failed = run.get("failed", run.get("crashes", 0))
        lines.append(f"| {run['kind']} | {run['commit']} | {seeds} | {count} | {failed} |")
    return "\n".join(lines) + "\n"
