"""The whole installation for real, in a throw-away Debian in which a real systemd runs. Needs root and debootstrap.

    sudo make prove-install SUITE=trixie

Debian lacks the Pi's own packages, so it is `make install ARGS=--simulated`: everything but picamera2, lgpio,
raspi-config and config.txt. Seen there: the service comes up, a loop that hangs is restarted and the game goes on, it
stops cleanly, a second installation changes nothing, the book outlives an uninstallation, and a player can switch the
machine off.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

NEEDED = "systemd,systemd-sysv,dbus,udev,make,python3,ca-certificates"
CLONE = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv*", "__pycache__", "*.egg-info", "build", ".*_cache", ".hypothesis", "tests"
)
PORT = 18017  # the throw-away machine shares this one's network
PAGE = f"http://127.0.0.1:{PORT}"
DATA = "var/lib/bordbuch"


class NotProven(Exception):
    """Something was not as it has to be; the message says what."""


@dataclass(frozen=True, slots=True)
class Guest:
    """The throw-away machine, booted."""

    root: Path
    process: subprocess.Popen[bytes]
    init: int  # the process id of its systemd

    def run(self, *command: str, may_fail: bool = False) -> str:
        """Run a command in it and give back what it printed."""
        inside = ["nsenter", "-t", str(self.init), "-m", "-u", "-i", "-p", "-r", "-w", "--", *command]
        done = subprocess.run(inside, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode and not may_fail:
            raise NotProven(f"{' '.join(command)} failed:\n{done.stdout[-3000:]}")
        return done.stdout

    def shows(self, *names: str) -> dict[str, str]:
        """What systemd knows of the service."""
        lines = self.run("systemctl", "show", "bordbuch.service", *(f"-p{name}" for name in names)).splitlines()
        return dict(line.split("=", 1) for line in lines)


def main() -> int:
    """Prove it and tell every step; 1 if something was not as it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", choices=("bookworm", "trixie"))
    parser.add_argument(
        "--root", type=Path, help="the folder of the throw-away machine; one that is there is used again"
    )
    given = parser.parse_args()
    if os.geteuid() != 0:
        print("A throw-away machine can be booted by root only: sudo make prove-install", file=sys.stderr)
        return 2
    missing = [name for name in ("debootstrap", "systemd-nspawn", "nsenter") if shutil.which(name) is None]
    if missing:
        print(f"{', '.join(missing)} not found; sudo apt install debootstrap systemd-container", file=sys.stderr)
        return 2
    root = given.root or Path(f"/var/tmp/bordbuch-{given.suite}")
    try:
        make_root(root, given.suite)
        with booted(root) as guest:
            prove(guest)
    except NotProven as error:
        print(f"NOT PROVEN: {error}", file=sys.stderr)
        return 1
    return 0


def make_root(root: Path, suite: str) -> None:
    """A minimal Debian with this clone in it."""
    if not (root / "etc/debian_version").exists():
        tell(f"debootstrap {suite} into {root}")
        log = Path(f"{root}.log")
        with log.open("wb") as file:
            made = ["debootstrap", "--variant=minbase", f"--include={NEEDED}", suite, str(root)]
            if subprocess.run(made, stdout=file, stderr=file, check=False).returncode:
                raise NotProven(f"debootstrap failed, see {log}")
    shutil.rmtree(root / "root/bordbuch", ignore_errors=True)
    shutil.copytree(CLONE, root / "root/bordbuch", ignore=LEFT_OUT)


@contextlib.contextmanager
def booted(root: Path) -> Iterator[Guest]:
    """Start its systemd, and switch it off afterwards."""
    certificates = "/etc/ssl/certs/ca-certificates.crt"
    nspawn = [
        "systemd-nspawn",
        "--register=no",
        "--keep-unit",
        "--quiet",
        "--console=passive",
        f"--bind-ro={certificates}",
    ]
    process = subprocess.Popen([*nspawn, "-D", str(root), "-b"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        init = wait_for("the throw-away machine boots", lambda: its_systemd(process.pid), 30)
        guest = Guest(root, process, init)
        up = ("running", "degraded")
        wait_for(
            "its systemd runs", lambda: guest.run("systemctl", "is-system-running", may_fail=True).strip() in up, 60
        )
        yield guest
    finally:
        process.terminate()
        process.wait(30)


def prove(guest: Guest) -> None:
    """Prove everything, one step after the other."""
    data = guest.root / DATA
    guest.run("make", "-C", "/root/bordbuch", "uninstall", "BOOK=delete")  # of the last time
    first, second = install(guest), install(guest)
    if "\nThe unit:" not in first or "\nThe unit:" in second or "apt-get" in second:
        raise NotProven("the second installation did again what was done")
    tell("installed twice; the second time only the program was brought up to date")

    (data / "bordbuch.toml").write_text(f"[web]\nport = {PORT}\n", encoding="utf-8")
    guest.run("systemctl", "restart", "bordbuch")
    wait_for("READY was told, the service is active", lambda: guest.shows("ActiveState")["ActiveState"] == "active", 60)
    wait_for("the page answers", page_answers, 60)
    restarts_after_a_hang(guest)
    stops(guest)
    outlives_uninstalling(guest, data)
    switches_off(guest)


def install(guest: Guest) -> str:
    """Install Bordbuch as a player types it, and give back what was printed."""
    began = time.monotonic()
    told = guest.run("make", "--no-print-directory", "-C", "/root/bordbuch", "install", "ARGS=--simulated")
    tell(f"make install ARGS=--simulated, {time.monotonic() - began:.0f} s; it ends with:")
    print("\n".join(told.splitlines()[-12:]))
    return told


def restarts_after_a_hang(guest: Guest) -> None:
    """Begin a game, stop the process from the outside, and find the same prompt again."""
    for button in (*["ok"] * 8, *["up", "ok"] * 5, "ok"):  # the first game, level 1, and a throw entered by hand
        press(button)
    before = settled_screen()
    main_pid = guest.shows("MainPID")["MainPID"]
    guest.run("systemctl", "kill", "--kill-whom=main", "--signal=STOP", "bordbuch")
    began = time.monotonic()

    def is_new() -> bool:
        now = guest.shows("MainPID", "ActiveState")
        return now["ActiveState"] == "active" and now["MainPID"] not in ("0", main_pid)

    wait_for("the hung process is killed by the watchdog and started again", is_new, 90)
    tell(f"after {time.monotonic() - began:.0f} s; systemd says:")
    print(guest.run("journalctl", "-u", "bordbuch", "-o", "cat", "-n", "12", "--no-pager"))
    wait_for("the page answers", page_answers, 60)
    settled_screen()
    press("ok")  # go on with the game?
    same = settled_screen() == before
    for name, picture in (("before", before), ("after", screen())):
        Path(f"{guest.root}-{name}.png").write_bytes(picture)
    if not same:
        raise NotProven(f"another screen than before the hang, see {guest.root}-before.png and -after.png")
    tell("the game goes on: the screen is the one from before the hang")


def stops(guest: Guest) -> None:
    """`systemctl stop` ends it cleanly."""
    began = time.monotonic()
    guest.run("systemctl", "stop", "bordbuch")
    seen = guest.shows("Result", "ExecMainStatus", "ActiveState")
    if seen != {"Result": "success", "ExecMainStatus": "0", "ActiveState": "inactive"}:
        raise NotProven(f"stopping left {seen}")
    tell(f"stopped cleanly in {time.monotonic() - began:.1f} s")


def outlives_uninstalling(guest: Guest, data: Path) -> None:
    """The data folder with the book stays, and goes only when that is asked for."""
    kept = {path.name: path.read_bytes() for path in data.iterdir() if path.is_file()}
    guest.run("make", "-C", "/opt/bordbuch/source", "uninstall")  # as if the clone were gone
    left = guest.run("find", "/etc", "/opt", "/usr/local", "-name", "*bordbuch*").split()
    if left or {path.name: path.read_bytes() for path in data.iterdir() if path.is_file()} != kept:
        raise NotProven(f"uninstalled, but left {left}, or the book changed")
    tell(f"uninstalled; the book stays: {', '.join(sorted(kept))}")
    install(guest)
    wait_for("the service is active again", lambda: guest.shows("ActiveState")["ActiveState"] == "active", 60)


def switches_off(guest: Guest) -> None:
    """What the device does when the player switches it off: leave a file. Then the whole machine goes down."""
    guest.run("runuser", "-u", "bordbuch", "--", "touch", "/run/bordbuch/power-off")
    wait_for("the machine switches itself off", lambda: guest.process.poll() is not None, 60)


def press(button: str) -> None:
    """Press a button of the device on its page, and see that it was heard."""
    before = settled_screen()
    urllib.request.urlopen(urllib.request.Request(f"{PAGE}/press/{button}", method="POST"), timeout=10).close()
    until = time.monotonic() + 15
    while screen() == before:
        if time.monotonic() > until:
            raise NotProven(f"{button} was pressed and nothing happened")
        time.sleep(0.1)


def screen() -> bytes:
    """The OLED as the page shows it."""
    with urllib.request.urlopen(f"{PAGE}/oled.png", timeout=10) as answer:
        return bytes(answer.read())


def settled_screen() -> bytes:
    """The OLED once it has not changed for a while."""
    last, since = screen(), time.monotonic()
    while time.monotonic() - since < 1.5:
        time.sleep(0.1)
        now = screen()
        if now != last:
            last, since = now, time.monotonic()
    return last


def page_answers() -> bool:
    """Whether the page is there."""
    try:
        return bool(screen())
    except OSError:
        return False


def its_systemd(pid: int) -> int:
    """The guest's systemd among the children of the process that holds it; 0 if it is not there yet."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    children = path.read_text(encoding="utf-8").split() if path.exists() else []
    named = (child for child in children if Path(f"/proc/{child}/comm").read_text(encoding="utf-8") == "systemd\n")
    return int(next(named, 0))


def wait_for(what: str, look: Callable[[], int | bool], seconds: float) -> int:
    """Wait until it is so and tell that; NotProven after so many seconds."""
    until = time.monotonic() + seconds
    while not (seen := look()):
        if time.monotonic() > until:
            raise NotProven(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.2)
    tell(what)
    return int(seen)


def tell(sentence: str) -> None:
    """One line of the report."""
    print(f"* {sentence}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
