"""Phones that were let in: whose each is, what it may do, and the digest of its token, for the service alone to read.

A token is long and random, so its digest can be kept as it is: nobody finds the token to it. Whoever is forgotten here
is out at once, also with a page open.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from device.records.secret_seeds import ONLY_OWNER, only_for_the_owner
from vision.base.files import set_aside, write_whole

log = logging.getLogger(__name__)

FOLDER_NAME = "phones"
FILE_NAME = "phones.json"
DAMAGED = ".damaged-"
TOKEN_BYTES, ID_BYTES = 32, 4
MOST_PHONES = 12
KINDS = ("iphone", "ipad", "android", "other")


class Role(Enum):
    """What a phone may do."""

    LOOKER = "looker"  # looks
    PLAYER = "player"  # answers for one player, and sees what is for that player alone
    OWNER = "owner"  # does all that the device's own buttons can; sees no other player's secrets


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that was let in. The owner may be a player, too."""

    id: str
    kind: str  # one of KINDS
    number: int  # tells those of one kind apart
    digest: str
    since: str  # when it was paired, in ISO form
    is_owner: bool = False
    player: str | None = None

    @property
    def role(self) -> Role:
        if self.is_owner:
            return Role.OWNER
        return Role.LOOKER if self.player is None else Role.PLAYER


class Phones:
    """All of them, from any thread. Changes are on the disk when a method returns; OSError if the disk refuses.

    While the list cannot be read, nobody is let in and nothing is written over it; it `is_damaged` if it made no sense.
    """

    def __init__(self, folder: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._file = folder / FOLDER_NAME / FILE_NAME
        self._now = now
        self._lock = threading.Lock()
        self.is_damaged = False
        self._phones: tuple[Phone, ...] | None = None  # None: they have not been read yet
        with suppress(OSError):
            self._read()

    @property
    def all(self) -> tuple[Phone, ...]:
        """Those that are let in, in the order in which they came; nobody while that cannot be read."""
        if self._phones is None:
            with self._lock, suppress(OSError):
                return self._read()
        return self._phones or ()

    @property
    def is_full(self) -> bool:
        return len(self.all) >= MOST_PHONES

    def admit(self, kind: str) -> str:
        """Let one more in and return its token, which is told nobody else; the first one is the owner's."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self._lock:
            before = self._read()
            taken = {phone.number for phone in before if phone.kind == kind}
            phone = Phone(
                id=secrets.token_hex(ID_BYTES),
                kind=kind,
                number=next(number for number in range(1, MOST_PHONES + 2) if number not in taken),
                digest=_digest(token),
                since=self._now().isoformat(timespec="seconds"),
                is_owner=not any(other.is_owner for other in before),
            )
            self._keep((*before, phone))
        return token

    def of_token(self, token: str) -> Phone | None:
        """The phone that has this token, if it is still let in."""
        digest = _digest(token)
        return next((phone for phone in self.all if phone.digest == digest), None)

    def belongs_to(self, player: str | None) -> bool:
        """Whether some phone is this player's."""
        return player is not None and any(phone.player == player for phone in self.all)

    def give(self, phone_id: str, player: str | None) -> None:
        """From now on the phone is this player's, or nobody's. Another one of the same player only looks from now on:
        whoever gives out a player's secrets a second time does not do so unnoticed.
        """
        for other in self.all:
            if player is not None and other.player == player and other.id != phone_id:
                self._change(other.id, lambda phone: replace(phone, player=None))
        self._change(phone_id, lambda phone: replace(phone, player=player))

    def make_owner(self, phone_id: str, is_owner: bool) -> None:
        self._change(phone_id, lambda phone: replace(phone, is_owner=is_owner))

    def forget(self, phone_id: str) -> None:
        """Let it in no more."""
        self._change(phone_id, lambda phone: None)

    def _change(self, phone_id: str, change: Callable[[Phone], Phone | None]) -> None:
        with self._lock:
            changed = (change(phone) if phone.id == phone_id else phone for phone in self._read())
            self._keep(tuple(phone for phone in changed if phone is not None))

    def _keep(self, phones: tuple[Phone, ...]) -> None:
        self._file.parent.parent.mkdir(parents=True, exist_ok=True)
        only_for_the_owner(self._file.parent)
        content = json.dumps([asdict(phone) for phone in phones], indent=1)
        write_whole(self._file, content.encode(), mode=ONLY_OWNER)
        self._phones = phones

    def _read(self) -> tuple[Phone, ...]:
        """What was kept; a file that makes no sense is put aside, and everybody has to be paired anew.

        OSError while the disk refuses to tell: that is no proof of anything.
        """
        if self._phones is None:
            try:
                self._phones = _read_phones(self._file)
            except OSError as error:
                log.error("the paired phones cannot be read now: %s", error)
                raise
            except ValueError:
                log.error("the list of paired phones was damaged and is put aside; pair them anew")
                self.is_damaged = True
                set_aside(self._file, DAMAGED, self._now())
                self._phones = ()
        return self._phones


def what_is_wrong(folder: Path) -> str:
    """A sentence about a list of phones that cannot be used; nothing if it can, or nobody was paired."""
    file = folder / FOLDER_NAME / FILE_NAME
    try:
        _read_phones(file)
    except PermissionError:
        return ""  # only the service may
    except OSError as error:
        return f"{file}: the paired phones cannot be read now ({error.strerror})."
    except ValueError:
        return f"{file}: the list of paired phones is damaged. The device puts it aside; pair them anew."
    return ""


def _read_phones(file: Path) -> tuple[Phone, ...]:
    """Those in this file, nobody if there is none; ValueError if it makes no sense."""
    try:
        return tuple(_phone(values) for values in json.loads(file.read_bytes()))
    except FileNotFoundError:
        return ()
    except (TypeError, RecursionError) as error:
        raise ValueError("this is no list of phones") from error


def _phone(values: dict[str, object]) -> Phone:
    """A phone as it was written; ValueError or TypeError if this is none."""
    phone = Phone(**values)  # type: ignore[arg-type]
    texts = (phone.id, phone.digest, phone.since, "" if phone.player is None else phone.player)
    if phone.kind not in KINDS or not all(isinstance(text, str) for text in texts):
        raise ValueError("this is no phone")
    if type(phone.number) is not int or type(phone.is_owner) is not bool:
        raise ValueError("this is no phone")
    return phone


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
