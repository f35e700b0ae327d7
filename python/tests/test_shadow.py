# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shadow runs and the emulation of single roundings."""

import json
import math

import pytest

import mlir_amp
from mlir_amp._emulate import Emulation, low_values
from mlir_amp._execute import compile_module
from mlir_amp._metrics import relative

np = pytest.importorskip("numpy")

TWO = """\
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32> loc("first")
  %1 = linalg.matmul ins(%0, %b : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32> loc("second")
  return %1 : tensor<64x64xf32>
}
"""


def inputs(scale=1.0):
    random = np.random.RandomState(0)
    a, b = (random.standard_normal((64, 64)).astype(np.float32) for _ in range(2))
    return a * np.float32(scale), b


def test_errors_are_those_of_the_conversion():
    found = mlir_amp.shadow(TWO, [inputs()])
    rows = {row.name: row for row in found}
    a, b = inputs()
    rounded = a.astype(np.float16).astype(np.float64)
    want = np.linalg.norm(rounded - a) / np.linalg.norm(a.astype(np.float64))
    assert rows["@main/arg#0"].error == pytest.approx(want, rel=1e-9)
    assert rows["@main/arg#0"].type == "f16"
    # The last row is the result of the conversion, as it runs by itself.
    low = compile_module(mlir_amp.convert(TWO))(a, b)
    high = compile_module(mlir_amp.parse(TWO))(a, b)
    assert found.rows[-1].error == pytest.approx(relative([low], [high]), rel=1e-9)
    assert found.first_wrong() is None
    assert "no result is further" in found.table()


def test_the_first_wrong_op_is_named():
    # The first product passes 65504; the second inherits that.
    found = mlir_amp.shadow(TWO, [inputs(1e4)])
    guilty = found.first_wrong()
    assert (guilty.path, guilty.location) == ("@main/linalg.matmul#0", "first")
    assert guilty.broken > 0 and math.isinf(guilty.damage)
    assert found.by_damage()[0] is guilty
    assert found.rows[-1].broken == 4096
    assert "first wrong: @main/linalg.matmul#0 at first" in found.table()


def returning(*returned):
    """Two products and a tanh, of which values are returned, and inputs of which
    the first product passes 65504."""
    of = "tensor<8x8xf32>"
    types = ", ".join("tensor<8x8xi1>" if value == "%c" else of for value in returned)
    text = f"""
func.func @main(%x: {of}, %w: {of}) -> ({types}) {{
  %zero = arith.constant dense<0.0> : {of}
  %g = linalg.matmul ins(%x, %w : {of}, {of}) outs(%zero : {of}) -> {of} loc("first")
  %h = linalg.matmul ins(%g, %w : {of}, {of}) outs(%zero : {of}) -> {of} loc("second")
  %t = math.tanh %h : {of} loc("tanh")
  %c = arith.cmpf ogt, %h, %zero : {of}
  return {", ".join(returned)} : {types}
}}"""
    return text, (np.full((8, 8), 300, np.float32), np.full((8, 8), 100, np.float32))


def test_what_is_returned_is_a_result_whoever_reads_it(tmp_path):
    # The first product is written in f32, with a low copy that the second reads.
    plan = tmp_path / "both.plan"
    plan.write_text("amp-plan 1 f32 f16\n@main/linalg.matmul#0: low -> both\n")

    def run(*returned):
        text, arrays = returning(*returned)
        return mlir_amp.shadow(text, [arrays], plan=plan, guards=False)

    first = "@main/linalg.matmul#0"
    # The tanh is right whatever it reads.
    assert run("%t").first_wrong() is None
    found = run("%h", "%t")
    assert found.first_wrong().path == first
    assert {row.location for row in found if row.returned} == {"second", "tanh"}
    # Also of what is not compared itself.
    assert run("%c", "%t").first_wrong().path == first
    # What nothing reads is no result, and the copy in f32 is right.
    for returned in (("%g", "%t"), ("%g",)):
        found = run(*returned)
        assert found.first_wrong() is None
        copies = [(row.type, row.broken) for row in found if row.path == first]
        assert copies == [("f16", 64), ("f32", 0)]
    found.save(tmp_path / "errors.json")
    entries = json.loads((tmp_path / "errors.json").read_text())["entries"]
    assert [entry["error"] for entry in entries if entry["path"] == first] == [1e30]


def test_options_are_those_of_the_conversion(tmp_path):
    def keep(op):
        return mlir_amp.NEVER if op.location.name == "first" else None

    def types(**options):
        found = mlir_amp.shadow(TWO, [inputs()], **options)
        return {row.name: row.type for row in found}

    first, second = "@main/linalg.matmul#0", "@main/linalg.matmul#1"
    assert types()[first] == "f16"
    kept = types(rules=[keep])
    assert "@main/arg#0" not in kept and first in kept
    assert types(plan=_saved(tmp_path / "my plan", rules=[keep])) == kept
    assert types(error_ratio=1.01).keys() >= {second}
    with pytest.warns(mlir_amp.AmpWarning, match="rule '<lambda>' had no opinion"):
        types(rules=[lambda op: None])
    with pytest.raises(ValueError, match="rule '<lambda>' had no opinion"):
        types(rules=[lambda op: None], strict_rules=True)
    with pytest.raises(TypeError, match="unexpected keyword argument 'bogus'"):
        types(bogus=1)
    with pytest.raises(TypeError, match="option 'error_ratio' cannot be 'much'"):
        types(error_ratio="much")
    with pytest.raises(ValueError, match="expected assign to be one of 'optimal'"):
        types(assign="best")
    with pytest.raises(FileNotFoundError, match="missing.plan"):
        types(plan=tmp_path / "missing.plan")
    with pytest.raises(ZeroDivisionError):
        types(rules=[lambda op: 1 / 0])


def _saved(path, **options):
    mlir_amp.convert(TWO, save_plan=path, **options)
    return path


def test_the_shell_has_the_same_options(tmp_path, capsys, monkeypatch):
    import inspect

    from mlir_amp._cli import _parser, main
    from mlir_amp._cli_decision import read_decision

    args = _parser().parse_args(["shadow", "m.mlir", "x.npy", "--assign", "greedy"])
    options = ["unlisted", "policy", "plan", "profile", "compute", "accumulate", "error_ratio"]
    for key in options:
        setattr(args, key, "given")
    given = set(read_decision(args))
    ours = set(inspect.signature(mlir_amp.shadow).parameters)
    theirs = set(inspect.signature(mlir_amp.convert).parameters)
    assert given == (ours & theirs) - {"module", "dtype"}
    assert ours - theirs == {"samples", "target", "entry"}
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.mlir").write_text(TWO)
    (tmp_path / "rules.py").write_text(
        "import mlir_amp\n"
        "def keep(op):\n"
        "    return mlir_amp.NEVER if op.name == 'linalg.matmul' else None\n"
        "def broken(op):\n"
        "    return 1 / 0\n"
    )
    np.savez("run.npz", *inputs(1e4))
    assert main(["shadow", "two.mlir", "run.npz"]) == 0
    assert "first wrong: @main/linalg.matmul#0 at first" in capsys.readouterr().out
    assert main(["shadow", "two.mlir", "run.npz", "--rule", "rules.py:keep"]) == 0
    assert "no result is further" in capsys.readouterr().out
    assert main(["shadow", "two.mlir", "run.npz", "--rule", "rules.py:broken"]) == 4


def test_several_samples_add_up():
    once = mlir_amp.shadow(TWO, [inputs()]).rows[-1]
    twice = mlir_amp.shadow(TWO, [inputs(), inputs()]).rows[-1]
    assert twice.elements == 2 * once.elements
    assert twice.error == pytest.approx(once.error)
    assert twice.largest_error == once.largest_error


def test_errors_are_drawn(tmp_path):
    found = mlir_amp.shadow(TWO, [inputs(1e4)])
    found.save(tmp_path / "errors.json")
    data = json.loads((tmp_path / "errors.json").read_text())
    assert all("error" in entry for entry in data["entries"])
    options = f"output={tmp_path}/net.dot collapse=none profile={tmp_path}/errors.json"
    mlir_amp.parse(TWO).run_pipeline(f"builtin.module(amp-view-precision{{{options}}})")
    assert "error 1.0e+30" in (tmp_path / "net.dot").read_text()


def test_no_samples():
    with pytest.raises(ValueError, match="at least one sample, got none"):
        mlir_amp.shadow(TWO, [])


def test_emulating_a_plan_is_running_it(tmp_path):
    plan = tmp_path / "net.plan"
    low = compile_module(mlir_amp.convert(TWO, save_plan=plan))(*inputs())
    emulation = Emulation(mlir_amp.parse(TWO), [inputs()], "f16")
    on = emulation.select(plan.read_text())
    assert len(on) == 3 == len(emulation.switches)
    assert np.array_equal(emulation.run(on)[0][0], low[0])
    assert np.array_equal(emulation.run([])[0][0], emulation.reference[0][0])


def test_emulating_reaches_what_is_called(tmp_path):
    of = "tensor<64x64xf32>"
    text = TWO.replace("func.func @main", "func.func private @net") + f"""
func.func @main(%a: {of}, %b: {of}) -> {of} {{
  %0 = call @net(%a, %b) : ({of}, {of}) -> {of}
  %1 = call @net(%0, %b) : ({of}, {of}) -> {of}
  return %1 : {of}
}}
"""
    plan = tmp_path / "net.plan"
    low = compile_module(mlir_amp.convert(text, save_plan=plan))(*inputs())
    emulation = Emulation(mlir_amp.parse(text), [inputs()], "f16")
    on = emulation.select(plan.read_text())
    assert any(emulation.key(i)[0] == "@net/linalg.matmul#0" for i in on)
    assert len(on) == len(emulation.switches)
    assert np.array_equal(emulation.run(on)[0][0], low[0])
    assert not np.array_equal(low[0], emulation.reference[0][0])


def test_who_reads_f32_is_not_rounded(tmp_path):
    # %x goes low for the product alone; so does the slice, whose source stays f32.
    of, half = "tensor<16x16xf32>", "tensor<16x8xf32>"
    text = f"""
func.func @main(%x: {of}, %w: {of}, %v: tensor<8x16xf32>) -> ({of}, {of}, {of}) {{
  %zero = arith.constant dense<0.0> : {of}
  %one = arith.constant dense<1.0> : {of}
  %ten = arith.constant dense<10.0> : {of}
  %d = arith.subf %x, %ten : {of}
  %r = arith.divf %one, %d : {of}
  %p = linalg.matmul ins(%x, %w : {of}, {of}) outs(%zero : {of}) -> {of}
  %s = tensor.extract_slice %d[0, 0] [16, 8] [1, 1] : {of} to {half}
  %q = linalg.matmul ins(%s, %v : {half}, tensor<8x16xf32>) outs(%zero : {of}) -> {of}
  return %r, %p, %q : {of}, {of}, {of}
}}"""
    random = np.random.RandomState(0)
    shapes = (16, 16), (16, 16), (8, 16)
    arrays = [random.standard_normal(shape).astype(np.float32) for shape in shapes]
    arrays[0] = np.float32(10) + np.abs(arrays[0]) / 100
    plan = tmp_path / "net.plan"
    low = compile_module(mlir_amp.convert(text, save_plan=plan))(*arrays)
    words = plan.read_text()
    assert "@main/arg#0: -> both" in words and "extract_slice#0: -> low" in words
    assert "@main/arith.subf#0: high -> high" in words
    emulation = Emulation(mlir_amp.parse(text), [arrays], "f16")
    emulated = emulation.run(emulation.select(words))[0]
    exact = emulation.reference[0]
    assert np.array_equal(emulated[0], exact[0])
    # Products add up in another order where they read f16.
    assert all(relative([[a]], [[b]]) < 1e-6 for a, b in zip(emulated, low))
    assert all(relative([[a]], [[b]]) > 1e-5 for a, b in zip(emulated[1:], exact[1:]))


def test_neighbours_share_runs_unless_they_break():
    emulation = Emulation(mlir_amp.parse(TWO), [inputs()], "f16")
    alone = emulation.measure(100)
    assert all(0 < error < 1e-6 for error in alone)
    before = emulation.runs
    shared = emulation.measure(1)
    assert emulation.runs == before + 1
    assert len(set(shared)) == 1 and sum(shared) == pytest.approx(sum(alone), rel=0.5)
    large = Emulation(mlir_amp.parse(TWO), [inputs(1e4)], "f16")
    assert [math.isinf(error) for error in large.measure(1)] == [
        switch["path"] == "@main/linalg.matmul#0" for switch in large.switches
    ]


def test_words_of_plans():
    plan = "amp-plan 1 f32 f16\n@a/arg#0: -> both // x\n@a/b#1: low -> high, both-low, -\nloc \"*\": high\n"
    assert low_values(plan) == {("@a/arg#0", 0), ("@a/b#1", 1)}
    plan = 'amp-plan 1 f32 f16\n@"my \\"net: x"/a.b#0: low -> low // "x"\n'
    assert low_values(plan) == {('@"my \\"net: x"/a.b#0', 0)}
