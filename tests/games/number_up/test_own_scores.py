"""Scores of the owner's own: the ways of the vocabulary with other figures, and rows or columns alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.number_up.data import parse_book
from games.number_up.simulate import scores
from games.number_up.vocabulary import FINAL_SCORES, LINE_SCORES
from games.spine.errors import BadData
from tests.games.number_up.boards import LEVELS, line
from tests.games.number_up.test_line_scores import cards, lines

LINES = 'lines = { score = "mine", target = 9 }'
LEVEL = f"""
[level.21]
chapter = 4
name = "Meins"
rule = "Leg los."
grid = 5
values = [1, 2, 3, 4, 5]
colours = 6
{LINES}
targets = {{ bronze = 1, silver = 2, gold = 3 }}
"""


def own(kind, way, name="mine", **figures):
    set_otherwise = "".join(f"{key} = {value}\n" for key, value in figures.items())
    return f'[{kind}.{name}]\nname = "Meine Wertung"\nrule = "So zähle ich."\nway = "{way}"\n{set_otherwise}'


def level_of(text):
    return parse_book(text, house=LEVELS).level("21")


def complaints(text):
    with pytest.raises(BadData) as caught:
        parse_book(text, house=LEVELS)
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("way", "figures", "words", "points"),
    [
        ("pairs", {"size": 3, "points": 5}, "r5 b5 g5 y1 c1", 5),
        ("colour_pairs", {"size": 3, "points": 7}, "r5 r1 r2 b1 b2", 7),
        ("of_a_kind", {"points": 2}, "r5 b5 g5 . .", 4),
        ("most_of_a_colour", {"points": 3}, "r5 r1 . . .", 6),
        ("different_values", {"points": 2}, "r5 r1 b1 . .", 4),
        ("different_colours", {"points": 2}, "r5 r1 b1 . .", 4),
        ("all_different", {"points": 7}, "r1 r2 r3 r4 r5", 7),
        ("odd_cards", {"points": 3}, "r1 r2 r3 . .", 6),
        ("even_cards", {"points": 3}, "r1 r2 r3 . .", 3),
        ("span", {"points": 2}, "r1 r4 . . .", 6),
        ("straight_length", {"size": 3, "points": 2}, "r1 b2 . . .", 0),
        ("straight_length", {"size": 3, "points": 2}, "r1 b2 g3 . .", 6),
        ("straight_sum", {"size": 2}, "r1 b2 . . .", 3),
        ("colour_straight", {"size": 3}, "r1 r2 b3 b4 b5", 12),
        ("touching_colour", {"size": 2}, "r5 b1 b2 . .", 3),
        ("touching_rising", {"size": 3, "points": 3}, "r1 b2 . r4 r5", 0),
        ("touching_falling", {"size": 3, "points": 3}, "r2 b1 . r4 r3", 0),
        ("exact_sum", {"total": 12, "points": 6}, "r1 b2 g3 y4 c2", 6),
    ],
)
def test_an_own_score_counts_with_its_own_figures(way, figures, words, points):
    level = level_of(own("score", way, **figures) + LEVEL)
    (score,) = level.rows.scores
    assert level.rows.points(line(words)) == points
    assert score.sentence.de == score.sentence.en == "So zähle ich."
    assert score.is_ordered == LINE_SCORES[way].is_ordered


def test_every_figure_of_the_vocabulary_was_tried():
    tried = test_an_own_score_counts_with_its_own_figures.pytestmark[0].args[1]
    figures = {(way, key) for way, given, _, _ in tried for key in given}
    assert figures == {(way, key) for way, score in LINE_SCORES.items() for key in score.settable}


SETTABLE = [(way, key) for way, score in LINE_SCORES.items() for key in score.settable]


@given(st.sampled_from(SETTABLE), st.data(), lines(), cards)
def test_a_card_more_never_lowers_a_line_whatever_is_set(setting, data, places, card):
    way, key = setting
    figures = {key: data.draw(st.integers(*LINE_SCORES[way].settable[key]))}
    if None in places and card not in places:
        fuller = list(places)
        fuller[fuller.index(None)] = card
        points = LINE_SCORES[way].points
        assert points(fuller, **figures) >= points(places, **figures) >= 0


@pytest.mark.parametrize(("way", "key"), SETTABLE)
def test_everything_settable_has_bounds_that_are_told(way, key):
    low, high = LINE_SCORES[way].settable[key]
    assert level_of(own("score", way, **{key: high}) + LEVEL).rows.points(line("r1 b2 g3 y4 c5")) >= 0
    (told,) = complaints(own("score", way, **{key: high + 1}) + LEVEL)
    assert told.startswith(f"levels: [score.mine] {key}: must be a whole number from {low} to {high}")


@pytest.mark.parametrize(
    ("way", "figures", "worths", "points"),
    [
        ("lowest_lines", {"count": 2}, [10] * 8 + [3, 4], 7),
        ("without_best", {"count": 1}, [10, 9] + [0] * 8, 9),
    ],
)
def test_an_own_main_score_counts_with_its_own_figures(way, figures, worths, points):
    text = own("final", way, **figures) + LEVEL.replace("mine", "pairs").replace("targets", 'final = "mine"\ntargets')
    assert level_of(text).final_points(worths) == points


@pytest.mark.parametrize(
    ("way", "points"), [("sweep", 100 + 33), ("edges", 100 + 4 * 33), ("heart", 100 + 33), ("open_cost", 100)]
)
def test_an_own_bonus_counts_with_its_own_figures(way, points):
    named = LEVEL.replace("mine", "pairs").replace("targets", 'final = ["total", "mine"]\ntargets')
    level = level_of(own("final", way, points=33) + named)
    assert level.final_points([10] * 10) == points
    assert level.final_points([10] * 9 + [0]) == {"edges": 90 + 3 * 33, "heart": 123, "open_cost": 57}.get(way, 90)


def test_what_is_set_is_part_of_the_fingerprint_and_its_name_is_not():
    plain = level_of(own("score", "pairs") + LEVEL)
    assert level_of(own("score", "pairs", points=4) + LEVEL).matters != plain.matters
    renamed = level_of((own("score", "pairs") + LEVEL).replace("mine", "meine"))
    assert renamed.matters == plain.matters


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (own("score", "pears"), "[score.mine] way: names no way to count; there are best_colour"),
        (own("score", "pairs").replace("way", "weg"), "[score.mine] way: names no way to count"),
        (own("score", "pairs", total=3), "[score.mine] total: unknown key; the keys are way, name, rule, size"),
        (own("score", "pairs", name="span"), "[score.span]: a shipped score has this name"),
        (own("final", "total", name="total"), "[final.total]: a shipped score has this name"),
        ("score = 3\n", "score: must be a table"),
    ],
)
def test_an_own_score_with_a_fault_is_told(text, told):
    assert complaints(text + LEVEL)[0].startswith(f"levels: {told}")


def test_shipped_levels_count_as_they_did_beside_an_own_score():
    together = parse_book(own("score", "pairs", points=9) + LEVEL, house=LEVELS)
    assert together.levels[:-1] == parse_book(LEVELS, house=LEVELS).levels


@pytest.mark.parametrize("direction", ["rows", "columns", "diagonals"])
@pytest.mark.parametrize("player", ["random", "greedy", "planner"])
def test_a_level_of_one_direction_is_played_to_its_end(direction, player):
    level = level_of(LEVEL.replace("lines", direction).replace("mine", "best_colour"))
    assert sum(level.counted) == 1
    assert all(0 < points <= 10 * len(level.lines) for points in scores(level, 2, player, 1))


def test_figures_can_be_set_for_these_results():
    assert {key for key, final in FINAL_SCORES.items() if final.settable} == {
        *("lowest_lines", "without_best"),
        *("sweep", "edges", "heart", "open_cost"),
    }


@pytest.mark.parametrize(
    ("kind", "level"),
    [
        ("score", LEVEL),
        ("final", LEVEL.replace(LINES, 'lines = { score = "best_colour", target = 9 }\nfinal = ["total", "mine"]')),
        ("final", LEVEL.replace(LINES, 'lines = { score = "best_colour", target = 9 }\nfinal = "mine"')),
    ],
)
def test_23_11_a_score_at_fault_is_told_once_and_not_again_where_a_level_names_it(kind, level):
    (told,) = complaints(own(kind, "no_such_way") + level)
    assert f"[{kind}.mine] way" in told
