"""The device's own settings when their file is damaged: set aside, told, and never a reason not to start."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from device.config.configuration import SETTINGS_FILE, load_settings
from device.errors import ConfigError
from vision.base.files import set_aside

SET_ASIDE = ".damaged-"


def put_damaged_settings_aside(folder: Path) -> tuple[str, ...]:
    """Sentences for the owner about what was put aside, or could not be read; none if the settings are in order."""
    file = folder / SETTINGS_FILE
    try:
        load_settings(folder)
    except ConfigError as error:
        try:
            file.read_bytes()  # what cannot be read at all for the moment is not damaged
            kept = set_aside(file, SET_ASIDE, datetime.now(UTC))
        except OSError:
            return (f"{error}\nUntil then Bordbuch goes on without the settings made on the device.",)
        return (f"{error}\nThe file is kept as {kept}; Bordbuch goes on as it comes out of the box.",)
    return ()


def can_read_settings(folder: Path) -> bool:
    """Whether the settings can be read now; where there are none, there is nothing wrong with them."""
    try:
        load_settings(folder)
    except ConfigError:
        return False
    return True
