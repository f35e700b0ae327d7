# ===- trained_atoms.py - Trained potentials of molecules -----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What trained potentials share, and ANI-1x.

ANI-1x is read from the files of torchani (MIT), which is not imported: that needs an
old setuptools.
"""

import copy
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch._decomp import get_decompositions
from torch.fx.experimental.proxy_tensor import make_fx
from trained_parts import file_of, model


def put_slice(gradient, sizes, dim, start, end, step):
    """What `x[start:end]` does to a gradient, by zeros around it: importers lack it."""
    assert step == 1
    dim, size = dim % len(sizes), sizes[dim]
    start, end = (min(k + size if k < 0 else k, size) for k in (start, end))
    return F.pad(gradient, [0, 0] * (len(sizes) - 1 - dim) + [start, size - end])


def put_row(gradient, sizes, dim, index):
    dim, index = dim % len(sizes), index % sizes[dim]
    return put_slice(gradient.unsqueeze(dim), sizes, dim, index, index + 1, 1)


class Forces(nn.Module):
    """Forces, -d(energy) / d(positions), of a module that returns energies.

    It holds the graph of autograd, traced in f32 and in f64.
    """

    def __init__(self, energy, positions):
        super().__init__()
        self.single = self.trace(energy, positions)
        self.wide = self.trace(copy.deepcopy(energy).double(), positions.double())

    @staticmethod
    def trace(energy, positions):
        def push(x):
            x = x.detach().requires_grad_()
            return torch.autograd.grad(-energy(x).sum(), x)[0]

        aten = torch.ops.aten
        inner = [aten.silu_backward, aten.native_layer_norm_backward]
        table = get_decompositions(inner)
        table[aten.slice_backward.default] = put_slice
        table[aten.select_backward.default] = put_row
        return make_fx(push, table)(positions)

    def forward(self, positions):
        graph = self.single if positions.dtype == torch.float32 else self.wide
        return graph(positions)


class Take(torch.autograd.Function):
    """Rows by index; `lists` says where a row goes. Importers lack a sum by index."""

    @staticmethod
    def forward(ctx, rows, index, lists):
        ctx.save_for_backward(index, lists)
        return rows[index]

    @staticmethod
    def backward(ctx, gradient):
        index, lists = ctx.saved_tensors
        return Total.apply(gradient, index, lists), None, None


class Total(torch.autograd.Function):
    """Sums of rows that have the same index: the other way round."""

    @staticmethod
    def forward(ctx, rows, index, lists):
        ctx.save_for_backward(index, lists)
        return torch.cat([rows, torch.zeros_like(rows[:1])])[lists].sum(1)

    @staticmethod
    def backward(ctx, gradient):
        return Take.apply(gradient, *ctx.saved_tensors), None, None


class Lists(nn.Module):
    """Indices as buffers, each with its lists."""

    def index(self, name, index, count):
        index = index.long()
        lists = [torch.nonzero(index == k).flatten().tolist() for k in range(count)]
        most = max(map(len, lists))
        full = [x + [len(index)] * (most - len(x)) for x in lists]
        self.register_buffer(name, index)
        self.register_buffer(f"{name}_lists", torch.tensor(full))

    def take(self, rows, name):
        return Take.apply(rows, getattr(self, name), getattr(self, f"{name}_lists"))

    def total(self, rows, name):
        return Total.apply(rows, getattr(self, name), getattr(self, f"{name}_lists"))


# ANI-1x: H, C, N, O; eight networks for each element.

ANI = "torchani", "resources", "ani-1x_8x"
ACETAMIDE = "HHHHHCCNO"
# Angstrom; of G2's set.
POSITIONS = [
    [0.707952, -1.824249, 0.169942],
    [-1.997229, 0.584922, -0.175477],
    [-1.560842, -1.03927, -0.771686],
    [-1.632113, -0.723007, 0.969814],
    [1.953133, -0.631574, 0.111866],
    [0.077158, 0.149789, -0.004249],
    [-1.371475, -0.288665, -0.000144],
    [0.985518, -0.878537, -0.04891],
    [0.424546, 1.327024, 0.008034],
]


def constants():
    """Radii, exponents and shifts of the descriptor."""
    path = file_of(*ANI, "rHCNO-5.2R_16-3.5A_a4-8.params")
    with open(path) as file:
        pairs = [line.strip().split(" = ") for line in file if "[" in line]
    read = lambda text: torch.tensor([float(x) for x in text.strip("[]").split(",")])
    return {key: read(text) for key, text in pairs if key != "Atyp"}


def layers(element):
    """Weights (8, in, out) and biases (8, 1, out) of an element's networks."""
    for layer in range(1, 5):
        kinds = []
        for kind in "bw":
            name = f"ANN-{element}.nnf-l{layer}.{kind}param"
            paths = [file_of(*ANI, f"train{k}", "networks", name) for k in range(8)]
            kinds.append(np.stack([np.fromfile(path, np.float32) for path in paths]))
        bias, weight = (torch.tensor(x) for x in kinds)
        outs = bias.shape[1]
        weight = weight.view(8, outs, -1).transpose(1, 2).contiguous()
        yield weight, bias.view(8, 1, outs)


class Ani(nn.Module):
    """Energy in Hartree without the atoms' own, a mean of eight networks.

    The descriptor is torchani's, over all pairs and triples of a molecule whose atoms
    are sorted: H, C, N, O. Neighbours of an element are a slice.
    """

    def __init__(self, atoms):
        super().__init__()
        for key, value in constants().items():
            self.register_buffer(key, value)
        count = len(atoms)
        self.register_buffer("same", torch.eye(count)[..., None])
        self.slices = [
            slice(atoms.index(a), atoms.index(a) + atoms.count(a)) for a in "HCNO"
        ]
        for element in "HCNO":
            for k, (weight, bias) in enumerate(layers(element)):
                self.register_buffer(f"weight_{element}{k}", weight)
                self.register_buffer(f"bias_{element}{k}", bias)

    def smooth(self, distance, radius):
        inside = 0.5 * torch.cos(distance * (math.pi / radius)) + 0.5
        return torch.where(distance < radius, inside, 0) * (1 - self.same)

    def radial(self, distance):
        bumps = torch.exp(-self.EtaR * (distance - self.ShfR) ** 2)
        terms = 0.25 * bumps * self.smooth(distance, 5.2)
        return [terms[:, :, j].sum(2) for j in self.slices]

    def angular(self, apart, distance):
        one, two = apart[:, :, :, None], apart[:, :, None]
        far, away = distance[:, :, :, None], distance[:, :, None]
        cosine = (one * two).sum(-1, keepdim=True) / (far * away)
        angle = torch.acos(0.95 * cosine)
        turn = ((1 + torch.cos(angle - self.ShfZ)) / 2) ** self.Zeta
        shell = torch.exp(-self.EtaA * ((far + away) / 2 - self.ShfA) ** 2)
        near = self.smooth(distance, 3.5)
        pair = near[:, :, :, None] * near[:, :, None] * (1 - self.same)
        terms = 2 * shell[..., None] * turn[..., None, :] * pair[..., None]
        for k, j in enumerate(self.slices):
            for i in self.slices[k:]:
                once = terms[:, :, j, i].sum((2, 3)).flatten(2)
                yield once if i != j else 0.5 * once

    def network(self, element, x):
        for k in range(4):
            weight = getattr(self, f"weight_{element}{k}")
            x = x @ weight + getattr(self, f"bias_{element}{k}")
            x = F.celu(x, 0.1) if k < 3 else x
        return x.mean(0)

    def describe(self, positions):
        apart = positions[:, :, None] - positions[:, None]
        distance = (apart.pow(2).sum(-1, keepdim=True) + self.same).sqrt()
        return torch.cat([*self.radial(distance), *self.angular(apart, distance)], -1)

    def forward(self, positions):
        vectors = self.describe(positions)
        energy = 0
        for element, own in zip("HCNO", self.slices):
            atoms = self.network(element, vectors[:, own].flatten(0, 1))
            energy = energy + atoms.view(positions.shape[0], -1).sum(1)
        return energy


def stretched(count=8):
    """Acetamide, whose bond from C to N is longer from one geometry to the next."""
    base = torch.tensor(POSITIONS)
    way = F.normalize(base[7] - base[5], dim=0)
    moved = torch.tensor([k in (0, 4, 7) for k in range(9)])[:, None]
    return torch.stack([base + moved * way * 0.02 * (k - 3) for k in range(count)])


@model
def ani_energy():
    return Ani(ACETAMIDE).eval(), (stretched(),)


@model
def ani_forces():
    positions = stretched(2)
    return Forces(Ani(ACETAMIDE), positions).eval(), (positions,)
