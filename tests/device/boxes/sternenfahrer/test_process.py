"""Sternenfahrer in a real process: killed in the middle of an encounter, and searched for cards nobody has played.

Every card of the deck it plays with has words of its own, so that whatever it gives out of a card is found.
"""

import json
import os
import re
import signal
import time
from importlib.resources import files

import pytest

import games.sternenfahrer
from games.sternenfahrer.data import parse_card_set
from tests.device.running import DEADLINE_SECONDS, Running, bordbuch

SHIPPED = files(games.sternenfahrer)
MARK = re.compile(r"mark\d\d")
BALLS = ("Deine Kugeln", "Stimmt diese?", "Zählt nur mit OK")
ENDED = "würfelt"


def asking_cards():
    """The shipped cards; the two that ask nothing (31 and 32) ask what card 30 does, so that any first card asks."""
    text = (SHIPPED / "encounters.toml").read_text(encoding="utf-8")
    before, thirty, after = re.split(r"(?=^\[card\.30\])|(?=^\[card\.31\])", text, flags=re.MULTILINE)
    others = after[after.index("[other.") :]
    return before + "".join(thirty.replace("card.30", f"card.{number}") for number in (30, 31, 32)) + others


def own_cards():
    """The cards, each with words of its own."""
    text = asking_cards()
    lines, card = [], 0
    for line in text.splitlines():
        found = re.match(r"\[(?:card|other)\.(\d+)", line)
        card = int(found[1]) if found else card
        mark = f"mark{card:02d}"
        if re.match(r'words = "', line):
            story, ask = (f'{{ de = "{mark} {what}", en = "{mark} {what}" }}' for what in ("story", "ask"))
            line = f"words = {{ story = {story}, ask = {ask} }}"
        elif re.match(r'theme = "', line):
            line = f'theme = {{ de = "{mark}", en = "{mark}" }}'
        lines.append(line)
    return "\n".join(lines) + "\n"


class Listening(Running):
    """Keeps everything the page is told."""

    def _next_words(self):
        deadline = time.monotonic() + DEADLINE_SECONDS
        for line in self._events:
            assert time.monotonic() < deadline, f"the page has no more news; the OLED says:\n{self.words}"
            self.heard.append(line.decode())
            if line.startswith(b"data: "):
                return json.loads(line.removeprefix(b"data: "))["caption"]
        raise AssertionError("the page's events ended")


def listening(device, heard):
    """The same process, with all it says from now on kept in `heard`."""
    device.__class__, device.heard = Listening, heard
    heard.append(device.words)
    return device


def begin(device):
    for row in ("Spielen", "Sternenfahrer", "Neues Spiel"):
        device.choose(row)
    while ENDED not in device.words:
        device.press("ok")


def shake(device):
    """Shake, and take what is seen; what is sure and opens no card is taken by itself."""
    device.post("/table/shake")
    device.wait_until(lambda words: "schüttelt" not in words)
    while device.words.startswith(BALLS):
        device.press("ok")


def to_the_question(device):
    """Turns without building until the black ball falls, and on to the question of the encounter."""
    while "ask" not in device.words:
        device.post("/table/throw_all")
        device.take_throw()
        while "schüttelt" not in device.words:
            device.press("ok")
        shake(device)
        while "ask" not in device.words and ENDED not in device.words:
            device.press("ok")


def to_the_end_of_the_turn(device):
    while ENDED not in device.words:
        if "schüttelt" in device.words:
            shake(device)
        else:
            device.press("ok")


@pytest.mark.slow
def test_killed_in_an_encounter_it_asks_the_same_and_nothing_of_an_unplayed_card_is_ever_seen(tmp_path):
    cards = own_cards()
    parse_card_set(
        cards,
        *((SHIPPED / f"{name}.toml").read_text(encoding="utf-8") for name in ("friendship", "settings", "systems")),
    )
    assert len(set(MARK.findall(cards))) == 32
    (tmp_path / "sternenfahrer").mkdir()
    (tmp_path / "sternenfahrer" / "encounters.toml").write_text(cards, encoding="utf-8")
    heard = []
    with bordbuch(tmp_path) as device:
        begin(listening(device, heard))
        to_the_question(device)
        words, picture = device.words, device.get("/oled.png")
        heard += [device.get(path).decode() for path in ("/", "/words", "/page.js")]
        os.kill(device.process.pid, signal.SIGKILL)
        heard.append(device.process.stderr.read())
    with bordbuch(tmp_path) as device:
        listening(device, heard).wait_for("Sternenfahrer?", "> Ja, weiterspielen")
        assert device.press("ok") == words
        assert device.get("/oled.png") == picture
        asked = set(MARK.findall("\n".join(heard)))
        assert asked == set(MARK.findall(words)), "more than the card that asks was shown"
        device.press("ok")
        to_the_end_of_the_turn(device)
        device.process.terminate()
        heard += [*device.process.communicate()]
    for file in tmp_path.rglob("*"):
        if file.is_file() and file.name != "encounters.toml":
            heard.append(file.read_bytes().decode(errors="replace"))
    marks = set(MARK.findall("\n".join(heard)))
    assert asked <= marks, "the search does not find what was shown"
    told_to_go_on = sum("Noch eine Begegnung" in line for line in heard)
    assert len(marks) <= 1 + told_to_go_on, "a card that nobody played was shown"
