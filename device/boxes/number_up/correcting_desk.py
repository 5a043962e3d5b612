"""The desk on which a card is put right that was read wrongly: which one, and what it is."""

from __future__ import annotations

from device.boxes.number_up.card_entry import CardEntry, Entered, Left
from device.boxes.number_up.entry_screen import entry_screen, question
from device.boxes.number_up.sightings import sightings
from device.desks.desk import Back, Given, Refused, Reply, Tell
from device.eyes.sight import LaidOut, Sight, Wanted
from device.parts.protocols import Press
from device.records.journal import Source
from device.screens.content import Screen
from games.number_up import rules
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place, State
from games.number_up.reading import shown_with
from games.number_up.sighting import proposed
from games.spine.dialogue import ReadLaid
from vision.base.reading import NumbersReading


class CorrectingDesk:
    """Steps through the laid cards, the newest first; what the camera sees otherwise is proposed. Back undoes."""

    def __init__(self, prompt: ReadLaid, state: State) -> None:
        self.prompt = prompt
        self._state = state
        self._is_touched = False
        self._entry = self._first()

    @property
    def wanted(self) -> Wanted | None:
        return self.prompt

    def see(self, sight: Sight) -> Reply:
        if isinstance(sight.seen, LaidOut) and not self._is_touched:
            self._propose(sight.seen.reading)
        return None

    def press(self, press: Press) -> Reply:
        self._is_touched = True
        match self._entry.press(press.button):
            case Entered(Place() as place, card):
                answer = shown_with(self._state, place, card)
                refusal = self.prompt.refusal(answer)
                self._entry = self._first()
                return Given(answer, Source.BUTTONS) if refusal is None else Refused(refusal)
            case Left():
                self._entry = self._first()
                return Back()
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return entry_screen(self._state, self._entry, tell, title=question(self._entry.step, self.prompt.words))

    def _first(self) -> CardEntry:
        size, newest = self._state.level.size, self._state.newest
        places = [Place(*divmod(cell, size)) for cell, card in enumerate(self._state.grid) if card is not None]
        return CardEntry(places, self._instead, start=Place(*divmod(newest, size)) if newest is not None else None)

    def _instead(self, place: Place | None) -> tuple[NumberCard, ...]:
        """What the card in this place can have been."""
        assert place is not None
        return rules.cards_instead(self._state, place)

    def _propose(self, reading: NumbersReading) -> None:
        """If the camera sees one card otherwise than it is known, that is the one to be put right."""
        found = proposed(self._state, sightings(reading, self._state))
        if found is not None:
            place, cards = found
            others = [card for card in self._instead(place) if card not in cards]
            self._entry = CardEntry((place,), lambda _: (*cards, *others), likeliest_first=True)
