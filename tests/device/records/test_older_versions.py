"""Data folders of older versions open and go on: journals, books, taught pieces, settings, the owner's own files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from device.boxes.box import loaded_for
from device.boxes.loader import load_games
from device.boxes.shipped import SHIPPED
from device.command.main import FINE, main
from device.config.configuration import load_config
from device.config.preferences import Preferences
from device.desks.next import GoOn
from device.eyes.pieces import BALL_COLOURS, CARD_COLOURS, FACES
from device.eyes.profiles import Profiles
from device.eyes.readers import BallReader, DiceReader, NumberCardReader
from device.eyes.table_memory import TableMemory
from device.records.book import read_book
from device.records.journal import Journal, Source
from device.records.ranked_games import read_ranked_games
from device.screens.content import Cover, List
from device.teaching.courses import course_of
from games.spine.session import Session
from tests.device.at_the_table import person_at

OLD = Path(__file__).parents[2] / "data" / "from_0.1"
FOLDERS = ("shipped_data", "own_data")
TOLD = {folder: json.loads((OLD / folder / "told.json").read_text(encoding="utf-8")) for folder in FOLDERS}
SESSIONS = [(folder, told) for folder in FOLDERS for told in TOLD[folder]]


@pytest.fixture
def data(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A copy of an old data folder: nothing may be written into the one that is kept."""
    return Path(shutil.copytree(OLD / request.param, tmp_path / "data"))


def whichever(folder: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("data", [folder], indirect=True)


@pytest.mark.parametrize(
    ("data", "told"), SESSIONS, indirect=["data"], ids=[f"{folder}-{told['session']}" for folder, told in SESSIONS]
)
def test_a_session_stands_where_it_stood(data: Path, told: dict[str, object]) -> None:
    number = int(str(told["session"]))
    game_list, problems = load_games(data, SHIPPED)
    assert problems == []
    with Journal.open(data) as journal:
        setup, lines = journal.setup(number), journal.lines(number)
        is_open = number in [stored.id for stored in journal.unfinished(100)]
    assert is_open == (told["state"] == "open")
    assert (setup.game, setup.level, list(setup.players)) == (told["game"], told["level"], told["players"])
    loaded = loaded_for(game_list, setup)
    assert loaded is not None, "the data files still say what they said"
    session = Session.replay(loaded.game, setup, lines)
    assert [answer.to_line() for answer in session.answers] == told["answers"]
    assert (session.prompt.words.key if session.prompt else None) == told["prompt"]
    assert (session.prompt.audience if session.prompt else None) == told["audience"]
    results = [[one.player, one.score, one.place] for one in session.outcome.results] if session.outcome else None
    assert results == told["results"]


@pytest.mark.parametrize("data", FOLDERS, indirect=True)
def test_the_book_has_what_was_reached(data: Path) -> None:
    finished = [told for told in TOLD[_folder_of(data)] if told["state"] == "finished"]
    game_list, _ = load_games(data, SHIPPED)
    with Journal.open(data) as journal:
        for name, loaded in game_list.items():
            reached = sorted(
                (player, score)
                for told in finished
                if told["game"] == name
                for player, score, _ in told["results"]
                if score > 0 or not loaded.chapters
            )
            results = journal.results(name)
            assert sorted((result.player, result.score) for result in results) == reached
            levels = [row for page in read_book(results, loaded.chapters).pages for row in page.rows]
            if loaded.chapters:
                assert sum(any(row.bests) for row in levels) == len({result.level for result in results})
            else:
                assert len(read_ranked_games(results).games) == sum(told["game"] == name for told in finished)


def _folder_of(data: Path) -> str:
    return "own_data" if (data / "profiles").is_dir() else "shipped_data"


@pytest.mark.slow
@whichever("shipped_data")
def test_after_switching_on_the_device_goes_on_with_an_old_game(data: Path) -> None:
    with person_at(data) as person:
        assert isinstance(person.screen, List)
        assert person.screen.rows[0].text == "Ja, weiterspielen"
        person.ok()
        session = person.device.service.talk.session
        (told,) = [one for one in TOLD["shipped_data"] if one["session"] == 20]
        assert (session.setup.game, session.prompt.words.key) == (told["game"], told["prompt"])
        person.ok()
        assert session.prompt.words.key != told["prompt"], "and on"


@pytest.mark.slow
@pytest.mark.parametrize(
    "told",
    [told for told in TOLD["shipped_data"] if told["state"] == "open"],
    ids=lambda told: f"{told['game']}-{told['session']}",
)
@pytest.mark.parametrize("data", ["shipped_data"], indirect=True)
def test_every_old_game_can_be_gone_on_with_from_the_lobby(data: Path, told: dict[str, object]) -> None:
    with person_at(data) as person:
        service = person.device.service
        service._turn(lambda: GoOn(int(str(told["session"]))))
        person.wait()
        assert service.talk.session.prompt.words.key == told["prompt"]
        assert isinstance(person.screen, Cover) == (told["audience"] is not None), "a secret is covered"


@pytest.mark.slow
@whichever("own_data")
def test_what_was_set_and_taught_holds(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = load_config(data)
    assert (config.language, config.sound, config.web.port) == ("en", False, 8099)
    assert (config.players, config.last_player, config.last_group) == (
        ("Anna", "Jörg"),
        "Jörg",
        ("Ada", "Ben", "Cleo"),
    )
    profiles, preferences, table = Profiles(data), Preferences(data, config), TableMemory(data)
    assert profiles.names() == ("mine",) == (preferences.profile,)
    assert table.place is not None, "the empty table is known"
    for reader in (DiceReader, NumberCardReader, BallReader):
        assert reader(profiles, preferences, table).problem is None
    folder = profiles.folder("mine")
    assert set(course_of("symbols", folder).known) == set(FACES)
    assert set(course_of("numbers", folder).known) == set(CARD_COLOURS)
    assert set(course_of("balls", folder).known) == set(BALL_COLOURS)
    assert set(course_of("card", folder).known) == {"Krypto Projektil", "Cryo Blitz", "Plasma Bombe"}
    assert main(["check", "--data", str(data), *map(str, sorted(data.glob("*/*.toml")))]) == FINE
    assert "in order" in capsys.readouterr().out


@whichever("own_data")
def test_the_owners_own_targets_are_played_for(data: Path) -> None:
    game_list, _ = load_games(data, SHIPPED)
    first = [loaded.chapters[0].targets for loaded in game_list.values() if loaded.chapters]
    assert [(each.bronze, each.silver, each.gold) for each in first] == [(11, 22, 33), (10, 20, 30)]


@pytest.mark.slow
@whichever("shipped_data")
def test_a_game_whose_files_have_changed_since_is_named_and_kept(data: Path) -> None:
    """Flows and boards change from version to version; whoever played is told, and nothing is thrown away."""
    shutil.copytree(OLD / "own_data" / "galaktix", data / "galaktix")
    levels = data / "galaktix" / "levels.toml"
    before, third = levels.read_text(encoding="utf-8").split("[level.3]")
    levels.write_text(before + "[level.3]" + third.replace("white = 10", "white = 9", 1), encoding="utf-8")
    with Journal.open(data) as journal:
        before = {stored.id for stored in journal.unfinished(100)}
    with person_at(data) as person:
        told = []
        while isinstance(person.screen, List) and "weiterspielen" not in person.screen.rows[0].text:
            told.append(person.screen.title)
            person.ok()  # keep it
    assert told == ["Level 3 passt nicht"], "the other open game of the book is in a level that is what it was"
    with Journal.open(data) as journal:
        assert {stored.id for stored in journal.unfinished(100)} == before


@pytest.mark.slow
@whichever("shipped_data")
def test_a_game_begun_by_an_older_flow_is_kept_though_it_cannot_be_gone_on_with(data: Path) -> None:
    """What an older flow was answered, the flow of today need not ask any more."""
    (told,) = [one for one in TOLD["shipped_data"] if one["session"] == 7]
    with Journal.open(data) as journal:
        journal.add(told["session"], "number 77", Source.BUTTONS)
        lines = journal.lines(told["session"])
    for _ in range(2):  # at every start
        with person_at(data) as person:
            assert person.screen.title == f"Level {told['level']} passt nicht"
            person.ok()
            assert person.screen.rows[0].text == "Ja, weiterspielen", "the others play on"
    with Journal.open(data) as journal:
        assert told["session"] in [stored.id for stored in journal.unfinished(100)]
        assert journal.lines(told["session"]) == lines
