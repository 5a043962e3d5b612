"""How many throws the whole loop reads at the simulated table, swept or littered, with and without what it saw before.

    python -m tools.measuring.evening_throws --throws 100 --light evening

The real camera of the simulated table, steady gate, readers and watchers; the rules and the display are left out. After
every third throw a rocket or a figure is moved, as in a game, and every fourth is a re-roll of two dice.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from device.config.configuration import Config
from device.config.preferences import Preferences
from device.eyes.eyes import Eyes
from device.eyes.profiles import Profiles
from device.eyes.readers import BallReader, DiceReader
from device.eyes.settling import SettlingGate
from device.eyes.sight import Shaken, Thrown, Wanted
from device.eyes.table_memory import TableMemory
from device.simulator.acts.ship_acts import BAG
from device.simulator.acts.table import SimulatedTable
from device.simulator.camera import SimulatedCamera
from device.simulator.render.scene import PIPS_OF, DiceKind, Light, Pieces, Surface, ThingKind
from games.spine.dialogue import ReadBalls, ReadDice, say
from vision.base.agreement import agree
from vision.base.reading import Status

STEP_SECONDS = 0.1
REST_STEPS = 40  # long enough for six frames to be read
A_TABLE = 20  # throws; then another one with other things about
BESIDE = {
    "symbols": ((ThingKind.STAR_SHEET, 1), (ThingKind.STRIP, 6), (ThingKind.BOX, 1)),
    "pips": ((ThingKind.MAP_SHEET, 1), (ThingKind.PICTURE_CARD, 2), (ThingKind.TOKEN, 2)),
    "balls": ((ThingKind.MAP_SHEET, 1), (ThingKind.PICTURE_CARD, 2), (ThingKind.TOKEN, 2)),
}


class Evening:
    """One table, the device's eyes above it, and a clock that goes on when somebody looks."""

    def __init__(self, folder: Path, kind: str, seed: int, light: Light, is_swept: bool, with_past: bool) -> None:
        self._seconds = 100.0
        self._kind = kind
        self.table = SimulatedTable(seed, clock=lambda: self._seconds)
        self.table.set_light(light)
        self.table.set_surface(list(Surface)[seed % 3])
        if kind == "balls":
            self.table.set_pieces(Pieces.SHIP)
        elif kind == "pips":
            self.table.take_dice(DiceKind.PIPS, 2)
        self.table.sweep(is_swept)
        self.table.lay_beside(BESIDE[kind])
        profiles, preferences, memory = Profiles(folder), Preferences(folder, Config()), TableMemory(folder)
        dice, balls = DiceReader(profiles, preferences, memory), BallReader(profiles, preferences, memory)
        self.eyes = Eyes(
            SimulatedCamera(self.table, seed=seed),
            SettlingGate(),
            lambda frame, wanted, past: dice(frame, wanted, past if with_past else None),
            agree,
            read_balls=lambda frame, wanted, past: balls(frame, wanted, past if with_past else None),
        )
        self.look(None)

    def look(self, wanted: Wanted | None) -> Thrown | Shaken | None:
        """What is told once everything has come to rest; None if nothing is."""
        for _ in range(REST_STEPS):
            self._seconds += STEP_SECONDS
            sight = self.eyes.look(wanted)
            if isinstance(sight.seen, Thrown | Shaken):
                return sight.seen
        return None

    def throw(self, number: int) -> str:
        """One throw, and what became of it."""
        wanted: Wanted
        if self._kind == "balls":
            self.table.shake()
            wanted = ReadBalls(words=say("x"), count=2, bag=BAG)
        else:
            is_again = number % 4 == 3 and self._throw_two_again()
            if not is_again:
                self.table.throw_all()
            count = 5 if self._kind == "symbols" else 2
            wanted = ReadDice(words=say("x"), kind=self._kind, count=count, faces=(), all_thrown=not is_again)
        told = self.look(wanted)
        if told is None:
            return "asked for by hand"
        is_right = sorted(str(piece.value) for piece in told.reading.pieces) == sorted(self._truth())
        is_sure = told.reading.status is Status.SURE
        self.eyes.settle()
        if number % 3 == 2:
            self.table.move_thing()
            self.look(wanted)
        return f"{'right' if is_right else 'wrong'}, {'sure' if is_sure else 'asked'}"

    def _throw_two_again(self) -> bool:
        lying = self.table.state().dice
        if len(lying) < 3:
            return False
        for die in lying[:2]:
            self.table.pick_up_die(die.number)
            self._seconds += 1
        return self.table.throw_held()

    def _truth(self) -> list[str]:
        if self._kind == "balls":
            return list(self.table.balls())
        faces = [face for face in self.table.faces().values() if face is not None]
        return [str(PIPS_OF[face]) if self._kind == "pips" else face.value for face in faces]


def measured(
    folder: Path, kind: str, throws: int, seed: int, light: Light, is_swept: bool, with_past: bool
) -> Counter[str]:
    """What became of so many throws, over as many tables as they take."""
    outcomes: Counter[str] = Counter()
    for table in range(-(-throws // A_TABLE)):
        evening = Evening(folder, kind, seed + table, light, is_swept, with_past)
        for number in range(min(A_TABLE, throws - table * A_TABLE)):
            outcomes[evening.throw(number)] += 1
    return outcomes


def main(say_line: Callable[[str], None] = print) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=sorted(BESIDE), default="symbols")
    parser.add_argument("--throws", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--light", choices=[light.value for light in Light], default=Light.NORMAL.value)
    parser.add_argument("--swept", action="store_true")
    parser.add_argument("--without-past", action="store_true")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        outcomes = measured(
            Path(folder), given.kind, given.throws, given.seed, Light(given.light), given.swept, not given.without_past
        )
    where = f"{given.kind}, {given.light}, {'swept' if given.swept else 'littered'}"
    past = "without" if given.without_past else "with"
    say_line(f"{where}, {past} the past: {', '.join(f'{many} {what}' for what, many in sorted(outcomes.items()))}")


if __name__ == "__main__":
    main()
