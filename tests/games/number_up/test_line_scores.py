"""Every line score: hand-made lines, and random lines against slow counting that looks at every choice of cards."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.number_up.line_scores import NumberCard
from games.number_up.pieces import COLOURS
from games.number_up.vocabulary import FINAL_SCORES, LINE_SCORES
from tests.games.number_up.boards import line, rule

EXAMPLES = {
    "best_colour": {"r1 r2 g3 b4 b1": 5, "b5 . . b4 .": 9, ". . . . .": 0, "r6 . . . .": 6},
    "second_colour": {"r1 r2 g3 b4 b1": 3, "r5 r4 r3 . .": 0, "r5 b4 g4 . .": 4, ". . . . .": 0},
    "best_value": {"r4 b4 g1 y1 c1": 8, "r3 b3 g3 y5 c5": 10, "r2 . . . .": 2},
    "second_value": {"r4 b4 g1 y1 c1": 3, "r3 b3 g3 y5 c5": 9, "r2 b2 . . .": 0},
    "sum_of_1": {"r1 b1 g1 y5 .": 3},
    "sum_of_2": {"r2 b2 g1 y5 .": 4},
    "sum_of_3": {"r3 b3 g3 y5 .": 9},
    "sum_of_4": {"r4 b1 g1 y5 .": 4},
    "sum_of_5": {"r1 b1 g1 y4 .": 0},
    "sum_of_6": {"r6 b6 g1 y5 .": 12},
    "different_sum": {"r5 b5 g1 y3 .": 9, "r1 b1 g1 y1 c1": 1},
    "exact_sum": {"r1 b2 g3 y4 c5": 9, "r5 b5 g5 . .": 0, "r1 b2 g3 y4 c6": 0, ". . . . .": 0},
    "pairs": {"r5 b5 g1 y1 c2": 6, "r5 b5 g5 . .": 3, "r5 b5 g5 y5 c2": 6, "r1 b2 g3 y4 c5": 0},
    "of_a_kind": {"r5 b5 . . .": 3, "r5 b5 g5 y1 c1": 6, "r2 b2 g2 y2 c1": 9, "r2 . . . .": 0},
    "colour_pairs": {"r1 r2 b3 b4 g1": 6, "r1 r2 r3 r4 .": 6, "r1 b1 g1 . .": 0},
    "most_of_a_colour": {"r1 r2 r3 b4 b5": 6, "r1 . . . .": 2, ". . . . .": 0},
    "different_values": {"r1 b1 g2 y3 c3": 3},
    "different_colours": {"r1 r2 b3 g4 g5": 3},
    "all_different": {"r1 b2 g3 y4 c5": 9, "r1 b2 g3 y4 .": 4, "r1 b2 g3 y4 c4": 4, "r1 b2 g3 y4 c5 p6": 9},
    "odd_cards": {"r1 b3 g5 y2 c4": 6},
    "even_cards": {"r1 b3 g5 y2 c4": 4},
    "span": {"r6 b1 g3 . .": 5, "r4 . . . .": 0},
    "straight_length": {"r5 b3 g4 y1 c1": 3, "r1 b3 g5 . .": 1, ". . . . .": 0, "r2 b1 g4 y5 c3": 5},
    "straight_sum": {"r5 b3 g4 y1 c1": 12, "r1 b2 g4 y5 .": 0, "r1 b2 g3 y5 c6": 6},
    "colour_straight": {"r4 r5 b6 b3 b2": 9, "r1 r3 r5 . .": 0, "r3 r2 r4 b6 b5": 11},
    "touching_colour": {"r1 r2 g3 r4 r5": 9, "r5 . r4 . .": 5, "b2 b3 b4 . .": 9},
    "touching_falling": {"r5 b4 g3 y6 c1": 6, "r1 b3 g4 . .": 0, "r3 . b2 g1 .": 4},
    "touching_rising": {"r1 b3 g4 y2 c5": 6, "r5 b4 g3 . .": 0, "r1 . b2 g3 .": 4, "r2 b2 g2 y2 c2": 0},
}
CASES = [(key, words, points) for key, lines in EXAMPLES.items() for words, points in lines.items()]


@pytest.mark.parametrize(("key", "words", "points"), CASES)
def test_a_line_made_by_hand_counts_as_the_sentence_says(key, words, points):
    assert LINE_SCORES[key].points(line(words)) == points


def test_every_line_score_has_lines_made_by_hand():
    assert EXAMPLES.keys() == LINE_SCORES.keys()


# --- slow counting -------------------------------------------------------------------------------------------------


def choices(cards):
    """Every choice of one or more of the cards."""
    return [chosen for size in range(1, len(cards) + 1) for chosen in combinations(cards, size)]


def of_one(cards, part):
    """Sums of all cards that share this part, a sum for each of its values."""
    return sorted(sum(card[0] for card in cards if card[part] == one) for one in {card[part] for card in cards})


def is_straight(cards):
    values = sorted(card.value for card in cards)
    return values == list(range(values[0], values[0] + len(values)))


def stretches(places):
    """Every stretch of neighbouring places that holds a card everywhere."""
    whole = [places[first:last] for first in range(len(places)) for last in range(first + 1, len(places) + 1)]
    return [stretch for stretch in whole if None not in stretch]


def most(values):
    return max([0, *values])


def pairs_of(cards, part):
    """The most pairs that can be put together, trying every way."""
    if len(cards) < 2:
        return 0
    first, *rest = cards
    partners = [other for other in rest if other[part] == first[part]]
    with_partner = [1 + pairs_of([card for card in rest if card != partner], part) for partner in partners]
    return max([pairs_of(rest, part), *with_partner])


def slow(key, places):
    cards = [card for card in places if card is not None]
    values, colours = {card.value for card in cards}, {card.colour for card in cards}
    if key.startswith("sum_of_"):
        return sum(card.value for card in cards if str(card.value) == key[-1])
    return {
        "best_colour": lambda: most(of_one(cards, 1)),
        "second_colour": lambda: [0, 0, *of_one(cards, 1)][-2] if len(colours) > 1 else 0,
        "best_value": lambda: most(of_one(cards, 0)),
        "second_value": lambda: [0, 0, *of_one(cards, 0)][-2] if len(values) > 1 else 0,
        "different_sum": lambda: sum(value for value in range(1, 7) if value in values),
        "exact_sum": lambda: 9 if None not in places and sum(card.value for card in cards) == 15 else 0,
        "pairs": lambda: 3 * pairs_of(cards, 0),
        "of_a_kind": lambda: 3 * most(len(c) - 1 for c in choices(cards) if len({card.value for card in c}) == 1),
        "colour_pairs": lambda: 3 * pairs_of(cards, 1),
        "most_of_a_colour": lambda: 2 * most(len(c) for c in choices(cards) if len({card.colour for card in c}) == 1),
        "different_values": lambda: sum(value in values for value in range(1, 7)),
        "different_colours": lambda: sum(colour in colours for colour in COLOURS),
        "all_different": lambda: 9 if None not in places and len(values) == len(cards) else len(values),
        "odd_cards": lambda: sum(2 for card in cards if card.value in (1, 3, 5)),
        "even_cards": lambda: sum(2 for card in cards if card.value in (2, 4, 6)),
        "span": lambda: most(a.value - b.value for a in cards for b in cards),
        "straight_length": lambda: most(len(c) for c in choices(cards) if is_straight(c)),
        "straight_sum": lambda: most(sum(k.value for k in c) for c in choices(cards) if len(c) > 2 and is_straight(c)),
        "colour_straight": lambda: most(
            sum(card.value for card in c)
            for c in choices(cards)
            if len(c) > 1 and len({card.colour for card in c}) == 1 and is_straight(c)
        ),
        "touching_colour": lambda: most(
            sum(card.value for card in s) for s in stretches(places) if len({card.colour for card in s}) == 1
        ),
        "touching_falling": lambda: most(
            2 * len(s) for s in stretches(places) if len(s) > 1 and all(a.value > b.value for a, b in pairwise(s))
        ),
        "touching_rising": lambda: most(
            2 * len(s) for s in stretches(places) if len(s) > 1 and all(a.value < b.value for a, b in pairwise(s))
        ),
    }[key]()


cards = st.builds(NumberCard, st.integers(1, 6), st.sampled_from(COLOURS))


@st.composite
def lines(draw):
    """A line of five or six places with any different cards, or none, in them."""
    size = draw(st.sampled_from([5, 6]))
    some = draw(st.lists(cards, max_size=size, unique=True))
    return draw(st.permutations([*some, *[None] * (size - len(some))]))


@given(lines())
def test_quick_and_slow_counting_agree(places):
    for key, score in LINE_SCORES.items():
        assert score.points(places) == slow(key, places), key


@given(lines(), cards)
def test_a_card_more_never_lowers_a_line(places, card):
    if None not in places or card in places:
        return
    fuller = list(places)
    fuller[fuller.index(None)] = card
    for key, score in LINE_SCORES.items():
        assert score.points(fuller) >= score.points(places), key


@given(lines(), st.randoms(use_true_random=False))
def test_order_matters_only_where_it_is_said(places, random):
    mixed = list(places)
    random.shuffle(mixed)
    for key, score in LINE_SCORES.items():
        assert score.is_ordered or score.points(mixed) == score.points(places), key


def test_order_does_matter_where_it_is_said():
    for key in ("touching_colour", "touching_rising"):
        score = LINE_SCORES[key]
        assert score.is_ordered
        assert score.points(line("r2 r3 b4 . .")) != score.points(line("r3 b4 . r2 ."))
    falling = LINE_SCORES["touching_falling"]
    assert falling.is_ordered
    assert falling.points(line("b4 r3 r2 . .")) != falling.points(line("r3 b4 . r2 ."))


# --- several scores, and the words ---------------------------------------------------------------------------------


def test_of_several_scores_the_best_counts_or_their_sum():
    places = line("r5 r2 b5 . .")
    assert rule("best_colour", "best_value").points(places) == 10
    assert rule("best_colour", "best_value", adds=True).points(places) == 17


@pytest.mark.parametrize("score", [*LINE_SCORES.values(), *FINAL_SCORES.values()], ids=lambda score: score.key)
def test_every_score_has_a_title_and_a_short_sentence_in_both_languages(score):
    for name in (score.name.de, score.name.en):
        assert 1 <= len(name) <= 18
    for sentence in (score.sentence.de, score.sentence.en):
        assert 1 <= len(sentence) <= 88
        assert sentence.endswith(".")
    assert score.sentence.de != score.sentence.en


def test_no_two_scores_share_a_title_or_a_sentence():
    for vocabulary in (LINE_SCORES, FINAL_SCORES):
        for language in ("de", "en"):
            assert len({getattr(score.name, language) for score in vocabulary.values()}) == len(vocabulary)
            assert len({getattr(score.sentence, language) for score in vocabulary.values()}) == len(vocabulary)
