"""The book of Galaktix from its two TOML texts: read, checked as a whole, every problem named with its remedy.

An owner's text stands beside the shipped one: see `games.books.beside`.

boards.toml: `[board.N]` with `points` (field 1 first) and one line per road, a sign a field from the bottom:
`.` plain, `@` swirl, `w` `g` `b` extra white, grey, black rocket. `[board.N.strip]` has the same shape and is put on
top in levels with `strip = true`. levels.toml: `[chapter.N]` and `[level.N]`; the shipped files show every key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from games.books.beside import sections_beside
from games.books.levels import (
    LONGEST_NAME,
    LONGEST_RULE,
    MEDAL_KEYS,
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
from games.galaktix.pieces import COLOURS, Board, FieldKind, Level, Road, Spot
from games.spine.dialogue import Bilingual
from games.spine.toml_text import Problems, Section, parse_toml, top_sections

MOST_PIECES = 50
MOST_POINTS = 999
MOST_FIELDS = 20
MOST_REROLLS = 3
PARTS_TO_FLY = 2


@dataclass(frozen=True, slots=True)
class WholeBoard:
    """A board and the strip that can be put on top of it."""

    board: Board
    strip: Board | None

    def with_strip(self) -> Board | None:
        if self.strip is None:
            return None
        roads = tuple(low + high for low, high in zip(self.board.roads, self.strip.roads, strict=True))
        return replace(self.board, points=self.board.points + self.strip.points[1:], roads=roads)


@dataclass(frozen=True, slots=True)
class Book:
    """All boards, levels and chapters, in order of their numbers."""

    boards: tuple[WholeBoard, ...]
    levels: tuple[Level, ...]
    chapters: tuple[Chapter, ...]
    fingerprint: str  # changes with anything that matters to play, not with names or targets
    former: str = ""  # the fingerprint of the owner's levels alone, by which older sessions were signed

    def level(self, name: str) -> Level:
        """The level with this id ("7"); UnknownLevel if there is none."""
        return level_named(self.levels, name)


def parse_book(boards: str, levels: str, *, house: tuple[str, str] = ("", "")) -> Book:
    """The book that these two texts describe; BadData with all problems, one a line, if they do not.

    `house` are the shipped texts: what stands in them and not in the owner's is played beside it, and boards that are
    just as in them are house boards.
    """
    problems = Problems()
    parsed_boards, parsed_levels = parse_toml("boards", boards, problems), parse_toml("levels", levels, problems)
    problems.raise_if_any()  # whatever else could be said of an unreadable text would only confuse
    board_sections = sections_beside("boards", parsed_boards, house[0], ("board",), problems)
    sections = sections_beside("levels", parsed_levels, house[1], ("chapter", "level"), problems)
    at_home = _house_boards(house[0])
    printed = {
        number: _at_home(_read_board(number, section), at_home.get(number))
        for number, section in board_sections.together["board"].items()
    }
    read_levels = {
        number: _read_level(number, section, printed)
        if number in sections.own["level"]
        else _read_house_level(number, section, printed, at_home)
        for number, section in sections.together["level"].items()
    }
    chapters = sections.own["chapter"] | chapters_with_levels(sections.of_house("chapter"), sections.together["level"])
    read = read_chapters(dict(sorted(chapters.items())), sections.together["level"], problems)
    problems.raise_if_any()
    ordered = tuple(level for level in read_levels.values() if level is not None)
    return Book(
        boards=tuple(one for one in printed.values() if one is not None),
        levels=ordered,
        chapters=tuple(read),
        fingerprint=book_fingerprint(ordered),
        former=book_fingerprint([level for level in ordered if level.number in sections.own["level"]]),
    )


def _read_house_level(
    number: int, section: Section, printed: dict[int, WholeBoard | None], at_home: dict[int, WholeBoard | None]
) -> Level | None:
    """A shipped level on the owner's board of its number or, where it does not fit that one, on the house board."""
    tried = Problems()
    level = _read_level(number, replace(section, problems=tried), printed)
    return _read_level(number, section, at_home) if tried.faults else level


# --- boards ------------------------------------------------------------------------------------------------------


def _house_boards(text: str) -> dict[int, WholeBoard | None]:
    """The shipped boards."""
    unheard = Problems()
    sections = top_sections("boards", parse_toml("boards", text, unheard), ("board",), unheard)["board"]
    return {number: _as_house(_read_board(number, section)) for number, section in sections.items()}


def _at_home(board: WholeBoard | None, shipped: WholeBoard | None) -> WholeBoard | None:
    """The board, marked as a house board if it is just the shipped one of its number."""
    return shipped if shipped is not None and _as_house(board) == shipped else board


def _as_house(board: WholeBoard | None) -> WholeBoard | None:
    return replace(board, board=replace(board.board, is_house=True)) if board is not None else None


def _read_board(number: int, section: Section) -> WholeBoard | None:
    board = _read_roads(number, section, allowed=("strip",))
    strip_section = section.inner("strip", {})
    if not strip_section.entries:
        return WholeBoard(board, None) if board else None
    strip = _read_roads(number, strip_section)
    if board is None or strip is None:
        return None
    if any(len(road) != len(board.points) - 1 for road in board.roads):
        section.complain(
            "strip",
            Bilingual(
                "braucht Straßen, die alle bis oben reichen; mach jede so lang wie points",
                "needs roads that all reach the top; make every road as long as points",
            ),
        )
        return None
    return WholeBoard(board, strip)


def _read_roads(number: int, section: Section, allowed: tuple[str, ...] = ()) -> Board | None:
    section.only("points", *(road.key for road in Road), *allowed)
    points = section.numbers("points", 0, MOST_POINTS, MOST_FIELDS)
    roads = []
    for road in Road:
        signs = section.text(road.key, MOST_FIELDS)
        known = [kind.value for kind in FieldKind]
        if any(sign not in known for sign in signs):
            section.complain(
                road.key,
                Bilingual(
                    f"hat ein Zeichen, das keins von {' '.join(known)} ist; nimm ein Zeichen je Feld",
                    f"has a sign that is none of {' '.join(known)}; use one sign a field",
                ),
            )
        elif len(signs) > len(points) and section.is_fine("points"):
            section.complain(
                road.key,
                Bilingual(
                    f"hat {len(signs)} Felder, points aber nur {len(points)}; gleich sie an",
                    f"has {len(signs)} fields but points only {len(points)}; make them fit",
                ),
            )
        elif signs.endswith(FieldKind.SWIRL.value):
            section.complain(
                road.key,
                Bilingual(
                    "endet mit einem Wirbel, das letzte Feld wäre unerreichbar; ändere das letzte Zeichen",
                    "ends in a swirl, so its last field could not be reached; change the last sign",
                ),
            )
        else:
            roads.append(tuple(FieldKind(sign) for sign in signs))
    if any(high < low for low, high in pairwise(points)):
        section.complain(
            "points",
            Bilingual(
                "darf von Feld zu Feld nicht fallen; berichtige die Punkte",
                "must not fall from one field to the next; correct the points",
            ),
        )
    return Board(number, (0, *points), tuple(roads)) if len(roads) == len(Road) and points else None


# --- levels and chapters -----------------------------------------------------------------------------------------

_LEVEL_KEYS = ("chapter", "name", "rule", "board", "strip", "camp", "supply", "rerolls", "flags", "flag_points")


def _read_level(number: int, section: Section, printed: dict[int, WholeBoard | None]) -> Level | None:
    section.only(*_LEVEL_KEYS, *MEDAL_KEYS)
    has_strip = section.flag("strip", False)
    board = _board_of_level(section, printed, has_strip)
    camp, parts = _read_pieces(section.inner("camp"))
    supply, supply_parts = _read_pieces(section.inner("supply", {}))
    if not any(camp) and parts < PARTS_TO_FLY and section.is_fine("camp"):
        section.complain(
            "camp",
            Bilingual(
                f"hat nichts zum Fliegen; gib eine Rakete oder {PARTS_TO_FLY} Teile hinein",
                f"has nothing to fly with; give it a rocket or {PARTS_TO_FLY} parts",
            ),
        )
    flags = _read_flags(section.inner("flags", {}), board)
    flag_points = section.number("flag_points", 1, MOST_POINTS, default=0)
    if bool(flags) != bool(flag_points) and section.is_fine("flags", "flag_points"):
        section.complain(
            "flag_points",
            Bilingual(
                "und flags gehören zusammen; schreib beide oder keins",
                "and flags belong together; give both or neither",
            ),
        )
    targets = read_targets(section)
    name, rule = read_words(section, "name", LONGEST_NAME), read_words(section, "rule", LONGEST_RULE)
    chapter, rerolls = read_chapter_number(section), section.number("rerolls", 0, MOST_REROLLS, default=1)
    made_by = read_origin(section)
    if board is None or targets is None:
        return None
    return Level(
        number=number,
        chapter=chapter,
        name=name,
        rule=rule,
        board=board,
        camp=camp,
        parts=parts,
        supply=supply,
        supply_parts=supply_parts,
        targets=targets,
        made_by=made_by,
        rerolls=rerolls,
        has_strip=has_strip,
        flags=flags,
        flag_points=flag_points,
    )


def _board_of_level(section: Section, printed: dict[int, WholeBoard | None], has_strip: bool) -> Board | None:
    number = section.number("board", 1, MOST_PIECES)
    if not section.is_fine("board"):
        return None
    if number not in printed:
        section.complain(
            "board",
            Bilingual(
                f"es gibt kein [board.{number}]; nenne eins von {sorted(printed)}",
                f"there is no [board.{number}]; name one of {sorted(printed)}",
            ),
        )
        return None
    one = printed[number]
    if one is None:
        return None  # the board's own problems are named already
    board = one.with_strip() if has_strip else one.board
    if board is None:
        section.complain(
            "strip",
            Bilingual(
                f"Plan {number} hat keinen Streifen; schreib [board.{number}.strip] oder strip = false",
                f"board {number} has no strip; add [board.{number}.strip] or set strip = false",
            ),
        )
    return board


def _read_pieces(section: Section) -> tuple[tuple[int, int, int], int]:
    section.only(*(colour.key for colour in COLOURS), "parts")
    white, grey, black = (section.number(colour.key, 0, MOST_PIECES, default=0) for colour in COLOURS)
    return (white, grey, black), section.number("parts", 0, MOST_PIECES, default=0)


def _read_flags(section: Section, board: Board | None) -> tuple[Spot, ...]:
    section.only(*(road.key for road in Road))
    spots = []
    for road in Road:
        top = board.length(road) if board else MOST_FIELDS
        if road.key in section.entries:
            spots += [Spot(road, field) for field in section.numbers(road.key, 1, top, MOST_FIELDS)]
    return tuple(spots)
