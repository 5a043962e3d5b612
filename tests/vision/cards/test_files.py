"""Taught cards in a folder: they come back as they were, and a bad file is named."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.vision.cards.drawn_cards import draw_card
from vision.base.errors import BadProfile
from vision.cards.teaching import TaughtCards, save_card, teach_card


def profile(folder: Path) -> Path:
    TaughtCards.of({name: teach_card(draw_card(seed)) for seed, name in enumerate(("Hafen", "Stern 2"))}).save(folder)
    return folder


def test_a_copied_profile_holds_the_same_cards(tmp_path: Path) -> None:
    original = TaughtCards.load(profile(tmp_path / "mine"))
    copy = TaughtCards.load(Path(shutil.copytree(tmp_path / "mine", tmp_path / "elsewhere")))
    assert copy.names == original.names == ("Hafen", "Stern 2")
    fresh = teach_card(draw_card(0))
    assert np.array_equal(copy.cards[0].picture, fresh.picture)
    assert np.array_equal(copy.cards[0].features.looks, fresh.features.looks)
    assert np.array_equal(copy.voters, original.voters)


def test_saving_again_replaces_the_card_and_leaves_nothing_else(tmp_path: Path) -> None:
    folder = profile(tmp_path)
    save_card(folder, "Hafen", teach_card(draw_card(9)))
    assert sorted(path.name for path in (folder / "cards").iterdir()) == ["Hafen.npz", "Stern 2.npz"]
    assert np.array_equal(TaughtCards.load(folder).cards[0].picture, teach_card(draw_card(9)).picture)


def test_a_folder_without_cards_is_no_profile(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match="no taught cards"):
        TaughtCards.load(tmp_path)


@pytest.mark.parametrize("data", [b"", b"no card at all", b"PK\x03\x04 cut short", b"\x93NUMPY\x01\x00 broken"])
def test_a_damaged_file_is_named(tmp_path: Path, data: bytes) -> None:
    folder = profile(tmp_path)
    (folder / "cards" / "Komet.npz").write_bytes(data)
    with pytest.raises(BadProfile, match=r"Komet\.npz"):
        TaughtCards.load(folder)


def test_a_file_cut_short_is_named(tmp_path: Path) -> None:
    file = profile(tmp_path) / "cards" / "Hafen.npz"
    file.write_bytes(file.read_bytes()[:-500])
    with pytest.raises(BadProfile, match=r"Hafen\.npz"):
        TaughtCards.load(tmp_path)


def test_a_flipped_byte_is_noticed(tmp_path: Path) -> None:
    file = profile(tmp_path) / "cards" / "Hafen.npz"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    file.write_bytes(bytes(data))
    with pytest.raises(BadProfile, match=r"Hafen\.npz"):
        TaughtCards.load(tmp_path)


@pytest.mark.parametrize("key", ["picture", "places", "sizes", "turns", "looks"])
def test_a_file_with_other_things_in_it_is_named(tmp_path: Path, key: str) -> None:
    file = profile(tmp_path) / "cards" / "Hafen.npz"
    with np.load(file) as stored:
        values = dict(stored)
    values[key] = np.zeros((3, 3), np.int64)
    np.savez(file, **values)
    with pytest.raises(BadProfile, match=r"Hafen\.npz"):
        TaughtCards.load(tmp_path)


def test_pickled_objects_are_never_loaded(tmp_path: Path) -> None:
    file = profile(tmp_path) / "cards" / "Hafen.npz"
    with np.load(file) as stored:
        values = dict(stored)
    values["looks"] = np.array([{"a": 1}], dtype=object)
    np.savez(file, **values)
    with pytest.raises(BadProfile, match=r"Hafen\.npz"):
        TaughtCards.load(tmp_path)


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../out", ".hidden", "a\nb", "x" * 200, " leading"])
def test_names_that_are_no_file_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadProfile, match="cannot be a card's name"):
        save_card(tmp_path, name, teach_card(draw_card(0)))
    assert not (tmp_path / "cards").exists()
