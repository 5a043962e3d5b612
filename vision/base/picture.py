"""Pictures from files: bytes in, a frame out, or a sentence saying why not."""

from __future__ import annotations

import struct

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.errors import NotAPicture
from vision.base.frame import Frame

MOST_PIXELS = 50_000_000
SMALLEST_SIDE = 16

# JPEG start-of-frame markers carry the size; the gaps in the row are tables and extensions.
JPEG_FRAME_MARKERS = frozenset({*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)})
JPEG_BARE_MARKERS = frozenset({0x01, *range(0xD0, 0xD9)})


def picture_from_bytes(data: bytes) -> Frame:
    """Decode a JPEG or PNG (colour, grey or with transparency); NotAPicture if it is none or too large."""
    if not data:
        raise NotAPicture("the file is empty; a JPEG or PNG picture is expected")
    size = announced_size(data)
    if size is None:
        raise NotAPicture("this is neither a JPEG nor a PNG picture")
    check_size(*size)
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error as error:
        raise NotAPicture(f"the picture cannot be decoded: {error.err}") from error
    if decoded is None:
        raise NotAPicture("the picture is damaged or cut short and cannot be decoded")
    return Frame(in_colour(np.asarray(decoded)))


def announced_size(data: bytes) -> tuple[int, int] | None:
    """Width and height from the file's head, before anything is decoded; None if it is no JPEG or PNG."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return int(width), int(height)
    if data.startswith(b"\xff\xd8"):
        return jpeg_size(data)
    return None


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Walk the JPEG's segments to the one that carries the size."""
    place = 2
    while place + 9 <= len(data):
        if data[place] != 0xFF:
            return None
        marker = data[place + 1]
        if marker == 0xFF:  # padding between segments
            place += 1
        elif marker in JPEG_BARE_MARKERS:
            place += 2
        elif marker in JPEG_FRAME_MARKERS:
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            return int(width), int(height)
        else:
            place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return None


def check_size(width: int, height: int) -> None:
    """Refuse pictures that would fill the memory of a small computer, and specks."""
    if width * height > MOST_PIXELS:
        raise NotAPicture(f"{width}x{height} pixels are too many; at most {MOST_PIXELS // 1_000_000} megapixels")
    if min(width, height) < SMALLEST_SIDE:
        raise NotAPicture(f"{width}x{height} pixels are too few; each side needs at least {SMALLEST_SIDE}")


def in_colour(decoded: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Any decoded picture as (height, width, 3) uint8 in B, G, R order; transparent parts become black."""
    pixels = (decoded // 257).astype(np.uint8) if decoded.dtype == np.uint16 else decoded.astype(np.uint8)
    if pixels.ndim == 2:
        pixels = pixels[:, :, np.newaxis]
    channels = pixels.shape[2]
    if channels == 1:
        return np.ascontiguousarray(np.repeat(pixels, 3, axis=2))
    if channels == 4:
        opacity = pixels[:, :, 3:4].astype(np.uint16)
        return np.ascontiguousarray((pixels[:, :, :3] * opacity // 255).astype(np.uint8))
    return np.ascontiguousarray(pixels)
