"""The data folder at every single write, and after a pulled plug at any of them: each must open, with all confirmed.

An evening is recorded by the shim, call by call, on a real disk. From the record the folder is laid out as it was after
each call that changed it (`writes`: a killed process leaves that), or with what was not synced missing, partly there or
torn (`drops`: a pulled plug leaves that). Every such folder is looked into by the journal and the configuration; every
few of them the whole device is switched on with it and held against what had been shown, screen for screen.
"""

from __future__ import annotations

import pickle
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from device.config.configuration import NETWORK, load_config
from device.errors import DeviceError
from device.records.journal import Journal
from tools.torture import shim
from tools.torture.children import Raised, in_child
from tools.torture.evening import evening
from tools.torture.plants import plant
from tools.torture.recording import Call, Disk, Kind, calls_of, lay_out
from tools.torture.seat import seat_at, warm
from tools.torture.tally import Plan, Tally, Until
from tools.torture.truth import Truth, Witness, look_back

ROUNDS = 12
STEPS = 220  # of one recorded evening
WHOLE_DEVICE = 6  # every so many states are looked at on the screen, the others in the files
CUTS = ("nothing", "some", "torn")
MEMORY = Path("/dev/shm")


@dataclass(frozen=True, slots=True)
class State:
    """A folder as it may be found, and what had been shown before."""

    name: str
    found: Callable[[], dict[str, bytes | None]]  # to be called before the next state is asked for
    truth: Truth
    in_flight: bool


def record(plan: Plan, number: int) -> Path:
    """Play an evening in a folder of its own and return the log of it; the folder itself is thrown away."""
    log = plan.scratch / f"calls{number}"
    outcome = in_child(lambda: _play(plan, number, log), 600.0)
    if isinstance(outcome, Raised):
        raise RuntimeError(f"the evening to be recorded broke: {outcome}\n{outcome.trace}")
    return log


def _play(plan: Plan, number: int, log: Path) -> None:
    watched, rng = shim.Shim(), plan.rng("recorded", number)
    with tempfile.TemporaryDirectory(dir=plan.scratch) as name:
        folder = Path(name)
        watched.watch(folder, log)
        with seat_at(folder, plan.seed + number) as seat:
            plant(plan.planted, seat)
            witness = Witness(seat)
            moves = evening(seat, rng)

            def shown() -> None:
                watched.mark(pickle.dumps((witness.look(), seat.is_looking)))

            seat.held.on_show = shown
            for _ in range(STEPS):
                watched.mark(pickle.dumps((witness.truth, True)))
                seat.do(next(moves))
                watched.mark(pickle.dumps((witness.look(), False)))
            watched.watch(None)


def played(log: Path) -> Iterator[tuple[int, Call, Disk, Truth, bool]]:
    """Go through a record: each call's number, the call, the disk after it, and what had been shown by then."""
    disk, truth, in_flight = Disk(), Truth(), True
    for number, call in enumerate(calls_of(log)):
        if call.kind is Kind.MARK:
            truth, in_flight = pickle.loads(call.data)
            continue
        disk.do(call)
        yield number, call, disk, truth, in_flight


def after_writes(log: Path, plan: Plan) -> Iterator[State]:
    """The folder after every call that changed it."""
    for number, call, disk, truth, in_flight in played(log):
        if call.changes:
            yield State(f"call {number}", disk.now, truth, in_flight)


def after_cuts(log: Path, plan: Plan) -> Iterator[State]:
    """What pulled plugs leave: at every call, with what was not synced missing in three ways."""
    for number, call, disk, truth, in_flight in played(log):
        if call.changes or call.kind is Kind.SYNC:
            for how in CUTS if disk.has_unsynced else CUTS[:1]:
                found = partial(disk.after_cut, plan.rng("cut", number, how), how)
                yield State(f"call {number} {how}", found, truth, in_flight)


def run(plan: Plan) -> Tally:
    """The folder as every write leaves it."""
    return _run(plan, Tally("writes", plan.seed), "write points", after_writes)


def run_drops(plan: Plan) -> Tally:
    """The folder as a pulled plug leaves it."""
    return _run(plan, Tally("drops", plan.seed), "folders with unsynced writes dropped", after_cuts)


def _run(plan: Plan, tally: Tally, what: str, states: Callable[[Path, Plan], Iterator[State]]) -> Tally:
    if not shim.is_here():
        tally.not_run = "it needs the shim"
        return tally
    until = Until(plan)
    warm(plan.scratch)
    number = 0
    while until.more():
        log = record(plan, number)
        tally.count("evenings recorded")
        # In several rounds, so that without time for all of them those looked at are spread over the evening.
        rounds = list(range(ROUNDS))
        plan.rng("rounds", number).shuffle(rounds)
        is_whole = True
        for one in rounds:
            for at, state in enumerate(states(log, plan)):
                if at % ROUNDS != one:
                    continue
                if plan.count is None and not until.more():
                    is_whole = False
                    break
                is_on_screen = at // ROUNDS % WHOLE_DEVICE == one % WHOLE_DEVICE
                for wrong in _look(plan, state, is_on_screen):
                    tally.fail(wrong, evening=number, state=state.name)
                tally.count(what)
                tally.count("of them on the screen", is_on_screen)
                until.done += 1
        tally.count("evenings looked at point by point", is_whole)
        log.unlink()
        number += 1
    return tally


def _look(plan: Plan, state: State, is_on_screen: bool) -> list[str]:
    folder = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else plan.scratch))
    try:
        lay_out(state.found(), folder)
        if not is_on_screen:
            return look_into(folder, state.truth, in_flight=state.in_flight)
        outcome = in_child(lambda: look_back(folder, state.truth, in_flight=state.in_flight))
        if isinstance(outcome, Raised):
            return [f"does not open: {outcome}"]
        assert isinstance(outcome, list)
        return outcome
    finally:
        shutil.rmtree(folder)


def look_into(folder: Path, truth: Truth, *, in_flight: bool) -> list[str]:
    """What the files themselves say: the configuration can be read, and the journal has every line and result."""
    wrong = []
    try:
        config = load_config(folder)
        now = (
            *(config.language, config.sound, config.profile, config.last_player, config.last_group),
            *(config.web.listen == NETWORK, config.welcomed),
        )
        if truth.settings and sum(one != other for one, other in zip(truth.settings, now, strict=True)) > in_flight:
            wrong.append(f"settings were {truth.settings} and are {now}")
        with Journal.open(folder) as journal:
            if broken := journal.first_broken():
                wrong.append(f"the journal's chain is broken: {broken}")
            for number, shown in truth.games.items():
                lines = len(journal.lines(number))
                if lines - shown.lines not in ((0, 1) if in_flight and number == truth.number else (0,)):
                    wrong.append(f"game {number} had {shown.lines} lines and has {lines}")
            kept = {(one.session, one.player, one.score) for one in journal.results()}
            wrong += [f"the result {one} is gone" for one in truth.results if one[:3] not in kept]
    except DeviceError as error:
        wrong.append(f"does not open: {type(error).__name__}: {error}")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        wrong.append(f"does not open: {error!r}")
    return wrong
