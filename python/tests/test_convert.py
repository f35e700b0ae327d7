# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The conversion: options, reports, warnings, progress."""

import json
import warnings

import pytest

import mlir_amp



def test_the_given_module_stays(matmul):
    module = mlir_amp.parse(matmul)
    before = str(module)
    mlir_amp.convert(module, signature="convert")
    assert str(module) == before


@pytest.mark.parametrize(
    "option, value",
    [
        ("signature", "maybe"),
        ("assign", "best"),
        ("compute", "f16"),
        ("accumulate", "f64"),
        ("unlisted", "crash"),
    ],
)
def test_wrong_options_name_what_is_expected(matmul, option, value):
    with pytest.raises(ValueError, match=f"expected {option} to be one of .*{value}"):
        mlir_amp.convert(matmul, **{option: value})


def test_unknown_dtype(matmul):
    with pytest.raises(mlir_amp.MLIRError, match="f17"):
        mlir_amp.convert(matmul, dtype="f17")
    with pytest.raises(TypeError, match="option 'type' cannot be <class 'float'>"):
        mlir_amp.convert(matmul, dtype=float)


@pytest.mark.parametrize("text", ["", b"", "module {}"])
def test_nothing_is_converted_to_nothing(text):
    # No op loads a dialect on the way.
    assert not mlir_amp.convert(text).report.changed


def test_a_file_that_cannot_be_written_is_named(matmul, tmp_path):
    path = str(tmp_path / "none" / "out.mlir")
    with pytest.raises(FileNotFoundError) as error:
        mlir_amp.convert(matmul).save(path)
    assert error.value.filename == path


def test_signature_keeps_public_types(matmul):
    kept = str(mlir_amp.convert(matmul))
    assert "@main(%arg0: tensor<64x64xf32>" in kept and "xf16>" in kept
    assert "@main(%arg0: tensor<64x64xf16>" in str(
        mlir_amp.convert(matmul, signature="convert")
    )


@pytest.mark.parametrize("assign", ["optimal", "greedy", "fixpoint"])
def test_every_assignment_verifies(resnet, assign):
    module = mlir_amp.convert(resnet, assign=assign)
    module.verify()
    assert "xf16>" in str(module)
    assert module.report.data["assign"] == assign


def test_equal_to_the_pass(resnet):
    module = mlir_amp.parse(resnet)
    by_pass = module.run_pipeline("builtin.module(amp-autocast{type=bf16})")
    assert str(mlir_amp.convert(module, dtype="bf16")) == str(by_pass)


def test_twice_changes_nothing(resnet):
    once = mlir_amp.convert(resnet)
    assert str(mlir_amp.convert(once)) == str(once)


def test_report_as_objects_and_table(resnet):
    report = mlir_amp.convert(resnet).report
    before, after = report.activation_bytes
    assert report.changed and 0 < after < before
    convolutions = report.find("linalg.conv_2d_nchw_fchw")
    assert len(convolutions) == 6
    assert {op.category for op in convolutions} == {"always"}
    assert {op.accumulate for op in convolutions} == {"f32"}
    table = report.table()
    assert "mixed precision: f32 -> f16" in table and "activations" in table
    assert json.loads(report.json()) == report.data


def test_report_prints_where_asked(resnet, capfd):
    import io

    report = mlir_amp.convert(resnet).report
    stream = io.StringIO()
    report.print(file=stream)
    assert "activations" in stream.getvalue()
    assert capfd.readouterr() == ("", "")


def test_report_without_rich(resnet, monkeypatch):
    import io
    import sys

    for name in ("rich", "rich.console", "rich.table"):
        monkeypatch.setitem(sys.modules, name, None)
    report = mlir_amp.convert(resnet).report
    stream = io.StringIO()
    report.print(file=stream)
    assert stream.getvalue() == report.table()


def test_nothing_to_do_says_why():
    module = mlir_amp.convert("func.func @f(%a: i32) -> i32 { return %a : i32 }")
    assert not module.report.changed and module.report.unchanged_reason


def test_warnings_of_mlir_are_python_warnings():
    text = """\
func.func @main(%a: tensor<64x64xf32>) -> tensor<2xindex> {
  %s = shape.shape_of %a : tensor<64x64xf32> -> tensor<2xindex>
  return %s : tensor<2xindex>
}
"""
    with pytest.warns(mlir_amp.AmpWarning, match="shape.shape_of"):
        module = mlir_amp.convert(text, unlisted="warn")
    assert module.diagnostics[0].location.line == 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mlir_amp.convert(text, unlisted="ignore")
    with pytest.raises(mlir_amp.MLIRError, match="shape.shape_of"):
        mlir_amp.convert(text, unlisted="error")


def test_progress_callback(resnet):
    calls = []
    mlir_amp.convert(resnet, progress=lambda *call: calls.append(call))
    stages = list(dict.fromkeys(stage for stage, _, _ in calls))
    assert stages == ["parse", "decide", "report"]
    counted = [(done, total) for stage, done, total in calls if total]
    assert counted and all(0 < done <= total for done, total in counted)


def test_progress_failure_comes_through(resnet):
    def broken(stage, done, total):
        raise RuntimeError("no display")

    with pytest.raises(RuntimeError, match="no display"):
        mlir_amp.convert(resnet, progress=broken)


def test_progress_lines_without_tqdm(resnet, monkeypatch, capsys):
    import sys

    monkeypatch.setitem(sys.modules, "tqdm", None)
    mlir_amp.convert(resnet, progress=True)
    captured = capsys.readouterr()
    assert captured.out == "" and "mlir_amp: decide" in captured.err


def test_policy_file(resnet, tmp_path):
    path = tmp_path / "keep.mlir"
    path.write_text(
        'amp.policy @p { amp.rule op("linalg.conv_2d_*") location("stage1/") never }'
    )
    report = mlir_amp.convert(resnet, policy=path).report
    kept = {
        op.location for op in report.find("linalg.conv_2d_nchw_fchw")
        if op.precision == "high"
    }
    assert len(kept) == 2 and all("stage1/conv" in name for name in kept)


def test_policy_error_is_located_in_the_policy(resnet, tmp_path):
    path = tmp_path / "bad.mlir"
    path.write_text('amp.policy @p {\n  amp.rule location("(") never\n}\n')
    with pytest.raises(mlir_amp.MLIRError) as caught:
        mlir_amp.convert(resnet, policy=path)
    assert (caught.value.location.file, caught.value.location.line) == (str(path), 2)


def test_plan_round_trip(resnet, tmp_path):
    path = tmp_path / "plan.json"
    saved = mlir_amp.convert(resnet, assign="greedy", save_plan=path)
    assert str(mlir_amp.convert(resnet, plan=path)) == str(saved)


def test_profile_prices_a_layer(resnet, tmp_path):
    path = tmp_path / "profile.json"
    path.write_text(
        '{"version": 1, "entries": '
        '[{"path": "@main/linalg.matmul#0", "price": 1e11}]}'
    )
    priced = mlir_amp.convert(resnet, profile=path)
    assert str(priced) != str(mlir_amp.convert(resnet))
    path.write_text('{"version": 1, "entries": [{"path": "@none/x.y#0", "price": 1}]}')
    with pytest.raises(mlir_amp.MLIRError) as caught:
        mlir_amp.convert(resnet, profile=path)
    assert caught.value.location.file == str(path)
