# ===- cases.py - What the package measures --------------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""One row of results for a product, for an attention, and for a whole model."""

import functools
import os

import mlir_amp
import numpy as np
import values


def time_pair(pair):
    return {"seconds": pair[0], "spread": pair[1]}


def measure_candidate(case, folder, backend, samples):
    """A configuration by itself; a candidate that fails has an infinite error."""
    try:
        return measure_gemm(case, folder, backend, samples, with_peer=False)
    except mlir_amp.ModelError as error:
        return {"error": 1e30, "failed": str(error)[:300]}


def measure_gemm(case, folder, backend, samples, with_peer=True):
    """Ours beside cuBLASLt, with times and errors to a product in f64."""
    m, n, k = case["m"], case["n"], case["k"]
    conv = case.get("conv")
    given, filters = (m, k), (n, k)
    if conv:
        given = tuple(conv["image"])
        filters = (*conv["filter"], given[-1])
    if case.get("type") == "f8":
        x, w = backend.random_float8(given, 1), backend.random_float8(filters, 2)
    else:
        x, w = backend.random(given, 1.0, 1), backend.random(filters, k**-0.5, 2)
    bias = backend.random((n,), 1.0, 3)
    out = backend.array(np.zeros(case.get("shape", (m, n)), np.float16))
    model = mlir_amp.load(os.path.join(folder, case["library"]))
    inputs = [x, w] if case["activation"] == "none" else [x, w, bias]
    ours = model.run_device
    if conv:
        exact = backend.exact_convolution(x, w, conv["stride"], conv["pad"])
    else:
        exact = backend.exact(x, w, bias, case["activation"])
    ours(inputs, [out])
    backend.synchronize()
    row = {"error": backend.error(out, exact)}
    calls = {"ours": lambda: ours(inputs, [out])}
    if with_peer:
        peer = backend.peer(x, w, bias, case["activation"])
        row["peer_error"] = backend.error(peer(), exact)
        calls["peer"] = peer
    times = backend.compare(calls, samples)
    row.update({name: time_pair(found) for name, found in times.items()})
    return row


def measure_attention(case, folder, backend, samples):
    """Ours in one kernel and in three beside torch's, with errors to one in f64."""
    heads, tokens, depth = case["heads"], case["tokens"], case["depth"]
    shape = (heads, tokens, depth)
    q, k, v = (backend.random(shape, 1.0, seed) for seed in (1, 2, 3))
    # The model has its argument also where it does not read it.
    mask = backend.array(np.zeros((heads, tokens), np.float32))
    exact = backend.exact_attention(q, k, v)
    row, calls = {}, {}
    for kind in ("fused", "apart"):
        model = mlir_amp.load(os.path.join(folder, case[kind]))
        out = backend.array(np.zeros(shape, np.float16))
        calls[kind] = functools.partial(model.run_device, [q, k, v, mask], [out])
        calls[kind]()
        backend.synchronize()
        row[kind + "_error"] = backend.error(out, exact)
    calls["peer"] = backend.peer_attention(q, k, v, mask if case.get("masked") else None)
    row["peer_error"] = backend.error(calls["peer"](), exact)
    times = backend.compare(calls, samples)
    row.update({name: time_pair(found) for name, found in times.items()})
    return row


def prepare_ours(case, kind, folder, arguments, backend):
    """A call of our library without arguments that returns its result."""
    model = mlir_amp.load(os.path.join(folder, case[kind]), graph=True)
    device = [backend.array(array) for _, _, array in arguments]
    weights = {
        i: device[i]
        for i, (_, role, _) in enumerate(arguments)
        if role != "USER_INPUT"
    }
    model.bind(weights)
    inputs = [device[i] for i in range(len(device)) if i not in weights]
    outputs = [
        backend.array(np.zeros(info.shape, np.float32)) for info in model.outputs
    ]

    def call():
        return model.run_device(inputs, outputs)[0]

    return call


def prepare_torch(case, arguments, backend, compiled):
    """Calls of torch by name: eager, compiled, compiled with CUDA graphs."""
    import nets

    torch = backend.torch
    net, inputs = nets.build(case["name"], arguments, backend.device)

    def run(module):
        with torch.no_grad(), torch.autocast("cuda", torch.float16):
            return module(*inputs)

    calls = {"eager": lambda: run(net)}
    if compiled:
        plain = torch.compile(net)
        graphs = torch.compile(net, mode="reduce-overhead")
        calls["compile"] = lambda: run(plain)
        calls["compile_graphs"] = lambda: run(graphs)
    return calls


def measure_model(case, folder, backend, samples, compiled=True):
    """f16 and f32 of ours beside torch, with errors to torch in f64."""
    place = lambda key: os.path.join(folder, case[key]) if case.get(key) else None
    arguments = values.load(place("arguments"), place("aux"))
    exact = np.load(place("reference"))
    calls = {
        kind: prepare_ours(case, kind, folder, arguments, backend)
        for kind in ("f16", "f32")
    }
    if backend.name == "torch":
        calls.update(prepare_torch(case, arguments, backend, compiled))
    errors, failed = {}, {}
    for name in list(calls):
        try:
            result = backend.numpy(calls[name]())
        except Exception as error:  # torch's compiler may refuse a model
            failed[name] = f"{type(error).__name__}: {error}"[:300]
            del calls[name]
            continue
        if case.get("tail"):
            result = result[:, -case["tail"] :]
        difference = np.abs(result.astype(np.float64) - exact).max()
        errors[name] = float(difference / np.abs(exact).max())
    times = backend.compare_runs(calls, samples)
    return {
        name: {**time_pair(found), "error": errors[name]}
        for name, found in times.items()
    } | {"failed": failed}
