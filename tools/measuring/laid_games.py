"""How many cards of a game the player is asked about, with and without the colours that were confirmed before.

    python -m tools.measuring.laid_games --games 10 --seed 5

Drawn tables with everything lying about, decks that the reader never saw, 25 cards a game. A card counts as asked for
if it is not read surely when it is laid; every card is confirmed before the next one, as at the table.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Sequence

import cv2

from tools.measuring.judging import upper_bound
from tools.render.numbers.tables import Photograph, SeenCard
from tools.render.scenes.number_games import LIGHTS, SIDE, number_game
from vision.base.frame import Frame
from vision.base.reading import NumberReading, NumbersReading
from vision.numbers.known import KnownCard
from vision.numbers.profile import shipped_number_profile
from vision.numbers.reader import read_numbers


def known_of(cards: Sequence[SeenCard]) -> list[KnownCard]:
    """These cards as somebody has confirmed them."""
    return [KnownCard(card.laid.row, card.laid.col, int(card.laid.mark), card.laid.colour) for card in cards]


def at_place(reading: NumbersReading, card: SeenCard) -> NumberReading | None:
    """What was read where a card lies."""
    near = [each for each in reading.cards if math.dist((each.x, each.y), (card.x, card.y)) <= 0.6 * card.height]
    return near[0] if near else None


def outcome(reading: NumbersReading, newest: SeenCard) -> str:
    """What becomes of the card that was laid last."""
    seen = at_place(reading, newest)
    if seen is None:
        return "overlooked"
    is_right = seen.value == (int(newest.laid.mark), newest.laid.colour)
    return f"{'right' if is_right else 'wrong'}, {'asked' if seen.reasons else 'sure'}"


def told(shown: Photograph, is_informed: bool) -> str:
    """What becomes of the newest card of a picture."""
    known = known_of(shown.cards[:-1]) if is_informed else []
    reading = read_numbers(Frame(shown.pixels), shipped_number_profile(), SIDE, known=known)
    return outcome(reading, shown.cards[-1])


def main() -> None:
    """Print what became of all cards, light by light."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10, help="in each light")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--light", nargs="*", choices=list(LIGHTS), default=list(LIGHTS))
    given = parser.parse_args()
    cv2.setNumThreads(1)
    for light in given.light:
        alone, informed = Counter[str](), Counter[str]()
        for number in range(given.games):
            game = number_game(light, given.seed + number)
            for count in range(1, len(game.cards) + 1):
                shown = game.after(count)
                alone[told(shown, is_informed=False)] += 1
                informed[told(shown, is_informed=True)] += 1
        for name, counts in (("alone", alone), ("beside known cards", informed)):
            bound = upper_bound(counts["wrong, sure"], counts.total())
            outcomes = ", ".join(f"{many} {what}" for what, many in sorted(counts.items()))
            print(f"{light}, {name}: {outcomes}; wrong while sure at most {bound:.1%}", flush=True)


if __name__ == "__main__":
    main()
