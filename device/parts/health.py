"""How the device is: disk, clock, versions, power and light, each as one finding for the command and for the OLED."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from device.parts.drivers.power import Supply, supply
from games.spine.dialogue import Text, say

if TYPE_CHECKING:
    from vision.base.frame import Frame

LEAST_FREE_MB, LOW_FREE_MB = 20, 200
CLOCK_IS_SET = Path("/run/systemd/timesync/synchronized")
HAS_SYSTEMD = Path("/run/systemd/system")
TRY_FILE = "check.try"
NEEDED = {"opencv": "opencv-python-headless", "numpy": "numpy", "pillow": "pillow"}
WELCOME = {"luma.oled": "luma.oled", "gpiozero": "gpiozero", "picamera2": "picamera2", "lgpio": "lgpio"}


class Verdict(Enum):
    """What came of looking at a part."""

    FINE = "fine"
    NOTE = "note"  # it works, but somebody should know
    FAILED = "failed"
    SKIPPED = "skipped"  # not there, or cannot be tried like this


@dataclass(frozen=True, slots=True)
class Finding:
    """One part and how it is, in words for anybody and figures for scripts."""

    part: str
    verdict: Verdict
    words: Text
    figures: Mapping[str, object] = field(default_factory=dict)


def found(part: str, verdict: Verdict, key: str, **figures: object) -> Finding:
    """A finding whose words are the catalogue's for this part."""
    words = {name: value for name, value in figures.items() if isinstance(value, int | str)}
    return Finding(part, verdict, say(f"check.{part}.{key}", **words), figures)


def check_disk(folder: Path) -> Finding:
    """Whether there is room, and whether what is written reaches the disk."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free // 2**20
        seconds = _write_through(folder / TRY_FILE)
    except OSError as error:
        return found("disk", Verdict.FAILED, "refused", error=error.strerror or str(error))
    figures: dict[str, object] = {"free": free, "sync_ms": round(1000 * seconds, 1)}
    if free < LEAST_FREE_MB:
        return found("disk", Verdict.FAILED, "low", **figures)
    if free < LOW_FREE_MB:
        return found("disk", Verdict.NOTE, "low", **figures)
    return found("disk", Verdict.FINE, "fine", **figures)


def _write_through(file: Path) -> float:
    """Write a little, wait until it is on the disk, and take it away again; how long that took.

    Nothing is kept, so `write_whole` with its second name and second wait would only spoil the figure.
    """
    began = time.perf_counter()
    try:
        with file.open("wb") as stream:
            stream.write(b"Bordbuch")
            stream.flush()
            os.fsync(stream.fileno())
        return time.perf_counter() - began
    finally:
        file.unlink(missing_ok=True)


def check_time(now: datetime, built: datetime, *, is_set: bool | None) -> Finding:
    """Whether the clock can be right: a Pi has no battery, and starts wherever it left off.

    `built` is when this Bordbuch was made; `is_set` whether the network has set the clock, None if nobody knows.
    """
    figures: dict[str, object] = {
        "day": now.day,
        "month": now.month,
        "year": str(now.year),
        "clock": f"{now:%H:%M}",
    }
    if now < built:
        return found("time", Verdict.FAILED, "wrong", **figures)
    if is_set is False:
        return found("time", Verdict.NOTE, "unset", **figures)
    return found("time", Verdict.FINE, "fine", **figures)


def time_now() -> Finding:
    """The clock of this machine."""
    built = datetime.fromtimestamp(Path(__file__).stat().st_mtime).astimezone()
    is_set = CLOCK_IS_SET.exists() if HAS_SYSTEMD.exists() else None
    return check_time(datetime.now().astimezone(), built, is_set=is_set)


def check_versions() -> Finding:
    """What Bordbuch is made of. Only what it cannot do without must be there."""
    versions = {"bordbuch": release() or _version("bordbuch") or "?", "python": platform.python_version()}
    versions |= {name: version for name, package in (NEEDED | WELCOME).items() if (version := _version(package))}
    missing = [name for name in NEEDED if name not in versions]
    if missing:
        return found("versions", Verdict.FAILED, "missing", names=", ".join(missing), **versions)
    return found("versions", Verdict.FINE, "fine", **versions)


def release(prefix: str = sys.prefix) -> str | None:
    """What the installed release is called; None if this is no installed one. See systemd/releases.py."""
    place = Path(prefix).resolve().parent
    return place.name if place.parent.name == "releases" else None


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def check_power(said: Supply | None) -> Finding:
    """Whether the Pi gets enough power, if it says so."""
    match said:
        case None:
            return found("power", Verdict.SKIPPED, "unknown")
        case Supply.GOOD:
            return found("power", Verdict.FINE, "good")
        case Supply.WAS_LOW:
            return found("power", Verdict.NOTE, "was_low")
        case Supply.LOW:
            return found("power", Verdict.FAILED, "low")


def check_light(frame: Frame | None) -> Finding:
    """What the camera's picture is worth."""
    if frame is None:
        return found("camera", Verdict.FAILED, "none")
    from vision.table.light import judge_light

    height, width = frame.pixels.shape[:2]
    figures: dict[str, object] = {"width": width, "height": height, "brightness": round(float(frame.pixels.mean()), 1)}
    reasons = judge_light(frame)
    if reasons:
        return found("camera", Verdict.NOTE, reasons[0].value, reasons=[reason.value for reason in reasons], **figures)
    return found("camera", Verdict.FINE, "fine", **figures)


def check_house(folder: Path) -> list[Finding]:
    """All that can be looked at without touching a part."""
    return [check_disk(folder), time_now(), check_versions(), check_power(supply())]
