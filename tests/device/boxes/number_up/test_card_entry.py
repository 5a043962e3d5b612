"""A card named by buttons alone, in few presses."""

from device.boxes.number_up.card_entry import CardEntry, Entered, Left, Step
from device.parts.protocols import Button
from games.number_up.pieces import Place
from tests.games.number_up.boards import card

UP, DOWN, OK, BACK = Button.UP, Button.DOWN, Button.OK, Button.BACK
PLACES = (Place(1, 2), Place(2, 1), Place(2, 3))
DECK = tuple(card(f"{colour}{value}") for colour in "rob" for value in (1, 2, 4))


def press(entry, *buttons):
    """What the last of the presses gives."""
    told = None
    for button in buttons:
        told = entry.press(button)
    return told


def by_hand(**more):
    return CardEntry(PLACES, lambda _: DECK, **more)


def test_place_colour_and_number_are_stepped_through():
    entry = by_hand()
    assert (entry.step, entry.place, entry.card) == (Step.PLACE, Place(1, 2), None)
    press(entry, DOWN, OK)
    assert (entry.step, entry.place, entry.card) == (Step.COLOUR, Place(2, 1), card("r1"))
    press(entry, DOWN, OK)
    assert (entry.step, entry.card) == (Step.VALUE, card("o1"))
    assert press(entry, UP, OK) == Entered(Place(2, 1), card("o4"))


def test_the_steps_go_round_in_both_directions():
    entry = by_hand()
    press(entry, UP)
    assert entry.place == Place(2, 3)
    press(entry, DOWN, OK, UP)
    assert entry.card == card("b1")
    press(entry, DOWN, OK, UP)
    assert entry.card == card("r4")


def test_the_first_place_is_the_one_that_is_likeliest():
    assert by_hand(start=Place(2, 3)).place == Place(2, 3)


def test_a_step_with_one_choice_is_passed_over():
    entry = CardEntry(PLACES[:1], lambda _: DECK[:7])
    assert entry.step is Step.COLOUR
    press(entry, UP)
    assert press(entry, OK) == Entered(PLACES[0], card("b1")), "there is one blue card left"


def test_few_cards_are_stepped_through_one_by_one():
    entry = CardEntry(PLACES[:1], lambda _: DECK[:4])
    assert entry.step is Step.CARD
    assert press(entry, UP, OK) == Entered(PLACES[0], card("o1"))


def test_the_likeliest_card_comes_first():
    entry = CardEntry(PLACES[:1], lambda _: (card("b4"), card("r2"), *DECK), likeliest_first=True)
    assert entry.card == card("b4")
    assert press(entry, DOWN, OK) == Entered(PLACES[0], card("r2"))


def test_back_goes_one_step_back_and_from_the_first_one_away():
    entry = by_hand()
    press(entry, DOWN, OK, DOWN, OK, BACK)
    assert (entry.step, entry.card) == (Step.COLOUR, card("o1"))
    press(entry, BACK)
    assert (entry.step, entry.place) == (Step.PLACE, Place(2, 1))
    assert press(entry, BACK) == Left()


def test_a_card_of_the_hand_has_no_place():
    entry = CardEntry((), lambda _: DECK)
    assert entry.place is None
    assert press(entry, OK, OK) == Entered(None, card("r1"))
