"""What can be set on the device while it runs, kept in the data folder."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from device.config.configuration import MACHINE, NETWORK, Config, load_settings, save_settings
from device.errors import ConfigError


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
        self._keep(welcomed=True)

    @property
    def is_for_phones(self) -> bool:
        """Whether phones at home may open the page, after they were paired."""
        return self._config.web.listen == NETWORK

    def set_language(self, language: str) -> None:
        self._keep(language=language)

    def set_sound(self, is_on: bool) -> None:
        self._keep(sound=is_on)

    def set_last_player(self, name: str) -> None:
        self._keep(last_player=name)

    def set_last_group(self, names: tuple[str, ...]) -> None:
        self._keep(last_group=names)

    def set_profile(self, name: str) -> None:
        self._keep(profile=name)

    def set_for_phones(self, is_on: bool) -> None:
        self._keep(phones=is_on)

    def _keep(self, **changes: Any) -> None:
        """Write it down. If the disk refuses, what stands there holds: the old, or the new if only its name is late."""
        wished = replace(load_settings(self._folder), **changes)
        try:
            save_settings(self._folder, wished)
        except OSError:
            with suppress(OSError, ConfigError):
                if load_settings(self._folder) == wished:
                    self._hold(changes)
            raise
        self._hold(changes)

    def _hold(self, changes: dict[str, Any]) -> None:
        given = dict(changes)
        if (is_on := given.pop("phones", None)) is not None:
            given["web"] = replace(self._config.web, listen=NETWORK if is_on else MACHINE)
        self._config = replace(self._config, **given)
