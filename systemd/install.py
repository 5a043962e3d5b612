"""Install Bordbuch on this machine, bring it up to date, or take it away. See hardware.md."""

from __future__ import annotations

import argparse
import dataclasses
import os
import re
import subprocess
import sys
from collections.abc import Sequence

from systemd.confined import confined
from systemd.machine import SUITES, Machine, look, refusals
from systemd.plan import SERVICE, STICK, SWITCH_OFF, UNITS, install_plan, releases_of, uninstall_plan
from systemd.releases import BOOK, PROGRAM
from systemd.steps import SetAtBoot, Step, StepFailed, file_text, run
from systemd.update import back

FINE, FAILED, WRONG_USE = 0, 1, 2
FOR_THE_BOOT = re.compile(r"raspi-config|modules-load")  # what holds only after the next one
NOT_ALL_OF_IT = (
    "Bordbuch is installed, but not all of it works; see above. If an installation was interrupted before:"
    f" sudo rm -r {PROGRAM}/releases, and install again."
)
EXAMPLES = """Example:
  sudo make install                        install, or bring up to date after git pull
  make install ARGS=--dry-run              only tell what would be done
  sudo make install ARGS=--back            the Bordbuch from before the last update
  sudo make uninstall                      take it away; the book stays
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what was asked; 0 fine, 1 something failed, 2 not possible here."""
    given = _parser().parse_args(arguments)
    machine = look()
    if given.from_package:
        given.simulated = given.simulated or not machine.has_pi_archive
    if given.suite:
        machine = dataclasses.replace(machine, suite=given.suite)
    if given.back:
        return _back(machine)
    reasons = [] if given.uninstall else refusals(machine, simulated=given.simulated, may_wait=given.from_package)
    if given.uninstall and not machine.is_root:
        reasons = ["This must be done by root: sudo make uninstall"]
    steps = _steps(given, machine)
    if given.dry_run:
        return _tell(steps, reasons)
    if given.suite:
        reasons.append("--suite is for --dry-run only.")
    if reasons:
        print(*reasons, "Nothing was changed.", sep="\n", file=sys.stderr)
        return WRONG_USE
    return _uninstall(steps, given.delete_book) if given.uninstall else _install(machine, steps, given.simulated)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="make install", description=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--dry-run", action="store_true", help="tell what would be done, change nothing; needs no root")
    parser.add_argument(
        "--simulated", action="store_true", help="a machine without the Pi's parts: the simulated table"
    )
    parser.add_argument("--spi", action="store_true", help="the display is wired by SPI: switch that on too")
    parser.add_argument("--clock", action="store_true", help="a DS3231 clock hangs on the display's wires")
    parser.add_argument(
        "--suite", choices=SUITES, help="with --dry-run: tell it for this system instead of the one here"
    )
    parser.add_argument("--from-package", action="store_true", help=argparse.SUPPRESS)  # by the Debian package
    parser.add_argument("--back", action="store_true", help="let the release from before the last update run again")
    parser.add_argument("--uninstall", action="store_true", help="take it away; the book stays")
    parser.add_argument("--delete-book", action="store_true", help="with --uninstall: every result goes too")
    return parser


def _steps(given: argparse.Namespace, machine: Machine) -> list[Step]:
    if given.uninstall:
        return uninstall_plan(machine, delete_book=given.delete_book)
    known = machine if machine.suite in SUITES else dataclasses.replace(machine, suite=SUITES[-1])
    return install_plan(
        known, simulated=given.simulated, spi=given.spi, clock=given.clock, has_packages=given.from_package
    )


def _tell(steps: Sequence[Step], reasons: Sequence[str]) -> int:
    for sentence in reasons:
        print(f"Not yet possible here: {sentence}", file=sys.stderr)
    lines = [f"{step.says}:\n    {step.shown() if step.needed() else 'nothing to do'}" for step in steps]
    print("\n".join(lines), flush=True)
    print("Nothing was changed.", file=sys.stderr)
    return FINE


def _install(machine: Machine, steps: Sequence[Step], simulated: bool) -> int:
    changed = do(steps)
    if changed is None:
        return FAILED
    if not machine.can_start:
        print("Bordbuch is installed; it starts with the machine.")
        return FINE
    print("Is all of it well?", flush=True)
    test = ["--simulated"] if simulated else []
    python, script = f"{PROGRAM}/current/venv/bin/python", f"{PROGRAM}/current/source/systemd/selftest.py"
    # As the service itself, with all that its unit forbids: what root may do proves nothing.
    look = confined([python, "-I", "-B", script, *test], file_text(machine.at(f"{UNITS}/{SERVICE}")))
    fine = subprocess.run(look, check=False, cwd="/").returncode == 0
    if any(isinstance(step, SetAtBoot) or FOR_THE_BOOT.search(step.shown()) for step in changed):
        print("Restart the Pi once, so that display and camera are found: sudo reboot")
    print("Bordbuch is installed." if fine else NOT_ALL_OF_IT)
    return FINE if fine else FAILED


def _back(machine: Machine) -> int:
    """Let the release from before the last update run again, with a book that it can read."""
    releases = releases_of(machine)
    if not machine.is_root or releases.last is None:
        why = "This must be done by root: sudo make install ARGS=--back"
        print(why if not machine.is_root else "There is no older Bordbuch to go back to.", file=sys.stderr)
        return WRONG_USE
    try:
        print(back(releases, (SERVICE, SWITCH_OFF, STICK), run))
    except StepFailed as error:
        print(f"{error}.", file=sys.stderr)
        return FAILED
    return FINE


def _uninstall(steps: Sequence[Step], delete_book: bool) -> int:
    if do(steps) is None:
        return FAILED
    print("Bordbuch is gone." if delete_book else f"Bordbuch is gone. The book is still in {BOOK}.")
    return FINE


def do(steps: Sequence[Step]) -> list[Step] | None:
    """Do what is needed and give back what was done; nothing if a step failed, which is told."""
    os.umask(0o022)  # root may be used to hide what it makes; the service has to read this
    done = []
    for step in steps:
        if not step.needed():
            continue
        print(f"{step.says}: {step.shown()}", flush=True)
        try:
            step.do()
        except (StepFailed, OSError, KeyboardInterrupt) as error:
            why = str(error) or "You have stopped it"
            print(f"{why}.\nStopped here. Mend that and run it again; what is done is not done twice.", file=sys.stderr)
            return None
        done.append(step)
    return done


if __name__ == "__main__":
    sys.exit(main())
