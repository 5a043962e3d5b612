"""What can go wrong with dice at the simulated table: a knock, a die that leans, one too many, one too few."""

from __future__ import annotations

import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from random import Random

from device.simulator.acts.beside import Ground
from device.simulator.acts.leaning import leaning_pose, on_edge_pose
from device.simulator.acts.motion import Motion, Slide
from device.simulator.acts.places import find_place, is_free, is_in_picture
from device.simulator.render.geometry import top_face
from device.simulator.render.scene import Face, Pose

MOST_DICE = 8


class DiceMischief(ABC):
    """The part of the simulated table where a player puts the device to the test with dice."""

    clock: Callable[[], float]
    _lock: threading.RLock
    _rng: Random
    _projection: Ground
    _places: dict[int, Pose]
    _motions: dict[int, Motion]
    _held: set[int]

    @abstractmethod
    def _is_moving(self, number: int, now: float) -> bool:
        """Whether this die has not come to rest yet."""

    @abstractmethod
    def _nudge_cards(self) -> bool | None:
        """Push the cards; None if dice are played."""

    def nudge(self) -> bool:
        """Knock against the table: dice or cards slide some millimetres, no die turns over. False if none could."""
        with self._lock:
            now = self.clock()
            pushed = self._nudge_cards()
            if pushed is not None:
                return pushed
            heading = self._rng.uniform(0, 2 * math.pi)
            moved = False
            for number, pose in list(self._places.items()):
                if self._is_moving(number, now) or top_face(pose) is None:
                    continue
                way, angle = self._rng.uniform(3.0, 8.0), heading + self._rng.uniform(-0.6, 0.6)
                x, y, z = pose.position
                place = replace(pose, position=(x + way * math.cos(angle), y + way * math.sin(angle), z))
                others = [other for key, other in self._places.items() if key != number]
                if is_in_picture(place, self._projection) and is_free(place, others):
                    self._places[number] = place
                    self._motions[number] = Slide(pose, place, now)
                    moved = True
            return moved

    def lean_die(self) -> bool:
        """Stand one die on its edge, leaning against another if one has room beside it; False without a die at rest."""
        with self._lock:
            now = self.clock()
            resting = [number for number in self._places if not self._is_moving(number, now)]
            if not resting:
                return False
            number = self._rng.choice(resting)
            others = [pose for key, pose in self._places.items() if key != number]
            pose = leaning_pose(others, self._projection, self._rng)
            if pose is None:
                pose = on_edge_pose(self._places[number], others, self._projection, self._rng)
            self._places[number] = pose
            self._motions.pop(number, None)
            return True

    def add_die(self) -> bool:
        """Lay one more die on the table; False if there are too many already."""
        with self._lock:
            numbers = self._held | set(self._places)
            if len(numbers) >= MOST_DICE:
                return False
            number = next(number for number in range(1, MOST_DICE + 1) if number not in numbers)
            face = self._rng.choice(list(Face))
            others = list(self._places.values())
            self._places[number] = find_place(face, others, self._projection, self._rng)
            return True

    def remove_die(self) -> bool:
        """Take one die away altogether, the last one by number; False if none lies on the table."""
        with self._lock:
            if not self._places:
                return False
            number = max(self._places)
            del self._places[number]
            self._motions.pop(number, None)
            return True
