"""What special rockets, flags and the strip do is the level's: every effect alone, from the file to the points."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest

from games.galaktix import rules
from games.galaktix.data import parse_book
from games.galaktix.flow import Galaktix
from games.galaktix.options import sensible_landings, useful_fields
from games.galaktix.pieces import HOUSE_EFFECTS, Road, Rocket, Spot
from games.galaktix.players import play_game
from games.galaktix.rules import Landing, Obstacle
from games.galaktix.simulate import player_maker
from games.spine.dialogue import Noted, Setup
from games.spine.errors import BadData
from games.spine.session import Answered, Session

FOLDER = files("games.galaktix")
HOUSE = tuple((FOLDER / name).read_text(encoding="utf-8") for name in ("boards.toml", "levels.toml"))
BOARDS = """
[board.9]
points = [1, 2, 3, 4, 5, 6]
pink   = "......"
yellow = "......"
green  = ".w...."
blue   = "..@..."
purple = "......"
[board.9.strip]
points = [8, 9]
pink   = ".."
yellow = ".."
green  = ".."
blue   = ".."
purple = ".."
"""
LEVEL = """
[level.21]
chapter = 4
name = "Meins"
rule = "Flieg."
board = 9
camp = { white = 3, grey = 3, black = 3, parts = 2 }
supply = { white = 2, grey = 1, parts = 4 }
targets = { bronze = 1, silver = 2, gold = 3 }
"""
FLAGS = "flags = { pink = [2, 3] }"


def level_with(*lines, above=""):
    return parse_book(BOARDS, above + LEVEL + "\n".join(lines), house=HOUSE).level("21")


def thrown(level, road, count):
    others = [other for other in Road if other is not road]
    dice = [0] * 6
    dice[road] = count
    dice[others[0]] = 5 - count
    return rules.take_parts(rules.throw(rules.start(level), tuple(dice)), 0)


def landed(level, road, count, rocket=Rocket.WHITE):
    state = thrown(level, road, count)
    field = rules.target(level, road, 0, count, rocket)
    assert not isinstance(field, Obstacle)
    return rules.land(state, Landing(road, rocket, field))


def test_without_a_word_special_pieces_do_what_they_do_in_the_house_book():
    level = level_with()
    assert level.effects == HOUSE_EFFECTS
    assert rules.target(level, Road.PINK, 0, 2, Rocket.GREY) == 3
    assert [rules.target(level, Road.BLUE, 0, 3, one) for one in (Rocket.WHITE, Rocket.BLACK)] == [Obstacle.SWIRL, 3]


@pytest.mark.parametrize("colour", [Rocket.GREY, Rocket.BLACK])
def test_a_special_rocket_does_just_what_is_written(colour):
    further = level_with(f"{colour.key} = {{ advance = 2 }}")
    assert rules.target(further, Road.PINK, 0, 2, colour) == 4
    assert rules.target(further, Road.BLUE, 0, 1, colour) is Obstacle.SWIRL
    boring = level_with(f"{colour.key} = {{}}")
    assert rules.target(boring, Road.PINK, 0, 2, colour) == 2
    over = level_with(f"{colour.key} = {{ swirls = true }}")
    assert rules.target(over, Road.BLUE, 0, 3, colour) == 3
    rich = level_with(f"{colour.key} = {{ points = 4 }}")
    assert landed(rich, Road.PINK, 2, colour).points == 2 + 4
    assert landed(rich, Road.PINK, 2).points == 2, "a white one brings none"


def test_a_rocket_that_brings_points_is_offered_beside_a_white_one():
    plain, rich = level_with("grey = {}"), level_with("grey = { points = 1 }")
    offered = [{one.rocket for one in sensible_landings(thrown(level, Road.PINK, 5))} for level in (plain, rich)]
    assert offered == [{Rocket.WHITE}, {Rocket.WHITE, Rocket.GREY}]


def test_a_flag_gives_a_rocket_and_parts_from_the_supply_as_long_as_it_has_them():
    level = level_with(FLAGS, 'flag = { rocket = "grey", parts = 3 }')
    first = landed(level, Road.PINK, 2)
    assert (first.camp, first.supply, first.parts, first.supply_parts) == ((2, 4, 3), (2, 0, 0), 5, 1)
    assert first.points == 2, "and no points where none are named"
    again = rules.end_round(first)
    again = rules.take_parts(rules.throw(again, (1, 4, 0, 0, 0, 0)), 0)
    second = rules.land(again, Landing(Road.PINK, Rocket.WHITE, 3))
    assert (second.camp, second.parts, second.supply_parts) == ((1, 4, 3), 6, 0), "the supply is empty"
    assert second.flags == (Spot(Road.PINK, 2), Spot(Road.PINK, 3))


def test_a_part_wins_a_flag_only_where_it_may():
    may = landed(level_with(FLAGS, "flag_points = 5"), Road.PINK, 4)
    assert useful_fields(may) == (2, 3)
    assert rules.occupy(may, 2).points == 4 + 5
    may_not = landed(level_with(FLAGS, "flag_points = 5", "flag = { by_part = false }"), Road.PINK, 4)
    assert useful_fields(may_not) == ()
    assert rules.occupy(may_not, 2).points == 4


def test_each_road_that_has_reached_the_strip_brings_its_points():
    level = level_with("strip = { points = 3 }")
    assert (level.has_strip, level.board.length(Road.PINK)) == (True, 8)
    state = rules.start(level)
    assert replace(state, heights=(6, 0, 0, 0, 0)).points == 6
    assert replace(state, heights=(7, 8, 0, 0, 6)).points == 8 + 9 + 6 + 2 * 3


def test_what_holds_for_all_levels_of_a_file_is_written_once_above_them():
    above = "[rules]\ngrey = { advance = 3 }\n"
    assert level_with(above=above).effects.grey.advance == 3
    assert level_with("grey = { advance = 2 }", above=above).effects.grey.advance == 2
    book = parse_book(BOARDS, above + LEVEL, house=HOUSE)
    assert book.levels[:-1] == parse_book(*HOUSE, house=HOUSE).levels, "shipped levels keep to the house rules"


def test_effects_belong_to_the_fingerprint_of_their_level():
    lines = ["grey = { advance = 2 }", "black = {}", "strip = true", "strip = { points = 1 }", "grey = { points = 1 }"]
    signs = [level_with(line).matters for line in ("", *lines)]
    assert all(one not in signs[:number] for number, one in enumerate(signs))
    assert level_with("grey = { advance = 1 }").matters == signs[0], "said, but nothing else than in the house book"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("grey = { advance = 9 }", "[level.21] grey advance: must be a whole number from 0 to 5, not 9"),
        ("grey = { jump = 1 }", "[level.21] grey jump: unknown key; the keys are advance, swirls, points"),
        ("grey = 2", "[level.21] grey: must be a table"),
        (FLAGS + '\nflag = { rocket = "red" }', "[level.21] flag rocket: must be white, grey, black, not 'red'"),
        (FLAGS, "[level.21] flag_points: and flags belong together"),
        ("strip = { points = 0 }", "[level.21] strip points: must be a whole number from 1 to 99, not 0"),
        ("strip = 1", "[level.21] strip: must be true or false, not 1"),
    ],
)
def test_an_effect_with_a_fault_is_told_once(lines, told):
    with pytest.raises(BadData) as caught:
        level_with(lines)
    (sentence,) = str(caught.value).splitlines()
    assert sentence.startswith(f"levels: {told}")


def test_the_player_is_told_before_the_first_throw_what_is_not_as_in_the_house_book():
    lines = ("grey = { advance = 2, points = 1 }", "black = {}", FLAGS, "flag = { parts = 1, by_part = false }")
    text = LEVEL + "\n".join((*lines, "strip = { points = 3 }"))
    game = Galaktix(parse_book(BOARDS, text, house=HOUSE))
    session = Session(game, Setup("galaktix", "21", ("Ida",), seed=1, data=game.data))
    told = []
    while type(session.prompt).__name__ == "Notice":
        told.append(session.prompt.words.key)
        session.make(Answered(Noted()))
    assert told[1:-1] == [
        f"galaktix.effect.{what}"
        for what in ("grey.advance", "grey.points", "black.plain", "flag.parts", "flag.landing", "strip")
    ]


@pytest.mark.parametrize("player", ["random", "greedy", "planner"])
def test_a_level_with_every_effect_is_played_to_its_end(player):
    lines = ("grey = { advance = 2, points = 1 }", "black = { swirls = true, advance = 1 }", FLAGS)
    level = level_with(*lines, 'flag = { rocket = "white", parts = 1, by_part = false }', "strip = { points = 3 }")
    rng = Random(1)
    for road, count, rocket in (
        (Road.PINK, 2, Rocket.GREY),
        (Road.GREEN, 4, Rocket.WHITE),
        (Road.PINK, 5, Rocket.GREY),
    ):
        state = thrown(level, road, count)
        landing = Landing(road, rocket, rules.target(level, road, 0, count, rocket))
        assert rules.land(state, landing).points - state.points == rules.landing_points(state, landing)
    ends = [play_game(level, player_maker(player, level)(rng), rng) for _ in range(3)]
    for end in ends:
        paid = end.flown[Rocket.GREY] + 3 * sum(height > 6 for height in end.heights)
        assert end.points == sum(end.road_points) + paid
