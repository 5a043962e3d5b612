"""Which chip has the display? Nobody can ask some of them, so a picture is shown in turn as each of them would want it.

Driven as the wrong chip a panel shows stripes. Whoever can read the picture presses OK, and that is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PIL import Image

from device.parts.protocols import Button, Press

KINDS = ("ssd1306", "sh1106")  # an SSD1309 is driven as an SSD1306
TURN_SECONDS = 2.5
ROUNDS = 4  # then the device goes on without an answer, and asks again at the next start
LOOK_SECONDS = 0.05


def choose_panel(
    use: Callable[[str], None],
    show: Callable[[Image.Image], None],
    presses: Callable[[], Sequence[Press]],
    picture: Image.Image,
    *,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
) -> str | None:
    """The chip with which somebody could read the picture; None if nobody said so. It is the one in use then."""
    presses()  # whatever was pressed before there was something to see
    for _ in range(ROUNDS):
        for kind in KINDS:
            use(kind)
            show(picture)
            until = clock() + TURN_SECONDS
            while clock() < until:
                if any(press.button is Button.OK for press in presses()):
                    return kind
                wait(LOOK_SECONDS)
    use(KINDS[0])
    return None
