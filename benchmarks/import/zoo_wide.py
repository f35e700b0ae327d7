# ===- zoo_wide.py - More families of models, small --------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""MODELS: name to function; a function returns a torch module and its inputs.

What benchmarks/zoo.py runs, beside zoo_language.py and zoo_vision.py: families of
transformers and timm that those lists do not have, with two layers of width 64, and
many of our own: graphs, scans, flows, samplers, losses. Weights are random,
under a fixed seed.
"""

import functools
import math
import os
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from zoo_language import (  # noqa: E402
    AUDIO,
    BART_LIKE,
    BATCH,
    BERT_LIKE,
    HEADS,
    TEXT,
    TOKENS,
    VISION,
    WIDTH,
    WORDS,
    Pick,
    Traced,
    build,
    ids,
    noise,
    padding,
    seeded,
)
from zoo_vision import image, settle  # noqa: E402

MODELS = {}


def model(function):
    """Enters a function into MODELS."""
    MODELS[function.__name__] = function
    return function


def add(name, kind, inputs, result=0, sizes=BERT_LIKE, config="", call=None, **options):
    """A model of transformers; `inputs` returns a dictionary of tensors."""
    import re

    stem = config or re.sub("(For|Model|LMHead|MTModel|EncoderModel).*", "", kind)

    def make():
        given = inputs()
        module = build(f"{stem}Config", kind, sizes, options)
        return Pick(module, list(given), result, **(call or {})), tuple(given.values())

    MODELS[name] = make


def text():
    return dict(zip(TEXT, (ids(), padding())))


def words():
    return {"input_ids": ids()}


def pair():
    return {**text(), "decoder_input_ids": ids(BATCH, 8)}


def picture():
    return {"pixel_values": noise(BATCH, 3, 32, 32)}


def wave():
    return {"input_values": noise(BATCH, 800)}


# Text.

decode = functools.partial(add, inputs=text, result="logits", call={"use_cache": False})
GROUPED = {**BERT_LIKE, "num_key_value_heads": 2}
EXPERTS = {
    **GROUPED,
    "moe_intermediate_size": 64,
    "experts_implementation": "batched_mm",
}
GPT = {"vocab_size": WORDS, "n_embd": WIDTH, "n_layer": 2, "n_head": HEADS}
decode("falcon", "FalconForCausalLM", new_decoder_architecture=True, num_kv_heads=2)
decode(
    "mpt",
    "MptForCausalLM",
    sizes={"vocab_size": WORDS, "d_model": WIDTH, "n_layers": 2, "n_heads": HEADS},
    max_seq_len=64,
)
decode("stablelm", "StableLmForCausalLM", sizes=GROUPED, partial_rotary_factor=0.5)
decode("cohere2", "Cohere2ForCausalLM", sizes=GROUPED, sliding_window=8)
decode("granite", "GraniteForCausalLM", sizes=GROUPED, logits_scaling=8.0)
decode("glm4", "Glm4ForCausalLM", sizes=GROUPED, head_dim=16, pad_token_id=0)
decode("starcoder2", "Starcoder2ForCausalLM", sizes=GROUPED)
decode("codegen", "CodeGenForCausalLM", sizes=GPT, n_positions=64, rotary_dim=8)
decode("phi", "PhiForCausalLM", sizes=GROUPED)
decode("persimmon", "PersimmonForCausalLM")
decode("nemotron", "NemotronForCausalLM", sizes=GROUPED)
decode("diffllama", "DiffLlamaForCausalLM", sizes=GROUPED)
decode(
    "gpt_oss",
    "GptOssForCausalLM",
    sizes=EXPERTS,
    head_dim=16,
    num_local_experts=4,
    num_experts_per_tok=2,
    sliding_window=8,
)
decode("olmoe", "OlmoeForCausalLM", sizes=EXPERTS, num_experts=4, num_experts_per_tok=2)
decode(
    "deepseek_v3",
    "DeepseekV3ForCausalLM",
    sizes={**EXPERTS, "num_key_value_heads": 4},
    n_routed_experts=8,
    num_experts_per_tok=2,
    n_group=2,
    topk_group=1,
    q_lora_rank=32,
    kv_lora_rank=32,
    qk_rope_head_dim=8,
    qk_nope_head_dim=16,
    v_head_dim=16,
    first_k_dense_replace=1,
    n_shared_experts=1,
)
decode(
    "jamba",
    "JambaForCausalLM",
    sizes=EXPERTS,
    use_mamba_kernels=False,
    num_experts=4,
    attn_layer_period=2,
    attn_layer_offset=1,
    expert_layer_period=2,
    expert_layer_offset=1,
    mamba_d_state=8,
)
decode(
    "bamba",
    "BambaForCausalLM",
    sizes=GROUPED,
    attn_layer_indices=[1],
    mamba_n_heads=8,
    mamba_d_head=16,
    mamba_d_state=8,
    mamba_n_groups=1,
    mamba_chunk_size=8,
)
decode(
    "recurrent_gemma",
    "RecurrentGemmaForCausalLM",
    sizes=GROUPED,
    lru_width=WIDTH,
    attention_window_size=8,
    block_types=["recurrent", "attention"],
    head_dim=16,
)
decode(
    "falcon_mamba",
    "FalconMambaForCausalLM",
    inputs=words,
    state_size=8,
    sizes={"vocab_size": WORDS, "hidden_size": WIDTH, "num_hidden_layers": 2},
)
decode(
    "xlstm",
    "xLSTMForCausalLM",
    inputs=words,
    sizes={"vocab_size": WORDS},
    hidden_size=WIDTH,
    embedding_dim=WIDTH,
    num_heads=HEADS,
    num_blocks=2,
    num_hidden_layers=2,
    chunkwise_kernel="chunkwise--native_autograd",
    sequence_kernel="native_sequence__native",
    step_kernel="native",
)
decode(
    "xglm",
    "XGLMForCausalLM",
    sizes={"vocab_size": WORDS, "d_model": WIDTH},
    num_layers=2,
    attention_heads=HEADS,
    ffn_dim=128,
    max_position_embeddings=64,
)
decode("blenderbot", "BlenderbotForConditionalGeneration", inputs=pair, sizes=BART_LIKE)
decode(
    "prophetnet",
    "ProphetNetForConditionalGeneration",
    inputs=pair,
    sizes={"vocab_size": WORDS, "hidden_size": WIDTH},
    num_encoder_layers=2,
    num_decoder_layers=2,
    num_encoder_attention_heads=HEADS,
    num_decoder_attention_heads=HEADS,
    encoder_ffn_dim=128,
    decoder_ffn_dim=128,
    max_position_embeddings=64,
    ngram=2,
    num_buckets=8,
    relative_max_distance=32,
)

encode = functools.partial(add, inputs=text)
encode("big_bird", "BigBirdModel", block_size=2, num_random_blocks=1)
encode(
    "funnel",
    "FunnelModel",
    sizes={"vocab_size": WORDS, "d_model": WIDTH},
    block_sizes=[1, 1],
    num_decoder_layers=1,
    n_head=HEADS,
    d_head=16,
    d_inner=128,
)
encode("convbert", "ConvBertModel", embedding_size=WIDTH, conv_kernel_size=5)
encode("squeezebert", "SqueezeBertModel", embedding_size=WIDTH)
encode("mobilebert", "MobileBertModel", embedding_size=32, intra_bottleneck_size=32)
encode("roformer", "RoFormerModel", config="RoFormer")
encode(
    "esm", "EsmModel", position_embedding_type="rotary", pad_token_id=1, mask_token_id=2
)
encode(
    "modernbert",
    "ModernBertModel",
    pad_token_id=0,
    local_attention=8,
    global_attn_every_n_layers=2,
)
encode(
    "deberta",
    "DebertaModel",
    relative_attention=True,
    pos_att_type="p2c|c2p",
    max_relative_positions=16,
)
encode(
    "perceiver",
    "PerceiverModel",
    inputs=lambda: {"inputs": noise(BATCH, TOKENS, 24)},
    sizes={"num_latents": 8, "d_latents": WIDTH, "d_model": 24},
    num_blocks=1,
    num_self_attends_per_block=2,
    num_self_attention_heads=HEADS,
    num_cross_attention_heads=HEADS,
    qk_channels=WIDTH,
    v_channels=WIDTH,
)
encode(
    "canine",
    "CanineModel",
    downsampling_rate=4,
    upsampling_kernel_size=4,
    local_transformer_stride=8,
    num_hash_buckets=64,
)
encode(
    "lxmert",
    "LxmertModel",
    sizes={
        **{key: BERT_LIKE[key] for key in BERT_LIKE if "layers" not in key},
        "l_layers": 1,
        "x_layers": 1,
        "r_layers": 1,
        "visual_feat_dim": 32,
    },
    inputs=lambda: {
        **text(),
        "visual_feats": noise(BATCH, 6, 32),
        "visual_pos": noise(BATCH, 6, 4).sigmoid(),
    },
)
encode(
    "visual_bert",
    "VisualBertModel",
    visual_embedding_dim=32,
    inputs=lambda: {**text(), "visual_embeds": noise(BATCH, 6, 32)},
)

# Pictures.

see = functools.partial(add, inputs=picture, sizes=VISION)
STEPS = {"depths": [1, 1], "num_heads": [2, 4]}
see("dinov2", "Dinov2Model", layerscale_value=1.0)
see(
    "yolos",
    "YolosForObjectDetection",
    result="logits",
    image_size=[32, 32],
    num_detection_tokens=5,
)
see(
    "segformer",
    "SegformerForSemanticSegmentation",
    result="logits",
    sizes={
        "num_encoder_blocks": 2,
        "depths": [1, 1],
        "sr_ratios": [2, 1],
        "hidden_sizes": [16, 32],
        "patch_sizes": [7, 3],
        "strides": [4, 2],
        "num_attention_heads": [1, 2],
        "mlp_ratios": [4, 4],
        "decoder_hidden_size": 32,
    },
)
see(
    "swin2sr",
    "Swin2SRForImageSuperResolution",
    result="reconstruction",
    sizes={
        "image_size": 16,
        "embed_dim": 32,
        "depths": [2],
        "num_heads": [2],
        "window_size": 4,
        "upscale": 2,
    },
)
see(
    "convnextv2",
    "ConvNextV2Model",
    sizes={"hidden_sizes": [16, 32, 48, 64], "depths": [1, 1, 1, 1]},
)
see(
    "focalnet",
    "FocalNetModel",
    sizes={
        "image_size": 32,
        "embed_dim": 32,
        "hidden_sizes": [32, 64],
        "depths": [1, 1],
        "focal_levels": [2, 2],
        "focal_windows": [3, 3],
        "use_post_layernorm": True,
        "normalize_modulator": True,
    },
)
see(
    "videomae",
    "VideoMAEModel",
    num_frames=4,
    inputs=lambda: {"pixel_values": noise(1, 4, 3, 32, 32)},
)
see(
    "swiftformer",
    "SwiftFormerModel",
    config="SwiftFormer",
    sizes={"depths": [1, 1, 1, 1], "embed_dims": [16, 32, 48, 64]},
)
DETECT = {
    **{key: BART_LIKE[key] for key in BART_LIKE if key != "vocab_size"},
    "num_queries": 6,
    "use_timm_backbone": False,
    "use_pretrained_backbone": False,
    "backbone": None,
}


def resnet(stages=("stage4",)):
    import transformers

    return transformers.ResNetConfig(
        embedding_size=16,
        hidden_sizes=[16, 24, 32, 48],
        depths=[1, 1, 1, 1],
        layer_type="basic",
        out_features=list(stages),
    )


def add_detector(name, kind, stages=("stage4",), size=64, **options):
    def make():
        sizes = {**DETECT, "backbone_config": resnet(stages), **options}
        module = build(f"{kind}Config", f"{kind}ForObjectDetection", sizes, {})
        return Pick(module, ["pixel_values"], "logits"), (noise(1, 3, size, size),)

    MODELS[name] = make


THREE = ("stage2", "stage3", "stage4")
add_detector("detr", "Detr")


BOTH = {"text_config": {**BERT_LIKE, "eos_token_id": 2}, "vision_config": VISION}


def both():
    return {**text(), **picture()}


def sight():
    return {"input_ids": ids(), **picture(), "attention_mask": padding()}


add(
    "blip",
    "BlipForImageTextRetrieval",
    sight,
    "itm_score",
    sizes={},
    config="Blip",
    call={"use_itm_head": False},
    text_config={**BERT_LIKE, "encoder_hidden_size": WIDTH},
    vision_config=VISION,
)
add(
    "owlvit",
    "OwlViTForObjectDetection",
    sight,
    "logits",
    sizes=BOTH,
    config="OwlViT",
    projection_dim=WIDTH,
)
add(
    "clipseg",
    "CLIPSegForImageSegmentation",
    sight,
    "logits",
    sizes=BOTH,
    config="CLIPSeg",
    projection_dim=WIDTH,
    extract_layers=[0, 1],
    reduce_dim=16,
    decoder_intermediate_size=64,
)
add(
    "flava",
    "FlavaModel",
    sight,
    "multimodal_embeddings",
    sizes={},
    config="Flava",
    text_config=BERT_LIKE,
    image_config=VISION,
    multimodal_config={key: BERT_LIKE[key] for key in list(BERT_LIKE)[1:5]},
)
add(
    "qformer",
    "Blip2QFormerModel",
    lambda: {
        "query_embeds": noise(BATCH, 6, WIDTH),
        "encoder_hidden_states": noise(BATCH, 9, WIDTH),
    },
    config="Blip2QFormer",
    encoder_hidden_size=WIDTH,
    cross_attention_frequency=1,
)


def add_timm(name, size=64, **options):
    def make():
        import timm

        torch.manual_seed(0)
        return settle(timm.create_model(name, **options).eval(), image(size))

    MODELS[name] = make


add_timm("eva02_tiny_patch14_224", 56, img_size=56, depth=2)
add_timm(
    "hiera_tiny_224", 64, img_size=64, stages=(1, 1, 1, 1), embed_dim=32, num_heads=1
)
for _name in (
    "efficientvit_b0 repvit_m0_9 mambaout_femto eca_nfnet_l0 resnest14d davit_tiny"
).split():
    add_timm(_name)

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


# Graphs, points, molecules. A graph is a dense matrix of who neighbours whom.


class Net(nn.Module):
    """A function of a dictionary of modules and of inputs."""

    def __init__(self, function, **parts):
        super().__init__()
        self.function = function
        self.parts = nn.ModuleDict(
            {k: v for k, v in parts.items() if isinstance(v, nn.Module)}
        )
        for key, part in parts.items():
            if isinstance(part, nn.Parameter):
                self.register_parameter(key, part)
            elif isinstance(part, torch.Tensor):
                self.register_buffer(key, part)

    def forward(self, *inputs):
        return self.function(self, *inputs)


def net(*inputs, **parts):
    """A model of a function `f(m, *inputs)`; `m.parts` are made under a seed."""

    def enter(function):
        def make():
            made = lambda v: v() if callable(v) and not isinstance(v, nn.Module) else v
            module = seeded(
                lambda: Net(function, **{k: made(v) for k, v in parts.items()})
            )
            return module, tuple(made(x) for x in inputs)

        MODELS[function.__name__] = make
        return function

    return enter


def linear(a, b, bias=True):
    return lambda: nn.Linear(a, b, bias)


def mlp(*widths, act=nn.SiLU):
    def make():
        layers = []
        for a, b in zip(widths, widths[1:]):
            layers += [nn.Linear(a, b), act()]
        return nn.Sequential(*layers[:-1])

    return make


def weight(*shape, scale=0.1, seed=9):
    return lambda: nn.Parameter(scale * noise(*shape, seed=seed))


def edges(n=24):
    near = (noise(n, n, seed=4) > 0.8).float()
    return ((near + near.T + torch.eye(n)) > 0).float()


@net(
    lambda: noise(24, 32),
    edges,
    one=linear(32, 64),
    two=linear(64, 64),
    out=linear(64, 8),
)
def gcn(m, x, near):
    degree = near.sum(-1).rsqrt()
    near = near * degree[:, None] * degree
    x = F.relu(near @ m.parts["one"](x))
    x = F.relu(near @ m.parts["two"](x))
    return m.parts["out"](x).log_softmax(-1)


@net(
    lambda: noise(24, 32),
    edges,
    one=linear(32, 64),
    out=linear(64, 8),
    source=weight(4, 16),
    target=weight(4, 16),
)
def gat(m, x, near):
    x = m.parts["one"](x).view(-1, 4, 16)
    left, right = (x * m.source).sum(-1), (x * m.target).sum(-1)
    scores = F.leaky_relu(left[:, None] + right[None], 0.2)
    scores = scores.masked_fill(near[..., None] == 0, float("-inf"))
    x = torch.einsum("ijh,jhd->ihd", scores.softmax(1), x).reshape(-1, 64)
    return m.parts["out"](F.elu(x))


@net(
    lambda: noise(24, 32),
    edges,
    one=mlp(32, 64, 64),
    two=mlp(64, 64, 64),
    out=linear(64, 8),
    eps=weight(2),
)
def gin(m, x, near):
    x = m.parts["one"]((1 + m.eps[0]) * x + near @ x)
    x = m.parts["two"]((1 + m.eps[1]) * x + near @ x)
    return m.parts["out"](x.sum(0))


def atoms(n=16):
    return 2 * noise(n, 3, seed=6)


@net(
    lambda: ids(16) % 10,
    atoms,
    embed=lambda: nn.Embedding(10, WIDTH),
    rates=mlp(32, 64, 64),
    into=linear(64, 64),
    out=mlp(64, 64, 1),
)
def schnet(m, kinds, places):
    x = m.parts["embed"](kinds)
    apart = places[:, None] - places[None]
    distance = ((apart**2).sum(-1) + 1e-9).sqrt()
    centres = torch.linspace(0, 5, 32).to(places.dtype)
    bases = torch.exp(-10 * (distance[..., None] - centres) ** 2)
    cut = 0.5 * (torch.cos(distance * math.pi / 5) + 1) * (distance < 5)
    for _ in range(2):
        rates = m.parts["rates"](bases) * cut[..., None]
        x = x + (rates * m.parts["into"](x)[None]).sum(1)
    return m.parts["out"](x).sum()


@net(
    lambda: noise(16, 64),
    atoms,
    edge=mlp(129, 64, 64),
    place=mlp(64, 64, 1),
    node=mlp(128, 64, 64),
)
def egnn(m, x, places):
    n = len(x)
    for _ in range(2):
        apart = places[:, None] - places[None]
        square = (apart**2).sum(-1, keepdim=True)
        both = torch.cat([x[:, None].expand(n, n, 64), x[None].expand(n, n, 64)], -1)
        message = m.parts["edge"](torch.cat([both, square], -1))
        step = apart / (square.sqrt() + 1) * m.parts["place"](message)
        places = places + step.mean(1)
        x = x + m.parts["node"](torch.cat([x, message.sum(1)], -1))
    return x, places


@net(lambda: noise(1, 48, 3), one=mlp(6, 32, 32), two=mlp(64, 64), out=mlp(64, 64, 10))
def dgcnn(m, x):
    for name in ("one", "two"):
        square = (x**2).sum(-1)
        far = square[:, :, None] - 2 * x @ x.transpose(1, 2) + square[:, None]
        near = far.topk(8, -1, largest=False)[1]
        around = x[0][near[0]][None]
        own = x[:, :, None].expand_as(around)
        x = m.parts[name](torch.cat([around - own, own], -1)).amax(2)
    return m.parts["out"](x.amax(1))


@net(
    lambda: noise(1, 32, 3), one=mlp(3, 32, 32), two=mlp(35, 64, 64), out=linear(64, 10)
)
def pointnet2(m, x):
    """Farthest points, balls around them, maxima."""
    picked = [torch.zeros(1, dtype=torch.long)]
    least = torch.full((32,), 1e10, dtype=x.dtype)
    for _ in range(7):
        least = torch.minimum(least, ((x[0] - x[0][picked[-1]]) ** 2).sum(-1))
        picked.append(least.argmax()[None])
    centres = x[0][torch.cat(picked)]
    far = ((centres[:, None] - x[0][None]) ** 2).sum(-1)
    near = far.topk(8, -1, largest=False)[1]
    local = x[0][near] - centres[:, None]
    features = m.parts["one"](local).amax(1)
    return m.parts["out"](m.parts["two"](torch.cat([features, centres], -1)).amax(0))


# Recommendation.


@net(
    lambda: noise(16, 13),
    lambda: ids(16, 6),
    below=mlp(13, 32, 16, act=nn.ReLU),
    embed=lambda: nn.Embedding(WORDS, 16),
    above=mlp(37, 32, 1, act=nn.ReLU),
)
def dlrm(m, dense, sparse):
    x = m.parts["below"](dense)
    rows = torch.cat([x[:, None], m.parts["embed"](sparse)], 1)
    pairs = rows @ rows.transpose(1, 2)
    left, right = torch.tril_indices(7, 7, -1)
    return m.parts["above"](torch.cat([x, pairs[:, left, right]], -1)).sigmoid()


@net(
    lambda: noise(16, 32),
    lambda: noise(64, 24),
    user=mlp(32, 64, 64),
    item=mlp(24, 64, 64),
)
def two_tower(m, users, items):
    users = F.normalize(m.parts["user"](users), dim=-1)
    items = F.normalize(m.parts["item"](items), dim=-1)
    scores = users @ items.T / 0.05
    return *scores.topk(5, -1), F.cross_entropy(scores, torch.arange(16))


@net(
    lambda: noise(16, 64),
    lambda: ids(16, 8),
    experts=weight(4, 64, 32),
    gate=linear(64, 8),
    towers=weight(2, 32, 1),
    embed=lambda: nn.Embedding(WORDS, 64),
)
def mmoe(m, x, history):
    """Experts for two tasks, with a history attended to (as DIN has it)."""
    seen = m.parts["embed"](history)
    weights = (seen @ x[:, :, None]).softmax(1)
    x = x + (weights * seen).sum(1)
    made = F.relu(torch.einsum("bd,edf->ebf", x, m.experts))
    gates = m.parts["gate"](x).view(-1, 2, 4).softmax(-1)
    mixed = torch.einsum("ebf,bte->tbf", made, gates)
    return torch.einsum("tbf,tfo->tbo", mixed, m.towers).sigmoid()


# Fields, flows, differential equations.


def rays():
    return F.normalize(noise(8, 3), dim=-1)


@net(lambda: 0.1 * noise(8, 3), rays, body=mlp(63, 64, 64, act=nn.ReLU), out=mlp(64, 4))
def nerf(m, origin, direction):
    depths = torch.linspace(2, 6, 16).to(origin.dtype)
    points = origin[:, None] + depths[:, None] * direction[:, None]
    parts = [points]
    for level in range(10):
        parts += [torch.sin(2**level * points), torch.cos(2**level * points)]
    raw = m.parts["out"](m.parts["body"](torch.cat(parts, -1)))
    density, colour = F.relu(raw[..., 3]), raw[..., :3].sigmoid()
    depth = density * (4 / 15)
    weights = (1 - torch.exp(-depth)) * torch.exp(depth - depth.cumsum(-1))
    return (weights[..., None] * colour).sum(1), (weights * depths).sum(1)


@net(
    lambda: noise(64, 2).tanh(),
    one=weight(2, 64, scale=1),
    two=weight(64, 64),
    three=weight(64, 64),
    out=linear(64, 3),
)
def siren(m, x):
    x = torch.sin(30 * (x @ m.one))
    x = torch.sin(3 * (x @ m.two))
    return m.parts["out"](torch.sin(3 * (x @ m.three)))


@net(lambda: noise(16, 8), slope=mlp(9, 64, 8, act=nn.Tanh), out=linear(8, 4))
def neural_ode(m, x):
    def slope(t, x):
        return m.parts["slope"](torch.cat([x, torch.full_like(x[:, :1], t)], -1))

    h = 0.1
    for step in range(8):
        t = step * h
        a = slope(t, x)
        b = slope(t + h / 2, x + h / 2 * a)
        c = slope(t + h / 2, x + h / 2 * b)
        d = slope(t + h, x + h * c)
        x = x + h / 6 * (a + 2 * b + 2 * c + d)
    return x, m.parts["out"](x)


@net(lambda: noise(32, 16), s0=mlp(8, 64, 16), s1=mlp(8, 64, 16), s2=mlp(8, 64, 16))
def realnvp(m, x):
    total = torch.zeros_like(x[:, 0])
    for name in ("s0", "s1", "s2"):
        left, right = x.chunk(2, -1)
        scale, shift = m.parts[name](left).chunk(2, -1)
        scale = torch.tanh(scale)
        x = torch.cat([right * scale.exp() + shift, left], -1)
        total = total + scale.sum(-1)
    prior = -0.5 * (x**2 + math.log(2 * math.pi)).sum(-1)
    return x, prior + total


@net(
    lambda: noise(2, 12, 8, 8),
    bias=weight(12),
    scale=weight(12),
    mix=weight(12, 12),
    body=lambda: nn.Sequential(
        nn.Conv2d(6, 32, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(32, 32, 1),
        nn.ReLU(),
        nn.Conv2d(32, 12, 3, padding=1),
    ),
)
def glow(m, x):
    x = (x + m.bias[:, None, None]) * m.scale.exp()[:, None, None]
    mix = m.mix + torch.eye(12, dtype=x.dtype)
    x = F.conv2d(x, mix[:, :, None, None])
    total = 64 * m.scale.sum()
    left, right = x.chunk(2, 1)
    shift, raw = m.parts["body"](left).chunk(2, 1)
    scale = torch.sigmoid(raw + 2)
    right = (right + shift) * scale
    total = total + scale.log().sum((1, 2, 3))
    x = torch.cat([left, right], 1)
    return x, -0.5 * (x**2).sum((1, 2, 3)) + total


@net(lambda: 2 * noise(32, 8), body=mlp(4, 64, 4 * 23))
def neural_spline(m, x):
    """Monotone rational-quadratic splines of eight pieces in [-3, 3]."""
    left, right = x.chunk(2, -1)
    raw = m.parts["body"](left).view(-1, 4, 23)
    width, height = (raw[..., i : i + 8].softmax(-1) * 0.992 + 0.001 for i in (0, 8))
    slope = F.pad(1e-3 + F.softplus(raw[..., 16:]), (1, 1), value=1.0)
    xs = F.pad(6 * width.cumsum(-1) - 3, (1, 0), value=-3.0)
    ys = F.pad(6 * height.cumsum(-1) - 3, (1, 0), value=-3.0)
    inside = right.clamp(-2.999, 2.999)
    at = (inside[..., None] >= xs[..., :-1]).sum(-1, keepdim=True) - 1
    pick = lambda values, at: values.gather(-1, at)[..., 0]
    x0, x1, y0, y1 = pick(xs, at), pick(xs, at + 1), pick(ys, at), pick(ys, at + 1)
    d0, d1, s = pick(slope, at), pick(slope, at + 1), (y1 - y0) / (x1 - x0)
    t = (inside - x0) / (x1 - x0)
    below = s + (d1 + d0 - 2 * s) * t * (1 - t)
    y = y0 + (y1 - y0) * (s * t**2 + d0 * t * (1 - t)) / below
    grow = s**2 * (d1 * t**2 + 2 * s * t * (1 - t) + d0 * (1 - t) ** 2) / below**2
    beyond = right.abs() > 2.999
    y = torch.where(beyond, right, y)
    return torch.cat([left, y], -1), torch.where(beyond, 0.0, grow.log()).sum(-1)


@net(
    lambda: noise(16, 64).sigmoid(),
    lambda: noise(16, 8),
    enter=mlp(64, 64, 16),
    leave=mlp(8, 64, 64),
)
def vae(m, x, dice):
    mean, spread = m.parts["enter"](x).chunk(2, -1)
    z = mean + torch.exp(0.5 * spread) * dice
    back = m.parts["leave"](z)
    miss = F.binary_cross_entropy_with_logits(back, x, reduction="sum")
    divergence = -0.5 * (1 + spread - mean**2 - spread.exp()).sum()
    return back.sigmoid(), miss + divergence, divergence


@net(
    lambda: noise(32, 32),
    enter=mlp(32, 64, 16),
    leave=mlp(16, 64, 32),
    book=weight(64, 16),
)
def vq_vae(m, x):
    z = m.parts["enter"](x)
    far = (z**2).sum(-1, keepdim=True) - 2 * z @ m.book.T + (m.book**2).sum(-1)
    index = far.argmin(-1)
    q = m.book[index]
    loss = ((q - z) ** 2).mean()
    return m.parts["leave"](z + (q - z)), index, loss


@net(lambda: noise(16, 8), lambda: noise(16, 3), body=mlp(8, 64, 5 + 30))
def mixture_density(m, x, y):
    raw = m.parts["body"](x)
    share = raw[:, :5].log_softmax(-1)
    mean = raw[:, 5:20].view(-1, 5, 3)
    spread = F.softplus(raw[:, 20:]).view(-1, 5, 3) + 1e-4
    each = -0.5 * ((y[:, None] - mean) / spread) ** 2 - spread.log() - 0.9189385
    return -(share + each.sum(-1)).logsumexp(-1), (share.exp()[..., None] * mean).sum(1)


@net(
    lambda: noise(4, 10, 64),
    lambda: ids(4, 10) % 6,
    head=linear(64, 6),
    move=weight(6, 6),
)
def crf(m, x, tags):
    scores = m.parts["head"](x)
    alpha = scores[:, 0]
    for step in range(1, 10):
        alpha = (alpha[:, :, None] + m.move).logsumexp(1) + scores[:, step]
    path = scores.gather(-1, tags[..., None])[..., 0].sum(-1)
    path = path + m.move[tags[:, :-1], tags[:, 1:]].sum(-1)
    return alpha.logsumexp(-1) - path


@net(
    lambda: noise(16, 32),
    lambda: noise(16, 20).sigmoid(),
    head=mlp(32, 64, 20),
    out=linear(20, 8),
)
def gumbel(m, x, dice):
    drawn = -torch.log(-torch.log(dice.clamp(1e-6, 1 - 1e-6)))
    soft = ((m.parts["head"](x) + drawn) / 0.5).softmax(-1)
    hard = F.one_hot(soft.argmax(-1), 20).to(x.dtype)
    return m.parts["out"](hard - soft + soft), soft


# Layers of attention and what stands in for it.


def heads(x, count=HEADS):
    return x.view(*x.shape[:-1], count, -1).transpose(-2, -3)


def join(x):
    return x.transpose(-2, -3).flatten(-2)


def causal(n=TOKENS):
    return torch.full((n, n), float("-inf")).triu(1)


def tokens(n=TOKENS, d=WIDTH):
    return lambda: noise(BATCH, n, d)


QKV = {"into": linear(WIDTH, 3 * WIDTH), "out": linear(WIDTH, WIDTH)}


def split(m, x):
    return (heads(p) for p in m.parts["into"](x).chunk(3, -1))


@net(tokens(), **QKV)
def alibi(m, x):
    q, k, v = split(m, x)
    apart = (torch.arange(TOKENS)[None] - torch.arange(TOKENS)[:, None]).to(x.dtype)
    slopes = 2.0 ** -torch.arange(1, HEADS + 1).to(x.dtype)
    scores = q @ k.transpose(-1, -2) / 4 + slopes[:, None, None] * apart + causal()
    return m.parts["out"](join(scores.softmax(-1) @ v))


@net(tokens(), sinks=weight(HEADS, scale=1), **QKV)
def sinks(m, x):
    """Sliding windows, soft caps, and a logit of nobody's."""
    q, k, v = split(m, x)
    scores = 50 * torch.tanh(q @ k.transpose(-1, -2) / 4 / 50)
    far = torch.ones(TOKENS, TOKENS).tril(-6) + torch.ones(TOKENS, TOKENS).triu(1)
    scores = scores.masked_fill(far > 0, -1e9)
    sink = m.sinks[None, :, None, None].expand(BATCH, HEADS, TOKENS, 1)
    weights = torch.cat([scores, sink], -1).softmax(-1)[..., :-1]
    return m.parts["out"](join(weights @ v))


@net(tokens(), share=weight(4, 8), norm=lambda: nn.RMSNorm(16), **QKV)
def differential(m, x):
    q, k, v = split(m, x)
    maps = []
    for a, b in zip(q.chunk(2, -1), k.chunk(2, -1)):
        maps.append((a @ b.transpose(-1, -2) / 8**0.5 + causal()).softmax(-1))
    a, b, c, d = m.share
    share = torch.exp((a * b).sum()) - torch.exp((c * d).sum()) + 0.8
    y = m.parts["norm"]((maps[0] - share * maps[1]) @ v) * 0.2
    return m.parts["out"](join(y))


@net(tokens(32), compress=linear(128, 16), gate=linear(WIDTH, 3 * HEADS), **QKV)
def native_sparse(m, x):
    """Blocks compressed, blocks picked, a window (as NSA has it); no causality."""
    q, k, v = split(m, x)
    blocks = lambda t: m.parts["compress"](t.reshape(BATCH, HEADS, 4, 128))
    near = (q @ blocks(k).transpose(-1, -2) / 4).softmax(-1)
    coarse = near @ blocks(v)
    best = near.sum(1, keepdim=True).topk(2, -1)[1]
    taken = F.one_hot(best, 4).sum(-2).bool().repeat_interleave(8, -1)
    scores = q @ k.transpose(-1, -2) / 4
    fine = scores.masked_fill(~taken, float("-inf")).softmax(-1) @ v
    apart = torch.arange(32)[:, None] - torch.arange(32)[None]
    window = scores.masked_fill(apart.abs() > 4, float("-inf")).softmax(-1) @ v
    g = heads(m.parts["gate"](x)).sigmoid()
    y = g[..., :1] * coarse + g[..., 1:2] * fine + g[..., 2:] * window
    return m.parts["out"](join(y))


def turn(x, cosine, sine):
    a, b = x.chunk(2, -1)
    return x * cosine + torch.cat([-b, a], -1) * sine


@net(tokens(), lambda: torch.arange(TOKENS) + 30000, **QKV)
def yarn(m, x, places):
    """Rotary positions far out, scaled by parts (as YaRN and Llama 3 have them)."""
    q, k, v = split(m, x)
    rates = 10000 ** (-torch.arange(0, 16, 2).to(x.dtype) / 16)
    ramp = ((torch.arange(8).to(x.dtype) - 1) / 4).clamp(0, 1)
    rates = rates / 8 * ramp + rates * (1 - ramp)
    angle = (places[:, None].to(x.dtype) * rates).repeat(1, 2)
    cosine, sine = angle.cos() * 1.2079, angle.sin() * 1.2079
    q, k = turn(q, cosine, sine), turn(k, cosine, sine)
    return m.parts["out"](
        join((q @ k.transpose(-1, -2) / 4 + causal()).softmax(-1) @ v)
    )


@net(
    tokens(), norm=lambda: nn.GroupNorm(HEADS, WIDTH), gate=linear(WIDTH, WIDTH), **QKV
)
def retnet(m, x):
    q, k, v = split(m, x)
    decay = (1 - 2.0 ** (-5 - torch.arange(HEADS).to(x.dtype))).log()
    apart = (torch.arange(TOKENS)[:, None] - torch.arange(TOKENS)[None]).to(x.dtype)
    mask = torch.where(apart >= 0, torch.exp(decay[:, None, None] * apart), 0.0)
    y = join((q @ k.transpose(-1, -2) / 4 * mask) @ v)
    y = m.parts["norm"](y.flatten(0, 1)).view_as(y)
    return m.parts["out"](F.silu(m.parts["gate"](x)) * y)


@net(tokens(), forget=linear(WIDTH, WIDTH), norm=lambda: nn.LayerNorm(16), **QKV)
def gated_linear(m, x):
    """A chunk of gated linear attention, by running sums of logarithms of gates."""
    q, k, v = split(m, x)
    gates = F.logsigmoid(heads(m.parts["forget"](x))) / 16
    total = gates.cumsum(-2)
    q, k = q * total.exp() / 4, k * (-total).exp()
    scores = (q @ k.transpose(-1, -2)).tril()
    return m.parts["out"](join(m.parts["norm"](scores @ v)))


@net(tokens(12), beta=linear(WIDTH, HEADS), norm=lambda: nn.RMSNorm(16), **QKV)
def delta_net(m, x):
    """The delta rule, token by token."""
    q, k, v = split(m, x)
    q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
    beta = m.parts["beta"](x).sigmoid().transpose(1, 2)[..., None]
    state = torch.zeros(BATCH, HEADS, 16, 16, dtype=x.dtype)
    out = []
    for t in range(12):
        key, value = k[:, :, t, None], v[:, :, t, None]
        miss = beta[:, :, t, None] * (value - key @ state)
        state = state + key.transpose(-1, -2) @ miss
        out.append(q[:, :, t, None] @ state)
    return m.parts["out"](join(m.parts["norm"](torch.cat(out, 2)))), state


@net(tokens(12), beta=linear(WIDTH, HEADS), **QKV)
def delta_chunk(m, x):
    """The delta rule for a chunk, by a triangular inverse in f32."""
    q, k, v = split(m, x)
    q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
    beta = m.parts["beta"](x).sigmoid().transpose(1, 2)[..., None]
    a = (beta * (k @ k.transpose(-1, -2))).tril(-1)
    inverse = eye = torch.eye(12, dtype=x.dtype)
    power = -a
    for _ in range(4):
        inverse = inverse @ (eye + power)
        power = power @ power
    made = inverse @ (beta * v)
    return m.parts["out"](join((q @ k.transpose(-1, -2)).tril() @ made))


@net(tokens(), gates=linear(WIDTH, 2 * WIDTH), out=linear(WIDTH, WIDTH))
def min_gru(m, x):
    """A scan by logarithms (as minGRU has it)."""
    gate, hidden = m.parts["gates"](x).chunk(2, -1)
    keep, take = -F.softplus(gate), -F.softplus(-gate)
    value = torch.where(hidden >= 0, (F.relu(hidden) + 0.5).log(), -F.softplus(-hidden))
    total = keep.cumsum(1)
    steps = (take + value - total)[:, None] + causal()[..., None]
    state = (total + steps.logsumexp(2)).exp()
    return m.parts["out"](state)


@net(
    tokens(),
    rate=weight(WIDTH, 8),
    angle=weight(WIDTH, 8, scale=1, seed=3),
    b=weight(WIDTH, 8, scale=1),
    step=weight(WIDTH, seed=2),
    out=linear(WIDTH, 2 * WIDTH),
)
def s4d(m, x):
    """A diagonal state space as a convolution with its kernel."""
    step = torch.exp(m.step - 3)[:, None]
    places = torch.arange(TOKENS).to(x.dtype)
    rate = -torch.exp(m.rate) * step
    angle = (3 * m.angle + math.pi * torch.arange(8)) * step
    kernel = (rate[..., None] * places).exp() * torch.cos(angle[..., None] * places)
    kernel = (m.b[..., None] * kernel * step[..., None]).sum(1)
    apart = torch.arange(TOKENS)[:, None] - torch.arange(TOKENS)[None]
    kernel = torch.where(apart >= 0, kernel[:, apart.clamp(min=0)], 0.0)
    y = torch.einsum("dts,bsd->btd", kernel, x)
    return x + F.glu(m.parts["out"](F.gelu(y)), -1)


@net(
    tokens(),
    into=linear(WIDTH, 3 * WIDTH),
    out=linear(WIDTH, WIDTH),
    positions=mlp(17, 32, WIDTH),
)
def hyena(m, x):
    parts = m.parts["into"](x)
    short = F.pad(parts.transpose(1, 2), (2, 0)).unfold(-1, 3, 1).mean(-1)
    a, b, v = short.transpose(1, 2).chunk(3, -1)
    t = torch.linspace(0, 1, TOKENS).to(x.dtype)[:, None]
    bands = 2 * math.pi * t * torch.arange(1, 9)
    kernel = m.parts["positions"](torch.cat([t, bands.sin(), bands.cos()], -1))
    kernel = kernel * torch.exp(-4 * t * torch.linspace(0.3, 3, WIDTH).to(x.dtype))
    apart = torch.arange(TOKENS)[:, None] - torch.arange(TOKENS)[None]
    full = torch.where(apart[..., None] >= 0, kernel[apart.clamp(min=0)], 0.0)
    return m.parts["out"](a * torch.einsum("tsd,bsd->btd", full, b * v))


@net(tokens(10), cell=linear(2 * WIDTH, WIDTH), tau=weight(WIDTH), out=linear(WIDTH, 8))
def liquid(m, x):
    """Liquid time constants, by fused Euler steps."""
    state = torch.zeros(BATCH, WIDTH, dtype=x.dtype)
    rate = F.softplus(m.tau + 1)
    for t in range(10):
        for _ in range(3):
            f = m.parts["cell"](torch.cat([x[:, t], state], -1)).sigmoid()
            state = (state + 0.1 * f * torch.tanh(x[:, t])) / (1 + 0.1 * (rate + f))
    return m.parts["out"](state), state


@net(tokens(8), **QKV)
def test_time(m, x):
    """A linear layer as the state, a step of gradient descent a token."""
    q, k, v = split(m, x)
    w = torch.zeros(BATCH, HEADS, 16, 16, dtype=x.dtype)
    out = []
    for t in range(8):
        key = k[:, :, t, None]
        slope = 2 * key.transpose(-1, -2) @ (key @ w - v[:, :, t, None])
        w = 0.99 * w - 0.05 * slope
        out.append(q[:, :, t, None] @ w)
    return m.parts["out"](join(torch.cat(out, 2)))


@net(
    tokens(),
    mix=weight(4, 4),
    read=weight(4, scale=1),
    write=weight(4, scale=1),
    body=mlp(WIDTH, 128, WIDTH),
    norm=lambda: nn.RMSNorm(WIDTH),
)
def hyper_connections(m, x):
    """Four residual streams, mixed doubly stochastically (by Sinkhorn)."""
    streams = x[:, None].expand(BATCH, 4, TOKENS, WIDTH)
    for _ in range(3):
        mix = torch.exp(5 * m.mix)
        for _ in range(5):
            mix = mix / mix.sum(0, keepdim=True)
            mix = mix / mix.sum(1, keepdim=True)
        one = torch.einsum("s,bstd->btd", m.read.sigmoid(), streams)
        made = m.parts["body"](m.parts["norm"](one))
        streams = torch.einsum("rs,bstd->brtd", mix, streams)
        streams = streams + 2 * m.write.sigmoid()[:, None, None] * made[:, None]
    return streams.mean(1)


@net(
    tokens(),
    up=linear(WIDTH, 128, False),
    down=linear(128, WIDTH, False),
    head=linear(WIDTH, WORDS, False),
    rate=weight(WIDTH, scale=0.05),
    scale=weight(WORDS),
    **QKV,
)
def ngpt(m, x):
    unit = functools.partial(F.normalize, dim=-1)
    x = unit(x)
    q, k, v = split(m, x)
    y = join((4 * unit(q) @ unit(k).transpose(-1, -2) + causal()).softmax(-1) @ v)
    rate = (m.rate + 0.05).abs()
    x = unit(x + rate * (unit(m.parts["out"](y)) - x))
    y = m.parts["down"](F.silu(m.parts["up"](x) * 8))
    x = unit(x + rate * (unit(y) - x))
    return m.parts["head"](x) * (1 + m.scale)


@net(
    tokens(),
    query=linear(WIDTH, 32),
    one=weight(16, 16, scale=1),
    two=weight(16, 16, scale=1, seed=3),
    table=lambda: nn.Embedding(256, WIDTH),
)
def product_keys(m, x):
    a, b = m.parts["query"](x).chunk(2, -1)
    (a, i), (b, j) = (a @ m.one.T).topk(4, -1), (b @ m.two.T).topk(4, -1)
    both = (a[..., :, None] + b[..., None, :]).flatten(-2)
    index = (16 * i[..., :, None] + j[..., None, :]).flatten(-2)
    best, at = both.topk(4, -1)
    rows = m.parts["table"](index.gather(-1, at))
    return (best.softmax(-1)[..., None] * rows).sum(-2)


@net(
    lambda: noise(12, 12, 32),
    gates=linear(32, 4 * 32),
    norm=lambda: nn.LayerNorm(32),
    into=linear(32, 96),
    bias=linear(32, 4),
    out=linear(32, 32),
    last=linear(32, 32),
    after=lambda: nn.LayerNorm(32),
)
def triangles(m, z):
    """Triangle multiplication and attention (as AlphaFold has them)."""
    x = m.parts["norm"](z)
    a, b, g, h = m.parts["gates"](x).chunk(4, -1)
    a, b = a * g.sigmoid(), b * h.sigmoid()
    made = m.parts["after"](torch.einsum("ikc,jkc->ijc", a, b))
    z = z + m.parts["last"](made) * g.sigmoid()
    q, k, v = (heads(p) for p in m.parts["into"](m.parts["norm"](z)).chunk(3, -1))
    bias = m.parts["bias"](z).permute(2, 0, 1)[None]
    y = join((q @ k.transpose(-1, -2) / 8**0.5 + bias).softmax(-1) @ v)
    return z + m.parts["out"](y)


@net(
    lambda: noise(12, WIDTH),
    lambda: noise(12, 12, 16),
    lambda: noise(12, 3, 3, seed=4),
    lambda: 10 * noise(12, 3, seed=5),
    into=linear(WIDTH, 3 * WIDTH),
    points=linear(WIDTH, 4 * 3 * 12),
    bias=linear(16, 4),
    out=linear(64 + 4 * 16, WIDTH),
    scale=weight(4),
)
def invariant_points(m, x, z, raw, shift):
    """Attention by distances of points in local frames."""
    a = F.normalize(raw[:, 0], dim=-1)
    b = F.normalize(raw[:, 1] - (a * raw[:, 1]).sum(-1, keepdim=True) * a, dim=-1)
    frame = torch.stack([a, b, torch.linalg.cross(a, b)], -1)
    q, k, v = (heads(p) for p in m.parts["into"](x).chunk(3, -1))
    local = m.parts["points"](x).view(12, 4, 12, 3)
    moved = torch.einsum("nij,nhpj->nhpi", frame, local) + shift[:, None, None]
    one, two, three = moved.transpose(0, 1).split([4, 4, 4], 2)
    far = ((one[:, :, None] - two[:, None]) ** 2).sum((-1, -2))
    scores = q @ k.transpose(-1, -2) / 4 + m.parts["bias"](z).permute(2, 0, 1)
    weights = (scores - 0.1 * F.softplus(m.scale)[:, None, None] * far).softmax(-1)
    seen = torch.einsum("hij,hjpc->ihpc", weights, three) - shift[:, None, None]
    seen = torch.einsum("nji,nhpj->nhpi", frame, seen)
    size = ((seen**2).sum(-1) + 1e-8).sqrt()
    y = torch.cat([join(weights @ v), seen.flatten(1), size.flatten(1)], -1)
    return m.parts["out"](y)


@net(
    lambda: noise(1, 3, 32, 32),
    lambda: noise(1, 3, 32, 32, seed=3),
    eyes=lambda: nn.Sequential(
        nn.Conv2d(3, 16, 5, 4, 2), nn.ReLU(), nn.Conv2d(16, 32, 3, 1, 1)
    ),
    gates=lambda: nn.Conv2d(32 + 66, 64, 3, 1, 1),
    new=lambda: nn.Conv2d(32 + 66, 32, 3, 1, 1),
    flow=lambda: nn.Conv2d(32, 2, 3, 1, 1),
)
def raft(m, one, two):
    """All pairs' correlation, and iterations of a GRU on flows."""
    a, b = m.parts["eyes"](one), m.parts["eyes"](two)
    pairs = torch.einsum("bcp,bcq->bqp", a.flatten(2), b.flatten(2)) / 32**0.5
    pairs = pairs.view(1, 64, 8, 8)
    hidden, flow = torch.tanh(a), torch.zeros(1, 2, 8, 8, dtype=one.dtype)
    for _ in range(4):
        seen = torch.cat([pairs, flow], 1)
        z, r = m.parts["gates"](torch.cat([hidden, seen], 1)).sigmoid().chunk(2, 1)
        new = torch.tanh(m.parts["new"](torch.cat([r * hidden, seen], 1)))
        hidden = (1 - z) * hidden + z * new
        flow = flow + m.parts["flow"](hidden)
    return flow


@net(
    tokens(1),
    lambda: (
        (20 * noise(BATCH, HEADS, 32, 16, seed=3))
        .round()
        .clamp(-127, 127)
        .to(torch.int8)
    ),
    lambda: (
        (20 * noise(BATCH, HEADS, 32, 16, seed=4))
        .round()
        .clamp(-127, 127)
        .to(torch.int8)
    ),
    lambda: 0.05 + 0.01 * noise(BATCH, HEADS, 32, 1).abs(),
    lambda: torch.tensor([7, 19]),
    **QKV,
)
def int8_cache(m, x, keys, values, scales, lengths):
    """A step over a cache of bytes; the new key and value leave as bytes."""
    q, k, v = split(m, x)
    scores = q @ (keys.to(x.dtype) * scales).transpose(-1, -2) / 4
    late = torch.arange(32)[None] > lengths[:, None]
    scores = scores.masked_fill(late[:, None, None], float("-inf"))
    y = join(scores.softmax(-1) @ (values.to(x.dtype) * scales))
    scale = k.abs().amax(-1, keepdim=True) / 127 + 1e-8
    return m.parts["out"](y), (k / scale).round().to(torch.int8), scale


def spline_bases(x, count=8, degree=3):
    grid = torch.linspace(-2.2, 2.2, count + degree + 1).to(x.dtype)
    x = x[..., None]
    bases = ((x >= grid[:-1]) & (x < grid[1:])).to(x.dtype)
    for p in range(1, degree + 1):
        left = (x - grid[: -p - 1]) / (grid[p:-1] - grid[: -p - 1])
        right = (grid[p + 1 :] - x) / (grid[p + 1 :] - grid[1:-p])
        bases = left * bases[..., :-1] + right * bases[..., 1:]
    return bases


@net(
    lambda: noise(32, 16),
    w0=weight(16, 8, 32),
    w1=weight(32, 8, 4),
    b0=linear(16, 32),
    b1=linear(32, 4),
)
def kan(m, x):
    for w, base in ((m.w0, "b0"), (m.w1, "b1")):
        made = torch.einsum("nik,iko->no", spline_bases(x), w)
        x = made + m.parts[base](F.silu(x))
    return x


@net(tokens(), **QKV)
def nystrom(m, x):
    """Attention by landmarks, an inverse in six iterations (Nystromformer)."""
    q, k, v = split(m, x)
    left, right = (t.unflatten(2, (4, 4)).mean(3) for t in (q, k))
    soft = lambda a, b: (a @ b.transpose(-1, -2) / 4).softmax(-1)
    one, two, three = soft(q, right), soft(left, right), soft(left, k)
    eye = torch.eye(4, dtype=x.dtype)
    z = two.transpose(-1, -2) / two.sum(-2).amax(-1)[..., None, None]
    for _ in range(6):
        y = two @ z
        z = 0.25 * z @ (13 * eye - y @ (15 * eye - y @ (7 * eye - y)))
    return m.parts["out"](join(one @ z @ (three @ v)))


# Steps of optimizers, losses, samplers, layers that adapt.


def newton_schulz(x, steps=5):
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        a = x @ x.T
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return x


@net(
    lambda: 0.1 * noise(64, 96, seed=9),
    lambda: 0.01 * noise(64, 96),
    lambda: 0.01 * noise(64, 96, seed=4),
    lambda: noise(16, 64),
)
def muon(m, w, slope, momentum, x):
    momentum = 0.95 * momentum + slope
    step = newton_schulz(slope + 0.95 * momentum)
    w = w * (1 - 0.02 * 0.1) - 0.02 * step
    return w, momentum, x @ w


@net(
    lambda: 0.1 * noise(32, 32, seed=9),
    lambda: 0.1 * noise(32, 32),
    lambda: torch.eye(32),
    lambda: torch.eye(32),
)
def shampoo(m, w, slope, left, right):
    """Inverse fourth roots by coupled Newton iterations."""

    def root(a):
        n, eye = 4, torch.eye(32, dtype=a.dtype)
        a = a + 1e-4 * eye
        z = (1 + n) / (2 * a.norm())
        y, x = a * z, eye * z ** (1 / n)
        for _ in range(12):
            t = ((n + 1) * eye - y) / n
            x = x @ t
            y = t @ t @ t @ t @ y
        return x

    left, right = left + slope @ slope.T, right + slope.T @ slope
    return w - 0.1 * root(left) @ slope @ root(right), left, right


@net(
    lambda: noise(24, 16),
    lambda: noise(24, 16, seed=3).softmax(-1).log(),
    lambda: noise(24),
    lambda: ids(24) % 16,
    lambda: noise(24, seed=5),
    body=mlp(16, 64, 64, act=nn.Tanh),
    policy=linear(64, 16),
    value=linear(64, 1),
)
def ppo(m, state, old, gain, action, target):
    x = m.parts["body"](state)
    logs = m.parts["policy"](x).log_softmax(-1)
    pick = lambda t: t.gather(-1, action[:, None])[:, 0]
    ratio = (pick(logs) - pick(old)).exp()
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    gained = torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
    missed = ((m.parts["value"](x)[:, 0] - target) ** 2).mean()
    entropy = -(logs.exp() * logs).sum(-1).mean()
    apart = ((ratio - 1) - ratio.log()).mean()
    return -gained + 0.5 * missed - 0.01 * entropy, entropy, apart


def choice(m, x, labels, name="head"):
    logs = m.parts[name](x).log_softmax(-1)
    return logs.gather(-1, labels[..., None])[..., 0]


@net(
    tokens(),
    lambda: ids(),
    lambda: padding().float(),
    head=linear(WIDTH, WORDS),
    old=linear(WIDTH, WORDS),
)
def dpo_grpo(m, x, labels, present):
    """Losses on preferences and on groups, with Schulman's estimate of KL."""
    new, old = choice(m, x, labels), choice(m, x, labels, "old")
    sums = ((new - old) * present).sum(-1)
    preferred = -F.logsigmoid(0.1 * (sums[0] - sums[1]))
    apart = (old - new).exp() - (old - new) - 1
    gain = torch.tensor([1.0, -1.0], dtype=x.dtype)[:, None]
    ratio = (new - new.detach()).exp()
    each = (-(ratio * gain) + 0.04 * apart) * present
    return preferred, (each.sum(-1) / present.sum(-1)).mean(), sums


@net(
    lambda: noise(4, 64),
    lambda: noise(4, 64, seed=3),
    lambda: ids(4) % 32,
    lambda: noise(4).sigmoid(),
    large=linear(64, 32),
    small=linear(64, 32),
)
def speculative(m, x, y, drafted, dice):
    """Which drafted tokens are accepted, and what is drawn from instead."""
    p, q = m.parts["large"](x).softmax(-1), m.parts["small"](y).softmax(-1)
    pick = lambda t: t.gather(-1, drafted[:, None])[:, 0]
    missed = (dice >= pick(p) / pick(q)).to(torch.int64)
    count = (missed.cumsum(0) == 0).sum()
    rest = F.relu(p - q)
    return count, pick(p) / pick(q), rest / rest.sum(-1, keepdim=True)


@net(lambda: noise(4, WORDS), lambda: noise(4, 64), head=linear(64, WORDS))
def sampling(m, penalty, x):
    """Temperature, top-k, top-p, min-p, and the token drawn with Gumbel's trick."""
    scores = m.parts["head"](x) * 3 / 0.7
    scores, order = scores.topk(12, -1)
    p = scores.softmax(-1)
    p = torch.where(p.cumsum(-1) - p > 0.9, 0.0, p)
    p = torch.where(p < 0.05 * p[:, :1], 0.0, p)
    p = p / p.sum(-1, keepdim=True)
    drawn = (
        p.clamp(min=1e-30).log() - (-penalty[:, :12].sigmoid().log()).log()
    ).argmax(-1)
    return order.gather(-1, drawn[:, None]), p


def denoiser():
    return {"body": mlp(16 + 16, 64, 64, 16)}


def predict(m, x, level):
    rates = 2.0 ** torch.arange(8).to(x.dtype)
    angle = (level * rates).expand(len(x), 8)
    return m.parts["body"](torch.cat([x, angle.sin(), angle.cos()], -1))


def schedule():
    return (1 - torch.linspace(1e-4, 0.02, 1000)).cumprod(0)


@net(lambda: noise(8, 16), kept=schedule, **denoiser())
def ddim(m, x):
    kept = m.kept
    for step in range(999, 0, -111):
        a, b = kept[step], kept[max(step - 111, 0)]
        noise_ = predict(m, x, torch.tensor(step / 1000.0))
        clean = (x - (1 - a).sqrt() * noise_) / a.sqrt()
        x = b.sqrt() * clean + (1 - b).sqrt() * noise_
    return x


def karras(dtype, count=8):
    ramp = torch.linspace(0, 1, count).to(dtype)
    return torch.cat(
        [
            (80 ** (1 / 7) + ramp * (0.002 ** (1 / 7) - 80 ** (1 / 7))) ** 7,
            torch.zeros(1),
        ]
    )


def clean(m, x, level):
    root = (level**2 + 0.25).sqrt()
    return 0.25 / root**2 * x + level * 0.5 / root * predict(
        m, x / root, level.log() / 4
    )


@net(lambda: 80 * noise(8, 16), **denoiser())
def edm_heun(m, x):
    levels = karras(x.dtype)
    for i in range(8):
        a, b = levels[i], levels[i + 1]
        slope = (x - clean(m, x, a)) / a
        ahead = x + (b - a) * slope
        if i < 7:
            slope = (slope + (ahead - clean(m, ahead, b)) / b) / 2
            ahead = x + (b - a) * slope
        x = ahead
    return x


@net(lambda: 80 * noise(8, 16), **denoiser())
def dpm_solver(m, x):
    """DPM-Solver++(2M) on Karras' levels."""
    levels, before = karras(x.dtype), None
    for i in range(7):
        a, b = levels[i], levels[i + 1]
        now = clean(m, x, a)
        h = (a / b).log()
        if before is None:
            guess = now
        else:
            r = (levels[i - 1] / a).log() / h
            guess = (1 + 1 / (2 * r)) * now - before / (2 * r)
        x = b / a * x - (-h).expm1() * guess
        before = now
    return x


@net(lambda: noise(8, 16), lambda: torch.linspace(0.01, 1, 10), **denoiser())
def rectified_flow(m, x, times):
    for i in range(9):
        x = x + (times[i + 1] - times[i]) * predict(m, x, times[i])
    return x


@net(
    lambda: noise(2, 16, 64),
    lambda: torch.tensor([17, 423]),
    time=mlp(32, 64, 64),
    change=linear(64, 6 * 64),
    up=mlp(64, 256, 64, act=nn.GELU),
    **QKV,
)
def dit(m, x, step):
    rates = torch.exp(-torch.arange(16).to(x.dtype) * (9.21 / 16))
    angle = step[:, None].to(x.dtype) * rates
    c = m.parts["time"](torch.cat([angle.cos(), angle.sin()], -1))
    a, b, g, d, e, h = m.parts["change"](F.silu(c))[:, None].chunk(6, -1)
    y = F.layer_norm(x, (64,)) * (1 + a) + b
    q, k, v = split(m, y)
    x = x + g * m.parts["out"](join((q @ k.transpose(-1, -2) / 4).softmax(-1) @ v))
    return x + h * m.parts["up"](F.layer_norm(x, (64,)) * (1 + d) + e)


@net(
    lambda: noise(16, 64),
    base=weight(64, 64),
    down=weight(4, 64),
    up=weight(64, 4),
    size=weight(64, scale=1),
)
def dora(m, x):
    full = m.base + 2.0 * m.up @ m.down
    full = full * (m.size / full.norm(dim=1, keepdim=False))[:, None]
    low = x @ m.base.T + 2.0 * (x @ m.down.T) @ m.up.T
    return x @ full.T, low


def fake(x, bits=8, dim=None):
    top = 2 ** (bits - 1) - 1
    largest = x.abs().amax() if dim is None else x.abs().amax(dim, keepdim=True)
    scale = largest / top + 1e-12
    return (x / scale).round().clamp(-top - 1, top) * scale


@net(lambda: noise(16, 64), w0=weight(64, 64), w1=weight(64, 64))
def fake_quantised(m, x):
    x = F.gelu(fake(x, 8, -1) @ fake(m.w0, 4, 1).T)
    return fake(x, 8, -1) @ fake(m.w1, 4, 1).T


@net(lambda: noise(16, 64), w=weight(64, 64))
def bitnet(m, x):
    """Ternary weights, activations of 8 bits."""
    x = F.layer_norm(x, (64,))
    scale = 127 / x.abs().amax(-1, keepdim=True).clamp(min=1e-5)
    x = (x * scale).round().clamp(-128, 127) / scale
    size = 1 / m.w.abs().mean().clamp(min=1e-5)
    w = (m.w * size).round().clamp(-1, 1) / size
    return x @ w.T


@net(
    lambda: noise(2, 3, 16, 16),
    w=weight(32, 27),
    u=weight(32, scale=1),
    g=weight(8, scale=1),
    v=weight(8, 32),
)
def spectral_norm(m, x):
    u = m.u
    for _ in range(2):
        t = F.normalize(m.w.T @ u, dim=0)
        u = F.normalize(m.w @ t, dim=0)
    size = u @ m.w @ t
    y = F.leaky_relu(F.conv2d(x, (m.w / size).view(32, 3, 3, 3)), 0.2).mean((2, 3))
    return y @ (m.g[:, None] * m.v / m.v.norm(dim=1, keepdim=True)).T


@net(lambda: noise(2, 8, 16), lambda: noise(2, 8, 16, seed=3), cost=mlp(16, 32, 16))
def sinkhorn(m, a, b):
    """Entropic transport between two sets, by sums in logarithms."""
    a, b = m.parts["cost"](a), m.parts["cost"](b)
    cost = ((a[:, :, None] - b[:, None]) ** 2).sum(-1)
    f, g = torch.zeros_like(cost[:, :, 0]), torch.zeros_like(cost[:, 0])
    for _ in range(10):
        f = -0.1 * ((g[:, None] - cost) / 0.1 - 2.079).logsumexp(-1)
        g = -0.1 * ((f[:, :, None] - cost) / 0.1 - 2.079).logsumexp(1)
    plan = ((f[:, :, None] + g[:, None] - cost) / 0.1).exp() / 64
    return (plan * cost).sum((1, 2)), plan


@net(
    lambda: noise(24, 8),
    lambda: noise(6, 8, seed=3),
    body=mlp(8, 32, 16),
    noise=weight(1),
)
def gaussian_process(m, x, new):
    """Deep kernel; the inverse by Newton's iteration."""
    a, b = m.parts["body"](x), m.parts["body"](new)
    far = lambda s, t: ((s[:, None] - t[None]) ** 2).sum(-1)
    k = (-far(a, a) / 2).exp() + (0.1 + m.noise**2) * torch.eye(24)
    inverse = k / (k.abs().sum(0).max() * k.abs().sum(1).max())
    for _ in range(14):
        inverse = 2 * inverse - inverse @ k @ inverse
    cross = (-far(b, a) / 2).exp()
    mean = cross @ (inverse @ x[:, 0])
    return mean, 1 - (cross @ inverse * cross).sum(-1)


@net(lambda: noise(8, 12), body=mlp(12, 32, 32), out=linear(32, 24))
def kalman(m, x):
    """A filter on what a network observes; covariances by Joseph's form."""
    h = m.parts["body"](x)
    seen, spread = m.parts["out"](h).view(8, 6, 4).chunk(2, -1)
    move = torch.eye(2) + torch.tensor([[0.0, 0.1], [0.0, 0.0]])
    move = move.to(x.dtype)
    state, p = (
        torch.zeros(8, 2, dtype=x.dtype),
        torch.eye(2, dtype=x.dtype).repeat(8, 1, 1),
    )
    out = []
    for t in range(6):
        state, p = state @ move.T, move @ p @ move.T + 0.01 * torch.eye(2)
        r = F.softplus(spread[:, t, :1])[..., None]
        gain = p[:, :, :1] / (p[:, :1, :1] + r)
        state = state + gain[..., 0] * (seen[:, t, :1] - state[:, :1])
        keep = torch.eye(2, dtype=x.dtype) - torch.cat(
            [gain, torch.zeros_like(gain)], -1
        )
        p = keep @ p @ keep.transpose(1, 2) + r * gain @ gain.transpose(1, 2)
        out.append(state)
    return torch.stack(out, 1), p


@net(lambda: noise(2, 32, 4), enter=linear(32, 16))
def reversible_norm(m, x):
    """Instance normalisation taken back, series taken apart (RevIN, DLinear)."""
    mean, spread = x.mean(1, keepdim=True), (x.var(1, keepdim=True) + 1e-5).sqrt()
    x = (100 + x - mean) / spread - 100 / spread
    padded = torch.cat([x[:, :1].repeat(1, 3, 1), x, x[:, -1:].repeat(1, 3, 1)], 1)
    trend = F.avg_pool1d(padded.transpose(1, 2), 7, 1)
    rest = x.transpose(1, 2) - trend
    made = m.parts["enter"](trend) + m.parts["enter"](rest)
    return made.transpose(1, 2) * spread + mean


def langevin(x, dice, first, second):
    def energy(x):
        return (F.softplus(x @ first) @ second).sum() + 0.5 * (x**2).sum()

    for _ in range(4):
        x = x - 0.05 * torch.func.grad(energy)(x) + 0.3 * dice
    return x, energy(x)


def pinn(t, first, bias, second):
    """Burgers' equation's residual by second derivatives of a network."""

    def u(t):
        return torch.tanh(t @ first + bias) @ second

    value = torch.func.vmap(u)(t)
    slope = torch.func.vmap(torch.func.grad(u))(t)
    curve = torch.func.vmap(torch.func.hessian(u))(t)
    return slope[:, 0] + value * slope[:, 1] - 0.00318 * curve[:, 1, 1], value


@model
def energy():
    inputs = (
        noise(4, WIDTH),
        noise(4, WIDTH, seed=3),
        0.3 * noise(WIDTH, 128),
        noise(128),
    )
    return Traced(langevin, inputs), inputs


def tiny_lm(x, labels, embed, into, out, head):
    """A causal layer's loss and all its gradients, under a loss scale of 1024."""

    def loss(weights):
        embed, into, out, head = weights
        h = (x[..., None] == torch.arange(WORDS)).to(embed.dtype) @ embed
        y = h * torch.rsqrt((h**2).mean(-1, keepdim=True) + 1e-6)
        q, k, v = (heads(p) for p in (y @ into).chunk(3, -1))
        h = h + join((q @ k.transpose(-1, -2) / 4 + causal()).softmax(-1) @ v) @ out
        y = h * torch.rsqrt((h**2).mean(-1, keepdim=True) + 1e-6)
        right = (labels[..., None] == torch.arange(WORDS)).to(embed.dtype)
        return -1024.0 * ((y @ head).log_softmax(-1) * right).sum(-1).mean()

    weights = embed, into, out, head
    slopes = [g / 1024.0 for g in torch.func.grad(loss)(weights)]
    size = sum((g**2).sum() for g in slopes).sqrt()
    scale = (1 / (size + 1e-6)).clamp(max=1)
    return (size, *(w - 0.1 * scale * g for w, g in zip(weights, slopes)))


@model
def lm_step():
    shapes = (WORDS, WIDTH), (WIDTH, 3 * WIDTH), (WIDTH, WIDTH), (WIDTH, WORDS)
    weights = [0.1 * noise(*shape) for shape in shapes]
    inputs = (ids(), ids() % 100, *weights)
    return Traced(tiny_lm, inputs), inputs


# What was found by looking for it: angles, running values, whole numbers, constants.


@net(
    lambda: noise(2, 3, 32, 32),
    body=lambda: nn.Sequential(
        nn.Conv2d(3, 32, 3, 2, 1),
        nn.ReLU(),
        nn.Conv2d(32, 64, 3, 2, 1),
        nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(64, 1),
    ),
)
def yaw(m, x):
    """A rotation from a picture: all of the network is an angle."""
    angle = m.parts["body"](x)[:, 0]
    return torch.stack([angle.cos(), -angle.sin(), angle.sin(), angle.cos()], -1)


@net(lambda: noise(4, WIDTH), cell=linear(WIDTH, WIDTH))
def moving_average(m, x):
    for _ in range(20):
        x = 0.99 * x + 0.01 * torch.tanh(m.parts["cell"](x))
    return x


@net(
    lambda: noise(2, 48, WIDTH),
    rate=weight(32),
    into=linear(WIDTH, 32),
    out=linear(32, WIDTH),
)
def lru(m, x):
    """A linear recurrence with constant decays near one, written out."""
    decay = torch.exp(-F.softplus(m.rate) * 0.03)
    given = (m.parts["into"](x) + 1) * 0.02
    state = torch.zeros_like(given[:, 0])
    for t in range(48):
        state = decay * state + given[:, t]
    return m.parts["out"](state), state


@net(
    lambda: noise(2, 48, WIDTH),
    step=linear(WIDTH, 32),
    rate=weight(32, scale=1),
    into=linear(WIDTH, 32),
    out=linear(32, WIDTH),
)
def selective_scan(m, x):
    """Decays of data near one (as Mamba has them), written out."""
    step = F.softplus(m.parts["step"](x) - 5)
    decay = torch.exp(-step * m.rate.exp())
    given = (m.parts["into"](x) + 1) * step
    state, out = torch.zeros_like(given[:, 0]), []
    for t in range(48):
        state = decay[:, t] * state + given[:, t]
        out.append(state)
    return m.parts["out"](torch.stack(out, 1)), state


@net(lambda: noise(1, 60, 16), length=linear(16, 1), out=linear(16, 8))
def length_regulator(m, x):
    """Frames repeated as often as is predicted (as FastSpeech 2 and VITS have it)."""
    length = torch.exp(m.parts["length"](x)[..., 0] * 0.3 + 2.3).round().clamp(1, 40)
    end = (torch.tril(torch.ones(60, 60, dtype=x.dtype)) @ length[..., None])[..., 0]
    frames = torch.arange(512, dtype=x.dtype)
    path = (frames >= (end - length)[..., None]) & (frames < end[..., None])
    return m.parts["out"](path.to(x.dtype).transpose(1, 2) @ x), end


@net(lambda: noise(1, 600, WIDTH), place=linear(WIDTH, 1), out=linear(WIDTH, 8))
def location_attention(m, x):
    """A Gaussian window around a predicted place among 600 (as Graves has it)."""
    place = 300 + 100 * m.parts["place"](x.mean(1))
    weights = torch.exp(-0.5 * ((torch.arange(600, dtype=x.dtype) - place) / 2) ** 2)
    weights = weights / weights.sum(-1, keepdim=True)
    return m.parts["out"](weights[:, None] @ x)


@net(lambda: noise(2, 8, 64, 64), place=lambda: nn.Conv2d(8, 6, 64))
def spatial_transformer(m, x):
    matrix = torch.eye(2, 3)[None] + 0.1 * m.parts["place"](x).view(2, 2, 3).tanh()
    line = torch.linspace(-1, 1, 64).to(x.dtype)
    grid = [line[None].expand(64, 64), line[:, None].expand(64, 64)]
    grid = torch.stack([*grid, torch.ones_like(grid[0])], -1).view(1, -1, 3)
    place = ((grid @ matrix.to(x.dtype).transpose(1, 2) + 1) * 31.5).clamp(0, 62.99)
    whole = place.floor()
    part, at = (place - whole)[:, None], whole.long()
    u, v = part[..., 0], part[..., 1]
    at = at[..., 1] * 64 + at[..., 0]
    pick = lambda i: x.flatten(2).gather(2, i[:, None].expand(2, 8, 4096))
    above = pick(at) * (1 - u) + pick(at + 1) * u
    return above * (1 - v) + (pick(at + 64) * (1 - u) + pick(at + 65) * u) * v


@net(
    lambda: noise(1, 3, 32, 32),
    lambda: noise(1, 3, 32, 32, seed=3),
    body=lambda: nn.Conv2d(3, 3, 3, padding=1),
    box=torch.full((3, 1, 11, 11), 1 / 121),
)
def ssim(m, x, y):
    x, y = 0.5 + 0.05 * m.parts["body"](x).tanh(), 0.5 + 0.05 * y.tanh()
    mean = lambda t: F.conv2d(t, m.box, groups=3)
    a, b = mean(x), mean(y)
    spread = mean(x * x) - a * a + mean(y * y) - b * b
    both = mean(x * y) - a * b
    each = (2 * a * b + 1e-4) * (2 * both + 9e-4)
    return (each / ((a * a + b * b + 1e-4) * (spread + 9e-4))).mean()


@net(
    lambda: noise(4, WIDTH),
    body=linear(WIDTH, WIDTH),
    mean=lambda: 288 + 10 * noise(WIDTH),
    spread=lambda: 12 + noise(WIDTH, seed=3),
    usual=lambda: 288 + noise(WIDTH, seed=4),
)
def weather(m, x):
    """Temperatures from standardised ones, and how far they are from usual ones."""
    made = m.parts["body"](x) * m.spread + m.mean
    return made, made - m.usual


@net(lambda: noise(1, 3, 16, 16), w=weight(16, 3, 3, 3), gain=weight(16))
def standardised_weight(m, x):
    w = m.w + 1
    w = w - w.mean((1, 2, 3), keepdim=True)
    w = w * torch.rsqrt((w**2).mean((1, 2, 3), keepdim=True) + 1e-5)
    return F.conv2d(x, w * (1 + m.gain)[:, None, None, None])


@net(
    lambda: noise(2, 16, WIDTH),
    ups=weight(24, WIDTH, 128),
    downs=weight(24, 128, WIDTH),
    scales=weight(24, WIDTH, scale=0.05),
)
def deep_residual(m, x):
    """24 blocks with small scales (LayerScale), on data."""
    for up, down, scale in zip(m.ups, m.downs, m.scales):
        x = x + (0.1 + scale) * (F.gelu(F.layer_norm(x, (WIDTH,)) @ up) @ down)
    return x


@net(lambda: noise(64, 16), into=linear(16, 16), out=linear(16, 8))
def whitening(m, x):
    """Iterative normalisation: an inverse root by Newton's steps, written out."""
    x = m.parts["into"](x) + 1
    x = x - x.mean(0)
    eye = torch.eye(16, dtype=x.dtype)
    spread = x.T @ x / 64 + 1e-3 * eye
    trace = (spread * eye).sum()
    spread, root = spread / trace, eye
    for _ in range(8):
        root = 1.5 * root - 0.5 * root @ root @ root @ spread
    return m.parts["out"](x @ root / trace.sqrt())
