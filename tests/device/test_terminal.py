"""The device in a terminal: keys, drawing, and a real one."""

import os
import pty
import select
import subprocess
import sys
import threading
import time

import pytest

from device.hardware import Button, Press, VirtualPanel
from device.terminal import Terminal, split_keys

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


def test_a_burst_of_keys_is_taken_apart():
    assert split_keys("\x1b[A\x1bOBt\x1b") == ["\x1b[A", "\x1b[B", "t", "\x1b"]


def test_in_a_real_terminal_it_draws_the_oled_takes_keys_and_leaves_the_terminal_as_it_was(tmp_path):
    master, slave = pty.openpty()
    arguments = ["play", "--port", "0", "--data", str(tmp_path), "--seed", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "device.cli", *arguments],
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
