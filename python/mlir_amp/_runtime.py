# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled models: `mlir_amp.load` and what it returns."""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import errno
import operator
import os
import tempfile
import time
from typing import TYPE_CHECKING, Any, Iterable, Mapping, NoReturn, Sequence, Union

from . import _dlpack

if TYPE_CHECKING:
    import numpy

_ABI_VERSION = 1
_UNSUPPORTED = 5
# AmpType: name, numpy type of the bits.
_TYPES = {
    1: ("f64", "float64"),
    2: ("f32", "float32"),
    3: ("f16", "float16"),
    4: ("bf16", "uint16"),
    5: ("i64", "int64"),
    6: ("i32", "int32"),
    7: ("i16", "int16"),
    8: ("i8", "int8"),
    9: ("i1", "bool"),
    10: ("f8E4M3FN", "uint8"),
    11: ("f8E5M2", "uint8"),
    12: ("ui64", "uint64"),
    13: ("ui32", "uint32"),
    14: ("ui16", "uint16"),
    15: ("ui8", "uint8"),
}
# What ml_dtypes calls the types that numpy lacks.
_ML_DTYPES = {
    "bf16": "bfloat16",
    "f8E4M3FN": "float8_e4m3fn",
    "f8E5M2": "float8_e5m2",
}


class ModelError(RuntimeError):
    """A compiled model refused or failed; the text is the library's own."""


class _Info(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("bytes", ctypes.c_int64),
    ]


class _Step(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("location", ctypes.c_char_p),
        ("seconds", ctypes.c_double),
    ]


@dataclasses.dataclass(frozen=True)
class StepTime:
    """A launch or copy of a model on a GPU, and what it took in the last run."""

    name: str
    """The kernel's name, "copy" or "read"."""
    location: str
    """Where the op that it is there for stands in the source."""
    seconds: float | None
    """None where it did not run alone: once for bound inputs, or in a graph."""


@dataclasses.dataclass(frozen=True)
class TensorInfo:
    """An input or a result of a compiled model."""

    name: str
    dtype: str
    """As MLIR writes it: "f32", "bf16", "i64", ..."""
    shape: tuple[int, ...]

    def __str__(self) -> str:
        extents = "".join(f"{extent}x" for extent in self.shape)
        return f"{self.name}: {extents}{self.dtype}"


def _numpy() -> Any:
    try:
        import numpy
    except ImportError as error:
        raise ImportError("running a compiled model needs numpy") from error
    return numpy


def _low_type(dtype: str) -> Any:
    """The ml_dtypes type, or None without that package."""
    try:
        import ml_dtypes  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return None
    return _numpy().dtype(getattr(ml_dtypes, _ML_DTYPES[dtype]))


def _round_to_odd(array: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
    """The bits of f32 that are the value where it is one, else of its two neighbours
    the odd one: rounding that to fewer digits rounds once (Boldo and Melquiond,
    "Emulation of FMA and correctly rounded sums", IEEE Trans. Comput. 57-4, 2008)."""
    np = _numpy()
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        near = np.array(array, np.float32, ndmin=1)
        bits = near.view(np.uint32).reshape(array.shape)
        back = near.astype(array.dtype).reshape(array.shape)
        inexact = np.isfinite(array) & (back != array)
        toward_zero = bits - (inexact & (abs(back) > abs(array)))
    return toward_zero | inexact


def _round_to_bf16(array: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
    """The bits of floats rounded to nearest even."""
    np = _numpy()
    bits = _round_to_odd(array).astype(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    quiet = (bits >> 16) | 0x40
    return np.where(np.isnan(array), quiet, rounded).astype(np.uint16)


def as_numbers(
    info: TensorInfo, array: numpy.ndarray[Any, Any]
) -> numpy.ndarray[Any, Any]:
    """A result in a type that numpy computes in: bf16 and floats of 8 bits as f32,
    which holds them exactly; others as they are."""
    np = _numpy()
    if info.dtype not in _ML_DTYPES:
        return array
    bits = array.view(dict(_TYPES.values())[info.dtype])
    if info.dtype == "bf16":
        return np.left_shift(bits, 16, dtype=np.uint32).view(np.float32)
    # Both are the upper byte of an f16, one with a bit less in the exponent.
    shift = 8 if info.dtype == "f8E5M2" else 7
    half = np.left_shift(bits & 0x7F, shift, dtype=np.uint16).view(np.float16)
    number = half.astype(np.float32)
    if shift == 7:
        number = np.where(bits & 0x7F == 0x7F, np.float32(np.nan), 256 * number)
    return np.where(bits & 0x80, -number, number)


def _as_position(key: Any) -> int:
    """An input's position; TypeError for what is no integer."""
    if not isinstance(key, bool):
        with contextlib.suppress(TypeError):
            return operator.index(key)
    raise TypeError(f"expected an input's position or name, got {key!r}")


class CompiledModel:
    """A compiled model: call it with one array an input.

    Arrays are converted to the input's type, as numpy's `same_kind` allows
    (floats between each other, integers between each other, but signed ones not to
    unsigned); an integer that a narrower type does not hold is an error. Contiguous
    arrays of the right type are not copied. bf16 inputs take
    ml_dtypes arrays, floats (rounded once) or uint16 bits; bf16 results come as ml_dtypes arrays where that package is,
    else as uint16 bits. One result is returned as itself, several as a tuple.

    Calls from several threads are safe; they run one after the other.

    Models for a GPU also take tensors on it, of any package that speaks DLPack
    (torch, cupy): nothing is copied, the work is queued on torch's current stream, of
    other packages on the default stream, and results come as tensors of torch. See
    `run_device`.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        threads: int | None = None,
        device: int | None = None,
        graph: bool = False,
        timing: bool = False,
    ):
        self.path = os.fsdecode(path)
        """The library that was loaded; may be gone by now."""
        self._library = _open(self.path)
        self.target: str = self._library.amp_model_target().decode()
        """What it was compiled for: "cpu", "cuda:sm_90a", ..."""
        self.inputs = self._describe("input")
        """The inputs, in order."""
        self.outputs = self._describe("output")
        """The results, in order."""
        self.seconds = 0.0
        """How long the last call took inside the library."""
        options = [] if threads is None else [f"threads={threads}"]
        options += [] if device is None else [f"device={device}"]
        options += ["graph=1"] if graph else []
        options += ["timing=1"] if timing else []
        self._handle = ctypes.c_void_p()
        self._bound: dict[int, Any] = {}
        self._free = list(range(len(self.inputs)))
        self._device = device or 0
        self._check(
            self._library.amp_model_create(
                ",".join(options).encode(), ctypes.byref(self._handle)
            )
        )

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._library.amp_model_destroy(self._handle)
        # Nothing points into the library now: results are numpy's or torch's, its
        # threads have ended. Others that loaded the same file keep it.
        if hasattr(self, "_library"):
            _dlclose(self._library._handle)

    def __reduce__(self) -> NoReturn:
        # A copy would hand the same model back twice.
        raise TypeError("a compiled model cannot be copied; load its library again")

    def __repr__(self) -> str:
        inputs = ", ".join(map(str, self.inputs))
        outputs = ", ".join(map(str, self.outputs))
        return f"<CompiledModel for {self.target}: ({inputs}) -> ({outputs})>"

    def _describe(self, what: str) -> tuple[TensorInfo, ...]:
        get = getattr(self._library, f"amp_model_{what}")
        get.restype = ctypes.POINTER(_Info)
        found = []
        for i in range(getattr(self._library, f"amp_model_num_{what}s")()):
            info = get(i).contents
            shape = tuple(info.shape[: info.rank])
            # Names are any bytes in MLIR.
            name = info.name.decode(errors="replace")
            found.append(TensorInfo(name, _TYPES[info.type][0], shape))
        return tuple(found)

    def _check(self, status: int) -> None:
        if status:
            error = ModelError if status != _UNSUPPORTED else NotImplementedError
            raise error(self._library.amp_model_last_error().decode(errors="replace"))

    def _pack(self, index: int, value: Any) -> numpy.ndarray[Any, Any]:
        np = _numpy()
        info = self.inputs[index]
        array = np.asarray(value)
        if array.shape != info.shape:
            raise ValueError(f"input {index}: expected {info}, got shape {array.shape}")
        want = np.dtype(dict(_TYPES.values())[info.dtype])
        if info.dtype in _ML_DTYPES:
            low = _low_type(info.dtype)
            if low is not None and array.dtype == low:
                array = array.view(want)
            elif info.dtype == "bf16" and array.dtype.kind == "f":
                array = _round_to_bf16(array)
        # Bits are no numbers: of no other type.
        is_bits = info.dtype in _ML_DTYPES
        if not np.can_cast(array.dtype, want, "equiv" if is_bits else "same_kind"):
            raise TypeError(f"input {index}: expected {info}, got {array.dtype}")
        packed = np.ascontiguousarray(array, want).reshape(info.shape)
        # Unsigned ones of as many bits are those bits: MLIR's integers have no sign.
        narrows = array.dtype.kind in "iu" and array.dtype.itemsize > want.itemsize
        if narrows and want.kind in "iu" and not np.array_equal(packed, array):
            lost = array[packed != array].flat[0]
            raise ValueError(f"input {index}: expected {info}, got {lost}")
        return packed

    def _unpack(self, info: TensorInfo, array: Any) -> Any:
        low = _low_type(info.dtype) if info.dtype in _ML_DTYPES else None
        return array if low is None else array.view(low)

    def bind(self, values: Mapping[Union[int, str], Any]) -> CompiledModel:
        """Fixes inputs (weights), by position or name, for all later calls,
        which then take the other inputs alone; returns the model itself.

        Arrays are copied: what is written to them later changes no result.
        Tensors on a GPU are not, and must stay as they are."""
        if not isinstance(values, Mapping):
            raise TypeError(f"expected arrays by position or name, got {values!r}")
        try:
            self._bind_all(values)
        finally:
            # Once, since a run asks no thousands of weights whether they are bound.
            self._free = [i for i in range(len(self.inputs)) if i not in self._bound]
        return self

    def _bind_all(self, values: Mapping[Union[int, str], Any]) -> None:
        for key, value in values.items():
            index = self._find(key) if isinstance(key, str) else _as_position(key)
            if not 0 <= index < len(self.inputs):
                raise ValueError(f"no input {key!r}: expected below {len(self.inputs)}")
            if _dlpack.is_on_device(value):
                self._bind_device(index, value)
                continue
            array = self._pack(index, value)
            # The CPU reads on, beside forms that were packed once.
            array = array.copy() if self.target == "cpu" else array
            self._check(
                self._library.amp_model_bind(
                    self._handle, index, ctypes.c_void_p(array.ctypes.data)
                )
            )
            self._bound[index] = array

    def _find(self, name: str) -> int:
        """The one input of that name."""
        found = [i for i, info in enumerate(self.inputs) if info.name == name]
        if not found:
            names = [info.name for info in self.inputs]
            raise ValueError(f"no input {name!r}: expected one of {names}")
        if len(found) > 1:
            raise ValueError(f"inputs {found} are named {name!r}: expected a position")
        return found[0]

    def _bind_device(self, index: int, value: Any) -> None:
        stream = _dlpack.current_stream(value)
        tensor = self._describe_device(f"input {index}", self.inputs[index], value, stream)
        self._check(
            self._library.amp_model_bind_device(self._handle, index, tensor.address)
        )
        self._bound[index] = tensor

    def _describe_device(
        self, what: str, info: TensorInfo, value: Any, stream: int
    ) -> _dlpack.DeviceTensor:
        """The device memory of an input or result, checked."""
        tensor = _dlpack.describe_torch(value, stream)
        if tensor is None:
            if not _dlpack.is_on_device(value):
                raise TypeError(f"{what}: expected {info} on the GPU, got {type(value)}")
            tensor = _dlpack.describe(value, stream)
        if tensor.shape != info.shape:
            raise ValueError(f"{what}: expected {info}, got shape {tensor.shape}")
        if tensor.dtype != info.dtype:
            raise TypeError(f"{what}: expected {info}, got {tensor}")
        if not tensor.dense:
            raise ValueError(f"{what}: expected a contiguous tensor")
        if tensor.device not in (None, self._device):
            raise ValueError(
                f"{what}: expected device {self._device}, got device {tensor.device}"
            )
        return tensor

    def _place_inputs(self, addresses: Iterable[int]) -> ctypes.Array[ctypes.c_void_p]:
        """The library's table of inputs: none of those that are bound."""
        places = (ctypes.c_void_p * len(self.inputs))()
        for i, address in zip(self._free, addresses):
            places[i] = address
        return places

    def run_device(
        self,
        inputs: Sequence[Any],
        outputs: Sequence[Any] | None = None,
        *,
        stream: int | None = None,
    ) -> tuple[Any, ...]:
        """Queues a run on tensors in the GPU's memory and returns the results.

        Args:
            inputs: those not bound: contiguous, of the input's own type, aligned
                to 16 bytes; of any package that speaks DLPack.
            outputs: tensors to write the results to; None makes new ones, for
                which an input must be torch's.
            stream: a CUstream as a number; None is torch's current one where the
                first input is torch's, else the default stream, which the packages
                of the inputs are told to have them ready on.
        """
        free = self._free
        if len(inputs) != len(free):
            raise TypeError(f"expected {len(free)} inputs, got {len(inputs)}")
        given = [*inputs, *(outputs or ())]
        if stream is None:
            stream = _dlpack.current_stream(given[0]) if given else 0
        if outputs is None:
            made = [
                _dlpack.empty_like(given[0], info.dtype, info.shape) if given else None
                for info in self.outputs
            ]
            if any(tensor is None for tensor in made):
                raise TypeError("expected outputs, as no input is a tensor of torch")
            outputs = made
        if len(outputs) != len(self.outputs):
            raise TypeError(f"expected {len(self.outputs)} outputs, got {len(outputs)}")
        sources = [
            self._describe_device(f"input {i}", self.inputs[i], value, stream)
            for i, value in zip(free, inputs)
        ]
        targets = [
            self._describe_device(f"result {i}", info, value, stream)
            for i, (info, value) in enumerate(zip(self.outputs, outputs))
        ]
        for i, target in enumerate(targets):
            for j, source in zip(free, sources):
                if source.overlaps(target):
                    raise ValueError(
                        f"result {i}: expected memory of its own, got that of input {j}"
                    )
        places = self._place_inputs(source.address for source in sources)
        results = (ctypes.c_void_p * len(targets))(*(t.address for t in targets))
        start = time.perf_counter()
        status = self._library.amp_model_run_device(
            self._handle, places, results, stream or None
        )
        self.seconds = time.perf_counter() - start
        self._check(status)
        return tuple(outputs)

    @property
    def device_seconds(self) -> float:
        """Seconds on the GPU of the last run, by its events; needs timing=True."""
        seconds = ctypes.c_double()
        self._check(
            self._library.amp_model_device_seconds(self._handle, ctypes.byref(seconds))
        )
        return seconds.value

    @property
    def steps(self) -> list[StepTime]:
        """Launches and copies of the last run; times need timing=True."""
        found = []
        for i in range(self._library.amp_model_num_steps(self._handle)):
            step = _Step()
            self._check(
                self._library.amp_model_step(self._handle, i, ctypes.byref(step))
            )
            seconds = step.seconds if step.seconds >= 0 else None
            name = step.name.decode(errors="replace")
            location = step.location.decode(errors="replace")
            found.append(StepTime(name, location, seconds))
        return found

    def run(self, inputs: Sequence[Any]) -> tuple[numpy.ndarray[Any, Any], ...]:
        """The results, always as a tuple; `inputs` are those not bound."""
        np = _numpy()
        free = self._free
        if len(inputs) != len(free):
            raise TypeError(f"expected {len(free)} inputs, got {len(inputs)}")
        arrays = [self._pack(i, value) for i, value in zip(free, inputs)]
        results = [
            np.empty(info.shape, dict(_TYPES.values())[info.dtype])
            for info in self.outputs
        ]
        places = self._place_inputs(array.ctypes.data for array in arrays)
        targets = (ctypes.c_void_p * len(results))(
            *(result.ctypes.data for result in results)
        )
        start = time.perf_counter()
        status = self._library.amp_model_run(self._handle, places, targets)
        self.seconds = time.perf_counter() - start
        self._check(status)
        return tuple(
            self._unpack(info, result) for info, result in zip(self.outputs, results)
        )

    def __call__(self, *inputs: Any) -> Any:
        on_device = any(map(_dlpack.is_on_device, inputs))
        results = self.run_device(inputs) if on_device else self.run(inputs)
        return results[0] if len(results) == 1 else results


_dlclose = ctypes.CDLL(None).dlclose
_dlclose.argtypes = [ctypes.c_void_p]


def _open(path: str) -> ctypes.CDLL:
    """The library at `path`, checked to be a compiled model."""
    if not os.path.exists(path):
        raise FileNotFoundError(2, "no such file", path)
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    # dlopen gives what it loaded before under the same name, though another
    # library has been written there since: each call asks by a name of its own.
    with tempfile.TemporaryDirectory(prefix="mlir_amp_") as folder:
        link = os.path.join(folder, os.path.basename(path))
        os.symlink(os.path.abspath(path), link)
        library = None
        try:
            library = ctypes.CDLL(link, mode=ctypes.RTLD_LOCAL)
            version = library.amp_model_abi_version()
        except (OSError, AttributeError) as error:
            if library is not None:
                _dlclose(library._handle)
            text = str(error).replace(link, os.path.abspath(path))
            raise ModelError(f"{path} is no compiled model: {text}") from None
    if version != _ABI_VERSION:
        _dlclose(library._handle)
        raise ModelError(
            f"{path} has version {version} of the interface, expected {_ABI_VERSION}: "
            "compile the model again"
        )
    library.amp_model_target.restype = ctypes.c_char_p
    library.amp_model_last_error.restype = ctypes.c_char_p
    library.amp_model_create.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    library.amp_model_bind.argtypes = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p]
    library.amp_model_run.argtypes = [ctypes.c_void_p] * 3
    library.amp_model_bind_device.argtypes = library.amp_model_bind.argtypes
    library.amp_model_run_device.argtypes = [ctypes.c_void_p] * 4
    library.amp_model_num_steps.argtypes = [ctypes.c_void_p]
    library.amp_model_step.argtypes = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p]
    library.amp_model_device_seconds.argtypes = [ctypes.c_void_p] * 2
    library.amp_model_destroy.argtypes = [ctypes.c_void_p]
    library.amp_model_destroy.restype = None
    return library


def load(
    path: str | os.PathLike[str],
    *,
    threads: int | None = None,
    device: int | None = None,
    graph: bool = False,
    timing: bool = False,
) -> CompiledModel:
    """Loads a library that amp-compile or `mlir_amp.compile` wrote.

    Args:
        path: the library.
        threads: CPU: how many threads a call uses; default: as many as the
            process may run on.
        device: GPU: which one; default 0.
        graph: GPU: runs on the same memory as the run before become one CUDA
            graph.
        timing: GPU: events round runs and steps, for `device_seconds` and
            `steps`.

    Raises:
        OSError: there is no such file, or it is a folder.
        ModelError: it is no compiled model, or this machine cannot run it.
    """
    return CompiledModel(path, threads=threads, device=device, graph=graph, timing=timing)
