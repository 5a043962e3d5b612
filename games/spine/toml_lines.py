"""In which line of a TOML text a key stands: the parser of the standard library does not tell.

The text must be one that could be parsed; then a statement ends at the first line's end outside of brackets and texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_PIECES = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\''  # texts over several lines
    r'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}\n]|[^"\'#\[\]{}\n]+|.',
    re.DOTALL,
)
_KEY = re.compile(r'\s*(?:"((?:\\.|[^"\\])*)"|\'([^\']*)\'|([A-Za-z0-9_-]+))\s*(\.?)')


def line_of(text: str, keys: Sequence[str]) -> int | None:
    """The line, from 1, of these keys from the outermost to the innermost, or of the nearest one around that is there.

    >>> line_of("[level.3]\\nboard = 1\\ncamp = { white = 2 }", ("level", "3", "camp", "white"))
    3
    >>> line_of("[level.3]", ("level", "3", "board")), line_of("[level.3]", ("chapter", "1"))
    (1, None)
    """
    lines: dict[tuple[str, ...], int] = {}
    for line, path in _paths(text):
        for length in range(1, len(path) + 1):
            lines.setdefault(path[:length], line)
    wanted = tuple(keys)
    while wanted and wanted not in lines:
        wanted = wanted[:-1]
    # A kind of section alone, as `level`, says nothing about where one of its numbers should stand.
    return lines[wanted] if len(wanted) > 1 or wanted == tuple(keys) != () else None


def _paths(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """All keys of a text with their lines, each behind the heading above it."""
    heading: tuple[str, ...] = ()
    for line, statement in _statements(text):
        if statement.startswith("["):
            heading = _keys(statement.lstrip("["))
            yield line, heading
        else:
            yield line, heading + _keys(statement)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The headings and assignments of a text, with the lines in which they begin."""
    line, begun, depth, statement = 1, 1, 0, ""
    for found in _PIECES.finditer(text + "\n"):
        piece = found.group()
        if piece == "\n" and depth == 0:
            if statement.strip():
                yield begun, statement.strip()
            statement = ""
        elif not piece.startswith("#"):
            if not statement.strip():
                begun = line
            depth += (piece in ("[", "{")) - (piece in ("]", "}"))
            statement += piece
        line += piece.count("\n")


def _keys(statement: str) -> tuple[str, ...]:
    """The dotted key with which a heading or an assignment begins."""
    keys: list[str] = []
    place = 0
    while found := _KEY.match(statement, place):
        keys.append(next(one for one in found.group(1, 2, 3) if one is not None))
        place = found.end()
        if not found.group(4):
            break
    return tuple(keys)
