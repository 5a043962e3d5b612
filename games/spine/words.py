"""Words without a language: a message key and its values, or both languages from a data file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Bilingual:
    """Words that come from a data file, in both languages."""

    de: str
    en: str

    def said(self, language: str) -> str:
        """The words in one of the two."""
        return self.de if language == "de" else self.en


@dataclass(frozen=True, slots=True)
class Text:
    """A message key and the values that go into it; the device turns it into a sentence."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        inside = ", ".join(f"{name}={value}" for name, value in self.values)
        return f"{self.key}({inside})" if inside else self.key


def both(words: str | Bilingual) -> Bilingual:
    """Words that may be the same in both languages."""
    return Bilingual(words, words) if isinstance(words, str) else words


Value: TypeAlias = "int | str | Text | Bilingual"


def say(key: str, **values: Value) -> Text:
    """The text for `key` with its values.

    >>> str(say("mygame.land", field=7))
    'mygame.land(field=7)'
    """
    return Text(key, tuple(sorted(values.items())))
