"""Little pictures, drawn as rows of signs: "#" is lit, anything else is dark."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image


@dataclass(frozen=True, slots=True)
class Icon:
    """A one-bit picture as rows of signs, all of the same length."""

    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def picture(self) -> Image.Image:
        """The icon as a mode "1" picture."""
        return _picture(self)


@lru_cache(maxsize=128)
def _picture(icon: Icon) -> Image.Image:
    picture = Image.new("1", (icon.width, icon.height))
    for y, row in enumerate(icon.rows):
        for x, sign in enumerate(row):
            if sign == "#":
                picture.putpixel((x, y), 1)
    return picture


def drawn(art: str) -> Icon:
    """The icon whose rows are the words of `art`."""
    return Icon(tuple(art.split()))


WARNING = drawn("""
    .....#.....
    ....###....
    ....#.#....
    ...##.##...
    ...##.##...
    ..###.###..
    ..#######..
    .####.####.
    ###########""")

EYE = drawn("""
    ...#####...
    .##.....##.
    #...###...#
    #...###...#
    .##.....##.
    ...#####...""")

HAND = drawn("""
    .......##.##.......
    ......#..#..#.##...
    ......#..#..##..#..
    ......#..#..#...#..
    ......#..#..#...#..
    .##...#..#..#...#..
    #..#..#..#..#...#..
    #...#.#..#..#...#..
    .#...##.........#..
    .#...#..........#..
    ..#..#..........#..
    ..#.............#..
    ...#............#..
    ...#...........#...
    ....#..........#...
    .....#........#....
    .....##########....
    ...................
    .....##########....""")

CROSS = drawn("""
    #...#
    .#.#.
    ..#..
    .#.#.
    #...#""")

UP = drawn("""
    ..#..
    .###.
    #####""")
DOWN = drawn("""
    #####
    .###.
    ..#..""")
BIG_UP = drawn("""
    ....#....
    ...###...
    ..#####..
    .#######.
    #########""")
BIG_DOWN = drawn("""
    #########
    .#######.
    ..#####..
    ...###...
    ....#....""")
BIG_UP_END = drawn("""
    ....#....
    ...#.#...
    ..#...#..
    .#.....#.
    #########""")
BIG_DOWN_END = drawn("""
    #########
    .#.....#.
    ..#...#..
    ...#.#...
    ....#....""")

# What lies in a camp, narrow enough for two of them and their numbers beside each other. The three rockets differ by
# their shape: a whole one, one that a band parts in two, a hollow one with wide fins.
ROCKET_WHITE = drawn("""
    ..#..
    .###.
    .###.
    .###.
    .###.
    #####
    #.#.#""")
ROCKET_GREY = drawn("""
    ..#..
    .###.
    .###.
    .....
    .###.
    #####
    #.#.#""")
ROCKET_BLACK = drawn("""
    ...#...
    ..#.#..
    ..#.#..
    ..#.#..
    .#...#.
    #..#..#
    ###.###""")
PART = drawn("""
    .###.
    .#.#.
    #####
    #...#
    #...#
    #...#
    #####""")
FLAG = drawn("""
    #....
    ###..
    #####
    ###..
    #....
    #....
    #....""")
SWIRL = drawn("""
    #######
    ......#
    #####.#
    #...#.#
    #.###.#
    #.....#
    #######""")

ROCKET_BIG = drawn("""
    .........#.........
    ........###........
    .......#####.......
    .......#####.......
    ......#######......
    ......#######......
    .....#########.....
    .....####.####.....
    .....###...###.....
    .....##.....##.....
    .....##.....##.....
    .....###...###.....
    .....####.####.....
    .....#########.....
    ...#.#########.#...
    ..##.#########.##..
    .###.#########.###.
    ####.#########.####
    ####.#########.####
    ###...#######...###
    ##...............##
    #.....#.###.#.....#
    .......##.##.......
    .......#.#.#.......
    ........#.#........
    .........#.........
    .........#.........""")

ACTIVE = drawn("#... ##.. ###. #### ###. ##.. #...")  # in front of the player whose turn it is
