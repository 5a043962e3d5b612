"""What is on the simulated table at one moment, as plain frozen values. `device.simulator.render.picture` draws it.

The table is the plane z = 0 in millimetres: x to the right of the picture, y away from the player, z up.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

Vector: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Vector, Vector, Vector]

EDGE_MM = 16.0
CARD_WIDTH_MM, CARD_HEIGHT_MM = 44.0, 61.0
PICTURE_SIZE = (1536, 864)


class Face(Enum):
    """The six faces of a space die."""

    PINK = "pink"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    TOOL = "tool"


# The direction each face looks in the die's own axes, the same for all dice: opposite faces are neighbours here.
FACE_NORMALS: dict[Face, Vector] = {
    Face.PINK: (0.0, 0.0, 1.0),
    Face.BLUE: (0.0, 0.0, -1.0),
    Face.YELLOW: (1.0, 0.0, 0.0),
    Face.PURPLE: (-1.0, 0.0, 0.0),
    Face.GREEN: (0.0, 1.0, 0.0),
    Face.TOOL: (0.0, -1.0, 0.0),
}


class DiceKind(Enum):
    """What is on the faces of the dice."""

    SPACE = "space"
    PIPS = "pips"


# Which pips a die with pips has where a space die has this face; opposite sides make seven.
PIPS_OF: dict[Face, int] = {
    Face.PINK: 1,
    Face.BLUE: 6,
    Face.YELLOW: 2,
    Face.PURPLE: 5,
    Face.GREEN: 3,
    Face.TOOL: 4,
}


class Light(Enum):
    """The light in the room."""

    NORMAL = "normal"
    DIM = "dim"
    WARM = "warm"
    BRIGHT = "bright"
    SLANTED = "slanted"
    EVENING = "evening"


class About(Enum):
    """Whether anything lies on the table beside the pieces."""

    LITTERED = "littered"
    SWEPT = "swept"


class Surface(Enum):
    """What the dice lie on."""

    WOOD = "wood"
    FELT = "felt"
    CLOTH = "cloth"


class Pieces(Enum):
    """Which pieces are played with."""

    DICE = "dice"
    CARDS = "cards"
    SHIP = "ship"  # two dice with pips, and a mothership to shake


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die is: its centre in millimetres and the matrix that turns its own axes into the table's."""

    position: Vector
    rotation: Matrix


@dataclass(frozen=True, slots=True)
class TableCard:
    """A number card that lies face up: what is printed on it, where its middle is, and its turn to the left."""

    value: int
    colour: str
    x: float
    y: float
    turn: float = 0.0  # radians


@dataclass(frozen=True, slots=True)
class CardPrint:
    """What is printed on a card with a name: below its emblem a few figures, each with a word in front."""

    name: str
    figures: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card with a name that lies face up under the camera: where its middle is, and its turn to the left."""

    front: CardPrint
    x: float
    y: float
    turn: float = 0.0  # radians


@dataclass(frozen=True, slots=True)
class Ship:
    """A mothership on its side: the middle of its clear stern, where its bow points, and the balls from bow to end."""

    x: float
    y: float
    turn: float  # radians
    balls: tuple[str, ...]


class ThingKind(Enum):
    """What may lie beside the pieces on an ordinary evening. Nobody is to read any of it."""

    STAR_SHEET = "star_sheet"  # a printed board with roads of coloured stars
    MAP_SHEET = "map_sheet"  # a printed board of planets in hexagons
    STRIP = "strip"  # a cardboard rocket, or a part of one
    CHIP = "chip"  # a tile with a number
    TICK = "tick"  # a tile with a tick
    PILE = "pile"  # cards to be drawn, face down
    START_CARD = "start_card"
    PICTURE_CARD = "picture_card"  # face up, with a picture and no digit
    FAN = "fan"  # somebody's hand of cards, seen from behind
    TOKEN = "token"  # a small figure
    BOX = "box"
    CUP = "cup"
    PHONE = "phone"
    SLEEVE = "sleeve"  # an arm that rests on the edge of the table


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that lies beside the pieces: where its middle is, its turn to the left, and which one of its kind."""

    kind: ThingKind
    x: float
    y: float
    turn: float = 0.0  # radians
    variant: int = 0


@dataclass(frozen=True, slots=True)
class CameraPose:
    """Where the camera is and looks: its height, the tilt from straight down, the turn about the vertical."""

    height_mm: float = 282.0
    tilt_degrees: float = 11.0
    heading_degrees: float = 0.0
    target_mm: tuple[float, float] = (0.0, 0.0)  # the point of the table in the middle of the picture


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand above the table: where its fingertips are, where the arm comes from, how far it moves in one picture."""

    x: float
    y: float
    arm_degrees: float = -90.0  # direction from the fingertips to the elbow; -90 is the player's side
    height_mm: float = 42.0
    blur_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a picture depends on. Equal scenes give equal pictures.

    Each die is the tuple of its poses while the shutter is open: one pose at rest, several in flight. Cards come from
    the lowest to the one on top, and so do the things beside them, which lie below all pieces.
    """

    dice: tuple[tuple[Pose, ...], ...] = ()
    dice_kind: DiceKind = DiceKind.SPACE
    ship: Ship | None = None
    cards: tuple[TableCard | ShownCard, ...] = ()
    beside: tuple[Thing, ...] = ()
    light: Light = Light.NORMAL
    surface: Surface = Surface.WOOD
    surface_variant: int = 0  # 0, 1 or 2: other colours of the same stuff
    camera: CameraPose = CameraPose()
    hand: Hand | None = None
    defocus_pixels: float = 0.7
    exposure_steps: float = 0.0  # how far the automatic exposure is off, in stops
    noise_seed: int = 0
