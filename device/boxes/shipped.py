"""The one list of the games that come with the device, in the order in which they are offered."""

from __future__ import annotations

from device.boxes.box import Box
from device.boxes.galaktico.box import BOX as GALAKTICO
from device.boxes.galaktix.box import BOX as GALAKTIX
from device.boxes.number_up.box import BOX as NUMBER_UP
from device.boxes.sternenfahrer.box import BOX as STERNENFAHRER

SHIPPED: tuple[Box, ...] = (GALAKTIX, NUMBER_UP, STERNENFAHRER, GALAKTICO)
