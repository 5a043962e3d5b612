"""Scores of the owner's own: a way to count from the vocabulary, with other figures and the owner's words.

    [score.drei_gleiche]
    way = "pairs"
    size = 3
    points = 5
    name = "Drei Gleiche"
    rule = "Je drei gleiche Zahlen bringen 5 Punkte."

`[final.NAME]` does the same for the result. A shipped name cannot be taken: shipped levels go on counting as they did.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar

from games.books.levels import LONGEST_NAME, LONGEST_RULE, read_words
from games.number_up.vocabulary import FinalScore, LineScore
from games.spine.dialogue import Bilingual
from games.spine.toml_text import Problems, Section

Score = TypeVar("Score", LineScore, FinalScore)


def with_own(
    kind: str, parsed: Mapping[str, object], vocabulary: Mapping[str, Score], problems: Problems
) -> dict[str, Score | None]:
    """The vocabulary together with the sections `[kind.NAME]` of the owner's text; None for one that is at fault."""
    sections = Section("levels:", parsed, problems).inner(kind, {})
    found: dict[str, Score | None] = dict(vocabulary)
    for name in sections.entries:
        inside = sections.inner(name)
        section = replace(inside, place=f"levels: [{kind}.{name}]")
        if name in vocabulary:
            section.complain(
                "",
                Bilingual(
                    "so heißt schon eine mitgelieferte Wertung; gib ihr einen anderen Namen",
                    "a shipped score has this name; give it another",
                ),
            )
        else:
            found[name] = _read(name, section, vocabulary)
    return found


def _read(name: str, section: Section, vocabulary: Mapping[str, Score]) -> Score | None:
    way = section.entries.get("way")
    if not isinstance(way, str) or way not in vocabulary:
        known = ", ".join(vocabulary)
        section.complain(
            "way",
            Bilingual(f"nennt keine Art zu zählen; es gibt {known}", f"names no way to count; there are {known}"),
        )
        return None
    base = vocabulary[way]
    section.only("way", "name", "rule", *base.settable)
    figures: dict[str, int] = {
        key: section.number(key, *bounds) for key, bounds in base.settable.items() if key in section.entries
    }
    return replace(
        base,
        key=name,
        name=read_words(section, "name", LONGEST_NAME),
        sentence=read_words(section, "rule", LONGEST_RULE),
        points=partial(base.points, **figures),
        made_of=(way, *sorted(figures.items())),
    )
