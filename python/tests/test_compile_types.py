# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types of a compiled model's inputs and results on the CPU."""

import pytest

import mlir_amp
from mlir_amp._runtime import TensorInfo, as_numbers
from test_compile import matmul_text

np = pytest.importorskip("numpy")


TYPES = """
func.func @main(%a: tensor<3xbf16> loc("low"), %b: tensor<i32>, %c: tensor<2xi1>,
                %d: tensor<2xf64>)
    -> (tensor<3xbf16>, tensor<i32>, tensor<2xi1>, tensor<2xf64>) {
  return %a, %b, %c, %d : tensor<3xbf16>, tensor<i32>, tensor<2xi1>, tensor<2xf64>
}"""


def test_types_and_names():
    model = mlir_amp.compile(TYPES)
    assert [str(info) for info in model.inputs] == [
        "low: 3xbf16", "arg1: i32", "arg2: 2xi1", "arg3: 2xf64"
    ]
    low, integer, boolean, double = model([1.0, 2.5, -3.0], 7, [True, False], [1, 2])
    bits = low.view(np.uint16).astype(np.uint32) << 16
    np.testing.assert_array_equal(bits.view(np.float32), [1.0, 2.5, -3.0])
    assert integer.shape == () and integer == 7 and integer.dtype == np.int32
    assert boolean.dtype == bool and boolean.tolist() == [True, False]
    assert double.dtype == np.float64 and double.tolist() == [1, 2]


def test_names_that_are_no_text():
    # MLIR takes any bytes; such a model could not be loaded.
    model = mlir_amp.compile(
        'func.func @main(%x: tensor<2xf32> loc("\\FF\\FEx")) -> tensor<2xf32> {'
        " return %x : tensor<2xf32> }")
    name = "\ufffd\ufffdx"
    assert [info.name for info in model.inputs] == [name]
    assert model.bind({name: np.ones(2)})().tolist() == [1, 1]


def same_text(kind):
    return f"""func.func @main(%x: tensor<4x{kind}>) -> tensor<4x{kind}> {{
      return %x : tensor<4x{kind}>
    }}"""


def value_of(bits, exponent, fraction):
    """What a float of so many digits is, by its definition."""
    sign = -1 if bits >> (exponent + fraction) else 1
    power, digits = bits >> fraction & (2**exponent - 1), bits & (2**fraction - 1)
    one = 2**fraction if power else 0
    return sign * (one + digits) * 2.0 ** (max(power, 1) - 2 ** (exponent - 1) + 1 - fraction)


@pytest.mark.parametrize(
    "kind, exponent, fraction, special",
    [("bf16", 8, 7, 0x7F80), ("f8E4M3FN", 4, 3, 0x7F), ("f8E5M2", 5, 2, 0x7C)],
)
def test_results_as_numbers(kind, exponent, fraction, special):
    """All bits there are; `special` are the first of infinity or NaN."""
    top = 2 ** (exponent + fraction)
    bits = np.arange(2 * top, dtype=np.uint16 if kind == "bf16" else np.uint8)
    numbers = as_numbers(TensorInfo("x", kind, bits.shape), bits)
    assert numbers.dtype == np.float32
    finite = bits % top < special
    assert numbers[finite].tolist() == [value_of(int(b), exponent, fraction) for b in bits[finite]]
    infinite = np.isinf(numbers)
    assert bits[infinite].tolist() == ([] if kind == "f8E4M3FN" else [special, top + special])
    assert np.isnan(numbers[~finite & ~infinite]).all()
    one = as_numbers(TensorInfo("x", kind, ()), bits[top + 1])
    assert one == numbers[top + 1] < 0


def test_bits_of_bf16_are_uint16_alone():
    model = mlir_amp.compile(same_text("bf16"))
    for kind in ("bool", "uint8", "uint32", "int16", "int64", "complex64"):
        with pytest.raises(TypeError, match=f"expected arg0: 4xbf16, got {kind}"):
            model(np.ones(4, kind))
    bits = np.array([0x3F80, 0x7FC0, 0x8000, 1], np.uint16)
    for given in (bits, bits.astype(">u2")):
        np.testing.assert_array_equal(model(given).view(np.uint16), bits)


@pytest.mark.parametrize("kind", ["float64", "longdouble"])
def test_wide_floats_are_rounded_once_to_bf16(kind):
    """Just above, at and below the middle between two, which f32 cannot tell."""
    model = mlir_amp.compile(same_text("bf16"))
    for at, bits in ((0, 0x3F80), (2.0**-40, 0x3F81), (-(2.0**-40), 0x3F80)):
        for sign, high in ((1, 0), (-1, 0x8000)):
            x = np.full(4, sign * (1 + 2.0**-8 + at), kind)
            assert (model(x).view(np.uint16) == bits | high).all()
    x = np.array([3.4e38, -1e300, 2.0**-134 * (1 + 2.0**-40), 1e-300], kind)
    assert model(x).view(np.uint16).tolist() == [0x7F80, 0xFF80, 1, 0]
    x = np.array([np.nan, np.inf, -0.0, 2.0**-134], kind)
    assert model(x).view(np.uint16).tolist()[1:] == [0x7F80, 0x8000, 0]
    assert model(x).view(np.uint16)[0] & 0x7FFF > 0x7F80


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_unsigned_integers(bits, tmp_path):
    header = tmp_path / "model.h"
    model = mlir_amp.compile(same_text(f"ui{bits}"), header=header)
    assert f"/* input 0: 4xui{bits} arg0 */" in header.read_text()
    x = np.array([0, 1, 2 ** (bits - 1), 2**bits - 1], f"uint{bits}")
    assert model(x).dtype == x.dtype and (model(x) == x).all()
    with pytest.raises(TypeError, match=f"expected arg0: 4xui{bits}, got int64"):
        model(np.array([-1, 2, 3, 4]))


@pytest.mark.parametrize("bits", [8, 16, 32])
def test_integers_that_do_not_fit_are_refused(bits):
    model = mlir_amp.compile(same_text(f"i{bits}"))
    top = 2 ** (bits - 1)
    fits = np.array([-top, -1, 0, top - 1])
    assert (model(fits) == fits).all()
    for lost in (top, 2**bits, -top - 1):
        with pytest.raises(ValueError, match=f"expected arg0: 4xi{bits}, got {lost}$"):
            model(np.array([1, 2, lost, 3]))
    # Pixels, whose bits a module may read as they are.
    pixels = np.full(4, 2**bits - 1, f"uint{bits}")
    assert (model(pixels).view(pixels.dtype) == pixels).all()


def test_wrong_arguments():
    model = mlir_amp.compile(matmul_text(4, 4, 4))
    good = np.ones((4, 4), np.float32)
    with pytest.raises(ValueError, match=r"input 1: expected arg1: 4x4xf32.*\(4,\)"):
        model(good, good[0])
    with pytest.raises(TypeError, match="expected arg0: 4x4xf32, got complex64"):
        model(good.astype(np.complex64), good)
    with pytest.raises(TypeError, match="expected 2 inputs, got 1"):
        model(good)
