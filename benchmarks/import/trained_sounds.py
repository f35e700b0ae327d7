# ===- trained_sounds.py - Sounds for trained_audio.py --------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What trained_audio.py feeds its networks. Needs espeak-ng on the path."""

import functools
import io
import subprocess
import wave

import numpy as np
import torch
import torch.nn.functional as F
from scipy.signal import resample_poly

RATE = 16000


@functools.lru_cache
def speech(text, voice="en"):
    """A voice of espeak-ng, at 16 kHz, largest sample 0.5."""
    command = ["espeak-ng", "-v", voice, "--stdout", text]
    said = subprocess.run(command, capture_output=True, check=True).stdout
    with wave.open(io.BytesIO(said)) as file:
        samples = np.frombuffer(file.readframes(1 << 30), np.int16)
        samples = samples[: len(samples) & ~1].astype(np.float64)
        samples = resample_poly(samples, RATE, file.getframerate())
    return (0.5 * samples / np.abs(samples).max()).astype(np.float32)


def tone(hertz, seconds, rate=RATE):
    """A bowed string: 20 harmonics, vibrato of 5 Hz and 30 cents."""
    time = np.arange(int(seconds * rate)) / rate
    bend = 30 / 1200 * np.log(2) * hertz / 5 * np.sin(2 * np.pi * 5 * time)
    phase = 2 * np.pi * hertz * time + bend
    sound = sum(np.sin(k * phase) / k for k in range(1, 21) if k * hertz < rate / 2)
    return (0.3 * sound / np.abs(sound).max()).astype(np.float32)


def hiss(samples, loudness, seed=3):
    noise = np.random.default_rng(seed).standard_normal(samples)
    return (loudness * noise).astype(np.float32)


def mel(sound, size, hop, bands, power, pad="constant"):
    """Mel bands [frames, bands] as librosa makes them."""
    from transformers.audio_utils import mel_filter_bank

    bank = mel_filter_bank(
        size // 2 + 1, bands, 0.0, RATE / 2, RATE, norm="slaney", mel_scale="slaney"
    )
    sound = F.pad(torch.from_numpy(sound)[None], (size // 2, size // 2), mode=pad)[0]
    window = torch.hann_window(size)
    spectrum = torch.stft(
        sound, size, hop, window=window, center=False, return_complex=True
    )
    return spectrum.abs().pow(power).T @ torch.from_numpy(bank).float()
