"""After a game and at home: what is offered, and what comes first."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from device.boxes.loader import load_games
from device.boxes.shipped import SHIPPED
from device.config.configuration import load_config
from device.config.preferences import Preferences
from device.menus.into_book import enter_in_book
from device.menus.lobby import Lobby, LobbyDialogue
from device.menus.new_game import NewGame, new_setup
from device.records.journal import Journal, Source
from games.books.medals import Medal
from games.spine.dialogue import Choose, Chosen, Noted, Outcome, Prompt, ReadDice, Result, say
from games.spine.session import Answered, Session


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


# --- home, and who plays ---------------------------------------------------------------------------------------------


def lobby_in(folder: Path, journal: Journal) -> Lobby:
    games, _ = load_games(folder, SHIPPED)
    return Lobby(games, journal, NewGame(games, journal, Preferences(folder, load_config(folder))), None)


def answered(dialogue: LobbyDialogue, *keys: str) -> Prompt:
    """The prompt after these choices."""
    prompt = next(dialogue)
    for key in keys:
        prompt = dialogue.send(Chosen(key))
    return prompt


def keys(prompt: Prompt) -> list[str]:
    assert isinstance(prompt, Choose)
    return [option.key for option in prompt.options]


def played(journal: Journal, lobby: Lobby, level: str = "3", player: str = "Ida", game: str = "galaktix") -> None:
    number = journal.start(new_setup(lobby.game_list[game], level, (player,)), Source.BUTTONS)
    journal.finish(number, [(player, 20, Medal.NONE)])


def test_the_level_of_last_time_is_the_first_row_at_home_and_one_press_begins_it(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        lobby = lobby_in(tmp_path, journal)
        assert keys(next(lobby.home())) == ["play", "book", "settings"]
        played(journal, lobby)
        home = lobby.home()
        prompt = next(home)
        assert keys(prompt) == ["again", "play", "book", "settings"]
        with pytest.raises(StopIteration) as end:
            home.send(Chosen("again"))
        setup = end.value.value.setup
        assert (setup.game, setup.level, setup.players) == ("galaktix", "3", ("Ida",))


def test_from_home_to_the_first_throw_are_three_presses(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        lobby = lobby_in(tmp_path, journal)
        played(journal, lobby)
        home = lobby.home()
        next(home)
        with pytest.raises(StopIteration) as end:
            home.send(Chosen("again"))  # one
        session = Session(lobby.game_list["galaktix"].game, end.value.value.setup)
        session.make(Answered(Noted()))  # two
        session.make(Answered(Noted()))  # three
        assert isinstance(session.prompt, ReadDice)


def test_a_game_that_is_open_is_not_offered_to_be_begun_again(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        lobby = lobby_in(tmp_path, journal)
        journal.start(new_setup(lobby.game_list["galaktix"], "1", ("Ida",)), Source.BUTTONS)
        assert keys(next(lobby.home())) == ["go_on", "play", "book", "settings"]


def test_a_level_that_is_gone_is_not_offered_again(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        lobby = lobby_in(tmp_path, journal)
        setup = replace(new_setup(lobby.game_list["galaktix"], "1", ("Ida",)), level="77")
        journal.finish(journal.start(setup, Source.BUTTONS), [])
        assert keys(next(lobby.home())) == ["play", "book", "settings"]


@pytest.mark.parametrize("is_known", [False, True])
def test_a_guest_without_the_book_is_always_offered_and_plays_under_no_name(tmp_path: Path, is_known: bool) -> None:
    with Journal.open(tmp_path) as journal:
        lobby = lobby_in(tmp_path, journal)
        if is_known:
            played(journal, lobby)
        home = lobby.home()
        assert "bookless" in keys(answered(home, "play", "galaktix"))
        home.send(Chosen("bookless"))
        home.send(Chosen("1"))
        with pytest.raises(StopIteration) as end:
            home.send(Chosen("1"))
        assert end.value.value.setup.players == ("(Gast)",)
        assert lobby.new_game.preferences.last_player is None, "and the next one is not asked to be a guest"


def test_what_a_guest_without_the_book_reaches_is_not_entered(tmp_path: Path) -> None:
    games, _ = load_games(tmp_path, SHIPPED)
    loaded = games["galaktix"]
    for player, entered in (("(Gast)", 0), ("(Guest)", 0), ("Gast", 1)):
        outcome = Outcome((Result(player, 20),), say("end"))
        setup = new_setup(loaded, "1", (player,))
        with Journal.open(tmp_path / player.strip("()") / str(entered)) as journal:
            number = journal.start(setup, Source.BUTTONS)
            enter_in_book(journal, number, cast(Session, SimpleNamespace(outcome=outcome, setup=setup)), loaded)
            assert len(journal.results()) == entered
            assert journal.unfinished() == [], "and the game is closed all the same"


def test_whoever_played_any_game_is_offered(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        lobby = lobby_in(tmp_path, journal)
        played(journal, lobby, "1", "Ben", "number_up")
        assert "name:Ben" in keys(answered(lobby.home(), "play", "galaktix"))
