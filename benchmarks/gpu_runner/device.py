#!/usr/bin/env python3
# ===- device.py - The GPU, asked through the driver alone ------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Prints the chip and the name of the first GPU, `sm_90a NVIDIA H200`, or why there is
none (exit status 1). AMP_CUDA_DRIVER names another driver than libcuda.so.1."""

import ctypes
import os
import sys

# Chips that kernels are written for, by compute capability.
CHIPS = {80: "sm_80", 86: "sm_86", 89: "sm_89", 90: "sm_90a"}


class NoDevice(RuntimeError):
    """There is nothing to run on; the text says what was expected."""


def call(driver, name, *arguments):
    status = getattr(driver, name)(*arguments)
    if status:
        text = ctypes.c_char_p()
        driver.cuGetErrorName(status, ctypes.byref(text))
        raise NoDevice(f"{name}: {(text.value or b'unknown error').decode()}")


def find():
    """(chip, name) of device 0; NoDevice where it cannot be used."""
    path = os.environ.get("AMP_CUDA_DRIVER", "libcuda.so.1")
    try:
        driver = ctypes.CDLL(path)
    except OSError as error:
        raise NoDevice(f"no NVIDIA driver: {error}") from None
    count, device, context = ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p()
    call(driver, "cuInit", 0)
    call(driver, "cuDeviceGetCount", ctypes.byref(count))
    if count.value < 1:
        raise NoDevice("the driver finds no device")
    call(driver, "cuDeviceGet", ctypes.byref(device), 0)
    capability = 0
    for attribute, unit in ((75, 10), (76, 1)):
        value = ctypes.c_int()
        call(driver, "cuDeviceGetAttribute", ctypes.byref(value), attribute, device)
        capability += unit * value.value
    if capability not in CHIPS:
        known = ", ".join(str(one / 10) for one in CHIPS)
        raise NoDevice(f"expected compute capability {known}, got {capability / 10}")
    # A device that another process holds exclusively is none.
    call(driver, "cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    call(driver, "cuDevicePrimaryCtxRelease_v2", device)
    name = ctypes.create_string_buffer(b"unnamed", 256)
    if hasattr(driver, "cuDeviceGetName"):
        call(driver, "cuDeviceGetName", name, 256, device)
    return CHIPS[capability], name.value.decode()


if __name__ == "__main__":
    try:
        print(*find())
    except NoDevice as problem:
        sys.exit(str(problem))
