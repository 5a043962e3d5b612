"""Galaktico at the simulated table: cards shown to the camera, a whole combat through the real loop, a pulled plug."""

import os
import signal

import pytest

from device.parts.protocols import Button
from device.records.journal import Journal, Source
from device.screens.content import Cover, List, Message
from tests.device.at_the_table import PATIENCE_STEPS, person_at
from tests.device.running import bordbuch
from tests.games.galaktico.playing import ADA, BEN, CARD_SET, CRUISER, DESTROYER, at_the_table, cards_in_order, give

pytestmark = pytest.mark.slow

SEEN = ("Gesehen. OK nimmt sie", "Nicht sicher. Ist sie das?")  # a doubted card is offered, too
RESULT = ["Gast siegt +1 Punkt", "K Gast 21 +1", "Z Gast 2 18", "Auf Karte Kreuzer", "> Zug zu Ende"]
CARD_NAMES = [card.name for card in (*CARD_SET.weapons, *CARD_SET.shields)]


class Player:
    """Somebody at the table with a hand of cards; `person` looks and presses."""

    def __init__(self, person):
        self.person = person
        self.table = person.table

    @property
    def screen(self):
        return self.person.screen

    def wait(self, steps=1):
        for _ in range(steps):
            self.person.wait()
            self.person.device.set_the_table()

    def wait_for_line(self, *lines):
        """Look at the OLED until one of these lines stands under the title."""
        for _ in range(PATIENCE_STEPS):
            self.wait()
            if isinstance(self.screen, List) and self.screen.news in lines:
                return self.screen
        raise AssertionError(f"waited in vain for {lines}; the OLED shows {self.screen}")

    def sit_down(self, way):
        """From the start to the first turn, or to the first secret question, with two guests."""
        for row in ("Spielen", "Galaktico", "Gast", "Gast", "Los geht", way, "Gast"):
            self.person.choose(row)
        self.read_on()
        self.wait(len(CARD_NAMES))  # meanwhile the device gets to know its cards

    def begin(self):
        """From the start to the first secret question."""
        self.sit_down("Geheim")
        self.uncover()

    def read_on(self):
        while isinstance(self.screen, Message):
            self.person.ok()

    def uncover(self):
        assert isinstance(self.screen, Cover)
        self.person.press(Button.OK, held=True)
        self.wait()

    def lay(self, name):
        assert self.table.show_card(CARD_NAMES.index(name))

    def show(self, name):
        """Lay a card under the camera and take it when it was seen."""
        self.lay(name)
        screen = self.wait_for_line(*SEEN)
        assert screen.rows[screen.cursor].text == name
        self.person.ok()
        self.wait()

    def show_three(self, fitting, by_itself=False):
        """Lay the three cards of a ship under the camera, in any order, and take them when all were seen."""
        one, other, last = reversed(fitting.names)
        for number, name in enumerate((one, other), 1):
            self.lay(name)
            self.wait_for_line(f"{number} von 3 gesehen")
        self.lay(last)
        for _ in range(PATIENCE_STEPS):
            self.wait()
            if self.screen.rows[0].text == "zählt gleich; ← nein":
                break
        assert [row.text for row in self.screen.rows[1:]] == [fitting.names[0], *reversed(fitting.names[1:])]
        self.wait(14) if by_itself else self.person.ok()
        self.wait()

    def equip(self, cards, shown):
        """Give out all cards: those of one ship by camera, the others by buttons."""
        for number, name in enumerate(cards_in_order(cards)):
            if number in shown:
                self.show(name)
            else:
                self.person.choose(name)
                self.wait()
        self.person.choose("Fertig")
        self.wait()


def told(screen):
    """What a page says below its title, line by line."""
    return screen.body if isinstance(screen, Message) else "\n".join(f"{row.text} {row.value}" for row in screen.rows)


@pytest.fixture
def player(tmp_path):
    with person_at(tmp_path) as person:
        yield Player(person)


def test_a_whole_combat_with_cards_shown_to_the_camera(player):
    player.begin()
    player.equip(ADA, shown=range(6, 9))  # the cruiser's
    player.uncover()
    player.equip(BEN, shown=range(1))  # the shield of the destroyer
    player.read_on()
    assert player.table.state().shown.names == ()
    for row in ("Angriff: Kreuzer", "Zerstörer", "Ja"):
        player.person.choose(row)
    assert player.screen.lines() == RESULT
    pages = [player.screen]
    player.person.press(Button.UP)
    player.person.ok()  # the cards
    for _ in range(5):
        pages.append(player.screen)
        player.person.press(Button.DOWN)
    assert [(page.title, told(page)) for page in pages[1:]] == [
        ("Kreuzer Gast", "Inversionsfeld\nDurch: Quanten, Impuls\nKrypto Projektil\nCryo Blitz"),
        ("Kreuzer Gast", "Krypto Projektil 6+1\nCryo Blitz 5+6\nKreuzer 3\nSumme 21"),
        ("Zerstörer Gast 2", "Deflektor\nDurch: Krypto, Impuls\nPlasma Bombe\nKorrosions Strahl"),
        ("Zerstörer Gast 2", "Plasma Bombe 5+1\nKorrosions Strahl 4+3\nZerstörer 5\nSumme 18"),
        ("Kreuzer Gast", "Gewonnen! Er darf weiterziehen und springen, so weit er reicht, ohne Kampf."),
    ]
    player.person.ok()
    assert player.screen.lines() == RESULT
    player.person.ok()
    assert (player.screen.title, player.screen.news) == ("Gast 2", "Zug 2")


def test_cards_are_shown_to_the_camera_at_the_first_combat_and_one_press_takes_all_three(player):
    player.sit_down("Karten erst")
    for row in ("Angriff: Kreuzer", "Zerstörer"):
        player.person.choose(row)
    player.wait()
    lines = len(player.person.lines)
    player.show_three(ADA.of(CRUISER))
    player.table.take_shown()
    player.wait(12)
    player.show_three(BEN.of(DESTROYER))
    assert player.screen.lines() == RESULT
    assert len(player.person.lines) == lines + 2
    assert not [name for name in CARD_NAMES for line in player.person.lines if name in line]
    player.person.ok()
    assert player.table.state().shown.names == ()


def test_three_sure_cards_count_by_themselves_unless_they_open_the_combat_and_one_can_be_put_right(player):
    player.sit_down("Karten erst")
    for row in ("Angriff: Kreuzer", "Zerstörer"):
        player.person.choose(row)
    player.wait()
    player.show_three(ADA.of(CRUISER), by_itself=True)
    assert player.screen.title == "Zerstörer: Schild"
    player.table.take_shown()
    player.wait(12)
    player.show_three(BEN.of(DESTROYER), by_itself=True)
    assert player.screen.title == "Zerstörer Gast 2", "what is seen for good waits for OK"
    player.person.ok()
    assert player.screen.lines() == RESULT
    player.person.press(Button.BACK)  # to the cards, not out of the attack
    assert (player.screen.title, player.screen.rows[0].text) == ("Kreuzer Gast", "Stimmt, kämpfen!")
    player.wait(20)
    assert player.screen.title == "Kreuzer Gast", "what is put right waits for OK"
    player.person.ok()
    player.person.ok()
    assert player.screen.lines() == RESULT


def test_what_cannot_be_taken_is_said_and_nothing_is_taken(player):
    player.begin()
    player.wait_for_line("Oder zeig mir die Karte")
    start = player.screen.cursor
    player.lay("Deflektor")
    player.wait_for_line(*SEEN)
    player.person.press(Button.BACK)
    assert isinstance(player.screen, Cover)
    player.uncover()
    player.wait_for_line("Oder zeig mir die Karte")  # who takes the device next does not see what lay there
    assert player.screen.cursor == start
    lines = player.person.lines
    assert player.table.show_stranger()
    player.wait_for_line("Diese kenne ich nicht")
    player.lay("Cryo Blitz")
    player.wait_for_line("Die gehört nicht hierher")
    assert player.screen.cursor == start
    assert player.person.lines == lines
    player.show("Deflektor")
    assert player.screen.title == "Zerstörer: Waffe 1"
    player.wait_for_line("Oder zeig mir die Karte")  # the card that still lies there is no answer to this question
    player.show("Cryo Blitz")
    player.table.take_shown()
    player.wait(12)
    player.lay("Cryo Blitz")
    player.wait_for_line("Die ist schon verteilt")
    assert len(player.person.lines) == len(lines) + 2
    assert player.person.lines[-1].startswith("choose ")  # and not the card's name


def test_killed_while_equipping_it_goes_on_covered_at_the_same_question(tmp_path):
    with bordbuch(tmp_path, "galaktico") as device:
        for row in ("Gast", "Gast", "Los geht", "Geheim rüsten"):
            device.choose(row)
        device.wait_for("Wer beginnt?")
        device.press("ok")
        while "OK: weiter" in device.words:
            device.press("ok")
        cover = device.wait_for("OK halten: aufdecken").splitlines()[0]
        device.post("/press/ok?held=1")
        device.wait_for("Zerstörer: Schild")
        device.press("down")
        device.press("ok")
        device.wait_for("Zerstörer: Waffe 1")
        os.kill(device.process.pid, signal.SIGKILL)
        device.process.wait()

    with bordbuch(tmp_path) as device:
        seen = [device.wait_for("Galaktico", "> Ja, weiterspielen")]
        device.press("ok")
        seen.append(device.wait_for("OK halten: aufdecken"))
        assert seen[-1].splitlines()[0] == cover
        assert not [name for name in CARD_NAMES for words in seen if name in words]
        device.post("/press/ok?held=1")
        device.wait_for("Zerstörer: Waffe 1")
        assert "Deflektor" not in device.words


def test_20_1_killed_on_the_card_page_the_attack_still_stands(tmp_path):
    session = give(at_the_table(), "cruiser", "destroyer")
    with Journal.open(tmp_path) as journal:
        number = journal.start(session.setup, Source.BUTTONS, is_secret=True)
        for answer in session.answers:
            journal.add(number, answer.to_line(), Source.BUTTONS)
    with bordbuch(tmp_path) as device:
        device.choose("Ja, weiterspielen")
        device.choose("Ja")  # reveal the cards
        device.wait_until(lambda words: "aufdecken?" not in words)
        result = device.words
        os.kill(device.process.pid, signal.SIGKILL)
        device.process.wait()
    with bordbuch(tmp_path) as device:
        device.choose("Ja, weiterspielen")
        assert device.wait_for(result.splitlines()[0]) == result
        device.press("back")  # leads to the menu, since there is nothing to take back
        device.choose("Schritt zurück")
        device.wait_for("bleibt so stehen")
        device.press("ok")
        device.press("back")  # out of the menu
        assert device.wait_for(result.splitlines()[0]) == result
    with Journal.open(tmp_path) as journal:
        lines = journal.lines(number)
        assert lines == [*(answer.to_line() for answer in session.answers), "choose yes"]
