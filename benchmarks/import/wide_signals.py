# ===- wide_signals.py - Sounds and series --------------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Sounds, series of numbers, and parts of diffusers."""

import functools

import torch

from wide_parts import MODELS
from wide_transformers import add, wave
from zoo_language import (
    AUDIO,
    BART_LIKE,
    BATCH,
    HEADS,
    WIDTH,
    WORDS,
    Pick,
    build,
    ids,
    noise,
    seeded,
)

# Sounds and series.

hear = functools.partial(add, inputs=wave, sizes=AUDIO)
hear("sew", "SEWModel", config="SEW", squeeze_factor=2)
hear("unispeech_sat", "UniSpeechSatModel", config="UniSpeechSat")
hear("wavlm", "WavLMModel", config="WavLM", num_buckets=8, max_bucket_distance=16)
hear(
    "wav2vec2_conformer",
    "Wav2Vec2ConformerModel",
    config="Wav2Vec2Conformer",
    conv_depthwise_kernel_size=7,
    position_embeddings_type="rotary",
)
hear(
    "wav2vec2_bert",
    "Wav2Vec2BertModel",
    config="Wav2Vec2Bert",
    inputs=lambda: {"input_features": noise(BATCH, 16, 20)},
    feature_projection_input_dim=20,
    sizes={key: AUDIO[key] for key in list(AUDIO)[1:5]},
    conv_depthwise_kernel_size=7,
    left_max_position_embeddings=8,
    right_max_position_embeddings=4,
    vocab_size=WORDS,
)
add(
    "dac",
    "DacModel",
    lambda: {"input_values": noise(1, 1, 320)},
    "audio_values",
    sizes={},
    config="Dac",
    encoder_hidden_size=16,
    downsampling_ratios=[2, 4],
    decoder_hidden_size=32,
    n_codebooks=3,
    codebook_size=32,
    codebook_dim=4,
    upsampling_ratios=[4, 2],
)
add(
    "hifigan",
    "SpeechT5HifiGan",
    lambda: {"spectrogram": noise(1, 12, 20)},
    Ellipsis,
    sizes={},
    config="SpeechT5HifiGan",
    model_in_dim=20,
    upsample_initial_channel=32,
    upsample_rates=[4, 2],
    upsample_kernel_sizes=[8, 4],
    resblock_kernel_sizes=[3, 5],
    resblock_dilation_sizes=[[1, 3], [1, 3]],
)
add(
    "musicgen_decoder",
    "MusicgenForCausalLM",
    lambda: {"input_ids": ids(BATCH * 4, 8) % 32},
    "logits",
    config="MusicgenDecoder",
    call={"use_cache": False},
    num_codebooks=4,
    ffn_dim=128,
    sizes={
        "vocab_size": 32,
        "hidden_size": WIDTH,
        "num_hidden_layers": 2,
        "num_attention_heads": HEADS,
    },
)
add(
    "clap",
    "ClapAudioModel",
    lambda: {"input_features": noise(1, 1, 32, 32)},
    config="ClapAudio",
    sizes={},
    window_size=4,
    num_mel_bins=32,
    spec_size=32,
    patch_size=4,
    patch_stride=[4, 4],
    depths=[1, 1],
    num_attention_heads=[2, 4],
    patch_embeds_hidden_size=16,
    hidden_size=32,
    enable_fusion=False,
    num_hidden_layers=2,
)
SERIES = {
    "num_input_channels": 3,
    "context_length": 32,
    "patch_length": 8,
    "patch_stride": 8,
    "d_model": WIDTH,
    "prediction_length": 8,
}
series = functools.partial(
    add,
    inputs=lambda: {"past_values": 50 + 5 * noise(BATCH, 32, 3)},
    sizes=SERIES,
    result="prediction_outputs",
)
series(
    "patchtst",
    "PatchTSTForPrediction",
    config="PatchTST",
    num_hidden_layers=2,
    num_attention_heads=HEADS,
    ffn_dim=128,
    scaling="std",
    loss="mse",
    prediction_length=8,
)
series(
    "patchtsmixer",
    "PatchTSMixerForPrediction",
    config="PatchTSMixer",
    num_layers=2,
    scaling="std",
    loss="mse",
    mode="mix_channel",
    gated_attn=True,
)


def add_forecaster(name, kind, **options):
    def make():
        sizes = {
            **BART_LIKE,
            "prediction_length": 8,
            "context_length": 16,
            "num_time_features": 2,
            "lags_sequence": [1, 2, 3],
            "num_parallel_samples": 1,
            "input_size": 1,
        }
        sizes.pop("vocab_size")
        module = build(f"{kind}Config", f"{kind}Model", sizes, options)
        past = BATCH, 16 + 3
        names = [
            "past_values",
            "past_time_features",
            "past_observed_mask",
            "future_values",
            "future_time_features",
        ]
        inputs = (
            30 + 3 * noise(*past),
            noise(*past, 2),
            torch.ones(past),
            30 + noise(BATCH, 8),
            noise(BATCH, 8, 2),
        )
        return Pick(module, names), inputs

    MODELS[name] = make


add_forecaster("time_series_transformer", "TimeSeriesTransformer")


def add_diffusers(name, kind, inputs, result="sample", call=None, **options):
    def make():
        import diffusers

        module = seeded(lambda: getattr(diffusers, kind)(**options))
        given = inputs()
        return Pick(module, list(given), result, **(call or {})), tuple(given.values())

    MODELS[name] = make


def noisy(**more):
    return lambda: {
        "sample": noise(1, 4, 16, 16),
        "timestep": torch.tensor([423]),
        **{key: made() for key, made in more.items()},
    }


add_diffusers(
    "sd_unet",
    "UNet2DConditionModel",
    noisy(encoder_hidden_states=lambda: noise(1, 7, 32)),
    sample_size=16,
    block_out_channels=(32, 64),
    layers_per_block=1,
    cross_attention_dim=32,
    down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"),
    attention_head_dim=8,
    up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"),
    norm_num_groups=8,
)
add_diffusers(
    "sd_vae",
    "AutoencoderKL",
    lambda: {"sample": noise(1, 3, 32, 32)},
    block_out_channels=(16, 32),
    down_block_types=("DownEncoderBlock2D",) * 2,
    up_block_types=("UpDecoderBlock2D",) * 2,
    norm_num_groups=8,
)
add_diffusers(
    "sd3",
    "SD3Transformer2DModel",
    lambda: {
        "hidden_states": noise(1, 4, 8, 8),
        "encoder_hidden_states": noise(1, 5, 32),
        "pooled_projections": noise(1, 32),
        "timestep": torch.tensor([423]),
    },
    sample_size=8,
    in_channels=4,
    num_layers=2,
    attention_head_dim=16,
    num_attention_heads=4,
    joint_attention_dim=32,
    caption_projection_dim=64,
    pooled_projection_dim=32,
    out_channels=4,
    pos_embed_max_size=8,
)
add_diffusers(
    "flux",
    "FluxTransformer2DModel",
    lambda: {
        "hidden_states": noise(1, 16, 16),
        "encoder_hidden_states": noise(1, 5, 32),
        "pooled_projections": noise(1, 32),
        "timestep": torch.tensor([0.4]),
        "img_ids": torch.arange(48.0).view(16, 3) % 4,
        "txt_ids": torch.zeros(5, 3),
        "guidance": torch.tensor([3.5]),
    },
    in_channels=16,
    num_layers=1,
    num_single_layers=1,
    attention_head_dim=16,
    num_attention_heads=4,
    joint_attention_dim=32,
    pooled_projection_dim=32,
    guidance_embeds=True,
    axes_dims_rope=(4, 6, 6),
)
