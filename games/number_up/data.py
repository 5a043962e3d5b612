"""The book of Number UP from its TOML text: read, checked as a whole, every problem named with its remedy.

levels.toml: `[chapter.N]` and `[level.N]`; the shipped file explains and shows every key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.books.levels import (
    LONGEST_NAME,
    LONGEST_RULE,
    MEDAL_KEYS,
    TAKE_BACKS_KEY,
    Chapter,
    book_fingerprint,
    level_named,
    read_chapter_number,
    read_chapters,
    read_origin,
    read_targets,
    read_words,
)
from games.number_up.pieces import COLOURS, SIZES, VALUES, Level, LineRule
from games.number_up.vocabulary import FINAL_SCORES, LINE_SCORES, FinalScore, LineScore
from games.spine.toml_text import Problems, Section, parse_toml, told, top_sections

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

    def level(self, name: str) -> Level:
        """The level with this id ("7"); UnknownLevel if there is none."""
        return level_named(self.levels, name)


def parse_book(levels: str, *, house: str = "") -> Book:
    """The book that this text describes; BadData with all problems, one a line, if it does not.

    `house` is the text of the shipped levels: those that are just as in it are of the house book.
    """
    problems = Problems()
    parsed = parse_toml("levels", levels, problems)
    problems.raise_if_any()  # whatever else could be said of an unreadable text would only confuse
    sections = top_sections("levels", parsed, ("chapter", "level"), problems)
    read = [_read_level(number, section) for number, section in sections["level"].items()]
    chapters = read_chapters(sections["chapter"], sections["level"], problems)
    problems.raise_if_any()
    shipped = parse_book(house).levels if house else ()
    ordered = tuple(replace(level, is_house=level in shipped) for level in read if level is not None)
    return Book(ordered, tuple(chapters), book_fingerprint(ordered))


def _read_level(number: int, section: Section) -> Level | None:
    section.only(*_LEVEL_KEYS, *_TWIST_KEYS, *MEDAL_KEYS)
    size = section.number("grid", SIZES[0], SIZES[-1])
    values, colours = _read_values(section), section.number("colours", 1, len(COLOURS))
    discards, hand = section.number("discards", 0, MOST_DISCARDS, default=0), section.number("hand", 1, MOST_IN_HAND, 1)
    _check_deck(section, size, values, colours, discards)
    rows, columns, diagonals = _read_rules(section)
    minus_below = section.number("minus_below", 0, HIGHEST_TARGET, default=0)
    finals = _read_finals(section)
    name, rule = read_words(section, "name", LONGEST_NAME), read_words(section, "rule", LONGEST_RULE)
    chapter, targets, made_by = read_chapter_number(section), read_targets(section), read_origin(section)
    if rows is None or columns is None or targets is None:
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
        may_take_back=section.flag(TAKE_BACKS_KEY, True),
    )


# --- cards -------------------------------------------------------------------------------------------------------


def _read_values(section: Section) -> tuple[int, ...]:
    values = section.numbers("values", VALUES[0], VALUES[-1], len(VALUES))
    if len(set(values)) < len(values):
        section.complain("values", "names a number twice; name each once")
    return tuple(sorted(set(values)))


def _check_deck(section: Section, size: int, values: tuple[int, ...], colours: int, discards: int) -> None:
    cards, wanted = len(values) * colours, size * size + discards
    if values and cards < wanted:
        thrown = f" and {discards} to throw away" if discards else ""
        section.complain(
            "colours",
            f"{len(values)} values in {colours} colours are {cards} cards, too few for the {size * size} places of the "
            f"grid{thrown}; use more colours or values",
        )


# --- lines and result --------------------------------------------------------------------------------------------


def _read_rules(section: Section) -> tuple[LineRule | None, LineRule | None, LineRule | None]:
    """The rules of rows, columns and diagonals. `lines` stands for rows and columns alike."""
    diagonals = _read_rule(section, "diagonals") if "diagonals" in section.entries else None
    if "lines" not in section.entries:
        if "rows" not in section.entries and "columns" not in section.entries:
            section.complain("lines", "is missing; say how lines count, or give rows and columns")
            return None, None, diagonals
        return _read_rule(section, "rows"), _read_rule(section, "columns"), diagonals
    if "rows" in section.entries or "columns" in section.entries:
        section.complain("lines", "stands for rows and columns; give lines alone, or rows and columns without it")
    both = _read_rule(section, "lines")
    return both, both, diagonals


def _read_rule(section: Section, key: str) -> LineRule | None:
    rule = section.inner(key)
    rule.only("score", "target", "combine")
    scores = [_read_line_score(rule, name) for name in _names(rule, "score")]
    target = rule.number("target", LOWEST_TARGET, HIGHEST_TARGET)
    combine = rule.entries.get("combine", "best")
    if combine not in COMBINATIONS:
        rule.complain("combine", f"must be one of {', '.join(COMBINATIONS)}, not {combine!r}")
    elif "combine" in rule.entries and len(scores) == 1:
        rule.complain("combine", "needs several scores; name them, or take it out")
    found = tuple(score for score in scores if score is not None)
    return LineRule(found, target, adds=combine == "sum") if found else None


def _read_line_score(rule: Section, name: str) -> LineScore | None:
    if name not in LINE_SCORES:
        rule.complain("score", f"there is no line score {name!r}; the line scores are {', '.join(LINE_SCORES)}")
    return LINE_SCORES.get(name)


def _read_finals(section: Section) -> tuple[FinalScore, ...]:
    names = _names(section, "final") if "final" in section.entries else ["total"]
    for name in names:
        if name not in FINAL_SCORES:
            section.complain(
                "final", f"there is no final score {name!r}; the final scores are {', '.join(FINAL_SCORES)}"
            )
    finals = tuple(FINAL_SCORES[name] for name in names if name in FINAL_SCORES)
    mains = [final.key for final in finals if not final.is_bonus]
    if len(finals) == len(names) and len(mains) != 1:
        known = ", ".join(key for key, final in FINAL_SCORES.items() if not final.is_bonus)
        section.complain("final", f"must name exactly one main score, not {len(mains)}; the main scores are {known}")
    return finals


def _names(section: Section, key: str) -> list[str]:
    """One name, or a list of names without doubles."""
    value = section.entries.get(key)
    given = value if isinstance(value, list) else [value]
    names = [name for name in given if isinstance(name, str) and name]
    if not names or len(names) < len(given):
        section.complain(key, f"must be a name or a list of names, not {told(value)}")
        return []
    if len(set(names)) < len(names):
        section.complain(key, "names a score twice; name each once")
    return names


def _check_minus(section: Section, minus_below: int, rules: list[LineRule]) -> None:
    if minus_below > max(rule.target for rule in rules):
        section.complain("minus_below", "must not be higher than the lines' target: such lines have a check marker")
