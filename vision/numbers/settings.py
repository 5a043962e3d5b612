"""What counts as a number card, and what as bare table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NumberCardSettings:
    """What counts as a card. Measured on tools/render/scenes/numbers.py."""

    certain_nothing: float = 0.98  # in the first look: not worth a second
    on_its_mark: float = 0.35  # heights, their logarithm and 30 degrees: a look less off than this was good
    clear_digit: float = 0.97  # a digit's share that needs no other look
    hopeless_digit: float = 0.2  # a share that more looks hardly make clear: 5 of 791 unclear digits had less
    more_looks: int = 1  # at what was not clear: 39 digits of 53 drawn tables were wrong after one look, then 22
    # Heights right and down that what is still not clear is looked at from, all looks together: of 791 such digits on
    # 306 drawn tables 82 were wrong before and 45 then, with a share above 0.9 13 before and 3 then.
    looks_around: tuple[tuple[float, float], ...] = ((0, 0), (0.08, 0), (-0.08, 0))
    most_shift: float = 0.5  # of the height, its logarithm and 30 degrees
    clear_nothing: float = 0.9  # the namer's share of "nothing" above which a place is no card
    faint_nothing: float = 0.5  # the same for places that the finder itself hardly saw
    faint_heat: float = 0.3
    clear_heat: float = 0.4  # a place seen as clearly as this is a card even if no digit can be read
    clear_score: float = 0.36  # heat times share of all digits; more than checked cloth, a few cards have less
    digit_share: float = 0.12  # of all digits together: below, a card is there but cannot be read ...
    unread_nothing: float = 0.4  # ... if the namer does not think it is nothing; bare wood and cloth had 0.57 and more
    agreement: float = 0.7  # of the directions, 1 if all are the same; 49 of 54 drawn tables had more
    same_turn: float = 35.0  # degrees a card may be turned against the others; more is a misjudged direction
    same_height: float = 0.6  # a digit smaller than this part of the usual height, or larger by it, is of another kind
    odd_height: float = 0.2  # logarithm; in 24 drawn scenes 3 had a real card beyond this; many chips stay below
    chip_height: float = 0.13  # logarithm; by so much a chip's digit is smaller than those of the cards
    around_hole: float = 0.6  # of a card's outline at an empty place that shows the table if only a chip lies there
    far_away: float = 1.7  # steps of the grid; a digit farther from all cards is none of theirs
    upon_card: float = 1.0  # the same beside a full grid, where only a card that lies upon others can be one too many
    overlooked: float = 0.95  # digits' share at an empty place of the grid that makes it a card, though not sighted
    next_card: float = 1.3  # the longer step of the grid; a thing farther from all cards is not the next card
    same_place: float = 0.7  # heights; a sighting so near the place of a missing card is that card
    half_digit: float = 0.5  # heights that a digit reaches from its middle
    bare_table: float = 0.25  # of the cards' contrast: 15 cards that were not found at first had 0.34 and more
    certain_table: float = 0.9  # the namer's share of "nothing" that makes a place one that shows the table
    # A place as plain and with as nearly the colour of such a one shows the table too, in parts of the cards' contrast:
    # of 69 cards that were not found on 391 drawn tables none was so like it, of 29 places of cloth and felt 17.
    table_contrast: float = 0.8
    table_tone: float = 0.15
    # A place as full of contrast and as unlike all of those shows something else, unless the namer is certain of
    # nothing: 40 of 65 hidden cards on 1081 drawn tables that nothing else betrayed, and bare cloth on 10 tables.
    other_contrast: float = 0.7
    other_tone: float = 0.5
    # The namer's share of "nothing" at an empty place below which something lies there. On 38 drawn tables 42 places of
    # cards that had not been found had at most 0.21, 285 of bare wood or cloth 0.29 and more.
    likely_nothing: float = 0.28
    sighted_nothing: float = 0.55  # the same, where the finder itself saw something
