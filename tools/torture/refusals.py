"""The disk refuses, or there is no memory, at every n-th call: nothing is shown as done that is not, and it goes on.

A child plays a short evening, always the same for a seed, in the real loop. One of its calls for the data folder ends
with an I/O error or a full disk, once or for a while, or one of its allocations finds no memory. Then the disk is well
again and it plays on a little. Whatever happened: no step of the loop broke (of an I/O error), what is on the screen is
in the journal, and the next device that is switched on with the folder knows all that was shown.
"""

from __future__ import annotations

import errno
import itertools
import random
import shutil
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.errors import DeviceError
from device.loop import keep_going
from games.spine.errors import BrokenSession
from games.spine.session import Session
from tools.torture import shim
from tools.torture.children import Raised, Teller, in_child, start
from tools.torture.evening import evening
from tools.torture.plants import plant
from tools.torture.seat import Ears, Seat, listening, seat_at, warm
from tools.torture.tally import Plan, Tally, Until
from tools.torture.truth import Truth, Witness, look_back

STEPS, STEPS_AFTER = 60, 20  # while it may be refused, and when all is well again
PATIENCE = 120.0
NO_MEMORY = "no memory"
REFUSALS = {
    "an I/O error": (errno.EIO, 1),
    "I/O errors": (errno.EIO, 40),
    "a full disk once": (errno.ENOSPC, 1),
    "a full disk": (errno.ENOSPC, 60),
}


@dataclass(frozen=True, slots=True)
class Trial:
    """One evening with one refusal: which, and from which call or allocation on."""

    evening: int
    what: str
    at: int
    step: int = 0  # for memory: in which step


@dataclass(frozen=True, slots=True)
class Counted:
    """Told at the end: how many calls there were for the folder, and how many of them were refused."""

    calls: int
    refused: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Told by a child whose device could not even start, with the sentence it gives."""

    sentence: str


def live(teller: Teller, folder: Path, plan: Plan, trial: Trial) -> None:
    """A child's evening."""
    watched, rng = shim.Shim(), plan.rng("refused", trial.evening)
    watched.watch(folder)
    if trial.what in REFUSALS:
        code, times = REFUSALS[trial.what]
        watched.fail(trial.at, times, code)
    with listening() as ears:
        try:
            with seat_at(folder, plan.seed + trial.evening) as seat:
                plant(plan.planted, seat)
                seat.pages.may_refuse = True
                _play(teller, watched, seat, trial, rng, ears)
                teller.tell(Counted(watched.calls, watched.failed))
        except (DeviceError, OSError) as error:  # what the command turns into a sentence
            teller.tell(Refused(f"{type(error).__name__}: {error}"))
        watched.watch(None)
        if trial.what != NO_MEMORY:
            teller.tell([f"the log has {words!r}" for words in ears.tracebacks])


def _play(teller: Teller, watched: shim.Shim, seat: Seat, trial: Trial, rng: random.Random, ears: Ears) -> None:
    witness, stop, steps = Witness(seat), threading.Event(), 0
    moves = evening(seat, rng)
    starved_in: int | None = None

    def look() -> Truth:
        """What is shown now; as before while the disk refuses to tell the witness what is in the book."""
        try:
            return witness.look()
        except DeviceError:
            return witness.truth

    def shown() -> None:
        teller.tell(look())

    def hands() -> None:
        nonlocal steps, starved_in
        watched.starve(0)
        seat.device.set_the_table()
        if trial.what == NO_MEMORY and ears.tracebacks:
            ears.tracebacks.clear()
            witness.forgive(starved_in)
        teller.tell(look())
        if unlike := differs(seat):
            teller.tell([unlike])
        steps += 1
        if steps == STEPS:
            watched.heal()
        if steps == STEPS + STEPS_AFTER:
            stop.set()
            return
        teller.tell(steps)
        seat.prepare(next(moves))
        if trial.what == NO_MEMORY and steps == trial.step:
            starved_in = seat.number
            watched.starve(trial.at)

    seat.held.on_show = shown
    keep_going(seat.device.service, stop, 0.0, hands)


def differs(seat: Seat) -> str:
    """How the game on the screen differs from the one in the journal; nothing if it does not."""
    if seat.game is None or seat.number is None:
        return ""
    try:
        lines = seat.device.journal.lines(seat.number)
    except DeviceError:
        return ""  # the disk refuses to be read, too
    talk = seat.game
    loaded = seat.device.game_list[talk.session.setup.game]
    try:
        stored = Session.replay(loaded.game, talk.session.setup, lines)
    except BrokenSession as error:
        return f"the journal has lines that do not fit: {error}"
    if stored.answers != talk.session.answers or stored.undone != talk.session.undone:
        return f"the screen stands after {len(talk.session.answers)} answers, the journal after {len(stored.answers)}"
    return ""


def run(plan: Plan) -> Tally:
    tally, until = Tally("refusals", plan.seed), Until(plan)
    if not shim.is_here():
        tally.not_run = "it needs the shim"
        return tally
    warm(plan.scratch)
    for trial in _one_by_one(plan) if plan.count is not None else _by_chance(plan):
        if not until.more():
            break
        for wrong in try_out(plan, trial, tally):
            tally.fail(wrong, evening=trial.evening, refused=trial.what, at=trial.at, step=trial.step)
        tally.count(trial.what)
        until.done += 1
    return tally


def _one_by_one(plan: Plan) -> Iterator[Trial]:
    """With all the time there is: each call of an evening in every way, and as often an allocation by chance."""
    rng = plan.rng("trials")
    for evening_number in itertools.count():
        for at in range(1, 1 + _calls_of(plan, evening_number)):
            for what in REFUSALS:
                yield Trial(evening_number, what, at)
            yield _starved(evening_number, rng)


def _by_chance(plan: Plan) -> Iterator[Trial]:
    """Calls and allocations here and there."""
    rng = plan.rng("trials")
    for evening_number in itertools.count():
        calls = _calls_of(plan, evening_number)
        for _ in range(200):
            what = rng.choice((*REFUSALS, NO_MEMORY, NO_MEMORY))
            refused = Trial(evening_number, what, rng.randrange(1, 1 + calls))
            yield _starved(evening_number, rng) if what == NO_MEMORY else refused


def _starved(evening_number: int, rng: random.Random) -> Trial:
    return Trial(evening_number, NO_MEMORY, int(20_000 ** rng.random()), rng.randrange(1, STEPS))


def _calls_of(plan: Plan, number: int) -> int:
    """How many calls the evening of this number makes when nothing is refused."""
    folder = Path(tempfile.mkdtemp(dir=plan.scratch))
    child = start(lambda teller: live(teller, folder, plan, Trial(number, "", 0)))
    child.listen(PATIENCE)
    child.kill()
    shutil.rmtree(folder)
    return next((one.calls for one in child.told if isinstance(one, Counted)), 1)


def try_out(plan: Plan, trial: Trial, tally: Tally) -> list[str]:
    """One evening with a refusal, and what is wrong in it or afterwards."""
    folder = Path(tempfile.mkdtemp(dir=plan.scratch))
    try:
        child = start(lambda teller: live(teller, folder, plan, trial))
        if child.listen(PATIENCE):
            child.kill()
            return [f"stuck: no end within {PATIENCE:.0f} s"]
        wrong = list(dict.fromkeys(what for one in child.told if isinstance(one, list) for what in one))
        is_starved = trial.what == NO_MEMORY
        if is_starved:
            tally.count("processes that died of no memory", child.status != 0)
        else:
            wrong += [f"ended by itself: {one}" for one in child.told if isinstance(one, Raised)]
            if child.status and not wrong:
                wrong.append(f"ended by itself with {child.status}")
        tally.count("calls refused", sum(one.refused for one in child.told if isinstance(one, Counted)))
        tally.count("starts refused with a sentence", any(isinstance(one, Refused) for one in child.told))
        shown = [one for one in child.told if isinstance(one, Truth)]
        truth = shown[-1] if shown else Truth()
        in_flight = child.status != 0 or any(isinstance(one, Refused) for one in child.told)
        after = in_child(lambda: look_back(folder, truth, in_flight=in_flight))
        if isinstance(after, Raised):
            return [*wrong, f"does not open afterwards: {after}"]
        assert isinstance(after, list)
        return wrong + [f"afterwards {what}" for what in after]
    finally:
        shutil.rmtree(folder)
