"""What spares an OLED: it dims when nothing happens, and what stands there for long moves by a pixel now and then.

After half an hour it is dark, until somebody presses a button or something happens on the table.

Pure: every call brings its monotonic time.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from PIL import Image

BRIGHT, DIM = 0xCF, 0x08  # contrast of the panel
SHIFT_SECONDS = 60.0
SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))  # pixels to the right and down, one after the other
DARK_AFTER_SECONDS = 30 * 60.0
BLINKING = 4  # a picture that is one of the last so many is no news: something blinks


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is to be shown now."""

    contrast: int
    shift: tuple[int, int]
    is_dark: bool = False


class GlassCare:
    """Decides how bright and where a picture is shown, by how long nothing has happened."""

    def __init__(self, dim_after_seconds: float, dark_after_seconds: float = DARK_AFTER_SECONDS) -> None:
        self._dim_after = dim_after_seconds
        self._dark_after = max(dark_after_seconds, dim_after_seconds)
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
        """Bright and in its place while something happens, dim and wandering afterwards, dark in the end."""
        idle = seconds - self._stirred_at - self._dim_after
        if idle < 0:
            return Look(BRIGHT, SHIFTS[0])
        if seconds - self._stirred_at >= self._dark_after:
            return Look(DIM, SHIFTS[0], is_dark=True)
        return Look(DIM, SHIFTS[int(idle / SHIFT_SECONDS + 1) % len(SHIFTS)])

    def next_change(self, seconds: float) -> float:
        """After how many seconds the look may be another one."""
        idle = seconds - self._stirred_at - self._dim_after
        if idle < 0:
            return -idle
        to_the_dark = self._dark_after - (seconds - self._stirred_at)
        to_the_next_shift = SHIFT_SECONDS - idle % SHIFT_SECONDS
        return min(to_the_next_shift, to_the_dark) if to_the_dark > 0 else to_the_next_shift


def as_it_looks(picture: Image.Image, look: Look) -> Image.Image:
    """The picture as it goes to the glass: in its place, or dark."""
    return Image.new("1", picture.size) if look.is_dark else shifted(picture, look.shift)


def shifted(picture: Image.Image, shift: tuple[int, int]) -> Image.Image:
    """The picture moved by some pixels; what leaves the glass is gone, what comes in is dark."""
    if shift == (0, 0):
        return picture
    moved = Image.new("1", picture.size)
    moved.paste(picture, shift)
    return moved
