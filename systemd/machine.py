"""What kind of machine this is, and why Bordbuch cannot be installed on it if it cannot."""

from __future__ import annotations

import os
import shutil
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

SUITES = ("bookworm", "trixie")
SPACE_MB = 800  # packages, OpenCV and the rest take about half of it; the other half is the book's


@dataclass(frozen=True)
class Machine:
    """What has to be known before the first step. Everything is looked for and put below `root`."""

    root: Path
    suite: str  # of Debian: "bookworm", or "" if it is something else
    bits: int
    is_root: bool
    has_systemd: bool
    has_pi_archive: bool
    free_mb: int
    python: Path = Path("/usr/bin/python3")  # the system's: the Pi's camera library works with no other

    def at(self, path: str) -> Path:
        """This absolute path below the root."""
        return self.root / path.lstrip("/")

    @property
    def is_this_one(self) -> bool:
        """Whether this is the running machine and not a folder that looks like one."""
        return self.root == Path("/")

    @property
    def can_start(self) -> bool:
        """Whether a service can be started here; not in a folder, nor where an image is made."""
        return self.is_this_one and self.has_systemd

    @property
    def boot_config(self) -> Path:
        """The firmware's configuration; before Bookworm it was in another place, and some machines kept that."""
        old = self.at("/boot/config.txt")
        new = self.at("/boot/firmware/config.txt")
        return old if old.exists() and not new.exists() else new


def look(root: Path = Path("/")) -> Machine:
    """Look at this machine; changes nothing."""
    there = next((folder for folder in (root / "opt", root) if folder.exists()), Path("/"))
    return Machine(
        root=root,
        suite=_suite(root),
        bits=struct.calcsize("P") * 8,  # of the programs: a 64-bit kernel may run a 32-bit system
        is_root=hasattr(os, "geteuid") and os.geteuid() == 0,
        has_systemd=(root / "run/systemd/system").is_dir(),
        has_pi_archive=_has_pi_archive(root),
        free_mb=shutil.disk_usage(there).free // 2**20,
    )


def installed_packages(machine: Machine) -> set[str]:
    """The names of all packages that are wholly installed."""
    entries = _text(machine.at("/var/lib/dpkg/status")).split("\n\n")
    fields = [dict(line.split(": ", 1) for line in entry.splitlines() if ": " in line) for entry in entries]
    return {entry["Package"] for entry in fields if entry.get("Status", "").endswith(" installed")}


def refusals(machine: Machine, *, simulated: bool, may_wait: bool = False) -> list[str]:
    """Every reason why nothing can be installed here, one sentence with its remedy each; empty if all is well.

    `may_wait`: it may be started later, as where an image for a card is made.
    """
    checks = (
        (sys.platform == "linux", "Bordbuch is installed on Linux only; here, `make play` shows the whole device."),
        (machine.bits == 64, "This system is a 32-bit one. Write the 64-bit Raspberry Pi OS to the card."),
        (
            machine.suite in SUITES,
            "This is neither Raspberry Pi OS Bookworm nor Trixie; `make play` works without installing anything.",
        ),
        (machine.has_systemd or may_wait, "No systemd is running here, so no service could be started."),
        (
            machine.has_pi_archive or simulated,
            "The Raspberry Pi's own packages are not to be had here. For a machine without the Pi's parts:"
            " sudo make install ARGS=--simulated",
        ),
        (
            machine.free_mb >= SPACE_MB,
            f"Only {machine.free_mb} MB are free; {SPACE_MB} MB are needed. `sudo apt clean` may help.",
        ),
        (machine.is_root, "This must be done by root: sudo make install"),
    )
    return [sentence for fine, sentence in checks if not fine]


def _suite(root: Path) -> str:
    try:
        lines = (root / "etc/os-release").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    told = dict(line.split("=", 1) for line in lines if "=" in line)
    return told.get("VERSION_CODENAME", "").strip('"')


def _has_pi_archive(root: Path) -> bool:
    folder = root / "etc/apt/sources.list.d"
    sources = [root / "etc/apt/sources.list", *(sorted(folder.iterdir()) if folder.is_dir() else ())]
    return any("archive.raspberrypi." in _text(path) for path in sources)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
