"""SIGKILL of the real command, `bordbuch play` with its page and its log, right after it showed an answer as taken.

Slower than children that are forked ready to play (see `kills`), but nothing is left out: the command starts anew,
reads its folder, is pressed through its page and killed in the middle of its loop.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlencode

from device.boxes.found import find_boxes
from device.boxes.loader import open_shipped
from device.records.journal_file import FILE_NAME
from device.words.catalogue import Catalogue
from games.spine.dialogue import say
from tools.torture.pages import Form
from tools.torture.tally import Plan, Tally, Until

PATIENCE = 60.0
TOO_FAST_SECONDS = 0.1  # to wait after that was said
PRESSES = 60  # of a life at most
LIVES = 6  # in one folder
TAPPED = 0.3  # of all answers, on the page
BUTTONS, WEIGHTS = ("ok", "down", "up", "back"), (10, 6, 2, 1)


class Command:
    """A `bordbuch play` at work, seen through its page."""

    def __init__(self, folder: Path, *more: str) -> None:
        command = [sys.executable, "-m", "device.command.main", "play", "--port", "0", "--data", str(folder)]
        self._process = subprocess.Popen(
            [*command, "--seed", "1", "--swept", *more],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self._address = self._process.stdout.readline().strip()
        if not self._address.startswith("http"):
            raise RuntimeError(f"it does not start: {self.end()}")
        self._events = urllib.request.urlopen(self._address + "/events", timeout=PATIENCE)
        self.words = self._next()

    def _next(self) -> str:
        """What the display says when the page is told something next; nothing if it has nothing to tell for a while."""
        for line in self._events:
            if line.startswith(b"data: "):
                return str(json.loads(line.removeprefix(b"data: "))["caption"])
            if line.startswith(b":"):  # it only says that it is still there: where the table is hidden nothing changes
                return ""
        return ""

    def press(self, button: str, seconds: float = 1.5) -> None:
        """Press, and wait for other words for a while: not every press changes them."""
        before, end = self.words, time.monotonic() + seconds
        while not self._is_taken(button):
            time.sleep(TOO_FAST_SECONDS)
        while self.words == before and time.monotonic() < end:
            self.words = self._next() or self.words

    def _is_taken(self, button: str) -> bool:
        """Whether the page takes this press; not if it says that they come too fast."""
        request = urllib.request.Request(f"{self._address}/press/{button}", b"{}", method="POST")
        try:
            urllib.request.urlopen(request, timeout=PATIENCE).close()
        except urllib.error.HTTPError as error:
            if error.code != HTTPStatus.TOO_MANY_REQUESTS:
                raise
            return False
        return True

    def tap(self, rng: random.Random, seconds: float = 1.5) -> None:
        """Answer on the page what is open, by chance; press OK where nothing can be tapped."""
        with urllib.request.urlopen(self._address + "/tisch", timeout=PATIENCE) as page:
            fields = Form(page.read()).filled(rng)
        if fields is None:
            self.press("ok", seconds)
            return
        before, end = self.words, time.monotonic() + seconds
        with contextlib.suppress(urllib.error.HTTPError):  # somebody was quicker, or it comes too fast
            urllib.request.urlopen(self._address + "/antwort", urlencode(fields).encode(), PATIENCE).close()
        while self.words == before and time.monotonic() < end:
            self.words = self._next() or self.words

    def settle(self, seconds: float = 1.0) -> str:
        """The words when they no longer change."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            before, self.words = self.words, self._next() or self.words
            if self.words != before:
                end = time.monotonic() + seconds
        return self.words

    def last_words(self) -> str:
        """What it showed last, after its end."""
        with contextlib.suppress(OSError, http.client.HTTPException):
            for line in self._events:
                if line.startswith(b"data: "):
                    self.words = str(json.loads(line.removeprefix(b"data: "))["caption"])
        return self.words

    def end(self) -> str:
        """SIGKILL to the whole group; what it said on stderr."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        _, said = self._process.communicate()
        return said


@contextlib.contextmanager
def playing(folder: Path, *more: str) -> Iterator[Command]:
    """A command at work; killed in any case."""
    command = Command(folder, *more)
    try:
        yield command
    finally:
        command.end()


def lines_in(folder: Path) -> tuple[int, int]:
    """The newest game in the journal, and how many lines it has; read beside the device, which is left alone."""
    with contextlib.closing(sqlite3.connect(f"file:{folder / FILE_NAME}?mode=ro", uri=True)) as journal:
        found = journal.execute("SELECT max(id), (SELECT count(*) FROM entries WHERE session = max(id)) FROM sessions")
        number, lines = found.fetchone()
        return number or 0, lines


def is_covered(words: str) -> bool:
    """Whether this is the cover of what one player alone may see, in either language."""
    return any(Catalogue.load(language).tell(say("footer.hold_ok")) in words for language in ("de", "en"))


def run(plan: Plan) -> Tally:
    tally, until = Tally("commands", plan.seed), Until(plan)
    games = [(box.name, start) for box in find_boxes()[0] for start in open_shipped(box).starts[:2]]
    folder = plan.scratch
    while until.more():
        life = until.done
        rng = plan.rng("life", life)
        if life % LIVES == 0:
            folder = plan.scratch / str(life)
            folder.mkdir()
        for wrong in _one(folder, rng, games, plan):
            tally.fail(wrong, life=life)
        tally.count("kills of the command")
        until.done += 1
    return tally


def _one(folder: Path, rng: random.Random, games: list[tuple[str, str]], plan: Plan) -> list[str]:
    """One life and the next: a game is begun and pressed until an answer is taken, then it is killed."""
    try:
        with playing(folder, *rng.choice(games)) as command:
            before, wanted, is_answered = lines_in(folder), rng.randrange(1, 8), False
            for _ in range(PRESSES):
                last = lines_in(folder)
                if rng.random() < TAPPED:
                    command.tap(rng)
                else:
                    command.press(rng.choices(BUTTONS, WEIGHTS)[0])
                is_answered = lines_in(folder) > last
                if lines_in(folder)[1] >= before[1] + wanted:
                    break
            lines = lines_in(folder)
            time.sleep(rng.random() * 0.2)
            said, words = command.end(), command.last_words()
        if plan.planted == "late":  # as if the last answer had only been shown
            with contextlib.closing(sqlite3.connect(folder / FILE_NAME)) as journal, journal:
                journal.execute("DELETE FROM entries WHERE rowid = (SELECT max(rowid) FROM entries)")
        wrong = ["it says a traceback"] if "Traceback" in said else []
        if lines_in(folder) < lines:
            wrong.append(f"the journal had {lines} (game, lines) and has {lines_in(folder)}")
        with playing(folder) as command:
            command.press("ok", PATIENCE if lines[1] > before[1] else 2.0)
            now = command.settle()
            # What is only half entered by hand is no answer and may be gone.
            if is_answered and lines == lines_in(folder) and now != words and not is_covered(now):
                wrong.append(f"the screen was {words!r} and is {now!r}")
        log = (folder / "bordbuch.log").read_text()
        return wrong + (["the log has a traceback"] if "Traceback" in log else [])
    except (OSError, RuntimeError) as error:
        return [f"it does not go on: {error!r}"]
