# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors of other packages on a GPU, through the DLPack protocol, no copies."""

from __future__ import annotations

import ctypes
import dataclasses
import functools
import math
import sys
from typing import Any

# DLDeviceType of memory that kernels on an NVIDIA GPU may use: CUDA, managed.
_CUDA = (2, 13)
# DLDataTypeCode: int, uint, float, bfloat, bool, two floats of 8 bits; as MLIR
# writes the type.
_TYPES = {
    (0, 8): "i8",
    (0, 16): "i16",
    (0, 32): "i32",
    (0, 64): "i64",
    (1, 8): "ui8",
    (1, 16): "ui16",
    (1, 32): "ui32",
    (1, 64): "ui64",
    (2, 16): "f16",
    (2, 32): "f32",
    (2, 64): "f64",
    (4, 16): "bf16",
    (6, 8): "i1",
    (10, 8): "f8E4M3FN",
    (12, 8): "f8E5M2",
}


# What torch calls the types; some only since a version of it.
_TORCH_NAMES = {
    "float64": "f64",
    "float32": "f32",
    "float16": "f16",
    "bfloat16": "bf16",
    "int64": "i64",
    "int32": "i32",
    "int16": "i16",
    "int8": "i8",
    "bool": "i1",
    "uint64": "ui64",
    "uint32": "ui32",
    "uint16": "ui16",
    "uint8": "ui8",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e5m2": "f8E5M2",
}

# Those of them that it does not hand on through DLPack: their bytes are.
_TORCH_FLOAT8 = {
    f"torch.{name}": ours for name, ours in _TORCH_NAMES.items() if ours.startswith("f8")
}


class _DataType(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
    ]


class _Tensor(ctypes.Structure):
    """DLTensor, the first member of DLManagedTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype = ctypes.c_void_p
_get_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


@dataclasses.dataclass(eq=False)
class DeviceTensor:
    """A dense tensor in a GPU's memory; valid while this object lives."""

    address: int
    dtype: str
    """As MLIR writes it; "" for a type that it has not."""
    shape: tuple[int, ...]
    dense: bool
    """Whether it is contiguous and row-major."""
    device: int | None
    """The number of its GPU; None for memory that all can reach."""
    bytes: int
    """Of all its elements."""
    owner: Any = dataclasses.field(repr=False)

    def __str__(self) -> str:
        return "".join(f"{extent}x" for extent in self.shape) + self.dtype

    def overlaps(self, other: DeviceTensor) -> bool:
        """Whether the two, both dense, have a byte in common."""
        ends = self.address + self.bytes, other.address + other.bytes
        return max(self.address, other.address) < min(ends)


def is_on_device(value: Any) -> bool:
    """Whether `value` offers memory of an NVIDIA GPU."""
    describe = getattr(value, "__dlpack_device__", None)
    return describe is not None and int(describe()[0]) in _CUDA


def _is_dense(tensor: _Tensor) -> bool:
    if not tensor.strides:
        return True
    expected = 1
    for i in reversed(range(tensor.rank)):
        if tensor.shape[i] != 1 and tensor.strides[i] != expected:
            return False
        expected *= tensor.shape[i]
    return True


@functools.lru_cache(maxsize=1)
def _torch_types(torch: Any) -> dict[Any, str]:
    return {
        getattr(torch, name): ours
        for name, ours in _TORCH_NAMES.items()
        if hasattr(torch, name)
    }


def describe_torch(value: Any, stream: int) -> DeviceTensor | None:
    """What `describe` finds by the protocol, from a tensor of torch itself, in a part
    of the time; None for other tensors, and where the protocol has something to do:
    another stream to wait for, or a tensor that it may refuse."""
    torch = _torch_of(value)
    dtype = _torch_types(torch).get(value.dtype) if torch else None
    if dtype is None or not value.is_cuda or value.layout is not torch.strided:
        return None
    if value.requires_grad or value.is_conj() or value.is_neg():
        return None
    if torch.cuda.current_stream(value.device).cuda_stream != stream:
        return None
    return DeviceTensor(
        address=value.data_ptr(),
        dtype=dtype,
        shape=tuple(value.shape),
        dense=value.is_contiguous(),
        bytes=value.numel() * value.element_size(),
        device=value.device.index,
        owner=value,
    )


def describe(value: Any, stream: int) -> DeviceTensor:
    """The memory behind `value`, ready for work on `stream` (0: the default)."""
    torch = _torch_of(value)
    float8 = _TORCH_FLOAT8.get(str(value.dtype)) if torch else None
    source = value.view(torch.uint8) if float8 else value
    # The protocol's name of the default stream is 1.
    capsule = source.__dlpack__(stream=stream or 1)
    place = _get_pointer(capsule, b"dltensor")
    tensor = ctypes.cast(place, ctypes.POINTER(_Tensor)).contents
    kind = (tensor.dtype.code, tensor.dtype.bits)
    bits = tensor.dtype.bits * tensor.dtype.lanes
    shape = tuple(tensor.shape[: tensor.rank])
    return DeviceTensor(
        address=(tensor.data or 0) + tensor.byte_offset,
        dtype=float8 or (_TYPES.get(kind, "") if tensor.dtype.lanes == 1 else ""),
        shape=shape,
        dense=_is_dense(tensor),
        bytes=math.prod(shape) * bits // 8,
        device=tensor.device_id if tensor.device_type == _CUDA[0] else None,
        # The capsule's end gives the tensor back.
        owner=(capsule, value),
    )


def _torch_of(value: Any) -> Any:
    """The torch package if `value` is one of its tensors."""
    torch = sys.modules.get("torch")
    return torch if torch is not None and isinstance(value, torch.Tensor) else None


def current_stream(value: Any) -> int:
    """The stream that torch works on if `value` is its tensor on a GPU; else the
    default, 0: DLPack has no question for it."""
    torch = _torch_of(value)
    if torch is None or not value.is_cuda:
        return 0
    return int(torch.cuda.current_stream(value.device).cuda_stream)


def empty_like(value: Any, dtype: str, shape: tuple[int, ...]) -> Any:
    """New device memory from the package of `value`; None if that is not known."""
    torch = _torch_of(value)
    names = {ours: name for name, ours in _TORCH_NAMES.items()}
    if torch is None or dtype not in names:
        return None
    return torch.empty(shape, dtype=getattr(torch, names[dtype]), device=value.device)
