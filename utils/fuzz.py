# ===- fuzz.py - Long fuzzing runs, and the table of what was run ----------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Runs the fuzzers for long and adds what they did to fuzz/results.json.

  utils/fuzz.py modules 100000     # generated modules, by build/release amp-fuzz
  utils/fuzz.py networks 10000     # those of kernels' sizes, likewise
  utils/fuzz.py mutants 10000      # mutants of the models in test/Models
  utils/fuzz.py numeric 1000       # f32 against the conversion, on the CPU
  utils/fuzz.py gpu 1000           # the same on the emulated GPU
  utils/fuzz.py hours 2            # libFuzzer, all kinds of input in turn
  utils/fuzz.py table              # writes docs/results-fuzz.md anew
  utils/fuzz.py recheck            # crashes kept here once more: ours or upstream's
  utils/fuzz.py join OTHER.json    # adds the runs of another file of results

With AMP_FUZZ_RESULTS=FILE a run keeps its counts there: the tree stays clean
while it is under way.

Modules run in pieces, each in a process of its own, so that a crash ends that
piece alone and is counted; the next run goes on with the seed after the last
one. libFuzzer keeps its corpus in build/fuzz-corpus (AMP_FUZZ_CORPUS_DIR) and
what crashes in build/fuzz-crashes. Interrupted runs keep what is finished.
"""

import argparse
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMITTED = os.path.join(ROOT, "fuzz", "results.json")
RESULTS = os.environ.get("AMP_FUZZ_RESULTS", COMMITTED)
TABLE = os.path.join(ROOT, "docs", "results-fuzz.md")
KINDS = ("text", "bytecode", "options", "policy", "plan", "profile")
PIECE = {"generated": 250, "networks": 100, "mutated": 50, "numeric": 25, "emulated": 10}
# The kinds of modules by the command that makes them.
MODULES = {
    "modules": "generated", "networks": "networks", "mutants": "mutated",
    "numeric": "numeric", "gpu": "emulated",
}
# Kinds that have a script of their own.
SCRIPTS = {"numeric": "fuzz_numeric.py", "emulated": "fuzz_gpu.py"}


def commit():
    """The state of the tree when the run began."""
    global _commit
    if _commit is None:
        _commit = _read_commit()
    return _commit


_commit = None


def _read_commit():
    done = subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "--short=10", "HEAD"],
        capture_output=True,
        text=True,
    )
    return done.stdout.strip() or "unknown"


def read_results(path=None):
    path = path or RESULTS
    if not os.path.exists(path):
        return {"runs": []}
    with open(path) as file:
        return json.load(file)


def write(path, text):
    """Whole or not at all."""
    with tempfile.NamedTemporaryFile(
        "w", dir=os.path.dirname(path), delete=False
    ) as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


def add(run):
    """Joins `run` with the last one of its kind and commit, else appends it."""
    results = read_results()
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
    write(RESULTS, json.dumps(results, indent=1, sort_keys=True) + "\n")


def next_seed(kind):
    runs = read_results()["runs"]
    if RESULTS != COMMITTED:
        runs += read_results(COMMITTED)["runs"]
    return max((run["next"] for run in runs if run["kind"] == kind), default=0)


def module_command(kind, options, first, count):
    if kind in SCRIPTS:
        return [sys.executable, os.path.join(ROOT, "utils", SCRIPTS[kind])] + [
            f"--amp-fuzz={options.amp_fuzz}",
            f"--first={first}",
            f"--seeds={count}",
        ]
    command = [options.amp_fuzz, f"--first={first}", f"--seeds={count}"]
    if kind == "networks":
        command.append("--kernels")
    if kind == "mutated":
        command.append("--models=" + os.path.join(ROOT, "test", "Models"))
    return command


def script_environment():
    """That of scripts, which take `mlir_amp` from the build folder."""
    paths = [os.path.join(ROOT, "build", "release", "python"), os.environ.get("PYTHONPATH")]
    return dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, paths)))


def check_tools(kind, options):
    """Ends the run where what it needs is not built: each piece would count as a crash."""
    build = "cmake --preset release && ninja -C build/release amp-fuzz all"
    if not os.path.exists(options.amp_fuzz):
        sys.exit(f"fuzz: no {options.amp_fuzz}; build it first: {build}")
    if kind not in SCRIPTS:
        return
    asked = subprocess.run(
        [sys.executable, "-c", "import mlir_amp"],
        env=script_environment(),
        capture_output=True,
        text=True,
    )
    if asked.returncode:
        last = asked.stderr.strip().splitlines()[-1]
        sys.exit(f"fuzz: {sys.executable}: {last}; use build/venv/bin/python after {build}")


def run_modules(kind, options):
    """Pieces of modules until `options.amount` are done."""
    check_tools(kind, options)
    here, done, failed = commit(), 0, 0
    first = next_seed(kind) if options.first is None else options.first
    while done < options.amount:
        count = min(PIECE[kind], options.amount - done)
        with tempfile.TemporaryDirectory() as folder:
            record = os.path.join(folder, "record.json")
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = module_command(kind, options, first, count)
            child = subprocess.run(
                [*command, f"--record={record}"],
                env=script_environment(),
                capture_output=True,
                text=True,
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if os.path.exists(record):
                with open(record) as file:
                    run = json.load(file)
            else:
                run = {"kind": kind, "first": first, "modules": count, "failed": 1}
                tail = child.stderr.strip().splitlines()[-12:]
                run["failures"] = ["crash in seeds " f"{first} to {first + count - 1}"]
                print("\n".join(tail), file=sys.stderr)
        run["cpu_seconds"] = (
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        )
        run["commit"], run["next"] = here, first + count
        for line in run["failures"]:
            print(line, file=sys.stderr, flush=True)
        failed += run["failed"]
        add(run)
        done += count
        first += count
    print(f"{done} modules, {failed} failed")
    return failed


def seed_corpus(kind, folder, options):
    """What libFuzzer starts from: files of the test-suite."""
    if os.path.isdir(folder) and os.listdir(folder):
        return
    os.makedirs(folder, exist_ok=True)
    texts = []
    if kind == "options":
        texts = [
            "type=bf16 assign=greedy signature=convert unlisted=ignore",
            "type=f16 compute=low accumulate=low fold-weights=false",
            "assign=fixpoint absorb=false guards=false strict-rules=true",
            "policy=tvm", "policy=pytorch", "policy=conservative",
        ]
    else:
        for path, _, names in os.walk(os.path.join(ROOT, "test")):
            for name in names:
                with open(os.path.join(path, name), errors="replace") as file:
                    text = file.read()
                wanted = {
                    "policy": "amp.rule" in text,
                    "plan": "amp.plan" in text or '"plan"' in text,
                    "profile": name.endswith(".json") or '"prices"' in text,
                }.get(kind, name.endswith(".mlir"))
                if wanted and len(text) < 40000:
                    # Files that hold several, and splits of them.
                    texts.append(text)
                    texts += re.split(r"^//(?: -----|--- .*)$", text, flags=re.M)[1:]
    for index, text in enumerate(texts):
        data = text.encode()
        if kind == "bytecode":
            done = subprocess.run(
                [options.amp_opt, "--emit-bytecode", "--allow-unregistered-dialect"],
                input=data,
                capture_output=True,
            )
            if done.returncode:
                continue
            data = done.stdout
        with open(os.path.join(folder, f"seed-{index:04}"), "wb") as file:
            file.write(data)


def rerun(options, kind, path, mode=None):
    """What an input that crashes or hangs again prints; None if it does not. `mode`
    STOCK parses it with MLIR alone, PARSE only parses it."""
    env = dict(os.environ, AMP_FUZZ_KIND=kind)
    if mode:
        env["AMP_FUZZ_" + mode] = "1"
    try:
        done = subprocess.run(
            [options.libfuzzer, path], env=env, capture_output=True, timeout=60
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stderr.decode(errors="replace") if done.returncode else None


def has_own_frame(log):
    """Whether a function of ours, the fuzzer's apart, is on the stack of a crash."""
    frames = re.findall(r"^ *#\d+ 0x[0-9a-f]+ in (.*)$", log, flags=re.M)
    return any("mlir::amp::" in f and "mlir::amp::fuzz" not in f for f in frames)


def run_watched(command, env, limit):
    """What the command wrote to stderr; it and its children end after `limit`
    seconds. libFuzzer's own alarm allocates, and waits for ever where it
    interrupts the allocator."""
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        child = subprocess.Popen(
            command, env=env, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True
        )
        try:
            child.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            print(f"ended after {limit:.0f} s: it hung", file=sys.stderr, flush=True)
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        log.seek(0)
        return log.read()


def judge(options, kind, path):
    """"ours" or "upstream" for what crashes or hangs again, else "gone". Files that
    name our dialect take upstream's parser past what stock MLIR refuses."""
    if rerun(options, kind, path) is None:
        return "gone"
    if rerun(options, kind, path, "STOCK") is not None:
        return "upstream"
    log = rerun(options, kind, path, "PARSE")
    return "upstream" if log is not None and not has_own_frame(log) else "ours"


def recheck(options):
    """Moves crashes that were counted as ours to upstream's where they are."""
    results = read_results()
    for run in results["runs"]:
        for failure in list(run.get("failures", [])):
            kind, _, name = failure.partition(": ")
            path = os.path.join(ROOT, "build", "fuzz-crashes", kind, name)
            if "crashes" not in run or not os.path.exists(path):
                continue
            verdict = judge(options, kind, path)
            print(f"{failure}: {verdict}")
            if verdict == "upstream":
                run["failures"].remove(failure)
                run["crashes"] -= 1
                run["upstream"] = run.get("upstream", 0) + 1
    write(RESULTS, json.dumps(results, indent=1, sort_keys=True) + "\n")


def run_libfuzzer(kind, seconds, options):
    """One kind of input for `seconds`; crashes that are ours are kept."""
    base = os.environ.get("AMP_FUZZ_CORPUS_DIR", os.path.join(ROOT, "build", "fuzz-corpus"))
    folder = os.path.join(base, kind)
    artifacts = os.path.join(ROOT, "build", "fuzz-crashes", kind)
    seed_corpus(kind, folder, options)
    os.makedirs(artifacts, exist_ok=True)
    known = set(os.listdir(artifacts))
    command = [options.libfuzzer, folder, f"-max_total_time={int(seconds)}"]
    command += ["-fork=1", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"]
    command += ["-timeout=30", "-rss_limit_mb=3000", "-max_len=40000"]
    command += [f"-artifact_prefix={artifacts}/", "-print_final_stats=1"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    log = run_watched(command, dict(os.environ, AMP_FUZZ_KIND=kind), 2 * seconds + 60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # `#123: cov: 456 ft: 789 ...`, the last one counts.
    runs = re.findall(r"^#(\d+): cov: (\d+)", log, flags=re.M)
    upstream = ours = 0
    failures = []
    for name in sorted(set(os.listdir(artifacts)) - known):
        path = os.path.join(artifacts, name)
        verdict = judge(options, kind, path)
        if verdict != "ours" or name.startswith(("slow-unit", "oom")):
            upstream += verdict == "upstream"
            os.remove(path)
            continue
        ours += 1
        failures.append(f"{kind}: {name}")
        print(f"crash: {path}", file=sys.stderr, flush=True)
    add(
        {
            "kind": "libfuzzer " + kind,
            "commit": commit(),
            "inputs": int(runs[-1][0]) if runs else 0,
            "crashes": ours,
            "upstream": upstream,
            "failures": failures,
            "cpu_seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        }
    )
    return ours


def run_hours(options):
    if not os.path.exists(options.libfuzzer):
        sys.exit(
            "fuzz: build it first: cmake --preset fuzz && ninja -C build/fuzz amp-libfuzzer"
        )
    kinds = options.kinds.split(",") if options.kinds else KINDS
    end = time.monotonic() + options.amount * 3600
    ours = 0
    while (left := end - time.monotonic()) > 5:
        for kind in kinds:
            ours += run_libfuzzer(kind, min(left, options.slice, left / len(kinds) + 1), options)
    return ours


def table():
    """The Markdown page of everything in fuzz/results.json."""
    runs = read_results(COMMITTED)["runs"]
    lines = [
        "# What was fuzzed",
        "",
        "<!-- Written by utils/fuzz.py; do not edit. -->",
        "",
        "Sums of all runs in `fuzz/results.json`; what is checked is in",
        "[fuzzing](fuzzing.md). A failure of an older commit is one that was found",
        "and fixed.",
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
    write(TABLE, "\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("what", choices=[*MODULES, "hours", "table", "recheck", "join"])
    parser.add_argument("amount", nargs="?", default="0", help="how many, or a file")
    parser.add_argument("--first", type=int, help="the first seed")
    parser.add_argument("--kinds", help="of libFuzzer inputs, by commas")
    parser.add_argument("--slice", type=float, default=300, help="seconds a kind at a time")
    tools = os.path.join(ROOT, "build", "release", "bin")
    parser.add_argument("--amp-fuzz", default=os.path.join(tools, "amp-fuzz"))
    parser.add_argument("--amp-opt", default=os.path.join(tools, "amp-opt"))
    parser.add_argument(
        "--libfuzzer", default=os.path.join(ROOT, "build", "fuzz", "bin", "amp-libfuzzer")
    )
    options = parser.parse_args()
    failed = 0
    if options.what == "hours":
        options.amount = float(options.amount)
        failed = run_hours(options)
    elif options.what == "recheck":
        recheck(options)
    elif options.what == "join":
        for run in read_results(options.amount)["runs"]:
            add(run)
    elif options.what != "table":
        options.amount = int(float(options.amount))
        failed = run_modules(MODULES[options.what], options)
    if RESULTS == COMMITTED:
        table()
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
