"""The signs that a line of a list can have, by the names that games call them."""

from __future__ import annotations

from device.screens import icons
from device.screens.icons import Icon

SIGNS: dict[str, Icon] = {
    "rocket.white": icons.ROCKET_WHITE,
    "rocket.grey": icons.ROCKET_GREY,
    "rocket.black": icons.ROCKET_BLACK,
    "part": icons.PART,
    "flag": icons.FLAG,
    "swirl": icons.SWIRL,
}
