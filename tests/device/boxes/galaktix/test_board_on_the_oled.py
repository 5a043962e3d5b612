"""The board on the OLED: beside a throw, under a choice and behind the menu, with what lies there and nothing else."""

from dataclasses import replace
from importlib.resources import files

import pytest

from device.boxes.galaktix.board_page import ROOM, BoardDesk, BoardPage
from device.boxes.galaktix.box import BOX
from device.boxes.galaktix.choice_desk import ChoiceDesk
from device.boxes.galaktix.drawing import Roads
from device.boxes.galaktix.field_marks import LARGE_MARKS, SMALL_MARKS, mark_of
from device.boxes.galaktix.look_ups import look_ups
from device.desks.desk import Back, Given
from device.desks.dice_desk import DiceDesk
from device.eyes.sight import Sight
from device.parts.protocols import Button, Press
from device.screens.caption import caption_of
from device.screens.content import List, Waiting
from device.screens.icons import PART, ROCKET_BLACK, ROCKET_GREY, ROCKET_WHITE
from device.screens.render import render
from device.screens.shapes import FACES_7, FACES_9
from games.galaktix import rules
from games.galaktix.data import parse_book
from games.galaktix.flow import Galaktix
from games.galaktix.pieces import Road, Rocket, Spot
from games.spine.dialogue import Choose, Chosen, Dice, Noted, Setup
from games.spine.session import Answered, Session
from tests.device.texts import catalogue

UP, DOWN, OK, BACK = Button.UP, Button.DOWN, Button.OK, Button.BACK
TEXTS = [(files("games.galaktix") / name).read_text(encoding="utf-8") for name in ("boards.toml", "levels.toml")]
BOOK = parse_book(*TEXTS, house=tuple(TEXTS))
tell = catalogue("de", is_strict=True).tell


def start(level="1"):
    return rules.start(BOOK.level(level))


def deciding(level="1", faces=("blue", "blue", "blue", "purple", "purple")):
    """The desk of the first choice in a level, and its session."""
    session = Session(Galaktix(BOOK), Setup("galaktix", level, ("Ada",), seed=1, data=BOOK.fingerprint))
    for answer in (Noted(), Noted(), Dice(faces)):
        session.make(Answered(answer))
    return BOX.desk_for(session.prompt), session


def press(desk, *buttons):
    reply = None
    for button in buttons:
        reply = desk.press(Press(button))
    return reply


def screen(desk):
    return desk.screen(tell, False)


# --- signs -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("marks", [SMALL_MARKS, LARGE_MARKS], ids=["lane", "page"])
def test_every_sign_of_a_field_is_unlike_all_others(marks):
    signs = [marks.rocket, marks.swirl, *marks.extras.values(), marks.flag, marks.plain]
    signs += [marks.swirl_below, *marks.extras_below.values()]
    assert len(set(signs)) == len(signs)


def pixels(icon):
    """The lit pixels, counted from the middle of the picture."""
    left, top = icon.width // 2, icon.height // 2
    return {(x - left, y - top) for y, row in enumerate(icon.rows) for x, sign in enumerate(row) if sign == "#"}


def test_rockets_differ_by_shape_not_only_by_their_filling():
    """The grey one is parted in two by its band; the hollow one is wider than the others."""
    assert "#" not in ROCKET_GREY.rows[3]
    assert all("#" in row for rocket in (ROCKET_WHITE, ROCKET_BLACK) for row in rocket.rows)
    assert ROCKET_BLACK.width > ROCKET_WHITE.width == ROCKET_GREY.width


@pytest.mark.parametrize("sun", [FACES_7["yellow"], FACES_9["yellow"]])
def test_a_part_does_not_look_like_the_sun(sun):
    """Of all pixels that are lit in either, less than a third are lit in both."""
    assert 3 * len(pixels(PART) & pixels(sun)) < len(pixels(PART) | pixels(sun))


def test_a_swirl_is_seen_under_a_flag_until_the_flag_is_won():
    """Level 12 has flags on swirls."""
    state = start("12")
    spot = state.level.flags[0]
    assert mark_of(state, spot, LARGE_MARKS).rows == (*LARGE_MARKS.pennant.rows, *LARGE_MARKS.swirl_below.rows)
    assert mark_of(replace(state, flags=(spot,)), spot, LARGE_MARKS) == LARGE_MARKS.swirl


def test_an_extra_rocket_is_drawn_only_while_the_supply_has_one():
    spot = Spot(Road.PINK, 4)
    assert mark_of(start(), spot, SMALL_MARKS) == SMALL_MARKS.extras[Rocket.WHITE]
    assert mark_of(replace(start(), supply=(0, 0, 0)), spot, SMALL_MARKS) == SMALL_MARKS.plain
    flagged = replace(start(), level=replace(start().level, flags=(spot,)))
    assert mark_of(flagged, spot, SMALL_MARKS).rows[-4:] == SMALL_MARKS.extras_below[Rocket.WHITE].rows
    assert mark_of(replace(flagged, supply=(0, 0, 0)), spot, SMALL_MARKS) == SMALL_MARKS.flag


# --- beside a throw ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("height", range(13))
def test_on_a_road_with_a_strip_what_can_be_reached_is_in_sight(height):
    """A change on any of the next six fields, the farthest that a rocket flies, changes the lane."""
    state = replace(start("16"), heights=(height,) * 5)
    before = render(Waiting("", news="x", scene=Roads(state))).tobytes()
    for field in range(height + 1, min(15, height + 6) + 1):
        flag = replace(state, level=replace(state.level, flags=(Spot(Road.PINK, field),)))
        assert render(Waiting("", news="x", scene=Roads(flag))).tobytes() != before


@pytest.mark.parametrize("news", ["", "Blau auf Feld 7"])
def test_all_targets_are_in_sight_before_the_first_flight_and_the_next_one_after_it(news):
    def shown(state, **targets):
        level = replace(state.level, targets=replace(state.level.targets, **targets))
        return render(Waiting("", news=news, scene=Roads(replace(state, level=level)))).tobytes()

    fresh = start()
    assert len({shown(fresh), shown(fresh, bronze=20), shown(fresh, silver=28), shown(fresh, gold=33)}) == 4
    flown = replace(fresh, heights=(3, 0, 0, 0, 0))
    assert shown(flown) != shown(flown, bronze=20)
    assert shown(flown) == shown(flown, gold=33)


def test_points_and_targets_beside_the_lanes_are_said_in_words_too():
    assert Roads(start()).lines() == ["0 ★21 ★★27 ★★★32"]
    assert Roads(replace(start(), heights=(12, 12, 0, 0, 0))).lines() == ["24 ★★27"]
    assert Roads(replace(start(), heights=(12,) * 5)).lines() == ["60 ★★★"]


# --- under a choice ----------------------------------------------------------------------------------------------


def test_the_board_is_one_row_below_the_options_and_answers_nothing():
    desk, session = deciding()
    assert isinstance(desk, ChoiceDesk)
    shown = screen(desk)
    assert [row.text for row in shown.rows] == [
        "Blau auf 3",
        "Lila 2: Wirbel",
        "Rakete zurücklegen",
        "Spielplan ansehen",
    ]
    assert press(desk, UP) is None
    assert screen(desk).cursor == 3
    assert press(desk, OK) is None
    assert screen(desk) == BoardPage(session.prompt.scene)
    assert press(desk, BACK) is None
    assert isinstance(screen(desk), List)
    assert press(desk, DOWN, OK) == Given(Chosen("blue"), press(deciding()[0], OK).source)


def test_from_the_last_option_down_leads_to_the_board_and_on_to_the_first():
    desk, _ = deciding()
    cursors = []
    for _ in range(4):
        press(desk, DOWN)
        cursors.append(screen(desk).cursor)
    assert cursors == [1, 2, 3, 0]
    press(desk, UP)
    press(desk, UP)
    assert screen(desk).cursor == 2


def test_back_beside_the_board_row_is_back_as_ever():
    desk, _ = deciding()
    assert press(desk, UP, BACK) == Back()


def test_a_re_roll_is_shown_although_somebody_looks_at_the_board():
    desk, session = deciding()
    press(desk, UP, OK)
    desk._thrown = DiceDesk(session.prompt.watch.read, is_reroll=True)
    desk.see(Sight())
    assert not isinstance(screen(desk), BoardPage)


def test_a_choice_tells_how_far_the_next_medal_is_once_nothing_is_thrown_again():
    desk, _ = deciding()
    assert screen(desk).news == "Oder würfle nach"
    desk, _ = deciding("3")  # no throwing again in this level
    assert screen(desk).news == "Noch 24 bis Bronze"


def test_points_and_signs_of_a_road_are_said_in_words_too():
    assert "> Blau auf 3 +1 Weiße Rakete" in caption_of(screen(deciding()[0]))


# --- the page ----------------------------------------------------------------------------------------------------


def test_the_page_of_a_strip_moves_along_and_stops_at_both_ends():
    desk = BoardDesk(start("16"))
    assert screen(desk).first == 1
    assert press(desk, DOWN) is None
    assert screen(desk).first == 15 - ROOM + 1
    press(desk, DOWN)
    assert screen(desk).first == 15 - ROOM + 1
    press(desk, UP, UP)
    assert screen(desk).first == 1
    assert isinstance(press(desk, OK), Given)


def test_the_page_opens_where_the_rockets_are():
    assert screen(BoardDesk(replace(start("16"), heights=(9, 8, 7, 8, 9)))).first == 4
    assert screen(BoardDesk(replace(start("1"), heights=(9, 8, 7, 8, 9)))).first == 1


@pytest.mark.parametrize("field", [1, 7, 12, 13, 15])
def test_points_of_every_field_can_be_read_from_the_page(field):
    state = start("16")
    board = state.level.board
    points = tuple(value + (number >= field) for number, value in enumerate(board.points))
    other = replace(state, level=replace(state.level, board=replace(board, points=points)))
    first = max(1, field - ROOM + 1)
    assert render(BoardPage(state, first)).tobytes() != render(BoardPage(other, first)).tobytes()


def test_the_page_says_itself_in_words():
    state = replace(start("12"), heights=(4, 0, 0, 0, 0))
    track, pink, *_ = BoardPage(state).lines()
    assert track == "0 1 1 2 3 4 5 6 8 10 12 15"
    assert pink == "P - - - > · b · · @! w @ ·"


# --- behind the menu ---------------------------------------------------------------------------------------------


def test_the_menu_offers_the_board_by_its_name_the_signs_and_the_letters():
    assert [tell(one.words) for one in look_ups(start())] == ["Hausplan 1", "Zeichen und Regeln", "Buchstaben"]
    assert [one.key for one in look_ups(None)] == ["letters"]
    (board,) = look_ups(start("16"))[0].lead()
    assert isinstance(board.desk().screen(tell, False), BoardPage)


def test_the_signs_are_those_of_the_level_and_each_has_its_rule():
    def names(level):
        prompt = next(look_ups(start(level))[1].lead())
        assert isinstance(prompt, Choose)
        return [option.key for option in prompt.options]

    assert names("1") == ["rocket.white", "part", "swirl"]
    assert names("5") == ["rocket.white", "part", "swirl", "flag"]
    assert names("20") == ["rocket.white", "rocket.grey", "rocket.black", "part", "swirl", "flag"]
    leading = look_ups(start("20"))[1].lead()
    next(leading)
    notice = leading.send(Chosen("flag"))
    assert (tell(notice.news), "4 Punkte" in tell(notice.words)) == ("Fahne", True)
    again = leading.send(Noted())
    assert (again.words.key, again.start) == ("galaktix.signs", "flag")
