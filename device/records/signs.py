"""Personal signs: what a player presses before the own prompts open, each in a file that only the service may read.

A sign stands nowhere in plain text but as a salted, slowly made digest. That is a courtesy, no lock: there are so few
signs that whoever can read the file tries them all in seconds. What holds at the table is that wrong tries are counted,
on the disk before they are told, and said aloud (see `device.records.session_signs`).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from device.records.secret_seeds import NAME_BYTES, ONLY_OWNER, only_for_the_owner
from vision.base.files import write_whole

FOLDER_NAME = "signs"
SALT_BYTES = 16
# 4 megabytes, and 25 to 40 ms on a busy laptop; a Pi may take some times that.
COST, BLOCK = 2**12, 8


@dataclass(frozen=True, slots=True)
class KeptSign:
    """What is kept of a sign, and how often it was tried wrongly since it last opened something."""

    salt: bytes
    digest: bytes
    tries: int = 0

    @classmethod
    def of(cls, presses: str) -> KeptSign:
        salt = secrets.token_bytes(SALT_BYTES)
        return cls(salt, _digest(presses, salt))

    def is_sign(self, presses: str) -> bool:
        return hmac.compare_digest(self.digest, _digest(presses, self.salt))

    def to_bytes(self) -> bytes:
        return json.dumps({"salt": self.salt.hex(), "digest": self.digest.hex(), "tries": self.tries}).encode()

    @classmethod
    def from_bytes(cls, content: bytes) -> KeptSign:
        """What `to_bytes` wrote; ValueError if this is something else."""
        found = json.loads(content)
        if not isinstance(found, dict) or found.keys() != {"salt", "digest", "tries"}:
            raise ValueError("this is no sign")
        return cls(bytes.fromhex(found["salt"]), bytes.fromhex(found["digest"]), int(found["tries"]))


def _digest(presses: str, salt: bytes) -> bytes:
    return hashlib.scrypt(presses.encode(), salt=salt, n=COST, r=BLOCK, p=1)


class Signs:
    """The folder with the signs, made on first use. OSError if the disk refuses something."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER_NAME

    def keep(self, presses: str) -> str:
        """Write a sign down and return the name under which it is found again."""
        only_for_the_owner(self._folder)
        name = secrets.token_hex(NAME_BYTES)
        self._write(name, KeptSign.of(presses))
        return name

    def tries(self, name: str) -> int | None:
        """How often it was tried wrongly since it last opened something; None if it cannot be read any more."""
        kept = self._read(name)
        return None if kept is None else kept.tries

    def opens(self, name: str, presses: str) -> bool:
        """Whether this is the sign. A wrong try is on the disk when this returns; the right one ends the count."""
        kept = self._read(name)
        if kept is None:
            return False
        is_right = kept.is_sign(presses)
        tries = 0 if is_right else kept.tries + 1
        if tries != kept.tries:
            self._write(name, replace(kept, tries=tries))
        return is_right

    def forget(self, name: str) -> None:
        (self._folder / name).unlink(missing_ok=True)

    def keep_only(self, names: Collection[str]) -> None:
        """Forget all others: a pulled plug may have left some."""
        if self._folder.is_dir():
            for file in self._folder.iterdir():
                if file.name not in names:
                    file.unlink(missing_ok=True)

    def _write(self, name: str, kept: KeptSign) -> None:
        write_whole(self._folder / name, kept.to_bytes(), mode=ONLY_OWNER)

    def _read(self, name: str) -> KeptSign | None:
        try:
            return KeptSign.from_bytes((self._folder / name).read_bytes())
        except (OSError, ValueError, TypeError):
            return None
