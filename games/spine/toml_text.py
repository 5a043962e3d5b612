"""Checked access to the sections of a TOML text: problems are noted with place and remedy, none stops the reading.

A section is what stands under one `[heading]`. The configuration of the device is checked with this before its first
screen, so nothing but the standard library is imported.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeGuard, TypeVar

from games.spine.errors import BadData
from games.spine.fault import Fault
from games.spine.toml_lines import line_of
from games.spine.words import Bilingual, both

Value = TypeVar("Value")

_PLACED = re.compile(r"(?P<place>[^:]+(?:: \[[^\]]*\][^:]*)?): (?P<what>.*)", re.DOTALL)
_HEADING = re.compile(r"\[([^\]]*)\]")


@dataclass
class Problems:
    """What is wrong with the data, once each."""

    faults: list[Fault] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)  # by name, to find the lines in

    @property
    def found(self) -> list[str]:
        """A sentence each."""
        return [f"{fault.place}: {fault.what.en}" for fault in self.faults]

    def add(self, sentence: str | Bilingual) -> None:
        """Note a problem whose sentence begins with its place; the place is the same in both languages."""
        words = both(sentence)
        place, in_english = _placed(words.en)
        self.note(place, Bilingual(_placed(words.de)[1], in_english))

    def note(self, place: str, what: Bilingual) -> None:
        """Note a problem in this place, unless it is known."""
        if all((fault.place, fault.what) != (place, what) for fault in self.faults):
            self.faults.append(Fault(place, what, self._line(place)))

    def raise_if_any(self) -> None:
        """Raise BadData with all problems, one a line."""
        if self.faults:
            raise BadData("\n".join(self.found), tuple(self.faults))

    def _line(self, place: str) -> int | None:
        """The line of a place such as `levels: [level.3] camp white`."""
        file, _, inside = place.partition(": ")
        heading = _HEADING.match(inside)
        keys = [*heading[1].split("."), *inside[heading.end() :].split()] if heading else inside.split()
        return line_of(self.texts[file], keys) if file in self.texts and keys else None


def _placed(sentence: str) -> tuple[str, str]:
    """A sentence's place, as far as it begins with one, and the rest."""
    found = _PLACED.fullmatch(sentence)
    return (found["place"], found["what"]) if found else ("", sentence)


class Refused(Exception):
    """The value is not one of the allowed ones."""


@dataclass(frozen=True)
class Rule(Generic[Value]):
    """What one value may be: a test that returns the value to use, and the allowed values in words."""

    allowed: str | Bilingual
    accept: Callable[[object], Value]  # Refused if it is none of them


def whole_number(low: int, high: int) -> Rule[int]:
    """The rule that a value is a whole number within these bounds."""

    def accept(value: object) -> int:
        if _is_number(value, low, high):
            return value
        raise Refused

    words = Bilingual(f"eine ganze Zahl von {low} bis {high}", f"a whole number from {low} to {high}")
    return Rule(words, accept)


def _yes_or_no(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise Refused


YES_OR_NO = Rule(Bilingual("true oder false", "true or false"), _yes_or_no)


@dataclass(frozen=True)
class Section:
    """One section and its place, such as `levels: [level.3] camp`."""

    place: str
    entries: Mapping[str, object]
    problems: Problems

    def complain(self, key: str, what: str | Bilingual) -> None:
        """Note a problem with this key (or with the whole section if the key is empty)."""
        self.problems.note(self._place(key), both(what))

    def is_fine(self, *keys: str) -> bool:
        """Whether nothing was wrong so far with any of these keys, nor with what stands inside of them."""
        places = tuple(self._place(key) for key in keys)
        return not any(f"{fault.place} ".startswith(f"{place} ") for fault in self.problems.faults for place in places)

    def only(self, *known: str) -> None:
        """Note every key that is not known."""
        for key in self.entries:
            if key not in known:
                keys = ", ".join(known)
                self.complain(
                    key,
                    Bilingual(f"diesen Schlüssel gibt es nicht; es gibt {keys}", f"unknown key; the keys are {keys}"),
                )

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`; a missing one without default is a problem."""
        if key not in self.entries and default is not None:
            return default
        return self._taken(key, self.entries.get(key), whole_number(low, high), low)

    def numbers(self, key: str, low: int, high: int, longest: int) -> tuple[int, ...]:
        """A list of whole numbers from `low` to `high`."""
        value = self.entries.get(key)
        if isinstance(value, list) and 0 < len(value) <= longest and all(_is_number(one, low, high) for one in value):
            return tuple(value)
        words = Bilingual(
            f"eine Liste von 1 bis {longest} ganzen Zahlen von {low} bis {high}",
            f"a list of 1 to {longest} whole numbers from {low} to {high}",
        )
        self.complain(key, _must_be(words, value))
        return ()

    def text(self, key: str, longest: int) -> str:
        """A text of 1 to `longest` characters."""
        value = self.entries.get(key)
        if isinstance(value, str) and value and len(value) <= longest:
            return value
        words = Bilingual(f"ein Text aus 1 bis {longest} Zeichen", f"a text of 1 to {longest} characters")
        size = len(value) if isinstance(value, str) else 0
        self.complain(key, _must_be(words, value, Bilingual(f"{size} Zeichen", f"{size} characters") if size else None))
        return ""

    def flag(self, key: str, default: bool) -> bool:
        """A value that must be true or false; `default` where it is missing."""
        return self._taken(key, self.entries.get(key, default), YES_OR_NO, default)

    def inner(self, key: str, default: Mapping[str, object] | None = None) -> Section:
        """A section inside this one; a missing one without default is a problem."""
        value = self.entries.get(key, default)
        if not isinstance(value, Mapping):
            words = Bilingual("eine Tabelle wie { … = … }", "a table such as { … = … }")
            self.complain(key, _must_be(words, value))
            value = {}
        return Section(f"{self.place} {key}", value, self.problems)

    def _taken(self, key: str, value: object, rule: Rule[Value], instead: Value) -> Value:
        """The value if the rule takes it; if not, that is a problem, and `instead` is read on with."""
        try:
            return rule.accept(value)
        except Refused:
            self.complain(key, _must_be(both(rule.allowed), value))
            return instead

    def _place(self, key: str) -> str:
        return f"{self.place} {key}" if key else self.place.removesuffix(":")


def parse_toml(file: str, text: str, problems: Problems) -> dict[str, object]:
    """What a TOML text says; if it cannot be read, that is a problem and nothing is said."""
    problems.texts[file] = text
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problems.note(file, _unreadable(str(error)))
        return {}


def _unreadable(error: str) -> Bilingual:
    """What the parser says, which it says in English only; the place and the commonest reasons in both languages."""
    place = re.search(r"line (\d+), column (\d+)", error)
    where = f"Zeile {place[1]}, Spalte {place[2]}" if place else "am Ende"
    if "Cannot declare" in error or "Cannot overwrite" in error:
        why = "das steht weiter oben schon einmal; nimm eins heraus oder gib ihm eine andere Nummer"
    else:
        why = "fehlt dort ein Anführungszeichen, eine Klammer oder ein =? Berichtige die Zeile"
    return Bilingual(f"als TOML nicht lesbar ({where}): {why}", f"not readable as TOML, {error}; correct that line")


def top_sections(
    file: str,
    parsed: Mapping[str, object],
    kinds: tuple[str, ...],
    problems: Problems,
    *,
    others: tuple[str, ...] = (),
    is_whole: bool = True,
) -> dict[str, dict[int, Section]]:
    """The numbered sections `[kind.N]` of a file, by kind and in order of their numbers.

    `others` are keys that may stand beside them. A file that is not whole need not have one of each kind.
    """
    root = Section(f"{file}:", parsed, problems)
    root.only(*kinds, *others)
    found: dict[str, dict[int, Section]] = {}
    for kind in kinds:
        numbered: dict[int, Section] = {}
        sections = root.inner(kind, {})
        for name, value in sections.entries.items():
            place = f"{file}: [{kind}.{name}]"
            if not (name.isascii() and name.isdecimal() and name == str(int(name)) and int(name) > 0):
                problems.note(
                    place,
                    Bilingual(
                        "muss als 1, 2, 3 … nummeriert sein; berichtige die Nummer",
                        "must be numbered 1, 2, 3 …; correct the number",
                    ),
                )
            elif not isinstance(value, Mapping):
                problems.note(
                    place,
                    _must_be(Bilingual("eine Tabelle", "a table"), value),
                )
            else:
                numbered[int(name)] = Section(place, value, problems)
        if is_whole and not sections.entries and root.is_fine(kind):
            problems.note(
                file,
                Bilingual(
                    f"es gibt kein [{kind}.1]; schreib wenigstens eins", f"there is no [{kind}.1]; add at least one"
                ),
            )
        found[kind] = dict(sorted(numbered.items()))
    return found


def _is_number(value: object, low: int, high: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def told(value: object) -> str:
    """A value as a complaint quotes it."""
    return "nothing" if value is None else repr(value)


def _must_be(words: Bilingual, value: object, shown: Bilingual | None = None) -> Bilingual:
    """That something else belongs there than this value, or than nothing."""
    shown = shown or both(told(value))
    if value is None:
        return Bilingual(f"fehlt; hier gehört {words.de} hin", f"must be {words.en}, not {shown.en}")
    return Bilingual(f"muss {words.de} sein, nicht {shown.de}", f"must be {words.en}, not {shown.en}")
