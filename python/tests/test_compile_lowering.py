# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What lowering to the CPU leaves as the module has it: the order in which a
reduction runs, which function a name means, and what a body asserts."""

import pytest

import mlir_amp

np = pytest.importorskip("numpy")
RNG = np.random.default_rng(0)


def test_reductions_in_an_order_that_matters():
    # The first of two equal maxima, and a sum that decays, columns first though rows lie
    # side by side.
    traits = """indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> ()>,
                        affine_map<(a, b) -> ()>, affine_map<(a, b) -> ()>],
       iterator_types = ["reduction", "reduction"]"""
    model = mlir_amp.compile(f"""
func.func @main(%x: tensor<6x5xf32>) -> (tensor<f32>, tensor<i64>, tensor<f32>) {{
  %least = arith.constant dense<0xFF800000> : tensor<f32>
  %none = arith.constant dense<0> : tensor<i64>
  %one = arith.constant dense<1.0> : tensor<f32>
  %six = arith.constant 6 : index
  %half = arith.constant 0.5 : f32
  %r:3 = linalg.generic {{{traits}}} ins(%x : tensor<6x5xf32>)
      outs(%least, %none, %one : tensor<f32>, tensor<i64>, tensor<f32>) {{
  ^bb0(%v: f32, %m: f32, %at: i64, %sum: f32):
    %a = linalg.index 0 : index
    %b = linalg.index 1 : index
    %p = arith.muli %a, %six : index
    %q = arith.addi %p, %b : index
    %here = arith.index_cast %q : index to i64
    %greater = arith.cmpf ogt, %v, %m : f32
    %most = arith.select %greater, %v, %m : f32
    %first = arith.select %greater, %here, %at : i64
    %decayed = arith.mulf %sum, %half : f32
    %next = arith.addf %decayed, %v : f32
    linalg.yield %most, %first, %next : f32, i64, f32
  }} -> (tensor<f32>, tensor<i64>, tensor<f32>)
  return %r#0, %r#1, %r#2 : tensor<f32>, tensor<i64>, tensor<f32>
}}""")
    x = np.zeros((6, 5), np.float32)
    x[1, 0] = x[0, 1] = 1
    most, first, decayed = model(x)
    want = 1.0
    for value in x.T.ravel():
        want = want / 2 + value
    assert (most, first, decayed) == (1, x.T.argmax(), want)


@pytest.mark.parametrize("name", ["sinf", "malloc", "pthread_create", "amp_cpu_contract"])
def test_a_function_called_like_one_of_the_c_library(name):
    model = mlir_amp.compile(f"""
func.func private @{name}(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {{
  %0 = arith.addf %x, %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}}
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {{
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %0 = call @{name}(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = math.sin %0 : tensor<4x4xf32>
  %2 = linalg.matmul ins(%1, %x : tensor<4x4xf32>, tensor<4x4xf32>)
         outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}}""")
    x = RNG.standard_normal((4, 4)).astype(np.float32)
    np.testing.assert_allclose(model(x), np.sin(2 * x) @ x, rtol=1e-4, atol=1e-5)


def test_a_remainder_beside_a_function_of_that_name():
    model = mlir_amp.compile("""
func.func private @fmodf(%a: f32, %b: f32) -> f32 {
  %q = arith.divf %a, %b : f32
  %f = math.floor %q : f32
  %p = arith.mulf %f, %b : f32
  %r = arith.subf %a, %p : f32
  return %r : f32
}
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.map ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
      (%a: f32, %b: f32, %o: f32) {
    %r = func.call @fmodf(%a, %b) : (f32, f32) -> f32
    linalg.yield %r : f32
  }
  %1 = arith.remf %x, %y : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}""")
    x, y = np.array([-1.5, 2.5, -3, 4], np.float32), np.array([1, 1, 2, 3], np.float32)
    floored, truncated = model(x, y)
    np.testing.assert_array_equal(floored, np.mod(x, y))
    np.testing.assert_array_equal(truncated, np.fmod(x, y))


PARTS = {
    "shifted": ("(i, j) -> (i + 1, j)", lambda into, x: into.__setitem__(np.s_[1:7], x)),
    "spread": ("(i, j) -> (i * 2, j)", lambda into, x: into.__setitem__(np.s_[:11:2], x)),
    "reversed": ("(i, j) -> (7 - i, j)", lambda into, x: into.__setitem__(np.s_[7:1:-1], x)),
}


@pytest.mark.parametrize("low", [None, "f16", "bf16"])
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("made", [False, True])
def test_what_is_written_in_part_keeps_the_rest(part, low, made):
    # Both where the destination is an input and where it is filled.
    index, write = PARTS[part]
    into = "%into" if not made else "%ones"
    model = mlir_amp.compile(f"""
func.func @main(%x: tensor<6x4xf32>, %w: tensor<4x4xf32>, %into: tensor<12x4xf32>)
    -> tensor<12x4xf32> {{
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<6x4xf32>
  %e12 = tensor.empty() : tensor<12x4xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e12 : tensor<12x4xf32>) -> tensor<12x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %more = linalg.fill ins(%zero : f32) outs(%e12 : tensor<12x4xf32>) -> tensor<12x4xf32>
  %p = linalg.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x4xf32>)
         outs(%zeros : tensor<6x4xf32>) -> tensor<6x4xf32>
  %0 = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<{index}>],
      iterator_types = ["parallel", "parallel"]}}
      ins(%p : tensor<6x4xf32>) outs({into} : tensor<12x4xf32>) {{
  ^bb0(%v: f32, %unread: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  }} -> tensor<12x4xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<12x4xf32>, tensor<4x4xf32>)
         outs(%more : tensor<12x4xf32>) -> tensor<12x4xf32>
  return %1 : tensor<12x4xf32>
}}""", autocast=low)
    x, w = (RNG.integers(-3, 4, shape).astype(np.float32) for shape in ((6, 4), (4, 4)))
    held = RNG.integers(-3, 4, (12, 4)).astype(np.float32)
    want = np.ones_like(held) if made else held.copy()
    write(want, -(x @ w))
    for _ in range(2):
        np.testing.assert_array_equal(model(x, w, held), want @ w)


def test_arithmetic_of_bf16_where_no_instruction_is():
    # Not every libgcc has the calls that the code generator would make.
    ops = ["addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf"]
    body = "\n".join(
        f"  %{op} = arith.{op} %a, %b : tensor<64xbf16>\n"
        f"  %wide{op} = arith.extf %{op} : tensor<64xbf16> to tensor<64xf32>"
        for op in ops
    )
    results = ["%wide" + op for op in ops] + ["%made"]
    types = ", ".join(["tensor<64xf32>"] * len(results))
    model = mlir_amp.compile(f"""
func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>, %n: tensor<64xi16>) -> ({types}) {{
  %a = arith.truncf %x : tensor<64xf32> to tensor<64xbf16>
  %b = arith.truncf %y : tensor<64xf32> to tensor<64xbf16>
{body}
  %i = arith.sitofp %n : tensor<64xi16> to tensor<64xbf16>
  %made = arith.extf %i : tensor<64xbf16> to tensor<64xf32>
  return {", ".join(results)} : {types}
}}""", cpu="x86-64-v3")
    # Numbers of bf16 themselves.
    x, y = (RNG.integers(1, 200, 64).astype(np.float32) / 8 for _ in range(2))
    n = np.arange(-32, 32, dtype=np.int16)
    wanted = [x + y, x - y, x * y, x / y, np.fmod(x, y), np.maximum(x, y), np.minimum(x, y)]
    wanted += [np.maximum(x, y), n]
    for op, got, want in zip([*ops, "sitofp"], model(x, y, n), wanted):
        np.testing.assert_allclose(got, want, rtol=2**-8, atol=1e-6, err_msg=op)


def test_clamps_and_normal_numbers():
    model = mlir_amp.compile("""
func.func @main(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xi1>) {
  %low = arith.constant dense<-0.5> : tensor<6xf32>
  %high = arith.constant dense<0.25> : tensor<6xf32>
  %0 = math.clampf %x to [%low, %high] : tensor<6xf32>
  %1 = math.isnormal %x : tensor<6xf32>
  return %0, %1 : tensor<6xf32>, tensor<6xi1>
}""")
    clamped, normal = model(np.array([-1, 0.125, 1, 1e-40, np.inf, np.nan], np.float32))
    np.testing.assert_array_equal(
        clamped, np.array([-0.5, 0.125, 0.25, 1e-40, 0.25, np.nan], np.float32)
    )
    assert normal.astype(bool).tolist() == [True, True, True, False, False, False]


def test_casts_and_arithmetic_of_8_bit_floats():
    model = mlir_amp.compile("""
func.func @main(%x: tensor<300xf32>, %y: tensor<300xf64>, %w: tensor<300xf32>)
    -> (tensor<300xf32>, tensor<300xf32>, tensor<300xf64>, tensor<300xf32>, tensor<300xf8E5M2>) {
  %0 = arith.truncf %x : tensor<300xf32> to tensor<300xf8E4M3FN>
  %1 = arith.extf %0 : tensor<300xf8E4M3FN> to tensor<300xf32>
  %2 = arith.truncf %x : tensor<300xf32> to tensor<300xf8E5M2>
  %3 = arith.extf %2 : tensor<300xf8E5M2> to tensor<300xf32>
  %4 = arith.truncf %y : tensor<300xf64> to tensor<300xf8E4M3FN>
  %5 = arith.extf %4 : tensor<300xf8E4M3FN> to tensor<300xf64>
  %6 = arith.truncf %w : tensor<300xf32> to tensor<300xf8E4M3FN>
  %7 = arith.mulf %0, %6 : tensor<300xf8E4M3FN>
  %8 = arith.extf %7 : tensor<300xf8E4M3FN> to tensor<300xf32>
  return %1, %3, %5, %8, %2 : tensor<300xf32>, tensor<300xf32>, tensor<300xf64>, tensor<300xf32>, tensor<300xf8E5M2>
}""")

    def round_to(values, digits, least, most, beyond):
        # `digits` behind the point of the mantissa, exponents of `least` and more.
        _, exponent = np.frexp(values)
        unit = 2.0 ** (np.maximum(exponent - 1, least) - digits)
        rounded = np.rint(values / unit) * unit
        return np.where(abs(rounded) > most, np.copysign(beyond, rounded), rounded)

    def e4m3(values):
        return round_to(values.astype(float), 3, -6, 448, np.nan)

    x, w = (RNG.standard_normal(300).astype(np.float32) * 4 for _ in range(2))
    x[:8] = [0, 500, -1e9, 2**-9, 2**-10, 3 * 2**-10, 448, 464]
    # Rounded to f32 first, this one would be a tie.
    y = RNG.standard_normal(300)
    y[0] = 1 + 2**-4 + 2**-50
    four, five, double, product, bits = model(x, y, w)
    np.testing.assert_array_equal(four, e4m3(x))
    np.testing.assert_array_equal(
        five, round_to(x.astype(float), 2, -14, 57344, np.inf)
    )
    np.testing.assert_array_equal(double, e4m3(y))
    assert double[0] == 1.125
    np.testing.assert_array_equal(product, e4m3(e4m3(x) * e4m3(w)))
    assert bits.itemsize == 1


def test_products_of_8_bit_floats():
    model = mlir_amp.compile("""
func.func @main(%x: tensor<20x30xf32>, %y: tensor<30x40xf32>) -> tensor<20x40xf32> {
  %zero = arith.constant dense<0.0> : tensor<20x40xf32>
  %a = arith.truncf %x : tensor<20x30xf32> to tensor<20x30xf8E4M3FN>
  %b = arith.truncf %y : tensor<30x40xf32> to tensor<30x40xf8E5M2>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<20x30xf8E4M3FN>, tensor<30x40xf8E5M2>)
      outs(%zero : tensor<20x40xf32>) {
  ^bb0(%v: f8E4M3FN, %w: f8E5M2, %sum: f32):
    %c = arith.extf %v : f8E4M3FN to f32
    %d = arith.extf %w : f8E5M2 to f32
    %p = arith.mulf %c, %d : f32
    %s = arith.addf %p, %sum : f32
    linalg.yield %s : f32
  } -> tensor<20x40xf32>
  return %0 : tensor<20x40xf32>
}""")
    x, y = (RNG.integers(-4, 5, s).astype(np.float32) for s in ((20, 30), (30, 40)))
    np.testing.assert_array_equal(model(x, y), x @ y)


def test_bits_and_shapes_that_a_run_gives():
    # Signs are names; a shape of 32 or 64 bits, and one that nothing tells before.
    model = mlir_amp.compile("""
func.func @main(%x: tensor<3x5xui8>, %y: tensor<4x3xf32>, %shape: tensor<2xi32>, %wide: tensor<1xi64>)
    -> (tensor<3x5xi8>, tensor<4x3xi32>, tensor<2x6xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = tensor.bitcast %x : tensor<3x5xui8> to tensor<3x5xi8>
  %1 = tensor.bitcast %y : tensor<4x3xf32> to tensor<4x3xi32>
  %2 = tensor.reshape %y(%shape) : (tensor<4x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = tensor.cast %2 : tensor<?x?xf32> to tensor<2x6xf32>
  %4 = tensor.reshape %y(%wide) : (tensor<4x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]} ins(%4 : tensor<?xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %s: f32):
    %t = arith.addf %v, %s : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %0, %1, %3, %5 : tensor<3x5xi8>, tensor<4x3xi32>, tensor<2x6xf32>, tensor<f32>
}""")
    x = RNG.integers(0, 256, (3, 5)).astype(np.uint8)
    y = RNG.integers(-9, 9, (4, 3)).astype(np.float32)
    got = model(x, y, np.array([2, 6], np.int32), np.array([12], np.int64))
    wanted = (x.view(np.int8), y.view(np.int32), y.reshape(2, 6), y.sum())
    for result, want in zip(got, wanted):
        np.testing.assert_array_equal(result, want)


RESOURCES = {
    "i1": ("uitofp", "01000101000001", [1, 0, 1, 1, 0, 0, 1]),
    # As MLIR 22 packs them in `dense`.
    "i1 packed": ("uitofp", "4d", [1, 0, 1, 1, 0, 0, 1]),
    # Four bits of each byte mean nothing.
    "i4": ("sitofp", "f100070f30f008", [1, 0, 7, -1, 0, 0, -8]),
    "i12": ("sitofp", "0100000000fff7ffff0f00080080", [1, 0, -256, -9, -1, -2048, 0]),
}


@pytest.mark.parametrize("kind", RESOURCES)
def test_constants_in_resources(kind):
    # What torch makes of a mask. Resources were read only where LLVM can, too.
    cast, data, want = RESOURCES[kind]
    element = kind.split()[0]
    model = mlir_amp.compile(f"""
func.func @main(%x: tensor<7xf32>) -> tensor<7xf32> {{
  %0 = arith.constant dense_resource<w> : tensor<7x{element}>
  %1 = arith.{cast} %0 : tensor<7x{element}> to tensor<7xf32>
  %2 = arith.addf %x, %1 : tensor<7xf32>
  return %2 : tensor<7xf32>
}}
{{-# dialect_resources: {{ builtin: {{ w: "0x01000000{data}" }} }} #-}}""")
    np.testing.assert_array_equal(model(np.zeros(7)), want)


@pytest.mark.parametrize("element", ["f32", "f64", "i1", "i32"])
def test_constants_without_elements_in_resources(element):
    # The translation to LLVM IR divided by their number.
    text = f"""
func.func @main() -> tensor<2x0x3x{element}> {{
  %0 = arith.constant dense_resource<w> : tensor<2x0x3x{element}>
  return %0 : tensor<2x0x3x{element}>
}}
{{-# dialect_resources: {{ builtin: {{ w: "0x08000000" }} }} #-}}"""
    assert mlir_amp.compile(text)().shape == (2, 0, 3)


def test_globals_and_blocks_that_nothing_reaches():
    # Upstream's bufferization kept a global's buffer for the next run, where others
    # wrote into it.
    text = """
ml_program.global private @g(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private mutable @s(dense<3.0> : tensor<4xf32>) : tensor<4xf32>
tosa.variable @v = dense<1.0> : tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %g = ml_program.global_load_const @g : tensor<4xf32>
  %s = ml_program.global_load @s : tensor<4xf32>
  tosa.variable_write @v, %x : tensor<4xf32>
  %v = tosa.variable_read @v : tensor<4xf32>
  %0 = arith.addf %g, %s : tensor<4xf32>
  %1 = arith.addf %0, %v : tensor<4xf32>
  return %1 : tensor<4xf32>
^never:
  return %x : tensor<4xf32>
}"""
    x = RNG.integers(-9, 9, 4).astype(np.float32)
    for low in (None, "f16"):
        model = mlir_amp.compile(text, autocast=low)
        for _ in range(2):
            np.testing.assert_array_equal(model(x), [1, 2, 3, 4] + x + 3)


@pytest.mark.parametrize("heads,group", [(8, 4), (6, 4), (7, 3)])
def test_heads_that_share_keys(heads, group):
    keys = -(-heads // group)
    model = mlir_amp.compile(f"""
func.func @main(%q: tensor<{heads}x9x20xf32>, %k: tensor<{keys}x20x17xf32>)
    -> tensor<{heads}x9x17xf32> {{
  %zero = arith.constant dense<0.0> : tensor<{heads}x9x17xf32>
  %0 = linalg.generic {{indexing_maps = [affine_map<(h, m, n, k) -> (h, m, k)>,
      affine_map<(h, m, n, k) -> (h floordiv {group}, k, n)>,
      affine_map<(h, m, n, k) -> (h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}}
      ins(%q, %k : tensor<{heads}x9x20xf32>, tensor<{keys}x20x17xf32>)
      outs(%zero : tensor<{heads}x9x17xf32>) {{
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }} -> tensor<{heads}x9x17xf32>
  return %0 : tensor<{heads}x9x17xf32>
}}""")
    q = RNG.integers(-3, 4, (heads, 9, 20)).astype(np.float32)
    k = RNG.integers(-3, 4, (keys, 20, 17)).astype(np.float32)
    np.testing.assert_array_equal(model(q, k), q @ k[np.arange(heads) // group])


@pytest.mark.parametrize("factor", ["arith.mulf %p, %two", "math.exp %p"])
def test_an_assertion_beside_a_product_ends_the_run(factor):
    # Neither the runtime's product nor one whose factor is taken out leaves it out.
    model = mlir_amp.compile(f"""
func.func @main(%x: tensor<32x40xf32>, %y: tensor<40x48xf32>) -> tensor<32x48xf32> {{
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %init = arith.constant dense<0.0> : tensor<32x48xf32>
  %0 = linalg.generic {{indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%x, %y : tensor<32x40xf32>, tensor<40x48xf32>) outs(%init : tensor<32x48xf32>) {{
  ^bb0(%p: f32, %q: f32, %sum: f32):
    %ok = arith.cmpf one, %p, %zero : f32
    cf.assert %ok, "a factor is zero"
    %f = {factor} : f32
    %m = arith.mulf %f, %q : f32
    %s = arith.addf %sum, %m : f32
    linalg.yield %s : f32
  }} -> tensor<32x48xf32>
  return %0 : tensor<32x48xf32>
}}""")
    x, y = np.ones((32, 40), np.float32), np.ones((40, 48), np.float32)
    assert model(x, y).min() > 0
    x[5, 7] = 0
    with pytest.raises(mlir_amp.ModelError, match="a factor is zero"):
        model(x, y)


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_integers_divided_by_zero_and_beyond_what_they_hold(width):
    kind, bits = f"i{width}", 2**width
    least, numbers = -bits // 2, [0, 1, -1, 3, -7, -bits // 2, bits // 2 - 1]
    ops = "divsi", "remsi", "floordivsi", "ceildivsi", "divui", "remui", "ceildivui"
    body = "\n".join(f"%{op} = arith.{op} %x, %y : tensor<49x{kind}>" for op in ops)
    types = ", ".join([f"tensor<49x{kind}>"] * 7)
    model = mlir_amp.compile(f"""
func.func @main(%x: tensor<49x{kind}>, %y: tensor<49x{kind}>) -> ({types}) {{
  {body}
  return {", ".join(f"%{op}" for op in ops)} : {types}
}}""")
    pairs = [(x, y) for x in numbers for y in numbers]

    def cut(x, y):
        return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)

    want = {
        "divsi": [cut(x, y) if y else -1 for x, y in pairs],
        "remsi": [x - y * cut(x, y) if y else x for x, y in pairs],
        "floordivsi": [x // y if y else -1 for x, y in pairs],
        "ceildivsi": [-(-x // y) if y else -1 for x, y in pairs],
        "divui": [(x % bits) // (y % bits) if y else -1 for x, y in pairs],
        "remui": [(x % bits) % (y % bits) if y else x for x, y in pairs],
        "ceildivui": [-(-(x % bits) // (y % bits)) if y else -1 for x, y in pairs],
    }
    x, y = np.array(pairs, f"int{width}").T.copy()
    for op, got in zip(ops, model(x, y)):
        wrapped = [(value - least) % bits + least for value in want[op]]
        np.testing.assert_array_equal(got, wrapped, err_msg=op)


def test_negative_powers_of_zero():
    model = mlir_amp.compile("""
func.func @main(%x: tensor<4xi32>, %n: tensor<4xi32>) -> tensor<4xi32> {
  %0 = math.ipowi %x, %n : tensor<4xi32>
  return %0 : tensor<4xi32>
}""")
    x, n = np.array([[0, 0, -1, 3], [-1, 0, -3, -1]], np.int32)
    np.testing.assert_array_equal(model(x, n), [0, 1, -1, 0])


def test_loops_give_their_stack_space_back():
    # A tile of 2 KiB on the stack in each of 20,000 iterations.
    text = """
    func.func @main(%x: tensor<16x32xf32>) -> tensor<16x32xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %many = arith.constant 20000 : index
      %zero = arith.constant 0.0 : f32
      %one = arith.constant dense<1.0> : vector<16x32xf32>
      %0 = scf.for %i = %c0 to %many step %c1 iter_args(%y = %x) -> tensor<16x32xf32> {
        %1 = vector.transfer_read %y[%c0, %c0], %zero : tensor<16x32xf32>, vector<16x32xf32>
        %2 = arith.addf %1, %one : vector<16x32xf32>
        %3 = vector.transfer_write %2, %y[%c0, %c0] : vector<16x32xf32>, tensor<16x32xf32>
        scf.yield %3 : tensor<16x32xf32>
      }
      return %0 : tensor<16x32xf32>
    }"""
    result = mlir_amp.compile(text)(np.zeros((16, 32), np.float32))
    np.testing.assert_array_equal(result, np.full((16, 32), 20000, np.float32))


@pytest.mark.parametrize(
    "height, width, scale, offset, border",
    [
        (2, 2, (4, 2, 4, 2), (-1, -1), (1, 1)),
        (3, 5, (4, 2, 2, 1), (-1, 0), (1, 0)),
        (4, 3, (6, 2, 4, 2), (-2, -1), (2, 1)),
        (3, 3, (2, 2, 2, 2), (-2, -2), (0, 0)),
    ],
)
def test_resizing_integers_rounds_places_down(height, width, scale, offset, border):
    rows = ((height - 1) * scale[0] - offset[0] + border[0]) // scale[1] + 1
    columns = ((width - 1) * scale[2] - offset[1] + border[1]) // scale[3] + 1
    kind = f"tensor<1x{rows}x{columns}x1xi32>"
    text = f"""
    func.func @main(%x: tensor<1x{height}x{width}x1xi8>) -> {kind} {{
      %s = tosa.const_shape {{values = dense<{list(scale)}> : tensor<4xindex>}} : () -> !tosa.shape<4>
      %o = tosa.const_shape {{values = dense<{list(offset)}> : tensor<2xindex>}} : () -> !tosa.shape<2>
      %b = tosa.const_shape {{values = dense<{list(border)}> : tensor<2xindex>}} : () -> !tosa.shape<2>
      %0 = tosa.resize %x, %s, %o, %b {{mode = BILINEAR}} : (tensor<1x{height}x{width}x1xi8>,
          !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> {kind}
      return %0 : {kind}
    }}"""
    x = np.random.RandomState(0).randint(-128, 128, (1, height, width, 1)).astype(np.int8)
    wanted = np.zeros((1, rows, columns, 1), np.int64)
    for row, column in np.ndindex(rows, columns):
        places = (row * scale[1] + offset[0], column * scale[3] + offset[1])
        sums = 0
        for down, right in np.ndindex(2, 2):
            y, x_ = places[0] // scale[0] + down, places[1] // scale[2] + right
            weight = [places[0] % scale[0], places[1] % scale[2]]
            weight[0] = weight[0] if down else scale[0] - weight[0]
            weight[1] = weight[1] if right else scale[2] - weight[1]
            sums += int(x[0, np.clip(y, 0, height - 1), np.clip(x_, 0, width - 1), 0]) * (
                weight[0] * weight[1]
            )
        wanted[0, row, column, 0] = sums
    np.testing.assert_array_equal(mlir_amp.compile(text)(x), wanted)


UNKNOWN_REGION = """\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  "foo.bar"() ({
    %0 = arith.addf %x, %x : tensor<4xf32>
  }) : () -> ()
  return %x : tensor<4xf32>
}"""


@pytest.mark.parametrize("target", ["cpu", "cuda:sm_80"])
def test_unknown_ops_with_a_region_are_named(target):
    module = mlir_amp.parse(UNKNOWN_REGION, allow_unregistered=True)
    with pytest.raises(mlir_amp.MLIRError, match="expected registered ops, got 'foo.bar'") as error:
        mlir_amp.compile(module, target=target)
    assert error.value.location.line == 2


@pytest.mark.parametrize("count", [17, 300])
def test_a_concatenation_of_many_parts(count):
    # In groups of 16: upstream's analysis of buffers takes long over more. Parts of
    # two lengths, the last of an odd group by itself.
    lengths = [1 + i % 2 for i in range(count)]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    total = starts[-1]
    parts, names, types = [], [], []
    for i, (start, length) in enumerate(zip(starts, lengths)):
        kind = f"tensor<3x{length}xf32>"
        parts.append(
            f"  %{i} = tensor.extract_slice %x[0, {total - start - length}]"
            f" [3, {length}] [1, 1] : tensor<3x{total}xf32> to {kind}\n"
            f"  %s{i} = arith.addf %{i}, %{i} : {kind}"
        )
        names.append(f"%s{i}")
        types.append(kind)
    whole = f"tensor<3x{total}xf32>"
    model = mlir_amp.compile(f"""
func.func @main(%x: {whole}) -> {whole} {{
{chr(10).join(parts)}
  %r = tensor.concat dim(1) {", ".join(names)} : ({", ".join(types)}) -> {whole}
  return %r : {whole}
}}""")
    x = RNG.standard_normal((3, total)).astype(np.float32)
    want = [x[:, total - b : total - a] for a, b in zip(starts, starts[1:])]
    np.testing.assert_array_equal(model(x), 2 * np.concatenate(want, 1))


@pytest.mark.parametrize("shape, axis", [((4096, 48), 0), ((3, 1026, 20), 1)])
@pytest.mark.parametrize("body", ["%a", "%square"])
def test_long_sums_over_outer_axes_are_taken_in_parts(shape, axis, body):
    # One after the other, 4096 summands are 1e-6 off.
    loops = [f"d{i}" for i in range(len(shape))]
    kept = [loop for i, loop in enumerate(loops) if i != axis]
    kinds = ['"reduction"' if i == axis else '"parallel"' for i in range(len(shape))]
    x = (0.6 + 0.03 * RNG.standard_normal(shape)).astype(np.float32)
    want = np.square(x, dtype=np.float64) if body != "%a" else x.astype(np.float64)
    want = want.sum(axis)
    given, made = ("x".join(map(str, s)) for s in (shape, want.shape))
    model = mlir_amp.compile(f"""
#all = affine_map<({", ".join(loops)}) -> ({", ".join(loops)})>
#kept = affine_map<({", ".join(loops)}) -> ({", ".join(kept)})>
func.func @main(%x: tensor<{given}xf32>) -> tensor<{made}xf32> {{
  %one = arith.constant dense<1.0> : tensor<{made}xf32>
  %r = linalg.generic {{indexing_maps = [#all, #kept], iterator_types = [{", ".join(kinds)}]}}
      ins(%x : tensor<{given}xf32>) outs(%one : tensor<{made}xf32>) {{
  ^bb0(%a: f32, %sum: f32):
    %square = arith.mulf %a, %a : f32
    %next = arith.addf %sum, {body} : f32
    linalg.yield %next : f32
  }} -> tensor<{made}xf32>
  return %r : tensor<{made}xf32>
}}""")
    error = np.abs(model(x) - (want + 1)).max() / want.max()
    assert error < 4e-7


def test_pads_below_nought_take_elements_away():
    model = mlir_amp.compile("""
func.func @main(%x: tensor<4x6xf32>, %y: tensor<5x6xf32>) -> (tensor<3x8xf32>, tensor<4x8xf32>) {
  %fill = arith.constant 2.0 : f32
  %p = tensor.pad %x low[-1, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %fill : f32
  } : tensor<4x6xf32> to tensor<3x8xf32>
  %q = tensor.pad %y low[-2, 3] high[1, -1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %fill : f32
  } : tensor<5x6xf32> to tensor<4x8xf32>
  return %p, %q : tensor<3x8xf32>, tensor<4x8xf32>
}""")
    x, y = (RNG.standard_normal((rows, 6)).astype(np.float32) for rows in (4, 5))
    first, second = model(x, y)
    np.testing.assert_array_equal(
        first, np.pad(x[1:], ((0, 0), (1, 1)), constant_values=2)
    )
    np.testing.assert_array_equal(
        second, np.pad(y[2:, :5], ((0, 1), (3, 0)), constant_values=2)
    )
