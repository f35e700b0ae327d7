# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Complex numbers of torch, which importers have few ops for: by their parts, in f32."""

import mlir_amp
import pytest
from helpers import draw

numpy = pytest.importorskip("numpy")


def arithmetic(torch, z, w):
    yield from (z - w, -z, z + w.real, z + 1.5, z + (1 + 2j), z * (1 + 2j), z.real * 1j)
    yield from (z * w, z / w, z.square(), z**3, z.reciprocal(), z + torch.zeros_like(w))


def functions(torch, z, w):
    yield from (z.sqrt(), z.log(), z.sin(), z.tanh(), z.exp(), torch.sgn(z), z.abs())
    yield from (z.angle(), torch.isfinite(z), z == w)


def sums(torch, z, w):
    yield from (z.sum(1), z.mean(0), z.prod(1), z.cumsum(1), z.cumprod(1))
    yield from (torch.linalg.vector_norm(z, dim=1), torch.vdot(z[0], w[0]))


def products(torch, z, w):
    yield from (z @ w.T, z @ w[0], torch.bmm(z[None], w.T[None]), torch.outer(z[0], w[1]))
    yield from (torch.einsum("bi,oi->bo", z, w), torch.nn.functional.linear(z, w))
    yield torch.addmm(z[0, :4], z, w.T)


def systems(torch, z, w):
    square = z[:, :4] + 3 * torch.eye(4)
    yield from (torch.linalg.solve(square, w), torch.linalg.solve(square, w[:, 0]))
    yield from (torch.linalg.inv(square), torch.linalg.solve(square, w.mT, left=False))


def movements(torch, z, w):
    yield from (z[:, 1:3], z.permute(1, 0), z.reshape(2, 2, -1), torch.flip(z, [1]))
    yield from (torch.cat([z, w], 1), torch.stack([z, w], 1), torch.roll(z, 2, 1), z.tril())
    yield from (torch.index_select(z, 1, torch.tensor([2, 0])), z[:, torch.tensor([0, 3])])
    yield from (torch.where(z.real > 0, z, w), torch.nn.functional.pad(z, (1, 1)))
    yield z.scatter(1, torch.tensor([[0], [1], [2], [3]]), w[:, :1])
    filled = torch.zeros(4, 8, dtype=torch.complex64)
    filled[:, :4] = z[:, :4]
    yield from (filled, filled + torch.full((8,), 1 + 2j))


@pytest.mark.parametrize(
    "group",
    [arithmetic, functions, sums, products, systems, movements],
    ids=lambda group: group.__name__,
)
def test_ops(torch, group):
    class Net(torch.nn.Module):
        def forward(self, a, b):
            made = group(torch, torch.complex(a, b), torch.complex(b + 1, a))
            made = [x.resolve_conj() for x in made]
            return tuple(torch.view_as_real(x) if x.is_complex() else x for x in made)

    inputs = draw(4, 8), draw(2, 4, 8)[1]
    tensors = tuple(map(torch.from_numpy, inputs))
    wanted = [x.numpy() for x in Net()(*tensors)]
    module = mlir_amp.from_torch(Net(), tensors)
    assert "complex.mul" not in str(module)
    for version in (module, mlir_amp.convert(module, "bf16")):
        found = mlir_amp.compile(version)(*inputs)
        for number, pair in enumerate(zip(found, wanted)):
            numpy.testing.assert_allclose(*pair, 1e-4, 1e-5, err_msg=f"result {number}")


def test_weights_and_shifts(torch):
    """A layer as neural operators have it: complex weights, frequencies in order."""

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            weights = torch.randn(3, 5, 4, 4, dtype=torch.complex64)
            self.weights = torch.nn.Parameter(weights)

        def forward(self, x):
            spectrum = torch.fft.fftshift(torch.fft.rfftn(x, dim=(-2, -1)), dim=-2)
            made = torch.zeros(2, 5, 8, 5, dtype=torch.complex64)
            kept = spectrum[:, :, 2:6, :4]
            made[:, :, 2:6, :4] = torch.einsum("bixy,ioxy->boxy", kept, self.weights)
            return torch.fft.irfftn(torch.fft.fftshift(made, dim=-2), s=(8, 8), dim=(-2, -1))

    torch.manual_seed(0)
    net, x = Net(), draw(2, 3, 8, 8)
    wanted = net(torch.from_numpy(x)).detach().numpy()
    module = mlir_amp.from_torch(net, torch.from_numpy(x))
    for version in (module, mlir_amp.convert(module, "f16")):
        found = mlir_amp.compile(version)(x)
        assert abs(found - wanted).max() <= 1e-5 * abs(wanted).max()
