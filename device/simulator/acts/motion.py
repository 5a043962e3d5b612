"""How things move on the simulated table, as functions of time: a thrown die, a die that slides, a reaching hand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Protocol

import numpy as np

from device.simulator.render.geometry import as_matrix, rotation_about
from device.simulator.render.scene import EDGE_MM, Hand, Pose

FLIGHT_SECONDS = 0.7
SLIDE_SECONDS = 0.22
REACH_SECONDS = 0.14  # from the border to the die
_LEAVE_SECONDS = 0.2
_START_MM = 250.0  # dice come from outside the picture
_FALL_MM = 75.0
# Each hop of a landing die: from, to (shares of the flight), height.
_HOPS = ((0.30, 0.60, 20.0), (0.60, 0.80, 6.0), (0.80, 0.90, 1.5))


class Motion(Protocol):
    """A die on its way; before it begins the die is not there."""

    @property
    def end_seconds(self) -> float: ...

    def pose_at(self, seconds: float) -> Pose | None: ...


@dataclass(frozen=True, slots=True)
class Throw:
    """A die that flies in, hops and rolls to its place."""

    place: Pose
    begin_seconds: float
    duration_seconds: float
    heading_radians: float  # the way it travels over the table
    travel_mm: float
    turns_radians: float  # how far it tumbles on the way
    twist_radians: float  # how far it spins about the vertical on the way

    @property
    def end_seconds(self) -> float:
        return self.begin_seconds + self.duration_seconds

    def pose_at(self, seconds: float) -> Pose | None:
        """Where the die is; None before it comes into sight."""
        if seconds >= self.end_seconds:
            return self.place
        progress = (seconds - self.begin_seconds) / self.duration_seconds
        if progress < 0:
            return None
        left = (1.0 - progress) ** 2.2  # it slows down: this share of the way is still to go
        along = math.cos(self.heading_radians), math.sin(self.heading_radians)
        rolling = rotation_about((-along[1], along[0], 0.0), -self.turns_radians * left)
        spinning = rotation_about((0.0, 0.0, 1.0), -self.twist_radians * left)
        rotation = spinning @ rolling @ np.asarray(self.place.rotation)
        lowest = EDGE_MM / 2 * float(np.abs(rotation[2]).sum())  # the deepest corner touches the table
        x, y, _ = self.place.position
        way = self.travel_mm * left
        return Pose((x - along[0] * way, y - along[1] * way, lowest + _hop(progress)), as_matrix(rotation))


def _hop(progress: float) -> float:
    """How high above the table a thrown die is, in millimetres."""
    fall_ends = _HOPS[0][0]
    if progress < fall_ends:
        return _FALL_MM * (1.0 - (progress / fall_ends) ** 2)
    for begin, end, height in _HOPS:
        if progress < end:
            share = (progress - begin) / (end - begin)
            return height * 4 * share * (1 - share)
    return 0.0


def throw_to(place: Pose, now: float, rng: Random) -> Throw:
    """A throw from the player's side that ends at `place`."""
    heading = math.radians(rng.uniform(55.0, 125.0))
    return Throw(
        place=place,
        begin_seconds=now + rng.uniform(0.0, 0.1),
        duration_seconds=FLIGHT_SECONDS * rng.uniform(0.8, 1.0),
        heading_radians=heading,
        travel_mm=_START_MM + place.position[1] + rng.uniform(0.0, 60.0),
        turns_radians=rng.uniform(2.5, 5.0) * math.pi,
        twist_radians=rng.uniform(-2.0, 2.0),
    )


@dataclass(frozen=True, slots=True)
class Slide:
    """A die that is pushed over the table without turning over."""

    start: Pose
    place: Pose
    begin_seconds: float

    @property
    def end_seconds(self) -> float:
        return self.begin_seconds + SLIDE_SECONDS

    def pose_at(self, seconds: float) -> Pose | None:
        """Where the die is at this time."""
        if seconds >= self.end_seconds:
            return self.place
        done = smooth((seconds - self.begin_seconds) / SLIDE_SECONDS)
        (x, y, z), (to_x, to_y, to_z) = self.start.position, self.place.position
        return Pose((x + (to_x - x) * done, y + (to_y - y) * done, z + (to_z - z) * done), self.start.rotation)


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand that comes in to a place on the table and goes back."""

    x: float
    y: float
    begin_seconds: float
    leave_seconds: float = math.inf
    arm_degrees: float = -90.0

    @property
    def end_seconds(self) -> float:
        """When the hand is out of the picture again."""
        return self.leave_seconds + _LEAVE_SECONDS

    def hand_at(self, seconds: float, exposure_seconds: float) -> Hand | None:
        """The hand as a picture shows it whose exposure ends at `seconds`."""
        if seconds <= self.begin_seconds or seconds - exposure_seconds >= self.end_seconds:
            return None
        before, after = self._away_mm(seconds - exposure_seconds), self._away_mm(seconds)
        middle = (before + after) / 2
        arm = math.radians(self.arm_degrees)
        x, y = self.x + middle * math.cos(arm), self.y + middle * math.sin(arm)
        return Hand(x, y, self.arm_degrees, blur_mm=abs(after - before))

    def _away_mm(self, seconds: float) -> float:
        coming = smooth((seconds - self.begin_seconds) / REACH_SECONDS)
        going = smooth((seconds - self.leave_seconds) / _LEAVE_SECONDS)
        return (_START_MM + 60.0) * (1 - coming * (1 - going))


def smooth(share: float) -> float:
    """0 to 1 with a soft start and a soft end."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)
