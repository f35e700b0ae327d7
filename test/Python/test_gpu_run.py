# ===- test_gpu_run.py - GPU models from Python, on the emulator ------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""The loader's ways into a model for a GPU: host arrays, device tensors, graphs,
times. The emulated driver's device memory is the host's."""

import ctypes
import os
import re
import shutil
import subprocess
import sys
import types

import mlir_amp
import numpy as np
import pytest
from gpu_emulator import BUILD, EMULATOR, load_emulated, needs_emulator

pytestmark = needs_emulator

# Two kernels: one that casts the weights, which runs once where they are bound,
# and the product.
MODEL = """
func.func @main(%x: tensor<16x32x{t}> loc("x"), %w: tensor<32x64xf32> loc("w"))
    -> tensor<16x64xf32> {{
  %low = tensor.empty() : tensor<32x64x{t}>
  %cast = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%w : tensor<32x64xf32>) outs(%low : tensor<32x64x{t}>) {{
  ^bb0(%e: f32, %o: {t}):
    %l = arith.truncf %e : f32 to {t}
    linalg.yield %l : {t}
  }} -> tensor<32x64x{t}>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x64xf32>)
      -> tensor<16x64xf32>
  %0 = linalg.matmul ins(%x, %cast : tensor<16x32x{t}>, tensor<32x64x{t}>)
      outs(%init : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}}
"""


class DeviceArray:
    """An array that says, through DLPack, that it lies on a GPU."""

    # What is queued may use it when the object has gone.
    kept = []

    def __init__(self, array):
        # Aligned as device memory is.
        room = np.empty(array.nbytes + 64, np.uint8)
        start = -room.ctypes.data % 64
        self.memory = room[start : start + array.nbytes].view(array.dtype)
        self.memory = self.memory.reshape(array.shape)
        self.memory[...] = array
        self.kept.append(room)
        self.streams = []
        self.device = 0

    @property
    def array(self):
        """The numbers, once the device has done what was queued."""
        assert ctypes.CDLL(EMULATOR).cuCtxSynchronize() == 0
        return self.memory

    def __dlpack_device__(self):
        return (2, self.device)

    def __dlpack__(self, stream=None):
        self.streams.append(stream)
        capsule = self.memory.__dlpack__()
        place = mlir_amp._dlpack._get_pointer(capsule, b"dltensor")
        tensor = mlir_amp._dlpack._Tensor.from_address(place)
        tensor.device_type, tensor.device_id = 2, self.device
        return capsule


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gpu")

    def compile_for(dtype, chip):
        path = folder / f"{dtype}-{chip}.so"
        if not path.exists():
            source = folder / f"{dtype}.mlir"
            source.write_text(MODEL.format(t=dtype))
            subprocess.run(
                [os.path.join(BUILD, "bin/amp-compile"), source, "-o", path]
                + [f"--target=cuda:{chip}", "--kernels=llvm"],
                check=True,
            )
        return path

    return compile_for


@pytest.fixture
def emulator(monkeypatch):
    monkeypatch.setenv("AMP_CUDA_DRIVER", EMULATOR)
    monkeypatch.setenv("AMP_EMULATED_DEVICE", "80")
    return monkeypatch


@pytest.fixture
def data():
    random = np.random.default_rng(3)
    # Eighths: every order of summation gives the same bits.
    x = (random.integers(-8, 9, (16, 32)) / 8).astype(np.float16)
    w = (random.integers(-8, 9, (32, 64)) / 8).astype(np.float32)
    return x, w, x.astype(np.float32) @ w


def test_host_arrays(library, emulator, data):
    x, w, expected = data
    model = mlir_amp.load(library("f16", "sm_80"))
    assert np.array_equal(model(x, w), expected)


@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
def test_bf16(library, emulator, data, chip):
    x, w, expected = data
    emulator.setenv("AMP_EMULATED_DEVICE", chip.strip("sm_a"))
    model = mlir_amp.load(library("bf16", chip))
    assert np.array_equal(model(x.astype(np.float32), w), expected)


def test_device_tensors_are_not_copied(library, emulator, data):
    x, w, expected = data
    model = mlir_amp.load(library("f16", "sm_80"))
    inputs = [DeviceArray(x), DeviceArray(w)]
    result = DeviceArray(np.zeros((16, 64), np.float32))
    assert model.run_device(inputs, [result])[0] is result
    assert np.array_equal(result.array, expected)
    inputs[0].array[...] *= 2
    model.run_device(inputs, [result], stream=7)
    assert np.array_equal(result.array, 2 * expected)
    assert inputs[0].streams == [1, 7]


class SmallArray(DeviceArray):
    """One that claims to be larger than what the device has allocated for it."""

    def __init__(self, array, missing):
        super().__init__(array)
        self.driver = ctypes.CDLL(EMULATOR)
        self.place = ctypes.c_uint64()
        size = ctypes.c_size_t(array.nbytes - missing)
        assert self.driver.cuMemAlloc_v2(ctypes.byref(self.place), size) == 0
        room = (ctypes.c_uint8 * array.nbytes).from_address(self.place.value)
        self.memory = np.frombuffer(room, array.dtype).reshape(array.shape)
        self.memory.reshape(-1).view(np.uint8)[:-missing] = 0

    def free(self):
        assert self.driver.cuMemFree_v2(self.place) == 0


@pytest.mark.parametrize("graph", [False, True])
@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
def test_kernel_beside_a_buffer(library, emulator, data, capfd, chip, graph):
    """One that reads or writes more than there is ends the run, and is named."""
    x, w, expected = data
    emulator.setenv("AMP_EMULATED_DEVICE", chip.strip("sm_a"))
    model = mlir_amp.load(library("f16", chip), graph=graph)
    result = np.zeros((16, 64), np.float32)
    small_x, small_result = SmallArray(x, 2), SmallArray(result, 4)
    reads, writes = "reads .* 2 bytes past a buffer of 1022", "writes .* of 4092"
    for first, output, what in [
        (small_x, DeviceArray(result), reads),
        (DeviceArray(x), small_result, writes),
    ]:
        inputs = [first, DeviceArray(w)]
        for _ in range(3):  # Eager, captured, replayed.
            model.run_device(inputs, [output])
            assert ctypes.CDLL(EMULATOR).cuCtxSynchronize() == 700
            said = capfd.readouterr().err
            assert re.search(f"emulator: contraction_0: thread .* {what}", said)
    small_x.free()
    small_result.free()
    assert np.array_equal(model(x, w), expected)


def test_copy_beside_a_buffer(emulator):
    driver, place, data = ctypes.CDLL(EMULATOR), ctypes.c_uint64(), bytes(64)
    copy = lambda at, count: driver.cuMemcpyHtoDAsync_v2(
        ctypes.c_uint64(place.value + at), data, ctypes.c_size_t(count), None
    )
    assert driver.cuMemAlloc_v2(ctypes.byref(place), ctypes.c_size_t(40)) == 0
    assert copy(0, 40) == 0 and copy(8, 32) == 0 and copy(40, 0) == 0
    assert copy(0, 41) == 1 and copy(-1, 40) == 1 and copy(9, 32) == 1
    assert driver.cuMemFree_v2(place) == 0
    assert driver.cuMemFree_v2(place) == 1


class TorchTensor(DeviceArray):
    """What of torch's tensors the loader asks."""

    is_cuda, layout, requires_grad = True, "strided", False

    def __init__(self, array):
        super().__init__(array)
        self.dtype, self.device = array.dtype.name, types.SimpleNamespace(index=0)
        self.shape, self.negated = array.shape, False

    def is_conj(self):
        return False

    def is_neg(self):
        return self.negated

    def is_contiguous(self):
        return True

    def data_ptr(self):
        return self.memory.ctypes.data

    def element_size(self):
        return self.memory.itemsize

    def numel(self):
        return self.memory.size

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, stream=None):
        self.device = 0
        return super().__dlpack__(stream)


def test_torch_tensors_need_no_protocol(library, emulator, data):
    """Where no other stream is to be waited for and torch would refuse nothing."""
    stub = types.ModuleType("torch")
    stub.Tensor, stub.strided = TorchTensor, "strided"
    stub.float16, stub.float32 = "float16", "float32"
    stream = types.SimpleNamespace(cuda_stream=0)
    stub.cuda = types.SimpleNamespace(current_stream=lambda device: stream)
    emulator.setitem(sys.modules, "torch", stub)
    x, w, expected = data
    model = mlir_amp.load(library("f16", "sm_80"))
    inputs = [TorchTensor(x), TorchTensor(w)]
    result = TorchTensor(np.zeros((16, 64), np.float32))
    model.run_device(inputs, [result])
    assert np.array_equal(result.array, expected)
    assert [tensor.streams for tensor in (*inputs, result)] == [[], [], []]
    inputs[1].negated = True # Torch's own word would be an error.
    model.run_device(inputs, [result])
    assert [tensor.streams for tensor in inputs] == [[], [1]]
    with pytest.raises(TypeError, match="input 0: expected .*f16, got .*f32"):
        model.run_device([TorchTensor(x.astype(np.float32)), inputs[1]], [result])
    model.run_device([TorchTensor(x), TorchTensor(w)], [result], stream=7)
    assert result.streams == [7]


def test_torch_tensors_on_the_host_are_named(library, emulator, data):
    """torch has no current stream for them."""

    class HostTensor(TorchTensor):
        is_cuda = False

        def __dlpack_device__(self):
            return (1, 0)

    def refuse(device):
        raise ValueError("Expected a cuda device, but got: cpu")

    stub = types.ModuleType("torch")
    stub.Tensor, stub.cuda = TorchTensor, types.SimpleNamespace(current_stream=refuse)
    emulator.setitem(sys.modules, "torch", stub)
    x, w, _ = data
    model = mlir_amp.load(library("f16", "sm_80"))
    with pytest.raises(TypeError, match="input 0: expected x: 16x32xf16 on the GPU"):
        model.run_device([HostTensor(x), HostTensor(w)], [HostTensor(w)])


def test_device_tensors_are_checked(library, emulator, data):
    x, w, _ = data
    model = mlir_amp.load(library("f16", "sm_80"))
    good = DeviceArray(w)
    result = [DeviceArray(np.zeros((16, 64), np.float32))]
    with pytest.raises(TypeError, match="expected outputs"):
        model(DeviceArray(x), good)
    with pytest.raises(TypeError, match="input 0: expected x: 16x32xf16, got 16x32xf32"):
        model.run_device([DeviceArray(x.astype(np.float32)), good], result)
    with pytest.raises(ValueError, match="input 0: expected .* got shape \\(32, 16\\)"):
        model.run_device([DeviceArray(x.reshape(32, 16)), good], result)
    turned = DeviceArray(x)
    turned.memory = np.asfortranarray(turned.memory)
    with pytest.raises(ValueError, match="input 0: expected a contiguous tensor"):
        model.run_device([turned, good], result)
    with pytest.raises(TypeError, match="on the GPU, got <class 'numpy.ndarray'>"):
        model.run_device([DeviceArray(x), w], result)
    with pytest.raises(TypeError, match="expected 2 inputs, got 1"):
        model.run_device([good], result)


def test_memory_of_another_device_or_of_an_input(tmp_path, emulator):
    library = compile_sum(tmp_path, "%x: tensor<8xf32>, %w: tensor<8xf32>", "")
    model = mlir_amp.load(library)
    x, w, result = (DeviceArray(np.ones(8, np.float32)) for _ in range(3))
    x.device = 1
    with pytest.raises(ValueError, match="input 0: expected device 0, got device 1"):
        model.run_device([x, w], [result])
    with pytest.raises(ValueError, match="input 1: expected device 0, got device 1"):
        model.bind({1: x})
    x.device = 0
    with pytest.raises(ValueError, match="result 0: expected memory of its own, got "):
        model.run_device([x, w], [w])
    model.run_device([x, w], [result])
    assert np.array_equal(result.array, 2 * np.ones(8))


def test_bound_weights_on_the_device(library, emulator, data):
    x, w, expected = data
    weights = DeviceArray(w)
    model = mlir_amp.load(library("f16", "sm_80"), timing=True).bind({"w": weights})
    result = DeviceArray(np.zeros((16, 64), np.float32))
    model.run_device([DeviceArray(x)], [result])
    assert np.array_equal(result.array, expected)
    # Cast once: what depends on bound inputs alone is not run again.
    assert [step.seconds is None for step in model.steps] == [False, False]
    model.run_device([DeviceArray(x)], [result])
    assert [step.seconds is None for step in model.steps] == [True, False]
    assert np.array_equal(model(x), expected)
    # Bound anew from the host: the handle's own copy, read now.
    assert np.array_equal(model.bind({"w": 2 * w})(x), 2 * expected)
    with pytest.raises(mlir_amp.ModelError, match="aligned to 16 bytes"):
        shifted = DeviceArray(np.zeros(w.size + 1, np.float32))
        shifted.memory = shifted.memory[1:].reshape(w.shape)
        model.bind({"w": shifted})


def compile_sum(folder, arguments, addend):
    """Compiles a sum of %x and `addend`, both of eight numbers."""
    source, library = folder / "sum.mlir", folder / "sum.so"
    source.write_text(
        f"func.func @main({arguments}) -> tensor<8xf32> {{\n"
        f"  {addend}\n"
        "  %0 = arith.addf %x, %w : tensor<8xf32>\n"
        "  return %0 : tensor<8xf32>\n"
        "}\n"
    )
    command = [os.path.join(BUILD, "bin/amp-compile"), source, "--kernels=llvm"]
    subprocess.run(command + ["-o", library, "--target=cuda:sm_80"], check=True)
    return library


def test_constants_are_there_on_any_stream(tmp_path, emulator):
    constant = "%w = arith.constant dense<[0., 1., 2., 3., 4., 5., 6., 7.]> : tensor<8xf32>"
    library = compile_sum(tmp_path, "%x: tensor<8xf32>", constant)
    result = DeviceArray(np.zeros(8, np.float32))
    # The first run of a handle, on a stream that is not its own.
    x = DeviceArray(np.ones(8, np.float32))
    mlir_amp.load(library).run_device([x], [result], stream=7)
    assert np.array_equal(result.array, 1 + np.arange(8))


@pytest.mark.parametrize("fault", ["cuMemAlloc", "cuStreamWaitEvent"])
def test_failed_binding_leaves_the_old_weight(tmp_path, emulator, fault):
    arguments = '%x: tensor<8xf32>, %w: tensor<8xf32> loc("w")'
    library = compile_sum(tmp_path, arguments, "")
    x = np.ones(8, np.float32)
    w = DeviceArray(np.arange(8, dtype=np.float32))
    model = mlir_amp.load(library).bind({"w": w})
    result = DeviceArray(np.zeros(8, np.float32))
    model.run_device([DeviceArray(x)], [result])
    emulator.setenv("AMP_EMULATED_FAULT", fault)
    with pytest.raises(mlir_amp.ModelError, match=fault):
        model.bind({"w": x})
    emulator.delenv("AMP_EMULATED_FAULT")
    model.run_device([DeviceArray(x)], [result])
    assert np.array_equal(result.array, 1 + np.arange(8))
    model.bind({"w": x}).run_device([DeviceArray(x)], [result])
    assert np.array_equal(result.array, 2 * x)


@pytest.mark.parametrize("graph", [False, True])
def test_failed_run_leaves_nothing_done(library, emulator, data, graph):
    """The cast of the weights runs once, and again where that run failed."""
    x, w, expected = data
    path = library("f16", "sm_80")
    cast = mlir_amp.load(path).steps[0].name
    model = mlir_amp.load(path, graph=graph)
    for kernel in [cast, "contraction_0"]:
        model.bind({"w": w})
        emulator.setenv("AMP_EMULATED_FAULT", kernel)
        with pytest.raises(mlir_amp.ModelError, match="waiting for the results"):
            model(x)
        emulator.delenv("AMP_EMULATED_FAULT")
        for _ in range(3):
            assert np.array_equal(model(x), expected)


def test_runs_wait_for_each_other_on_any_stream(library, emulator, data):
    """The intermediate results of all runs lie in the same memory."""
    x, w, expected = data
    model = mlir_amp.load(library("f16", "sm_80"))
    results = [DeviceArray(np.zeros((16, 64), np.float32)) for _ in range(3)]
    for factor, result in enumerate(results):
        inputs = [DeviceArray(x), DeviceArray(w * factor)]
        model.run_device(inputs, [result], stream=7 + factor)
    for factor, result in enumerate(results):
        assert np.array_equal(result.array, expected * factor)


def test_runs_wait_for_failed_ones_on_any_stream(library, emulator, data):
    x, w, expected = data
    model = mlir_amp.load(library("f16", "sm_80"))
    result = DeviceArray(np.zeros((16, 64), np.float32))
    emulator.setenv("AMP_EMULATED_FAULT", "cuLaunchKernel(contraction_0)")
    # The cast of other weights is queued by then.
    with pytest.raises(mlir_amp.ModelError, match="launch of kernel contraction_0"):
        model.run_device([DeviceArray(x), DeviceArray(2 * w)], [result], stream=7)
    emulator.delenv("AMP_EMULATED_FAULT")
    model.run_device([DeviceArray(x), DeviceArray(w)], [result], stream=9)
    assert np.array_equal(result.array, expected)


def test_host_runs_wait_for_runs_on_a_stream(library, emulator, data):
    x, w, expected = data
    model = mlir_amp.load(library("f16", "sm_80")).bind({"w": w})
    result = DeviceArray(np.zeros((16, 64), np.float32))
    # Casts the weights, which the next run counts on.
    model.run_device([DeviceArray(x)], [result], stream=7)
    assert np.array_equal(model(x), expected)
    assert np.array_equal(result.array, expected)


def test_binding_waits_for_what_reads_the_weight(tmp_path, emulator):
    library = compile_sum(tmp_path, "%x: tensor<8xf32>, %w: tensor<8xf32>", "")
    x, result = (DeviceArray(np.ones(8, np.float32)) for _ in range(2))
    model = mlir_amp.load(library).bind({1: x.memory})
    model.run_device([x], [result], stream=7)
    model.bind({1: 5 * x.memory})
    assert np.array_equal(result.array, 2 * np.ones(8))


@pytest.mark.parametrize("fault", ["cuStreamWaitEvent", "cuEventRecord"])
def test_failures_of_ordering_are_named(tmp_path, emulator, fault):
    library = compile_sum(tmp_path, "%x: tensor<8xf32>, %w: tensor<8xf32>", "")
    x, w, result = (DeviceArray(np.ones(8, np.float32)) for _ in range(3))
    model = mlir_amp.load(library)
    emulator.setenv("AMP_EMULATED_FAULT", fault)
    with pytest.raises(mlir_amp.ModelError, match=f"^{fault}: CUDA_ERROR_LAUNCH_FAILED"):
        model.run_device([x, w], [result])


def test_binding_waits_for_what_makes_the_weight(tmp_path, emulator):
    library = compile_sum(tmp_path, "%x: tensor<8xf32>, %w: tensor<8xf32>", "")
    x, w, result = (DeviceArray(np.ones(8, np.float32)) for _ in range(3))
    model = mlir_amp.load(library)
    model.run_device([x, x], [w], stream=7)
    bound = mlir_amp.load(library).bind({1: w})
    bound.run_device([x], [result], stream=9)
    assert np.array_equal(result.array, 3 * np.ones(8))


def test_graph_is_replayed_on_the_same_memory(library, emulator, data):
    x, w, expected = data
    model = mlir_amp.load(library("f16", "sm_80"), graph=True, timing=True)
    inputs = [DeviceArray(x), DeviceArray(w)]
    results = [DeviceArray(np.zeros((16, 64), np.float32)) for _ in range(2)]
    for number in range(4):
        inputs[0].array[...] = x * (number + 1)
        model.run_device(inputs, [results[0]])
        assert np.array_equal(results[0].array, (number + 1) * expected)
        # From the second run on a graph, whose steps have no times.
        assert (model.steps[0].seconds is None) == (number > 0)
        assert model.device_seconds > 0
    # Other memory: a first run again.
    inputs[0].array[...] = x
    model.run_device(inputs, [results[1]])
    assert np.array_equal(results[1].array, expected)
    assert model.steps[0].seconds is not None
    # On host memory the handle's own buffers stay the same.
    for number in range(3):
        assert np.array_equal(model(x, w * number), expected * number)


def test_graph_failures_are_named(library, emulator, data):
    x, w, _ = data
    model = mlir_amp.load(library("f16", "sm_80"), graph=True)
    model(x, w)
    emulator.setenv("AMP_EMULATED_FAULT", "cuGraphLaunch")
    with pytest.raises(mlir_amp.ModelError, match="cuGraphLaunch: CUDA_ERROR_LAUNCH"):
        model(x, w)


def test_times_need_the_option(library, emulator, data):
    x, w, _ = data
    model = mlir_amp.load(library("f16", "sm_80"))
    model(x, w)
    assert [step.seconds for step in model.steps] == [None, None]
    assert model.steps[1].name.startswith("contraction")
    assert "f16.mlir:" in model.steps[1].location
    with pytest.raises(mlir_amp.ModelError, match="expected a handle made with timing=1"):
        model.device_seconds


@pytest.mark.parametrize(
    "device, wish, timing, overlaps",
    [("90", None, False, True), ("90", "0", False, False)]
    + [("90", None, True, False), ("80", None, False, False)],
)
def test_launches_overlap(library, emulator, data, device, wish, timing, overlaps):
    """On chips whose kernels wait by themselves, where nobody asks otherwise and steps
    are not timed; the emulator sees that all threads wait."""
    x, w, expected = data
    emulator.setenv("AMP_EMULATED_DEVICE", device)
    if wish:
        emulator.setenv("AMP_CUDA_OVERLAP", wish)
    chip = "sm_90a" if device == "90" else "sm_80"
    model = mlir_amp.load(library("f16", chip), timing=timing)
    assert np.array_equal(model(x, w), expected)
    emulator.setenv("AMP_EMULATED_FAULT", "cuLaunchKernelEx")
    if not overlaps:
        assert np.array_equal(model(x, w), expected)
        return
    with pytest.raises(mlir_amp.ModelError, match="launch of kernel"):
        model(x, w)


@pytest.mark.parametrize("chip", ["sm_80", "sm_90", "sm_90a"])
def test_kernels_wait_before_they_read(library, tmp_path, chip):
    """No memory is touched before the wait, in the code that ptxas gets."""
    source = os.path.join(os.path.dirname(library("f16", "sm_80")), "f16.mlir")
    done = subprocess.run(
        [os.path.join(BUILD, "bin/amp-opt"), source, f"--amp-to-nvvm={chip} format=isa"],
        capture_output=True,
        text=True,
        check=True,
    )
    ptx = done.stdout.replace("\\0A", "\n").replace("\\09", " ")
    kernels = ptx.split(".visible .entry ")[1:]
    assert len(kernels) == 2
    for kernel in kernels:
        lines = kernel.splitlines()
        memory = r"\b(ld|st)\.(global|shared)|cp\.async|prefetch|mbarrier|atom|red\."
        first = next(i for i, line in enumerate(lines) if re.search(memory, line))
        waits = [i for i, line in enumerate(lines) if "griddepcontrol.wait" in line]
        assert not waits if chip == "sm_80" else len(waits) == 1 and waits[0] < first
        # A small grid then lets the next one come.
        lets = [i for i, line in enumerate(lines) if "griddepcontrol.launch_dependents" in line]
        assert lets == [] if chip == "sm_80" else lets and lets[0] > waits[0]


def test_large_grids_let_nothing_come_early(tmp_path):
    """More blocks than half of the multiprocessors: the next kernel waits for their end."""
    source = tmp_path / "large.mlir"
    source.write_text("""
    func.func @main(%x: tensor<4194304xf32>) -> (tensor<4194304xf32>, tensor<f32>) {
      %y = math.tanh %x : tensor<4194304xf32>
      %z = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<f32>
      %i = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
      %s = tensor.extract_slice %x[0] [8] [1] : tensor<4194304xf32> to tensor<8xf32>
      %r = linalg.reduce { arith.addf } ins(%s : tensor<8xf32>) outs(%i : tensor<f32>) dimensions = [0]
      return %y, %r : tensor<4194304xf32>, tensor<f32>
    }""")
    done = subprocess.run(
        [os.path.join(BUILD, "bin/amp-opt"), source, "--amp-to-nvvm=sm_90a format=isa"],
        capture_output=True,
        text=True,
        check=True,
    )
    kernels = done.stdout.split(".visible .entry ")[1:]
    assert len(kernels) == 2 and all("griddepcontrol.wait" in text for text in kernels)
    lets = ["griddepcontrol.launch_dependents" in text for text in kernels]
    assert sorted(lets) == [False, True]


def test_no_driver_is_a_clear_sentence(library, monkeypatch, tmp_path):
    monkeypatch.setenv("AMP_CUDA_DRIVER", "/nowhere/libcuda.so.1")
    # A library of its own: each opens the driver once.
    copy = shutil.copy(library("f16", "sm_80"), tmp_path / "copy.so")
    with pytest.raises(mlir_amp.ModelError, match="an NVIDIA GPU and its driver are needed"):
        mlir_amp.load(copy)


def test_tensors_made_of_scalars(tmp_path, monkeypatch):
    """Elements that the host reads, at a place that it knows or is told."""
    source = """
    func.func @main(%x: tensor<8xf32>, %p: tensor<i64>) -> (tensor<8x4xf32>, tensor<2xf32>) {
      %c3 = arith.constant 3 : index
      %c6 = arith.constant 6 : index
      %three = tensor.extract %x[%c3] : tensor<8xf32>
      %six = tensor.extract %x[%c6] : tensor<8xf32>
      %splat = tensor.splat %three : tensor<8xf32>
      %at = tensor.extract %p[] : tensor<i64>
      %i = arith.index_cast %at : i64 to index
      %y = tensor.insert %six into %splat[%i] : tensor<8xf32>
      %z = tensor.generate {
      ^bb0(%row: index, %column: index):
        %e = tensor.extract %y[%row] : tensor<8xf32>
        tensor.yield %e : f32
      } : tensor<8x4xf32>
      %pair = tensor.from_elements %six, %three : tensor<2xf32>
      return %z, %pair : tensor<8x4xf32>, tensor<2xf32>
    }
    """
    model = load_emulated(tmp_path, monkeypatch, source)
    x = np.arange(8, dtype=np.float32) / 8
    wide, pair = model(x, np.array(2, np.int64))
    wanted = np.full((8, 4), x[3])
    wanted[2] = x[6]
    np.testing.assert_array_equal(wide, wanted)
    np.testing.assert_array_equal(pair, x[[6, 3]])


def test_packed_tensors(tmp_path, monkeypatch):
    """Tiles that end behind the tensor are filled, and dropped on the way back."""
    source = """
    func.func @main(%x: tensor<5x9xf32>) -> (tensor<3x3x2x4xf32>, tensor<5x9xf32>) {
      %fill = arith.constant 0.5 : f32
      %tiles = tensor.empty() : tensor<3x3x2x4xf32>
      %packed = linalg.pack %x padding_value(%fill : f32) inner_dims_pos = [0, 1]
          inner_tiles = [2, 4] into %tiles : tensor<5x9xf32> -> tensor<3x3x2x4xf32>
      %twice = arith.addf %packed, %packed : tensor<3x3x2x4xf32>
      %rows = tensor.empty() : tensor<5x9xf32>
      %back = linalg.unpack %twice inner_dims_pos = [0, 1] inner_tiles = [2, 4]
          into %rows : tensor<3x3x2x4xf32> -> tensor<5x9xf32>
      return %packed, %back : tensor<3x3x2x4xf32>, tensor<5x9xf32>
    }
    """
    model = load_emulated(tmp_path, monkeypatch, source)
    x = np.arange(45, dtype=np.float32).reshape(5, 9)
    packed, back = model(x)
    whole = np.full((6, 12), 0.5, np.float32)
    whole[:5, :9] = x
    wanted = whole.reshape(3, 2, 3, 4).transpose(0, 2, 1, 3)
    np.testing.assert_array_equal(packed, wanted)
    np.testing.assert_array_equal(back, 2 * x)
