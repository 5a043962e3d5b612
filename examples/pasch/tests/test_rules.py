"""The rules of Pasch: what dice bring, what a turn allows, and the book they are read from."""

from importlib.resources import files
from pathlib import Path

import pytest
from pasch import rules
from pasch.data import parse_book
from pasch.pieces import Line, Sheet

from games.spine.errors import BadData, IllegalMove, UnknownLevel

TEXT = (files("pasch") / "levels.toml").read_text(encoding="utf-8")
BOOK = parse_book(TEXT)
FIRST, SHORT, TWICE = BOOK.levels


@pytest.mark.parametrize(
    ("line", "dice", "points"),
    [
        (Line.ONES, (1, 1, 2, 3, 4), 2),
        (Line.SIXES, (1, 1, 2, 3, 4), 0),
        (Line.SIXES, (6, 6, 6, 6, 6), 30),
        (Line.THREE_ALIKE, (2, 2, 2, 5, 6), 17),
        (Line.THREE_ALIKE, (2, 2, 5, 5, 6), 0),
        (Line.FOUR_ALIKE, (4, 4, 4, 4, 6), 32),
        (Line.FOUR_ALIKE, (4, 4, 4, 5, 6), 0),
        (Line.FIVE_ALIKE, (1, 1, 1, 1, 1), 45),
        (Line.FIVE_ALIKE, (1, 1, 1, 1, 2), 0),
        (Line.TWO_AND_THREE, (3, 3, 5, 5, 5), 20),
        (Line.TWO_AND_THREE, (5, 5, 5, 5, 5), 0),
        (Line.TWO_AND_THREE, (3, 5, 5, 5, 5), 0),
        (Line.SHORT_ROW, (1, 3, 4, 5, 6), 25),
        (Line.SHORT_ROW, (2, 3, 3, 4, 5), 25),
        (Line.SHORT_ROW, (1, 2, 3, 5, 6), 0),
        (Line.LONG_ROW, (2, 3, 4, 5, 6), 35),
        (Line.LONG_ROW, (1, 2, 3, 4, 6), 0),
        (Line.ALL, (1, 2, 2, 5, 6), 16),
    ],
)
def test_what_five_dice_bring(line, dice, points):
    assert rules.points(line, dice) == points


def test_a_turn_has_as_many_throws_as_the_level_says():
    state = rules.start(SHORT, ("Ada",))
    for left in (1, 0):
        state = rules.throw(state, (5, 1, 3, 3, 2))
        assert (state.dice, state.throws) == ((1, 2, 3, 3, 5), left)
    with pytest.raises(IllegalMove):
        rules.throw(state, (1, 1, 1, 1, 1))


def test_a_line_is_filled_once_and_the_turn_goes_round():
    state = rules.start(FIRST, ("Ada", "Ben"))
    with pytest.raises(IllegalMove):
        rules.fill(state, Line.ALL)
    state = rules.fill(rules.throw(state, (1, 1, 1, 2, 3)), Line.ONES)
    assert (state.seat, state.dice, state.sheets[0].entered[0], state.sheets[1]) == (1, (), 3, Sheet())
    state = rules.fill(rules.throw(state, (1, 1, 1, 2, 3)), Line.SIXES)
    assert (state.seat, state.sheets[1].entered[5]) == (0, 0)
    with pytest.raises(IllegalMove):
        rules.fill(rules.throw(state, (1, 1, 1, 2, 3)), Line.ONES)


@pytest.mark.parametrize(("fours", "points"), [(12, 59), (13, 90)])
def test_sixty_points_in_the_number_lines_bring_the_bonus(fours, points):
    sheet = Sheet((3, 6, 9, fours, 5, 24, *[None] * 7))
    assert rules.totals(rules.State(FIRST, ("Ada",), (sheet,))) == [points]
    assert rules.bonus(TWICE, sheet) == 0, "this level has none"


def test_lines_of_a_level_count_twice():
    assert rules.worth(TWICE, Line.SIXES, (1, 2, 6, 6, 6)) == 36
    assert rules.worth(FIRST, Line.SIXES, (1, 2, 6, 6, 6)) == 18
    assert rules.worth(TWICE, Line.ALL, (1, 2, 6, 6, 6)) == 21


def test_the_shipped_book_has_one_chapter_of_three_levels():
    assert [level.id for level in BOOK.levels] == ["1", "2", "3"]
    assert [(level.throws, level.bonus, level.double) for level in BOOK.levels] == [
        (3, 30, ()),
        (2, 50, ()),
        (3, 0, (Line.SIXES, Line.TWO_AND_THREE, Line.LONG_ROW)),
    ]
    assert [chapter.levels for chapter in BOOK.chapters] == [(1, 2, 3)]
    with pytest.raises(UnknownLevel):
        BOOK.level("4")


def test_every_mistake_in_the_book_is_named_with_its_place():
    wrong = TEXT.replace("throws = 2", "throws = 0").replace("double = [6, 10, 12]", "double = [14]\nbnous = 1")
    with pytest.raises(BadData) as caught:
        parse_book(wrong.replace("bronze = 146", "bronze = 999"))
    told = str(caught.value).splitlines()
    places = ["[level.1] targets", "[level.2] throws", "[level.3] bnous", "[level.3] double"]
    assert sorted(line.split(": ")[1] for line in told) == places
    with pytest.raises(BadData, match="not readable"):
        parse_book("[level.1")


def test_the_fingerprint_changes_with_what_matters_to_play():
    assert parse_book(TEXT.replace("gold = 257", "gold = 258")).fingerprint == BOOK.fingerprint
    assert parse_book(TEXT.replace("throws = 2", "throws = 1")).fingerprint != BOOK.fingerprint


def test_the_whole_game_is_at_most_five_hundred_lines():
    modules = Path(str(files("pasch"))).glob("*.py")
    assert sum(len(module.read_text(encoding="utf-8").splitlines()) for module in modules) <= 500
