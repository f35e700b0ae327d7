# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What lowering to the CPU leaves as the module has it: the order in which a
reduction runs, and which function a name means."""

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
