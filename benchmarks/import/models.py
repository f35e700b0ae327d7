# ===- models.py - Networks with seeded weights, in torch ------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Functions that return a torch module and a tuple of example inputs.

torch_model.py imports them by name. Weights are random under a fixed seed, or the
trained ones where a package ships or fetches them (WEIGHTS=trained). Another model is
another function, here or in a file of your own.
"""

import os

import torch

TRAINED = os.environ.get("WEIGHTS") == "trained"


def _vision(name, weights):
    import torchvision

    torch.manual_seed(0)
    module = getattr(torchvision.models, name)(weights=weights if TRAINED else None)
    image = torch.randn(1, 3, 224, 224)
    if not TRAINED:
        # Statistics of noise, so that activations keep their size.
        module.train()
        with torch.no_grad():
            module(torch.randn(4, 3, 224, 224))
    return module.eval(), (image,)


def resnet50():
    return _vision("resnet50", "DEFAULT")


def mobilenet_v2():
    return _vision("mobilenet_v2", "DEFAULT")


def efficientnet_b0():
    return _vision("efficientnet_b0", "DEFAULT")


def _ids(vocabulary, *shape):
    return torch.randint(0, vocabulary, shape, generator=torch.Generator().manual_seed(0))


class Pick(torch.nn.Module):
    """One result of a module of the transformers library."""

    def __init__(self, module, result):
        super().__init__()
        self.module, self.result = module, result

    def forward(self, ids, mask):
        return getattr(self.module(input_ids=ids, attention_mask=mask), self.result)


def bert_base():
    import transformers

    torch.manual_seed(0)
    config = transformers.BertConfig(attn_implementation="eager")
    module = transformers.BertModel(config, add_pooling_layer=False).eval()
    ids = _ids(config.vocab_size, 1, 128)
    return Pick(module, "last_hidden_state"), (ids, torch.ones_like(ids))


def gpt2():
    import transformers

    torch.manual_seed(0)
    config = transformers.GPT2Config(attn_implementation="eager", use_cache=False)
    module = transformers.GPT2LMHeadModel(config).eval()
    ids = _ids(config.vocab_size, 1, 64)
    return Pick(module, "logits"), (ids, torch.ones_like(ids))


class Perceptron(torch.nn.Module):
    """Needs nothing but torch; for a first try."""

    def __init__(self):
        super().__init__()
        self.up, self.down = torch.nn.Linear(64, 256), torch.nn.Linear(256, 64)

    def forward(self, x):
        return self.down(torch.nn.functional.gelu(self.up(x)))


def perceptron():
    torch.manual_seed(0)
    return Perceptron().eval(), (torch.randn(32, 64),)
