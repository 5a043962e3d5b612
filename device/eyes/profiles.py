"""The owner's profiles: folders that say what the pieces look like, each written whole or not at all.

A profile is `profiles/NAME` with one file for every kind of piece that was taught. It may be copied to another device.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

from device.config.configuration import is_profile_name
from vision.base.files import rename, sync

log = logging.getLogger(__name__)

PROFILES_FOLDER = "profiles"
_NEW, _OLD = ".new", ".old"  # endings of the two hidden folders beside a profile while it is being replaced


class Profiles:
    """The profiles in one data folder. `version` grows with every profile that was written."""

    def __init__(self, data_folder: Path) -> None:
        self._folder = data_folder / PROFILES_FOLDER
        self.version = 0

    def names(self) -> tuple[str, ...]:
        """All profiles by name. What a pulled plug left half done is put right first."""
        if not self._folder.is_dir():
            return ()
        self._recover()
        folders = (path.name for path in self._folder.iterdir() if path.is_dir())
        return tuple(sorted(name for name in folders if is_profile_name(name)))

    def folder(self, name: str) -> Path:
        """Where the profile of this name is, or would be."""
        return self._folder / name

    def write(self, name: str, fill: Callable[[Path], None]) -> None:
        """Add to a profile what `fill` puts into a folder. OSError if the disk refuses; the profile is as before then.

        A copy is filled and takes the old one's place at the end, so no reader ever meets half a profile.
        """
        target = self.folder(name)
        new, old = target.with_name(f".{name}{_NEW}"), target.with_name(f".{name}{_OLD}")
        self._folder.mkdir(parents=True, exist_ok=True)
        self._recover()
        try:
            if target.is_dir():
                shutil.copytree(target, new)
            else:
                new.mkdir()
            fill(new)
            _sync_all(new)
            if target.is_dir():
                rename(target, old)
            rename(new, target)
        finally:
            self._recover()
        self.version += 1

    def _recover(self) -> None:
        """A profile that was moved aside comes back unless the new one is in its place; the rest is swept away."""
        for old in self._folder.glob(f".*{_OLD}"):
            target = old.with_name(old.name[1:].removesuffix(_OLD))
            if target.exists():
                shutil.rmtree(old, ignore_errors=True)
            else:
                log.warning("replacing the profile %s did not come to its end; the old one is back", target.name)
                rename(old, target)
        for new in self._folder.glob(f".*{_NEW}"):
            shutil.rmtree(new, ignore_errors=True)


def _sync_all(folder: Path) -> None:
    """Wait until everything in the folder is on the disk."""
    for path in (*folder.rglob("*"), folder):
        sync(path)
