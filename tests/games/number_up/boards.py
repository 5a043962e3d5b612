"""Small words for cards, lines and levels in the tests: "b5" is the dark blue 5, "." a free place."""

from dataclasses import replace
from importlib.resources import files

from games.number_up import rules
from games.number_up.data import parse_book
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import LineRule, Place
from games.number_up.vocabulary import FINAL_SCORES, LINE_SCORES

LEVELS = (files("games.number_up") / "levels.toml").read_text(encoding="utf-8")
BOOK = parse_book(LEVELS)
LEVEL_1 = BOOK.level("1")
COLOUR_LETTERS = {
    "r": "red",
    "o": "orange",
    "y": "yellow",
    "l": "light_green",
    "g": "dark_green",
    "c": "light_blue",
    "b": "dark_blue",
    "p": "purple",
}


def card(word):
    return NumberCard(int(word[1]), COLOUR_LETTERS[word[0]])


def line(words):
    return [None if word == "." else card(word) for word in words.split()]


def rule(*scores, target=9, adds=False):
    return LineRule(tuple(LINE_SCORES[score] for score in scores), target, adds)


def level_with(*finals, lines=None, **changes):
    """Level 1 with some things changed; `lines` are the rules of rows and columns."""
    if lines is not None:
        changes |= {"rows": lines, "columns": lines}
    if finals:
        changes["finals"] = tuple(FINAL_SCORES[final] for final in finals)
    return replace(LEVEL_1, **changes)


def laid(state, *moves):
    """The state after cards laid as in "22 b5": row and column from 0, then the card."""
    for move in moves:
        place, word = move.split()
        state = rules.lay(state, Place(int(place[0]), int(place[1])), card(word))
    return state


def board(text, level=LEVEL_1):
    """The state with this grid, markers counted; as if laid in some legal order."""
    grid = tuple(place for row in text.strip().splitlines() for place in line(row))
    assert len(grid) == level.size**2
    return replace(rules.start(level), grid=grid, marks=rules.count_marks(level, grid))
