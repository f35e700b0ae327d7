# ===- arguments.py - Numbers on command lines ------------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Types of arguments for argparse, which tells what does not fit."""

import argparse
import math


def positive(text):
    """A number above zero, `1e5` too."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"expected a positive number, got '{text}'")
    return number


def whole(text):
    """A whole number from zero to what a seed may be, `1e5` too."""
    try:
        number = int(text) if text.isdigit() else int(float(text))
        if 0 <= number < 2**62 and number == float(text):
            return number
    except (ValueError, OverflowError):
        pass
    raise argparse.ArgumentTypeError(f"expected a whole number from 0 up, got '{text}'")


def at_least_one(text):
    """A whole number above zero, `1e5` too."""
    number = whole(text)
    if number == 0:
        raise argparse.ArgumentTypeError(f"expected a positive number, got '{text}'")
    return number
