"""SIGKILL at any instant, and the same again after switching on: the real service with its real journal on a real disk.

A child plays an evening and tells, with every screen it shows, what has been shown as done. It is killed at a random
instant, sometimes while it is still starting, sometimes as soon as a game has come to its last screen. The next child
looks first whether it knows all of that, screen for screen, and plays on in the same folder until it is killed, too.
"""

from __future__ import annotations

import random
import shutil
import threading
import time
from functools import partial
from pathlib import Path

from device.loop import keep_going
from tools.torture.children import Child, Raised, Teller, start
from tools.torture.evening import evening, to_an_end
from tools.torture.plants import plant
from tools.torture.seat import listening, seat_at, warm
from tools.torture.tally import Plan, Tally, Until
from tools.torture.truth import MANY, Truth, Witness, look_back

LIVES = 12  # in one folder, before a new one is begun
MOST_STEPS = 600  # of a life
TO_AN_END = 1500  # steps within which a game should have come to its end
PATIENCE = 60.0
NOTHING_YET = Truth()
DONE = "done"  # told when a step is over


class Pressed(int):
    """Told before hands do something: its number."""


def live(teller: Teller, folder: Path, truth: Truth, in_flight: bool, plan: Plan, life: int, ends: bool) -> None:
    """A child's life: look back, then play until somebody kills it; with `ends` towards the end of a game."""
    wrong = look_back(folder, truth, in_flight=in_flight)
    teller.tell(wrong)
    rng = plan.rng("life", life)
    with listening() as ears, seat_at(folder, plan.seed + life) as seat:
        plant(plan.planted, seat)
        witness = Witness(seat)
        # What is missing was told; a press that was on its way may have put one aside, and nobody will see it again.
        still_open = {stored.id for stored in seat.device.journal.unfinished(MANY)} - {truth.number}
        witness.truth = Truth(games={n: shown for n, shown in truth.games.items() if n in still_open})
        moves = to_an_end(seat, rng) if ends else evening(seat, rng, throws=rng.random() < 0.05)
        steps = 0

        def look() -> None:
            before, now = witness.truth, witness.look()
            teller.tell(now if now != before else DONE)

        def shown() -> None:
            look()
            if seat.is_looking:
                teller.tell(Pressed(steps))  # what is seen in the rest of this step may change something yet

        def hands() -> None:
            nonlocal steps
            seat.device.set_the_table()
            look()  # also if the screen looks as before: an answer may lead to the same words
            if ears.tracebacks:
                teller.tell([f"the log has {words!r}" for words in ears.tracebacks])
                ears.tracebacks.clear()
            steps += 1
            teller.tell(Pressed(steps))
            seat.prepare(next(moves))

        seat.held.on_show = shown
        keep_going(seat.device.service, threading.Event(), 0.0, hands)


def run(plan: Plan) -> Tally:
    tally, until = Tally("kills", plan.seed), Until(plan)
    rng = plan.rng("killer")
    warm(plan.scratch)
    folder, truth, in_flight, age = _fresh(plan, 0), NOTHING_YET, False, 0
    while until.more():
        life = until.done
        early, ends = rng.random() < 0.1, rng.random() < 0.15
        steps, seconds = (0, rng.random() * 0.3) if early else (_life(rng), rng.random() * 0.02)
        steps = TO_AN_END if ends and not early else steps
        child = start(partial(live, folder=folder, truth=truth, in_flight=in_flight, plan=plan, life=life, ends=ends))
        wrong = _watch(child, early, steps, seconds, ends=ends)
        for what in wrong:
            tally.fail(what, life=life)
        tally.count("kills")
        tally.count("screens shown before a kill", sum(isinstance(one, Truth) for one in child.told))
        until.done += 1
        age += 1
        newest = [one for one in child.told if isinstance(one, Truth)]
        if newest:
            truth, in_flight = newest[-1], isinstance(child.told[-1], Pressed)
            tally.count("of them in a game", truth.number is not None)
            tally.count("on its last screen", truth.number is not None and truth.games[truth.number].is_over)
            tally.count("in the middle of a step", in_flight)
        if wrong or age >= LIVES:
            if not wrong:
                shutil.rmtree(folder)
            folder, truth, in_flight, age = _fresh(plan, life + 1), NOTHING_YET, False, 0
    return tally


def _life(rng: random.Random) -> int:
    """How many steps a life has: often few, sometimes a whole game."""
    return int(MOST_STEPS ** rng.random()) if rng.random() < 0.5 else rng.randrange(1, MOST_STEPS)


def _is_over(told: object) -> bool:
    """Whether a game stands on its last screen."""
    return isinstance(told, Truth) and told.number is not None and told.games[told.number].is_over


def _watch(child: Child, early: bool, steps: int, seconds: float, *, ends: bool = False) -> list[str]:
    """Let a child live, kill it, and return what was wrong in its life."""
    is_alive, told, end = True, 0, time.monotonic() + PATIENCE
    while is_alive and not early and not any(isinstance(one, Raised) for one in child.told):
        if any(isinstance(one, Pressed) and one >= steps for one in child.told[-4:]):
            break
        if ends and any(_is_over(one) for one in child.told[-4:]):
            break
        is_alive = child.listen_once(1.0)
        if len(child.told) > told:  # it goes on, however slowly on a busy machine
            told, end = len(child.told), time.monotonic() + PATIENCE
        if time.monotonic() > end:
            child.kill()
            return [f"stuck: nothing is done within {PATIENCE:.0f} s"]
    if is_alive:
        is_alive = child.listen(seconds)
    child.kill()
    wrong = [what for one in child.told if isinstance(one, list) for what in one]
    wrong += [f"ended by itself: {one}" for one in child.told if isinstance(one, Raised)]
    if not is_alive and not wrong:
        wrong.append(f"ended by itself with {child.status}")
    return wrong


def _fresh(plan: Plan, number: int) -> Path:
    folder = plan.scratch / f"evening{number}"
    folder.mkdir()
    return folder
