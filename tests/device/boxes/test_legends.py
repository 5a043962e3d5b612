"""Behind the menu stands what the letters on the OLED mean: every one of them, in both games, without an entry."""

from __future__ import annotations

import pytest

from device.boxes.galaktix.box import BOX as GALAKTIX
from device.boxes.number_up.box import BOX as NUMBER_UP
from device.parts.protocols import Button
from device.screens.content import List
from games.galaktix.pieces import FACES
from games.number_up.flow import NumberUp
from games.number_up.pieces import COLOURS
from games.number_up.rules import start
from games.spine.dialogue import Noted, Notice, Setup
from games.spine.session import Answered, Session
from tests.device.at_the_table import person_at
from tests.device.texts import catalogue
from tests.games.number_up.boards import BOOK as NUMBER_UP_BOOK

SETTING_UP = {"number_up.cards", "number_up.house_cards", "number_up.your_hand"}


def legend(box, language):
    """The rows of the page of letters, as they are read."""
    (look_up,) = (one for one in box.look_ups(None) if one.key == "letters")
    (prompt,) = look_up.lead()
    return [(row.mark, catalogue(language, is_strict=True).tell(row.words)) for row in prompt.options]


def test_every_face_of_the_space_dice_is_there_with_its_shape():
    rows = legend(GALAKTIX, "de")
    assert [mark for mark, _ in rows] == [*FACES]
    told = [words for _, words in rows]
    assert told == ["Ro: Rosa", "Ge: Gelb", "Gr: Grün", "Bl: Blau", "Li: Lila", "We: Werkzeug"]
    assert legend(GALAKTIX, "en")[2] == ("green", "Gr: Green")


def test_every_colour_of_number_cards_is_there_and_no_two_are_told_alike():
    rows = [words for _, words in legend(NUMBER_UP, "de")]
    assert len({words.partition(":")[0] for words in rows}) == len(COLOURS)
    assert "[Gr]: Hellgrün" in rows and "Gr: Dunkelgrün" in rows


@pytest.mark.parametrize("level", NUMBER_UP_BOOK.levels, ids=lambda level: level.id)
def test_every_rule_of_a_level_of_number_up_can_be_read_again_while_playing(level):
    """The same pages as before the first card, without its set-up, and what the rim tells."""
    (rules, _) = NUMBER_UP.look_ups(start(level))
    pages = [(page.news, page.words) for page in rules.lead()]
    session = Session(NumberUp(NUMBER_UP_BOOK), Setup("number_up", level.id, ("Ida",), 1, NUMBER_UP_BOOK.fingerprint))
    told = []
    while isinstance(session.prompt, Notice):
        told.append((session.prompt.news, session.prompt.words))
        session.make(Answered(Noted()))
    assert pages[:-1] == [page for page in told[1:] if page[0].key not in SETTING_UP]
    assert pages[-1][0].key == "number_up.rim.title"


@pytest.mark.parametrize("game", ["galaktix", "number_up"])
def test_the_page_is_behind_the_menu_and_enters_nothing(game, tmp_path):
    with person_at(tmp_path) as person:
        device = person.device
        device.service.begin(device.setup(game, "1"))
        person.wait()
        before = person.screen
        person.press(Button.BACK, held=True)
        rows = [row.text for row in person.screen.rows]
        person.press(*[Button.DOWN] * rows.index("Buchstaben"), Button.OK)
        assert isinstance(person.screen, List)
        assert person.screen.title == "Das bedeutet"
        person.press(Button.OK)
        assert person.screen == before
