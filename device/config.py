"""The configuration: what the owner wrote by hand, overlaid by what was set on the device.

`bordbuch.toml` is the owner's and never rewritten. `settings.toml` is ours: language, sound, the last player and the
profile of the pieces.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from device.errors import ConfigError

CONFIG_FILE = "bordbuch.toml"
SETTINGS_FILE = "settings.toml"
LANGUAGES = ("de", "en")
CAMERA_KINDS = ("simulated",)
LONGEST_NAME = 12  # characters of a player's name that the OLED can show


@dataclass(frozen=True, slots=True)
class WebConfig:
    """The page on which the device can be seen."""

    port: int = 8017


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """Which camera looks at the table, and how often."""

    kind: str = "simulated"
    frames_per_second: int = 10


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set, with what holds if nothing is."""

    language: str = "de"
    sound: bool = True
    players: tuple[str, ...] = ()
    last_player: str | None = None
    web: WebConfig = field(default_factory=WebConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    profile: str = ""  # what the pieces look like: a folder in profiles/, or nothing for the shipped ones


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set on the device itself; None leaves it to the configuration."""

    language: str | None = None
    sound: bool | None = None
    last_player: str | None = None
    profile: str | None = None


def load_config(folder: Path) -> Config:
    """The configuration of this data folder; files that are not there set nothing.

    ConfigError with every problem of both files, one line each.
    """
    problems: list[str] = []
    config = Config()
    for name, rules in ((CONFIG_FILE, CONFIG_RULES), (SETTINGS_FILE, SETTINGS_RULES)):
        path = folder / name
        table = _read(path, problems)
        values = _checked(table, rules, str(path), "", problems)
        web, camera = values.pop("web", {}), values.pop("camera", {})
        config = replace(config, **values, web=replace(config.web, **web), camera=replace(config.camera, **camera))
    if problems:
        raise ConfigError("\n".join(problems))
    return config


def load_settings(folder: Path) -> Settings:
    """Only what was set on the device, to be changed and saved again."""
    problems: list[str] = []
    path = folder / SETTINGS_FILE
    values = _checked(_read(path, problems), SETTINGS_RULES, str(path), "", problems)
    if problems:
        raise ConfigError("\n".join(problems))
    return Settings(**values)


def save_settings(folder: Path, settings: Settings) -> None:
    """Write what was set on the device: all of it or, if the plug is pulled, the old file stays.

    ConfigError for a value that could not be loaded again, OSError if the disk refuses.
    """
    target, new = folder / SETTINGS_FILE, folder / (SETTINGS_FILE + ".new")
    given = {key: value for key, value in asdict(settings).items() if value is not None}
    problems: list[str] = []
    _checked(given, SETTINGS_RULES, str(target), "", problems)
    if problems:
        raise ConfigError("\n".join(problems))
    lines = ["# Set on the device; your own configuration belongs into bordbuch.toml."]
    # A JSON string or truth value is one of TOML, too.
    lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in given.items()]
    folder.mkdir(parents=True, exist_ok=True)
    with new.open("w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        os.fsync(file.fileno())
    new.replace(target)
    handle = os.open(folder, os.O_RDONLY)  # the rename itself must reach the disk, too
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- checking ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rule:
    """What one key may be: a test that returns the value to use, and the allowed values in words."""

    allowed: str
    accept: Callable[[object], object]


Rules: TypeAlias = "Mapping[str, Rule | Rules]"


class _Refused(Exception):
    """The value is not one of the allowed ones."""


def _one_of(*words: str) -> Rule:
    def accept(value: object) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise _Refused

    return Rule(" or ".join(f'"{word}"' for word in words), accept)


def _whole_number(low: int, high: int) -> Rule:
    def accept(value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise _Refused

    return Rule(f"a whole number from {low} to {high}", accept)


def _yes_or_no(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _Refused


def _name(value: object) -> str:
    if isinstance(value, str) and value.strip() and len(value) <= LONGEST_NAME and value.isprintable():
        return value
    raise _Refused


def _profile(value: object) -> str:
    if value == "":
        return ""
    name = _name(value)
    if not is_profile_name(name):
        raise _Refused
    return name


def is_profile_name(name: str) -> bool:
    """Whether a profile may be called so: it must also be the name of a folder, on any device."""
    return bool(re.fullmatch(r"[^\W_](?:[\w .+'()&-]*[\w+')])?", name)) and len(name) <= LONGEST_NAME


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _Refused
    names = tuple(map(_name, value))
    if len(set(names)) < len(names):
        raise _Refused
    return names


A_NAME = f"a name of 1 to {LONGEST_NAME} characters"
A_PROFILE = f'{A_NAME} (letters, digits, spaces), or "" for the shipped one'

CONFIG_RULES: Rules = {
    "language": _one_of(*LANGUAGES),
    "sound": Rule("true or false", _yes_or_no),
    "players": Rule(f"a list of different names, each {A_NAME.removeprefix('a name ')}", _names),
    "profile": Rule(A_PROFILE, _profile),
    "web": {"port": _whole_number(1024, 65535)},
    "camera": {"kind": _one_of(*CAMERA_KINDS), "frames_per_second": _whole_number(1, 30)},
}

SETTINGS_RULES: Rules = {
    "language": _one_of(*LANGUAGES),
    "sound": Rule("true or false", _yes_or_no),
    "last_player": Rule(A_NAME, _name),
    "profile": Rule(A_PROFILE, _profile),
}


def _read(path: Path, problems: list[str]) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except tomllib.TOMLDecodeError as error:
        problems.append(f"{path}: this is no TOML: {error}. Correct it there, or delete the file to start afresh.")
    except UnicodeDecodeError:
        problems.append(f"{path}: this is no text in UTF-8. Save it as UTF-8, or delete it to start afresh.")
    except OSError as error:
        problems.append(f"{path}: cannot be read ({error.strerror}). Check the file and its permissions.")
    return {}


def _checked(table: Mapping[str, object], rules: Rules, file: str, prefix: str, problems: list[str]) -> dict[str, Any]:
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
            except _Refused:
                problems.append(
                    f'{file}: "{name}" is {_shown(value)}, but must be {rule.allowed}. Change or delete it.'
                )
        elif isinstance(value, dict):
            values[key] = _checked(value, rule, file, f"{name}.", problems)
        else:
            problems.append(f'{file}: "{name}" is {_shown(value)}, but must be a table: write [{name}] above its keys.')
    return values


def _shown(value: object) -> str:
    """The value as the file has it, as near as can be told, and not longer than a line."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
