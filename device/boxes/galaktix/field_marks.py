"""What is drawn on the fields of a road, in two sizes: a swirl, one of three extra rockets, a flag, or two of them.

An extra rocket that the supply no longer has is not drawn: there is nothing to be had. The three rockets differ by
their shape, as in the camp.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.screens import icons
from device.screens.icons import Icon, drawn
from games.galaktix.pieces import FieldKind, Rocket, Spot, State


@dataclass(frozen=True, slots=True)
class FieldMarks:
    """The signs of one size."""

    rocket: Icon  # the highest of a road, flying to the right
    swirl: Icon
    extras: dict[Rocket, Icon]
    flag: Icon
    pennant: Icon  # a flag that leaves room for what lies below it
    swirl_below: Icon
    extras_below: dict[Rocket, Icon]
    plain: Icon


_SMALL_SWIRL = drawn("##### ....# ###.# #...# #####")
_SMALL_EXTRAS = {
    Rocket.WHITE: drawn("..#.. .###. .###. ##### #.#.#"),
    Rocket.GREY: drawn("..#.. .###. ..... ##### #.#.#"),
    Rocket.BLACK: drawn("..#.. .#.#. .#.#. #...# ##.##"),
}
SMALL_MARKS = FieldMarks(
    rocket=drawn("##... .###. ##### .###. ##..."),
    swirl=_SMALL_SWIRL,
    extras=_SMALL_EXTRAS,
    flag=drawn(".#... .###. .#### .#... .#..."),
    pennant=drawn(".###. .#... ....."),
    swirl_below=drawn("####. ...#. ##.#. ####."),
    extras_below={
        Rocket.WHITE: drawn("..#.. .###. .###. #.#.#"),
        Rocket.GREY: drawn("..#.. ..... .###. #.#.#"),
        Rocket.BLACK: drawn("..#.. .#.#. #...# ##.##"),
    },
    plain=drawn("#"),
)
LARGE_MARKS = FieldMarks(
    rocket=drawn("##..... .###... .#####. ####### .#####. .###... ##....."),
    swirl=icons.SWIRL,
    extras={
        Rocket.WHITE: icons.ROCKET_WHITE,
        Rocket.GREY: icons.ROCKET_GREY,
        Rocket.BLACK: icons.ROCKET_BLACK,
    },
    flag=icons.FLAG,
    pennant=drawn(".#... .###. .#... ....."),
    swirl_below=_SMALL_SWIRL,
    extras_below=_SMALL_EXTRAS,
    plain=drawn("## ##"),
)


def mark_of(state: State, spot: Spot, marks: FieldMarks) -> Icon:
    """The sign of a field that no rocket has passed yet."""
    has_flag = spot in state.level.flags and spot not in state.flags
    kind = state.level.board.kind(spot.road, spot.field)
    has_extra = kind.extra is not None and state.supply[kind.extra] > 0
    if has_flag and (has_extra or kind is FieldKind.SWIRL):
        below = marks.swirl_below if kind.extra is None else marks.extras_below[kind.extra]
        return Icon((*marks.pennant.rows, *below.rows))
    if has_flag:
        return marks.flag
    if kind is FieldKind.SWIRL:
        return marks.swirl
    return marks.extras[kind.extra] if kind.extra is not None and has_extra else marks.plain
