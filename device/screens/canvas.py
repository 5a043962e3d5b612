"""The blank OLED with the few strokes all screens share: text that keeps to its place, icons, heading, footer."""

from __future__ import annotations

from PIL import Image, ImageDraw

from device.screens import icons
from device.screens.icons import Icon
from device.screens.places import HEIGHT, MARGIN, TEXT_WIDTH, WARNING_WIDTH, WIDTH
from device.screens.typeface import LINE_PITCH, Face, draw, has_dotted_capital, shorten, width

HEADING_ROWS = 12
TOP = HEADING_ROWS + 2  # the first row below the heading
FIRST_BASELINE = TOP + 9  # of the first line below the heading
FOOTER_BASELINE = HEIGHT - 3


class Canvas:
    """A 128x64 one-bit picture in the making. `ink` is 1 for light on dark and 0 for dark on light."""

    def __init__(self) -> None:
        self.picture = Image.new("1", (WIDTH, HEIGHT))
        self.pencil = ImageDraw.Draw(self.picture)

    def text(
        self, x: int, baseline: int, text: str, face: Face = Face.TEXT, *, limit: int | None = None, ink: int = 1
    ) -> None:
        """Text from `x` on, cut with "…" at `limit` pixels (or the right margin)."""
        room = WIDTH - MARGIN - x if limit is None else limit
        draw(self.picture, x, baseline, shorten(text, room, face), face, ink)

    def text_right(self, right: int, baseline: int, text: str, face: Face = Face.TEXT, *, ink: int = 1) -> None:
        """Text whose last ink is in the column before `right`."""
        draw(self.picture, right - width(text, face), baseline, text, face, ink)

    def text_centred(
        self,
        baseline: int,
        text: str,
        face: Face = Face.TEXT,
        *,
        left: int = MARGIN,
        right: int = WIDTH - MARGIN,
        ink: int = 1,
    ) -> None:
        """Text in the middle between two columns."""
        short = shorten(text, right - left, face)
        draw(self.picture, left + (right - left - width(short, face)) // 2, baseline, short, face, ink)

    def icon(self, x: int, y: int, icon: Icon, *, ink: int = 1) -> None:
        """An icon with its top left corner at (x, y)."""
        self.pencil.bitmap((x, y), icon.picture(), fill=ink)

    def box(self, left: int, top: int, right: int, bottom: int, *, ink: int = 1) -> None:
        """A filled box with its corners taken off; the last column and row belong to it."""
        self.pencil.rectangle((left, top, right, bottom), fill=ink)
        for corner in ((left, top), (right, top), (left, bottom), (right, bottom)):
            self.pencil.point(corner, fill=1 - ink)

    def frame(self, left: int, top: int, right: int, bottom: int, *, ink: int = 1) -> None:
        """An outline with its corners taken off."""
        self.pencil.line((left + 1, top, right - 1, top), fill=ink)
        self.pencil.line((left + 1, bottom, right - 1, bottom), fill=ink)
        self.pencil.line((left, top + 1, left, bottom - 1), fill=ink)
        self.pencil.line((right, top + 1, right, bottom - 1), fill=ink)

    def dots(self, y: int, left: int = MARGIN, right: int = WIDTH - MARGIN) -> None:
        """A dotted line in row `y`."""
        self.pencil.point([(x, y) for x in range(left, right, 3)], fill=1)

    def heading(self, title: str, *, is_warning: bool = False) -> None:
        """The light bar on top with the title in it, bold if that fits, and a sign in front of a warning."""
        self.pencil.rectangle((0, 0, WIDTH - 1, HEADING_ROWS - 1), fill=1)
        x, limit = MARGIN, TEXT_WIDTH
        if is_warning:
            self.icon(MARGIN, 1, icons.WARNING, ink=0)
            x, limit = x + WARNING_WIDTH, limit - WARNING_WIDTH
        face = Face.BOLD if width(title, Face.BOLD) <= limit else Face.TEXT
        # One row lower if there are dots above a capital letter, so that they stay inside the bar.
        baseline = 10 if has_dotted_capital(title) else 9
        self.text(x, baseline, title, face, limit=limit, ink=0)

    def lines(self, lines: list[str], first_baseline: int, *, is_centred: bool = False) -> None:
        """Several lines below each other."""
        for number, line in enumerate(lines):
            baseline = first_baseline + number * LINE_PITCH
            if is_centred:
                self.text_centred(baseline, line)
            else:
                self.text(MARGIN, baseline, line)

    def footer(self, text: str) -> None:
        """The last line, under a dotted rule."""
        if text:
            self.dots(HEIGHT - 14)
            self.text_centred(FOOTER_BASELINE, text)
