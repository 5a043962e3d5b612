"""How the points of a line can be found; `games.number_up.vocabulary` names these ways for level files.

A line is a list of its places, left to right or top to bottom, None where no card lies yet. Whatever the score, a card
more never lowers the points of a line: a check marker once set stays right to the end. What only an exact number can
bring is therefore counted in full lines only. What stands behind the places is what an owner may set: how many cards
belong together, and how many points they bring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

HIGHEST_VALUE = 6
FULL_AND_DIFFERENT = 9  # what a full line of all different numbers brings
SHORTEST_STRAIGHT = 3


class NumberCard(NamedTuple):
    """A number card: its number and its colour."""

    value: int
    colour: str


Places: TypeAlias = Sequence[NumberCard | None]


# --- sums --------------------------------------------------------------------------------------------------------


def best_colour(places: Places) -> int:
    """The highest sum of one colour.

    >>> best_colour([NumberCard(1, "red"), NumberCard(2, "red"), NumberCard(4, "blue"), NumberCard(1, "blue")])
    5
    """
    return max(_colour_sums(places), default=0)


def second_colour(places: Places) -> int:
    """The second-highest sum of one colour."""
    return _second(_colour_sums(places))


def best_value(places: Places) -> int:
    """The highest sum of cards with the same number."""
    return max([value * count for value, count in enumerate(_value_counts(places))])


def second_value(places: Places) -> int:
    """The second-highest sum of cards with the same number."""
    return _second([value * count for value, count in enumerate(_value_counts(places)) if count])


def sum_of(value: int) -> Callable[[Places], int]:
    """What counts the cards with this number, added up."""

    def points(places: Places) -> int:
        return sum([value for card in places if card is not None and card[0] == value])

    return points


def different_sum(places: Places) -> int:
    """Every number that lies there, added up once."""
    return sum({card[0] for card in places if card is not None})


# --- equal and different -----------------------------------------------------------------------------------------


def exact_sum(places: Places, total: int = 15, points: int = 9) -> int:
    """9 points for a full line whose numbers are 15 together."""
    cards = [card for card in places if card is not None]
    return points if len(cards) == len(places) and sum([card[0] for card in cards]) == total else 0


def pairs(places: Places, size: int = 2, points: int = 3) -> int:
    """3 points for every two cards with the same number."""
    return points * sum([count // size for count in _value_counts(places)])


def of_a_kind(places: Places, points: int = 3) -> int:
    """3 points for each card beyond the first of the commonest number."""
    return points * max(0, max(_value_counts(places)) - 1)


def colour_pairs(places: Places, size: int = 2, points: int = 3) -> int:
    """3 points for every two cards of the same colour."""
    return points * sum([count // size for count in _colour_counts(places)])


def most_of_a_colour(places: Places, points: int = 2) -> int:
    """2 points for each card of the commonest colour."""
    return points * max(_colour_counts(places), default=0)


def different_values(places: Places, points: int = 1) -> int:
    """How many different numbers lie there."""
    return points * len({card[0] for card in places if card is not None})


def different_colours(places: Places, points: int = 1) -> int:
    """How many different colours lie there."""
    return points * len({card[1] for card in places if card is not None})


def all_different(places: Places, points: int = FULL_AND_DIFFERENT) -> int:
    """9 for a full line without a number twice, else 1 for each different number."""
    count = different_values(places)
    return max(points, count) if count == len(places) else count


def odd_cards(places: Places, points: int = 2) -> int:
    """2 points for each 1, 3 or 5."""
    return points * sum([card[0] % 2 for card in places if card is not None])


def even_cards(places: Places, points: int = 2) -> int:
    """2 points for each 2, 4 or 6."""
    return points * sum([1 - card[0] % 2 for card in places if card is not None])


def span(places: Places, points: int = 1) -> int:
    """The highest number less the lowest."""
    values = [card[0] for card in places if card is not None]
    return points * (max(values) - min(values)) if values else 0


# --- straights and neighbours ------------------------------------------------------------------------------------


def straight_length(places: Places, size: int = 1, points: int = 1) -> int:
    """How many numbers follow one another, wherever they lie."""
    longest = max(_straights({card[0] for card in places if card is not None}), default=(0, 0))[0]
    return points * longest if longest >= size else 0


def straight_sum(places: Places, size: int = SHORTEST_STRAIGHT) -> int:
    """The highest sum of at least three numbers that follow one another, wherever they lie."""
    straights = _straights({card[0] for card in places if card is not None})
    return max([total for length, total in straights if length >= size], default=0)


def colour_straight(places: Places, size: int = 2) -> int:
    """The highest sum of at least two numbers of one colour that follow one another, wherever they lie."""
    by_colour: dict[str, set[int]] = {}
    for card in places:
        if card is not None:
            by_colour.setdefault(card[1], set()).add(card[0])
    several = [values for values in by_colour.values() if len(values) >= size]
    return max([total for values in several for length, total in _straights(values) if length >= size], default=0)


def touching_colour(places: Places, size: int = 1) -> int:
    """The highest sum of cards of one colour that lie side by side."""
    best = total = length = 0
    colour = None
    for card in places:
        if card is None:
            colour = None
            continue
        total, length = (total + card[0], length + 1) if card[1] == colour else (card[0], 1)
        colour = card[1]
        if length >= size:
            best = max(best, total)
    return best


def touching_falling(places: Places, size: int = 2, points: int = 2) -> int:
    """2 points for each card of the longest row of neighbours whose numbers fall; two cards at least."""
    return touching_rising(places[::-1], size, points)


def touching_rising(places: Places, size: int = 2, points: int = 2) -> int:
    """2 points for each card of the longest row of neighbours whose numbers rise; two cards at least."""
    longest = length = last = 0
    for card in places:
        if card is None:
            length = last = 0
            continue
        length = length + 1 if last and card[0] > last else 1
        last = card[0]
        longest = max(longest, length)
    return points * longest if longest >= size else 0


# --- inside ------------------------------------------------------------------------------------------------------


def _colour_sums(places: Places) -> Iterable[int]:
    sums: dict[str, int] = {}
    for card in places:
        if card is not None:
            value, colour = card
            sums[colour] = sums.get(colour, 0) + value
    return sums.values()


def _colour_counts(places: Places) -> Iterable[int]:
    counts: dict[str, int] = {}
    for card in places:
        if card is not None:
            counts[card[1]] = counts.get(card[1], 0) + 1
    return counts.values()


def _value_counts(places: Places) -> list[int]:
    """How often each number from 0 on lies there."""
    counts = [0] * (HIGHEST_VALUE + 1)
    for card in places:
        if card is not None:
            counts[card[0]] += 1
    return counts


def _second(sums: Iterable[int]) -> int:
    ordered = sorted(sums)
    return ordered[-2] if len(ordered) > 1 else 0


def _straights(values: set[int]) -> list[tuple[int, int]]:
    """Length and sum of the straights, each as long as it gets."""
    found: list[tuple[int, int]] = []
    length = total = 0
    for value in range(1, HIGHEST_VALUE + 2):
        if value in values:
            length, total = length + 1, total + value
        elif length:
            found.append((length, total))
            length = total = 0
    return found
