"""Fonts with readable digits, found on this machine, divided into those to learn from and those to measure with.

Any machine's fonts will do; the more families, the better (Debian: install packages named fonts-*). A family belongs
to one side only, so that measuring always meets letters that the networks have never seen.
"""

from __future__ import annotations

import functools
import zlib
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

FOLDERS = (Path("/usr/share/fonts"), Path.home() / ".fonts")
OUR_FONTS = Path(__file__).resolve().parents[3] / "device" / "screens" / "fonts"
MOST_PER_FAMILY = 5
KEPT_BACK_SHARE = 4  # every fourth family is kept for measuring ...
ALWAYS_KEPT_BACK = ("DejaVu", "Liberation")  # ... and the two that nearly everybody renders with
TOO_FANCY = "aenigma"  # a folder of display faces that nobody prints cards with
PROBE = 40  # pixels


@functools.cache
def font_files(kept_back: bool) -> tuple[Path, ...]:
    """Fonts of one side, at most a few per family, in a fixed order."""
    families: dict[str, list[Path]] = defaultdict(list)
    for folder in (*FOLDERS, OUR_FONTS):
        for path in sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf")]):
            if TOO_FANCY not in path.parts:
                families[family_of(path)].append(path)
    chosen: list[Path] = []
    for family, paths in sorted(families.items()):
        if is_kept_back(family) == kept_back:
            usable = [path for path in paths if has_plain_digits(path)]
            chosen += usable[:: max(1, -(-len(usable) // MOST_PER_FAMILY))]
    return tuple(chosen)


def family_of(path: Path) -> str:
    """The family by the file's name: what stands before the style; all scripts of one type foundry's design are one."""
    name = path.stem.split("-")[0].split("_")[0]
    for prefix in ("NotoSans", "NotoSerif", *ALWAYS_KEPT_BACK):
        if name.startswith(prefix):
            return prefix
    return name


def is_kept_back(family: str) -> bool:
    """Whether a family is for measuring."""
    return family.startswith(ALWAYS_KEPT_BACK) or zlib.crc32(family.encode()) % KEPT_BACK_SHARE == 0


def has_plain_digits(path: Path) -> bool:
    """Whether the digits 1 to 6 are there, stand on one line, have one height and differ from each other."""
    try:
        font = ImageFont.truetype(str(path), PROBE)
        boxes = [font.getbbox(digit) for digit in "123456"]
        shapes = [glyph(font, digit) for digit in "123456"]
    except (OSError, ValueError):
        return False
    heights = [box[3] - box[1] for box in boxes]
    if (
        min(heights) < 0.4 * PROBE
        or max(heights) > 1.12 * min(heights)
        or max(box[2] - box[0] for box in boxes) > PROBE
    ):
        return False
    if any(not 0.1 < shape.mean() < 0.75 for shape in shapes):
        return False
    pairs = [(one, other) for place, one in enumerate(shapes) for other in shapes[:place]]
    return all(float(np.abs(one - other).mean()) > 0.08 for one, other in pairs)


def glyph(font: ImageFont.FreeTypeFont, digit: str) -> NDArray[np.float32]:
    """A digit's ink, 0..1, stretched to a square."""
    left, top, right, bottom = font.getbbox(digit)
    picture = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))))
    ImageDraw.Draw(picture).text((-left, -top), digit, 255, font=font)
    shape = np.asarray(picture.resize((24, 24), Image.Resampling.BOX), np.float32)
    return np.asarray(shape / 255, np.float32)
