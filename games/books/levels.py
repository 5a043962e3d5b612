"""What every challenge book has: chapters of levels, names and rules in both languages, and points for the medals.

The readers take the checked sections of a level file; what they complain about names the place and the remedy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from games.books.medals import Targets
from games.spine.data_game import fingerprint
from games.spine.dialogue import Bilingual
from games.spine.errors import UnknownLevel
from games.spine.toml_text import Problems, Section
from games.spine.words import both

LONGEST_NAME = 16  # characters in a heading of the display
LONGEST_RULE = 88  # four lines of about 22 characters
LONGEST_ORIGIN = 1000
MOST_CHAPTERS = 50
MOST_POINTS = 9990
MEDAL_KEYS = ("targets", "made_by")
TAKE_BACKS_KEY = "take_backs"  # false in a level that lets nobody do otherwise after more was seen


@dataclass(frozen=True, slots=True)
class LevelInfo:
    """A level as the book lists it: its name, its own rule in one sentence, and the points for the medals.

    `signs` are the fingerprints under which it may stand in a journal: its own first, then those of whole books in
    which it is just the same. Before levels had one of their own, a session was signed with that of the whole book.
    """

    id: str
    chapter: int
    name: Bilingual
    rule: Bilingual
    targets: Targets
    signs: tuple[str, ...] = ("",)
    may_take_back: bool = True  # a move may be made otherwise after more was seen; the result says so then

    @property
    def sign(self) -> str:
        """The fingerprint of this level with its board: what play hangs on, not its name nor its targets."""
        return self.signs[0]


@dataclass(frozen=True, slots=True)
class ChapterInfo:
    """A chapter: its levels in order, and the points for the sum of their best results."""

    number: int
    levels: tuple[LevelInfo, ...]
    targets: Targets
    name: Bilingual

    @property
    def sign(self) -> str:
        """The fingerprint of its levels: what a sum of their results hangs on."""
        return fingerprint([level.sign for level in self.levels])


@dataclass(frozen=True, slots=True)
class Chapter:
    """Several levels, by their numbers, with targets for the sum of their best results."""

    number: int
    name: Bilingual
    levels: tuple[int, ...]
    targets: Targets
    made_by: str  # where the targets come from


class BookLevel(Protocol):
    """What all levels have, whatever the game."""

    @property
    def number(self) -> int: ...

    @property
    def id(self) -> str:
        """The level as set-up lines and the command line name it."""
        ...

    @property
    def chapter(self) -> int: ...

    @property
    def name(self) -> Bilingual: ...

    @property
    def rule(self) -> Bilingual: ...

    @property
    def targets(self) -> Targets: ...

    @property
    def matters(self) -> Sequence[object]:
        """All that play hangs on, as plain values: a result counts only where they are the same."""
        ...


SomeLevel = TypeVar("SomeLevel", bound=BookLevel)


def level_named(levels: Sequence[SomeLevel], name: str) -> SomeLevel:
    """The level with this id ("7"); UnknownLevel if there is none."""
    for level in levels:
        if level.id == name:
            return level
    raise UnknownLevel(f"there is no level {name!r}; the book has {levels[0].id} to {levels[-1].id}")


def book_fingerprint(levels: Sequence[BookLevel]) -> str:
    """A short sign of all levels that changes with anything that matters to play; none for no levels."""
    return fingerprint([level.matters for level in levels]) if levels else ""


class LevelBook(Protocol):
    """A book with chapters of levels."""

    @property
    def levels(self) -> Sequence[BookLevel]: ...

    @property
    def chapters(self) -> Sequence[Chapter]: ...

    @property
    def fingerprint(self) -> str: ...


def chapters_of(book: LevelBook, former: str = "") -> tuple[ChapterInfo, ...]:
    """The book's chapters and levels as the challenge book lists them.

    `former` is what an older session may be signed with: the fingerprint of the owner's levels without any others.
    """
    signs = tuple(dict.fromkeys(filter(None, (book.fingerprint, former))))
    return tuple(
        ChapterInfo(
            chapter.number,
            tuple(
                LevelInfo(
                    level.id,
                    level.chapter,
                    level.name,
                    level.rule,
                    level.targets,
                    (fingerprint(level.matters), *signs),
                    getattr(level, "may_take_back", True),  # not every game lets its levels say so
                )
                for level in book.levels
                if level.chapter == chapter.number
            ),
            chapter.targets,
            chapter.name,
        )
        for chapter in book.chapters
    )


# --- reading them from a level file ------------------------------------------------------------------------------


def read_chapter_number(section: Section) -> int:
    """The number of the chapter that a level belongs to."""
    return section.number("chapter", 1, MOST_CHAPTERS)


def read_chapters(chapters: Mapping[int, Section], levels: Mapping[int, Section], problems: Problems) -> list[Chapter]:
    """All chapters that are in order. A level without its chapter and a chapter without levels are problems."""
    found = [_read_chapter(number, section, levels) for number, section in chapters.items()]
    for section in levels.values():
        if read_chapter_number(section) not in chapters and section.is_fine("chapter"):
            section.complain(
                "chapter",
                Bilingual(
                    "dieses [chapter] gibt es nicht; schreib es dazu oder nenne ein anderes",
                    "there is no such [chapter]; add it or name another",
                ),
            )
    return [chapter for chapter in found if chapter is not None]


def chapters_with_levels(chapters: Mapping[int, Section], levels: Mapping[int, Section]) -> dict[int, Section]:
    """The chapters to which at least one of these levels belongs."""
    taken = {section.entries.get("chapter") for section in levels.values()}
    return {number: section for number, section in chapters.items() if number in taken}


def _read_chapter(number: int, section: Section, levels: Mapping[int, Section]) -> Chapter | None:
    section.only("name", *MEDAL_KEYS)
    members = {level: entries for level, entries in levels.items() if entries.entries.get("chapter") == number}
    if not members:
        section.complain(
            "name",
            Bilingual(
                f"kein Level gehört dazu; gib einem chapter = {number} oder nimm das Kapitel heraus",
                f"no level belongs to it; give one chapter = {number} or take the chapter out",
            ),
        )
    targets = read_targets(section) if "targets" in section.entries else _sum_of_targets(members.values())
    name, made_by = read_words(section, "name", LONGEST_NAME), read_origin(section)
    return Chapter(number, name, tuple(members), targets, made_by) if targets else None


def _sum_of_targets(levels: Iterable[Section]) -> Targets | None:
    """What a chapter without targets of its own takes: those of its levels, added up."""
    each = [targets for targets in map(read_targets, levels) if targets is not None]
    sums = [sum(medals) for medals in zip(*((one.bronze, one.silver, one.gold) for one in each), strict=True)]
    return Targets(*sums) if sums else None


def read_targets(section: Section) -> Targets | None:
    """The points for the three medals; None, with a problem noted, if they do not rise."""
    if "targets" not in section.entries:
        example = "{ bronze = 20, silver = 25, gold = 30 }"
        section.complain("targets", Bilingual(f"fehlt; schreib sie wie {example}", f"is missing; write {example}"))
        return None
    medals = section.inner("targets")
    if not section.is_fine("targets"):
        return None
    medals.only("bronze", "silver", "gold")
    bronze, silver, gold = (medals.number(medal, 1, MOST_POINTS) for medal in ("bronze", "silver", "gold"))
    if bronze < silver < gold:
        return Targets(bronze, silver, gold)
    if section.is_fine("targets"):
        medals.complain(
            "",
            Bilingual("müssen von Bronze über Silber zu Gold steigen", "must rise from bronze to silver to gold"),
        )
    return None


def read_words(section: Section, key: str, longest: int) -> Bilingual:
    """A text in both languages, or in one that stands for both: a plain text, or only one of de and en."""
    if key not in section.entries:
        section.complain(
            key,
            Bilingual(
                f"fehlt; schreib einen Text aus höchstens {longest} Zeichen",
                f"is missing; write a text of up to {longest} characters",
            ),
        )
        return both("")
    if not isinstance(section.entries[key], Mapping):
        return both(section.text(key, longest))
    words = section.inner(key)
    words.only("de", "en")
    if not section.is_fine(key):
        return both("")
    given = [words.text(language, longest) for language in ("de", "en") if language in words.entries]
    if not given:
        words.text("de", longest)
    return Bilingual(*given) if len(given) > 1 else both("".join(given))


def read_origin(section: Section) -> str:
    """The text that says where the targets come from; an owner's come from the printed book and need none."""
    return section.text("made_by", LONGEST_ORIGIN) if "made_by" in section.entries else ""
