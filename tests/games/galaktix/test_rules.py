"""The rules of Galaktix: the cases of the rulebook by name, then the house rules."""

from dataclasses import replace
from importlib.resources import files

import pytest

from games.books.medals import Medal, Targets
from games.galaktix import rules
from games.galaktix.data import parse_book
from games.galaktix.options import sensible_landings, useful_fields
from games.galaktix.pieces import FieldKind, Road, Rocket, Spot, Step
from games.galaktix.rules import Landing, Obstacle
from games.spine.errors import IllegalMove

FOLDER = files("games.galaktix")
BOOK = parse_book(*((FOLDER / name).read_text(encoding="utf-8") for name in ("boards.toml", "levels.toml")))
LEVEL_1 = BOOK.level("1")
WHITE, GREY, BLACK, BUILT = Rocket.WHITE, Rocket.GREY, Rocket.BLACK, Rocket.BUILT


def at(level=LEVEL_1, **changes):
    """The start of a level with some things changed; heights may be given by road."""
    return replace(rules.start(level), **changes)


def heights(**by_road):
    return tuple(by_road.get(road.key, 0) for road in Road)


def thrown(state, faces):
    """The state after a throw given as in "3 blue 2 tool"."""
    words = faces.split()
    dice = [face for count, face in zip(words[::2], words[1::2], strict=True) for _ in range(int(count))]
    return rules.throw(state, rules.count_faces(dice))


# --- the rulebook's cases ---


@pytest.mark.parametrize(("tools", "parts"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_g1_every_two_tools_bring_a_part(tools, parts):
    state = rules.throw(at(), (5 - tools, 0, 0, 0, 0, tools))
    assert rules.parts_due(state) == parts
    after = rules.take_parts(state, parts)
    assert (after.parts, after.supply_parts) == (parts, 15 - parts)
    with pytest.raises(IllegalMove):
        rules.take_parts(state, parts + 1)


def test_g2_a_swirl_forbids_purple_and_blue_lands_on_an_extra_rocket():
    state = thrown(at(), "2 purple 3 blue")
    assert LEVEL_1.board.kind(Road.PURPLE, 2) is FieldKind.SWIRL
    assert rules.landings(state) == (Landing(Road.BLUE, WHITE, 3),)
    with pytest.raises(IllegalMove, match="swirl"):
        rules.land(state, Landing(Road.PURPLE, WHITE, 2))
    after = rules.land(state, Landing(Road.BLUE, WHITE, 3))
    assert after.heights[Road.BLUE] == 3
    assert after.camp == (10, 0, 0), "one flown, one won"
    assert (after.supply, after.flown) == ((4, 0, 0), (1, 0, 0))


def test_g3_a_part_occupies_a_skipped_extra_rocket_field():
    state = thrown(at(heights=heights(blue=1), parts=1), "3 blue 1 pink 1 tool")
    after = rules.land(state, Landing(Road.BLUE, WHITE, 4))
    assert useful_fields(after) == (3,)
    occupied = rules.occupy(after, 3)
    assert occupied.heights[Road.BLUE] == 4
    assert (occupied.camp[WHITE], occupied.parts) == (after.camp[WHITE] + 1, 0)
    assert rules.occupy(after, 2).camp == after.camp, "a plain field may be occupied too, but gives nothing"


def test_g4_the_score_is_the_sum_of_the_roads():
    track = LEVEL_1.board.points
    state = at(heights=heights(green=track.index(8), yellow=track.index(5), pink=track.index(3), purple=1))
    assert state.road_points == (3, 5, 8, 0, 0)
    assert state.points == 16
    assert Targets(12, 15, 18).medal(state.points) is Medal.SILVER


def flown_with_built_rocket(parts, faces):
    state = thrown(at(camp=(0, 0, 0), parts=parts), faces)
    assert not rules.can_fly(state)
    state = rules.take_parts(state, rules.parts_due(state))
    (landing,) = rules.landings(state)
    assert landing.rocket is BUILT
    return rules.land(state, landing)


def test_g5_a_part_and_two_tools_are_a_rocket():
    after = flown_with_built_rocket(parts=1, faces="2 tool 3 green")
    assert (after.heights[Road.GREEN], after.parts, after.laid_parts, after.flown) == (3, 0, 2, (0, 0, 0))


def test_g6_four_tools_are_a_rocket():
    after = flown_with_built_rocket(parts=0, faces="4 tool 1 green")
    assert (after.heights[Road.GREEN], after.parts, after.laid_parts, after.flown) == (1, 0, 2, (0, 0, 0))


def test_g7_one_part_is_no_rocket_and_the_game_ends():
    state = thrown(at(camp=(0, 0, 0)), "2 tool 3 blue")
    state = rules.throw_again(state, rules.count_faces(["tool"] * 3 + ["blue"] * 2))
    state = rules.take_parts(state, 1)
    assert rules.landings(state) == ()
    with pytest.raises(IllegalMove):
        rules.give_back(state, BUILT)
    assert rules.end_game(state).step is Step.OVER


def test_g8_past_the_last_field_the_surplus_lapses():
    last = LEVEL_1.board.length(Road.GREEN)
    state = thrown(at(heights=heights(green=last - 2)), "4 green 1 tool")
    assert rules.landings(state) == (Landing(Road.GREEN, WHITE, last),)


def test_g9_the_full_number_counts():
    state = thrown(at(), "2 blue 3 tool")
    with pytest.raises(IllegalMove, match="full number"):
        rules.land(state, Landing(Road.BLUE, WHITE, 1))


def test_g10_a_rocket_or_two_parts_go_back_unused():
    state = thrown(at(parts=2, supply_parts=13), "3 blue 2 pink")
    assert rules.landings(state), "although a landing is possible"
    back = rules.give_back(state, WHITE)
    assert (back.camp, back.supply) == ((9, 0, 0), (6, 0, 0))
    built = rules.give_back(state, BUILT)
    assert (built.camp, built.parts, built.supply_parts) == ((10, 0, 0), 0, 15)
    after = rules.end_round(back)
    assert (after.step, after.round, after.heights) == (Step.THROW, 2, (0,) * 5)


def test_g11_an_empty_supply_gives_no_parts():
    state = thrown(at(supply_parts=0), "4 tool 1 blue")
    assert rules.parts_due(state) == 0
    with pytest.raises(IllegalMove):
        rules.take_parts(state, 1)


def test_g12_an_extra_field_gives_nothing_when_the_supply_has_none():
    state = thrown(at(supply=(0, 0, 0)), "3 blue 2 tool")
    after = rules.land(state, Landing(Road.BLUE, WHITE, 3))
    assert after.camp == (9, 0, 0)


def test_g13_fields_skipped_in_an_earlier_round_stay_empty():
    state = rules.land(thrown(at(parts=2), "4 blue 1 tool"), Landing(Road.BLUE, WHITE, 4))
    state = thrown(rules.end_round(state), "2 blue 3 tool")
    state = rules.land(state, Landing(Road.BLUE, WHITE, 6))
    assert state.skipped == (5,)
    with pytest.raises(IllegalMove, match="not skipped in this round"):
        rules.occupy(state, 3)


# --- the rest of the printed rules ---


def test_level_1_is_set_up_as_printed():
    assert (LEVEL_1.board.number, LEVEL_1.camp, LEVEL_1.supply) == (1, (10, 0, 0), (5, 0, 0))
    assert (LEVEL_1.parts, LEVEL_1.supply_parts, LEVEL_1.rerolls) == (0, 15, 1)


def test_dice_are_thrown_again_only_once_and_not_after_a_choice():
    state = thrown(at(), "2 tool 3 blue")
    again = rules.throw_again(state, (1, 1, 1, 1, 1, 0))
    with pytest.raises(IllegalMove):
        rules.throw_again(again, (5, 0, 0, 0, 0, 0))
    with pytest.raises(IllegalMove):
        rules.throw_again(rules.take_parts(state, 0), (5, 0, 0, 0, 0, 0))


def test_parts_may_be_left():
    state = thrown(at(), "2 tool 3 blue")
    assert rules.take_parts(state, 0).parts == 0
    assert rules.land(state, Landing(Road.BLUE, WHITE, 3)).parts == 0, "landing at once leaves them too"


def test_several_skipped_fields_take_one_part_each():
    state = rules.land(thrown(at(parts=2), "5 pink"), Landing(Road.PINK, WHITE, 5))
    state = rules.occupy(rules.occupy(state, 4), 1)
    assert (state.parts, state.laid_parts, state.camp[WHITE]) == (0, 2, 10)
    with pytest.raises(IllegalMove, match="no part"):
        rules.occupy(state, 2)


def test_a_field_is_occupied_only_once():
    state = rules.land(thrown(at(parts=2), "5 pink"), Landing(Road.PINK, WHITE, 5))
    with pytest.raises(IllegalMove, match="occupied already"):
        rules.occupy(rules.occupy(state, 4), 4)


def test_a_colour_that_was_not_rolled_cannot_be_chosen():
    with pytest.raises(IllegalMove, match="no die"):
        rules.land(thrown(at(), "5 pink"), Landing(Road.BLUE, WHITE, 1))


@pytest.mark.parametrize("faces", [["blue"] * 4, ["blue"] * 6, ["blue"] * 4 + ["red"]])
def test_only_five_space_dice_are_a_throw(faces):
    with pytest.raises(IllegalMove):
        rules.count_faces(faces)


@pytest.mark.parametrize("dice", [(6, 0, 0, 0, 0, -1), (1, 1, 1, 1, 1, 1), (5, 0, 0)])
def test_wrong_counts_are_no_throw(dice):
    with pytest.raises(IllegalMove):
        rules.throw(at(), dice)


def test_every_step_refuses_what_belongs_to_another():
    start, lying = at(), thrown(at(), "5 pink")
    for wrong in (
        lambda: rules.take_parts(start, 0),
        lambda: rules.end_round(start),
        lambda: rules.throw(lying, (5, 0, 0, 0, 0, 0)),
        lambda: rules.occupy(lying, 1),
        lambda: rules.end_game(lying),
    ):
        with pytest.raises(IllegalMove):
            wrong()


# --- the house rules ---


def test_a_grey_rocket_flies_one_field_further():
    state = thrown(at(camp=(1, 1, 0)), "2 blue 3 tool")
    assert set(rules.landings(state)) == {Landing(Road.BLUE, WHITE, 2), Landing(Road.BLUE, GREY, 3)}
    assert rules.land(state, Landing(Road.BLUE, GREY, 3)).camp == (2, 0, 0)


def test_a_black_rocket_may_land_on_a_swirl():
    state = thrown(at(camp=(1, 0, 1)), "2 purple 3 tool")
    assert rules.landings(state) == (Landing(Road.PURPLE, BLACK, 2),)


def test_black_rockets_and_parts_are_not_offered_where_a_white_one_does_the_same():
    state = thrown(at(camp=(1, 0, 1), parts=2), "1 blue 2 purple 2 tool")
    assert len(rules.landings(state)) == 4
    assert sensible_landings(state) == (Landing(Road.BLUE, WHITE, 1), Landing(Road.PURPLE, BLACK, 2))
    without_white = replace(state, camp=(0, 0, 1))
    assert {landing.rocket for landing in sensible_landings(without_white)} == {BLACK, BUILT}


@pytest.mark.parametrize("rocket", list(Rocket))
def test_a_road_whose_last_field_is_taken_is_full(rocket):
    board = LEVEL_1.board
    assert rules.target(LEVEL_1, Road.PINK, board.length(Road.PINK), 1, rocket) is Obstacle.FULL


def test_a_flag_is_won_by_landing_on_it_or_by_a_part():
    level = replace(LEVEL_1, flags=(Spot(Road.BLUE, 2), Spot(Road.BLUE, 4)), flag_points=3)
    state = rules.land(thrown(at(level, parts=1), "4 blue 1 tool"), Landing(Road.BLUE, WHITE, 4))
    assert state.points == level.board.points[4] + 3
    assert useful_fields(state) == (2, 3)
    assert rules.occupy(state, 2).points == level.board.points[4] + 6


def test_the_game_ends_when_no_throw_can_change_anything():
    state = rules.give_back(thrown(at(camp=(1, 0, 0), supply_parts=0), "5 blue"), WHITE)
    assert rules.end_round(state).step is Step.OVER
    still_tools = rules.give_back(thrown(at(camp=(1, 0, 0)), "5 blue"), WHITE)
    assert rules.end_round(still_tools).step is Step.THROW, "four tools would still build a rocket"
    tops = tuple(LEVEL_1.board.length(road) for road in Road)
    last = thrown(at(heights=(*tops[:4], tops[4] - 1)), "1 purple 4 blue")
    full = rules.end_round(rules.land(last, Landing(Road.PURPLE, WHITE, tops[4])))
    assert (full.step, full.points) == (Step.OVER, 5 * LEVEL_1.board.points[-1])


def test_a_screen_sees_what_lies_ahead_on_each_road():
    blue = at(heights=heights(blue=3)).roads[Road.BLUE]
    assert (blue.key, blue.height, blue.length, blue.points) == ("blue", 3, 12, LEVEL_1.board.points[3])
    assert (blue.swirls, blue.extras, blue.flags) == ((7,), ((10, WHITE),), ())
