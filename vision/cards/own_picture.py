"""Whether a card that was just taught is known again in the very picture it was taught from."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.cut_out import LONGER_SIDE, card_in
from vision.cards.reader import find_card
from vision.cards.teaching import TaughtCard, TaughtCards

TABLES = ((70, 70, 70), (190, 190, 190))  # a card cut out of its picture is laid on one it stands out from
ROOM = 0.4  # of the card's longer side, on each side


def is_known_again(pixels: NDArray[np.uint8], card: TaughtCard) -> bool:
    """Whether this card, were it the only taught one, is named in its own picture."""
    taught = TaughtCards.of({"this": card})
    pictures = [pixels]
    if card_in(pixels) is pixels:  # there is no table around it
        pictures += [on_table(card.picture, table) for table in TABLES]
    return any(is_named(picture, taught) for picture in pictures)


def is_named(pixels: NDArray[np.uint8], taught: TaughtCards) -> bool:
    """Whether one of the taught cards is named in the picture."""
    found = find_card(pixels, taught, None).card
    return found is not None and found[1].is_named


def on_table(picture: NDArray[np.uint8], table: tuple[int, int, int]) -> NDArray[np.uint8]:
    """The card in the middle of a plain table."""
    room = round(ROOM * LONGER_SIDE)
    laid = cv2.copyMakeBorder(picture, room, room, room, room, cv2.BORDER_CONSTANT, value=table)
    return np.asarray(laid, np.uint8)
