# ===- test_intervals.py - The interpreter behind the bounds ----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""amp-fuzz --bounds: each op's bounds hold what numpy computes, and are narrow;
modules of instances run."""

import os
import subprocess

import pytest

np = pytest.importorskip("numpy")

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(
    os.environ.get("AMP_BUILD_DIR", os.path.join(ROOT, "build", "release"))
)
TOOL = os.path.join(BUILD, "bin", "amp-fuzz")

pytestmark = pytest.mark.skipif(
    not os.path.exists(TOOL), reason="amp-fuzz is not built: ninja -C build/release amp-fuzz"
)

RNG = np.random.default_rng(5)
A = RNG.uniform(-1, 1, (4, 8))
B = RNG.uniform(-1, 1, (8, 4))
V = RNG.uniform(-1, 1, 8)
P = RNG.uniform(0.1, 0.9, (4, 8))  # Within the domains of all functions.
M = np.array([1, 0, 1, 1, 0, 1, 1, 0], bool)
MASK = "dense<[true, false, true, true, false, true, true, false]> : vector<8xi1>"

HEADER = """
func.func @main(%ta: tensor<4x8xf32>, %tb: tensor<8x4xf32>, %tv: tensor<8xf32>,
                %tp: tensor<4x8xf32>) -> {result} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %a = vector.transfer_read %ta[%c0, %c0], %zero : tensor<4x8xf32>, vector<4x8xf32>
  %b = vector.transfer_read %tb[%c0, %c0], %zero : tensor<8x4xf32>, vector<8x4xf32>
  %v = vector.transfer_read %tv[%c0], %zero : tensor<8xf32>, vector<8xf32>
  %s = tensor.extract %tv[%c1] : tensor<8xf32>
  {body}
"""


def run(tmp_path, body, result):
    """Lower and upper bounds of what a module returns."""
    (tmp_path / "m.mlir").write_text(HEADER.format(result=result, body=body) + "}\n")
    (tmp_path / "data").write_bytes(b"".join(x.tobytes() for x in (A, B, V, P)))
    done = subprocess.run(
        [TOOL, "--bounds=m.mlir", "--data=data"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return np.fromfile(tmp_path / "data", np.float64).reshape(2, -1)


def check(tmp_path, body, result, wanted, width=1e-3):
    lower, upper = run(tmp_path, body, result)
    wanted = np.ravel(wanted)
    assert lower.shape == wanted.shape
    assert (lower <= wanted).all() and (wanted <= upper).all(), (lower, wanted, upper)
    assert (upper - lower <= width * (1 + abs(wanted))).all(), upper - lower


def into_tensor(shape):
    """Text that returns the vector %r."""
    dims = "x".join(map(str, shape))
    at = ", ".join(["%c0"] * len(shape))
    return (
        f"\n  %e = tensor.empty() : tensor<{dims}xf32>\n"
        f"  %t = vector.transfer_write %r, %e[{at}] : vector<{dims}xf32>, tensor<{dims}xf32>\n"
        f"  return %t : tensor<{dims}xf32>\n"
    )


MAPS = (
    "indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,"
    " affine_map<(m, n, k) -> (m, n)>], iterator_types = ['parallel', 'parallel', 'reduction']"
).replace("'", '"')
ACC = "%z = arith.constant dense<1.0> : vector<4x4xf32>\n"
KEPT = np.outer(np.arange(4) < 3, np.ones(4)) * 1.0
VECTORS = {
    "broadcast": ("%r = vector.broadcast %v : vector<8xf32> to vector<4x8xf32>",
                  np.broadcast_to(V, (4, 8))),
    "stretch": ("%w = vector.shape_cast %v : vector<8xf32> to vector<8x1xf32>\n"
                "%r = vector.broadcast %w : vector<8x1xf32> to vector<8x3xf32>",
                np.broadcast_to(V[:, None], (8, 3))),
    "transpose": ("%r = vector.transpose %a, [1, 0] : vector<4x8xf32> to vector<8x4xf32>", A.T),
    "extract": ("%r = vector.extract %a[%c1] : vector<8xf32> from vector<4x8xf32>", A[1]),
    "insert": ("%r = vector.insert %v, %a [2] : vector<8xf32> into vector<4x8xf32>",
               np.vstack([A[:2], V, A[3:]])),
    "slice": ("%r = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [2, 5],"
              " strides = [1, 1]} : vector<4x8xf32> to vector<2x5xf32>", A[1:3, 2:7]),
    "insert-slice": ("%r = vector.insert_strided_slice %v, %a {offsets = [3, 0], strides = [1]}"
                     " : vector<8xf32> into vector<4x8xf32>", np.vstack([A[:3], V])),
    "shuffle": ("%w = arith.negf %v : vector<8xf32>\n%r = vector.shuffle %v, %w [0, 9, 7, 15]"
                " : vector<8xf32>, vector<8xf32>", np.array([V[0], -V[1], V[7], -V[7]])),
    "interleave": ("%w = arith.negf %v : vector<8xf32>\n"
                   "%r = vector.interleave %v, %w : vector<8xf32> -> vector<16xf32>",
                   np.stack([V, -V], 1).ravel()),
    "deinterleave": ("%q, %r = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>", V[1::2]),
    "elements": ("%x:8 = vector.to_elements %v : vector<8xf32>\n"
                 "%r = vector.from_elements %x#3, %x#0 : vector<2xf32>", V[[3, 0]]),
    "fma": ("%r = vector.fma %v, %v, %v : vector<8xf32>", V * V + V),
    "outer": ("%r = vector.outerproduct %v, %v : vector<8xf32>, vector<8xf32>", np.outer(V, V)),
    "scale": ("%r = vector.outerproduct %v, %s : vector<8xf32>, f32", V * V[1]),
    "axpy": ("%r = vector.outerproduct %v, %s, %v {kind = #vector.kind<add>}"
             " : vector<8xf32>, f32", V * V[1] + V),
    "rows": ("%w = arith.constant dense<2.0> : vector<4xf32>\n%r = vector.multi_reduction <add>,"
             " %a, %w [1] : vector<4x8xf32> to vector<4xf32>", A.sum(1) + 2),
    "columns": ("%w = arith.constant dense<0.0> : vector<8xf32>\n%r = vector.multi_reduction"
                " <maximumf>, %a, %w [0] : vector<4x8xf32> to vector<8xf32>",
                np.maximum(A.max(0), 0)),
    "contract": (ACC + f"%r = vector.contract {{{MAPS}}} %a, %b, %z"
                 " : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>", A @ B + 1),
    "masked-contract": (
        ACC + "%m = vector.constant_mask [3, 4, 5] : vector<4x4x8xi1>\n"
        f"%r = vector.mask %m {{ vector.contract {{{MAPS}}} %a, %b, %z : vector<4x8xf32>,"
        " vector<8x4xf32> into vector<4x4xf32> } : vector<4x4x8xi1> -> vector<4x4xf32>",
        KEPT * (A[:, :5] @ B[:5]) + 1),
    "scan": ("%w = arith.constant dense<1.0> : vector<4xf32>\n%r, %l = vector.scan <add>, %a, %w"
             " {inclusive = true, reduction_dim = 1} : vector<4x8xf32>, vector<4xf32>",
             A.cumsum(1)),
    "exclusive-scan": (
        "%w = arith.constant dense<1.0> : vector<4xf32>\n%r, %l = vector.scan <add>, %a, %w"
        " {inclusive = false, reduction_dim = 1} : vector<4x8xf32>, vector<4xf32>",
        1 + np.hstack([np.zeros((4, 1)), A.cumsum(1)[:, :-1]])),
    "permuted-read": ("%r = vector.transfer_read %ta[%c1, %c0], %zero {permutation_map ="
                      " affine_map<(d0, d1) -> (d0)>, in_bounds = [true]}"
                      " : tensor<4x8xf32>, vector<3xf32>", A[1:, 0]),
    "padded-read": ("%r = vector.transfer_read %tv[%c1], %s : tensor<8xf32>, vector<8xf32>",
                    np.append(V[1:], V[1])),
    "masked-read": (f"%m = arith.constant {MASK}\n%r = vector.mask %m {{ vector.transfer_read"
                    " %tv[%c0], %s : tensor<8xf32>, vector<8xf32> } : vector<8xi1> ->"
                    " vector<8xf32>", np.where(M, V, V[1])),
    "gather": ("%i = arith.constant dense<[7, 0, 7, 1, 2, 3, 4, 5]> : vector<8xi32>\n"
               f"%m = arith.constant {MASK}\n%r = vector.gather %tv[%c0] [%i], %m, %v"
               " : tensor<8xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>",
               np.where(M, V[[7, 0, 7, 1, 2, 3, 4, 5]], V)),
    "created-mask": ("%m = vector.create_mask %c2 : vector<8xi1>\n"
                     "%r = arith.select %m, %v, %w : vector<8xi1>, vector<8xf32>",
                     np.append(V[:2], np.zeros(6))),
    "select": ("%c = arith.cmpf ogt, %v, %w : vector<8xf32>\n"
               "%r = arith.select %c, %v, %w : vector<8xi1>, vector<8xf32>", np.maximum(V, 0)),
}
for _name in ("created-mask", "select"):
    _body, _wanted = VECTORS[_name]
    _before = "%w = arith.constant dense<0.0> : vector<8xf32>\n%c2 = arith.constant 2 : index\n"
    VECTORS[_name] = _before + _body, _wanted


@pytest.mark.parametrize("name", VECTORS)
def test_vectors(tmp_path, name):
    body, wanted = VECTORS[name]
    dims = "x".join(map(str, wanted.shape))
    check(tmp_path, body + into_tensor(wanted.shape), f"tensor<{dims}xf32>", wanted)


MEMORY = {
    "maskedload": ("%r = vector.maskedload %n[%c0], %m, %w : memref<8xf32>, vector<8xi1>,"
                   " vector<8xf32> into vector<8xf32>", np.where(M, V, -V)),
    "expandload": ("%r = vector.expandload %n[%c0], %m, %w : memref<8xf32>, vector<8xi1>,"
                   " vector<8xf32> into vector<8xf32>",
                   np.where(M, V[np.maximum(M.cumsum() - 1, 0)], -V)),
    "load": ("%r = vector.load %n[%c0] : memref<8xf32>, vector<8xf32>", V),
    "maskedstore": ("vector.maskedstore %n[%c0], %m, %w : memref<8xf32>, vector<8xi1>,"
                    " vector<8xf32>", np.where(M, -V, V)),
    "compressstore": ("vector.compressstore %n[%c0], %m, %w : memref<8xf32>, vector<8xi1>,"
                      " vector<8xf32>", np.append(-V[M], V[M.sum():])),
    "store": ("vector.store %w, %n[%c0] : memref<8xf32>, vector<8xf32>", -V),
    "scatter": ("%i = arith.constant dense<[7, 6, 5, 4, 3, 2, 1, 0]> : vector<8xi32>\n"
                "vector.scatter %n[%c0] [%i], %m, %w : memref<8xf32>, vector<8xi32>,"
                " vector<8xi1>, vector<8xf32>", np.where(M[::-1], -V[::-1], V)),
}


@pytest.mark.parametrize("name", MEMORY)
def test_vectors_in_memory(tmp_path, name):
    body, wanted = MEMORY[name]
    text = (
        "%n = memref.alloc() : memref<8xf32>\n  bufferization.materialize_in_destination %tv in"
        " writable %n : (tensor<8xf32>, memref<8xf32>) -> ()\n"
        f"  %m = arith.constant {MASK}\n  %w = arith.negf %v : vector<8xf32>\n  " + body
    )
    if "%r" not in body:
        text += "\n  %r = vector.load %n[%c0] : memref<8xf32>, vector<8xf32>"
    check(tmp_path, text + into_tensor((8,)), "tensor<8xf32>", wanted)


def test_reductions_of_vectors(tmp_path):
    body = f"""%m = arith.constant {MASK}
  %0 = vector.reduction <add>, %v, %s : vector<8xf32> into f32
  %1 = vector.reduction <minnumf>, %v : vector<8xf32> into f32
  %2 = vector.mask %m {{ vector.reduction <mul>, %v : vector<8xf32> into f32 }} : vector<8xi1> -> f32
  %t = tensor.from_elements %0, %1, %2 : tensor<3xf32>
  return %t : tensor<3xf32>
"""
    check(tmp_path, body, "tensor<3xf32>", [V.sum() + V[1], V.min(), V[M].prod()])


FUNCTIONS = {
    "asin": np.arcsin, "acos": np.arccos, "atanh": np.arctanh, "tan": np.tan,
    "asinh": np.arcsinh, "erfc": None, "atan2": None, "copysign": None, "remf": None,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(tmp_path, name):
    from math import erfc

    dialect = "arith" if name == "remf" else "math"
    operands = "%tp, %ta" if name in ("copysign", "remf") else "%tp, %tp" if name == "atan2" else "%tp"
    wanted = {
        "erfc": np.vectorize(erfc)(P), "atan2": np.full((4, 8), np.pi / 4),
        "copysign": np.copysign(P, A), "remf": np.fmod(P, A),
    }.get(name)
    if wanted is None:
        wanted = FUNCTIONS[name](P)
    body = f"%r = {dialect}.{name} {operands} : tensor<4x8xf32>\n  return %r : tensor<4x8xf32>\n"
    check(tmp_path, body, "tensor<4x8xf32>", wanted)


def test_sines_and_cosines(tmp_path):
    body = "%r:2 = math.sincos %tp : tensor<4x8xf32>\n  return %r#1 : tensor<4x8xf32>\n"
    check(tmp_path, body, "tensor<4x8xf32>", np.cos(P))


def test_integers_wrap_and_truth_values_are_known(tmp_path):
    body = """%big = arith.constant dense<1103515245> : tensor<4x8xi32>
  %n = arith.muli %big, %big : tensor<4x8xi32>
  %f = arith.sitofp %n : tensor<4x8xi32> to tensor<4x8xf32>
  %k = math.isnan %tp : tensor<4x8xf32>
  %ten = arith.constant dense<10.0> : tensor<4x8xf32>
  %x = arith.mulf %tp, %ten : tensor<4x8xf32>
  %j = arith.fptosi %x : tensor<4x8xf32> to tensor<4x8xi32>
  %g = arith.sitofp %j : tensor<4x8xi32> to tensor<4x8xf32>
  %h = arith.addf %f, %g : tensor<4x8xf32>
  %r = arith.select %k, %tp, %h : tensor<4x8xi1>, tensor<4x8xf32>
  return %r : tensor<4x8xf32>
"""
    square = (1103515245**2 + 2**31) % 2**32 - 2**31
    check(tmp_path, body, "tensor<4x8xf32>", square + np.trunc(10 * P))


def test_choices_and_parallel_loops(tmp_path):
    body = """%c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %chosen = scf.index_switch %c1 -> tensor<8xf32>
  case 0 {
    scf.yield %tv : tensor<8xf32>
  }
  case 1 {
    %n = scf.execute_region -> tensor<8xf32> {
      %m = arith.negf %tv : tensor<8xf32>
      scf.yield %m : tensor<8xf32>
    }
    scf.yield %n : tensor<8xf32>
  }
  default {
    scf.yield %tv : tensor<8xf32>
  }
  %sum = scf.parallel (%i) = (%c0) to (%c4) step (%c2) init (%zero) -> f32 {
    %x = tensor.extract %chosen[%i] : tensor<8xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %o = arith.addf %p, %q : f32
      scf.reduce.return %o : f32
    }
  }
  %t = tensor.from_elements %sum : tensor<1xf32>
  return %t : tensor<1xf32>
"""
    check(tmp_path, body, "tensor<1xf32>", [-V[0] - V[2]])


def test_loops_of_tosa(tmp_path):
    body = """%three = "tosa.const"() {values = dense<3> : tensor<i32>} : () -> tensor<i32>
  %one = "tosa.const"() {values = dense<1> : tensor<i32>} : () -> tensor<i32>
  %none = "tosa.const"() {values = dense<0> : tensor<i32>} : () -> tensor<i32>
  %r:2 = "tosa.while_loop"(%none, %ta) ({
  ^bb0(%i: tensor<i32>, %x: tensor<4x8xf32>):
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %x: tensor<4x8xf32>):
    %n = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %y = tosa.add %x, %tp : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    tosa.yield %n, %y : tensor<i32>, tensor<4x8xf32>
  }) : (tensor<i32>, tensor<4x8xf32>) -> (tensor<i32>, tensor<4x8xf32>)
  return %r#1 : tensor<4x8xf32>
"""
    check(tmp_path, body, "tensor<4x8xf32>", A + 3 * P)


RELAYOUT = {
    "pack": ("%e = tensor.empty() : tensor<2x2x2x4xf32>\n  %r = linalg.pack %ta inner_dims_pos ="
             " [0, 1] inner_tiles = [2, 4] into %e : tensor<4x8xf32> -> tensor<2x2x2x4xf32>\n"
             "  return %r : tensor<2x2x2x4xf32>\n",
             A.reshape(2, 2, 2, 4).transpose(0, 2, 1, 3)),
    "gather": ("%i = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>\n  %r = tensor.gather"
               " %ta[%i] gather_dims([0]) : (tensor<4x8xf32>, tensor<2x1xindex>) ->"
               " tensor<2x1x8xf32>\n  return %r : tensor<2x1x8xf32>\n", A[[2, 0]][:, None]),
}


@pytest.mark.parametrize("name", RELAYOUT)
def test_what_no_pass_lowers_alone(tmp_path, name):
    body, wanted = RELAYOUT[name]
    dims = "x".join(map(str, wanted.shape))
    check(tmp_path, body, f"tensor<{dims}xf32>", wanted)


def test_what_does_not_end_or_is_not_known_has_no_bound(tmp_path):
    for body, why in (
        ("%t = arith.constant true\n  %x = scf.while (%y = %zero) : (f32) -> f32 {\n"
         "    scf.condition(%t) %y : f32\n  } do {\n  ^bb0(%y: f32):\n"
         "    %n = arith.addf %y, %s : f32\n    scf.yield %n : f32\n  }\n"
         "  %r = tensor.insert %x into %ta[%c0, %c0] : tensor<4x8xf32>\n", "too many steps"),
        ("%w = vector.bitcast %v : vector<8xf32> to vector<8xi32>\n"
         "  %i = vector.extract %w[0] : i32 from vector<8xi32>\n"
         "  %x = arith.sitofp %i : i32 to f32\n"
         "  %r = tensor.insert %x into %ta[%c0, %c0] : tensor<4x8xf32>\n",
         "vector.bitcast: not known to the interpreter"),
        ("%w = vector.transfer_read %ta[%c1, %c0], %zero {in_bounds = [true, true]}"
         " : tensor<4x8xf32>, vector<4x8xf32>\n"
         "  %r = vector.transfer_write %w, %tp[%c0, %c0] {in_bounds = [true, true]}"
         " : vector<4x8xf32>, tensor<4x8xf32>\n",
         "vector.transfer_read: out of bounds"),
        ("%k = arith.fptosi %s : f32 to i32\n  %d = arith.index_cast %k : i32 to index\n"
         "  %x = scf.for %i = %c0 to %c1 step %d iter_args(%y = %s) -> f32 {\n"
         "    %n = arith.addf %y, %y : f32\n    scf.yield %n : f32\n  }\n"
         "  %r = tensor.insert %x into %ta[%c0, %c0] : tensor<4x8xf32>\n",
         "scf.for: a step of nought or less"),
        # Below nought, where it is anything.
        ("%i = arith.fptoui %tm : tensor<4x8xf32> to tensor<4x8xi32>\n"
         "  %r = arith.uitofp %i : tensor<4x8xi32> to tensor<4x8xf32>\n",
         "arith.fptoui: not known to the interpreter"),
    ):
        body = (
            "%many = arith.constant dense<4.0> : tensor<4x8xf32>\n"
            "  %tm = arith.subf %ta, %many : tensor<4x8xf32>\n  " + body
        )
        with pytest.raises(AssertionError, match=why):
            run(tmp_path, body + "  return %r : tensor<4x8xf32>\n", "tensor<4x8xf32>")


def test_modules_of_instances_run(tmp_path):
    (tmp_path / "ops").mkdir()
    (tmp_path / "ops" / "ops.mlir").write_text(
        "func.func @ops(%x: tensor<4x4xf32>, %v: vector<8xf32>, %h: tensor<?x4xf16>,\n"
        "    %m: memref<8xf32>, %i: index, %k: vector<8xi1>, %u: tensor<*xf32>) {\n"
        "  %0 = math.cbrt %x : tensor<4x4xf32>\n"
        "  %1 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)\n"
        "      outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>\n"
        "  %2 = vector.fma %v, %v, %v : vector<8xf32>\n"
        "  %3 = tensor.empty() : tensor<4x4xf32>\n"
        "  %4 = math.absf %h : tensor<?x4xf16>\n"
        "  %5 = vector.maskedload %m[%i], %k, %v : memref<8xf32>, vector<8xi1>, vector<8xf32>"
        " into vector<8xf32>\n"
        "  %6 = tensor.cast %u : tensor<*xf32> to tensor<4x4xf32>\n"
        "  return\n}\n"
    )
    texts = [
        subprocess.run(
            [TOOL, "--instances=ops", "--runnable", f"--print={seed}"], cwd=tmp_path,
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in range(16)
    ]
    for op in ("math.cbrt", "linalg.matmul", "vector.fma", "vector.maskedload", "f16", "memref"):
        assert any(op in text for text in texts), op
    for text in texts:
        signature = text[text.index("@main("):text.index("{\n", text.index("@main("))]
        arguments = signature[: signature.index(")")]
        assert "index" not in arguments and "?" not in arguments and "vector" not in arguments
        # Nothing that nobody wrote, and nothing of unknown rank.
        assert "tensor.empty" not in text or "outs(" in text or "transfer_write" in text
        assert "<*x" not in text
    # Kernels have neither vectors nor memory.
    for seed in range(8):
        text = subprocess.run(
            [TOOL, "--instances=ops", "--kernels", f"--print={seed}"], cwd=tmp_path,
            capture_output=True, text=True, check=True,
        ).stdout
        assert "vector." not in text and "memref." not in text and "linalg." in text
    # And all of it is compared on the CPU.
    pytest.importorskip("mlir_amp")
    command = ["--instances", "ops", "--seeds", "6"]
    done = subprocess.run(
        [os.sys.executable, os.path.join(ROOT, "utils", "fuzz_numeric.py"), *command],
        cwd=tmp_path, capture_output=True, text=True,
        env=dict(os.environ, PYTHONPATH=os.path.join(BUILD, "python")),
    )
    assert done.returncode == 0, done.stderr
    assert "6 modules, 0 failed" in done.stdout and "'numeric instances: elements'" in done.stdout
