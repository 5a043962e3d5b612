"""The desk on which a whole grid is scored that was laid without the device: one look, OK, and it counts.

A card in doubt is asked about, any other can be put right, and what the camera does not see is named by buttons.
Nothing counts before OK.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.boxes.number_up.card_entry import CardEntry, Entered, Left
from device.boxes.number_up.entry_screen import entry_screen, question
from device.boxes.number_up.grid_screen import grid_screen
from device.boxes.number_up.sightings import sightings, trouble_text
from device.desks.desk import Back, Given, Heard, Refused, Reply, Tell
from device.eyes.sight import LaidOut, Sight, Wanted
from device.parts.protocols import Button, Press, Tone
from device.records.journal import Source
from device.screens.content import Screen
from games.number_up import rules
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place, State
from games.number_up.placing import Sighting
from games.number_up.reading import shown
from games.number_up.sighting import whole_grid
from games.spine.dialogue import ReadLaid, Text, say


class ScoringDesk:
    """Waits for a full grid, shows it with its points, and takes it with OK."""

    def __init__(self, prompt: ReadLaid, state: State) -> None:
        self.prompt = prompt
        self._empty = state
        self._cards: dict[Place, NumberCard] = {}  # as far as they are known
        self._doubtful: dict[Place, tuple[NumberCard, ...]] = {}  # what else each may be, itself first
        self._entry: CardEntry | None = None
        self._source = Source.CAMERA
        self._seen = 0
        self._status: Text | None = None

    @property
    def wanted(self) -> Wanted | None:
        return self.prompt

    @property
    def _places(self) -> list[Place]:
        size = self._empty.level.size
        return [Place(row, col) for row in range(size) for col in range(size)]

    @property
    def _missing(self) -> list[Place]:
        return [place for place in self._places if place not in self._cards]

    @property
    def _state(self) -> State:
        """What is known so far, with its markers."""
        grid = tuple(self._cards.get(place) for place in self._places)
        level = self._empty.level
        return replace(self._empty, grid=grid, marks=rules.count_marks(level, grid))

    # --- the camera ---

    def see(self, sight: Sight) -> Reply:
        self._status = say("status.no_camera") if sight.has_failed else trouble_text(sight.trouble)
        if not isinstance(sight.seen, LaidOut) or self._source is Source.BUTTONS:
            return None  # what somebody has named is not taken away again
        seen = sightings(sight.seen.reading, self._empty)
        self._seen = len(seen)
        found = whole_grid(self._empty.level.size, seen)
        was_whole = not self._missing
        self._take(found or {})
        return Heard(Tone.SEEN) if found and not was_whole else None

    def _take(self, found: dict[Place, Sighting]) -> None:
        self._cards = {place: one.card for place, one in found.items()}
        self._doubtful = {place: one.cards for place, one in found.items() if not one.is_sure}
        self._entry = None
        self._ask_next()

    def _ask_next(self) -> None:
        """The next card in doubt or, while somebody names them, the next that is not known."""
        self._entry = None
        if self._doubtful:
            place = next(iter(self._doubtful))
            self._entry = CardEntry((place,), self._likeliest, likeliest_first=True)
        elif self._source is Source.BUTTONS and self._missing:
            self._entry = CardEntry((self._missing[0],), self._instead)

    def _likeliest(self, place: Place | None) -> Sequence[NumberCard]:
        assert place is not None
        first = self._doubtful[place]
        return (*first, *(card for card in self._instead(place) if card not in first))

    def _instead(self, place: Place | None) -> Sequence[NumberCard]:
        """What the card in this place can be beside all others."""
        assert place is not None
        return rules.cards_instead(self._state, place)

    # --- the buttons ---

    def press(self, press: Press) -> Reply:
        if self._entry is not None:
            return self._press_entry(self._entry, press.button)
        match press.button:
            case Button.BACK:
                return Back()
            case Button.OK if not self._missing:
                answer = shown(self._state)
                refusal = self.prompt.refusal(answer)
                return Given(answer, self._source) if refusal is None else Refused(refusal)
            case Button.OK:
                self._source = Source.BUTTONS
                self._ask_next()
            case _ if self._cards:
                self._entry = CardEntry([place for place in self._places if place in self._cards], self._instead)
        return None

    def _press_entry(self, entry: CardEntry, button: Button) -> Reply:
        match entry.press(button):
            case Entered(Place() as place, card):
                self._cards[place] = card
                self._doubtful.pop(place, None)
                self._source = Source.BUTTONS
                self._ask_next()
            case Left():
                self._entry = None
        return None

    # --- the screen ---

    def screen(self, tell: Tell, blink: bool) -> Screen:
        if self._entry is not None:
            is_doubtful = bool(self._doubtful)
            title = say("number_up.is_it") if is_doubtful else question(self._entry.step, say("number_up.which_card"))
            return entry_screen(self._state, self._entry, tell, title=title, is_blinking=blink and is_doubtful)
        if not self._missing:
            title, line = say("ending.points", n=self._state.points), say("number_up.score_it")
        else:
            seen = say("number_up.sees", seen=self._seen, all=len(self._places)) if self._seen else None
            title, line = self.prompt.words, self._status or seen or say("number_up.by_hand")
        return grid_screen(self._state, tell, title=tell(title), line=tell(line))
