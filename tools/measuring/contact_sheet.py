"""A sheet of the hardest tables with what was read there: a look at it tells more than a row of shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.measuring.judging import NAMES, Verdict, nearest, same_name
from tools.render.scene import Scene

WIDTH, HEIGHT = 384, 216  # of a table on the sheet
CAPTION = 34  # pixels below it
ACROSS = 4
CLEAR = 0.97  # a confidence that is not doubted
INK, RIGHT, WRONG = (
    (235, 235, 235),
    (90, 220, 90),
    (60, 150, 255),
)  # B, G, R; a wrong name has a cross, a doubted one a question mark


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One table, small, with what was read drawn on it."""

    hardness: int  # 3 wrong while sure, 2 wrong, 1 doubted although it could be sure, 0 nothing to see here
    picture: NDArray[np.uint8]

    @classmethod
    def of(cls, kind: str, scene: Scene, line: Mapping[str, Any], verdict: Verdict) -> Tile:
        """The tile of one scene that was read so; without a picture if there is nothing to be seen."""
        hardness = hardness_of(verdict)
        if not hardness:
            return cls(0, np.zeros((0, 0, 3), np.uint8))
        small = drawn(scene, line)
        status = "WRONG WHILE SURE" if hardness == 3 else str(line["status"])
        reasons = ", ".join(line["reasons"]) or "no reason"
        tile = np.asarray(cv2.copyMakeBorder(small, 0, CAPTION, 0, 0, cv2.BORDER_CONSTANT), np.uint8)
        write(tile, f"{kind}, {scene.condition}: {'right' if verdict.is_right else 'not right'}", (4, HEIGHT + 13), INK)
        write(tile, f"{status} ({reasons})", (4, HEIGHT + 28), RIGHT if verdict.is_right else WRONG)
        return cls(hardness, tile)


def hardness_of(verdict: Verdict) -> int:
    """How much a reading is worth a look."""
    if verdict.is_right:
        return int(verdict.could_be_sure and not verdict.is_sure)
    return 3 if verdict.is_sure else 2


def hardest(tiles: Iterable[Tile], most: int) -> list[Tile]:
    """The hardest ones, not more than so many; of equally hard ones the first."""
    worth = [tile for tile in tiles if tile.hardness]
    return sorted(worth, key=lambda tile: -tile.hardness)[:most]


def contact_sheet(tiles: Sequence[Tile]) -> NDArray[np.uint8]:
    """All tiles in rows, an empty place at the end where the last row is not full."""
    if not tiles:
        return np.zeros((HEIGHT + CAPTION, ACROSS * WIDTH, 3), np.uint8)
    pictures = [tile.picture for tile in tiles]
    pictures += [np.zeros_like(pictures[0])] * (-len(pictures) % ACROSS)
    rows = [cv2.hconcat(pictures[first : first + ACROSS]) for first in range(0, len(pictures), ACROSS)]
    return np.asarray(cv2.vconcat(rows), np.uint8)


def drawn(scene: Scene, line: Mapping[str, Any]) -> NDArray[np.uint8]:
    """The part of the table where something lies or was found: a dot on what is clear and right, else what was read.

    A ring is where something lies that was not found.
    """
    kind = next((kind for kind in NAMES if kind in scene.truth), None)
    pieces, found = (scene.truth[kind], list(line.get(kind) or [])) if kind else ([], [])
    spots = [(each["x"], each["y"]) for each in found] + [tuple(each["xy"]) for each in pieces if "xy" in each]
    left, top, wide = shown_part(spots, scene.frame.pixels.shape[1], scene.frame.pixels.shape[0])
    part = scene.frame.pixels[top : top + round(wide * HEIGHT / WIDTH), left : left + wide]
    picture = np.asarray(cv2.resize(part, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
    if kind is None:
        write(picture, f"{line.get('card')} (is {scene.truth['card']})", (6, 16), INK)
        return picture

    def at(x: float, y: float) -> tuple[int, int]:
        return round((x - left) * WIDTH / wide), round((y - top) * WIDTH / wide)

    for piece in pieces:
        near = nearest(piece, found, kind, float(piece.get("reach", scene.reach)))
        if near is None:
            if "xy" in piece:
                cv2.circle(picture, at(*piece["xy"]), 12, WRONG, 2, cv2.LINE_AA)
            continue
        found.remove(near)
        is_right = same_name(piece, near, kind)
        if is_right and near["confidence"] >= CLEAR:
            cv2.circle(picture, at(near["x"], near["y"]), 3, RIGHT, -1, cv2.LINE_AA)
        else:
            put(
                picture, f"{name_of(near, kind)}?" if is_right else f"{name_of(near, kind)} x", at(near["x"], near["y"])
            )
    for extra in found:
        put(picture, f"{name_of(extra, kind)} x", at(extra["x"], extra["y"]))
    return picture


def shown_part(spots: Sequence[tuple[float, float]], width: int, height: int) -> tuple[int, int, int]:
    """Left, top and width of the part of a picture, shaped like a tile, that has all these spots well inside."""
    if not spots:
        return 0, 0, min(width, height * WIDTH // HEIGHT)
    x, y = np.array(spots).T
    wide = max(np.ptp(x), np.ptp(y) * WIDTH / HEIGHT) + width / 6
    wide = round(min(wide, width, height * WIDTH / HEIGHT))
    high = wide * HEIGHT / WIDTH
    left = min(max(0.0, (x.min() + x.max() - wide) / 2), width - wide)
    top = min(max(0.0, (y.min() + y.max() - high) / 2), height - high)
    return int(left), int(top), wide


def name_of(found: Mapping[str, Any], kind: str) -> str:
    """What was read, short: a colour of two words by their first letters."""
    names = (str(found[key]) for key in NAMES[kind] if key in found)
    return " ".join("".join(word[0] for word in name.split("_")) if "_" in name else name[:3] for name in names)


def put(picture: NDArray[np.uint8], text: str, at: tuple[int, int]) -> None:
    """Write a doubt or a mistake over its piece."""
    write(picture, text, (at[0] - 3 * len(text), at[1] + 4), WRONG)


def write(picture: NDArray[np.uint8], text: str, at: tuple[int, int], colour: tuple[int, int, int]) -> None:
    """Write in small letters with a dark edge, so that it is seen on any table."""
    for shade, width in (((0, 0, 0), 3), (colour, 1)):
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.38, shade, width, cv2.LINE_AA)
