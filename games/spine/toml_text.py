"""Checked access to the sections of a TOML text: problems are noted with place and remedy, none stops the reading.

A section is what stands under one `[heading]`. The configuration of the device is checked with this before its first
screen, so nothing but the standard library is imported.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeGuard, TypeVar

from games.spine.errors import BadData

Value = TypeVar("Value")


@dataclass
class Problems:
    """What is wrong with the data, one sentence each."""

    found: list[str] = field(default_factory=list)

    def add(self, sentence: str) -> None:
        if sentence not in self.found:
            self.found.append(sentence)

    def raise_if_any(self) -> None:
        """Raise BadData with all problems, one a line."""
        if self.found:
            raise BadData("\n".join(self.found))


class Refused(Exception):
    """The value is not one of the allowed ones."""


@dataclass(frozen=True)
class Rule(Generic[Value]):
    """What one value may be: a test that returns the value to use, and the allowed values in words."""

    allowed: str
    accept: Callable[[object], Value]  # Refused if it is none of them


def whole_number(low: int, high: int) -> Rule[int]:
    """The rule that a value is a whole number within these bounds."""

    def accept(value: object) -> int:
        if _is_number(value, low, high):
            return value
        raise Refused

    return Rule(f"a whole number from {low} to {high}", accept)


def _yes_or_no(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise Refused


YES_OR_NO = Rule("true or false", _yes_or_no)


@dataclass(frozen=True)
class Section:
    """One section and its place, such as `levels: [level.3] camp`."""

    place: str
    entries: Mapping[str, object]
    problems: Problems

    def complain(self, key: str, what: str) -> None:
        """Note a problem with this key (or with the whole section if the key is empty)."""
        place = f"{self.place} {key}" if key else self.place
        self.problems.add(f"{place}: {what}")

    def only(self, *known: str) -> None:
        """Note every key that is not known."""
        for key in self.entries:
            if key not in known:
                self.complain(key, f"unknown key; the keys are {', '.join(known)}")

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
        self.complain(key, f"must be a list of 1 to {longest} whole numbers from {low} to {high}, not {told(value)}")
        return ()

    def text(self, key: str, longest: int) -> str:
        """A text of 1 to `longest` characters."""
        value = self.entries.get(key)
        if isinstance(value, str) and value and len(value) <= longest:
            return value
        wrong = f"{len(value)} characters" if isinstance(value, str) and value else told(value)
        self.complain(key, f"must be a text of 1 to {longest} characters, not {wrong}")
        return ""

    def flag(self, key: str, default: bool) -> bool:
        """A value that must be true or false; `default` where it is missing."""
        return self._taken(key, self.entries.get(key, default), YES_OR_NO, default)

    def inner(self, key: str, default: Mapping[str, object] | None = None) -> Section:
        """A section inside this one; a missing one without default is a problem."""
        value = self.entries.get(key, default)
        if not isinstance(value, Mapping):
            self.complain(key, f"must be a table such as {{ … = … }}, not {told(value)}")
            value = {}
        return Section(f"{self.place} {key}", value, self.problems)

    def _taken(self, key: str, value: object, rule: Rule[Value], instead: Value) -> Value:
        """The value if the rule takes it; if not, that is a problem, and `instead` is read on with."""
        try:
            return rule.accept(value)
        except Refused:
            self.complain(key, f"must be {rule.allowed}, not {told(value)}")
            return instead


def parse_toml(file: str, text: str, problems: Problems) -> dict[str, object]:
    """What a TOML text says; if it cannot be read, that is a problem and nothing is said."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problems.add(f"{file}: not readable as TOML, {error}; correct that line")
        return {}


def top_sections(
    file: str, parsed: Mapping[str, object], kinds: tuple[str, ...], problems: Problems
) -> dict[str, dict[int, Section]]:
    """The numbered sections `[kind.N]` of a file, by kind and in order of their numbers."""
    root = Section(f"{file}:", parsed, problems)
    root.only(*kinds)
    found: dict[str, dict[int, Section]] = {}
    for kind in kinds:
        numbered: dict[int, Section] = {}
        sections = root.inner(kind, {})
        for name, value in sections.entries.items():
            place = f"{file}: [{kind}.{name}]"
            if not (name.isascii() and name.isdecimal() and name == str(int(name)) and int(name) > 0):
                problems.add(f"{place}: must be numbered 1, 2, 3 …; correct the number")
            elif not isinstance(value, Mapping):
                problems.add(f"{place}: must be a table, not {told(value)}")
            else:
                numbered[int(name)] = Section(place, value, problems)
        if not sections.entries:
            problems.add(f"{file}: there is no [{kind}.1]; add at least one")
        found[kind] = dict(sorted(numbered.items()))
    return found


def _is_number(value: object, low: int, high: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def told(value: object) -> str:
    """A value as a complaint quotes it."""
    return "nothing" if value is None else repr(value)
