"""Profiles are folders that are written whole or not at all."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from device.eyes.profiles import Profiles


def write(profiles: Profiles, name: str, text: str, file: str = "symbols.toml") -> None:
    def fill(folder: Path) -> None:
        (folder / file).write_text(text)

    profiles.write(name, fill)


def test_without_any_there_are_no_profiles(tmp_path: Path) -> None:
    assert Profiles(tmp_path / "nowhere").names() == ()


def test_a_profile_is_written_and_what_was_in_it_stays(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    write(profiles, "Holz", "dice")
    write(profiles, "Holz", "balls", "balls.toml")
    write(profiles, "Alte", "dice")
    assert profiles.names() == ("Alte", "Holz")
    assert {file.name: file.read_text() for file in profiles.folder("Holz").iterdir()} == {
        "symbols.toml": "dice",
        "balls.toml": "balls",
    }
    assert profiles.version == 3


def test_when_filling_fails_the_profile_is_as_before(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    write(profiles, "Holz", "old")

    def fail(folder: Path) -> None:
        (folder / "symbols.toml").write_text("ne")
        raise OSError(28, "No space left on device")

    for name in ("Holz", "Neu"):
        with pytest.raises(OSError, match="No space"):
            profiles.write(name, fail)
    assert profiles.names() == ("Holz",)
    assert (profiles.folder("Holz") / "symbols.toml").read_text() == "old"
    assert profiles.version == 1
    assert [path.name for path in (tmp_path / "profiles").iterdir()] == ["Holz"], "nothing is left over"


def test_when_the_plug_is_pulled_between_the_two_renames_the_old_one_comes_back(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    write(profiles, "Holz", "old")
    folder = tmp_path / "profiles"
    (folder / "Holz").rename(folder / ".Holz.old")
    shutil.copytree(folder / ".Holz.old", folder / ".Holz.new")
    assert Profiles(tmp_path).names() == ("Holz",)
    assert [path.name for path in folder.iterdir()] == ["Holz"]


def test_when_the_plug_is_pulled_after_them_the_new_one_stays(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    write(profiles, "Holz", "new")
    folder = tmp_path / "profiles"
    shutil.copytree(folder / "Holz", folder / ".Holz.old")
    (folder / ".Holz.old" / "symbols.toml").write_text("old")
    assert Profiles(tmp_path).names() == ("Holz",)
    assert (folder / "Holz" / "symbols.toml").read_text() == "new"
    assert [path.name for path in folder.iterdir()] == ["Holz"]


def test_folders_with_names_the_oled_cannot_show_are_not_offered(tmp_path: Path) -> None:
    for name in ("Gut", "._ungut", "viel zu lang fürs OLED"):
        (tmp_path / "profiles" / name).mkdir(parents=True)
    (tmp_path / "profiles" / "a file").write_text("")
    assert Profiles(tmp_path).names() == ("Gut",)
