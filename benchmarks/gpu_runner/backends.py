# ===- backends.py - Where the package's arrays live and run ---------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""The GPU through torch, or the emulated driver on host memory."""

import ctypes
import os
import statistics
import time

import numpy as np
from mlir_amp import _dlpack


class NoDevice(RuntimeError):
    """There is nothing to run on; the text says what was expected."""


def quartiles(samples):
    """Median, and half the distance between the quartiles."""
    if len(samples) < 2:
        return samples[0], 0.0
    low, middle, high = statistics.quantiles(samples, n=4, method="inclusive")
    return middle, (high - low) / 2


class Torch:
    """Arrays are torch tensors on the GPU; times are those of CUDA events."""

    name = "torch"
    graphs = True

    def __init__(self):
        try:
            import torch
        except ImportError as error:
            raise NoDevice(f"PyTorch with CUDA is needed: {error}") from None
        if not torch.cuda.is_available():
            raise NoDevice(
                "an NVIDIA GPU is needed: torch.cuda.is_available() is false; "
                "`--emulate` runs the package's small cases without one"
            )
        # Else plain products go to cuBLAS.
        torch.backends.cuda.preferred_blas_library("cublaslt")
        self.torch = torch
        self.device = torch.device("cuda", torch.cuda.current_device())
        # Whether the device and torch multiply 8-bit floats.
        capable = torch.cuda.get_device_capability(self.device) >= (8, 9)
        self.float8 = capable and hasattr(torch, "_scaled_mm")

    def describe(self):
        torch = self.torch
        properties = torch.cuda.get_device_properties(self.device)
        return {
            "device": properties.name,
            "multiprocessors": properties.multi_processor_count,
            "memory_gib": round(properties.total_memory / 2**30, 1),
            "capability": f"{properties.major}.{properties.minor}",
            "torch": torch.__version__,
            "cuda": torch.version.cuda,
        }

    def random(self, shape, scale, seed):
        generator = self.torch.Generator(self.device).manual_seed(seed)
        values = self.torch.randn(shape, generator=generator, device=self.device)
        return (values * scale).half()

    def random_float8(self, shape, seed):
        return self.random(shape, 1.0, seed).to(self.torch.float8_e4m3fn)

    def array(self, values):
        return self.torch.from_numpy(np.ascontiguousarray(values)).to(self.device)

    def numpy(self, array):
        return array.float().cpu().numpy()

    def error(self, result, exact):
        """Largest difference, as a share of the largest exact value."""
        difference = (result.double() - exact).abs().max()
        return float(difference / exact.abs().max())

    def exact(self, x, w, bias, activation):
        torch = self.torch
        y = x.float().double() @ w.float().double().t()
        if activation != "none":
            y = y + bias.double()
        if activation == "relu":
            y = torch.relu(y)
        if activation == "gelu":
            y = torch.nn.functional.gelu(y, approximate="tanh")
        return y

    def exact_attention(self, q, k, v):
        wide = [a.double() for a in (q, k, v)]
        return self.torch.nn.functional.scaled_dot_product_attention(*wide)

    def peer_attention(self, q, k, v, mask):
        """torch's own kernel, which chooses among FlashAttention and others; `mask` of
        heads x tokens, if any, is rounded as torch wants it."""
        # Heads are its batch.
        given = [a.unsqueeze(0) for a in (q, k, v)]
        attend = self.torch.nn.functional.scaled_dot_product_attention
        # One row for all queries.
        bias = None if mask is None else mask.half()[None, :, None, :].expand(-1, -1, q.shape[1], -1)
        return lambda: attend(*given, attn_mask=bias)[0]

    def exact_convolution(self, x, w, stride, pad):
        """x: n, h, w, c; w: f, r, s, c."""
        image, filters = (a.float().double().movedim(-1, 1) for a in (x, w))
        convolve = self.torch.nn.functional.conv2d
        return convolve(image, filters, stride=stride, padding=pad).movedim(1, -1)

    def peer(self, x, w, bias, activation):
        """The product by cuBLASLt, which torch calls with the same epilogue."""
        torch = self.torch
        turned = w.t()
        if x.dtype == torch.float8_e4m3fn:
            one = torch.ones((), device=x.device)
            # As ours does: sums stay in the tensor cores.
            return lambda: torch._scaled_mm(
                x, turned, one, one, out_dtype=torch.float16, use_fast_accum=True
            )
        if activation == "none":
            out = torch.empty(x.shape[0], w.shape[0], dtype=x.dtype, device=x.device)
            return lambda: torch.mm(x, turned, out=out)
        gelu = activation == "gelu"
        return lambda: torch._addmm_activation(bias, x, turned, use_gelu=gelu)

    def compare(self, calls, samples, least=2e-3):
        """Seconds of each call, run in turn: {name: (median, spread)}.

        Each call becomes a CUDA graph of as many repetitions as take `least`
        seconds, so that no launch is counted; a sample is one replay.
        """
        torch = self.torch
        graphs = {}
        for name, call in calls.items():
            stream = torch.cuda.Stream()
            with torch.cuda.stream(stream):
                for _ in range(3):
                    call()
            stream.synchronize()
            once = max(self._time(call, 10), 1e-6)
            repeats = max(1, min(1000, int(least / once)))
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                for _ in range(repeats):
                    call()
            graphs[name] = (graph, repeats)
        times = {name: [] for name in calls}
        for _ in range(samples):
            for name, (graph, repeats) in graphs.items():
                times[name].append(self._time(graph.replay, 1) / repeats)
        return {name: quartiles(found) for name, found in times.items()}

    def compare_runs(self, calls, samples):
        """As `compare`, of whole models: a sample is one call, as a user waits."""
        for call in calls.values():
            for _ in range(3):
                call()
        times = {name: [] for name in calls}
        for _ in range(samples):
            for name, call in calls.items():
                times[name].append(self._time(call, 1))
        return {name: quartiles(found) for name, found in times.items()}

    def _time(self, call, repeats):
        torch = self.torch
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda.synchronize()
        begin.record()
        for _ in range(repeats):
            call()
        end.record()
        torch.cuda.synchronize()
        return begin.elapsed_time(end) * 1e-3 / repeats

    def synchronize(self):
        self.torch.cuda.synchronize()


class HostArray:
    """Host memory that says, through DLPack, that it is the emulated GPU's."""

    def __init__(self, values):
        values = np.ascontiguousarray(values)
        room = np.empty(values.nbytes + 64, np.uint8)
        start = -room.ctypes.data % 64
        self.array = room[start : start + values.nbytes].view(values.dtype)
        self.array = self.array.reshape(values.shape)
        self.array[...] = values

    @property
    def shape(self):
        return self.array.shape

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, stream=None):
        capsule = self.array.__dlpack__()
        place = _dlpack._get_pointer(capsule, b"dltensor")
        _dlpack._Tensor.from_address(place).device_type = 2
        return capsule


class Float8Array(HostArray):
    """Codes of f8E4M3FN; `values` are what they mean."""

    def __init__(self, codes, values):
        super().__init__(codes)
        self.values = values

    def __dlpack__(self, stream=None):
        capsule = super().__dlpack__(stream)
        place = _dlpack._get_pointer(capsule, b"dltensor")
        _dlpack._Tensor.from_address(place).dtype.code = 10
        return capsule


class Emulated:
    """Arrays are numpy's; the driver is the emulator. Times mean nothing."""

    name = "emulated"
    graphs = True
    float8 = True

    def __init__(self, driver, capability):
        if not os.path.exists(driver):
            raise NoDevice(f"no emulated driver at {driver}")
        os.environ["AMP_CUDA_DRIVER"] = driver
        os.environ["AMP_EMULATED_DEVICE"] = str(capability)
        self.driver = ctypes.CDLL(driver)

    def describe(self):
        return {"device": "emulated", "numpy": np.__version__}

    def random(self, shape, scale, seed):
        values = np.random.default_rng(seed).standard_normal(shape) * scale
        return HostArray(values.astype(np.float16))

    def random_float8(self, shape, seed):
        random = np.random.default_rng(seed)
        # From 1/16 to 4, of both signs: four bits of exponent, three of mantissa.
        codes = random.integers(0x18, 0x48, shape) | random.integers(0, 2, shape) << 7
        exponent, fraction = codes >> 3 & 15, codes & 7
        values = (1 + fraction / 8) * 2.0 ** (exponent - 7)
        values = np.where(codes & 0x80, -values, values)
        return Float8Array(codes.astype(np.uint8), values)

    def array(self, values):
        return HostArray(values)

    def numpy(self, array):
        self.synchronize()
        return array.array.astype(np.float32)

    def error(self, result, exact):
        self.synchronize()
        result = getattr(result, "array", result)
        return float(np.abs(result - exact).max() / np.abs(exact).max())

    def exact(self, x, w, bias, activation):
        wide = lambda a: getattr(a, "values", a.array).astype(np.float64)
        y = wide(x) @ wide(w).T
        if activation != "none":
            y = y + bias.array
        if activation == "relu":
            y = np.maximum(y, 0)
        if activation == "gelu":
            y = 0.5 * y * (1 + np.tanh(0.7978845608 * (y + 0.044715 * y**3)))
        return y

    def exact_attention(self, q, k, v):
        q, k, v = (a.array.astype(np.float64) for a in (q, k, v))
        scores = q @ k.transpose(0, 2, 1) * q.shape[2] ** -0.5
        powers = np.exp(scores - scores.max(2, keepdims=True))
        return powers / powers.sum(2, keepdims=True) @ v

    def peer_attention(self, q, k, v, mask):
        """numpy's, whose mask would be of zeros."""
        return lambda: HostArray(self.exact_attention(q, k, v).astype(np.float16))

    def exact_convolution(self, x, w, stride, pad):
        """x: n, h, w, c; w: f, r, s, c."""
        wide = lambda a: getattr(a, "values", a.array).astype(np.float64)
        x = np.pad(wide(x), [(0, 0), (pad, pad), (pad, pad), (0, 0)])
        w = wide(w)
        rows = (x.shape[1] - w.shape[1]) // stride + 1
        columns = (x.shape[2] - w.shape[2]) // stride + 1
        total = 0.0
        for i in range(w.shape[1]):
            for j in range(w.shape[2]):
                seen = x[:, i : i + stride * rows : stride, j : j + stride * columns : stride]
                total = total + seen[:, :rows, :columns] @ w[:, i, j].T
        return total

    def peer(self, x, w, bias, activation):
        """numpy's product in f32."""

        def call():
            rounded = self.exact(x, w, bias, activation).astype(np.float16)
            return HostArray(rounded)

        return call

    def compare(self, calls, samples, least=0.0):
        times = {name: [] for name in calls}
        for _ in range(samples):
            for name, call in calls.items():
                start = time.perf_counter()
                call()
                self.synchronize()
                times[name].append(time.perf_counter() - start)
        return {name: quartiles(found) for name, found in times.items()}

    compare_runs = compare

    def synchronize(self):
        if self.driver.cuCtxSynchronize():
            raise RuntimeError("a kernel failed on the emulated device")
