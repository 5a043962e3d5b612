"""The files of profiles: every kind of piece is told the same way what is amiss in its file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from vision.balls.profile import load_ball_profile
from vision.base.errors import BadProfile
from vision.base.profile_files import quoted, write_lines
from vision.marks.profile import look_from
from vision.numbers.profile import load_number_profile
from vision.symbols.profile import load_symbol_profile

LOADERS: dict[str, Callable[[Path], object]] = {
    "balls.toml": load_ball_profile,
    "numbers.toml": load_number_profile,
    "symbols.toml": load_symbol_profile,
}
RED = "[colours]\nred = [0.1, 0.1, 0.8]\n"


def complaint(folder: Path, name: str, text: str) -> str:
    """What is said about this file, without its path."""
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadProfile) as said:
        LOADERS[name](folder)
    return str(said.value).removeprefix(f"{folder / name}: ")


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("balls.toml", "", "colours: at least one line like red = [0.1, 0.1, 0.8] is needed"),
        ("balls.toml", "size = 3", "unknown key 'size'; known are colours, counts and spread_degrees"),
        ("balls.toml", "colours = 3", "colours: at least one line like red = [0.1, 0.1, 0.8] is needed"),
        ("balls.toml", "[colours]\nred = 3", "colours.red: three numbers (blue, green, red) are expected"),
        ("balls.toml", "[colours]\nred = [1, 1]", "colours.red: three numbers (blue, green, red) are expected"),
        ("balls.toml", "[colours]\nred = [1, 1, 2]", "colours.red: a number from 0 to 1 is expected, not 2"),
        ("balls.toml", f"{RED}[counts]\nred = 21", "counts.red: a number from 1 to 20 is expected, not 21"),
        (
            "balls.toml",
            f"{RED}[counts]\nblue = 1",
            "counts: lines like yellow = 2, for colours named under colours, are expected",
        ),
        (
            "balls.toml",
            "[colours]\nred = [0, 0, 0]",
            "colours.red: shares of the light are expected, for black [0.33, 0.33, 0.33]",
        ),
        ("numbers.toml", "", "colours: at least one line like red = [0.03, 0.02, 0.6] is needed"),
        ("numbers.toml", "size = 3", "unknown key 'size'; known are colours and spread"),
        ("numbers.toml", "[colours]\nred = 3", "colours.red: three numbers (blue, green, red) are expected"),
        ("numbers.toml", "[colours]\nred = [1, 1, 2]", "colours.red: a number from 0 to 1.5 is expected, not 2"),
        ("numbers.toml", f"spread = true\n{RED}", "spread: a number from 0.5 to 30 is expected, not True"),
        ("symbols.toml", "", 'faces: at least one line like pink = ["pink-1.png"] is needed'),
        ("symbols.toml", "size = 3", "unknown key 'size'; known are faces and marks"),
    ],
)
def test_what_is_amiss_is_said_with_its_key(tmp_path: Path, name: str, text: str, sentence: str) -> None:
    assert complaint(tmp_path, name, text) == sentence


@pytest.mark.parametrize(
    ("look", "sentence"),
    [
        ("size = 3", "unknown key 'size'; known are fill and ink and roundness"),
        ("ink = 3", "ink: three numbers (blue, green, red) are expected"),
        ("ink = [0, 0, 2]", "ink: a number from 0 to 1 is expected, not 2"),
        ("ink = [1, 1, 1]", "ink: this is the body's own colour; one number must be below 0.9"),
    ],
)
def test_a_mark_that_is_amiss_is_said_with_its_key(tmp_path: Path, look: str, sentence: str) -> None:
    file = tmp_path / "symbols.toml"
    with pytest.raises(BadProfile) as said:
        look_from(file, "star", tomllib.loads(look))
    between = ": " if sentence.startswith("unknown") else "."
    assert str(said.value) == f"{file}: marks.star{between}{sentence}"


@pytest.mark.parametrize(
    ("name", "pieces"), [("balls.toml", "balls"), ("numbers.toml", "number cards"), ("symbols.toml", "dice")]
)
def test_a_file_that_is_not_there_is_said_with_what_to_do(tmp_path: Path, name: str, pieces: str) -> None:
    with pytest.raises(BadProfile) as said:
        LOADERS[name](tmp_path)
    assert str(said.value) == f"{tmp_path / name}: cannot be read (No such file or directory); teach the {pieces} first"


@pytest.mark.parametrize("name", LOADERS)
def test_a_file_that_is_no_toml_is_said(tmp_path: Path, name: str) -> None:
    assert complaint(tmp_path, name, "this is none").startswith("no valid TOML: ")
    (tmp_path / name).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadProfile, match="no valid TOML: "):
        LOADERS[name](tmp_path)


@pytest.mark.parametrize(
    ("name", "key"), [("red", '"red"'), ('a "b" \\', '"a b "'), ("two\nlines", '"twolines"'), ("Grün 2", '"Grün 2"')]
)
def test_a_name_becomes_a_key_that_does_not_end_early(name: str, key: str) -> None:
    assert quoted(name) == key


def test_lines_are_written_into_a_folder_that_is_made_for_them(tmp_path: Path) -> None:
    file = tmp_path / "Holz" / "deep" / "balls.toml"
    write_lines(file, ["[colours]", "", f"{quoted('Grün')} = 1"])
    assert file.read_bytes() == '[colours]\n\n"Grün" = 1\n'.encode()
    assert [path.name for path in file.parent.iterdir()] == ["balls.toml"]
