"""What docs/your-own-book.md shows can be copied, is in order, and is played as it says."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from device.boxes.loader import load_games
from device.boxes.shipped import SHIPPED
from device.command.main import FINE, main
from games.books.medals import Targets
from games.galaktix import rules as galaktix
from games.galaktix.pieces import HOUSE_EFFECTS, Effects, FlagEffect, Road, Rocket, RocketEffect
from games.number_up.line_scores import NumberCard
from games.number_up.vocabulary import FINAL_SCORES, LINE_SCORES
from games.spine.dialogue import Number
from tests.device.played_out import played_out

PAGE = (Path(__file__).parents[2] / "docs" / "your-own-book.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- (\S+) -->\n```toml\n(.*?)```", PAGE, re.S))


@pytest.fixture
def own(tmp_path):
    """A data folder with the files of the page, and the games from it."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    game_list, problems = load_games(tmp_path, SHIPPED)
    assert problems == []
    return game_list


def test_the_page_shows_every_file():
    assert list(FILES) == ["galaktix/boards.toml", "galaktix/levels.toml", "number_up/levels.toml"]


def test_the_command_finds_nothing_wrong(own, tmp_path, capsys):
    files = [str(tmp_path / name) for name in FILES]
    assert main(["check", "--data", str(tmp_path), "--lang", "en", *files]) == FINE
    assert capsys.readouterr().out.count("in order") == 3


def test_the_sentence_about_a_fault_is_the_one_the_command_says(tmp_path, capsys):
    told = re.search(r"```\n(galaktix/levels.toml, .*)\n```", PAGE)[1]
    (tmp_path / "galaktix").mkdir()
    wrong = FILES["galaktix/levels.toml"].replace("white = 6", "white = -1")
    for name, text in (("boards.toml", FILES["galaktix/boards.toml"]), ("levels.toml", wrong)):
        (tmp_path / "galaktix" / name).write_text(text, encoding="utf-8")
    main(["check", "--data", str(tmp_path), "--lang", "de", str(tmp_path / "galaktix" / "levels.toml")])
    assert f"{tmp_path}/{told}" in capsys.readouterr().out


def test_the_level_of_galaktix_stands_beside_the_house_book(own):
    loaded = own["galaktix"]
    assert [level.id for level in loaded.levels] == [str(number) for number in range(1, 22)]
    assert loaded.own == {"21"}
    level = loaded.game.content.level("21")
    assert (level.camp, level.parts, level.supply, level.supply_parts) == ((6, 1, 1), 0, (4, 2, 0), 15)
    assert level.effects == Effects(
        RocketEffect(advance=2), RocketEffect(swirls=True, points=2), FlagEffect(parts=1, by_part=False), 4
    )
    assert (level.flag_points, len(level.flags), level.board.length(Road.PINK)) == (3, 5, 10)
    assert loaded.chapters[-1].targets == level.targets == Targets(25, 35, 45)
    state = replace(galaktix.start(level), heights=(10, 8, 0, 0, 9), flown=(3, 0, 2))
    assert state.points == 18 + 12 + 15 + 2 * 2 + 2 * 4, "three roads, two black rockets, two roads on the strip"
    assert galaktix.target(level, Road.PINK, 0, 1, Rocket.GREY) == 3


def test_the_level_of_number_up_counts_as_it_says(own):
    level = own["number_up"].game.content.level("21")
    assert level.counted == (True, False, False)
    stairs = [NumberCard(value, "red") for value in (6, 4, 1)]
    assert level.rows.points([*stairs, None, None]) == 9
    assert level.rows.points([*stairs[:2], None, None, None]) == 0
    assert level.final_points([10, 0, 0, 10, 10]) == 30 + 2 * 8


@pytest.mark.parametrize("game", ["galaktix", "number_up"])
def test_the_levels_of_the_page_are_played_to_their_end(own, game):
    session = played_out(own[game], "21")
    *_, by_hand = session.answers
    assert isinstance(by_hand, Number), "the points by hand come last"
    assert session.outcome.results[0].score == session.outcome.scene.points + by_hand.value


def test_what_holds_for_all_levels_is_taken_as_the_page_says(tmp_path):
    (above,) = re.findall(r"```toml\n(\[rules\].*?)```", PAGE, re.S)
    (tmp_path / "galaktix").mkdir()
    plain = re.sub(r"^(grey|black) = .*\n", "", FILES["galaktix/levels.toml"], flags=re.MULTILINE)
    for name, text in (("boards.toml", FILES["galaktix/boards.toml"]), ("levels.toml", above + plain)):
        (tmp_path / "galaktix" / name).write_text(text, encoding="utf-8")
    game_list, problems = load_games(tmp_path, SHIPPED)
    levels = game_list["galaktix"].game.content.levels
    assert problems == []
    assert levels[-1].effects.grey == RocketEffect(advance=2)
    assert all(level.effects == HOUSE_EFFECTS for level in levels[:-1])


def test_the_page_names_every_way_to_count_with_what_may_be_set():
    rows = [row for row in PAGE.splitlines() if row.startswith("|")]
    for key, score in (LINE_SCORES | FINAL_SCORES).items():
        if key.startswith("sum_of_"):
            continue
        (row,) = [row for row in rows if f"`{key}`" in row.split("|")[1]]
        named = set(re.findall(r"`(\w+)`", row.split("|")[2]))
        assert named == set(score.settable), key
