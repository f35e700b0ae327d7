# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled models on the CPU: results, types, threads, errors."""

import concurrent.futures
import os

import pytest

import mlir_amp

np = pytest.importorskip("numpy")

RNG = np.random.default_rng(7)


def matmul_text(m, n, k, kind="f32", transposed=False):
    b = f"tensor<{n}x{k}x{kind}>" if transposed else f"tensor<{k}x{n}x{kind}>"
    lhs, out = f"tensor<{m}x{k}x{kind}>", f"tensor<{m}x{n}xf32>"
    maps = (
        "affine_map<(i, j, l) -> (i, l)>, "
        + f"affine_map<(i, j, l) -> ({'j, l' if transposed else 'l, j'})>, "
        + "affine_map<(i, j, l) -> (i, j)>"
    )
    extend = (
        "" if kind == "f32" else
        f"%xe = arith.extf %x : {kind} to f32  %ye = arith.extf %y : {kind} to f32"
    )
    x, y = ("%x", "%y") if kind == "f32" else ("%xe", "%ye")
    return f"""
func.func @main(%a: {lhs}, %b: {b}) -> {out} {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {out}
  %init = linalg.fill ins(%zero : f32) outs(%empty : {out}) -> {out}
  %0 = linalg.generic {{indexing_maps = [{maps}],
         iterator_types = ["parallel", "parallel", "reduction"]}}
         ins(%a, %b : {lhs}, {b}) outs(%init : {out}) {{
  ^bb0(%x: {kind}, %y: {kind}, %sum: f32):
    {extend}
    %p = arith.mulf {x}, {y} : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }} -> {out}
  return %0 : {out}
}}"""


# Whole strips, ragged ones, more k than a block, long and short sides.
# The last two have rows that fill vectors badly: their columns are computed as rows.
SHAPES = [(14, 32, 64), (3, 17, 5), (29, 65, 801), (2, 300, 33), (300, 9, 31), (300, 9, 131), (135, 49, 801)]


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("kind", ["f32", "f16", "bf16"])
@pytest.mark.parametrize("shape", SHAPES)
def test_products_of_small_integers_are_exact(shape, kind, transposed):
    # Integers up to 8: products up to 64 times 801 stay below 2^24.
    m, n, k = shape
    a = RNG.integers(-8, 9, (m, k)).astype(np.float32)
    b = RNG.integers(-8, 9, (k, n)).astype(np.float32)
    model = mlir_amp.compile(matmul_text(m, n, k, kind, transposed))
    result = model(a, b.T.copy() if transposed else b)
    np.testing.assert_array_equal(result, a @ b)


def test_number_of_threads_changes_no_bit():
    text = matmul_text(97, 203, 1001)
    a = RNG.standard_normal((97, 1001)).astype(np.float32)
    b = RNG.standard_normal((1001, 203)).astype(np.float32)
    results = [mlir_amp.compile(text, threads=n)(a, b) for n in (1, 2, 5)]
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])
    # Blocks of 384 terms in f32: error at most about 384 * 2^-24 * sum |a b|.
    bound = 384 * 2.0**-24 * (abs(a) @ abs(b)).max()
    assert abs(results[0] - a.astype(float) @ b).max() < bound


def conv_text(size, channels, filters, window, stride, batch=1):
    out = (size - window) // stride + 1
    x = f"tensor<{batch}x{channels}x{size}x{size}xf32>"
    w = f"tensor<{filters}x{channels}x{window}x{window}xf32>"
    y = f"tensor<{batch}x{filters}x{out}x{out}xf32>"
    return f"""
func.func @main(%x: {x}, %w: {w}) -> {y} {{
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : {y}
  %init = linalg.fill ins(%one : f32) outs(%empty : {y}) -> {y}
  %0 = linalg.conv_2d_nchw_fchw {{strides = dense<{stride}> : tensor<2xi64>}}
         ins(%x, %w : {x}, {w}) outs(%init : {y}) -> {y}
  return %0 : {y}
}}"""


@pytest.mark.parametrize("size,stride,batch", [(9, 1, 1), (17, 2, 1), (30, 1, 3)])
def test_convolutions(size, stride, batch):
    channels, filters, window = 5, 16, 3
    x = RNG.integers(-4, 5, (batch, channels, size, size)).astype(np.float32)
    w = RNG.integers(-4, 5, (filters, channels, window, window)).astype(np.float32)
    patches = np.lib.stride_tricks.sliding_window_view(x, (window, window), (2, 3))
    want = 1 + np.einsum("bcyxij,fcij->bfyx", patches[:, :, ::stride, ::stride], w)
    text = conv_text(size, channels, filters, window, stride, batch)
    np.testing.assert_array_equal(mlir_amp.compile(text)(x, w), want)


def test_reductions_and_softmax():
    model = mlir_amp.compile("""
func.func @main(%x: tensor<33x257xf32>) -> tensor<33x257xf32> {
  %empty = tensor.empty() : tensor<33x257xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<33x257xf32>)
         outs(%empty : tensor<33x257xf32>) -> tensor<33x257xf32>
  return %0 : tensor<33x257xf32>
}""")
    x = RNG.standard_normal((33, 257)).astype(np.float32) * 8
    want = np.exp(x.astype(float) - x.max(1, keepdims=True))
    want /= want.sum(1, keepdims=True)
    # exp within 4 units and a sum of 257 terms in 16 or more lanes.
    np.testing.assert_allclose(model(x), want, rtol=40 * 2.0**-24)


GATHER = """
func.func @main(%ids: tensor<4xi64>, %table: tensor<3x2xf32>) -> tensor<4x2xf32> {
  %c3 = arith.constant 3 : index
  %empty = tensor.empty() : tensor<4x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
         ins(%ids : tensor<4xi64>) outs(%empty : tensor<4x2xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %ok = arith.cmpi ult, %row, %c3 : index
    cf.assert %ok, "row out of range"
    %column = linalg.index 1 : index
    %value = tensor.extract %table[%row, %column] : tensor<3x2xf32>
    linalg.yield %value : f32
  } -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}"""


def test_a_failed_assertion_is_an_error_and_the_next_run_works():
    model = mlir_amp.compile(GATHER)
    table = np.arange(6, dtype=np.float32).reshape(3, 2)
    for _ in range(3):
        with pytest.raises(mlir_amp.ModelError, match="row out of range"):
            model(np.array([0, 1, 10**12, 2]), table)
        ids = np.array([2, 0, 1, 2])
        np.testing.assert_array_equal(model(ids, table), table[ids])


def test_inputs_are_not_written_to():
    model = mlir_amp.compile("""
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}""")
    x = np.ones(8, np.float32)
    model(x)
    assert (x == 1).all()


@pytest.mark.parametrize("low", [None, "f16", "bf16"])
def test_a_product_added_to_an_input_leaves_it_alone(low):
    text = """func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
      %0 = linalg.matmul ins(%b, %b : tensor<4x4xf32>, tensor<4x4xf32>)
          outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
      %1 = arith.negf %0 : tensor<4x4xf32>
      return %1 : tensor<4x4xf32>
    }"""
    model = mlir_amp.compile(mlir_amp.convert(text, dtype=low) if low else text)
    a, b = np.full((4, 4), 3, np.float32), np.eye(4, dtype=np.float32)
    for _ in range(2):
        np.testing.assert_array_equal(model(a, b), -3 - np.eye(4, dtype=np.float32))
    assert (a == 3).all()


def test_bound_weights():
    text = matmul_text(16, 40, 24)
    a = RNG.integers(-8, 9, (16, 24)).astype(np.float32)
    b = RNG.integers(-8, 9, (24, 40)).astype(np.float32)
    model = mlir_amp.compile(text).bind({"arg1": b})
    for _ in range(2):
        np.testing.assert_array_equal(model(a), a @ b)
    model.bind({1: 2 * b})
    np.testing.assert_array_equal(model(a), 2 * (a @ b))
    with pytest.raises(TypeError, match="expected 1 inputs, got 2"):
        model(a, b)
    with pytest.raises(ValueError, match="no input 'weight'"):
        model.bind({"weight": b})
    with pytest.raises(ValueError, match="no input 2"):
        model.bind({2: b})
    for key in (True, 1.0, None):
        with pytest.raises(TypeError, match=f"an input's position or name, got {key}"):
            model.bind({key: b})
    for values in (None, [b]):
        with pytest.raises(TypeError, match="expected arrays by position or name, got"):
            model.bind(values)
    np.testing.assert_array_equal(model.bind({np.int64(1): b})(a), a @ b)


def test_what_is_written_to_a_bound_array_later_changes_nothing():
    # The weight is packed and returned too: neither may be new without the other.
    text = matmul_text(16, 40, 24).replace("-> tensor<16x40xf32> {\n  %zero",
        "-> (tensor<16x40xf32>, tensor<24x40xf32>) {\n  %zero").replace(
        "return %0 : tensor<16x40xf32>", "return %0, %b : tensor<16x40xf32>, tensor<24x40xf32>")
    a = RNG.integers(-8, 9, (16, 24)).astype(np.float32)
    b = RNG.integers(-8, 9, (24, 40)).astype(np.float32)
    want = b.copy()
    model = mlir_amp.compile(text).bind({1: b})
    b *= 3
    for _ in range(2):
        product, weight = model(a)
        np.testing.assert_array_equal(product, a @ want)
        np.testing.assert_array_equal(weight, want)
        b += 1


def test_inputs_of_one_name_are_bound_by_position():
    model = mlir_amp.compile("""
func.func @main(%a: tensor<2xf32> loc("x"), %b: tensor<2xf32> loc("x")) -> tensor<2xf32> {
  %0 = arith.subf %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}""")
    with pytest.raises(ValueError, match=r"inputs \[0, 1\] are named 'x'"):
        model.bind({"x": np.ones(2)})
    assert model.bind({1: np.ones(2)})(np.full(2, 3.0)).tolist() == [2, 2]


def test_parts_of_weights_that_a_run_chooses():
    """The packed form of one part is not read for another."""
    w = RNG.integers(-8, 9, (3, 32, 32)).astype(np.float32)
    head = """func.func @main(%x: tensor<16x32xf32>{w}, %n: tensor<3xi64>) -> tensor<16x32xf32> {{
  {constant}
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<16x32xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r = scf.for %j = %c0 to %c3 step %c1 iter_args(%s = %i) -> tensor<16x32xf32> {{
    %v = tensor.extract %n[%j] : tensor<3xi64>
    %k = arith.index_cast %v : i64 to index
    %part = tensor.extract_slice %w[%k, 0, 0] [1, 32, 32] [1, 1, 1]
        : tensor<3x32x32xf32> to tensor<32x32xf32>
    %p = linalg.matmul ins(%x, %part : tensor<16x32xf32>, tensor<32x32xf32>)
        outs(%i : tensor<16x32xf32>) -> tensor<16x32xf32>
    %t = arith.subf %p, %s : tensor<16x32xf32>
    scf.yield %t : tensor<16x32xf32>
  }}
  return %r : tensor<16x32xf32>
}}"""
    x = RNG.integers(-8, 9, (16, 32)).astype(np.float32)
    constant = f'%w = arith.constant dense<"0x{w.tobytes().hex()}"> : tensor<3x32x32xf32>'
    bound = mlir_amp.compile(head.format(w=", %w: tensor<3x32x32xf32>", constant=""))
    for model in (
        mlir_amp.compile(head.format(w="", constant=constant)),
        bound.bind({1: w}),
    ):
        for order in ([0, 1, 2], [2, 0, 1]):
            a, b, c = (x @ w[k] for k in order)
            np.testing.assert_array_equal(model(x, order), c - (b - a))


@pytest.mark.parametrize("out, result", [("31x24", "m * 2, n"), ("2x16x24", "0, m, n")])
def test_what_a_product_does_not_reach_stays_as_filled(out, result):
    maps = ", ".join(f"affine_map<(m, n, k) -> ({m})>" for m in ("m, k", "k, n", result))
    model = mlir_amp.compile(f"""
func.func @main(%a: tensor<16x32xf32>, %b: tensor<32x24xf32>) -> tensor<{out}xf32> {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{out}xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<{out}xf32>) -> tensor<{out}xf32>
  %0 = linalg.generic {{indexing_maps = [{maps}],
         iterator_types = ["parallel", "parallel", "reduction"]}}
         ins(%a, %b : tensor<16x32xf32>, tensor<32x24xf32>)
         outs(%i : tensor<{out}xf32>) {{
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }} -> tensor<{out}xf32>
  return %0 : tensor<{out}xf32>
}}""")
    a = RNG.integers(-8, 9, (16, 32)).astype(np.float32)
    b = RNG.integers(-8, 9, (32, 24)).astype(np.float32)
    want = np.zeros(model.outputs[0].shape, np.float32)
    want[::2] = a @ b if want.ndim == 2 else (a @ b)[None]
    for scale in (1, 2):
        np.testing.assert_array_equal(model(scale * a, b), scale * want)


def test_many_threads_use_one_model():
    model = mlir_amp.compile(matmul_text(40, 64, 50), threads=2)
    a = RNG.integers(-8, 9, (40, 50)).astype(np.float32)
    matrices = [RNG.integers(-8, 9, (50, 64)).astype(np.float32) for _ in range(24)]
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        results = list(pool.map(lambda b: model(a, b), matrices))
    for b, result in zip(matrices, results):
        np.testing.assert_array_equal(result, a @ b)


def test_load_what_was_kept(tmp_path):
    path, header = tmp_path / "model.so", tmp_path / "model.h"
    mlir_amp.compile(matmul_text(4, 8, 4), output=path, header=header)
    assert "AMP_MODEL_NUM_INPUTS 2" in header.read_text()
    assert sorted(os.listdir(tmp_path)) == ["model.h", "model.so"]
    model = mlir_amp.load(path, threads=1)
    assert model.target == "cpu"
    np.testing.assert_array_equal(model(np.eye(4), np.ones((4, 8))), np.ones((4, 8)))
    with pytest.raises(FileNotFoundError):
        mlir_amp.load(tmp_path / "other.so")
    with pytest.raises(mlir_amp.ModelError, match="is no compiled model"):
        mlir_amp.load(header)
    with pytest.raises(mlir_amp.ModelError, match="threads between 1 and 1024"):
        mlir_amp.load(path, threads=0)


def scale_text(factor):
    return f"""
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %factor = arith.constant dense<{factor}> : tensor<4xf32>
  %0 = arith.mulf %x, %factor : tensor<4xf32>
  return %0 : tensor<4xf32>
}}"""


def test_a_library_written_again_is_loaded_again(tmp_path):
    path = tmp_path / "model.so"
    first = mlir_amp.compile(scale_text(2.0), output=path)
    second = mlir_amp.compile(scale_text(3.0), output=path)
    assert [model(np.ones(4))[0] for model in (first, second)] == [2, 3]
    mlir_amp.compile(scale_text(5.0), output=path)
    assert mlir_amp.load(path)(np.ones(4))[0] == 5


def test_tiled_layouts_are_taken_apart():
    a = RNG.integers(-8, 9, (30, 32)).astype(np.float32)
    b = RNG.integers(-8, 9, (32, 32)).astype(np.float32)
    text = """
func.func @main(%a: tensor<30x32xf32>, %b: tensor<32x32xf32>) -> tensor<30x32xf32> {
  %zero = arith.constant 0.0 : f32
  %strips = tensor.empty() : tensor<4x32x8x1xf32>
  %ap = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0, 1]
      inner_tiles = [8, 1] into %strips
      : tensor<30x32xf32> -> tensor<4x32x8x1xf32>
  %bp = linalg.pack %b outer_dims_perm = [1, 0] inner_dims_pos = [1, 0]
      inner_tiles = [8, 1] into %strips
      : tensor<32x32xf32> -> tensor<4x32x8x1xf32>
  %tiles = tensor.empty() : tensor<4x4x8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%tiles : tensor<4x4x8x8xf32>)
      -> tensor<4x4x8x8xf32>
  %m = linalg.mmt4d
      ins(%ap, %bp : tensor<4x32x8x1xf32>, tensor<4x32x8x1xf32>)
      outs(%init : tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32>
  %e = tensor.empty() : tensor<30x32xf32>
  %u = linalg.unpack %m inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e
      : tensor<4x4x8x8xf32> -> tensor<30x32xf32>
  return %u : tensor<30x32xf32>
}"""
    np.testing.assert_array_equal(mlir_amp.compile(text)(a, b), a @ b)


def test_winograd_is_a_convolution():
    text = """
func.func @main(%x: tensor<1x6x6x5xf32>, %f: tensor<2x3x3x5xf32>)
    -> tensor<1x4x4x2xf32> {
  %e0 = tensor.empty() : tensor<6x6x5x2xf32>
  %fw = linalg.winograd_filter_transform fmr(F_4_3)
      ins(%f : tensor<2x3x3x5xf32>) outs(%e0 : tensor<6x6x5x2xf32>)
      -> tensor<6x6x5x2xf32>
  %e1 = tensor.empty() : tensor<6x6x1x1x1x5xf32>
  %xw = linalg.winograd_input_transform fmr(F_4_3)
      ins(%x : tensor<1x6x6x5xf32>) outs(%e1 : tensor<6x6x1x1x1x5xf32>)
      -> tensor<6x6x1x1x1x5xf32>
  %b = tensor.collapse_shape %fw [[0, 1], [2], [3]]
      : tensor<6x6x5x2xf32> into tensor<36x5x2xf32>
  %a = tensor.collapse_shape %xw [[0, 1], [2, 3, 4], [5]]
      : tensor<6x6x1x1x1x5xf32> into tensor<36x1x5xf32>
  %zero = arith.constant dense<0.0> : tensor<36x1x2xf32>
  %m = linalg.batch_matmul ins(%a, %b : tensor<36x1x5xf32>, tensor<36x5x2xf32>)
      outs(%zero : tensor<36x1x2xf32>) -> tensor<36x1x2xf32>
  %t = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]]
      output_shape [6, 6, 1, 1, 1, 2]
      : tensor<36x1x2xf32> into tensor<6x6x1x1x1x2xf32>
  %e2 = arith.constant dense<0.0> : tensor<1x4x4x2xf32>
  %o = linalg.winograd_output_transform fmr(F_4_3)
      ins(%t : tensor<6x6x1x1x1x2xf32>) outs(%e2 : tensor<1x4x4x2xf32>)
      -> tensor<1x4x4x2xf32>
  return %o : tensor<1x4x4x2xf32>
}"""
    x = RNG.standard_normal((1, 6, 6, 5)).astype(np.float32)
    f = RNG.standard_normal((2, 3, 3, 5)).astype(np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(x[0], (3, 3), axis=(0, 1))
    wanted = np.einsum("hwcij,fijc->hwf", windows.astype(float), f)
    # 45 terms; the transforms' coefficients of up to 8 cost some ten bits.
    bound = 45 * 2.0**-14 * abs(x).max() * abs(f).max()
    assert abs(mlir_amp.compile(text)(x, f)[0] - wanted).max() < bound


def test_complex_numbers_inside_of_bodies():
    text = """
#map = affine_map<(i) -> (i)>
func.func @main(%a: tensor<9xf32>, %b: tensor<9xf32>) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<9xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map, #map],
         iterator_types = ["parallel"]}
         ins(%a, %b : tensor<9xf32>, tensor<9xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %c = complex.create %x, %y : complex<f32>
    %m = complex.mul %c, %c : complex<f32>
    %r = complex.re %m : complex<f32>
    linalg.yield %r : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}"""
    a, b = RNG.integers(-8, 9, (2, 9)).astype(np.float32)
    np.testing.assert_array_equal(mlir_amp.compile(text)(a, b), a * a - b * b)


def test_errors_are_located(tmp_path):
    path = tmp_path / "model.so"
    with pytest.raises(mlir_amp.MLIRError, match="static shape") as error:
        mlir_amp.compile(
            "func.func @main(%a: tensor<?xf32>) { return }", output=path
        )
    assert error.value.diagnostics[0].location.line == 1
    assert not path.exists()
    with pytest.raises(TypeError, match="needs autocast"):
        mlir_amp.compile(matmul_text(4, 4, 4), plan="plan.json")


@pytest.mark.parametrize("low", ["f16", "bf16"])
def test_autocast_rounds_where_the_mixed_module_says(low):
    # Inputs are rounded once, 40 products are summed in f32.
    text = matmul_text(16, 32, 40)
    a = RNG.standard_normal((16, 40)).astype(np.float32)
    b = RNG.standard_normal((40, 32)).astype(np.float32)
    result = mlir_amp.compile(text, autocast=low)(a, b)

    def rounded(x):
        if low == "f16":
            return x.astype(np.float16).astype(float)
        bits = x.view(np.uint32)
        near = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
        return near.view(np.float32).astype(float)

    exact = rounded(a) @ rounded(b)
    bound = 41 * 2.0**-24 * (abs(rounded(a)) @ abs(rounded(b))) + 1e-30
    assert (abs(result - exact) <= bound).all()


def test_constants_of_several_dimensions_keep_their_order():
    """They are one row of elements in the library."""
    weights = np.arange(24, dtype=np.float32).reshape(2, 3, 4, 1)
    text = """
    func.func @main(%x: tensor<2x3x4x1xf32>, %w: tensor<2x3x4x1xf32>) -> tensor<2x3x4x1xf32> {
      %c = arith.constant dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf32>
      %i = arith.constant 1 : index
      %o = arith.constant 0 : index
      %s = tensor.extract %c[%o, %i, %o, %o] : tensor<1x2x2x1xf32>
      %t = tensor.splat %s : tensor<2x3x4x1xf32>
      %0 = arith.addf %x, %w : tensor<2x3x4x1xf32>
      %1 = arith.mulf %0, %t : tensor<2x3x4x1xf32>
      return %1 : tensor<2x3x4x1xf32>
    }"""
    x = np.random.RandomState(0).standard_normal(weights.shape).astype(np.float32)
    model = mlir_amp.compile(mlir_amp.parse(text).freeze({1: weights}))
    assert np.array_equal(model(x), (x + weights) * np.float32(3))


def test_gathers_read_slices_where_they_begin():
    """A body that reads a slice which starts inside of its buffer."""
    text = """
    func.func @main(%x: tensor<4x6xf32>, %i: tensor<5xi64>) -> tensor<3x5xf32> {
      %s = tensor.extract_slice %x[1, 2] [3, 4] [1, 1] : tensor<4x6xf32> to tensor<3x4xf32>
      %e = tensor.empty() : tensor<3x5xf32>
      %0 = linalg.generic {
          indexing_maps = [affine_map<(r, c) -> (c)>, affine_map<(r, c) -> (r, c)>],
          iterator_types = ["parallel", "parallel"]}
          ins(%i : tensor<5xi64>) outs(%e : tensor<3x5xf32>) {
      ^bb0(%in: i64, %out: f32):
        %row = linalg.index 0 : index
        %column = arith.index_cast %in : i64 to index
        %v = tensor.extract %s[%row, %column] : tensor<3x4xf32>
        linalg.yield %v : f32
      } -> tensor<3x5xf32>
      return %0 : tensor<3x5xf32>
    }"""
    x = np.arange(24, dtype=np.float32).reshape(4, 6)
    index = np.array([3, 0, 2, 1, 3])
    assert np.array_equal(mlir_amp.compile(text)(x, index), x[1:, 2:][:, index])


@pytest.mark.parametrize("s, k", [(0.25, 1), (0.75, 2), (0.25, 7), (0.75, 0)])
def test_blocks_that_loop_gathers_and_scatters(s, k):
    folder = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    path = os.path.join(folder, "test", "CudaModel", "Inputs", "blocks.mlir")
    with open(path) as file:
        model = mlir_amp.compile(file.read())
    x = RNG.standard_normal((16, 8)).astype(np.float32)
    w = (RNG.standard_normal((8, 8)) / 4).astype(np.float32)
    i = RNG.permutation(16)[:5].astype(np.int64)[:, None]
    got = model(x, w, np.array(s, np.float32), i, np.array(k, np.int32))
    t = np.tanh(x[i[:, 0]])
    y = x.copy()
    y[i[:, 0]] = t
    for _ in range(4):
        y = y @ w + x
        if s > 0.5:
            break
    wanted = y if k == 1 else y * y if k == 2 else y + y
    np.testing.assert_allclose(got[0], wanted, rtol=2e-5, atol=2e-5)
    np.testing.assert_allclose(got[1], t, rtol=2e-6, atol=2e-6)


def test_gathers_of_two_dimensions_that_stay():
    model = mlir_amp.compile("""
func.func @main(%x: tensor<6x4x5xf32>, %i: tensor<3x2x2xi32>, %u: tensor<3x2x1x4x1xf32>)
    -> (tensor<3x2x1x4x1xf32>, tensor<6x4x5xf32>) {
  %g = tensor.gather %x[%i] gather_dims([0, 2]) unique
      : (tensor<6x4x5xf32>, tensor<3x2x2xi32>) -> tensor<3x2x1x4x1xf32>
  %s = tensor.scatter %u into %x[%i] scatter_dims([0, 2]) unique
      : (tensor<3x2x1x4x1xf32>, tensor<6x4x5xf32>, tensor<3x2x2xi32>) -> tensor<6x4x5xf32>
  return %g, %s : tensor<3x2x1x4x1xf32>, tensor<6x4x5xf32>
}""")
    x = RNG.standard_normal((6, 4, 5)).astype(np.float32)
    u = RNG.standard_normal((3, 2, 1, 4, 1)).astype(np.float32)
    places = RNG.permutation(30)[:6].reshape(3, 2)
    i = np.stack([places // 5, places % 5], axis=-1).astype(np.int32)
    gathered, scattered = model(x, i, u)
    np.testing.assert_array_equal(gathered[:, :, 0, :, 0], x[i[..., 0], :, i[..., 1]])
    wanted = x.copy()
    wanted[i[..., 0], :, i[..., 1]] = u[:, :, 0, :, 0]
    np.testing.assert_array_equal(scattered, wanted)


@pytest.mark.parametrize("low", ["f16", "bf16"])
@pytest.mark.parametrize("name", ["maximumf", "minnumf"])
def test_extrema_in_low_types_are_exact(low, name):
    """Carried in f32, of a window and of rows; NaN as the op has it."""
    text = f"""
    func.func @main(%x: tensor<3x9x9x{low}>) -> (tensor<3x7x7x{low}>, tensor<3x9x{low}>) {{
      %start = arith.constant -3.0 : {low}
      %e = tensor.empty() : tensor<3x7x7x{low}>
      %i = linalg.fill ins(%start : {low}) outs(%e : tensor<3x7x7x{low}>) -> tensor<3x7x7x{low}>
      %w = tensor.empty() : tensor<3x3xf32>
      %0 = linalg.generic {{indexing_maps = [affine_map<(c, y, x, i, j) -> (c, y + i, x + j)>,
             affine_map<(c, y, x, i, j) -> (i, j)>, affine_map<(c, y, x, i, j) -> (c, y, x)>],
             iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}}
             ins(%x, %w : tensor<3x9x9x{low}>, tensor<3x3xf32>) outs(%i : tensor<3x7x7x{low}>) {{
      ^bb0(%in: {low}, %v: f32, %running: {low}):
        %m = arith.{name} %running, %in : {low}
        linalg.yield %m : {low}
      }} -> tensor<3x7x7x{low}>
      %f = tensor.empty() : tensor<3x9x{low}>
      %g = linalg.fill ins(%start : {low}) outs(%f : tensor<3x9x{low}>) -> tensor<3x9x{low}>
      %1 = linalg.reduce {{arith.{name}}} ins(%x : tensor<3x9x9x{low}>)
             outs(%g : tensor<3x9x{low}>) dimensions = [2]
      return %0, %1 : tensor<3x7x7x{low}>, tensor<3x9x{low}>
    }}"""
    x = RNG.integers(-8, 9, (3, 9, 9)).astype(np.float32) / 4
    x[1, 4, 4] = np.nan
    windows, rows = mlir_amp.compile(text).run([x])
    views = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (1, 2)).reshape(3, 7, 7, 9)
    numpy_name = {"maximumf": np.maximum, "minnumf": np.fmin}[name]
    start = np.float32(-3)

    def widen(array):
        if low != "bf16":
            return array
        # ml_dtypes' numbers where that is installed, else their bits.
        return (array.view(np.uint16).astype(np.uint32) << 16).view(np.float32)

    want = numpy_name(numpy_name.reduce(views, axis=3), start)
    np.testing.assert_array_equal(widen(windows), want)
    np.testing.assert_array_equal(widen(rows), numpy_name(numpy_name.reduce(x, axis=2), start))


TRANSPOSED = """
func.func @main(%x: tensor<1x5x4x3xf32>, %w: tensor<6x3x2x3xf32>, %b: tensor<6xf32>)
    -> tensor<1x11x8x6xf32> {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.transpose_conv2d %x, %w, %b, %zero, %zero {acc_type = f32,
      out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}
      : (tensor<1x5x4x3xf32>, tensor<6x3x2x3xf32>, tensor<6xf32>, tensor<1xf32>,
         tensor<1xf32>) -> tensor<1x11x8x6xf32>
  return %0 : tensor<1x11x8x6xf32>
}
"""


def test_transposed_convolution_of_tosa():
    random = np.random.RandomState(2)
    x, w, b = (random.randn(*shape).astype(np.float32) for shape in
               ((1, 5, 4, 3), (6, 3, 2, 3), (6,)))
    wanted = np.zeros((11, 8, 6)) + b
    for row, column in np.ndindex(5, 4):
        window = wanted[2 * row : 2 * row + 3, 2 * column : 2 * column + 2]
        window += np.einsum("c,fhwc->hwf", x[0, row, column].astype(np.float64), w)
    result = mlir_amp.compile(TRANSPOSED)(x, w, b)
    assert np.abs(result[0] - wanted).max() < 1e-4
