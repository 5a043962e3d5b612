"""The steady gate on drawn sequences: noise, lamps, hands and rolling dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.base.frame import Frame
from vision.table.motion import SteadyGate, TableState

WIDTH, HEIGHT = 1536, 864
DICE = ((400.0, 300.0), (700.0, 420.0), (760.0, 500.0), (980.0, 260.0), (1100.0, 600.0))


def wood() -> NDArray[np.float32]:
    """A table with some grain."""
    rng = np.random.default_rng(11)
    grain = cv2.resize(rng.normal(0, 14, (90, 30)).astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(np.float32([70, 95, 125]) + grain[:, :, np.newaxis], 0, 255), np.float32)


TABLE = wood()


class Sequence:
    """Feeds pictures to a gate, ten a second, each with fresh noise."""

    def __init__(self, noise: float = 3.0) -> None:
        self.gate = SteadyGate()
        self.noise = noise
        self._rng = np.random.default_rng(3)
        self._seconds = 100.0

    def show(self, picture: NDArray[np.float32], frames: int = 1, light: float = 1.0) -> list[TableState]:
        states = []
        for _ in range(frames):
            noise = self._rng.standard_normal((HEIGHT // 8, WIDTH // 8, 3), np.float32) * self.noise
            noisy = picture * light + np.tile(noise, (8, 8, 1))
            self._seconds += 0.1
            states.append(self.gate.step(Frame(np.clip(noisy, 0, 255).astype(np.uint8), self._seconds)))
        return states


def with_dice(places: Iterable[tuple[float, float]] = DICE) -> NDArray[np.float32]:
    picture = TABLE.copy()
    for x, y in places:
        corners = cv2.boxPoints(((x, y), (70, 70), x % 90))
        cv2.fillPoly(picture, [corners.astype(np.int32)], (215, 220, 225))
    return picture


def with_hand(picture: NDArray[np.float32], reach: float = 450.0) -> NDArray[np.float32]:
    """An arm from the lower border."""
    picture = picture.copy()
    cv2.line(picture, (900, HEIGHT + 80), (860, int(HEIGHT - reach)), (110, 140, 190), 150)
    return picture


def settled(sequence: Sequence, picture: NDArray[np.float32]) -> None:
    assert sequence.show(picture, 10)[-1] is TableState.AT_REST


def test_a_quiet_table_comes_to_rest_once_and_stays() -> None:
    sequence = Sequence()
    states = sequence.show(with_dice(), 40)
    assert states[0] is TableState.MOVING
    assert set(states[6:]) == {TableState.AT_REST}
    assert sequence.gate.rests == 1


def test_rest_needs_time_as_well_as_frames() -> None:
    gate = SteadyGate()
    pixels = with_dice().astype(np.uint8)
    fast = [gate.step(Frame(pixels, seconds=number * 0.01)) for number in range(20)]
    assert TableState.AT_REST not in fast
    assert gate.step(Frame(pixels, seconds=1.0)) is TableState.AT_REST


def test_strong_noise_of_a_dim_picture_is_no_motion() -> None:
    sequence = Sequence(noise=14.0)
    states = sequence.show(with_dice(), 40, light=0.3)
    assert set(states[8:]) == {TableState.AT_REST}
    assert sequence.gate.rests == 1


def test_rolling_dice_are_motion_and_then_a_new_rest() -> None:
    sequence = Sequence()
    settled(sequence, with_dice())
    rolling = [
        sequence.show(with_dice([*DICE[:4], (1100 - 60 * number, 600.0)]))[0] is TableState.MOVING
        for number in range(1, 6)
    ]
    assert all(rolling)
    settled(sequence, with_dice([*DICE[:4], (800, 600.0)]))
    assert sequence.gate.rests == 2


def test_a_die_that_creeps_slowly_is_motion() -> None:
    sequence = Sequence()
    settled(sequence, with_dice())
    states = [sequence.show(with_dice([*DICE[:4], (1100 - 3 * step, 600.0)]))[0] for step in range(1, 25)]
    assert states.count(TableState.MOVING) > len(states) / 2


def test_one_die_taken_away_is_noticed() -> None:
    sequence = Sequence()
    settled(sequence, with_dice())
    assert sequence.show(with_dice(DICE[:4]))[0] is TableState.MOVING
    settled(sequence, with_dice(DICE[:4]))
    assert sequence.gate.rests == 2


def test_a_hand_that_holds_still_is_a_hand_however_long() -> None:
    sequence = Sequence()
    settled(sequence, with_dice())
    sequence.show(with_hand(with_dice(), 200))
    assert set(sequence.show(with_hand(with_dice()), 80)) == {TableState.HAND}
    assert sequence.gate.rests == 1


def test_a_hand_that_leaves_lets_the_table_come_to_rest_again() -> None:
    sequence = Sequence()
    settled(sequence, with_dice())
    sequence.show(with_hand(with_dice()), 10)
    states = sequence.show(with_dice(DICE[:3]), 10)
    assert TableState.HAND not in states
    assert states[-1] is TableState.AT_REST
    assert sequence.gate.rests == 2


def test_a_hand_that_was_there_from_the_start_leaves_no_ghost() -> None:
    sequence = Sequence()
    sequence.show(with_hand(with_dice()), 12)
    states = sequence.show(with_dice(), 12)
    assert states[-1] is TableState.AT_REST
    assert TableState.HAND not in states


@pytest.mark.parametrize("light", [0.25, 0.5, 1.6])
def test_a_changed_lamp_alone_settles_to_rest(light: float) -> None:
    sequence = Sequence()
    settled(sequence, with_dice())
    states = sequence.show(with_dice(), 12, light=light)
    assert TableState.HAND not in states
    assert states[-1] is TableState.AT_REST


def test_a_lamp_from_the_side_settles_to_rest_too() -> None:
    sequence = Sequence()
    settled(sequence, with_dice())
    falloff = np.linspace(1.5, 0.4, WIDTH, dtype=np.float32)[np.newaxis, :, np.newaxis]
    states = sequence.show(with_dice() * falloff, 12)
    assert TableState.HAND not in states
    assert states[-1] is TableState.AT_REST


def test_a_hand_is_still_seen_after_the_lamp_was_dimmed() -> None:
    sequence = Sequence()
    settled(sequence, with_dice())
    sequence.show(with_dice(), 12, light=0.5)
    sequence.show(with_hand(with_dice(), 200), light=0.5)
    assert set(sequence.show(with_hand(with_dice()), 20, light=0.5)) == {TableState.HAND}


def test_forgetting_takes_a_thing_that_stays_as_part_of_the_table() -> None:
    sequence = Sequence()
    settled(sequence, with_dice())
    sequence.show(with_hand(with_dice()), 10)
    sequence.gate.forget()
    assert sequence.show(with_hand(with_dice()), 10)[-1] is TableState.AT_REST


def test_frames_of_another_size_start_anew() -> None:
    sequence = Sequence()
    settled(sequence, with_dice())
    smaller = np.asarray(cv2.resize(with_dice(), (640, 360)), np.uint8)
    states = [sequence.gate.step(Frame(smaller, 200 + number / 10)) for number in range(10)]
    assert states[0] is TableState.MOVING
    assert states[-1] is TableState.AT_REST


def blank(level: int) -> Callable[[], NDArray[np.float32]]:
    return lambda: np.full((HEIGHT, WIDTH, 3), level, np.float32)


@pytest.mark.parametrize("picture", [blank(0), blank(128), blank(255)], ids=["black", "grey", "white"])
def test_plain_pictures_come_to_rest(picture: Callable[[], NDArray[np.float32]]) -> None:
    assert Sequence().show(picture(), 10)[-1] is TableState.AT_REST
