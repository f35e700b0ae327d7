# ===- zoo_language.py - Families of language and audio models, small --------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""MODELS: name to function; a function returns a torch module and its inputs.

What benchmarks/zoo.py runs. The architectures are those of transformers (pip install
transformers), with two layers of width 64 on short inputs, and a few of our own here.
Weights are random under a fixed seed.
"""

import functools

import torch
import torch.nn as nn
import torch.nn.functional as F

MODELS = {}
BATCH, TOKENS, WIDTH, HEADS, WORDS = 2, 16, 64, 4, 256


def model(function):
    """Enters a function into MODELS."""
    MODELS[function.__name__] = function
    return function


def seeded(build):
    """A module whose norms and biases differ from ones and zeros."""
    torch.manual_seed(0)
    module = build().eval()
    generator = torch.Generator().manual_seed(5)
    with torch.no_grad():
        for parameter in module.parameters():
            if parameter.ndim == 1:
                parameter += 0.1 * torch.randn(parameter.shape, generator=generator)
    return module


def noise(*shape, seed=2):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def ids(*shape):
    generator = torch.Generator().manual_seed(1)
    return torch.randint(3, WORDS, shape or (BATCH, TOKENS), generator=generator)


def padding():
    """The second text is five tokens shorter."""
    mask = torch.ones(BATCH, TOKENS, dtype=torch.long)
    mask[1, -5:] = 0
    return mask


class Pick(nn.Module):
    """One result of a module that takes its inputs by name."""

    def __init__(self, module, names, result=0, **options):
        super().__init__()
        self.module, self.names, self.result = module, names, result
        self.options = options

    def forward(self, *inputs):
        outputs = self.module(**dict(zip(self.names, inputs)), **self.options)
        if isinstance(self.result, str):
            return getattr(outputs, self.result)
        return outputs[self.result]


# How the families call the same sizes.
BERT_LIKE = {
    "vocab_size": WORDS,
    "hidden_size": WIDTH,
    "num_hidden_layers": 2,
    "num_attention_heads": HEADS,
    "intermediate_size": 128,
    "max_position_embeddings": 64,
}
BART_LIKE = {
    "vocab_size": WORDS,
    "d_model": WIDTH,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": HEADS,
    "decoder_attention_heads": HEADS,
    "encoder_ffn_dim": 128,
    "decoder_ffn_dim": 128,
}
GPT_LIKE = {"vocab_size": WORDS, "n_embd": WIDTH, "n_layer": 2, "n_head": HEADS}


def build(config, kind, sizes, options):
    import transformers

    made = getattr(transformers, config)(
        **{"attn_implementation": "eager", **sizes, **options}
    )
    return seeded(lambda: getattr(transformers, kind)(made))


def add_text(name, config, kind, sizes, names, inputs, result, call, **options):
    def make():
        module = build(config, kind, sizes, options)
        return Pick(module, names, result, **call), inputs()

    MODELS[name] = make


TEXT = ["input_ids", "attention_mask"]


def add_encoder(name, config, kind, sizes=BERT_LIKE, **options):
    add_text(
        name, config, kind, sizes, TEXT, lambda: (ids(), padding()), 0, {}, **options
    )


def add_decoder(name, config, kind, sizes=BERT_LIKE, names=TEXT, **options):
    inputs = lambda: (ids(), padding())[: len(names)]
    call = {"use_cache": False}
    add_text(name, config, kind, sizes, names, inputs, "logits", call, **options)


def add_pair(name, config, kind, sizes=BART_LIKE, **options):
    names = [*TEXT, "decoder_input_ids"]
    inputs = lambda: (ids(), padding(), ids(BATCH, 8))
    call = {"use_cache": False}
    add_text(name, config, kind, sizes, names, inputs, "logits", call, **options)


add_encoder(
    "distilbert", "DistilBertConfig", "DistilBertModel",
    {"vocab_size": WORDS, "dim": WIDTH, "n_layers": 2, "n_heads": HEADS, "hidden_dim": 128},
)
add_encoder("roberta", "RobertaConfig", "RobertaForMaskedLM")
add_encoder("electra", "ElectraConfig", "ElectraModel", embedding_size=32)
add_encoder("albert", "AlbertConfig", "AlbertModel", embedding_size=32)
add_encoder("mpnet", "MPNetConfig", "MPNetModel")
add_encoder(
    "deberta_v2", "DebertaV2Config", "DebertaV2Model", relative_attention=True,
    position_buckets=8, max_relative_positions=-1, pos_att_type="p2c|c2p",
    norm_rel_ebd="layer_norm", share_att_key=True,
)
add_encoder(
    "xlnet", "XLNetConfig", "XLNetModel",
    {"vocab_size": WORDS, "d_model": WIDTH, "n_layer": 2, "n_head": HEADS, "d_inner": 128},
)
add_decoder(
    "gpt_neo", "GPTNeoConfig", "GPTNeoForCausalLM",
    {"vocab_size": WORDS, "hidden_size": WIDTH, "num_layers": 2, "num_heads": HEADS},
    attention_types=[[["global", "local"], 1]], window_size=8, max_position_embeddings=64,
)
add_decoder("gpt_neox", "GPTNeoXConfig", "GPTNeoXForCausalLM")
add_decoder("gptj", "GPTJConfig", "GPTJForCausalLM", GPT_LIKE, n_positions=64, rotary_dim=8)
add_decoder(
    "opt", "OPTConfig", "OPTForCausalLM",
    {key: value for key, value in BERT_LIKE.items() if key != "intermediate_size"},
    ffn_dim=128, word_embed_proj_dim=WIDTH,
)
add_decoder(
    "bloom", "BloomConfig", "BloomForCausalLM",
    {"vocab_size": WORDS, "hidden_size": WIDTH, "n_layer": 2, "n_head": HEADS},
)
add_grouped = functools.partial(add_decoder, num_key_value_heads=2)
add_grouped("llama", "LlamaConfig", "LlamaForCausalLM")
add_grouped("mistral", "MistralConfig", "MistralForCausalLM", sliding_window=6)
add_grouped("qwen2", "Qwen2Config", "Qwen2ForCausalLM")
add_grouped("qwen3", "Qwen3Config", "Qwen3ForCausalLM", head_dim=16)
for _name, _config in (("gemma2", "Gemma2Config"), ("gemma3", "Gemma3TextConfig")):
    add_grouped(
        _name, _config, f"{_name.title()}ForCausalLM", head_dim=16, sliding_window=8,
        query_pre_attn_scalar=16,
    )
add_grouped("phi3", "Phi3Config", "Phi3ForCausalLM", pad_token_id=0)
add_grouped("olmo2", "Olmo2Config", "Olmo2ForCausalLM")
add_grouped(
    "mixtral", "MixtralConfig", "MixtralForCausalLM", num_local_experts=4,
    num_experts_per_tok=2, experts_implementation="batched_mm",
)
_SCAN = {"vocab_size": WORDS, "hidden_size": WIDTH, "num_hidden_layers": 2, "state_size": 8}
add_decoder("mamba", "MambaConfig", "MambaForCausalLM", _SCAN, TEXT[:1])
add_decoder(
    "mamba2", "Mamba2Config", "Mamba2ForCausalLM", _SCAN, TEXT[:1], head_dim=16,
    num_heads=8, n_groups=2, chunk_size=8,
)
add_pair(
    "t5", "T5Config", "T5ForConditionalGeneration",
    {"vocab_size": WORDS, "d_model": WIDTH, "d_kv": 16, "num_layers": 2, "d_ff": 128},
    num_heads=HEADS, decoder_start_token_id=0,
)
add_pair("bart", "BartConfig", "BartForConditionalGeneration", max_position_embeddings=64)
add_pair("marian", "MarianConfig", "MarianMTModel", pad_token_id=1)


class Shift(nn.Module):
    """Each token gets its predecessor. (Importers get negative padding wrong.)"""

    def forward(self, x):
        return torch.cat((torch.zeros_like(x[:, :1]), x[:, :-1]), 1)


@model
def rwkv():
    sizes = {key: value for key, value in _SCAN.items() if key != "state_size"}
    options = {"attention_hidden_size": WIDTH, "intermediate_size": 128}
    module = build("RwkvConfig", "RwkvForCausalLM", sizes, options)
    for block in module.rwkv.blocks:
        block.attention.time_shift = block.feed_forward.time_shift = Shift()
    return Pick(module, TEXT[:1], "logits", use_cache=False), (ids(),)


@model
def whisper():
    options = {
        "num_mel_bins": 20, "max_source_positions": 16, "max_target_positions": 32,
        "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2,
        "decoder_start_token_id": 1,
    }
    module = build("WhisperConfig", "WhisperForConditionalGeneration", BART_LIKE, options)
    names = ["input_features", "decoder_input_ids"]
    return Pick(module, names, "logits", use_cache=False), (noise(BATCH, 20, 32), ids(BATCH, 8))


AUDIO = {
    **{key: value for key, value in BERT_LIKE.items() if "max" not in key},
    "conv_dim": (32, 32, 32), "conv_stride": (5, 2, 2), "conv_kernel": (10, 3, 3),
    "num_feat_extract_layers": 3, "num_conv_pos_embeddings": 16,
    "num_conv_pos_embedding_groups": 4,
}


@model
def wav2vec2():
    module = build("Wav2Vec2Config", "Wav2Vec2ForCTC", AUDIO, {})
    return Pick(module, ["input_values"]), (noise(BATCH, 800),)


@model
def hubert():
    options = {"feat_extract_norm": "layer", "do_stable_layer_norm": True, "conv_bias": True}
    module = build("HubertConfig", "HubertModel", AUDIO, options)
    return Pick(module, ["input_values"]), (noise(BATCH, 800),)


PICTURE = {"image_size": 32, "patch_size": 8}
VISION = {
    **{key: value for key, value in BERT_LIKE.items() if key[:3] not in ("voc", "max")},
    **PICTURE,
}


@model
def clip():
    parts = {"text_config": {**BERT_LIKE, "eos_token_id": 2}, "vision_config": VISION}
    module = build("CLIPConfig", "CLIPModel", parts, {"projection_dim": WIDTH})
    names = ["input_ids", "pixel_values", "attention_mask"]
    inputs = (ids(), noise(BATCH, 3, 32, 32), padding())
    return Pick(module, names, "logits_per_image"), inputs


@model
def siglip():
    parts = {"text_config": {**BERT_LIKE, "projection_size": WIDTH}, "vision_config": VISION}
    module = build("SiglipConfig", "SiglipModel", parts, {})
    names = ["input_ids", "pixel_values"]
    return Pick(module, names, "logits_per_image"), (ids(), noise(BATCH, 3, 32, 32))


@model
def vilt():
    module = build("ViltConfig", "ViltModel", BERT_LIKE, PICTURE)
    pixels = torch.ones(BATCH, 1, 16, dtype=torch.long)
    names = ["input_ids", "image_embeds"]
    return Pick(module, names, pixel_mask=pixels), (ids(), noise(BATCH, 16, WIDTH))


@model
def decision_transformer():
    sizes = {"state_dim": 11, "act_dim": 3, "hidden_size": WIDTH, "max_ep_len": 32}
    options = {"n_layer": 2, "n_head": HEADS, "n_inner": 128}
    module = build("DecisionTransformerConfig", "DecisionTransformerModel", sizes, options)
    names = ["states", "actions", "rewards", "returns_to_go", "timesteps", "attention_mask"]
    inputs = [noise(BATCH, TOKENS, n, seed=seed) for seed, n in enumerate((11, 3, 1, 1))]
    steps = torch.arange(TOKENS).repeat(BATCH, 1)
    return Pick(module, names, "action_preds"), (*inputs, steps, padding())


class Recurrent(nn.Module):
    def __init__(self, kind, **options):
        super().__init__()
        self.cells = kind(24, 48, 2, batch_first=True, **options)
        self.head = nn.Linear(48 * (1 + options.get("bidirectional", False)), 10)

    def forward(self, x):
        return self.head(self.cells(x)[0])


@model
def lstm():
    return seeded(lambda: Recurrent(nn.LSTM, bidirectional=True)), (noise(BATCH, 12, 24),)


@model
def gru():
    return seeded(lambda: Recurrent(nn.GRU)), (noise(BATCH, 12, 24),)


class Conformer(nn.Module):
    """A layer: half a feed-forward, attention, convolutions, the other half."""

    def __init__(self, d=WIDTH):
        super().__init__()
        wide = lambda: nn.Sequential(
            nn.LayerNorm(d), nn.Linear(d, 4 * d), nn.SiLU(), nn.Linear(4 * d, d)
        )
        self.first, self.second = wide(), wide()
        self.norms = nn.ModuleList(nn.LayerNorm(d) for _ in range(3))
        self.attention = nn.MultiheadAttention(d, HEADS, batch_first=True)
        self.into, self.out = nn.Conv1d(d, 2 * d, 1), nn.Conv1d(d, d, 1)
        self.depthwise = nn.Conv1d(d, d, 7, padding=3, groups=d)
        self.batch = nn.BatchNorm1d(d)
        self.batch.running_mean.normal_()
        self.batch.running_var.uniform_(0.5, 2)

    def forward(self, x, absent):
        x = x + 0.5 * self.first(x)
        y = self.norms[0](x)
        y = self.attention(y, y, y, key_padding_mask=absent, need_weights=False)[0]
        x = x + y
        y = F.glu(self.into(self.norms[1](x).transpose(1, 2)), dim=1)
        x = x + self.out(F.silu(self.batch(self.depthwise(y)))).transpose(1, 2)
        return self.norms[2](x + 0.5 * self.second(x))


@model
def conformer():
    return seeded(Conformer), (noise(BATCH, TOKENS, WIDTH), padding() == 0)


class Beam(nn.Module):
    """The best continuations of beams with scores."""

    def __init__(self):
        super().__init__()
        self.head = nn.Linear(WIDTH, 500)

    def forward(self, x, score):
        scores = F.log_softmax(self.head(x), -1) + score[:, None]
        return scores.view(2, -1).topk(4, -1)[0]


@model
def beam():
    return seeded(Beam), (noise(8, WIDTH), -30 * noise(8).abs())


class Losses(nn.Module):
    """Logarithms of probabilities, of many kinds."""

    def __init__(self):
        super().__init__()
        self.body, self.score = nn.Linear(WIDTH, 128), nn.Linear(128, 1)
        self.head, self.words = nn.Linear(128, 16), nn.Linear(128, WORDS)

    def forward(self, x, labels, target, words):
        hidden = torch.tanh(self.body(x))
        score, logits = self.score(hidden)[:, 0], self.head(hidden)
        right = torch.sigmoid(score)
        return (
            F.cross_entropy(self.words(hidden), words),
            F.binary_cross_entropy_with_logits(score, labels),
            F.kl_div(logits.log_softmax(-1), target.softmax(-1), reduction="batchmean"),
            (-((1 - right) ** 2) * torch.log(right + 1e-8)).mean(),
            F.smooth_l1_loss(logits, target),
            torch.logsumexp(logits, -1).mean(),
            F.cosine_similarity(logits, target).mean(),
        )


@model
def losses():
    words = ids(32)
    words[:3] = -100
    labels = (noise(32) > 0).float()
    return seeded(Losses), (noise(32, WIDTH), labels, 3 * noise(32, 16), words)


class Step(nn.Module):
    """One token through a layer whose keys and values come in and go out."""

    def __init__(self, d=WIDTH):
        super().__init__()
        self.into, self.out, self.head = nn.Linear(d, 3 * d), nn.Linear(d, d), nn.Linear(d, WORDS)
        self.first, self.second = nn.LayerNorm(d), nn.RMSNorm(d)
        self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

    def forward(self, x, keys, values, position):
        parts = self.into(self.first(x)).chunk(3, -1)
        query, key, value = (part.view(len(x), HEADS, 1, -1) for part in parts)
        places = torch.arange(keys.shape[2])[None, None]
        here = (places == position)[..., None]
        keys, values = torch.where(here, key, keys), torch.where(here, value, values)
        scores = (query @ keys.transpose(-1, -2)) / 4
        later = (places > position)[:, :, None]
        weights = scores.masked_fill(later, float("-inf")).softmax(-1)
        x = x + self.out((weights @ values).reshape(x.shape))
        x = x + self.down(F.gelu(self.up(self.second(x))))
        return self.head(x), keys, values


@model
def cached_step():
    caches = [noise(BATCH, HEADS, 32, 16, seed=seed) for seed in (3, 4)]
    return seeded(Step), (noise(BATCH, WIDTH), *caches, torch.tensor(7))


class Masks(nn.Module):
    """One attention under the masks that people write; the second text is masked as
    a whole."""

    def __init__(self):
        super().__init__()
        self.into, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)

    def attend(self, x, mask):
        parts = (p.view(BATCH, TOKENS, HEADS, -1) for p in self.into(x).chunk(3, -1))
        query, key, value = (part.transpose(1, 2) for part in parts)
        weights = mask(query @ key.transpose(-1, -2) / 4).softmax(-1)
        return self.out((weights @ value).transpose(1, 2).reshape(x.shape))

    def forward(self, x, present):
        present = present[:, None, None]
        one = present.to(x.dtype)
        least = torch.finfo(torch.float32).min
        return (
            self.attend(x, lambda w: w.masked_fill(present == 0, -1e9)),
            self.attend(x, lambda w: w + (1 - one) * least),
            self.attend(x, lambda w: w * one - 1e4 * (1 - one)),
            self.attend(x, lambda w: w + torch.where(present > 0, 0.0, -1e30)),
        )


@model
def masks():
    present = padding()
    present[1] = 0
    return seeded(Masks), (noise(BATCH, TOKENS, WIDTH), present)


class Adam(nn.Module):
    """A product with weights, and their update."""

    def forward(self, weight, gradient, mean, square, x):
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient * gradient
        root = torch.sqrt(square / (1 - 0.999**3)) + 1e-8
        weight = weight - 1e-3 * (mean / (1 - 0.9**3)) / root
        return x @ weight, weight, mean, square


@model
def adam():
    parts = [noise(WIDTH, WIDTH, seed=seed) for seed in (2, 4, 5, 6)]
    parts = [0.1 * parts[0], 1e-4 * parts[1], 1e-4 * parts[2], 1e-9 * parts[3] ** 2]
    return Adam(), (*parts, noise(32, WIDTH))


class Traced(nn.Module):
    """A function with its gradients taken, as a graph of torch's core ops."""

    def __init__(self, function, inputs):
        super().__init__()
        from torch._decomp import core_aten_decompositions
        from torch.fx.experimental.proxy_tensor import make_fx

        self.graph = make_fx(function, core_aten_decompositions())(*inputs)

    def forward(self, *inputs):
        return tuple(self.graph(*inputs))


def train(x, labels, first, bias, second, momentum):
    """A step of gradient descent with momentum."""

    def loss(weights):
        hidden = F.gelu(x @ weights[0] + weights[1])
        hidden = F.layer_norm(hidden, hidden.shape[-1:])
        return F.cross_entropy(hidden @ weights[2], labels)

    slopes = torch.func.grad(loss)((first, bias, second))
    momentum = 0.9 * momentum + slopes[0]
    moved = first - 0.1 * momentum, bias - 0.1 * slopes[1], second - 0.1 * slopes[2]
    return *moved, momentum


@model
def train_step():
    weights = [0.1 * noise(*shape) for shape in ((WIDTH, 128), (128,), (128, 10))]
    labels = torch.arange(32) % 10
    inputs = (noise(32, WIDTH), labels, *weights, torch.zeros(WIDTH, 128))
    return Traced(train, inputs), inputs


class Alignments(nn.Module):
    """CTC's sums over alignments, in logarithms."""

    def __init__(self):
        super().__init__()
        self.head = nn.Linear(WIDTH, 12)

    def forward(self, x):
        steps = F.log_softmax(self.head(x), -1)[:, :, :5]
        sums = torch.where(torch.arange(5) == 0, 0.0, -1e30).expand(len(x), 5)
        for step in range(x.shape[1]):
            before = F.pad(sums, (1, 0), value=-1e30)[:, :5]
            sums = torch.logaddexp(sums, before) + steps[:, step]
        return sums


@model
def ctc():
    return seeded(Alignments), (noise(BATCH, 10, WIDTH),)


class Mel(nn.Module):
    """Logarithms of a mel spectrum, by products with sines and cosines."""

    def __init__(self):
        super().__init__()
        angle = 2 * torch.pi * torch.arange(33.0)[:, None] * torch.arange(64.0) / 64
        self.register_buffer("cosine", torch.cos(angle))
        self.register_buffer("sine", torch.sin(angle))
        self.register_buffer("filters", 0.1 * noise(33, 20).abs())
        self.head = nn.Linear(20, WIDTH)

    def forward(self, x):
        frames = x.unfold(-1, 64, 32) * torch.hann_window(64).to(x.dtype)
        power = (frames @ self.cosine.T) ** 2 + (frames @ self.sine.T) ** 2
        levels = torch.log10(torch.clamp(power @ self.filters, min=1e-10))
        levels = torch.maximum(levels, levels.amax((-1, -2), keepdim=True) - 8)
        return self.head((levels + 4) / 4)


@model
def mel():
    return seeded(Mel), (0.01 * noise(BATCH, 640),)
