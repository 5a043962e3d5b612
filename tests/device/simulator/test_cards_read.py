"""The numbers reader on the simulated table: full and partly laid grids, in every light and on every surface."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from device.eyes.pieces import CARD_COLOURS
from device.simulator.acts.table import SimulatedTable
from device.simulator.camera import SimulatedCamera
from device.simulator.render.picture import render
from device.simulator.render.scene import Light, Scene, Surface
from tools.render.scenes.random_grids import NumberCardTruth, grown_grid, random_grid_scene
from vision.base.frame import Frame
from vision.base.reading import NumbersReading, Status
from vision.numbers.profile import shipped_number_profile
from vision.numbers.reader import read_numbers
from vision.numbers.teaching import confusable_colours, teach_colours
from vision.table.motion import SteadyGate, TableState

pytestmark = pytest.mark.slow

SCENES = 40
Seen = dict[tuple[int, int], tuple[int, str]]


def seen_cards(reading: NumbersReading) -> Seen:
    return {(card.row, card.col): (card.digit, card.colour) for card in reading.cards}


def counted_from_first(truth: list[NumberCardTruth]) -> Seen:
    """The cards by row and column of the reading, which begins at the first occupied ones."""
    top, left = min(card.row for card in truth), min(card.col for card in truth)
    return {(card.row - top, card.col - left): (card.value, card.colour) for card in truth}


def scenes() -> list[tuple[Scene, int, list[NumberCardTruth]]]:
    """Every light and both sizes, half of the grids full, the camera never quite in the same place."""
    made = []
    for number in range(SCENES):
        rng = Random(f"cards-{number}")
        size = 5 + number // 5 % 2
        count = None if number // 10 % 2 else rng.randrange(1, size * size)
        scene, truth = random_grid_scene(rng, list(Light)[number % 5], size, count)
        made.append((scene, size, truth))
    return made


def test_cards_are_read_and_never_wrong_while_sure() -> None:
    tally: Counter[str] = Counter()
    wrong_while_sure = []
    for scene, size, truth in scenes():
        reading = read_numbers(Frame(render(scene)), shipped_number_profile(), size)
        meant, seen = counted_from_first(truth), seen_cards(reading)
        tally["cards"] += len(meant)
        tally["right"] += sum(seen.get(cell) == card for cell, card in meant.items())
        tally["sure"] += reading.status is Status.SURE
        if reading.status is Status.SURE and seen != meant:
            wrong_while_sure.append((scene.noise_seed, meant.items() ^ seen.items()))
    assert not wrong_while_sure
    assert tally["right"] >= 0.95 * tally["cards"], tally
    assert tally["sure"] >= 0.5 * SCENES, tally


def test_the_usual_table_is_read_surely_card_by_card() -> None:
    """On wood in normal light, as the device starts, each card is surely read as soon as the hand is gone."""
    seconds = 100.0
    table = SimulatedTable(11, clock=lambda: seconds)
    table.set_out(5)
    camera, gate = SimulatedCamera(table, seed=1), SteadyGate()
    sure = []
    for cell in grown_grid(Random(11), 5, 25):
        table.lay_drawn(*cell)
        hands = 0
        state = TableState.MOVING
        for _ in range(14):
            seconds += 0.1
            frame = camera.capture()
            state = gate.step(frame)
            hands += state is TableState.HAND or state is TableState.MOVING
        assert hands >= 3 and state is TableState.AT_REST
        reading = read_numbers(frame, shipped_number_profile(), 5)
        top, left = (min(cell[axis] for cell in table.cards()) for axis in (0, 1))
        meant = {(row - top, col - left): card for (row, col), card in table.cards().items()}
        sure.append(reading.status is Status.SURE)
        assert seen_cards(reading) == meant
    assert sum(sure) >= 23


def test_a_grid_grows_from_the_middle_to_neighbours() -> None:
    for size in (5, 6):
        cells = grown_grid(Random(1), size, size * size)
        assert len(set(cells)) == size * size
        assert set(cells[: 1 if size == 5 else 4]) == {
            (row, col) for row in {(size - 1) // 2, size // 2} for col in {(size - 1) // 2, size // 2}
        }
        for number in range(4, len(cells)):
            row, col = cells[number]
            assert any(abs(row - r) + abs(col - c) == 1 for r, c in cells[:number])


def test_random_grid_scenes_tell_the_truth_about_themselves() -> None:
    scene, truth = random_grid_scene(Random(5), Light.NORMAL, 6, 20, Surface.WOOD)
    assert (scene, truth) == random_grid_scene(Random(5), Light.NORMAL, 6, 20, Surface.WOOD)
    assert [(card.value, card.colour) for card in truth] == [(card.value, card.colour) for card in scene.cards]
    picture = render(scene)
    for card in truth:
        assert picture[round(card.y) - 25 : round(card.y) + 25, round(card.x) - 12 : round(card.x) + 12].std() > 20


def test_a_deck_is_taught_from_one_of_each_colour() -> None:
    seconds = 100.0
    table = SimulatedTable(3, clock=lambda: seconds)
    table.lay(4, "red", 4, 4)
    table.show_colours()
    assert list(table.cards()) == [(1 + number // 4, number % 4) for number in range(8)], "and nothing else lies there"
    seconds += 5
    camera = SimulatedCamera(table, seed=1)
    taught = teach_colours(None, CARD_COLOURS, camera.capture())
    reading = read_numbers(camera.capture(), taught, 5)
    assert [card.colour for card in sorted(reading.cards, key=lambda card: (card.row, card.col))] == list(CARD_COLOURS)
    assert confusable_colours(taught) == ()
