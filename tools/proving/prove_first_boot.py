"""A card that installs itself, for real: cloud-init, our files and the package in a throw-away Debian. Needs root.

    sudo make prove-first-boot

Debian lacks the Pi's own packages, so it ends on the simulated table, and the network is this machine's: what
`network-config` says is judged by cloud-init and netplan in the tests. Seen here: cloud-init takes the files, the unit
installs the package, takes itself away and starts the machine anew, and Bordbuch is there.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

from device.command.first_boot import LOG, UNIT, Card, write_card
from tools.proving.guest import (
    PORT,
    NotProven,
    booted,
    cannot,
    make_root,
    page_answers,
    tell,
    wait_for,
)
from tools.proving.prove_package import package

SEED = "var/lib/cloud/seed/nocloud"  # a Pi finds them on its boot partition
HERE_ONLY = "network: {config: disabled}\ndatasource_list: [NoCloud]\n"  # the network is this machine's own
STARTS_ANEW = 133  # how systemd-nspawn says that the machine wants to be started again
PATIENCE = 1200.0  # seconds; most of them for downloading


def main() -> int:
    """Prove it and tell every step; 1 if something was not as it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", choices=("trixie",), nargs="?", default="trixie", help="from which on a Pi does this")
    parser.add_argument(
        "--root", type=Path, help="the folder of the throw-away machine; it must not have booted before"
    )
    given = parser.parse_args()
    if (why := cannot()) is not None:
        print(why, file=sys.stderr)
        return 2
    root = given.root or Path(f"/var/tmp/bordbuch-first-boot-{given.suite}")
    try:
        make_root(root, given.suite)
        write_the_card(root, given.suite)
        prove(root)
    except NotProven as error:
        print(f"NOT PROVEN: {error}", file=sys.stderr)
        return 1
    return 0


def write_the_card(root: Path, suite: str) -> None:
    """What is on a Pi's card before its first boot: cloud-init, and what `bordbuch first-boot` has written."""
    if (root / "var/lib/cloud/instances").exists():
        raise NotProven(f"{root} has had its first boot; delete it, or name another one")
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    for command in ("update", "install -y --no-install-recommends cloud-init"):
        line = ["chroot", str(root), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", *command.split()]
        if (done := subprocess.run(line, capture_output=True, text=True, check=False)).returncode:
            raise NotProven(f"apt-get {command} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    boot, seed, book = root / "boot/firmware", root / SEED, root / "var/lib/bordbuch"
    for folder in (boot, seed, book):
        folder.mkdir(parents=True, exist_ok=True)
    (boot / "config.txt").write_text("dtparam=audio=on\n", encoding="utf-8")
    card = Card(package(root, suite, 1_700_000_000), wifi="Zuhause", wifi_password="geheim123")
    written = write_card(card, boot)
    for name in ("user-data", "meta-data", "network-config"):
        shutil.copy(boot / name, seed / name)
    (root / "etc/cloud/cloud.cfg.d/99-here.cfg").write_text(HERE_ONLY, encoding="utf-8")
    (book / "bordbuch.toml").write_text(f"[web]\nport = {PORT}\n", encoding="utf-8")
    tell(f"on the card: {', '.join(path.name for path in written)}")


def prove(root: Path) -> None:
    """The first boot, and what is there after the second."""
    began = time.monotonic()
    log = root / LOG.lstrip("/")
    with booted(root, 300) as guest:
        wait_for(f"cloud-init has started {UNIT}", log.exists, 120)
        wait_for("it is installed, and the machine starts anew", lambda: guest.process.poll() is not None, PATIENCE)
        tell(f"{time.monotonic() - began:.0f} s after switching on")
        if guest.process.returncode != STARTS_ANEW:
            raise NotProven(f"it went off instead:\n{log.read_text(encoding='utf-8', errors='replace')[-2000:]}")
    with booted(root, 300) as guest:
        wait_for("the page answers", page_answers, 120)
        seen = {
            "the unit that installs": guest.run("systemctl", "is-enabled", UNIT, may_fail=True).strip(),
            "the service": guest.run("systemctl", "is-active", "bordbuch", may_fail=True).strip(),
            "the machine's name": guest.run("cat", "/etc/hostname").strip(),
            "the user": guest.run("id", "-un", "spieler", may_fail=True).strip(),
        }
        if list(seen.values()) != ["disabled", "active", "bordbuch", "spieler"]:
            raise NotProven(f"{seen}\n{log.read_text(encoding='utf-8', errors='replace')[-2000:]}")
        tell(", ".join(f"{what} is {how}" for what, how in seen.items()))
        said = guest.run("cloud-init", "status", "--long", may_fail=True)
        if "errors: []" not in said:
            raise NotProven(f"cloud-init says:\n{said}")
        tell("cloud-init found no fault")


if __name__ == "__main__":
    sys.exit(main())
