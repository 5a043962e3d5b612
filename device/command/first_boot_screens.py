"""What the OLED says while a fresh card installs Bordbuch: pictures drawn beforehand, and a script that shows them.

At that time the Pi has neither a network nor a package that could draw, and that is just what there may be to tell. So
the pictures lie ready in the script, which needs Python alone. It writes them page by page, which every chip takes.
"""

from __future__ import annotations

import base64

from PIL import Image

from device.screens.content import Message
from device.screens.render import render
from device.words.catalogue import Catalogue
from games.spine.dialogue import say

STEPS = ("network", "packages", "install")
TROUBLES = ("no_network", "failed")


def pictures(language: str) -> dict[str, Image.Image]:
    """Every screen of the first boot, by its name."""
    tell = Catalogue.load(language).tell
    steps = {
        name: Message(
            "Bordbuch",
            tell(say(f"first_boot.{name}")),
            footer=tell(say("first_boot.step", n=number, steps=len(STEPS))),
        )
        for number, name in enumerate(STEPS, 1)
    }
    troubles = {name: Message("Bordbuch", tell(say(f"first_boot.{name}")), is_warning=True) for name in TROUBLES}
    return {name: render(screen) for name, screen in (steps | troubles).items()}


def show_script(language: str) -> str:
    """The script `show NAME`, with all its pictures in it."""
    packed = "".join(
        f'    "{name}": "{base64.b64encode(as_pages(picture)).decode()}",\n'
        for name, picture in pictures(language).items()
    )
    return SHOW.replace("    ...\n", packed)


def as_pages(picture: Image.Image) -> bytes:
    """The picture as these chips keep it: eight rows of bytes, each eight pixels high, the lowest bit on top.

    >>> as_pages(Image.new("1", (128, 64), 1)) == bytes([255] * 1024)
    True
    """
    turned = picture.transpose(Image.Transpose.TRANSPOSE).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    columns = turned.tobytes()  # column after column, from its lowest byte to its highest
    pages = picture.height // 8
    return bytes(columns[x * pages + pages - 1 - page] for page in range(pages) for x in range(picture.width))


SHOW = '''#!/usr/bin/python3 -I
"""Show one picture on the OLED: show NAME. Needs nothing but Python; without a display it does nothing."""
import base64
import fcntl
import os
import sys

PICTURES = {
    ...
}
I2C_SLAVE = 0x0703
COMMAND, DATA = b"\\x00", b"\\x40"
# As SSD1306, SSD1309 and SH1106 want it; what one of them does not know it ignores.
SET_UP = bytes.fromhex("ae d580 a83f d300 40 8d14 2002 a1 c8 da12 81cf d9f1 db40 a4 a6")


def opened():
    """The first display that answers, and the first of its columns that can be seen."""
    line = os.open("/dev/i2c-1", os.O_RDWR)
    for address in (0x3C, 0x3D):
        fcntl.ioctl(line, I2C_SLAVE, address)
        try:
            os.write(line, COMMAND + b"\\xe3")
        except OSError:
            continue
        try:
            return line, 2 if os.read(line, 1)[0] & 0x0F == 8 else 0
        except OSError:
            return line, 0
    raise OSError("no display answers")


try:
    picture = base64.b64decode(PICTURES[sys.argv[1]])
    line, first = opened()
    os.write(line, COMMAND + SET_UP)
    for page in range(8):
        to_the_left = COMMAND + bytes([0xB0 + page, 0x00, 0x10])
        os.write(line, to_the_left)
        os.write(line, DATA + bytes(132))  # as many columns as any of them has
        os.write(line, COMMAND + bytes([0xB0 + page, first, 0x10]))
        os.write(line, DATA + picture[128 * page : 128 * page + 128])
    os.write(line, COMMAND + b"\\xaf")
except Exception as error:
    print(f"no display: {error}")
'''
