"""A system that is never written to, with the book on a partition of its own. See hardware.md.

Then the plug may be pulled at any moment for the system, too, and not only for the book: what is changed on the card's
root lies in memory and is gone at the next start. Off again with --off; both hold after a restart.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from systemd.install import FAILED, FINE, WRONG_USE, do
from systemd.machine import Machine, look
from systemd.plan import SERVICE, UNITS
from systemd.releases import BOOK
from systemd.steps import Command, Do, Step, Write, file_text, replace_file, run

OVERLAY = "overlayroot=tmpfs:recurse=0"  # recurse=0: the book's own partition stays one that is written to
LABEL = "bordbuch"
FSTAB_LINE = f"LABEL={LABEL} {BOOK} ext4 defaults,noatime,nofail,x-systemd.device-timeout=15s 0 2"
# If the partition does not come, the device stays dark: a new book in memory would be lost with the evening.
NEEDS_ITS_BOOK = f"[Unit]\nRequiresMountsFor={BOOK}\nAssertPathIsMountPoint={BOOK}\n"
DROP_IN = f"{UNITS}/{SERVICE}.d/book.conf"
EXAMPLES = """Example:
  sudo mkfs.ext4 -L bordbuch /dev/sda1      a stick, or a partition of the card; what is on it is deleted
  sudo make read-only ARGS="--on /dev/sda1" the book moves there, the system is never written to from the next start on
  sudo make read-only ARGS=--off            as it was; do this before an update
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what was asked; 0 fine, 1 something failed, 2 not possible here."""
    parser = argparse.ArgumentParser(
        prog="make read-only", description=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--on", metavar="PARTITION", help="the partition for the book, formatted as ext4")
    which.add_argument("--off", action="store_true", help="a system that is written to, as it was")
    parser.add_argument("--dry-run", action="store_true", help="tell what would be done, change nothing")
    given = parser.parse_args(arguments)
    machine = look()
    reasons = refusals(machine, given.on)
    steps = off_plan(machine) if given.off else on_plan(machine, given.on)
    if given.dry_run:
        print(*(f"{step.says}:\n    {step.shown()}" for step in steps if step.needed()), sep="\n")
        return FINE
    if reasons:
        print(*reasons, "Nothing was changed.", sep="\n", file=sys.stderr)
        return WRONG_USE
    if do(steps) is None:
        return FAILED
    print("Restart the Pi: sudo reboot")
    return FINE


def refusals(machine: Machine, partition: str | None, kind: str | None = None) -> list[str]:
    """Why it cannot be done here, one sentence with its remedy each."""
    found = kind if kind is not None or partition is None else kind_of(partition)
    checks = (
        (machine.is_root, "This must be done by root: sudo make read-only"),
        (cmdline(machine).exists(), "There is no cmdline.txt of a Pi's firmware here."),
        (
            partition is None or found == "ext4",
            f"{partition} is no ext4 partition. `lsblk -f` shows what there is; sudo mkfs.ext4 -L {LABEL} /dev/...",
        ),
    )
    return [sentence for fine, sentence in checks if not fine]


def on_plan(machine: Machine, partition: str) -> list[Step]:
    """The book to its partition, then the rest read-only."""
    fstab, book = machine.at("/etc/fstab"), machine.at(BOOK)
    apt = ("apt-get", "-q", "install", "-y", "--no-install-recommends", "overlayroot")

    def is_new() -> bool:
        return FSTAB_LINE not in file_text(fstab).splitlines()

    def move() -> None:
        """Copy first, and name the partition last: a power cut in between changes nothing."""
        place = machine.at("/run/bordbuch-move")
        place.mkdir(parents=True, exist_ok=True)
        run(("mount", partition, str(place)))
        try:
            run(("cp", "-a", f"{book}/.", f"{place}/"))
            run(("sync",))
        finally:
            run(("umount", str(place)))
        run(("e2label", partition, LABEL))
        replace_file(fstab, with_line(file_text(fstab), FSTAB_LINE), 0o644)

    return [
        Command("What lays memory above the card", apt, lambda: not machine.at("/etc/overlayroot.conf").exists()),
        Command("Stop it", ("systemctl", "stop", SERVICE), is_new),
        Do("The book moves to its partition", move, f"copy {book} to {partition}; {FSTAB_LINE} in {fstab}", is_new),
        Write("No new book if the partition does not come", machine.at(DROP_IN), NEEDS_ITS_BOOK),
        SetOverlay(machine, is_on=True),
    ]


def off_plan(machine: Machine) -> list[Step]:
    """The root can be written to again; the book stays on its partition, where it is safe."""
    return [SetOverlay(machine, is_on=False)]


class SetOverlay:
    """One word in the kernel's command line."""

    def __init__(self, machine: Machine, *, is_on: bool) -> None:
        self.says = "The card is never written to" if is_on else "The card is written to again"
        self._file, self._is_on = cmdline(machine), is_on

    def needed(self) -> bool:
        return (OVERLAY in file_text(self._file).split()) is not self._is_on

    def shown(self) -> str:
        return f"{'add to' if self._is_on else 'take out of'} {self._file}: {OVERLAY}"

    def do(self) -> None:
        replace_file(self._file, with_overlay(file_text(self._file), is_on=self._is_on), 0o755)


def with_overlay(line: str, *, is_on: bool) -> str:
    """The kernel's command line with our word, or without any of its kind.

    >>> with_overlay("console=tty1 root=PARTUUID=1 rootwait\\n", is_on=True)
    'console=tty1 root=PARTUUID=1 rootwait overlayroot=tmpfs:recurse=0\\n'
    >>> with_overlay("root=/dev/sda2 overlayroot=tmpfs\\n", is_on=False)
    'root=/dev/sda2\\n'
    """
    words = [word for word in line.split() if not word.startswith("overlayroot=")]
    return " ".join([*words, *([OVERLAY] if is_on else [])]) + "\n"


def with_line(text: str, line: str) -> str:
    """fstab with one line more, and without one for the same place."""
    rest = [one for one in text.splitlines() if not re.match(rf"\s*[^#\s]\S*\s+{re.escape(BOOK)}\s", one)]
    return "\n".join([*rest, line]) + "\n"


def cmdline(machine: Machine) -> Path:
    """The kernel's command line on the boot partition."""
    return machine.boot_config.with_name("cmdline.txt")


def kind_of(partition: str) -> str:
    """The kind of file system on a partition, or nothing."""
    told = subprocess.run(
        ["blkid", "-o", "value", "-s", "TYPE", partition], capture_output=True, text=True, check=False
    )
    return told.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
