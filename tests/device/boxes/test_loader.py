"""The data files: the owner's where they are in order, the shipped ones otherwise, and never silence about it."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from device.boxes.galaktix.box import BOX
from device.boxes.loader import load_game, load_games
from device.boxes.shipped import SHIPPED
from games.books.levels import chapters_of
from games.galaktix.data import parse_book
from games.spine.dialogue import Setup
from games.spine.errors import UnknownLevel


def shipped(name: str) -> str:
    return (resources.files("games.galaktix") / f"{name}.toml").read_text(encoding="utf-8")


def owned(folder: Path, name: str, text: str) -> Path:
    file = folder / "galaktix" / f"{name}.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_without_own_files_the_shipped_book_is_played(tmp_path: Path) -> None:
    loaded, problems = load_game(tmp_path, BOX)
    assert problems == []
    assert loaded.game.data == parse_book(shipped("boards"), shipped("levels")).fingerprint


def test_own_levels_take_the_place_of_the_shipped_ones(tmp_path: Path) -> None:
    own = shipped("levels").replace("camp = { white = 10 }", "camp = { white = 9 }", 1)
    owned(tmp_path, "levels", own)
    loaded, problems = load_game(tmp_path, BOX)
    assert problems == []
    assert loaded.game.data == parse_book(shipped("boards"), own).fingerprint
    assert loaded.game.data != load_game(tmp_path / "elsewhere", BOX)[0].game.data


@pytest.mark.parametrize("name", ["boards", "levels"])
def test_broken_toml_is_reported_with_its_file_and_the_shipped_book_used(tmp_path: Path, name: str) -> None:
    file = owned(tmp_path, name, "[level.1\n")
    loaded, (problem,) = load_game(tmp_path, BOX)
    assert problem.file == f"{name}.toml"
    assert problem.sentences[0].startswith(f"{file}: ") and "line 1" in problem.sentences[0]
    assert str(problem).endswith(f"Until {file} is put right, the shipped boards and levels are used.")
    assert loaded.game.data == load_game(tmp_path / "elsewhere", BOX)[0].game.data


def test_every_problem_of_both_files_is_named(tmp_path: Path) -> None:
    owned(tmp_path, "boards", shipped("boards") + "\n[board.9]\npoints = 3\n")
    owned(tmp_path, "levels", shipped("levels").replace("board = 1\n", "board = 77\n", 2))
    _, (boards, levels) = load_game(tmp_path, BOX)
    assert (boards.file, levels.file) == ("boards.toml", "levels.toml")
    assert "board.9" in str(boards) and "level.1" in str(levels) and "level.2" in str(levels)


def test_own_boards_that_the_shipped_levels_do_not_fit_are_to_blame(tmp_path: Path) -> None:
    owned(tmp_path, "boards", shipped("boards").replace("[board.4", "[board.5"))
    _, (problem,) = load_game(tmp_path, BOX)
    assert problem.file == "boards.toml"
    assert "boards.toml: levels: [level." in str(problem)


def test_a_file_that_is_no_text_or_cannot_be_read_is_reported(tmp_path: Path) -> None:
    owned(tmp_path, "boards", "").write_bytes(b"\xff\xfe")
    (tmp_path / "galaktix" / "levels.toml").mkdir()
    _, (boards, levels) = load_game(tmp_path, BOX)
    assert "boards.toml: this is no text" in str(boards)
    assert "levels.toml: cannot be read" in str(levels)


def test_the_shelf_has_all_games(tmp_path: Path) -> None:
    game_list, problems = load_games(tmp_path, SHIPPED)
    assert problems == []
    assert list(game_list) == ["galaktix", "number_up", "sternenfahrer", "galaktico"]
    for name, loaded in game_list.items():
        assert loaded.game.name == name


@pytest.mark.parametrize("name", ["galaktix", "number_up"])
def test_a_game_for_one_has_its_levels(tmp_path: Path, name: str) -> None:
    loaded = load_games(tmp_path, SHIPPED)[0][name]
    assert loaded.chapters and not loaded.is_for_several
    assert [level.id for level in loaded.levels] == [str(number) for number in range(1, 21)]
    for start in loaded.starts:
        assert next(loaded.game.play(Setup(name, start, ("Ida",), seed=1, data=loaded.game.data))) is not None


@pytest.mark.parametrize(("name", "seats"), [("sternenfahrer", (3, 4)), ("galaktico", (2, 3))])
def test_a_game_for_several_begins_in_every_way_with_every_number_of_players(
    tmp_path: Path, name: str, seats: tuple[int, ...]
) -> None:
    loaded = load_games(tmp_path, SHIPPED)[0][name]
    assert loaded.is_for_several and not loaded.chapters
    assert loaded.seats == seats
    names = ("Ada", "Ben", "Cleo", "Dora", "Emil")
    for start in loaded.starts:
        for count in range(1, len(names) + 1):
            setup = Setup(name, start, names[:count], seed=1, data=loaded.game.data)
            if count in seats:
                assert next(loaded.game.play(setup)) is not None
            else:
                with pytest.raises(UnknownLevel):
                    loaded.game.play(setup)


@pytest.mark.parametrize(
    ("game", "file"),
    [("galaktico", "cards.toml"), ("sternenfahrer", "settings.toml"), ("sternenfahrer", "encounters.toml")],
)
def test_a_bad_file_of_a_game_for_several_is_reported_and_the_shipped_one_used(
    tmp_path: Path, game: str, file: str
) -> None:
    (tmp_path / game).mkdir()
    (tmp_path / game / file).write_text("[weapon\n", encoding="utf-8")
    game_list, (problem,) = load_games(tmp_path, SHIPPED)
    assert problem.file == file
    assert problem.sentences[0].startswith(f"{tmp_path / game / file}: ")
    assert game_list[game].game.data == load_games(tmp_path / "elsewhere", SHIPPED)[0][game].game.data


def test_the_challenge_book_gets_every_level_once_in_order() -> None:
    book = parse_book(shipped("boards"), shipped("levels"))
    chapters = chapters_of(book)
    assert [level.id for chapter in chapters for level in chapter.levels] == [level.id for level in book.levels]
    assert [len(chapter.levels) for chapter in chapters] == [5, 5, 5, 5]
