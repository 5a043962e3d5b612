"""Reading and writing the files of a profile folder, with plain words about what is amiss."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from vision.base.errors import BadProfile
from vision.base.files import write_whole

Paint = tuple[float, float, float]  # of the light, in blue, green and red


def read_file(file: Path, known: Collection[str], remedy: str) -> dict[str, Any]:
    """The file's content; BadProfile if it cannot be read or has an unknown key. `remedy` says how to get one."""
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadProfile(f"{file}: cannot be read ({error.strerror}); {remedy}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadProfile(f"{file}: no valid TOML: {error}") from error
    check_keys(file, "", content, known)
    return content


def check_keys(
    file: Path, place: str, section: Mapping[str, object], known: Collection[str], between: str = ", "
) -> None:
    """Refuse a key nobody knows; `place` is the section's own name, empty for the whole file."""
    unknown = sorted(set(section) - set(known))
    if unknown:
        where = f"{place}: " if place else ""
        *others, last = sorted(known)
        raise BadProfile(f"{file}: {where}unknown key {unknown[0]!r}; known are {between.join(others)} and {last}")


def section_in(file: Path, key: str, value: object, contents: str) -> Mapping[str, Any]:
    """A section that is not empty, or a sentence that names the key and what is expected in it."""
    if not isinstance(value, Mapping) or not value:
        raise BadProfile(f"{file}: {key}: {contents}")
    return value


def number_in(file: Path, key: str, value: object, least: float, most: float) -> float:
    """A number within its bounds, or a sentence that names the key."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise BadProfile(f"{file}: {key}: a number from {least:g} to {most:g} is expected, not {value!r}")
    return float(value)


def paint_in(file: Path, key: str, value: object, most: float) -> Paint:
    """Three numbers, each up to `most`, or a sentence that names the key."""
    if not isinstance(value, list) or len(value) != 3:
        raise BadProfile(f"{file}: {key}: three numbers (blue, green, red) are expected")
    blue, green, red = (number_in(file, key, each, 0.0, most) for each in value)
    return blue, green, red


def quoted(name: str) -> str:
    """A name as a TOML key or text; what would end it early is left out.

    >>> quoted('two "stars"')
    '"two stars"'
    """
    return '"' + "".join(letter for letter in name if letter.isprintable() and letter not in '"\\') + '"'


def write_lines(file: Path, lines: Iterable[str]) -> None:
    """Write a file of a profile folder, made on first use; the old file stays whole until the new one is."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, ("\n".join(lines) + "\n").encode())
