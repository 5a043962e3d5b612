"""The simulated table: dice, cards or a mothership, a player's hand, the light; all that moves is a function of the
clock."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from device.simulator.acts.beside import MOVED_IN_PLAY, Ground, Lying, laid_beside, moved_in_play
from device.simulator.acts.card_acts import CardActs, CardsState
from device.simulator.acts.dice_mischief import DiceMischief
from device.simulator.acts.motion import REACH_SECONDS, Motion, Reach, throw_to
from device.simulator.acts.places import find_place, is_in_picture
from device.simulator.acts.ship_acts import ShipActs, ShipState
from device.simulator.acts.shown_cards import ShownActs, ShownState
from device.simulator.render.geometry import top_face
from device.simulator.render.raycast import cast, column
from device.simulator.render.scene import (
    EDGE_MM,
    PICTURE_SIZE,
    CameraPose,
    DiceKind,
    Face,
    Light,
    Pieces,
    Pose,
    Scene,
    Surface,
    Thing,
)

DICE = 5
_POSES_IN_A_BLUR = 4
# How long the shutter is open; a camera takes more time for a dark table.
EXPOSURE_SECONDS: dict[Light, float] = {
    Light.NORMAL: 0.010,
    Light.DIM: 0.030,
    Light.WARM: 0.014,
    Light.BRIGHT: 0.004,
    Light.SLANTED: 0.008,
    Light.EVENING: 0.018,
}


@dataclass(frozen=True, slots=True)
class DiePlace:
    """Where a page can click on a die: the pixel in the middle of it, and about how large it is."""

    number: int
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class TableState:
    """What lies where, for the page and for tests. No reader may look at it, and it does not tell the faces."""

    dice: tuple[DiePlace, ...]  # on the table, by number
    held: tuple[int, ...]  # in the player's hand
    has_hand: bool
    light: Light
    surface: Surface
    is_moving: bool
    rest_seconds: float  # by the table's clock, when everything that moves now will have come to rest
    cards: CardsState | None = None  # while number cards are played
    shown: ShownState | None = None  # while the player holds cards with names
    ship: ShipState | None = None  # while motherships are played with
    is_swept: bool = False  # nothing lies beside the pieces


class SimulatedTable(DiceMischief, CardActs, ShownActs, ShipActs):
    """A table with dice, which start in the player's hand, cards or a ship. Safe to use from several threads.

    Every action returns at once; what follows from it is seen as the clock goes on. The same seed and the same
    actions give the same dice and cards.
    """

    def __init__(self, seed: int | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._rng = Random(seed)
        self._lock = threading.RLock()
        self._beside: tuple[Lying, ...] | None = None  # None until somebody has laid something there
        self._beside_seed = Random(seed).randrange(2**31)  # of its own: dice fall the same with and without
        self._is_swept = False
        self._pushed: dict[Thing, Thing] = {}  # things that somebody has moved, from where they were laid
        self._look_from(CameraPose())
        self._places: dict[int, Pose] = {}  # where each die on the table lies or will come to rest
        self._motions: dict[int, Motion] = {}
        self._leaving: dict[int, tuple[Pose, float]] = {}  # picked up, but still seen until the hand is there
        self._dice_kind, self._dice_count = DiceKind.SPACE, DICE
        self._held: set[int] = set(range(1, DICE + 1))
        self._hand: Reach | None = None
        self._has_hand = False
        self._light = Light.NORMAL
        self._surface = Surface.WOOD

    def throw_all(self, faces: Sequence[Face] = ()) -> None:
        """Take every die and throw them all; by chance, or so that these faces fall."""
        with self._lock:
            self._held.update(self._places)
            self._places.clear()
            self._motions.clear()
            self.throw_held(faces)

    def throw_held(self, faces: Sequence[Face] = ()) -> bool:
        """Throw what the player holds; False if that is nothing. The dice on the table stay exactly where they are."""
        with self._lock:
            if not self._held:
                return False
            self._move_ship_aside(self.clock())
            faces = faces or [self._rng.choice(list(Face)) for _ in self._held]
            for number, face in zip(sorted(self._held), faces, strict=True):
                self._put(number, find_place(face, list(self._places.values()), self._projection, self._rng))
            self._held.clear()
            self._leaving.clear()
            return True

    def show_all(self, face: Face) -> None:
        """Take every die and lay it down with this face up, apart from the others."""
        with self._lock:
            self._held.update(self._places)
            self._places.clear()
            self._motions.clear()
            for number in sorted(self._held):
                others = list(self._places.values())
                place = find_place(face, others, self._projection, self._rng, touching=0.0, gap_mm=EDGE_MM / 2)
                self._put(number, place)
            self._held.clear()
            self._leaving.clear()

    def _put(self, number: int, place: Pose) -> None:
        """Let a die roll to its place."""
        self._places[number] = place
        self._motions[number] = throw_to(place, self.clock(), self._rng)

    def pick_up(self, x: float, y: float) -> bool:
        """Pick up the die under this pixel of the camera's picture; False if there is none, or it still moves."""
        with self._lock:
            direction = column(self._projection.directions(np.array(x), np.array(y)))
            met: list[tuple[float, int]] = []
            for number, pose in self._places.items():
                hits = cast(pose, column(self._projection.eye), direction)
                if len(hits.rays):
                    met.append((float(hits.distances[0]), number))
            return bool(met) and self.pick_up_die(min(met)[1])

    def pick_up_die(self, number: int) -> bool:
        """Pick up one die; False if it is not on the table or still moves."""
        with self._lock:
            now = self.clock()
            if number not in self._places or self._is_moving(number, now):
                return False
            pose = self._places.pop(number)
            self._motions.pop(number, None)
            self._held.add(number)
            if not self._has_hand:
                x, y, _ = pose.position
                self._leaving[number] = (pose, self._reach_to(x + 8.0, y + 18.0))
            return True

    def _reach_to(self, x: float, y: float) -> float:
        """Send a hand to a place on the table; returns the moment when it is there. One that stays is there already."""
        now = self.clock()
        if self._has_hand:
            return now
        self._hand = Reach(x, y, now, now + REACH_SECONDS, self._rng.uniform(-105.0, -75.0))
        return now + REACH_SECONDS

    def _put_dice_away(self) -> None:
        """Take all dice off the table, and as many as are played with into the hand."""
        self._places.clear()
        self._motions.clear()
        self._leaving.clear()
        self._held = set(range(1, self._dice_count + 1))

    def take_dice(self, kind: DiceKind, count: int) -> None:
        """Play with so many dice of a kind; those that are played with already stay where they lie."""
        with self._lock:
            if (kind, count) != (self._dice_kind, self._dice_count):
                self._take_dice(kind, count)

    def _take_dice(self, kind: DiceKind, count: int) -> None:
        self._dice_kind, self._dice_count = kind, count
        self._put_dice_away()

    def _nudge_cards(self) -> bool | None:
        return None if self._cards is None else self._push_cards()

    def _dice_lying(self) -> list[Pose]:
        return list(self._places.values())

    def _clear_for_shown(self) -> None:
        self.set_pieces(Pieces.DICE)
        self._put_dice_away()

    def set_pieces(self, pieces: Pieces) -> None:
        """Play with these pieces; the others are put away."""
        with self._lock:
            if pieces is not Pieces.SHIP:
                self.put_away_ship()
            if pieces is not Pieces.CARDS:
                self.put_away_cards()
            if pieces is Pieces.SHIP:
                self.bring_ship()
            elif pieces is Pieces.CARDS:
                self._bring_cards()

    def _look_from(self, camera: CameraPose) -> None:
        """Put the camera into this pose, above all that lies there now."""
        self._camera = camera
        self._projection = Ground(camera, *PICTURE_SIZE, self._lying_beside())

    def put_hand(self, present: bool) -> None:
        """Put a hand into the picture, or take it out."""
        with self._lock:
            now = self.clock()
            if present and not self._has_hand:
                x, y = self._rng.uniform(-60.0, 60.0), self._rng.uniform(-30.0, 40.0)
                self._hand = Reach(x, y, now, math.inf, self._rng.uniform(-120.0, -60.0))
            elif not present and self._has_hand and self._hand:
                self._hand = replace(self._hand, leave_seconds=now)
            self._has_hand = present

    def set_light(self, light: Light) -> None:
        """Change the light in the room."""
        with self._lock:
            self._light = light

    def set_surface(self, surface: Surface) -> None:
        """Lay the dice on something else; they keep their places."""
        with self._lock:
            self._surface = surface

    def lay_beside(self, things: tuple[Lying, ...]) -> None:
        """Let these things lie around the pieces, with some of the household's; not seen while the table is swept."""
        with self._lock:
            self._beside = things
            self._pushed = {}
            self._set_about()

    def move_thing(self) -> bool:
        """Move one of the small things that lie about, as a rocket is moved on its board; False if there is none."""
        with self._lock:
            places = {thing: self._pushed.get(thing, thing) for thing in self._laid_beside()}
            small = [thing for thing in places if thing.kind in MOVED_IN_PLAY]
            if not small:
                return False
            thing = self._rng.choice(small)
            self._pushed[thing] = moved_in_play(places[thing], self._rng)
            self._set_about()
            return True

    def sweep(self, is_swept: bool) -> None:
        """Take everything off the table but the pieces, or put it back."""
        with self._lock:
            self._is_swept = is_swept
            self._set_about()

    def _lying_beside(self) -> tuple[Thing, ...]:
        """What lies about now, and where."""
        return tuple(self._pushed.get(thing, thing) for thing in self._laid_beside())

    def _laid_beside(self) -> tuple[Thing, ...]:
        """What was laid around the dice or the grid of cards."""
        if self._is_swept or self._beside is None:
            return ()
        return laid_beside(self._beside, self._beside_seed, self._cards.size if self._cards is not None else None)

    def _set_about(self) -> None:
        """See what lies about; dice in its way are pushed aside as they lie, and a ship is taken away."""
        self._look_from(self._camera)
        for number, pose in list(self._places.items()):
            if not is_in_picture(pose, self._projection):
                others = [other for key, other in self._places.items() if key != number]
                self._places[number] = find_place(top_face(pose) or Face.TOOL, others, self._projection, self._rng)
                self._motions.pop(number, None)
        lying = self._now_lying_ship()
        if lying is not None and not self._has_room(lying.ship):
            self._move_ship_aside(self.clock())

    def state(self) -> TableState:
        """What lies where now, for the page and for tests."""
        with self._lock:
            now = self.clock()
            ends = [motion.end_seconds for motion in self._motions.values()]
            ends += [gone for _, gone in self._leaving.values()] + self._ship_ends()
            if self._hand:
                leaving = math.isfinite(self._hand.leave_seconds)
                ends.append(self._hand.end_seconds if leaving else self._hand.begin_seconds + REACH_SECONDS)
            rest = max([now, *(end + max(EXPOSURE_SECONDS.values()) for end in ends)])
            dice = tuple(self._die_place(number, self._places[number]) for number in sorted(self._places))
            held = tuple(sorted(self._held))
            return TableState(
                dice,
                held,
                self._has_hand,
                self._light,
                self._surface,
                rest > now,
                rest,
                self._cards_state(),
                self._shown_state(),
                self._ship_state(),
                is_swept=self._is_swept,
            )

    def faces(self) -> dict[int, Face | None]:
        """The top faces of the dice on the table by number, None for a leaning one. For tests only: nothing that
        reads the table may be told."""
        with self._lock:
            return {number: top_face(pose) for number, pose in sorted(self._places.items())}

    def scene(self) -> Scene:
        """What a picture taken now shows."""
        with self._lock:
            now = self.clock()
            exposure = EXPOSURE_SECONDS[self._light]
            paths = [self._path(number, now, exposure) for number in sorted(self._places)]
            paths += [(pose,) for pose, gone in self._leaving.values() if now < gone]
            return Scene(
                dice=tuple(path for path in paths if path),
                dice_kind=self._dice_kind,
                ship=self._ship_at(now),
                cards=(*(self._cards.seen_at(now) if self._cards else ()), *self._shown_at(now)),
                beside=self._projection.beside,
                light=self._light,
                surface=self._surface,
                camera=self._camera,
                hand=(self._hand.hand_at(now, exposure) if self._hand else None)
                or self._shaking_hand_at(now, exposure),
            )

    def _path(self, number: int, now: float, exposure: float) -> tuple[Pose, ...]:
        """The poses of a die while the shutter is open."""
        motion = self._motions.get(number)
        if motion is None or now - exposure >= motion.end_seconds:
            return (self._places[number],)
        moments = (now - exposure * (1 - step / (_POSES_IN_A_BLUR - 1)) for step in range(_POSES_IN_A_BLUR))
        poses = [pose for pose in map(motion.pose_at, moments) if pose]
        return tuple(poses)

    def _is_moving(self, number: int, now: float) -> bool:
        motion = self._motions.get(number)
        return motion is not None and now < motion.end_seconds

    def _die_place(self, number: int, pose: Pose) -> DiePlace:
        top = np.add(pose.position, (0.0, 0.0, EDGE_MM / 2))
        x, y = self._projection.project(top)
        depth = float((top - self._projection.eye) @ self._projection.axes[2])
        return DiePlace(number, float(x), float(y), EDGE_MM / depth * self._projection.focal_length)
