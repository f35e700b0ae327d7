# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files: written whole or not at all, read with their names in errors."""

from __future__ import annotations

import contextlib
import errno
import functools
import json
import os
import types
import zipfile
import zlib
from typing import IO, Any, Callable, Iterator, Sequence


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Opens a temporary file beside `path` and renames it at the end, so that a
    failure leaves the old one, whose permissions stay. Symbolic links stay too;
    devices and pipes are written directly.

    Raises:
        OSError: the file cannot be written; nothing is left behind.
    """
    name = os.fsdecode(path)
    mode = os.stat(name).st_mode & 0o7777 if os.path.isfile(name) else None
    # A link may be /dev/stdout, which is a file at times.
    target = os.path.realpath(name)
    part = f"{target}.{os.getpid()}.part"
    direct = os.path.exists(name) and mode is None
    try:
        if mode is not None and not os.access(name, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with open(name if direct else part, "wb") as file:
            yield file
        if mode is not None:
            os.chmod(part, mode)
        if not direct:
            os.replace(part, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), name) from None
    finally:
        if os.path.exists(part):
            os.remove(part)


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Writes a file of UTF-8; see `whole_file`."""
    with whole_file(path) as file:
        file.write(text.encode())


def write_array(path: str | os.PathLike[str], array: Any) -> None:
    """Writes a .npy file of exactly that name; see `whole_file`."""
    import numpy as np

    with whole_file(path) as file:
        # Into a file proper, numpy writes past Python and misses a full disk.
        np.save(types.SimpleNamespace(write=file.write), array)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Finds a wrong name before the work that makes the file; touches nothing.

    Raises:
        OSError: `path` is a folder, its folder is missing, or one of them may not
            be written.
    """
    name = os.fsdecode(path)
    folder = os.path.dirname(os.path.realpath(name))
    places = [name] if os.path.exists(name) else []
    if not places or os.path.isfile(name):
        places.append(folder)  # of the temporary file
    number = 0
    if os.path.isdir(name):
        number = errno.EISDIR
    elif not os.path.isdir(folder):
        number = errno.ENOENT
    elif not all(os.access(place, os.W_OK) for place in places):
        number = errno.EACCES
    if number:
        raise OSError(number, os.strerror(number), name)


def check_readable(path: str | os.PathLike[str]) -> None:
    """Raises OSError unless `path` names something that may be read; opens nothing,
    as a pipe gives what it holds once."""
    name = os.fsdecode(path)
    number = 0
    if not os.path.exists(name):
        number = errno.ENOENT
    elif os.path.isdir(name):
        number = errno.EISDIR
    elif not os.access(name, os.R_OK):
        number = errno.EACCES
    if number:
        raise OSError(number, os.strerror(number), name)


def check_outputs(*paths: str | os.PathLike[str] | None) -> None:
    """`check_writable` for each output that is given, and no two are one file.

    Raises:
        OSError: one cannot be written.
        ValueError: one would overwrite another.
    """
    seen: dict[str, str] = {}
    for path in paths:
        if path is None:
            continue
        check_writable(path)
        name = os.fsdecode(path)
        target = os.path.realpath(name)
        if os.path.exists(target) and not os.path.isfile(target):
            continue  # a device or a pipe takes any number
        if target in seen:
            same = " twice" if seen[target] == name else f", which is {seen[target]!r}"
            raise ValueError(f"expected each output in a file of its own, got {name!r}{same}")
        seen[target] = name


def check_beside(
    read: str | None, *paths: str | os.PathLike[str] | None, what: str = "the module"
) -> None:
    """No output replaces the file `read`, which is `what`.

    Raises:
        ValueError: one does.
    """
    if read is None or not os.path.isfile(read):
        return
    for name in (os.fsdecode(path) for path in paths if path is not None):
        if os.path.realpath(name) == os.path.realpath(read):
            raise ValueError(f"expected an output beside {what}, got {name!r}")


def native_name(path: str | os.PathLike[str]) -> str:
    """The name of a file as MLIR takes it.

    Raises:
        OSError: it is not UTF-8.
    """
    name = os.fsdecode(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        raise OSError(errno.EILSEQ, "expected a name in UTF-8", name) from None
    return name


def read_array(path: str) -> Any:
    """The array of a .npy file.

    Raises:
        OSError: the file cannot be read.
        ValueError: it holds something else, or numpy is missing.
    """
    with _reading(path, ".npy") as read, open(path, "rb") as file:
        return read(file)


def read_archive(path: str, names: Sequence[str]) -> tuple[Any, ...]:
    """The arrays of a .npz file for the arguments called `names`: by name; by
    position where they have the names that numpy gives (`arr_0`, ...), or where
    the arguments have none of their own (`arg0`, ...).

    Raises:
        OSError: the file cannot be read.
        ValueError: it holds something else, or other arrays than the arguments;
            or numpy is missing.
    """
    arrays: dict[str, Any] = {}
    with _reading(path, ".npz") as read, zipfile.ZipFile(path) as archive:
        for member in archive.namelist():
            with archive.open(member) as file:
                arrays[member[:-4] if member.endswith(".npy") else member] = read(file)
    return tuple(arrays[key] for key in _arrange(path, list(arrays), list(names)))


def _arrange(path: str, keys: list[str], names: list[str]) -> list[str]:
    """The keys of an archive in the order of the arguments."""
    if len(set(names)) == len(names) and set(keys) == set(names):
        return names
    unnamed = len(set(names)) < len(names) or names == _numbered("arg", names)
    if set(keys) == set(_numbered("arr_", keys)):
        keys = _numbered("arr_", keys)
    elif not unnamed or not set(keys).isdisjoint(names):
        wrong = [f"unknown {key!r}" for key in keys if key not in names]
        wrong += [f"missing {name!r}" for name in names if name not in keys]
        wanted = ", ".join(map(repr, names))
        raise ValueError(f"{path}: expected arrays named {wanted}: {', '.join(wrong)}")
    if len(keys) != len(names):
        raise ValueError(f"{path}: expected {len(names)} arrays, got {len(keys)}")
    return keys


def _numbered(stem: str, like: Sequence[str]) -> list[str]:
    return [f"{stem}{number}" for number in range(len(like))]


@contextlib.contextmanager
def _reading(path: str, kind: str) -> Iterator[Callable[[IO[bytes]], Any]]:
    """What reads one array; errors name the file."""
    try:
        from numpy.lib import format
    except ImportError:
        raise ValueError("running models needs numpy: `pip install numpy`") from None
    try:
        yield functools.partial(format.read_array, allow_pickle=False)
    except (ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise ValueError(f"{path}: expected a {kind} file of numpy: {error}") from None


def read_json(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The object that a file of JSON holds.

    Raises:
        OSError: the file cannot be read.
        ValueError: it holds something else; the text names it.
    """
    with open(path, encoding="utf-8") as file:
        try:
            data = json.load(file)
        except ValueError as error:
            raise ValueError(f"{path}: expected JSON: {error}") from None
    if not isinstance(data, dict):
        raise ValueError(f"{path}: expected an object of JSON, got {type(data).__name__}")
    return data
