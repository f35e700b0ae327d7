# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise ops that run behind products on the CPU, and short reductions that are
unrolled: small integers, so that every order of summation is exact."""

import pytest

import mlir_amp

np = pytest.importorskip("numpy")

RNG = np.random.default_rng(11)


def integers(*shape):
    return RNG.integers(-4, 5, shape).astype(np.float32)


def run(source, *inputs):
    """The result, which must not depend on the number of threads."""
    results = [mlir_amp.compile(source, threads=n)(*inputs) for n in (1, 3)]
    results = [r if isinstance(r, tuple) else (r,) for r in results]
    for one, three in zip(*results):
        np.testing.assert_array_equal(one, three)
    return [np.asarray(r, np.float64) for r in results[0]]


LINEAR = """
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<{m}x{k}xf32>, %w: tensor<{k}x{n}xf32>, %b: tensor<{n}xf32>,
                %r: tensor<{m}x{n}xf32>) -> tensor<{m}x{n}x{out}> {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{m}x{n}xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<{m}x{k}xf32>, tensor<{k}x{n}xf32>)
      outs({init} : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %o = tensor.empty() : tensor<{m}x{n}x{out}>
  %1 = linalg.generic {{indexing_maps = [#id, affine_map<(i, j) -> (j)>, #id, #id],
      iterator_types = ["parallel", "parallel"]}}
      ins(%0, %b, %r : tensor<{m}x{n}xf32>, tensor<{n}xf32>, tensor<{m}x{n}xf32>)
      outs(%o : tensor<{m}x{n}x{out}>) {{
  ^bb0(%p: f32, %q: f32, %s: f32, %unused: {out}):
    %2 = arith.addf %p, %q : f32
    %3 = arith.addf %2, %s : f32
    %4 = arith.maximumf %3, %zero : f32
    {yield_}
  }} -> tensor<{m}x{n}x{out}>
  return %1 : tensor<{m}x{n}x{out}>
}}
"""
YIELD = {
    "f32": "linalg.yield %4 : f32",
    "f64": "%5 = arith.extf %4 : f32 to f64  linalg.yield %5 : f64",
}


# Whole strips, ragged ones, several blocks of k, long and short sides, columns that
# are computed as rows.
@pytest.mark.parametrize("shape", [(14, 32, 64), (29, 65, 801), (2, 300, 33), (300, 9, 31),
                                   (300, 9, 131), (135, 49, 801)])
@pytest.mark.parametrize("init", ["%fill", "%r"])
@pytest.mark.parametrize("out", ["f32", "f64"])
def test_linear_layer(shape, init, out):
    m, n, k = shape
    source = LINEAR.format(m=m, n=n, k=k, init=init, out=out, yield_=YIELD[out])
    x, w, b, r = integers(m, k), integers(k, n), integers(n), integers(m, n)
    exact = x.astype(np.float64) @ w + b + r * (1 if init == "%fill" else 2)
    (found,) = run(source, x, w, b, r)
    np.testing.assert_array_equal(found, np.maximum(exact, 0))


# A product, and one with a single row (a kernel, no call).
@pytest.mark.parametrize("shape", [(29, 65, 801), (1, 65, 33)])
@pytest.mark.parametrize("along", [0, 1])
def test_bias_that_a_product_starts_from(shape, along):
    m, n, k = shape
    size = (n, m)[along]
    source = f"""
    func.func @main(%x: tensor<{m}x{k}xf32>, %w: tensor<{k}x{n}xf32>, %b: tensor<{size}xf32>)
        -> tensor<{m}x{n}xf32> {{
      %e = tensor.empty() : tensor<{m}x{n}xf32>
      %f = linalg.broadcast ins(%b : tensor<{size}xf32>) outs(%e : tensor<{m}x{n}xf32>)
          dimensions = [{along}]
      %0 = linalg.matmul ins(%x, %w : tensor<{m}x{k}xf32>, tensor<{k}x{n}xf32>)
          outs(%f : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
      return %0 : tensor<{m}x{n}xf32>
    }}"""
    x, w, b = integers(m, k), integers(k, n), integers(size)
    (found,) = run(source, x, w, b)
    exact = x.astype(np.float64) @ w + (b[:, None] if along else b)
    np.testing.assert_array_equal(found, exact)


@pytest.mark.parametrize("fixed", [0, 1])
@pytest.mark.parametrize("shape", [(29, 300, 33), (29, 300, 801), (300, 29, 801), (40, 9, 131)])
@pytest.mark.parametrize("init", ["%fill", "%r"])
def test_fixed_factor(shape, init, fixed):
    """Tasks go by the strips of the factor that is the same in every run."""
    m, n, k = shape
    source = LINEAR.format(m=m, n=n, k=k, init=init, out="f32", yield_=YIELD["f32"])
    inputs = [integers(m, k), integers(k, n), integers(n), integers(m, n)]
    x, w, b, r = inputs
    exact = x.astype(np.float64) @ w + b + r * (1 if init == "%fill" else 2)
    for threads in (1, 3):
        model = mlir_amp.compile(source, threads=threads)
        model.bind({fixed: inputs[fixed]})
        rest = [each for i, each in enumerate(inputs) if i != fixed]
        for _ in range(2):
            np.testing.assert_array_equal(model(*rest), np.maximum(exact, 0))


@pytest.mark.parametrize("init", ["%f", "%i"])
@pytest.mark.parametrize("read", [False, True])
def test_short_rows_of_several_products(init, read):
    """Their columns are computed as rows and turned, each product's into its place."""
    source = f"""
    #id = affine_map<(a, b, c) -> (a, b, c)>
    func.func @main(%x: tensor<3x40x70xf32>, %w: tensor<3x70x9xf32> loc("w"),
                    %i: tensor<3x40x9xf32>) -> tensor<3x40x9xf32> {{
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<3x40x9xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x40x9xf32>) -> tensor<3x40x9xf32>
      %0 = linalg.batch_matmul ins(%x, %w : tensor<3x40x70xf32>, tensor<3x70x9xf32>)
          outs({init} : tensor<3x40x9xf32>) -> tensor<3x40x9xf32>
      %1 = linalg.generic {{indexing_maps = [#id, affine_map<(a, b, c) -> (b)>, #id],
          iterator_types = ["parallel", "parallel", "parallel"]}}
          ins(%0, %b : tensor<3x40x9xf32>, tensor<40xf32>) outs(%e : tensor<3x40x9xf32>) {{
      ^bb0(%p: f32, %q: f32, %o: f32):
        %2 = arith.subf %q, %p : f32
        linalg.yield %2 : f32
      }} -> tensor<3x40x9xf32>
      return {"%1" if read else "%0"} : tensor<3x40x9xf32>
    }}""".replace("%i: tensor", "%b: tensor<40xf32>, %i: tensor")
    x, w, b, i = integers(3, 40, 70), integers(3, 70, 9), integers(40), integers(3, 40, 9)
    exact = x.astype(np.float64) @ w + (0 if init == "%f" else i)
    want = b[:, None] - exact if read else exact
    (found,) = run(source, x, w, b, i)
    np.testing.assert_array_equal(found, want)
    model = mlir_amp.compile(source)
    model.bind({"w": w})
    for _ in range(2):
        np.testing.assert_array_equal(model(x, b, i), want)


def test_residual_is_a_factor():
    """What reads the product adds it to a factor: written too early, it is lost."""
    source = """
    func.func @main(%a: tensor<96x96xf32>, %w: tensor<96x96xf32>) -> tensor<96x96xf32> {
      %zero = arith.constant 0.0 : f32
      %x = arith.addf %a, %a : tensor<96x96xf32>
      %e = tensor.empty() : tensor<96x96xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<96x96xf32>) -> tensor<96x96xf32>
      %0 = linalg.matmul ins(%x, %w : tensor<96x96xf32>, tensor<96x96xf32>)
          outs(%f : tensor<96x96xf32>) -> tensor<96x96xf32>
      %1 = linalg.add ins(%x, %0 : tensor<96x96xf32>, tensor<96x96xf32>)
          outs(%x : tensor<96x96xf32>) -> tensor<96x96xf32>
      return %1 : tensor<96x96xf32>
    }"""
    a, w = integers(96, 96), integers(96, 96)
    (found,) = run(source, a, w)
    np.testing.assert_array_equal(found, 2 * a + (2.0 * a) @ w)


def test_convolution_with_a_bias_and_a_residual():
    source = """
    #id = affine_map<(a, b, c, d) -> (a, b, c, d)>
    func.func @main(%x: tensor<2x8x11x9xf32>, %w: tensor<20x8x3x3xf32>, %b: tensor<20xf32>,
                    %r: tensor<2x20x9x7xf32>) -> tensor<2x20x9x7xf32> {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<2x20x9x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x20x9x7xf32>) -> tensor<2x20x9x7xf32>
      %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x8x11x9xf32>, tensor<20x8x3x3xf32>)
          outs(%f : tensor<2x20x9x7xf32>) -> tensor<2x20x9x7xf32>
      %1 = linalg.generic {indexing_maps = [#id, affine_map<(a, b, c, d) -> (b)>, #id, #id],
          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%0, %b, %r : tensor<2x20x9x7xf32>, tensor<20xf32>, tensor<2x20x9x7xf32>)
          outs(%e : tensor<2x20x9x7xf32>) {
      ^bb0(%p: f32, %q: f32, %s: f32, %o: f32):
        %2 = arith.mulf %p, %q : f32
        %3 = arith.subf %2, %s : f32
        linalg.yield %3 : f32
      } -> tensor<2x20x9x7xf32>
      return %1 : tensor<2x20x9x7xf32>
    }"""
    x, w, b, r = integers(2, 8, 11, 9), integers(20, 8, 3, 3), integers(20), integers(2, 20, 9, 7)
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (2, 3))
    product = np.einsum("nchwij,fcij->nfhw", windows, w, dtype=np.float64)
    (found,) = run(source, x, w, b, r)
    np.testing.assert_array_equal(found, product * b[:, None, None] - r)


PADDED = """
#id = affine_map<(a, b, c, d) -> (a, b, c, d)>
func.func @main(%x: tensor<1x6x{size}x{size}xf32>, %w: tensor<20x6x1x1xf32>, %b: tensor<20xf32>)
    -> (tensor<1x20x{high}x{wide}xf32>{second}) {{
  %zero = arith.constant 0.0 : f32
  %border = arith.constant 9.0 : f32
  %e = tensor.empty() : tensor<1x20x{size}x{size}xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x20x{size}x{size}xf32>)
      -> tensor<1x20x{size}x{size}xf32>
  %0 = linalg.conv_2d_nchw_fchw
      ins(%x, %w : tensor<1x6x{size}x{size}xf32>, tensor<20x6x1x1xf32>)
      outs(%f : tensor<1x20x{size}x{size}xf32>) -> tensor<1x20x{size}x{size}xf32>
  %1 = linalg.generic {{indexing_maps = [#id, affine_map<(a, b, c, d) -> (b)>, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}}
      ins(%0, %b : tensor<1x20x{size}x{size}xf32>, tensor<20xf32>)
      outs(%e : tensor<1x20x{size}x{size}xf32>) {{
  ^bb0(%p: f32, %q: f32, %o: f32):
    %2 = arith.mulf %p, %q : f32
    linalg.yield %2 : f32
  }} -> tensor<1x20x{size}x{size}xf32>
  %3 = tensor.pad %1 low[0, 0, {low}, 1] high[0, 0, 1, {right}] {{
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %border : f32
  }} : tensor<1x20x{size}x{size}xf32> to tensor<1x20x{high}x{wide}xf32>
  return %3{results} : tensor<1x20x{high}x{wide}xf32>{second}
}}
"""


# Rows of pieces: shorter than a vector, ragged, longer than a strip of the product.
@pytest.mark.parametrize("size", [3, 7, 14, 45])
@pytest.mark.parametrize("low,right", [(1, 1), (0, 2)])
@pytest.mark.parametrize("read_again", [False, True])
def test_what_is_padded_is_computed_in_place(size, low, right, read_again):
    second = f", tensor<1x20x{size}x{size}xf32>" if read_again else ""
    source = PADDED.format(size=size, low=low, right=right, high=size + low + 1,
                           wide=size + 1 + right, second=second,
                           results=", %1" if read_again else "")
    x, w, b = integers(1, 6, size, size), integers(20, 6, 1, 1), integers(20)
    exact = np.einsum("nchw,fcij->nfhw", x, w, dtype=np.float64) * b[:, None, None]
    found = run(source, x, w, b)
    want = np.pad(exact, ((0, 0), (0, 0), (low, 1), (1, right)), constant_values=9)
    np.testing.assert_array_equal(found[0], want)
    if read_again:
        np.testing.assert_array_equal(found[1], exact)


DEPTHWISE = """
func.func @main(%x: tensor<1x5x{high}x{high}xf32>, %w: tensor<5x3x3xf32>)
    -> tensor<1x5x{low}x{low}xf32> {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x{low}x{low}xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5x{low}x{low}xf32>)
      -> tensor<1x5x{low}x{low}xf32>
  %0 = linalg.depthwise_conv_2d_nchw_chw {{strides = dense<{stride}> : tensor<2xi64>}}
      ins(%x, %w : tensor<1x5x{high}x{high}xf32>, tensor<5x3x3xf32>)
      outs(%f : tensor<1x5x{low}x{low}xf32>) -> tensor<1x5x{low}x{low}xf32>
  return %0 : tensor<1x5x{low}x{low}xf32>
}}
"""


@pytest.mark.parametrize("low", [3, 7, 14, 33])
@pytest.mark.parametrize("stride", [1, 2, 9])
def test_depthwise_convolution(low, stride):
    high = (low - 1) * stride + 3
    x, w = integers(1, 5, high, high), integers(5, 3, 3)
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (2, 3))
    exact = np.einsum("nchwij,cij->nchw", windows[:, :, ::stride, ::stride], w)
    (found,) = run(DEPTHWISE.format(high=high, low=low, stride=stride), x, w)
    np.testing.assert_array_equal(found, exact)


READ = """
#id = affine_map<(a, b, c, d) -> (a, b, c, d)>
func.func @main(%x: tensor<1x5x{high}x{high}xf32>, %w: tensor<5x3x3xf32>, %b: tensor<5xf32>,
                %i: tensor<1x5x{low}x{low}xf32>, %r: tensor<1x{low}x5x{low}xf32>)
    -> tensor<1x5x{low}x{low}xf32> {{
  %four = arith.constant 4.0 : f32
  %e = tensor.empty() : tensor<1x5x{low}x{low}xf32>
  %f = linalg.fill ins(%four : f32) outs(%e : tensor<1x5x{low}x{low}xf32>)
      -> tensor<1x5x{low}x{low}xf32>
  %0 = linalg.depthwise_conv_2d_nchw_chw {{strides = dense<{stride}> : tensor<2xi64>}}
      ins(%x, %w : tensor<1x5x{high}x{high}xf32>, tensor<5x3x3xf32>)
      outs({init} : tensor<1x5x{low}x{low}xf32>) -> tensor<1x5x{low}x{low}xf32>
  %1 = linalg.generic {{indexing_maps = [#id, affine_map<(a, b, c, d) -> (b)>,
      affine_map<(a, b, c, d) -> (a, c, b, d)>, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}}
      ins(%0, %b, %r : tensor<1x5x{low}x{low}xf32>, tensor<5xf32>, tensor<1x{low}x5x{low}xf32>)
      outs(%e : tensor<1x5x{low}x{low}xf32>) {{
  ^bb0(%p: f32, %q: f32, %s: f32, %o: f32):
    %2 = arith.mulf %p, %q : f32
    %3 = arith.subf %2, %s : f32
    linalg.yield %3 : f32
  }} -> tensor<1x5x{low}x{low}xf32>
  return %1 : tensor<1x5x{low}x{low}xf32>
}}
"""


@pytest.mark.parametrize("low", [3, 7, 14, 33])
@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("init", ["%f", "%i"])
def test_depthwise_convolution_and_what_reads_it(low, stride, init):
    """In a register from its start on, a fill or memory, to the op that reads it."""
    high = (low - 1) * stride + 3
    x, w, b = integers(1, 5, high, high), integers(5, 3, 3), integers(5)
    i, r = integers(1, 5, low, low), integers(1, low, 5, low)
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (2, 3))
    exact = np.einsum("nchwij,cij->nchw", windows[:, :, ::stride, ::stride], w)
    exact = exact + (4 if init == "%f" else i)
    source = READ.format(high=high, low=low, stride=stride, init=init)
    (found,) = run(source, x, w, b, i, r)
    np.testing.assert_array_equal(found, exact * b[:, None, None] - r.transpose(0, 2, 1, 3))


def test_norm_of_rows():
    """Long sums and extrema along memory, each with what alone reads it."""
    source = """
    #in = affine_map<(i, j) -> (i, j)>
    #row = affine_map<(i, j) -> (i)>
    #all = affine_map<(i) -> (i)>
    func.func @main(%x: tensor<9x200xf32>, %m: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
      %low = arith.constant -1.0e30 : f32
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<9xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<9xf32>) -> tensor<9xf32>
      %g = linalg.fill ins(%low : f32) outs(%e : tensor<9xf32>) -> tensor<9xf32>
      %0 = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<9x200xf32>) outs(%f : tensor<9xf32>) {
      ^bb0(%p: f32, %o: f32):
        %a = arith.addf %p, %o : f32
        linalg.yield %a : f32
      } -> tensor<9xf32>
      %1 = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<9x200xf32>) outs(%g : tensor<9xf32>) {
      ^bb0(%p: f32, %o: f32):
        %a = arith.maximumf %p, %o : f32
        linalg.yield %a : f32
      } -> tensor<9xf32>
      %2 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]}
          ins(%0, %m : tensor<9xf32>, tensor<9xf32>) outs(%e : tensor<9xf32>) {
      ^bb0(%p: f32, %q: f32, %o: f32):
        %a = arith.mulf %p, %q : f32
        linalg.yield %a : f32
      } -> tensor<9xf32>
      %3 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]}
          ins(%m, %1 : tensor<9xf32>, tensor<9xf32>) outs(%e : tensor<9xf32>) {
      ^bb0(%q: f32, %p: f32, %o: f32):
        %a = arith.subf %q, %p : f32
        linalg.yield %a : f32
      } -> tensor<9xf32>
      return %2, %3 : tensor<9xf32>, tensor<9xf32>
    }"""
    x, m = integers(9, 200), integers(9)
    total, largest = run(source, x, m)
    np.testing.assert_array_equal(total, x.sum(1, dtype=np.float64) * m)
    np.testing.assert_array_equal(largest, m - x.max(1))
