"""The way in for one more phone: a code for its camera and a PIN for its keys. Each works once, and not for long.

An invitation lies in a file, as digests, so that the command can make one for the service that runs beside it. Wrong
PINs are counted for everybody together, since one attacker can have many addresses; the code of the square is too long
to be guessed and is never locked.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import math
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from device.records.phones import FOLDER_NAME
from device.records.secret_seeds import ONLY_OWNER, only_for_the_owner
from vision.base.files import write_whole

log = logging.getLogger(__name__)

FILE_NAME = "invitation.json"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
CODE_LETTERS = 14  # 70 bits; with an address before it, it still fits a square of 25
PIN_DIGITS = 6
VALID_SECONDS = 600.0
TRIES = 5  # wrong PINs before nobody may try for a while
FIRST_LOCK_SECONDS, LONGEST_LOCK_SECONDS = 60.0, 3600.0
SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Invitation:
    """What lets one phone in. It is shown on the device, and nowhere else."""

    code: str
    pin: str


class Verdict(Enum):
    """What becomes of a try."""

    WELCOME = "welcome"
    WRONG = "wrong"  # wrong, used, too old or never given out: whoever guesses is not told which
    LOCKED = "locked"


class Invitations:
    """At most one is open at a time. From any thread; OSError if the disk refuses."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = folder / FOLDER_NAME / FILE_NAME
        self._clock = clock  # of the whole machine since it was switched on, the same in all processes
        self._lock = threading.Lock()
        self._wrong = 0
        self._locked_until = -math.inf
        self._withdrawn = b""  # what the disk did not let go of

    def invite(self) -> Invitation:
        """A new one; the one before it works no more."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))
        pin = "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))
        salt, now = secrets.token_bytes(SALT_BYTES), self._clock()
        kept = {
            "salt": salt.hex(),
            "code": _digest(salt, code).hex(),
            "pin": _digest(salt, pin).hex(),
            "from": now,
            "until": now + VALID_SECONDS,
        }
        with self._lock:
            self._file.parent.parent.mkdir(parents=True, exist_ok=True)
            only_for_the_owner(self._file.parent)
            write_whole(self._file, json.dumps(kept).encode(), mode=ONLY_OWNER)
        return Invitation(code, pin)

    def withdraw(self) -> None:
        """Whatever was given out works no more, also if the disk refuses to forget it."""
        with self._lock:
            try:
                self._file.unlink(missing_ok=True)
            except OSError as error:
                log.error("an invitation stays on the disk, but counts no more: %s", error)
                with suppress(OSError):
                    self._withdrawn = self._file.read_bytes()

    @property
    def is_open(self) -> bool:
        """Whether one was given out that nobody has used and that is not too old."""
        return self._open() is not None

    @property
    def locked_seconds(self) -> int:
        """How long no PIN is taken; 0 if one is."""
        return math.ceil(max(0.0, self._locked_until - self._clock()))

    def try_code(self, code: str) -> Verdict:
        """Use the code of the square; WELCOME at most once."""
        with self._lock:
            return Verdict.WELCOME if self._uses("code", code.upper()) else Verdict.WRONG

    def try_pin(self, pin: str) -> Verdict:
        """Use the PIN; WELCOME at most once. After five wrong ones nobody may try for a minute, then for longer."""
        with self._lock:
            if self.locked_seconds:
                return Verdict.LOCKED
            if self._uses("pin", pin):
                self._wrong = 0
                return Verdict.WELCOME
            self._wrong += 1
            if self._wrong % TRIES == 0:
                longer = FIRST_LOCK_SECONDS * 2 ** min(10, self._wrong // TRIES - 1)
                self._locked_until = self._clock() + min(longer, LONGEST_LOCK_SECONDS)
                log.warning("%d wrong PINs for the page; no more for %d seconds", self._wrong, self.locked_seconds)
            return Verdict.WRONG

    def _uses(self, what: str, given: str) -> bool:
        kept = self._open()
        if kept is None or not hmac.compare_digest(kept[what], _digest(kept["salt"], given)):
            return False
        self._file.unlink(missing_ok=True)  # before anybody is let in: it never works twice
        return True

    def _open(self) -> dict[str, bytes] | None:
        try:
            content = self._file.read_bytes()
            if content == self._withdrawn:
                return None
            kept = json.loads(content)
            is_open = kept["from"] <= self._clock() <= kept["until"]
            return {key: bytes.fromhex(kept[key]) for key in ("salt", "code", "pin")} if is_open else None
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            log.error("an invitation cannot be read: %s", type(error).__name__)
            return None


def _digest(salt: bytes, word: str) -> bytes:
    return hmac.new(salt, word.encode(), hashlib.sha256).digest()
