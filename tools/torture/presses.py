"""Random presses and throws, with real looks of the camera, and what must hold after every single step.

- nothing was raised and no traceback logged, and every picture is one of 128x64 with its words;
- the game on the screen is the one that the journal's lines lead to;
- a step back and forward again ends where it began;
- the page shows the cover while one player looks alone, and nothing shown, logged or written tells a secret seed;
- what a phone is shown of a prompt that is for another player alone is the same whatever that prompt is.
"""

from __future__ import annotations

import random
import shutil
import tempfile
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from device.menus.invitation_desk import ShowInvitation
from device.page.admission import Guest
from device.page.pages import Telling
from device.page.prompt_html import Drawn
from device.parts.protocols import View
from device.records.phones import Phone
from device.screens.caption import caption_of
from device.screens.content import Cover, SignEntry
from device.screens.render import render
from device.talks.taps import Asked
from games.spine.dialogue import Notice, say
from games.spine.session import Redone, Session, Undone
from tools.torture.evening import a_throw, evening
from tools.torture.plants import plant
from tools.torture.seat import Ears, Move, Seat, listening, seat_at
from tools.torture.tally import Plan, Tally, Until

STEPS = 10_000  # in one folder
LOOKS = 0.055  # of all steps are real looks at the table
FEWEST_OWED, MOST_OWED = 5, 40  # looks that are still to be made when something is thrown next
LONG_GAME = 80  # from so many lines on, the journal is only replayed every few answers
EVERY_FEW = 10
MEMORY = Path("/dev/shm")


class Wrong(Exception):
    """Something that must hold does not."""


class Guard:
    """Looks at everything after every step."""

    def __init__(self, seat: Seat, ears: Ears) -> None:
        self._seat, self._ears = seat, ears
        self._last: tuple[int, int] = (0, 0)  # the game, and its lines when it was replayed
        self._seeds: dict[int, str] = {}
        self._asked: Asked | None = None  # that was drawn for all kinds of phones
        self._invited: set[str] = set()  # codes and PINs that only the device's own display may show
        self.replays = 0

    def look(self, rng: random.Random) -> None:
        """Raise Wrong if anything does not hold."""
        seat = self._seat
        if self._ears.tracebacks:
            raise Wrong(f"the log has {self._ears.tracebacks[0]!r}")
        if seat.held.wrong:
            raise Wrong(f"the display was given {seat.held.wrong[0]}")
        if seat.screen is None or seat.held.caption != caption_of(seat.screen):
            raise Wrong("the display does not show the screen")
        self._look_at_page()
        self._look_at_phones(rng)
        self._look_at_journal(rng)
        if self._seeds:
            self._search("\n".join((seat.held.caption, seat.copy.caption, *self._ears.text)))
        for secret in self._invited:
            if secret in seat.copy.caption or any(secret in words for words in self._ears.text):
                raise Wrong("the page or the log tells the way in for phones")
        self._ears.text.clear()

    def _look_at_page(self) -> None:
        """The copy shows the same, or the cover while one player looks alone or presses a sign."""
        seat = self._seat
        talk = seat.device.service.talk
        player = talk.screen_for
        on_page = View(seat.copy.picture()[1], seat.copy.caption)
        if talk.private_for is not None and not seat.device.service.discretion.hides_table:
            raise Wrong(f"the page shows the table while {talk.private_for} looks alone")
        if player is None:
            if talk.private_for is not None or isinstance(seat.screen, SignEntry):
                raise Wrong(f"the page shows {on_page.caption!r} while {talk.private_for} looks alone")
            if on_page.caption != seat.held.caption:
                raise Wrong(f"the page shows {on_page.caption!r} and the device {seat.held.caption!r}")
            return
        cover = Cover(player, seat.told(talk.cover_words.key))
        if on_page.caption != caption_of(cover) or on_page.picture.tobytes() != render(cover).tobytes():
            raise Wrong(f"the page shows {on_page.caption!r} while {player} looks alone")

    def _look_at_phones(self, rng: random.Random) -> None:
        """Nobody's phone gets what is for another player, and nobody's the way in for phones."""
        asked = self._seat.device.service.taps.asked
        if asked is self._asked:
            return
        self._asked = asked
        opened = asked.opened
        if isinstance(opened.prompt, ShowInvitation):
            self._invited |= {opened.prompt.invitation.code, opened.prompt.invitation.pin}
        language = self._seat.device.preferences.language
        told = Telling(language, self._seat.catalogue.tell)
        guests = [*self._guests(opened.players)]
        audience = opened.prompt.audience if opened.prompt is not None else None
        shut_out = [guest for guest in guests if audience is not None and guest.player != audience]
        for guest in (*shut_out, rng.choice(guests)):
            html = Drawn(guest, told, lambda player: False).html(asked)
            if any(secret in html for secret in self._invited):
                raise Wrong("a page shows the way in for phones")
            if guest not in shut_out:
                continue
            other = Notice(words=say("tap.ok"), audience=audience)
            decoy = Asked(asked.number, replace(opened, prompt=other, can_go_back=not opened.can_go_back))
            if html != Drawn(guest, told, lambda player: False).html(decoy):
                raise Wrong(f"the phone of {guest.player} is shown something of what is for another alone")

    def _guests(self, players: tuple[str, ...]) -> Iterator[Guest]:
        """Whoever may look: nobody in particular, each player, and the owner, at a phone or at this machine."""
        yield Guest()
        for player in (None, *players):
            for is_owner in (False, True):
                yield Guest(Phone("1", "other", 1, "", "", is_owner, player))

    def _look_at_journal(self, rng: random.Random) -> None:
        """The game stands where its lines lead, and a step back and forth changes nothing."""
        talk, number = self._seat.game, self._seat.number
        if talk is None or number is None:
            self._last = (0, 0)
            return
        if talk.has_secrets and number not in self._seeds:
            self._seeds[number] = str(talk.session.setup.seed)
        lines = self._seat.device.journal.lines(number)
        if (number, len(lines)) == self._last:
            return
        self._last = (number, len(lines))
        if len(lines) > LONG_GAME and len(lines) % EVERY_FEW:
            return
        stored = Session.replay(talk._loaded.game, talk.session.setup, lines)
        self.replays += 1
        for what in ("answers", "undone", "prompt", "outcome"):
            if not _same(getattr(stored, what), getattr(talk.session, what)):
                raise Wrong(f"game {number}: {what} on the screen are not those of the journal")
        if stored.can_undo and rng.random() < 0.2:
            before = stored.answers
            stored.make(Undone())
            stored.make(Redone())
            if stored.answers != before or not _same(stored.prompt, talk.session.prompt):
                raise Wrong(f"game {number}: back and forth again leads somewhere else")

    def _search(self, text: str) -> None:
        for number, seed in self._seeds.items():
            if seed in text or f"{int(seed):x}" in text:
                raise Wrong(f"the secret seed of game {number} was told")

    def search_files(self, folder: Path) -> None:
        """No file but those of the secrets has a secret seed."""
        for file in folder.rglob("*"):
            if file.is_file() and file.parent == folder:
                self._search(file.read_bytes().decode(errors="replace"))


def _same(one: object, other: object) -> bool:
    """Whether two prompts, or two of anything else, are the same as far as it can be told from outside."""
    if one == other:
        return True
    return type(one) is type(other) and getattr(one, "words", one) == getattr(other, "words", other)


def moves_of(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """An evening in which at least so many steps are real looks, mostly when a game waits for something to be seen."""
    presses, steps = evening(seat, rng), 0
    while True:
        owed = LOOKS * steps - seat.looks
        if owed > MOST_OWED or (owed > FEWEST_OWED and seat.device.service.talk.wanted is not None):
            for move in a_throw(seat, rng):
                steps += 1
                yield move
        steps += 1
        yield next(presses)


def run(plan: Plan) -> Tally:
    import cv2

    cv2.setNumThreads(1)  # every core has a part of the campaign of its own
    tally, until, number = Tally("presses", plan.seed), Until(plan), 0
    while until.more():
        folder = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else plan.scratch))
        try:
            _one_folder(plan, tally, until, folder, number)
        finally:
            shutil.rmtree(folder)
        number += 1
    looks, steps = tally.counts.get("real looks", 0), max(1, tally.counts["steps"])
    if steps > STEPS // 2 and looks < 0.05 * steps:
        tally.fail(f"only {looks / steps:.1%} of the steps were real looks")
    return tally


def _one_folder(plan: Plan, tally: Tally, until: Until, folder: Path, number: int) -> None:
    rng, step = plan.rng("fingers", number), 0
    with listening() as ears, seat_at(folder, plan.seed + number) as seat:
        plant(plan.planted, seat)
        guard, moves = Guard(seat, ears), moves_of(seat, rng)
        chance = plan.rng("guard", number)
        seat.do(Move())
        try:
            while step < STEPS and until.more():
                step += 1
                move = next(moves)
                seat.do(move)
                if move.press is not None:
                    tally.count("presses")
                    until.done += 1
                tally.count("steps")
                guard.look(chance)
            guard.search_files(folder)
        except Wrong as wrong:
            tally.fail(str(wrong), evening=number, step=step)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            where = traceback.extract_tb(error.__traceback__)[-1]
            tally.fail(f"raised {error!r} ({where.filename}:{where.lineno})", evening=number, step=step)
        tally.count("real looks", seat.looks)
        tally.count("pieces read", seat.seen)
        tally.count("replays", guard.replays)
