# ===- trained_text.py - Letters, with trained weights --------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Letters, and those of genes, through networks whose trained weights ship in packages.

Of piper-tts (GPL 3), attacut (MIT), g2pM, g2p-en (Apache 2.0) and spliceai (GPL 3, its
weights CC BY-NC 4.0).
"""

import json
from collections import OrderedDict

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from trained_keras import keras
from trained_onnx import onnx
from trained_parts import file_of, lstm_steps, model, weights

# libtashkeel: the vowel signs that Arabic leaves out.

ARABIC = "ذهب الولد إلى المدرسة"


@model
def tashkeel():
    """Three layers of attention, each behind three recurrent ones."""
    with open(file_of("piper", "tashkeel", "input_id_map.json"), encoding="utf-8") as file:
        numbers = json.load(file)
    letters = torch.tensor([[numbers[x] for x in ARABIC]])
    signs = torch.zeros_like(letters)
    return onnx(
        file_of("piper", "tashkeel", "model.onnx"),
        letters,
        signs,
        fixed={"input_lengths": torch.tensor([letters.shape[1]])},
        outputs=["logits"],
    )


# AttaCut: where a word of Thai ends.

THAI = "ผมไปโรงเรียนทุกวันและกลับบ้านตอนเย็น"


class WordEnds(nn.Module):
    """Convolutions of three widths; their largest, letter by letter."""

    WIDTHS = (3, 1), (5, 3), (9, 2)

    def __init__(self, saved):
        super().__init__()
        self.embeddings = nn.Embedding.from_pretrained(saved["embeddings.weight"])
        filters, size, _ = saved["conv1.conv.weight"].shape
        for index, (width, dilation) in enumerate(self.WIDTHS, 1):
            pad = width // 2 * dilation
            layer = nn.Conv1d(size, filters, width, padding=pad, dilation=dilation)
            self.add_module(f"conv{index}", nn.Sequential(OrderedDict(conv=layer)))
        self.linear1 = nn.Linear(filters, saved["linear1.bias"].numel())
        self.linear2 = nn.Linear(saved["linear1.bias"].numel(), 1)
        self.load_state_dict(saved)

    def forward(self, letters):
        x = self.embeddings(letters).transpose(1, 2)
        x = torch.stack([conv(x) for conv in (self.conv1, self.conv2, self.conv3)]).amax(0)
        return self.linear2(self.linear1(x.transpose(1, 2)).relu())[..., 0]


@model
def attacut():
    place = "attacut", "artifacts", "attacut-c"
    saved = weights(*place, "model.pth")
    with open(file_of(*place, "characters.json"), encoding="utf-8") as file:
        numbers = json.load(file)
    letters = torch.tensor([[numbers.get(x, 1) for x in THAI]])
    return WordEnds(saved).eval(), (letters,)


# Recurrent networks of letters: how English and Chinese are spoken.


class Readings(nn.Module):
    """g2pM: an LSTM each way, two layers; the reading of each character."""

    def __init__(self, saved):
        super().__init__()
        for name, value in saved.items():
            value = torch.from_numpy(np.asarray(value)).float()
            self.register_buffer(name.replace(".", "_"), value)

    def way(self, x, suffix):
        inner, outer, one, two = (
            self._buffers[f"lstm_{name}_l0{suffix}"]
            for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        )
        return list(lstm_steps(F.linear(x, inner, one + two), outer))

    def forward(self, letters):
        x = F.embedding(letters, self.embedding_weight)
        forth, back = self.way(x, ""), self.way(x.flip(1), "_reverse")[::-1]
        x = torch.cat([torch.stack(forth, 1), torch.stack(back, 1)], 2)
        x = F.linear(x, self.logit_layer_0_weight, self.logit_layer_0_bias).relu()
        return F.linear(x, self.logit_layer_2_weight, self.logit_layer_2_bias)


CHINESE = "他长得很高,银行行长说重要的事情要重新考虑"


@model
def g2pm():
    import pickle

    held = []
    for name in ("np_ckpt.pkl", "char2idx.pkl"):
        with open(file_of("g2pM", name), "rb") as file:
            held.append(pickle.load(file))
    saved, numbers = held
    letters = [numbers.get(x, numbers["<UNK>"]) for x in "시" + CHINESE + "끝"]
    return Readings(saved).eval(), (torch.tensor([letters]),)


class Spoken(nn.Module):
    """g2p-en: a GRU reads a word's letters, another says its sounds, each by the one
    before, the likeliest."""

    SOUNDS, START = 8, 2

    def __init__(self, saved):
        super().__init__()
        for name, value in saved.items():
            self.register_buffer(name, torch.from_numpy(value))

    def step(self, x, state, part):
        inner, outer, forth, back = (
            self._buffers[f"{part}_{name}"] for name in ("w_ih", "w_hh", "b_ih", "b_hh")
        )
        reset, update, new = F.linear(x, inner, forth).chunk(3, 1)
        old = F.linear(state, outer, back).chunk(3, 1)
        reset, update = (reset + old[0]).sigmoid(), (update + old[1]).sigmoid()
        return (1 - update) * (new + reset * old[2]).tanh() + update * state

    def forward(self, letters):
        x = F.embedding(letters, self.enc_emb)
        state = x.new_zeros(x.shape[0], self.enc_w_hh.shape[1])
        for k in range(x.shape[1]):
            state = self.step(x[:, k], state, "enc")
        said = letters.new_full(letters.shape[:1], self.START)
        scores = []
        for _ in range(self.SOUNDS):
            state = self.step(F.embedding(said, self.dec_emb), state, "dec")
            scores.append(F.linear(state, self.fc_w, self.fc_b))
            said = scores[-1].argmax(1)
        return torch.stack(scores, 1)


@model
def g2p_en():
    with np.load(file_of("g2p_en", "checkpoint20.npz")) as file:
        network = Spoken(dict(file))
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = "precision", "algorithm", "wednesday"
    rows = [[3 + letters.index(x) for x in word] + [2] for word in words]
    return network.eval(), (torch.tensor(rows),)


# SpliceAI: where a gene is cut.

# From the start of human beta-globin's first exon into its second intron.
GLOBIN = (
    "ACATTTGCTTCTGACACAACTGTGTTCACTAGCAACCTCAAACAGACACCATGGTGCATCTGACTCCTGAGGAGAAGTCTGCC"
    "GTTACTGCCCTGTGGGGCAAGGTGAACGTGGATGAAGTTGGTGGTGAGGCCCTGGGCAGGTTGGTATCAAGGTTACAAGACAG"
    "GTTTAAGGAGACCAATAGAAACTGGGCATGTGGAGACAGAGAAGACTCTTGGGTTTCTGATAGGCACTGACTCTCTCTGCCTA"
    "TTGGTCTATTTTCCCACCCTTAGGCTGCTGGTGGTCTACCCTTGGACCCAGAGGTTCTTTGAGTCCTTTGGGGATCTGTCCAC"
    "TCCTGATGCTGTTATGGGCAACCCTAAGGTGAAGGCTCATGGCAAGAAAGTGCTCGGTGCCTTTAGTGATGGCCTGGCTCACC"
    "TGGACAACCTCAAGGGCACCTTTGCCACACTGAGTGAGCTGCACTGTGACAAGCTGCACGTGGATCCTGAGAACTTCAGGGTG"
    "AGTCTATGGGACGCTTGATGTTTTCTTTCCCCTTCTTTTCTATGGTTAAGTTCATGTCATAGGAAGGGGATAAGTAACAGGGT"
)


@model
def spliceai():
    """32 layers of dilated convolutions over 10,000 letters of context, here unknown."""
    gene = F.one_hot(torch.tensor(["ACGT".index(x) for x in GLOBIN]), 4).float()
    return keras(
        file_of("spliceai", "models", "spliceai1.h5"),
        F.pad(gene, (0, 0, 5000, 5000))[None],
    )
