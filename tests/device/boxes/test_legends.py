"""Behind the menu stands what the letters on the OLED mean: every one of them, in both games, without an entry."""

from __future__ import annotations

import pytest

from device.boxes.galaktix.box import BOX as GALAKTIX
from device.boxes.number_up.box import BOX as NUMBER_UP
from device.parts.protocols import Button
from device.screens.content import List
from games.galaktix.pieces import FACES
from games.number_up.pieces import COLOURS
from tests.device.at_the_table import person_at
from tests.device.texts import catalogue


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
