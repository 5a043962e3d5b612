"""What a player can do with a mothership at the simulated table: shake it and put it down, and lose a ball."""

from __future__ import annotations

import math
import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from device.simulator.acts.beside import Ground
from device.simulator.acts.motion import REACH_SECONDS, Reach
from device.simulator.render.scene import EDGE_MM, DiceKind, Hand, Pose, Ship
from device.simulator.render.ship import at, bodies_of

BAG = ("yellow", "yellow", "red", "blue", "black")
FALLING = 2  # balls that fall into the stern
PIP_DICE, SPACE_DICE = 2, 5
SHAKE_SECONDS = 0.9  # from taking a ship to putting it down again
_TRIES = 400
_MARGIN_PIXELS = 10
_HAND_BESIDE_MM = (52.0, -14.0)  # where the fingertips hold a ship: along it and aside


@dataclass(frozen=True, slots=True)
class ShipState:
    """The ship as the player sees it, for the page and the terminal. It does not tell the balls."""

    is_lying: bool


@dataclass(frozen=True, slots=True)
class _Lying:
    """A ship on the table, from the moment when a hand puts it down until one takes it."""

    ship: Ship
    since: float
    until: float = math.inf


class ShipActs(ABC):
    """The part of the simulated table that has to do with motherships."""

    _lock: threading.RLock
    _rng: Random
    _projection: Ground
    _has_ship = False  # ships are played with, and two dice with pips
    _ships: tuple[_Lying, ...] = ()
    _shaking_hand: Reach | None = None  # which brings the ship back

    @abstractmethod
    def _reach_to(self, x: float, y: float) -> float:
        """Send a hand to a place on the table; returns the moment when it is there."""

    @abstractmethod
    def _take_dice(self, kind: DiceKind, count: int) -> None:
        """Take so many dice of this kind into the hand, and all others off the table."""

    @abstractmethod
    def _dice_lying(self) -> list[Pose]:
        """The dice on the table."""

    def bring_ship(self) -> None:
        """Take two dice with pips and a mothership out of the box."""
        with self._lock:
            if not self._has_ship:
                self._has_ship = True
                self._take_dice(DiceKind.PIPS, PIP_DICE)

    def put_away_ship(self) -> None:
        """Put them back into the box; the space dice are in the hand again."""
        with self._lock:
            if self._has_ship:
                self._has_ship, self._ships, self._shaking_hand = False, (), None
                self._take_dice(DiceKind.SPACE, SPACE_DICE)

    def shake(self) -> bool:
        """Shake the mothership and put it down under the camera; False if none is played with."""
        with self._lock:
            if not self._has_ship:
                return False
            self._put_down(tuple(self._rng.sample(BAG, FALLING)))
            return True

    def show_balls(self, colours: tuple[str, ...]) -> None:
        """Put the mothership down with these balls in its stern."""
        with self._lock:
            self.bring_ship()
            self._put_down(colours)

    def lose_ball(self) -> bool:
        """Only one ball falls; False if no ship lies there."""
        with self._lock:
            lying = self._now_lying_ship()
            if lying is None:
                return False
            self._put_down(lying.ship.balls[:1])
            return True

    def balls(self) -> tuple[str, ...]:
        """The balls of the ship on the table. For tests only: nothing that reads the table may be told."""
        with self._lock:
            lying = self._now_lying_ship()
            return lying.ship.balls if lying else ()

    def _put_down(self, balls: tuple[str, ...]) -> None:
        before, ship = self._now_lying_ship(), self._free_place(balls)
        if before is None:
            self._ships = (_Lying(ship, self._reach_to(*_held_at(ship))),)
            return
        taken = self._reach_to(*_held_at(before.ship))
        x, y = _held_at(ship)
        comes = taken + SHAKE_SECONDS
        there = comes + REACH_SECONDS
        self._shaking_hand = Reach(x, y, comes, there, self._rng.uniform(-105.0, -75.0))
        self._ships = (replace(before, until=taken), _Lying(ship, there))

    def _free_place(self, balls: tuple[str, ...]) -> Ship:
        """Somewhere in the picture, beside the dice; where they leave no room they are taken away."""
        while True:
            for _ in range(_TRIES):
                u = self._rng.uniform(0.15, 0.85) * self._projection.width
                v = self._rng.uniform(0.15, 0.85) * self._projection.height
                x, y = self._projection.on_table(u, v)
                ship = Ship(x, y, self._rng.uniform(0, 2 * math.pi), balls)
                if self._has_room(ship):
                    return ship
            self._take_dice(DiceKind.PIPS, PIP_DICE)

    def _has_room(self, ship: Ship) -> bool:
        points = np.vstack([body.surface() for body in bodies_of(ship)])
        pixels = self._projection.project(points)
        limit = (self._projection.width - 1 - _MARGIN_PIXELS, self._projection.height - 1 - _MARGIN_PIXELS)
        if (pixels < _MARGIN_PIXELS).any() or (pixels > limit).any():
            return False
        if not self._projection.is_open(pixels):
            return False
        dice = [pose.position[:2] for pose in self._dice_lying()]
        return all(float(np.linalg.norm(points[:, :2] - die, axis=1).min()) > 1.5 * EDGE_MM for die in dice)

    def _move_ship_aside(self, now: float) -> None:
        """Dice are thrown: nobody throws them at a ship."""
        self._ships = tuple(replace(lying, until=min(lying.until, now)) for lying in self._ships)
        self._shaking_hand = None

    def _now_lying_ship(self) -> _Lying | None:
        return next((lying for lying in self._ships if lying.until == math.inf), None)

    def _ship_at(self, seconds: float) -> Ship | None:
        """The ship a picture taken at that moment shows."""
        return next((lying.ship for lying in self._ships if lying.since <= seconds < lying.until), None)

    def _shaking_hand_at(self, seconds: float, exposure_seconds: float) -> Hand | None:
        return self._shaking_hand.hand_at(seconds, exposure_seconds) if self._shaking_hand else None

    def _ship_ends(self) -> list[float]:
        """When what happens to the ship will be over."""
        ends = [lying.since for lying in self._ships]
        return [*ends, self._shaking_hand.end_seconds] if self._shaking_hand else ends

    def _ship_state(self) -> ShipState | None:
        return ShipState(self._now_lying_ship() is not None) if self._has_ship else None


def _held_at(ship: Ship) -> tuple[float, float]:
    """Where the fingertips are while a hand holds this ship."""
    x, y, _ = at(ship, *_HAND_BESIDE_MM, 0.0)
    return x, y
