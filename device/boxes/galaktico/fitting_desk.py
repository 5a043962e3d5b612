"""The desk at which the three cards of a ship are shown to the camera or named, when it fights for the first time."""

from __future__ import annotations

from device.desks.counting import RestClock
from device.desks.desk import Back, Given, Heard, Refused, Reply, Tell
from device.eyes.sight import Shown, Sight, Wanted
from device.parts.protocols import Button, Press, Tone
from device.records.journal import Source
from device.screens.content import List, Row, Screen
from games.galaktico.cards import CardRow, ShowFitting
from games.spine.dialogue import ReadShownCard, Text, say
from vision.base.reading import CardReading, Reason, Status


class FittingDesk:
    """Cards under the camera go to their places by themselves, in any order; OK takes all three.

    Three that were read without a doubt count by themselves after a second in which nothing moves and nobody presses,
    unless they open the combat: what is seen for good waits for OK.

    Who names them steps through a list for each place, and the third OK takes them all: the sum is shown next, and from
    there a card can still be put right. A card that lay there before is no answer: everybody has the same cards.
    """

    def __init__(self, prompt: ShowFitting) -> None:
        self.prompt = prompt
        self._cards: list[CardRow | None] = [None] * len(prompt.slots)
        for slot, key in enumerate(prompt.start):
            self._cards[slot] = next(row for row in prompt.slots[slot] if row.key == key)
        self._doubted: set[str] = set()  # names that the camera is not sure of
        self._cursor = 0
        self._at = 0  # the place that is named now
        self._is_changing = False  # one card of all three is put right
        self._has_seen = False
        self._sure: set[str] = set()  # names that the camera has read without a doubt
        self._counts_soon = False  # all three were, and nobody has pressed since
        self._rest = RestClock()
        self._line: Text | None = None  # what the camera says

    @property
    def wanted(self) -> Wanted | None:
        names = tuple(row.name for row in (*self.prompt.shields, *self.prompt.weapons))
        return ReadShownCard(words=self.prompt.words, names=names)

    @property
    def _is_full(self) -> bool:
        return None not in self._cards

    @property
    def _is_reviewing(self) -> bool:
        return self._is_full and not self._is_changing

    @property
    def _rows(self) -> tuple[CardRow, ...]:
        """What can be named for the place in question; a card that was just named for another is left out."""
        others = [] if self._is_changing else self._cards
        return tuple(row for row in self.prompt.slots[self._at] if row not in others)

    # --- by buttons ---

    def stop_counting(self) -> None:
        self._counts_soon = False  # whoever presses anything takes it into the own hands

    def press(self, press: Press) -> Reply:
        self.stop_counting()
        count = 1 + len(self._cards) if self._is_reviewing else len(self._rows)
        match press.button:
            case Button.UP | Button.DOWN:
                self._cursor = (self._cursor + (1 if press.button is Button.DOWN else -1)) % count
                self._line = None
            case Button.OK:
                return self._confirm() if self._is_reviewing else self._name()
            case Button.BACK:
                return self._go_back()
        return None

    def _confirm(self) -> Reply:
        """The first row takes all three cards, each other one opens the list of its place."""
        if self._cursor == 0:
            return self._give()
        self._at, self._is_changing = self._cursor - 1, True
        self._cursor = self._rows.index(card) if (card := self._cards[self._at]) else 0
        return None

    def _name(self) -> Reply:
        named = self._rows[self._cursor]
        if named in self._cards:  # both change their places
            self._cards[self._cards.index(named)] = self._cards[self._at]
        self._cards[self._at] = named
        self._cursor, self._line = 0, None
        if self._is_changing:
            self._is_changing = False
        elif self._is_full:
            return self._give()
        else:
            self._at = self._cards.index(None)
        return None

    def _go_back(self) -> Reply:
        """One card back; before the first of them, out of the combat as far as that is still possible."""
        self._cursor = 0
        if self._is_changing:
            self._is_changing = False
            return None
        filled = [slot for slot, card in enumerate(self._cards) if card is not None]
        if not filled or self.prompt.start:
            return Back()
        self._at = filled[-1]
        self._cards[self._at] = None
        return None

    def _give(self) -> Reply:
        answer = self.prompt.answer([card.key for card in self._cards if card is not None])
        refused = self.prompt.refusal(answer)
        if refused is not None:
            return Refused(refused)
        return Given(answer, Source.CAMERA if self._has_seen else Source.BUTTONS)

    # --- by camera ---

    def see(self, sight: Sight) -> Reply:
        if not isinstance(sight.seen, Shown):
            if sight.trouble and sight.trouble[0] is not Reason.MOVING:
                self._line = say(f"status.{sight.trouble[0].value}")
            return self._given_in_time(sight)
        self._rest.begin()
        card = sight.seen.reading
        if not sight.seen.witnessed or (card.name is None and card.status is not Status.SURE):
            return None
        return self._lay(card)

    def _lay(self, card: CardReading) -> Reply:
        """A card that was just laid down goes to its place, or it is said why it cannot."""
        if card.name is None:
            self._line = say("card.unknown")
            return Heard(Tone.REFUSED)
        if any(one is not None and one.name == card.name for one in self._cards):
            return None  # it was seen once more
        slot, row = self._place_of(card.name)
        if slot is None or row is None:
            self._line = say("card.not_here")
            return Heard(Tone.REFUSED)
        self._cards[slot] = row
        self._has_seen, self._is_changing, self._cursor, self._line = True, False, 0, None
        if card.status is not Status.SURE:
            self._doubted.add(card.name)
        else:
            self._sure.add(card.name)
        self._counts_soon = self._is_full and all(one is not None and self._is_certain(one) for one in self._cards)
        if not self._is_full:
            self._at = self._cards.index(None)
            seen = sum(card is not None for card in self._cards)
            self._line = say("galaktico.cards_seen", number=seen)
        return Heard(Tone.SEEN)

    def _is_certain(self, card: CardRow) -> bool:
        return card.name in self._sure and not self._is_doubtful(card)

    def _given_in_time(self, sight: Sight) -> Reply:
        """All three, once: if they are certain and nothing has happened for a second."""
        has_rested = self._rest.has_rested(sight)
        if not (has_rested and self._counts_soon):
            return None
        self._counts_soon = False
        return self._give()

    def _place_of(self, name: str) -> tuple[int | None, CardRow | None]:
        """Where a card belongs: the place that is put right, or the first free one of its kind."""
        for slot, rows in enumerate(self.prompt.slots):
            row = next((row for row in rows if row.name == name), None)
            is_wanted = slot == self._at if self._is_changing else self._cards[slot] is None
            if row is not None and is_wanted:
                return slot, row
        return None, None

    # --- the screen ---

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return self._review(tell) if self._is_reviewing else self._list(tell)

    def _review(self, tell: Tell) -> Screen:
        """All three cards; one that the camera doubts, or that was shown for another ship, says so."""
        cards = [card for card in self._cards if card is not None]
        is_odd = any(card.name in self.prompt.elsewhere for card in cards)
        rows = (Row(card.name, "?" if self._is_doubtful(card) else "") for card in cards)
        line = self._line or (say("galaktico.elsewhere") if is_odd else None)
        take = say(
            "footer.counts_soon" if self._counts_soon else "galaktico.cards_right"
        )  # no line: all three are seen
        title = tell(say("galaktico.side", one=self.prompt.words, player=self.prompt.player))
        return List(title, (Row(tell(take)), *rows), self._cursor, tell(line) if line else "")

    def _is_doubtful(self, card: CardRow) -> bool:
        return card.name in self._doubted or card.name in self.prompt.elsewhere

    def _list(self, tell: Tell) -> Screen:
        """The cards for one place; beside who shows them, what the one under the cursor can do."""
        key = "galaktico.equip.shield" if self._at == 0 else "galaktico.equip.weapon"
        title = tell(say(key, one=self.prompt.words, number=self._at))
        told = self._rows[self._cursor].told if self._cursor else self.prompt.news
        line = self._line or told
        return List(title, tuple(Row(row.name) for row in self._rows), self._cursor, tell(line) if line else "")
