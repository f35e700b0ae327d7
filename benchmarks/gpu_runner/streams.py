# ===- streams.py - Streams, graphs and threads on a device ----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What a model does beside torch's own work on a device, each held to the bits of a run
by itself: work that is not ordered gives other numbers, if not always.

Every check takes a `Bench` and returns nothing, or raises AssertionError.
"""

import os
import threading

import mlir_amp


class Bench:
    """One product with an epilogue: its library, inputs and the right result."""

    def __init__(self, library, sizes, backend):
        m, n, k = sizes
        self.torch, self.library = backend.torch, library
        self.x = backend.random((m, k), 1.0, 1)
        self.w = backend.random((n, k), k**-0.5, 2)
        self.bias = backend.random((n,), 1.0, 3)
        self.shape = (m, n)
        self.expected = self.run(self.load(), self.x)
        self.twice = self.run(self.load(), 2 * self.x)
        exact = backend.exact(self.x, self.w, self.bias, "gelu")
        assert backend.error(self.expected, exact) < 2e-3, "the product itself is wrong"
        assert not self.torch.equal(self.expected, self.twice)

    def load(self, **options):
        return mlir_amp.load(self.library, **options)

    def empty(self):
        return self.torch.full(
            self.shape, float("nan"), dtype=self.torch.float16, device=self.x.device
        )

    def run(self, model, x, out=None):
        out = self.empty() if out is None else out
        model.run_device([x, self.w, self.bias], [out])
        self.torch.cuda.synchronize()
        return out

    def sleep(self):
        """Keeps the current stream busy for about 10 ms."""
        self.torch.cuda._sleep(20_000_000)

    def check(self, out, expected, what):
        self.torch.cuda.synchronize()
        assert self.torch.equal(out, expected), f"{what}: other numbers"


def follows_torch_on_its_stream(bench):
    """The input is made late, the result is read and the input overwritten at once."""
    torch, model = bench.torch, bench.load()
    stream = torch.cuda.Stream()
    x, out = torch.zeros_like(bench.x), bench.empty()
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        for _ in range(20):
            bench.sleep()
            x.copy_(bench.x)
            model.run_device([x, bench.w, bench.bias], [out])
            copied = out.clone()
            x.zero_()
            out.zero_()
    bench.check(copied, bench.expected, "the last of 20 runs")


def runs_on_streams_in_turn(bench):
    """Runs of one handle share its arena: they wait for each other."""
    torch = bench.torch
    for graph in (False, True):
        model = bench.load(graph=graph)
        streams = [torch.cuda.Stream() for _ in range(3)]
        outs = [bench.empty() for _ in range(12)]
        torch.cuda.synchronize()
        for number, out in enumerate(outs):
            with torch.cuda.stream(streams[number % 3]):
                if number % 4 == 0:
                    bench.sleep()
                model.run_device([bench.x, bench.w, bench.bias], [out])
        for out in outs:
            bench.check(out, bench.expected, f"graph={graph}")


def is_captured_by_torch(bench):
    """A model inside of a graph of torch's, between ops of torch's."""
    torch, model = bench.torch, bench.load()
    x, out = bench.x.clone(), bench.empty()
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        model.run_device([2 * x, bench.w, bench.bias], [out])
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        double = x * 2
        model.run_device([double, bench.w, bench.bias], [out])
        result = out + 0
    for source, expected in ((bench.x, bench.twice), (bench.x / 2, bench.expected)) * 5:
        x.copy_(source)
        graph.replay()
        bench.check(result, expected, "a replay")


def replays_its_own_graph(bench):
    """graph=1, with memory that stays, then moves, then stays."""
    model = bench.load(graph=True)
    x = bench.x.clone()
    out = bench.empty()
    for _ in range(4):
        x.copy_(bench.x)
        bench.check(bench.run(model, x, out), bench.expected, "on the same memory")
        x.mul_(2)
        bench.check(bench.run(model, x, out), bench.twice, "with another input")
    for _ in range(3):
        bench.check(bench.run(model, 2 * bench.x), bench.twice, "on other memory")


def runs_in_threads(bench):
    """Handles of their own, and one that all share."""
    torch, shared = bench.torch, bench.load()
    found, device = [], bench.x.device

    def work(model):
        with torch.cuda.device(device), torch.cuda.stream(torch.cuda.Stream()):
            for _ in range(50):
                out = bench.empty()
                model.run_device([bench.x, bench.w, bench.bias], [out])
                torch.cuda.current_stream().synchronize()
                found.append(torch.equal(out, bench.expected))

    torch.cuda.synchronize()
    models = [shared, shared, bench.load(), bench.load(graph=True)]
    threads = [threading.Thread(target=work, args=(model,)) for model in models]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 200, f"{200 - len(found)} runs raised"
    assert all(found), f"{found.count(False)} of 200 runs gave other numbers"


def takes_new_weights(bench):
    """Bound on the device behind work that makes them, and bound again."""
    torch, model = bench.torch, bench.load()
    w, zeros = torch.zeros_like(bench.w), torch.zeros_like(bench.w)
    bench.sleep()
    w.copy_(bench.w)
    model.bind({1: w})
    out = bench.empty()
    model.run_device([bench.x, bench.bias], [out])
    bench.check(out, bench.expected, "bound")
    model.bind({1: zeros})
    model.run_device([bench.x, bench.bias], [out])
    torch.cuda.synchronize()
    assert not torch.equal(out, bench.expected), "the old weight was used"
    model.bind({1: bench.w.cpu().numpy()})
    model.run_device([bench.x, bench.bias], [out])
    bench.check(out, bench.expected, "bound from the host")


def takes_host_arrays(bench):
    model = bench.load()
    arrays = [one.cpu().numpy() for one in (bench.x, bench.w, bench.bias)]
    for _ in range(3):
        result = bench.torch.from_numpy(model(*arrays)).to(bench.x.device)
        bench.check(result, bench.expected, "host arrays")


def times_its_steps(bench):
    model = bench.load(timing=True)
    for _ in range(3):
        bench.check(bench.run(model, bench.x), bench.expected, "timed")
    steps = [step.seconds for step in model.steps]
    assert steps and all(one and 0 < one < 1e-2 for one in steps), f"steps took {steps}"
    assert sum(steps) <= 1.05 * model.device_seconds < 1e-2, f"{steps}, {model.device_seconds}"


def refuses_and_goes_on(bench):
    """What does not fit is an error of Python's, and harms no later run."""
    torch, model = bench.torch, bench.load()
    room = torch.empty(bench.x.numel() + 1, dtype=bench.x.dtype, device=bench.x.device)
    crooked = room[1:].view_as(bench.x)
    for bad, error in (
        (crooked, mlir_amp.ModelError),
        (bench.x.float(), TypeError),
        (bench.x[:-1], ValueError),
        (bench.x.t().contiguous().t(), ValueError),
        (bench.x.cpu(), TypeError),
    ):
        try:
            bench.run(model, bad)
        except error:
            pass
        else:
            raise AssertionError(f"took {bad.shape}, {bad.dtype}, {bad.device}")
        bench.check(bench.run(model, bench.x), bench.expected, "after an error")


CHECKS = [
    follows_torch_on_its_stream,
    runs_on_streams_in_turn,
    is_captured_by_torch,
    replays_its_own_graph,
    runs_in_threads,
    takes_new_weights,
    takes_host_arrays,
    times_its_steps,
    refuses_and_goes_on,
]


def run(manifest, folder, backend, tell):
    """{name of the check: "ok" or why not}, with and without overlapping launches."""
    case = next(one for one in manifest["gemms"] if one["activation"] == "gelu")
    results, kept = {}, os.environ.get("AMP_CUDA_OVERLAP")
    for overlap in ("1", "0"):
        os.environ["AMP_CUDA_OVERLAP"] = overlap
        sizes = case["m"], case["n"], case["k"]
        bench = Bench(os.path.join(folder, case["library"]), sizes, backend)
        for check in CHECKS:
            name = check.__name__ + ("" if overlap == "1" else ", AMP_CUDA_OVERLAP=0")
            tell(f"streams: {name}")
            try:
                check(bench)
                results[name] = "ok"
            except Exception as error:  # One that fails says nothing of the others.
                results[name] = f"{type(error).__name__}: {error}"[:300]
    os.environ.pop("AMP_CUDA_OVERLAP")
    if kept is not None:
        os.environ["AMP_CUDA_OVERLAP"] = kept
    return results
