"""The end of a level of Number UP: the grid, every line's points, the medal."""

import pytest

from device.boxes.number_up.drawing import Grid
from device.boxes.number_up.ending import GridEndingDesk
from device.desks.desk import Back, Given
from device.parts.protocols import Button, Press
from device.screens.content import Ending, List
from games.books.levels import LevelInfo
from games.books.medals import Medal
from games.spine.dialogue import Outcome, Result, say
from tests.device.texts import catalogue
from tests.games.number_up.boards import BOOK, board

UP, DOWN, OK, BACK = Button.UP, Button.DOWN, Button.OK, Button.BACK
FULL = """
    r5 r4 b1 b2 b3
    o5 o4 o3 o2 o1
    y1 y2 y3 y4 y5
    l1 l2 g1 g2 p1
    p2 p3 p4 p5 l3
"""
tell = catalogue("de", is_strict=True).tell


def ending(level="1", score=None, best=None):
    level = BOOK.level(level)
    state = board(FULL, level)
    score = state.points if score is None else score
    words = say("number_up.end.full" if score > 0 else "number_up.end.lost")
    info = LevelInfo(level.id, level.chapter, level.name, level.rule, level.targets)
    return state, GridEndingDesk(Outcome((Result("Ida", score),), words, state), info, best)


def press(desk, *buttons):
    """The reply to the last of the presses."""
    reply = None
    for button in buttons:
        reply = desk.press(Press(button))
    return reply


def test_the_grid_the_lines_and_the_medal_follow_each_other():
    state, desk = ending()
    grid = desk.screen(tell, False)
    assert isinstance(grid, Grid)
    assert grid.title == f"{state.points} Punkte"
    assert press(desk, OK) is None
    assert isinstance(desk.screen(tell, False), List)
    assert press(desk, OK) is None
    screen = desk.screen(tell, False)
    assert isinstance(screen, Ending)
    assert (screen.title, screen.points) == ("Alle Plätze belegt", f"{state.points} Punkte")
    assert isinstance(press(desk, OK), Given)


def test_a_record_is_told_beside_what_stood_there_before():
    _, desk = ending(score=41, best=36)
    press(desk, OK, OK)
    screen = desk.screen(tell, False)
    assert (screen.title, screen.is_record, screen.is_blinking) == ("Rekord! Bisher 36", True, False)
    assert desk.screen(tell, True).is_blinking


@pytest.mark.parametrize("best", [None, 41, 50])
def test_the_first_result_and_one_that_is_no_better_are_no_record(best):
    _, desk = ending(score=41, best=best)
    press(desk, OK, OK)
    screen = desk.screen(tell, True)
    assert (screen.title, screen.is_record, screen.is_blinking) == ("Alle Plätze belegt", False, False)


def test_back_leads_the_same_way_back_and_into_the_game():
    _, desk = ending()
    press(desk, OK, OK)
    assert press(desk, BACK) is None
    assert isinstance(desk.screen(tell, False), List)
    assert press(desk, BACK) is None
    assert isinstance(desk.screen(tell, False), Grid)
    assert press(desk, BACK) == Back()


def test_every_line_counts_what_its_marker_says_and_the_result_is_made_of_its_parts():
    state, desk = ending("3")  # everything, and 5 points for each check at the edges
    press(desk, OK)
    rows = desk.screen(tell, False).rows
    assert [row.text for row in rows[:5]] == [f"Zeile {number}" for number in range(1, 6)]
    assert [row.text for row in rows[5:10]] == [f"Spalte {number}" for number in range(1, 6)]
    assert [row.value for row in rows[:3]] == ["✔ 10", "✔ 10", "✔ 10"]
    assert [int(row.value.removeprefix("✔ ")) for row in rows[:10]] == state.worths
    assert sum(int(row.value) for row in rows[10:]) == state.points


def test_the_lines_can_be_stepped_through_and_end_at_both_ends():
    _, desk = ending("3")
    press(desk, OK, UP)
    assert desk.screen(tell, False).cursor == 0
    press(desk, *[DOWN] * 20)
    assert desk.screen(tell, False).cursor == 11
    press(desk, UP)
    assert desk.screen(tell, False).cursor == 10


def test_a_game_without_points_is_lost_and_not_for_the_book():
    _, desk = ending("16", score=-20)
    press(desk, OK, OK)
    screen = desk.screen(tell, False)
    assert (screen.title, screen.medal) == ("Leider verloren", Medal.NONE)
    assert "nichts fürs Buch" in screen.detail
