"""A weekly copy of the book onto a USB stick that is plugged in. Started by bordbuch-stick.timer; see hardware.md.

Any stick with a file system that Linux can write will do; without one nothing happens. The copies lie in its folder
`bordbuch`, the last eight of them. Runs as root, since it mounts; the copy itself is made by the installed program.
"""

from __future__ import annotations

import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

PLACE = Path("/run/bordbuch-stick")
FOLDER = "bordbuch"
KEPT = 8
PROGRAM = "/opt/bordbuch/current/venv/bin/bordbuch"
BOOK = "/var/lib/bordbuch"
USER = "bordbuch"
WRITABLE = ("vfat", "exfat", "ext4", "ext3", "ext2", "btrfs", "f2fs", "ntfs")


def main() -> int:
    """Copy to the first stick that takes it; 0 also where there is none, which is no fault."""
    told = subprocess.run(
        ["lsblk", "--json", "--output", "PATH,FSTYPE,RM,HOTPLUG,MOUNTPOINT,TRAN,TYPE"],
        capture_output=True,
        text=True,
        check=True,
    )
    partitions = sticks(json.loads(told.stdout)["blockdevices"])
    if not partitions:
        print("No stick is plugged in; no copy was made.")
        return 0
    PLACE.mkdir(exist_ok=True)
    for partition in partitions:
        if subprocess.run(["mount", "-o", "nosuid,nodev,noexec,sync", partition, str(PLACE)], check=False).returncode:
            continue
        try:
            return copy_to(PLACE / FOLDER, datetime.datetime.now().astimezone().date(), as_its_user)
        finally:
            subprocess.run(["umount", str(PLACE)], check=False)
    print("No stick that is plugged in could be written to.")
    return 1


def sticks(devices: Iterable[Mapping[str, Any]], *, is_on_usb: bool = False) -> list[str]:
    """The partitions on USB sticks that are not in use, as lsblk lists them.

    >>> sticks([{"path": "/dev/sda", "tran": "usb", "rm": True, "children": [
    ...     {"path": "/dev/sda1", "fstype": "vfat", "mountpoint": None}]},
    ...     {"path": "/dev/mmcblk0", "tran": "mmc", "children": [
    ...     {"path": "/dev/mmcblk0p2", "fstype": "ext4", "mountpoint": None}]}])
    ['/dev/sda1']
    """
    found = []
    for device in devices:
        on_usb = is_on_usb or device.get("tran") == "usb"
        if on_usb and device.get("fstype") in WRITABLE and not device.get("mountpoint"):
            found.append(str(device["path"]))
        found += sticks(device.get("children", ()), is_on_usb=on_usb)
    return found


def copy_to(folder: Path, day: datetime.date, make: Callable[[Path], int]) -> int:
    """Make today's copy and let the oldest go; the exit code of what made it."""
    folder.mkdir(exist_ok=True)
    target = folder / f"bordbuch-{day:%Y-%m-%d}.zip"
    with tempfile.TemporaryDirectory() as place:
        fresh = Path(place) / target.name
        code = make(fresh)
        if code == 0:
            unfinished = target.with_suffix(".part")
            shutil.copyfile(fresh, unfinished)
            with unfinished.open("rb") as file:
                os.fsync(file.fileno())
            unfinished.replace(target)
    if code == 0:
        for old in sorted(folder.glob("bordbuch-????-??-??.zip"))[:-KEPT]:
            old.unlink()
        print(f"The book was copied: {target.name}.")
    return code


def as_its_user(target: Path) -> int:
    """Let the program make a copy, as the user whom the book belongs to: nothing beside the book becomes root's."""
    shutil.chown(target.parent, USER)
    command = ["runuser", "-u", USER, "--", PROGRAM, "backup", str(target), "--data", BOOK]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
