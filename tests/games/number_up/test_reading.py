"""What a reading of the whole grid means, and how one that does not fit is told."""

import pytest

from games.number_up import rules
from games.number_up.pieces import Place
from games.number_up.reading import Difference, Misfit, corrected, shown, shown_with, understand
from games.number_up.rules import Obstacle
from games.spine.dialogue import Laid, LaidCard
from tests.games.number_up.boards import COLOUR_LETTERS, LEVEL_1, board, card, laid, level_with

START = rules.start(LEVEL_1)
STATE = laid(START, "22 b5", "23 b4", "12 r1")
SIX = rules.start(level_with(size=6, values=(1, 2, 3, 4, 5, 6), colours=8))


def seen(*cards):
    """An answer as in "22 b5"."""
    return Laid(tuple(LaidCard(int(c[0]), int(c[1]), int(c[4]), COLOUR_LETTERS[c[3]]) for c in cards))


def test_the_one_new_card_is_the_move():
    assert understand(STATE, seen("22 b5", "23 b4", "12 r1", "24 g3")) == laid(STATE, "24 g3")


def test_the_order_in_which_cards_are_read_does_not_matter():
    assert understand(STATE, seen("24 g3", "12 r1", "23 b4", "22 b5")) == laid(STATE, "24 g3")


@pytest.mark.parametrize(
    ("cards", "misfit"),
    [
        (("22 b5", "23 b4", "12 r1"), Misfit(Difference.NOTHING_NEW)),
        (("22 b5", "23 b4", "12 r1", "24 g3", "32 g2", "21 g1", "33 o1", "34 o2"), Misfit(Difference.SEVERAL)),
        (("22 b5", "23 b4", "12 r1", "24 g3", "44 g2"), Misfit(Obstacle.APART, card("g2"), Place(4, 4))),
        (("22 b5", "12 r1", "24 g3"), Misfit(Difference.MISSING, card("b4"), Place(2, 3))),
        ((), Misfit(Difference.MISSING, card("r1"), Place(1, 2))),
        (("22 b5", "24 b4", "12 r1"), Misfit(Difference.MOVED, card("b4"), Place(2, 3))),
        (("22 b5", "23 g4", "12 r1"), Misfit(Difference.SWAPPED, card("b4"), Place(2, 3), card("g4"))),
        (("22 b4", "23 b5", "12 r1"), Misfit(Difference.MOVED, card("b5"), Place(2, 2))),
        (("22 b5", "23 b4", "12 r1", "24 r1"), Misfit(Difference.TWICE, card("r1"), Place(2, 4))),
        (("22 b5", "23 b4", "12 r1", "34 g3"), Misfit(Obstacle.APART, card("g3"), Place(3, 4))),
        (("22 b5", "23 b4", "12 r1", "24 g6"), Misfit(Obstacle.VALUE, card("g6"), Place(2, 4))),
    ],
)
def test_a_reading_that_cannot_follow_says_why(cards, misfit):
    assert understand(STATE, seen(*cards)) == misfit


def test_up_to_four_cards_may_be_new_if_they_can_have_been_laid_one_after_the_other():
    four = ("24 g3", "34 g2", "44 g1", "21 o1")
    assert understand(STATE, seen("22 b5", "23 b4", "12 r1", *four)) == laid(STATE, *four)
    upwards = ("14 g3", "24 g2", "04 o1")
    after = understand(STATE, seen("22 b5", "23 b4", "12 r1", *upwards))
    assert after == laid(STATE, "24 g2", "14 g3", "04 o1"), "the nearest first, however they are read"


def test_whatever_the_order_several_new_cards_bring_the_same_markers():
    rows = "r1 r2 r3 r4 .\no1 o2 o3 o4 .\ny1 y2 y3 y4 y5\ng1 g2 g3 g4 g5\nb1 b2 b3 b4 b5"
    state = board(rows)
    both = seen("04 r5", "14 o5")
    after = understand(state, Laid((*shown(state).cards, *both.cards)))
    assert after == laid(state, "14 o5", "04 r5") == laid(state, "04 r5", "14 o5")


def test_open_cards_may_be_laid_before_one_that_was_drawn_for_them():
    state = understand(HAND, seen("50 b5", "51 b4", "52 r1", "53 g2", "54 y3"))
    state = understand(state, seen("22 r1", "50 b5", "51 b4", "53 g2", "54 y3", "52 c1"))
    after = understand(state, seen("22 r1", "21 p2", "23 b5"))
    assert after.laid == 3, "p2 was drawn after b5 was laid"


def test_all_cards_on_the_start_card_may_be_new_at_once():
    four = ("22 b5", "23 b4", "32 r1", "33 r2")
    assert understand(SIX, seen(*four)) == laid(SIX, *four)
    two = understand(SIX, seen("22 b5", "33 b4"))
    assert two == laid(SIX, "22 b5", "33 b4")
    assert understand(two, seen("22 b5", "33 b4", "23 r1", "32 r2")).laid == 4
    assert understand(SIX, seen(*four, "34 g1")) == Misfit(Difference.SEVERAL)


# --- the hand beside the grid ---

HAND = rules.start(level_with(hand=5))


def test_a_hand_beside_the_grid_becomes_known_and_then_only_its_cards_are_laid():
    hand = ("50 b5", "51 b4", "52 r1", "53 g2", "54 y3")
    state = understand(HAND, seen(*hand))
    assert state.hand == tuple(card(word[3:]) for word in hand)
    assert understand(state, seen("22 c1")) == Misfit(Obstacle.NOT_IN_HAND, card("c1"), Place(2, 2))
    after = understand(state, seen("22 r1", "50 b5", "51 b4", "53 g2", "54 y3"))
    assert (after.laid, len(after.hand)) == (1, 4)
    refilled = understand(state, seen("22 r1", "50 b5", "51 b4", "52 c1", "53 g2", "54 y3"))
    assert (refilled.laid, len(refilled.hand)) == (1, 5)


def test_a_hand_that_was_not_looked_at_leaves_every_card_possible():
    assert understand(HAND, seen("22 c1")).laid == 1


def test_a_hand_that_does_not_fit_is_told():
    state = understand(HAND, seen("50 b5", "51 b4", "52 r1", "53 g2", "54 y3"))
    gone = understand(state, seen("22 r1", "50 b5", "51 b4", "53 g2", "54 c3"))
    assert gone == Misfit(Difference.HAND_CHANGED, card("y3"))
    twice = understand(state, seen("22 r1", "50 b5", "51 b4", "52 r1", "53 g2", "54 y3"))
    assert twice == Misfit(Difference.TWICE, card("r1"))
    four = understand(HAND, seen("50 b5", "51 b4", "52 r1", "53 g2", "54 y6"))
    assert four == Misfit(Obstacle.VALUE, card("y6"))


def test_open_cards_do_not_matter_once_the_grid_is_full():
    rows = "r1 r2 r3 r4 r5\no1 o2 o3 o4 o5\ny1 y2 y3 y4 y5\ng1 g2 g3 g4 g5\nb1 b2 b3 b4 ."
    state = board(rows, level_with(hand=5))
    state = rules.draw(rules.draw(state, card("b5")), card("p1"))
    lying = [*shown(state).cards, *seen("44 b5", "50 p2", "51 p3").cards]
    after = understand(state, Laid(tuple(lying)))
    assert after.is_over, "neither a card drawn too many nor one put away keeps the last card from being taken"


# --- corrections and buttons ---


def test_a_correction_names_the_one_card_that_was_read_wrongly():
    assert corrected(STATE, seen("22 b5", "23 g4", "12 r1")) == rules.correct(STATE, Place(2, 3), card("g4"))
    assert corrected(STATE, shown(STATE)) == Misfit(Difference.NOTHING_NEW)
    assert corrected(STATE, seen("22 b3", "23 g4", "12 r1")) == Misfit(Difference.SEVERAL)
    assert corrected(STATE, seen("22 b5", "23 r1", "12 r1")) == Misfit(Obstacle.LAID, card("r1"), Place(2, 3))
    assert corrected(STATE, seen("22 b5", "24 r3")) == Misfit(Obstacle.EMPTY, card("r3"), Place(2, 4))


def test_a_card_placed_by_buttons_becomes_the_whole_grid():
    answer = shown_with(STATE, Place(2, 4), card("g3"))
    assert answer == seen("12 r1", "22 b5", "23 b4", "24 g3")
    assert understand(STATE, answer) == laid(STATE, "24 g3")
    assert corrected(STATE, shown_with(STATE, Place(2, 3), card("g4"))).grid[13] == card("g4")
