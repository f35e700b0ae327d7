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
  utils/fuzz.py instances 10000    # modules of one instance or more of each op with a model
  utils/fuzz.py numeric 1000       # f32 against the conversion, on the CPU
  utils/fuzz.py gpu 1000           # the same on the emulated GPU
  utils/fuzz.py numeric-instances 1000  # modules of instances, on the CPU
  utils/fuzz.py gpu-instances 1000      # and on the emulated GPU
  utils/fuzz.py tiles 1000         # kernels in random tiles, likewise
  utils/fuzz.py hours 2            # libFuzzer, all kinds of input in turn
  utils/fuzz.py table              # writes docs/results-fuzz.md anew
  utils/fuzz.py recheck            # crashes kept here once more: ours or upstream's
  utils/fuzz.py join OTHER.json    # adds the runs of another file of results

With AMP_FUZZ_RESULTS=FILE a run keeps its counts there: the tree stays clean
while it is under way.

Modules run in pieces, each in a process of its own, so that a crash ends that
piece alone and is counted; the next run goes on with the seed after the last
one. libFuzzer keeps its corpus in build/fuzz-corpus (AMP_FUZZ_CORPUS_DIR) and
what crashes in build/fuzz-crashes. Counts are written after each piece, and each
slice of libFuzzer's time; SIGINT, SIGTERM and SIGHUP end a run with exit status 1
and keep what is finished, of libFuzzer's slice what was done of it.
"""

import argparse
import contextlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

import fuzz_results
from arguments import at_least_one, positive, whole

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMITTED = os.path.join(ROOT, "fuzz", "results.json")
RESULTS = os.path.abspath(os.environ.get("AMP_FUZZ_RESULTS") or COMMITTED)
TABLE = os.path.join(ROOT, "docs", "results-fuzz.md")
KINDS = ("text", "bytecode", "options", "policy", "plan", "profile")
PIECE = {
    "generated": 250, "networks": 100, "mutated": 50, "instances": 250, "numeric": 25,
    "numeric instances": 25, "emulated": 10, "emulated instances": 10, "tiles": 50,
}
# The kinds of modules by the command that makes them.
MODULES = {
    "modules": "generated", "networks": "networks", "mutants": "mutated", "instances": "instances",
    "numeric": "numeric", "numeric-instances": "numeric instances", "gpu": "emulated",
    "gpu-instances": "emulated instances", "tiles": "tiles",
}
# Kinds that have a script of their own.
SCRIPTS = {
    "numeric": "fuzz_numeric.py", "numeric instances": "fuzz_numeric.py", "emulated": "fuzz_gpu.py",
    "emulated instances": "fuzz_gpu.py", "tiles": "fuzz_tiles.py",
}
# One instance or more of each op with a model.
INSTANCES = "--instances=" + os.path.join(ROOT, "unittests", "ExternalModels")
# Seconds of libFuzzer at a time: a run that is killed loses the longest at most.
SHORTEST_SLICE, LONGEST_SLICE = 5, 600


def commit():
    """The state of the tree when the run began."""
    global _commit
    if _commit is None:
        _commit = _read_commit()
    return _commit


_commit = None


def _read_commit():
    command = ["git", "-C", ROOT, "rev-parse", "--short=10", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return "unknown"
    return done.stdout.strip() or "unknown"


def add(run):
    fuzz_results.add(RESULTS, run)


def next_seed(kind):
    runs = fuzz_results.read(RESULTS)["runs"]
    if RESULTS != COMMITTED:
        runs += fuzz_results.read(COMMITTED)["runs"]
    seeds = [run["next"] for run in runs if run["kind"] == kind and "next" in run]
    return max(seeds, default=0)


def module_command(kind, options, first, count):
    if kind in SCRIPTS:
        command = [sys.executable, os.path.join(ROOT, "utils", SCRIPTS[kind])] + [
            f"--amp-fuzz={options.amp_fuzz}",
            f"--first={first}",
            f"--seeds={count}",
        ]
        return [*command, INSTANCES] if kind.endswith(" instances") else command
    command = [options.amp_fuzz, f"--first={first}", f"--seeds={count}"]
    if kind == "networks":
        command.append("--kernels")
    if kind == "mutated":
        command.append("--models=" + os.path.join(ROOT, "test", "Models"))
    if kind == "instances":
        command.append(INSTANCES)
    return command


def script_environment():
    """That of scripts, which take `mlir_amp` from the build folder."""
    paths = [os.path.join(ROOT, "build", "release", "python"), os.environ.get("PYTHONPATH")]
    return dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, paths)))


def check_program(path, build):
    if not os.path.isfile(path):
        sys.exit(f"fuzz: no {path}; build it first: {build}")
    if not os.access(path, os.X_OK):
        sys.exit(f"fuzz: {path} is no program")


def check_tools(kind, options):
    """Ends the run where what it needs is not built: each piece would count as a crash."""
    build = "cmake --preset release && ninja -C build/release amp-fuzz all"
    check_program(options.amp_fuzz, build)
    if kind not in SCRIPTS:
        return
    asked = subprocess.run(
        [sys.executable, "-c", "import mlir_amp, numpy"],
        env=script_environment(),
        capture_output=True,
        text=True,
    )
    if asked.returncode:
        last = (asked.stderr.strip().splitlines() or [f"status {asked.returncode}"])[-1]
        sys.exit(f"fuzz: {sys.executable}: {last}; use build/venv/bin/python after {build}")


def end_group(child):
    """Ends a process that leads a session, and what it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def run_piece(command, limit):
    """Runs a command to its end, at most `limit` seconds; its status, None where
    that was not enough, and what it wrote to stderr. An interrupted run leaves
    nothing behind that goes on."""
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        child = subprocess.Popen(
            command, env=script_environment(), stdout=subprocess.DEVNULL, stderr=log,
            start_new_session=True,
        )
        status = None
        try:
            status = child.wait(limit)
        except subprocess.TimeoutExpired:
            end_group(child)
        except BaseException:
            end_group(child)
            raise
        log.seek(0)
        return status, log.read()


def read_record(path):
    """What a piece wrote down; None if it did not come to that."""
    try:
        with open(path) as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def check_status(status, said):
    """Ends the run where a piece without a record did not crash: it was ended from
    outside, or says itself what it lacks. Such seeds do not count."""
    if status in (-signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP):
        raise KeyboardInterrupt
    last = (said.strip().splitlines() or [""])[-1]
    if status == 1 and last.startswith("amp-fuzz: "):
        sys.exit(f"fuzz: {last}")


def run_modules(kind, options):
    """Pieces of modules until `options.amount` are done."""
    check_tools(kind, options)
    here, done, failed = commit(), 0, 0
    first = next_seed(kind) if options.first is None else options.first
    try:
        while done < options.amount:
            count = min(PIECE[kind], options.amount - done)
            failed += run_modules_once(kind, options, first, count, here)
            done += count
            first += count
    finally:
        print(f"{done} modules, {failed} failed")
    return failed


def run_modules_once(kind, options, first, count, here):
    """One piece, counted; how many failed."""
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "record.json")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = module_command(kind, options, first, count)
        status, said = run_piece([*command, f"--record={record}"], options.limit)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = read_record(record)
    if run is None:
        check_status(status, said)
        run = {"kind": kind, "first": first, "modules": count, "failed": 1}
        what = "crash" if status is not None else f"no end in {options.limit} s"
        run["failures"] = [f"{what} in seeds {first} to {first + count - 1}"]
        print("\n".join(said.strip().splitlines()[-12:]), file=sys.stderr)
    run["cpu_seconds"] = (
        after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    )
    run["commit"], run["next"] = here, first + count
    for line in run["failures"]:
        print(line, file=sys.stderr, flush=True)
    add(run)
    return run["failed"]


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
    """What the command wrote to stderr, and whether the run was interrupted; it and
    its children end after `limit` seconds. libFuzzer's own alarm allocates, and
    waits for ever where it interrupts the allocator."""
    interrupted = False
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        child = subprocess.Popen(
            command, env=env, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True
        )
        try:
            child.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            print(f"ended after {limit:.0f} s: it hung", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            end_group(child)
        log.seek(0)
        return log.read(), interrupted


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
    check_libfuzzer(options)
    results = fuzz_results.read(RESULTS)
    if not results["runs"]:
        sys.exit(f"fuzz: no runs in '{RESULTS}'")
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
    with fuzz_results.locked(RESULTS):
        fuzz_results.write_results(RESULTS, results)


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
    environment, start = dict(os.environ, AMP_FUZZ_KIND=kind), time.monotonic()
    log, interrupted = run_watched(command, environment, 2 * seconds + 60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # `#123: cov: 456 ft: 789 ...`, the last one counts.
    runs = re.findall(r"^#(\d+): cov: (\d+)", log, flags=re.M)
    if not runs and not interrupted and time.monotonic() - start < seconds / 2:
        last = (log.strip().splitlines() or ["without a word"])[-1]
        sys.exit(f"fuzz: {options.libfuzzer} ended at once: {last}")
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
    if interrupted:
        raise KeyboardInterrupt
    return ours


def check_libfuzzer(options):
    check_program(
        options.libfuzzer, "cmake --preset fuzz && ninja -C build/fuzz amp-libfuzzer"
    )


def run_hours(options):
    kinds = options.kinds or KINDS
    check_libfuzzer(options)
    if "bytecode" in kinds:
        check_program(options.amp_opt, "cmake --preset release && ninja -C build/release all")
    if options.amount * 3600 <= SHORTEST_SLICE:
        sys.exit(f"fuzz: hours: expected more than {SHORTEST_SLICE} s")
    end = time.monotonic() + options.amount * 3600
    ours = 0
    while (left := end - time.monotonic()) > SHORTEST_SLICE:
        for kind in kinds:
            ours += run_libfuzzer(kind, min(left, options.slice, left / len(kinds) + 1), options)
    return ours


def slice_seconds(text):
    seconds = positive(text)
    if seconds > LONGEST_SLICE:
        raise argparse.ArgumentTypeError(f"expected {LONGEST_SLICE} s at most, got '{text}'")
    return seconds


def kind_list(text):
    kinds = text.split(",")
    for kind in kinds:
        if kind not in KINDS:
            raise argparse.ArgumentTypeError(
                f"expected some of {', '.join(KINDS)}, got '{kind}'"
            )
    return kinds


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("what", choices=[*MODULES, "hours", "table", "recheck", "join"])
    parser.add_argument("amount", nargs="?", help="how many, or a file")
    parser.add_argument("--first", type=whole, help="the first seed")
    parser.add_argument("--kinds", type=kind_list, help="of libFuzzer inputs, by commas")
    parser.add_argument(
        "--slice", type=slice_seconds, default=300,
        help=f"seconds a kind at a time, {LONGEST_SLICE} at most",
    )
    parser.add_argument(
        "--limit", type=at_least_one, default=3600,
        help="seconds that a piece of modules may take",
    )
    tools = os.path.join(ROOT, "build", "release", "bin")
    parser.add_argument("--amp-fuzz", default=os.path.join(tools, "amp-fuzz"))
    parser.add_argument("--amp-opt", default=os.path.join(tools, "amp-opt"))
    parser.add_argument(
        "--libfuzzer", default=os.path.join(ROOT, "build", "fuzz", "bin", "amp-libfuzzer")
    )
    options = parser.parse_args()
    for tool in ("amp_fuzz", "amp_opt", "libfuzzer"):
        setattr(options, tool, os.path.abspath(getattr(options, tool)))
    read = {"join": str, "hours": positive, "table": None, "recheck": None}.get(
        options.what, at_least_one
    )
    if (options.amount is None) != (read is None):
        wanted = "no argument" if read is None else "a file" if read is str else "how many"
        parser.error(f"{options.what}: expected {wanted}")
    try:
        options.amount = read(options.amount) if read else None
    except argparse.ArgumentTypeError as error:
        parser.error(f"{options.what}: {error}")
    return options


def run(options):
    """Does what was asked for; how many failed."""
    if options.what == "hours":
        return run_hours(options)
    if options.what == "recheck":
        recheck(options)
    elif options.what == "join":
        fuzz_results.join(RESULTS, options.amount)
    elif options.what != "table":
        return run_modules(MODULES[options.what], options)
    return 0


def interrupt(*_):
    raise KeyboardInterrupt


def main():
    options = parse_arguments()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # As under nohup.
            signal.signal(number, interrupt)
    # Before the work, not after it.
    fuzz_results.read(RESULTS)
    with fuzz_results.locked(RESULTS):
        pass
    try:
        failed = run(options)
    except KeyboardInterrupt:
        failed = 1
        print(f"fuzz: interrupted; what was finished is in {RESULTS}", file=sys.stderr)
    if RESULTS == COMMITTED or options.what == "table":
        page = fuzz_results.page(fuzz_results.read(COMMITTED)["runs"])
        fuzz_results.write(TABLE, page)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
