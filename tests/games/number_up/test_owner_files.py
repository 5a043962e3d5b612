"""The owner's levels: played where they are in order, told and replaced by the shipped ones where they are not."""

import json

from device.boxes.loader import load_game
from device.boxes.number_up.box import BOX
from device.command.check_data import check_data
from device.command.main import main
from games.number_up.data import parse_book
from tests.games.number_up.boards import BOOK, LEVELS


def owned(folder, text):
    file = folder / "number_up" / "levels.toml"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    return file


def test_without_own_levels_the_shipped_book_is_played(tmp_path):
    loaded, problems = load_game(tmp_path, BOX)
    assert (loaded.game.content, problems) == (parse_book(LEVELS, house=LEVELS), [])


def test_own_levels_take_the_place_of_the_shipped_ones(tmp_path):
    owned(tmp_path, LEVELS.replace("target = 9", "target = 8", 1))
    loaded, problems = load_game(tmp_path, BOX)
    assert problems == []
    assert loaded.game.content.level("1").rows.target == 8


def test_bad_levels_are_told_with_file_place_and_remedy_and_the_shipped_ones_used(tmp_path):
    file = owned(tmp_path, LEVELS.replace('"best_colour"', '"best_color"', 1))
    loaded, (problem,) = load_game(tmp_path, BOX)
    assert loaded.game.content.fingerprint == BOOK.fingerprint
    first, last = problem.told("en").splitlines()
    assert first.startswith(f"{file}, line 37: [level.1] lines score: there is no score 'best_color'; there are")
    assert last == f"Until {file} is put right, only the shipped levels are used."


def test_a_check_looks_at_own_levels_too(tmp_path, capsys):
    file = owned(tmp_path, LEVELS.replace("colours = 6", "colours = 3", 1))
    assert not check_data(tmp_path, [])
    assert str(file) in capsys.readouterr().out
    assert not check_data(tmp_path, [file])
    said = capsys.readouterr().out
    assert f"{file}, line 36: [level.1] colours" in said
    assert "use more colours or values" in said
    file.write_text(LEVELS, encoding="utf-8")
    assert check_data(tmp_path, [file])


def test_the_command_simulates_and_tells_of_bad_levels_first(tmp_path, capsys):
    wanted = ["simulate", "number_up", "1", "--games", "3", "--player", "greedy", "--data", str(tmp_path)]
    assert main(wanted) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "number_up"
    owned(tmp_path, "[level.1]")
    wanted[2] = "99"
    assert main(wanted) == 2
    said = capsys.readouterr().err
    assert "levels.toml" in said
    assert "99" in said
