# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients that torch traced: what importers lack or get wrong."""

import pytest

import mlir_amp


def check_gradients(torch, loss, *inputs, rtol=1e-4, atol=1e-4):
    """Of all inputs of floats, against torch's own."""
    numpy = pytest.importorskip("numpy")

    def gradients(*given):
        given = [x.detach().requires_grad_(x.is_floating_point()) for x in given]
        floats = [x for x in given if x.requires_grad]
        return torch.autograd.grad(loss(*given), floats)

    module = torch.fx.experimental.proxy_tensor.make_fx(gradients)(*inputs)
    found = mlir_amp.compile(mlir_amp.from_torch(module, inputs))(*(x.numpy() for x in inputs))
    found = found if isinstance(found, (tuple, list)) else [found]
    for ours, wanted in zip(found, gradients(*inputs), strict=True):
        assert numpy.isfinite(ours).all()
        numpy.testing.assert_allclose(ours, wanted.numpy(), rtol=rtol, atol=atol)


@pytest.mark.parametrize("name", ["silu", "mish", "leaky_relu", "rrelu", "gelu"])
def test_from_torch_takes_gradients(torch, name):
    """As force fields have them. The importer lacks some, and has others wrong."""
    activation = getattr(torch.nn.functional, name)
    loss = lambda x: activation(x).square().sum()
    check_gradients(torch, loss, torch.linspace(-3, 3, 25), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "window",
    [(2,), (3, 2, 1), (3, 1, 1), (3, 1, 1, 2), ((3, 2), (2, 3), (1, 0)), (2, 3), (3, 2, 0, 1, True)],
)
def test_from_torch_takes_gradients_of_maxima(torch, window):
    x = torch.randn(2, 3, 9, 11, generator=torch.Generator().manual_seed(0))
    pool = torch.nn.functional.max_pool2d
    check_gradients(torch, lambda x: (pool(x, *window) ** 2).sum(), x)


def test_from_torch_takes_gradients_of_maxima_along_one_dimension(torch):
    x = torch.randn(2, 3, 9, generator=torch.Generator().manual_seed(0))
    pool = torch.nn.functional.max_pool1d
    check_gradients(torch, lambda x: (pool(x, 3, 2, 1) ** 2).sum(), x)


@pytest.mark.parametrize(
    "window", [(2,), (3, 2, 1), (3, 2, 1, False, False), (3, 2, 1, True, False), (2, 2, 0, False, True, 3)]
)
def test_from_torch_takes_gradients_of_averages(torch, window):
    x = torch.randn(2, 3, 9, 12, generator=torch.Generator().manual_seed(0))
    pool = torch.nn.functional.avg_pool2d
    check_gradients(torch, lambda x: (pool(x, *window) ** 2).sum(), x)


@pytest.mark.parametrize("size", [1, 3, (4, 5)])
def test_from_torch_takes_gradients_of_adaptive_averages(torch, size):
    x = torch.randn(2, 3, 9, 11, generator=torch.Generator().manual_seed(0))
    pool = torch.nn.functional.adaptive_avg_pool2d
    check_gradients(torch, lambda x: (pool(x, size) ** 2).sum(), x)


@pytest.mark.parametrize("align", [False, True])
@pytest.mark.parametrize("sizes, mode", [((5,), "linear"), ((7, 3), "bilinear")])
def test_from_torch_takes_gradients_of_linear_sampling(torch, sizes, mode, align):
    x = torch.randn(2, 3, *[4] * len(sizes), generator=torch.Generator().manual_seed(0))
    sample = torch.nn.functional.interpolate
    loss = lambda x: (sample(x, size=sizes, mode=mode, align_corners=align) ** 2).sum()
    check_gradients(torch, loss, x)


@pytest.mark.parametrize("options", [{}, {"is_causal": True}, {"scale": 0.3}])
def test_from_torch_takes_gradients_of_attention(torch, options):
    some = torch.Generator().manual_seed(0)
    inputs = [torch.randn(1, 2, 6, 8, generator=some) for _ in range(3)]
    attend = torch.nn.functional.scaled_dot_product_attention
    check_gradients(torch, lambda *qkv: (attend(*qkv, **options) ** 2).sum(), *inputs)


@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("options", [{}, {"stride": 2, "padding": 1, "output_padding": 1}])
def test_from_torch_takes_gradients_of_transposed_convolutions(torch, groups, options):
    some = torch.Generator().manual_seed(0)
    x, bias = torch.randn(2, 4, 5, 6, generator=some), torch.randn(6, generator=some)
    weight = torch.randn(4, 6 // groups, 3, 3, generator=some)
    convolve = torch.nn.functional.conv_transpose2d

    def loss(x, weight, bias):
        return (convolve(x, weight, bias, groups=groups, **options) ** 2).sum()

    check_gradients(torch, loss, x, weight, bias)


@pytest.mark.parametrize("options", [{}, {"padding_idx": 2}, {"scale_grad_by_freq": True}])
def test_from_torch_takes_gradients_of_tables(torch, options):
    table = torch.randn(5, 4, generator=torch.Generator().manual_seed(0))
    index = torch.tensor([[0, 2, 2], [4, 0, 2]])
    look_up = torch.nn.functional.embedding
    check_gradients(torch, lambda t, i: (look_up(i, t, **options) ** 2).sum(), table, index)


@pytest.mark.parametrize(
    "channels, results, groups", [(4, 4, 4), (4, 8, 4), (4, 6, 2), (4, 2, 2)]
)
@pytest.mark.parametrize("sizes", [(9,), (9, 8), (2, 3)])  # Also below the kernel's.
@pytest.mark.parametrize(
    "options",
    [{}, {"stride": 2, "padding": 1}, {"dilation": 2, "padding": 2}],
    ids=["plain", "strides", "dilated"],
)
def test_from_torch_takes_gradients_of_groups(
    torch, channels, results, groups, sizes, options
):
    some = torch.Generator().manual_seed(0)
    if sizes[0] < 3:
        options = {**options, "padding": 2 + options.get("padding", 0)}
    x = torch.randn(2, channels, *sizes, generator=some)
    weight = torch.randn(results, channels // groups, *[3] * len(sizes), generator=some)
    bias = torch.randn(results, generator=some)
    convolve = getattr(torch.nn.functional, f"conv{len(sizes)}d")

    def loss(x, weight, bias):
        return (convolve(x, weight, bias, groups=groups, **options) ** 2).sum()

    check_gradients(torch, loss, x, weight, bias)


@pytest.mark.parametrize("mode", ["nearest", "nearest-exact"])
@pytest.mark.parametrize("size", [(5,), (3, 8), (5, 4, 6)])
def test_from_torch_takes_gradients_of_repetitions(torch, mode, size):
    """Where sizes are no multiples, the importer takes others of two dimensions, and
    lacks those of one and three."""
    data = torch.randn(2, 3, *(4, 6, 5)[: len(size)])
    sample = torch.nn.functional.interpolate
    loss = lambda x: (sample(x, size=size, mode=mode) ** 2).sum()
    check_gradients(torch, loss, data, rtol=1e-5)
