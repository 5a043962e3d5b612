"""The device in a terminal: the OLED as text, keys for the buttons and for the table."""

from __future__ import annotations

import itertools
import os
import select
import shutil
import sys
import termios
import threading
import tty
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Protocol

from device.parts.protocols import Button, VirtualPanel
from device.terminal.art import Fits, draw
from device.terminal.cards import MAP_COLUMNS
from device.terminal.shown import TableKeys
from games.spine.dialogue import Text, say

KEY_WAIT_SECONDS = 0.2
REDRAW_SECONDS = 0.5  # the size of the window and the language may change

BUTTON_KEYS: Mapping[str, Button] = {
    "\x1b[A": Button.UP,
    "k": Button.UP,
    "\x1b[B": Button.DOWN,
    "j": Button.DOWN,
    "\r": Button.OK,
    "\n": Button.OK,
    " ": Button.OK,
    "\x7f": Button.BACK,
    "\x08": Button.BACK,
    "\x1b": Button.BACK,
    "b": Button.BACK,
}
HOLD_KEY, MENU_KEY, QUIT_KEYS = "e", "m", ("q", "\x03", "\x04")


class Table(Protocol):
    """What can be done at a simulated table with keys."""

    def throw_all(self) -> object: ...

    def throw_held(self) -> object: ...

    def pick_up(self, x: float, y: float) -> bool: ...


class Terminal:
    """Draws the OLED and passes keys on, in threads of its own, until `close`.

    `places` tells where the dice lie that the OLED shows, in its order, so that the keys 1 to 8 pick those up.
    `more_keys` are further things to do at the table, `cards` what is to be done there while cards are played.
    """

    def __init__(
        self,
        panel: VirtualPanel,
        table: Table,
        *,
        places: Callable[[], list[tuple[float, float]]],
        more_keys: Mapping[str, Callable[[], object]],
        cards: TableKeys,
        tell: Callable[[Text], str],
        address: str,
        stop: threading.Event,
    ) -> None:
        self._panel = panel
        self._table = table
        self._places = places
        self._more_keys = more_keys
        self._cards = cards
        self._drawing = threading.Lock()
        self._tell = tell
        self._address = address
        self._stop = stop
        self._input = -1
        self._old: list[Any] = []  # how the terminal was set before
        self._threads = [
            threading.Thread(target=self._draw_loop, name="terminal-drawing", daemon=True),
            threading.Thread(target=self._key_loop, name="terminal-keys", daemon=True),
        ]

    def __enter__(self) -> Terminal:
        self._input = sys.stdin.fileno()
        self._old = termios.tcgetattr(self._input)
        tty.setcbreak(self._input)
        sys.stdout.write("\x1b[?1049h\x1b[?25l")  # a page of our own, without a cursor
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=2)
        termios.tcsetattr(self._input, termios.TCSADRAIN, self._old)
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()

    def _draw_loop(self) -> None:
        version = -1
        while not self._stop.is_set():
            self._panel.wait_for_change(version, REDRAW_SECONDS)
            version = self._panel.picture()[0]
            self._draw()

    def _draw(self) -> None:
        with self._drawing:
            columns, rows = shutil.get_terminal_size()
            lines = [f"{line}\x1b[K\r\n" for line in self.lines(columns, rows)[: rows - 1]]
            sys.stdout.write("\x1b[H" + "".join(lines) + "\x1b[J")
            sys.stdout.flush()

    def lines(self, columns: int, rows: int) -> list[str]:
        """The OLED, beside it the map of the cards, below it the address and the keys."""
        keys = ("terminal.buttons", *(self._cards.help_keys() or ("terminal.table", "terminal.more")))
        help_lines = [self._tell(say(key)) for key in keys]
        too_small = self._tell(say("terminal.too_small"))
        left = max(0, rows - len(help_lines) - 2)
        oled = draw(self._panel.picture()[1], columns, left, too_small).splitlines()
        if len(oled) >= Fits.BRAILLE.value[1] and columns > len(oled[0]) + MAP_COLUMNS:
            beside = self._cards.map(self._tell)
            oled = [f"{line} {part}" for line, part in itertools.zip_longest(oled, beside[: len(oled)], fillvalue="")]
        status = self._cards.status(self._tell)
        lines = [*oled, f"{self._address} · {status}" if status else self._address, *help_lines]
        return [line[:columns] for line in lines]

    def _key_loop(self) -> None:
        while not self._stop.is_set():
            ready, _, _ = select.select([self._input], [], [], KEY_WAIT_SECONDS)
            if ready:
                data = os.read(self._input, 64)
                if not data:
                    return
                for key in split_keys(data.decode(errors="ignore")):
                    self.press_key(key)
                self._draw()

    def press_key(self, key: str) -> None:
        """What one key does; unknown keys do nothing."""
        if key in QUIT_KEYS:
            self._stop.set()
        elif self._cards.press(key):
            return
        elif key in BUTTON_KEYS:
            self._panel.press(BUTTON_KEYS[key])
        elif key == HOLD_KEY:
            self._panel.press(Button.OK, held=True)
        elif key == MENU_KEY:
            self._panel.press(Button.BACK, held=True)
        elif key == "t":
            self._table.throw_all()
        elif key == "r":
            self._table.throw_held()
        elif key in "12345678":
            places = self._places()
            if int(key) <= len(places):
                self._table.pick_up(*places[int(key) - 1])
        elif key in self._more_keys:
            self._more_keys[key]()


def split_keys(typed: str) -> list[str]:
    """Single keys out of what was read at once; arrow keys come as three characters.

    >>> split_keys("a\\x1b[Bt")
    ['a', '\\x1b[B', 't']
    """
    keys: list[str] = []
    at = 0
    while at < len(typed):
        length = 3 if typed.startswith(("\x1b[", "\x1bO"), at) else 1
        keys.append(typed[at : at + length].replace("\x1bO", "\x1b["))
        at += length
    return keys
