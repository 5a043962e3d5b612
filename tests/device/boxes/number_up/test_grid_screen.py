"""What a player of Number UP decides by is on the grid's screen: line points, points so far, the next medal."""

from dataclasses import replace

from device.boxes.number_up.drawing import Standing
from device.boxes.number_up.grid_screen import goal, grid_screen, line_signs, standing
from device.boxes.number_up.laid_desk import LaidDesk
from games.books.medals import Targets
from games.number_up import rules
from games.spine.dialogue import ReadLaid, say
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
    screen = grid_screen(state, tell, title="Nächste Karte", tells_goal=True)
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


def test_what_is_to_be_done_gives_way_to_the_goal_only_where_it_goes_without_saying():
    def screen(words):
        state = board(SOME, LEVEL)
        return LaidDesk(ReadLaid(words=say(words, n=3), scene=state, size=5), state).screen(tell, False)

    assert "bis Bronze" in screen("number_up.lay").goal
    assert "bis Bronze" in screen("number_up.lay_hand").goal
    assert [screen("number_up.lay_start").goal, screen("number_up.which_card").goal] == ["", ""]
    assert screen("number_up.lay_start").title == "Noch 3 in die Mitte"
