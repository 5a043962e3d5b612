"""Whoever plays by the shipped book is told so, and whoever plays by his own is not."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib import resources

import pytest

from device.boxes.loader import load_game
from device.boxes.shipped import SHIPPED
from device.config.configuration import load_config
from device.config.preferences import Preferences
from device.menus.book_pages import browse, open_book
from device.menus.new_game import NewGame
from device.records.book import read_book
from device.records.journal import Journal, StoredResult
from games.books.medals import Medal
from games.spine.dialogue import Chosen, Noted, Setup
from games.spine.session import Answered, Session
from tests.device.texts import catalogue

BOXES = {box.name: box for box in SHIPPED}
TELL = {language: catalogue(language, is_strict=True).tell for language in ("de", "en")}
CHANGES = {
    "galaktix": ("bronze = 21, silver = 27", "bronze = 20, silver = 27"),
    "number_up": ("target = 9", "target = 8"),
}


def loaded_with(folder, game, *change):
    """The game from a data folder in which its levels are changed."""
    if change:
        text = (resources.files(BOXES[game].files_in) / "levels.toml").read_text(encoding="utf-8")
        assert change[0] in text
        (folder / game).mkdir()
        (folder / game / "levels.toml").write_text(text.replace(*change, 1), encoding="utf-8")
    loaded, problems = load_game(folder, BOXES[game])
    assert problems == []
    return loaded


def headings(loaded, tmp_path, language="de"):
    """What stands above the chapters and above the levels of the first two."""
    told = []
    with Journal.open(tmp_path) as journal:
        new_game = NewGame({}, journal, Preferences(tmp_path, load_config(tmp_path)))
        for chapter in ("1", "2"):
            asking = new_game._which_level(loaded, "Ida")
            told.append(TELL[language](next(asking).words))
            told.append(TELL[language](asking.send(Chosen(chapter)).words))
    return told


def notices(loaded, level):
    """The headings before the first throw or card."""
    session = Session(loaded.game, Setup(loaded.game.name, level, ("Ida",), seed=1, data=loaded.sign_of(level)))
    told = []
    while type(session.prompt).__name__ == "Notice":
        told.append(TELL["de"](session.prompt.news))
        session.make(Answered(Noted()))
    return told


@pytest.mark.parametrize("game", CHANGES)
def test_the_lists_of_chapters_and_levels_name_the_house_book(game, tmp_path):
    loaded = loaded_with(tmp_path, game)
    assert headings(loaded, tmp_path)[::2] == ["Hausbuch: Kapitel?"] * 2
    assert headings(loaded, tmp_path)[1::2] == ["Hausbuch, Kap. 1", "Hausbuch, Kap. 2"]
    assert headings(loaded, tmp_path, "en")[:2] == ["House book: chapter?", "House book, ch. 1"]


@pytest.mark.parametrize("game", CHANGES)
def test_a_chapter_with_a_level_of_the_owners_own_is_not_called_the_house_book(game, tmp_path):
    loaded = loaded_with(tmp_path, game, *CHANGES[game])
    assert loaded.own == {"1"}
    assert headings(loaded, tmp_path) == ["Welches Kapitel?", "Kapitel 1", "Welches Kapitel?", "Hausbuch, Kap. 2"]


def test_a_level_of_the_owners_own_beside_the_shipped_ones_is_his(tmp_path):
    text = (resources.files("games.galaktix") / "levels.toml").read_text(encoding="utf-8")
    start = text.index("[level.20]")
    (tmp_path / "galaktix").mkdir()
    (tmp_path / "galaktix" / "levels.toml").write_text(
        text + "\n" + text[start:].replace("[level.20]", "[level.21]"), encoding="utf-8"
    )
    loaded, problems = load_game(tmp_path, BOXES["galaktix"])
    assert (problems, loaded.own) == ([], {"21"})
    assert loaded.is_house(["20"])
    assert not loaded.is_house(["20", "21"])


def test_before_the_first_throw_the_house_board_is_named(tmp_path):
    loaded = loaded_with(tmp_path, "galaktix")
    assert notices(loaded, "1")[-1] == "Hausplan 1"
    assert notices(loaded, "16")[-1] == "Hausplan 4, Streifen"


def test_before_the_first_throw_the_owners_board_is_a_board(tmp_path):
    text = (resources.files("games.galaktix") / "boards.toml").read_text(encoding="utf-8")
    (tmp_path / "galaktix").mkdir()
    own = text.replace('"...w..@..w.."', '"...w..@..wg."')
    (tmp_path / "galaktix" / "boards.toml").write_text(own, encoding="utf-8")
    loaded, _ = load_game(tmp_path, BOXES["galaktix"])
    assert notices(loaded, "1")[-1] == "Spielplan 1"
    assert notices(loaded, "6")[-1] == "Hausplan 2"


def test_before_the_first_card_the_house_book_is_named_unless_the_level_is_the_owners(tmp_path):
    assert "Hausbuch: Karten" in notices(loaded_with(tmp_path, "number_up"), "1")
    own = loaded_with(tmp_path, "number_up", *CHANGES["number_up"])
    assert "Deine Karten" in notices(own, "1")
    assert "Hausbuch: Karten" in notices(own, "2")


@pytest.mark.parametrize("is_own", [False, True])
def test_an_empty_book_says_whether_it_is_the_house_book(is_own, tmp_path):
    loaded = loaded_with(tmp_path, "galaktix", *(CHANGES["galaktix"] if is_own else ()))
    with Journal.open(tmp_path) as journal:
        prompt = next(open_book(journal, loaded))
    assert TELL["de"](prompt.news) == ("Das Buch" if is_own else "Hausbuch")


@pytest.mark.parametrize(("is_house", "row"), [(True, "Hausbuch, Kap. 1"), (False, "Kapitel 1")])
def test_the_chapters_of_a_filled_book_say_it_too(is_house, row, tmp_path):
    loaded = loaded_with(tmp_path, "galaktix")
    at = datetime(2026, 1, 1, tzinfo=UTC)
    played = [StoredResult(1, "galaktix", "1", "Ida", 22, Medal.BRONZE, at, sign=loaded.level("1").sign)]
    prompt = next(browse(read_book(played, loaded.chapters), is_house=is_house))
    assert TELL["de"](prompt.options[0].words) == row


def test_no_other_game_has_a_house_book():
    assert {box.name for box in SHIPPED if box.has_house_book} == set(CHANGES)
