"""What can be set on the device while it runs, kept in the data folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from device.config.configuration import MACHINE, NETWORK, Config, load_settings, save_settings


class Preferences:
    """The configuration in force. Changes are on the disk when the setter returns; OSError if the disk refuses."""

    def __init__(self, folder: Path, config: Config) -> None:
        self._folder = folder
        self._config = config

    @property
    def language(self) -> str:
        return self._config.language

    @property
    def has_sound(self) -> bool:
        return self._config.sound

    @property
    def players(self) -> tuple[str, ...]:
        return self._config.players

    @property
    def last_player(self) -> str | None:
        return self._config.last_player

    @property
    def last_group(self) -> tuple[str, ...]:
        """Who played together last, in the order of their seats."""
        return self._config.last_group

    @property
    def profile(self) -> str:
        """What the pieces look like: the name of a profile, or nothing for the shipped ones."""
        return self._config.profile

    @property
    def is_welcomed(self) -> bool:
        """Whether somebody was led through the first evening, or did not want to be."""
        return self._config.welcomed

    def set_welcomed(self) -> None:
        save_settings(self._folder, replace(load_settings(self._folder), welcomed=True))
        self._config = replace(self._config, welcomed=True)

    @property
    def is_for_phones(self) -> bool:
        """Whether phones at home may open the page, after they were paired."""
        return self._config.web.listen == NETWORK

    def set_language(self, language: str) -> None:
        save_settings(self._folder, replace(load_settings(self._folder), language=language))
        self._config = replace(self._config, language=language)

    def set_sound(self, is_on: bool) -> None:
        save_settings(self._folder, replace(load_settings(self._folder), sound=is_on))
        self._config = replace(self._config, sound=is_on)

    def set_last_player(self, name: str) -> None:
        save_settings(self._folder, replace(load_settings(self._folder), last_player=name))
        self._config = replace(self._config, last_player=name)

    def set_last_group(self, names: tuple[str, ...]) -> None:
        save_settings(self._folder, replace(load_settings(self._folder), last_group=names))
        self._config = replace(self._config, last_group=names)

    def set_profile(self, name: str) -> None:
        save_settings(self._folder, replace(load_settings(self._folder), profile=name))
        self._config = replace(self._config, profile=name)

    def set_for_phones(self, is_on: bool) -> None:
        save_settings(self._folder, replace(load_settings(self._folder), phones=is_on))
        web = replace(self._config.web, listen=NETWORK if is_on else MACHINE)
        self._config = replace(self._config, web=web)
