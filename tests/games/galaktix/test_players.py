"""The computer players, the simulation, and the targets that come from it."""

import json
from dataclasses import replace
from importlib.resources import files
from random import Random
from statistics import fmean

import pytest

from games.books.medals import Medal, Targets
from games.books.simulation import PLAYERS, percentile
from games.books.targets import reached_about, targets_from
from games.galaktix import rules
from games.galaktix.data import parse_book
from games.galaktix.dice import dice_chances, throw_rest
from games.galaktix.outlook import Outlook
from games.galaktix.pieces import Road, Step
from games.galaktix.planner import PlanningPlayer
from games.galaktix.players import NO_DICE, play_game
from games.galaktix.simulate import player_maker, scores, simulate
from games.galaktix.targets import MAKER
from games.spine.errors import UnknownLevel

FOLDER = files("games.galaktix")
BOOK = parse_book(*((FOLDER / name).read_text(encoding="utf-8") for name in ("boards.toml", "levels.toml")))
LEVEL_1 = BOOK.level("1")


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("level", BOOK.levels, ids=lambda level: level.id)
def test_every_level_can_be_played_by_every_player(level, player):
    for seed in range(2):
        rng = Random(seed)
        assert play_game(level, player_maker(player, level)(rng), rng).step is Step.OVER


def test_the_same_seed_gives_the_same_games_and_more_games_leave_the_first_as_they_are():
    for player in PLAYERS:
        assert scores(LEVEL_1, 5, player, 1) == scores(LEVEL_1, 8, player, 1)[:5]
    assert scores(LEVEL_1, 8, "greedy", 1) != scores(LEVEL_1, 8, "greedy", 2)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["1", "3", "9", "14"])
def test_planning_beats_greed_and_greed_beats_chance(level):
    means = {player: fmean(scores(BOOK.level(level), 40, player, 3)) for player in PLAYERS}
    assert means["random"] < means["greedy"] < means["planner"]


def test_a_distribution_is_plain_json_and_adds_up():
    told = simulate(BOOK, "1", 50, "greedy", 4).to_json()
    assert json.loads(json.dumps(told)) == told
    points = scores(LEVEL_1, 50, "greedy", 4)
    assert (told["game"], told["level"], told["player"], told["games"], told["seed"]) == (
        "galaktix", "1", "greedy", 50, 4,
    )  # fmt: skip
    assert (told["min"], told["max"], told["mean"]) == (min(points), max(points), fmean(points))
    assert sum(told["histogram"].values()) == 50
    assert sum(told["medals"].values()) == pytest.approx(1)
    assert list(told["percentiles"]) == ["5", "10", "20", "25", "50", "75", "80", "90", "95"]


def test_bad_wishes_for_a_simulation_are_refused():
    with pytest.raises(UnknownLevel):
        simulate(BOOK, "21", 1, "greedy", 1)
    with pytest.raises(ValueError, match="random, greedy, planner"):
        simulate(BOOK, "1", 1, "genius", 1)
    with pytest.raises(ValueError, match="at least one game"):
        simulate(BOOK, "1", 0, "greedy", 1)


# --- targets ---


@pytest.mark.slow
def test_the_targets_of_level_1_come_out_again_from_the_commands_beside_them():
    beginner, expert = LEVEL_1.made_by.split("; ")
    assert beginner == "bordbuch simulate galaktix 1 --games 1000 --player greedy --seed 1"
    assert expert == "bordbuch simulate galaktix 1 --games 500 --player planner --seed 1"
    greedy, planner = MAKER.level_scores(LEVEL_1)
    assert (len(greedy), len(planner)) == (1000, 500)
    assert targets_from(greedy, planner) == LEVEL_1.targets
    assert sum(score >= LEVEL_1.targets.bronze for score in greedy) / 1000 == pytest.approx(0.5, abs=0.06)
    assert sum(score >= LEVEL_1.targets.gold for score in planner) / 500 == pytest.approx(0.2, abs=0.06)


@pytest.mark.slow
def test_bronze_is_about_every_second_game_of_the_beginner_in_every_level():
    for level in BOOK.levels:
        medals = simulate(BOOK, level.id, 100, "greedy", 2).medals
        assert 0.3 < 1 - medals[Medal.NONE] < 0.7, level.id


def test_targets_rise_even_where_both_players_are_as_good():
    assert targets_from([5] * 10, [5] * 10) == Targets(5, 6, 7)
    assert targets_from([0] * 10, [0] * 10) == Targets(1, 2, 3)


def test_the_nearest_share_decides():
    assert reached_about([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.2) == 9
    assert reached_about([3, 3, 3, 9], 0.5) == 9, "3 is reached by all and 9 by a quarter"
    assert percentile([1, 2, 3, 4, 5], 80) == 4


# --- dice and outlook ---


def test_there_are_252_rolls_and_averages_are_exact():
    chances = dice_chances()
    assert (chances.rolls, len(chances.ways)) == (252, 462)
    blue = [roll[Road.BLUE] for roll in chances.ways[: chances.rolls]]
    average = chances.average(blue)
    assert average[chances.index[NO_DICE]] == pytest.approx(5 / 6)
    assert average[chances.index[(0, 0, 0, 3, 0, 0)]] == pytest.approx(3 + 2 / 6)


def test_the_best_keep_of_a_roll_is_found_and_its_worth_is_the_same_either_way():
    chances = dice_chances()
    blue = [roll[Road.BLUE] for roll in chances.ways[: chances.rolls]]
    average = chances.average(blue)
    roll = (1, 0, 0, 2, 0, 2)
    assert chances.best_keep(roll, average) == (0, 0, 0, 2, 0, 0)
    after = chances.after_best_keep(average)
    assert after[chances.index[roll]] == pytest.approx(2 + 3 / 6)
    assert after == [max(average[keep] for keep in keeps) for keeps in chances.keeps]


def test_kept_dice_stay_when_the_rest_is_thrown():
    rng = Random(1)
    for _ in range(50):
        dice = throw_rest((0, 2, 0, 0, 0, 1), rng)
        assert sum(dice) == 5
        assert dice[1] >= 2
        assert dice[5] >= 1


def test_the_outlook_knows_that_more_is_better_and_the_end_exactly():
    outlook = Outlook(LEVEL_1)
    empty = (0,) * 5
    worth = [outlook.worth(empty, (rockets, 0, 0), 0, 0) for rockets in range(12)]
    assert worth == sorted(worth)
    assert outlook.worth((12, 8, 0, 3, 1), (0, 0, 0), 0, 0) == 12 + 5 + 0 + 1 + 0
    assert outlook.worth(empty, (3, 0, 0), 2, 0) > worth[3]


def test_the_planner_keeps_tools_when_only_tools_can_save_the_game():
    state = replace(rules.start(LEVEL_1), camp=(0, 0, 0), heights=(0, 0, 11, 0, 0))
    state = rules.throw(state, (0, 0, 1, 1, 0, 3))
    kept = PlanningPlayer(LEVEL_1).keep(state)
    assert kept[5] == 3
    assert sum(kept) < 5
