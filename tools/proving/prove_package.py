"""The Debian package for real, in a throw-away Debian. Needs root, debootstrap and, for the Pi's own, qemu-user.

    sudo make prove-package SUITE=trixie                 a booted Debian: install, upgrade, way back, purge
    sudo make prove-package SUITE=trixie ARCH=arm64      the Pi's own architecture, emulated: install, read, quick tests

Debian lacks the Pi's own packages, so both play on the simulated table.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from systemd.package import build
from tools.proving.guest import (
    CLONE,
    LEFT_OUT,
    PORT,
    Guest,
    NotProven,
    booted,
    cannot,
    make_root,
    page_answers,
    tell,
    wait_for,
)

FEW = "ca-certificates,python3,make"
PICTURES = CLONE / "tests/data"
KINDS = ("pips", "symbols", "numbers", "balls")
FOREIGN_PROGRAMS = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")  # there if the kernel runs them by qemu


def main() -> int:
    """Prove it and tell every step; 1 if something was not as it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", choices=("bookworm", "trixie"))
    parser.add_argument("--arch", choices=("all", "arm64"), default="all")
    parser.add_argument("--root", type=Path, help="the folder of the throw-away machine; used again if it is there")
    parser.add_argument("--quick-tests", action="store_true", help="run make quick there, too")
    given = parser.parse_args()
    if (why := cannot(*(["qemu-aarch64-static"] if given.arch == "arm64" else []))) is not None:
        print(why, file=sys.stderr)
        return 2
    if given.arch == "arm64" and not FOREIGN_PROGRAMS.exists():
        print(
            "Programs for arm64 are not run here yet: sudo mount -t binfmt_misc none /proc/sys/fs/binfmt_misc;"
            " sudo update-binfmts --enable qemu-aarch64 (Debian: binfmt-support).",
            file=sys.stderr,
        )
        return 2
    root = given.root or Path(f"/var/tmp/bordbuch-package-{given.arch}-{given.suite}")
    try:
        if given.arch == "arm64":
            prove_architecture(root, given.suite, with_quick_tests=given.quick_tests)
        else:
            make_root(root, given.suite)
            with booted(root) as guest:
                prove(guest, given.suite)
    except NotProven as error:
        print(f"NOT PROVEN: {error}", file=sys.stderr)
        return 1
    return 0


def prove(guest: Guest, suite: str) -> None:
    """Install, upgrade, an upgrade that does not run, remove and purge, as apt does them."""
    book = guest.root / "var/lib/bordbuch"
    guest.run("apt-get", "purge", "-y", "-q", "bordbuch", may_fail=True)
    shutil.rmtree(book, ignore_errors=True)
    install(guest, package(guest.root, suite, 1_700_000_000))
    (book / "bordbuch.toml").write_text(f"[web]\nport = {PORT}\n", encoding="utf-8")
    guest.run("systemctl", "restart", "bordbuch")
    wait_for("the service is active and its page answers", page_answers, 60)
    told = guest.run("bordbuch", "check", may_fail=True)
    if "disk" not in told.lower() and "Speicher" not in told:
        raise NotProven(f"bordbuch check under the service's restrictions said:\n{told[-2000:]}")
    tell("bordbuch check looks as the service does")
    mark = book / "players-own.txt"
    mark.write_text("gold\n", encoding="utf-8")
    first = guest.run("readlink", "/opt/bordbuch/current").strip()

    install(guest, package(guest.root, suite, 1_800_000_000, note="a newer one"))
    second = guest.run("readlink", "/opt/bordbuch/current").strip()
    wait_for("upgraded; the page answers", page_answers, 60)
    if second == first or mark.read_text(encoding="utf-8") != "gold\n":
        raise NotProven(f"the upgrade left {first} running, or changed the book")
    tell(f"{first} became {second}, the book is as it was")

    broken = package(guest.root, suite, 1_900_000_000, broken=True)
    began = time.monotonic()
    told = guest.run("apt-get", "install", "-y", "-q", f"/root/{broken.name}", may_fail=True)
    now = guest.run("readlink", "/opt/bordbuch/current").strip()
    wait_for("after an upgrade that does not run the page answers", page_answers, 60)
    if now != second or "runs again" not in told:
        raise NotProven(f"an upgrade that does not run left {now}:\n{told[-2000:]}")
    tell(f"it went back to {now} by itself, {time.monotonic() - began:.0f} s after apt-get was called")

    guest.run("apt-get", "remove", "-y", "-q", "bordbuch")
    if not mark.exists() or (guest.root / "opt/bordbuch").exists():
        raise NotProven("removing left the program, or took the book")
    guest.run(
        "apt-get",
        "install",
        "-y",
        "-q",
        "--allow-downgrades",
        f"/root/{package(guest.root, suite, 1_800_000_000).name}",
    )
    guest.run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "purge", "-y", "-q", "bordbuch")
    if not mark.exists():
        raise NotProven("purged with nobody to ask, and the book is gone")
    tell("removed and purged with nobody to ask: the book stays")
    guest.run("apt-get", "install", "-y", "-q", f"/root/{package(guest.root, suite, 1_800_000_000).name}")
    # At a terminal, as a player types it: apt 3 gives what it runs no other input. What is typed before the question
    # is lost, and nobody knows how long apt takes until then: so again and again.
    purge = "DEBIAN_FRONTEND=teletype apt-get purge -y -q bordbuch"
    guest.run("sh", "-c", f"(while sleep 5; do echo yes || exit; done) | script -qec '{purge}' /dev/null")
    if book.exists():
        raise NotProven("purged with yes for an answer, and the book is still there")
    tell("purged with yes for an answer: the book is gone")


def install(guest: Guest, deb: Path) -> None:
    """As a player types it."""
    began = time.monotonic()
    guest.run("apt-get", "update", "-q")
    told = guest.run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-q", f"/root/{deb.name}")
    tell(f"apt install ./{deb.name}, {time.monotonic() - began:.0f} s; it ends with:")
    print("\n".join(told.splitlines()[-8:]))


def package(root: Path, suite: str, second: int, *, note: str = "", broken: bool = False, arch: str = "all") -> Path:
    """A package as if made at this second, in the throw-away machine's /root; `broken` never says that it runs."""
    source = root / f"root/clone-{second}"
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(CLONE, source, ignore=LEFT_OUT)
    if note:
        (source / "README.md").write_text(note, encoding="utf-8")
    if broken:
        (source / "device/loop.py").write_text("raise SystemExit(1)\n", encoding="utf-8")
    make = [
        sys.executable,
        "-B",
        "-m",
        "systemd.package",
        "--arch",
        arch,
        "--suite",
        suite,
        "--out",
        str(root / "root"),
    ]
    done = subprocess.run(
        make,
        cwd=source,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(second)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NotProven(f"no package was made:\n{done.stderr[-2000:]}")
    shutil.rmtree(source)
    return Path(done.stdout.strip())


# --- the Pi's own architecture ---


def prove_architecture(root: Path, suite: str, *, with_quick_tests: bool) -> None:
    """Install the package for arm64 and let it read the stored pictures: the same lines as here."""
    if not (root / "etc/debian_version").exists():
        tell(f"debootstrap {suite} for arm64 into {root}")
        made = ["debootstrap", "--arch=arm64", "--variant=minbase", f"--include={FEW}", suite, str(root)]
        with Path(f"{root}.log").open("wb") as file:
            if subprocess.run(made, stdout=file, stderr=file, check=False).returncode:
                raise NotProven(f"debootstrap failed, see {root}.log")
    deb = build("arm64", suite, root / "root")
    with mounted(root):
        began = time.monotonic()
        inside(root, "apt-get", "update", "-q")
        inside(root, "apt-get", "install", "-y", "-q", "--no-install-recommends", f"/root/{deb.name}")
        machine = inside(root, "uname", "-m").strip()
        tell(f"apt install ./{deb.name} on {machine}, {time.monotonic() - began:.0f} s, emulated")
        first_screen_and_memory(root)
        same_lines(root)
        tell("bordbuch bench --quick, emulated:")
        print(inside(root, "/opt/bordbuch/current/venv/bin/bordbuch", "bench", "--quick"))
        if with_quick_tests:
            quick_tests(root)


def first_screen_and_memory(root: Path) -> None:
    """What `bordbuch bench` says of them, without its hour of prompts, which would take many hours here."""
    python = "/opt/bordbuch/current/venv/bin/python"
    asked = "from device.command.bench_life import first_screen_ratio; print(first_screen_ratio())"
    ratio = inside(root, python, "-c", asked).strip()
    tell(f"the first screen takes {ratio} times as long as importing luma.oled, emulated")
    idle = json.loads(inside(root, python, "-m", "device.command.bench_life", "idle", "pictures").splitlines()[-1])
    tell(f"waiting for dice it holds {idle['memory_mb']} MB, the emulator's own among them")


def same_lines(root: Path) -> None:
    """What `bordbuch read` says of every stored picture there and here."""
    there = root / "root/pictures"
    shutil.rmtree(there, ignore_errors=True)
    pairs: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for kind in KINDS:
        shutil.copytree(PICTURES / kind, there / kind)
        names = sorted(path.name for path in (there / kind).iterdir() if path.suffix in (".jpg", ".png"))
        line = ("read", "--as", kind, *names)
        says = inside(root, "/opt/bordbuch/current/venv/bin/bordbuch", *line, cwd=f"/root/pictures/{kind}")
        here = subprocess.run(
            [sys.executable, "-m", "device.command.main", *line],
            cwd=there / kind,
            env={**os.environ, "PYTHONPATH": str(CLONE)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        pairs += [
            (json.loads(one), json.loads(other))
            for one, other in zip(says.splitlines(), here.splitlines(), strict=True)
        ]
    same = sum(one == other for one, other in pairs)
    as_sure = sum(one["status"] == other["status"] for one, other in pairs)
    other_pieces = [(one, other) for one, other in pairs if pieces_of(one) != pieces_of(other)]
    tell(
        f"{len(pairs)} stored pictures: {same} lines are the same to the last digit, {as_sure} are as sure,"
        f" {len(pairs) - len(other_pieces)} name the same pieces"
    )
    for one, other in other_pieces:
        print(f"  there: {json.dumps(one)[:400]}\n  here:  {json.dumps(other)[:400]}")
    if not pairs or other_pieces:
        raise NotProven("the stored pictures are read differently")


def pieces_of(line: dict[str, Any]) -> list[object]:
    """What a line names, piece by piece: not how sure, and not where to the tenth of a pixel."""
    pieces = [piece for key in ("dice", "cards", "balls") for piece in line.get(key, ())]
    return [[piece.get(name) for name in ("value", "face", "digit", "colour", "row", "col")] for piece in pieces]


def quick_tests(root: Path) -> None:
    """`make quick` in a clone of its own."""
    shutil.rmtree(root / "root/bordbuch", ignore_errors=True)
    leave = shutil.ignore_patterns(".venv*", "__pycache__", "*.egg-info", "build", "dist", ".*_cache", ".hypothesis")
    shutil.copytree(CLONE, root / "root/bordbuch", ignore=leave)
    began = time.monotonic()
    inside(
        root, "apt-get", "install", "-y", "-q", "--no-install-recommends", "python3-venv", "git", "gcc", "python3-dev"
    )
    told = inside(root, "make", "-C", "/root/bordbuch", "quick", may_fail=True)
    tell(f"make quick, {time.monotonic() - began:.0f} s, emulated; it ends with: {told.strip().splitlines()[-1]}")
    if " failed" in told or " passed" not in told:
        raise NotProven(f"make quick:\n{told[-3000:]}")


@contextlib.contextmanager
def mounted(root: Path) -> Iterator[None]:
    """What a program needs to find in its root."""
    mounts = [("proc", "proc"), ("sysfs", "sys"), ("devtmpfs", "dev")]
    for kind, place in mounts:
        subprocess.run(["mount", "-t", kind, kind, str(root / place)], check=True)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    try:
        yield
    finally:
        for _, place in reversed(mounts):
            subprocess.run(["umount", "-l", str(root / place)], check=False)


def inside(root: Path, *command: str, cwd: str = "/root", may_fail: bool = False) -> str:
    """Run a command in the other architecture's root and give back what it printed."""
    here = ["chroot", str(root), "env", "-C", cwd, "HOME=/root", "DEBIAN_FRONTEND=noninteractive", *command]
    done = subprocess.run(here, capture_output=True, text=True, check=False)
    if done.returncode and not may_fail:
        raise NotProven(f"{' '.join(command[:6])} failed:\n{done.stdout[-1500:]}\n{done.stderr[-1500:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
