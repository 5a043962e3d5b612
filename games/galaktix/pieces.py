"""The pieces of Galaktix: roads, rockets, fields, boards, levels and the state of a game, all frozen.

What a screen needs stands on `State`: `roads` (per road: name, height, length, points now, swirls, extra rockets and
flags still to come), `camp` and `supply` (rockets by colour: white, grey, black), `parts` and `supply_parts`, `round`,
`points` (the total now) and `level.number`, `level.name`. A `State` is what prompts carry as their `scene`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

from games.books.by_hand import ByHand
from games.books.medals import Targets
from games.spine.dialogue import Bilingual


class Road(IntEnum):
    """The five star roads from left to right; the number is the place in every tuple by road."""

    PINK = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3
    PURPLE = 4

    @property
    def key(self) -> str:
        """The name in answers and data files, the same as the die's face."""
        return self.name.lower()


class Rocket(IntEnum):
    """What can be put on a road. The three colours count in every tuple by rocket; BUILT is two parts stacked."""

    WHITE = 0
    GREY = 1
    BLACK = 2
    BUILT = 3

    @property
    def key(self) -> str:
        """The name in answers and data files."""
        return self.name.lower()


COLOURS = (Rocket.WHITE, Rocket.GREY, Rocket.BLACK)
TOOL = "tool"
FACES: tuple[str, ...] = (*(road.key for road in Road), TOOL)
TOOL_INDEX = len(Road)  # place of the tool in dice counted by face
DICE = 5


class FieldKind(Enum):
    """What is printed on a field; the value is its sign in boards.toml."""

    PLAIN = "."
    SWIRL = "@"  # no rocket may land, except a black one
    EXTRA_WHITE = "w"
    EXTRA_GREY = "g"
    EXTRA_BLACK = "b"

    @property
    def extra(self) -> Rocket | None:
        """The colour of the rocket this field gives, or None."""
        return _EXTRAS.get(self)


_EXTRAS = {
    FieldKind.EXTRA_WHITE: Rocket.WHITE,
    FieldKind.EXTRA_GREY: Rocket.GREY,
    FieldKind.EXTRA_BLACK: Rocket.BLACK,
}


@dataclass(frozen=True, slots=True)
class Spot:
    """A field of a road, counted from the bottom, from 1."""

    road: Road
    field: int


@dataclass(frozen=True, slots=True)
class Board:
    """Five roads of fields counted from the bottom, and the points track beside them."""

    number: int
    points: tuple[int, ...]  # points[h] for a highest rocket on field h; points[0] is 0: no rocket yet
    roads: tuple[tuple[FieldKind, ...], ...]  # by road; roads[r][0] is field 1
    is_house: bool = False  # one of the shipped boards, which no box of the game has in it
    strip_above: int = 0  # the last field below the strip, where it lies on the board

    def kind(self, road: Road, field: int) -> FieldKind:
        """What is printed on this field."""
        return self.roads[road][field - 1]

    def length(self, road: Road) -> int:
        """The number of the road's last field."""
        return len(self.roads[road])


# --- what special pieces do --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RocketEffect:
    """What a grey or black rocket does that a white one does not."""

    advance: int = 0  # fields it flies beyond the dice
    swirls: bool = False  # whether it may land on swirls
    points: int = 0  # what it brings where it lands

    @property
    def is_at_most_swirls(self) -> bool:
        """Whether it does just what a white one does, apart from swirls."""
        return not self.advance and not self.points


@dataclass(frozen=True, slots=True)
class FlagEffect:
    """What a goal flag gives beside its points."""

    rocket: Rocket | None = None  # from the supply, while there is one
    parts: int = 0  # from the supply, while there are some
    by_part: bool = True  # whether a part put on its field wins it, too


@dataclass(frozen=True, slots=True)
class Effects:
    """What the special pieces of a level do; without a word about them, what they do in the house book."""

    grey: RocketEffect = RocketEffect(advance=1)
    black: RocketEffect = RocketEffect(swirls=True)
    flag: FlagEffect = FlagEffect()
    strip_points: int = 0  # what each road brings that has reached the strip

    def of(self, rocket: Rocket) -> RocketEffect:
        """What this rocket does; a white one and one built of parts do nothing special."""
        return {Rocket.GREY: self.grey, Rocket.BLACK: self.black}.get(rocket, PLAIN_ROCKET)

    @property
    def matters(self) -> list[object]:
        """All that play hangs on, as plain values."""
        flag = self.flag
        return [
            *([effect.advance, effect.swirls, effect.points] for effect in (self.grey, self.black)),
            [flag.rocket.key if flag.rocket is not None else "", flag.parts, flag.by_part],
            self.strip_points,
        ]


PLAIN_ROCKET = RocketEffect()
HOUSE_EFFECTS = Effects()


# --- levels ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Level:
    """One page of the book: where it is played, with what, and what earns a medal."""

    number: int
    chapter: int
    name: Bilingual
    rule: Bilingual  # the level's twist in one sentence
    board: Board  # with the extra strip on top if the level has one
    camp: tuple[int, int, int]  # rockets by colour at the start
    parts: int
    supply: tuple[int, int, int]
    supply_parts: int
    targets: Targets
    made_by: str  # where the targets come from
    rerolls: int = 1
    has_strip: bool = False
    flags: tuple[Spot, ...] = ()
    flag_points: int = 0
    effects: Effects = HOUSE_EFFECTS
    by_hand: ByHand | None = None
    may_take_back: bool = True

    @property
    def id(self) -> str:
        """The level as set-up lines and the command line name it."""
        return str(self.number)

    @property
    def matters(self) -> list[object]:
        """All that play hangs on, the board too, as plain values."""
        return [
            self.number,
            self.board.points,
            ["".join(kind.value for kind in road) for road in self.board.roads],
            [self.camp, self.parts, self.supply, self.supply_parts, self.rerolls],
            [[spot.road.key, spot.field] for spot in self.flags],
            self.flag_points,
            *([] if self.effects == HOUSE_EFFECTS else [self.effects.matters, self.board.strip_above]),
            *([] if self.by_hand is None else [self.by_hand.matters]),
            *([] if self.may_take_back else ["no take-backs"]),
        ]


class Step(Enum):
    """Where in a round the game stands."""

    THROW = "throw"  # all dice are to be thrown
    DECIDE = "decide"  # the dice lie: throw some again, take parts, or choose a road
    ROAD = "road"  # something was decided, so no more throws: choose a road
    OCCUPY = "occupy"  # a rocket has landed: parts may go on the fields it skipped
    OVER = "over"


@dataclass(frozen=True, slots=True)
class RoadView:
    """One road as a screen draws it; fields count from 1 at the bottom, those passed are left out."""

    road: Road
    height: int  # field of the highest rocket, 0 if there is none
    length: int
    points: int  # what the road is worth now, flags not included
    swirls: tuple[int, ...]
    extras: tuple[tuple[int, Rocket], ...]  # (field, colour)
    flags: tuple[int, ...]

    @property
    def key(self) -> str:
        """The road's name, as on the die's face."""
        return self.road.key


@dataclass(frozen=True, slots=True)
class State:
    """A game of Galaktix at one moment. `games.galaktix.rules` makes the next one; nothing else does."""

    level: Level
    step: Step
    round: int  # the first is 1
    heights: tuple[int, ...]  # by road
    camp: tuple[int, int, int]  # rockets by colour
    supply: tuple[int, int, int]
    flown: tuple[int, int, int]  # rockets that stand on roads
    parts: int  # in the camp
    supply_parts: int
    laid_parts: int  # on the board, alone or stacked as rockets
    flags: tuple[Spot, ...] = ()  # flags won
    dice: tuple[int, ...] = (0, 0, 0, 0, 0, 0)  # how often each of FACES lies on the table
    rerolls: int = 0  # how often dice may still be thrown again in this round
    landed: Road | None = None  # where this round's rocket went, while its skipped fields can be occupied
    skipped: tuple[int, ...] = ()  # fields of that road a part may still go to

    @property
    def road_points(self) -> tuple[int, ...]:
        """What each road is worth now."""
        track = self.level.board.points
        return tuple(track[height] for height in self.heights)

    @property
    def points(self) -> int:
        """The score if the game ended now: all roads, the flags won, and what special rockets and the strip bring."""
        total = sum(self.road_points) + self.level.flag_points * len(self.flags)
        effects = self.level.effects
        if effects == HOUSE_EFFECTS:
            return total
        total += sum(effects.of(colour).points * self.flown[colour] for colour in COLOURS)
        return total + effects.strip_points * sum(height > self.level.board.strip_above for height in self.heights)

    @property
    def roads(self) -> tuple[RoadView, ...]:
        """The five roads as a screen draws them."""
        return tuple(self._road_view(road) for road in Road)

    def _road_view(self, road: Road) -> RoadView:
        board, height = self.level.board, self.heights[road]
        ahead = [(field, board.kind(road, field)) for field in range(height + 1, board.length(road) + 1)]
        return RoadView(
            road=road,
            height=height,
            length=board.length(road),
            points=board.points[height],
            swirls=tuple(field for field, kind in ahead if kind is FieldKind.SWIRL),
            extras=tuple((field, kind.extra) for field, kind in ahead if kind.extra is not None),
            flags=tuple(spot.field for spot in self.level.flags if spot.road is road and spot.field > height),
        )
