# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules in Python: what they see, what they may say, and how they fail."""

import traceback
import warnings

import pytest

import mlir_amp
from mlir_amp import ALWAYS, FOLLOW, NEVER, Always, Verdict


def keep_products(op):
    return NEVER if op.name == "linalg.matmul" else None


def see(source, name):
    """What a rule reads from the first op called `name`."""
    seen = {}

    def look(op):
        if op.name == name and not seen:
            seen["op"] = op
            for key in ("name", "attributes", "function"):
                seen[key] = getattr(op, key)
            seen["text"] = str(op)
            seen["location"] = op.location
            for key in ("operands", "results"):
                seen[key] = [(v.shape, v.dtype, v.size, v.type) for v in getattr(op, key)]
            seen["owners"] = [v.owner and v.owner.name for v in op.operands]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mlir_amp.convert(source, rules=[look])
    return seen


def test_what_a_rule_sees(resnet):
    seen = see(resnet, "linalg.conv_2d_nchw_fchw")
    assert seen["name"] == "linalg.conv_2d_nchw_fchw"
    assert seen["function"] == "main"
    assert seen["location"].name == "stem/conv"
    assert seen["location"].file is None and seen["location"].line is None
    assert seen["operands"][1] == ((32, 3, 3, 3), "f32", 864, "tensor<32x3x3x3xf32>")
    assert seen["results"] == [((1, 32, 16, 16), "f32", 8192, "tensor<1x32x16x16xf32>")]
    assert seen["attributes"]["strides"] == [1, 1]
    assert seen["owners"] == ["tensor.pad", None, "linalg.fill"]
    assert seen["text"].startswith("%")


def test_dynamic_extents_are_none():
    seen = see(
        """func.func @f(%a: tensor<?x8xf32>, %b: tensor<8x4xf32>,
                        %c: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x4xf32>)
         outs(%c : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}""",
        "linalg.matmul",
    )
    assert seen["operands"][0] == ((None, 8), "f32", None, "tensor<?x8xf32>")
    assert (seen["location"].file, seen["location"].line) == ("<string>", 3)


def test_an_op_outlives_its_rule_only_as_an_error(resnet):
    op = see(resnet, "linalg.matmul")["op"]
    with pytest.raises(RuntimeError, match="only inside the rule"):
        op.name


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
def test_never_keeps_an_op(matmul, dtype):
    low = mlir_amp.convert(matmul, dtype=dtype, signature="convert")
    high = mlir_amp.convert(
        matmul, dtype=dtype, signature="convert", rules=[keep_products]
    )
    assert f"x{dtype}>" in str(low)
    assert str(high) == str(mlir_amp.parse(matmul))
    hit = high.report.rule_hits[0]
    assert (hit.rule, hit.op, hit.verdict) == ("keep_products", "linalg.matmul", NEVER)
    assert hit.location == '"encoder/0/attention"' and hit.function == "main"


def test_later_rules_win_setting_by_setting(matmul):
    def again(op):
        return ALWAYS if op.name == "linalg.matmul" else None

    kept = {"rules": [again, keep_products]}
    changed = {"rules": [keep_products, again]}
    original = str(mlir_amp.parse(matmul))
    assert str(mlir_amp.convert(matmul, signature="convert", **kept)) == original
    assert str(mlir_amp.convert(matmul, signature="convert", **changed)) != original
    assert Verdict(accumulate="f32").over(NEVER) == Verdict("never", "f32")
    assert FOLLOW.over(Always(result="f16")) == Verdict("follow", None, "f16")


def test_an_exception_surfaces_with_its_traceback(matmul):
    module = mlir_amp.parse(matmul)
    before = str(module)

    def broken(op):
        return op.operands[7]

    with pytest.raises(IndexError) as caught:
        mlir_amp.convert(module, rules=[broken])
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert frames[-1].name == "broken" and "op.operands[7]" in frames[-1].line
    assert str(module) == before and not module.report.ops


def test_keyboard_interrupt_comes_through(matmul):
    def interrupted(op):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mlir_amp.convert(matmul, rules=[interrupted])


@pytest.mark.parametrize("answer", ["never", 0, True, mlir_amp])
def test_nonsense_is_a_type_error(matmul, answer):
    def odd(op):
        return answer

    with pytest.raises(TypeError, match="rule 'odd' returned"):
        mlir_amp.convert(matmul, rules=[odd])


def test_unknown_type_in_a_verdict_is_located(matmul):
    def wrong(op):
        return Always(accumulate="f17") if op.name == "linalg.matmul" else None

    with pytest.raises(mlir_amp.MLIRError, match="f17") as caught:
        mlir_amp.convert(matmul, rules=[wrong])
    assert caught.value.location.name == "encoder/0/attention"


def test_not_callable(matmul):
    with pytest.raises(TypeError, match="expected a rule to be callable, got 'never'"):
        mlir_amp.convert(matmul, rules=["never"])
    with pytest.raises(TypeError, match="expected rules to be a list of callables"):
        mlir_amp.convert(matmul, rules=lambda op: None)
    with pytest.raises(TypeError, match="list of callables, got None"):
        mlir_amp.convert(matmul, rules=None)


def test_a_rule_without_an_opinion_warns(matmul):
    def silent(op):
        return None

    with pytest.warns(mlir_amp.AmpWarning, match="'silent' had no opinion"):
        mlir_amp.convert(matmul, rules=[silent])
    with pytest.raises(ValueError, match="'silent' had no opinion"):
        mlir_amp.convert(matmul, rules=[silent], strict_rules=True)
    # Of two rules with one name, the other one.
    loud = [lambda op: NEVER, lambda op: None]
    with pytest.raises(ValueError, match="'<lambda>' had no opinion"):
        mlir_amp.convert(matmul, rules=loud, strict_rules=True)


def test_small_convolutions_stay_and_exactly_those(resnet):
    """TVM's control per op: convolutions below 64 channels stay in f32."""

    def keep_small(op):
        if op.name.startswith("linalg.conv") and op.operands[1].shape[0] < 64:
            return NEVER

    small = {"stem/conv", "stage1/conv1", "stage1/conv2"}
    large = {"stage2/conv1", "stage2/conv2", "stage2/projection"}

    def inputs(module):
        """Layer name to the element types of its two inputs."""
        found = {}
        native = module._native
        mlir_amp._convert._native.walk(
            native,
            lambda op: op.name.startswith("linalg.conv")
            and found.update(
                {op.location.name: {v.dtype for v in op.operands[:2]}}
            ),
        )
        return found

    before = inputs(mlir_amp.convert(resnet))
    assert before == {name: {"f16"} for name in small | large}
    after = mlir_amp.convert(resnet, rules=[keep_small])
    assert inputs(after) == {
        **{name: {"f32"} for name in small},
        **{name: {"f16"} for name in large},
    }
    after.verify()
    said = {hit.location.strip('"') for hit in after.report.rule_hits}
    assert said == small
    for name in small:
        decision = after.report.find("linalg.conv_2d_nchw_fchw", location=name)[0]
        assert decision.category == "never"
        assert decision.declared_by == "policy"
        assert decision.reason == "rule keep_small"
        assert decision.precision == "high"
    for name in large:
        decision = after.report.find("linalg.conv_2d_nchw_fchw", location=name)[0]
        assert (decision.category, decision.declared_by) == ("always", "interface")
    assert "rule keep_small" in after.report.table()
