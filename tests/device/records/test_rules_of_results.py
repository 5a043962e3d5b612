"""A result belongs to the rules it was played by: the owner's files are replaced between two starts."""

from __future__ import annotations

import re
import shutil
import sqlite3
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from device.boxes.box import loaded_for
from device.command.main import FINE, main
from device.menus.into_book import enter_in_book
from device.records.book import read_book
from device.records.journal import Journal, Source
from device.screens.content import Message
from games.books.medals import Medal
from games.spine.dialogue import Bilingual
from tests.device.played_out import BOXES, BY_BOOK, games_in, played_out, switched_on, write_down

OLD = Path(__file__).parents[2] / "data" / "from_0.1"
EVERY_BOOK = pytest.mark.parametrize("game", BY_BOOK)
# One thing of level 1 that matters to play, by game, and what it is replaced by.
OTHER_RULES = {
    "galaktix": (r"white = 10\b", "white = 9"),
    "number_up": ("colours = 6", "colours = 7"),
    "pasch": ("\ntargets", "\nbonus = 31\ntargets"),
}
OTHER_NAME = (r"name = \{.*\}", 'name = { de = "Mein Level", en = "My Level" }')
EASY = (r"targets = \{.*\}", "targets = { bronze = 1, silver = 2, gold = 3 }")
HARD = (r"targets = \{.*\}", "targets = { bronze = 9000, silver = 9100, gold = 9200 }")


def shipped(game):
    box = next(box for box in BOXES if box.name == game)
    return (files(box.files_in) / "levels.toml").read_text(encoding="utf-8")


def own_levels(folder, game, *changes, level=1):
    """Put the shipped levels into the data folder, with one of them changed."""
    start, heading, rest = re.split(rf"(^\[level\.{level}\]$)", shipped(game), flags=re.MULTILINE)
    section, *others = re.split(r"(?=^\[level)", rest, maxsplit=1, flags=re.MULTILINE)
    for pattern, instead in changes:
        section, count = re.subn(pattern, instead, section, count=1)
        assert count == 1, pattern
    file = folder / game / "levels.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(start + heading + section + "".join(others), encoding="utf-8")


def shipped_again(folder, game):
    (folder / game / "levels.toml").unlink()


def play(folder, game, level="1", seed=1):
    """Play a level to its end and enter it; gives the result."""
    loaded = games_in(folder)[game]
    session = played_out(loaded, level, seed=seed)
    with Journal.open(folder) as journal:
        name = loaded.level(level).name
        number = journal.start(session.setup, Source.BUTTONS, level_name=name)
        enter_in_book(journal, number, session, loaded)
        return next(one for one in journal.results(game) if one.session == number)


def pause(folder, game, level="1"):
    """Begin a level and leave it; gives the session's number."""
    session = played_out(games_in(folder)[game], level)
    with Journal.open(folder) as journal:
        return write_down(journal, session, but=3)


def book_of(folder, game):
    loaded = games_in(folder)[game]
    with Journal.open(folder) as journal:
        return read_book(journal.results(game), loaded.chapters, loaded.replaced)


def best(book, level):
    (found,) = [row.bests for page in book.pages for row in page.rows if row.level.id == level]
    return found[0] if found else None


# --- results ---


@EVERY_BOOK
def test_21_2_results_of_a_replaced_level_stand_under_their_own_name_and_earn_nothing_in_the_new_one(tmp_path, game):
    house = play(tmp_path, game)
    play(tmp_path, game, "2")
    own_levels(tmp_path, game, OTHER_RULES[game], OTHER_NAME, EASY)
    book = book_of(tmp_path, game)
    assert best(book, "1") is None
    (row,) = book.former
    assert (row.level, row.bests[0].score, row.bests[0].medal) == ("1", house.score, house.medal)
    assert row.name == house.name != Bilingual("Mein Level", "My Level")
    assert best(book, "2") is not None, "the others are what they were"
    assert book.pages[0].sums[0].played == 1
    assert book.medals("Ada")[Medal.GOLD] == 0


@EVERY_BOOK
def test_21_2_each_version_of_a_level_has_its_own_results_and_the_old_ones_count_again_with_the_old_files(
    tmp_path, game
):
    house = play(tmp_path, game)
    own_levels(tmp_path, game, OTHER_RULES[game], OTHER_NAME, EASY)
    own = play(tmp_path, game)
    assert own.medal is Medal.GOLD
    assert best(book_of(tmp_path, game), "1").score == own.score
    shipped_again(tmp_path, game)
    book = book_of(tmp_path, game)
    assert best(book, "1").score == house.score and best(book, "1").medal is house.medal
    (row,) = book.former
    assert (row.name, row.bests[0].score) == (Bilingual("Mein Level", "My Level"), own.score)


@EVERY_BOOK
def test_21_2_a_medal_once_earned_stays_when_targets_rise_and_names_change(tmp_path, game):
    own_levels(tmp_path, game, EASY)
    golden = play(tmp_path, game)
    assert golden.medal is Medal.GOLD
    own_levels(tmp_path, game, HARD, OTHER_NAME)
    later = play(tmp_path, game, seed=2)
    assert later.medal is Medal.NONE
    book = book_of(tmp_path, game)
    assert best(book, "1").medal is Medal.GOLD and best(book, "1").plays == 2
    assert best(book, "1").score == max(golden.score, later.score)
    assert book.former == ()


@EVERY_BOOK
def test_21_2_a_level_that_was_taken_out_keeps_its_name(tmp_path, game):
    play(tmp_path, game)
    last = games_in(tmp_path)[game].levels[-1]
    result = play(tmp_path, game, last.id)
    text = re.split(rf"(?=^\[level\.{last.id}\]$)", shipped(game), flags=re.MULTILINE)[0]
    (tmp_path / game).mkdir()
    only = "" if game == "pasch" else "only_mine = true\n"  # or the shipped one stays beside them
    (tmp_path / game / "levels.toml").write_text(only + text, encoding="utf-8")
    (row,) = book_of(tmp_path, game).former
    assert (row.level, row.name, row.bests[0].score) == (last.id, last.name, result.score)


def test_21_2_a_board_belongs_to_the_levels_that_are_played_on_it(tmp_path):
    """Only those lose their results: level 1 is played on board 1, the last one is not."""
    loaded = games_in(tmp_path)["galaktix"]
    elsewhere = next(level for level in loaded.game.content.levels if level.board.number != 1)
    play(tmp_path, "galaktix")
    play(tmp_path, "galaktix", elsewhere.id)
    boards = (files("games.galaktix") / "boards.toml").read_text(encoding="utf-8")
    points = re.search(r"points = \[.*?(\d+)\]", boards)  # of board 1; its highest field is worth one more
    (tmp_path / "galaktix").mkdir()
    changed = boards[: points.start(1)] + str(int(points[1]) + 1) + boards[points.end(1) :]
    (tmp_path / "galaktix" / "boards.toml").write_text(changed, encoding="utf-8")
    book = book_of(tmp_path, "galaktix")
    assert best(book, "1") is None and best(book, elsewhere.id) is not None


# --- open games ---


@EVERY_BOOK
def test_21_2_an_own_level_leaves_the_open_games_of_all_others_playable(tmp_path, game):
    first, second = pause(tmp_path, game), pause(tmp_path, game, "2")
    own_levels(tmp_path, game, OTHER_RULES[game], OTHER_NAME)
    with switched_on(tmp_path) as table:
        assert table.screen.title == "Level 1 passt nicht"
        table.choose("Partie aufheben")
        assert table.screen.rows[0].text == "Ja, weiterspielen"
        table.ok()
        assert table.talk.number == second and table.talk.session.setup.level == "2"
    shipped_again(tmp_path, game)
    with switched_on(tmp_path) as table:
        assert first in [stored.id for stored in table.journal.unfinished()]
        assert table.screen.rows[0].text == "Ja, weiterspielen", "the old file is back, and so is the game"


@EVERY_BOOK
def test_21_2_other_targets_leave_open_games_playable(tmp_path, game):
    number = pause(tmp_path, game)
    own_levels(tmp_path, game, HARD, OTHER_NAME)
    with switched_on(tmp_path) as table:
        table.ok()
        assert table.talk.number == number


@pytest.mark.parametrize(
    ("game", "start", "file", "old", "new"),
    [
        ("galaktico", "game", "cards.toml", "laser = 6", "laser = 5"),
        ("sternenfahrer", "beginner", "settings.toml", "wear_goes_back = true", "wear_goes_back = false"),
    ],
)
def test_21_2_a_game_without_levels_is_signed_with_all_its_data(tmp_path, game, start, file, old, new):
    loaded = games_in(tmp_path)[game]
    session = played_out(loaded, start, players=3)
    assert session.setup.data == loaded.game.data
    assert loaded_for(games_in(tmp_path), session.setup) is not None
    text = (files(f"games.{game}") / file).read_text(encoding="utf-8")
    (tmp_path / game).mkdir()
    (tmp_path / game / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert loaded_for(games_in(tmp_path), session.setup) is None


# --- what older versions wrote ---


@pytest.fixture
def old_data(tmp_path):
    return Path(shutil.copytree(OLD / "shipped_data", tmp_path / "data"))


def open_numbers(folder, game):
    game_list = games_in(folder)
    with Journal.open(folder) as journal:
        stored = [one for one in journal.unfinished(100) if one.setup.game == game]
    return {one.id for one in stored if loaded_for(game_list, one.setup) is not None}, {one.id for one in stored}


def test_21_2_an_old_journal_signed_with_the_whole_book_loses_only_the_level_that_was_replaced(old_data):
    own_levels(old_data, "galaktix", OTHER_RULES["galaktix"], OTHER_NAME)
    book = book_of(old_data, "galaktix")
    assert best(book, "1") is None
    assert [best(book, level).score for level in ("2", "4", "5", "6")] == [2, 1, 1, 7]
    (row,) = book.former
    assert (row.level, row.name, row.bests[0].score) == ("1", Bilingual("Abflug", "Lift-off"), 3)
    playable, stored = open_numbers(old_data, "galaktix")
    assert playable == stored == {7, 20}


def test_21_2_an_old_journal_of_the_owners_own_book_loses_only_the_level_that_is_replaced_later(old_data):
    """The whole book's fingerprint says nothing once the book has changed: so what it meant is noted before."""
    own_levels(old_data, "galaktix", OTHER_RULES["galaktix"], OTHER_NAME)
    whole = games_in(old_data)["galaktix"].game.data
    sign_all_with(old_data, whole)
    with switched_on(old_data):
        pass
    own_levels(old_data, "galaktix", (r"white = 10\b", "white = 8"))
    assert games_in(old_data)["galaktix"].game.data != whole
    book = book_of(old_data, "galaktix")
    assert best(book, "1") is None
    assert [best(book, level).score for level in ("2", "4", "5", "6")] == [2, 1, 1, 7]
    (row,) = book.former
    assert (row.name, row.bests[0].score) == (Bilingual("Mein Level", "My Level"), 3)
    playable, stored = open_numbers(old_data, "galaktix")
    assert playable == stored == {7, 20}


def sign_all_with(folder, whole):
    """Let the journal's games of Galaktix have been played by another book, signed as an older Bordbuch did it."""
    with sqlite3.connect(folder / "journal.db") as journal:
        journal.execute("UPDATE sessions SET setup = replace(setup, 'afcb6588b98a', ?)", (whole,))
    journal.close()


def test_21_2_noting_what_older_sessions_were_played_by_changes_no_line_of_the_journal(old_data):
    with Journal.open(old_data) as journal:
        before = [(number, journal.setup(number)) for number in range(1, 21)]
    for _ in range(2):
        with switched_on(old_data) as table:
            assert table.journal.first_broken() is None
            after = [(number, table.journal.setup(number)) for number in range(1, 21)]
            assert [(number, replace(setup, data="")) for number, setup in after] == [
                (number, replace(setup, data="")) for number, setup in before
            ]
            levels = table.game_list["galaktix"]
            assert after[0][1].data == levels.sign_of("1") != levels.game.data
            assert table.journal.unnamed() and all(
                not table.game_list[setup.game].chapters for _, setup in table.journal.unnamed()
            )


# --- the book as it is seen ---


def test_21_2_the_book_on_the_oled_lists_former_versions_at_the_end(tmp_path):
    result = play(tmp_path, "galaktix")
    own_levels(tmp_path, "galaktix", OTHER_RULES["galaktix"], OTHER_NAME)
    with switched_on(tmp_path) as table:
        table.choose("Das Buch")
        table.choose("Galaktix")
        rows = [row.text for row in table.screen.rows]
        assert rows[1] == "1 Mein Level" and table.screen.rows[1].value == ""
        assert rows[-2:] == ["Früher", "1 Abflug"]
        assert table.screen.rows[-1].value == str(result.score)
        table.choose("Früher")
        assert isinstance(table.screen, Message) and "anderen Regeln" in table.screen.body
        table.ok()
        table.choose("1 Abflug")
        assert (table.screen.title, table.screen.body) == (
            "1 Abflug",
            f"Frühere Fassung. Bestes: {result.score}, 1× gespielt.",
        )


def test_21_2_the_book_in_the_terminal_lists_former_versions_at_the_end(tmp_path, capsys):
    result = play(tmp_path, "number_up")
    own_levels(tmp_path, "number_up", OTHER_RULES["number_up"], OTHER_NAME)
    assert main(["book", "--lang", "de", "--data", str(tmp_path)]) == FINE
    told = capsys.readouterr().out
    assert re.search(r"^ 1 Mein Level +·$", told, re.MULTILINE)
    former = told[told.index("Nicht mehr im Buch") :]
    assert re.search(rf"^ 1 Farbenstart +{result.score} ", former, re.MULTILINE)


@EVERY_BOOK
def test_21_2_a_chapters_medal_is_noted_with_the_result_that_completes_it_and_stays(tmp_path, game):
    chapter = games_in(tmp_path)[game].chapters[0]
    reached = [play(tmp_path, game, level.id) for level in chapter.levels]
    assert [one.of_chapter for one in reached[:-1]] == [None] * (len(reached) - 1)
    medal = reached[-1].of_chapter.medal
    assert medal is chapter.targets.medal(sum(one.score for one in reached))
    assert book_of(tmp_path, game).pages[0].sums[0].medal is medal
