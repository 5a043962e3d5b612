"""What can go wrong around the table, one name each. Every message is a sentence for the person who reads it."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.spine.dialogue import Text


class DeviceError(Exception):
    """Anything the device has to complain about; the message says what is wrong and what to do."""


class ConfigError(DeviceError, ValueError):
    """A configuration file with an unknown key or a bad value; names file, key and what is allowed."""


class JournalError(DeviceError, OSError):
    """The journal cannot be read or written; `words` says so on the OLED."""

    def __init__(self, message: str, words: Text) -> None:
        super().__init__(message)
        self.words = words


class JournalTooNew(JournalError):
    """The journal was written by a newer Bordbuch."""


class JournalDamaged(JournalError):
    """The journal's file is proven to be damaged, emptied or gone; what can be saved of it is another matter."""


class BadCell(DeviceError, ValueError):
    """A cell of the journal that cannot be what was written there."""


class StorageFull(JournalError):
    """There is no room left to write an entry down; nothing was changed."""


class UnknownSession(JournalError, LookupError):
    """A session the journal does not have, or one that takes no more entries."""


def missing_package(name: str) -> str:
    """What to do where the drivers' packages were not installed, for example in an environment made by `make play`."""
    return (
        f"The package {name} is not installed here. On the device, `sudo make install` or the Debian package brings it"
        " (hardware.md); in an environment of your own, pip install 'bordbuch[pi]'."
    )


def lacking_package(error: BaseException) -> str | None:
    """The package for want of which this went wrong; None if it was for something else.

    >>> lacking_package(ModuleNotFoundError("No module named 'luma'", name="luma.core"))
    'luma.oled'
    >>> lacking_package(OSError("no answer")) is None
    True
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ImportError) and cause.name:
            name = cause.name.partition(".")[0]
            return "luma.oled" if name == "luma" else name
        if type(cause).__name__ == "BadPinFactory" and find_spec("lgpio") is None:
            return "lgpio"  # gpiozero is there, but none of the packages that move its pins
        cause = cause.__cause__
    return None


class BackupRefused(DeviceError, OSError):
    """Something would be lost by writing a backup or putting one back, or the file is none."""


class CameraFailed(DeviceError, OSError):
    """The camera gives no picture."""


class FolderInUse(DeviceError, OSError):
    """Another Bordbuch works with this data folder."""


class UnknownGame(DeviceError, LookupError):
    """A game the device does not have; names those it has."""


class ProfileNeeded(DeviceError, ValueError):
    """Something can only be read with what was taught before."""


class BadFolder(DeviceError, ValueError):
    """What should be the data folder is none."""


class NoHome(DeviceError, LookupError):
    """Nobody knows where the user's own folder is."""


class PortInUse(DeviceError, OSError):
    """Another program listens on the page's port."""


class NotReachable(DeviceError, OSError):
    """The page is not open to phones."""


class DisplayFailed(DeviceError, OSError):
    """The OLED does not answer."""
