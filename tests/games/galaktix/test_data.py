"""The book of Galaktix: the shipped one is in order, and bad ones are told plainly and completely."""

from importlib.resources import files

import pytest

from games.galaktix.data import parse_book
from games.galaktix.pieces import FieldKind, Road
from games.spine.errors import BadData, UnknownLevel

FOLDER = files("games.galaktix")
BOARDS, LEVELS = ((FOLDER / name).read_text(encoding="utf-8") for name in ("boards.toml", "levels.toml"))
BOOK = parse_book(BOARDS, LEVELS)

SMALL_BOARDS = """
[board.1]
points = [0, 1, 2]
pink = "..."
yellow = "..."
green = ".w."
blue = ".@."
purple = "..."
"""
SMALL_LEVELS = """
[chapter.1]
name = { de = "Eins", en = "One" }
targets = { bronze = 1, silver = 2, gold = 3 }
made_by = "hand"
[level.1]
chapter = 1
name = { de = "Eins", en = "One" }
rule = { de = "Flieg!", en = "Fly!" }
board = 1
camp = { white = 2 }
supply = { parts = 3 }
targets = { bronze = 1, silver = 2, gold = 3 }
made_by = "hand"
"""


def complaints(boards=SMALL_BOARDS, levels=SMALL_LEVELS):
    with pytest.raises(BadData) as caught:
        parse_book(boards, levels)
    return str(caught.value).splitlines()


def test_the_house_book_has_twenty_levels_in_four_chapters_of_five():
    assert [level.number for level in BOOK.levels] == list(range(1, 21))
    assert [chapter.levels for chapter in BOOK.chapters] == [tuple(range(n, n + 5)) for n in (1, 6, 11, 16)]
    assert [whole.board.number for whole in BOOK.boards] == [1, 2, 3, 4]


def test_every_level_of_the_house_book_differs_from_the_others():
    shapes = {
        (level.board, level.camp, level.parts, level.supply, level.supply_parts, level.rerolls, level.flags)
        for level in BOOK.levels
    }
    assert len(shapes) == len(BOOK.levels)
    assert len({level.name.de for level in BOOK.levels}) == len({level.name.en for level in BOOK.levels}) == 20


def test_the_house_book_needs_no_more_pieces_than_the_box_is_known_to_hold():
    for level in BOOK.levels:
        assert level.camp[0] + level.supply[0] <= 15
        assert level.parts + level.supply_parts <= 15


def test_board_1_agrees_with_the_rulebooks_examples():
    board = BOOK.boards[0].board
    assert board.kind(Road.PURPLE, 2) is FieldKind.SWIRL
    assert board.kind(Road.BLUE, 3) is FieldKind.EXTRA_WHITE
    assert {0, 3, 5, 8} <= set(board.points)


def test_the_strip_lengthens_every_road():
    plain, strip = BOOK.level("18").board, BOOK.level("16").board
    assert [strip.length(road) - plain.length(road) for road in Road] == [3] * 5
    assert strip.points[: len(plain.points)] == plain.points


def test_targets_carry_where_they_come_from():
    assert all("simulate galaktix" in level.made_by and "--seed" in level.made_by for level in BOOK.levels)
    assert all("games.galaktix.targets" in chapter.made_by for chapter in BOOK.chapters)


def test_the_small_book_is_in_order():
    assert len(parse_book(SMALL_BOARDS, SMALL_LEVELS).levels) == 1


def test_the_fingerprint_follows_play_and_not_words_or_targets():
    small = parse_book(SMALL_BOARDS, SMALL_LEVELS).fingerprint
    reworded = SMALL_LEVELS.replace("Flieg!", "Los!").replace("gold = 3", "gold = 9")
    assert parse_book(SMALL_BOARDS, reworded).fingerprint == small
    for old, new in (("white = 2", "white = 3"), ("parts = 3", "parts = 4"), ("board = 1", "board = 1\nrerolls = 2")):
        assert parse_book(SMALL_BOARDS, SMALL_LEVELS.replace(old, new)).fingerprint != small
    assert parse_book(SMALL_BOARDS.replace(".w.", "w.."), SMALL_LEVELS).fingerprint != small


def test_a_level_is_found_by_its_id_and_an_unknown_one_is_named():
    assert BOOK.level("12").number == 12
    for name in ("0", "21", "zwölf", ""):
        with pytest.raises(UnknownLevel, match="1 to 20"):
            BOOK.level(name)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[0, 1, 2]", "[0, 2, 1]", ["boards: [board.1] points", "must not fall"]),
        ("[0, 1, 2]", "[0, 1]", ["boards: [board.1] pink", "3 fields but points only 2"]),
        ("[0, 1, 2]", '"high"', ["boards: [board.1] points", "list", "'high'"]),
        ('".w."', '".x."', ["boards: [board.1] green", "none of . @ w g b"]),
        ('".@."', '"..@"', ["boards: [board.1] blue", "ends in a swirl"]),
        ('purple = "..."', "", ["boards: [board.1] purple", "not nothing"]),
        ("[board.1]", "[board.one]", ["boards: [board.one]", "numbered"]),
        ("[board.1]", "extra = 1\n[board.1]", ["boards: extra", "unknown key"]),
    ],
)
def test_a_bad_board_is_named_with_its_place(old, new, words):
    found = complaints(boards=SMALL_BOARDS.replace(old, new))
    assert any(all(word in line for word in words) for line in found), found


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("board = 1", "board = 7", ["levels: [level.1] board", "no [board.7]", "[1]"]),
        ("board = 1", "board = 1\nstrip = true", ["levels: [level.1] strip", "[board.1.strip]"]),
        ("board = 1", 'board = 1\nstrip = "yes"', ["levels: [level.1] strip", "true or false"]),
        ("board = 1", "board = 1\nrerolls = 9", ["levels: [level.1] rerolls", "0 to 3", "9"]),
        ("board = 1", "board = 1\nreroll = 1", ["levels: [level.1] reroll", "unknown key", "rerolls"]),
        ("board = 1", "board = 1\nflag_points = 3", ["levels: [level.1] flag_points", "belong together"]),
        ("board = 1", "board = 1\nflag_points = 3\nflags = { blue = [4] }", ["flags blue", "1 to 3", "[4]"]),
        ("white = 2", "white = true", ["levels: [level.1] camp white", "whole number", "True"]),
        ("white = 2", "parts = 1", ["levels: [level.1] camp", "nothing to fly with"]),
        ("white = 2", "red = 2", ["levels: [level.1] camp red", "unknown key", "white, grey, black"]),
        ("camp = { white = 2 }", "camp = 2", ["levels: [level.1] camp", "must be a table"]),
        ("chapter = 1", "chapter = 2", ["levels: [level.1] chapter", "no such [chapter]"]),
        ("bronze = 1", "bronze = 2", ["levels: [level.1] targets", "must rise"]),
        ('"Flieg!"', '"' + "x" * 89 + '"', ["levels: [level.1] rule de", "1 to 88", "89 characters"]),
        ('{ de = "Flieg!", en = "Fly!" }', "{}", ["levels: [level.1] rule de", "not nothing"]),
        ("[chapter.1]", "[chapter.0]", ["levels: [chapter.0]", "numbered"]),
    ],
)
def test_a_bad_level_is_named_with_its_place(old, new, words):
    found = complaints(levels=SMALL_LEVELS.replace(old, new))
    assert any(all(word in line for word in words) for line in found), found


def test_all_problems_are_told_at_once():
    boards = SMALL_BOARDS.replace(".w.", ".x.")
    levels = SMALL_LEVELS.replace("white = 2", "white = -1").replace("chapter = 1", "chapter = 5")
    assert len(complaints(boards, levels)) >= 3


def test_broken_toml_is_told_with_its_line():
    (line,) = complaints(boards="[board.1]\npoints = [1,\n= 3")
    assert line.startswith("boards: not readable as TOML")
    assert "line 3" in line
    both = complaints(boards="=", levels="=")
    assert [line.split(":")[0] for line in both] == ["boards", "levels"]


def test_empty_files_are_told():
    assert complaints("", "") == [
        "boards: there is no [board.1]; add at least one",
        "levels: there is no [chapter.1]; add at least one",
        "levels: there is no [level.1]; add at least one",
    ]


def test_a_board_that_is_no_table_is_told():
    assert any("must be a table" in line for line in complaints(boards="[board]\n1 = 3"))
    assert any("must be a table" in line for line in complaints(boards="board = 3"))
