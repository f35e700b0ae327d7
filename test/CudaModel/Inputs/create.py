# ===- create.py - Make a model's handle and run it on zeros ---------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Exits with the library's error text if a call fails. usage: create.py LIBRARY"""

import ctypes
import sys

from model_abi import Info

library = ctypes.CDLL(sys.argv[1])
library.amp_model_last_error.restype = ctypes.c_char_p

def check(status):
    if status:
        sys.exit(library.amp_model_last_error().decode())

def buffers(what):
    describe = getattr(library, "amp_model_" + what)
    describe.restype = ctypes.POINTER(Info)
    count = getattr(library, f"amp_model_num_{what}s")()
    made = [bytearray(describe(i).contents.bytes) for i in range(count)]
    views = [(ctypes.c_char * len(m)).from_buffer(m) for m in made]
    return (ctypes.c_void_p * count)(*[ctypes.addressof(v) for v in views]), views

handle = ctypes.c_void_p()
check(library.amp_model_create(None, ctypes.byref(handle)))
inputs, kept = buffers("input")
outputs, kept_too = buffers("output")
check(library.amp_model_run(handle, inputs, outputs))
library.amp_model_destroy(handle)
