"""Who sits around the table: the players of a game for several, in the order of their seats, none of them twice."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from device.config.configuration import LONGEST_NAME
from device.desks.asking import Asking, choose
from device.desks.spelling import Spell
from games.spine.dialogue import Answer, Chosen, Notice, Option, Prompt, say

START, MORE, AWAY, GUEST, NEW = "start", "more", "away", "guest", "new"


@dataclass(frozen=True, slots=True)
class Seating:
    """Asks who plays; who is chosen for another seat changes places.

    `known` are the names to choose from, `guest` is the name of somebody who gives none.
    """

    seats: tuple[int, ...]  # how many can play
    known: tuple[str, ...]
    guest: str

    def gather(self, usual: tuple[str, ...]) -> Generator[Prompt, Answer | None, tuple[str, ...] | None]:
        """The players in the order of their seats, beginning with the usual ones; None if nobody wants to."""
        names = list(usual[: max(self.seats)])
        while len(names) < min(self.seats):
            name = yield from self._who(names, len(names))
            if name is None and not names:
                return None
            if name is None:
                names.pop()
            else:
                names.append(name)
        at: str | None = START
        while True:
            at = yield from choose(say("table.round"), self._rows(names), start=at)
            if at is None:
                return None
            if at == START:
                return tuple(names)
            seat = len(names) if at == MORE else int(at)
            yield from self._change(names, seat)
            at = START

    def _rows(self, names: list[str]) -> tuple[Option, ...]:
        few = None if len(names) >= min(self.seats) else say("table.too_few", n=min(self.seats))
        full = None if len(names) < max(self.seats) else say("table.too_many", n=max(self.seats))
        seated = (Option(str(seat), say("table.seat", number=seat + 1, player=name)) for seat, name in enumerate(names))
        return (Option(START, say("table.start"), few), *seated, Option(MORE, say("table.more"), full))

    def _change(self, names: list[str], seat: int) -> Asking:
        """Somebody else for this seat, or nobody."""
        name = yield from self._who(names, seat)
        if name == "":
            del names[seat]
        elif name in names:  # two change places
            other = names.index(name)
            names[seat], names[other] = names[other], names[seat]
        elif name is not None:
            names[seat : seat + 1] = [name]
        return None

    def _who(self, names: list[str], seat: int) -> Asking:
        """A name for this seat; "" to leave it empty, None if the player goes back."""
        taken = {_plain(name) for name in names}
        free = [name for name in self.known if _plain(name) not in taken and not self._is_guest(name)]
        is_taken = seat < len(names)
        others = [name for name in names if name != names[seat]] if is_taken else []
        away = (Option(AWAY, say("table.away")),) if is_taken else ()
        options = (
            *(Option(f"name:{name}", say("lobby.player", player=name), value=say("table.swap")) for name in others),
            *(Option(f"name:{name}", say("lobby.player", player=name)) for name in free),
            Option(GUEST, say("lobby.player", player=self._free_guest(taken))),
            Option(NEW, say("lobby.new_player")),
            *away,
        )
        choice = yield from choose(say("table.who", number=seat + 1), options)
        match choice:
            case None:
                return None
            case "away":
                return ""
            case "guest":
                return self._free_guest(taken)
            case "new":
                return (yield from self._spelled(names, seat))
        return choice.removeprefix("name:")

    def _spelled(self, names: list[str], seat: int) -> Asking:
        answer = yield Spell(words=say("lobby.spell"), longest=LONGEST_NAME)
        if not isinstance(answer, Chosen):
            return (yield from self._who(names, seat))
        others = [name for number, name in enumerate(names) if number != seat]
        if _plain(answer.key) in map(_plain, others):
            yield Notice(words=say("table.twice", player=answer.key), news=say("title.not_now"))
            return (yield from self._who(names, seat))
        return answer.key

    def _is_guest(self, name: str) -> bool:
        """Whether this is the name of a guest of another evening; there is one row for all of them."""
        first, _, number = name.partition(" ")
        return first == self.guest and (not number or number.isdecimal())

    def _free_guest(self, taken: set[str]) -> str:
        """Guest, Guest 2, Guest 3: as many as are needed, each with a name of its own."""
        number = 1
        while _plain(name := self.guest if number == 1 else f"{self.guest} {number}") in taken:
            number += 1
        return name


def _plain(name: str) -> str:
    """How a name is compared: nobody hears capital letters."""
    return name.strip().casefold()
