"""Phones at the table: whether they may open the page, a code for one more, whose each is, and the way out again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from device.config.configuration import LONGEST_NAME
from device.config.preferences import Preferences
from device.desks.asking import Asking, choose, keep
from device.desks.spelling import Spell
from device.menus.invitation_desk import ShowInvitation
from device.parts.door import Door
from device.records.phones import Phone
from games.spine.dialogue import Chosen, Notice, Option, Text, say

PHONE = "phone:"  # in front of a phone's name for itself
NAME = "name:"


@dataclass(frozen=True, slots=True)
class PhoneMenu:
    """The menu behind *Handy*."""

    preferences: Preferences
    door: Door
    names: Callable[[], tuple[str, ...]]  # of all players the device has heard of

    def lead(self) -> Asking:
        """All phones and one more, until the player goes back."""
        at: str | None = None
        while True:
            is_on = self.preferences.is_for_phones
            rows = [
                Option("open", say("phones.open"), value=say("settings.on" if is_on else "settings.off")),
                Option("pair", say("phones.pair"), self._pairing_refused(is_on)),
            ]
            rows += [
                Option(f"{PHONE}{phone.id}", name_of(phone), value=say(f"phones.role.{phone.role.value}"))
                for phone in self.door.phones.all
            ]
            at = yield from choose(say("phones.title"), tuple(rows), start=at)
            match at:
                case None:
                    return None
                case "open":
                    yield from keep(partial(self.preferences.set_for_phones, not is_on))
                case "pair":
                    yield from self._pair()
                case _:
                    yield from self._one(at.removeprefix(PHONE))

    def _pairing_refused(self, is_on: bool) -> Text | None:
        if not is_on:
            return say("phones.off_now")
        return say("phones.full") if self.door.phones.is_full else None

    def _pair(self) -> Asking:
        """Show the way in until a phone has taken it, or the player goes back; then ask whose it is."""
        if self.door.address.port is None:
            yield Notice(words=say("phones.no_page"), news=say("title.careful"))
            return None
        before = {phone.id for phone in self.door.phones.all}
        try:
            invitation = self.door.invitations.invite()
        except OSError:
            yield Notice(words=say("settings.not_saved"), news=say("title.careful"))
            return None
        try:
            yield ShowInvitation(
                words=say("phones.pair"),
                invitation=invitation,
                address=self.door.address,
                is_open=lambda: self.door.invitations.is_open,
            )
        finally:
            self.door.invitations.withdraw()
        came = [phone for phone in self.door.phones.all if phone.id not in before]
        for phone in came:
            words = say("phones.paired.owner" if phone.is_owner else "phones.paired", name=name_of(phone))
            yield Notice(words=words, news=say("phones.title"))
            yield from self._one(phone.id)
        return None

    def _one(self, phone_id: str) -> Asking:
        """What one phone may do."""
        at: str | None = None
        while (phone := self._found(phone_id)) is not None:
            player = say("lobby.player", player=phone.player) if phone.player else say("phones.nobody.short")
            rows = (
                Option("player", say("phones.plays_as"), value=player),
                Option("owner", say("phones.owner"), value=say("settings.on" if phone.is_owner else "settings.off")),
                Option("forget", say("phones.forget")),
            )
            at = yield from choose(name_of(phone), rows, start=at)
            match at:
                case "player":
                    yield from self._give(phone)
                case "owner":
                    yield from keep(partial(self.door.phones.make_owner, phone_id, not phone.is_owner))
                case "forget":
                    yield from self._forget(phone)
                case _:
                    return None
        return None

    def _found(self, phone_id: str) -> Phone | None:
        return next((phone for phone in self.door.phones.all if phone.id == phone_id), None)

    def _give(self, phone: Phone) -> Asking:
        rows = [Option(f"{NAME}{name}", say("lobby.player", player=name)) for name in self.names()]
        rows += [Option("new", say("lobby.new_player")), Option("nobody", say("phones.nobody"))]
        choice = yield from choose(say("phones.whose"), tuple(rows), start=f"{NAME}{phone.player}")
        if choice == "new":
            spelled = yield Spell(words=say("lobby.spell"), longest=LONGEST_NAME)
            choice = f"{NAME}{spelled.key}" if isinstance(spelled, Chosen) else None
        if choice is not None:
            player = None if choice == "nobody" else choice.removeprefix(NAME)
            yield from keep(partial(self.door.phones.give, phone.id, player))
        return None

    def _forget(self, phone: Phone) -> Asking:
        rows = (Option("no", say("phones.keep")), Option("yes", say("phones.forget")))
        if (yield from choose(name_of(phone), rows)) == "yes":
            yield from keep(partial(self.door.phones.forget, phone.id))
        return None


def name_of(phone: Phone) -> Text:
    """A phone as it is called on the OLED and on its own page."""
    return say(f"phones.name.{phone.kind}", number=phone.number)
