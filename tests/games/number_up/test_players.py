"""The computer players, the simulation, and the targets that come from it."""

import json
from dataclasses import replace
from random import Random
from statistics import fmean

import pytest

from games.books.medals import Medal
from games.books.simulation import PLAYERS
from games.books.targets import targets_from
from games.number_up import rules
from games.number_up.experience import practise
from games.number_up.pieces import Place
from games.number_up.planner import PlanningPlayer
from games.number_up.players import Discard, GreedyPlayer, Lay, RandomPlayer, gain, play_game
from games.number_up.simulate import player_maker, scores, simulate
from games.number_up.sketch import Paper, Sketch
from games.number_up.targets import MAKER
from games.spine.errors import UnknownLevel
from tests.games.number_up.boards import BOOK, LEVEL_1, board, card, laid, level_with, rule

TINY = level_with(hand=2, discards=1, lines=rule("touching_colour", target=5), diagonals=rule("pairs", target=6))


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("level", BOOK.levels, ids=lambda level: level.id)
def test_every_level_can_be_played(level, player):
    rng = Random(1)
    assert play_game(level, player_maker(player, level)(rng), rng).is_over


@pytest.mark.parametrize("level", ["1", "12", "15", "17"])
def test_the_planner_can_play_all_kinds_of_levels(level):
    rng = Random(1)
    assert play_game(BOOK.level(level), PlanningPlayer(Paper(BOOK.level(level)), rng), rng).is_over


def test_the_same_seed_gives_the_same_games_and_more_games_leave_the_first_as_they_are():
    for player, games in (("random", 8), ("greedy", 8), ("planner", 2)):
        assert scores(LEVEL_1, games - 1, player, 1) == scores(LEVEL_1, games, player, 1)[:-1]
    assert scores(LEVEL_1, 8, "greedy", 1) != scores(LEVEL_1, 8, "greedy", 2)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["7", "11"])
def test_planning_beats_greed_and_greed_beats_chance(level):
    means = {
        player: fmean(scores(BOOK.level(level), games, player, 3))
        for player, games in (("random", 40), ("greedy", 40), ("planner", 10))
    }
    assert means["random"] < means["greedy"] < means["planner"]


def test_a_distribution_is_plain_json_and_adds_up():
    told = simulate(BOOK, "1", 20, "greedy", 4).to_json()
    assert json.loads(json.dumps(told)) == told
    points = scores(LEVEL_1, 20, "greedy", 4)
    assert (told["game"], told["level"], told["player"], told["games"]) == ("number_up", "1", "greedy", 20)
    assert (told["min"], told["max"], told["mean"]) == (min(points), max(points), fmean(points))
    assert sum(told["histogram"].values()) == 20


def test_bad_wishes_for_a_simulation_are_refused():
    with pytest.raises(UnknownLevel):
        simulate(BOOK, "21", 1, "greedy", 1)
    with pytest.raises(ValueError, match="random, greedy, planner"):
        simulate(BOOK, "1", 1, "genius", 1)
    with pytest.raises(ValueError, match="at least one game"):
        simulate(BOOK, "1", 0, "greedy", 1)


# --- the beginner ---


def test_a_gain_counts_points_checks_and_minus_markers():
    state = board(" . . . . . \n . . y1 . . \n . r1 b5 g2 y2 \n . . . . . \n . . . . . ", level_with(minus_below=6))
    assert gain(state, Lay(Place(2, 0), card("b4"))) == (10 - 5) + 4
    assert gain(state, Lay(Place(2, 0), card("y4"))) == (6 - 5) + 4, "full, but not below 6"
    assert gain(state, Lay(Place(2, 0), card("g3"))) == (-10 - 5) + 3
    assert gain(state, Lay(Place(1, 1), card("y5"))) == (6 - 1) + (5 - 1)


def test_the_beginner_takes_what_brings_most_at_once():
    state = rules.draw(laid(rules.start(LEVEL_1), "22 b5", "23 r1"), card("b4"))
    move = GreedyPlayer(Random(1)).move(state)
    assert move.place in {Place(1, 2), Place(3, 2), Place(2, 1), Place(2, 4)}, "a check for a line of the blue 5"


def test_the_beginner_throws_away_what_brings_nothing():
    checked = rules.draw(board(CHECKED, level_with(discards=1, lines=rule("best_colour", target=5))), card("g1"))
    assert GreedyPlayer(Random(1)).move(checked) == Discard(card("g1"))


CHECKED = """
 r5 . . . .
 . o5 . . .
 . . y5 . .
 . . . l5 .
 . . . . b5
"""


def test_anything_legal_includes_throwing_away():
    state = rules.draw(laid(rules.start(level_with(discards=1)), "22 b5"), card("g1"))
    rng = Random(1)
    assert {type(RandomPlayer(rng).move(state)) for _ in range(80)} == {Lay, Discard}


# --- looking ahead ---


@pytest.mark.parametrize(
    "level", [LEVEL_1, TINY, BOOK.level("5"), BOOK.level("16")], ids=["5x5", "order", "6x6", "minus"]
)
def test_a_sketch_follows_the_rules(level):
    paper = Paper(level)
    for seed in range(3):
        rng = Random(seed)
        deck = rng.sample(paper.deck, level.size**2)
        state, sketch = rules.start(level), Sketch(paper)
        for one in deck:
            cells = rules.open_cells(state)
            assert sorted(sketch.cells) == sorted(cells)
            assert sorted(Sketch.of(state, paper).cells) == sorted(cells)
            cell = rng.choice(cells)
            state = rules.lay(state, Place(*divmod(cell, level.size)), one)
            sketch.lay(paper.code[one], cell)
            capped = [min(view.points, view.target) for view in state.lines]
            assert sketch.points == capped
        assert sketch.worths == [mark.worth for mark in state.marks]
        assert sketch.result == state.points


@pytest.mark.parametrize("level", [LEVEL_1, TINY], ids=["plain", "order"])
def test_the_best_cell_is_the_one_with_the_highest_gain(level):
    paper = Paper(level)
    rng = Random(4)
    sketch = Sketch(paper)
    for code in rng.sample(range(len(paper.deck)), 24):
        gains = {cell: sketch.gain(code, cell) for cell in sketch.cells}
        best = sketch.best_cell(code)
        assert gains[best] == max(gains.values())
        sketch.lay(code, best)


def test_a_copy_leaves_the_sketch_as_it_is():
    paper = Paper(LEVEL_1)
    sketch = Sketch(paper)
    sketch.lay(0, 12)
    twin = sketch.copy()
    twin.play_on(list(range(1, 25)))
    assert (sum(sketch.free), sketch.cells) == (48, [7, 11, 13, 17])
    assert not twin.cells


def test_experience_knows_that_points_and_free_places_are_worth_something():
    paper = Paper(LEVEL_1)
    practise(paper)
    outlook = paper.lines[0].outlook
    assert outlook[0] == [*range(9), 10], "full lines are known"
    assert outlook[2][4] < outlook[2][7] < 10
    assert outlook[1][4] < outlook[3][4]


def test_the_planner_takes_a_check_that_is_there_to_be_had():
    level = level_with("checks_only")
    state = board(" . . . . . \n . y1 o1 l1 . \n . y2 r5 o2 . \n . l2 g1 y3 . \n . . . . . ", level)
    move = PlanningPlayer(Paper(level), Random(3)).move(rules.draw(state, card("r4")))
    assert move.place in {Place(2, 0), Place(2, 4), Place(0, 2), Place(4, 2)}


def test_the_planner_throws_away_what_only_does_harm():
    """One place is left. Whatever is still in the deck brings two checks there, the open card none."""
    level = level_with(discards=1, minus_below=5, lines=rule("sum_of_5", target=5))
    deck = Paper(level).deck
    low, fives = [one for one in deck if one.value < 5], [one for one in deck if one.value == 5]
    grid = (*low[1:], fives[0], None)
    state = replace(rules.start(level), grid=grid, marks=rules.count_marks(level, grid), hand=(low[0],))
    assert PlanningPlayer(Paper(level), Random(1)).move(state) == Discard(low[0])
    without = replace(state, level=level_with(minus_below=5, lines=rule("sum_of_5", target=5)))
    assert PlanningPlayer(Paper(level), Random(1)).move(without) == Lay(Place(4, 4), low[0])


# --- targets ---


@pytest.mark.slow
def test_the_targets_of_a_level_come_out_again_from_the_commands_beside_them():
    level = LEVEL_1
    beginner, expert = level.made_by.split("; ")
    assert beginner == f"bordbuch simulate number_up 1 --games {MAKER.beginner_games} --player greedy --seed 1"
    assert expert == f"bordbuch simulate number_up 1 --games {MAKER.expert_games} --player planner --seed 1"
    assert targets_from(*MAKER.level_scores(level)) == level.targets


@pytest.mark.slow
def test_bronze_is_about_every_second_game_of_the_beginner_in_every_level():
    for level in BOOK.levels:
        medals = simulate(BOOK, level.id, 60, "greedy", 2).medals
        assert 0.25 < 1 - medals[Medal.NONE] < 0.8, level.id


def test_every_player_has_a_seat():
    for name in PLAYERS:
        assert player_maker(name, TINY)(Random(1))
