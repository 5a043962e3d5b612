"""The dice are read with the profile that is set, from the moment it is set or written anew."""

import random
from dataclasses import replace
from functools import partial

import pytest

from device.config.configuration import Config
from device.config.preferences import Preferences
from device.eyes.pieces import FACES
from device.eyes.profiles import Profiles
from device.eyes.readers import DiceReader
from device.eyes.table_memory import TableMemory
from device.simulator.render.picture import render
from device.simulator.render.scene import Light
from games.spine.dialogue import ReadDice, say
from tools.render.scenes.random_throws import random_scene
from vision.base.frame import Frame
from vision.base.reading import Reason, Status
from vision.symbols.profile import SymbolProfile, save_symbol_profile, shipped_profile

WANTED = ReadDice(words=say("dice.seen"), count=5, faces=FACES)
NEXT = dict(zip(FACES, FACES[1:] + FACES[:1], strict=True))


def write(profiles, name, faces):
    profiles.write(name, partial(save_symbol_profile, SymbolProfile(tuple(faces))))


@pytest.fixture(scope="module")
def throw():
    """A picture of five dice and what they show."""
    drawn, truth = random_scene(random.Random(7), Light.NORMAL)
    return Frame(render(drawn)), sorted(die.face for die in truth)


@pytest.fixture
def profiles(tmp_path):
    """With one in which every face has the next one's name."""
    profiles = Profiles(tmp_path)
    write(profiles, "Tausch", [replace(look, name=NEXT[look.name]) for look in shipped_profile().faces])
    return profiles


def test_the_profile_that_is_set_names_the_dice(tmp_path, profiles, throw):
    frame, faces = throw
    preferences = Preferences(tmp_path, Config())
    read = DiceReader(profiles, preferences, TableMemory(tmp_path))

    def names():
        return sorted(die.face for die in read(frame, WANTED).dice)

    assert names() == faces
    preferences.set_profile("Tausch")
    assert names() == sorted(NEXT[face] for face in faces)
    assert read.problem is None
    write(profiles, "Tausch", shipped_profile().faces)
    assert names() == faces, "a profile that was taught again is used at once"
    preferences.set_profile("")
    assert names() == faces


def test_dice_that_were_not_taught_to_the_end_are_not_read_with(tmp_path, profiles, throw):
    frame, faces = throw
    write(profiles, "Halb", shipped_profile().faces[:3])
    read = DiceReader(profiles, Preferences(tmp_path, Config(profile="Halb")), TableMemory(tmp_path))
    assert "still to be taught" in read.problem
    assert sorted(die.face for die in read(frame, WANTED).dice) == faces


def test_a_profile_for_other_pieces_leaves_the_dice_as_shipped(tmp_path, profiles, throw):
    frame, faces = throw
    (profiles.folder("Kugeln")).mkdir()
    read = DiceReader(profiles, Preferences(tmp_path, Config(profile="Kugeln")), TableMemory(tmp_path))
    assert read.problem is None
    assert sorted(die.face for die in read(frame, WANTED).dice) == faces


def test_dice_with_pips_are_read_too_and_nothing_else(tmp_path, profiles):
    read = DiceReader(profiles, Preferences(tmp_path, Config()), TableMemory(tmp_path))
    empty = Frame(render(random_scene(random.Random(7), Light.NORMAL, dice=0)[0]))
    reading = read(empty, replace(WANTED, kind="pips"))
    assert reading.status is Status.UNREADABLE
    assert Reason.NOTHING in reading.reasons
    with pytest.raises(ValueError, match="cards"):
        read(empty, replace(WANTED, kind="cards"))
