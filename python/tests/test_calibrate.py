# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calibration: what is recorded, what the profile says, what it does."""

import json
import warnings

import pytest

import mlir_amp
from mlir_amp._cli import main
from test_compile_lowering import UNKNOWN_REGION

np = pytest.importorskip("numpy")

SQUARE = """\
func.func @main(%a: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = arith.mulf %a, %a : tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %c : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %c : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
"""
LOOP = """\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %x) -> tensor<4xf32> {
    %s = scf.for %j = %c0 to %c1 step %c1 iter_args(%g = %h) -> tensor<4xf32> {
      %p = arith.mulf %g, %two : tensor<4xf32>
      scf.yield %p : tensor<4xf32>
    }
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""


def special():
    """Each special value once or more, and some usual ones."""
    tiny = np.float32(1e-40)
    values = [np.inf, -np.inf, np.nan, 0.0, -0.0, tiny, 1.0, -1.5, 3e-5, 70000.0]
    return np.array(values, np.float32)


def test_every_column(tmp_path):
    text = "func.func @main(%x: tensor<10xf32>) -> tensor<10xf32> { return %x : tensor<10xf32> }"
    with pytest.warns(mlir_amp.AmpWarning, match="1 values are infinite or NaN"):
        profile = mlir_amp.calibrate(text, [special(), special()])
    record = profile.find("@main/arg#0")
    assert (record.elements, record.infinite, record.nan) == (20, 4, 2)
    assert (record.zero, record.subnormal) == (4, 2)
    assert (record.min, record.max) == (-1.5, 70000.0)
    finite = special()[np.isfinite(special())].astype(np.float64)
    assert record.rms == pytest.approx(np.sqrt(np.mean(finite**2)))
    nonzero = finite[finite != 0]
    assert record.rms_nonzero == pytest.approx(np.sqrt(np.mean(nonzero**2)))
    # 3e-5 lies between 2^-16 and 2^-15, 70000 between 2^16 and 2^17.
    assert record.exponents == {-16: 2, 0: 4, 16: 2}
    # Of ten numbers other than zero, one is subnormal in f32, one in f16 alone.
    assert record.share_below("f16") == pytest.approx(0.4)
    assert record.share_below("f16", vanish=True) == pytest.approx(0.2)
    assert record.overflow("f16") > 1 > record.overflow("bf16")
    with pytest.raises(ValueError, match="expected dtype to be f16 or bf16, got 'f61'"):
        record.overflow("f61")


def test_low_values_too():
    text = "func.func @main(%x: tensor<3xbf16>) -> tensor<3xf32> {\n  %0 = arith.extf %x : tensor<3xbf16> to tensor<3xf32>\n  return %0 : tensor<3xf32> }"
    record = mlir_amp.calibrate(text, [np.array([1, -2, 3], np.float32)]).records[-1]
    assert (record.min, record.max) == (-2, 3)


def test_values_in_loops_count_each_iteration():
    profile = mlir_amp.calibrate(LOOP, [np.full(4, 1, np.float32)])
    product = profile.find("@main/arith.mulf#0")
    assert (product.elements, product.min, product.max) == (12, 2, 8)
    result = profile.find("@main/scf.for#0")
    assert (result.elements, result.min) == (4, 8)


def test_values_of_a_function_count_each_call():
    """Of several calls in a function, in a loop, and of a caller of a caller."""
    text = """
    func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = arith.addf %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func private @more(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = func.call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %0 = func.call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %0) -> tensor<4xf32> {
        %p = func.call @twice(%h) : (tensor<4xf32>) -> tensor<4xf32>
        scf.yield %p : tensor<4xf32>
      }
      %1 = func.call @more(%r) : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }"""
    samples = [np.full(4, value, np.float32) for value in (0.5, -1)]
    records = mlir_amp.calibrate(text, samples).records
    (total,) = (r for r in records if r.path == "@twice/arith.addf#0")
    # Five calls of each run: 1 to 16, and -2 to -32.
    assert (total.elements, total.min, total.max) == (40, -32, 16)
    (result,) = (r for r in records if r.path == "@more/func.call#0")
    assert (result.elements, result.min, result.max) == (8, -32, 16)


def test_the_table_is_made_anew_for_each_run():
    profiles = [
        mlir_amp.calibrate(SQUARE, 2 * [(np.full((64, 64), value, np.float32),) * 2])
        for value in (1, 3)
    ]
    for profile, largest in zip(profiles, (1, 9)):
        square = profile.find("@main/arith.mulf#0")
        assert (square.elements, square.max) == (2 * 64 * 64, largest)


def test_samples_may_be_a_generator_and_are_not_kept():
    alive = []

    def samples():
        import weakref

        for value in range(5):
            array = np.full((64, 64), value, np.float32)
            alive.append(weakref.ref(array))
            yield array, array

    profile = mlir_amp.calibrate(SQUARE, samples())
    assert profile.samples == 5
    assert profile.find("@main/arith.mulf#0").max == 16
    assert sum(ref() is not None for ref in alive) <= 1


def test_profile_keeps_what_overflows_high(tmp_path):
    large = np.full((64, 64), 250, np.float32)  # squares are 62500: too close
    small = np.full((64, 64), 1e-3, np.float32)
    path = tmp_path / "net.json"
    profile = mlir_amp.calibrate(SQUARE, [(large, small)], save=path)
    assert [r.path for r in profile.outside("f16")] == ["@main/arith.mulf#0"]
    assert profile.outside("bf16") == []
    data = json.loads(path.read_text())
    assert data["margin"] == 2.0
    without = tmp_path / "without.plan"
    kept = tmp_path / "kept.plan"
    mlir_amp.convert(SQUARE, save_plan=without)
    mlir_amp.convert(SQUARE, save_plan=kept, profile=path)
    assert "@main/arith.mulf#0: high -> both" in without.read_text()
    assert "@main/arith.mulf#0: high -> high" in kept.read_text()
    # The profile itself, which is no file, says the same.
    kept.unlink()
    mlir_amp.convert(SQUARE, save_plan=kept, profile=profile)
    assert "@main/arith.mulf#0: high -> high" in kept.read_text()
    # With less head-room the same measurement forbids nothing.
    mlir_amp.calibrate(SQUARE, [(large, small)], margin=1, save=path)
    mlir_amp.convert(SQUARE, save_plan=kept, profile=path)
    assert without.read_text() == kept.read_text()


def test_profile_keeps_what_loses_digits_high(tmp_path):
    """Of numbers around 1e-5 f16 has fewer digits than bf16; a few large ones beside
    them are what matters, and zeros say nothing."""
    tiny = np.full((64, 64), 3e-3, np.float32)  # squares are 9e-6
    sparse = tiny * (np.arange(64) % 8 == 0).astype(np.float32)
    mixed = tiny.copy()
    mixed[0, 0] = 1
    ones = np.ones((64, 64), np.float32)
    plan = tmp_path / "net.plan"
    for values, kept in ((tiny, True), (sparse, True), (mixed, False), (2 * tiny, False)):
        profile = mlir_amp.calibrate(SQUARE, [(values, ones)])
        square = profile.find("@main/arith.mulf#0")
        assert square.loses_digits("f16") == kept
        assert not square.loses_digits("bf16")
        assert (square in profile.outside("f16")) == kept
        mlir_amp.convert(SQUARE, save_plan=plan, profile=profile)
        assert (f"mulf#0: high -> {'high' if kept else 'both'}") in plan.read_text()
    profile = mlir_amp.calibrate(SQUARE, [(0 * tiny, ones)])
    assert not profile.find("@main/arith.mulf#0").loses_digits("f16")
    assert profile.find("@main/arith.mulf#0").rms_nonzero == 0


def test_bad_arguments():
    with pytest.raises(ValueError, match="at least one sample, got none"):
        mlir_amp.calibrate(SQUARE, [])
    with pytest.raises(TypeError, match="sample to be a tuple of arrays.*got a dict"):
        mlir_amp.calibrate(SQUARE, [{"x": 1, "i": 2}])
    with pytest.raises(ValueError, match="margin to be at least 1 and finite, got 0.5"):
        mlir_amp.calibrate(SQUARE, [], margin=0.5)
    for margin in (float("inf"), float("nan")):
        with pytest.raises(ValueError, match=f"at least 1 and finite, got {margin}"):
            mlir_amp.calibrate(SQUARE, [], margin=margin)
        with pytest.raises(ValueError, match=f"at least 1 and finite, got {margin}"):
            mlir_amp.Profile(margin=margin).json()
    with pytest.raises(FileNotFoundError, match="missing/p.json"):
        mlir_amp.calibrate(SQUARE, [], save="missing/p.json")
    two = SQUARE + SQUARE.replace("@main", "@other")
    for run in (mlir_amp.calibrate, mlir_amp.shadow, mlir_amp.tune):
        with pytest.raises(mlir_amp.MLIRError, match="got 'main', 'other'") as caught:
            run(two, [])
        # The line, not the module.
        assert caught.value.location.line == 9
        assert not caught.value.diagnostics[0].notes
        with pytest.raises(mlir_amp.MLIRError, match="here 'main', 'other'; got 'third'"):
            run(two, [], entry="third")


def test_entries_that_cannot_be_run():
    """Several blocks, an op of which nobody knows what it uses: that is the cause."""
    blocks = """\
func.func @main(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^one, ^two
^one:
  return %x : tensor<4xf32>
^two:
  %0 = math.absf %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
    unknown = mlir_amp.parse(UNKNOWN_REGION, allow_unregistered=True)
    for module, line, cause in (
        (blocks, 1, "expected the function to have one block"),
        (unknown, 2, "got 'foo.bar' with a region: which functions it uses is not known"),
    ):
        for run in (mlir_amp.calibrate, mlir_amp.shadow, mlir_amp.tune):
            with pytest.raises(mlir_amp.MLIRError, match=cause) as caught:
                run(module, [])
            assert caught.value.location.line == line
            assert caught.value.summary == "the module has no entry that can be run"


def test_nobody_knows_whether_nan_fits():
    text = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
    with pytest.warns(mlir_amp.AmpWarning, match="1 values are infinite or NaN"):
        profile = mlir_amp.calibrate(text, [np.full(4, np.nan, np.float32)])
    row = profile.table().splitlines()[1].split()
    assert row[:3] == ["@main/arg#0", "none", "none"] and row[-1] == "unknown"


def test_an_entry_of_any_name(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    a, c = np.full((64, 64), 3, np.float32), np.zeros((64, 64), np.float32)
    np.savez("run.npz", a, c)
    one = SQUARE.replace("@main", "@net")
    helper = SQUARE.replace("@main", "@helper").replace("mulf", "addf")
    calls = """func.func @net(%a: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %0 = call @helper(%a, %c) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      return %0 : tensor<64x64xf32>
    }
    """
    assert mlir_amp.calibrate(one, [(a, c)]).find("@net/arith.mulf#0").max == 9
    for text, entry in (
        (one, None),
        (helper.replace("func.func", "func.func private") + calls, None),
        (helper + one, "net"),
        (helper + one, "helper"),
    ):
        (tmp_path / "net.mlir").write_text(text)
        named = ["--entry", entry] if entry else []
        model = ["net.mlir", "run.npz", *named]
        assert main(["calibrate", *model, "-o", "p.json"]) == 0
        told = capsys.readouterr().out
        assert ("@helper/arith.addf#0" in told) == (entry == "helper" or "call" in text)
        assert main(["shadow", *model]) == 0
        assert f"@{entry or 'net'}/" in capsys.readouterr().out
        assert main(["tune", *model, "--tolerance", "1", "-o", "p.plan"]) == 0
        assert "evaluations" in capsys.readouterr().out
    assert main(["shadow", "net.mlir", "run.npz"]) == 1
    error = capsys.readouterr().err
    assert "got 'helper', 'net'" in error and "func.func" not in error


def test_a_margin_of_numpy(tmp_path):
    path = tmp_path / "net.json"
    arrays = np.ones((64, 64), np.float32), np.ones((64, 64), np.float32)
    profile = mlir_amp.calibrate(SQUARE, [arrays], margin=np.float32(2.5), save=path)
    assert profile.margin == json.loads(path.read_text())["margin"] == 2.5
    assert '"margin": 3.0,' in mlir_amp.Profile(margin=np.int64(3)).json()


def test_a_failed_save_leaves_the_old_file(tmp_path):
    path = tmp_path / "net.json"
    path.write_text("old")
    profile = mlir_amp.Profile(margin=object())
    with pytest.raises(TypeError):
        profile.save(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("more", [["--margin", "inf"], ["--margin", "nan"], ["--dtype", "f61"]])
def test_a_bad_command_line_writes_nothing(more, tmp_path, capsys):
    model, array, profile = (tmp_path / name for name in ("m.mlir", "x.npy", "p.json"))
    model.write_text(SQUARE)
    np.save(array, np.ones((64, 64), np.float32))
    command = ["calibrate", model, array, array, "-o", profile, *more]
    try:
        status = main(list(map(str, command)))
    except SystemExit as error:  # of argparse
        status = error.code
    assert status == 2 and not profile.exists()
    assert more[1] in capsys.readouterr().err


CONTROL_FLOW = """\
func.func private @scale(%x: tensor<4xf32>, %by: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.mulf %x, %by : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %n: tensor<i64>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %limit = tensor.extract %n[] : tensor<i64>
  %once = call @scale(%x, %two) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r:2 = scf.while (%i = %c0, %h = %once) : (i64, tensor<4xf32>) -> (i64, tensor<4xf32>) {
    %go = arith.cmpi slt, %i, %limit : i64
    scf.condition(%go) %i, %h : i64, tensor<4xf32>
  } do {
  ^bb0(%i: i64, %h: tensor<4xf32>):
    %j = arith.addi %i, %c1 : i64
    %low = arith.andi %i, %c1 : i64
    %odd = arith.cmpi eq, %low, %c1 : i64
    %k = scf.if %odd -> tensor<4xf32> {
      %a = func.call @scale(%h, %two) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      scf.yield %a : tensor<4xf32>
    } else {
      %b = arith.addf %h, %x : tensor<4xf32>
      scf.yield %b : tensor<4xf32>
    }
    scf.yield %j, %k : i64, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}
"""


def test_control_flow_and_callees_are_recorded():
    x = np.array([1, 2, 3, 4], np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        profile = mlir_amp.calibrate(CONTROL_FLOW, [(x, np.int64(4)), (x, np.int64(0))])
    products = profile.find("@scale/arith.mulf#0")
    # 2x in both runs; 3x and then 7x doubled in the first.
    assert (products.elements, products.min, products.max) == (16, 2.0, 56.0)
    (path,) = (r.path for r in profile.records if "arith.addf" in r.path)
    sums = profile.find(path)
    # Never seen in the second run, which leaves its bounds alone: 3x and 7x.
    assert (sums.elements, sums.min, sums.max) == (8, 3.0, 28.0)
    never = mlir_amp.calibrate(CONTROL_FLOW, [(x, np.int64(0))])
    assert path not in [record.path for record in never.records]
