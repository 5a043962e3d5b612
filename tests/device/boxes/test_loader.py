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

SHORT_BOARD = """
[board.1]
points = [1, 2, 3]
pink   = "..."
yellow = ".w."
green  = "..."
blue   = ".@."
purple = "..."
"""
ONE_LEVEL = """
[level.21]
chapter = 1
name = "Mein Level"
rule = "Flieg, so hoch du kannst."
board = 1
camp = { white = 4 }
supply = { parts = 2 }
targets = { bronze = 1, silver = 2, gold = 3 }
"""


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
    assert str(problem).startswith(f"{file}: ") and "line 1" in str(problem)
    assert str(problem).endswith(f"Until {file} is put right, only the shipped boards and levels are used.")
    assert loaded.game.data == load_game(tmp_path / "elsewhere", BOX)[0].game.data


def test_every_problem_of_both_files_is_named(tmp_path: Path) -> None:
    owned(tmp_path, "boards", shipped("boards") + "\n[board.9]\npoints = 3\n")
    owned(tmp_path, "levels", shipped("levels").replace("board = 1\n", "board = 77\n", 2))
    _, (boards, levels) = load_game(tmp_path, BOX)
    assert (boards.file, levels.file) == ("boards.toml", "levels.toml")
    assert "board.9" in str(boards) and "level.1" in str(levels) and "level.2" in str(levels)


def test_shipped_levels_that_an_own_board_does_not_fit_stay_on_the_house_board(tmp_path: Path) -> None:
    own, house = SHORT_BOARD, load_game(tmp_path / "elsewhere", BOX)[0].game.content
    owned(tmp_path, "boards", own.replace("[board.1]", "[board.4]"))
    loaded, problems = load_game(tmp_path, BOX)
    assert problems == []
    boards = {level.number: level.board for level in loaded.game.content.levels}
    assert boards[16] == house.level("16").board and boards[16].is_house, "which needs the strip"
    assert len(boards[18].points) == 4 and not boards[18].is_house, "which does not"


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
    assert str(problem).startswith(f"{tmp_path / game / file}: ")
    assert game_list[game].game.data == load_games(tmp_path / "elsewhere", SHIPPED)[0][game].game.data


def test_the_challenge_book_gets_every_level_once_in_order() -> None:
    book = parse_book(shipped("boards"), shipped("levels"))
    chapters = chapters_of(book)
    assert [level.id for chapter in chapters for level in chapter.levels] == [level.id for level in book.levels]
    assert [len(chapter.levels) for chapter in chapters] == [5, 5, 5, 5]


# --- an own piece beside the shipped ones ---


def test_one_level_of_the_owners_stands_beside_the_shipped_ones(tmp_path: Path) -> None:
    owned(tmp_path, "levels", ONE_LEVEL)
    loaded, problems = load_game(tmp_path, BOX)
    house, _ = load_game(tmp_path / "elsewhere", BOX)
    assert problems == []
    assert [level.id for level in loaded.levels if level.id not in loaded.own] == [level.id for level in house.levels]
    assert loaded.own == {"21"}
    assert loaded.level("21").name == loaded.level("21").name.__class__("Mein Level", "Mein Level")
    assert [level.sign for level in house.levels] == [level.sign for level in loaded.levels if level.id != "21"]


def test_an_own_level_takes_the_place_of_the_shipped_one_of_its_number_as_a_whole(tmp_path: Path) -> None:
    owned(tmp_path, "levels", ONE_LEVEL.replace("[level.21]", "[level.3]"))
    loaded, problems = load_game(tmp_path, BOX)
    third = loaded.game.content.level("3")
    assert (problems, loaded.own) == ([], {"3"})
    assert (third.camp, third.rerolls, third.flags) == ((4, 0, 0), 1, ()), "nothing of the shipped one is left"
    assert len(loaded.levels) == 20


def test_one_board_of_the_owners_stands_beside_the_shipped_ones(tmp_path: Path) -> None:
    owned(tmp_path, "boards", SHORT_BOARD.replace("[board.1]", "[board.5]"))
    owned(tmp_path, "levels", ONE_LEVEL.replace("board = 1", "board = 5"))
    loaded, problems = load_game(tmp_path, BOX)
    book = loaded.game.content
    assert problems == []
    assert [(whole.board.number, whole.board.is_house) for whole in book.boards] == [
        *((number, True) for number in (1, 2, 3, 4)),
        (5, False),
    ]
    assert book.level("21").board.points == (0, 1, 2, 3)


def test_whoever_wants_only_his_own_levels_says_so(tmp_path: Path) -> None:
    chapter = '[chapter.1]\nname = { en = "Mine" }\n'
    owned(tmp_path, "levels", "only_mine = true\n" + chapter + ONE_LEVEL)
    loaded, problems = load_game(tmp_path, BOX)
    assert problems == []
    assert [level.id for level in loaded.levels] == ["21"]
    assert loaded.chapters[0].targets == loaded.level("21").targets, "without its own, the levels' added up"


def test_an_old_short_book_keeps_its_open_games(tmp_path: Path) -> None:
    chapter = '[chapter.1]\nname = "Meins"\ntargets = { bronze = 1, silver = 2, gold = 3 }\n'
    text = chapter + ONE_LEVEL.replace("[level.21]", "[level.1]")
    before = parse_book(shipped("boards"), text).fingerprint  # as a session of an older version was signed
    owned(tmp_path, "levels", text)
    loaded, problems = load_game(tmp_path, BOX)
    assert (problems, len(loaded.levels)) == ([], 20)
    assert loaded.plays(Setup("galaktix", "1", ("Ida",), seed=1, data=before))


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    owned(tmp_path, "levels", "# noch nichts\n")
    loaded, problems = load_game(tmp_path, BOX)
    assert (problems, loaded.own) == ([], frozenset())
    assert loaded.game.data == load_game(tmp_path / "elsewhere", BOX)[0].game.data


# --- what is said of a file with faults ---

FAULTS = [
    ("chapter = 1", "chapter = 'eins'", 3, "[level.21] chapter", "von 1 bis 50", "from 1 to 50"),
    ("chapter = 1", "chapter = 7", 3, "[level.21] chapter", "gibt es nicht", "no such [chapter]"),
    ("board = 1", "board = 9", 6, "[level.21] board", "kein [board.9]", "no [board.9]"),
    ("board = 1", "board = 'x'", 6, "[level.21] board", "ganze Zahl", "whole number"),
    ("board = 1", "board = 1\nstrip = true", 7, "[level.21] strip", "keinen Streifen", "has no strip"),
    ("white = 4", "white = -1", 7, "[level.21] camp white", "ganze Zahl", "whole number"),
    ("white = 4", "parts = 1", 7, "[level.21] camp", "nichts zum Fliegen", "nothing to fly with"),
    ("bronze = 1", "bronze = 'a'", 9, "[level.21] targets bronze", "ganze Zahl", "whole number"),
    ("bronze = 1", "bronze = 2", 9, "[level.21] targets", "steigen", "must rise"),
    ("targets = { bronze = 1, silver = 2, gold = 3 }\n", "", 2, "[level.21] targets", "fehlt", "is missing"),
    ("white = 4 }", "white = 4 }\nflag_points = 3", 8, "[level.21] flag_points", "gehören zusammen", "belong together"),
    ('name = "Mein Level"', "name = 3", 4, "[level.21] name", "Tabelle", "table"),
    ('name = "Mein Level"', 'nome = "x"', 4, "[level.21] nome", "nicht; es gibt chapter", "unknown key"),
]


@pytest.mark.parametrize(("old", "new", "line", "place", "german", "english"), FAULTS)
def test_each_fault_is_told_once_in_both_languages_with_file_line_and_place(
    tmp_path: Path, old: str, new: str, line: int, place: str, german: str, english: str
) -> None:
    assert old in ONE_LEVEL
    file = owned(tmp_path, "levels", ONE_LEVEL.replace(old, new))
    loaded, (problem,) = load_game(tmp_path, BOX)
    faults = [one for one in problem.told("de").splitlines()[:-1] if "nome" in new or "nome" not in one]
    if "nome" in new:
        assert f"{file}, Zeile 2: [level.21] name: fehlt; schreib einen Text" in faults[1], "and so the name is missing"
        faults = faults[:1]
    assert len(faults) == 1, faults
    assert faults[0].startswith(f"{file}, Zeile {line}: {place}: ") and german in faults[0]
    in_english = problem.told("en").splitlines()[0]
    assert in_english.startswith(f"{file}, line {line}: {place}: ") and english in in_english
    assert problem.told("de").splitlines()[-1].startswith(f"Bis {file} stimmt, gelten allein die mitgelieferten")
    assert loaded.own == frozenset(), "all of the file or nothing"


def test_a_section_that_stands_there_twice_is_told_with_its_line(tmp_path: Path) -> None:
    owned(tmp_path, "levels", ONE_LEVEL + ONE_LEVEL)
    _, (problem,) = load_game(tmp_path, BOX)
    assert "Zeile 11, Spalte" in problem.told("de") and "weiter oben schon einmal" in problem.told("de")


def test_a_file_whose_name_has_a_slip_is_told_and_the_rest_is_used(tmp_path: Path) -> None:
    owned(tmp_path, "levels", ONE_LEVEL)
    stray = owned(tmp_path, "level", "")
    loaded, (problem,) = load_game(tmp_path, BOX)
    assert problem.told("de").startswith(f"{stray}: so heißt keine Datei dieses Spiels")
    assert "boards.toml, levels.toml" in problem.told("en")
    assert loaded.own == {"21"}
    assert problem.words.key == "lobby.stray_data"
