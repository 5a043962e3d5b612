"""After a game: what is offered first."""

from pathlib import Path

import pytest

from device.boxes.loader import load_games
from device.boxes.shipped import SHIPPED
from device.menus.lobby import Lobby
from device.menus.new_game import new_setup
from device.records.journal import Journal, Source
from games.books.medals import Medal


def first_row(tmp_path: Path, medal: Medal | None, player: str = "Ida") -> str:
    """The first row after Ida has played level 1, which somebody once ended with this medal."""
    games, _ = load_games(tmp_path, SHIPPED)
    loaded = games["galaktix"]
    setup = new_setup(loaded, "1", ("Ida",))
    with Journal.open(tmp_path) as journal:
        if medal is not None:
            number = journal.start(new_setup(loaded, "1", (player,)), Source.BUTTONS)
            journal.finish(number, [(player, 20, medal)])
        prompt = next(Lobby(games, journal, None, None).after(setup))
    return prompt.options[0].key


@pytest.mark.parametrize("medal", [None, Medal.NONE])
def test_after_a_miss_the_same_level_is_offered_first(tmp_path: Path, medal: Medal | None) -> None:
    assert first_row(tmp_path, medal) == "again"


@pytest.mark.parametrize("medal", [Medal.BRONZE, Medal.GOLD])
def test_once_mastered_the_next_level_is_offered_first(tmp_path: Path, medal: Medal) -> None:
    assert first_row(tmp_path, medal) == "next"


def test_what_another_player_has_mastered_does_not_count(tmp_path: Path) -> None:
    assert first_row(tmp_path, Medal.GOLD, player="Jo") == "again"
