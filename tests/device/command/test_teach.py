"""Dice and number cards taught with the command from picture files, and read again with what was taught."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.command.main import FINE, main
from device.eyes.pieces import CARD_COLOURS, FACES
from device.simulator.acts.table import SimulatedTable
from device.simulator.camera import SimulatedCamera
from device.simulator.render.scene import Face
from tests.device.at_the_table import Clock
from tools.render.numbers.cards import COLOURS, Deck, Printing
from tools.render.numbers.layouts import LaidCard
from tools.render.numbers.tables import Shot, photograph

FONT = Path(__file__).parents[3] / "device" / "screens" / "fonts" / "DejaVuSans-Bold.ttf"
DECK = Deck(Printing.LIGHT_ON_COLOUR, FONT, COLOURS, (242,) * 3, (30,) * 3, 0.65, 0.45, rim=0.03, index_height=0.1)
SHOT = Shot(1152, 648, kelvin=5000, white_error=0.02, fill=0.9, falloff=0.2, noise=0.006)


class Photographer:
    """Takes pictures of a simulated table, into files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._clock = Clock()
        self.table = SimulatedTable(7, self._clock)
        self._camera = SimulatedCamera(self.table, seed=1)

    def take(self, name: str) -> str:
        """A picture when everything has come to rest."""
        self._clock.seconds = self.table.state().rest_seconds
        file = self.folder / f"{name}.png"
        cv2.imwrite(str(file), self._camera.capture().pixels)
        return str(file)


def read(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    capsys.readouterr()
    assert main(["read", *arguments]) == FINE
    line: dict[str, object] = json.loads(capsys.readouterr().out)
    return line


@pytest.mark.slow
def test_dice_are_taught_face_by_face_and_a_throw_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photographer = Photographer(tmp_path)
    profile = str(tmp_path / "mine")
    for face in Face:
        photographer.table.show_all(face)
        image = photographer.take(face.value)
        assert main(["teach", "symbols", "--profile", profile, "--face", face.value, image]) == FINE
    assert f"now knows {', '.join(FACES)}" in capsys.readouterr().out
    photographer.table.throw_all()
    line = read(capsys, "--as", "symbols", "--profile", profile, "--count", "5", photographer.take("throw"))
    thrown = sorted(str(face.value) for face in photographer.table.faces().values() if face)
    assert sorted(die["face"] for die in line["dice"]) == thrown  # type: ignore[attr-defined]


def test_number_cards_are_taught_from_one_picture_and_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = [
        LaidCard(str(number % 6 + 1), colour, number // 4, number % 4, number % 4 * 0.8, number // 4 * 1.15)
        for number, colour in enumerate(CARD_COLOURS)
    ]
    image = tmp_path / "cards.png"
    cv2.imwrite(str(image), photograph(np.random.default_rng(9), DECK, cards, SHOT).pixels)
    profile = str(tmp_path / "mine")
    colours = ",".join(CARD_COLOURS)
    assert main(["teach", "numbers", "--profile", profile, "--colours", colours, str(image)]) == FINE
    line = read(capsys, "--as", "numbers", "--profile", profile, "--size", "5", str(image))
    assert [(card["row"], card["col"], card["digit"], card["colour"]) for card in line["cards"]] == [  # type: ignore[attr-defined]
        (card.row, card.col, int(card.mark), card.colour) for card in cards
    ]
