"""Tables of number cards to measure with: fonts that the networks never saw, printings and lights one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from tools.render.numbers.cards import Deck, Printing, any_deck, with_drawn_shadow
from tools.render.numbers.layouts import LaidCard, chips_beside, grid_of, strayed
from tools.render.numbers.litter import Thing, chips_and_markers, litter_beside, printed_digit, upon
from tools.render.numbers.tables import Photograph, Shot, any_shot, lay_newspaper, photograph
from tools.render.scene import Scene
from vision.base.frame import Frame

Generator = np.random.Generator


def scenes(count: int, seed: int) -> Iterator[Scene]:
    """So many scenes, condition after condition in turn; the same for the same seed."""
    names = list(CONDITIONS)
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        name = names[number % len(names)]
        yield CONDITIONS[name](rng, name)


def ordinary(rng: Generator, name: str, **changes: Any) -> Scene:
    """A grid of five or six, complete or partly laid."""
    printing = changes.pop("printing", None)
    deck = any_deck(rng, kept_back=True, printing=printing)
    return laid(rng, name, deck, any_grid(rng, deck, changes.pop("loose", 0.025)), quiet_shot(rng, **changes))


def any_grid(rng: Generator, deck: Deck, loose: float = 0.025) -> list[LaidCard]:
    """Half of the grids are complete."""
    side = int(rng.integers(5, 7))
    count = side * side if rng.random() < 0.5 else int(rng.integers(6, side * side))
    return grid_of(rng, deck, side, side, count, loose)


def quiet_shot(rng: Generator, **changes: Any) -> Shot:
    """A camera above the table in usual light; `changes` make it unusual."""
    shot = replace(
        any_shot(rng),
        roll=float(rng.choice([0, 180]) + rng.normal(0, 4)),
        tilt=float(abs(rng.normal(0, 6))),
        fill=float(rng.uniform(0.72, 0.96)),
        kelvin=float(rng.uniform(3800, 6000)),
        exposure=float(rng.uniform(0.5, 0.9)),
        falloff=float(rng.uniform(0.1, 0.35)),
        shadow=0.0,
        gloss=0.0,
        blur=float(rng.uniform(0.4, 1.0)),
        noise=float(rng.uniform(0.003, 0.012)),
        cluttered=False,
    )
    return replace(shot, **changes)


def laid(rng: Generator, name: str, deck: Deck, cards: list[LaidCard], shot: Shot, readable: bool = True) -> Scene:
    """Photograph cards and say what is on the picture."""
    return as_scene(name, photograph(rng, deck, cards, shot), readable)


def as_scene(name: str, shown: Photograph, readable: bool = True) -> Scene:
    """The truth as the command prints it, rows and columns counted from the first occupied ones."""
    top = min((card.laid.row for card in shown.cards), default=0)
    left = min((card.laid.col for card in shown.cards), default=0)
    cards = [
        {
            "row": card.laid.row - top,
            "col": card.laid.col - left,
            "digit": int(card.laid.mark),
            "colour": card.laid.colour,
            "xy": [round(card.x, 1), round(card.y, 1)],
        }
        for card in shown.cards
    ]
    reach = 0.6 * min((card.height for card in shown.cards), default=47.0)
    return Scene(name, Frame(shown.pixels), {"cards": cards}, reach, readable)


def hand(rng: Generator, name: str) -> Scene:
    """Five cards in one row."""
    deck = any_deck(rng, kept_back=True)
    return laid(rng, name, deck, grid_of(rng, deck, 1, 5, 5), quiet_shot(rng, fill=float(rng.uniform(0.4, 0.9))))


def single(rng: Generator, name: str) -> Scene:
    """One card on light paper or with white in it: there the light can be told."""
    kinds = (Printing.INK_ON_LIGHT, Printing.LIGHT_ON_COLOUR)
    deck = any_deck(rng, True, kinds[rng.integers(2)])
    return laid(rng, name, deck, grid_of(rng, deck, 1, 1, 1), quiet_shot(rng, fill=float(rng.uniform(0.3, 0.8))))


def with_chips(rng: Generator, name: str) -> Scene:
    """Number chips beside the rows."""
    deck = any_deck(rng, kept_back=True)
    cards = any_grid(rng, deck)
    shot = quiet_shot(rng, fill=float(rng.uniform(0.6, 0.75)))
    return as_scene(name, photograph(rng, deck, cards, shot, chips_beside(rng, deck, cards)))


def cut_off(rng: Generator, name: str) -> Scene:
    """Cards reach out of the picture through their digits: nobody can be sure."""
    for _ in range(20):
        deck = any_deck(rng, kept_back=True)
        shot = quiet_shot(rng, fill=float(rng.uniform(1.05, 1.25)))
        shown = photograph(rng, deck, grid_of(rng, deck, 5, 5, 25), shot)
        if any(0.3 < card.visible < 0.7 for card in shown.cards):
            break
    return as_scene(name, shown, readable=False)


def on_one_another(rng: Generator, name: str) -> Scene:
    """One card lies half upon another."""
    for _ in range(20):
        deck = any_deck(rng, kept_back=True)
        cards = any_grid(rng, deck)
        cards.append(strayed(rng, cards[rng.integers(len(cards))]))
        shown = photograph(rng, deck, cards, quiet_shot(rng))
        if any(0.2 < card.visible < 0.7 for card in shown.cards):
            break
    return as_scene(name, shown, readable=False)


def other_cards(rng: Generator, name: str) -> Scene:
    """Cards with letters or higher digits between ours."""
    deck = any_deck(rng, kept_back=True)
    cards = grid_of(rng, deck, 3, 3, 9, other_share=1.0)
    shown = photograph(rng, deck, cards, quiet_shot(rng))
    return Scene(name, Frame(shown.pixels), {"cards": []}, is_readable=False)


def newspaper(rng: Generator, name: str) -> Scene:
    """A printed page, but no card."""
    return Scene(name, Frame(lay_newspaper(rng, 1536, 864)), {"cards": []}, is_readable=False)


def bare(rng: Generator, name: str) -> Scene:
    """A table with other things on it."""
    deck = any_deck(rng, kept_back=True)
    shown = photograph(rng, deck, [], quiet_shot(rng, cluttered=True))
    return Scene(name, Frame(shown.pixels), {"cards": []}, is_readable=False)


def blurred(rng: Generator, name: str) -> Scene:
    """Out of focus, but readable."""
    scene = ordinary(rng, name)
    pixels = cv2.GaussianBlur(scene.frame.pixels, (0, 0), float(rng.uniform(1.5, 2.5)))
    return replace(scene, frame=Frame(np.asarray(pixels, np.uint8)))


def evening_shot(rng: Generator, **changes: Any) -> Shot:
    """Under a warm lamp, with a camera that corrects its colour badly; now and then overexposed."""
    return quiet_shot(
        rng,
        kelvin=float(rng.uniform(2200, 2900)),
        lamp_left=float(rng.uniform(0.2, 0.9)),
        white_error=0.12,
        exposure=float(np.exp(rng.uniform(np.log(0.3), np.log(1.0)))),
        clips_first=bool(rng.random() < 0.5),
        fill=float(rng.uniform(0.62, 0.85)),
        **changes,
    )


def evening(rng: Generator, name: str) -> Scene:
    """A warm lamp, chips and markers beside the rows and above the columns."""
    kinds = (Printing.INK_ON_LIGHT, Printing.INK_ON_DARK, Printing.LIGHT_ON_COLOUR)
    deck = any_deck(rng, True, kinds[rng.integers(len(kinds))])
    cards = any_grid(rng, deck)
    return as_scene(name, photograph(rng, deck, cards, evening_shot(rng), things=chips_and_markers(rng, deck, cards)))


def littered(rng: Generator, name: str) -> Scene:
    """All of the game and of the evening lies about, in usual light."""
    deck = any_deck(rng, kept_back=True)
    cards = any_grid(rng, deck)
    things = [*chips_and_markers(rng, deck, cards), *litter_beside(rng, deck, cards)]
    shot = quiet_shot(rng, fill=float(rng.uniform(0.55, 0.75)))
    return as_scene(name, photograph(rng, deck, cards, shot, things=things))


def drawn_shadow(rng: Generator, name: str) -> Scene:
    """Digits with a dark edge and a drawn shadow: a grid, or a single card."""
    deck = with_drawn_shadow(any_deck(rng, kept_back=True), rng)
    if rng.random() < 0.5:
        return laid(rng, name, deck, any_grid(rng, deck), quiet_shot(rng))
    return laid(rng, name, deck, grid_of(rng, deck, 1, 1, 1), quiet_shot(rng, fill=float(rng.uniform(0.3, 0.8))))


def covered(rng: Generator, name: str) -> Scene:
    """On a littered table something lies on a part of a card's digit: nobody can be sure."""
    for _ in range(20):
        deck = any_deck(rng, kept_back=True)
        cards = any_grid(rng, deck)
        things = [*chips_and_markers(rng, deck, cards), upon(rng, deck, cards[rng.integers(len(cards))])]
        shown = photograph(rng, deck, cards, quiet_shot(rng, fill=float(rng.uniform(0.6, 0.8))), things=things)
        if any(0.2 < card.visible < 0.7 for card in shown.cards):
            break
    return as_scene(name, shown, readable=False)


def printed_cloth(rng: Generator, name: str) -> Scene:
    """A card is missing in the grid, and in its place a digit as large as the cards' is printed on the cloth."""
    deck = any_deck(rng, kept_back=True)
    cards = grid_of(rng, deck, 5, 5, 25 if rng.random() < 0.6 else int(rng.integers(8, 25)), 0.025)
    inner = [card for card in cards if sum(abs(card.row - o.row) + abs(card.col - o.col) == 1 for o in cards) >= 2]
    gap = inner[rng.integers(len(inner))]
    ink = list(deck.colours.values())[rng.integers(len(deck.colours))] if rng.random() < 0.7 else deck.dark
    cloth = Thing(printed_digit(deck, gap.mark, ink), gap.x, gap.y, 1.0, gap.turn)
    shot = quiet_shot(rng) if rng.random() < 0.5 else evening_shot(rng)
    chips = [] if rng.random() < 0.5 else chips_and_markers(rng, deck, cards)
    left = [card for card in cards if card is not gap]
    return as_scene(name, photograph(rng, deck, left, shot, things=[cloth, *chips], aimed_at=cards))


CONDITIONS: dict[str, Callable[[Generator, str], Scene]] = {
    "coloured digit, light paper": lambda rng, name: ordinary(rng, name, printing=Printing.INK_ON_LIGHT),
    "coloured digit, dark paper": lambda rng, name: ordinary(rng, name, printing=Printing.INK_ON_DARK),
    "coloured card": lambda rng, name: ordinary(rng, name, printing=Printing.LIGHT_ON_COLOUR),
    "coloured card, dark digit": lambda rng, name: ordinary(rng, name, printing=Printing.DARK_ON_COLOUR),
    "coloured disc": lambda rng, name: ordinary(rng, name, printing=Printing.DISC_ON_LIGHT),
    "warm lamp": lambda rng, name: ordinary(rng, name, kelvin=float(rng.uniform(2700, 3200))),
    "daylight": lambda rng, name: ordinary(rng, name, kelvin=float(rng.uniform(6000, 6800))),
    "dim": lambda rng, name: ordinary(rng, name, exposure=float(rng.uniform(0.12, 0.25)), noise=0.02),
    "bright": lambda rng, name: ordinary(rng, name, exposure=float(rng.uniform(1.0, 1.2))),
    "slanted": lambda rng, name: ordinary(rng, name, tilt=float(rng.uniform(15, 28))),
    "turned": lambda rng, name: ordinary(rng, name, roll=float(rng.uniform(0, 360))),
    "shadow": lambda rng, name: ordinary(rng, name, shadow=float(rng.uniform(0.3, 0.6))),
    "shine": lambda rng, name: ordinary(rng, name, gloss=float(rng.uniform(0.05, 0.2))),
    "loosely laid": lambda rng, name: ordinary(rng, name, loose=0.05),
    "hand of five": hand,
    "single card": single,
    "chips beside": with_chips,
    "out of focus": blurred,
    "cut off": cut_off,
    "on one another": on_one_another,
    "other cards": other_cards,
    "newspaper": newspaper,
    "no cards": bare,
    "evening": evening,
    "littered": littered,
    "drawn shadow": drawn_shadow,
    "covered": covered,
}
