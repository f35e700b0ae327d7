# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The accuracy budget, on the model that breaks f16."""

import concurrent.futures
import importlib.util
import sys
from pathlib import Path

import pytest

import mlir_amp
from mlir_amp._execute import compile_module
from mlir_amp._metrics import METRICS, cosine, find_metric, largest, relative, top1

np = pytest.importorskip("numpy")

PEERS = dict(assign="greedy", compute="low", guards=False, absorb=False)


@pytest.fixture(scope="module")
def breaker():
    path = Path(__file__).parents[2] / "utils" / "breaker.py"
    spec = importlib.util.spec_from_file_location("breaker", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def error_of(module, arguments, reference):
    return relative([compile_module(module)(*arguments)], [reference])


@pytest.mark.parametrize("peer", ["tvm", "tensorflow", "pytorch"])
def test_rules_of_others_break(breaker, peer):
    module, arguments = mlir_amp.parse(breaker.module()), breaker.inputs()
    reference = compile_module(module)(*arguments)
    low = mlir_amp.convert(module, policy=peer, **PEERS)
    # Most of the result is zero: infinite squares below a division.
    assert error_of(low, arguments, reference) > 0.5
    guilty = mlir_amp.shadow(module, [arguments], policy=peer, **PEERS).first_wrong()
    assert guilty.location == "rmsnorm/square" and guilty.broken > 0


def test_f16_everywhere_breaks(breaker):
    module, arguments = mlir_amp.parse(breaker.module()), breaker.inputs()
    options = {**PEERS, "assign": "fixpoint", "policy": "aggressive"}
    low = mlir_amp.convert(module, **options)
    reference = compile_module(module)(*arguments)
    # Zeros or NaN, as the compiler fuses.
    assert not error_of(low, arguments, reference) < 0.5
    guilty = mlir_amp.shadow(module, [arguments], **options).first_wrong()
    assert guilty.location == "layernorm/square"


@pytest.mark.parametrize("dtype, bound", [("f16", 1e-3), ("bf16", 1e-2)])
def test_ours_stays_finite(breaker, dtype, bound):
    module, arguments = mlir_amp.parse(breaker.module()), breaker.inputs()
    reference = compile_module(module)(*arguments)
    low = mlir_amp.convert(module, dtype)
    assert low.report.changed
    assert error_of(low, arguments, reference) < bound
    assert mlir_amp.shadow(module, [arguments], dtype).first_wrong() is None


@pytest.mark.parametrize("scale, tolerance", [(1, 3e-4), (8, 1e-3)])
def test_tune_finds_a_plan(breaker, tmp_path, scale, tolerance):
    module, arguments = mlir_amp.parse(breaker.module()), breaker.inputs(scale=scale)
    reference = compile_module(module)(*arguments)
    # What ours does by itself is not good enough here, or not even finite.
    assert not error_of(mlir_amp.convert(module), arguments, reference) <= tolerance
    tuned = mlir_amp.tune(module, [arguments], tolerance=tolerance, max_evaluations=30)
    assert tuned.evaluations <= 30
    assert tuned.metric <= tolerance
    assert tuned.module.report.changed and tuned.cost < tuned.cost_before
    assert tuned.kept and tuned.kept[0].error >= tuned.kept[-1].error
    # The plan makes the same module again, and the metric is that module's.
    tuned.save_plan(tmp_path / "net.plan")
    again = mlir_amp.convert(module, plan=tmp_path / "net.plan")
    assert str(again) == str(tuned.module)
    assert error_of(again, arguments, reference) == tuned.metric
    costs = [point.cost for point in tuned.curve]
    metrics = [point.emulated for point in tuned.curve]
    assert costs == sorted(costs) and metrics == sorted(metrics, reverse=True)
    assert f"metric {tuned.metric:.3e}" in tuned.report()


def test_loose_and_impossible_tolerances(breaker):
    module, arguments = mlir_amp.parse(breaker.module()), breaker.inputs()
    loose = mlir_amp.tune(module, [arguments], tolerance=1e-2)
    assert loose.evaluations == 1 and not loose.kept
    exact = mlir_amp.tune(module, [arguments], tolerance=0.0, max_shadow_runs=8)
    assert exact.metric == 0.0 and not exact.module.report.changed
    with pytest.raises(ValueError, match="f32 to be within the tolerance -1"):
        mlir_amp.tune(module, [arguments], tolerance=-1.0)
    with pytest.raises(ValueError, match="a number as the tolerance, got nan"):
        mlir_amp.tune(module, [arguments], tolerance=float("nan"))
    with pytest.raises(ValueError, match="at least one input, got none"):
        mlir_amp.tune(module, [])
    with pytest.raises(ValueError, match="metric to be a callable or one of relative"):
        mlir_amp.tune(module, [arguments], "accuracy")
    with pytest.raises(TypeError, match="a metric that returns a number, got None"):
        mlir_amp.tune(module, [arguments], lambda results, reference: None)


def test_a_value_costs_what_the_readers_of_its_low_copy_lose():
    """The reciprocal reads %x in f32; a slice goes low while its source does not."""
    of, wide = "tensor<64x64xf32>", "tensor<64x128xf32>"
    text = f"""
func.func @main(%x: {of}, %y: {wide}, %w: {of}, %v: {of}) -> ({of}, {of}, {of}) {{
  %zero = arith.constant dense<0.0> : {of}
  %one = arith.constant dense<1.0> : {of}
  %ten = arith.constant dense<10.0> : {of}
  %ones = arith.constant dense<1.0> : {wide}
  %d = arith.subf %x, %ten : {of}
  %r = arith.divf %one, %d : {of}
  %p = linalg.matmul ins(%x, %w : {of}, {of}) outs(%zero : {of}) -> {of}
  %h = arith.addf %y, %ones : {wide}
  %s = tensor.extract_slice %h[0, 0] [64, 64] [1, 1] : {wide} to {of}
  %q = linalg.matmul ins(%s, %v : {of}, {of}) outs(%zero : {of}) -> {of} loc("head")
  return %r, %p, %q : {of}, {of}, {of}
}}"""
    random = np.random.RandomState(0)
    shapes = (64, 64), (64, 128), (64, 64), (64, 64)
    arrays = [random.standard_normal(shape).astype(np.float32) for shape in shapes]
    arrays[0] = np.float32(10.01) + np.abs(arrays[0]) / 100
    arrays[2] /= 100
    tuned = mlir_amp.tune(text, [tuple(arrays)], tolerance=1e-5)
    assert tuned.metric <= 1e-5 and tuned.cost < tuned.cost_before
    assert {kept.path for kept in tuned.kept} == {"@main/tensor.extract_slice#0", "@main/arg#3"}
    (head,) = tuned.module.report.find("linalg.matmul")[1:]
    assert head.location == "head" and head.results == ("f32",)


def mlp(rows, *sizes):
    """Products with relu between them, weights as arguments; and its inputs."""
    random = np.random.RandomState(0)
    inputs = [random.standard_normal((rows, sizes[0])).astype(np.float32)]
    arguments, body, value = [f"%x: tensor<{rows}x{sizes[0]}xf32>"], "", "%x"
    for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
        inputs.append((random.standard_normal((a, b)) / a**0.5).astype(np.float32))
        arguments.append(f"%w{i}: tensor<{a}x{b}xf32>")
        out = f"tensor<{rows}x{b}xf32>"
        body += f"""
  %e{i} = tensor.empty() : {out}
  %f{i} = linalg.fill ins(%zero : f32) outs(%e{i} : {out}) -> {out}
  %p{i} = linalg.matmul ins({value}, %w{i} : tensor<{rows}x{a}xf32>, tensor<{a}x{b}xf32>)
         outs(%f{i} : {out}) -> {out}
  %r{i} = linalg.max ins(%p{i}, %f{i} : {out}, {out}) outs(%e{i} : {out}) -> {out}"""
        value = f"%r{i}"
    return (
        f"func.func @main({', '.join(arguments)}) -> {out} {{\n"
        f"  %zero = arith.constant 0.0 : f32{body}\n  return {value} : {out}\n}}\n",
        inputs,
    )


def test_weights_as_arguments_cost_what_they_cost_the_conversion():
    text, arguments = mlp(8, 128, 512, 512, 64)
    # Their casts are done once: the conversion makes everything low, and moves more
    # bytes in a call that does them.
    low = mlir_amp.convert(text)
    report = low.report
    assert report.weight_bytes[1] > report.weight_bytes[0]
    before, after = (report.data["objective"][key] for key in ("before", "after"))
    casts = report.data["casts"]["weight_bytes"]
    assert after == report.activation_bytes[1] + report.weight_bytes[1] - casts < before
    tuned = mlir_amp.tune(text, [arguments], tolerance=0.5, max_shadow_runs=8)
    assert str(tuned.module) == str(low) and tuned.evaluations == 1
    assert (tuned.cost, tuned.cost_before) == (after, before)
    # Below its error there is something between it and f32.
    error = tuned.metric
    tuned = mlir_amp.tune(text, [arguments], tolerance=0.99 * error)
    assert tuned.curve[0].cost == after and tuned.curve[0].emulated == pytest.approx(error)
    assert after < tuned.cost < before and tuned.metric <= 0.99 * error


def test_a_model_behind_a_call_is_tuned_like_any():
    text, arguments = mlp(8, 64, 64, 64)
    weights = ", ".join(f"%w{i}: tensor<64x64xf32>" for i in range(2))
    of, w = "tensor<8x64xf32>", "tensor<64x64xf32>"
    called = text.replace("func.func @main", "func.func private @net") + f"""
func.func @main(%x: {of}, {weights}) -> {of} {{
  %0 = call @net(%x, %w0, %w1) : ({of}, {w}, {w}) -> {of}
  %1 = call @net(%0, %w0, %w1) : ({of}, {w}, {w}) -> {of}
  return %1 : {of}
}}
"""
    tuned = mlir_amp.tune(called, [arguments], tolerance=0.5)
    before = tuned.cost_before
    # Both calls count, and what they compute can be kept high a part at a time.
    tuned = mlir_amp.tune(called, [arguments], tolerance=0.9 * tuned.metric)
    assert tuned.cost < before and tuned.module.report.changed
    assert any(kept.path.startswith("@net/") for kept in tuned.kept)
    assert 0 < tuned.metric


def test_evaluations_that_do_not_suffice_are_admitted(breaker, capsys, monkeypatch):
    from mlir_amp._cli import main

    module, arguments = mlir_amp.parse(breaker.module()), breaker.inputs()
    for count in (0, -1):
        with pytest.raises(ValueError, match=f"max_evaluations to be at least 1, got {count}"):
            mlir_amp.tune(module, [arguments], max_evaluations=count)
        words = ["m.mlir", "x.npy", "--tolerance", "1", "-o", "n.plan"]
        with pytest.raises(SystemExit):
            main(["tune", *words, "--max-evaluations", str(count)])
        assert f"expected a number above 0, got {count}" in capsys.readouterr().err
    # No conversion holds what the emulation says of it.
    monkeypatch.setattr(mlir_amp._tune, "evaluate", lambda *_: (1.0, 0.0))
    for count, stopped in ((1, True), (30, False)):
        tuned = mlir_amp.tune(
            module, [arguments], max_evaluations=count, max_shadow_runs=8
        )
        assert tuned.stopped is stopped and tuned.cost == tuned.cost_before
        assert ("\nstopped after 1 evaluations: " in tuned.report()) is stopped


def test_metrics_see_bf16_results_as_numbers():
    text, arguments = mlp(32, 64, 32)
    cast = "%low = arith.truncf %r0 : tensor<32x32xf32> to tensor<32x32xbf16>"
    text = text.replace("return %r0 : tensor<32x32xf32>", f"{cast}\n  return %low : tensor<32x32xbf16>")
    low = mlir_amp.parse(text.replace("-> tensor<32x32xf32> {", "-> tensor<32x32xbf16> {"))
    seen = []

    def metric(results, reference):
        seen.extend(sample[0].dtype for sample in [*results, *reference])
        return relative(results, reference)

    tuned = mlir_amp.tune(low, [arguments], metric, 0.1, dtype="bf16")
    assert seen and set(seen) == {np.dtype(np.float32)}
    got, want = (compile_module(m).numbers(*arguments)[0] for m in (tuned.module, low))
    assert 1 < want.max() < 10
    # Twice the rounding of the result, and that of the factors.
    assert 0 < tuned.metric == relative([(got,)], [(want,)]) < 4 * 2**-8


def test_the_conversion_as_it_is_stays_a_candidate(breaker, monkeypatch):
    # Rounded alone this or that overflows, so that no factor finds the default plan.
    def overflows(self, *_):
        return [float("inf")] * len(self.switches)

    module, arguments = mlir_amp.parse(breaker.module()), breaker.inputs()
    monkeypatch.setattr(mlir_amp._tune.Emulation, "measure", overflows)
    tuned = mlir_amp.tune(module, [arguments], tolerance=1e-2)
    assert str(tuned.module) == str(mlir_amp.convert(module))


def worst_row(results, reference):
    """A metric of one's own."""
    difference = np.abs(results[0][0] - reference[0][0])
    return float(difference.sum(axis=1).max())


def test_threads(breaker):
    module, arguments = mlir_amp.parse(breaker.module()), breaker.inputs()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        tuned = mlir_amp.tune(
            module, [arguments], worst_row, 2e-2, executor=pool, max_shadow_runs=8
        )
    assert tuned.metric <= 2e-2 and tuned.evaluations <= 30
    measured = [point for point in tuned.curve if point.measured is not None]
    assert measured and all(point.seconds is not None for point in measured)


def test_dask_cluster(breaker):
    """The same search on a cluster of other processes."""
    distributed = pytest.importorskip("distributed")
    module, arguments = mlir_amp.parse(breaker.module()), breaker.inputs()
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        client.run(sys.path.insert, 0, str(Path(mlir_amp.__file__).parents[1]))
        tuned = mlir_amp.tune(
            module, [arguments], tolerance=3e-4, executor=client.get_executor()
        )
    alone = mlir_amp.tune(module, [arguments], tolerance=3e-4)
    assert (tuned.plan, tuned.metric) == (alone.plan, alone.metric)


def test_plot(breaker, tmp_path):
    pytest.importorskip("matplotlib")
    module, arguments = mlir_amp.parse(breaker.module()), breaker.inputs()
    tuned = mlir_amp.tune(module, [arguments], tolerance=3e-4, max_shadow_runs=8)
    tuned.plot(tmp_path / "curve.svg")
    text = (tmp_path / "curve.svg").read_text()
    assert "modelled bytes" in text and "chosen" in text


@pytest.mark.parametrize(
    "name, status, message",
    [
        ("curve.xyz", 2, "to end in one of ."),
        ("curve", 2, "to end in one of ."),
        ("missing/curve.svg", 3, "missing/curve.svg"),
    ],
)
def test_a_bad_plot_is_found_before_the_search(
    breaker, tmp_path, capsys, monkeypatch, name, status, message
):
    pytest.importorskip("matplotlib")
    from mlir_amp._cli import main

    monkeypatch.setattr(mlir_amp._tune, "_Search", None)  # whose call fails
    breaker.write(str(tmp_path / "breaker.mlir"))
    np.savez(tmp_path / "run.npz", *breaker.inputs())
    words = ["breaker.mlir", "run.npz", "-o", "n.plan", "--plot", name, "--tolerance", "1"]
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert main(["tune", *words]) == status
    assert message in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


TANH = """func.func @main(%x: {0}) -> {0} {{
  %0 = math.tanh %x : {0}
  return %0 : {0}
}}"""


@pytest.mark.parametrize("metric", list(METRICS))
def test_results_without_rows(metric):
    nothing = "func.func @main(%x: tensor<4xf32>) { return }"
    with pytest.raises(ValueError, match="a function with results to compare, got none"):
        mlir_amp.tune(nothing, [np.ones(4, np.float32)], metric)
    for shape in ((0, 4), (4, 0)):
        text = TANH.format(f"tensor<{shape[0]}x{shape[1]}xf32>")
        assert mlir_amp.tune(text, [np.ones(shape, np.float32)], metric, 0.0).metric == 0
    scalar = TANH.format("tensor<f32>"), [np.float32(1)], metric, 0.0
    if metric in ("relative", "largest"):
        assert mlir_amp.tune(*scalar).metric == 0
    else:
        with pytest.raises(ValueError, match="first result with rows to compare, got a scalar"):
            mlir_amp.tune(*scalar)


def test_metrics():
    want = [(np.array([[1.0, 2.0], [3.0, 0.0]]),)]
    got = [(np.array([[2.0, 1.0], [3.0, 0.0]]),)]
    broken = [(np.array([[np.nan, 1.0], [3.0, 0.0]]),)]
    assert relative(got, want) == pytest.approx((2 / 14) ** 0.5)
    assert largest(got, want) == 1.0
    assert cosine(got, want) == pytest.approx(0.2)
    assert top1(got, want) == 0.5
    for metric in METRICS.values():
        assert metric(want, want) == 0.0
    assert relative(broken, want) == largest(broken, want) == cosine(broken, want) == np.inf
    assert top1(broken, want) == 0.5
    assert find_metric(worst_row) is worst_row


def test_command_lines(breaker, tmp_path, capsys):
    from mlir_amp._cli import main

    breaker.write(str(tmp_path / "breaker.mlir"))
    names = ("x", "keep", "w0", "wq", "wk", "wv", "w1")
    model = [str(tmp_path / "breaker.mlir")]
    arrays = [str(tmp_path / f"{name}.npy") for name in names]
    run = str(tmp_path / "run.npz")
    np.savez(run, *breaker.inputs())
    profile, errors, plan = (str(tmp_path / n) for n in ("p.json", "e.json", "n.plan"))
    assert main(["calibrate", *model, run, run, "-o", profile]) == 0
    assert "-3.403e+38" in capsys.readouterr().out
    assert main(["shadow", *model, *arrays, "--policy", "tvm", "-o", errors]) == 0
    assert "no result is further" in capsys.readouterr().out
    assert main(["tune", *model, *arrays, "--tolerance", "1e-2", "-o", plan]) == 0
    assert "1 evaluations" in capsys.readouterr().out
    assert mlir_amp.convert(model[0], plan=plan).report.changed
    assert mlir_amp.convert(model[0], profile=profile).report.changed
    assert mlir_amp.convert(model[0], profile=errors).report.changed
    assert main(["calibrate", *model, run, arrays[0], "-o", profile]) == 2
    assert ".npy files or .npz files, got both" in capsys.readouterr().err


def test_tosa_models_are_tuned():
    """Zero points stay constants, as TOSA's lowering asks for."""
    kind = "tensor<1x32x32xf32>"
    product = f"({kind}, {kind}, tensor<1xf32>, tensor<1xf32>) -> {kind}"
    text = f"""
    func.func @main(%x: {kind}, %w: {kind}) -> {kind} {{
      %zp = "tosa.const"() <{{values = dense<0.0> : tensor<1xf32>}}> : () -> tensor<1xf32>
      %0 = tosa.matmul %x, %w, %zp, %zp : {product}
      %1 = tosa.tanh %0 : ({kind}) -> {kind}
      %2 = tosa.matmul %1, %w, %zp, %zp : {product}
      return %2 : {kind}
    }}"""
    random = np.random.RandomState(0)
    x, w = (random.randn(1, 32, 32).astype(np.float32) for _ in range(2))
    tuned = mlir_amp.tune(text, [(x, w)], metric="relative", tolerance=1e-2)
    assert tuned.metric <= 1e-2
    assert "f16" in str(tuned.module)
