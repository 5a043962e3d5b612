"""What cards mean as the camera sees them: counted from their own top left, some doubtful, some out of sight."""

from dataclasses import replace

import pytest

from games.number_up import rules
from games.number_up.pieces import Place
from games.number_up.placing import Sighting, fitted
from games.number_up.reading import Difference, Misfit
from games.number_up.rules import Obstacle
from games.number_up.sighting import (
    Asked,
    Centre,
    Faint,
    Gap,
    Move,
    Remembered,
    TakenBack,
    Waits,
    meaning,
    met,
    proposed,
    with_cards,
)
from games.spine.dialogue import Laid, LaidCard
from tests.games.number_up.boards import COLOUR_LETTERS, LEVEL_1, card, laid, level_with

START = rules.start(LEVEL_1)
STATE = laid(START, "22 b5", "23 b4", "12 r1")
SIX = rules.start(level_with(size=6, values=(1, 2, 3, 4, 5, 6), colours=8))
GRID = laid(START, "22 b5", "23 b4", "12 r1", "24 g3", "32 g2", "11 r2")


def seen(*words):
    """Sightings as in "00 b5"; with "?" doubtful, further cards are what else it may be: "00 b5 b4?"."""
    found = []
    for word in words:
        place, *cards = word.rstrip("?").split()
        found.append(Sighting(int(place[0]), int(place[1]), tuple(map(card, cards)), is_sure=not word.endswith("?")))
    return found


def answer(*words):
    """An answer as in "22 b5"."""
    cards = (LaidCard(int(w[0]), int(w[1]), int(w[4]), COLOUR_LETTERS[w[3]]) for w in words)
    return Laid(tuple(sorted(cards)))


def places(state, *words):
    placed = fitted(state, seen(*words))
    return None if placed is None else {f"{place.row}{place.col}": one.card for place, one in placed.items()}


# --- where it belongs ---


def test_a_reading_counted_from_its_top_left_card_finds_its_place():
    assert places(STATE, "00 r1", "10 b5", "11 b4") == {"12": card("r1"), "22": card("b5"), "23": card("b4")}
    assert set(places(STATE, "01 r1", "10 g3", "11 b5", "12 b4")) == {"12", "21", "22", "23"}
    assert set(places(START, "00 b5")) == {"22"}
    assert places(STATE) == {}


def test_one_misread_card_does_not_move_the_rest():
    assert set(places(STATE, "00 r2", "10 b5", "11 b4")) == {"12", "22", "23"}


def test_a_doubtful_card_that_may_be_the_known_one_helps_to_find_the_place():
    state = laid(START, "22 b5")
    assert places(state, "00 b4", "01 g3") is None
    assert set(places(state, "00 b4 b5?", "01 g3")) == {"22", "23"}


def test_cards_that_were_swapped_are_known_by_the_places_they_take():
    assert meaning(STATE, seen("00 r1", "10 b4", "11 b5")) == Misfit(Difference.MOVED, card("b5"), Place(2, 2))


def test_a_card_outside_the_grid_is_found_outside_and_said():
    state = laid(START, "22 b5", "23 b4", "24 b3")
    assert "25" in places(state, "00 b5", "01 b4", "02 b3", "03 r1")
    assert meaning(state, seen("00 b5", "01 b4", "02 b3", "03 r1")) == Misfit(Obstacle.OUTSIDE)


def test_cards_on_the_start_card_wait_until_their_fields_are_clear():
    assert meaning(SIX, seen("00 b5")) == Waits(1)
    assert meaning(SIX, seen("00 b5", "01 b4")) == Waits(2)
    three = seen("00 b5", "01 b4", "11 r1")
    assert meaning(SIX, three) == Move(answer("22 b5", "23 b4", "33 r1"))
    assert meaning(SIX, seen("00 b5", "11 b4")) == Move(answer("22 b5", "33 b4"))
    assert set(places(laid(SIX, "22 b5"), "00 b5", "01 b4")) == {"22", "23"}


def test_cards_before_the_first_one_are_told():
    assert meaning(START, seen("00 b5", "02 b4")) == Misfit(Difference.SEVERAL), "they touch each other nowhere"
    many = ("00 b5", "01 b4", "02 b3", "10 r1", "11 r2")
    assert meaning(START, seen(*many)) == Misfit(Difference.CROWDED)
    assert meaning(START, seen("00 b5", "01 b4", "03 b3")) == Misfit(Difference.CROWDED)


def test_23_6_of_several_first_cards_every_legal_way_to_lie_is_told():
    two = Centre((Move(answer("22 b5", "23 b4")), Move(answer("21 b5", "22 b4"))))
    assert meaning(START, seen("00 b5", "01 b4")) == two
    corner = meaning(START, seen("00 b5", "01 b4", "10 r1?"))
    assert corner == Centre(
        (
            Asked(((Place(2, 2), card("b5")), (Place(2, 3), card("b4"))), ((Place(3, 2), (card("r1"),)),)),
            Asked(((Place(2, 2), card("b4")), (Place(2, 1), card("b5"))), ((Place(3, 1), (card("r1"),)),)),
            Asked(((Place(1, 2), card("b5")), (Place(1, 3), card("b4"))), ((Place(2, 2), (card("r1"),)),)),
        )
    )
    row = seen("00 b5", "01 b4", "02 b3", "03 b2")
    assert meaning(START, row) == Centre(
        (Move(answer("21 b5", "22 b4", "23 b3", "24 b2")), Move(answer("20 b5", "21 b4", "22 b3", "23 b2")))
    ), "beyond the border of the grid no card can lie"


def test_a_grid_that_is_not_known_again_is_told():
    assert meaning(STATE, seen("00 y1", "01 y2")) == Misfit(Difference.LOST)
    assert meaning(GRID, seen("00 r1", "10 b5")) == Misfit(Difference.LOST), "four known cards are out of sight"


# --- what it is ---


def test_nothing_new_is_nothing_to_tell():
    assert meaning(STATE, seen("00 r1", "10 b5", "11 b4")) is None


def test_a_sure_and_legal_card_is_a_move():
    assert meaning(STATE, seen("00 r1", "10 b5", "11 b4", "12 g3")) == Move(answer("12 r1", "22 b5", "23 b4", "24 g3"))
    assert meaning(START, seen("00 b5")) == Move(answer("22 b5"))


def test_what_is_known_stays_known_while_no_sure_sighting_speaks_against_it():
    doubted = seen("00 o1 y1?", "10 b5", "11 b4", "12 g3")
    assert meaning(STATE, doubted) == Move(answer("12 r1", "22 b5", "23 b4", "24 g3"))


def test_a_doubtful_card_is_asked_about_and_the_rules_leave_out_what_cannot_be():
    told = meaning(STATE, seen("00 r1", "10 b5", "11 b4", "12 b4 g3 g6 o3?"))
    assert told == Asked((), ((Place(2, 4), (card("g3"), card("o3"))),)), "b4 lies there, g6 is not in the level"


def test_a_doubtful_card_that_can_be_nothing_else_than_forbidden_is_said():
    told = meaning(STATE, seen("00 r1", "10 b5", "11 b4", "12 b4?"))
    assert told == Misfit(Obstacle.LAID, card("b4"), Place(2, 4))


def test_a_doubtful_card_without_a_guess_that_can_be_is_asked_about_all_the_same():
    told = meaning(STATE, seen("00 r1", "10 b5", "11 b4", "12 g6 b6?"))
    assert told == Asked((), ((Place(2, 4), ()),)), "it would be wrong to claim that it is a 6"
    apart = meaning(STATE, seen("00 r1", "10 b5", "11 b4", "22 g6?"))
    assert apart == Misfit(Obstacle.APART, card("g6"), Place(3, 4)), "whatever it is"


def test_start_cards_that_are_doubtful_are_asked_about_together():
    told = meaning(SIX, seen("00 b5", "01 b4 b3?", "11 r1 o1?"))
    assert told == Asked(
        ((Place(2, 2), card("b5")),),
        ((Place(2, 3), (card("b4"), card("b3"))), (Place(3, 3), (card("r1"), card("o1")))),
    )


@pytest.mark.parametrize(
    ("sightings", "misfit"),
    [
        (("01 r1", "11 b5", "12 b4", "13 g3", "22 g2", "21 g1", "10 o1", "20 o2"), Misfit(Difference.SEVERAL)),
        (("00 r1", "10 b5", "12 b4"), Misfit(Difference.MOVED, card("b4"), Place(2, 3))),
        (("00 r1", "10 b5", "11 g4"), Misfit(Difference.SWAPPED, card("b4"), Place(2, 3), card("g4"))),
        (("00 r1", "10 b5", "11 b4", "22 g3"), Misfit(Obstacle.APART, card("g3"), Place(3, 4))),
        (("00 r1", "10 b5", "11 b4", "12 g6"), Misfit(Obstacle.VALUE, card("g6"), Place(2, 4))),
        (("00 r1", "10 b5", "11 b4", "12 r1"), Misfit(Difference.TWICE, card("r1"), Place(2, 4))),
    ],
)
def test_what_the_rules_forbid_is_a_misfit(sightings, misfit):
    assert meaning(STATE, seen(*sightings)) == misfit


# --- hardly seen ---


def faint(sightings, *numbers):
    return [replace(one, is_sure=False, is_faint=n in numbers) for n, one in enumerate(sightings)]


def test_a_new_card_that_is_hardly_seen_is_not_asked_about():
    assert meaning(STATE, faint(seen("00 r1", "10 b5", "11 b4", "12 g3"), 3)) == Faint()
    assert meaning(START, faint(seen("00 r1"), 0)) == Faint()
    assert meaning(SIX, faint(seen("00 r1"), 0)) == Faint()


def test_a_known_card_that_is_hardly_seen_is_there():
    assert meaning(STATE, faint(seen("00 r1", "10 b5", "11 b4"), 0)) is None


def test_what_is_hardly_seen_does_not_keep_a_card_from_being_taken():
    told = meaning(STATE, [*seen("00 r1", "10 b5", "11 b4", "12 g3"), *faint(seen("20 o2"), 0)])
    assert told == Move(answer("12 r1", "22 b5", "23 b4", "24 g3"))
    assert meaning(START, [*seen("00 b5"), *faint(seen("02 o2"), 0)]) == Move(answer("22 b5"))


# --- out of sight ---


def test_a_known_card_out_of_sight_is_told_with_what_counts_if_it_lies_there():
    assert meaning(STATE, seen("00 r1", "10 b5")) == Gap(card("b4"), Place(2, 3))
    told = meaning(STATE, seen("00 r1", "11 b4", "12 g3"))
    assert told == Gap(card("b5"), Place(2, 2), Asked((), ((Place(2, 4), (card("g3"),)),)))


def test_beside_a_card_out_of_sight_what_is_forbidden_is_still_said():
    told = meaning(STATE, seen("00 r1", "11 b4", "12 g6"))
    assert told == Misfit(Obstacle.VALUE, card("g6"), Place(2, 4))


# --- taken back ---


def test_a_card_that_was_taken_back_has_to_leave_the_table():
    lying = seen("00 r1", "10 b5", "11 b4", "12 g3")
    back = Remembered(taken_back=((Place(2, 4), card("g3")),))
    assert meaning(STATE, lying, back) == TakenBack(((Place(2, 4), card("g3")),))
    doubtful = seen("00 r1", "10 b5", "11 b4", "12 l3 g3?")
    assert meaning(STATE, doubtful, back) == TakenBack(((Place(2, 4), card("g3")),))
    elsewhere = seen("00 r1", "10 b5", "11 b4", "20 g3")
    assert meaning(STATE, elsewhere, back) == Move(answer("12 r1", "22 b5", "23 b4", "32 g3"))


def test_of_several_cards_taken_back_the_newest_leaves_first():
    back = Remembered(taken_back=((Place(3, 2), card("g4")), (Place(2, 4), card("g3")), (Place(1, 1), card("g1"))))
    told = meaning(STATE, seen("00 r1", "10 b5", "11 b4", "12 g3", "20 g4"), back)
    assert told == TakenBack(((Place(3, 2), card("g4")), (Place(2, 4), card("g3"))))
    with_another = meaning(STATE, seen("00 r1", "10 b5", "11 b4", "12 g3", "21 o4"), back)
    assert with_another == TakenBack(((Place(2, 4), card("g3")),), is_all=False), "nothing is taken beside it"


def test_23_7_where_every_card_was_taken_back_they_are_known_where_they_lay():
    back = Remembered(taken_back=((Place(1, 3), card("r1")), (Place(2, 3), card("b4")), (Place(2, 2), card("b5"))))
    assert meaning(START, seen("01 r1", "10 b5", "11 b4"), back) == TakenBack(back.taken_back)
    assert meaning(START, seen("00 b5", "01 b4"), back) == TakenBack(back.taken_back[1:])
    assert meaning(START, seen("00 b5"), back) == TakenBack(back.taken_back[2:])
    assert meaning(START, seen("00 g1"), back) == Move(answer("22 g1")), "others are new"


# --- several at once ---


def test_cards_laid_quickly_one_after_the_other_are_one_move():
    lying = seen("00 r1", "10 b5", "11 b4", "12 g3", "22 g2", "32 g1")
    assert meaning(STATE, lying) == Move(answer("12 r1", "22 b5", "23 b4", "24 g3", "34 g2", "44 g1"))


def test_of_several_new_cards_only_the_doubtful_one_is_asked_about():
    told = meaning(STATE, seen("00 r1", "10 b5", "11 b4", "12 g3", "22 b5 g2 o2?"))
    assert told == Asked(((Place(2, 4), card("g3")),), ((Place(3, 4), (card("g2"), card("o2"))),))


@pytest.mark.parametrize("changes", [{"hand": 3}, {"discards": 1}])
def test_where_something_may_have_happened_between_two_cards_it_is_asked(changes):
    state = laid(rules.start(level_with(**changes)), "22 b5", "23 b4", "12 r1")
    told = meaning(state, seen("00 r1", "10 b5", "11 b4", "12 g3", "22 g2"))
    assert told == Asked((), ((Place(2, 4), (card("g3"),)), (Place(3, 4), (card("g2"),))))
    one = meaning(state, seen("00 r1", "10 b5", "11 b4", "12 g3"))
    assert isinstance(one, Move)


def test_one_of_several_cards_that_touches_none_is_named():
    told = meaning(STATE, seen("01 r1", "11 b5", "12 b4", "13 g3", "30 g2"))
    assert told == Misfit(Obstacle.APART, card("g2"), Place(4, 1))


# --- chips and markers around the grid ---


def test_what_lies_around_the_grid_and_is_not_surely_a_card_is_none():
    full_row = laid(START, "22 b5", "23 b4", "24 b3", "21 b2", "20 b1")
    row = ("10 b1", "11 b2", "12 b5", "13 b4", "14 b3")
    assert meaning(full_row, seen(*row, "15 g6 o6?")) is None
    assert meaning(full_row, seen(*row, "15 g6?", "02 r1")) == Move(
        answer("12 r1", "20 b1", "21 b2", "22 b5", "23 b4", "24 b3")
    )
    assert meaning(full_row, seen(*row, "15 g6")) == Misfit(Obstacle.OUTSIDE), "a card that is surely one"


# --- remembered ---


def test_a_card_that_the_player_says_lies_there_is_not_missed_again():
    there = Remembered(there=frozenset({Place(2, 3)}))
    assert meaning(STATE, seen("00 r1", "10 b5"), there) is None
    assert isinstance(meaning(STATE, seen("00 r1", "10 b5", "20 g3"), there), Move)
    assert meaning(STATE, seen("10 b5", "11 b4"), there) == Gap(card("r1"), Place(1, 2)), "another one is"


def test_a_known_card_that_was_seen_before_and_shows_its_digit_is_there_in_whatever_light():
    before = Remembered(met=met(STATE, seen("00 r1", "10 b5", "11 b4")))
    orange = seen("00 o1", "10 b5", "11 b4")
    assert meaning(STATE, orange, before) is None
    assert meaning(STATE, orange) == Misfit(Difference.SWAPPED, card("r1"), Place(1, 2), card("o1"))
    swapped = laid(START, "22 b5", "23 r5")
    both = Remembered(met=met(swapped, seen("00 b5", "01 r5")))
    assert isinstance(meaning(swapped, seen("00 r5", "01 b5"), both), Misfit), "two cards have changed places"


def test_a_card_laid_upon_another_is_named_as_that():
    before = Remembered(met=met(STATE, seen("00 r1", "10 b5", "11 b4")))
    lying = seen("00 r1", "10 b5", "11 g3")
    assert meaning(STATE, lying, before) == Misfit(Difference.ON_TOP, card("b4"), Place(2, 3), card("g3"))
    assert meaning(STATE, lying) == Misfit(Difference.SWAPPED, card("b4"), Place(2, 3), card("g3"))


# --- the hand ---


def test_a_row_below_the_grid_is_the_open_hand_where_the_level_has_one():
    state = laid(rules.start(level_with(hand=5)), "22 b5", "32 b4", "42 b3")
    lying = seen("00 b5", "10 b4", "20 b3", "30 r1", "31 r2")
    told = meaning(state, lying)
    assert told == Move(with_cards(state, (), (card("r1"), card("r2"))))
    plain = laid(START, "22 b5", "32 b4", "42 b3")
    assert meaning(plain, lying) == Misfit(Obstacle.OUTSIDE)


def test_a_hand_that_hides_the_few_cards_of_the_grid_is_told():
    hand = seen("00 r1", "01 r2", "02 o3", "03 o4", "04 y1")
    for state in (rules.start(level_with(hand=5)), laid(rules.start(level_with(hand=5)), "22 b5", "32 b4")):
        assert meaning(state, hand) == Misfit(Difference.ONLY_HAND)
    assert meaning(START, hand) == Misfit(Difference.CROWDED)
    assert meaning(laid(START, "22 b5", "32 b4"), hand) == Misfit(Difference.LOST)


def test_a_hand_in_the_picture_before_the_first_card_is_told():
    lying = ("02 b5", "30 r1", "31 r2", "32 o3", "33 o4", "34 y1")
    assert meaning(rules.start(level_with(hand=5)), seen(*lying)) == Misfit(Difference.ONLY_HAND)
    assert meaning(START, seen(*lying)) == Misfit(Difference.CROWDED)
    more = (*lying, "12 r3")
    assert meaning(rules.start(level_with(hand=5)), seen(*more)) == Misfit(Difference.CROWDED), "of another game"


def test_a_doubtful_hand_is_not_told():
    state = laid(rules.start(level_with(hand=5)), "22 b5", "32 b4", "42 b3")
    assert meaning(state, seen("00 b5", "10 b4", "20 b3", "30 r1 o1?", "31 r2")) is None


# --- corrections ---


def test_the_one_card_that_is_seen_otherwise_is_proposed_for_correction():
    assert proposed(STATE, seen("00 r1", "10 b5", "11 g4")) == (Place(2, 3), (card("g4"),))
    assert proposed(STATE, seen("00 r1", "10 b5", "11 r1 g4 c4?")) == (Place(2, 3), (card("g4"), card("c4")))
    assert proposed(STATE, seen("00 r1", "10 b5", "11 b4")) is None
    assert proposed(STATE, seen("00 r2", "10 b5", "11 g4")) is None, "two differ"
    assert proposed(STATE, seen("00 y1")) is None
