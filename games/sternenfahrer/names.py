"""Names that fit beside figures and still differ: never four times the same beginning."""

from __future__ import annotations

from dataclasses import replace

from games.spine.dialogue import Text

LONGEST = 4  # letters that fit beside a colour's sign


def short_names(names: tuple[str, ...]) -> dict[str, str]:
    """Each name in up to four letters, and no two alike.

    >>> short_names(("Ada", "Christian", "Christoph", "Spieler 1"))
    {'Ada': 'Ada', 'Christian': 'Ci', 'Christoph': 'Co', 'Spieler 1': 'Spie'}
    >>> list(short_names(("Gast", "Gast 2", "Spieler 1", "Spieler 2")).values())
    ['Gast', 'G2', 'S1', 'S2']
    """
    return {name: _short(name, [one for one in names if one != name]) for name in names}


def in_short(words: Text, names: tuple[str, ...]) -> Text:
    """A text for a line of a page: with short names in it."""
    short = short_names(names)
    values = tuple((key, short.get(value, value) if isinstance(value, str) else value) for key, value in words.values)
    return replace(words, values=values)


def _short(name: str, others: list[str]) -> str:
    """The beginning if it is nobody else's; else the initial and the first letter in which it differs."""
    if len(name) <= LONGEST:
        return name
    alike = [one for one in others if one[:LONGEST].casefold() == name[:LONGEST].casefold()]
    if not alike:
        return name[:LONGEST].rstrip()
    shared = max(_shared(name, one) for one in alike)
    rest = name[shared:].lstrip()
    return name[0] + (rest[:2] if rest[:2].isdecimal() else rest[:1])


def _shared(one: str, other: str) -> int:
    """How many letters two names begin with in common."""
    pairs = zip(one.casefold(), other.casefold(), strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
