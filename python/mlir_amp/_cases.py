# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models with their inputs and references, as the benchmark takes them.

A case is NAME.args.json beside NAME.weightless.mlir (all arguments made by rule,
docs/bench.md), or a JSON file with a module, arrays, and what is known of the
results.
"""

from __future__ import annotations

import functools
import math
import os
import re
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable

from ._files import read_array, read_json
from ._module import Module, parse


@dataclass
class Weight:
    """An argument that is no input: its position, its name, and what makes it."""

    index: int
    name: str
    make: Callable[[], Any]


@dataclass
class Case:
    """One model: `batches` are argument tuples, `reference` the first result of
    all batches in float64 (None: f32's own is taken), `labels` the right
    answers, `tail` how many last rows of axis 1 the reference keeps. `batches`
    leave out the arguments that are weights."""

    name: str
    path: str
    batches: list[tuple[Any, ...]]
    reference: Any = None
    labels: Any = None
    tail: int | None = None
    about: str = ""
    onnx: str | None = None
    torch: str | None = None
    weights: list[Weight] = field(default_factory=list)

    def module(self) -> Module:
        """The module, its weights made constants."""
        module = parse(Path(self.path))
        values = {weight.index: weight.make() for weight in self.weights}
        return module.freeze(values) if values else module


def make_argument(name: str, shape: list[int], dtype: str, init: dict[str, Any]) -> Any:
    """An argument made from its name and its rule alone; the same anywhere."""
    import numpy as np

    random = np.random.RandomState(zlib.crc32(name.encode()) & 0xFFFFFFFF)
    kind = init["kind"]
    if kind == "normal":
        values = random.standard_normal(shape) * init["scale"] + init["shift"]
        return values.astype(dtype)
    if kind == "randint":
        return random.randint(0, init["high"], size=shape).astype(dtype)
    if kind == "prefix":  # ones, then zeros, along the last axis
        ones = np.arange(shape[-1]) < init["n"]
        return np.broadcast_to(ones, shape).astype(dtype)
    raise ValueError(f"expected an init of normal, randint, prefix or aux, got {kind!r}")


def _make(described: dict[str, Any], aux: Any) -> Any:
    import numpy as np

    if described["init"]["kind"] == "aux":
        return np.asarray(aux[described["name"]])
    init = described["init"]
    return make_argument(described["name"], described["shape"], described["dtype"], init)


def load_case(name: str, folder: str) -> Case:
    """The case of a JSON file, or of a name in `folder`.

    Raises:
        OSError: a file is missing.
        ValueError: the description is wrong.
    """
    if name.endswith(".json") and not name.endswith(".args.json"):
        return _load_described(name, folder)
    return _load_seeded(name, folder)


def _load_seeded(name: str, folder: str) -> Case:
    import numpy as np

    path = os.path.join(folder, f"{name}.args.json")
    described = read_json(path)
    _expect(path, described, "args")
    if not isinstance(described["args"], list):
        raise ValueError(f"{path}: expected a list of arguments")
    for one in described["args"]:
        _expect(path, one, "name", "shape", "dtype", "init")
        _expect(path, one["init"], "kind")
    data = described.get("data", name)
    extra = os.path.join(folder, f"{data}.aux.npz")
    aux = np.load(extra) if os.path.exists(extra) else {}
    batch, weights = [], []
    for index, one in enumerate(described["args"]):
        make = functools.partial(_make, one, aux)
        if one.get("kind", "USER_INPUT") == "USER_INPUT":
            batch.append(make())
        else:
            weights.append(Weight(index, one["name"], make))
    path = os.path.join(folder, f"{data}.ref_f64.npy")
    reference = read_array(path) if os.path.exists(path) else None
    _check_finite(path, reference)
    return Case(
        name=name,
        path=os.path.join(folder, f"{name}.weightless.mlir"),
        batches=[tuple(batch)],
        weights=weights,
        reference=reference,
        tail=described.get("tail"),
        about=described.get("about", "seeded random weights"),
        onnx=_place(folder, described.get("onnx")),
        torch=_place(folder, described.get("torch")),
    )


def _expect(path: str, described: Any, *keys: str) -> None:
    """Raises ValueError unless what a file describes has the keys."""
    for key in keys:
        if not isinstance(described, dict) or key not in described:
            raise ValueError(f"{path}: expected the key {key!r}")


def _place(folder: str, name: str | None) -> str | None:
    return os.path.join(folder, name) if name else None


# What a case may say, and what that must be.
_SEEDED = {"seeded": "text", "about": "text", "torch": "text", "onnx": "text"}
_DESCRIBED = {
    "module": "text",
    "arrays": "a list of texts",
    "batch": "a number above 0",
    "reference": "text",
    "labels": "text",
    "tail": "a number above 0",
    "about": "text",
    "onnx": "text",
    "torch": "text",
}


def _check_keys(path: str, described: dict[str, Any], known: dict[str, str]) -> None:
    """Raises ValueError, with file and key, for what no case says."""
    fits: dict[str, Callable[[Any], bool]] = {
        "text": lambda value: isinstance(value, str),
        "a list of texts": lambda value: isinstance(value, list)
        and all(isinstance(one, str) for one in value),
        "a number above 0": lambda value: type(value) is int and value > 0,
    }
    for key, value in described.items():
        if key not in known:
            raise ValueError(f"{path}: expected keys among {', '.join(known)}, got {key!r}")
        if not fits[known[key]](value):
            raise ValueError(f"{path}: expected {key!r} to be {known[key]}, got {value!r}")


def _split(path: str, arrays: list[Any], size: int | None) -> list[tuple[Any, ...]]:
    """The arguments of each run: slices of `size` rows, or all at once."""
    if size is None:
        return [tuple(arrays)]
    lengths = [array.shape[0] if array.ndim else 0 for array in arrays]
    total = lengths[0] if lengths else 0
    if total == 0 or any(length != total for length in lengths):
        raise ValueError(
            f"{path}: expected 'arrays' of one length to take 'batch' rows of, got {lengths}"
        )
    return [
        tuple(array[i : i + size] for array in arrays) for i in range(0, total, size)
    ]


def _check_results(
    path: str, module: str, batches: int, tail: int | None, reference: Any, labels: Any
) -> None:
    """Raises ValueError unless reference and labels fit the first result."""
    if reference is None and labels is None:
        return
    _check_finite(path, reference)
    shape = _result_shape(parse(Path(module)))
    if shape is None:
        return
    shape[0] *= batches
    if tail is not None and len(shape) > 1:
        shape[1] = min(shape[1], tail)
    rows = [math.prod(shape[:-1])]
    for key, array, extents in (("reference", reference, shape), ("labels", labels, rows)):
        if array is None:
            continue
        if list(array.shape) != extents or array.dtype.kind not in "fiub":
            raise ValueError(
                f"{path}: expected {key!r} to have shape {tuple(extents)}, got "
                f"{array.shape} of {array.dtype}"
            )


def _check_finite(path: str, reference: Any) -> None:
    """Raises ValueError for a reference from which nothing has a distance."""
    import numpy as np

    if reference is not None and reference.dtype.kind == "f":
        wrong = int(reference.size - np.isfinite(reference).sum())
        if wrong:
            raise ValueError(
                f"{path}: expected 'reference' to be finite, got {wrong} of "
                f"{reference.size} elements infinite or NaN"
            )


def _result_shape(module: Module) -> list[int] | None:
    """Extents of the first result of the function `main`; None if not known."""
    for op in module.ops():
        if op.name == "func.return" and op.function == "main" and op.operand_types:
            found = re.fullmatch(r"tensor<((?:\d+x)+)[^x]+>", op.operand_types[0])
            return [int(extent) for extent in found[1].split("x")[:-1]] if found else None
    return None


def _load_described(path: str, folder: str) -> Case:
    described = read_json(path)
    _check_keys(path, described, _SEEDED if "seeded" in described else _DESCRIBED)

    def place(name: str) -> str:
        beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
        # A torch module is FILE.py:FUNCTION.
        exists = os.path.exists(re.sub(r"\.py:\w+$", ".py", beside))
        return beside if exists else os.path.join(folder, name)

    if "seeded" in described:
        case = _load_seeded(described["seeded"], folder)
        case.name = os.path.splitext(os.path.basename(path))[0]
        case.about = described.get("about", case.about)
        for key in ("torch", "onnx"):
            if key in described:
                setattr(case, key, place(described[key]))
        return case
    _expect(path, described, "module", "arrays")
    arrays = [read_array(place(name)) for name in described["arrays"]]
    batches = _split(path, arrays, described.get("batch"))

    def optional(key: str) -> Any:
        return read_array(place(described[key])) if key in described else None

    module = place(described["module"])
    reference, labels = optional("reference"), optional("labels")
    _check_results(path, module, len(batches), described.get("tail"), reference, labels)
    return Case(
        name=os.path.splitext(os.path.basename(path))[0],
        path=module,
        batches=batches,
        reference=reference,
        labels=labels,
        tail=described.get("tail"),
        about=described.get("about", ""),
        onnx=place(described["onnx"]) if "onnx" in described else None,
        torch=place(described["torch"]) if "torch" in described else None,
    )
