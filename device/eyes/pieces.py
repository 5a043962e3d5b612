"""The names of all pieces that can be read and taught. Needs nothing, so the command line can offer them at once."""

from __future__ import annotations

READ_KINDS = ("pips", "symbols", "numbers", "balls", "card")
TAUGHT_KINDS = ("symbols", "numbers", "balls", "card")

FACES = ("pink", "yellow", "green", "blue", "purple", "tool")
BALL_COLOURS = ("yellow", "red", "blue", "black")
CARD_COLOURS = ("red", "orange", "yellow", "light_green", "dark_green", "light_blue", "dark_blue", "purple")
