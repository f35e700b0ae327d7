# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled for the CPU: who owns and writes which buffer. Each model runs several
times, since what a run does to its memory shows in the next."""

import copy
import gc
import os
import pickle
import subprocess
import sys

import pytest

import mlir_amp
from test_compile import matmul_text

np = pytest.importorskip("numpy")


def check_runs(text, function, *shapes):
    """Compares three runs with `function` of the same numbers."""
    model = mlir_amp.compile(text)
    rng = np.random.default_rng(5)
    for _ in range(3):
        arrays = [rng.integers(1, 9, shape).astype(np.float32) for shape in shapes]
        for result, want in zip(model(*arrays), function(*arrays), strict=True):
            np.testing.assert_array_equal(result, want)


RESULTS = {
    "one value": ("%0", "tensor<4x8xf32>", ""),
    "a view": (
        "%v",
        "tensor<32xf32>",
        "%v = tensor.collapse_shape %0 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>",
    ),
}


@pytest.mark.parametrize("second", RESULTS)
@pytest.mark.parametrize("called", [False, True])
def test_two_results_in_one_buffer(second, called):
    # The buffer was freed twice, and given to two values of the next run.
    value, kind, line = RESULTS[second]
    full = "tensor<4x8xf32>"
    body = f"""(%x: {full}) -> ({full}, {kind}, {full}) {{
  %0 = math.absf %x : {full}
  %1 = arith.addf %0, %0 : {full}
  %s = tensor.extract_slice %1[0, 0] [2, 8] [1, 1] : {full} to tensor<2x8xf32>
  %2 = tensor.insert_slice %s into %x[2, 0] [2, 8] [1, 1]
      : tensor<2x8xf32> into {full}
  {line}
  return %0, {value}, %2 : {full}, {kind}, {full}
}}"""
    call = f"""
func.func @main(%x: {full}) -> ({full}, {kind}, {full}) {{
  %0:3 = func.call @inner(%x) : ({full}) -> ({full}, {kind}, {full})
  return %0#0, %0#1, %0#2 : {full}, {kind}, {full}
}}
func.func private @inner"""

    def function(x):
        last = x.copy()
        last[2:] = 2 * x[:2]
        return x, x.reshape(-1) if second == "a view" else x, last

    check_runs((call if called else "func.func @main") + body, function, (4, 8))


@pytest.mark.parametrize("extra", ["", "1x"])
def test_a_producer_that_reads_its_init_is_computed_once(extra):
    # Joined to a reader with more loops, it read back what it had written.
    full = f"tensor<{extra}3x5xf32>"
    dims = "d0, d1, d2" if extra else "d1, d2"
    loops = ", ".join(['"parallel"'] * len(dims.split(",")))
    text = f"""
#row = affine_map<(d0) -> (d0)>
#full = affine_map<({dims}) -> ({dims})>
#spread = affine_map<({dims}) -> (d1)>
func.func @main(%x: tensor<3xf32>, %i: tensor<3xf32>, %y: {full})
    -> ({full}, tensor<1xf32>) {{
  %0 = linalg.generic {{indexing_maps = [#row, #row],
      iterator_types = ["parallel"]}}
      ins(%x : tensor<3xf32>) outs(%i : tensor<3xf32>) {{
  ^bb0(%in: f32, %out: f32):
    %s = arith.subf %in, %out : f32
    linalg.yield %s : f32
  }} -> tensor<3xf32>
  %empty = tensor.empty() : {full}
  %1 = linalg.generic {{indexing_maps = [#full, #spread, #full],
      iterator_types = [{loops}]}}
      ins(%y, %0 : {full}, tensor<3xf32>) outs(%empty : {full}) {{
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  }} -> {full}
  %2 = arith.constant dense<1.0> : tensor<1xf32>
  return %1, %2 : {full}, tensor<1xf32>
}}"""
    shape = (1, 3, 5) if extra else (3, 5)
    check_runs(
        text,
        lambda x, i, y: (y * (x - i)[:, None], np.ones(1, np.float32)),
        3,
        3,
        shape,
    )


DYNAMIC = "tensor<?x?xf32>"
# What takes or returns the slice, and the shape of the result.
CROSSINGS = {
    "returned": (f"return %s : {DYNAMIC}", DYNAMIC, "4x3"),
    "returned in another shape": (
        f"""%r = tensor.expand_shape %s [[0, 1], [2]] output_shape [%m, 1, %n]
      : {DYNAMIC} into tensor<?x1x?xf32>
  return %r : tensor<?x1x?xf32>""",
        "tensor<?x1x?xf32>",
        "4x1x3",
    ),
    "given": (
        f"""%r = func.call @absolute(%s) : ({DYNAMIC}) -> {DYNAMIC}
  return %r : {DYNAMIC}""",
        DYNAMIC,
        "2x6",
    ),
    "given and written over": (
        f"""%r = func.call @write_over(%s) : ({DYNAMIC}) -> {DYNAMIC}
  return %r : {DYNAMIC}""",
        DYNAMIC,
        "2x6",
    ),
}


@pytest.mark.parametrize("crossing", CROSSINGS)
def test_slices_with_rows_of_unknown_length_cross_functions(crossing):
    # Their rows were taken to follow each other.
    body, kind, shape = CROSSINGS[crossing]
    text = f"""
func.func private @reshape(%a: {DYNAMIC}) -> tensor<2x6xf32> {{
  %l = tensor.collapse_shape %a [[0, 1]] : {DYNAMIC} into tensor<?xf32>
  %c = tensor.cast %l : tensor<?xf32> to tensor<12xf32>
  %e = tensor.expand_shape %c [[0, 1]] output_shape [2, 6]
      : tensor<12xf32> into tensor<2x6xf32>
  return %e : tensor<2x6xf32>
}}
func.func private @absolute(%a: {DYNAMIC}) -> {DYNAMIC} {{
  %c = call @reshape(%a) : ({DYNAMIC}) -> tensor<2x6xf32>
  %0 = math.absf %c : tensor<2x6xf32>
  %1 = tensor.cast %0 : tensor<2x6xf32> to {DYNAMIC}
  return %1 : {DYNAMIC}
}}
func.func private @write_over(%a: {DYNAMIC}) -> {DYNAMIC} {{
  %c = call @reshape(%a) : ({DYNAMIC}) -> tensor<2x6xf32>
  %0 = linalg.abs ins(%c : tensor<2x6xf32>) outs(%c : tensor<2x6xf32>)
      -> tensor<2x6xf32>
  %1 = tensor.cast %0 : tensor<2x6xf32> to {DYNAMIC}
  return %1 : {DYNAMIC}
}}
func.func private @part(%a: {DYNAMIC}, %n: index) -> {kind} {{
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : {DYNAMIC}
  %t = math.absf %a : {DYNAMIC}
  %s = tensor.extract_slice %t[0, 0] [%m, %n] [1, 1] : {DYNAMIC} to {DYNAMIC}
  {body}
}}
func.func @main(%a: tensor<4x6xf32>) -> (tensor<{shape}xf32>, tensor<4x6xf32>) {{
  %c3 = arith.constant 3 : index
  %t = tensor.cast %a : tensor<4x6xf32> to {DYNAMIC}
  %0 = call @part(%t, %c3) : ({DYNAMIC}, index) -> {kind}
  %1 = tensor.cast %0 : {kind} to tensor<{shape}xf32>
  %2 = arith.addf %a, %a : tensor<4x6xf32>
  return %1, %2 : tensor<{shape}xf32>, tensor<4x6xf32>
}}
"""
    sizes = [int(size) for size in shape.split("x")]
    check_runs(text, lambda a: (a[:, :3].reshape(sizes), a + a), (4, 6))


@pytest.mark.parametrize("rows", ["all", "every other"])
def test_dimensions_split_into_two_of_unknown_size(rows):
    # Ended the process. A view of batch and sequence is written so.
    full, step = ("6x8", 1) if rows == "all" else ("12x8", 2)
    text = f"""
func.func private @split(%x: tensor<?x8xf32>, %b: index, %s: index)
    -> tensor<?x?x8xf32> {{
  %n = arith.muli %b, %s : index
  %p = tensor.extract_slice %x[0, 0] [%n, 8] [{step}, 1]
      : tensor<?x8xf32> to tensor<?x8xf32>
  %0 = tensor.expand_shape %p [[0, 1], [2]] output_shape [%b, %s, 8]
      : tensor<?x8xf32> into tensor<?x?x8xf32>
  return %0 : tensor<?x?x8xf32>
}}
func.func @main(%x: tensor<{full}xf32>) -> (tensor<2x3x8xf32>, tensor<{full}xf32>) {{
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c = tensor.cast %x : tensor<{full}xf32> to tensor<?x8xf32>
  %0 = call @split(%c, %c2, %c3)
      : (tensor<?x8xf32>, index, index) -> tensor<?x?x8xf32>
  %1 = tensor.cast %0 : tensor<?x?x8xf32> to tensor<2x3x8xf32>
  %2 = arith.addf %x, %x : tensor<{full}xf32>
  return %1, %2 : tensor<2x3x8xf32>, tensor<{full}xf32>
}}
"""
    shape = [int(size) for size in full.split("x")]
    check_runs(text, lambda x: (x[::step].reshape(2, 3, 8), x + x), shape)


FORKS = """
import os, signal, sys
import numpy as np
import mlir_amp
text = sys.stdin.read()
x = np.ones((64, 64), np.float32)
model = mlir_amp.compile(text, threads=4)
expected = model(x)
child = os.fork()
if child == 0:
    signal.alarm(30)
    same = np.array_equal(model(x), expected)
    del model
    os._exit(0 if same else 3)
print(os.waitpid(child, 0)[1], np.array_equal(model(x), expected))
"""


def test_a_forked_process_runs_and_drops_the_model():
    text = """
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = math.exp %0 : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}"""
    ended = subprocess.run(
        [sys.executable, "-c", FORKS], input=text, capture_output=True, text=True
    )
    assert (ended.stdout.strip(), ended.stderr) == ("0 True", "")


def test_sizes_that_no_memory_holds():
    # 2^64 bytes were a buffer of none, 2^63 a search without end.
    model = mlir_amp.compile("""
func.func @main(%sizes: tensor<2xi64>) -> tensor<f32> {
  %zero = arith.constant 0 : index
  %last = arith.constant 1 : index
  %0 = tensor.extract %sizes[%zero] : tensor<2xi64>
  %1 = tensor.extract %sizes[%last] : tensor<2xi64>
  %rows = arith.index_cast %0 : i64 to index
  %columns = arith.index_cast %1 : i64 to index
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %start = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%ones : tensor<?x?xf32>) outs(%start : tensor<f32>)
    dimensions = [0, 1]
  return %sum : tensor<f32>
}""")
    for rows, columns in ((2**31, 2**31), (2**62, 1), (2**61, 1), (2**60, 1), (2**40, 2**40)):
        with pytest.raises(mlir_amp.ModelError, match="no memory for a value"):
            model(np.array([rows, columns]))
    with pytest.raises(mlir_amp.ModelError, match="negative size"):
        model(np.array([-1, 2]))
    for rows, columns in ((0, 5), (3, 5), (7, 0)):
        assert model(np.array([rows, columns])) == rows * columns


def mapped(name):
    with open("/proc/self/maps") as maps:
        return sum(name in line for line in maps)


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="lists of mappings")
def test_a_dropped_model_takes_its_library_along(tmp_path):
    # Each left a mapping of its constants, and the file on the disk behind it.
    path = tmp_path / "dropped_model.so"
    first = mlir_amp.compile(matmul_text(4, 8, 4), output=path, threads=2)
    second = mlir_amp.load(path)
    result = first(np.eye(4), np.ones((4, 8)))
    del first
    assert mapped(path.name)
    np.testing.assert_array_equal(second(np.eye(4), np.ones((4, 8))), result)
    del second
    with pytest.raises(mlir_amp.ModelError, match="threads"):
        mlir_amp.load(path, threads=0)
    gc.collect()
    assert not mapped(path.name)
    np.testing.assert_array_equal(result, np.ones((4, 8)))


def test_a_compiled_model_is_not_copied():
    model = mlir_amp.compile("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {"
                             " return %x : tensor<2xf32> }")
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied; load its library again"):
            copied(model)
