"""The empty table: shown once in the settings, it stays known, tells pattern from pieces and a moved camera."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from device.eyes.sight import Sight
from device.eyes.table_memory import TABLE_FILE, TableMemory
from device.simulator.render.picture import render
from device.simulator.render.scene import Light, Scene
from tests.device.at_the_table import person_at
from tools.render.scenes.random_throws import random_scene
from vision.base.frame import Frame
from vision.base.reading import DiceReading, DieReading, Reason, Status
from vision.symbols.profile import shipped_profile
from vision.symbols.reader import read_symbols
from vision.table.place import read_there, remember_place


@pytest.fixture(scope="module")
def thrown() -> tuple[Scene, Frame, Frame]:
    """Five dice on a table, and the same table empty."""
    scene, _ = random_scene(Random(3), Light.NORMAL)
    return scene, Frame(render(scene)), Frame(render(replace(scene, dice=())))


def read(frame: Frame) -> DiceReading:
    return read_symbols(frame, shipped_profile())


def test_20_10_what_was_seen_in_private_is_not_taken_for_the_empty_table_and_that_is_said(tmp_path, monkeypatch):
    with person_at(tmp_path) as person:
        person.wait(30)
        person.choose("Einstellungen")
        person.choose("Leerer Tisch")
        person.device.eyes.frame = person.device.eyes.frame.in_private()
        monkeypatch.setattr(person.device.eyes, "look", lambda wanted: Sight())
        assert person.ok().body.startswith("Eben lag hier noch etwas Geheimes.")
        assert not (tmp_path / TABLE_FILE).exists()


def test_the_empty_table_is_kept_and_forgotten_in_the_settings(tmp_path):
    with person_at(tmp_path) as person:
        person.wait(30)
        person.choose("Einstellungen")
        person.choose("Leerer Tisch")
        person.choose("Er ist leer")
        assert "Gemerkt" in person.screen.body
        assert (tmp_path / TABLE_FILE).is_file()
    with person_at(tmp_path) as person:
        person.choose("Einstellungen")
        assert next(row for row in person.screen.rows if row.text == "Leerer Tisch").value == "gemerkt"
        person.choose("Leerer Tisch")
        person.choose("Vergessen")
        assert not (tmp_path / TABLE_FILE).exists()


def test_when_the_disk_refuses_the_old_table_stays(tmp_path, thrown, monkeypatch):
    def refuse(_):
        raise OSError(28, "No space left on device")

    _, frame, empty = thrown
    memory = TableMemory(tmp_path)
    memory.remember(empty)
    place, picture = memory.place, (tmp_path / TABLE_FILE).read_bytes()
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space left"):
        memory.remember(frame)
    assert memory.place is place
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {TABLE_FILE: picture}


def test_a_damaged_picture_of_the_table_is_forgotten(tmp_path):
    (tmp_path / TABLE_FILE).write_bytes(b"no picture at all")
    assert TableMemory(tmp_path).place is None


def test_dice_are_read_just_as_surely_beside_the_empty_table(thrown):
    _, frame, empty = thrown
    assert read_there(frame, read, remember_place([empty])) == read(frame)


def test_a_die_in_the_tables_own_pattern_is_doubted(thrown):
    _, frame, empty = thrown
    seen = read(frame)

    def misread(ready: Frame) -> DiceReading:
        knot = DieReading("blue", 60.0, 60.0, 0.99, size=seen.dice[0].size)
        return DiceReading(Status.SURE, (*seen.dice, knot))

    reading = read_there(frame, misread, remember_place([empty]))
    assert (reading.status, reading.reasons) == (Status.UNSURE, (Reason.UNCLEAR,))


def test_a_die_that_was_overlooked_is_noticed(thrown):
    _, frame, empty = thrown
    seen = read(frame)
    reading = read_there(frame, lambda ready: DiceReading(Status.SURE, seen.dice[:-1]), remember_place([empty]))
    assert reading.status is Status.UNSURE


def test_a_moved_camera_is_told(thrown):
    _, frame, empty = thrown
    shift = np.array([[1.0, 0, 60], [0, 1.0, 35]])
    height, width = frame.pixels.shape[:2]
    moved = cv2.warpAffine(frame.pixels, shift, (width, height), borderMode=cv2.BORDER_REFLECT)
    reading = read_there(Frame(np.asarray(moved, np.uint8)), read, remember_place([empty]))
    assert reading.status is not Status.SURE
    assert Reason.CAMERA_MOVED in reading.reasons
