"""Dice profiles: the shipped one, folders that can be carried away, and what is said about broken ones."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from vision.base.errors import BadProfile
from vision.symbols.profile import (
    PICTURES,
    PROFILE_FILE,
    SHIPPED,
    load_symbol_profile,
    save_symbol_profile,
    shipped_profile,
)
from vision.symbols.teaching import confusable_faces

GOOD = (SHIPPED / PROFILE_FILE).read_text(encoding="utf-8")


def test_the_shipped_profile_has_the_six_faces() -> None:
    names = [look.name for look in shipped_profile().faces]
    assert sorted(names) == ["blue", "green", "pink", "purple", "tool", "yellow"]


def test_no_two_shipped_faces_can_be_confused() -> None:
    assert confusable_faces(shipped_profile()) == ()


def test_a_saved_profile_is_the_same_again(tmp_path: Path) -> None:
    save_symbol_profile(shipped_profile(), tmp_path)
    for one, other in zip(load_symbol_profile(tmp_path).faces, shipped_profile().faces, strict=True):
        assert one.name == other.name
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(one.patches, other.patches, strict=True))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (GOOD.replace("[faces]", "[facets]"), "facets"),
        (GOOD.replace("[faces]", "[faces]\nwhite = 3"), "faces.white"),
        (GOOD.replace("[faces]", "[faces]\nwhite = []"), "faces.white"),
        (GOOD.replace("[faces]", '[faces]\nwhite = ["../../secret.png"]'), "faces.white"),
        ("faces = 3\n", "faces"),
        ("", "faces"),
        ("this is no toml", "TOML"),
    ],
)
def test_a_broken_profile_names_file_and_place(tmp_path: Path, wrong: str, says: str) -> None:
    shutil.copytree(SHIPPED / PICTURES, tmp_path / PICTURES)
    (tmp_path / PROFILE_FILE).write_text(wrong, encoding="utf-8")
    with pytest.raises(BadProfile) as error:
        load_symbol_profile(tmp_path)
    assert says in str(error.value)
    assert PROFILE_FILE in str(error.value)


@pytest.mark.parametrize("content", [b"", b"no picture at all", None])
def test_a_face_without_its_picture_is_named(tmp_path: Path, content: bytes | None) -> None:
    save_symbol_profile(shipped_profile(), tmp_path)
    picture = next((tmp_path / PICTURES).glob("green*"))
    if content is None:
        picture.unlink()
    else:
        picture.write_bytes(content)
    with pytest.raises(BadProfile, match=f"{picture.name}.*teach this face again"):
        load_symbol_profile(tmp_path)


def test_a_folder_without_a_profile_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match=r"cannot be read.*teach the dice first"):
        load_symbol_profile(tmp_path / "nowhere")
