"""A folder that looks like a freshly written Raspberry Pi OS, and what happens to the commands run in it.

Files are really written there; venv, install, useradd, usermod, userdel and systemctl really run on it. Two commands
cannot: apt-get and raspi-config only leave the trace by which the real ones are known to have run, and pip none.
"""

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from systemd.machine import Machine
from systemd.steps import run

OS_RELEASE = 'PRETTY_NAME="Debian GNU/Linux"\nVERSION_CODENAME={suite}\nID=debian\n'
PI_ARCHIVE = "deb http://archive.raspberrypi.com/debian/ {suite} main\n"
# As Raspberry Pi OS ships it, shortened.
CONFIG = """# For more options and information see
# http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on
camera_auto_detect=1
dtoverlay=vc4-kms-v3d
[cm4]
otg_mode=1
[all]
"""
PASSWD = "root:x:0:0:root:/root:/bin/bash\nida:x:1000:1000:,,,:/home/ida:/bin/bash\n"
GROUP = "root:x:0:\nvideo:x:44:ida\nida:x:1000:\nspi:x:986:ida\ni2c:x:987:ida\ngpio:x:988:ida\n"
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def throw_away_pi(root: Path, suite: str = "bookworm") -> Machine:
    """Write the files of a fresh system into `root`."""
    files = {
        "etc/os-release": OS_RELEASE.format(suite=suite),
        "etc/apt/sources.list.d/raspi.list": PI_ARCHIVE.format(suite=suite),
        "boot/firmware/config.txt": CONFIG,
        "etc/passwd": PASSWD,
        "etc/group": GROUP,
        "etc/shadow": "root:*:19000:0:99999:7:::\nida:*:19000:0:99999:7:::\n",
        "etc/gshadow": "".join(f"{line.split(':')[0]}:!::\n" for line in GROUP.splitlines()),
        "var/lib/dpkg/status": "Package: make\nStatus: install ok installed\n\n",
        "run/systemd/system/.there": "",
        "opt/.there": "",
        "usr/local/bin/.there": "",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return Machine(root, suite, 64, True, True, True, 4000, Path(sys.executable))


@dataclass
class Commands:
    """Runs what can run in a folder and keeps a list of everything."""

    machine: Machine
    with_venv: bool = False  # which takes seconds
    seen: list[tuple[str, ...]] = field(default_factory=list)

    def __call__(self, command):
        self.seen.append(tuple(command))
        name = Path(command[0]).name
        if name == "apt-get" and "install" in command:
            status = self.machine.at("/var/lib/dpkg/status")
            entries = "".join(f"Package: {package}\nStatus: install ok installed\n\n" for package in command)
            status.write_text(status.read_text() + entries)
        elif name == "raspi-config":
            config = self.machine.boot_config
            config.write_text(config.read_text().replace("#dtparam=i2c_arm=on", "dtparam=i2c_arm=on"))
        elif name != "apt-get" and "pip" not in command and (self.with_venv or "venv" not in command):
            run(command)

    @property
    def names(self):
        """Only the programs' names; pip's own, not that of the Python it runs on."""
        return ["pip" if "pip" in command else Path(command[0]).name for command in self.seen]


def do_all(steps):
    """As an installation does: one after the other, what is needed."""
    for step in steps:
        if step.needed():
            step.do()


def files_in(root: Path):
    """Every file with its text and mode, apart from the program, which is always copied anew."""
    found = {}
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_relative_to(root / "opt/bordbuch"):
            found[str(path.relative_to(root))] = (path.read_bytes(), path.stat().st_mode)
    return found


def ask(*command, **options):
    """Run a program and give back what it said."""
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)
