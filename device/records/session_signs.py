"""The signs of one session's players: whether there is one, what opens it, and what is said after wrong tries.

The journal says whose sign counts; the file it names has the digest. A sign whose file is gone opens for nobody: then
the others have to open it together, which the journal tells as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress

from device.records.journal import Journal
from device.records.journal_file import plain_errors
from device.records.sign_notes import SignEvent, SignNote
from device.records.signs import Signs

TRIES_BEFORE_TOLD = 3
WAIT_SECONDS = 20.0  # between two further tries, also after switching off and on


def sweep_signs(journal: Journal) -> None:
    """Forget the signs of all games that are over; what the disk does not let go of is no harm."""
    with suppress(OSError):
        Signs(journal.path.parent).keep_only(journal.signs_in_use())


class SessionSigns:
    """What is asked for at a cover. JournalError, and nothing is opened or changed, if the disk refuses."""

    def __init__(self, journal: Journal, session: int, players: Sequence[str], clock: Callable[[], float]) -> None:
        self._journal = journal
        self._session = session
        self.players = tuple(players)
        self._clock = clock
        self._began = clock()
        self._wrong_at: dict[str, float] = {}
        # All that happened to signs in this session, in order. Who plays alone has nobody to keep anything from.
        self.notes = journal.sign_notes(session) if len(players) > 1 else []

    @property
    def _signs(self) -> Signs:
        return Signs(self._journal.path.parent)

    def _last(self, player: str | None) -> SignNote | None:
        """The note that says whether this player has a sign."""
        if player not in self.players:
            return None
        seat = 1 + self.players.index(player)
        told = (note for note in reversed(self.notes) if note.seat == seat and note.what is not SignEvent.TRIED)
        return next(told, None)

    def _secret(self, player: str | None) -> str | None:
        last = self._last(player)
        return last.secret if last is not None and last.what is SignEvent.CHOSEN else None

    def has(self, player: str | None) -> bool:
        return self._secret(player) is not None

    def is_lost(self, player: str) -> bool:
        """Whether the player has a sign that nothing is known of any more."""
        secret = self._secret(player)
        return secret is not None and self._signs.tries(secret) is None

    def told_tries(self, player: str | None) -> int:
        """How many wrong tries the cover must tell; 0 as long as there are few."""
        secret = self._secret(player)
        tries = (self._signs.tries(secret) or 0) if secret is not None else 0
        return tries if tries >= TRIES_BEFORE_TOLD else 0

    def was_opened_together(self, player: str | None) -> bool:
        """Whether the others have opened it, and no new sign was chosen since."""
        last = self._last(player)
        return last is not None and last.what is SignEvent.TOGETHER

    def wait_seconds(self, player: str) -> int:
        """How long nobody may try this sign; 0 if somebody may."""
        if not self.told_tries(player):
            return 0
        return max(0, math.ceil(self._wrong_at.get(player, self._began) + WAIT_SECONDS - self._clock()))

    def opens(self, player: str, presses: str) -> bool:
        """Whether this is the player's sign. A wrong try is on the disk before anybody is told."""
        secret = self._secret(player)
        if secret is None or self.wait_seconds(player):
            return False
        with plain_errors(self._journal.path):
            is_right = self._signs.opens(secret, presses)
            tries = self._signs.tries(secret)
        if not is_right:
            self._wrong_at[player] = self._clock()
            if tries == TRIES_BEFORE_TOLD:
                self._note(player, SignEvent.TRIED)
        return is_right

    def choose(self, player: str, presses: str) -> None:
        """This is the player's sign from now on."""
        before = self._secret(player)
        with plain_errors(self._journal.path):
            secret = self._signs.keep(presses)
        self._note(player, SignEvent.CHOSEN, secret)
        self._forget(before)

    def lay_down(self, player: str) -> None:
        """The player wants no sign any more."""
        self._give_up(player, SignEvent.LAID_DOWN)

    def open_together(self, player: str) -> None:
        """The others have opened what a forgotten sign kept: it counts no more."""
        self._give_up(player, SignEvent.TOGETHER)

    def forget_all(self) -> None:
        """The game is over: no sign of it is needed any more."""
        for player in self.players:
            self._forget(self._secret(player))

    def _give_up(self, player: str, event: SignEvent) -> None:
        before = self._secret(player)
        self._note(player, event)
        self._forget(before)

    def _note(self, player: str, event: SignEvent, secret: str | None = None) -> None:
        self._journal.note_sign(self._session, 1 + self.players.index(player), event, secret)
        self.notes = self._journal.sign_notes(self._session)

    def _forget(self, secret: str | None) -> None:
        if secret is not None:
            with suppress(OSError):  # it counts no more; a file that stays opens nothing
                self._signs.forget(secret)
