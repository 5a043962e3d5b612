"""The book of Number UP: the shipped one is in order, and bad ones are told plainly and completely."""

import pytest

from games.number_up.data import parse_book
from games.number_up.vocabulary import FINAL_SCORES, LINE_SCORES
from games.spine.errors import BadData, UnknownLevel
from tests.games.number_up.boards import BOOK, LEVELS, rule

SMALL = """
[chapter.1]
name = { de = "Eins", en = "One" }
targets = { bronze = 1, silver = 2, gold = 3 }
made_by = "hand"
[level.1]
chapter = 1
name = { de = "Eins", en = "One" }
rule = { de = "Leg los!", en = "Go!" }
grid = 5
values = [1, 2, 3, 4, 5]
colours = 6
lines = { score = "best_colour", target = 9 }
targets = { bronze = 60, silver = 70, gold = 80 }
made_by = "hand"
"""
LINES = 'lines = { score = "best_colour", target = 9 }'


def complaints(levels):
    with pytest.raises(BadData) as caught:
        parse_book(levels)
    return str(caught.value).splitlines()


def small(old, new):
    assert old in SMALL
    return SMALL.replace(old, new)


# --- the house book ---


def test_the_house_book_has_twenty_levels_in_four_chapters_of_five():
    assert [level.number for level in BOOK.levels] == list(range(1, 21))
    assert [chapter.levels for chapter in BOOK.chapters] == [tuple(range(n, n + 5)) for n in (1, 6, 11, 16)]


def test_the_house_book_keeps_to_what_is_known_of_the_printed_one():
    first = BOOK.level("1")
    assert (first.size, first.values, first.colours, first.rows) == (5, (1, 2, 3, 4, 5), 6, rule("best_colour"))
    assert all(level.rows.scores == level.columns.scores == rule("best_colour").scores for level in BOOK.levels[:5])
    assert [level.size for level in BOOK.levels[:5]] == [5, 5, 5, 5, 6], "6x6 from level 5 on"
    assert all(6 <= level.colours <= 8 for level in BOOK.levels[:5])
    assert [level.discards for level in BOOK.levels if level.discards] == [2, 2], "two cards in two levels"
    assert [level.hand for level in BOOK.levels] == [1] * 17 + [5] * 3, "a hand of five from level 18 on"
    assert any(level.minus_below for level in BOOK.levels[15:])
    assert not any(level.minus_below for level in BOOK.levels[:15])
    used = {score.key for level in BOOK.levels for one in (level.rows, level.columns) for score in one.scores}
    assert {"best_colour", "second_colour", "best_value", "straight_sum"} <= used
    assert any(level.diagonals and level.finals[0].key == "lowest_line" for level in BOOK.levels)


def test_every_level_of_the_house_book_differs_from_the_others():
    shapes = {
        (
            (level.size, level.values, level.colours),
            (level.rows, level.columns, level.diagonals, level.finals),
            (level.discards, level.hand, level.minus_below),
        )
        for level in BOOK.levels
    }
    assert len(shapes) == len({level.name.de for level in BOOK.levels}) == len({n.name.en for n in BOOK.levels}) == 20


def test_the_level_file_explains_every_score():
    explained = " ".join(line for line in LEVELS.splitlines() if line.startswith("#"))
    for key in [*LINE_SCORES, *FINAL_SCORES]:
        assert key in explained or key.startswith("sum_of_"), key


def test_targets_carry_where_they_come_from():
    assert all("simulate number_up" in level.made_by and "--seed" in level.made_by for level in BOOK.levels)
    assert all("games.number_up.targets" in chapter.made_by for chapter in BOOK.chapters)


def test_a_level_is_found_by_its_id_and_an_unknown_one_is_named():
    assert BOOK.level("12").number == 12
    for name in ("0", "21", "zwölf", ""):
        with pytest.raises(UnknownLevel, match="1 to 20"):
            BOOK.level(name)


# --- other books ---


def test_the_small_book_is_in_order_and_what_is_not_named_is_plain():
    (level,) = parse_book(SMALL).levels
    assert (level.discards, level.hand, level.minus_below, level.diagonals) == (0, 1, 0, None)
    assert [final.key for final in level.finals] == ["total"]


def test_the_fingerprint_follows_play_and_not_words_or_targets():
    plain = parse_book(SMALL).fingerprint
    assert parse_book(small("Leg los!", "Auf geht's!").replace("gold = 80", "gold = 90")).fingerprint == plain
    for old, new in [
        ("target = 9", "target = 8"),
        ("colours = 6", "colours = 7"),
        ('"best_colour"', '"best_value"'),
        ('"best_colour"', '["best_colour", "best_value"]'),
        (LINES, LINES + "\ndiscards = 1"),
        (LINES, LINES + "\nhand = 5"),
        (LINES, LINES + "\nminus_below = 3"),
        (LINES, LINES + '\nfinal = "crossings"'),
        (LINES, LINES + '\ndiagonals = { score = "pairs", target = 6 }'),
    ]:
        assert parse_book(small(old, new)).fingerprint != plain, new


def test_rows_and_columns_may_have_their_own_rules_and_scores_may_be_combined():
    rows = 'rows = { score = ["pairs", "straight_sum"], combine = "sum", target = 9 }'
    (level,) = parse_book(small(LINES, rows + '\ncolumns = { score = "span", target = 5 }')).levels
    assert level.rows == rule("pairs", "straight_sum", adds=True)
    assert level.columns == rule("span", target=5)
    (best,) = parse_book(small('"best_colour"', '["pairs", "span"]')).levels
    assert best.rows == best.columns == rule("pairs", "span")


@pytest.mark.parametrize("key", LINE_SCORES)
def test_every_line_score_can_be_named(key):
    assert parse_book(small("best_colour", key)).levels[0].rows.scores == (LINE_SCORES[key],)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("best_colour", "best_color", ["[level.1] lines score", "no score 'best_color'", "best_colour, second_c"]),
        ('"best_colour"', "3", ["[level.1] lines score", "a name or a list of names", "3"]),
        ('"best_colour"', "[]", ["[level.1] lines score", "a name or a list of names"]),
        ('"best_colour"', '["pairs", "pairs"]', ["[level.1] lines score", "twice"]),
        ('score = "best_colour", ', "", ["[level.1] lines score", "not nothing"]),
        ("target = 9", "target = 10", ["[level.1] lines target", "5 to 9", "10"]),
        ("target = 9", 'target = 9, combine = "sum"', ["[level.1] lines combine", "several scores"]),
        ('"best_colour"', '["pairs", "span"], combine = "most"', ["[level.1] lines combine", "best, sum", "'most'"]),
        ("target = 9", "goal = 9", ["[level.1] lines goal", "unknown key", "target"]),
        (LINES, "", ["[level.1] lines", "missing", "rows and columns"]),
        (LINES, LINES + '\nrows = { score = "span", target = 5 }', ["[level.1] lines", "lines alone"]),
        (LINES, 'lines = "best_colour"', ["[level.1] lines", "must be a table"]),
        ("colours = 6", "colours = 4", ["[level.1] colours", "20 cards", "25 places", "more colours or values"]),
        ("colours = 6", "colours = 5\ndiscards = 1", ["[level.1] colours", "25 cards", "and 1 to throw away"]),
        ("grid = 5", "grid = 6", ["[level.1] colours", "30 cards", "36 places"]),
        ("grid = 5", "grid = 4", ["[level.1] grid", "5 to 6", "4"]),
        ("colours = 6", "colours = 9", ["[level.1] colours", "1 to 8", "9"]),
        ("[1, 2, 3, 4, 5]", "[1, 2, 3, 4, 7]", ["[level.1] values", "1 to 6"]),
        ("[1, 2, 3, 4, 5]", "[1, 2, 3, 4, 4]", ["[level.1] values", "twice"]),
        ("[1, 2, 3, 4, 5]", "5", ["[level.1] values", "list"]),
        (LINES, LINES + "\ndiscards = -1", ["[level.1] discards", "0 to 10"]),
        (LINES, LINES + "\nhand = 0", ["[level.1] hand", "1 to 8"]),
        (LINES, LINES.replace("9", "5") + "\nminus_below = 6", ["[level.1] minus_below", "target"]),
        (LINES, LINES + '\nfinal = "sum"', ["[level.1] final", "no score 'sum'", "total, lowest_line"]),
        (LINES, LINES + '\nfinal = ["sweep", "edges"]', ["[level.1] final", "exactly one main score, not 0"]),
        (LINES, LINES + '\nfinal = ["total", "crossings"]', ["[level.1] final", "exactly one main score, not 2"]),
        (LINES, LINES + "\nfinal = []", ["[level.1] final", "a name or a list"]),
        (LINES, LINES + "\nboard = 1", ["[level.1] board", "unknown key", "grid"]),
        ("bronze = 60", "bronze = 70", ["[level.1] targets", "must rise"]),
        ("silver = 2,", "silver = 9,", ["[chapter.1] targets", "must rise"]),
        ("chapter = 1", "chapter = 2", ["[level.1] chapter", "no such [chapter]"]),
        ('"Leg los!"', '"' + "x" * 89 + '"', ["[level.1] rule de", "1 to 88", "89 characters"]),
        ('{ de = "Leg los!", en = "Go!" }', "{}", ["[level.1] rule de", "not nothing"]),
        ("[level.1]", "[level.one]", ["[level.one]", "numbered"]),
    ],
)
def test_a_bad_level_is_named_with_its_place_and_remedy(old, new, words):
    found = complaints(small(old, new))
    assert all(line.startswith("levels: ") for line in found)
    assert any(all(word in line for word in words) for line in found), found


def test_all_problems_are_told_at_once():
    bad = small("best_colour", "worst").replace("colours = 6", "colours = 2").replace("gold = 80", "gold = 8")
    assert len(complaints(bad)) == 3


def test_broken_toml_is_told_with_its_line():
    (line,) = complaints("[level.1]\nvalues = [1,\n= 3")
    assert line.startswith("levels: not readable as TOML")
    assert "line 3" in line


def test_an_empty_file_is_told():
    assert complaints("") == [
        "levels: there is no [chapter.1]; add at least one",
        "levels: there is no [level.1]; add at least one",
    ]
