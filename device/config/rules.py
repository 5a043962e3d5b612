"""What a key of a configuration file may be, and the sentences about one that is something else."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Rule:
    """What one key may be: a test that returns the value to use, and the allowed values in words."""

    allowed: str
    accept: Callable[[object], object]


Rules: TypeAlias = "Mapping[str, Rule | Rules]"


class Refused(Exception):
    """The value is not one of the allowed ones."""


def one_of(*words: str) -> Rule:
    """One of these words."""

    def accept(value: object) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise Refused

    return Rule(" or ".join(f'"{word}"' for word in words), accept)


def whole_number(low: int, high: int) -> Rule:
    """A whole number within these bounds."""

    def accept(value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise Refused

    return Rule(f"a whole number from {low} to {high}", accept)


def _yes_or_no(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise Refused


YES_OR_NO = Rule("true or false", _yes_or_no)


def checked(table: Mapping[str, object], rules: Rules, file: str, prefix: str, problems: list[str]) -> dict[str, Any]:
    """The allowed values of a table; what is not allowed goes to `problems` as a sentence."""
    values: dict[str, Any] = {}
    for key, value in table.items():
        rule = rules.get(key)
        name = prefix + key
        if rule is None:
            known = ", ".join(prefix + word for word in rules)
            problems.append(f'{file}: there is no key "{name}". Known here: {known}. Correct or delete it.')
        elif isinstance(rule, Rule):
            try:
                values[key] = rule.accept(value)
            except Refused:
                problems.append(
                    f'{file}: "{name}" is {_shown(value)}, but must be {rule.allowed}. Change or delete it.'
                )
        elif isinstance(value, dict):
            values[key] = checked(value, rule, file, f"{name}.", problems)
        else:
            problems.append(f'{file}: "{name}" is {_shown(value)}, but must be a table: write [{name}] above its keys.')
    return values


def _shown(value: object) -> str:
    """The value as the file has it, as near as can be told, and not longer than a line."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
