"""Number cards are read with the profile that is set, from the moment it is set or written anew."""

from dataclasses import replace
from functools import partial

import pytest

from device.config.configuration import Config
from device.config.preferences import Preferences
from device.eyes.profiles import Profiles
from device.eyes.readers import NumberCardReader
from device.eyes.table_memory import TableMemory
from device.simulator.acts.table import SimulatedTable
from device.simulator.camera import SimulatedCamera
from games.spine.dialogue import LaidCard, ReadLaid, say
from vision.base.reading import Status
from vision.numbers.known import KnownCard
from vision.numbers.profile import NumberProfile, save_number_profile, shipped_number_profile
from vision.numbers.reader import read_numbers

WANTED = ReadLaid(words=say("number_up.lay"), size=5)
LYING = {(2, 2): (5, "dark_blue"), (2, 3): (4, "red"), (1, 2): (3, "yellow")}


@pytest.fixture(scope="module")
def picture():
    """Three cards on the simulated table."""
    table = SimulatedTable(1, clock=lambda: 100.0)
    table.set_out(5, lying=LYING)
    return SimulatedCamera(table).capture()


def names(reading):
    return {(card.row, card.col): (card.digit, card.colour) for card in reading.cards}


def test_cards_are_read_with_their_places_from_the_first_row_and_column(tmp_path, picture):
    read = NumberCardReader(Profiles(tmp_path), Preferences(tmp_path, Config()), TableMemory(tmp_path))
    reading = read(picture, WANTED)
    assert reading.status is Status.SURE
    assert names(reading) == {(row - 1, col - 2): card for (row, col), card in LYING.items()}
    assert names(read(picture, replace(WANTED, size=6))) == names(reading)


def test_the_profile_that_is_set_names_the_colours(tmp_path, picture):
    swap = {"red": "dark_blue", "dark_blue": "red"}
    colours = [replace(one, name=swap.get(one.name, one.name)) for one in shipped_number_profile().colours]
    profiles = Profiles(tmp_path)
    profiles.write("Tausch", partial(save_number_profile, replace(shipped_number_profile(), colours=tuple(colours))))
    read = NumberCardReader(profiles, Preferences(tmp_path, Config(profile="Tausch")), TableMemory(tmp_path))
    assert names(read(picture, WANTED))[1, 0] == (5, "red")
    assert read.problem is None


def test_cards_that_were_not_taught_to_the_end_are_not_read_with(tmp_path, picture):
    profiles = Profiles(tmp_path)
    profiles.write("Halb", partial(save_number_profile, NumberProfile(shipped_number_profile().colours[:3])))
    read = NumberCardReader(profiles, Preferences(tmp_path, Config(profile="Halb")), TableMemory(tmp_path))
    assert "still to be taught" in read.problem
    assert names(read(picture, WANTED))[1, 0] == (5, "dark_blue")


def test_the_reader_is_told_which_cards_are_known(tmp_path, picture, monkeypatch):
    read = NumberCardReader(Profiles(tmp_path), Preferences(tmp_path, Config()), TableMemory(tmp_path))
    told = []
    monkeypatch.setattr(
        "device.eyes.readers.read_numbers",
        lambda frame, cards, size, known: told.append(known) or read_numbers(frame, cards, size, known=known),
    )
    read(picture, replace(WANTED, known=(LaidCard(2, 2, 5, "dark_blue"),)))
    assert told == [[KnownCard(2, 2, 5, "dark_blue")]]
