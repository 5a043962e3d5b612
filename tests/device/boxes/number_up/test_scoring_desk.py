"""A whole grid scored at one look: taken with OK only, doubtful cards asked about, by buttons alone if need be."""

import pytest

from device.boxes.number_up.box import BOX
from device.boxes.number_up.drawing import Grid
from device.boxes.number_up.scoring_desk import ScoringDesk
from device.desks.desk import Back, Given, Heard, Refused
from device.parts.protocols import Tone
from device.records.journal import Source
from games.number_up.reading import shown
from games.spine.dialogue import Chosen
from games.spine.session import Answered
from tests.device.boxes.number_up.test_laid_desk import BACK, DOWN, OK, press, read, session_after, tell
from tests.games.number_up.boards import board

ROWS = ("r1 r2 r3 r4 r5", "o1 o2 o3 o4 o5", "y1 y2 y3 y4 y5", "g1 g2 g3 g4 g5", "b1 b2 b3 b4 b5")
WHOLE = board("\n".join(ROWS))
CARDS = [f"{row}{col} {word}" for row, words in enumerate(ROWS) for col, word in enumerate(words.split())]


@pytest.fixture
def desk():
    session = session_after()
    session.make(Answered(Chosen("score")))
    found = BOX.desk_for(session.prompt)
    assert isinstance(found, ScoringDesk)
    return found


def test_a_whole_grid_is_shown_with_its_points_and_counts_with_ok_only(desk):
    assert desk.see(read(*CARDS)) == Heard(Tone.SEEN)
    screen = desk.screen(tell, False)
    assert isinstance(screen, Grid)
    assert (screen.title, screen.line) == (f"ending.points(n={WHOLE.points})", "number_up.score_it")
    assert desk.see(read(*CARDS)) is None
    assert press(desk, OK) == Given(shown(WHOLE), Source.CAMERA)


def test_as_long_as_cards_are_missing_it_is_said_how_many_are_seen(desk):
    desk.see(read(*CARDS[:-1]))
    assert desk.screen(tell, False).line == "number_up.sees(all=25, seen=24)"
    desk.see(read(*CARDS))
    desk.see(read(*CARDS[:-1]))
    assert desk.screen(tell, False).title == "number_up.show_all", "one was taken away again"


def test_chips_around_the_grid_do_not_matter_but_one_card_too_many_does(desk):
    moved = [f"{int(word[0]) + 1}{word[1:]}" for word in CARDS]
    desk.see(read("02 g5?", *moved))
    assert desk.screen(tell, False).line == "number_up.score_it"
    desk.see(read(*CARDS, "25 p5"))
    assert desk.screen(tell, False).title == "number_up.show_all"


def test_a_doubtful_card_is_asked_about_before_the_grid_counts(desk):
    desk.see(read(*CARDS[:-1], "44 p5 b5?"))
    screen = desk.screen(tell, True)
    assert (screen.title, screen.cursor, screen.is_blinking) == ("number_up.is_it", 24, True)
    assert press(desk, DOWN, OK) is None
    assert press(desk, OK) == Given(shown(WHOLE), Source.BUTTONS)


def test_a_misread_card_can_be_put_right(desk):
    desk.see(read("00 p1", *CARDS[1:]))
    press(desk, DOWN)
    assert desk.screen(tell, False).cursor == 0
    press(desk, OK)
    assert desk.screen(tell, False).name == "number_up.colour.red"
    press(desk, OK)
    assert press(desk, OK) == Given(shown(WHOLE), Source.BUTTONS)


def test_a_grid_that_cannot_be_says_why(desk):
    desk.see(read("00 r6", *CARDS[1:]))
    assert isinstance(press(desk, OK), Refused)


def test_what_is_not_seen_is_named_by_buttons_alone(desk):
    for _ in range(200):
        reply = press(desk, OK)
        if isinstance(reply, Given):
            break
    assert isinstance(reply, Given)
    assert reply.source is Source.BUTTONS
    assert len(reply.answer.cards) == 25


def test_back_leaves_the_naming_and_then_the_scoring(desk):
    press(desk, OK)
    assert press(desk, BACK) is None
    assert press(desk, BACK) == Back()
