"""Example screens of Galaktix."""

from __future__ import annotations

from device.boxes.galaktix.drawing import Roads
from device.screens.content import Screen, Waiting
from games.books.medals import Targets
from games.galaktix.pieces import Board, FieldKind, Level, Road, Spot, State, Step
from games.spine.dialogue import Bilingual

_LANES = (
    "...w..@..w..",
    "..@...w..@..",
    "....w...@.w.",
    "..w...@..w..",
    ".@..w....@w.",
)
_BOARD = Board(
    number=1,
    points=(0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 8, 10, 12),
    roads=tuple(tuple(FieldKind(sign) for sign in lane) for lane in _LANES),
)
_LEVEL = Level(
    number=3,
    chapter=1,
    name=Bilingual("Sternentor", "Star gate"),
    rule=Bilingual("Fahnen bringen 2 Punkte.", "Flags are worth 2 points."),
    board=_BOARD,
    camp=(10, 0, 0),
    parts=0,
    supply=(5, 0, 0),
    supply_parts=15,
    targets=Targets(12, 15, 18),
    made_by="an example",
)
_LONG_BOARD = Board(
    number=4,
    points=(*_BOARD.points, 16, 19, 23),
    roads=tuple((*road, FieldKind.SWIRL, FieldKind.EXTRA_BLACK, FieldKind.PLAIN) for road in _BOARD.roads),
)
_COLOURFUL = Level(
    number=17,
    chapter=4,
    name=_LEVEL.name,
    rule=_LEVEL.rule,
    board=_LONG_BOARD,
    camp=(12, 3, 2),
    parts=0,
    supply=(3, 1, 1),
    supply_parts=15,
    targets=_LEVEL.targets,
    made_by="an example",
    flags=(Spot(Road.PINK, 15), Spot(Road.PURPLE, 9)),
    flag_points=2,
)


def _state(level: Level, heights: tuple[int, ...], camp: tuple[int, int, int], parts: int) -> State:
    return State(
        level=level,
        step=Step.THROW,
        round=4,
        heights=heights,
        camp=camp,
        supply=level.supply,
        flown=(0, 0, 0),
        parts=parts,
        supply_parts=15 - parts,
        laid_parts=0,
    )


_FRESH = _state(_LEVEL, (0, 0, 0, 0, 0), (10, 0, 0), 0)
_MIDWAY = _state(_LEVEL, (3, 5, 8, 7, 0), (6, 0, 0), 3)
_LATE = _state(_COLOURFUL, (9, 7, 11, 10, 6), (12, 3, 2), 15)

EXAMPLES: dict[str, Screen] = {
    "waiting_first_de": Waiting(words="Würfle alle 5", scene=Roads(_FRESH)),
    "waiting_hint": Waiting(words="Würfle alle 5", scene=Roads(_FRESH), hint="OK: von Hand eingeben"),
    "waiting_de": Waiting(words="Würfle alle 5", news="Blau: Feld 7, Extrarakete!", scene=Roads(_MIDWAY)),
    "waiting_en": Waiting(words="Roll all 5", news="Blue: field 7, extra rocket!", scene=Roads(_MIDWAY)),
    "waiting_status": Waiting(
        words="Würfle alle 5", news="Blau: Feld 7", scene=Roads(_MIDWAY), status="Eine Hand im Bild"
    ),
    "waiting_colourful": Waiting(words="Würfle alle 5", scene=Roads(_LATE)),
    "waiting_colourful_news": Waiting(words="Roll all 5", news="Yellow: field 7, a flag!", scene=Roads(_LATE)),
    "waiting_status_long": Waiting("Würfle alle 5", scene=Roads(_MIDWAY), status="Keine Kamera. OK: von Hand"),
}
