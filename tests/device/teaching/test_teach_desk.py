"""The desk of the teach-in: OK takes a picture only of a table at rest, and the other buttons do what the OLED says."""

from __future__ import annotations

import pytest

from device.desks.desk import Back, Given, Refused
from device.desks.general import desk_for
from device.eyes.sight import Sight
from device.parts.protocols import Button, Press
from device.screens.content import Lesson
from device.teaching.teach_desk import SKIP, STOP, Show, ShowingDesk
from games.spine.dialogue import Chosen, Noted, say
from tests.device.texts import catalogue
from vision.table.motion import TableState

tell = catalogue("de", is_strict=True).tell
AT_REST = Sight(TableState.AT_REST)
OK = Press(Button.OK)


def show(**more: object) -> Show:
    words = say("teach.show.symbols", dice=5, face=say("face.blue"))
    return Show(words=words, title=say("face.blue"), mark="blue", step=4, steps=6, **more)  # type: ignore[arg-type]


def desk(**more: object) -> ShowingDesk:
    made = desk_for(show(**more))
    assert isinstance(made, ShowingDesk)
    return made


def answer(reply: object) -> object:
    assert isinstance(reply, Given), reply
    return reply.answer


@pytest.mark.parametrize(
    ("sight", "words"),
    [
        (Sight(TableState.HAND), "Bitte die Hand weg"),
        (Sight(TableState.MOVING), "Gleich: es bewegt sich"),
        (Sight(has_failed=True), "Dazu fehlt die Kamera"),
    ],
)
def test_no_picture_is_taken_of_a_table_that_is_not_at_rest(sight: Sight, words: str) -> None:
    lesson = desk()
    lesson.see(sight)
    reply = lesson.press(OK)
    assert isinstance(reply, Refused)
    assert tell(reply.reason) == words
    screen = lesson.screen(tell, False)
    assert isinstance(screen, Lesson)
    assert (screen.line, screen.is_trouble) == (words, True)
    lesson.see(AT_REST)
    assert answer(lesson.press(OK)) == Noted()


def test_nothing_is_taken_before_the_first_look() -> None:
    assert isinstance(desk().press(OK), Refused)


def test_trouble_comes_before_what_was_learned_last() -> None:
    lesson = desk(news=say("teach.saw.symbols", name=say("face.green"), n=5))
    lesson.see(AT_REST)
    screen = lesson.screen(tell, False)
    assert isinstance(screen, Lesson)
    assert (screen.title, screen.line, screen.is_trouble) == ("Blau", "✓ Grün: 5 Würfel", False)
    lesson.see(Sight(TableState.HAND))
    assert "Hand" in lesson.screen(tell, False).line  # type: ignore[union-attr]


def test_back_goes_back_and_held_it_stops() -> None:
    assert isinstance(desk().press(Press(Button.BACK)), Back)
    assert answer(desk().press(Press(Button.BACK, held=True))) == STOP


def test_down_skips_only_where_the_oled_says_so() -> None:
    assert desk().press(Press(Button.DOWN)) is None
    lesson = desk(skip=say("footer.photo_or_skip"))
    assert answer(lesson.press(Press(Button.DOWN))) == SKIP
    assert lesson.screen(tell, False).footer == "OK: Foto, ↓ bleibt so"  # type: ignore[union-attr]


def test_other_answers_are_refused() -> None:
    assert show().refusal(SKIP) is not None
    assert show().refusal(Chosen("pink")) is not None
    assert show(skip=say("footer.photo_or_skip")).refusal(SKIP) is None


def test_large_pieces_are_told_to_be_no_hand() -> None:
    told: list[bool] = []
    lesson = desk(when_large=lambda: told.append(True))
    lesson.see(AT_REST)
    assert not told
    lesson.see(Sight(TableState.HAND))
    assert told == [True]
