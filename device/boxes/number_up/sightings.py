"""From a reading of number cards to sightings as the rules take them, and to words where nothing can be taken."""

from __future__ import annotations

from collections.abc import Sequence

from games.number_up.line_scores import NumberCard
from games.number_up.pieces import State
from games.number_up.placing import Sighting
from games.spine.dialogue import Text, say
from vision.base.reading import NumberReading, NumbersReading, Reason

SURE_CARD = 0.97  # as the reader has it for every card
FAINT_CARD = 0.3  # what is seen in one of three frames only, as a ghost in the grain of a dim table, has less
LIKELY = 0.05  # less likely others are no reason to think of them first
# What keeps a whole reading from being sure and says nothing against a card that is. The hand beside the grid makes
# more rows than the grid has.
HARMLESS = frozenset({Reason.UNCLEAR, Reason.BLURRED, Reason.MOVING})
PASSING = HARMLESS | {Reason.HAND, Reason.NOTHING, Reason.TOO_MANY}


def trouble_text(troubles: Sequence[Reason]) -> Text | None:
    """One line on why cards cannot be read; what belongs to laying a card is no trouble."""
    told = [reason for reason in troubles if reason not in PASSING]
    if not told:
        return None
    return say("number_up.covered") if told[0] is Reason.COVERED else say(f"status.{told[0].value}")


def sightings(reading: NumbersReading, state: State) -> list[Sighting]:
    """The cards of a reading as the rules take them: what each can be, and whether that is sure."""
    harmless = HARMLESS | {Reason.TOO_MANY} if state.level.hand > 1 else HARMLESS
    is_trusted = harmless.issuperset(reading.reasons)
    return [_sighting(card, is_trusted) for card in reading.cards]


def _sighting(card: NumberReading, is_trusted: bool) -> Sighting:
    others = [NumberCard(digit, colour) for (digit, colour), share in card.others if share >= LIKELY]
    is_sure = is_trusted and not card.reasons and card.confidence >= SURE_CARD
    is_faint = card.confidence < FAINT_CARD
    return Sighting(card.row, card.col, (NumberCard(card.digit, card.colour), *others), is_sure, is_faint)
