# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m mlir_amp`."""

import sys

from ._cli import main

if __name__ == "__main__":
    sys.exit(main())
