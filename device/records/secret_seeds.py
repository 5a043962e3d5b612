"""Seeds that nobody may know while a game goes on: each in a file of its own that only the service may read.

The order of hidden cards and the signs of secret equipment hang on the seed. The journal is copied, looked at and sent
to helpers; so it names the file only. A seed is on the disk before the journal says that there is one.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from device.errors import UnknownSession
from games.spine.dialogue import say
from vision.base.files import sync, write_whole

FOLDER_NAME = "secrets"
ONLY_OWNER, ONLY_OWNER_FOLDER = 0o600, 0o700
NAME_BYTES = 8


def only_for_the_owner(folder: Path) -> None:
    """Make this folder if it is not there, and let nobody else look into it; OSError if the disk refuses."""
    if not folder.is_dir():
        folder.mkdir(mode=ONLY_OWNER_FOLDER)
        sync(folder.parent)
    folder.chmod(ONLY_OWNER_FOLDER)


class SecretSeeds:
    """The folder with the seeds, made on first use."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER_NAME

    def keep(self, seed: int) -> str:
        """Write a seed down and return the name under which it is found again; OSError if the disk refuses."""
        only_for_the_owner(self._folder)
        name = secrets.token_hex(NAME_BYTES)
        write_whole(self._folder / name, f"{seed}\n".encode(), mode=ONLY_OWNER)
        return name

    def seed(self, name: str) -> int:
        """The seed kept under this name; UnknownSession, with a sentence, if it is not there any more."""
        file = self._folder / name
        try:
            return int(file.read_text(encoding="ascii"))
        except (OSError, ValueError) as error:
            raise UnknownSession(
                f"The secret of a session, {file}, cannot be read. Put it back from where the journal was copied from;"
                " without it this game cannot be gone on with. All others can.",
                say("journal.no_secret"),
            ) from error
