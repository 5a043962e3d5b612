"""Something to look at while the slow parts are loaded: OpenCV, the web server, the data files, all other texts."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from device.parts.protocols import Display
from device.screens.canvas import Canvas
from device.screens.kinds.starting import draw_starting


def show_first_screen(display: Display, language: str) -> None:
    """Show it, with its words from the one small file that is read for that."""
    texts = tomllib.loads((files("device.words") / "texts" / "start.toml").read_text(encoding="utf-8"))
    words = texts["start.loading"][language]
    canvas = Canvas()
    draw_starting(canvas, words)
    display.show(canvas.picture, f"Bordbuch\n{words}")
