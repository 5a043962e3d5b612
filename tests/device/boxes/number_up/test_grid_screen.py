"""What a player of Number UP decides by is on the grid's screen: line points, points so far, the next medal."""

from dataclasses import replace

from device.boxes.number_up.drawing import Standing
from device.boxes.number_up.grid_screen import goal, grid_screen, line_signs, standing
from games.books.medals import Targets
from games.number_up import rules
from tests.device.texts import catalogue
from tests.games.number_up.boards import BOOK, board

tell = catalogue("de", is_strict=True).tell
LEVEL = BOOK.level("1")
SOME = """
    .  .  .  .  .
    .  r5 r4 .  .
    .  r3 r2 r1 .
    .  .  .  .  .
    .  .  .  .  .
"""


def test_an_open_line_has_its_points_so_far_at_the_rim():
    state = board(SOME, LEVEL)
    for sign, view in zip(line_signs(state), state.lines, strict=True):
        assert view.mark is not None or (sign.sign, sign.points) == ("", view.points)
    assert any(sign.points for sign in line_signs(state))


def test_points_so_far_the_next_target_and_free_places_are_told():
    state = board(SOME, LEVEL)
    level = replace(LEVEL, targets=Targets(state.points, state.points + 4, state.points + 9))
    state = replace(state, level=level)
    assert standing(state) == Standing(state.points, state.points + 4, 20)
    assert tell(goal(state)) == "Noch 4 bis Silber"
    screen = grid_screen(state, tell, title="Nächste Karte")
    assert (screen.goal, screen.standing) == ("Noch 4 bis Silber", standing(state))
    assert f"{state.points}/{state.points + 4}, [] 20" in screen.lines()


def test_above_gold_there_is_no_target_left():
    state = board(SOME, replace(LEVEL, targets=Targets(1, 2, 3)))
    assert standing(state).target == 0
    assert tell(goal(state)) == "Alle Ziele erreicht!"


def test_before_the_first_card_all_three_targets_are_told():
    targets = LEVEL.targets
    told = tell(goal(rules.start(LEVEL)))
    assert told == f"★{targets.bronze} ★★{targets.silver} ★★★{targets.gold}"
