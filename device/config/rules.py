"""What the keys of a configuration file may be, and the owner's sentences about one that is something else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from games.spine.toml_text import Refused, Rule, Section
from games.spine.words import both

Rules: TypeAlias = "Mapping[str, Rule[Any] | Rules]"


def one_of(*words: str) -> Rule[str]:
    """The rule that a value is one of these words."""

    def accept(value: object) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise Refused

    return Rule(" or ".join(f'"{word}"' for word in words), accept)


def checked(section: Section, rules: Rules, prefix: str = "") -> dict[str, Any]:
    """The allowed values of a section whose place is its file; `prefix` stands before its keys, as `web.`."""
    values: dict[str, Any] = {}
    for key, value in section.entries.items():
        rule = rules.get(key)
        name = prefix + key
        if rule is None:
            known = ", ".join(prefix + word for word in rules)
            section.complain("", f'there is no key "{name}". Known here: {known}. Correct or delete it.')
        elif isinstance(rule, Rule):
            try:
                values[key] = rule.accept(value)
            except Refused:
                wrong = f'"{name}" is {_shown(value)}, but must be {both(rule.allowed).en}. Change or delete it.'
                section.complain("", wrong)
        elif isinstance(value, dict):
            values[key] = checked(Section(section.place, value, section.problems), rule, f"{name}.")
        else:
            section.complain("", f'"{name}" is {_shown(value)}, but must be a table: write [{name}] above its keys.')
    return values


def _shown(value: object) -> str:
    """The value as the file has it, as near as can be told, and not longer than a line."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
