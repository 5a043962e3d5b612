"""The whole installation for real, in a throw-away Debian in which a real systemd runs. Needs root and debootstrap.

    sudo make prove-install SUITE=trixie

Debian lacks the Pi's own packages, so it is `make install ARGS=--simulated`: everything but picamera2, lgpio,
raspi-config and config.txt. Seen there: the service comes up, a loop that hangs is restarted and the game goes on, it
stops cleanly, a second installation changes nothing, the book outlives an uninstallation, and a player can switch the
machine off.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tools.proving.guest import (
    PORT,
    Guest,
    NotProven,
    booted,
    cannot,
    make_root,
    page_answers,
    press,
    press_while,
    screen,
    settled_screen,
    tell,
    wait_for,
    words,
)

DATA = "var/lib/bordbuch"


def main() -> int:
    """Prove it and tell every step; 1 if something was not as it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", choices=("bookworm", "trixie"))
    parser.add_argument(
        "--root", type=Path, help="the folder of the throw-away machine; one that is there is used again"
    )
    given = parser.parse_args()
    if (why := cannot()) is not None:
        print(why, file=sys.stderr)
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


def prove(guest: Guest) -> None:
    """Prove everything, one step after the other."""
    data = guest.root / DATA
    guest.run("make", "-C", "/root/bordbuch", "uninstall", "BOOK=delete")  # of the last time
    first, second = install(guest), install(guest)
    if "\nThe unit:" not in first or "\nThe unit:" in second or "apt-get" in second or "pip" in second:
        raise NotProven("the second installation did again what was done")
    tell("installed twice; the second time nothing was done again")

    (data / "bordbuch.toml").write_text(f'players = ["Ida"]\n[web]\nport = {PORT}\n', encoding="utf-8")
    (data / "settings.toml").write_text("welcomed = true\n", encoding="utf-8")  # nobody is led through a first evening
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
    begin_a_game()
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
    wait_for("it offers the game", lambda: "Gleich geht es los" not in words(), 60)
    settled_screen()
    press("ok")  # go on with the game?
    same = settled_screen() == before
    for name, picture in (("before", before), ("after", screen())):
        Path(f"{guest.root}-{name}.png").write_bytes(picture)
    if not same:
        raise NotProven(f"another screen than before the hang, see {guest.root}-before.png and -after.png")
    tell("the game goes on: the screen is the one from before the hang")


def begin_a_game() -> None:
    """The first game, level 1, and a throw entered by hand: five dice of the first colour."""
    press_while("ok", lambda told: not told.startswith("Würfle"))
    press("ok")
    for _ in range(5):
        press("up")
    press_while("ok", lambda told: told.startswith(("Wie viele?", "Dein Wurf")))
    if words().startswith("Würfle"):
        raise NotProven(f"the throw was not taken; the OLED says:\n{words()}")
    tell(f"a game is on; the OLED says: {words().splitlines()[0]}")


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
    guest.run("make", "-C", "/opt/bordbuch/current/source", "uninstall")  # as if the clone were gone
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


if __name__ == "__main__":
    sys.exit(main())
