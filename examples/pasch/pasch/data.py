"""The book of Pasch from levels.toml: read, checked as a whole, every problem named with its remedy."""

from __future__ import annotations

from dataclasses import dataclass

from games.books import levels as book
from games.spine.tables import Problems, Table, parse_toml, top_tables
from pasch.pieces import Level, Line


@dataclass(frozen=True, slots=True)
class Book:
    """All levels and chapters, in order of their numbers."""

    levels: tuple[Level, ...]
    chapters: tuple[book.Chapter, ...]
    fingerprint: str  # changes with anything that matters to play, not with names or targets

    def level(self, name: str) -> Level:
        """The level with this id ("2"); UnknownLevel if there is none."""
        return book.level_named(self.levels, name)


def parse_book(text: str) -> Book:
    """The book that levels.toml describes; BadData with all problems, one a line, if it does not."""
    problems = Problems()
    parsed = parse_toml("levels", text, problems)
    problems.raise_if_any()
    tables = top_tables("levels", parsed, ("chapter", "level"), problems)
    found = [_read_level(number, table) for number, table in tables["level"].items()]
    chapters = book.read_chapters(tables["chapter"], tables["level"], problems)
    problems.raise_if_any()
    levels = tuple(level for level in found if level is not None)
    matters = [[level.number, level.throws, level.bonus, level.double] for level in levels]
    return Book(levels, tuple(chapters), book.fingerprint(matters))


def _read_level(number: int, table: Table) -> Level | None:
    table.only("chapter", "name", "rule", "throws", "bonus", "double", *book.MEDAL_KEYS)
    name = book.read_words(table, "name", book.LONGEST_NAME)
    rule = book.read_words(table, "rule", book.LONGEST_RULE)
    throws, bonus = table.number("throws", 1, 5, 3), table.number("bonus", 0, 99, 30)
    double = table.numbers("double", 1, len(Line), len(Line)) if "double" in table.entries else ()
    chapter, made_by, targets = book.read_chapter_number(table), book.read_origin(table), book.read_targets(table)
    if targets is None:
        return None
    return Level(number, chapter, name, rule, targets, made_by, throws, bonus, tuple(map(Line, double)))
