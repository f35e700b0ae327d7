# ===- checks.py - Cases on a device, plain and under compute-sanitizer -----===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs check.py over many cases, in processes that may die, and reads what it and
compute-sanitizer say."""

import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = ("run", "memcheck", "racecheck")
# Cases a process; racecheck is slow, so that it gets what is small.
BATCH = 24
RACECHECK_ELEMENTS = 1 << 17
SUMMARY = re.compile(r"^=+ (?:ERROR|RACECHECK) SUMMARY: (\d+)", re.M)
# What compute-sanitizer exits with where it found something, and nobody else.
FOUND = 77


class NoSanitizer(RuntimeError):
    """There is no compute-sanitizer; the text says where it was looked for."""


def find_sanitizer():
    """compute-sanitizer as AMP_COMPUTE_SANITIZER says, else of PATH, CUDA_HOME or the
    usual place; NoSanitizer where there is none."""
    named = os.environ.get("AMP_COMPUTE_SANITIZER")
    if named:
        if not os.access(named, os.X_OK):
            raise NoSanitizer(f"no compute-sanitizer at {named}")
        return named
    homes = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]
    places = [os.path.join(home, "bin") for home in homes if home]
    places += [os.path.join(home, "compute-sanitizer") for home in homes if home]
    name = "compute-sanitizer"
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(places))
    if not found:
        raise NoSanitizer("no compute-sanitizer in PATH, CUDA_HOME or /usr/local/cuda")
    return found


def is_small(case):
    """Whether racecheck, which follows each access, ends soon."""
    total = 0
    for row in case["inputs"] + case["outputs"]:
        count = 1
        for extent in row["shape"]:
            count *= extent
        total += count
    return total <= RACECHECK_ELEMENTS


def command(tool, sanitizer):
    if tool == "run":
        return []
    flags = ["--tool", tool, "--error-exitcode", str(FOUND)]
    # Room behind each allocation, so that no neighbour takes a stray access.
    return [sanitizer, *flags, *(["--padding", "512"] if tool == "memcheck" else [])]


def run_batch(index, names, tool, sanitizer, timeout):
    """What check.py printed for `names`, and what the tool said of all of them."""
    program = [sys.executable, os.path.join(HERE, "check.py"), index, *names]
    try:
        done = subprocess.run(
            command(tool, sanitizer) + program,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout,
        )
        text, status = done.stdout, done.returncode
    except subprocess.TimeoutExpired as error:
        text = error.stdout or b""
        text = text if isinstance(text, str) else text.decode(errors="replace")
        status = f"no end in {timeout} s"
    said = {}
    for word, name, rest in re.findall(r"^(begin|ok|fail) (\S+) ?(.*)$", text, re.M):
        said[name] = (word, rest)
    return said, status, text


def judge(tool, said, status, text):
    """(verdict, detail) of a case that ran alone under `tool`."""
    word, rest = said
    if word == "fail":
        return "wrong", rest
    if word == "begin":
        last = [line for line in text.splitlines() if line.strip()][-1:]
        return "died", f"status {status}: {' '.join(last)[:200]}"
    if tool == "run":
        return "ok", rest
    found = SUMMARY.search(text)
    if not found:
        return "died", f"{tool} printed no summary, status {status}"
    count = int(found[1])
    if count or status == FOUND:
        first = re.search(r"^=+ (?!COMPUTE-SANITIZER)(\S.*)$", text, re.M)
        return "found", f"{count}: {first[1] if first else ''}"[:200]
    return "ok", "0"


def check(index, cases, tool, sanitizer=None, timeout=1800, tell=lambda text: None):
    """{name: (verdict, detail)} of `cases` under `tool`: `run` or one of
    compute-sanitizer's. Verdicts: ok, wrong, found (by the tool), died, skipped."""
    verdicts, waiting = {}, []
    for case in cases:
        if tool == "racecheck" and not is_small(case):
            verdicts[case["name"]] = "skipped", "too large for racecheck"
        else:
            waiting.append(case["name"])
    batches = [waiting[at : at + BATCH] for at in range(0, len(waiting), BATCH)]
    while batches:
        names = batches.pop(0)
        tell(f"{tool}: {names[0]}" + (f" and {len(names) - 1} more" if names[1:] else ""))
        said, status, text = run_batch(index, names, tool, sanitizer, timeout)
        alone = len(names) == 1
        clean = all(said.get(name, ("", ""))[0] == "ok" for name in names)
        clean &= judge(tool, ("ok", ""), status, text)[0] == "ok" and status == 0
        if clean or alone:
            for name in names:
                word = said.get(name, ("begin", ""))
                verdicts[name] = judge(tool, word, status, text)
                if alone and verdicts[name][0] == "ok" and status != 0:
                    verdicts[name] = "died", f"status {status} after the results"
        else: # Which of them it was: each in a process of its own.
            batches = [[name] for name in names] + batches
    return verdicts


def lines(results):
    """Markdown of {name: {tool: (verdict, detail)}}, and the number of failures."""
    tools = [tool for tool in TOOLS if any(tool in row for row in results.values())]
    rows, bad = [], 0
    for name, row in results.items():
        cells = []
        for tool in tools:
            verdict, detail = row.get(tool, ("not run", ""))
            bad += verdict not in ("ok", "skipped", "not run")
            told = f"ok, {detail} of the bound" if tool == "run" else verdict
            cells.append(told if verdict == "ok" else f"{verdict}: {detail}".rstrip(": "))
        rows.append("| " + " | ".join([name, *cells]).replace("\n", " ") + " |")
    head = ["| case | " + " | ".join(tools) + " |"]
    head.append("| --- |" + " --- |" * len(tools))
    return head + rows, bad


if __name__ == "__main__": # For test/lit.cfg.py.
    try:
        print(find_sanitizer())
    except NoSanitizer as problem:
        sys.exit(str(problem))
