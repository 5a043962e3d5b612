"""Bordbuch as a process of its own, seen through its page."""

import json
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

BORDBUCH = (sys.executable, "-m", "device.command.main")
DEADLINE_SECONDS = 120  # only to end a test that hangs; nothing is measured against it
SETTING_OUT_SECONDS = 2.0  # nobody throws while the board is still being laid out


class Running:
    """A Bordbuch process, seen through its page: the OLED's picture and its words, the buttons, the table."""

    def __init__(self, process, address):
        self.process = process
        self.address = address
        self.words = ""
        self._events = urllib.request.urlopen(address + "/events", timeout=DEADLINE_SECONDS)
        self.words = self._next_words()

    def _next_words(self):
        """What the OLED says when the page is told something next."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        for line in self._events:  # a page that has no news says so every few seconds
            assert time.monotonic() < deadline, f"the page has no more news; the OLED says:\n{self.words}"
            if line.startswith(b"data: "):
                return json.loads(line.removeprefix(b"data: "))["caption"]
        raise AssertionError("the page's events ended")

    def get(self, path):
        with urllib.request.urlopen(self.address + path, timeout=DEADLINE_SECONDS) as answer:
            return answer.read()

    def post(self, path, **values):
        request = urllib.request.Request(self.address + path, json.dumps(values).encode(), method="POST")
        with urllib.request.urlopen(request, timeout=DEADLINE_SECONDS) as answer:
            return answer.read()

    def wait_until(self, holds):
        """Look at the page until what the OLED says is right."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        while not holds(self.words):
            assert time.monotonic() < deadline, f"waited in vain; the OLED says:\n{self.words}"
            self.words = self._next_words()
        return self.words

    def wait_for(self, *parts):
        return self.wait_until(lambda words: all(part in words for part in parts))

    def press(self, button):
        """Press and wait until the OLED says something else."""
        before = self.words
        self.post(f"/press/{button}")
        return self.wait_until(lambda words: words != before)

    def take_throw(self):
        """Wait for the dice on the OLED and take them, also those it asks about; returns what it says then."""
        self.wait_until(shows_dice)
        while shows_dice(self.words):
            self.press("ok")
        return self.words

    def choose(self, row):
        """Step down to the row that starts like this and take it."""
        self.wait_for(f"{row}")
        while f"> {row}" not in self.words:
            self.press("down")
        self.press("ok")


def shows_dice(words):
    """Whether these are the words of a throw that waits for its OK."""
    return words.startswith(("Dein Wurf", "Nachgewürfelt", "Stimmt dieser?", "Steht der schief?"))


def welcome(folder):
    """Let nobody be led through the first evening in this folder, whatever else is set there."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "settings.toml").open("a+") as settings:
        settings.seek(0)
        if "welcomed" not in settings.read():
            settings.write("welcomed = true\n")


@contextmanager
def bordbuch(folder, *more, command=BORDBUCH, cwd=None):
    welcome(Path(folder))
    process = subprocess.Popen(
        [*command, "play", "--port", "0", "--data", str(folder), "--seed", "11", *more],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )
    try:
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), process.stderr.read()
        yield Running(process, address)
    finally:
        process.kill()
        process.communicate()
