# ===- trained_science.py - Trained potentials of crystals ----------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Energies and forces of trained potentials.

CHGNet 0.3.0 of chgnet (BSD) and SevenNet-0 of sevenn (MIT). Lists of neighbours are
constants. Small differences of large numbers are the point.
"""

import contextlib
import io
import math

import torch
import torch.nn.functional as F
from torch import nn
from trained_atoms import Forces, Lists
from trained_parts import model

# CHGNet: a graph of atoms, bonds and angles of a crystal.


class Crystal(Lists):
    """CHGNet's energies of atoms in eV, without the elements' own, in one crystal whose
    neighbours are known."""

    def __init__(self, structure):
        super().__init__()
        from chgnet.model import CHGNet

        with contextlib.redirect_stdout(io.StringIO()):
            self.net = CHGNet.load(use_device="cpu", verbose=False)
        graph = self.net.graph_converter(structure)
        self.register_buffer("kinds", graph.atomic_number.long() - 1)
        self.register_buffer("images", (graph.neighbor_image @ graph.lattice).detach())
        atoms, bonds = graph.atom_graph, graph.directed2undirected
        angles = graph.bond_graph
        count, undirected = len(self.kinds), len(graph.undirected2directed)
        self.index("center", atoms[:, 0], count)
        self.index("other", atoms[:, 1], count)
        self.index("bond", bonds, undirected)
        self.index("directed", graph.undirected2directed, len(atoms))
        self.index("corner", angles[:, 0], count)
        self.index("first", angles[:, 1], undirected)
        self.index("second", angles[:, 3], undirected)
        self.index("first_way", angles[:, 2], len(atoms))
        self.index("second_way", angles[:, 4], len(atoms))

    def bases(self, positions):
        encode = self.net.bond_basis_expansion
        apart = self.take(positions, "center") - self.take(positions, "other")
        apart = apart - self.images
        length = apart.pow(2).sum(1).sqrt()
        ways = apart / length[:, None]
        own = self.take(length[:, None], "directed")[:, 0]
        both = self.take(ways, "first_way") * self.take(ways, "second_way")
        # Chgnet writes the series in place, whose gradient no importer takes.
        angle = torch.acos(both.sum(1, keepdim=True) * (1 - 1e-6))
        turns = angle * self.net.angle_basis_expansion.fourier_expansion.frequencies
        first = torch.full_like(angle, math.sqrt(0.5))
        series = torch.cat([first, turns.sin(), turns.cos()], 1) / math.sqrt(math.pi)
        return encode.rbf_expansion_ag(own), encode.rbf_expansion_bg(own), series

    def sites(self, positions):
        """Features of atoms, before the last layer and behind it."""
        net, (near, nearest, turns) = self.net, self.bases(positions)
        atoms, bonds = net.atom_embedding(self.kinds), net.bond_embedding(near)
        angles = net.angle_embedding(turns)
        scale = self.take(net.bond_weights_ag(near), "bond")
        weights = net.bond_weights_bg(nearest)
        scales = self.take(weights, "first") * self.take(weights, "second")
        for k, layer in enumerate(net.atom_conv_layers):
            before = atoms
            ends = self.take(atoms, "center"), self.take(atoms, "other")
            parts = [ends[0], self.take(bonds, "bond"), ends[1]]
            message = layer.twoBody_atom(torch.cat(parts, 1)) * scale
            atoms = layer.mlp_out(self.total(message, "center")) + atoms
            if k + 1 == len(net.atom_conv_layers):
                return before, net.readout_norm(atoms)
            corner = self.take(atoms, "corner")
            layer = net.bond_conv_layers[k]
            sides = self.take(bonds, "first"), self.take(bonds, "second")
            parts = torch.cat([*sides, angles, corner], 1)
            message = layer.twoBody_bond(parts) * scales
            bonds = layer.mlp_out(self.total(message, "first")) + bonds
            sides = self.take(bonds, "first"), self.take(bonds, "second")
            layer = net.angle_layers[k]
            parts = torch.cat([*sides, angles, corner], 1)
            angles = layer.twoBody_bond(parts) + angles

    def forward(self, positions):
        return self.net.mlp(self.sites(positions)[1])[:, 0]


class Moments(nn.Module):
    """Magnetic moments of the atoms of a Crystal."""

    def __init__(self, crystal):
        super().__init__()
        self.crystal = crystal

    def forward(self, positions):
        return self.crystal.net.site_wise(self.crystal.sites(positions)[0]).abs()[:, 0]


def manganate(shake=0.05):
    """LiMnO2, its atoms moved a little."""
    from pymatgen.core import Lattice, Structure

    heights = [0.3797505, 0.6202495, 0.8632525, 0.1367475]
    heights += [0.3608245, 0.0985135, 0.6391755, 0.9014865]
    sides = [(0.5, 0.5), (0, 0), (0.5, 0.5), (0, 0)]
    sides += [(0.5, 0), (0, 0.5), (0, 0.5), (0.5, 0)]
    lattice = Lattice.orthorhombic(2.868779, 4.634475, 5.832507)
    places = [[*side, height] for side, height in zip(sides, heights)]
    crystal = Structure(lattice, ["Li"] * 2 + ["Mn"] * 2 + ["O"] * 4, places)
    crystal.translate_sites([1], [shake / 2.868779, 0, 0])
    crystal.translate_sites([3], [0, -shake / 4.634475, 0])
    crystal.translate_sites([5], [0, 0, shake / 5.832507])
    return crystal


def positions_of(structure):
    return torch.tensor(structure.cart_coords, dtype=torch.float32)


@model
def chgnet_energy():
    structure = manganate()
    return Crystal(structure).eval(), (positions_of(structure),)


@model
def chgnet_moments():
    structure = manganate()
    return Moments(Crystal(structure)).eval(), (positions_of(structure),)


@model
def chgnet_forces():
    structure = manganate()
    crystal = Crystal(structure).eval().requires_grad_(False)
    positions = positions_of(structure)
    return Forces(crystal, positions).eval(), (positions,)


# SevenNet: an equivariant network; features are vectors and tensors that turn along.


class Seven(Lists):
    """SevenNet-0's energies of atoms in eV, without the elements' own, in one crystal
    whose neighbours are known."""

    def __init__(self, structure):
        super().__init__()
        from sevenn.util import load_checkpoint

        net = load_checkpoint("7net-0").build_model()
        net.set_is_batch_data(False)
        # Neither one-hot, shifts, sum nor forces.
        self.layers = nn.ModuleList([net.edge_embedding, *list(net)[2:-3]])
        kinds = torch.tensor([net.type_map[site.specie.Z] for site in structure])
        self.register_buffer("kinds", F.one_hot(kinds, len(net.type_map)).float())
        self.register_buffer("scale", net.rescale_atomic_energy.scale.detach()[kinds])
        center, other, offsets, _ = structure.get_neighbor_list(net.cutoff)
        images = torch.tensor(offsets @ structure.lattice.matrix, dtype=torch.float32)
        self.register_buffer("images", images)
        self.index("center", torch.tensor(center).long(), len(kinds))
        self.index("other", torch.tensor(other).long(), len(kinds))

    def forward(self, positions):
        apart = self.take(positions, "other") - self.take(positions, "center")
        apart = apart + self.images
        data = {"x": self.kinds, "edge_vec": apart}
        for layer in self.layers:
            if type(layer).__name__ != "IrrepsConvolution":
                data = layer(data)
                continue
            weight = layer.weight_nn(data["edge_embedding"])
            rows = self.take(data["x"], "other")
            rows = layer.convolution(rows, data["edge_attr"], weight)
            data["x"] = self.total(rows, "center") / layer.denominator
        return data["scaled_atomic_energy"][:, 0] * self.scale


@model
def sevennet_energy():
    structure = manganate()
    return Seven(structure).eval(), (positions_of(structure),)
