# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that come whole or not at all, and `run`, which reads and writes arrays."""

import os
import resource
import stat
import subprocess
import sys

import pytest

import mlir_amp
from mlir_amp._cli import main
from mlir_amp._files import (
    check_outputs,
    check_writable,
    read_archive,
    whole_file,
    write_text,
)

np = pytest.importorskip("numpy")

MODEL = """\
func.func @main(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = arith.addf %x, %x : tensor<4096xf32>
  return %0 : tensor<4096xf32>
}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("library") / "model.so"
    mlir_amp.compile(MODEL, output=path)
    return str(path)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working folder, with an input."""
    monkeypatch.chdir(tmp_path)
    np.save("x.npy", np.arange(4096, dtype=np.float32))
    return tmp_path


def test_a_file_keeps_permissions_and_links(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_text(link, "new")
    assert path.read_text() == "new" and link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    with pytest.raises(ZeroDivisionError), whole_file(path) as file:
        file.write(b"half")
        1 / 0
    assert path.read_text() == "new"
    assert sorted(tmp_path.iterdir()) == [path, link]


@pytest.mark.parametrize("name", ["", "missing/file", "file/file"])
def test_what_cannot_be_written_is_found_first(tmp_path, name):
    (tmp_path / "file").write_text("old")
    for write in (check_writable, lambda path: write_text(path, "new")):
        with pytest.raises(OSError) as caught:
            write(tmp_path / name)
        assert caught.value.filename == str(tmp_path / name)
    for fine in ("file", "new"):
        check_writable(tmp_path / fine)
    check_writable("/dev/null")
    assert (tmp_path / "file").read_text() == "old" and len(os.listdir(tmp_path)) == 1


@pytest.mark.parametrize("name", ["y.npy", "no-ending", "y.txt"])
def test_run_writes_the_file_that_is_named(library, folder, name):
    assert main(["run", library, "x.npy", "-o", name]) == 0
    with open(name, "rb") as file:
        assert np.array_equal(np.load(file), 2 * np.load("x.npy"))
    assert sorted(os.listdir()) == sorted(["x.npy", name])


def test_run_shows_bf16_as_numbers(tmp_path, capsys):
    text = "func.func @main(%x: tensor<2xbf16>) -> tensor<2xbf16> { return %x : tensor<2xbf16> }"
    library, x = str(tmp_path / "bf16.so"), str(tmp_path / "x.npy")
    mlir_amp.compile(text, output=library)
    np.save(x, np.array([-1.5, 1], np.float32))
    assert main(["run", library, x]) == 0
    assert "result0: 2xbf16: min -1.5, max 1\n" in capsys.readouterr().out


def test_run_writes_to_devices(library, folder, capsys):
    assert main(["run", library, "x.npy", "-o", "/dev/null"]) == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode) and not os.path.exists("/dev/null.npy")
    assert main(["run", library, "x.npy", "-o", "/dev/full"]) == 3
    assert "No space left on device: '/dev/full'" in capsys.readouterr().err
    assert os.listdir() == ["x.npy"]


# Two lengths: numpy itself misses a write that fails in the last block of a file.
@pytest.mark.parametrize("limit", [4096, 16384])
def test_a_full_disk_leaves_the_old_file(library, folder, limit):
    (folder / "y.npy").write_text("old")
    done = subprocess.run(
        [sys.executable, "-m", "mlir_amp", "run", library, "x.npy", "-o", "y.npy"],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == 3
    assert done.stderr == b"error: [Errno 27] File too large: 'y.npy'\n"
    assert (folder / "y.npy").read_text() == "old"
    assert sorted(os.listdir()) == ["x.npy", "y.npy"]


def test_run_has_no_result_for_a_second_output(library, folder, capsys):
    assert main(["run", library, "x.npy", "-o", "y.npy", "-o", "z.npy"]) == 2
    assert "at most 1 output files, one a result, got 2" in capsys.readouterr().err
    assert os.listdir() == ["x.npy"]


@pytest.mark.parametrize("name", ["bad.npy", "bad.npz"])
@pytest.mark.parametrize("content", ["empty", "array", "archive", "half", "pickle"])
def test_inputs_that_are_no_arrays(library, folder, capsys, name, content):
    array = np.zeros(4096, object if content == "pickle" else np.float32)
    with open(name, "wb") as file:
        (np.savez if content == "archive" else np.save)(file, array)
    if content in ("empty", "half"):
        os.truncate(name, 0 if content == "empty" else 300)
    if (name, content) in (("bad.npy", "array"), ("bad.npz", "archive")):
        return  # as they should be
    (folder / "model.mlir").write_text(MODEL)
    commands = [["calibrate", "model.mlir", name, "-o", "p.json"]]
    if name == "bad.npy":
        commands.append(["run", library, name])
    for command in commands:
        assert main(command) == 2
        error = capsys.readouterr().err
        assert f"error: {name}: expected a {name[3:]} file of numpy: " in error
    assert not os.path.exists("p.json")


NAMES = ["x", "keep", "w0"]
UNNAMED = ["arg0", "arg1", "arg2"]


@pytest.mark.parametrize(
    "keys, names",
    [
        (NAMES, NAMES),
        ([f"arr_{i}" for i in range(12)], [f"a{i}" for i in range(12)]),
        ([f"arr_{i}" for i in range(3)], UNNAMED),
        (UNNAMED, UNNAMED),
        (["arr_1", "arr_2", "arr_0"], ["arr_1", "arr_2", "arr_0"]),
    ],
)
@pytest.mark.parametrize("save", ["savez", "savez_compressed"])
def test_arrays_of_archives_go_by_name(tmp_path, keys, names, save):
    path = str(tmp_path / "run.npz")
    arrays = {key: np.full(2, i) for i, key in enumerate(keys)}
    # Whatever the order in the file.
    for order in (keys, keys[::-1]):
        getattr(np, save)(path, **{key: arrays[key] for key in order})
        found = [int(array[0]) for array in read_archive(path, names)]
        assert found == list(range(len(keys)))


@pytest.mark.parametrize("names", [UNNAMED, ["main"] * 3])
def test_arrays_go_by_position_where_arguments_have_no_names(tmp_path, names):
    path = str(tmp_path / "run.npz")
    np.savez(path, z=[0], y=[1], x=[2])
    assert [int(array[0]) for array in read_archive(path, names)] == [0, 1, 2]


@pytest.mark.parametrize(
    "keys, names, message",
    [
        (["x", "keep", "w"], NAMES, "arrays named 'x', 'keep', 'w0': unknown 'w', missing 'w0'"),
        (["x", "keep"], NAMES, "arrays named 'x', 'keep', 'w0': missing 'w0'"),
        ([*NAMES, "w1"], NAMES, "arrays named 'x', 'keep', 'w0': unknown 'w1'"),
        (["a", "b", "c"], NAMES, "unknown 'a', unknown 'b', unknown 'c', missing 'x'"),
        (["arr_0", "arr_2", "arr_3"], NAMES, "unknown 'arr_0', unknown 'arr_2'"),
        (["arg1", "y", "x"], UNNAMED, "unknown 'y', unknown 'x', missing 'arg0'"),
        (["arr_0", "arr_1"], NAMES, "expected 3 arrays, got 2"),
        (["a", "b"], UNNAMED, "expected 3 arrays, got 2"),
        ([], NAMES, "expected 3 arrays, got 0"),
    ],
)
def test_arrays_that_are_not_the_arguments(tmp_path, keys, names, message):
    path = str(tmp_path / "run.npz")
    np.savez(path, **{key: np.zeros(2) for key in keys})
    with pytest.raises(ValueError) as caught:
        read_archive(path, names)
    assert str(caught.value).startswith(f"{path}: expected") and message in str(caught.value)


def test_archives_by_name_on_the_command_line(folder, capsys):
    (folder / "model.mlir").write_text(
        'func.func @main(%x: tensor<4xf32> loc("x"), %y: tensor<4xf32> loc("y"))'
        " -> tensor<4xf32> {\n"
        "  %0 = arith.subf %x, %y : tensor<4xf32>\n"
        "  return %0 : tensor<4xf32>\n}\n"
    )
    x, y = np.full(4, 3, np.float32), np.full(4, 1, np.float32)
    np.savez("run.npz", y=y, x=x)
    assert main(["calibrate", "model.mlir", "run.npz", "-o", "p.json"]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if "subf" in line)
    assert row.split()[1:3] == ["2", "2"]
    np.savez("run.npz", y=y, z=x)
    for command in (["calibrate", "-o", "p.json"], ["shadow"]):
        assert main([command[0], "model.mlir", "run.npz", *command[1:]]) == 2
        error = "run.npz: expected arrays named 'x', 'y': unknown 'z', missing 'x'"
        assert error in capsys.readouterr().err


def test_outputs_are_files_of_their_own(folder, capsys):
    (folder / "model.mlir").write_text(MODEL)
    (folder / "link").symlink_to("same")
    before = sorted(os.listdir())
    for words in (
        ["convert", "model.mlir", "--save-plan", "same", "--report", "same"],
        ["convert", "model.mlir", "--save-plan", "same", "-o", "./same"],
        ["convert", "model.mlir", "--report", "link", "-o", "same"],
        ["compile", "model.mlir", "-o", "same", "--header", "same"],
        ["tune", "model.mlir", "x.npy", "--tolerance", "1", "-o", "s.svg", "--plot", "s.svg"],
        ["bench", "net", "--json", "same", "--out", "same"],
    ):
        assert main(words) == 2
        assert "expected each output in a file of its own, got" in capsys.readouterr().err
    for output, header in (("model.mlir", None), ("./model.mlir", None), ("m.so", "model.mlir")):
        with pytest.raises(ValueError, match="beside the module"):
            mlir_amp.compile("model.mlir", output=output, header=header)
    assert main(["compile", "model.mlir", "-o", "./model.mlir"]) == 2
    assert "beside the module" in capsys.readouterr().err
    for write in (
        lambda name: mlir_amp.convert("model.mlir", save_plan=name),
        lambda name: mlir_amp.calibrate("model.mlir", [np.load("x.npy")], save=name),
    ):
        with pytest.raises(ValueError, match="beside the module, got './model.mlir'"):
            write("./model.mlir")
    check_outputs("/dev/null", "/dev/null", None, "one", "two")
    with pytest.raises(ValueError, match="got './one', which is 'one'"):
        check_outputs("one", "./one")
    assert sorted(os.listdir()) == before


def test_names_may_be_bytes(folder):
    mlir_amp.calibrate(MODEL, [np.load("x.npy")], save=b"p.json")
    mlir_amp.convert(MODEL, profile=b"p.json", save_plan=b"n.plan")
    assert mlir_amp.compile(MODEL, output=b"m.so").path == "m.so"
    assert sorted(os.listdir()) == ["m.so", "n.plan", "p.json", "x.npy"]
    with pytest.raises(OSError, match="expected a name in UTF-8"):
        mlir_amp.convert(MODEL, profile=b"p\xff.json")


@pytest.mark.parametrize("name", ["model.mlir", "link", "x.npy"])
def test_outputs_replace_nothing_that_is_read(folder, capsys, name):
    (folder / "model.mlir").write_text(MODEL)
    (folder / "link").symlink_to("model.mlir")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    read = ["model.mlir", "x.npy"]
    commands = [
        ["calibrate", *read, "-o", name],
        ["shadow", *read, "-o", name],
        ["tune", *read, "--tolerance", "1", "-o", name],
    ]
    if name != "x.npy":
        commands.append(["convert", "model.mlir", "-o", "o.mlir", "--save-plan", name])
        commands.append(["convert", "model.mlir", "-o", "o.mlir", "--report", name])
    what = "the inputs" if name == "x.npy" else "the module"
    for words in commands:
        assert main(words) == 2
        error = capsys.readouterr().err
        assert error == f"error: expected an output beside {what}, got {name!r}\n"
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("what", ["policy", "plan", "profile", "rules"])
def test_outputs_keep_what_decides(folder, what, capsys):
    (folder / "file").write_text("kept")
    (folder / "link").symlink_to("file")
    words = ["--rule", "file:own"] if what == "rules" else [f"--{what}", "file"]
    for command in (
        ["convert", "model.mlir", "-o", "./file"],
        ["convert", "model.mlir", "-o", "o.mlir", "--report", "link"],
        ["shadow", "model.mlir", "x.npy", "-o", "file"],
    ):
        assert main([*command, *words]) == 2
        assert f"error: expected an output beside the {what}, got" in capsys.readouterr().err
    assert (folder / "file").read_text() == "kept"


def test_run_keeps_its_library(library, folder, capsys):
    assert main(["run", library, "x.npy", "-o", library]) == 2
    assert "expected an output beside the model, got" in capsys.readouterr().err


def test_run_keeps_its_inputs(library, folder, capsys):
    before = (folder / "x.npy").read_bytes()
    assert main(["run", library, "x.npy", "-o", "x.npy"]) == 2
    assert "expected an output beside the inputs, got" in capsys.readouterr().err
    assert (folder / "x.npy").read_bytes() == before


def test_run_of_no_library(folder, capsys):
    for name in (".", "..", str(folder)):
        assert main(["run", name]) == 3
        assert f"Is a directory: {name!r}" in capsys.readouterr().err
    assert main(["run", "missing.so"]) == 3


def test_run_repeats_once_or_more(library, folder, capsys):
    for count in ("0", "-3", "x"):
        with pytest.raises(SystemExit) as caught:
            main(["run", library, "x.npy", "--repeat", count])
        assert caught.value.code == 2 and count in capsys.readouterr().err


def test_a_picture_comes_whole(folder):
    pytest.importorskip("matplotlib")
    code = (
        "import mlir_amp._plots as p, resource\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "p.draw_trade('net', [('f32', 1.0, 1e-7)], 'net.svg')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert b"File too large: 'net.svg'" in done.stderr
    assert os.listdir() == ["x.npy"]
