"""A card named by buttons alone: where it lies, which colour, which number. A step with one choice is passed over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from device.parts.protocols import Button
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place

FEW = 6  # so many cards are stepped through one by one; of more, the colour is asked first


class Step(Enum):
    """What up and down change."""

    PLACE = auto()
    COLOUR = auto()
    VALUE = auto()
    CARD = auto()  # colour and number at once


@dataclass(frozen=True, slots=True)
class Entered:
    """The card and where it lies; no place for one in the hand."""

    place: Place | None
    card: NumberCard


@dataclass(frozen=True, slots=True)
class Left:
    """The player went back from the first step."""


class CardEntry:
    """Leads through the steps; OK goes on, back goes back."""

    def __init__(
        self,
        places: Sequence[Place],
        cards_at: Callable[[Place | None], Sequence[NumberCard]],
        *,
        start: Place | None = None,
        likeliest_first: bool = False,
    ) -> None:
        """`cards_at` gives the cards that can lie in a place, in an order worth keeping if `likeliest_first`."""
        self._places = places
        self._cards_at = cards_at
        self._keeps_order = likeliest_first
        self._at = places.index(start) if start in places else 0
        self._steps: list[Step] = []  # those taken, the last one being where the player is
        self._card_at = 0
        self._cards: tuple[NumberCard, ...] = ()
        if len(places) > 1:
            self._steps = [Step.PLACE]
        else:
            self._choose_card()

    # --- what is chosen so far ---

    @property
    def step(self) -> Step:
        return self._steps[-1]

    @property
    def place(self) -> Place | None:
        return self._places[self._at] if self._places else None

    @property
    def card(self) -> NumberCard | None:
        """The card under the buttons; None while the place is looked for."""
        return self._cards[self._card_at] if self._cards and self.step is not Step.PLACE else None

    # --- the buttons ---

    def press(self, button: Button) -> Entered | Left | None:
        match button:
            case Button.UP:
                self._turn(-1)
            case Button.DOWN:
                self._turn(1)
            case Button.OK:
                return self._go_on()
            case Button.BACK:
                return self._go_back()
        return None

    def _turn(self, by: int) -> None:
        if self.step is Step.PLACE:
            self._at = (self._at + by) % len(self._places)
            return
        choices = self._choices()
        self._card_at = choices[(choices.index(self._card_at) + by) % len(choices)]

    def _choices(self) -> list[int]:
        """The cards that up and down step through now: one of each colour, those of one colour, or all."""
        now = self._cards[self._card_at]
        match self.step:
            case Step.COLOUR:
                first = {card.colour: number for number, card in reversed([*enumerate(self._cards)])}
                first[now.colour] = self._card_at
                return sorted(first.values())
            case Step.VALUE:
                return [number for number, card in enumerate(self._cards) if card.colour == now.colour]
        return [*range(len(self._cards))]

    def _go_on(self) -> Entered | None:
        match self.step:
            case Step.PLACE:
                self._choose_card()
                return None
            case Step.COLOUR:
                self._steps.append(Step.VALUE)
                if len(self._choices()) > 1:
                    return None
        return Entered(self.place, self._cards[self._card_at])

    def _choose_card(self) -> None:
        self._cards = tuple(self._cards_at(self.place))
        self._card_at = 0
        is_direct = self._keeps_order or len(self._cards) <= FEW
        self._steps.append(Step.CARD if is_direct else Step.COLOUR)

    def _go_back(self) -> Left | None:
        self._steps.pop()
        return None if self._steps else Left()
