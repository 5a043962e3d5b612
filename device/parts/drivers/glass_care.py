"""What spares an OLED: it dims when nothing happens, and what stands there for long moves by a pixel now and then.

Pure: every call brings its monotonic time.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from PIL import Image

BRIGHT, DIM = 0xCF, 0x08  # contrast of the panel
SHIFT_SECONDS = 60.0
SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))  # pixels to the right and down, one after the other
BLINKING = 4  # a picture that is one of the last so many is no news: something blinks


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is to be shown now."""

    contrast: int
    shift: tuple[int, int]


class GlassCare:
    """Decides how bright and where a picture is shown, by how long nothing has happened."""

    def __init__(self, dim_after_seconds: float) -> None:
        self._dim_after = dim_after_seconds
        self._stirred_at = 0.0
        self._seen: deque[bytes] = deque(maxlen=BLINKING)

    def stir(self, seconds: float) -> None:
        """Note that somebody pressed a button at this time."""
        self._stirred_at = seconds

    def show(self, picture: Image.Image, seconds: float) -> None:
        """Note that a picture was given at this time; one that was not there just now is news."""
        data = picture.tobytes()
        if data not in self._seen:
            self._stirred_at = seconds
            self._seen.append(data)

    def look(self, seconds: float) -> Look:
        """Bright and in its place while something happens, dim and wandering afterwards."""
        idle = seconds - self._stirred_at - self._dim_after
        if idle < 0:
            return Look(BRIGHT, SHIFTS[0])
        return Look(DIM, SHIFTS[int(idle / SHIFT_SECONDS + 1) % len(SHIFTS)])

    def next_change(self, seconds: float) -> float:
        """After how many seconds the look may be another one."""
        idle = seconds - self._stirred_at - self._dim_after
        return -idle if idle < 0 else SHIFT_SECONDS - idle % SHIFT_SECONDS


def shifted(picture: Image.Image, shift: tuple[int, int]) -> Image.Image:
    """The picture moved by some pixels; what leaves the glass is gone, what comes in is dark."""
    if shift == (0, 0):
        return picture
    moved = Image.new("1", picture.size)
    moved.paste(picture, shift)
    return moved
