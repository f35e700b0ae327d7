# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of math on the CPU: how far they are from libm."""

import math

import pytest

import mlir_amp

np = pytest.importorskip("numpy")


def function_of(name, x):
    """What a model computes of f32 numbers, and the function in f64."""
    model = mlir_amp.compile(f"""
func.func @main(%x: tensor<{len(x)}xf32>) -> tensor<{len(x)}xf32> {{
  %0 = math.{name} %x : tensor<{len(x)}xf32>
  return %0 : tensor<{len(x)}xf32>
}}""")
    return model(x), np.array([getattr(math, name)(float(v)) for v in x])


def units(result, want):
    """Distance in units of the last place of f32."""
    return abs(result - want) / np.spacing(abs(want).astype(np.float32))


@pytest.mark.parametrize("name", ["exp", "expm1", "log", "log1p", "tanh", "erf"])
def test_functions_are_close_to_libm(name):
    # Measured: at most 4 units in the last place of f32 on these ranges.
    x = np.linspace(-10, 10, 4096, dtype=np.float32)
    if name.startswith("log"):
        x = np.geomspace(1e-6, 1e6, 4096, dtype=np.float32)
    assert units(*function_of(name, x)).max() <= 4


@pytest.mark.parametrize("name", ["sinh", "cosh"])
def test_hyperbolic_functions(name):
    """Near 0, where exponentials cancel, and where they overflow before the result."""
    x = np.geomspace(1e-30, 89.4, 2048, dtype=np.float32)
    x = np.concatenate([-x, x, [0.0, -0.0]]).astype(np.float32)
    result, want = function_of(name, x)
    assert units(result, want).max() <= 4
    np.testing.assert_array_equal(np.signbit(result), np.signbit(want))


@pytest.mark.parametrize("name", ["expm1", "log1p", "tanh", "erf"])
def test_odd_functions_keep_the_sign_of_zero(name):
    x = np.array([0.0, -0.0, 1e-30, -1e-30], np.float32)
    result, want = function_of(name, x)
    assert units(result, want).max() <= 4
    np.testing.assert_array_equal(np.signbit(result), np.signbit(x))


def test_exponentials_and_logarithms_of_what_f32_hardly_holds():
    """As docs/cpu.md says: within 5 units up to overflow, 0 below normal numbers."""
    result, want = function_of("exp", np.linspace(-87.3, 88.72, 4096, dtype=np.float32))
    assert units(result, want).max() <= 5
    assert not function_of("exp", np.float32([-88.8, -90, -103]))[0].any()
    result, _ = function_of("log", np.float32([1e-40, 1e-45]))
    np.testing.assert_allclose(result, math.log(2.0**-126), rtol=1e-6)


@pytest.mark.parametrize("name", ["expm1", "log1p"])
def test_f64_near_zero(name):
    x = np.array([1e-300, -1e-20, 1e-9, -1e-3, 0.5, 3.0, 0.0, -0.0])
    result = mlir_amp.compile(f"""
func.func @main(%x: tensor<8xf64>) -> tensor<8xf64> {{
  %0 = math.{name} %x : tensor<8xf64>
  return %0 : tensor<8xf64>
}}""")(x)
    want = np.array([getattr(math, name)(v) for v in x])
    np.testing.assert_array_max_ulp(result, want, 2)
    np.testing.assert_array_equal(np.signbit(result), np.signbit(want))


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_infinities(kind):
    x = np.array([0, -1, np.inf, -np.inf, np.nan, 6e4], kind)
    tensor = f"tensor<6x{kind.replace('loat', '')}>"
    infinite = mlir_amp.compile(f"""
func.func @main(%x: {tensor}) -> tensor<6xi1> {{
  %0 = math.isinf %x : {tensor}
  return %0 : tensor<6xi1>
}}""")(x)
    np.testing.assert_array_equal(infinite, np.isinf(x))


@pytest.mark.parametrize("low", ["bf16", "f16"])
def test_f64_is_rounded_once(low):
    """Numbers next to a tie of the low type, which f32 cannot tell from it."""
    digits = {"bf16": 8, "f16": 11}[low]
    above = np.float64(2.0) ** -40
    steps = np.arange(1, 64, dtype=np.float64) * 2.0**-digits
    ties = np.concatenate([1 + steps, -(1 + steps)])
    x = np.concatenate([ties * (1 + above), ties * (1 - above), ties, [0.0, -0.0, 1e-60, -1e-60]])
    if low == "bf16":
        x = np.concatenate([x, [3.4e38, 1e300, -1e300, np.inf, -np.inf]])
    model = mlir_amp.compile(f"""
func.func @main(%x: tensor<{len(x)}xf64>) -> tensor<{len(x)}xf64> {{
  %0 = arith.truncf %x : tensor<{len(x)}xf64> to tensor<{len(x)}x{low}>
  %1 = arith.extf %0 : tensor<{len(x)}x{low}> to tensor<{len(x)}xf64>
  return %1 : tensor<{len(x)}xf64>
}}""")
    # Rounded to the spacing of the type's numbers, ties to even, in f64.
    exponent = np.floor(np.log2(np.maximum(abs(x), 2.0 ** -14 if low == "f16" else 2.0**-126)))
    exponent = np.where(np.isfinite(exponent), exponent, 0)
    spacing = 2.0 ** (exponent - (digits - 1))
    want = np.where(np.isfinite(x), np.round(x / spacing) * spacing, x)
    want = np.where(abs(want) > (65504.0 if low == "f16" else 3.4e38), np.copysign(np.inf, x), want)
    np.testing.assert_array_equal(model(x), want)
    np.testing.assert_array_equal(np.signbit(model(x)), np.signbit(x))


@pytest.mark.parametrize("bits", [32, 40, 64])
@pytest.mark.parametrize("name", ["sitofp", "uitofp"])
def test_integers_are_rounded_once_to_bf16(name, bits):
    """Those next to a tie of bf16 which f32 cannot tell from it, of all sizes."""
    x = [0, 1, -1, 33685505, -33685505, 2 ** (bits - 1) - 1, -(2 ** (bits - 1))]
    for top in range(8, bits - 1):
        for step in range(0, 2 << min(top - 8, 3)):
            tie = (1 << top) + (step << max(top - 11, 0))
            x += [sign * (tie + more) for sign in (-1, 1) for more in (-1, 0, 1)]
    full = f"tensor<{len(x)}xi64>"
    low, narrow = f"tensor<{len(x)}xi{bits}>", "" if bits == 64 else (
        f"%n = arith.trunci %x : {full} to tensor<{len(x)}xi{bits}>")
    model = mlir_amp.compile(f"""
func.func @main(%x: {full}) -> tensor<{len(x)}xbf16> {{
  {narrow}
  %0 = arith.{name} {"%n" if narrow else "%x"} : {low} to tensor<{len(x)}xbf16>
  return %0 : tensor<{len(x)}xbf16>
}}""")

    def rounded(value):
        size = abs(value)
        low = max(size.bit_length() - 8, 0)
        digits, rest = size >> low, size & ((1 << low) - 1)
        digits += 2 * rest + (digits & 1) > 1 << low
        return math.copysign(float(digits << low), value)

    want = [rounded(v if name == "sitofp" else v % 2**bits) for v in x]
    result = mlir_amp._runtime.as_numbers(model.outputs[0], np.asarray(model(np.array(x))))
    np.testing.assert_array_equal(result, want)


@pytest.mark.parametrize("kind", ["f64", "f32", "f16", "bf16"])
@pytest.mark.parametrize("name", ["maximumf", "minimumf"])
def test_zeros_have_an_order(name, kind):
    """-0 is below +0: of two values, of an element and a constant, of a row."""
    numbers = np.array([0.0, -0.0, 1.5, -1.5, np.inf, -np.inf, np.nan])
    x, y = (part.reshape(-1) for part in np.meshgrid(numbers, numbers))
    full, pairs = f"tensor<{len(x)}x{kind}>", f"tensor<{len(x)}x2x{kind}>"
    model = mlir_amp.compile(f"""
func.func @main(%x: {full}, %y: {full}, %pairs: {pairs}, %start: {full})
    -> ({full}, {full}, {full}, {full}) {{
  %plus = arith.constant dense<0.0> : {full}
  %minus = arith.constant dense<-0.0> : {full}
  %0 = arith.{name} %x, %y : {full}
  %1 = arith.{name} %x, %plus : {full}
  %2 = arith.{name} %minus, %x : {full}
  %3 = linalg.reduce {{ arith.{name} }} ins(%pairs : {pairs}) outs(%start : {full}) dimensions = [1]
  return %0, %1, %2, %3 : {full}, {full}, {full}, {full}
}}""")

    def want(a, b):
        largest = name == "maximumf"
        zero = np.where(np.signbit(a) & np.signbit(b) if largest else
                        np.signbit(a) | np.signbit(b), -0.0, 0.0)
        return np.where((a == 0) & (b == 0), zero, (np.maximum if largest else np.minimum)(a, b))

    numpy_type = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": np.float64}[kind]
    a, b = x.astype(numpy_type), y.astype(numpy_type)
    got = model(a, b, np.stack([a, b], 1), a)
    got = [mlir_amp._runtime.as_numbers(model.outputs[0], np.asarray(r)) for r in got]
    for result, wanted in zip(got, (want(x, y), want(x, 0.0), want(x, -0.0), want(x, y))):
        np.testing.assert_array_equal(result, wanted)
        number = ~np.isnan(wanted)
        np.testing.assert_array_equal(np.signbit(result)[number], np.signbit(wanted)[number])
