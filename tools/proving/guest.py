"""A throw-away Debian in which a real systemd runs, and the page of the Bordbuch in it. Needs root and debootstrap."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
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
def booted(root: Path, seconds: float = 60) -> Iterator[Guest]:
    """Start its systemd, which may take so many seconds, and switch it off afterwards."""
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
            "its systemd runs",
            lambda: guest.run("systemctl", "is-system-running", may_fail=True).strip() in up,
            seconds,
        )
        yield guest
    finally:
        process.terminate()
        process.wait(30)


def cannot(*programs: str) -> str | None:
    """Why nothing can be proven here, in a sentence; None if it can."""
    if os.geteuid() != 0:
        return "A throw-away machine can be booted by root only; use sudo."
    missing = [name for name in ("debootstrap", "systemd-nspawn", "nsenter", *programs) if shutil.which(name) is None]
    return (
        f"{', '.join(missing)} not found; sudo apt install debootstrap systemd-container qemu-user-static"
        if missing
        else None
    )


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


def words() -> str:
    """What the OLED says."""
    with urllib.request.urlopen(f"{PAGE}/events", timeout=10) as events:
        told = next(line for line in events if line.startswith(b"data: "))
    return str(json.loads(told.removeprefix(b"data: "))["caption"])


def press_while(button: str, is_so: Callable[[str], bool], most: int = 20) -> None:
    """Press a button as long as this is so of what the OLED says."""
    for _ in range(most):
        settled_screen()
        if not is_so(words()):
            return
        press(button)
    raise NotProven(f"{button} was pressed {most} times, and the OLED says:\n{words()}")


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
