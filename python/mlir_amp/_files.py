# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that are written whole or not at all."""

from __future__ import annotations

import os


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Writes to a temporary file beside `path` and renames it, so that a failure
    leaves the old one. Devices and pipes are written directly.

    Raises:
        OSError: the file cannot be written; nothing is left behind.
    """
    name = os.fspath(path)
    if os.path.exists(name) and not os.path.isfile(name):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        return
    if os.path.exists(name) and not os.access(name, os.W_OK):
        raise PermissionError(13, "Permission denied", name)
    part = f"{name}.{os.getpid()}.part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
        if os.path.exists(name):
            os.chmod(part, os.stat(name).st_mode & 0o7777)
        os.replace(part, name)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, name) from None
    finally:
        if os.path.exists(part):
            os.remove(part)
