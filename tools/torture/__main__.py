"""`make torture`: the whole campaign, or one part of it, with a seed and a time limit.

Example: python -m tools.torture --seconds 120 --seed 7 --only kills
"""

from __future__ import annotations

import argparse
import concurrent.futures
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.torture import shim
from tools.torture.floods import isolated
from tools.torture.tally import Plan, Tally

DEFAULT_SECONDS = 120.0
FAULTS = ("late", "unsynced", "deaf", "talkative", "clumsy", "trusting", "stalling")
HANGS_SECONDS = 240.0  # beyond its time: a part that takes longer has got stuck itself
SEEDS_APART = 1_000_003  # between the seeds of two pieces of a part
AROUND_SECONDS = 8.0  # of a part: starting, and ending what it is at


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the campaign: what it counts, and its share of the time."""

    name: str
    counts: str
    share: float
    needs_shim: bool = False
    can_be_split: bool = False  # pieces of it can run side by side
    is_alone: bool = False  # what it measures would suffer from the others


PARTS = (
    Part("kills", "SIGKILLs", 4, can_be_split=True),
    Part("commands", "SIGKILLs of the real command", 2),
    Part("presses", "presses", 4, can_be_split=True),
    Part("drops", "folders with unsynced writes dropped", 3, needs_shim=True),
    Part("refusals", "calls refused", 3, needs_shim=True),
    Part("flips", "journals with wrong bytes", 3, can_be_split=True),
    Part("writes", "write points", 2, needs_shim=True),
    Part("floods", "floods", 4, is_alone=True),
)


def work_of(name: str) -> Callable[[Plan], Tally]:
    """What a part does; imported only in its own process."""
    match name:
        case "kills":
            from tools.torture.kills import run
        case "commands":
            from tools.torture.commands import run
        case "presses":
            from tools.torture.presses import run
        case "refusals":
            from tools.torture.refusals import run
        case "flips":
            from tools.torture.flips import run
        case "floods":
            from tools.torture.floods import run
        case "writes":
            from tools.torture.writes import run
        case _:
            from tools.torture.writes import run_drops as run
    return run


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="make torture", description=__doc__)
    made.add_argument("--seconds", type=float, help=f"for all of it (default {DEFAULT_SECONDS:.0f})")
    made.add_argument("--seed", type=int, help="to do the same again (default: any, and told)")
    made.add_argument("--only", choices=[part.name for part in PARTS], help="one part alone, with all the time")
    made.add_argument(
        "--plant", default="", choices=["", *FAULTS], help="a fault that must be found, see tools/torture/plants.py"
    )
    for part in PARTS:
        made.add_argument(f"--{part.name}", type=int, metavar="N", help=f"{part.counts}, however long it takes")
    made.add_argument("--inside", nargs=3, metavar=("PART", "SECONDS", "FOLDER"), help=argparse.SUPPRESS)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    if given.inside:
        return _inside(given)
    seed = random.randrange(2**31) if given.seed is None else given.seed
    parts = [part for part in PARTS if given.only in (None, part.name)]
    print(f"torture: seed {seed}, {', '.join(part.name for part in parts)}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="torture") as name:
        tallies = _campaign(given, seed, parts, Path(name))
    failures = sum(len(tally.failures) for tally in tallies)
    left_out = sum(bool(tally.not_run) for tally in tallies)
    print(
        f"torture: {len(tallies) - left_out} parts run, {left_out} not run, {failures} failures,"
        f" seed {seed}, {time.monotonic() - began:.0f} s"
    )
    return 1 if failures else 0


def _campaign(given: argparse.Namespace, seed: int, parts: list[Part], scratch: Path) -> list[Tally]:
    """All parts, as many at a time as there are cores; those that must be alone at the end."""
    cores = max(1, os.cpu_count() or 1)
    seconds = DEFAULT_SECONDS if given.seconds is None else given.seconds
    lone = [part for part in parts if part.is_alone]
    together = [part for part in parts if not part.is_alone]
    lone_seconds = {
        part: seconds * part.share / (part.share + sum(one.share for one in together) / cores) for part in lone
    }
    left = max(1.0, seconds - sum(lone_seconds.values()))
    tallies: list[Tally] = []

    def do(part: Part, budget: float, count: int | None, number: int = 0) -> None:
        tally = _one(given.plant, seed + number * SEEDS_APART, part, budget, count, scratch)
        tallies.append(tally)
        print("\n".join(tally.lines()), flush=True)

    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        waiting = []
        for row in _rows(together, cores):
            shares = sum(part.share for part in row)
            for part in row:
                count = getattr(given, part.name)
                pieces = _pieces(count, cores) if part.can_be_split else [count]
                waiting += [(part, left * part.share / shares, piece, at) for at, piece in enumerate(pieces)]
        # The long ones first, so that none is left over alone at the end.
        waiting.sort(key=lambda one: (one[2] is None, -one[0].share))
        for done in [pool.submit(do, *one) for one in waiting]:
            done.result()
    for part in lone:
        do(part, lone_seconds[part], getattr(given, part.name))
    return tallies


def _pieces(count: int | None, cores: int) -> list[int | None]:
    """A large number in as many pieces as there are cores."""
    if count is None or count < cores:
        return [count]
    return [count // cores + (at < count % cores) for at in range(cores)]


def _rows(parts: list[Part], cores: int) -> list[list[Part]]:
    """The parts in as many rows as there are cores, about equally long: each has its share of a row's time."""
    rows: list[list[Part]] = [[] for _ in range(min(cores, max(1, len(parts))))]
    for part in sorted(parts, key=lambda one: -one.share):
        min(rows, key=lambda row: sum(one.share for one in row)).append(part)
    return rows


def _one(plant: str, seed: int, part: Part, seconds: float, count: int | None, scratch: Path) -> Tally:
    """One part, or a piece of it, in a process of its own."""
    folder = scratch / f"{part.name}{seed}"
    folder.mkdir()
    command = [sys.executable, "-m", "tools.torture", "--seed", str(seed), "--plant", plant]
    command += [] if count is None else [f"--{part.name}", str(count)]
    command += ["--inside", part.name, str(max(1.0, seconds - AROUND_SECONDS)), str(folder)]
    environment = None
    if part.needs_shim:
        try:
            environment = shim.environment(shim.compiled(folder))
        except shim.NoShim as error:
            return Tally(part.name, seed, not_run=str(error))
    if part.name == "floods":
        isolated_command = isolated(command)
        if isolated_command is None:
            return Tally(part.name, seed, not_run="no network namespace can be made here (root, Debian's iproute2)")
        command = isolated_command
    began = time.monotonic()
    patience = None if count is not None else seconds + HANGS_SECONDS
    returned, said = _run(command, environment, patience)
    told = folder / "tally.json"
    tally = Tally.from_json(told.read_text()) if told.exists() else Tally(part.name, seed)
    if returned is None:
        tally.fail(f"the part itself hangs: it is not done after {patience:.0f} s")
    elif returned or not told.exists():
        tally.fail(f"the part itself ended with {returned}: {said.strip()[-500:]}")
    tally.seconds = time.monotonic() - began
    return tally


def _run(command: list[str], environment: dict[str, str] | None, patience: float | None) -> tuple[int | None, str]:
    """What a process returned and said; None if it had to be ended."""
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            said, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, ""
    return process.returncode, said


def _inside(given: argparse.Namespace) -> int:
    """A part, in the process that was made for it."""
    name, seconds, folder = given.inside[0], float(given.inside[1]), Path(given.inside[2])
    scratch = folder / "scratch"
    scratch.mkdir()
    plan = Plan(given.seed, seconds, scratch, getattr(given, name), given.plant)
    try:
        tally = work_of(name)(plan)
    except Exception:  # noqa: BLE001 - told by the process that made this one
        print(traceback.format_exc())
        return 1
    (folder / "tally.json").write_text(tally.to_json())
    return 0


if __name__ == "__main__":
    sys.exit(main())
