# ===- wide_transformers.py - Text and pictures ---------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Text and pictures, by transformers and timm."""

import functools

import torch

from wide_parts import MODELS
from zoo_language import (
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
    build,
    ids,
    noise,
    padding,
)
from zoo_vision import image, settle


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
