"""Whatever fingers do in a game with secrets: nobody but the one who may look sees them, and no log keeps them.

The game is a made-up one with a secret in every place a prompt has (see whispers); what holds for it holds for any game
of several. Everything the device gives out is searched: the OLED, its copy, the page, the terminal, the log, the files.
"""

import logging
import random
import threading

import pytest

from device.command.book_text import group_text as book_in_terminal
from device.page.answers import PageApp
from device.parts.protocols import Button
from device.records.journal import FILE_NAME, Source
from device.records.ranked_games import read_ranked_games
from device.records.secret_seeds import FOLDER_NAME
from device.screens.content import Cover, List, Message
from device.screens.render import render
from device.terminal.cards import CardKeys
from device.terminal.terminal import Terminal
from games.spine.dialogue import Setup, say
from games.spine.errors import BrokenSession
from games.spine.session import Session
from tests.device.page.fake_table import FakeTable, table_state
from tests.device.page.guests import near
from tests.device.talks.whispers import ALL_SECRETS, PLAYERS, SEED, ShownInSecret, Whispers, group_text
from tests.device.texts import catalogue

PRESSES = 220
GERMAN = catalogue("de")
SEEDS = (str(SEED), f"{SEED:x}")


def betrayed(text):
    """Who is betrayed by this text."""
    return {player for word, player in ALL_SECRETS.items() if word in text} | {"seed" for one in SEEDS if one in text}


class Witness:
    """Looks at everything that can be seen from outside, through the page and a terminal of the copy."""

    def __init__(self, table):
        self._table = table
        page = PageApp(table.copy, None, lambda: b"jpeg", lambda: "de", lambda: table.service.discretion.hides_table)
        self.page = page
        self.client = near(page)
        self._terminal = Terminal(
            table.copy,
            FakeTable(table_state()),
            places=list,
            more_keys={},
            cards=CardKeys(FakeTable(table_state())),
            tell=GERMAN.tell,
            address="",
            stop=threading.Event(),
        )

    def seen(self):
        """All words that can be read from outside now."""
        return "\n".join([self._table.copy.caption, repr(self.page._state()), *self._terminal.lines(80, 24)])

    def picture(self):
        return self._table.copy.picture()[1].tobytes()


class Fingers:
    """Presses by chance. Knows who has uncovered the device and when that ends: with anything but an answer."""

    def __init__(self, table, seed):
        self.table = table
        self.rng = random.Random(seed)
        self.may_look = None

    def press(self):
        screen = self.table.screen
        if isinstance(screen, List) and screen.title in ("Bordbuch", "Und jetzt?"):
            self._go_on([row.text for row in screen.rows])
            return
        if isinstance(screen, Cover) and self.rng.random() < 0.5:
            self.may_look = screen.player
            self.table.hold()
            return
        button = self.rng.choices(list(Button), [2, 2, 6, 1])[0]
        is_held = self.rng.random() < 0.06
        is_warning = isinstance(screen, Message) and screen.is_warning
        if button is Button.BACK and not is_warning:  # that only puts the warning away
            self.may_look = None
        elif isinstance(screen, Cover) and button is Button.OK and is_held:
            self.may_look = screen.player
        self.table.press(button, held=is_held)

    def _go_on(self, rows):
        """Out of the lobby: back into the game that waits, or a new one."""
        self.may_look = None
        if "Zum Start" in rows:
            self.table.choose("Zum Start")
        elif rows[0].startswith("Weiter"):
            self.table.choose("Weiter")
        else:
            self.table.begin().throw()


@pytest.mark.parametrize("seed", range(4))
def test_random_fingers_betray_nothing(tmp_path, caplog, capsys, seed):
    caplog.set_level(logging.DEBUG)
    held_secrets = 0
    with group_text(tmp_path) as table:
        table.begin().throw()
        witness, fingers = Witness(table), Fingers(table, seed)
        for _ in range(PRESSES):
            fingers.press()
            on_device = betrayed(table.held.caption)
            held_secrets += bool(on_device)
            assert on_device <= {fingers.may_look}
            assert not betrayed(witness.seen())
            if table.talk.private_for is not None:
                assert table.talk.private_for == fingers.may_look
                assert table.service.discretion.hides_table
                cover = Cover(fingers.may_look, GERMAN.tell(say("cover.looks")))
                assert witness.picture() == render(cover).tobytes()
            else:
                assert witness.picture() == table.held.picture()[1].tobytes()
        book = book_in_terminal(read_ranked_games(table.journal.results()), "", GERMAN)
        assert not betrayed(book)
    assert held_secrets > 5, "the search saw no secret where it should: on the device of who may look"
    assert not betrayed(caplog.text) and caplog.text.count("answered (buttons)") > 5
    assert not betrayed("".join(capsys.readouterr()))
    for file in tmp_path.rglob("*"):
        if not file.is_file() or file.parent.name == FOLDER_NAME:  # which only the service may read
            continue
        found = betrayed(file.read_bytes().decode(errors="replace"))
        assert not (found & {"seed"} if file.name.startswith(FILE_NAME) else found)


def test_the_search_would_find_what_it_searches_for(tmp_path):
    with group_text(tmp_path) as table:
        table.begin().throw()
        table.hold()
        assert betrayed(table.held.caption) == {"Ada"}
        assert betrayed(table.journal.setup(1).to_line()) == {"seed"}
        table.ok()
        assert betrayed("\n".join(table.journal.lines(1))) == {"Ada"}


def test_the_page_of_a_real_device_shows_the_cover_while_one_player_looks(tmp_path):
    with group_text(tmp_path) as table:
        table.begin().throw()
        witness = Witness(table)
        table.hold()
        state = witness.page._state()
        assert state["caption"].startswith("Ada\nsieht gerade allein nach")
        assert (state["camera"], state["table"]) == (-1, None)
        picture = witness.client.get("/camera.jpg")
        assert picture.headers["content-type"] == "image/jpeg" and picture.content != b"jpeg"
        table.ok(2)
        assert witness.page._state()["caption"] == "Alle schauen\nOK: weiter"
        assert witness.client.get("/camera.jpg").content == b"jpeg"


def test_a_game_that_no_longer_fits_is_logged_without_its_answers_and_its_seed(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    with group_text(tmp_path) as table:
        table.begin().throw()
        table.hold()
        table.ok()
        line = table.journal.lines(1)[-1]
        table.journal.add(1, line, Source.BUTTONS)  # a number is asked for now: this does not fit
    with group_text(tmp_path) as table:
        assert table.screen.title == "Partie passt nicht"
    assert "cannot be read" in caplog.text
    assert not betrayed(caplog.text)


def test_an_unforeseen_error_in_such_a_game_is_logged_without_its_words(tmp_path):
    with group_text(tmp_path) as table:
        word = next(iter(ALL_SECRETS))
        in_the_lobby = table.service.trace_of(KeyError(word))
        table.begin()
        try:
            raise KeyError(word)
        except KeyError as error:
            in_the_game = table.service.trace_of(error)
        assert betrayed(in_the_lobby) == {"Ada"}  # nothing is secret there; the search finds what it should
        assert "KeyError" in in_the_game and "test_nothing_betrayed" in in_the_game
        assert not betrayed(in_the_game)


def test_what_is_looked_up_never_sees_the_scene_of_a_secret_prompt(tmp_path):
    with group_text(tmp_path) as table:
        table.begin().throw()
        table.hold()
        table.menu("Punkte")
        assert table.screen.body == "Eins open"


def test_what_is_said_about_a_line_that_does_not_fit_is_its_number_only():
    setup = Setup("whispers", "game", PLAYERS, SEED, "w")
    with pytest.raises(BrokenSession) as caught:
        Session.replay(Whispers(), setup, ["dice 1 1", "ok", "choose " + next(iter(ALL_SECRETS)), "choose x"])
    assert "line 4" in str(caught.value)
    assert not betrayed(str(caught.value))


def test_a_card_shown_in_secret_stays_out_of_the_picture_until_somebody_goes_on(tmp_path):
    with group_text(tmp_path, games=(ShownInSecret(),)) as table:
        table.begin("shown")
        discretion = table.service.discretion
        assert not discretion.hides_table
        table.ok()
        assert discretion.hides_table and discretion.hides_table_from_holder  # the device is handed over
        table.hold()
        assert discretion.hides_table and not discretion.hides_table_from_holder  # Ada may see her card
        table.press(Button.BACK, held=True)
        assert discretion.hides_table_from_holder  # the menu is for everybody
        table.press(Button.BACK)
        table.press(Button.BACK)
        table.press(Button.BACK)
        assert table.talk.audience is None
        assert discretion.hides_table_from_holder  # everybody looks, and the card may still lie there
        table.press(Button.UP)
        assert discretion.hides_table
        table.ok()
        table.press(Button.BACK)
        assert not discretion.hides_table


def test_20_10_switched_on_again_the_table_stays_hidden_until_somebody_goes_on(tmp_path):
    with group_text(tmp_path, games=(ShownInSecret(),)) as table:
        table.begin("shown")
        assert not table.service.discretion.hides_table
        table.ok()
        table.hold()
    with group_text(tmp_path, games=(ShownInSecret(),)) as table:
        assert table.screen.title.endswith("?")  # go on with it?
        assert table.service.discretion.hides_table_from_holder  # Ada's card may still lie there
        table.press(Button.DOWN, Button.OK)
        assert not table.service.discretion.hides_table
