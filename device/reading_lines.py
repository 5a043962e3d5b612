"""`bordbuch read`: pictures in, one JSON line each out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TextIO

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import NotAPicture
from vision.frame import Frame
from vision.overlay import draw_reading
from vision.picture import picture_from_bytes
from vision.profile import SymbolProfile, load_profile, shipped_profile
from vision.reading import DiceReading, Reason, Status
from vision.symbols import read_symbols


def read_images(
    images: Sequence[str], profile_folder: Path | None, count: int | None, debug_folder: Path | None, out: TextIO
) -> bool:
    """Read every picture, in order; one that cannot be read does not stop the rest. False if any was no picture."""
    profile = load_profile(profile_folder) if profile_folder else shipped_profile()
    are_all_pictures = True
    for image in images:
        try:
            frame = picture_from_bytes(Path(image).read_bytes())
        except (OSError, NotAPicture) as error:
            are_all_pictures = False
            line = {
                "status": Status.UNREADABLE.value,
                "reasons": [Reason.NO_PICTURE.value],
                "dice": [],
                "message": _why(error),
            }
        else:
            line = _read_one(frame, profile, count, debug_folder, Path(image).stem)
        print(json.dumps({"image": image, **line}, ensure_ascii=False), file=out, flush=True)
    return are_all_pictures


def _read_one(
    frame: Frame, profile: SymbolProfile, count: int | None, debug_folder: Path | None, name: str
) -> dict[str, Any]:
    debug = _saver(debug_folder, name) if debug_folder else None
    reading = read_symbols(frame, profile, count, debug)
    if debug is not None:
        debug("reading", draw_reading(frame, reading))
    return line_of(reading)


def line_of(reading: DiceReading) -> dict[str, Any]:
    """A reading as the command prints it."""
    return {
        "status": reading.status.value,
        "reasons": [reason.value for reason in reading.reasons],
        "dice": [
            {
                "face": die.face,
                "x": round(die.x, 1),
                "y": round(die.y, 1),
                "confidence": round(die.confidence, 4),
                "others": [[face, round(chance, 4)] for face, chance in die.others],
            }
            for die in reading.dice
        ],
    }


def _saver(folder: Path, name: str) -> Callable[[str, NDArray[Any]], None]:
    """A hook that saves each step's picture as NAME-01-STEP.png, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    number = 0

    def save(step: str, picture: NDArray[Any]) -> None:
        nonlocal number
        number += 1
        pixels = picture.astype(np.uint8) * 255 if picture.dtype == np.bool_ else picture
        done, data = cv2.imencode(".png", pixels)
        if done:
            (folder / f"{name}-{number:02d}-{step}.png").write_bytes(data.tobytes())

    return save


def _why(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}. Check the name and whether you may read it."
    return str(error)
