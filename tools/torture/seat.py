"""A device as it is built for the table, at a seat where time passes by itself and the eyes look only when told."""

from __future__ import annotations

import contextlib
import logging
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image

from device.app import Device, built, configuration
from device.eyes.sight import Sight, Wanted
from device.menus import new_game
from device.parts.kit import Parts
from device.parts.protocols import OLED_SIZE, Mirror, Press, View, VirtualPanel
from device.screens.caption import caption_of
from device.screens.content import Screen
from device.simulator.acts.table import SimulatedTable
from device.talks.game_talk import GameTalk
from device.words import catalogue
from device.words.catalogue import Catalogue
from games.spine.dialogue import say
from tools.torture.pages import HERE, Pages, Visitor

STEP_SECONDS = 0.1
PAGE_PORT = 8017
LOUD = ("Traceback", "stumbled", "a step of the loop broke")


class Clock:
    """Time that passes with every step."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Held(VirtualPanel):
    """The display in the player's hands: looks at every picture, and tells whoever wants to know of it."""

    def __init__(self) -> None:
        super().__init__()
        self.on_show: Callable[[], None] = lambda: None
        self.wrong: list[str] = []

    def show(self, picture: Image.Image, caption: str = "", cover: View | None = None) -> None:
        if picture.size != OLED_SIZE or picture.mode != "1":
            self.wrong.append(f"a picture of {picture.size} in mode {picture.mode}")
        if not caption.strip():
            self.wrong.append("a picture without words")
        super().show(picture, caption, cover)
        self.on_show()


class Ears(logging.Handler):
    """Hears what the log is told, and keeps what must not be there."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.tracebacks: list[str] = []
        self.text: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        words = record.getMessage()
        if record.exc_info or any(loud in words for loud in LOUD):
            self.tracebacks.append(words + (f" {record.exc_info[1]!r}" if record.exc_info else ""))
        self.text.append(words)


@dataclass(frozen=True, slots=True)
class Move:
    """What hands do next: a press, something at the table, or only a step of the loop; `look` opens the eyes for it."""

    press: Press | None = None
    act: Callable[[SimulatedTable], object] | None = None
    look: bool = False
    seconds: float = STEP_SECONDS  # that pass before it


class Seat:
    """A player at a device: presses, steps, and sees what is shown."""

    def __init__(self, device: Device, clock: Clock, held: Held, copy: VirtualPanel) -> None:
        self.device, self.held, self.copy = device, held, copy
        self._clock = clock
        self._pages: Pages | None = None
        device.door.address.port = PAGE_PORT  # nobody listens there: see `pages`
        self._words: dict[str, Catalogue] = {}
        self.is_looking = False
        self.looks = 0
        self.seen = 0
        look = device.eyes.look

        def look_if_told(wanted: Wanted | None) -> Sight:
            if not self.is_looking:
                return Sight()
            self.looks += 1
            sight = look(wanted)
            self.seen += sight.seen is not None
            return sight

        device.eyes.look = look_if_told  # type: ignore[method-assign]

    @property
    def pages(self) -> Pages:
        """The device's page, for whoever sits at its machine and for phones."""
        if self._pages is None:
            self._pages = Pages(self.device)
        return self._pages

    def leave(self) -> None:
        """Hang up on whoever still waits for the page."""
        if self._pages is not None:
            self._pages.close()

    @property
    def screen(self) -> Screen | None:
        return self.device.service.screen

    @property
    def game(self) -> GameTalk | None:
        """The game that is on."""
        talk = self.device.service.talk
        return talk if isinstance(talk, GameTalk) else None

    @property
    def number(self) -> int | None:
        """The journal's number of the game that is on."""
        return None if self.game is None else self.game.number

    def prepare(self, move: Move) -> None:
        """Let the hands do what they do; the next step of the loop finds it."""
        self._clock.seconds += move.seconds
        if move.press is not None:
            self.held.press(move.press.button, held=move.press.held)
        if move.act is not None:
            move.act(self.device.table)
        self.is_looking = move.look

    def do(self, move: Move) -> None:
        """One move and one step of the loop."""
        self.prepare(move)
        self.device.service.step()
        self.device.set_the_table()

    def told(self, key: str) -> str:
        """A text of the device in its language of now."""
        return self.catalogue.tell(say(key))

    @property
    def catalogue(self) -> Catalogue:
        """All texts in the device's language of now."""
        language = self.device.preferences.language
        if language not in self._words:
            self._words[language] = self.device.words(language)
        return self._words[language]


def plain(screen: Screen | None) -> str:
    """A screen in words, without what the camera says right now."""
    if screen is None:
        return ""
    if is_dataclass(screen):
        now: dict[str, Any] = {"status": "", "is_blinking": False}
        having = {one.name for one in fields(screen)}
        screen = replace(screen, **{name: value for name, value in now.items() if name in having})
    return caption_of(screen)


class Repeatable:
    """In place of the seeds that nobody can guess, so that a failure comes again with its seed."""

    def __init__(self, seed: int) -> None:
        self.randbits = random.Random(f"secrets {seed}").getrandbits


@contextlib.contextmanager
def seat_at(folder: Path, seed: int) -> Iterator[Seat]:
    """A device with a display of its own and its copy on the page, at the simulated table, its data in `folder`."""
    held, copy, clock = Held(), VirtualPanel(), Clock()
    random.seed(seed)  # new games draw from it
    setattr(new_game, "secrets", Repeatable(seed))  # noqa: B010 - a name of the module, which has no other for it
    parts = Parts(panel=copy, display=Mirror(held, copy), buttons=held, beeper=held)
    try:
        with built(folder, configuration(folder), parts, seed=seed, clock=clock, leads_in=True) as device:
            seat = Seat(device, clock, held, copy)
            try:
                yield seat
            finally:
                seat.leave()
    finally:
        parts.close()


@contextlib.contextmanager
def listening() -> Iterator[Ears]:
    """Hear all that is logged meanwhile."""
    ears, root = Ears(), logging.getLogger()
    before = root.level
    root.addHandler(ears)
    root.setLevel(logging.INFO)
    try:
        yield ears
    finally:
        root.removeHandler(ears)
        root.setLevel(before)


def warm(scratch: Path) -> None:
    """Import all that a device needs, so that children that are forked from here have it."""
    import cv2

    cv2.setNumThreads(1)  # threads do not survive a fork
    # To read the texts is most of what a start costs; no part of the campaign touches them.
    setattr(catalogue, "read_entries", lru_cache(catalogue.read_entries))  # noqa: B010
    with tempfile.TemporaryDirectory(dir=scratch) as name, seat_at(Path(name), 1) as seat:
        seat.do(Move(look=True))
        seat.pages.ask(Visitor(HERE), "/tisch")
        seat.pages.reply()
