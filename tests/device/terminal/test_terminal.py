"""The device in a terminal: keys, drawing, and a real one."""

import os
import pty
import select
import subprocess
import sys
import threading
import time

import pytest

from device.parts.protocols import Button, Press, VirtualPanel
from device.simulator.acts.laid_cards import NumberCard
from device.terminal.cards import MAP_COLUMNS, CardKeys
from device.terminal.terminal import Terminal, split_keys
from games.spine.dialogue import say
from tests.device.page.fake_table import FakeTable, card_state, table_state
from tests.device.texts import catalogue

DEADLINE_SECONDS = 120  # only to end a test that hangs


class Table:
    def __init__(self):
        self.done = []

    def throw_all(self):
        self.done.append("throw_all")

    def throw_held(self):
        self.done.append("throw_held")

    def pick_up(self, x, y):
        self.done.append((x, y))
        return True


@pytest.fixture
def keyboard():
    """A terminal that is only told keys; the real one below draws."""
    panel, table, stop = VirtualPanel(), Table(), threading.Event()
    terminal = Terminal(
        panel,
        table,
        places=lambda: [(10.0, 20.0), (30.0, 40.0)],
        more_keys={"h": lambda: table.done.append("hand")},
        cards=CardKeys(FakeTable(table_state())),
        tell=str,
        address="",
        stop=stop,
    )
    return terminal, panel, table, stop


@pytest.mark.parametrize(
    ("key", "press"),
    [
        ("\x1b[A", Press(Button.UP)),
        ("\x1b[B", Press(Button.DOWN)),
        ("\n", Press(Button.OK)),
        ("\x7f", Press(Button.BACK)),
        ("\x1b", Press(Button.BACK)),
        ("m", Press(Button.BACK, held=True)),
        ("e", Press(Button.OK, held=True)),
    ],
)
def test_keys_are_buttons(keyboard, key, press):
    terminal, panel, _, _ = keyboard
    terminal.press_key(key)
    assert panel.presses() == [press]


def test_keys_reach_the_table(keyboard):
    terminal, _, table, stop = keyboard
    for key in "t2r9h?":
        terminal.press_key(key)
    assert table.done == ["throw_all", (30.0, 40.0), "throw_held", "hand"]
    assert not stop.is_set()
    terminal.press_key("q")
    assert stop.is_set()


# --- number cards ---


THREE = (NumberCard(4, "dark_blue"), NumberCard(1, "yellow"), NumberCard(6, "light_green"))


def typed(keys, *keystrokes):
    return [keys.press(key) for key in keystrokes]


@pytest.fixture
def card_keys():
    table = FakeTable(card_state(*THREE))
    return CardKeys(table), table


def test_after_tab_arrows_move_the_cursor_and_enter_lays_or_takes(card_keys):
    keys, table = card_keys
    assert typed(keys, "\x1b[A", "\n") == [False, False], "the arrows are the device's at first"
    assert all(typed(keys, "\t", "\x1b[A", "\x1b[D", "\n", "\x1b[B", "\x1b[C", "\n"))
    assert table.done == [("lay_drawn", 1, 1, 0), ("take", 2, 2)]
    assert typed(keys, "\t", "\n") == [True, False]


def test_the_cursor_stays_in_the_grid(card_keys):
    keys, table = card_keys
    typed(keys, "\t", *["\x1b[A"] * 9, *["\x1b[D"] * 9, "\n", *["\x1b[B"] * 9, *["\x1b[C"] * 9, "\n")
    assert table.done == [("lay_drawn", 0, 0, 0), ("lay_drawn", 4, 4, 0)]


def test_a_digit_chooses_the_card_for_once(card_keys):
    keys, table = card_keys
    typed(keys, "\t", "\x1b[A", "3", "\n", "\n", "2", "a", "5", "a")
    assert table.done == [("lay_drawn", 1, 2, 2), ("lay_drawn", 1, 2, 0), ("discard_drawn", 1), ("discard_drawn", 2)]


def test_every_other_key_of_the_cards_does_what_the_help_says(card_keys):
    keys, table = card_keys
    assert all(typed(keys, *"gf0onuzvxwc"))
    assert table.done == [
        ("show_drawn", True),
        ("show_colours",),
        ("clear_cards",),
        ("lay_outside",),
        ("lay_apart",),
        ("lay_on_top",),
        ("lay_two",),
        ("move_card",),
        ("swap_cards",),
        ("take_card",),
        ("bump_camera",),
    ]


def test_keys_of_the_dice_do_nothing_while_cards_are_played_and_the_others_go_on(card_keys):
    keys, table = card_keys
    assert all(typed(keys, *"tr678"))
    assert table.done == []
    assert not any(typed(keys, "h", "l", "m", "b", "j", "k", " ", "\x1b"))


def test_without_cards_no_key_belongs_to_them():
    keys = CardKeys(FakeTable(table_state()))
    assert not any(typed(keys, "\t", "\n", "\x1b[A", "1", "o", "a", "t"))
    assert keys.map(str) == [] and keys.status(str) == "" and keys.help_keys() == ()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_map_shows_the_grid_the_cursor_and_the_open_cards_in_little_room(card_keys, language):
    keys, _ = card_keys
    tell = catalogue(language, is_strict=True).tell
    typed(keys, "\t", "\x1b[A", "2")
    lines = keys.map(tell)
    assert lines[1:6] == [" · · · · ·", " · ·▸· · ·", " · · ■ · ·", " · · · · ·", " · · · · ·"]
    assert [line[:2] for line in lines[7:10]] == [" 4", "▸1", " 6"]
    assert max(map(len, lines)) <= MAP_COLUMNS
    assert len(lines) <= 18, "as high as the OLED"
    assert tell_status(keys, tell).endswith(
        {"de": "Zeile 2, Spalte 3 · 1 Gelb", "en": "Row 2, column 3 · 1 yellow"}[language]
    )
    assert all(len(tell(say(key))) <= 80 for key in keys.help_keys())


def tell_status(keys, tell):
    status = keys.status(tell)
    assert len(f"http://127.0.0.1:65535 · {status}") <= 80
    return status


def test_a_terminal_with_cards_fits_80_by_24_and_smaller_ones(card_keys):
    keys, _ = card_keys
    panel = VirtualPanel()
    terminal = Terminal(
        panel,
        Table(),
        places=list,
        more_keys={},
        cards=keys,
        tell=catalogue("de").tell,
        address="http://127.0.0.1:8017",
        stop=threading.Event(),
    )
    lines = terminal.lines(80, 24)
    assert len(lines) == 23 and max(map(len, lines)) <= 80
    assert lines[0].startswith("╭") and " · ·▸■ · ·" in "".join(lines)
    assert lines[18].startswith("http://127.0.0.1:8017 · Pfeile: Gerät · Zeile 3, Spalte 3")
    assert lines[-1].startswith("Unfug:")
    for columns, rows in ((66, 24), (40, 10), (10, 5), (3, 2)):
        assert max(map(len, terminal.lines(columns, rows))) <= columns


def test_a_burst_of_keys_is_taken_apart():
    assert split_keys("\x1b[A\x1bOBt\x1b") == ["\x1b[A", "\x1b[B", "t", "\x1b"]


def test_in_a_real_terminal_it_draws_the_oled_takes_keys_and_leaves_the_terminal_as_it_was(tmp_path):
    master, slave = pty.openpty()
    arguments = ["play", "--port", "0", "--data", str(tmp_path), "--seed", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "device.command.main", *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "COLUMNS": "80", "LINES": "24", "TERM": "xterm"},
    )
    os.close(slave)
    seen = ""

    def read_until(*parts):
        nonlocal seen
        deadline = time.monotonic() + DEADLINE_SECONDS
        while not all(part in seen for part in parts):
            assert time.monotonic() < deadline, seen[-3000:]
            if select.select([master], [], [], 1)[0]:
                seen += os.read(master, 65536).decode(errors="ignore")

    try:
        read_until("http://127.0.0.1:", "Tasten:", "⣿")
        seen = ""
        os.write(master, b"q")
        read_until("\x1b[?1049l")
        assert process.wait(timeout=DEADLINE_SECONDS) == 0
    finally:
        process.kill()
        process.wait()
        os.close(master)
