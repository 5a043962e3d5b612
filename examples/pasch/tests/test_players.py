"""The computer players, and the medal targets that come from their games."""

import json
from importlib.resources import files
from statistics import fmean

import pytest
from pasch import players
from pasch.box import BOX
from pasch.data import parse_book

from device.boxes.loader import open_shipped
from games.books.simulation import PLAYERS
from games.books.targets import TargetMaker, targets_from
from games.spine.errors import UnknownLevel

BOOK = parse_book((files("pasch") / "levels.toml").read_text(encoding="utf-8"))
GAME = open_shipped(BOX).game


def test_there_is_every_player_that_the_command_offers():
    assert tuple(players.PLAYERS) == PLAYERS
    with pytest.raises(ValueError, match="there is no player 'champion'; the players are random, greedy, planner"):
        BOX.simulate(GAME, "1", 1, "champion", 1, None)
    with pytest.raises(UnknownLevel):
        BOX.simulate(GAME, "4", 1, "greedy", 1, None)


@pytest.mark.parametrize("player", PLAYERS)
def test_the_same_seed_gives_the_same_games_and_more_games_leave_the_first_as_they_are(player):
    level = BOOK.level("1")
    assert players.scores(level, 4, player, 1) == players.scores(level, 6, player, 1)[:4]
    assert players.scores(level, 6, player, 1) != players.scores(level, 6, player, 2)


@pytest.mark.parametrize("level", BOOK.levels, ids=lambda level: level.id)
def test_planning_beats_greed_and_greed_beats_chance(level):
    random, greedy, planner = (fmean(players.scores(level, 60, player, 3)) for player in PLAYERS)
    assert random < greedy < planner


def test_a_distribution_is_plain_json():
    seen = []
    told = BOX.simulate(GAME, "1", 20, "greedy", 4, seen.append).to_json()
    assert json.loads(json.dumps(told)) == told
    assert (told["game"], told["games"], seen) == ("pasch", 20, [*range(1, 21)])


@pytest.mark.slow
def test_the_targets_in_the_book_come_from_play():
    maker = TargetMaker("pasch", players.scores, beginner_games=1000, expert_games=500)
    played = [maker.level_scores(level) for level in BOOK.levels]
    for level, (beginner, expert) in zip(BOOK.levels, played, strict=True):
        assert level.targets == targets_from(beginner, expert)
        assert level.made_by in maker.level_lines(level, level.targets)
    sums = [[sum(games) for games in zip(*scores, strict=True)] for scores in zip(*played, strict=True)]
    assert [chapter.targets for chapter in BOOK.chapters] == [targets_from(*sums)]
