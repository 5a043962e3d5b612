"""The book of Number UP from its TOML text: read, checked as a whole, every problem named with its remedy.

levels.toml: `[chapter.N]` and `[level.N]`; the shipped file explains and shows every key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from games.books.beside import sections_beside
from games.books.by_hand import KEY as BY_HAND
from games.books.by_hand import read_by_hand
from games.books.levels import (
    LONGEST_NAME,
    LONGEST_RULE,
    MEDAL_KEYS,
    TAKE_BACKS_KEY,
    Chapter,
    book_fingerprint,
    chapters_with_levels,
    level_named,
    read_chapter_number,
    read_chapters,
    read_origin,
    read_targets,
    read_words,
)
from games.number_up.own_scores import Score, with_own
from games.number_up.pieces import COLOURS, SIZES, VALUES, Level, LineRule
from games.number_up.vocabulary import FINAL_SCORES, LINE_SCORES, FinalScore, LineScore
from games.spine.dialogue import Bilingual
from games.spine.toml_text import Problems, Section, parse_toml, told

LOWEST_TARGET, HIGHEST_TARGET = 5, 9  # the rulebook's bounds; a number chip goes to 9
MOST_DISCARDS = 10
MOST_IN_HAND = 8
COMBINATIONS = ("best", "sum")

_LEVEL_KEYS = ("chapter", "name", "rule", "grid", "values", "colours", "lines", "rows", "columns", "diagonals")
_TWIST_KEYS = ("final", "discards", "hand", "minus_below", TAKE_BACKS_KEY)


@dataclass(frozen=True, slots=True)
class Book:
    """All levels and chapters, in order of their numbers."""

    levels: tuple[Level, ...]
    chapters: tuple[Chapter, ...]
    fingerprint: str  # changes with anything that matters to play, not with names or targets
    former: str = ""  # the fingerprint of the owner's levels alone, by which older sessions were signed

    def level(self, name: str) -> Level:
        """The level with this id ("7"); UnknownLevel if there is none."""
        return level_named(self.levels, name)


def parse_book(levels: str, *, house: str = "") -> Book:
    """The book that this text describes; BadData with all problems, one a line, if it does not.

    `house` is the text of the shipped levels: those that are not in the owner's are played beside them, and those that
    are just as in it are of the house book.
    """
    problems = Problems()
    parsed = parse_toml("levels", levels, problems)
    problems.raise_if_any()  # whatever else could be said of an unreadable text would only confuse
    sections = sections_beside("levels", parsed, house, ("chapter", "level"), problems, ("score", "final"))
    known = _Vocabulary(
        with_own("score", parsed, LINE_SCORES, problems), with_own("final", parsed, FINAL_SCORES, problems)
    )
    read = [_read_level(number, section, known) for number, section in sections.together["level"].items()]
    chapters = sections.own["chapter"] | chapters_with_levels(sections.of_house("chapter"), sections.together["level"])
    read_all = read_chapters(dict(sorted(chapters.items())), sections.together["level"], problems)
    problems.raise_if_any()
    shipped = parse_book(house).levels if house else ()
    ordered = tuple(replace(level, is_house=level in shipped) for level in read if level is not None)
    return Book(
        ordered,
        tuple(read_all),
        book_fingerprint(ordered),
        former=book_fingerprint([level for level in ordered if level.number in sections.own["level"]]),
    )


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """The scores that levels may name, those of the owner's own among them; None for one whose fault is told."""

    lines: Mapping[str, LineScore | None]
    finals: Mapping[str, FinalScore | None]


def _read_level(number: int, section: Section, known: _Vocabulary) -> Level | None:
    section.only(*_LEVEL_KEYS, *_TWIST_KEYS, BY_HAND, *MEDAL_KEYS)
    size = section.number("grid", SIZES[0], SIZES[-1])
    values, colours = _read_values(section), section.number("colours", 1, len(COLOURS))
    discards, hand = section.number("discards", 0, MOST_DISCARDS, default=0), section.number("hand", 1, MOST_IN_HAND, 1)
    _check_deck(section, size, values, colours, discards)
    rows, columns, diagonals = _read_rules(section, known.lines)
    minus_below = section.number("minus_below", 0, HIGHEST_TARGET, default=0)
    by_hand = read_by_hand(section)
    finals = _read_finals(section, known.finals)
    name, rule = read_words(section, "name", LONGEST_NAME), read_words(section, "rule", LONGEST_RULE)
    chapter, targets, made_by = read_chapter_number(section), read_targets(section), read_origin(section)
    if targets is None:
        return None
    _check_minus(section, minus_below, [one for one in (rows, columns, diagonals) if one is not None])
    return Level(
        number=number,
        chapter=chapter,
        name=name,
        rule=rule,
        size=size,
        values=values,
        colours=colours,
        rows=rows,
        columns=columns,
        diagonals=diagonals,
        finals=finals,
        targets=targets,
        made_by=made_by,
        discards=discards,
        hand=hand,
        minus_below=minus_below,
        by_hand=by_hand,
        may_take_back=section.flag(TAKE_BACKS_KEY, True),
    )


# --- cards -------------------------------------------------------------------------------------------------------


def _read_values(section: Section) -> tuple[int, ...]:
    values = section.numbers("values", VALUES[0], VALUES[-1], len(VALUES))
    if len(set(values)) < len(values):
        section.complain(
            "values", Bilingual("nennt eine Zahl zweimal; nenne jede einmal", "names a number twice; name each once")
        )
    return tuple(sorted(set(values)))


def _check_deck(section: Section, size: int, values: tuple[int, ...], colours: int, discards: int) -> None:
    cards, wanted = len(values) * colours, size * size + discards
    if section.is_fine("values", "colours", "grid", "discards") and cards < wanted:
        section.complain(
            "colours",
            Bilingual(
                f"{len(values)} Zahlen in {colours} Farben sind {cards} Karten, zu wenig für {size * size} Plätze"
                + (f" und {discards} zum Wegwerfen" if discards else "")
                + "; nimm mehr Farben oder Zahlen",
                f"{len(values)} values in {colours} colours are {cards} cards, too few for the {size * size} places of "
                + (f"the grid and {discards} to throw away" if discards else "the grid")
                + "; use more colours or values",
            ),
        )


# --- lines and result --------------------------------------------------------------------------------------------


Rules: TypeAlias = tuple[LineRule | None, LineRule | None, LineRule | None]  # of rows, columns and diagonals


def _read_rules(section: Section, scores: Mapping[str, LineScore | None]) -> Rules:
    """How lines count. `lines` stands for rows and columns alike; what is not named does not count."""
    given = [key for key in ("lines", "rows", "columns", "diagonals") if key in section.entries]
    if not given and BY_HAND not in section.entries:
        section.complain(
            "lines",
            Bilingual(
                "fehlt; sag, wie Linien zählen, oder schreib rows und columns",
                "is missing; say how lines count, or give rows and columns",
            ),
        )
    if "lines" in given and ("rows" in given or "columns" in given):
        section.complain(
            "lines",
            Bilingual(
                "steht für rows und columns; schreib lines allein, oder rows und columns ohne lines",
                "stands for rows and columns; give lines alone, or rows and columns without it",
            ),
        )
    read = {key: _read_rule(section, key, scores) for key in given}
    both = read.get("lines")
    return read.get("rows", both), read.get("columns", both), read.get("diagonals")


def _read_rule(section: Section, key: str, known: Mapping[str, LineScore | None]) -> LineRule | None:
    rule = section.inner(key)
    if not section.is_fine(key):
        return None
    rule.only("score", "target", "combine")
    scores = _known(rule, "score", known)
    target = rule.number("target", LOWEST_TARGET, HIGHEST_TARGET)
    combine = rule.entries.get("combine", "best")
    if combine not in COMBINATIONS:
        rule.complain(
            "combine",
            Bilingual(
                f"muss {' oder '.join(COMBINATIONS)} sein, nicht {combine!r}",
                f"must be one of {', '.join(COMBINATIONS)}, not {combine!r}",
            ),
        )
    elif "combine" in rule.entries and len(scores) == len(_names(rule, "score")) == 1:
        rule.complain(
            "combine",
            Bilingual(
                "braucht mehrere Wertungen; nenne sie, oder nimm es heraus",
                "needs several scores; name them, or take it out",
            ),
        )
    return LineRule(scores, target, adds=combine == "sum") if scores else None


def _read_finals(section: Section, known: Mapping[str, FinalScore | None]) -> tuple[FinalScore, ...]:
    if "final" not in section.entries:
        return (FINAL_SCORES["total"],)
    finals = _known(section, "final", known)
    mains = [final.key for final in finals if not final.is_bonus]
    is_whole = len(finals) == len(_names(section, "final"))  # else one of them is at fault itself
    if section.is_fine("final") and is_whole and len(mains) != 1:
        names = ", ".join(key for key, final in known.items() if final is not None and not final.is_bonus)
        section.complain(
            "final",
            Bilingual(
                f"muss genau eine Hauptwertung nennen, nicht {len(mains)}; das sind {names}",
                f"must name exactly one main score, not {len(mains)}; the main scores are {names}",
            ),
        )
    return finals


def _known(section: Section, key: str, vocabulary: Mapping[str, Score | None]) -> tuple[Score, ...]:
    """The scores that are named there, without those at fault."""
    names = _names(section, key)
    if unknown := [name for name in names if name not in vocabulary]:
        wrong, known = ", ".join(map(repr, unknown)), ", ".join(vocabulary)
        section.complain(
            key,
            Bilingual(
                f"die Wertung {wrong} gibt es nicht; es gibt {known}", f"there is no score {wrong}; there are {known}"
            ),
        )
    found = (vocabulary.get(name) for name in names)
    return tuple(score for score in found if score is not None)


def _names(section: Section, key: str) -> list[str]:
    """One name, or a list of names without doubles."""
    value = section.entries.get(key)
    given = value if isinstance(value, list) else [value]
    names = [name for name in given if isinstance(name, str) and name]
    if not names or len(names) < len(given):
        section.complain(
            key,
            Bilingual(
                f"muss ein Name oder eine Liste von Namen sein, nicht {told(value)}",
                f"must be a name or a list of names, not {told(value)}",
            ),
        )
        return []
    if len(set(names)) < len(names):
        section.complain(
            key, Bilingual("nennt eine Wertung zweimal; nenne jede einmal", "names a score twice; name each once")
        )
    return names


def _check_minus(section: Section, minus_below: int, rules: list[LineRule]) -> None:
    if rules and section.is_fine("minus_below") and minus_below > max(rule.target for rule in rules):
        section.complain(
            "minus_below",
            Bilingual(
                "darf nicht über dem Ziel der Linien liegen: Solche Linien haben einen Haken; mach es kleiner",
                "must not be higher than the lines' target: such lines have a check marker; make it lower",
            ),
        )
