"""`bordbuch read`: pictures in, one JSON line each out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

import cv2
import numpy as np
from numpy.typing import NDArray

from device.command.json_text import json_text
from device.command.read_kinds import Debug, LineReader
from device.eyes.picture_files import picture_from_file
from vision.base.errors import NotAPicture
from vision.base.reading import Reason, Status


def read_images(images: Sequence[str], read: LineReader, debug_folder: Path | None, out: TextIO) -> bool:
    """Read every picture, in order; one that cannot be read does not stop the rest. False if any was no picture."""
    are_all_pictures = True
    for image in images:
        try:
            frame = picture_from_file(Path(image))
        except (OSError, NotAPicture) as error:
            are_all_pictures = False
            line = {
                "status": Status.UNREADABLE.value,
                "reasons": [Reason.NO_PICTURE.value],
                **read.nothing,
                "message": _why(error),
            }
        else:
            line = read.line(frame, _saver(debug_folder, Path(image).stem) if debug_folder else None)
        print(json_text({"image": image, **line}, out), file=out, flush=True)
    return are_all_pictures


def _saver(folder: Path, name: str) -> Debug:
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
