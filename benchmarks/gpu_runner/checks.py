# ===- checks.py - Cases on a device, plain and under compute-sanitizer -----===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs check.py over many cases, in processes that may die, and reads what it and
compute-sanitizer say."""

import concurrent.futures
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
    # What the tool saw says more than the failure that follows from it.
    found = SUMMARY.search(text) if tool != "run" else None
    if (found and int(found[1])) or (tool != "run" and status == FOUND):
        first = re.search(r"^=+ (?!COMPUTE-SANITIZER)(\S.*)$", text, re.M)
        return "found", f"{found[1] if found else '?'}: {first[1] if first else ''}"[:200]
    if word == "fail":
        return "wrong", rest
    if word == "begin":
        last = [line for line in text.splitlines() if line.strip()][-1:]
        return "died", f"status {status}: {' '.join(last)[:200]}"
    if tool == "run":
        return "ok", rest
    if not found:
        return "died", f"{tool} printed no summary, status {status}"
    return "ok", "0"


def check(index, cases, tool, sanitizer=None, timeout=1800, tell=lambda text: None, jobs=1):
    """{name: (verdict, detail)} of `cases` under `tool`: `run` or one of
    compute-sanitizer's, `jobs` processes at a time. Verdicts: ok, wrong, found (by the
    tool), died, skipped."""
    verdicts, waiting = {}, []
    for case in cases:
        if tool == "racecheck" and not is_small(case):
            verdicts[case["name"]] = "skipped", "too large for racecheck"
        else:
            waiting.append(case["name"])
    size = max(1, min(BATCH, -(-len(waiting) // jobs)))
    batches = [waiting[at : at + size] for at in range(0, len(waiting), size)]

    def run(names):
        tell(f"{tool}: {names[0]}" + (f" and {len(names) - 1} more" if names[1:] else ""))
        return names, *run_batch(index, names, tool, sanitizer, timeout)

    while batches:
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            done = list(pool.map(run, batches))
        batches = []
        for names, said, status, text in done:
            batches += judge_batch(verdicts, tool, names, said, status, text)
    return verdicts


def judge_batch(verdicts, tool, names, said, status, text):
    """Adds verdicts of a batch, or returns batches to find out whose fault it was."""
    alone = len(names) == 1
    clean = all(said.get(name, ("", ""))[0] == "ok" for name in names)
    clean &= judge(tool, ("ok", ""), status, text)[0] == "ok" and status == 0
    if not clean and not alone:
        return [[name] for name in names]
    for name in names:
        word = said.get(name, ("begin", ""))
        verdicts[name] = judge(tool, word, status, text)
        if alone and verdicts[name][0] == "ok" and status != 0:
            verdicts[name] = "died", f"status {status} after the results"
    return []


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
