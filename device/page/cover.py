"""What stands in place of the camera's picture while something lies on the table that not everybody may see."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image

from device.screens.content import Cover
from device.screens.render import render
from device.words.catalogue import Catalogue
from games.spine.dialogue import say

SIZE = (1280, 720)
TIMES = 7  # a dot of the OLED in the picture
DARK, LIT = (16, 20, 28), (207, 230, 255)


@lru_cache(maxsize=2)
def covered_picture(language: str) -> bytes:
    """A cover like the OLED's as JPEG, as wide as a camera's picture."""
    tell = Catalogue.load(language).tell
    cover = render(Cover(tell(say("cover.table.title")), tell(say("cover.table"))))
    large = cover.resize((cover.width * TIMES, cover.height * TIMES), Image.Resampling.NEAREST)
    picture = Image.new("RGB", SIZE, DARK)
    corner = ((SIZE[0] - large.width) // 2, (SIZE[1] - large.height) // 2)
    picture.paste(LIT, (*corner, corner[0] + large.width, corner[1] + large.height), large)
    jpeg = io.BytesIO()
    picture.save(jpeg, "JPEG", quality=85)
    return jpeg.getvalue()
