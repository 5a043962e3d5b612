"""What lies about on the simulated table: at the borders, the same for the same seed, and in no piece's way."""

from __future__ import annotations

import numpy as np
import pytest

from device.app import simulated_device
from device.boxes.shipped import SHIPPED
from device.simulator.acts.beside import laid_beside
from device.simulator.acts.laid_cards import CARD_CAMERA
from device.simulator.acts.table import SimulatedTable
from device.simulator.render.geometry import Projection, corners
from device.simulator.render.picture import render
from device.simulator.render.scene import PICTURE_SIZE, CameraPose, Light, Scene, Thing, ThingKind
from device.simulator.render.things import covered
from device.simulator.unpacking import things_of
from tests.device.at_the_table import Clock

BOARD = ((ThingKind.STAR_SHEET, 1), (ThingKind.STRIP, 6), (ThingKind.BOX, 1))
TILES = ((ThingKind.CHIP, 1), (ThingKind.TICK, 1), (ThingKind.PILE, 1))


def test_every_shipped_game_names_only_things_the_table_knows() -> None:
    for box in SHIPPED:
        assert box.beside, f"{box.name} is never played on a swept table"
        assert len(things_of(box.beside)) == len(box.beside)


def test_the_same_seed_lays_the_same_things_and_another_one_others() -> None:
    assert laid_beside(BOARD, 1) == laid_beside(BOARD, 1)
    assert laid_beside(BOARD, 1) != laid_beside(BOARD, 2)


@pytest.mark.parametrize("kind", list(ThingKind))
def test_everything_is_seen_in_the_picture(kind: ThingKind) -> None:
    bare = render(Scene()).astype(int)
    littered = render(Scene(beside=(Thing(kind, 0.0, 0.0, 0.2, 1),))).astype(int)
    mask = covered((Thing(kind, 0.0, 0.0, 0.2, 1),), Projection(CameraPose(), *PICTURE_SIZE), 1) > 0
    changed = np.abs(littered - bare).max(axis=2) > 25
    assert changed[mask].mean() > 0.5
    assert changed[~mask].mean() < 0.12, "but for its shadow the table stays as it is"


def test_what_stands_high_throws_a_shadow() -> None:
    cup = (Thing(ThingKind.CUP, 0.0, 0.0),)
    bare, littered = (render(Scene(beside=things, light=Light.SLANTED)).astype(int) for things in ((), cup))
    mask = covered(cup, Projection(CameraPose(), *PICTURE_SIZE), 1, around_mm=2.0) > 0
    assert ((bare - littered).mean(axis=2)[~mask] > 20).sum() > 5000


@pytest.mark.parametrize("seed", range(12))
def test_dice_never_come_to_rest_on_anything(seed: int) -> None:
    table = SimulatedTable(seed, clock=Clock())
    table.lay_beside(BOARD)
    scene = table.scene()
    assert {ThingKind.STAR_SHEET, ThingKind.STRIP} <= {thing.kind for thing in scene.beside}
    mask = covered(scene.beside, Projection(scene.camera, *PICTURE_SIZE), 1)
    for _ in range(5):
        table.throw_all()
        table.clock.seconds += 10  # type: ignore[attr-defined]
        for die in table.scene().dice:
            pixels = Projection(scene.camera, *PICTURE_SIZE).project(corners(die[0]))
            (left, top), (right, bottom) = pixels.min(axis=0).astype(int), pixels.max(axis=0).astype(int)
            assert not mask[top:bottom, left:right].any()


@pytest.mark.parametrize("size", [5, 6])
@pytest.mark.parametrize("seed", range(6))
def test_tiles_lie_behind_rows_and_above_columns_and_never_on_cards(size: int, seed: int) -> None:
    table = SimulatedTable(seed, clock=Clock())
    table.set_out(size)
    table.lay_beside(TILES)
    things = table.scene().beside
    tiles = [thing for thing in things if thing.kind in (ThingKind.CHIP, ThingKind.TICK)]
    assert len(tiles) >= size
    mask = covered(things, Projection(CARD_CAMERA, *PICTURE_SIZE), 1)
    for cell in table.state().cards.cells:  # type: ignore[union-attr]
        half = np.array([cell.width, cell.height]) / 2
        (left, top), (right, bottom) = ((np.array([cell.x, cell.y]) + side * half).astype(int) for side in (-1, 1))
        assert not mask[max(0, top) : bottom, left:right].any()


def test_sweeping_takes_everything_away_and_back_and_leaves_the_faces() -> None:
    table = SimulatedTable(3, clock=Clock())
    table.sweep(True)
    table.lay_beside(BOARD)
    table.throw_all()
    faces = table.faces()
    assert table.scene().beside == ()
    table.sweep(False)
    assert table.scene().beside
    assert table.faces() == faces, "dice in the way are pushed aside, not turned over"
    table.sweep(True)
    assert table.scene().beside == ()


def test_things_stay_where_they_are_when_somebody_knocks_against_the_camera() -> None:
    table = SimulatedTable(3, clock=Clock())
    table.lay_beside(BOARD)
    before = table.scene()
    table.bump_camera()
    assert table.scene().camera != before.camera
    assert table.scene().beside == before.beside


def test_the_table_is_littered_unless_it_is_swept(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with simulated_device(tmp_path / "one", seed=1, clock=Clock()) as device:
        assert device.table.scene().beside
        device.service.begin(device.setup("galaktix", None))
        device.set_the_table()
        assert ThingKind.STAR_SHEET in {thing.kind for thing in device.table.scene().beside}
    with simulated_device(tmp_path / "two", seed=1, clock=Clock(), is_swept=True) as device:
        device.service.begin(device.setup("galaktix", None))
        device.set_the_table()
        assert device.table.scene().beside == ()
