# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The package itself: docstrings run, the stub is current, imports explain."""

import doctest
import importlib
import math
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mlir_amp

MODULES = [f"mlir_amp.{m.name}" for m in pkgutil.iter_modules(mlir_amp.__path__)]


@pytest.mark.parametrize(
    "name", [m for m in MODULES if not m.endswith(("__main__", "._mlir_amp"))]
)
def test_docstring_examples(name):
    if "._jax_" in name:
        pytest.importorskip("jax")
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_there_are_examples():
    found = doctest.DocTestFinder().find(mlir_amp.convert)
    assert any(test.examples for test in found)


def test_stub_is_current(tmp_path):
    pytest.importorskip("nanobind")
    out = tmp_path / "stub.pyi"
    native = mlir_amp._module._native
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "_mlir_amp"]
        + ["-i", str(Path(native.__file__).parent), "-o", str(out)],
        check=True,
    )
    committed = Path(__file__).parents[1] / "mlir_amp" / "_mlir_amp.pyi"
    assert out.read_text() == committed.read_text()


def test_typed():
    assert (Path(mlir_amp.__file__).parent / "py.typed").exists()


def test_every_export_exists():
    assert all(hasattr(mlir_amp, name) for name in mlir_amp.__all__)


@pytest.mark.parametrize(
    "function, missing, args",
    [("from_torch", "torch", 2), ("from_jax", "jax", 2), ("from_onnx", "onnx", 1)],
)
def test_importers_say_what_is_missing(function, missing, args, monkeypatch):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=f"needs {missing}.*pip install {missing}"):
        getattr(mlir_amp, function)(*[None] * args)


@pytest.mark.parametrize("name", ["jax", "torch", "onnx"])
def test_readme_examples(name, monkeypatch, tmp_path):
    pytest.importorskip("iree.compiler")
    pytest.importorskip(name)
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[1] / "README.md").read_text()
    examples = re.findall(r"(?s)```python\n(.*?)```", text)
    for example in (e for e in examples if f"from_{name}(" in e):
        exec(compile(example, "README.md", "exec"), {})
        break
    else:
        pytest.fail(f"README.md has no example of from_{name}")


def test_from_torch_of_a_file(torch, tmp_path):
    net, x = torch.nn.Linear(16, 8), torch.randn(4, 16)
    path = tmp_path / "net.pt2"
    torch.export.save(torch.export.export(net, (x,)), path)
    module = mlir_amp.from_torch(path, ())
    assert str(module) == str(mlir_amp.from_torch(net, x))
    words = [sys.executable, "-m", "mlir_amp", "import", path]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == str(module)
    done = subprocess.run([*words, "--size", "a=1"], capture_output=True, text=True)
    assert done.returncode == 2 and "--size is for models of ONNX" in done.stderr
    with pytest.raises(FileNotFoundError):
        mlir_amp.from_torch(tmp_path / "none.pt2", ())
    path.write_text("no program")
    with pytest.raises(mlir_amp.MLIRError, match="net.pt2 holds no program"):
        mlir_amp.from_torch(path, ())


def test_from_jax(jax):
    module = mlir_amp.from_jax(
        lambda x, w: jax.numpy.maximum(x @ w, 0.0),
        jax.ShapeDtypeStruct((64, 64), "float32"),
        jax.ShapeDtypeStruct((64, 64), "float32"),
    )
    assert "linalg.matmul" in {op.name for op in module.ops()}
    assert "xf16>" in str(mlir_amp.convert(module))


def test_from_jax_of_unsigned_factors(jax):
    """IREE takes bits and bytes that products read for signed numbers."""
    numpy = pytest.importorskip("numpy")
    random = numpy.random.default_rng(0)
    data = random.standard_normal((8, 16)).astype("f")
    pixels = random.integers(0, 256, (16, 4)).astype("uint8")

    def function(x, bits, pixels, unused):
        product = jax.lax.dot(
            pixels.T, bits.astype("uint8"), preferred_element_type="int32"
        )
        return x @ bits.astype("float32"), x @ pixels.astype("float32"), product

    inputs = data, pixels > 100, pixels, data
    results = mlir_amp.compile(mlir_amp.from_jax(function, *inputs))(*inputs)
    for result, wanted in zip(results, function(*inputs), strict=True):
        assert numpy.allclose(result, wanted, atol=1e-3)


def test_from_jax_of_masks(jax):
    """Constants of bits, which versions of MLIR store in two ways."""
    numpy = pytest.importorskip("numpy")
    mask = numpy.tril(numpy.ones((18, 21), bool), 3)
    data = numpy.random.default_rng(0).standard_normal((18, 21)).astype("f")
    module = mlir_amp.from_jax(lambda x: jax.numpy.where(mask, x, 7.0), data)
    assert (mlir_amp.compile(module)(data) == numpy.where(mask, data, 7)).all()


def check_jax(function, *inputs):
    """What `function` computes, imported from jax, is what jax computes."""
    numpy = pytest.importorskip("numpy")
    jax = pytest.importorskip("jax")
    results = mlir_amp.compile(mlir_amp.from_jax(function, *inputs))(*inputs)
    results = results if isinstance(results, tuple) else (results,)
    wanted = jax.tree_util.tree_leaves(jax.jit(function)(*inputs))
    for result, expected in zip(results, wanted, strict=True):
        assert numpy.allclose(result, expected, atol=1e-5, equal_nan=True)


@pytest.mark.parametrize("element", ["int32", "int8", "uint8", "uint32"])
@pytest.mark.parametrize("mode", ["clip", "fill"])
def test_from_jax_of_indices_out_of_bounds(jax, element, mode):
    """IREE reads whatever memory is there, and takes unsigned ones for signed."""
    numpy = pytest.importorskip("numpy")
    table = numpy.arange(120 * 3, dtype="float32").reshape(120, 3)
    most = numpy.iinfo(element).max
    indices = numpy.array([0, 119, 121, most], "int64").clip(0, most).astype(element)
    if element.startswith("i"):
        indices[0] = -130 if element == "int32" else -7
    rows = numpy.stack([indices, indices[::-1]])
    check_jax(lambda x, i: jax.numpy.take(x, i, axis=0, mode=mode), table, indices)
    check_jax(lambda x, i: x.at[i[0], i[1]].get(mode=mode), table[:, :2], rows % 3)


def test_from_jax_of_updates_by_index(jax):
    """IREE leaves them in a dialect of its own."""
    numpy = pytest.importorskip("numpy")
    random = numpy.random.default_rng(0)
    table, rows = (random.standard_normal((n, 4)).astype("f") for n in (6, 5))
    indices = numpy.array([3, -1, 3, 9, 0], "int32")
    check_jax(lambda x, i, u: x.at[i].set(u), table, indices[[0, 1, 4]], rows[:3])
    check_jax(lambda x, i, u: x.at[i].add(u), table, indices, rows)
    check_jax(lambda x, i, u: x.at[i].max(u, mode="clip"), table, indices, rows)
    check_jax(lambda x, i, u: x.at[:, i].multiply(u), table.T.copy(), indices, rows.T)
    check_jax(lambda x, u: x.at[1:6].min(u), table, rows)
    check_jax(lambda x, i: x.at[i[0]].set(7.0), table, indices)
    check_jax(lambda x, i: x.at[i].subtract(7.0), table, indices)
    # Of each row of a batch.
    each = numpy.array([[1, 2], [0, 3], [3, 1]], "int32")
    vmapped = jax.vmap(lambda x, i, u: x.at[i].add(u))
    check_jax(vmapped, table[:3], each, rows[:3, :2])
    # An embedding's gradient.
    loss = jax.grad(lambda x, i, u: (x[i] * u).sum())
    check_jax(loss, table, indices % 6, rows)
    check_jax(lambda u, i: jax.ops.segment_sum(u, i, num_segments=4), rows, indices)


def test_from_jax_of_orders(jax):
    """Sorts, the largest few, running sums and extrema."""
    numpy = pytest.importorskip("numpy")
    random = numpy.random.default_rng(0)
    data = random.standard_normal((3, 9)).astype("f")
    data[1, 4], data[2, 3] = numpy.nan, data[2, 7]
    check_jax(lambda x: jax.numpy.sort(x), data)
    check_jax(lambda x: jax.numpy.argsort(x, axis=0), data)
    check_jax(lambda x: jax.numpy.argsort(x, descending=True), data)
    check_jax(lambda x: jax.numpy.lexsort((x[0], numpy.round(x[2]))), data)
    check_jax(lambda x: jax.lax.top_k(x, 3), data)
    check_jax(lambda x: jax.numpy.median(x[::2], axis=-1), data)
    check_jax(lambda x: jax.numpy.cumsum(x > 0, axis=0), data)
    for name in ("cumsum", "cummax", "cummin", "cumprod", "cumlogsumexp"):
        for reverse in (False, True):
            running = getattr(jax.lax, name)
            check_jax(lambda x: running(x, axis=1, reverse=reverse), data[::2])
    with pytest.raises(mlir_amp.MLIRError, match="a sort of 5000 numbers"):
        mlir_amp.from_jax(jax.numpy.sort, numpy.zeros(5000, "f"))


def test_from_jax_of_checkpoints(jax):
    numpy = pytest.importorskip("numpy")
    data = numpy.random.default_rng(0).standard_normal((4, 4)).astype("f")
    layer = jax.checkpoint(lambda x: jax.numpy.sin(x @ x))
    check_jax(jax.grad(lambda x: layer(layer(x)).sum()), data)


def test_from_jax_of_gradients_of_poolings(jax):
    numpy = pytest.importorskip("numpy")
    data = numpy.random.default_rng(0).standard_normal((2, 7, 8)).astype("f")
    data[0, :3] = 1.0  # The first of those that are equal gets it all.

    def pool(x, padding, first, choose):
        return jax.lax.reduce_window(x, first, choose, (1, 3, 2), (1, 2, 1), padding)

    for padding in ("VALID", "SAME"):
        for first, choose in ((-numpy.inf, jax.lax.max), (numpy.inf, jax.lax.min)):
            loss = jax.grad(lambda x: (pool(x, padding, first, choose) ** 2).sum())
            check_jax(loss, data)


def test_from_torch(torch):
    module = mlir_amp.from_torch(torch.nn.Linear(64, 64), torch.zeros(8, 64))
    assert "xf16>" in str(mlir_amp.convert(module))


def test_from_torch_in_place(torch):
    """Ops in place, and the norms that torch takes apart with them."""
    module = torch.nn.Sequential(
        torch.nn.Conv2d(3, 8, 3), torch.nn.BatchNorm2d(8), torch.nn.ReLU(inplace=True)
    )
    image = torch.randn(1, 3, 8, 8)
    numpy = pytest.importorskip("numpy")
    wanted = module.eval()(image).detach().numpy()
    compiled = mlir_amp.compile(mlir_amp.from_torch(module, image))
    numpy.testing.assert_allclose(compiled(image.numpy()), wanted, atol=1e-5)


@pytest.mark.parametrize("approximate", ["none", "tanh"])
def test_from_torch_gelu(torch, approximate):
    """As precise as torch: torch-mlir's own constant is 2e-4 off."""
    numpy = pytest.importorskip("numpy")
    module, data = torch.nn.GELU(approximate=approximate), torch.linspace(-4, 4, 801)
    compiled = mlir_amp.compile(mlir_amp.from_torch(module, data))
    wanted = module(data.double()).numpy()
    numpy.testing.assert_allclose(compiled(data.numpy()), wanted, rtol=0, atol=2e-6)


@pytest.mark.parametrize(
    "compute",
    [
        lambda torch, x: x + torch.ones(4) * -3,
        lambda torch, x: x.cumprod(-1),
        lambda torch, x: x.logcumsumexp(-1),
        lambda torch, x: x * (torch.ones(4) > -1) + (-torch.ones(4) >= -1).to(x.dtype),
        lambda torch, x: torch.rsub(torch.ones(4), -1) * x,
        lambda torch, x: torch.nn.functional.binary_cross_entropy_with_logits(
            100 * x, torch.full((4,), 0.3, dtype=x.dtype)
        ),
        lambda torch, x: torch.nn.functional.conv2d(
            x.reshape(2, 1, 2), torch.ones(2, 1, 1, 2, dtype=x.dtype), groups=2
        ),
        lambda torch, x: torch.nn.functional.max_unpool2d(
            x.reshape(1, 2, 2), torch.tensor([[[1, 3], [8, 15]]]), 2
        ),
    ],
    ids=[
        "negative integer",
        "cumprod",
        "logcumsumexp",
        "negative bound",
        "from negative",
        "cross entropy",
        "groups without batch",
        "unpooling",
    ],
)
def test_from_torch_ops(torch, compute):
    """What importers lack, or compute otherwise than torch."""
    numpy = pytest.importorskip("numpy")

    class Net(torch.nn.Module):
        def forward(self, x):
            return compute(torch, x)

    data = torch.linspace(-2, 1, 4)
    compiled = mlir_amp.compile(mlir_amp.from_torch(Net(), data))
    wanted = compute(torch, data.double()).numpy()
    numpy.testing.assert_allclose(compiled(data.numpy()), wanted, rtol=1e-6, atol=1e-5)


@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
@pytest.mark.parametrize("padding", ["zeros", "border"])
@pytest.mark.parametrize("align", [False, True])
def test_from_torch_samples_beside_the_picture(torch, mode, padding, align):
    numpy = pytest.importorskip("numpy")

    class Sampled(torch.nn.Module):
        def forward(self, x, grid):
            return torch.nn.functional.grid_sample(x, grid, mode, padding, align)

    some = torch.Generator().manual_seed(0)
    x = torch.randn(2, 3, 5, 6, generator=some)
    grid = 1.5 * torch.randn(2, 4, 4, 2, generator=some)
    compiled = mlir_amp.compile(mlir_amp.from_torch(Sampled(), (x, grid)))
    numpy.testing.assert_allclose(
        compiled(x.numpy(), grid.numpy()), Sampled()(x, grid).numpy(), atol=3e-5
    )


def test_from_torch_names_what_has_no_lowering(torch):
    class Net(torch.nn.Module):
        def forward(self, x):
            return x.scatter_reduce(0, torch.tensor([1, 0, 0, 1]), x, "prod")

    with pytest.raises(mlir_amp.MLIRError, match="no lowering to linalg for tm_tensor"):
        mlir_amp.from_torch(Net(), torch.zeros(4))


def test_from_torch_standardised_filters(torch):
    """Filters normalised by their own statistics (NFNet, BiT)."""
    numpy = pytest.importorskip("numpy")

    class Standardised(torch.nn.Conv2d):
        def forward(self, x):
            filters = torch.nn.functional.batch_norm(
                self.weight.reshape(1, self.out_channels, -1),
                None,
                None,
                training=True,
                momentum=0.0,
            )
            return self._conv_forward(x, filters.reshape_as(self.weight), self.bias)

    module, image = Standardised(3, 8, 3).eval(), torch.randn(1, 3, 8, 8)
    compiled = mlir_amp.compile(mlir_amp.from_torch(module, image))
    wanted = module(image).detach().numpy()
    numpy.testing.assert_allclose(compiled(image.numpy()), wanted, atol=1e-4)


@pytest.mark.parametrize(
    "rank, mode, options",
    [
        (1, "linear", dict(size=9)),
        (2, "bilinear", dict(size=(9, 11))),
        (2, "bilinear", dict(size=(9, 11), align_corners=True)),
        (2, "bilinear", dict(scale_factor=2)),
        (3, "trilinear", dict(scale_factor=2)),
    ],
)
def test_from_torch_interpolates(torch, rank, mode, options):
    """IREE's importer has no lowering for linear ones (segmentation heads)."""
    numpy = pytest.importorskip("numpy")

    class Resized(torch.nn.Module):
        def forward(self, x):
            return torch.nn.functional.interpolate(2 * x, mode=mode, **options)

    image = torch.randn(1, 2, *(4, 5, 3)[:rank])
    compiled = mlir_amp.compile(mlir_amp.from_torch(Resized(), image))
    numpy.testing.assert_allclose(
        compiled(image.numpy()), Resized()(image).numpy(), rtol=1e-5, atol=1e-6
    )


def test_from_torch_says_what_the_importer_lacks(torch):
    class Shuffled(torch.nn.Module):
        def forward(self, x):
            return torch.linalg.eigvals(x).real

    with pytest.raises(mlir_amp.MLIRError, match="linalg_eigvals"):
        mlir_amp.from_torch(Shuffled(), torch.zeros(8, 8))


def test_from_torch_takes_what_importers_do_not(torch):
    """Writes in place, sums of prefixes, axes that go together, norms, top-k, scatter."""
    np = pytest.importorskip("numpy")

    class Prefixes(torch.nn.Module):
        def forward(self, x):
            sums = torch.cumsum(x.unsqueeze(0).unsqueeze(2), dim=-1)
            sums += torch.ones((), dtype=torch.bool) & (x.sum(-1) > 0)[0]
            norm = torch.nn.functional.batch_norm(x, x[0] + 1, x[1] ** 2, None, x[2])
            sums = torch.squeeze(sums, (0, 2))
            places = torch.tensor([[1, 3], [0, 0], [6, 2]])
            placed = x.scatter(1, places, x[:, :2]), x.scatter(1, places, 2.5)
            found = torch.topk(x, 3, 1, False)
            return sums, norm, torch.arange(5).cumsum(0), *placed, *found

    x = torch.randn(3, 7, generator=torch.Generator().manual_seed(0))
    module = mlir_amp.from_torch(Prefixes(), x)
    found = mlir_amp.compile(module)(x.numpy())
    for ours, theirs in zip(found, Prefixes()(x)):
        np.testing.assert_allclose(ours, theirs.numpy(), rtol=1e-5, atol=1e-6)


def test_from_torch_writes_rows_sorts_and_pools(torch):
    """As caches of keys, samplers, codebooks and pyramids of poolings do."""
    np = pytest.importorskip("numpy")
    index, rows = torch.tensor([3, -5, 3]), torch.arange(12.0).view(3, 4)

    class Net(torch.nn.Module):
        def forward(self, x):
            put = torch.ops.aten.index_put
            return (
                x.index_copy(0, index % 5, rows),
                x.T.index_copy(1, index % 5, rows.T),
                x.index_fill(1, torch.tensor([0, 2]), -2),
                put(x, [index], rows),
                put(x, [None, torch.tensor([1, -1])], x[:1, :2]),
                put(x, [x > 0], torch.tensor(7.0)),
                put(x, [x[:, 0] > 0], torch.tensor(7.0)),
                torch.cdist(x, rows),
                torch.cdist(x, rows, 1.0),
                torch.cdist(x, rows, math.inf),
                *torch.where(x > 1, math.nan, x).sort(0),
                *torch.sort(x, dim=-1, descending=True, stable=True),
                (9 * x).int().argsort(0),
                torch.nn.functional.adaptive_avg_pool2d(x[None], (3, 3)),
                torch.addmv(x[:, 0], x, x[0], beta=2),
            )

    x = torch.randn(5, 4, generator=torch.Generator().manual_seed(1))
    found = mlir_amp.compile(mlir_amp.from_torch(Net(), x))(x.numpy())
    for ours, theirs in zip(found, Net()(x), strict=True):
        np.testing.assert_allclose(ours, theirs.numpy(), rtol=1e-5, atol=1e-6)


def test_from_torch_adds_up_rows_by_index(torch):
    """As graph networks do: index_add, index_put, scatter_add, scatter_reduce."""
    np = pytest.importorskip("numpy")
    index = torch.tensor([0, 2, 2, 1, 0, -3])
    own = torch.arange(30).view(6, 5) ** 2 % 3  # Each element's place.

    class Messages(torch.nn.Module):
        def forward(self, x):
            start = x.new_ones(3, 5)
            spread = (index % 3)[:, None].expand(6, 5)
            return (
                start.index_add(0, index % 3, x, alpha=2),
                start.T.index_add(1, index % 3, x.T),
                start.index_put((index,), x, accumulate=True),
                start.index_put((index,), x[0, 0], accumulate=True),
                start.scatter_add(0, spread, x),
                x.new_ones(6, 3).scatter_add(1, own, x),
                start.scatter_add(0, own, x),
                start.scatter_reduce(0, spread, x, "sum"),
            )

    x = torch.randn(6, 5, generator=torch.Generator().manual_seed(0))
    module = mlir_amp.from_torch(Messages(), x)
    found = mlir_amp.compile(module)(x.numpy())
    for ours, theirs in zip(found, Messages()(x)):
        np.testing.assert_allclose(ours, theirs.numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize("with_self", [True, False])
@pytest.mark.parametrize("reduce", ["sum", "mean", "amax", "amin"])
def test_from_torch_reduces_rows_by_index(torch, reduce, with_self, dim):
    """As attention in graphs does; some places get nothing."""
    np = pytest.importorskip("numpy")
    index = torch.arange(12) * 5 % 6
    index = index[:, None].expand(12, 4) if dim == 0 else index.expand(4, 12)

    class Net(torch.nn.Module):
        def forward(self, x, rows):
            return x.scatter_reduce(dim, index, rows, reduce, include_self=with_self)

    random = torch.Generator().manual_seed(0)
    x, rows = torch.randn(7, 4, generator=random), torch.randn(12, 4, generator=random)
    inputs = (x, rows) if dim == 0 else (x.T.contiguous(), rows.T.contiguous())
    model = mlir_amp.compile(mlir_amp.from_torch(Net(), inputs))
    found = model(*(part.numpy() for part in inputs))
    np.testing.assert_allclose(found, Net()(*inputs).numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "sizes", [(1, -1, 0, 0), (-1, 1, 0, 0), (0, 0, 2, -1), (-1, -2, 0, 0), (2, -1, -1, 3)]
)
@pytest.mark.parametrize("options", [{"value": 2.5}, {"mode": "reflect"}])
def test_from_torch_pads_and_crops(torch, sizes, options):
    """Pictures are shifted so; torch-mlir takes the wrong elements."""
    np = pytest.importorskip("numpy")

    class Net(torch.nn.Module):
        def forward(self, x):
            return torch.nn.functional.pad(x, sizes, **options)

    x = torch.arange(120.0).reshape(2, 3, 4, 5)
    found = mlir_amp.compile(mlir_amp.from_torch(Net(), x))(x.numpy())
    np.testing.assert_array_equal(found, Net()(x).numpy())
