"""Example screens of Galaktix."""

from __future__ import annotations

from dataclasses import replace

from device.boxes.galaktix.board_page import BoardPage
from device.boxes.galaktix.drawing import Roads
from device.screens.content import List, Row, RowSign, Screen, Waiting
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
    flags=(Spot(Road.PINK, 15), Spot(Road.PURPLE, 10), Spot(Road.BLUE, 13), Spot(Road.GREEN, 14)),
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

_STORM = replace(_LATE, heights=(2, 0, 9, 11, 6))
_TAKEN = replace(_MIDWAY, supply=(0, 0, 0))
_WHITE = RowSign("rocket.white", "weiße Rakete")
_FLAG = RowSign("flag", "Fahne")
_ROWS = (
    Row("Rosa auf 4", "+1", "pink", signs=(_WHITE,)),
    Row("Grün auf 12", "+12", "green", lead=RowSign("rocket.grey", "graue"), signs=(_WHITE, _FLAG)),
    Row("Blau auf 9", "+4", "blue", lead=RowSign("rocket.black", "schwarze"), signs=(RowSign("swirl", "Wirbel"),)),
    Row("Lila 2: Wirbel", face="purple", is_refused=True),
    Row("Lila auf 8", "+3", "purple", lead=RowSign("part", "zwei Teile"), signs=(RowSign("rocket.grey", "graue"),)),
    Row("Rosa auf 5", "+9", "pink", signs=(RowSign("rocket.black", "schwarze"), _FLAG)),
    Row("Rakete zurücklegen"),
    Row("Spielplan ansehen"),
)

EXAMPLES: dict[str, Screen] = {
    "choice_open_de": List("Wohin fliegst du?", _ROWS, 0, "Oder würfle nach"),
    "choice_goal_de": List("Wohin fliegst du?", _ROWS, 4, "Noch 4 bis Silber"),
    "choice_board_de": List("Wohin fliegst du?", _ROWS, 7),
    "board_start": BoardPage(_FRESH),
    "board_midway": BoardPage(_MIDWAY),
    "board_supply_empty": BoardPage(_TAKEN),
    "board_strip": BoardPage(_STORM),
    "board_strip_end": BoardPage(_STORM, 4),
    "waiting_supply_empty_de": Waiting(words="Würfle alle 5", news="Blau auf Feld 7", scene=Roads(_TAKEN)),
    "waiting_strip_de": Waiting(words="Würfle alle 5", news="Blau auf Feld 7", scene=Roads(_STORM)),
    "waiting_strip_high_de": Waiting(words="Würfle alle 5", scene=Roads(_STORM)),
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
