"""What is wrong on the table, said in one sentence, and what OK does about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from device.desks.desk import Tell
from device.parts.protocols import Tone
from device.screens.content import Message, Screen
from games.number_up import wording
from games.number_up.pieces import Place
from games.number_up.reading import Difference, Misfit
from games.number_up.sighting import Asked, Gap, TakenBack
from games.spine.dialogue import Text, say


class Remedy(Enum):
    """What OK means on a complaint."""

    SEE_GRID = auto()  # just to look at the grid
    LIES_THERE = auto()  # the card that is out of sight lies where it lay
    IS_SO = auto()  # what lies there is right, and what is known is not
    SCORE = auto()  # what lies there is a whole grid, to be scored
    PUT_RIGHT = auto()  # the card that was taken back stays, but was misread


FOOTERS = {
    Remedy.SEE_GRID: say("number_up.see_grid"),
    Remedy.LIES_THERE: say("number_up.lies_there"),
    Remedy.IS_SO: say("number_up.is_so"),
    Remedy.PUT_RIGHT: say("number_up.put_right"),
    Remedy.SCORE: say("number_up.only_score_it"),
}


@dataclass(frozen=True, slots=True)
class Complaint:
    """One sentence about the table; `asked` are the cards that are asked about once OK was pressed."""

    words: Text
    remedy: Remedy = Remedy.SEE_GRID
    asked: Asked | None = None
    missing: Place | None = None  # where a card is out of sight
    is_undo: bool = False  # nothing is wrong: a step back has to be done on the table, too

    @property
    def tone(self) -> Tone:
        return Tone.SEEN if self.is_undo else Tone.REFUSED

    def screen(self, tell: Tell) -> Screen:
        title = say("number_up.taken_back") if self.is_undo else say("title.not_now")
        return Message(tell(title), tell(self.words), tell(FOOTERS[self.remedy]), is_warning=not self.is_undo)


def complaint_about(told: TakenBack | Gap | Misfit, *, can_score: bool = False) -> Complaint:
    """The sentence for what is seen, and what OK does about it; `can_score` if a whole grid may be shown now."""
    match told:
        case TakenBack():
            return _still_there(told)
        case Gap(card, place, asked):
            words = wording.refusal(Misfit(Difference.MISSING, card, place))
            return Complaint(words, Remedy.LIES_THERE, asked, missing=place)
        case Misfit(Difference.SWAPPED | Difference.ON_TOP):  # nobody knows whether it was misread before
            return Complaint(wording.refusal(told), Remedy.IS_SO)
        case Misfit(Difference.CROWDED) if can_score:
            return Complaint(wording.refusal(told), Remedy.SCORE)
    return Complaint(wording.refusal(told))


def _still_there(told: TakenBack) -> Complaint:
    """How many cards have to leave, and which of them first: the one that was laid last."""
    (place, card), count = told.cards[0], len(told.cards)
    if count > 1:
        return Complaint(say("number_up.take_away_more", n=count, card=wording.card_name(card)), is_undo=True)
    words = say("number_up.take_away", card=wording.card_name(card))
    if not told.is_all:
        return Complaint(words, is_undo=True)
    return Complaint(words, Remedy.PUT_RIGHT, Asked((), ((place, (card,)),)), is_undo=True)
