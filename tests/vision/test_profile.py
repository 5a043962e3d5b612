"""Profiles: the shipped one, and what is said about broken ones."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from vision.errors import BadProfile
from vision.profile import PROFILE_FILE, SHIPPED, load_profile, shipped_profile
from vision.symbols import degrees_between

GOOD = (SHIPPED / PROFILE_FILE).read_text(encoding="utf-8")


def test_the_shipped_profile_has_the_six_faces() -> None:
    names = [look.name for look in shipped_profile().faces]
    assert sorted(names) == ["blue", "green", "pink", "purple", "tool", "yellow"]


def test_shipped_colours_are_at_least_two_spreads_apart() -> None:
    profile = shipped_profile()
    for one, other in combinations(profile.faces, 2):
        assert degrees_between(one.ink, other) > 2 * profile.spread_degrees, (one.name, other.name)


def test_a_highlight_on_the_ink_does_not_change_its_direction() -> None:
    for look in shipped_profile().faces:
        blue, green, red = look.ink
        washed = (0.5 + blue / 2, 0.5 + green / 2, 0.5 + red / 2)
        assert degrees_between(washed, look) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (GOOD.replace("spread_degrees = 6.0", 'spread_degrees = "wide"'), "spread_degrees"),
        (GOOD.replace("spread_degrees", "spred"), "spred"),
        (GOOD.replace("[faces.pink]\nink", "[faces.pink]\ntint"), "tint"),
        (GOOD.replace("fill = 0.14", "fill = 7"), "faces.tool.fill"),
        (GOOD.replace("fill = 0.14", ""), "faces.tool.fill"),
        (GOOD + "\n[faces.white]\nink = [1.0, 0.95, 0.99]\nroundness = 0.9\nfill = 0.2\n", "faces.white.ink"),
        (GOOD + "\n[faces.grey]\nink = [1.0, 0.5]\nroundness = 0.9\nfill = 0.2\n", "faces.grey.ink"),
        ("spread_degrees = 6.0\n", "faces"),
        ("faces = 3\n", "faces"),
        ("[faces]\npink = 3\n", "faces.pink"),
        ("this is no toml", "TOML"),
    ],
)
def test_a_broken_profile_names_file_and_place(tmp_path: Path, wrong: str, says: str) -> None:
    (tmp_path / PROFILE_FILE).write_text(wrong, encoding="utf-8")
    with pytest.raises(BadProfile) as error:
        load_profile(tmp_path)
    assert says in str(error.value)
    assert PROFILE_FILE in str(error.value)


def test_a_folder_without_a_profile_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match="cannot be read"):
        load_profile(tmp_path / "nowhere")
