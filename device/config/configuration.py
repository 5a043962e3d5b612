"""The configuration: what the owner wrote by hand, overlaid by what was set on the device.

`bordbuch.toml` is the owner's and never rewritten. `settings.toml` is ours: language, sound, who played
last, the profile of the pieces, and whether phones may open the page.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from device.config.rules import Rules, checked, one_of
from device.config.wiring import PANEL_KINDS, PARTS_RULES, PartsConfig, pin_conflicts
from device.errors import ConfigError
from games.spine.toml_text import YES_OR_NO, Problems, Refused, Rule, Section, whole_number
from vision.base.files import write_whole

CONFIG_FILE = "bordbuch.toml"
SETTINGS_FILE = "settings.toml"
LANGUAGES = ("de", "en")
MACHINE, NETWORK = "machine", "network"  # who may open the page
LONGEST_NAME = 12  # characters of a player's name that the OLED can show


@dataclass(frozen=True, slots=True)
class WebConfig:
    """The page on which the device can be seen, by this machine only or by phones of the home network, too."""

    port: int = 8017
    listen: str = MACHINE


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set, with what holds if nothing is."""

    language: str = "de"
    sound: bool = True
    players: tuple[str, ...] = ()
    last_player: str | None = None
    web: WebConfig = field(default_factory=WebConfig)
    parts: PartsConfig = field(default_factory=PartsConfig)
    profile: str = ""  # what the pieces look like: a folder in profiles/, or nothing for the shipped ones
    last_group: tuple[str, ...] = ()  # who played together last, in the order of their seats
    welcomed: bool = False  # somebody was led through the first evening, or did not want to be
    set_aside: tuple[str, ...] = ()  # sentences about files of the device's own that were damaged


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set on the device itself; None leaves it to the configuration."""

    language: str | None = None
    sound: bool | None = None
    last_player: str | None = None
    last_group: tuple[str, ...] | None = None
    profile: str | None = None
    panel: str | None = None  # the display's chip, as somebody has seen it
    welcomed: bool | None = None
    phones: bool | None = None  # whether phones at home may open the page, after they were paired


def load_config(folder: Path, *, with_settings: bool = True) -> Config:
    """The configuration of this data folder; files that are not there set nothing.

    ConfigError with every problem of both files, one line each.
    """
    problems = Problems()
    config = Config()
    files: dict[str, Rules] = {CONFIG_FILE: CONFIG_RULES}
    if with_settings:
        files[SETTINGS_FILE] = SETTINGS_RULES
    for name, rules in files.items():
        values = checked(_read(folder / name, problems), rules)
        web = replace(config.web, **values.pop("web", {}))
        phones = values.pop("phones", None)
        if phones is not None:
            web = replace(web, listen=NETWORK if phones else MACHINE)
        parts = _with_parts(config.parts, {name: values.pop(name, {}) for name in PARTS_RULES})
        panel = values.pop("panel", None)
        if panel is not None and parts.display.kind == "auto":
            parts = replace(parts, display=replace(parts.display, kind=panel))
        config = replace(config, **values, web=web, parts=parts)
    for sentence in pin_conflicts(config.parts):
        problems.add(f"{folder / CONFIG_FILE}: {sentence}")
    _raise_if_any(problems)
    return config


def _with_parts(parts: PartsConfig, given: dict[str, dict[str, Any]]) -> PartsConfig:
    """The parts with what a file says about each of them."""
    return replace(parts, **{name: replace(getattr(parts, name), **values) for name, values in given.items()})


def load_settings(folder: Path) -> Settings:
    """Only what was set on the device, to be changed and saved again."""
    problems = Problems()
    values = checked(_read(folder / SETTINGS_FILE, problems), SETTINGS_RULES)
    _raise_if_any(problems)
    return Settings(**values)


def save_settings(folder: Path, settings: Settings) -> None:
    """Write what was set on the device: all of it or, if the plug is pulled, the old file stays.

    ConfigError for a value that could not be loaded again, OSError if the disk refuses.
    """
    target = folder / SETTINGS_FILE
    given = {key: value for key, value in asdict(settings).items() if value is not None}
    problems = Problems()
    checked(Section(str(target), given, problems), SETTINGS_RULES)
    _raise_if_any(problems)
    lines = ["# Set on the device; your own configuration belongs into bordbuch.toml."]
    # A JSON string, truth value or list of strings is one of TOML, too.
    lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in given.items()]
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(target, ("\n".join(lines) + "\n").encode())


# --- checking ------------------------------------------------------------------------------------------------------


def _name(value: object) -> str:
    if isinstance(value, str) and value.strip() and len(value) <= LONGEST_NAME and value.isprintable():
        return value
    raise Refused


def _profile(value: object) -> str:
    if value == "":
        return ""
    name = _name(value)
    if not is_profile_name(name):
        raise Refused
    return name


def is_profile_name(name: str) -> bool:
    """Whether a profile may be called so: it must also be the name of a folder, on any device."""
    return bool(re.fullmatch(r"[^\W_](?:[\w .+'()&-]*[\w+')])?", name)) and len(name) <= LONGEST_NAME


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise Refused
    names = tuple(map(_name, value))
    if len(set(names)) < len(names):
        raise Refused
    return names


A_NAME = f"a name of 1 to {LONGEST_NAME} characters"
NAMES = f"a list of different names, each {A_NAME.removeprefix('a name ')}"
A_PROFILE = f'{A_NAME} (letters, digits, spaces), or "" for the shipped one'

CONFIG_RULES: Rules = {
    "language": one_of(*LANGUAGES),
    "sound": YES_OR_NO,
    "players": Rule(NAMES, _names),
    "profile": Rule(A_PROFILE, _profile),
    "web": {"port": whole_number(1024, 65535), "listen": one_of(MACHINE, NETWORK)},
    **PARTS_RULES,
}

SETTINGS_RULES: Rules = {
    "language": one_of(*LANGUAGES),
    "sound": YES_OR_NO,
    "last_player": Rule(A_NAME, _name),
    "last_group": Rule(NAMES, _names),
    "profile": Rule(A_PROFILE, _profile),
    "panel": one_of(*PANEL_KINDS),
    "welcomed": YES_OR_NO,
    "phones": YES_OR_NO,
}


def _read(path: Path, problems: Problems) -> Section:
    """What a file says; one that is not there says nothing, and one that cannot be read is a problem."""
    found = Section(str(path), {}, problems)
    try:
        return replace(found, entries=tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        pass
    except tomllib.TOMLDecodeError as error:
        found.complain("", f"this is no TOML: {error}. Correct it there, or delete the file to start afresh.")
    except UnicodeDecodeError:
        found.complain("", "this is no text in UTF-8. Save it as UTF-8, or delete it to start afresh.")
    except OSError as error:
        found.complain("", f"cannot be read ({error.strerror}). Check the file and its permissions.")
    return found


def _raise_if_any(problems: Problems) -> None:
    if problems.found:
        raise ConfigError("\n".join(problems.found))
