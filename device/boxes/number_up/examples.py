"""Example screens of Number UP."""

from __future__ import annotations

from dataclasses import replace

from device.boxes.number_up.drawing import CardSign, Grid, Standing
from device.boxes.number_up.marks import LineSign
from device.screens.content import Screen


def _cards(words: str) -> tuple[CardSign | None, ...]:
    """Cards written as "4Bl", small letters for the light colours, "." for a free place."""
    return tuple(
        None if word == "." else CardSign(word[0], word[1:].capitalize(), is_light=word[1].islower())
        for word in words.split()
    )


def _marks(words: str, new: int | None = None) -> tuple[LineSign, ...]:
    """Markers written as "+" for a check, "-" for -10, "(3)" for an open line's points, or the number of a chip."""
    signs = {"+": "check", "-": "minus", ".": ""}
    return tuple(
        LineSign(points=int(word[1:-1])) if word[0] == "(" else LineSign(signs.get(word, word), number == new)
        for number, word in enumerate(words.split())
    )


_FIVE = Grid(
    title="Nächste Karte",
    size=5,
    cards=_cards(". . 3Ro . . . 4gr 5Bl 1bl . 2Ge 3Gr 4Bl 5Or . . 1Li . 2bl . . . . . ."),
    rows=_marks("(3) (6) + (3) ."),
    columns=_marks("(2) (7) 7 (8) ."),
    starts=frozenset({12}),
    newest=7,
    standing=Standing(23, 27, 14),
    goal="Noch 4 bis Silber",
)
_SIX = Grid(
    title="Next card",
    size=6,
    cards=_cards(
        "1Re 2Or 3Ye 4gr 5Gr 6bl 1Bl 2Pu 3Re 4Or 5Ye 6gr . 1Gr 2bl 3Bl 4Pu 5Re . 6Re 1Or 2Ye 3gr . "
        ". . 4Gr . . . . . . . . ."
    ),
    rows=_marks("+ 7 (5) (6) (4) ."),
    columns=_marks("(1) (8) - (7) (9) (6)", new=2),
    diagonals=_marks("+ ."),
    starts=frozenset({14, 15, 20, 21}),
    newest=26,
    standing=Standing(41, 57, 12),
    goal="16 more to bronze",
    hand=tuple(card for card in _cards("5bl 6Bl 1Pu 2Re 3Or") if card),
)

EXAMPLES: dict[str, Screen] = {
    "grid_start_de": replace(
        _FIVE,
        title="Erste in die Mitte",
        cards=(None,) * 25,
        rows=_marks(". . . . ."),
        columns=_marks(". . . . ."),
        line="OK: von Hand",
        goal="★21 ★★27 ★★★32",
        newest=None,
    ),
    "grid_de": _FIVE,
    "grid_news_de": replace(
        _FIVE,
        line="Zeile 3: Haken",
        rows=_marks("(3) (6) + (3) .", new=2),
        columns=_marks("(2) (7) 7 (8) .", new=2),
    ),
    "grid_doubt_de": replace(_FIVE, title="Stimmt diese?", cursor=6, name="Hell- grün 4", line="↑↓ OK"),
    "grid_blinking": replace(
        _FIVE, title="Stimmt diese?", cursor=6, name="Hell- grün 4", line="↑↓ OK", is_blinking=True
    ),
    "grid_last_de": replace(_FIVE, title="Letzte?", cursor=6, name="Hell- grün 4", line="OK: Ende"),
    "grid_last_six_en": replace(_SIX, title="Last?", cursor=6, name="Light green 4", line="OK: end", hand=()),
    "grid_lay_there_en": replace(_SIX, title="Counts?", cursor=6, name="Light green 4", line="↑↓ OK", hand=()),
    "grid_lay_there_de": replace(_SIX, title="Zählt sie?", cursor=6, name="Dunkel- grün 4", line="↑↓ OK", hand=()),
    "grid_where_de": replace(_FIVE, title="Wo liegt sie?", cursor=15, line="↑↓ OK"),
    "grid_status": replace(_FIVE, line="Keine Kamera. OK: Tasten"),
    "grid_six_en": replace(_SIX, line="Column 3: −10"),
    "grid_six_hand_en": _SIX,
    "grid_six_goal_en": replace(_SIX, hand=()),
    "grid_long_line_de": replace(_FIVE, line="Die Karte ist halb zu sehen, leg sie weiter"),
    "grid_six_short": replace(_SIX, title="Nächste Karte", hand=(), line="Z3 ✔, S2 7, ↘ ✔, ↗ −10"),
    "grid_too_long": replace(
        _SIX,
        title="Rindfleischetikettierungsüberwachung und noch mehr Worte",
        name="Donaudampfschifffahrtsgesellschaft",
        line="Auch diese Zeile ist viel zu lang geraten, um neben dem Raster Platz zu haben",
        cursor=35,
    ),
    "grid_full": replace(
        _SIX,
        title="94 Punkte",
        cards=_cards("1Ro 2Or 3Ge 4gr 5Gr 6bl " * 6),
        rows=_marks("+ + + 7 - 0"),
        columns=_marks("+ 8 + 9 + 1"),
        diagonals=_marks("- 4"),
        hand=(),
        newest=None,
        standing=Standing(94, 0, 0),
        line="OK: weiter",
    ),
}
