"""The book of Pasch from levels.toml: read, checked as a whole, every problem named with its remedy."""

from __future__ import annotations

from dataclasses import dataclass

from games.books import levels as book
from games.spine.toml_text import Problems, Section, parse_toml, top_sections
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
    parsed = parse_toml("levels", text, problems := Problems())
    problems.raise_if_any()
    sections = top_sections("levels", parsed, ("chapter", "level"), problems)
    found = [_read_level(number, section) for number, section in sections["level"].items()]
    chapters = book.read_chapters(sections["chapter"], sections["level"], problems)
    problems.raise_if_any()
    levels = tuple(level for level in found if level is not None)
    return Book(levels, tuple(chapters), book.book_fingerprint(levels))


def _read_level(number: int, section: Section) -> Level | None:
    section.only("chapter", "name", "rule", "throws", "bonus", "double", *book.MEDAL_KEYS)
    name = book.read_words(section, "name", book.LONGEST_NAME)
    rule = book.read_words(section, "rule", book.LONGEST_RULE)
    throws, bonus = section.number("throws", 1, 5, 3), section.number("bonus", 0, 99, 30)
    double = map(Line, section.numbers("double", 1, len(Line), len(Line)) if "double" in section.entries else ())
    chapter, made_by, targets = book.read_chapter_number(section), book.read_origin(section), book.read_targets(section)
    return Level(number, chapter, name, rule, targets, made_by, throws, bonus, tuple(double)) if targets else None
